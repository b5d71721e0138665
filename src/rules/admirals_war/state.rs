//! The position: where every unit is, its damage and its part in the fighting, who holds what, and the score.
//!
//! Nearly all of it lies openly on the board: whoever looks sees every counter and both its sides (3.1).
//! Secret are orders that are not revealed yet; under optional rules submarines (26.0), and where the groups
//! of uncertain location may turn up (23.2).

use serde::{Deserialize, Serialize};

use super::board::{AreaId, BaseId, HoldId, Theatre};
use super::event::Intent;
use super::pieces::{Nation, Seat, UnitId};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::tags::words;

mod tracks;
mod units;

pub use tracks::{Columns, Leads, MOST_LEAD, Tracks};
pub use units::{Changing, Units};

words! {
    /// Where the match stands in the sequence of play (5.0).
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Phase: id {
        /// 4.5 Units of the standard game are set up.
        SetUp = "set-up",
        /// 5.2 Reinforcements arrive, and units leave.
        Arrivals = "arrivals",
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
    /// On the turn chart, to arrive or to come back on this turn.
    Track(u8),
    /// In a box beside the map.
    Hold(HoldId),
    /// Sunk or destroyed for good.
    Sunk,
    /// Out of play: by the calendar, an optional rule or a ruling.
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
    /// The nation for which it fights, if that is not the one on its counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Nation>,
    /// True while its raiding side is up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub raiding: bool,
    /// Damage points.
    #[serde(default, skip_serializing_if = "is_nil")]
    pub damage: u8,
    /// Overhaul points, which cost speed as damage does and nothing else (36.1).
    #[serde(default, skip_serializing_if = "is_nil")]
    pub overhaul: u8,
    /// The turn in which it was sunk, of a ship whose name another may take (34.12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_on: Option<u8>,
    /// Damage points scored in the action that is being fought; they count when it is over (7.5).
    #[serde(default, skip_serializing_if = "is_nil")]
    pub hurt: u8,
    /// True if it was disabled in the action that is being fought.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// True if it attacks as a kamikaze in the action that is being fought (21.1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub kamikaze: bool,
    /// True if it has come home this turn and stays there (7.52).
    #[serde(default, skip_serializing_if = "is_false")]
    pub done: bool,
    /// True if it retreated this turn, or came home disabled: an amphibious unit invades no more (13.4).
    #[serde(default, skip_serializing_if = "is_false")]
    pub retreated: bool,
    /// True if it lies at sea as in port: German ships that were refuelled (10.33, 15.31), and those that
    /// begin there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub based: bool,
    /// True if it may not move this turn: its die was too low (18.22, 19.42, 16.44).
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
    /// The base that a French ship took this turn, to which it returns (18.36).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<BaseId>,
    /// True of a Hilfskreuzer that scored this turn (15.31).
    #[serde(default, skip_serializing_if = "is_false")]
    pub scored: bool,
    /// The theatre of an Allied air unit, once it has come on (12.123).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theatre: Option<Theatre>,
    /// True if the second side of an amphibious unit is up (13.52).
    #[serde(default, skip_serializing_if = "is_false")]
    pub second: bool,
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
    /// True of a submarine that the enemy has found out about this turn, where they are hidden (26.0).
    #[serde(default, skip_serializing_if = "is_false")]
    pub shown: bool,
    /// Its task force in the round that is fought, or was fought last (29.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_force: Option<TaskForce>,
}

/// The part that a unit's task force has in a round (29.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskForce {
    /// The round.
    pub round: u8,
    /// Its number on its side; in a pursuit that of the retreating group.
    pub number: u8,
    /// What it means to do, once that is stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// True once the enemy has sighted it with a die.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sighted: bool,
    /// True if it joins the surface action unsighted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub joins: bool,
}

impl TaskForce {
    /// One that nobody has sighted yet.
    pub fn formed(round: u8, number: u8, intent: Option<Intent>) -> TaskForce {
        TaskForce { round, number, intent, sighted: false, joins: false }
    }
}

fn is_false(it: &bool) -> bool {
    !it
}

pub(super) fn is_nil(it: &u8) -> bool {
    *it == 0
}

impl UnitState {
    /// An undamaged unit at a place, patrolling side up.
    #[inline]
    pub fn at(place: Place) -> UnitState {
        UnitState {
            place,
            nation: None,
            raiding: false,
            damage: 0,
            overhaul: 0,
            lost_on: None,
            hurt: 0,
            disabled: false,
            kamikaze: false,
            done: false,
            retreated: false,
            based: false,
            pinned: false,
            claims: None,
            scored: false,
            theatre: None,
            second: false,
            group: None,
            chases: None,
            pursued: false,
            raids: None,
            shown: false,
            task_force: None,
        }
    }
}

impl UnitState {
    /// The same unit somewhere else, undamaged, with its patrolling side up.
    #[inline]
    pub fn moved_to(&self, place: Place) -> UnitState {
        UnitState {
            nation: self.nation,
            overhaul: self.overhaul,
            lost_on: self.lost_on,
            theatre: self.theatre,
            second: self.second,
            ..UnitState::at(place)
        }
    }
}

