//! How dice fell, for whom and what for, in a run of which somebody wants to know it. Nothing of it is
//! written down, and the rules go the same way without it.

use std::collections::BTreeMap;

use super::Table;
use crate::fortune::Fortune;
use crate::system::System;

/// Dice by the event that tells what came of them.
#[derive(Debug, Default)]
pub struct Counted {
    /// By the places of a section and of an event among its notes.
    told: BTreeMap<(usize, usize), Vec<Fortune>>,
    /// By section, what no event has told yet.
    open: BTreeMap<usize, Vec<Fortune>>,
}

impl Counted {
    /// The dice whose outcome a note of a section tells, in the order in which they fell.
    pub fn of(&self, section: usize, note: usize) -> &[Fortune] {
        self.told.get(&(section, note)).map_or(&[], Vec::as_slice)
    }
}

impl<S: System> Table<'_, S> {
    /// A table at which dice are counted as they fall.
    pub fn counting(mut self) -> Self {
        self.counted = Some(Box::default());
        self
    }

    /// Whether somebody wants to know how dice fell. Rules that say it by [`Table::fell`] need not work it
    /// out where nobody does.
    pub fn counts(&self) -> bool {
        self.counted.is_some()
    }

    /// Says how dice fell of which the next event of this part tells what came. Of a system whose
    /// [`counts_at_table`](crate::system::Events::counts_at_table) is false nobody asks.
    pub fn fell(&mut self, fortunes: impl IntoIterator<Item = Fortune>) {
        if let Some(counted) = &mut self.counted {
            counted.open.entry(self.current).or_default().extend(fortunes);
        }
    }

    /// Gives the event that is noted next the dice that fell for it.
    pub(super) fn belongs(&mut self) {
        let Some(counted) = &mut self.counted else { return };
        if let Some(fortunes) = counted.open.remove(&self.current) {
            counted.told.insert((self.current, self.sections[self.current].notes.len()), fortunes);
        }
    }
}
