//! Questions that are not put, though a party's standing orders leave them open, since nobody may be asked
//! back any more.

use super::planned::Reached;
use super::{Ask, Picks, Table, VoidOrder};
use crate::party::Party;
use crate::system::System;

impl<S: System> Table<'_, S> {
    /// Why a question that no exchange has put is not put, if so. A kind that is decided by hand always is.
    pub(super) fn withheld_question<A, B>(&self, ask: &Ask<A, B>, at: Reached) -> Option<String> {
        if self.book.is_by_hand(ask.kind) {
            return None;
        }
        self.system.withheld_question(&self.state, (ask.kind, &ask.key), &self.book.earlier(at.consumed))
    }

    /// What answers a question that a party may not be asked: its doctrine without the word `ask`, or
    /// silence. Nothing if it is put all the same: the party may be asked, or silence is no answer.
    pub(super) fn without_asking<A, B>(&mut self, party: Party, ask: &Ask<A, B>, at: Reached) -> Option<Picks>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        let why = self.withheld_question(ask, at)?;
        let doctrine = self.book.doctrine(party, self.consumed);
        let told = doctrine.and_then(|it| it.answer(self.system, &self.state, party, ask, false));
        let picks = told.or_else(|| ask.default_answer())?;
        let void = VoidOrder { party, key: ask.key.clone(), why };
        // A plan that would have asked has said so already.
        if self.voids.last() != Some(&void) {
            self.void_plan(void, at);
        }
        Some(picks)
    }
}
