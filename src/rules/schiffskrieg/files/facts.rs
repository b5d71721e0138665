//! `facts.yaml`.

use serde::Deserialize;

use crate::facts::{Narrow, ValueKind, Veil};

/// `facts.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactsFile {
    pub facts: Vec<FactRow>,
}

/// A fact that is declared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactRow {
    pub id: String,
    pub need: String,
    #[serde(default)]
    pub by: Vec<Narrow>,
    pub is: ValueKind,
    #[serde(default)]
    pub one_of: Vec<String>,
    pub least: Option<i16>,
    pub most: Option<i16>,
    #[serde(default)]
    pub list: bool,
    #[serde(default)]
    pub none: bool,
    pub who: Who,
    #[serde(default)]
    pub secret: Option<Veil>,
    #[serde(default)]
    pub steady: bool,
    #[serde(default)]
    pub once: bool,
    #[serde(default)]
    pub countries: Vec<String>,
    pub only_in: Option<OnlyIn>,
    pub about: String,
}

/// Who declares a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The umpire.
    Umpire,
    /// Whose unit or card it is; the umpire confirms.
    Owner,
}

/// The only matches in which a fact is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnlyIn {
    /// A game of one map.
    Standalone,
}
