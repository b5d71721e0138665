//! Ends that were agreed: by the votes of all, or on the umpire's word.

use super::{Auditor, proof};
use crate::journal::Entry;
use crate::matches::MatchFault;
use crate::matches::agree::{voted, voters};
use crate::matches::record::{self, Agreed};

impl Auditor {
    /// That all have voted for it is looked up, not believed.
    pub(super) fn agreed(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let agreed: Agreed = record::exact(entry)?;
        let conceded = agreed.conceded.as_deref();
        let exchange = self.game.exchange();
        let all = voters(self.game.parties(), conceded)
            .all(|party| voted(self.ballots.iter().rev(), exchange, party, conceded.is_some()));
        if all != agreed.by_votes {
            let what = if all {
                "all have voted for it, and it does not say so"
            } else {
                "not all have voted for it"
            };
            return Err(proof(number, what));
        }
        let how = conceded.map_or("a draw".to_owned(), |side| format!("a concession of the {side} side"));
        let word = if all { "by the votes of all" } else { "on the umpire's word" };
        self.findings.agreed = Some(format!("{how}, {word}"));
        Ok(())
    }
}
