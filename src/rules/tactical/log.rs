//! What happens in a battle, entry by entry, in order. Stories, cards and pictures are made of it; a replay
//! gives the same.

use serde::{Deserialize, Serialize};

use super::map::{End, Sector};
use crate::cards::{Ability, Weapon};
use engine::tags::words;

words! {
    /// A phase of a battle turn (WST-seq-1), and the set-up before the first.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Phase: word {
        /// Before turn 1.
        Setup = "setup",
        /// Who acts first.
        Initiative = "initiative",
        /// Sea Movement.
        Movement = "movement",
        /// Air Mission.
        Mission = "mission",
        /// Air Defense.
        Defense = "defense",
        /// Air Attack.
        Attack = "attack",
        /// Surface Attack.
        Surface = "surface",
        /// Submarine Attack.
        Submarine = "submarine",
        /// Air Return.
        Return = "return",
        /// End of Turn.
        End = "end",
    }
}

words! {
    /// What an aircraft was placed for.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Task: word {
        /// To attack ships or bases.
        Strike = "strike",
        /// To protect bombers there.
        Escort = "escort",
        /// Over own ships.
        Patrol = "patrol",
        /// To attack a submarine.
        Hunt = "hunt",
        /// To use its guns against ships (WST-air-4).
        Strafe = "strafe",
        /// A bomber that only covers its deck.
        Cover = "cover",
    }
}

words! {
    /// What an attack does to its target, before abilities of the target speak; damage counts at the end of
    /// the phase.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Effect: word {
        /// Nothing.
        Miss = "miss",
        /// Hull points.
        Damage = "damage",
        /// The target is destroyed outright.
        Vital = "vital",
        /// An aircraft is driven off.
        Abort = "abort",
        /// The target is not seen: it rolled for concealment.
        Hidden = "hidden",
        /// Something else made it fail before dice were rolled.
        Foiled = "foiled",
    }
}

words! {
    /// Why a unit is lost without an attack.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Cause: word {
        /// An attack or several.
        Attack = "attack",
        /// Its carrier was destroyed (WST-ret-6).
        Carrier = "carrier",
        /// It did not find its way home at night (WST-night-8).
        Recovery = "recovery",
        /// It was aboard a transport that was destroyed (WST-gnd-3).
        Transport = "transport",
        /// The airfield has no room for it any more (WSC-17-12).
        Airfield = "airfield",
        /// An ability.
        Ability = "ability",
    }
}

/// A unit of the battle: its place in the [roster](super::Outcome::roster).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u16);

/// One attack, with its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// Who attacks.
    pub by: Id,
    /// With what.
    pub weapon: Weapon,
    /// Whom.
    pub at: Id,
    /// At which range.
    pub range: u8,
    /// What was added to each die.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pips: i8,
    /// The die for concealment, if one was rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concealment: Option<u8>,
    /// The attack dice, as they fell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// Successes, or torpedo hits.
    pub successes: u8,
    /// What came of it.
    pub effect: Effect,
    /// Hull points that it takes, of what is damaged.
    #[serde(default, skip_serializing_if = "is_none")]
    pub damage: u8,
}

fn is_zero(pips: &i8) -> bool {
    *pips == 0
}

fn is_none(damage: &u8) -> bool {
    *damage == 0
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Entry {
    /// A side fights by a plan that has a name, because it sent none for this battle (WST-plan-1).
    Default {
        /// Which side.
        end: End,
        /// The plan.
        plan: String,
    },
    /// A line of a plan means nothing here: the unit is not in the battle.
    Void {
        /// Whose plan.
        end: End,
        /// The line in words.
        what: String,
    },
    /// A unit stands on the map at the beginning, or enters it.
    Deployed {
        /// Which.
        unit: Id,
        /// Where.
        at: Sector,
    },
    /// A turn begins.
    Turn {
        /// Which, from 1.
        turn: u8,
        /// Whether it is night.
        night: bool,
    },
    /// A phase begins.
    Phase {
        /// Which.
        phase: Phase,
    },
    /// Initiative was rolled; the lower total acts first. Before turn 1 it says who deploys first.
    Initiative {
        /// The two dice of each side, ends A and K.
        dice: [[u8; 2]; 2],
        /// What is added.
        bonus: [i8; 2],
        /// Who acts first; nobody after a tie, which is rolled again.
        first: Option<End>,
    },
    /// A trigger of a plan fired.
    Trigger {
        /// Whose.
        end: End,
        /// Its place in the list, from 1.
        trigger: u8,
    },
    /// A side breaks off.
    BreakOff {
        /// Which.
        end: End,
    },
    /// A unit moved.
    Moved {
        /// Which.
        unit: Id,
        /// From where.
        from: Sector,
        /// To where.
        to: Sector,
    },
    /// A unit left the map over an edge.
    Left {
        /// Which.
        unit: Id,
        /// From where; nothing of an aircraft that leaves with its carrier or after its one mission.
        from: Option<Sector>,
    },
    /// A side's movement began again, since a unit had no place to end it.
    Crowded {
        /// Which unit.
        unit: Id,
        /// Whether it stays where it is, because this came too often.
        stays: bool,
    },
    /// An aircraft was placed.
    Placed {
        /// Which.
        unit: Id,
        /// Where.
        at: Sector,
        /// What for.
        task: Task,
    },
    /// An aircraft looked for its target at night (WST-night-2).
    Search {
        /// Which.
        unit: Id,
        /// The die.
        die: u8,
        /// Whether it found it.
        found: bool,
    },
    /// An attack.
    Shot(Shot),
    /// At the end of a phase a unit has lost hull points.
    Damaged {
        /// Which.
        unit: Id,
        /// How many it has lost in all.
        damage: u8,
        /// Whether it is crippled now.
        crippled: bool,
    },
    /// At the end of a phase, or when it happened, a unit is destroyed.
    Destroyed {
        /// Which.
        unit: Id,
        /// Why.
        cause: Cause,
    },
    /// A die that decides whether a unit survives.
    Survival {
        /// Which.
        unit: Id,
        /// Why it is rolled.
        cause: Cause,
        /// The die.
        die: u8,
    },
    /// An aircraft came home.
    Landed {
        /// Which.
        unit: Id,
        /// Its rearm markers now.
        markers: u8,
    },
    /// An aircraft has no place to land and is out of the battle, alive (WST-ret-5).
    Stranded {
        /// Which.
        unit: Id,
    },
    /// An ability was used or spoke.
    Ability {
        /// Whose.
        unit: Id,
        /// Which.
        ability: Ability,
        /// At whom or for whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Id>,
        /// The die, if one was rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        /// Whether it worked.
        works: bool,
    },
    /// Smoke was laid in a sector, or is gone from it.
    Smoke {
        /// Where.
        at: Sector,
        /// Whether it is gone.
        gone: bool,
    },
    /// A squall moved, or left the map.
    Squall {
        /// From where.
        from: Sector,
        /// To where.
        to: Option<Sector>,
        /// The die.
        die: u8,
    },
    /// Ground units went ashore.
    Ashore {
        /// Which.
        unit: Id,
        /// Where.
        at: Sector,
    },
    /// A unit regained hull points.
    Mended {
        /// Which.
        unit: Id,
        /// What it has still lost.
        damage: u8,
    },
    /// The battle is over.
    Over {
        /// Why.
        how: super::report::Ended,
    },
}
