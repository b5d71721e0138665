//! 9 Special units, boxes and markers.

use super::board::{BaseId, Room, SeaMap};
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Missing, Owner, Subject, Value};
use super::item::{Item, Word};
use super::key::Key;
use super::markers::{self, Lies, MarkerState};
use super::pieces::{Nation, ShipType, UnitId};
use super::scenario::{Marker, Support};
use super::state::{Place, Post, Sea, SupportId};
use super::tables::{ReserveFleet, WarState};
use super::{Schiffskrieg, Table, rebasing};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::table::Step;

/// The Servron markers; one at a time is on the map (SK-9.9-3).
const SERVRONS: [Marker; 4] =
    [Marker::UsServron1, Marker::UsServron2, Marker::UsServron3, Marker::UsServron4];

fn turn(table: &Table) -> Turn {
    Turn(table.system().turn_number(table.state()))
}

fn put(table: &mut Table, marker: MarkerState, lies: Lies) -> Step<()> {
    let MarkerState { marker, nation, map, .. } = marker;
    table.record(Event::MarkerMoved { marker, nation, map, lies })
}

/// 9.9 The US Servron marker moves on or off the DS map, in the Naval Construction Segment of the Western
/// faction.
pub(super) fn servrons(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let seasonal = system.turn(sea).is_seasonal();
    if !seasonal || !system.scenario.maps.contains(&SeaMap::Ds) {
        return Ok(());
    }
    let find = |is: fn(Lies) -> bool| {
        sea.markers.iter().find(|it| SERVRONS.contains(&it.marker) && is(it.lies)).copied()
    };
    let there = find(|lies| matches!(lies, Lies::Base(_)));
    let spare = find(|lies| lies == Lies::ForcePool);
    let key = Key::Servron { turn: turn(table), faction: Faction::Western }.text();
    let title = "The Servron marker: leave it, take it off, or place one".to_owned();
    let mut ask = Ask::new(questions::SERVRON, key, "SK-9.9-2", title);
    let mut options = vec![Item::Word(Word::Leave)];
    options.extend(there.map(|_| Item::Word(Word::Off)));
    if spare.is_some() {
        options.extend(known(table, system.servron_ports(sea))?.into_iter().map(Item::Base));
    }
    ask.offer([Item::Word(Word::Servron)], options, Some(Item::Word(Word::Leave)));
    let answer = table.ask(Faction::Western.side(), &ask)?;
    let Some((_, choice)) = answer.first().copied() else { return Ok(()) };
    if choice == Item::Word(Word::Leave) {
        return Ok(());
    }
    if let Some(there) = there {
        put(table, there, Lies::Delay)?;
    }
    match (choice, spare) {
        (Item::Base(base), Some(spare)) => put(table, spare, Lies::Base(base)),
        _ => Ok(()),
    }
}

/// 9.8 The Western faction says which ships hold its Reserve Fleets, where more are there than must be
/// (SK-9.8-2).
pub(super) fn reserves(table: &mut Table) -> Step<()> {
    for marker in reserve_markers(table.state()) {
        hold(table, marker, true)?;
    }
    Ok(())
}

/// The same as the program chooses, for markers that nobody holds yet: the weakest ships that will do.
pub(super) fn hold_reserves(table: &mut Table) -> Step<()> {
    for marker in reserve_markers(table.state()) {
        let Lies::Base(base) = marker.lies else { continue };
        let sea = table.state();
        let held = |unit: UnitId| sea.unit(unit).place == Place::Base(base) && sea.unit(unit).status.held;
        if !sea.ids().any(held) {
            hold(table, marker, false)?;
        }
    }
    Ok(())
}

pub(super) fn reserve_markers(sea: &Sea) -> Vec<MarkerState> {
    let there = |it: &&MarkerState| it.marker == Marker::ReserveFleet && matches!(it.lies, Lies::Base(_));
    sea.markers.iter().filter(there).copied().collect()
}

fn hold(table: &mut Table, marker: MarkerState, asked: bool) -> Step<()> {
    let Lies::Base(base) = marker.lies else { return Ok(()) };
    let (system, sea) = (table.system(), table.state());
    let Some(fleet) = system.reserve_fleet(base, marker.nation) else { return Ok(()) };
    let ships = system.reserve_ships(sea, base, fleet);
    let silence = system.weakest_reserve(sea, fleet, &ships);
    let mut held = silence.clone();
    if asked && silence.len() < ships.len() && system.is_met(fleet, &silence) {
        let ask = hold_question(table, base, fleet, &ships, &silence);
        let answer = table.ask(Faction::Western.side(), &ask)?;
        held = answer.iter().filter_map(|(unit, word)| held_by(*unit, *word)).collect();
        held.sort_unstable();
    }
    let before: Vec<UnitId> =
        ships.iter().copied().filter(|unit| table.state().unit(*unit).status.held).collect();
    if held == before { Ok(()) } else { table.record(Event::Held { base, units: held }) }
}

