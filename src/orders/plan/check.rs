//! Whether the plans of a file can be meant: whether their keys are those of questions that this party may still be asked,
//! and whether their words mean anything. What will be legal when a question is put is not known yet; `remarks` say what
//! would be as things stand.

use crate::adjudicator::Adjudicator;
use crate::orders::check::problem;
use crate::orders::spelling::{Names, Place, Spelled};
use crate::orders::{AnswerBody, EntryValue, OrdersDraft, PlanDraft, Word};
use crate::problem::{Candidates, Collector, quote};
use crate::table::{AheadQuestion, OpenQuestion};
use crate::view::Packet;

/// Notes every key and every word of a file's plans that cannot be meant, with the file's name left empty. Gives what was read
/// for what where a word is no id and no name.
pub fn plans(
    rules: &dyn Adjudicator,
    packet: &Packet,
    draft: &OrdersDraft,
    problems: &mut Collector,
) -> Vec<Spelled> {
    let mut check = Check { rules, packet, problems, spelled: Vec::new() };
    for plan in draft.plans.iter().flat_map(|plans| &plans.plans) {
        check.plan(plan);
    }
    check.spelled
}

struct Check<'c> {
    rules: &'c dyn Adjudicator,
    packet: &'c Packet,
    problems: &'c mut Collector,
    spelled: Vec<Spelled>,
}

impl Check<'_> {
    fn plan(&mut self, plan: &PlanDraft) {
        if !self.is_to_come(&plan.answer.key) {
            return;
        }
        let later = self.packet.later(&plan.answer.key.text);
        let entries = match &plan.answer.body {
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
        if self.rules.knows(&word.text) || names().any(|name| name.to_lowercase() == lower) {
            return;
        }
        if let Some(id) = later.and_then(|it| meant(&it.question, &word.text)) {
            let (spot, said) = (word.spot, word.text.clone());
            return self.spelled.push(Spelled { spot, said, ids: vec![id.to_owned()], place: Place::Entry });
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

/// The one thing of a question that a word may mean.
fn meant<'q>(question: &'q OpenQuestion, word: &str) -> Option<&'q str> {
    let subjects = question.subjects.iter().map(|it| (&*it.id, &*it.name, &*it.note));
    let options = question.options.iter().map(|it| (&*it.id, &*it.name, &*it.note));
    let ids: Vec<&str> = subjects.clone().chain(options.clone()).map(|(id, ..)| id).collect();
    let all: Vec<usize> = (0..ids.len()).collect();
    let (_, found) = Names::new(subjects.chain(options)).find(word, &all, false)?;
    if let [only] = found[..] { Some(ids[only]) } else { None }
}
