//! What is said of a word that can mean nothing where it stands: a group of which nobody is left, or several
//! things.

use super::Reading;
use crate::draft::Word;
use crate::draft::spelling::{Names as Spellings, SHOWN, several};
use crate::problem::quote;

impl Reading<'_, '_> {
    /// Says of a group why it cannot stand where it does, if a word is one.
    pub(super) fn is_refused_group(&mut self, word: &Word) -> bool {
        let Some(group) = self.groups.get(&word.text) else { return false };
        self.refuse(word, "empty-group", |it| {
            let reason = |member: &String| match it.names.subjects(member) {
                [] => format!("{member} is not asked for here"),
                _ => format!("{member} has a line of its own"),
            };
            let reasons: Vec<String> = group.members.iter().take(SHOWN).map(reason).collect();
            let why = if reasons.is_empty() { "it has no units".to_owned() } else { reasons.join(", ") };
            let what = format!("nobody of the group {} is left for this line: {why}", quote(&word.text));
            (what, Some("take the line out, or name who is asked for here".to_owned()))
        });
        true
    }

    /// Says of a group that it is no choice, if a word is one.
    pub(super) fn is_no_choice(&mut self, word: &Word) -> bool {
        let is_group = self.groups.get(&word.text).is_some();
        if is_group {
            self.refuse_by_rule(word, "unknown-choice", |_| {
                let what = format!("{} is a group, and no choice", quote(&word.text));
                (what, Some("write the group before the colon, or in a list behind a choice".to_owned()))
            });
        }
        is_group
    }

    /// What is said of a word that may mean several things, if it does.
    pub(super) fn meant<'n>(
        &self,
        things: impl Iterator<Item = (&'n str, &'n str, &'n str)> + Clone,
        word: &str,
    ) -> Option<(String, Option<String>)> {
        self.among?;
        let ids: Vec<&str> = things.clone().map(|(id, ..)| id).collect();
        let all: Vec<usize> = (0..ids.len()).collect();
        let (_, found) =
            Spellings::new(things).find(word, &all, false).filter(|(_, found)| found.len() > 1)?;
        let found: Vec<&str> = found.iter().map(|&at| ids[at]).collect();
        let (what, mend) = several(word, &found);
        Some((what, Some(mend)))
    }
}
