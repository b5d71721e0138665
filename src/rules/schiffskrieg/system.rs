//! The contract of a rules system.

use super::board::SeaMap;
use super::calendar::Turn;
use super::companion::{self, Beside};
use super::event::{Change, End, Event};
use super::faction::{self, Faction};
use super::facts::{Declared, Fact, Facts, Missing, Owner, Reader, Subject, Value};
use super::item::Item;
use super::luck::Holders;
use super::pieces::{Nation, UnitId};
use super::scenario::{EventBox, Placement, Spot};
use super::state::{Due, Part, Place, Post, Score, Sea, SupportUnit, UnitState};
use super::{SYSTEM, Schiffskrieg, Table, chapters, combat, delay, naval_war, sequence};
use engine::items::{Types, Words};
use engine::party::Party;
use engine::problem::{list_or, quote};
use engine::rulebook::ruling;
use engine::side::Side;
use engine::system::{BattlePlanning, Flow, Rules, Rulings};
use engine::table::Step;

/// The most support units that a position can hold.
const MOST_SUPPORT: u8 = 250;
/// What a ruling may change.
pub(super) const CHANGES: &str = "  unit ID to PLACE                puts a piece somewhere\n  \
    points FACTION NUMBER [on MAP]  adds to a faction's points in the naval war";

impl Schiffskrieg {
    /// The game turn.
    pub fn turn(&self, sea: &Sea) -> Turn {
        sea.facts.turn().unwrap_or(self.scenario.start)
    }

    /// The game turn's number in the match, from 1.
    pub fn turn_number(&self, sea: &Sea) -> u8 {
        self.turn(sea).0.saturating_sub(self.scenario.start.0).saturating_add(1)
    }

