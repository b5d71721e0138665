//! The position of Trident, and the sequence of play.

use sealord::items::Words;
use sealord::party::Party;
use sealord::system::{Flow, Rules};
use sealord::table::Step;
use serde::{Deserialize, Serialize};

use sealord::rules::roster::UnitId;
use sealord::side::Side;

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

    pub fn see(&mut self, by: Side, turn: u8, open: bool) {
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

    pub fn ship_mut(&mut self, ship: UnitId) -> &mut ShipState {
        &mut self.ships[usize::from(ship.0)]
    }

    /// What a side has from rulings.
    pub fn ruled(&self, side: Side) -> i32 {
        self.rulings.iter().filter(|it| it.side == side).map(|it| it.points).sum()
    }
}
