//! The position of a case as its file writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::fixture::Fixture;
use tactical::cards::CardGiven;

/// The position before the case is played.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The scenario; `pacific-1942` without it.
    #[serde(default = "usual")]
    pub scenario: String,
    /// The edition by which the case is played, as a match that began under it; the newest without it.
    pub edition: Option<u32>,
    /// Options, as `word=value`.
    #[serde(default)]
    pub options: Vec<String>,
    /// The turn.
    #[serde(default = "second")]
    pub turn: u8,
    /// The phase that is played first; `orders` without it.
    #[serde(default = "orders")]
    pub phase: String,
    /// Who controls sectors, by number, where that is not as the scenario has it; `nobody` for none.
    #[serde(default)]
    pub control: BTreeMap<u8, String>,
    /// Points in the banks, by side.
    #[serde(default)]
    pub bank: BTreeMap<String, i32>,
    /// What is otherwise on cards, by their ids: on all units that have them, also on those that are bought
    /// in the case.
    #[serde(default)]
    pub cards: BTreeMap<String, CardGiven>,
    /// The units, in the order in which they are numbered; there are no others.
    #[serde(default)]
    pub units: Vec<UnitGiven>,
    /// Battles that were fought this turn.
    #[serde(default)]
    pub fought: Vec<FoughtGiven>,
    /// Points that lie in sectors, with Economy: by side and sector.
    #[serde(default)]
    pub stores: BTreeMap<String, BTreeMap<String, i32>>,
    /// What sides do about convoys, by side: `submarines-at-13`, `intercept-at-13`, `leave-at-13`.
    #[serde(default)]
    pub hunts: BTreeMap<String, Vec<String>>,
    /// A part of a battle, which is then all that is played; `expect: {trial: ...}` says what must come of
    /// it.
    #[serde(rename = "trial")]
    pub fixture: Option<Fixture>,
}

fn usual() -> String {
    "pacific-1942".to_owned()
}

fn second() -> u8 {
    2
}

fn orders() -> String {
    "orders".to_owned()
}

/// A unit, or several alike.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitGiven {
    /// Whose.
    pub side: String,
    /// Its card.
    pub card: String,
    /// What is otherwise than on the card, which then has `case-` before its id.
    pub but: Option<CardGiven>,
    /// Where: `sector-13`, `base sector-6`, `deck akagi-1001`, `aboard lst-2001`, `idle sector-6`, `stocks
    /// sector-6`, `pool`, `lost`.
    pub at: String,
    /// How many.
    #[serde(default = "one")]
    pub count: u8,
    /// Hull points lost.
    #[serde(default)]
    pub damage: u8,
    /// On the stocks: the price, what is paid, and in how many turns.
    pub work: Option<[u16; 3]>,
    /// The facility that holds it while it is being built, with Construction.
    pub yard: Option<String>,
    /// The sector to which it is committed.
    pub sent: Option<String>,
    /// The sector that it scouts.
    pub scouts: Option<String>,
    /// What it scouts or strikes there, with Economy: `fleet`, `convoy` or `escort`.
    pub aim: Option<String>,
    /// Whether it goes with a convoy.
    #[serde(default)]
    pub convoy: bool,
    /// Points aboard.
    #[serde(default)]
    pub cargo: u8,
    /// The aircraft that it makes, if it is a factory.
    pub makes: Option<String>,
    /// Whether it moved, fought or fled this turn.
    #[serde(default)]
    pub did: Vec<String>,
    /// The turn on which it may do nothing offensive.
    #[serde(default)]
    pub barred: u8,
}

fn one() -> u8 {
    1
}

/// A battle of this turn.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FoughtGiven {
    /// Where.
    pub at: String,
    /// Who fought.
    pub sides: Vec<String>,
    /// Who won.
    pub winner: Option<String>,
}
