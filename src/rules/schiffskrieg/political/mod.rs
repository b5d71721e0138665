//! 10 Political events, as far as the module changes them.

mod banzai;
mod discovered;
mod operation_z;

use super::board::{BaseId, SeaMap};
use super::building;
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Declared, Fact, Owner, Subject, Value};
use super::item::{Item, Word};
use super::key::Key;
use super::markers::Lies;
use super::pieces::{Kind, Nation, UnitId};
use super::scenario::{Marker, Support};
use super::state::{Place, Post, Sea, SupportId};
use super::theatres::{self, LARGE, RECALLED};
use super::{Schiffskrieg, Table};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::table::Step;

pub(super) use discovered::raiders_discovered;

/// The most carriers that are caught (10.2).
const CAUGHT: u16 = 2;
/// The most ships that come earlier with a fleet (SK-10.3-1).
const SOONER: u16 = 4;
/// LBAs or X-boats that come with a unit (10.9, 10.11).
const WITH_UNIT: u16 = 2;
/// Half points for ships of an event (SK-10.9-2).
const FOUR_POINTS: u8 = 8;

/// 10 A political event that was declared, or that history brings: `event` is the declaration of the fact
/// `political-event`.
pub(super) fn happen(table: &mut Table, event: &Declared) -> Step<()> {
    match (&event.of[..], &event.value) {
        ([Subject::Faction(faction), Subject::Map(map)], Value::Word(word)) => {
            play(table, *faction, *map, *word)
        }
        _ => Ok(()),
    }
}

/// The same by its parts: `word` is its place among the words of the fact.
pub(super) fn play(table: &mut Table, faction: Faction, map: SeaMap, word: u8) -> Step<()> {
    let words = &table.system().facts.of(Fact::PoliticalEvent).one_of;
    match words.get(usize::from(word)).map_or("", String::as_str) {
        "banzai" => banzai::banzai(table),
        "carriers-caught" => carriers_caught(table),
        "delay-reduction" => delay_reduction(table, faction, map),
        "doolittle-raid" => discovered::doolittle(table),
        "european-commitment" if map == SeaMap::Ds => commitment(table, faction, "european-commitment"),
        "pacific-commitment" if map == SeaMap::Tk => commitment(table, faction, "pacific-commitment"),
        "neutrals-pressured" => neutrals_pressured(table, faction),
        "operation-z" => operation_z::operation_z(table),
        "production-success" => production_success(table, map),
        "successful-improvements" => come_along(table, faction, map, None, Sort::Lba, "SK-10.11-1"),
        // Raiders are discovered by a roll on the Base Attack Table, or on Doolittle's card; elsewhere there
        // are none.
        _ => Ok(()),
    }
}

fn turn(table: &Table) -> Turn {
    Turn(table.system().turn_number(table.state()))
}

/// One choice of a faction.
fn choose(
    table: &mut Table,
    faction: Faction,
    why: &str,
    rule: &'static str,
    title: String,
    options: &[Item],
    silence: Item,
) -> Step<Item> {
    let key = Key::Happening { turn: turn(table), faction, why }.text();
    let mut ask = Ask::new(questions::EVENT, key, rule, title);
    ask.offer([Item::Word(Word::Choice)], options.iter().copied(), Some(silence));
    let answer = table.ask(faction.side(), &ask)?;
    Ok(answer.first().map_or(silence, |(_, item)| *item))
}

/// 10.2 The Axis moves up to two Western carriers to ports with a Reserve Fleet marker of their nation.
fn carriers_caught(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let key = Key::Happening { turn: turn(table), faction: Faction::Axis, why: "carriers-caught" }.text();
    let title =
        "Carriers Caught: up to two Western carriers, and the Reserve Fleets to which they go".to_owned();
    let mut ask = Ask::new(questions::EVENT, key, "SK-10.2-1", title);
    let leave = Item::Word(Word::Leave);
    for unit in sea.ids() {
        let (of, place) = (&system.counters[unit], sea.unit(unit).place);
        let there = matches!(
            place,
            Place::Base(_) | Place::Box(_) | Place::Used(_) | Place::UsedAsset(_) | Place::TurnTrack(..)
        );
        if !of.is_carrier() || !there || system.side_of(sea, unit) != Some(Faction::Western) {
            continue;
        }
        let fleets =
            sea.markers.iter().filter(|it| it.marker == Marker::ReserveFleet && it.nation == Some(of.nation));
        let bases = fleets.filter_map(|it| if let Lies::Base(base) = it.lies { Some(base) } else { None });
        let to = bases.map(|base| Choice { item: Item::Base(base), mark: 1, worth: 0 });
        let options: Vec<Choice<Item>> = [Choice::from(leave)].into_iter().chain(to).collect();
        if options.len() > 1 {
            ask.offer([Item::Unit(unit)], options, Some(leave));
        }
    }
    let (what, rule) = ("carriers".to_owned(), "SK-10.2-1".to_owned());
    let ask = ask.limit(Limit::Sum { who: Vec::new(), least: 0, most: CAUGHT, what, rule });
    let answer = table.ask(Faction::Axis.side(), &ask)?;
    let goes = |(unit, to): &(Item, Item)| match (unit, to) {
        (Item::Unit(unit), Item::Base(base)) => Some((*unit, Place::Base(*base))),
        _ => None,
    };
    moved(table, Faction::Axis, "SK-10.2-1", answer.iter().filter_map(goes).collect())
}

