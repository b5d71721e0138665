//! Protests: numbered from 1, about an exchange that was closed, ruled on once, and not after the end.

use super::{Auditor, proof};
use crate::matches::MatchFault;
use crate::matches::note::Note;
use engine::entry::Entry;

impl Auditor {
    /// A protest, a ruling or an appeal fits what stands before it.
    pub(super) fn protested(&mut self, entry: &Entry, note: &Note) -> Result<(), MatchFault> {
        let header = entry.header();
        if let Some(protest) = &note.protest {
            if !self.game.is_disputable(protest.exchange) {
                let what = format!("it disputes exchange {}, which was not closed", protest.exchange);
                return Err(proof(header.number, what));
            }
            self.findings.protests += 1;
        }
        if note.ruling.is_some() {
            if self.game.is_over() {
                return Err(proof(header.number, "it rules on a protest after the end of the match"));
            }
            self.findings.protests_ruled += 1;
        }
        self.findings.appeals += usize::from(note.appeal.is_some());
        let taken = self.docket.take((header.number, &header.time), note);
        taken.map_err(|what| proof(header.number, what))
    }
}
