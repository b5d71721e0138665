//! The words that stand in events: how units sail, what they do in a round, why they return, what a ruling
//! changes.

use serde::{Deserialize, Serialize};

use super::super::board::{AreaId, BaseId, Theatre};
use super::super::pieces::UnitId;
use super::super::state::Place;
use engine::rulebook::two_sided::Camp;
use engine::tags::words;

words! {
    /// What became of a unit whose country fell (Tables 3 and 4).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Fate: id {
        /// It fights for Germany.
        German = "german",
        /// Its crew scuttled it.
        Scuttled = "scuttled",
        /// It fights for the Allies.
        Allied = "allied",
    }
}

words! {
    /// As what units go to sea; the words stand in keys, labels and reports.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum How: id {
        /// As patrollers (6.12); submarines and Hunter-Killer groups with them.
        Patrolling = "patrol",
        /// Amphibious units (6.41).
        Amphibious = "amphibious",
        /// As raiders (6.13).
        Raiding = "raid",
    }
}

words! {
    /// What a task force will do in a round (29.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Intent: id {
        /// It lands its amphibious units, in everybody's sight.
        Landing = "landing",
        /// It looks for the enemy.
        Searching = "searching",
        /// It keeps out of sight.
        Hiding = "hiding",
        /// It attacks Pearl Harbor (23.53).
        Raid = "raid",
    }
}

words! {
    /// A type of action (7.21).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action: id {
        /// Airstrikes at long range.
        Air = "air",
        /// Gunnery at close range.
        Surface = "surface",
        /// Both in one round, air first (7.226).
        Combined = "combined",
    }
}

/// Where units fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scene {
    /// At sea.
    Sea(AreaId),
    /// Against a port or base.
    Base(BaseId),
}

words! {
    /// Why units return to base; the words stand in keys and reports.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Why: id {
        /// They failed a speed roll (6.21, 6.22).
        FailedRoll = "failed",
        /// They were disabled (7.52), or driven off by a hunt (14.24).
        Disabled = "disabled",
        /// A surface action sends air units home (7.24).
        SurfaceAction = "surface",
        /// They attacked a port or base (12.44), or were a raiding submarine that attacked (14.31).
        Attacked = "attacked",
        /// Hunter-Killer groups after the hunt (14.22).
        HuntOver = "hunt",
        /// Their side retreats: air units at once (8.13).
        Retreat = "retreat",
        /// They escaped (8.35).
        Escaped = "escaped",
        /// Their base was captured (16.21), or the last base of air units in the area (12.7).
        Evicted = "evicted",
        /// French and Italian ships are ordered home (18.32, 18.34, 16.41, 16.44).
        Recalled = "recalled",
        /// The turn is over (5.74).
        EndOfTurn = "end",
    }
}

/// What an umpire's ruling changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A unit is somewhere else.
    Unit {
        /// Which.
        unit: UnitId,
        /// Where it is now.
        to: Place,
    },
    /// A unit has this many damage points.
    Damage {
        /// Which.
        unit: UnitId,
        /// How many it has now.
        points: u8,
    },
    /// A port or base belongs to somebody else.
    Base {
        /// Which.
        base: BaseId,
        /// To whom; to nobody if none.
        to: Option<Camp>,
    },
    /// An area has another flag.
    Flag {
        /// Which.
        area: AreaId,
        /// Whose; no flag if none.
        to: Option<Camp>,
    },
    /// A side gets points, or loses them, on a track.
    Points {
        /// Which.
        side: Camp,
        /// The track on which they count.
        track: Theatre,
        /// How many; below zero they are lost.
        points: i32,
    },
}

impl How {
    /// The rule by which they do.
    pub fn rule(self) -> &'static str {
        match self {
            How::Patrolling => "AW-5.31",
            How::Amphibious => "AW-5.34",
            How::Raiding => "AW-5.35",
        }
    }
}

impl Why {
    /// The rule by which they do.
    pub fn rule(self) -> &'static str {
        match self {
            Why::FailedRoll => "AW-6.22",
            Why::Disabled => "AW-7.52",
            Why::SurfaceAction => "AW-7.24-a",
            Why::Attacked => "AW-12.44",
            Why::HuntOver => "AW-14.22-b",
            Why::Retreat => "AW-8.13",
            Why::Escaped => "AW-8.35",
            Why::Evicted => "AW-16.21",
            Why::Recalled => "AW-18.32",
            Why::EndOfTurn => "AW-5.74",
        }
    }
}

impl Scene {
    /// Where the units are that are fired at.
    pub fn place(self) -> Place {
        match self {
            Scene::Sea(area) => Place::Sea(area),
            Scene::Base(base) => Place::Base(base),
        }
    }
}
