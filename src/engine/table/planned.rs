//! Plans at the table: answers that a party gave to a question before it was put.
//!
//! A plan is judged when its question is reached, by nothing but that question. Which plans are in force
//! follows from the exchanges that this part of the resolution has used, so that a re-run finds the same.
//! Until then nothing reads them.

use super::reply::NEWS;
use super::{Ask, Table, VoidOrder};
use crate::doctrine::Doctrine;
use crate::draft::plan::{Hold, Otherwise};
use crate::party::Party;
use crate::question::Picks;
use crate::system::System;
use crate::table::judge::groups::in_answer;
use crate::table::judge::plan::{Rows, rows, whole};

/// What had been used when a question was reached; of questions that are put together, when the first was.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    /// The newest exchange.
    pub consumed: u32,
    /// The file that was used last, if nothing became known since.
    pub last_file: Option<(Party, u32)>,
}

/// What a party's plans say to a question.
pub(super) enum Planned<A, B> {
    /// Nothing that bears on it.
    Silent,
    /// This answer.
    Settled(Picks),
    /// The question is put, in these words.
    Put(Option<Box<Proposal<A, B>>>),
}

/// A question in which legal rows of a plan stand in place of the defaults.
pub(super) struct Proposal<A, B> {
    /// The question with its new defaults.
    pub ask: Ask<A, B>,
    /// The options that rows gave.
    given: Vec<Option<u16>>,
}

impl<A: Copy, B: Copy> Proposal<A, B> {
    fn of(ask: &Ask<A, B>, rows: Rows, picks: &Picks) -> Proposal<A, B> {
        let words = "What your plan says and may stand is filled in below.".to_owned();
        let mut ask = ask.clone().about(words);
        for (subject, option) in ask.subjects.iter_mut().zip(&picks.choice) {
            subject.default = Some(*option);
        }
        Proposal { ask, given: rows.given }
    }

    /// What doctrine answers for the subjects without a row.
    pub fn by_doctrine<S>(
        &self,
        system: &S,
        state: &S::State,
        party: Party,
        doctrine: &Doctrine<S::Item>,
    ) -> Option<Picks>
    where
        S: System,
        A: Into<S::Item>,
        B: Into<S::Item>,
    {
        let mut bound = self.ask.clone();
        for (at, option) in self.given.iter().enumerate() {
            if let Some(option) = option {
                bound.subjects[at].set = bound.set(vec![*option]);
            }
        }
        doctrine.answer(system, state, party, &bound, true)
    }
}

impl<S: System> Table<'_, S> {
    /// Where the resolution stands.
    pub(super) fn reached(&self) -> Reached {
        Reached { consumed: self.consumed, last_file: self.last_file }
    }

    /// Answers a question that no exchange has put by the party's plans for it, tried in turn, and says which
    /// rows are void.
    pub(super) fn by_plan<A, B>(&mut self, party: Party, ask: &Ask<A, B>, at: Reached) -> Planned<A, B>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        let (mut planned, mut voids) = self.try_plans(party, ask, at, true);
        if matches!(planned, Planned::Put(_))
            && let Some(why) = self.withheld_question(ask, at)
        {
            (planned, voids) = self.try_plans(party, ask, at, false);
            voids.extend(Some(why).filter(|_| !matches!(planned, Planned::Put(_))));
        }
        for why in voids {
            self.void_plan(VoidOrder { party, key: ask.key.clone(), why }, at);
        }
        if let Planned::Settled(_) = planned {
            // What one party planned becomes known to the others now.
            self.last_file = self.last_file.filter(|(last, _)| *last == party);
        }
        planned
    }

    /// What stands in place of the defaults of a question that an exchange has put because of a plan.
    pub(super) fn proposal<A, B>(
        &self,
        party: Party,
        ask: &Ask<A, B>,
        at: Reached,
    ) -> Option<Box<Proposal<A, B>>>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        match self.try_plans(party, ask, at, true).0 {
            Planned::Put(proposal) => proposal,
            Planned::Silent | Planned::Settled(_) => None,
        }
    }

    /// Tries a party's plans for a question in turn; gives why rows are void as well. Where the party may not
    /// be asked, what would ask it goes by doctrine.
    fn try_plans<A, B>(
        &self,
        party: Party,
        ask: &Ask<A, B>,
        at: Reached,
        may_ask: bool,
    ) -> (Planned<A, B>, Vec<String>)
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        let mut voids = Vec::new();
        let Some((since, plans)) = self.book.plans(party, at.consumed) else {
            return (Planned::Silent, voids);
        };
        let mut tried: Option<Otherwise> = None;
        for plan in plans.of(&ask.key) {
            let otherwise = match plan.otherwise {
                Otherwise::Ask if !may_ask => Otherwise::Doctrine,
                otherwise => otherwise,
            };
            tried = Some(otherwise);
            if plan.hold == Hold::Fresh && at.last_file != Some((party, since)) {
                voids.push(NEWS.to_owned());
                continue;
            }
            let question = crate::system::open(self.system, &self.state, ask);
            let answer = in_answer(&question, self.book.groups(party, at.consumed), &plan.answer);
            let judged = rows(&question, &answer);
            voids.extend(judged.voids.iter().cloned());
            if judged.are_all_void() {
                continue;
            }
            match whole(&question, &judged) {
                Ok(picks) if !judged.leave_some_open() => return (Planned::Settled(picks), voids),
                Ok(picks) => {
                    let planned = match self.otherwise(party, ask, at, otherwise, judged, &picks) {
                        Planned::Put(_) if !may_ask => Planned::Settled(picks),
                        planned => planned,
                    };
                    return (planned, voids);
                }
                Err(why) => voids.push(why),
            }
        }
        let planned = match tried {
            None | Some(Otherwise::Doctrine) => Planned::Silent,
            Some(Otherwise::Ask) => Planned::Put(None),
            Some(Otherwise::Silence) => ask.default_answer().map_or(Planned::Put(None), Planned::Settled),
        };
        (planned, voids)
    }

    /// What becomes of a question some of whose rows are void; `picks` are the others, and silence for the
    /// rest.
    fn otherwise<A, B>(
        &self,
        party: Party,
        ask: &Ask<A, B>,
        at: Reached,
        otherwise: Otherwise,
        rows: Rows,
        picks: &Picks,
    ) -> Planned<A, B>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        if otherwise == Otherwise::Silence {
            return Planned::Settled(picks.clone());
        }
        let proposal = Proposal::of(ask, rows, picks);
        let doctrine = self.book.doctrine(party, at.consumed);
        let doctrine =
            doctrine.filter(|_| otherwise == Otherwise::Doctrine && !self.book.is_by_hand(ask.kind));
        match doctrine.and_then(|it| proposal.by_doctrine(self.system, &self.state, party, it)) {
            Some(picks) => Planned::Settled(picks),
            None => Planned::Put(Some(Box::new(proposal))),
        }
    }

    /// Notes a void plan, once in all runs of a step: what was void before the newest exchange was used was
    /// told then.
    pub(super) fn void_plan(&mut self, void: VoidOrder, at: Reached) {
        if let Some(trace) = &mut self.trace {
            trace.doubt();
        }
        if !self.again || at.consumed == self.book.closed() {
            self.voids.push(void);
        }
    }
}
