//! Groups in an answer: those of their members that the question asks about stand in place of their names.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Group, Groups, Word};
use crate::question::OpenQuestion;

/// An answer, or a plan, with the members of groups in place of their names. A member that the question does
/// not ask about, or that has a line of its own, is passed over; a group of which nobody is left stays as it
/// is, and means nothing.
pub fn in_answer<'d>(
    question: &OpenQuestion,
    groups: &Groups,
    draft: &'d AnswerDraft,
) -> Cow<'d, AnswerDraft> {
    let AnswerBody::Entries(entries) = &draft.body else { return Cow::Borrowed(draft) };
    if groups.is_empty() || !entries.iter().flat_map(words).any(|word| groups.get(&word.text).is_some()) {
        return Cow::Borrowed(draft);
    }
    let mut read = Read { question, groups, names: Names::of(question), taken: BTreeSet::new() };
    entries.iter().for_each(|entry| read.note_taken(entry));
    let entries = entries.iter().map(|entry| read.entry(entry)).collect();
    Cow::Owned(AnswerDraft { key: draft.key.clone(), body: AnswerBody::Entries(entries) })
}

/// The members of a group that a question asks about, by their places there, and the others.
pub fn members<'g>(question: &OpenQuestion, group: &'g Group) -> (Vec<usize>, Vec<&'g str>) {
    let names = Names::of(question);
    let (mut here, mut others) = (Vec::new(), Vec::new());
    for member in &group.members {
        match names.subject(member) {
            Some(at) if !here.contains(&at) => here.push(at),
            Some(_) => {}
            None => others.push(member.as_str()),
        }
    }
    (here, others)
}

/// Every word of an entry.
fn words(entry: &Entry) -> impl Iterator<Item = &Word> {
    let values = match &entry.value {
        EntryValue::One(word) => std::slice::from_ref(word),
        EntryValue::Many(words) => words.as_slice(),
    };
    entry.keys.iter().chain(values)
}

/// Ids and names of a question in small letters.
struct Names {
    subjects: BTreeMap<String, Vec<usize>>,
    options: BTreeSet<String>,
}

impl Names {
    fn of(question: &OpenQuestion) -> Names {
        let mut subjects: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, subject) in question.subjects.iter().enumerate() {
            for name in [&subject.id, &subject.name] {
                let known = subjects.entry(name.to_lowercase()).or_default();
                if !known.contains(&at) {
                    known.push(at);
                }
            }
        }
        let options = question.options.iter().flat_map(|it| [it.id.to_lowercase(), it.name.to_lowercase()]);
        Names { subjects, options: options.collect() }
    }

    fn subject(&self, word: &str) -> Option<usize> {
        match self.subjects.get(&word.to_lowercase())?[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn is_option(&self, word: &str) -> bool {
        self.options.contains(&word.to_lowercase())
    }

    fn knows(&self, word: &str) -> bool {
        self.is_option(word) || self.subjects.contains_key(&word.to_lowercase())
    }
}

struct Read<'q> {
    question: &'q OpenQuestion,
    groups: &'q Groups,
    names: Names,
    /// Who has a line of his own.
    taken: BTreeSet<usize>,
}

impl<'q> Read<'q> {
    /// The group that a word names, unless it names something in the question.
    fn group(&self, word: &Word) -> Option<&'q Group> {
        self.groups.get(&word.text).filter(|_| !self.names.knows(&word.text))
    }

    fn note_taken(&mut self, entry: &Entry) {
        let behind = match &entry.value {
            _ if !self.names.is_option(&entry.key.text) => &[],
            EntryValue::One(word) => std::slice::from_ref(word),
            EntryValue::Many(words) => words.as_slice(),
        };
        let named = entry.keys.iter().chain(behind).filter_map(|word| self.names.subject(&word.text));
        let named: Vec<usize> = named.collect();
        self.taken.extend(named);
    }

    fn entry(&self, entry: &Entry) -> Entry {
        let keys = self.each(&entry.keys);
        let value = match &entry.value {
            EntryValue::One(word) => match self.group(word).map(|group| self.free(word, group)) {
                Some(members) if !members.is_empty() && self.names.is_option(&entry.key.text) => {
                    EntryValue::Many(members)
                }
                _ => entry.value.clone(),
            },
            EntryValue::Many(words) if self.names.is_option(&entry.key.text) => {
                EntryValue::Many(self.each(words))
            }
            // Behind a subject of a plan: what it takes, best first.
            EntryValue::Many(words) => {
                EntryValue::Many(self.groups.among(words, &|member| self.names.is_option(member)))
            }
        };
        Entry { key: entry.key.clone(), keys, value }
    }

    fn each(&self, words: &[Word]) -> Vec<Word> {
        let mut all: Vec<Word> = Vec::with_capacity(words.len());
        for word in words {
            match self.group(word).map(|group| self.free(word, group)) {
                Some(members) if !members.is_empty() => all.extend(members),
                _ => all.push(word.clone()),
            }
        }
        all
    }

    /// The members of a group that have no line of their own, each where the group stands.
    fn free(&self, word: &Word, group: &Group) -> Vec<Word> {
        let mut seen = BTreeSet::new();
        let here = group.members.iter().filter_map(|member| self.names.subject(member));
        let here = here.filter(|at| !self.taken.contains(at) && seen.insert(*at));
        here.map(|at| Word { text: self.question.subjects[at].id.clone(), spot: word.spot }).collect()
    }
}
