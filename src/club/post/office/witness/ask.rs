//! The office asks others to cosign the checkpoint of a match.

use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{CheckpointWords, Dispatch};
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::state::MatchSession;

impl MatchSession<'_> {
    /// Sends the checkpoint of the match to every office that is its witness, once for each exchange and once
    /// when the match is over. By then nothing of the next exchange has come in, so it shows nothing of that.
    ///
    /// # Errors
    /// If it cannot be made, or a mail cannot be kept.
    pub(crate) fn ask_witnesses(&mut self) -> Result<(), MatchFault> {
        let Some(witness) = self.context.settings.witness.clone() else { return Ok(()) };
        let signer = witness.signer()?;
        let mark = if self.host.game.is_over() { "end" } else { "open" };
        for office in &witness.offices {
            let (to, exchange) = (To::Office(office.person()), self.exchange());
            let mut mail = Mail::new(to, Kind::Checkpoint, exchange, Dispatch::Unknown, self.now);
            mark.clone_into(&mut mail.mark);
            if self.context.is_queued(&mail.key(Some(self.info))) {
                continue;
            }
            let request = self.host.to_cosign(&witness.name, &signer, &office.key)?;
            let what = format!(
                "here is the checkpoint of the match {} of {}. Please cosign it if it continues the one before, and send it \
                 back; an office of sealord does both by itself. It shows how many entries the journal has, so no player \
                 should see it while the match is under way.",
                self.info.match_id, witness.name
            );
            let name = office.name.clone();
            mail.letter = Dispatch::Checkpoint(CheckpointWords { name, what, note: request.to_string() });
            self.context.queue(Some(self.info), mail)?;
        }
        Ok(())
    }
}
