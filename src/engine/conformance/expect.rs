//! What must come of a case, as its file writes it: what every system judges, and beside it what a system
//! judges itself.

use std::collections::BTreeMap;

use serde::de::MapAccess;
use serde::{Deserialize, Deserializer};

use super::beside::{self, Part};
use super::contract::Cases;
use super::each::{Each, EachParty};
use super::sight::Sight;
use super::story::{CITES, rules_in};
use super::words::{Answer, turn_of};
use crate::party::Party;

/// An event as far as it matters: `event` and any of its fields. A list of the event may be met whole, or by
/// `{has: [..], lacks: [..]}`.
pub type Pattern = serde_json::Map<String, serde_json::Value>;

/// What must come of it. At least one thing must be said.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Expect", deny_unknown_fields, bound = ""))]
pub struct Expect<S: Cases> {
    /// Events that happen in this order; others may lie between.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub events: Vec<Pattern>,
    /// All events, in this order, but for those that the system passes over.
    pub events_exactly: Option<Vec<Pattern>>,
    /// Events of which none happens.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub absent: Vec<Pattern>,
    /// Where things are in the end.
    #[cfg_attr(feature = "schema", schemars(default, with = "BTreeMap<String, String>"))]
    pub at: BTreeMap<String, S::At>,
    /// Points gained in the case.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub points: Each<S, i32>,
    /// Questions that are put.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub asked: Vec<Asked>,
    /// Keys of questions that are not put, because nothing is to be decided.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub not_asked: Vec<String>,
    /// Answers that would be refused.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub refused: Vec<Tried>,
    /// Answers that would be legal, besides the one that is given.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub accepted: Vec<Tried>,
    /// Where the match stands in the end, such as `t2/convoys`.
    pub standing: Option<String>,
    /// What the sides see in the end, and in what they were told.
    pub sees: EachParty<S, Sight<S>>,
    /// What the system judges itself.
    #[cfg_attr(feature = "schema", schemars(flatten))]
    pub own: S::Expected,
}

/// A question that is put.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Whom.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    #[serde(rename = "side")]
    pub party: Party,
    /// Its key; `t1/` in front may be left out.
    pub key: String,
    /// Its kind.
    pub kind: Option<String>,
    /// The rule that puts it.
    pub rule: Option<String>,
    /// All its subjects, in any order.
    pub subjects: Option<Vec<String>>,
    /// All that is open to a subject, in any order.
    #[serde(default)]
    pub options: BTreeMap<String, Vec<String>>,
    /// Some of what is open to a subject.
    #[serde(default)]
    pub offers: BTreeMap<String, Vec<String>>,
    /// Some of what is not open to a subject.
    #[serde(default)]
    pub refuses: BTreeMap<String, Vec<String>>,
    /// Words that are no subjects, whether or not anything has that id.
    #[serde(default)]
    pub without: Vec<String>,
    /// What silence means for a subject.
    #[serde(default)]
    pub silence: BTreeMap<String, String>,
    /// Parts of what the side is told beside the question.
    #[serde(default)]
    pub about: Vec<String>,
}

/// An answer that is tried and not given.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// Whose.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    #[serde(rename = "side")]
    pub party: Party,
    /// The key of the question; `t1/` in front may be left out.
    pub key: String,
    /// The answer.
    #[cfg_attr(feature = "schema", schemars(with = "super::words::AnswerShape"))]
    pub answer: Answer,
    /// The rule that refuses it, or the code of the problem.
    pub because: Option<String>,
}

impl<S: Cases> Default for Expect<S> {
    fn default() -> Expect<S> {
        Expect {
            events: Vec::new(),
            events_exactly: None,
            absent: Vec::new(),
            at: BTreeMap::new(),
            points: Each::default(),
            asked: Vec::new(),
            not_asked: Vec::new(),
            refused: Vec::new(),
            accepted: Vec::new(),
            standing: None,
            sees: Each::default(),
            own: S::Expected::default(),
        }
    }
}

impl<S: Cases> Part for Expect<S> {
    const KEYS: &'static [&'static str] = &[
        "events",
        "events_exactly",
        "absent",
        "at",
        "points",
        "asked",
        "not_asked",
        "refused",
        "accepted",
        "standing",
        "sees",
    ];

    fn take<'de, A: MapAccess<'de>>(&mut self, key: &'static str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "events" => self.events = map.next_value()?,
            "events_exactly" => self.events_exactly = map.next_value()?,
            "absent" => self.absent = map.next_value()?,
            "at" => self.at = map.next_value()?,
            "points" => self.points = map.next_value()?,
            "asked" => self.asked = map.next_value()?,
            "not_asked" => self.not_asked = map.next_value()?,
            "refused" => self.refused = map.next_value()?,
            "accepted" => self.accepted = map.next_value()?,
            "standing" => self.standing = map.next_value()?,
            "sees" => self.sees = map.next_value()?,
            _ => unreachable!("{key} is no key of every system"),
        }
        Ok(())
    }
}

impl<'de, S: Cases> Deserialize<'de> for Expect<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Expect<S>, D::Error> {
        let (expect, own) = beside::read::<Expect<S>, S::Expected, D>(deserializer)?;
        Ok(Expect { own, ..expect })
    }
}

impl<S: Cases> Expect<S> {
    /// True if nothing is said.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
            && self.events_exactly.is_none()
            && self.absent.is_empty()
            && self.at.is_empty()
            && self.points.iter().next().is_none()
            && self.asked.is_empty()
            && self.not_asked.is_empty()
            && self.refused.is_empty()
            && self.accepted.is_empty()
            && self.standing.is_none()
            && self.sees.iter().next().is_none()
            && self.own == S::Expected::default()
    }

    /// Every expected event, also those that must not happen.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.events.iter().chain(self.events_exactly.iter().flatten()).chain(&self.absent)
    }

    /// Every rule that it names, which the ledger must have.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        let told = self.patterns().flat_map(|pattern| {
            ["rule", CITES].into_iter().filter_map(move |key| pattern.get(key)).flat_map(rules_in)
        });
        told.chain(self.asked.iter().filter_map(|asked| asked.rule.as_deref()))
    }
}

/// True if a key of a case names a question; the turn in front may be left out.
pub fn names(key: &str, question: &str) -> bool {
    key == question || turn_of(question).is_some_and(|(_, rest)| rest == key)
}
