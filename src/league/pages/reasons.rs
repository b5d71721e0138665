//! Reasons that stand in the book and in nothing that follows from it.

use std::collections::BTreeMap;

use club::matches::MatchFault;
use engine::entry::Entry;

use crate::book::{Fact, fact_of};

/// The reasons of a book.
#[derive(Default)]
pub(super) struct Reasons {
    /// Why a round was paired by hand, by event and round.
    paired: BTreeMap<(String, u32), String>,
    /// Why results were corrected, by event, round and board.
    corrected: BTreeMap<(String, u32, u32), Vec<String>>,
}

impl Reasons {
    /// Gathers them.
    ///
    /// # Errors
    /// If an entry holds no fact.
    pub(super) fn of(entries: &[Entry]) -> Result<Reasons, MatchFault> {
        let mut reasons = Reasons::default();
        for entry in entries.iter().skip(1) {
            match fact_of(entry)? {
                Fact::Paired { event, why: Some(why), .. } => {
                    reasons.paired.insert((event, entry.header().exchange.unwrap_or_default()), why);
                }
                Fact::Corrected { why, result, .. } => {
                    let at = (result.event, result.round, result.board);
                    reasons.corrected.entry(at).or_default().push(why);
                }
                _ => {}
            }
        }
        Ok(reasons)
    }

    /// Why a round was paired as it was.
    pub(super) fn of_pairing(&self, event: &str, round: u32) -> Option<&str> {
        self.paired.get(&(event.to_owned(), round)).map(String::as_str)
    }

    /// Why the result of a board was corrected, each time that it was.
    pub(super) fn of_corrections(&self, event: &str, round: u32, board: u32) -> &[String] {
        self.corrected.get(&(event.to_owned(), round, board)).map_or(&[], Vec::as_slice)
    }
}
