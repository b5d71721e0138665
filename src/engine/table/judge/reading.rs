//! One answer while it is read: from the names in a file to options for subjects.

mod meant;

use super::help::Help;
use super::names::Names;
use super::{limits, problem};
use crate::draft::spelling::SHOWN;
use crate::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Groups, Word};
use crate::problem::{Collector, Problem, list_or, quote};
use crate::question::{Limit, OpenQuestion, OpenSubject, Picks};

/// What is said of something wrong in an answer.
struct Words {
    what: String,
    mend: Option<String>,
    /// The words for the journal, where they are not those for people.
    recorded: Option<String>,
}

impl Words {
    fn recorded_as(what: String, mend: Option<String>, recorded: String) -> Words {
        Words { what, mend, recorded: Some(recorded) }
    }
}

impl From<(String, Option<String>)> for Words {
    fn from((what, mend): (String, Option<String>)) -> Words {
        Words { what, mend, recorded: None }
    }
}

/// Which other player of the party orders what a word names.
pub type Others<'q> = dyn Fn(&str) -> Option<&'q str> + 'q;

/// An answer while it is read.
pub struct Reading<'q, 'p> {
    question: &'q OpenQuestion,
    others: Option<&'q Others<'q>>,
    among: Option<&'q [&'q OpenQuestion]>,
    groups: &'q Groups,
    /// The choice of the line that is read.
    beside: Option<String>,
    names: Names<'q>,
    choice: Vec<Option<(u16, Word)>>,
    order: Vec<u16>,
    problems: &'p mut Collector,
    sound: bool,
}

impl<'q, 'p> Reading<'q, 'p> {
    /// Begins to read an answer to a question. Problems get places without a file's name.
    pub fn new(question: &'q OpenQuestion, problems: &'p mut Collector) -> Reading<'q, 'p> {
        let (names, choice) = (Names::new(question), vec![None; question.subjects.len()]);
        Reading {
            question,
            others: None,
            among: None,
            groups: Groups::NONE,
            beside: None,
            names,
            choice,
            order: Vec::new(),
            problems,
            sound: true,
        }
    }

    /// The same where several players share the party: a name that is another's is said to be his.
    pub fn beside(self, others: Option<&'q Others<'q>>) -> Reading<'q, 'p> {
        Reading { others, ..self }
    }