/// A raid of carriers on a port or base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Raid {
    /// The port or base.
    pub base: BaseId,
    /// From where.
    pub area: AreaId,
    /// By whom.
    pub by: Camp,
}

words! {
    /// Where the Pacific stands in the standard game (19.0).
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Pacific: id {
        /// At war.
        #[default]
        War = "war",
        /// At peace.
        Peace = "peace",
        /// At peace still, but Japan has declared war this turn (19.41).
        Declared = "declared",
        /// The raid force is under way (19.61).
        Attack = "attack",
    }
}

/// What Germany gained off America while it was neutral (19.47).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provoked {
    /// This turn.
    pub now: u8,
    /// Last turn: it is taken off the dice.
    pub last: u8,
}

impl Provoked {
    fn is_none(&self) -> bool {
        *self == Provoked::default()
    }
}

fn is_war(pacific: &Pacific) -> bool {
    *pacific == Pacific::War
}

words! {
    /// How the question of the French fleet was settled (22.31, 22.6).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Settlement: id {
        /// The armistice gave all of it to Germany.
        Surrender = "surrender",
        /// Germany tried to seize it.
        Lila = "lila",
        /// The Allies landed in North Africa, and it did not oppose them.
        Torch = "torch",
    }
}

/// Where the French fleet dilemma stands (22.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dilemma {
    /// True if Operation Catapult was launched (22.1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub catapult: bool,
    /// How the question was settled, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settlement>,
    /// The turn in which ships of French North Africa last came out against the Allies (22.51).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opposed: Option<u8>,
    /// The area in which they have come out and no round has been fought since (22.511).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<AreaId>,
}

impl Dilemma {
    fn is_untouched(&self) -> bool {
        *self == Dilemma::default()
    }
}

/// What the Allies know and the Axis does not of the groups of uncertain location, until these turn up
/// (23.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncertain {
    /// The area for each face of the die.
    pub chances: Vec<AreaId>,
    /// The two dice of each group, once it was diced for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<(HoldId, u8, u8)>,
}

impl Uncertain {
    fn is_open(&self) -> bool {
        self.chances.is_empty() && self.rolled.is_empty()
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
    pub units: Units,
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
    /// The leads on the tracks of the standard game.
    #[serde(default, skip_serializing_if = "Leads::is_level")]
    pub leads: Leads,
    /// Who held each port and base when the turn began, in the standard game (16.3, 16.4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners_before: Vec<Option<Camp>>,
    /// Where the Pacific stands.
    #[serde(default, skip_serializing_if = "is_war")]
    pub pacific: Pacific,
    /// What Germany gained off America.
    #[serde(default, skip_serializing_if = "Provoked::is_none")]
    pub provoked: Provoked,
    /// Pacific areas whose Axis flag is Germany's, while Japan is at peace (19.41).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub german_flags: Vec<AreaId>,
    /// True if Japan may not attack this turn, since ships lay outside Yokosuka when it began (19.38).
    #[serde(default, skip_serializing_if = "is_false")]
    pub attack_barred: bool,
    /// True if nobody guards the Philippines when the raid force sails (19.36).
    #[serde(default, skip_serializing_if = "is_false")]
    pub manila_open: bool,
    /// The turn in which Japan attacked, in the standard game (11.12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacked: Option<u8>,
    /// The turn in which Taranto fell (16.41).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taranto_fell: Option<u8>,
    /// How many turns earlier the Type XXI comes, since ships were scrapped for it (33.1).
    #[serde(default, skip_serializing_if = "is_nil")]
    pub xxi_earlier: u8,
    /// True once Italy, neutral when turn 0 began, has declared war on that turn (20.4).
    #[serde(default, skip_serializing_if = "is_false")]
    pub italy_declared: bool,
    /// Where the French fleet dilemma stands.
    #[serde(default, skip_serializing_if = "Dilemma::is_untouched")]
    pub dilemma: Dilemma,
    /// What the Axis does not know of the groups of uncertain location.
    #[serde(default, skip_serializing_if = "Uncertain::is_open")]
    pub uncertain: Uncertain,
    /// How many dice of the warning let it pass on the day of the attack (24.0).
    #[serde(default, skip_serializing_if = "is_nil")]
    pub warned: u8,
}

impl Ocean {
    /// A unit's part of the position.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.0 as usize]
    }

    /// A unit's part of the position, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> Changing<'_> {
        self.units.change(unit)
    }

    /// Every unit.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// Units at a place, in their fixed order.
    #[inline]
    pub fn at(&self, place: Place) -> Vec<UnitId> {
        let is_there = |unit: &UnitId| self.unit(*unit).place == place;
        match place {
            Place::Sea(_) => self.units.at_sea().iter().copied().filter(is_there).collect(),
            _ => self.ids().filter(is_there).collect(),
        }
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
