//! What a file said in answer to a question, for the form that goes back with it.

use engine::question::{OpenQuestion, OpenSubject};

/// What a file said in answer to a question, as far as it can stand in a form.
pub(in crate::orders) struct Said {
    /// The question's key.
    pub key: String,
    /// The option for each subject; nothing where silence answers.
    pub choice: Vec<Option<u16>>,
    /// The subjects in the order in which they were named.
    pub order: Vec<u16>,
    /// What is wrong with the answer, a sentence each.
    pub amiss: Vec<String>,
}

impl Said {
    /// Nothing said in answer to a question.
    pub fn new(key: &str) -> Said {
        Said { key: key.to_owned(), choice: Vec::new(), order: Vec::new(), amiss: Vec::new() }
    }

    /// The subjects as they are to be written, those first that were named, each with its option.
    pub(super) fn lines<'q>(&self, question: &'q OpenQuestion) -> Vec<(&'q OpenSubject, Option<u16>)> {
        let named = self.order.iter().map(|&at| usize::from(at));
        let is_named = |at: &usize| self.order.iter().any(|&named| usize::from(named) == *at);
        let others = (0..question.subjects.len()).filter(|at| !is_named(at));
        let line = |at: usize| {
            let subject = &question.subjects[at];
            (subject, self.choice.get(at).copied().flatten().or(subject.default))
        };
        named.chain(others).map(line).collect()
    }
}
