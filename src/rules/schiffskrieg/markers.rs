//! Markers, and what pieces are besides where they are: whose, Vichy's, held by a Reserve Fleet. What lies in
//! a Strategic Warfare Box is a fact, since players at a real map declare it.

use serde::{Deserialize, Serialize};

use super::board::{BaseId, SeaMap};
use super::calendar::Turn;
use super::faction::Faction;
use super::facts::{Declared, Fact, Subject, Value};
use super::pieces::{Nation, UnitId};
use super::scenario::{Marker, Spot};
use super::state::{Place, Sea};
use super::{Schiffskrieg, Table};
use engine::table::Step;
use engine::tags::words;

/// Where a marker lies, if not in a Strategic Warfare Box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lies {
    /// In a port.
    Base(BaseId),
    /// In a Force Pool.
    ForcePool,
    /// In the Delay Box.
    Delay,
    /// On the Turn Track.
    TurnTrack(Turn),
    /// Nowhere any more.
    Out,
}

/// A marker on the map, in a Force Pool or on a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkerState {
    /// Which.
    pub marker: Marker,
    /// Of which nation, for a Reserve Fleet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Nation>,
    /// Its map.
    pub map: SeaMap,
    /// Where it lies.
    pub lies: Lies,
}

words! {
    /// For whom a piece fights, if not as its counter says.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Allegiance: id {
        /// The Axis.
        Axis = "axis",
        /// The Western faction.
        Western = "western",
        /// The Soviet faction.
        Soviet = "soviet",
        /// Nobody.
        Nobody = "nobody",
    }
}

impl Allegiance {
    /// The faction, if there is one.
    pub const fn faction(self) -> Option<Faction> {
        match self {
            Allegiance::Axis => Some(Faction::Axis),
            Allegiance::Western => Some(Faction::Western),
            Allegiance::Soviet => Some(Faction::Soviet),
            Allegiance::Nobody => None,
        }
    }

    /// That of a faction.
    pub const fn to(faction: Faction) -> Allegiance {
        match faction {
            Faction::Axis => Allegiance::Axis,
            Faction::Western => Allegiance::Western,
            Faction::Soviet => Allegiance::Soviet,
        }
    }
}

/// What a piece is besides where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// For whom it fights, if not as its counter says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allegiance: Option<Allegiance>,
    /// True of a French ship that is Vichy's (SK-11.3-1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vichy: bool,
    /// True while it fulfils a Reserve Fleet marker in its port (SK-9.8-2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

impl Status {
    /// Whether there is nothing to say.
    pub fn is_usual(&self) -> bool {
        *self == Status::default()
    }
}

impl Schiffskrieg {
    /// Whether a piece may act at all as far as markers go: not while a Reserve Fleet holds it (SK-9.8-1),
    /// not while it awaits liberation (SK-9.2-1), which French ships in the Western Force Pool do.
    pub fn is_free(&self, sea: &Sea, unit: UnitId) -> bool {
        let state = sea.unit(unit);
        !state.status.held && self.side_of(sea, unit).is_some() && !self.awaits_liberation(sea, unit)
    }

    /// Whether a French ship waits in the Western Force Pool for liberation (SK-9.2-1).
    pub fn awaits_liberation(&self, sea: &Sea, unit: UnitId) -> bool {
        let of = &self.counters[unit];
        of.is_ship() && of.nation == Nation::French && matches!(sea.unit(unit).place, Place::ForcePool(_))
    }

    /// The map of a place, if it lies on one.
    pub fn map_of_place(&self, place: Place) -> Option<SeaMap> {
        match place {
            Place::Base(base) => Some(self.board.base(base).map()),
            Place::Box(hold) => Some(self.board.hold(hold).map),
            Place::OnStation(zone) | Place::Used(zone) => Some(self.board.zone(zone).map),
            Place::UsedAsset(map)
            | Place::NavalDelay(map)
            | Place::Delay(map)
            | Place::TurnTrack(map, _)
            | Place::ForcePool(map) => Some(map),
            Place::ShipTrack(_)
            | Place::Shipyard
            | Place::Available
            | Place::Holding
            | Place::Event(_)
            | Place::Sunk
            | Place::Out => None,
        }
    }

    /// Markers where the set-up puts them.
    pub(super) fn markers_of_set_up(&self) -> Vec<MarkerState> {
        let set_ups = self.scenario.set_ups.iter().flat_map(|(_, set_up)| set_up);
        let state = |it: &super::scenario::MarkerAt| {
            let lies = match it.spot {
                Spot::Base(base) => Lies::Base(base),
                Spot::TurnTrack(turn) => Lies::TurnTrack(turn),
                Spot::ForcePool => Lies::ForcePool,
                _ => return None,
            };
            Some(MarkerState { marker: it.marker, nation: it.nation, map: it.map, lies })
        };
        set_ups.flat_map(|set_up| &set_up.markers).filter_map(state).collect()
    }

    /// The words of the markers that the set-up puts in the Strategic Warfare Box of a map.
    pub(super) fn first_in_box(&self, map: SeaMap) -> Vec<&'static str> {
        let set_ups = self.scenario.set_ups.iter().flat_map(|(_, set_up)| set_up);
        let there = set_ups.flat_map(|set_up| &set_up.markers);
        let there = there.filter(|it| it.map == map && it.spot == Spot::StrategicWarfare);
        there.map(|it| it.marker.id()).collect()
    }

    /// What stands in a Strategic Warfare Box, by words; nothing where nobody declared anything.
    pub(super) fn in_box(&self, sea: &Sea, map: SeaMap) -> Vec<String> {
        let words = &self.facts.of(Fact::StrategicWarfareBox).one_of;
        let list = self.need(&sea.facts, Fact::StrategicWarfareBox, &[Subject::Map(map)]);
        let Ok(Value::List(list)) = list.map(std::borrow::Cow::into_owned) else { return Vec::new() };
        let word = |value: &Value| match value {
            Value::Word(at) => words.get(usize::from(*at)).cloned(),
            _ => None,
        };
        list.iter().filter_map(word).collect()
    }

    /// Whether a marker lies in a Strategic Warfare Box; if nobody declared what lies there, it does not.
    pub(super) fn is_marked(&self, sea: &Sea, map: SeaMap, word: &str) -> bool {
        self.in_box(sea, map).iter().any(|it| it == word)
    }

    /// The declaration that markers lie in a Strategic Warfare Box.
    pub(super) fn box_fact(&self, map: SeaMap, words: &[String]) -> Declared {
        let known = &self.facts.of(Fact::StrategicWarfareBox).one_of;
        let place = |word: &String| known.iter().position(|it| it == word).map(|at| Value::Word(at as u8));
        let value = Value::List(words.iter().filter_map(place).collect());
        Declared { fact: Fact::StrategicWarfareBox, of: vec![Subject::Map(map)], value }
    }
}

/// Puts a marker into a Strategic Warfare Box, or takes it out; nothing is told if it is so already.
pub(super) fn mark(table: &mut Table, map: SeaMap, word: &str, there: bool) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let mut words = system.in_box(sea, map);
    if words.iter().any(|it| it == word) == there {
        return Ok(());
    }
    if there {
        words.push(word.to_owned());
    } else {
        words.retain(|it| it != word);
    }
    let facts = vec![system.box_fact(map, &words)];
    table.record(super::event::Event::Declared { facts })
}
