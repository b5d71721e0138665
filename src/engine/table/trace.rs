//! What a run that knows the answers of a whole step says of the shorter runs before it, one for each
//! exchange.
//!
//! Each time an exchange closes, its step is played again from the beginning, as far as the answers then
//! reach. An auditor has all of them. Whatever is told once the exchanges up to some number were used, and
//! before any later one was, is what the run after that exchange added; a question reached then was put in
//! the next one. Where it is not plain that the shorter runs would have told and asked just that, the trace
//! says that it is unsure, and they must be played.

use std::collections::BTreeMap;

use super::{Ask, Reply, Section, Table, Waiting};
use crate::party::Party;
use crate::system::System;

/// A run that looks ahead, as it goes.
pub struct Trace {
    /// The exchanges that the step asked, in their order.
    exchanges: Vec<u32>,
    /// From which note of which section on so many exchanges had been used.
    marks: Vec<Used>,
    /// What each exchange asked.
    asked: BTreeMap<u32, Vec<Waiting>>,
    unsure: bool,
}

/// From this note on, a section had used all exchanges up to this one that it ever would until the next mark.
#[derive(Clone, Copy)]
struct Used {
    section: usize,
    note: usize,
    exchange: u32,
}

impl Trace {
    /// Begins where the exchanges up to `consumed` had been used; these follow, in their order.
    pub(super) fn new(exchanges: Vec<u32>, consumed: u32) -> Trace {
        let first = Used { section: 0, note: 0, exchange: consumed };
        Trace { exchanges, marks: vec![first], asked: BTreeMap::new(), unsure: false }
    }

    /// The exchange in which a question is put that is reached when those up to this one have been used.
    pub fn next(&self, used: u32) -> Option<u32> {
        self.exchanges.iter().copied().find(|exchange| *exchange > used)
    }

    /// Notes that a section has used all exchanges up to this one.
    pub(super) fn used(&mut self, section: usize, note: usize, exchange: u32) {
        self.marks.push(Used { section, note, exchange });
    }

    /// Notes that an exchange put a question.
    pub(super) fn asked(&mut self, exchange: u32, waiting: Waiting) {
        self.asked.entry(exchange).or_default().push(waiting);
    }

    /// Notes that a shorter run may have gone another way.
    pub(super) fn doubt(&mut self) {
        self.unsure = true;
    }

    /// Whether a shorter run may have gone another way.
    pub fn is_unsure(&self) -> bool {
        self.unsure
    }

    /// The newest exchange that the run up to and including this one used.
    pub fn consumed(&self, until: u32) -> u32 {
        let used = self.marks.iter().map(|mark| mark.exchange).filter(|exchange| *exchange <= until);
        used.max().unwrap_or(0)
    }

    /// The newest exchange that the whole run used.
    pub fn last(&self) -> u32 {
        self.consumed(u32::MAX)
    }

    /// What an exchange asked.
    pub fn asked_in(&self, exchange: u32) -> &[Waiting] {
        self.asked.get(&exchange).map_or(&[], Vec::as_slice)
    }

    /// How many notes of each section were told when the exchanges up to this one had been used.
    pub fn told<E>(&self, sections: &[Section<E>], until: u32) -> Vec<usize> {
        let mut told: Vec<usize> = sections.iter().map(|section| section.notes.len()).collect();
        for mark in self.marks.iter().rev().filter(|mark| mark.exchange > until) {
            told[mark.section] = told[mark.section].min(mark.note);
        }
        told
    }
}

impl<S: System> Table<'_, S> {
    /// Notes for a run that looks ahead that what follows has used all exchanges up to the newest so far.
    pub(super) fn mark(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.used(self.current, self.sections[self.current].notes.len(), self.consumed);
        }
    }

    /// Notes for a run that looks ahead in which exchange a question was put, if it was. `before` are the
    /// exchanges that had been used when it was reached.
    pub(super) fn note_asked<A, B>(
        &mut self,
        party: Party,
        ask: &Ask<A, B>,
        ahead: &[Ask<A, B>],
        before: u32,
        reply: &Reply<A, B>,
    ) where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        let Some(trace) = &self.trace else { return };
        if ask.forced().is_some() {
            return;
        }
        let (next, is_answered) = (trace.next(before), reply.picks.is_some());
        let doctrine = |at: u32| self.book.doctrine(party, at);
        let standing = |at: u32| match (doctrine(at), reply.doctrine) {
            (None, _) => false,
            _ if self.book.is_by_hand(ask.kind) => false,
            // The same doctrine answers the same, and was asked for the reply.
            (Some(it), Some((of, answered))) if doctrine(of).is_some_and(|of| std::ptr::eq(it, of)) => {
                answered
            }
            (Some(it), _) => it.answer(self.system, &self.state, party, ask, true).is_some(),
        };
        let given = self.book.answer(party, &ask.key).map(|(at, _)| at);
        let (plain, put) = match self.book.opened(party, &ask.key) {
            // Nobody would have been asked what doctrine answered, or what was answered early.
            Some(at) => {
                let only = given.is_none_or(|given| given == at);
                (is_answered && Some(at) == next && only && !standing(before), Some(at))
            }
            None if !is_answered => (next.is_none(), None),
            // Answered early by a file of before, by a plan, or by doctrine, also as it stood when the
            // question was reached first.
            None => {
                let early = reply.by_plan || given.is_some_and(|at| at <= before);
                (early || standing(before), None)
            }
        };
        let waiting = put.filter(|_| plain).map(|at| {
            let open = |ask| crate::system::open(self.system, &self.state, ask);
            (
                at,
                Waiting { party, question: open(reply.worded(ask)), ahead: ahead.iter().map(open).collect() },
            )
        });
        if let Some(trace) = &mut self.trace {
            match waiting {
                Some((at, waiting)) => trace.asked(at, waiting),
                None if !plain => trace.doubt(),
                None => {}
            }
        }
    }
}
