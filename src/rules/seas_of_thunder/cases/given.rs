//! The position of a case as its file writes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de};

use super::at::At;
use crate::board::{Capacity, Minefield};
use crate::pieces::{Class, Nation};
use crate::state::{Phase, Stance};
use engine::conformance::shared::points::ScoreGiven;
use engine::rulebook::two_sided::Camp;

/// The position before the case is played.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The scenario whose map, ports and special rules hold unless the case changes them: a scenario, the
    /// campaign, or a run such as `3-5`.
    #[serde(default = "first_scenario")]
    pub scenario: String,
    /// The turn; without it, the first turn of the scenario.
    pub turn: Option<u8>,
    /// The phase in which the position stands, such as `combat`.
    #[serde(default = "combat")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub phase: Phase,
    /// Optional rules and readings that the match has chosen.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Nations that stand elsewhere than the scenarios have them on that turn: a side, or `neutral`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub sides: BTreeMap<Nation, Standing>,
    /// How the Soviet Union stands to Japan.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stance: Stance,
    /// Minors that were bid for before.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub settled: Vec<Nation>,
    /// Whose pieces are used.
    #[serde(default)]
    pub pieces: PiecesFrom,
    /// Every unit of the case, with its factors.
    #[serde(default)]
    pub units: Vec<UnitGiven>,
    /// Every convoy of the case.
    #[serde(default)]
    pub convoys: Vec<ConvoyGiven>,
    /// Changes to the map, or a map of the case's own.
    pub board: Option<BoardGiven>,
    /// Changes to the scenario.
    pub scenario_rules: Option<ScenarioGiven>,
    /// Points made before.
    #[serde(default)]
    pub score: ScoreGiven,
}

fn first_scenario() -> String {
    "S1".to_owned()
}

fn combat() -> Phase {
    Phase::Combat
}

/// Whose pieces a case uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PiecesFrom {
    /// The case states every unit and convoy with its factors.
    #[default]
    Stated,
    /// The counters and tokens of the scenario; units and convoys of the case only say where some of them
    /// are. Units that came into play before the position begins and that it does not place are out of play.
    Shipped,
}

/// One unit.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitGiven {
    /// The word for it in the case.
    pub id: String,
    /// The name in reports; without it, the id.
    pub name: Option<String>,
    /// The nation.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub nation: Option<Nation>,
    /// The class code, such as `BB`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub class: Option<Class>,
    /// The printed values, such as `Air 3(10)-8-10`, `4-4-5`, or `Air 4` for an LBA.
    pub line: Option<String>,
    /// Dice against air strikes.
    #[serde(default)]
    pub aa: u8,
    /// The turn of entry; 1 unless said otherwise.
    pub entry: Option<u8>,
    /// Where it is. Needed once the ships are in play.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub at: Option<At>,
    /// True if the enemy knows the counter.
    #[serde(default)]
    pub face_up: bool,
    /// The port it sailed from this turn, by its id.
    pub home: Option<String>,
    /// The colour of its stripe.
    pub stripe: Option<String>,
    /// True if it is French without a grey square.
    #[serde(default)]
    pub free_french: bool,
    /// The turn from which it is out of the game.
    pub removed: Option<u8>,
}

/// One convoy.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConvoyGiven {
    /// The word for it in the case.
    pub id: String,
    /// Whose it is.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub side: Option<Camp>,
    /// Where it is.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub at: At,
    /// The zones of its area; without them, the zone where it lies.
    #[serde(default)]
    pub zones: Vec<u8>,
}

/// Changes to the map.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoardGiven {
    /// True if nothing of the scenario's map stays. Zones up to the greatest number named then exist; those
    /// not listed touch nothing and are worth nothing.
    #[serde(default)]
    pub replace: bool,
    /// Zones; of one that exists, only what is said changes.
    #[serde(default)]
    pub zones: Vec<ZoneGiven>,
    /// Ports; of one that exists, only what is said changes.
    #[serde(default)]
    pub ports: Vec<PortGiven>,
    /// Special links; one between the same zones is replaced.
    #[serde(default)]
    pub links: Vec<LinkGiven>,
}

/// One zone.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ZoneGiven {
    /// The number.
    pub number: u8,
    /// The name.
    pub name: Option<String>,
    /// The zones it touches; they touch it too without saying so.
    pub adjacent: Option<Vec<u8>>,
    /// Points for control.
    pub value: Option<ScoreGiven>,
    /// Whether it shows the Soviet flag.
    pub soviet_flag: Option<bool>,
}

