//! What can happen. Every change of a position is one of these.

use super::faction::Faction;
use super::facts::Declared;
use super::pieces::UnitId;
use super::state::{Action, Harm, Part, Place, Post, SupportId};
use crate::tags::words;
use serde::{Deserialize, Serialize};

words! {
    /// How a contest ends (4.6).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum End: id {
        /// The phasing side wins.
        Success = "success",
        /// The side that contests wins.
        Repulsion = "repulsion",
        /// Nobody does.
        Stalemate = "stalemate",
    }
}

words! {
    /// How a side wins (4.6).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Victory: id {
        /// The enemy retired after round one and had done nothing that counts.
        Limited = "limited",
        /// Nothing of the enemy is left that floats or flies.
        Major = "major",
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Players declared what the core game decides.
    Declared {
        /// A batch, which is one moment.
        facts: Vec<Declared>,
    },
    /// A Combat Round begins with its action (4.2).
    RoundBegan {
        /// The round.
        round: u8,
        /// What each side chose, the phasing side first.
        choices: Vec<Action>,
        /// The dice, in the same order; none if both chose alike.
        dice: Vec<u8>,
        /// The dice with their modifiers.
        modified: Vec<i8>,
        /// The action.
        action: Action,
    },
    /// Fire at one target was rolled (4.3.2).
    Fired {
        /// Whose fire.
        part: Part,
        /// The target.
        target: UnitId,
        /// The attackers, each with its dice.
        attackers: Vec<(UnitId, u8)>,
        /// The attack dice.
        dice: Vec<u8>,
        /// What was added to each.
        drm: i8,
        /// True if the target is Disabled by it.
        disabled: bool,
        /// Hits that count.
        hits: u8,
        /// Gunnery results that a screen made void (4.3.1.2).
        void: u8,
        /// The damage dice.
        damage_dice: Vec<u8>,
        /// Their sum.
        points: u8,
        /// What they come to.
        harm: Harm,
    },
    /// X-boats that attacked leave (SK-4.3.2-14).
    Submerged {
        /// The boats.
        boats: Vec<UnitId>,
    },
    /// Both sides have fired: results take effect (4.4).
    TookEffect {
        /// Ships that are Disabled, and leave.
        disabled: Vec<UnitId>,
        /// Ships that are Damaged and LBAs that are Reduced.
        hurt: Vec<UnitId>,
        /// Ships that are Sunk.
        sunk: Vec<UnitId>,
        /// LBAs that are Destroyed.
        destroyed: Vec<UnitId>,
    },
    /// A side says whether it retires after round one (4.5).
    Retirement {
        /// Which side.
        part: Part,
        /// Whether it does.
        retires: bool,
    },
    /// A contest is decided (4.6).
    Resolved {
        /// How.
        end: End,
        /// How the winner won.
        victory: Option<Victory>,
    },
    /// Pieces leave the battle for boxes.
    Left {
        /// Each with its place.
        units: Vec<(UnitId, Place)>,
    },
    /// A support unit goes somewhere.
    Posted {
        /// Which.
        support: SupportId,
        /// Where.
        post: Post,
    },
    /// The battle is over.
    BattleEnded {
        /// Who was phasing.
        faction: Faction,
    },
    /// A piece rolled its delay, or a ship in the shipyard (7.1, 7.2).
    Delayed {
        /// The piece.
        unit: UnitId,
        /// The dice.
        dice: Vec<u8>,
        /// What was added.
        drm: i8,
        /// The result.
        result: u8,
        /// True if it counts Seasonal Turns.
        seasons: bool,
        /// Where the piece waits.
        to: Place,
    },
    /// The first thing that was to be done is done.
    Done {},
    /// The umpire ruled.
    Ruled {
        /// Why.
        reason: String,
        /// A piece and where it is put.
        unit: UnitId,
        /// The place.
        place: Place,
    },
}
