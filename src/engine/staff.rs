//! Staff officers. One answers any question legally, from the question's own list of options; the other takes
//! the advice of its system, where the system has any.
//!
//! The first knows no more than the question tells, which is part of the party's view; the second has the
//! view itself.

use rand::RngExt;
use rand_chacha::rand_core::SeedableRng;

use crate::question::limit::is_open;
use crate::question::{Limit, OpenQuestion, Picks};
use crate::system::System;
use crate::tie_breaker::TieBreaker;

/// Somebody who advises a party, knowing what it may know.
pub trait Adviser {
    /// What a staff officer would answer, as [`Advice::advise`](crate::system::Advice::advise) has it.
    fn advise(&self, question: &OpenQuestion, ties: &mut TieBreaker) -> Option<Picks>;
}

/// A system reading a party's view.
pub struct Reading<'s, S: System> {
    /// The system.
    pub system: &'s S,
    /// What the party may know.
    pub view: S::View,
}

impl<S: System> Adviser for Reading<'_, S> {
    fn advise(&self, question: &OpenQuestion, ties: &mut TieBreaker) -> Option<Picks> {
        self.system.advise(&self.view, question, ties)
    }
}

/// An officer with a mind of its own: equal seeds decide alike.
pub struct StaffOfficer {
    ties: TieBreaker,
    boldness: u32,
}

/// An officer who does what its system advises ([`Advice::advise`](crate::system::Advice::advise)), and what
/// a [`StaffOfficer`] would where the system advises nothing, or nothing legal: equal seeds decide alike.
pub struct AdvisedOfficer {
    ties: TieBreaker,
    unadvised: StaffOfficer,
}

impl AdvisedOfficer {
    /// An officer of a seed. Without advice it answers as a [`StaffOfficer`] of that seed and `boldness`.
    pub fn new(seed: u64, boldness: u32) -> AdvisedOfficer {
        let mut ties = TieBreaker::seed_from_u64(seed);
        // A stream of its own: advice takes no die from the answers given without it.
        ties.set_stream(1);
        AdvisedOfficer { ties, unadvised: StaffOfficer::new(seed, boldness) }
    }

    /// A legal answer to a question that is put to the party that is advised; nothing if no answer is legal.
    pub fn answer(&mut self, adviser: &dyn Adviser, question: &OpenQuestion) -> Option<Picks> {
        let advice = adviser.advise(question, &mut self.ties);
        advice.filter(|picks| is_legal(question, picks)).or_else(|| self.unadvised.answer(question))
    }
}

/// Whether picks give each subject an option that is open to it, name each subject once and break no limit.
fn is_legal(question: &OpenQuestion, picks: &Picks) -> bool {
    let subjects = question.subjects.len();
    let mut order = picks.order.clone();
    order.sort_unstable();
    picks.choice.len() == subjects
        && order.iter().copied().map(usize::from).eq(0..subjects)
        && (0..subjects).all(|at| question.open_to(at).contains(&picks.choice[at]))
        && question.broken_limit(&picks.choice).is_none()
}

impl StaffOfficer {
    /// An officer who, in `boldness` of 100 cases, does something else than silence would.
    pub fn new(seed: u64, boldness: u32) -> StaffOfficer {
        StaffOfficer { ties: TieBreaker::seed_from_u64(seed), boldness }
    }

    /// A legal answer.
    ///
    /// Chooses at random subject by subject, within the limits; if that runs into a dead end, it takes what
    /// silence means, or searches.
    pub fn answer(&mut self, question: &OpenQuestion) -> Option<Picks> {
        for _ in 0..8 {
            if let Some(picks) = self.attempt(question) {
                return Some(picks);
            }
        }
        let silence: Option<Vec<u16>> = question.subjects.iter().map(|subject| subject.default).collect();
        let silence = silence.filter(|choice| question.broken_limit(choice).is_none());
        silence.or_else(|| first_legal(question)).map(Picks::in_order)
    }

    fn attempt(&mut self, question: &OpenQuestion) -> Option<Picks> {
        let mut choice: Vec<u16> = Vec::with_capacity(question.subjects.len());
        for (at, subject) in question.subjects.iter().enumerate() {
            let keep = subject.default.filter(|_| self.ties.random_range(0..100u32) >= self.boldness);
            let keep = keep.filter(|&option| legal_so_far(question, &choice, option));
            let open: Vec<u16> = question
                .open_to(at)
                .iter()
                .copied()
                .filter(|&o| legal_so_far(question, &choice, o))
                .collect();
            let pick = match keep {
                Some(option) => option,
                None if open.is_empty() => return None,
                None => open[self.ties.random_range(0..open.len())],
            };
            choice.push(pick);
        }
        let whole = exact(question, choice, &mut self.ties)?;
        let whole = lighten(question, complete(question, whole), &mut self.ties);
        question.broken_limit(&whole).is_none().then(|| Picks::in_order(whole))
    }
}

/// Makes the counts that limits ask for, by moving subjects in and out of the counted option at random.
fn exact(question: &OpenQuestion, mut choice: Vec<u16>, ties: &mut TieBreaker) -> Option<Vec<u16>> {
    for _ in 0..2 {
        for limit in &question.limits {
            let Some((option, allowed)) = limit.counts() else { continue };
            loop {
                let have = choice.iter().filter(|&&chosen| chosen == option).count();
                if allowed.contains(&have) {
                    break;
                }
                let short = have < *allowed.start();
                let movable: Vec<usize> = (0..choice.len())
                    .filter(|&at| (choice[at] == option) != short && question.open_to(at).contains(&option))
                    .filter(|&at| !short || !counted(question, choice[at], limit))
                    .collect();
                if movable.is_empty() {
                    return None;
                }
                let at = movable[ties.random_range(0..movable.len())];
                let other = || {
                    let free = |o: &u16| *o != option && !counted(question, *o, limit);
                    question.open_to(at).iter().copied().find(free)
                };
                choice[at] = if short { option } else { other()? };
            }
        }
    }
    Some(choice)
}

