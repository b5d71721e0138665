//! What the lines are made of that a faction is shown: names, numbers and dice. `event.rs` says of each event
//! who hears of it; the words are the templates' affair.

use std::ops::Deref;

use serde::Serialize;

use super::board::SeaMap;
use super::calendar::Turn;
use super::counters::capitals;
use super::event::Change;
use super::faction::Faction;
use super::facts::Declared;
use super::markers::{Lies, MarkerState};
use super::observer::Observer;
use super::pieces::{Nation, UnitId};
use super::scenario::Marker;
use super::state::{Action, Battle, Goal, Mission, Part, Place, Post, Stage};
use engine::events::line;
use engine::side::{Side, SideMap};
use engine::system::Rules;
use engine::view::StoryLine;

/// Pieces and where they go.
#[derive(Serialize)]
pub(super) struct Group {
    /// Where.
    place: String,
    /// Their names.
    units: Vec<String>,
}

/// A ship's Speed Check.
#[derive(Serialize)]
pub(super) struct Check {
    /// The ship.
    unit: String,
    /// Its die.
    die: u8,
    /// Whether it is late.
    late: bool,
}

/// What a side wants by day or by night.
#[derive(Serialize)]
pub(super) struct Wish {
    /// The side, if it is known.
    side: Option<Side>,
    /// `day` or `night`.
    action: &'static str,
    /// Its modified die, if one fell.
    die: Option<i8>,
}

impl Observer<'_> {
    pub(super) fn named(&self, unit: UnitId) -> String {
        self.system.counters[unit].name.clone()
    }

    pub(super) fn names<'u>(&self, units: impl IntoIterator<Item = &'u UnitId>) -> Vec<String> {
        units.into_iter().map(|unit| self.named(*unit)).collect()
    }

    /// A place in words.
    pub(super) fn place(&self, place: Place) -> String {
        let board = &self.system.board;
        match place {
            Place::Base(base) => board.base(base).name.clone(),
            Place::Box(hold) => board.hold(hold).name.clone(),
            Place::OnStation(zone) => format!("the On Station Box, {}", board.zone(zone).name),
            Place::Used(zone) => format!("the Used Box, {}", board.zone(zone).name),
            Place::UsedAsset(_) => "the Used Asset Box".to_owned(),
            Place::NavalDelay(_) => "the Naval Warfare Delay Box".to_owned(),
            Place::Delay(_) => "the Delay Box".to_owned(),
            Place::TurnTrack(_, turn) => format!("the Turn Track, turn {} ({turn})", self.number(turn)),
            Place::ShipTrack(turn) => format!("the Ship Building Track, turn {} ({turn})", self.number(turn)),
            Place::Shipyard => "the Shipyard Delay Box".to_owned(),
            Place::Available => "the Available for Construction Box".to_owned(),
            Place::ForcePool(_) => "the Force Pool".to_owned(),
            Place::Holding => "the other theatre".to_owned(),
            Place::Event(event) => format!("the box {}", capitals(event.id())),
            Place::Sunk => "sunk".to_owned(),
            Place::Out => "out of play".to_owned(),
        }
    }

    pub(super) fn post(&self, post: Post) -> String {
        let board = &self.system.board;
        match post {
            Post::ForcePool => "the Force Pool".to_owned(),
            Post::Station(zone) => format!("the On Station Box, {}", board.zone(zone).name),
            Post::Hex(hex) => match board.base_in(hex) {
                Some(base) => board.base(base).name.clone(),
                None => format!("the waters {}", self.off(hex)),
            },
            Post::StrategicWarfare => "the Strategic Warfare Box".to_owned(),
            Post::UsedAsset => "the Used Asset Box".to_owned(),
            Post::NavalDelay => "the Naval Warfare Delay Box".to_owned(),
            Post::Delay => "the Delay Box".to_owned(),
            Post::Track(turn) => format!("the Turn Track, turn {} ({turn})", self.number(turn)),
            Post::Away => "out of play".to_owned(),
        }
    }

    /// Where a support unit is placed, with its preposition.
    pub(super) fn goal(&self, goal: Goal) -> String {
        let board = &self.system.board;
        match goal {
            Goal::Station(zone) => format!("in the {}", board.zone(zone).name),
            Goal::Landing(base) => format!("off {}", board.base(base).name),
            Goal::Strike(base) => format!("against {}", board.base(base).name),
            Goal::Hex(hex) => self.off(hex),
            Goal::StrategicWarfare => "in the Strategic Warfare Box".to_owned(),
        }
    }

    /// Pieces by where they go, in the order in which places come up.
    pub(super) fn groups(&self, units: &[(UnitId, Place)]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (unit, place) in units {
            let place = self.place(*place);
            match groups.iter_mut().find(|group| group.place == place) {
                Some(group) => group.units.push(self.named(*unit)),
                None => groups.push(Group { place, units: vec![self.named(*unit)] }),
            }
        }
        groups
    }

    /// Declared facts as they are written, those that are not veiled.
    pub(super) fn open(&self, facts: &[Declared]) -> Vec<String> {
        let reader = self.system.reader();
        let open = facts.iter().filter(|it| self.veil(it).is_none());
        let words = |it: &Declared| format!("{} = {}", reader.words(it.fact, &it.of), reader.value_words(it));
        open.map(words).collect()
    }

    /// Declared facts of which not all are veiled.
    pub(super) fn shows(&self, facts: &[Declared]) -> bool {
        facts.iter().any(|it| self.veil(it).is_none())
    }

    /// Why facts were declared; it may speak of what is hidden.
    pub(super) fn reason(&self, reason: &str, facts: &[Declared]) -> String {
        let all = facts.iter().all(|it| self.veil(it).is_none());
        if all { reason.to_owned() } else { String::new() }
    }

    /// Ships with their Speed Checks.
    pub(super) fn checks(&self, rolls: &[(UnitId, u8)], late: &[UnitId]) -> Vec<Check> {
        let check = |(unit, die): &(UnitId, u8)| Check {
            unit: self.named(*unit),
            die: *die,
            late: late.contains(unit),
        };
        rolls.iter().map(check).collect()
    }

    /// A marker and where it lies now.
    pub(super) fn moved(&self, marker: Marker, nation: Option<Nation>, map: SeaMap, lies: Lies) -> String {
        let gone = || format!("{} off the map of {map}", capitals(marker.id()));
        self.marker(&MarkerState { marker, nation, map, lies }).unwrap_or_else(gone)
    }

    /// A stage begins: lines for a turn, and for the end of the match, by the position that the reader looks
    /// at.
    pub(super) fn begins(&self, turn: Turn, stage: Stage) -> Option<StoryLine> {
        let (system, sea) = (self.system, self.sea);
        match stage {
            Stage::Changes => Some(line!("turn-began" { turn: self.number(turn), date: turn.to_string() })),
            Stage::Over => {
                let points =
                    |side: Side| Faction::of(side).map_or(0, |faction| system.points_of(sea, faction));
                Some(line!("match-ended" {
                    points: SideMap::from_fn(system.sides(), points),
                    winner: system.leader(sea).map(Faction::side),
                    of: system.first_side().side(),
                    share: system.share(sea),
                    par: system.scenario.par,
                }))
            }
            _ => None,
        }
    }

    /// An umpire's ruling in words.
    pub(super) fn ruled(&self, change: &Change) -> String {
        match change {
            Change::Unit(unit, place) => format!("{} to {}", self.named(*unit), self.place(*place)),
            Change::Points(faction, map, points) => {
                let name = faction.side().name();
                format!("{} for the {name} on the map of {map}", count_of(*points))
            }
        }
    }
}