fn held_by(unit: Item, word: Item) -> Option<UnitId> {
    match (unit, word) {
        (Item::Unit(unit), Item::Word(Word::Held)) => Some(unit),
        _ => None,
    }
}

fn hold_question(
    table: &Table,
    base: BaseId,
    fleet: &ReserveFleet,
    ships: &[UnitId],
    silence: &[UnitId],
) -> Ask<Item, Item> {
    let system = table.system();
    let port = &system.board.base(base).id;
    let key = Key::ReserveHold { turn: turn(table), faction: Faction::Western, port }.text();
    let title = format!("{}: choose the ships that hold the Reserve Fleet", system.board.base(base).name);
    let mut ask = Ask::new(questions::RESERVE_HOLD, key, "SK-9.8-2", title);
    for unit in ships {
        let held = Choice { item: Item::Word(Word::Held), mark: 1, worth: 0 };
        let word = if silence.contains(unit) { Word::Held } else { Word::Free };
        ask.offer([Item::Unit(*unit)], [Choice::from(Item::Word(Word::Free)), held], Some(Item::Word(word)));
    }
    for (is, least, most, what) in [
        (surface as fn(&Schiffskrieg, UnitId) -> bool, fleet.surface, fleet.surface, "surface ships"),
        (battleship, fleet.battleships, u8::MAX, "battleships"),
        (carrier, fleet.carriers, fleet.carriers, "carriers"),
    ] {
        let who: Vec<u16> =
            (0..ships.len()).filter(|at| is(system, ships[*at])).map(|at| at as u16).collect();
        if !who.is_empty() {
            let most = if most == u8::MAX { u16::MAX } else { u16::from(most) };
            let (least, what, rule) = (u16::from(least), what.to_owned(), "SK-9.8-2".to_owned());
            ask = ask.limit(Limit::Sum { who, least, most, what, rule });
        }
    }
    // Who was not named fills up what is still wanted, and no more.
    let count = u16::from(fleet.surface) + u16::from(fleet.carriers);
    exactly(ask, Word::Held, count, "SK-9.8-2")
}

/// Exactly so many choose a word.
fn exactly(ask: Ask<Item, Item>, word: Word, count: u16, rule: &str) -> Ask<Item, Item> {
    match ask.options.iter().position(|it| it.item == Item::Word(word)) {
        Some(option) => {
            let (option, rule) = (option as u16, rule.to_owned());
            ask.limit(Limit::Exactly { option, count, rule })
        }
        None => ask,
    }
}

fn surface(system: &Schiffskrieg, unit: UnitId) -> bool {
    system.counters[unit].is_surface()
}

fn battleship(system: &Schiffskrieg, unit: UnitId) -> bool {
    system.counters[unit].ship() == Some(ShipType::Bb)
}

fn carrier(system: &Schiffskrieg, unit: UnitId) -> bool {
    system.counters[unit].ship() == Some(ShipType::Cv)
}

/// SK-9.8-3 A Reserve Fleet marker in a port leaves the game.
pub(super) fn end_reserve(table: &mut Table, base: BaseId) -> Step<()> {
    let there = reserve_markers(table.state()).into_iter().find(|it| it.lies == Lies::Base(base));
    match there {
        Some(marker) => put(table, marker, Lies::Out),
        None => Ok(()),
    }
}

/// What an enemy ground unit does in a hex that it enters: a Reserve Fleet is over (SK-9.8-3), a Servron goes
/// to the Delay Box (SK-9.9-4), and ships and LBAs leave at once (SK-1.2-14).
pub(super) fn enemy_enters(table: &mut Table, base: BaseId) -> Step<()> {
    end_reserve(table, base)?;
    let sea = table.state();
    let servron = |it: &&MarkerState| SERVRONS.contains(&it.marker) && it.lies == Lies::Base(base);
    if let Some(marker) = sea.markers.iter().find(servron).copied() {
        put(table, marker, Lies::Delay)?;
    }
    rebasing::entered(table, base)
}

