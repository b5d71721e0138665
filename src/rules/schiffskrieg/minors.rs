//! 8 Minor navies: what comes when a minor country becomes active.

use super::berths::Berths;
use super::board::{BaseId, CountryId, SeaMap};
use super::companion::known;
use super::conditional;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Missing, Owner, Subject, Value};
use super::files::{Berth, NavyRow};
use super::item::{Item, Word};
use super::key::Key;
use super::markers::Allegiance;
use super::pieces::{Nation, UnitId};
use super::rebasing;
use super::scenario::{EventBox, Support};
use super::state::{Place, Post, Sea, SupportId};
use super::{Schiffskrieg, Table};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// Seasonal Turns to a ship that is still being built.
const BUILT: u8 = 9;
/// The die up to which a ship survives a civil war (SK-8-2).
const SURVIVES: u8 = 3;

/// 8 A minor country becomes active with a faction: its pieces come in (SK-8-1).
pub(super) fn activate(table: &mut Table, country: CountryId, faction: Faction) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let rows = system.navy(sea, country);
    leave_vichy(table, country, faction)?;
    for (at, row) in rows.into_iter().enumerate() {
        let (system, sea) = (table.system(), table.state());
        let gone = row.gone.iter().filter_map(|id| system.counters.by_id(id));
        let gone: Vec<(UnitId, Place)> = gone.map(|unit| (unit, Place::Out)).collect();
        let fresh = |unit: &UnitId| !matches!(sea.unit(*unit).place, Place::Sunk);
        let units: Vec<UnitId> =
            row.units.iter().filter_map(|id| system.counters.by_id(id)).filter(fresh).collect();
        if !gone.is_empty() {
            let rule = format!("SK-{}-1", row.section);
            table.record(Event::Moved { faction, rule, units: gone })?;
        }
        let major = system.counters[units[0]].nation.major_of() == Some(faction);
        let to = (!major).then_some(Allegiance::to(faction));
        table.record(Event::Aligned { units: units.clone(), to, vichy: false })?;
        let units = survivors(table, country, units)?;
        come_in(table, country, faction, row, at as u8, &units)?;
        if let Some(nation) = row.fleet {
            bring_fleet(table, nation)?;
        }
    }
    Ok(())
}

/// SK-8.13-2 Vichy that was neutral and becomes an Allied minor country takes its ships out of the game, but
/// for those that await liberation.
fn leave_vichy(table: &mut Table, country: CountryId, faction: Faction) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let france = system.board.country_of(Nation::French) == Some(country);
    if !france || faction == Faction::Axis {
        return Ok(());
    }
    let units: Vec<(UnitId, Place)> =
        system.vichy_ships(sea).into_iter().map(|unit| (unit, Place::Out)).collect();
    if units.is_empty() {
        return Ok(());
    }
    table.record(Event::Moved { faction, rule: "SK-8.13-2".to_owned(), units })
}

/// SK-8-2 After a civil war each ship, and an Italian M-boat, rolls whether it comes at all.
fn survivors(table: &mut Table, country: CountryId, units: Vec<UnitId>) -> Step<Vec<UnitId>> {
    let (system, sea) = (table.system(), table.state());
    if !system.country_markers(sea, country).iter().any(|it| it == "civil-war") {
        return Ok(units);
    }
    let mut left = Vec::new();
    for unit in units {
        let of = &system.counters[unit];
        if !(of.is_ship() || (of.is_boat() && of.nation == Nation::Italian)) {
            left.push(unit);
            continue;
        }
        let label = format!("t{}/civil-war/{}", system.turn_number(table.state()), of.id);
        let die = table.roll(label, 1)?[0];
        let place = table.state().unit(unit).place;
        let to = if die <= SURVIVES { place } else { Place::Out };
        table.record(Event::Fate { unit, rule: "SK-8-2".to_owned(), die, to })?;
        left.extend((die <= SURVIVES).then_some(unit));
    }
    Ok(left)
}

fn come_in(
    table: &mut Table,
    country: CountryId,
    faction: Faction,
    row: &NavyRow,
    number: u8,
    units: &[UnitId],
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let western = system.country_markers(sea, country).iter().any(|it| it == "western-minor");
    let map = system.board.country(country).maps.first().copied().unwrap_or(SeaMap::Tk);
    let rule = format!("SK-{}-1", row.section);
    let box_of = |place: Place| units.iter().map(|unit| (*unit, place)).collect::<Vec<_>>();
    let at = row.western.filter(|_| western).unwrap_or(row.at);
    let there = match at {
        Berth::Delay => box_of(Place::Delay(map)),
        Berth::ShipTrack => box_of(Place::ShipTrack(system.turn(sea).seasons_ahead(BUILT))),
        Berth::OutbreakOfWar => box_of(Place::Event(EventBox::OutbreakOfWar)),
        Berth::Port => return one_port(table, country, faction, row, number, units),
        Berth::Ports | Berth::Dependents | Berth::PortsOrDependents | Berth::BoxesOrPorts => {
            let mut places: Vec<Place> = known(table, system.ports_of(sea, country, faction, at))?
                .into_iter()
                .map(Place::Base)
                .collect();
            if at == Berth::BoxesOrPorts {
                places.extend(
                    system.board.box_ids().filter(|it| system.board.hold(*it).map == map).map(Place::Box),
                );
            }
            let wishes = units.iter().map(|unit| (*unit, places.clone())).collect();
            let mut ask = question(table, country, faction, number, &rule_of(row));
            let found = rebasing::house_by_answer(table, faction, &mut ask, wishes)?;
            found.into_iter().map(|(unit, place)| (unit, place.unwrap_or(Place::Out))).collect()
        }
    };
    if there.is_empty() { Ok(()) } else { table.record(Event::Moved { faction, rule, units: there }) }
}

