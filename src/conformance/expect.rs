//! What must come of a case, as its file writes it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::sight::Sees;
use super::words::{Answer, At};
use crate::rules::seas_of_thunder::state::Control;
use crate::side::Side;

/// An event as far as it matters: `event` and any of its fields. A list of the event may be met whole, or by
/// `{has: [..], lacks: [..]}`.
pub type Pattern = serde_json::Map<String, serde_json::Value>;

/// What must come of it. At least one thing must be said.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Events that happen in this order; others may lie between.
    #[serde(default)]
    pub events: Vec<Pattern>,
    /// All events, in this order, but for `phase-began`.
    pub events_exactly: Option<Vec<Pattern>>,
    /// Events of which none happens.
    #[serde(default)]
    pub absent: Vec<Pattern>,
    /// Where units and convoys are in the end.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub at: BTreeMap<String, At>,
    /// The last box of the mat in which a unit was put, or `used` for the Used LBA box.
    #[serde(default)]
    pub boxes: BTreeMap<String, String>,
    /// Whether the enemy knows the counters in the end.
    #[serde(default)]
    pub face_up: BTreeMap<String, bool>,
    /// The state of zones as last judged.
    #[serde(default)]
    pub control: BTreeMap<String, ControlWord>,
    /// Points gained in the case.
    #[serde(default)]
    pub points: Points,
    /// Points gained by column: `zones`, `unused-lba`, `convoys`, `ships`, `presence`, `rulings`.
    #[serde(default)]
    pub columns: ColumnPoints,
    /// Questions that are put.
    #[serde(default)]
    pub asked: Vec<Asked>,
    /// Keys of questions that are not put, because nothing is to be decided.
    #[serde(default)]
    pub not_asked: Vec<String>,
    /// Answers that would be refused.
    #[serde(default)]
    pub refused: Vec<Tried>,
    /// Answers that would be legal, besides the one that is given.
    #[serde(default)]
    pub accepted: Vec<Tried>,
    /// Where the match stands in the end, such as `t2/convoys`.
    pub standing: Option<String>,
    /// What the sides see in the end, and in what they were told.
    pub sees: Option<Sees>,
}

/// The state of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ControlWord {
    Axis,
    Allies,
    Contested,
    Uncontested,
}

impl From<Control> for ControlWord {
    fn from(control: Control) -> ControlWord {
        match control {
            Control::Uncontested => ControlWord::Uncontested,
            Control::Contested => ControlWord::Contested,
            Control::Controlled(Side::AXIS) => ControlWord::Axis,
            Control::Controlled(_) => ControlWord::Allies,
        }
    }
}

/// Points by side; a side left out is not judged.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Those of the Axis.
    pub axis: Option<i32>,
    /// Those of the Allies.
    pub allies: Option<i32>,
}

/// Points by side and column; what is left out is not judged.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnPoints {
    /// Those of the Axis.
    #[serde(default)]
    pub axis: BTreeMap<String, i32>,
    /// Those of the Allies.
    #[serde(default)]
    pub allies: BTreeMap<String, i32>,
}

/// A question that is put.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Whom.
    #[schemars(with = "String")]
    pub side: Side,
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
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// Whose.
    #[schemars(with = "String")]
    pub side: Side,
    /// The key of the question; `t1/` in front may be left out.
    pub key: String,
    /// The answer.
    #[schemars(with = "super::words::AnswerShape")]
    pub answer: Answer,
    /// The rule that refuses it, or the code of the problem.
    pub because: Option<String>,
}

impl Expect {
    /// True if nothing is said.
    pub fn is_empty(&self) -> bool {
        let points = &self.points;
        self.events.is_empty()
            && self.events_exactly.is_none()
            && self.absent.is_empty()
            && self.at.is_empty()
            && self.boxes.is_empty()
            && self.face_up.is_empty()
            && self.control.is_empty()
            && points.axis.is_none()
            && points.allies.is_none()
            && self.columns.axis.is_empty()
            && self.columns.allies.is_empty()
            && self.asked.is_empty()
            && self.not_asked.is_empty()
            && self.refused.is_empty()
            && self.accepted.is_empty()
            && self.standing.is_none()
            && self.sees.is_none()
    }

    /// Every rule that it names, which the ledger must have.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        let patterns = self.events.iter().chain(self.events_exactly.iter().flatten()).chain(&self.absent);
        let told = patterns.filter_map(|pattern| pattern.get("rule").and_then(serde_json::Value::as_str));
        told.chain(self.asked.iter().filter_map(|asked| asked.rule.as_deref()))
    }
}

/// True if a key of a case names a question; the turn in front may be left out.
pub fn names(key: &str, question: &str) -> bool {
    let without_turn = || {
        let (turn, rest) = question.split_once('/')?;
        let turn = turn.strip_prefix('t')?;
        turn.chars().all(|it| it.is_ascii_digit()).then_some(rest)
    };
    key == question || without_turn() == Some(key)
}