/// What comes off the Turn Track in the Turn Marker Segment does what its marker says (9).
pub(super) fn turn_markers(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let now = system.turn(sea);
    let due = |it: &&MarkerState| matches!(it.lies, Lies::TurnTrack(turn) if turn <= now);
    let due: Vec<MarkerState> = sea.markers.iter().filter(due).copied().collect();
    for marker in due {
        come_off(table, marker)?;
    }
    Ok(())
}

fn come_off(table: &mut Table, marker: MarkerState) -> Step<()> {
    match marker.marker {
        // SK-9.3-1
        Marker::UsEndShipBuilding => markers::mark(table, SeaMap::Ds, Marker::UsShipBuilding.id(), false)?,
        // SK-9.5-1, SK-9.13-1
        Marker::NavalPurges | Marker::UsnSuperiority => {
            markers::mark(table, marker.map, marker.marker.id(), true)?;
        }
        // SK-9.6-1 A German Surface Fleet leaves the game wherever it is.
        Marker::OkmPurges => dismiss(table)?,
        // SK-9.9-1
        it if SERVRONS.contains(&it) => return put(table, marker, Lies::ForcePool),
        // SK-9.8.2-2, SK-9.8.4-2
        Marker::ReserveFleet => return place_reserve(table, marker),
        _ => (),
    }
    put(table, marker, Lies::Out)
}

fn dismiss(table: &mut Table) -> Step<()> {
    let sea = table.state();
    let german = |at: &usize| {
        let unit = &sea.support[*at];
        let own = unit.owner == Owner::Nation(Nation::German) && unit.kind == Support::SurfaceFleet;
        own && unit.post != Post::Away
    };
    match (0..sea.support.len()).find(german) {
        Some(at) => table.record(Event::Posted { support: SupportId(at as u8), post: Post::Away }),
        None => Ok(()),
    }
}

/// SK-9.8.2-2, SK-9.8.2-3, SK-9.8.4-2, SK-9.8.4-3 A Reserve Fleet marker comes off the track: it is placed
/// unless its country is at war, and the Axis moves ships there until they suffice.
fn place_reserve(table: &mut Table, marker: MarkerState) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let fleet = system
        .tables
        .reserve_fleets
        .iter()
        .find(|it| Some(it.nation) == marker.nation && system.is_of(it, marker.map));
    let Some(fleet) = fleet else { return put(table, marker, Lies::Out) };
    let Some(base) = system.board.base_named(&fleet.base) else { return put(table, marker, Lies::Out) };
    if known(table, system.is_released(sea, fleet.nation, marker.map))?
        || known(table, system.is_lost(sea, base, fleet))?
    {
        return put(table, marker, Lies::Out);
    }
    put(table, marker, Lies::Base(base))?;
    fill_reserve(table, base, fleet)?;
    let now = MarkerState { lies: Lies::Base(base), ..marker };
    hold(table, now, false)
}

fn fill_reserve(table: &mut Table, base: BaseId, fleet: &ReserveFleet) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let there = system.reserve_ships(sea, base, fleet);
    let count = |is: fn(&Schiffskrieg, UnitId) -> bool, units: &[UnitId]| {
        units.iter().filter(|unit| is(system, **unit)).count() as u8
    };
    let bbs = fleet.battleships.saturating_sub(count(battleship, &there));
    let all = fleet.surface.saturating_sub(count(surface, &there)).max(bbs);
    let cvs = fleet.carriers.saturating_sub(count(carrier, &there));
    if all + cvs == 0 {
        return Ok(());
    }
    let candidates = system.reserve_candidates(sea, base, fleet);
    let (bbs, all) = (bbs.min(count(battleship, &candidates)), all.min(count(surface, &candidates)));
    let cvs = cvs.min(count(carrier, &candidates));
    let key = Key::Happening { turn: turn(table), faction: Faction::Axis, why: &fleet.base }.text();
    let title =
        format!("{}: which ships the Axis moves there for the Reserve Fleet", system.board.base(base).name);
    let mut ask = Ask::new(questions::EVENT, key, "SK-9.8.2-3", title);
    let mut wanted = [all.saturating_sub(bbs), bbs, cvs];
    for unit in &candidates {
        let at = if battleship(system, *unit) { 1 } else { usize::from(carrier(system, *unit)) * 2 };
        let silence = if wanted[at] > 0 { Word::Withdraw } else { Word::Leave };
        wanted[at] = wanted[at].saturating_sub(1);
        let go = Choice { item: Item::Word(Word::Withdraw), mark: 1, worth: 0 };
        ask.offer(
            [Item::Unit(*unit)],
            [Choice::from(Item::Word(Word::Leave)), go],
            Some(Item::Word(silence)),
        );
    }
    for (is, least, most, what) in [
        (surface as fn(&Schiffskrieg, UnitId) -> bool, all, u16::from(all), "surface ships"),
        (battleship, bbs, u16::MAX, "battleships"),
        (carrier, cvs, u16::from(cvs), "carriers"),
    ] {
        let who: Vec<u16> =
            (0..candidates.len()).filter(|at| is(system, candidates[*at])).map(|at| at as u16).collect();
        if !who.is_empty() {
            let (least, what, rule) = (u16::from(least), what.to_owned(), "SK-9.8.2-3".to_owned());
            ask = ask.limit(Limit::Sum { who, least, most, what, rule });
        }
    }
    let ask = exactly(ask, Word::Withdraw, u16::from(all) + u16::from(cvs), "SK-9.8.2-3");
    let answer = table.ask(Faction::Axis.side(), &ask)?;
    let goes = |(unit, word): &(Item, Item)| match (unit, word) {
        (Item::Unit(unit), Item::Word(Word::Withdraw)) => Some((*unit, Place::Base(base))),
        _ => None,
    };
    let units: Vec<(UnitId, Place)> = answer.iter().filter_map(goes).collect();
    if units.is_empty() {
        return Ok(());
    }
    table.record(Event::Moved { faction: Faction::Axis, rule: "SK-9.8.2-3".to_owned(), units })
}

