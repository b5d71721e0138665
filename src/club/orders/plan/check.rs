//! Whether the plans of a file can be meant: whether their keys are those of questions that this party may
//! still be asked, and whether their words mean anything. What will be legal when a question is put is not
//! known yet; `remarks` say what would be as things stand.

use std::cell::OnceCell;

use crate::orders::respell::{Ground, Respelled, respelled};
use engine::adjudicator::Adjudicator;
use engine::draft::spelling::{Names, Place, Spelled, several};
use engine::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, GroupsDraft, OrdersDraft, PlanDraft, Word};
use engine::problem::{Candidates, Collector, quote};
use engine::question::{AheadQuestion, OpenQuestion};
use engine::table::judge::problem;
use engine::view::Packet;

/// Notes every key and every word of a file's plans that cannot be meant, with the file's name left empty.
/// Gives what was read for what where a word is no id and no name.
pub fn plans(
    rules: &dyn Adjudicator,
    packet: &Packet,
    draft: &OrdersDraft,
    problems: &mut Collector,
) -> Vec<Spelled> {
    let groups = draft.groups.as_ref();
    let mut check = Check { rules, packet, groups, problems, ground: OnceCell::new(), spelled: Vec::new() };
    for plan in draft.plans.iter().flat_map(|plans| &plans.plans) {
        check.plan(plan);
    }
    check.spelled
}

struct Check<'c> {
    rules: &'c dyn Adjudicator,
    packet: &'c Packet,
    /// The groups that the file brings.
    groups: Option<&'c GroupsDraft>,
    problems: &'c mut Collector,
    /// Where units stand in the packet.
    ground: OnceCell<Ground>,
    spelled: Vec<Spelled>,
}

impl Check<'_> {
    fn plan(&mut self, plan: &PlanDraft) {
        if !self.is_to_come(&plan.answer.key) {
            return;
        }
        let later = self.packet.later(&plan.answer.key.text);
        let body = match later {
            Some(later) => self.respelled(&later.question, &plan.answer),
            None => plan.answer.body.clone(),
        };
        let entries = match &body {
            AnswerBody::Single(word) => return self.word(later, word),
            AnswerBody::Entries(entries) => entries,
        };
        for entry in entries {
            entry.keys.iter().for_each(|word| self.word(later, word));
            match &entry.value {
                EntryValue::One(word) => self.word(later, word),
                EntryValue::Many(words) => words.iter().for_each(|word| self.word(later, word)),
            }
        }
    }

    fn ground(&self) -> &Ground {
        self.ground.get_or_init(|| Ground::of(self.packet).with(self.groups))
    }

    /// The plan with ids for what is understood in it as in an answer to the question of today. Words of
    /// lists that may say what a subject takes, best first, are looked at one by one.
    fn respelled(&mut self, question: &OpenQuestion, plan: &AnswerDraft) -> AnswerBody {
        let ground = self.ground.get_or_init(|| Ground::of(self.packet).with(self.groups));
        let rules = self.rules;
        let knows = |word: &str| rules.knows(word) && !is_in(question, word);
        let mut read = |body: AnswerBody| {
            let draft = AnswerDraft { key: plan.key.clone(), body };
            let Respelled { draft, spelled } = respelled(question, ground, &draft, &knows);
            self.spelled.extend(spelled);
            draft.body
        };
        let AnswerBody::Entries(entries) = &plan.body else {
            return match &plan.body {
                AnswerBody::Single(word) if knows(&word.text) => plan.body.clone(),
                body => read(body.clone()),
            };
        };
        // Exactly what the rules know by a word that stands nowhere in the question stays: it may be asked
        // about later.
        let stays = |entry: &Entry| {
            let words = match &entry.value {
                EntryValue::One(word) => std::slice::from_ref(word),
                EntryValue::Many(words) => words,
            };
            entry.keys.iter().chain(words).any(|word| knows(&word.text)) || lists_choices(question, entry)
        };
        let lines: Vec<Entry> = entries.iter().filter(|entry| !stays(entry)).cloned().collect();
        let AnswerBody::Entries(lines) = read(AnswerBody::Entries(lines)) else { return plan.body.clone() };
        let mut lines = lines.into_iter();
        let whole = entries.iter().map(|entry| {
            if stays(entry) { entry.clone() } else { lines.next().unwrap_or_else(|| entry.clone()) }
        });
        AnswerBody::Entries(whole.collect())
    }

    fn refuse(&mut self, at: &Word, code: &str, words: impl FnOnce(&Self) -> (String, String)) {
        if self.problems.has_room() {
            let (what, mend) = words(self);
            self.problems.push(problem(at, code, what, Some(mend), None));
        }
    }

    /// Whether the party may still be asked a question with this key; if not, says why.
    fn is_to_come(&mut self, key: &Word) -> bool {
        let (packet, said) = (self.packet, quote(&key.text));
        let asked = match self.rules.asked(&key.text) {
            Ok(asked) => asked,
            Err(why) => {
                self.refuse(key, "unknown-question", |it| {
                    (format!("{said} is no question: {why}"), it.near_key(key))
                });
                return false;
            }
        };
        if packet.questions.iter().any(|question| question.key == key.text) {
            self.refuse(key, "asked-now", |_| {
                (format!("{said} is asked in this exchange"), "answer it under `answers`".to_owned())
            });
            return false;
        }
        if let Some(other) = asked.party.filter(|party| *party != packet.party) {
            let what = format!("{said} is put to the {other}, not to the {}", packet.party);
            self.refuse(key, "not-yours", |it| (what, it.near_key(key)));
            return false;
        }
        let now = packet.view.get("turn").and_then(serde_json::Value::as_u64);
        match asked.turn.map(u64::from).zip(now).filter(|(turn, now)| turn < now) {
            None => true,
            Some((turn, now)) => {
                self.refuse(key, "turn-past", |_| {
                    let mend = format!("write a question of turn {now} or later, or take the plan out");
                    (format!("{said} belongs to turn {turn}, and it is turn {now}"), mend)
                });
                false
            }
        }
    }

    /// How to mend a key: by the nearest of those that are known to come.
    fn near_key(&self, key: &Word) -> String {
        let later = || self.packet.later.iter().flat_map(AheadQuestion::keys);
        match Candidates::new(later()).nearest(&key.text) {
            Some(near) => format!("did you mean `{near}`?"),
            None => match later().next() {
                Some(first) => format!("write a key as the form has it, such as `{first}`"),
                None => "write the key of a question that your side is asked, as reports and forms have it"
                    .to_owned(),
            },
        }
    }

    /// Notes a word that names nothing in this game.
    fn word(&mut self, later: Option<&AheadQuestion>, word: &Word) {
        let names = || {
            let subjects = later.iter().flat_map(|it| &it.question.subjects);
            let options = later.iter().flat_map(|it| &it.question.options);
            let subjects = subjects.flat_map(|it| [it.id.as_str(), &it.name]);
            subjects.chain(options.flat_map(|it| [it.id.as_str(), &it.name]))
        };
        let lower = word.text.to_lowercase();
        if self.ground().groups().get(&word.text).is_some() {
            return;
        }
        if self.rules.knows(&word.text) || names().any(|name| name.to_lowercase() == lower) {
            return;
        }
        match later.map_or_else(Vec::new, |it| meant(&it.question, &word.text))[..] {
            [] => {}
            [id] => {
                let (spot, said) = (word.spot, word.text.clone());
                let ids = vec![id.to_owned()];
                return self.spelled.push(Spelled { spot, said, ids, place: Place::Entry });
            }
            ref ids => return self.refuse(word, "ambiguous-name", |_| several(&word.text, ids)),
        }
        self.refuse(word, "unknown-name", |_| {
            let mend = match Candidates::new(names()).nearest(&word.text) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write ids as forms and reports have them".to_owned(),
            };
            (format!("{} names nothing in this match", quote(&word.text)), mend)
        });
    }
}