fn moved(table: &mut Table, faction: Faction, rule: &str, units: Vec<(UnitId, Place)>) -> Step<()> {
    if units.is_empty() {
        Ok(())
    } else {
        table.record(Event::Moved { faction, rule: rule.to_owned(), units })
    }
}

/// 10.3 With a support unit that comes a turn earlier, ships, an LBA or an X-boat do.
fn delay_reduction(table: &mut Table, faction: Faction, map: SeaMap) -> Step<()> {
    let kinds = Support::ALL.into_iter().filter(|kind| *kind != Support::ScratchDefenseFleet);
    let options: Vec<Item> = [Item::Word(Word::No)].into_iter().chain(kinds.map(Item::Kind)).collect();
    let title = "Delay Reduction: choose the kind of support unit that comes a turn earlier".to_owned();
    let none = Item::Word(Word::No);
    let kind = choose(table, faction, "delay-reduction", "SK-10.3-1", title, &options, none)?;
    let Item::Kind(kind) = kind else { return Ok(()) };
    let (most, fits): (u16, fn(Kind) -> bool) = match kind {
        Support::SurfaceFleet | Support::CvFleet => (SOONER, |kind| matches!(kind, Kind::Ship(_))),
        Support::SubFleet => (1, |kind| kind == Kind::Boat),
        _ => (1, |kind| matches!(kind, Kind::Lba { .. })),
    };
    let (system, sea) = (table.system(), table.state());
    let key = Key::Happening { turn: turn(table), faction, why: "delay-reduction-pieces" }.text();
    let title = format!("Delay Reduction: choose up to {most} that come a turn earlier");
    let mut ask = Ask::new(questions::EVENT, key, "SK-10.3-1", title);
    let (stay, left) = (Item::Word(Word::Stay), Choice { item: Item::Word(Word::Left), mark: 1, worth: 0 });
    for unit in sea.ids().filter(|unit| fits(system.counters[*unit].kind)) {
        // SK-10.3-2 A ship on the Ship Building Track is put on the Turn Track first.
        let there = match sea.unit(unit).place {
            Place::TurnTrack(of, turn) => of == map && turn > system.turn(sea).ahead(1),
            Place::ShipTrack(turn) => turn > system.turn(sea).ahead(1),
            _ => false,
        };
        if there && system.side_of(sea, unit) == Some(faction) {
            ask.offer([Item::Unit(unit)], [Choice::from(stay), left.clone()], Some(stay));
        }
    }
    let (what, rule) = ("pieces".to_owned(), "SK-10.3-1".to_owned());
    let ask = ask.limit(Limit::Sum { who: Vec::new(), least: 0, most, what, rule });
    let answer = table.ask(faction.side(), &ask)?;
    let sooner = |(unit, word): &(Item, Item)| match (unit, word) {
        (Item::Unit(unit), Item::Word(Word::Left)) => sea_turn(table.state(), *unit)
            .map(|turn| (*unit, Place::TurnTrack(map, super::calendar::Turn(turn.0 - 1)))),
        _ => None,
    };
    let units = answer.iter().filter_map(sooner).collect();
    moved(table, faction, "SK-10.3-1", units)
}

fn sea_turn(sea: &Sea, unit: UnitId) -> Option<super::calendar::Turn> {
    match sea.unit(unit).place {
        Place::TurnTrack(_, turn) | Place::ShipTrack(turn) => Some(turn),
        _ => None,
    }
}

