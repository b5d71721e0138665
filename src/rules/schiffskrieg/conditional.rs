//! 11 Conditional events.

use std::cell::RefCell;

use super::board::{BaseId, CountryId, SeaMap};
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Declared, Fact, Missing, Subject, Value};
use super::item::{Item, Word};
use super::key::Key;
use super::markers::{Allegiance, Lies, MarkerState};
use super::naval_war::once;
use super::pieces::{Nation, ShipType, Stripe, UnitId};
use super::scenario::Marker;
use super::state::{Place, Sea};
use super::tables::WarState;
use super::{Schiffskrieg, Table, special};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// The die up to which a ship leaves the game, or becomes Vichy's.
const LEAVES: u8 = 3;

/// 11 A conditional event that was declared, or that history brings.
pub(super) fn happen(table: &mut Table, event: &Declared) -> Step<()> {
    match (&event.of[..], &event.value) {
        ([Subject::Country(country)], Value::Word(word)) => play(table, *country, *word),
        _ => Ok(()),
    }
}

/// The same by its parts: `word` is its place among the words of the fact.
pub(super) fn play(table: &mut Table, country: CountryId, word: u8) -> Step<()> {
    let words = &table.system().facts.of(Fact::ConditionalEvent).one_of;
    let word = words.get(usize::from(word)).map_or("", String::as_str);
    by_word(table, country, word)
}

/// The same by the word of the event.
pub(super) fn by_word(table: &mut Table, country: CountryId, word: &str) -> Step<()> {
    let france = table.system().board.country_of(Nation::French) == Some(country);
    match word {
        "allied-minor-country-conquest" if france => conquest_of_france(table),
        "allied-minor-country-conquest" => fall(table, country, "SK-11.1-2", false),
        "minor-country-liberation" => leave_all(table, country, "SK-11.2-1"),
        "case-yellow" if france => case_yellow(table),
        "case-yellow" => fall(table, country, "SK-11.3-4", true),
        "french-liberation" => french_liberation(table),
        "operation-avalanche" => leave_all(table, country, "SK-11.6-1"),
        "ostland-accord" => ostland_accord(table),
        _ => Ok(()),
    }
}

fn moved(table: &mut Table, rule: &str, units: Vec<(UnitId, Place)>) -> Step<()> {
    let Some((first, _)) = units.first() else { return Ok(()) };
    let faction = table.system().side_of(table.state(), *first).unwrap_or(Faction::Axis);
    table.record(Event::Moved { faction, rule: rule.to_owned(), units })
}

/// SK-11.1-1 France is conquered on TK: its LBAs leave, and so does what is still being built; every other
/// ship is Vichy's, goes to the Naval Warfare Delay Box of TK, and keeps its faction.
fn conquest_of_france(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let french = system.pieces_of(sea, Nation::French);
    let built = |unit: &UnitId| is_being_built(sea.unit(*unit).place);
    let (gone, left): (Vec<UnitId>, Vec<UnitId>) =
        french.into_iter().partition(|unit| !system.counters[*unit].is_ship() || built(unit));
    let factions: Vec<(UnitId, Option<Faction>)> =
        left.iter().map(|unit| (*unit, system.side_of(sea, *unit))).collect();
    moved(table, "SK-11.1-1", gone.into_iter().map(|unit| (unit, Place::Out)).collect())?;
    for faction in Faction::ALL {
        let own: Vec<UnitId> =
            factions.iter().filter(|(_, of)| *of == Some(faction)).map(|(unit, _)| *unit).collect();
        if !own.is_empty() {
            table.record(Event::Aligned { units: own, to: Some(Allegiance::to(faction)), vichy: true })?;
        }
    }
    moved(table, "SK-11.1-1", left.into_iter().map(|unit| (unit, Place::NavalDelay(SeaMap::Tk))).collect())
}

/// Whether a ship is on the Ship Building Track or in one of its boxes.
fn is_being_built(place: Place) -> bool {
    matches!(place, Place::ShipTrack(_) | Place::Available | Place::Shipyard)
}