/// Whether a word is the id or the name of something in a question.
fn is_in(question: &OpenQuestion, word: &str) -> bool {
    let lower = word.to_lowercase();
    let subjects = question.subjects.iter().flat_map(|it| [&it.id, &it.name]);
    let mut names = subjects.chain(question.options.iter().flat_map(|it| [&it.id, &it.name]));
    names.any(|name| name.to_lowercase() == lower)
}

/// Whether a line has a list that says what its subject takes: one that does not stand behind an option.
fn lists_choices(question: &OpenQuestion, entry: &Entry) -> bool {
    let EntryValue::Many(_) = &entry.value else { return false };
    let key = entry.key.text.to_lowercase();
    let is = |words: [&String; 2]| words.iter().any(|it| it.to_lowercase() == key);
    let mut subjects = question.subjects.iter().map(|it| [&it.id, &it.name]);
    if subjects.any(is) || question.options.iter().any(|it| is([&it.id, &it.name])) {
        return question.subjects.iter().any(|it| is([&it.id, &it.name]));
    }
    let names = Names::new(question.options.iter().map(|it| (&*it.id, &*it.name, &*it.note)));
    let all: Vec<usize> = (0..question.options.len()).collect();
    names.find(&entry.key.text, &all, false).is_none()
}

/// The things of a question that a word may mean.
fn meant<'q>(question: &'q OpenQuestion, word: &str) -> Vec<&'q str> {
    let subjects = question.subjects.iter().map(|it| (&*it.id, &*it.name, &*it.note));
    let options = question.options.iter().map(|it| (&*it.id, &*it.name, &*it.note));
    let ids: Vec<&str> = subjects.clone().chain(options.clone()).map(|(id, ..)| id).collect();
    let all: Vec<usize> = (0..ids.len()).collect();
    let found = Names::new(subjects.chain(options)).find(word, &all, false);
    found.map_or_else(Vec::new, |(_, found)| found.into_iter().map(|at| ids[at]).collect())
}