fn rule_of(row: &NavyRow) -> String {
    format!("{}, {}", row.section, row.units.join(", "))
}

fn question(table: &Table, country: CountryId, faction: Faction, number: u8, what: &str) -> Ask<Item, Item> {
    let system = table.system();
    let turn = Turn(system.turn_number(table.state()));
    let of = system.board.country(country);
    let why = format!("{}-{number}", of.id);
    let key = Key::Happening { turn, faction, why: &why }.text();
    Ask::new(
        questions::EVENT,
        key,
        "SK-8-1",
        format!("{} becomes active: place its pieces ({what})", of.name),
    )
}

/// All of them in one port.
fn one_port(
    table: &mut Table,
    country: CountryId,
    faction: Faction,
    row: &NavyRow,
    number: u8,
    units: &[UnitId],
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let ports = known(table, system.ports_of(sea, country, faction, Berth::Ports))?;
    let fits = |base: &BaseId| Berths::of(system, sea, &[]).takes(units, Place::Base(*base));
    let ports: Vec<Item> = ports.into_iter().filter(fits).map(Item::Base).collect();
    let mut ask = question(table, country, faction, number, &rule_of(row));
    let first = ports.first().copied();
    ask.offer([Item::Word(Word::Choice)].into_iter().filter(|_| first.is_some()), ports, first);
    let answer = table.ask(faction.side(), &ask)?;
    let place = match answer.first() {
        Some((_, Item::Base(base))) => Place::Base(*base),
        _ => Place::Out,
    };
    let units: Vec<(UnitId, Place)> = units.iter().map(|unit| (*unit, place)).collect();
    if units.is_empty() {
        return Ok(());
    }
    table.record(Event::Moved { faction, rule: format!("SK-{}-1", row.section), units })
}

/// A Surface Fleet of a nation that is not in play comes to the Delay Box.
fn bring_fleet(table: &mut Table, nation: Nation) -> Step<()> {
    let sea = table.state();
    let fresh = |at: &usize| {
        let unit = &sea.support[*at];
        unit.owner == Owner::Nation(nation) && unit.kind == Support::SurfaceFleet && unit.post == Post::Away
    };
    match (0..sea.support.len()).find(fresh) {
        Some(at) => table.record(Event::Posted { support: SupportId(at as u8), post: Post::Delay }),
        None => Ok(()),
    }
}

/// NW-19 A minor country leaves the war in the naval war: an Allied one is conquered (11.1), another one
/// liberated (11.2).
pub(super) fn conquer(table: &mut Table, country: CountryId) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let axis = sea.ids().any(|unit| {
        let own = system.board.country_of(system.counters[unit].nation) == Some(country);
        own && system.side_of(sea, unit) == Some(Faction::Axis)
    });
    let word = if axis { "minor-country-liberation" } else { "allied-minor-country-conquest" };
    conditional::by_word(table, country, word)
}

impl Schiffskrieg {
    /// What stands declared of markers in a minor country, by words.
    pub(super) fn country_markers(&self, sea: &Sea, country: CountryId) -> Vec<String> {
        let words = &self.facts.of(Fact::CountryMarkers).one_of;
        match sea.facts.get(Fact::CountryMarkers, &[Subject::Country(country)]) {
            Some(Value::List(list)) => {
                let word = |it: &Value| {
                    if let Value::Word(at) = it { words.get(usize::from(*at)).cloned() } else { None }
                };
                list.iter().filter_map(word).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What comes when a country becomes active, by its markers and the module.
    fn navy(&self, sea: &Sea, country: CountryId) -> Vec<&NavyRow> {
        let (id, markers) = (&self.board.country(country).id, self.country_markers(sea, country));
        let lies = |word: &String| markers.contains(word);
        let fits = |row: &&NavyRow| {
            let own = row.country == *id && (!row.dod || self.options.dod);
            own && row.when.as_ref().is_none_or(lies) && !row.unless.iter().any(lies)
        };
        self.navies.iter().filter(fits).collect()
    }

    /// Suitable ports of a country, of its Dependents, or of both.
    fn ports_of(
        &self,
        sea: &Sea,
        country: CountryId,
        faction: Faction,
        at: Berth,
    ) -> Result<Vec<BaseId>, Missing> {
        let mut ports = Vec::new();
        for base in self.board.base_ids() {
            let of = self.board.base(base);
            let own = of.country == country;
            let dependent = self.depends_on(sea, of.country) == Some(country);
            let fits = match at {
                Berth::Dependents => dependent,
                Berth::PortsOrDependents | Berth::BoxesOrPorts => own || dependent,
                _ => own,
            };
            if fits && of.is_port() && self.is_suitable(&sea.facts, faction, base)? {
                ports.push(base);
            }
        }
        Ok(ports)
    }

    /// Whose Dependent a country is: as declared, otherwise by the data.
    fn depends_on(&self, sea: &Sea, country: CountryId) -> Option<CountryId> {
        match sea.facts.get(Fact::DependentOf, &[Subject::Country(country)]) {
            Some(Value::Country(of)) => Some(*of),
            Some(_) => None,
            None => self.board.country(country).dependent_of,
        }
    }
}
