//! `scenarios.yaml` and `convoys.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Colour, MapSide, Pair};
use crate::rules::seas_of_thunder::board::ZoneId;
use crate::rules::seas_of_thunder::pieces::Nation;
use crate::side::Side;

/// `convoys.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConvoysFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    pub tokens: Vec<TokenRow>,
}

/// A convoy token.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRow {
    pub id: String,
    pub side: Side,
    pub turns: (u8, u8),
    pub areas: Vec<String>,
    pub zones: Vec<ZoneId>,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

/// `scenarios.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenariosFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    #[serde(rename = "nations")]
    _nations: IgnoredAny,
    #[serde(rename = "sequence")]
    _sequence: IgnoredAny,
    pub scenarios: Vec<ScenarioRow>,
    #[serde(rename = "campaign")]
    _campaign: IgnoredAny,
    #[serde(rename = "chains")]
    _chains: IgnoredAny,
    #[serde(rename = "published")]
    _published: IgnoredAny,
}

/// A scenario.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(default, rename = "leaves")]
    _leaves: IgnoredAny,
    #[serde(default)]
    pub treated_as: BTreeMap<Nation, Nation>,
    pub removed_stripes: Vec<String>,
    pub reinforcements: ReinforcementsRow,
    pub movement: Vec<MovementRow>,
    #[serde(rename = "air")]
    _air: IgnoredAny,
    pub non_cooperation: Vec<NonCooperationRow>,
    #[serde(rename = "start_only_ports")]
    _start_only_ports: IgnoredAny,
    #[serde(rename = "closed_at_start")]
    _closed_at_start: IgnoredAny,
    pub scoring: ScoringRow,
    #[serde(rename = "special_scoring")]
    _special_scoring: IgnoredAny,
    #[serde(rename = "special_rules")]
    _special_rules: IgnoredAny,
}

/// The two minefield boxes.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minefields {
    pub danish: u8,
    pub gibraltar: u8,
}

/// How tokens are shared out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConvoysRow {
    pub axis_pool: usize,
    pub allied_pool: usize,
    pub placed_by_axis_player: Pair<u8>,
    pub placed_by_allied_player: Pair<u8>,
    #[serde(rename = "first_to_place")]
    _first_to_place: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

/// A duty to keep ships in port.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresenceRow {
    pub nation: Nation,
    pub minimum: u8,
    pub points: u8,
}

/// Nations of a side, and the turns of entry that begin in play.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceRow {
    pub side: Side,
    pub entry: (u8, u8),
    pub nations: Vec<Nation>,
}

/// A nation that enters the war.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinRow {
    pub nation: Nation,
    #[serde(rename = "turn")]
    _turn: IgnoredAny,
    #[serde(rename = "side")]
    _side: IgnoredAny,
}

/// Who is reinforced, by turns of entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementsRow {
    pub entry: (u8, u8),
    /// Names of nations, or `all active` alone.
    pub nations: Vec<String>,
}

/// An order of movement and the turns in which it holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementRow {
    pub turns: (u8, u8),
    pub order: Vec<GroupRow>,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(default, rename = "hint")]
    _hint: IgnoredAny,
}

/// Nations that move together.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRow {
    pub side: Side,
    pub nations: Vec<Nation>,
}

/// A nation that fights apart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NonCooperationRow {
    pub nation: Nation,
    pub with_side: Side,
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