/// A faction that hears of an event, and amid what it happens.
pub(super) struct Listener<'l> {
    pub(super) observer: &'l Observer<'l>,
    /// The battle in which it happens.
    pub(super) battle: Option<&'l Battle>,
    /// The first thing that was ordered and not yet done before it.
    pub(super) waiting: Option<Mission>,
}

impl<'l> Deref for Listener<'l> {
    type Target = Observer<'l>;
    fn deref(&self) -> &Observer<'l> {
        self.observer
    }
}

impl Listener<'_> {
    /// Whose part of the battle it is.
    pub(super) fn side_of(&self, part: Part) -> Option<Side> {
        self.battle.map(|battle| battle.side(part).side())
    }

    /// Whether the faction is the one that hears.
    pub(super) fn is_own(&self, faction: Faction) -> bool {
        Some(faction) == self.faction
    }

    /// What is passed over was never done: it is its owner's business.
    pub(super) fn passed_over(&self, faction: Faction, void: bool) -> Option<StoryLine> {
        let told = void && self.is_own(faction) && self.waiting != Some(Mission::Ask);
        told.then(|| line!("passed-over" { what: self.waiting.map(|mission| self.mission(mission)) }))
    }

    /// What each side wanted by day or by night, with its die.
    pub(super) fn wishes(&self, choices: &[Action], modified: &[i8]) -> Vec<Wish> {
        let wish = |(at, action): (usize, &Action)| Wish {
            side: Part::ALL.get(at).and_then(|part| self.side_of(*part)),
            action: action.id(),
            die: modified.get(at).copied(),
        };
        choices.iter().enumerate().map(wish).collect()
    }
}

/// Points given or taken, in words.
fn count_of(points: i16) -> String {
    let many = engine::problem::count(usize::from(points.unsigned_abs()), "point");
    if points < 0 { format!("minus {many}") } else { many }
}