/// SK-11.1-2, SK-11.3-4 Another country falls: coastal defence ships, LBAs and X-boats leave, by Case Yellow
/// also what is on a track; each other ship leaves or joins the Western faction.
fn fall(table: &mut Table, country: CountryId, rule: &str, yellow: bool) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let map = system.board.country(country).maps.first().copied().unwrap_or(SeaMap::Tk);
    let leaves = |unit: &UnitId| {
        let (of, place) = (&system.counters[*unit], sea.unit(*unit).place);
        let track = yellow && (is_being_built(place) || matches!(place, Place::TurnTrack(..)));
        !of.is_ship() || of.ship() == Some(ShipType::Cd) || track
    };
    let (gone, rest): (Vec<UnitId>, Vec<UnitId>) =
        system.pieces_of_country(sea, country).into_iter().partition(leaves);
    moved(table, rule, gone.into_iter().map(|unit| (unit, Place::Out)).collect())?;
    for unit in rest {
        let die = fate_die(table, unit)?;
        if die <= LEAVES {
            table.record(Event::Fate { unit, rule: rule.to_owned(), die, to: Place::Out })?;
        } else {
            let map = table.system().map_of(table.state(), unit).unwrap_or(map);
            table.record(Event::Fate { unit, rule: rule.to_owned(), die, to: Place::NavalDelay(map) })?;
            table.record(Event::Aligned {
                units: vec![unit],
                to: Some(Allegiance::Western),
                vichy: false,
            })?;
        }
    }
    Ok(())
}

fn fate_die(table: &mut Table, unit: UnitId) -> Step<u8> {
    let (system, sea) = (table.system(), table.state());
    let label = format!("t{}/defect/{}", system.turn_number(sea), system.counters[unit].id);
    Ok(table.roll(label, 1)?[0])
}

/// SK-11.2-1, SK-11.6-1 All pieces of a country leave.
fn leave_all(table: &mut Table, country: CountryId, rule: &str) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let units = system.pieces_of_country(sea, country);
    moved(table, rule, units.into_iter().map(|unit| (unit, Place::Out)).collect())
}

/// SK-11.3-1 to SK-11.3-3 Case Yellow on France: LBAs and what is on a track leave; each ship is Vichy's,
/// which nobody uses for now, or waits for liberation in the Western Force Pool.
fn case_yellow(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let track = |unit: &UnitId| {
        let place = sea.unit(*unit).place;
        is_being_built(place) || matches!(place, Place::TurnTrack(..))
    };
    let french = system.pieces_of(sea, Nation::French);
    let (gone, rest): (Vec<UnitId>, Vec<UnitId>) =
        french.into_iter().partition(|unit| !system.counters[*unit].is_ship() || track(unit));
    moved(table, "SK-11.3-1", gone.into_iter().map(|unit| (unit, Place::Out)).collect())?;
    for unit in rest {
        let die = fate_die(table, unit)?;
        let rule = "SK-11.3-1".to_owned();
        let (to, allegiance, vichy) = if die <= LEAVES {
            (table.state().unit(unit).place, Allegiance::Nobody, true)
        } else {
            (Place::ForcePool(SeaMap::Tk), Allegiance::Western, false)
        };
        table.record(Event::Fate { unit, rule, die, to })?;
        table.record(Event::Aligned { units: vec![unit], to: Some(allegiance), vichy })?;
    }
    Ok(())
}

/// SK-11.4-1 France is free: ships that await liberation go to the Naval Warfare Delay Box, all others leave;
/// the marker is out of the game (SK-9.2-1).
fn french_liberation(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let ships =
        system.pieces_of(sea, Nation::French).into_iter().filter(|unit| system.counters[*unit].is_ship());
    let place = |unit: UnitId| {
        if system.awaits_liberation(sea, unit) { Place::NavalDelay(SeaMap::Tk) } else { Place::Out }
    };
    let ships: Vec<(UnitId, Place)> = ships.map(|unit| (unit, place(unit))).collect();
    let marker = sea.markers.iter().find(|it| it.marker == Marker::AwaitingLiberation).copied();
    moved(table, "SK-11.4-1", ships)?;
    if let Some(MarkerState { marker, nation, map, .. }) = marker {
        table.record(Event::MarkerMoved { marker, nation, map, lies: Lies::Out })?;
    }
    Ok(())
}

