//! What a party may know, as JSON.

use std::rc::Rc;

use serde_json::Value;

use super::record::StepRecord;
use super::ruled::Ruled;
use super::{Part, ReplayFault};
use crate::items::Words;
use crate::party::Party;
use crate::rulebook::Rulebook;
use crate::system::{Chapter, News};
use crate::view::without;

impl<S: Rulebook> Ruled<S> {
    /// The view of a party with a part of the story.
    pub(super) fn viewed(&self, party: Party, told: Part, leaving: &[&str]) -> Result<Value, ReplayFault> {
        let steps: &[Rc<StepRecord<S::Event>>] = match told {
            Part::Latest => &self.latest,
            Part::All => {
                let history = self.history.as_ref();
                history.ok_or_else(|| ReplayFault::Bug("the story of before was not read".to_owned()))?
            }
        };
        let words = |step: &StepRecord<S::Event>| Words {
            id: step.at.clone(),
            name: step.title.clone(),
            note: String::new(),
        };
        let titles: Vec<Words> = steps.iter().map(|step| words(step)).collect();
        let chapters = titles.iter().zip(steps);
        let chapters: Vec<Chapter<'_, S>> =
            chapters.map(|(at, step)| Chapter { at, sections: &step.sections }).collect();
        let since = (told == Part::Latest).then_some(&*self.since);
        let view =
            self.system.view(&self.present, party, News { since, chapters: &chapters, unwanted: leaving });
        without(&view, leaving).map_err(|error| ReplayFault::Bug(error.to_string()))
    }
}