/// 10.5, 10.8 A support unit goes to the other theatre or comes from it, in a game of one map: ships go or
/// come with a Fleet unit, but no Soviet ones (SK-10.5-4), LBAs with an Air unit.
fn commitment(table: &mut Table, faction: Faction, why: &'static str) -> Step<()> {
    if table.system().scenario.maps.len() != 1 {
        return Ok(());
    }
    let words = [Word::No, Word::SendFleet, Word::SendAir, Word::BringFleet, Word::BringAir];
    let title =
        "Commitment: choose a support unit that goes to the other theatre, or comes from it".to_owned();
    let rule = if why == "pacific-commitment" { "SK-10.8-1" } else { "SK-10.5-3" };
    let none = Item::Word(Word::No);
    let choice = choose(table, faction, why, rule, title, &words.map(Item::Word), none)?;
    let soviet = faction == Faction::Soviet;
    match choice {
        Item::Word(Word::SendFleet) if !soviet => theatres::withdraw(table, faction, why, LARGE),
        Item::Word(Word::SendAir) => theatres::withdraw_lbas(table, faction, why),
        Item::Word(Word::BringFleet) if !soviet => theatres::recall(table, faction, why, RECALLED),
        Item::Word(Word::BringAir) => theatres::recall_of(table, faction, why, theatres::LBAS, true),
        _ => Ok(()),
    }
}

/// 10.6 The Axis takes the Vichy fleet over: its ships go to Marseilles. If the Western faction removes it,
/// they leave the game.
fn neutrals_pressured(table: &mut Table, faction: Faction) -> Step<()> {
    let options = [Word::No, Word::Yes].map(Item::Word);
    let title = "Neutrals Pressured: use the event on the Vichy Surface Fleet, or not".to_owned();
    let none = Item::Word(Word::No);
    let choice = choose(table, faction, "neutrals-pressured", "SK-10.6-1", title, &options, none)?;
    if choice == none {
        return Ok(());
    }
    let (system, sea) = (table.system(), table.state());
    let ships = system.vichy_ships(sea);
    let to = match (faction, system.vichy_port()) {
        (Faction::Axis, Some(port)) => Place::Base(port),
        _ => Place::Out,
    };
    let rule = if faction == Faction::Axis { "SK-10.6-1" } else { "SK-10.6-2" };
    if faction == Faction::Axis && !ships.is_empty() {
        let units = ships.clone();
        table.record(Event::Aligned { units, to: Some(super::markers::Allegiance::Axis), vichy: true })?;
    }
    moved(table, faction, rule, ships.into_iter().map(|unit| (unit, to)).collect())
}

/// What comes with a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Lba,
    Boat,
}

/// 10.9 What the cards of Production Success bring.
fn production_success(table: &mut Table, map: SeaMap) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let of = [Subject::Faction(Faction::Axis), Subject::Map(map)];
    let card = known(table, system.number(&sea.facts, Fact::OptionCard, &of))?;
    let nation = if map == SeaMap::Tk { Nation::German } else { Nation::Japanese };
    match (map, card) {
        (SeaMap::Tk, 46 | 49) | (SeaMap::Ds, 53 | 55) => {
            come_along(table, Faction::Axis, map, Some(nation), Sort::Lba, "SK-10.9-1")
        }
        (SeaMap::Tk, 48) | (SeaMap::Ds, 54) => {
            come_along(table, Faction::Axis, map, Some(nation), Sort::Boat, "SK-10.9-1")
        }
        (SeaMap::Tk, 47) => fleet_program(table, map, nation, Support::SurfaceFleet, Marker::SurfaceRaiders),
        (SeaMap::Ds, 56) => fleet_program(table, map, nation, Support::CvFleet, Marker::SuicidalRaiders),
        _ => Ok(()),
    }
}

/// SK-10.9-2, SK-10.9-3 The first time a fleet and four points for ships, which go straight to the Naval
/// Warfare Delay Box; the second time a marker.
fn fleet_program(table: &mut Table, map: SeaMap, nation: Nation, kind: Support, marker: Marker) -> Step<()> {
    let sea = table.state();
    let again = sea.markers.iter().any(|it| it.marker == marker && it.map == map);
    let lies = if again { Lies::Delay } else { Lies::ForcePool };
    if !again {
        let fresh = |at: &usize| {
            let unit = &sea.support[*at];
            unit.owner == Owner::Nation(nation)
                && unit.kind == kind
                && unit.map == map
                && unit.post == Post::Away
        };
        if let Some(at) = (0..sea.support.len()).find(fresh) {
            table.record(Event::Posted { support: SupportId(at as u8), post: Post::Delay })?;
        }
        building::spend(table, Faction::Axis, nation, FOUR_POINTS, Place::NavalDelay(map), "SK-10.9-2")?;
    }
    table.record(Event::MarkerMoved { marker, nation: None, map, lies })
}

