//! 6.1, 6.2 Ship building points, construction, and the reorganization of LBAs.

use super::board::SeaMap;
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Missing, Subject};
use super::item::{Item, Word};
use super::key::Key;
use super::markers;
use super::pieces::{Nation, Stripe, UnitId};
use super::scenario::Spot;
use super::state::{Place, Sea};
use super::tables::WarState;
use super::{Schiffskrieg, Table};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::table::Step;

/// Halves of a Ship Building Point.
const HALVES: u8 = 2;
const US_SHIP_BUILDING: &str = "us-ship-building";
const NAVAL_PURGES: &str = "naval-purges";

fn turn(table: &Table) -> Turn {
    Turn(table.system().turn_number(table.state()))
}

/// 6.1 The Naval Construction Segment of a faction, on a Seasonal Turn: each of its countries that builds
/// rolls, and spends at once what it gets (SK-6.1.2-1).
pub(super) fn build(table: &mut Table, faction: Faction) -> Step<()> {
    if !table.system().turn(table.state()).is_seasonal() {
        return Ok(());
    }
    let nations = Nation::ALL.into_iter().filter(|nation| nation.major_of() == Some(faction));
    for nation in nations {
        let halves = fund(table, faction, nation)?;
        if halves > 0 {
            spend(table, faction, nation, halves, Place::Shipyard, "SK-6.1.2-2")?;
        }
    }
    Ok(())
}

/// 6.1.1 What a country may spend, in halves of a point: a point for a good roll (SK-6.1.1.1-1), and what the
/// United States get without one (SK-6.1.1.2-3), both together if both are due (SK-6.1.1.2-4).
fn fund(table: &mut Table, faction: Faction, nation: Nation) -> Step<u8> {
    let (system, sea) = (table.system(), table.state());
    let mut halves = 0;
    if let Some(needed) = known(table, system.needed(sea, nation))? {
        let label = format!("t{}/sbp/{}", system.turn_number(sea), nation.id());
        let die = table.roll(label, 1)?[0];
        let gets = die <= needed;
        // SK-6.1.2-7
        let purged =
            gets && nation == Nation::Russian && system.is_marked(table.state(), SeaMap::Tk, NAVAL_PURGES);
        let won = if gets && !purged { HALVES } else { 0 };
        table.record(Event::Funded { nation, die: Some(die), halves: won, purged })?;
        if purged {
            markers::mark(table, SeaMap::Tk, NAVAL_PURGES, false)?;
        }
        halves += won;
    }
    let (automatic, points) = table.system().tables.automatic;
    let lies = table.system().is_marked(table.state(), SeaMap::Ds, US_SHIP_BUILDING);
    if nation == automatic && lies && faction == Faction::Western {
        let more = points * HALVES;
        table.record(Event::Funded { nation, die: None, halves: more, purged: false })?;
        halves += more;
    }
    Ok(halves)
}

/// 6.1.2 A country begins ships for halves of a point. They go to `to`: the Shipyard Delay Box, or for an
/// event's sake the Naval Warfare Delay Box (10.9).
pub(super) fn spend(
    table: &mut Table,
    faction: Faction,
    nation: Nation,
    halves: u8,
    to: Place,
    rule: &'static str,
) -> Step<()> {
    let key = Key::Build { turn: turn(table), faction, nation }.text();
    let ask = question(table.system(), table.state(), nation, halves, key, rule);
    let answer = table.ask(faction.side(), &ask)?;
    let begun = |(unit, word): &(Item, Item)| match (unit, word) {
        (Item::Unit(unit), Item::Word(word)) if *word != Word::Leave => Some((*unit, stripe_of(*word))),
        _ => None,
    };
    for (unit, stripe) in answer.iter().filter_map(begun) {
        table.record(Event::Begun { unit, to, stripe })?;
    }
    Ok(())
}

/// The question which ships a country begins for halves of a point.
pub(super) fn question(
    system: &Schiffskrieg,
    sea: &Sea,
    nation: Nation,
    halves: u8,
    key: String,
    rule: &'static str,
) -> Ask<Item, Item> {
    let ships = system.to_be_built(sea, nation);
    let points = f32::from(halves) / f32::from(HALVES);
    let title = format!("{} yards: lay down ships for {points} Ship Building Points", nation.adjective());
    let mut ask = Ask::new(questions::BUILD, key, rule, title);
    let leave = Item::Word(Word::Leave);
    for unit in &ships {
        let cost = system.cost(*unit);
        let begins = system.stripes_of(*unit).into_iter().map(|stripe| Choice {
            item: Item::Word(stripe.map_or(Word::Build, striped)),
            mark: u16::from(cost),
            worth: 0,
        });
        ask.offer([Item::Unit(*unit)], [Choice::from(leave)].into_iter().chain(begins), Some(leave));
    }
    let (most, what) = (u16::from(halves), "half points".to_owned());
    ask = ask.limit(Limit::Sum { who: Vec::new(), least: 0, most, what, rule: "SK-6.1.2-2".to_owned() });
    for (who, unit) in ships.iter().enumerate() {
        // SK-6.1.2-4, SK-6.1.2-5 The order binds within a type.
        if let Some(needs) = ships[..who].iter().rposition(|before| system.same_type(*before, *unit)) {
            let rule = "SK-6.1.2-4".to_owned();
            ask = ask.limit(Limit::Follows { who: who as u16, needs: needs as u16, rule });
        }
    }
    ask
}

const fn striped(stripe: Stripe) -> Word {
    match stripe {
        Stripe::Gray => Word::GrayStripe,
        Stripe::Blue => Word::BlueStripe,
        Stripe::Red => Word::RedStripe,
    }
}