/// SK-11.7-1 Russian ships and LBAs on the map go to the Delay Box.
fn ostland_accord(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let there = |unit: &UnitId| {
        let of = &system.counters[*unit];
        let place = sea.unit(*unit).place;
        let on_map = matches!(place, Place::Base(_) | Place::Box(_) | Place::Used(_) | Place::OnStation(_));
        (of.is_ship() || of.is_lba()) && on_map
    };
    let units = system.pieces_of(sea, Nation::Russian).into_iter().filter(there);
    let place = |unit: UnitId| Place::Delay(system.map_of(sea, unit).unwrap_or(SeaMap::Tk));
    let units = units.map(|unit| (unit, place(unit))).collect();
    moved(table, "SK-11.7-1", units)
}

/// 11.5, 11.8, 11.9 What the Final Administrative Phase checks: Reserve Fleets that may be released, and
/// shipyards that are lost.
pub(super) fn final_checks(table: &mut Table) -> Step<()> {
    for marker in special::reserve_markers(table.state()) {
        release(table, marker)?;
    }
    shipyards(table)
}

/// SK-11.5-1, SK-11.8-1 The Western faction may remove a Reserve Fleet marker.
fn release(table: &mut Table, marker: MarkerState) -> Step<()> {
    let (Lies::Base(base), Some(nation)) = (marker.lies, marker.nation) else { return Ok(()) };
    let (system, sea) = (table.system(), table.state());
    let open = match marker.map {
        SeaMap::Tk => system.is_mediterranean_free(sea, nation),
        SeaMap::Ds => system.is_released(sea, nation, SeaMap::Ds),
    };
    if !known(table, open)? {
        return Ok(());
    }
    let port = &system.board.base(base).id;
    let turn = Turn(system.turn_number(sea));
    let key = Key::Release { turn, faction: Faction::Western, port }.text();
    let rule = if marker.map == SeaMap::Tk { "SK-11.5-1" } else { "SK-11.8-1" };
    let title = format!("{}: release the Reserve Fleet, or keep it", system.board.base(base).name);
    let mut ask = Ask::new(questions::EVENT, key, rule, title);
    ask.offer([Item::Word(Word::Marker)], [Word::Yes, Word::No].map(Item::Word), Some(Item::Word(Word::Yes)));
    let answer = table.ask(Faction::Western.side(), &ask)?;
    if answer.first().is_some_and(|(_, word)| *word == Item::Word(Word::Yes)) {
        special::end_reserve(table, base)?;
    }
    Ok(())
}

/// 11.9 All ships of a country that are being built leave if all its home ports are enemy-controlled; Russian
/// ones by their seas.
fn shipyards(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let mut gone = Vec::new();
    let lots = RefCell::default();
    for unit in sea.ids().filter(|unit| is_being_built(sea.unit(*unit).place)) {
        let of = &system.counters[unit];
        // Ships of a nation that fight for one faction, in one stripe, share their lot.
        let alike = (of.nation, sea.unit(unit).stripe.or(of.stripe), system.side_of(sea, unit));
        let lost = once(&lots, alike, || system.is_shipyard_lost(sea, unit));
        if known(table, lost)? {
            gone.push((unit, Place::Out));
        }
    }
    moved(table, "SK-11.9-1", gone)
}

impl Schiffskrieg {
    /// The pieces of a nation that are in play.
    fn pieces_of(&self, sea: &Sea, nation: Nation) -> Vec<UnitId> {
        let there = |unit: &UnitId| !matches!(sea.unit(*unit).place, Place::Sunk | Place::Out);
        sea.ids().filter(|unit| self.counters[*unit].nation == nation).filter(there).collect()
    }

