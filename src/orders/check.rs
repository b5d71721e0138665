//! Checks an answer against the question as the side sees it.
//!
//! Legality is judged from the question alone, and the question is part of the side's view: so the player's own tool
//! gives the umpire's verdict, and no refusal can tell what the side may not know. `check` and the resolution both come
//! through `answer`.

use std::collections::BTreeMap;

use crate::orders::{AnswerBody, AnswerDraft, Entry, EntryValue, OrdersDraft, Word};
use crate::problem::{Class, Problem, Problems, list_and, quote, suggest};
use crate::table::{Limit, OpenQuestion, Picks};
use crate::view::Packet;

/// Turns a draft into a legal answer, or lists everything that is wrong with it.
///
/// # Errors
/// Every problem of the answer, in the order of the file; the file of its place is left empty for the caller to fill.
pub fn answer(question: &OpenQuestion, draft: &AnswerDraft) -> Result<Picks, Vec<Problem>> {
    let mut reading = Reading::new(question);
    match &draft.body {
        AnswerBody::Single(word) => reading.single(word),
        AnswerBody::Entries(entries) => entries.iter().for_each(|entry| reading.entry(entry)),
    }
    reading.finish(&draft.key)
}

/// What a file means for one side at one exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Understood {
    /// Legal answers by question key, in the order of the file.
    pub answers: Vec<(String, Picks)>,
    /// Keys of open questions that the file leaves unanswered.
    pub left_open: Vec<String>,
    /// True if the side says that nothing will follow.
    pub is_final: bool,
}

/// Checks a whole file against a packet: its header, its keys, every answer.
///
/// # Errors
/// All problems at once.
pub fn file(packet: &Packet, name: &str, draft: &OrdersDraft) -> Result<Understood, Problems> {
    let mut problems: Vec<Problem> = Vec::new();
    header(packet, draft, &mut problems);
    let mut answers = Vec::new();
    for answer_draft in &draft.answers {
        let key = &answer_draft.key;
        match packet.question(&key.text) {
            Some(question) => match answer(question, answer_draft) {
                Ok(picks) => answers.push((key.text.clone(), picks)),
                Err(found) => problems.extend(found),
            },
            None => problems.push(unknown_question(packet, key)),
        }
    }
    let answered = |key: &str| draft.answers.iter().any(|answer| answer.key.text == key);
    let open = packet.questions.iter().filter(|question| !answered(&question.key));
    let left_open: Vec<String> = open.clone().map(|question| question.key.clone()).collect();
    if draft.is_final {
        for question in open.filter(|question| !question.silence_answers()) {
            let what = format!("the file is final, but {} must be answered", question.key);
            let mend = "answer it, or take `final` out".to_owned();
            problems.push(
                Problem::new(Class::Illegal, "final-too-early", what).citing(&question.rule).mending(mend),
            );
        }
    }
    if problems.is_empty() {
        return Ok(Understood { answers, left_open, is_final: draft.is_final });
    }
    let mut all = Problems::new();
    for mut problem in problems {
        if let Some(place) = &mut problem.place {
            place.file = name.to_owned();
        }
        all.push(problem);
    }
    all.sort();
    Err(all)
}

fn header(packet: &Packet, draft: &OrdersDraft, problems: &mut Vec<Problem>) {
    let exchange = packet.exchange.to_string();
    let fields = [
        ("match", &draft.match_id, packet.match_id.as_str()),
        ("exchange", &draft.exchange, exchange.as_str()),
        ("side", &draft.side, packet.side.id()),
    ];
    for (field, found, expected) in fields {
        if let Some(word) = found.as_ref().filter(|word| word.text != expected) {
            let what = format!("this file is for {field} {}, not {expected}", quote(&word.text));
            let mend = Some(format!("write `{field}: {expected}`, if these are the right orders"));
            problems.push(problem(word, &format!("wrong-{field}"), what, mend, None));
        }
    }
}

fn unknown_question(packet: &Packet, key: &Word) -> Problem {
    let keys: Vec<&str> =
        packet.questions.iter().chain(&packet.ahead).map(|question| question.key.as_str()).collect();
    let near = suggest(&key.text, keys.iter().copied()).map(|near| format!("did you mean `{near}`?"));
    let mend = near.unwrap_or_else(|| match keys.is_empty() {
        true => "nothing is asked of you in this exchange".to_owned(),
        false => format!("the questions are {}", list_and(&keys)),
    });
    problem(
        key,
        "unknown-question",
        format!("{} is not asked in this exchange", quote(&key.text)),
        Some(mend),
        None,
    )
}

