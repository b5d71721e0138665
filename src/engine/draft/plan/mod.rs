//! Plans: answers to questions of later steps, given before these are put. Nothing here knows a rule or a
//! position.

mod parse;
mod write;

pub use write::write_plans;

use super::{AnswerDraft, Spot};
use crate::tags::words;

words! {
    /// Whether a plan counts whatever became known since it was sent.
    pub enum Hold: id {
        /// It counts.
        Firm = "firm",
        /// It is void once a die fell or another party's answer was used.
        Fresh = "fresh",
    }
}

words! {
    /// Who answers where a plan cannot.
    pub enum Otherwise: id {
        /// The party, which is asked.
        Ask = "ask",
        /// Its doctrine.
        Doctrine = "doctrine",
        /// Silence.
        Silence = "silence",
    }
}

/// What stands under `plans:` of an orders file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlansDraft {
    /// Where the word `plans` stands.
    pub spot: Spot,
    /// The plans in their order; those of one question are tried in turn.
    pub plans: Vec<PlanDraft>,
}

/// An answer to a question that is still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanDraft {
    /// Whether it counts whatever became known.
    pub hold: Hold,
    /// Who answers where it cannot.
    pub otherwise: Otherwise,
    /// The question's key and the answer.
    pub answer: AnswerDraft,
}

impl PlansDraft {
    /// The plans for a question, in the order in which they are tried.
    pub fn of<'p>(&'p self, key: &'p str) -> impl Iterator<Item = &'p PlanDraft> {
        self.plans.iter().filter(move |plan| plan.answer.key.text == key)
    }
}