const fn stripe_of(word: Word) -> Option<Stripe> {
    match word {
        Word::GrayStripe => Some(Stripe::Gray),
        Word::BlueStripe => Some(Stripe::Blue),
        Word::RedStripe => Some(Stripe::Red),
        _ => None,
    }
}

/// 6.2 LBAs of a faction reorganize: for each reduced one that goes to the Delay Box at full strength,
/// another of its nation on its map may be at full strength again. Where one that was to be restored is
/// removed as well, nothing is restored for it.
pub(super) fn reorganize(table: &mut Table, faction: Faction) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let reduced = system.reduced(sea, faction);
    let key = Key::Reorganize { turn: turn(table), faction }.text();
    let title = "Reorganize reduced LBAs: send some to the Delay Box to restore others".to_owned();
    let mut ask = Ask::new(questions::REORGANIZE, key, "SK-6.2-1", title);
    let (stay, remove) = (Item::Word(Word::Stay), Item::Word(Word::Remove));
    for (unit, map) in &reduced {
        let others = reduced.iter().enumerate().filter(|(_, (other, of))| {
            other != unit && of == map && system.counters[*other].nation == system.counters[*unit].nation
        });
        let others =
            others.map(|(at, (other, _))| Choice { item: Item::Unit(*other), mark: at as u16 + 1, worth: 0 });
        let options = [Choice::from(stay), Choice::from(remove)].into_iter().chain(others);
        ask.offer([Item::Unit(*unit)], options, Some(stay));
    }
    let (what, rule) = ("one LBA is restored twice".to_owned(), "SK-6.2-2".to_owned());
    let ask = ask.limit(Limit::Distinct { what, rule });
    let answer = table.ask(faction.side(), &ask)?;
    let goes = |unit: UnitId| answer.iter().any(|(of, word)| *of == Item::Unit(unit) && *word != stay);
    for (unit, word) in &answer {
        let Item::Unit(removed) = *unit else { continue };
        let restored = match *word {
            Item::Unit(other) if !goes(other) => Some(other),
            _ => None,
        };
        if *word != stay {
            table.record(Event::Reorganized { removed, restored })?;
        }
    }
    Ok(())
}

impl Schiffskrieg {
    /// The War State of a map, whether or not it is played.
    pub(super) fn war_on(&self, sea: &Sea, map: SeaMap) -> Result<WarState, Missing> {
        if self.scenario.maps.contains(&map) {
            self.war_state(&sea.facts, map)
        } else {
            self.other_war_state(&sea.facts)
        }
    }

    /// The number at or below which a country gets a point; nothing if it does not roll (SK-6.1.1.1-1 to
    /// SK-6.1.1.1-9).
    fn needed(&self, sea: &Sea, nation: Nation) -> Result<Option<u8>, Missing> {
        for row in self.tables.building.iter().filter(|row| row.nation == nation) {
            if !row.games.contains(&self.scenario.game()) || self.war_on(sea, row.map)? != row.war_state {
                continue;
            }
            if row.while_policy_affected {
                let Some(country) = self.board.country_of(nation) else { continue };
                let of = [Subject::Country(country), Subject::Map(row.map)];
                if !self.flag(&sea.facts, Fact::PolicyAffected, &of)? {
                    continue;
                }
            }
            return Ok(Some(row.needed));
        }
        Ok(None)
    }

    /// What a ship costs, in halves of a point (SK-6.1.2-2).
    fn cost(&self, unit: UnitId) -> u8 {
        let (heavy, light) = self.tables.cost_in_halves;
        if self.counters[unit].is_heavy() { heavy } else { light }
    }

    /// A nation's ships in the Available for Construction Box, those of a type by their numbers (SK-SCN-5).
    pub(super) fn to_be_built(&self, sea: &Sea, nation: Nation) -> Vec<UnitId> {
        let fits = |unit: &UnitId| {
            sea.unit(*unit).place == Place::Available && self.counters[*unit].nation == nation
        };
        let mut ships: Vec<UnitId> = sea.ids().filter(fits).collect();
        ships.sort_by_key(|unit| {
            let of = &self.counters[*unit];
            (of.ship(), of.construction.unwrap_or(u8::MAX), unit.0)
        });
        ships
    }

    fn same_type(&self, one: UnitId, other: UnitId) -> bool {
        self.counters[one].ship() == self.counters[other].ship()
    }

    /// The stripes in which a Russian ship may be begun; one choice without a stripe for all others
    /// (SK-6.1.2-6).
    fn stripes_of(&self, unit: UnitId) -> Vec<Option<Stripe>> {
        let set_ups = self.scenario.set_ups.iter().flat_map(|(_, set_up)| set_up);
        let available = set_ups.flat_map(|set_up| &set_up.placements);
        let available = available.filter(|it| it.spot == Spot::Available && it.units.contains(&unit));
        let mut stripes: Vec<Option<Stripe>> = Vec::new();
        for placement in available {
            stripes.extend((!stripes.contains(&placement.stripe)).then_some(placement.stripe));
        }
        if stripes.is_empty() { vec![self.counters[unit].stripe] } else { stripes }
    }

    /// Reduced LBAs of a faction on the maps, each with its map.
    fn reduced(&self, sea: &Sea, faction: Faction) -> Vec<(UnitId, SeaMap)> {
        let there = |unit: UnitId| {
            let state = sea.unit(unit);
            let on_map = matches!(state.place, Place::Base(_) | Place::Box(_));
            let fits = self.counters[unit].is_lba() && state.hurt && on_map;
            let own = fits && self.side_of(sea, unit) == Some(faction);
            self.map_of_place(state.place).filter(|_| own).map(|map| (unit, map))
        };
        sea.ids().filter_map(there).collect()
    }
}