/// SK-10.9-1, SK-10.11-1 Two LBAs or X-boats of a faction that are not in play come to the Delay Box.
fn come_along(
    table: &mut Table,
    faction: Faction,
    map: SeaMap,
    nation: Option<Nation>,
    sort: Sort,
    rule: &'static str,
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let fits = |unit: &UnitId| {
        let of = &system.counters[*unit];
        let kind = if sort == Sort::Lba { of.is_lba() } else { of.is_boat() };
        let own = of.nation.major_of() == Some(faction) && nation.is_none_or(|nation| of.nation == nation);
        kind && own && sea.unit(*unit).place == Place::Out && system.plays_on(*unit, map)
    };
    let units: Vec<UnitId> = sea.ids().filter(fits).collect();
    let key = Key::Happening { turn: turn(table), faction, why: "reinforcements" }.text();
    let title = format!("Choose {WITH_UNIT} pieces that come with the support unit, to the Delay Box");
    let mut ask = Ask::new(questions::EVENT, key, rule, title);
    let (leave, come) =
        (Item::Word(Word::Leave), Choice { item: Item::Word(Word::Recall), mark: 1, worth: 0 });
    let number = WITH_UNIT.min(units.len() as u16);
    for (at, unit) in units.iter().enumerate() {
        let silence = if at < usize::from(number) { come.item } else { leave };
        ask.offer([Item::Unit(*unit)], [Choice::from(leave), come.clone()], Some(silence));
    }
    if let Some(option) = ask.options.iter().position(|it| it.item == come.item) {
        ask = ask.limit(Limit::Exactly { option: option as u16, count: number, rule: rule.to_owned() });
    }
    let answer = table.ask(faction.side(), &ask)?;
    let comes = |(unit, word): &(Item, Item)| match unit {
        Item::Unit(unit) if *word == come.item => Some((*unit, Place::Delay(map))),
        _ => None,
    };
    moved(table, faction, rule, answer.iter().filter_map(comes).collect())
}

impl Schiffskrieg {
    /// The ships that are Vichy's, but for those that await liberation.
    pub(super) fn vichy_ships(&self, sea: &Sea) -> Vec<UnitId> {
        let vichy = |unit: &UnitId| {
            let state = sea.unit(*unit);
            let gone = matches!(state.place, Place::Sunk | Place::Out);
            state.status.vichy && !gone && !self.awaits_liberation(sea, *unit)
        };
        sea.ids().filter(vichy).collect()
    }

    /// The port that Vichy ships call home (SK-8.13-1): Marseilles, or Nantes if Northern France is part of
    /// Vichy.
    pub(super) fn vichy_port(&self) -> Option<BaseId> {
        self.board.base_named(if self.options.alternate_vichy { "nantes" } else { "marseilles" })
    }

    /// SK-8.13-1 Whether a base is a home port of Vichy ships that sail for the Axis: while Vichy is a
    /// neutral minor country.
    pub(super) fn is_vichy_home(&self, sea: &Sea, base: BaseId) -> bool {
        if self.vichy_port() != Some(base) {
            return false;
        }
        let of = self.board.base(base);
        let words = &self.facts.of(Fact::CountryStatus).one_of;
        let status = self.need(
            &sea.facts,
            Fact::CountryStatus,
            &[Subject::Country(of.country), Subject::Map(of.map())],
        );
        let neutral = status.is_ok_and(|value| {
            matches!(&*value, Value::Word(at) if words.get(usize::from(*at)).is_some_and(|it| it == "neutral"))
        });
        let sails = |unit: UnitId| {
            let status = sea.unit(unit).status;
            status.vichy && status.allegiance == Some(super::markers::Allegiance::Axis)
        };
        neutral && sea.ids().any(sails)
    }

    /// Whether a piece of a nation belongs to a map: German and Italian pieces to TK, Japanese to DS, others
    /// to either.
    pub(super) fn plays_on(&self, unit: UnitId, map: SeaMap) -> bool {
        match self.counters[unit].nation {
            Nation::German | Nation::Italian => map == SeaMap::Tk,
            Nation::Japanese => map == SeaMap::Ds,
            _ => true,
        }
    }
}