/// The ports in which a US Servron lies.
pub(super) fn servrons_in_port(sea: &Sea) -> impl Iterator<Item = BaseId> {
    sea.markers.iter().filter(|it| SERVRONS.contains(&it.marker)).filter_map(|it| match it.lies {
        Lies::Base(base) => Some(base),
        _ => None,
    })
}

impl Schiffskrieg {
    /// What a Reserve Fleet of a nation in a port must be.
    pub(super) fn reserve_fleet(&self, base: BaseId, nation: Option<Nation>) -> Option<&ReserveFleet> {
        let id = &self.board.base(base).id;
        self.tables.reserve_fleets.iter().find(|it| it.base == *id && Some(it.nation) == nation)
    }

    fn is_of(&self, fleet: &ReserveFleet, map: SeaMap) -> bool {
        self.board.base_named(&fleet.base).is_some_and(|base| self.board.base(base).map() == map)
    }

    /// The ships of its nation in a port that could hold a Reserve Fleet: surface ships, and CVs where one is
    /// asked (SK-9.8.1-1).
    pub(super) fn reserve_ships(&self, sea: &Sea, base: BaseId, fleet: &ReserveFleet) -> Vec<UnitId> {
        let fits = |unit: &UnitId| {
            let of = &self.counters[*unit];
            let kind = of.is_surface() || (fleet.carriers > 0 && of.ship() == Some(ShipType::Cv));
            of.nation == fleet.nation && kind && sea.unit(*unit).place == Place::Base(base)
        };
        sea.ids().filter(fits).collect()
    }

    /// The weakest of some ships that meet a Reserve Fleet's demand; all of them if they do not.
    fn weakest_reserve(&self, sea: &Sea, fleet: &ReserveFleet, ships: &[UnitId]) -> Vec<UnitId> {
        let strength = |unit: &UnitId| {
            let side = self.counters[*unit].factors(sea.unit(*unit).hurt);
            (side.gunnery + side.airstrike, side.speed, unit.0)
        };
        let mut order = ships.to_vec();
        order.sort_by_key(strength);
        let take = |is: fn(&Schiffskrieg, UnitId) -> bool, number: u8, from: &[UnitId]| {
            let fitting = from.iter().copied().filter(|unit| is(self, *unit));
            fitting.take(usize::from(number)).collect::<Vec<_>>()
        };
        let mut held = take(battleship, fleet.battleships, &order);
        let rest: Vec<UnitId> = order.iter().copied().filter(|unit| !held.contains(unit)).collect();
        held.extend(take(surface, fleet.surface.saturating_sub(held.len() as u8), &rest));
        held.extend(take(carrier, fleet.carriers, &order));
        held.sort_unstable();
        held
    }

