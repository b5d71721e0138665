//! Joins the parts of the players of a party into one answer to each question. Limits over the whole
//! question, which no part alone could keep, are judged here.

use super::check::Understood;
use super::team::{Shares, is_called};
use engine::draft::{AnswerBody, AnswerDraft, EntryValue, OrdersDraft, Word};
use engine::problem::{Class, Place, Problem, Problems, list_and};
use engine::question::{Limit, OpenQuestion, OpenSubject, Picks};
use engine::table::judge::limits;
use engine::team::LEADER;

/// A player's part as it was read and found legal by itself.
pub struct Handed {
    /// The player's place in the team.
    pub player: usize,
    /// The file's name.
    pub file: String,
    /// The file as it was written.
    pub draft: OrdersDraft,
    /// What it means against the player's part of the packet.
    pub understood: Understood,
}

/// A question's answer, put together from parts.
struct Merged<'h> {
    question: &'h OpenQuestion,
    owners: &'h [usize],
    /// The parts that answer it, in the order of the team.
    parts: Vec<&'h Handed>,
    given: Vec<Option<u16>>,
    order: Vec<u16>,
}

/// Joins parts: the leader's names come first, then those of the others in the order of the team, and silence
/// answers for who is not named. A question that no part answers stays open. The file has the highest version
/// of the parts, and is final if every player has sent a part and all parts are.
///
/// # Errors
/// Every limit that is broken by the whole, and every subject that must be answered for and is not.
pub fn join(shares: &Shares<'_>, handed: &[Handed]) -> Result<Understood, Problems> {
    let mut parts: Vec<&Handed> = handed.iter().collect();
    parts.sort_by_key(|part| part.player);
    let mut problems = Problems::new();
    let (mut answers, mut silent, mut left_open) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (question, owners)) in shares.questions().enumerate() {
        let merged = Merged::of(question, owners, &parts);
        if merged.parts.is_empty() {
            let asked = at < shares.packet.questions.len();
            left_open.extend(asked.then(|| question.key.clone()));
            continue;
        }
        match merged.judged(shares) {
            Ok((picks, left)) => {
                answers.push((question.key.clone(), picks));
                silent.push((question.key.clone(), left));
            }
            Err(problem) => problems.push(*problem),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let leader = parts.iter().find(|part| part.player == LEADER);
    Ok(Understood {
        answers,
        silent,
        left_open,
        doctrine: leader.and_then(|part| part.understood.doctrine.clone()),
        is_staff_doctrine: leader.is_some_and(|part| part.understood.is_staff_doctrine),
        plans: leader.and_then(|part| part.understood.plans.clone()),
        battle_plans: leader.and_then(|part| part.understood.battle_plans.clone()),
        groups_brought: leader.and_then(|part| part.understood.groups_brought.clone()),
        groups: leader.map_or_else(|| shares.packet.groups.clone(), |part| part.understood.groups.clone()),
        passed_over: parts.iter().flat_map(|part| part.understood.passed_over.clone()).collect(),
        // What one of them wrote anew is a new file of all.
        version: parts.iter().filter_map(|part| part.understood.version).max(),
        is_final: parts.len() == shares.packet.team.players().len()
            && parts.iter().all(|part| part.understood.is_final),
        // The joined file has ids.
        spelled: Vec::new(),
    })
}

impl<'h> Merged<'h> {
    /// Puts together what the parts say to a question.
    fn of(question: &'h OpenQuestion, owners: &'h [usize], parts: &[&'h Handed]) -> Merged<'h> {
        let given = vec![None; question.subjects.len()];
        let mut merged = Merged { question, owners, parts: Vec::new(), given, order: Vec::new() };
        for part in parts {
            merged.take(part);
        }
        merged
    }

    /// Takes over what a part says: its subjects are those of its player, in the question's order.
    fn take(&mut self, part: &'h Handed) {
        let said = &part.understood;
        let Some((_, picks)) = said.answers.iter().find(|(key, _)| *key == self.question.key) else { return };
        let silent = said.silent.iter().find(|(key, _)| *key == self.question.key);
        let is_silent = |at: &u16| silent.is_some_and(|(_, silent)| silent.contains(at));
        let own: Vec<usize> = (0..self.owners.len()).filter(|&at| self.owners[at] == part.player).collect();
        for &at in picks.order.iter().filter(|at| !is_silent(at)) {
            let (Some(&whole), Some(&option)) = (own.get(usize::from(at)), picks.choice.get(usize::from(at)))
            else {
                continue;
            };
            self.given[whole] = Some(option);
            self.order.push(whole as u16);
        }
        self.parts.push(part);
    }

    /// The legal answer of the whole and the subjects left to silence, or what is wrong with it.
    fn judged(mut self, shares: &Shares<'_>) -> Result<(Picks, Vec<u16>), Box<Problem>> {
        let choice = limits::filled(self.question, &self.given)
            .map_err(|missing| Box::new(self.lacking(shares, &missing)))?;
        if let Some((limit, who)) = self.question.broken_limit(&choice) {
            return Err(Box::new(self.broken(shares, limit, &who, &choice)));
        }
        let silent = (0..self.given.len()).filter(|&at| self.given[at].is_none()).map(|at| at as u16);
        let silent: Vec<u16> = silent.collect();
        self.order.extend(&silent);
        Ok((Picks { choice, order: self.order }, silent))
    }

    fn lacking(&self, shares: &Shares<'_>, missing: &[usize]) -> Problem {
        let who =
            |&at: &usize| format!("{} ({})", self.question.subjects[at].id, shares.name(self.owners[at]));
        let names: Vec<String> = missing.iter().map(who).collect();
        let what = format!("{} must be answered for {}", self.question.key, names.join(", "));
        let mut players: Vec<usize> = missing.iter().map(|&at| self.owners[at]).collect();
        players.sort_unstable();
        players.dedup();
        let players: Vec<&str> = players.into_iter().map(|player| shares.name(player)).collect();
        let mend =
            format!("ask {} for an answer, or leave the question out of every part", list_and(&players));
        self.problem("missing", what, &self.question.rule, &[]).mending(mend)
    }

    fn broken(&self, shares: &Shares<'_>, limit: &Limit, who: &[usize], choice: &[u16]) -> Problem {
        let (code, what, mend) = limits::broken(self.question, limit, who, choice);
        let by = self.by_player(shares, who);
        let what = format!("{}: {what}{}{by}", self.question.key, if by.is_empty() { "" } else { "; " });
        self.problem(code, what, limit.rule(), who).mending(mend)
    }

    /// Who ordered what of the subjects at fault, as in `anna ordered a, b and bert ordered c`.
    fn by_player(&self, shares: &Shares<'_>, who: &[usize]) -> String {
        let ids = |player: usize, said: bool| {
            let here =
                who.iter().filter(|at| self.owners[**at] == player && self.given[**at].is_some() == said);
            here.map(|&at| self.question.subjects[at].id.as_str()).collect::<Vec<_>>().join(", ")
        };
        let told = |player: usize| {
            let name = shares.name(player);
            let (said, left) = (ids(player, true), ids(player, false));
            let said = (!said.is_empty()).then(|| format!("{name} ordered {said}"));
            let left = (!left.is_empty()).then(|| format!("{name} left {left} to the default"));
            said.into_iter().chain(left)
        };
        let players = shares.packet.team.players().len();
        list_and(&(0..players).flat_map(told).collect::<Vec<_>>())
    }

    /// A problem of the whole, at the last of these subjects that a part names; else where the first part
    /// answers.
    fn problem(&self, code: &str, what: String, rule: &str, who: &[usize]) -> Problem {
        let named = who.iter().rev().find_map(|&at| {
            let part = self.parts.iter().find(|part| part.player == self.owners[at])?;
            self.given[at].and_then(|_| place(part, &self.question.key, Some(&self.question.subjects[at])))
        });
        let first = || self.parts.iter().find_map(|part| place(part, &self.question.key, None));
        let problem = Problem::new(Class::Illegal, code, what).citing(rule);
        match named.or_else(first) {
            Some(place) => problem.at(place),
            None => problem,
        }
    }
}

/// Where a part names a subject in its answer to a question, or where the answer begins.
fn place(part: &Handed, key: &str, subject: Option<&OpenSubject>) -> Option<Place> {
    let answer = part.draft.answers.iter().find(|answer| answer.key.text == key)?;
    let named = |subject: &OpenSubject| names(answer).into_iter().find(|word| is_called(subject, &word.text));
    Some(subject.and_then(named).unwrap_or(&answer.key).spot.in_file(&part.file))
}

/// Every word of an answer that may name a subject, in the order of the file.
fn names(answer: &AnswerDraft) -> Vec<&Word> {
    let entries = match &answer.body {
        AnswerBody::Single(word) => return vec![word],
        AnswerBody::Entries(entries) => entries,
    };
    let mut words = Vec::new();
    for entry in entries {
        match &entry.value {
            EntryValue::One(word) => words.extend(entry.keys.iter().chain([word])),
            EntryValue::Many(list) => words.extend(list),
        }
    }
    words
}
