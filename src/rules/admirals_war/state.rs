//! The position: where every unit is, its damage and its part in the fighting, who holds what, and the score.
//!
//! All of it lies openly on the board: whoever looks sees every counter and both its sides (3.1). Secret are orders that
//! are not revealed yet, and nothing else.

use serde::{Deserialize, Serialize};

use super::board::{AreaId, BaseId, Theatre};
use super::pieces::{Seat, UnitId};
use crate::rules::two_sided::{BySide, Camp};
use crate::tags::words;

words! {
    /// Where the match stands in the sequence of play (5.0).
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Phase: id {
        /// 5.31 Patrolling ships and submarines go to sea.
        Patrols = "patrols",
        /// 5.32 Ships that stayed in port are repaired.
        Repairs = "repairs",
        /// 5.33 Land-based air is placed.
        LandAir = "land-air",
        /// 5.34 Amphibious units go to sea.
        Amphibious = "amphibious",
        /// 5.35 Raiding ships go to sea.
        Raiders = "raiders",
        /// 5.36 Submarines turn to their raiding side.
        Submarines = "submarines",
        /// 5.4 Combat, area by area.
        Combat = "combat",
        /// 5.7 The end of the turn.
        EndOfTurn = "end-of-turn",
        /// The match is over.
        Over = "over",
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In a port or base.
    Base(BaseId),
    /// At sea.
    Sea(AreaId),
    /// Off the board, by the entry of the scenario that says how it comes on.
    Arrival(u8),
    /// On the turn chart, to come back on this turn.
    Track(u8),
    /// Sunk or destroyed for good.
    Sunk,
    /// Out of play by a ruling.
    Removed,
}

impl Place {
    /// The sea area, if it is one.
    pub fn area(self) -> Option<AreaId> {
        if let Place::Sea(area) = self { Some(area) } else { None }
    }

    /// The port or base, if it is one.
    pub fn base(self) -> Option<BaseId> {
        if let Place::Base(base) = self { Some(base) } else { None }
    }
}

/// A unit's part of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// True while its raiding side is up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub raiding: bool,
    /// Damage points.
    #[serde(default, skip_serializing_if = "is_nil")]
    pub damage: u8,
    /// Damage points scored in the action that is being fought; they count when it is over (7.5).
    #[serde(default, skip_serializing_if = "is_nil")]
    pub hurt: u8,
    /// True if it was disabled in the action that is being fought.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// True if it has come home this turn and stays there (7.52).
    #[serde(default, skip_serializing_if = "is_false")]
    pub done: bool,
    /// True if it retreated this turn, or came home disabled: an amphibious unit invades no more (13.4).
    #[serde(default, skip_serializing_if = "is_false")]
    pub retreated: bool,
    /// The retreating group it belongs to (8.22).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u8>,
    /// The retreating group it pursues (8.23).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chases: Option<u8>,
    /// True if it pursued ships this turn: a carrier raids no more (9.22).
    #[serde(default, skip_serializing_if = "is_false")]
    pub pursued: bool,
    /// The port or base that a carrier was sent against instead of a pursuit (8.24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raids: Option<BaseId>,
}

fn is_false(it: &bool) -> bool {
    !it
}

fn is_nil(it: &u8) -> bool {
    *it == 0
}

impl UnitState {
    /// An undamaged unit at a place, patrolling side up.
    #[inline]
    pub fn at(place: Place) -> UnitState {
        UnitState {
            place,
            raiding: false,
            damage: 0,
            hurt: 0,
            disabled: false,
            done: false,
            retreated: false,
            group: None,
            chases: None,
            pursued: false,
            raids: None,
        }
    }
}

/// A raid of carriers on a port or base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    /// The port or base.
    pub base: BaseId,
    /// From where.
    pub area: AreaId,
    /// By whom.
    pub by: Camp,
}

/// What a side was given points for on one track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// Sea areas controlled (17.14).
    pub areas: u16,
    /// Enemy shipping sunk by submarines and Hilfskreuzer (14.26, 15.2).
    pub shipping: u16,
    /// Ports and bases held, where the scenario rewards it.
    pub bases: u16,
    /// Enemy ports raided by carriers, where the scenario rewards it.
    pub raids: u16,
    /// Points given or taken by the umpire's rulings.
    pub rulings: i32,
}

impl Columns {
    /// The sum of the columns.
    pub fn total(&self) -> i32 {
        let scored = [self.areas, self.shipping, self.bases, self.raids];
        scored.into_iter().map(i32::from).sum::<i32>() + self.rulings
    }
}

/// What both sides scored in a turn, on each track (2.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tracks {
    /// The Atlantic track.
    pub atlantic: BySide<Columns>,
    /// The Pacific track.
    pub pacific: BySide<Columns>,
}

impl Tracks {
    /// The track of a theatre.
    pub fn of(&self, theatre: Theatre) -> &BySide<Columns> {
        match theatre {
            Theatre::Atlantic => &self.atlantic,
            Theatre::Pacific => &self.pacific,
        }
    }

    /// The track of a theatre, to be changed.
    pub fn of_mut(&mut self, theatre: Theatre) -> &mut BySide<Columns> {
        match theatre {
            Theatre::Atlantic => &mut self.atlantic,
            Theatre::Pacific => &mut self.pacific,
        }
    }
}

/// A whole position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ocean {
    /// The turn of the scenario.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Units by [`UnitId`].
    pub units: Vec<UnitState>,
    /// The control flag of each area, as placed at the end of the last turn (17.11).
    pub flags: Vec<Option<Camp>>,
    /// Who holds each port and base.
    pub owners: Vec<Option<Camp>>,
    /// Areas whose combat is over this turn (7.1).
    pub resolved: Vec<bool>,
    /// The nation that selects the next area (5.41).
    pub selects: Seat,
    /// Ports and bases raided by carriers this turn (9.25).
    pub raided: Vec<Raid>,
    /// Points scored against shipping this turn, by area (14.26).
    pub shipping: Vec<BySide<u8>>,
    /// The score of each turn from the first of the scenario.
    pub score: Vec<Tracks>,
}

impl Ocean {
    /// A unit's part of the position.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.0 as usize]
    }

    /// Every unit.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// Units at a place, in their fixed order.
    #[inline]
    pub fn at(&self, place: Place) -> Vec<UnitId> {
        self.ids().filter(|&unit| self.unit(unit).place == place).collect()
    }

    /// Who holds a port or base.
    #[inline]
    pub fn owner(&self, base: BaseId) -> Option<Camp> {
        self.owners[base.0 as usize]
    }

    /// Whose flag lies on an area (17.1).
    #[inline]
    pub fn flag(&self, area: AreaId) -> Option<Camp> {
        self.flags[area.0 as usize]
    }

    /// The points of a side on a track.
    pub fn points_on(&self, track: Theatre, side: Camp) -> i32 {
        self.score.iter().map(|turn| turn.of(track)[side].total()).sum()
    }

    /// The points of a side on both tracks.
    pub fn points(&self, side: Camp) -> i32 {
        self.points_on(Theatre::Atlantic, side) + self.points_on(Theatre::Pacific, side)
    }
}