/// An answer while it is read.
struct Reading<'q> {
    question: &'q OpenQuestion,
    subjects: BTreeMap<String, Vec<usize>>,
    choice: Vec<Option<(u16, Word)>>,
    order: Vec<u16>,
    problems: Vec<Problem>,
}

impl<'q> Reading<'q> {
    fn new(question: &'q OpenQuestion) -> Reading<'q> {
        let mut subjects: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, subject) in question.subjects.iter().enumerate() {
            subjects.entry(subject.id.to_lowercase()).or_default().push(at);
            if !subject.name.eq_ignore_ascii_case(&subject.id) {
                subjects.entry(subject.name.to_lowercase()).or_default().push(at);
            }
        }
        Reading {
            question,
            subjects,
            choice: vec![None; question.subjects.len()],
            order: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// A question with one subject may be answered by one word.
    fn single(&mut self, word: &Word) {
        if self.question.subjects.len() == 1 {
            self.give(0, word, word);
        } else {
            let what = format!("`{}` cannot answer for {} at once", word.text, self.question.subjects.len());
            self.problem(
                word,
                "needs-entries",
                what,
                Some("write one line for each, as `name: choice`".into()),
                None,
            );
        }
    }

    fn entry(&mut self, entry: &Entry) {
        match &entry.value {
            EntryValue::One(choice) => {
                for key in &entry.keys {
                    if let Some(at) = self.subject(key, Some(choice)) {
                        self.give(at, choice, key);
                    }
                }
            }
            // A list stands behind an option: `scapa_flow: [Hood, Repulse]`.
            EntryValue::Many(names) => {
                if !self.names_option(&entry.key.text) {
                    return self.unknown_option(&entry.key, None);
                }
                for name in names {
                    if let Some(at) = self.subject(name, None) {
                        self.give(at, &entry.key, name);
                    }
                }
            }
        }
    }

    /// Finds a subject by id or name, or says why there is none.
    fn subject(&mut self, word: &Word, choice: Option<&Word>) -> Option<usize> {
        match self.subjects.get(&word.text.to_lowercase()).map(Vec::as_slice) {
            Some([only]) => Some(*only),
            Some(several) => {
                let ids: Vec<String> =
                    several.iter().map(|&at| self.question.subjects[at].id.clone()).collect();
                let what = format!("`{}` could be several: {}", word.text, ids.join(", "));
                self.problem(word, "ambiguous-name", what, Some(format!("write `{}`", ids[0])), None);
                None
            }
            None => {
                // One option for one subject, written the other way round.
                if let Some(choice) = choice
                    && self.names_option(&word.text)
                    && let Some([only]) = self.subjects.get(&choice.text.to_lowercase()).map(Vec::as_slice)
                {
                    let only = *only;
                    self.give(only, word, choice);
                    return None;
                }
                let names: Vec<&str> =
                    self.question.subjects.iter().flat_map(|it| [it.id.as_str(), &it.name]).collect();
                let near =
                    suggest(&word.text, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
                let what = format!("`{}` is not asked for here", word.text);
                self.problem(word, "unknown-name", what, near, None);
                None
            }
        }
    }

    fn names_option(&self, word: &str) -> bool {
        self.question.options.iter().any(|option| fits(word, &option.id, &option.name))
    }

    /// Gives an option to a subject, if it is open to it.
    fn give(&mut self, at: usize, choice: &Word, at_fault: &Word) {
        let subject = &self.question.subjects[at];
        let open = self.question.open_to(at);
        let fitting = |&&option: &&u16| {
            let it = &self.question.options[option as usize];
            fits(&choice.text, &it.id, &it.name)
        };
        match (open.iter().find(fitting).copied(), &self.choice[at]) {
            (Some(_), Some((_, before))) => {
                let what =
                    format!("{} is answered twice; the first is in line {}", subject.id, before.spot.line);
                self.problem(at_fault, "answered-twice", what, Some("keep one of the two".into()), None);
            }
            (Some(option), None) => {
                self.choice[at] = Some((option, at_fault.clone()));
                self.order.push(at as u16);
            }
            (None, _) if self.names_option(&choice.text) => {
                let who = if subject.name == subject.id {
                    subject.id.clone()
                } else {
                    format!("{} ({})", subject.name, subject.id)
                };
                let what = format!("{who} cannot take `{}`", choice.text);
                self.problem(
                    at_fault,
                    "not-open",
                    what,
                    Some(self.offer(at)),
                    Some(self.question.rule.clone()),
                );
            }
            (None, _) => self.unknown_option(choice, Some(at)),
        }
    }

    fn unknown_option(&mut self, word: &Word, subject: Option<usize>) {
        let ids: Vec<&str> = self.question.options.iter().map(|option| option.id.as_str()).collect();
        let near = suggest(&word.text, ids.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let mend = near.or_else(|| subject.map(|at| self.offer(at)));
        let what = match subject {
            Some(at) => format!("`{}` is no choice for {}", word.text, self.question.subjects[at].id),
            None => format!("`{}` is no choice of this question", word.text),
        };
        self.problem(word, "unknown-choice", what, mend, Some(self.question.rule.clone()));
    }

    fn offer(&self, at: usize) -> String {
        let open: Vec<&str> = self
            .question
            .open_to(at)
            .iter()
            .map(|&option| self.question.options[option as usize].id.as_str())
            .collect();
        let shown = open.iter().take(24).copied().collect::<Vec<_>>().join(", ");
        if open.len() > 24 {
            format!("choose one of {shown}, … ({} in all)", open.len())
        } else {
            format!("choose one of {shown}")
        }
    }

    fn problem(&mut self, at: &Word, code: &str, what: String, mend: Option<String>, rule: Option<String>) {
        self.problems.push(problem(at, code, what, mend, rule));
    }

    /// Fills in what silence means and tests the limits.
    fn finish(mut self, key: &Word) -> Result<Picks, Vec<Problem>> {
        let mut choice = Vec::with_capacity(self.choice.len());
        let mut missing = Vec::new();
        for (at, given) in self.choice.iter().enumerate() {
            let subject = &self.question.subjects[at];
            match given.as_ref().map(|(option, _)| *option).or(self.silence(at)) {
                Some(option) => choice.push(option),
                None => missing.push(subject.id.as_str()),
            }
            if given.is_none() {
                self.order.push(at as u16);
            }
        }
        if !missing.is_empty() {
            let what = format!("{} must be answered for {}", self.question.key, missing.join(", "));
            self.problems.push(problem(key, "missing", what, None, Some(self.question.rule.clone())));
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        match self.question.broken_limit(&choice) {
            None => Ok(Picks { choice, order: self.order }),
            Some((limit, who)) => Err(vec![self.broken(key, limit, &who, &choice)]),
        }
    }

    /// What silence means for a subject, given what was said of others: once a counted option has been named often
    /// enough, those who were not named take another.
    fn silence(&self, at: usize) -> Option<u16> {
        let default = self.question.subjects[at].default?;
        let limit = self.question.limits.iter().find_map(|limit| match limit {
            Limit::Exactly { option, count, .. } if *option == default => Some(usize::from(*count)),
            _ => None,
        });
        let Some(count) = limit else { return Some(default) };
        let named = self.choice.iter().flatten().filter(|(option, _)| *option == default).count();
        let unnamed = |&before: &usize| {
            self.choice[before].is_none() && self.question.subjects[before].default == Some(default)
        };
        if named + (0..at).filter(unnamed).count() < count {
            return Some(default);
        }
        let counted = |option: u16| {
            self.question
                .limits
                .iter()
                .any(|limit| matches!(limit, Limit::Exactly { option: of, .. } if *of == option))
        };
        self.question.open_to(at).iter().copied().find(|&option| !counted(option)).or(Some(default))
    }

    fn broken(&self, key: &Word, limit: &Limit, who: &[usize], choice: &[u16]) -> Problem {
        let name = |&at: &usize| self.question.subjects[at].id.clone();
        let names = who.iter().map(name).collect::<Vec<_>>().join(", ");
        let at =
            who.iter().rev().find_map(|&at| self.choice[at].as_ref().map(|(_, word)| word)).unwrap_or(key);
        let option = |at: usize| &self.question.options[choice[at] as usize].id;
        let (code, what, mend) = match limit {
            Limit::Distinct { what, .. } => {
                let where_ = who.first().map_or("?", |&at| option(at));
                (
                    "not-distinct",
                    format!("{what}: {names} ({where_})"),
                    "choose another for one of them".to_owned(),
                )
            }
            Limit::Exactly { option, count, .. } => {
                let id = &self.question.options[*option as usize].id;
                let what = format!("`{id}` is chosen for {} but must be for {count}", who.len());
                ("wrong-count", what, format!("write `{id}` for exactly {count}"))
            }
            Limit::LeftToRight { .. } => (
                "out-of-line",
                format!("{names} cannot attack {}: targets run left to right, none skipped", option(who[0])),
                "let earlier ships engage the targets before it, or choose the same target or the next"
                    .to_owned(),
            ),
        };
        problem(at, code, what, Some(mend), Some(limit.rule().to_owned()))
    }
}

fn fits(word: &str, id: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(id) || word.to_lowercase() == name.to_lowercase()
}

fn problem(at: &Word, code: &str, what: String, mend: Option<String>, rule: Option<String>) -> Problem {
    Problem { rule, mend, ..Problem::new(Class::Illegal, code, what).at(at.spot.in_file("")) }
}