    /// Reads declarations for this match.
    pub fn reader(&self) -> Reader<'_> {
        Reader {
            catalogue: &self.facts,
            board: &self.board,
            counters: &self.counters,
            scenario: &self.scenario,
        }
    }

    /// For whom a piece fights: its country's faction, of a minor country the faction that sets it up.
    pub fn faction_of(&self, unit: UnitId) -> Option<Faction> {
        let set_up_by = || self.set_up_by.get(usize::from(unit.0)).copied().flatten();
        self.counters[unit].nation.major_of().or_else(set_up_by)
    }

    /// Whether a marker lies in the Strategic Warfare Box of a map.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared what lies there.
    pub(super) fn has_marker(&self, facts: &Facts, map: SeaMap, marker: &str) -> Result<bool, Missing> {
        let words = &self.facts.of(Fact::StrategicWarfareBox).one_of;
        let markers = self.need(facts, Fact::StrategicWarfareBox, &[Subject::Map(map)])?;
        let Value::List(list) = &*markers else {
            return Ok(false);
        };
        let is = |value: &Value| matches!(value, Value::Word(at) if words.get(usize::from(*at)).is_some_and(|it| it == marker));
        Ok(list.iter().any(is))
    }

    /// Whether a nation's country is under policy or truce on a map; one without bases there is not.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub(super) fn is_affected(&self, facts: &Facts, nation: Nation, map: SeaMap) -> Result<bool, Missing> {
        facts.known().affected(nation, map, || match self.board.country_of(nation) {
            Some(country) => self.is_country_affected(facts, country, map),
            None => Ok(false),
        })
    }

    /// Plays what is due, or the stage at which the match stands.
    fn play(&self, table: &mut Table<'_>) -> Step<Flow> {
        match table.state().due.first().copied() {
            None => {
                let Some(clock) = table.state().clock else { return Ok(Flow::Over) };
                return match self.is_companion() {
                    true => companion::step(table, clock),
                    false => sequence::step(table, clock),
                };
            }
            Some(Due::Battle) => {
                if combat::sequence(table)? == Some(End::Success) {
                    combat::conclude(table)?;
                }
            }
            Some(Due::Delay(map)) => delay::delay(table, map)?,
            Some(Due::Shipyard) => delay::shipyard(table)?,
            Some(due) => chapters::play(table, due)?,
        }
        table.record(Event::Done {})?;
        Ok(Flow::Next)
    }

    /// Points that a ruling gives or takes.
    fn points_ruled(&self, faction: &str, number: &str, map: SeaMap) -> Result<Change, String> {
        let present = |it: &Faction| self.scenario.set_ups[*it].is_some();
        let found = Faction::named(faction).filter(present);
        let found = found.ok_or_else(|| {
            let known: Vec<&str> = self.scenario.factions().map(Faction::id).collect();
            format!("{} is no faction of this match; write {}", quote(faction), list_or(&known))
        })?;
        // The bound on points lies far below that of the type.
        Ok(Change::Points(found, map, i16::try_from(ruling::points(number)?).unwrap_or_default()))
    }

    /// How many support units a position can hold.
    pub(super) fn most_support(&self) -> u8 {
        MOST_SUPPORT
    }

    /// Pieces where the set-up puts them; those that their side bases as it likes are out of play until it
    /// has.
    fn first_places(&self) -> Vec<UnitState> {
        let mut units = vec![UnitState::at(Place::Out); self.counters.0.len()];
        for (faction, set_up) in self.scenario.set_ups.iter() {
            for placement in set_up.iter().flat_map(|it| &it.placements) {
                if placement.separate_peace && !self.options.separate_peace {
                    continue;
                }
                for unit in &placement.units {
                    let state = &mut units[usize::from(unit.0)];
                    // A Russian ship that is available in several colours gets its stripe when it is begun.
                    let open = state.place == Place::Available;
                    state.stripe = placement.stripe.filter(|_| !open);
                    state.place = match faction {
                        // SK-28.5-2, SK-51.5-1
                        Faction::Axis if self.is_set_up_freely(placement) => {
                            Place::Event(EventBox::OutbreakOfWar)
                        }
                        Faction::Western if self.is_set_up_freely(placement) => Place::Holding,
                        _ => first_place(&placement.spot, placement.map).unwrap_or(Place::Out),
                    };
                }
            }
        }
        units
    }

    /// Whether the Free Setup Variant puts the pieces of a placement elsewhere, and is used.
    fn is_set_up_freely(&self, placement: &Placement) -> bool {
        self.options.free_setup && placement.free_setup
    }

    /// Support units of the set-up, and in the naval war those that history brings in the course of the
    /// match.
    pub(super) fn first_support(&self) -> Vec<SupportUnit> {
        let mut support = Vec::new();
        for (faction, set_up) in self.scenario.set_ups.iter() {
            for unit in set_up.iter().flat_map(|it| &it.support) {
                support.push(SupportUnit {
                    kind: unit.kind,
                    owner: unit.nation.map_or(Owner::Faction(faction), Owner::Nation),
                    name: unit.name.clone(),
                    map: unit.map,
                    strike: false,
                    post: Post::ForcePool,
                    force: Vec::new(),
                });
            }
        }
        if let Some(history) = &self.history {
            naval_war::add_pools(self, history, &mut support);
        }
        if let Some(lore) = &self.lore {
            self.add_stock(lore, &mut support);
        }
        support
    }
}

/// Other words for a scenario: its number with the system's letters, and the year and month with which its
/// name begins.
pub(super) fn aliases(id: &str, name: &str, maps: &[SeaMap]) -> Vec<String> {
    let first = name.split([':', ' ']).next().unwrap_or_default().to_lowercase();
    let map = match maps {
        [map] => map.id(),
        _ => "combined",
    };
    let mut words = vec![format!("sk-{id}")];
    if first.starts_with("19") {
        words.push(format!("{map}-{first}"));
        // A year alone is the name of up to three, and whoever writes it is asked which.
        words.push(first);
    }
    words
}

/// Where a spot puts a piece, unless its side chooses.
fn first_place(spot: &Spot, map: Option<SeaMap>) -> Option<Place> {
    Some(match spot {
        Spot::Choice(_) | Spot::StrategicWarfare => return None,
        Spot::Base(base) => Place::Base(*base),
        Spot::Box(hold) => Place::Box(*hold),
        Spot::Holding { from_year: _ } => Place::Holding,
        Spot::Event(event) => Place::Event(*event),
        Spot::Available => Place::Available,
        Spot::ForcePool => Place::ForcePool(map?),
        Spot::TurnTrack(turn) => Place::TurnTrack(map?, *turn),
        Spot::ShipTrack(turn) => Place::ShipTrack(*turn),
        Spot::Delay => Place::Delay(map?),
    })
}

impl Types for Schiffskrieg {
    type State = Sea;
    type Event = Event;
    type Item = Item;
}

