//! Doctrine in the program's own layout, with its conditions in English.

use super::Adjudicator;
use super::ruled::Ruled;
use crate::condition::{compile, say};
use crate::doctrine::compile::kind_of;
use crate::doctrine::staff;
use crate::draft::write::write_doctrine_with;
use crate::draft::{DoctrineDraft, DoctrineEntry, DoctrineRule};
use crate::problem::Collector;
use crate::rulebook::Rulebook;

impl<S: Rulebook> Ruled<S> {
    /// Doctrine as YAML to put under `doctrine:`, with its conditions as remarks.
    pub(super) fn doctrine_in_words(&self, draft: &DoctrineDraft) -> String {
        let system = &*self.system;
        if draft.staff.is_some() {
            return staff::in_words(system, |draft| self.doctrine_text(draft));
        }
        write_doctrine_with(draft, |entry: &DoctrineEntry, rule: &DoctrineRule| {
            let (when, kind) = (rule.when.as_ref()?, kind_of(system, &entry.kind)?);
            let when = compile::compile(system, when, kind, &mut Collector::new(), None)?;
            Some(format!("only if {}", say::say(system.conditions(), &when)))
        })
    }
}
