//! The names of a question, by their letters in lower case.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::draft::Groups;
use crate::draft::spelling::Names as Spellings;
use crate::problem::Candidates;
use crate::question::OpenQuestion;

/// What an exact id or name of a question stands for.
pub(super) struct Names<'q> {
    subjects: BTreeMap<String, Vec<usize>>,
    options: BTreeMap<String, Vec<u16>>,
    near_subjects: OnceCell<Candidates<'q>>,
    spelled: OnceCell<Spellings>,
}

impl<'q> Names<'q> {
    /// Notes all names.
    pub fn new(question: &OpenQuestion) -> Names<'q> {
        let mut subjects: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, subject) in question.subjects.iter().enumerate() {
            note(&mut subjects, [&subject.id, &subject.name], at);
        }
        let mut options: BTreeMap<String, Vec<u16>> = BTreeMap::new();
        for (at, option) in question.options.iter().enumerate() {
            note(&mut options, [&option.id, &option.name], at as u16);
        }
        Names { subjects, options, near_subjects: OnceCell::new(), spelled: OnceCell::new() }
    }

    /// Those who choose that a word names.
    pub fn subjects(&self, word: &str) -> &[usize] {
        self.subjects.get(&word.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// The options that a word names.
    pub fn options(&self, word: &str) -> &[u16] {
        self.options.get(&word.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// Those who choose by other spellings, made ready once for all words that mean nothing.
    pub fn spellings(&self, question: &OpenQuestion) -> &Spellings {
        let things = || question.subjects.iter().map(|it| (&*it.id, &*it.name, &*it.note));
        self.spelled.get_or_init(|| Spellings::new(things()))
    }

    /// The name of one who chooses, or of a group, that is nearest to a word.
    pub fn near_subject(
        &self,
        question: &'q OpenQuestion,
        groups: &'q Groups,
        word: &str,
    ) -> Option<&'q str> {
        let names = || {
            let both = |it: &'q crate::question::OpenSubject| [it.id.as_str(), &it.name, base(&it.name)];
            Candidates::new(question.subjects.iter().flat_map(both).chain(groups.names()))
        };
        self.near_subjects.get_or_init(names).nearest(word)
    }
}

/// Notes a thing under its id and its name, once under each.
fn note<T: Copy + PartialEq>(names: &mut BTreeMap<String, Vec<T>>, words: [&String; 2], at: T) {
    for word in words {
        let known = names.entry(word.to_lowercase()).or_default();
        if known.last() != Some(&at) {
            known.push(at);
        }
    }
}

/// A name without what stands in brackets behind it, as `Gibraltar` of `Gibraltar (10)`.
pub(super) fn base(name: &str) -> &str {
    let before = name.strip_suffix(')').and_then(|it| it.rsplit_once('(')).map(|(before, _)| before.trim());
    before.filter(|it| !it.is_empty()).unwrap_or(name)
}
