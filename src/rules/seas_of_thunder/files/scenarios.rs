//! `scenarios.yaml` and `convoys.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Colour, MapSide, Pair};
use crate::board::ZoneId;
use crate::pieces::Nation;
use engine::rulebook::shape::shape;
use engine::rulebook::two_sided::Camp;

shape! {
    /// `convoys.yaml`.
    #[derive(Deserialize)]
    pub struct ConvoysFile {
        unread version;
        pub tokens: Vec<TokenRow>,
    }
}

shape! {
    /// A convoy token.
    #[derive(Deserialize)]
    pub struct TokenRow {
        pub id: String,
        pub side: Camp,
        pub turns: (u8, u8),
        pub areas: Vec<String>,
        pub zones: Vec<ZoneId>,
        unread provenance;
    }
}

shape! {
    /// `scenarios.yaml`.
    #[derive(Deserialize)]
    pub struct ScenariosFile {
        unread version, nations, sequence;
        pub scenarios: Vec<ScenarioRow>,
        pub campaign: CampaignRow,
        pub chains: ChainsRow,
        unread published;
    }
}

/// The campaign game; what it says beside its name and its chain stands in the scenarios or follows from
/// them.
#[derive(Deserialize)]
pub struct CampaignRow {
    pub id: String,
    pub number: u8,
    pub name: String,
    pub chain: Vec<String>,
}

/// Chains of scenarios.
#[derive(Deserialize)]
pub struct ChainsRow {
    pub popular: Vec<ChainRow>,
}

/// A chain with a name of its own.
#[derive(Deserialize)]
pub struct ChainRow {
    pub name: String,
    pub scenarios: Vec<String>,
}

shape! {
    /// A scenario.
    #[derive(Clone, Deserialize)]
    pub struct ScenarioRow {
        pub id: String,
        pub number: u8,
        pub name: String,
        pub first_turn: u8,
        pub last_turn: u8,
        pub map: MapSide,
        pub colours: Vec<Colour>,
        pub minefields: Minefields,
        pub convoys: ConvoysRow,
        pub presence: Vec<PresenceRow>,
        pub at_start: Vec<ForceRow>,
        pub joins: Vec<JoinRow>,
        #[serde(default)]
        pub leaves: Vec<LeaveRow>,
        #[serde(default)]
        pub treated_as: BTreeMap<Nation, Nation>,
        pub removed_stripes: Vec<String>,
        pub reinforcements: ReinforcementsRow,
        pub movement: Vec<MovementRow>,
        unread air;
        pub non_cooperation: Vec<NonCooperationRow>,
        unread start_only_ports, closed_at_start;
        pub scoring: ScoringRow,
        #[serde(default)]
        pub survivors: Vec<SurvivorsRow>,
        pub special_rules: Vec<SpecialRuleRow>,
    }
}

/// Who changes sides or leaves play before the Return to Base of a turn.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaveRow {
    pub nation: Nation,
    pub turn: u8,
    #[serde(default)]
    pub part: Part,
    pub stripe: Option<String>,
    pub to: LeaveWord,
    pub until: Option<u8>,
    #[serde(default)]
    pub only_if_next_scenario: bool,
    pub points: Option<PointsRow>,
}

/// Which units of a nation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All.
    #[default]
    All,
    /// French without a grey square.
    FreeFrench,
    /// French with a grey square.
    Vichy,
}

/// Where they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaveWord {
    /// To the Axis.
    Axis,
    /// To the Allies.
    Allied,
    /// To the turn track.
    Track,
    /// Out of play.
    Removed,
}

/// Points for each ship.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsRow {
    pub to: Camp,
    pub each: u8,
}

/// Points for the ships of a nation that are not sunk.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurvivorsRow {
    pub nation: Nation,
    pub turn: u8,
    pub to: Camp,
    pub each: u8,
    #[serde(rename = "if")]
    pub condition: BonusWord,
}

/// When survivors score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BonusWord {
    /// The match ends on that turn.
    EndOfMatch,
    /// The match includes scenario 2 and pays the bonus at no later turn.
    LastOfFrenchBonus,
}

/// A special rule: its word, and what the book says of it.
#[derive(Clone, Deserialize)]
pub struct SpecialRuleRow {
    pub id: String,
}

/// The two minefield boxes.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minefields {
    pub danish: u8,
    pub gibraltar: u8,
}

shape! {
    /// How tokens are shared out.
    #[derive(Clone, Deserialize)]
    pub struct ConvoysRow {
        pub axis_pool: usize,
        pub allied_pool: usize,
        pub placed_by_axis_player: Pair<u8>,
        pub placed_by_allied_player: Pair<u8>,
        unread first_to_place, provenance;
    }
}

/// A duty to keep ships in port.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresenceRow {
    pub nation: Nation,
    pub minimum: u8,
    pub points: u8,
}

/// Nations of a side, and the turns of entry that begin in play.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceRow {
    pub side: Camp,
    pub entry: (u8, u8),
    pub nations: Vec<Nation>,
}

/// A nation that enters the war.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinRow {
    pub nation: Nation,
    pub turn: u8,
    pub side: Camp,
}

/// Who is reinforced, by turns of entry.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementsRow {
    pub entry: (u8, u8),
    /// Names of nations, or `all active` alone.
    pub nations: Vec<String>,
}

shape! {
    /// An order of movement and the turns in which it holds.
    #[derive(Clone, Deserialize)]
    pub struct MovementRow {
        pub turns: (u8, u8),
        pub order: Vec<GroupRow>,
        unread provenance;
        may hint;
    }
}

/// Nations that move together.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRow {
    pub side: Camp,
    pub nations: Vec<Nation>,
}

/// A nation that fights apart.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NonCooperationRow {
    pub nation: Nation,
    pub with_side: Camp,
    pub turns: (u8, u8),
}

/// What is worth points.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringRow {
    pub zones: bool,
    pub convoy_sunk: u8,
    pub axis_ship_sunk: u8,
    pub allied_ship_sunk: u8,
    pub unused_lba: u8,
    #[serde(default)]
    pub turkey: u8,
    #[serde(default)]
    pub initial: Pair<i16>,
}