impl Rules for Schiffskrieg {
    fn id(&self) -> &'static str {
        SYSTEM
    }

    fn edition(&self) -> u32 {
        self.edition
    }

    /// A faction that a scenario does not set up has no part (NW-4).
    fn sides(&self) -> &'static [Side] {
        faction::present(self.scenario.factions()).0
    }

    fn parties(&self) -> &'static [Party] {
        faction::present(self.scenario.factions()).1
    }

    fn opening(&self) -> Sea {
        let mut facts = Facts::default();
        let start = Declared { fact: Fact::Turn, of: Vec::new(), value: Value::Turn(self.scenario.start) };
        facts.take(&self.facts, &start);
        for map in self.scenario.maps.iter().filter(|_| self.history.is_none()) {
            let words: Vec<String> = self.first_in_box(*map).into_iter().map(str::to_owned).collect();
            facts.take(&self.facts, &self.box_fact(*map, &words));
        }
        let (clock, due) = match (&self.history, &self.lore) {
            (Some(_), _) => (Some(self.first_clock()), Vec::new()),
            (None, Some(_)) => (Some(self.first_clock_beside()), vec![Due::SetUp]),
            (None, None) => (None, Vec::new()),
        };
        Sea {
            facts,
            units: self.first_places(),
            support: self.first_support(),
            battle: None,
            due,
            clock,
            orders: Vec::new(),
            ally: None,
            placed: None,
            score: Score::default(),
            markers: self.markers_of_set_up(),
            raided: Vec::new(),
            luck: Holders::default(),
            landed: Vec::new(),
            beside: Beside::default(),
        }
    }

    fn step(&self, table: &mut Table<'_>) -> Step<Flow> {
        let played = self.play(table);
        companion::or_wait(table, played)
    }

    fn standing(&self, sea: &Sea) -> Words {
        let number = self.turn_number(sea);
        match (sea.due.first(), sea.clock) {
            (Some(due), _) => {
                Words::plain(format!("t{number}/{}", due.id()), format!("{}, {}", self.turn(sea), due.id()))
            }
            (None, Some(clock)) => self.clock_words(sea, clock),
            (None, None) => Words::plain(format!("t{number}/over"), format!("{}, over", self.turn(sea))),
        }
    }

    fn broken_invariant(&self, sea: &Sea) -> Option<String> {
        if sea.units.len() != self.counters.0.len() {
            return Some(format!("there are {} pieces", sea.units.len()));
        }
        let wrong = |unit: &UnitId| {
            let (of, state) = (&self.counters[*unit], sea.unit(*unit));
            let hurt = state.hurt && of.back.is_none();
            let stray = state.line.is_some() && sea.battle.is_none();
            hurt || stray || self.place_fits(state.place).is_err()
        };
        let battles = sea.due.iter().filter(|due| **due == Due::Battle).count();
        // In a match a battle is a part of the step in which it is fought.
        let fought = usize::from(sea.battle.is_some());
        if battles > fought || (battles < fought && sea.clock.is_none() && sea.due.is_empty()) {
            return Some("a battle is due that is not there, or the other way round".to_owned());
        }
        let wrong = sea.ids().find(wrong).map(|unit| format!("{} cannot be so", self.counters[unit].id));
        wrong.or_else(|| {
            let battle = sea.battle.as_ref()?;
            let same = battle.side(Part::Phasing) == battle.side(Part::Answering);
            same.then(|| "a faction fights itself".to_owned())
        })
    }
}

impl Rulings for Schiffskrieg {
    fn ruling(&self, reason: &str, change: &str) -> Result<Event, String> {
        let words: Vec<&str> = change.split_whitespace().collect();
        let what = match words.as_slice() {
            ["unit", unit, "to", place @ ..] => {
                Change::Unit(ruling::unit(&self.counters, unit)?, self.place_of(&place.join(" "))?)
            }
            ["points", faction, number] => self.points_ruled(faction, number, self.scenario.maps[0])?,
            ["points", faction, number, "on", map] => {
                let known = |it: &SeaMap| self.scenario.maps.contains(it);
                let map = SeaMap::named(map).filter(known);
                self.points_ruled(faction, number, map.ok_or("the match is not played on that map")?)?
            }
            _ => return Err(ruling::not_understood(change)),
        };
        Ok(Event::Ruled { reason: reason.to_owned(), what })
    }

    fn changes(&self) -> &'static str {
        CHANGES
    }
}

impl BattlePlanning for Schiffskrieg {}