/// Turns subjects from an option that needs others to those others, one after another, until none lacks.
fn complete(question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
    for limit in &question.limits {
        let Limit::OnlyWith { option, needs, .. } = limit else { continue };
        for at in 0..choice.len() {
            let lacks = needs.iter().copied().find(|need| !choice.contains(need));
            let turned = lacks.filter(|need| question.open_to(at).contains(need));
            if let (true, Some(need)) = (choice[at] == *option, turned) {
                choice[at] = need;
            }
        }
    }
    choice
}

/// Takes what is too much back to what silence means, or to the least mark, subject by subject at random,
/// until no sum is too high or nothing more can be taken back.
fn lighten(question: &OpenQuestion, mut choice: Vec<u16>, ties: &mut TieBreaker) -> Vec<u16> {
    let mark = |option: u16| question.options[usize::from(option)].mark;
    let mut marks: Vec<u16> = choice.iter().map(|&option| mark(option)).collect();
    loop {
        let mut is_changed = false;
        for limit in question.limits.iter().filter(|limit| matches!(limit, Limit::Weighed { .. })) {
            let Some(mut who) = limit.broken_by(&choice, &marks) else { continue };
            who.retain(|&at| lighter(question, at, choice[at]).is_some());
            if who.is_empty() {
                continue;
            }
            let at = who[ties.random_range(0..who.len())];
            if let Some(option) = lighter(question, at, choice[at]) {
                (choice[at], marks[at]) = (option, mark(option));
                is_changed = true;
            }
        }
        if !is_changed {
            return choice;
        }
    }
}

/// What a subject may take that has a lower mark than its choice: what silence means, otherwise the lowest.
fn lighter(question: &OpenQuestion, at: usize, option: u16) -> Option<u16> {
    let mark = |option: u16| question.options[usize::from(option)].mark;
    let default = question.subjects[at].default.filter(|&it| mark(it) < mark(option));
    let least = question.open_to(at).iter().copied().min_by_key(|&it| mark(it));
    default.or(least.filter(|&it| mark(it) < mark(option)))
}

/// True if another limit counts this option.
fn counted(question: &OpenQuestion, option: u16, but: &Limit) -> bool {
    let counts = |limit: &Limit| limit.counts().is_some_and(|(of, _)| of == option);
    question.limits.iter().any(|limit| limit != but && counts(limit))
}

fn legal_so_far(question: &OpenQuestion, choice: &[u16], option: u16) -> bool {
    let mark = |option: u16| question.options[option as usize].mark;
    question.limits.iter().all(|limit| match limit {
        Limit::Distinct { .. } => {
            mark(option) == 0 || !choice.iter().any(|&taken| mark(taken) == mark(option))
        }
        Limit::LeftToRight { .. } => {
            let reached = choice.iter().map(|&taken| mark(taken)).max().unwrap_or(0);
            mark(option) == 0 || (reached..=reached + 1).contains(&mark(option))
        }
        Limit::Sum { who, most, .. } => {
            let counts = |at: usize| who.is_empty() || who.contains(&(at as u16));
            let taken = choice.iter().enumerate().filter(|(at, _)| counts(*at));
            let sum: u32 = taken.map(|(_, &taken)| u32::from(mark(taken))).sum();
            !counts(choice.len()) || sum + u32::from(mark(option)) <= u32::from(*most)
        }
        Limit::Follows { who, needs, .. } => {
            let met = choice.get(usize::from(*needs)).is_none_or(|&taken| mark(taken) != 0);
            mark(option) == 0 || usize::from(*who) != choice.len() || met
        }
        Limit::Alike { .. } => {
            let marked = choice.iter().map(|&taken| mark(taken)).filter(|mark| *mark != 0);
            mark(option) == 0 || marked.into_iter().all(|taken| taken == mark(option))
        }
        Limit::OnlyIf { who, options, cases, .. } => {
            let choice: Vec<u16> = choice.iter().copied().chain([option]).collect();
            is_open(who, options, cases, &choice)
        }
        Limit::Exactly { .. }
        | Limit::AtMost { .. }
        | Limit::AtLeast { .. }
        | Limit::Room { .. }
        | Limit::Wanted { .. }
        | Limit::Vain { .. }
        | Limit::OnlyWith { .. }
        | Limit::Weighed { .. } => true,
    })
}

/// The first legal answer in the order of the options, by depth-first search.
fn first_legal(question: &OpenQuestion) -> Option<Vec<u16>> {
    fn descend(question: &OpenQuestion, choice: &mut Vec<u16>, budget: &mut u32) -> bool {
        if choice.len() == question.subjects.len() {
            return question.broken_limit(choice).is_none();
        }
        for &option in question.open_to(choice.len()) {
            if *budget == 0 {
                return false;
            }
            if legal_so_far(question, choice, option) {
                *budget -= 1;
                choice.push(option);
                if descend(question, choice, budget) {
                    return true;
                }
                choice.pop();
            }
        }
        false
    }
    let mut choice = Vec::new();
    descend(question, &mut choice, &mut 100_000).then_some(choice)
}