/// One port.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PortGiven {
    /// The word for it.
    pub id: String,
    /// The zones it touches.
    pub zones: Option<Vec<u8>>,
    /// Whose mat it is on.
    pub holder: Option<HolderWord>,
    /// Nations whose ships may base there.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub ships: Option<Vec<Nation>>,
    /// Nations whose LBA may fly from there.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub lba: Option<Vec<Nation>>,
    /// A number of ships, `U` for any number or `N` for a neutral port.
    #[cfg_attr(feature = "schema", schemars(with = "Option<CapacityShape>"))]
    pub capacity: Option<Capacity>,
    /// The nation whose new ships arrive there.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub flag: Option<Nation>,
    /// The nation that must keep ships there.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub presence: Option<Nation>,
    /// The first turn in which LBA may fly from there.
    pub from_turn: Option<u8>,
}

/// A number of ships, `U` or `N`.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)]
pub(super) enum CapacityShape {
    Ships(u8),
    Letter(String),
}

/// Whose mat a port is on.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HolderWord {
    Axis,
    Allies,
    Neutral,
    Nobody,
}

/// One special link. Exactly one of `minefield`, `only` and `closed` says of what kind.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkGiven {
    /// The two zones.
    pub zones: (u8, u8),
    /// The minefield one side must brave.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub minefield: Option<Minefield>,
    /// The side that must brave it.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub against: Option<Camp>,
    /// The only side that may pass.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub only: Option<Camp>,
    /// True if nobody may pass.
    #[serde(default)]
    pub closed: bool,
    /// The turn from which Turkish neutrality may be violated here.
    pub bosporus: Option<u8>,
}

/// Changes to the scenario; what is not said stays.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioGiven {
    /// The Danish minefield box.
    pub danish: Option<u8>,
    /// The Gibraltar minefield box.
    pub gibraltar: Option<u8>,
    /// The first turn.
    pub first_turn: Option<u8>,
    /// The last turn.
    pub last_turn: Option<u8>,
    /// Who must keep how many ships in its ports.
    pub presence: Option<Vec<PresenceGiven>>,
    /// The groups that move, in order: a side and its nations.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<(String, Vec<String>)>>"))]
    pub movement: Option<Vec<(Camp, Vec<Nation>)>>,
    /// Nations that fight apart from the others of their side.
    pub non_cooperation: Option<Vec<ApartGiven>>,
    /// The nations of each side.
    #[cfg_attr(feature = "schema", schemars(with = "Option<BTreeMap<String, Vec<String>>>"))]
    pub sides: Option<BTreeMap<Camp, Vec<Nation>>>,
    /// How many tokens of each side the Axis player draws at the setup.
    pub tokens_by_axis: Option<ScoreGiven>,
    /// How many tokens of each side the Allied player draws at the setup.
    pub tokens_by_allies: Option<ScoreGiven>,
    /// What is worth points.
    pub scoring: Option<ScoringGiven>,
}

/// A duty to keep ships in port.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PresenceGiven {
    /// Whose duty.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub nation: Nation,
    /// The fewest ships.
    pub minimum: u8,
    /// What a port that falls short gives to the Axis.
    pub points: u8,
}

/// A nation that fights apart.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ApartGiven {
    /// The nation.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub nation: Nation,
    /// Its side.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Camp,
}

/// What is worth points; what is not said stays.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoringGiven {
    /// Whether control of zones scores.
    pub zones: Option<bool>,
    /// For a convoy sunk.
    pub convoy: Option<u8>,
    /// For an Axis ship sunk.
    pub axis_ship: Option<u8>,
    /// For an Allied ship sunk.
    pub allied_ship: Option<u8>,
    /// For an air unit that does not fly.
    pub unused_lba: Option<u8>,
    /// For Turkish neutrality violated.
    pub turkey: Option<u8>,
}

/// Where a nation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing(pub Option<Camp>);

impl<'de> Deserialize<'de> for Standing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Standing, D::Error> {
        let word = String::deserialize(deserializer)?;
        match (word.as_str(), Camp::parse(&word)) {
            ("neutral", _) => Ok(Standing(None)),
            (_, Some(side)) => Ok(Standing(Some(side))),
            _ => Err(de::Error::custom(format!("`{word}` is neither a side nor `neutral`"))),
        }
    }
}
