//! The position of Trident, what can happen in it, and what is impossible.

use sealord::items::Words;
use sealord::party::Party;
use sealord::system::{Events, Flow, Rules};
use sealord::table::Step;
use serde::{Deserialize, Serialize};

use sealord::rules::roster::UnitId;
use sealord::side::{Side, SideMap};

use super::{LAST_TURN, PARTIES, SIDES, Ship, Trident, play};
use sealord::rules::Rulebook;
use sealord::table::Table;
use sealord::tags::words;

/// A zone, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ZoneId(pub u8);

words! {
    /// The parts of a turn.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Phase: word {
        Sailing = "sailing",
        Scouting = "scouting",
        Searching = "searching",
        Fighting = "fighting",
        /// The match is over.
        Over = "over",
    }
}

impl Events for Trident {
    fn apply(&self, sea: &mut Sea, event: &Event) {
        let turn = sea.turn;
        match event {
            Event::PhaseBegan { phase } => sea.phase = *phase,
            Event::Sailed { ship, to } => sea.ship_mut(*ship).at = *to,
            Event::Flew { .. } => {}
            Event::Searched { by, found, .. } => {
                found.iter().for_each(|ship| sea.ship_mut(*ship).see(*by, turn, false));
            }
            Event::Fired { ship, target, hits, .. } => {
                let sides = [*ship, *target].map(|ship| self.ships[ship].side());
                sea.ship_mut(*ship).see(sides[1], turn, true);
                sea.ship_mut(*target).see(sides[0], turn, true);
                sea.ship_mut(*target).hits += hits;
            }
            Event::Sank { ship, by, before } => {
                sea.ship_mut(*ship).sunk = Some(Sunk { turn, by: by.clone(), before: before.clone() });
            }
            Event::TurnEnded { .. } => {
                sea.turn += 1;
                sea.phase = Phase::Sailing;
            }
            Event::MatchEnded { .. } => sea.phase = Phase::Over,
            Event::Ruled { side, points, .. } => {
                sea.rulings.push(Ruling { turn, side: *side, points: *points });
            }
        }
    }

    /// What in an event cannot be.
    fn fits(&self, event: &Event) -> Option<String> {
        let (mut ships, mut zones, mut sides) = (Vec::new(), Vec::new(), Vec::new());
        match event {
            Event::PhaseBegan { .. } | Event::TurnEnded { .. } => {}
            Event::Sailed { ship, to } => (ships, zones) = (vec![*ship], vec![*to]),
            Event::Flew { by, zone } => (sides, zones) = (vec![*by], vec![*zone]),
            Event::Searched { by, zone, found } => {
                (sides, zones, ships) = (vec![*by], vec![*zone], found.clone());
            }
            Event::Fired { ship, target, dice, hits } => {
                if usize::from(*hits) > dice.len() || dice.len() > 3 {
                    return Some(format!("{hits} hits with {} dice", dice.len()));
                }
                ships = vec![*ship, *target];
            }
            Event::Sank { ship, by, before } => {
                (ships, sides) = (vec![*ship], [by.clone(), before.clone()].concat());
            }
            Event::MatchEnded { points } => sides = points.sides().collect(),
            Event::Ruled { side, .. } => sides = vec![*side],
        }
        let strange = sides.iter().find(|side| !super::SIDES.contains(side)).map(|it| format!("the {it}"));
        let no_ship = ships.iter().find(|it| usize::from(it.0) >= self.ships.0.len());
        let no_zone = zones.iter().find(|it| usize::from(it.0) >= self.zones.len());
        let what = strange.or(no_ship.map(|it| format!("ship {}", it.0)));
        what.or(no_zone.map(|it| format!("zone {}", it.0))).map(|what| format!("there is no {what}"))
    }
}

