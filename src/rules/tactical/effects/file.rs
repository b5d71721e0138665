//! `abilities.yaml`.

use serde::Deserialize;

use crate::cards::file::UnitRow;
use crate::effects::condition::Condition;
use engine::rulebook::shape::shape;

shape! {
    /// `abilities.yaml`.
    #[derive(Deserialize)]
    pub struct AbilitiesFile {
        unread meta, uses;
        pub guns: Vec<String>,
        pub abilities: Vec<AbilityRow>,
        pub squadrons: Vec<UnitRow>,
    }
}

shape! {
    /// An entry of the ledger: one ability, or several that are alike.
    #[derive(Deserialize)]
    pub struct AbilityRow {
        may r#in;
        pub rule: String,
        pub name: Option<String>,
        #[serde(default)]
        pub names: Vec<String>,
        #[serde(rename = "use")]
        pub used: Option<String>,
        #[serde(default)]
        pub attack: Vec<AttackRow>,
        pub foil: Option<FoilRow>,
        pub save: Option<SaveRow>,
        #[serde(default)]
        pub lift: Vec<LiftRow>,
        #[serde(default)]
        pub forbid: Vec<ForbidRow>,
        #[serde(default)]
        pub reach: Vec<ReachRow>,
        pub declare: Option<DeclareRow>,
        pub reroll: Option<RerollRow>,
        pub initiative: Option<InitiativeRow>,
        pub speed: Option<SpeedRow>,
        #[serde(default)]
        pub search: i8,
        pub spot: Option<SpotRow>,
        pub expert: Option<ExpertRow>,
        #[serde(default)]
        pub aboard: Vec<String>,
        pub none: Option<String>,
    }
}

/// Whose ability changes an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The attacker's.
    #[default]
    Attacker,
    /// The target's.
    Target,
    /// Of another unit of the attacker's side, or the attacker itself.
    Friend,
    /// Of another unit of the target's side.
    TargetFriend,
    /// Of any unit of the attacker's side.
    Side,
}

shape! {
    /// What changes in an attack.
    #[derive(Clone, Deserialize)]
    #[serde(default)]
    #[derive(Default)]
    pub struct AttackRow {
        pub whose: Whose,
        pub near: Option<[u8; 2]>,
        pub weapons: Vec<String>,
        pub by: Vec<String>,
        pub at: Vec<String>,
        pub range: Option<[u8; 2]>,
        #[serde(rename = "if")]
        pub conditions: Vec<Condition>,
        pub dice: i8,
        pub pips: i8,
        pub armor: i8,
        pub vital: i8,
        pub hit: i8,
        pub six: u8,
        pub only_six: bool,
        pub cover: bool,
        pub conceal: i8,
        pub six_conceals: bool,
        pub through: bool,
    }
}

shape! {
    /// A die that may foil an attack before it is made.
    #[derive(Deserialize, Default)]
    #[serde(default)]
    pub struct FoilRow {
        pub whose: Whose,
        pub weapons: Vec<String>,
        pub by: Vec<String>,
        pub from: Option<u8>,
        pub to: Option<u8>,
        pub holds: bool,
    }
}

/// What an attack must do so that a die is rolled against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// It takes hull points or destroys.
    Damage,
    /// It reaches vital armor.
    Vital,
    /// It would destroy the unit, one way or the other.
    Destroyed,
}

/// What becomes of an attack that a die turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum To {
    /// Nothing happens.
    Miss,
    /// The aircraft is aborted.
    Abort,
    /// One hull point is lost.
    OnePoint,
    /// One hull point is left.
    LastPoint,
}

/// Successes that an attack must have exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Exact {
    /// So many.
    Number(u8),
    /// As many as the vital armor: `vital`.
    Vital(ExactVital),
}

/// The word `vital`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExactVital {
    /// Vital armor.
    Vital,
}

shape! {
    /// A die after an attack; without `from` none is rolled and it always works.
    #[derive(Deserialize)]
    pub struct SaveRow {
        pub at: At,
        #[serde(default)]
        pub weapons: Vec<String>,
        #[serde(default)]
        pub by: Vec<String>,
        #[serde(default, rename = "if")]
        pub conditions: Vec<Condition>,
        pub exact: Option<Exact>,
        pub from: Option<u8>,
        pub to: To,
    }
}

shape! {
    /// A penalty that does not count.
    #[derive(Deserialize)]
    pub struct LiftRow {
        pub penalty: String,
        #[serde(default)]
        pub weapons: Vec<String>,
        pub range: Option<[u8; 2]>,
        #[serde(default, rename = "if")]
        pub conditions: Vec<Condition>,
    }
}

shape! {
    /// Attacks that cannot be made.
    #[derive(Deserialize)]
    pub struct ForbidRow {
        pub weapons: Vec<String>,
        pub at: Vec<String>,
    }
}

shape! {
    /// Weapons that reach farther, with the dice of the farthest range that the card has.
    #[derive(Deserialize)]
    pub struct ReachRow {
        pub weapons: Vec<String>,
        pub to: u8,
        #[serde(default, rename = "if")]
        pub conditions: Vec<Condition>,
        #[serde(default)]
        pub only_six: bool,
    }
}

shape! {
    /// More dice, declared before they are rolled.
    #[derive(Deserialize)]
    pub struct DeclareRow {
        pub weapons: Vec<String>,
        pub dice: i8,
        #[serde(default)]
        pub risky: bool,
    }
}

shape! {
    /// A second roll.
    #[derive(Deserialize)]
    pub struct RerollRow {
        pub weapons: Vec<String>,
        #[serde(default, rename = "if")]
        pub conditions: Vec<Condition>,
    }
}

shape! {
    /// What is added to initiative: one for each own ship of a kind, up to a number, or one if there is
    /// another.
    #[derive(Deserialize)]
    pub struct InitiativeRow {
        pub each: Option<String>,
        pub most: Option<i8>,
        pub other: Option<String>,
    }
}

shape! {
    /// Speed: rolled (from a face on, or up to one), by an enemy ship within a distance, or none on the first
    /// turn.
    #[derive(Clone, Copy, Debug, Deserialize)]
    pub struct SpeedRow {
        pub from: Option<u8>,
        pub to: Option<u8>,
        pub near: Option<u8>,
        #[serde(default)]
        pub gain: i8,
        #[serde(default)]
        pub first_turn: bool,
    }
}

shape! {
    /// A ship that is named for others to attack: how near, and who gets a die more with what.
    #[derive(Deserialize)]
    pub struct SpotRow {
        pub within: u8,
        #[serde(default)]
        pub by: Vec<String>,
        pub weapons: Vec<String>,
    }
}

shape! {
    /// What one aircraft a turn gets.
    #[derive(Deserialize)]
    pub struct ExpertRow {
        #[serde(rename = "for")]
        pub role: String,
        pub weapon: String,
        pub dice: i8,
    }
}