    /// Whether ships meet a Reserve Fleet's demand.
    pub(super) fn is_met(&self, fleet: &ReserveFleet, ships: &[UnitId]) -> bool {
        let count = |is: fn(&Schiffskrieg, UnitId) -> bool| {
            ships.iter().filter(|unit| is(self, **unit)).count() as u8
        };
        count(surface) >= fleet.surface
            && count(battleship) >= fleet.battleships
            && count(carrier) >= fleet.carriers
    }

    /// Ships that the Axis may move to a Reserve Fleet: from bases, boxes, Used Boxes, the Turn Track and the
    /// other theatre, on both maps (SK-9.8.2-3, SK-9.8.4-3).
    fn reserve_candidates(&self, sea: &Sea, base: BaseId, fleet: &ReserveFleet) -> Vec<UnitId> {
        let fits = |unit: &UnitId| {
            let (of, place) = (&self.counters[*unit], sea.unit(*unit).place);
            let kind = of.is_surface() || (fleet.carriers > 0 && of.ship() == Some(ShipType::Cv));
            let anywhere = matches!(
                place,
                Place::Base(_)
                    | Place::Box(_)
                    | Place::Used(_)
                    | Place::UsedAsset(_)
                    | Place::TurnTrack(..)
                    | Place::Holding
            );
            of.nation == fleet.nation && kind && anywhere && place != Place::Base(base)
        };
        sea.ids().filter(fits).collect()
    }

    /// Whether the country of a Reserve Fleet on DS is at war, or Pacific Total War is in effect (SK-11.8-1).
    pub(super) fn is_released(&self, sea: &Sea, nation: Nation, map: SeaMap) -> Result<bool, Missing> {
        if self.war_state(&sea.facts, map)? == WarState::TotalWar {
            return Ok(true);
        }
        let Some(country) = self.board.country_of(nation) else { return Ok(false) };
        let posture =
            self.need(&sea.facts, Fact::Posture, &[Subject::Country(country), Subject::Map(map)])?;
        let war = self.facts.of(Fact::Posture).one_of.iter().position(|it| it == "war");
        Ok(matches!(&*posture, Value::Word(at) if Some(usize::from(*at)) == war))
    }

    /// Whether the port of a Reserve Fleet is no longer of its country: Malaya not British (SK-9.8.4-2).
    fn is_lost(&self, sea: &Sea, base: BaseId, fleet: &ReserveFleet) -> Result<bool, Missing> {
        let of = self.board.base(base).country;
        let home = self.board.country_of(fleet.nation);
        if self.board.country(of).dependent_of != home {
            return Ok(false);
        }
        let now = self.need(&sea.facts, Fact::DependentOf, &[Subject::Country(of)]);
        match now {
            Ok(value) => Ok(home.is_some_and(|home| *value != Value::Country(home))),
            // Where nobody declared a change, the data hold.
            Err(_) => Ok(false),
        }
    }

    /// Ports for a Servron: with the symbol, with a US ground unit and without an enemy one (SK-9.9-2).
    fn servron_ports(&self, sea: &Sea) -> Result<Vec<BaseId>, Missing> {
        let us = self.board.country_of(Nation::Us);
        let mut ports = Vec::new();
        for base in self.board.base_ids() {
            let of = self.board.base(base);
            if of.map() != SeaMap::Ds || of.room != Room::Limited {
                continue;
            }
            let unit = self.need(&sea.facts, Fact::GroundUnitInHex, &[Subject::Hex(of.hex)]);
            let own = matches!(unit.as_deref(), Ok(Value::Country(country)) if Some(*country) == us);
            if own && !self.enemy_holds(&sea.facts, Faction::Western, of.hex)? {
                ports.push(base);
            }
        }
        Ok(ports)
    }

    /// Strategic Hexes that count against the Allies: one after an Emergency Recall (SK-9.11-1).
    pub fn strategic_hexes_against_allies(&self, sea: &Sea) -> u8 {
        let maps = self.scenario.maps.iter();
        u8::from(maps.into_iter().any(|map| self.is_marked(sea, *map, "ship-recall")))
    }

    /// Whether a US Servron lies in a port and lifts its limit (SK-1.1-9).
    pub fn has_servron(&self, sea: &Sea, base: BaseId) -> bool {
        servrons_in_port(sea).any(|port| port == base)
    }

    /// Whether a ship is bound to stay: held by a Reserve Fleet marker (SK-9.8-1), or awaiting liberation
    /// (SK-9.2-1), or nobody's (SK-11.3-3).
    pub fn is_held(&self, sea: &Sea, unit: UnitId) -> bool {
        !self.is_free(sea, unit)
    }
}