    /// The pieces of a country that are in play.
    fn pieces_of_country(&self, sea: &Sea, country: CountryId) -> Vec<UnitId> {
        let id = &self.board.country(country).id;
        let nation = Nation::ALL.into_iter().find(|nation| nation.country() == id);
        nation.map_or_else(Vec::new, |nation| self.pieces_of(sea, nation))
    }

    /// SK-11.5-1 Whether a Reserve Fleet on TK may be released: an Axis ground unit stands in its country, a
    /// neighbour is an active Axis minor, or there is European Total War.
    fn is_mediterranean_free(&self, sea: &Sea, nation: Nation) -> Result<bool, Missing> {
        if self.war_state(&sea.facts, SeaMap::Tk)? == WarState::TotalWar {
            return Ok(true);
        }
        for id in ["france", "italy", "spain", "turkey"] {
            if let Some(country) = self.board.country_named(id)
                && self.holder_of(&sea.facts, country, SeaMap::Tk)? == Some(Faction::Axis)
            {
                return Ok(true);
            }
        }
        match self.board.country_of(nation) {
            Some(country) => {
                self.flag(&sea.facts, Fact::AxisGroundUnitInCountry, &[Subject::Country(country)])
            }
            None => Ok(false),
        }
    }

    /// Whether a ship that is being built is lost with the home ports of its country (SK-11.9-1 to
    /// SK-11.9-3): in TK for all, in DS for Axis and Soviet ones, for the US never; by stripe for a Russian
    /// one.
    fn is_shipyard_lost(&self, sea: &Sea, unit: UnitId) -> Result<bool, Missing> {
        let nation = self.counters[unit].nation;
        let western = nation.major_of() == Some(Faction::Western);
        let tk = self.scenario.maps.contains(&SeaMap::Tk);
        if nation == Nation::Us || (western && !tk) {
            return Ok(false);
        }
        let Some(country) = self.board.country_of(nation) else { return Ok(false) };
        let stripe = sea.unit(unit).stripe.or(self.counters[unit].stripe);
        if let (Nation::Russian, Some(stripe)) = (nation, stripe) {
            return self.are_all_hostile(sea, Faction::Soviet, &self.home_ports(country, Some(stripe)));
        }
        if nation == Nation::Russian {
            return Ok(false);
        }
        if let Some(value) = sea.facts.get(Fact::AllHomePortsLost, &[Subject::Country(country)]) {
            return Ok(*value == Value::Flag(true));
        }
        let Some(faction) = self.side_of(sea, unit) else { return Ok(false) };
        self.are_all_hostile(sea, faction, &self.home_ports(country, None))
    }

    /// The home ports of a country, or those of a stripe's seas (1.4).
    fn home_ports(&self, country: CountryId, stripe: Option<Stripe>) -> Vec<BaseId> {
        let seas: &[&str] = match stripe {
            None => &[],
            Some(Stripe::Gray) => &["black-sea"],
            Some(Stripe::Blue) => &["baltic-sea"],
            Some(Stripe::Red) => &["sea-of-japan", "sea-of-okhotsk"],
        };
        let home = |base: &BaseId| {
            let of = self.board.base(*base);
            let there = seas.is_empty()
                || of.zones.iter().any(|zone| seas.contains(&self.board.zone(*zone).id.as_str()));
            of.country == country && of.is_port() && there
        };
        self.board.base_ids().filter(home).collect()
    }

    /// Whether enemies control all of some ports; a port of which nobody said whose it is is not theirs.
    fn are_all_hostile(&self, sea: &Sea, faction: Faction, ports: &[BaseId]) -> Result<bool, Missing> {
        for port in ports {
            let Ok(Some(holder)) = self.controller(&sea.facts, *port) else { return Ok(false) };
            if holder == faction
                || !self.are_hostile(&sea.facts, faction, holder, self.board.base(*port).map())?
            {
                return Ok(false);
            }
        }
        Ok(!ports.is_empty())
    }
}