impl Rules for Trident {
    fn id(&self) -> &'static str {
        Trident::ID
    }

    fn edition(&self) -> u32 {
        Trident::EDITION
    }

    fn sides(&self) -> &'static [Side] {
        SIDES
    }

    fn parties(&self) -> &'static [Party] {
        PARTIES
    }

    fn opening(&self) -> Sea {
        let at = |ship: &Ship| self.zone_called(&ship.at).unwrap_or(ZoneId(0));
        let ship = |ship: &Ship| ShipState { at: at(ship), hits: 0, sunk: None, seen: Vec::new() };
        let ships = self.ships.0.iter().map(ship).collect();
        Sea { turn: 1, phase: Phase::Sailing, ships, rulings: Vec::new() }
    }

    fn step(&self, table: &mut Table<'_, Trident>) -> Step<Flow> {
        play::step(table)
    }

    fn standing(&self, sea: &Sea) -> Words {
        let phase = sea.phase.word();
        Words::plain(format!("t{}/{phase}", sea.turn), format!("turn {}, {phase}", sea.turn))
    }

    /// What in a position cannot be.
    fn broken_invariant(&self, sea: &Sea) -> Option<String> {
        if sea.ships.len() != self.ships.0.len() || !(1..=LAST_TURN).contains(&sea.turn) {
            return Some(format!("{} ships on turn {}", sea.ships.len(), sea.turn));
        }
        let wrong = |ship: &UnitId| {
            let (of, state) = (&self.ships[*ship], sea.ship(*ship));
            let sight = |it: &Sight| it.by != of.side() && it.turn <= sea.turn;
            usize::from(state.at.0) >= self.zones.len()
                || state.afloat() != (state.hits < of.hull)
                || !state.seen.iter().all(sight)
        };
        let wrong = self.ships.ids().find(wrong)?;
        Some(format!("{} cannot be as it is: {:?}", self.ships[wrong].name, sea.ship(wrong)))
    }
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sea {
    pub turn: u8,
    pub phase: Phase,
    pub ships: Vec<ShipState>,
    pub rulings: Vec<Ruling>,
}

/// Points that an umpire gave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    pub turn: u8,
    pub side: Side,
    pub points: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShipState {
    pub at: ZoneId,
    pub hits: u8,
    pub sunk: Option<Sunk>,
    /// When and where each other side saw it last.
    pub seen: Vec<Sight>,
}

/// How a ship was lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sunk {
    pub turn: u8,
    /// Who hit it when it sank.
    pub by: Vec<Side>,
    /// Which other sides saw that.
    pub before: Vec<Side>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sight {
    pub by: Side,
    pub turn: u8,
    pub zone: ZoneId,
    /// Whether the ship's own side knows that it was seen.
    pub open: bool,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    PhaseBegan { phase: Phase },
    Sailed { ship: UnitId, to: ZoneId },
    Flew { by: Side, zone: ZoneId },
    Searched { by: Side, zone: ZoneId, found: Vec<UnitId> },
    Fired { ship: UnitId, target: UnitId, dice: Vec<u8>, hits: u8 },
    Sank { ship: UnitId, by: Vec<Side>, before: Vec<Side> },
    TurnEnded { turn: u8 },
    MatchEnded { points: SideMap<i32> },
    Ruled { reason: String, change: String, side: Side, points: i32 },
}

impl ShipState {
    pub fn afloat(&self) -> bool {
        self.sunk.is_none()
    }

    /// When and where a side saw it last.
    pub fn sight(&self, by: Side) -> Option<&Sight> {
        self.seen.iter().find(|sight| sight.by == by)
    }

    /// Whether a side has it in sight on this turn.
    pub fn in_sight(&self, by: Side, turn: u8) -> bool {
        self.sight(by).is_some_and(|sight| sight.turn == turn)
    }

    fn see(&mut self, by: Side, turn: u8, open: bool) {
        let open = open || self.sight(by).is_some_and(|sight| sight.turn == turn && sight.open);
        let sight = Sight { by, turn, zone: self.at, open };
        match self.seen.iter_mut().find(|sight| sight.by == by) {
            Some(last) => *last = sight,
            None => self.seen.push(sight),
        }
        self.seen.sort_by_key(|sight| sight.by);
    }
}

impl Sea {
    pub fn ship(&self, ship: UnitId) -> &ShipState {
        &self.ships[usize::from(ship.0)]
    }

    fn ship_mut(&mut self, ship: UnitId) -> &mut ShipState {
        &mut self.ships[usize::from(ship.0)]
    }

    /// What a side has from rulings.
    pub fn ruled(&self, side: Side) -> i32 {
        self.rulings.iter().filter(|it| it.side == side).map(|it| it.points).sum()
    }
}
