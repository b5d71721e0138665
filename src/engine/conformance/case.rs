//! The shape of a case: a position, answers, dice, and what must come of them. Nothing here knows whether a
//! case holds.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::contract::Cases;
use super::each::EachParty;
use super::expect::Expect;
use super::words::{Answer, Until, until};

/// A file with several cases. A file may also be a single case.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound = "")]
#[cfg_attr(feature = "schema", schemars(rename = "CaseFile", bound = ""))]
pub struct CaseFile<S: Cases> {
    /// The cases.
    pub cases: Vec<Case<S>>,
}

/// One case.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, bound = "")]
#[cfg_attr(feature = "schema", schemars(rename = "Case", bound = ""))]
pub struct Case<S: Cases> {
    /// The rule of the ledger that the case is about.
    pub rule: Option<String>,
    /// The rules that the case is about, where they are several; the first is its main one.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What the case shows, in one sentence.
    pub title: String,
    /// Where the rulebook says so: a paragraph, or an example.
    pub source: String,
    /// What a reader should know besides.
    pub note: Option<String>,
    /// The position.
    pub given: S::Given,
    /// How far to play: a phase (`scoring`), a phase of a turn (`t2/reinforcements`) or `end`. Without it,
    /// only the phase in which the position stands.
    #[serde(default, deserialize_with = "until::<S, _>")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub until: Option<Until>,
    /// What the sides answer, by the key of the question; `t1/` in front may be left out.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "EachParty<S, BTreeMap<String, super::words::AnswerShape>>")
    )]
    pub answers: EachParty<S, BTreeMap<String, Answer>>,
    /// Standing answers, as they stand under `doctrine:` in an orders file.
    #[serde(default)]
    pub doctrine: EachParty<S, serde_json::Value>,
    /// Battle plans, as they stand under `battle-plans:` in an orders file.
    #[serde(default)]
    pub battle_plans: EachParty<S, serde_json::Value>,
    /// True if questions without an answer take what silence means. Otherwise such a question is a failure.
    #[serde(default)]
    pub silence: bool,
    /// The dice: faces by the label of a roll, by the end of a label, or as a list for every roll whose label
    /// has this part. All of them must be used.
    #[serde(default)]
    pub dice: BTreeMap<String, Vec<u8>>,
    /// What must come of it.
    pub expect: Expect<S>,
    /// Why the program does not do this yet. The case must then fail.
    pub known_gap: Option<String>,
}

impl<S: Cases> Case<S> {
    /// Every rule the case is about, the main one first.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rule.iter().chain(&self.rules).map(String::as_str)
    }

    /// What makes the case useless as it stands: it names no rule, judges nothing, or asks for what is not
    /// there yet.
    pub fn unsound(&self) -> Option<&'static str> {
        if self.rules().next().is_none() {
            Some("the case names no rule: add `rule:`")
        } else if self.rule.is_some() && !self.rules.is_empty() {
            Some("write either `rule:` or `rules:`")
        } else if self.expect.is_empty() {
            Some("the case judges nothing: add something under `expect:`")
        } else {
            None
        }
    }
}

/// The JSON Schema of a case file of a system, as text.
#[cfg(feature = "schema")]
pub(super) fn schema<S: Cases>() -> String {
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged, bound = "", title = "A file of conformance cases")]
    #[allow(dead_code)]
    enum File<S: Cases> {
        Several(CaseFile<S>),
        One(Box<Case<S>>),
    }
    let schema = schemars::schema_for!(File<S>);
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    format!("{text}\n")
}