    /// The same for one of several questions: a name that is asked about under another key is pointed there.
    pub fn among(self, questions: &'q [&'q OpenQuestion]) -> Reading<'q, 'p> {
        Reading { among: Some(questions), ..self }
    }

    /// The same where groups have names, for what is said of one that can mean nobody, and of a slip. Their
    /// members stand in the draft already ([`in_answer`](super::groups::in_answer)).
    pub fn grouped(self, groups: &'q Groups) -> Reading<'q, 'p> {
        Reading { groups, ..self }
    }

    /// Reads a draft: the legal answer and the subjects that it leaves to silence, or nothing if something is
    /// wrong with it. Of an answer that is not `whole`, because parts of it could not be read, limits are not
    /// tested.
    pub fn read(mut self, draft: &AnswerDraft, whole: bool) -> Option<(Picks, Vec<u16>)> {
        self.body(draft);
        if whole { self.finish(&draft.key) } else { None }
    }

    /// Reads a draft as far as it goes: the option of each subject to which it legally gives one, and the
    /// subjects in the order in which it names them.
    pub fn given(mut self, draft: &AnswerDraft) -> (Vec<Option<u16>>, Vec<u16>) {
        self.body(draft);
        (self.choices(), self.order)
    }

    fn body(&mut self, draft: &AnswerDraft) {
        match &draft.body {
            AnswerBody::Single(word) => self.single(word),
            AnswerBody::Entries(entries) => entries.iter().for_each(|entry| self.entry(entry)),
        }
    }

    fn choices(&self) -> Vec<Option<u16>> {
        self.choice.iter().map(|said| said.as_ref().map(|(option, _)| *option)).collect()
    }

    /// A question with one subject may be answered by one word.
    fn single(&mut self, word: &Word) {
        if self.question.subjects.len() == 1 {
            return self.give(0, word, word);
        }
        self.refuse(word, "needs-entries", |it| {
            let what =
                format!("{} cannot answer for {} at once", quote(&word.text), it.question.subjects.len());
            (what, Some(it.help().entries(&word.text)))
        });
    }

    fn entry(&mut self, entry: &Entry) {
        match &entry.value {
            EntryValue::One(choice) => entry.keys.iter().for_each(|key| self.line(key, choice)),
            // A list stands behind an option: `scapa_flow: [Hood, Repulse]`.
            EntryValue::Many(names) => {
                if self.names.options(&entry.key.text).is_empty() {
                    return self.no_list(&entry.key, names);
                }
                self.beside = Some(entry.key.text.clone());
                for name in names {
                    if let Some(at) = self.subject(name) {
                        self.give(at, &entry.key, name);
                    }
                }
            }
        }
    }

    /// A name and a choice, or, for one subject, an option and its subject.
    fn line(&mut self, key: &Word, choice: &Word) {
        let reversed = !self.names.options(&key.text).is_empty();
        let forward = !self.names.subjects(&key.text).is_empty();
        self.beside = Some(if reversed && !forward { key } else { choice }.text.clone());
        match (forward, reversed) {
            (true, true) if self.is_ambiguous(key, choice) => self.ambiguous_line(key, choice),
            (true, true) if self.only_reversed(choice) => self.line_of_option(key, choice),
            (false, true) if self.is_anothers(key, choice) => self.unknown_subject(key),
            (false, true) => self.line_of_option(key, choice),
            _ => {
                if let Some(at) = self.subject(key) {
                    self.give(at, choice, key);
                }
            }
        }
    }

    fn line_of_option(&mut self, option: &Word, name: &Word) {
        if name.text.contains(',') && self.names.subjects(&name.text).is_empty() {
            return self.refuse(name, "needs-list", |_| {
                let mend = format!("write {}", quote(&format!("{}: [{}]", option.text, name.text)));
                let names = quote(&name.text);
                let recorded = format!("{names} is several names, but no list");
                Words::recorded_as(format!("{names} is several names, but not a list"), Some(mend), recorded)
            });
        }
        if let Some(at) = self.subject(name) {
            self.give(at, option, name);
        }
    }

    /// Whether a line could be meant either way round: both words name a subject, both name an option, and it
    /// makes a difference. A subject's id in front settles it.
    fn is_ambiguous(&self, key: &Word, choice: &Word) -> bool {
        let (a, b) = (self.names.subjects(&key.text), self.names.subjects(&choice.text));
        let by_id = |at: &usize| self.question.subjects[*at].id.eq_ignore_ascii_case(&key.text);
        let either = !b.is_empty() && !self.names.options(&choice.text).is_empty();
        either && a != b && !a.iter().any(by_id)
    }

    /// Whether what follows the colon can only be a subject.
    fn only_reversed(&self, choice: &Word) -> bool {
        self.names.options(&choice.text).is_empty() && !self.names.subjects(&choice.text).is_empty()
    }

    /// Whether a word is another player's subject that takes a choice, though it names an option as well.
    fn is_anothers(&self, key: &Word, choice: &Word) -> bool {
        let is_choice = !self.names.options(&choice.text).is_empty();
        is_choice && self.names.subjects(&choice.text).is_empty() && self.orders_it(key).is_some()
    }

    /// The other player who orders the subject that a word names.
    fn orders_it(&self, word: &Word) -> Option<&'q str> {
        self.others.and_then(|others| others(&word.text))
    }

    fn ambiguous_line(&mut self, key: &Word, choice: &Word) {
        self.refuse(key, "ambiguous-name", |it| {
            let (a, b) = (quote(&key.text), quote(&choice.text));
            let what = format!("{a} and {b} can each be the subject or the choice");
            let recorded = format!("{a} and {b} each name one who chooses and a choice");
            let lines = [it.legal_line(key, choice), it.legal_line(choice, key)];
            let lines: Vec<String> = lines.into_iter().flatten().collect();
            let mend = (!lines.is_empty()).then(|| format!("write {}", list_or(&lines)));
            Words::recorded_as(what, mend, recorded)
        });
    }

    /// A line with the ids that two words mean as a subject and its choice; nothing if the choice is not open
    /// to it.
    fn legal_line(&self, subject: &Word, choice: &Word) -> Option<String> {
        let at = *self.names.subjects(&subject.text).first()?;
        let named = self.names.options(&choice.text);
        let option = self.question.open_to(at).iter().find(|option| named.contains(option))?;
        let option = &self.question.options[usize::from(*option)];
        Some(format!("`{}: {}`", self.question.subjects[at].id, option.id))
    }

    /// Finds a subject by id or name, or says why there is none.
    fn subject(&mut self, word: &Word) -> Option<usize> {
        match self.names.subjects(&word.text) {
            [only] => return Some(*only),
            [] => self.unknown_subject(word),
            _ => self.refuse(word, "ambiguous-name", |it| {
                let several = it.names.subjects(&word.text).iter();
                let ids: Vec<&str> = several.map(|&at| it.question.subjects[at].id.as_str()).collect();
                let what = format!("{} could be several: {}", quote(&word.text), ids.join(", "));
                (what, Some(format!("write `{}`", ids[0])))
            }),
        }
        None
    }

    fn unknown_subject(&mut self, word: &Word) {
        if self.is_refused_group(word) {
            return;
        }
        if let Some(other) = self.orders_it(word) {
            return self.refuse(word, "not-yours", |_| {
                let mend = format!("take it out of this file; it belongs in the part of {other}");
                (format!("{} takes orders from {other}", quote(&word.text)), Some(mend))
            });
        }
        let meant =
            self.meant(self.question.subjects.iter().map(|it| (&*it.id, &*it.name, &*it.note)), &word.text);
        if let Some(several) = meant {
            return self.refuse(word, "ambiguous-name", |_| several);
        }
        self.refuse(word, "unknown-name", |it| {
            let what = format!("{} is not asked for here", quote(&word.text));
            (what, Some(it.help().subject(&word.text, it.beside.as_deref())))
        });
    }

    /// Gives an option to a subject, if it is open to it.
    fn give(&mut self, at: usize, choice: &Word, at_fault: &Word) {
        let named = self.names.options(&choice.text);
        let option = self.question.open_to(at).iter().copied().find(|option| named.contains(option));
        let closed = named.first().copied();
        match option {
            Some(_) if self.choice[at].is_some() => self.answered_twice(at, at_fault),
            Some(option) => {
                self.choice[at] = Some((option, at_fault.clone()));
                self.order.push(at as u16);
            }
            None => match closed {
                Some(closed) => self.not_open(at, choice, at_fault, closed),
                None => self.unknown_option(choice, Some(at)),
            },
        }
    }

    fn answered_twice(&mut self, at: usize, at_fault: &Word) {
        self.refuse(at_fault, "answered-twice", |it| {
            let line = it.choice[at].as_ref().map_or(0, |(_, before)| before.spot.line);
            let id = &it.question.subjects[at].id;
            (
                format!("{id} is answered twice; the first is in line {line}"),
                Some("keep one of the two".into()),
            )
        });
    }

    fn not_open(&mut self, at: usize, choice: &Word, at_fault: &Word, option: u16) {
        let rule = self.question.closed_by(at, option);
        self.note(at_fault, "not-open", Some(rule), |it| {
            let subject = &it.question.subjects[at];
            let who = if subject.name == subject.id {
                subject.id.clone()
            } else {
                format!("{} ({})", subject.name, subject.id)
            };
            (format!("{who} cannot take {}", quote(&choice.text)), Some(it.offer(at)))
        });
    }

    fn unknown_option(&mut self, word: &Word, subject: Option<usize>) {
        self.no_option(word, subject, |help| help.option(&word.text, subject));
    }

    /// A list behind what is no option, perhaps behind the name of one who chooses.
    fn no_list(&mut self, word: &Word, names: &[Word]) {
        let names = || names.iter().map(|it| it.text.as_str());
        self.no_option(word, None, |help| {
            help.one_choice(&word.text, names()).unwrap_or_else(|| help.option(&word.text, None))
        });
    }

    fn no_option(&mut self, word: &Word, subject: Option<usize>, mend: impl Fn(Help<'_, 'q>) -> String) {
        if self.is_no_choice(word) {
            return;
        }
        let open: Vec<u16> = match subject {
            Some(at) => self.question.open_to(at).to_vec(),
            None => (0..self.question.options.len() as u16).collect(),
        };
        let options = open.iter().map(|&at| &self.question.options[usize::from(at)]);
        if let Some(several) = self.meant(options.map(|it| (&*it.id, &*it.name, &*it.note)), &word.text) {
            return self.refuse_by_rule(word, "ambiguous-choice", |_| several);
        }
        self.refuse_by_rule(word, "unknown-choice", |it| {
            let said = quote(&word.text);
            let (what, recorded) = match subject.map(|at| &it.question.subjects[at]) {
                Some(OpenSubject { id, name, .. }) => {
                    let who = if name.is_empty() { id } else { name };
                    (format!("{said} is not an option for {who}"), format!("{said} is no choice for {id}"))
                }
                None => (
                    format!("{said} is not an option of this question"),
                    format!("{said} is no choice of this question"),
                ),
            };
            Words::recorded_as(what, Some(mend(it.help())), recorded)
        });
    }

    /// Who looks for what was meant.
    fn help(&self) -> Help<'_, 'q> {
        Help { question: self.question, names: &self.names, groups: self.groups, among: self.among }
    }

    fn offer(&self, at: usize) -> String {
        let open = self.question.open_to(at);
        let words = open.iter().take(SHOWN).map(|&option| self.question.options[option as usize].spoken());
        let shown = words.collect::<Vec<_>>().join(", ");
        if open.len() > SHOWN {
            format!("choose one of {shown}, … ({} in all)", open.len())
        } else {
            format!("choose one of {shown}")
        }
    }

    /// Notes that something is wrong; what and how to mend it are put into words only if they will be shown.
    fn refuse<W: Into<Words>>(&mut self, at: &Word, code: &str, words: impl FnOnce(&Self) -> W) {
        self.note(at, code, None, words);
    }

    /// The same, by the question's rule.
    fn refuse_by_rule<W: Into<Words>>(&mut self, at: &Word, code: &str, words: impl FnOnce(&Self) -> W) {
        self.note(at, code, Some(&self.question.rule), words);
    }

    fn note<W: Into<Words>>(
        &mut self,
        at: &Word,
        code: &str,
        rule: Option<&'q String>,
        words: impl FnOnce(&Self) -> W,
    ) {
        self.sound = false;
        if self.problems.has_room() {
            let Words { what, mend, recorded } = words(self).into();
            let problem = problem(at, code, what, mend, rule.cloned());
            self.problems.push(Problem { recorded, ..problem });
        }
    }

    /// Fills in what silence means and tests the limits.
    fn finish(mut self, key: &Word) -> Option<(Picks, Vec<u16>)> {
        let question = self.question;
        let given = self.choices();
        let filled = limits::filled(question, &given);
        if let Err(missing) = &filled {
            self.refuse_by_rule(key, "missing", |_| {
                let ids: Vec<&str> = missing.iter().map(|&at| question.subjects[at].id.as_str()).collect();
                (format!("{} must be answered for {}", question.key, ids.join(", ")), None)
            });
        }
        let choice = filled.ok().filter(|_| self.sound)?;
        if let Some((limit, who)) = question.broken_limit(&choice) {
            let broken = self.broken(key, limit, &who, &choice);
            self.problems.push(broken);
            return None;
        }
        let silent = (0..given.len()).filter(|&at| given[at].is_none()).map(|at| at as u16);
        let silent: Vec<u16> = silent.collect();
        self.order.extend(&silent);
        Some((Picks { choice, order: self.order }, silent))
    }

    fn broken(&self, key: &Word, limit: &Limit, who: &[usize], choice: &[u16]) -> Problem {
        let at =
            who.iter().rev().find_map(|&at| self.choice[at].as_ref().map(|(_, word)| word)).unwrap_or(key);
        let (code, what, mend) = limits::broken(self.question, limit, who, choice);
        let recorded = limits::recorded(self.question, limit, who, choice);
        let problem = problem(at, code, what, Some(mend), Some(limit.rule().to_owned()));
        Problem { recorded, ..problem }
    }
}
