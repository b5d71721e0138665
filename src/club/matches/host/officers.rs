//! The staff officers who play parties hand in their files, as any player does: promised, sealed and opened.

use super::hand::Host;
use crate::matches::entries::{Committed, Revealed, value};
use crate::matches::fault::MatchFault;
use engine::entry::Kind;
use engine::party::Party;
use engine::trust::Trust;

impl Host {
    /// Takes from the staff officers what the open exchange wants of them and can take: their commitments,
    /// and their files as soon as those of the others may be opened.
    ///
    /// # Errors
    /// If it cannot be written, or by a defect.
    pub(in crate::matches) fn officers_answer(&mut self) -> Result<(), MatchFault> {
        let asked = self.game.officers_asked();
        if asked.is_empty() {
            return Ok(());
        }
        let exchange = self.game.open_exchange()?.number;
        for &party in &asked {
            if self.game.open_exchange()?.submissions.committed(party).is_none() {
                let commitment = self.game.officers_file(party)?.commitment().digest();
                let body = value(&Committed { commitment, signed: None })?;
                self.append(Kind::Commitment, Some(exchange), Some(party), body)?;
            }
        }
        for &party in &asked {
            let trust = self.game.settings.trust;
            let submissions = &self.game.open_exchange()?.submissions;
            let is_early = trust == Trust::CommitReveal && !submissions.missing_commitments().is_empty();
            if is_early || submissions.revealed(party).is_some() {
                continue;
            }
            let file = String::from_utf8(self.game.officers_file(party)?.bytes().to_vec());
            let file = file.map_err(|_| MatchFault::Bug("an officer's orders are not UTF-8".into()))?;
            let officer = Some(self.game.rules.about().officer);
            let revealed = Revealed { file, signed: None, signed_orders: None, by_umpire: false, officer };
            self.append(Kind::Reveal, Some(exchange), Some(party), value(&revealed)?)?;
        }
        Ok(())
    }

    /// Refuses what is sent for a party that a staff officer plays.
    pub(in crate::matches) fn not_an_officer(&self, party: Party) -> Result<(), MatchFault> {
        match self.game.settings.is_officer(party) {
            false => Ok(()),
            true => Err(MatchFault::no(
                format!("the staff officer plays the {party} in this match, and has answered already"),
                "send orders for another side; `sealord status` shows who is waited for",
            )),
        }
    }
}
