//! The position of a case as its file writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::SeaMap;
use crate::faction::Faction;
use crate::markers::Allegiance;
use crate::pieces::{Nation, Stripe};
use crate::scenario::{Marker, Support};
use crate::state::Cause;

/// The position before the case is played.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The scenario, by the number of its section; 46 without it. Its counters are there with those that the
    /// case states.
    #[serde(default = "usual")]
    pub scenario: String,
    /// The edition by which the case is played, as a match that began under it; the newest without it.
    pub edition: Option<u32>,
    /// True if history says what nobody declares, as in the naval war.
    #[serde(default)]
    pub history: bool,
    /// Facts as they are declared, such as `war-state.tk=total-war`.
    #[serde(default)]
    pub facts: Vec<String>,
    /// Pieces that the case states, or puts elsewhere than the scenario does.
    #[serde(default)]
    pub units: Vec<UnitGiven>,
    /// The battle that is fought.
    pub battle: Option<BattleGiven>,
    /// Support units besides those of the scenario, in Force Pools.
    #[serde(default)]
    pub support: Vec<SupportGiven>,
    /// Markers on the map, on tracks and in Force Pools.
    #[serde(default)]
    pub markers: Vec<MarkerGiven>,
    /// Who has a Luck marker, by map: `axis` or `allies`.
    #[serde(default)]
    pub luck: BTreeMap<String, String>,
    /// Options of the match: `{luck: on}`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where the sequence of a turn stands: a stage such as `changes`, or a faction's own, as `axis support`.
    /// What is due is done before it.
    pub stage: Option<String>,
    /// What is to be done besides: `delay MAP`, `shipyard`, `commerce-raid MAP`, `base-raid FACTION BASE`,
    /// `strike FACTION BASE`, `patrol FACTION BOAT ZONE`, `build FACTION`, `reorganize FACTION`, `recall`,
    /// `servron`, `reserves`, `markers`, `activate COUNTRY FACTION`, `event FACTION MAP EVENT`, `event
    /// COUNTRY EVENT`, `checks`, `war-state MAP STATE`, `card FACTION MAP NUMBER`, `enemy-enters BASE`,
    /// `hold-reserves`, `turn-over`, `place SUPPORT GOAL`, `rebase FACTION`, `return`, `score`, `set-up`,
    /// `fortunes FACTION MAP`.
    #[serde(default)]
    pub due: Vec<String>,
}

fn usual() -> String {
    "46".to_owned()
}

/// One piece.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitGiven {
    /// Its id; one that no counter has needs `nation`, `kind` and `line`.
    pub id: String,
    /// Its nation.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub nation: Option<Nation>,
    /// `bb`, `ca`, `cd`, `cv`, `cvl`, `lba`, `heavy-lba`, `boat`.
    pub kind: Option<String>,
    /// Its factors: attack, Damage, Defense, Speed for a ship (`3-2-4-6`), attack, Damage, Defense for an
    /// LBA, Torpedo for an X-boat; `x` for what it has not.
    pub line: Option<String>,
    /// Its other side: attack and Defense (`1-2`).
    pub back: Option<String>,
    /// Where it is; where the scenario puts it without this.
    pub at: Option<String>,
    /// True if its damaged or reduced side is up.
    #[serde(default)]
    pub hurt: bool,
    /// For whom it fights, if not as its counter says: `axis`, `western`, `soviet`, `nobody`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub allegiance: Option<Allegiance>,
    /// True of a French ship that is Vichy's.
    #[serde(default)]
    pub vichy: bool,
    /// True while it holds a Reserve Fleet.
    #[serde(default)]
    pub held: bool,
    /// The stripe of a Russian ship: `gray`, `blue`, `red`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stripe: Option<Stripe>,
}

/// A support unit in a Force Pool.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SupportGiven {
    /// Its kind.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub unit: Support,
    /// Its nation; none for a Scratch Defense Fleet.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub nation: Option<Nation>,
    /// Whose it is, if it has no nation.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub faction: Option<Faction>,
    /// Its map.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub map: SeaMap,
    /// True of a CV Fleet whose CV Strike side is up.
    #[serde(default)]
    pub strike: bool,
    /// `out` if it is not in play yet, `delay` in the Delay Box; in its Force Pool without it.
    pub at: Option<String>,
}

/// A marker.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MarkerGiven {
    /// Which.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub marker: Marker,
    /// Its nation, for a Reserve Fleet.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub nation: Option<Nation>,
    /// Its map.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub map: SeaMap,
    /// `base ID`, `force-pool`, `delay`, `turn-track TURN`, `out`.
    pub at: String,
}

/// A battle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BattleGiven {
    /// `station ZONE`, `sea HEX`, `land HEX`, `land HEX ZONE`, `strategic-warfare MAP`.
    pub at: String,
    /// `contest`, or `commerce-raid`.
    #[serde(default = "contest")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub cause: Cause,
    /// The round with which the case begins: 2 if the first is over, and nobody retired. Only what is still
    /// in the battle lines is given then.
    #[serde(default = "first")]
    pub round: u8,
    /// The side whose turn it is.
    pub phasing: ForceGiven,
    /// The other.
    pub answering: ForceGiven,
    /// Nations whose ships have no way home.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub cut_off: Vec<Nation>,
}

fn first() -> u8 {
    1
}

fn contest() -> Cause {
    Cause::Contest
}

/// A force in a battle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForceGiven {
    /// Whose.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub faction: Faction,
    /// The kind of its support unit, which goes by its nation and kind, as `german-surface-fleet`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub unit: Option<Support>,
    /// The nation of that unit; none for a Scratch Defense Fleet.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub nation: Option<Nation>,
    /// True of a CV Fleet whose CV Strike side is up.
    #[serde(default)]
    pub strike: bool,
    /// The pieces in its battle line.
    pub force: Vec<String>,
    /// True if it has an Air Base within three hexes.
    #[serde(default)]
    pub air_base: bool,
    /// What cards add to its die for Day and Night.
    #[serde(default)]
    pub day_drm: i8,
    /// What is added to its attack dice.
    #[serde(default)]
    pub attack_drm: i8,
}
