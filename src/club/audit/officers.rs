//! What the staff officers who play parties handed in: each file is worked out anew.

use super::remark::Matter;
use super::{Auditor, proof};
use crate::matches::MatchFault;
use crate::matches::record::Revealed;
use engine::entry::Entry;
use engine::party::Party;

impl Auditor {
    /// The file of a staff officer is the one that its party's questions, its view and the seed lead to.
    /// Without the seed it can only be said whose it claims to be. An officer of another edition may have
    /// decided otherwise, so its files are listed.
    pub(super) fn by_officer(
        &mut self,
        entry: &Entry,
        party: Party,
        revealed: &Revealed,
    ) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let edition = match (self.game.settings.is_officer(party), revealed.officer) {
            (false, None) => return Ok(()),
            (true, Some(edition)) if !revealed.by_umpire => edition,
            (false, Some(_)) => {
                let what = format!("it is from a staff officer, and none plays the {party}");
                return Err(proof(number, what));
            }
            (true, _) => {
                let what = format!("the staff officer plays the {party}, and this file is not from it");
                return Err(proof(number, what));
            }
        };
        if self.game.seed.is_none() {
            return Ok(());
        }
        if edition != self.game.rules.about().officer {
            let exchange = self.game.open_exchange()?.number;
            self.findings.remark(number, exchange, party, Matter::OtherOfficer);
            return Ok(());
        }
        if self.game.officers_file(party)?.bytes() != revealed.file.as_bytes() {
            return Err(proof(number, format!("the staff officer of the {party} gives other orders")));
        }
        self.findings.officers += 1;
        Ok(())
    }

    /// Nobody else speaks for a party that a staff officer plays.
    pub(super) fn not_an_officer(&self, entry: &Entry, party: Party) -> Result<(), MatchFault> {
        match self.game.settings.is_officer(party) {
            false => Ok(()),
            true => {
                let what = format!("the staff officer plays the {party}, and always hands in a file");
                Err(proof(entry.header().number, what))
            }
        }
    }
}
