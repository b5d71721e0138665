//! A cosigned checkpoint comes back, and is kept in its match.

use super::found::checkpoint_in;
use crate::matches::MatchFault;
use crate::post::compose::dispatches::Topic;
use crate::post::office::inbox::{Handled, Incoming};
use crate::post::office::state::MatchSession;
use crate::post::wire::Done;

impl MatchSession<'_> {
    /// Keeps the cosignatures in a letter that are by offices of the settings. What is kept already is passed
    /// over; what is not of this journal goes to the umpire.
    ///
    /// # Errors
    /// If the match cannot be written.
    pub(crate) fn keep_cosigned(&mut self, incoming: &Incoming) -> Result<Handled, MatchFault> {
        let ignored = Handled { outcome: "ignored", done: Done::Ignored, answer: None };
        let witness = self.context.settings.witness.clone();
        let (Some(witness), Some((_, request))) = (witness, checkpoint_in(&incoming.letter.contents.text))
        else {
            return Ok(ignored);
        };
        let mut handled = ignored;
        for office in &witness.offices {
            let key = office.cosigner_key()?;
            if request.note.by(&key).lines().is_empty() {
                continue;
            }
            match self.host.cosigned(&request.note.to_string(), &key, &office.name) {
                Ok(_) => handled = Handled { outcome: "command", done: Done::Taken, answer: None },
                Err(MatchFault::No { .. }) => {}
                Err(MatchFault::Proof { what, .. }) => {
                    let (from, note) = (office.name.clone(), request.note.to_string());
                    let topic = Topic::Checkpoint { from, what, note };
                    self.notify(self.exchange(), &format!("checkpoint-{}", incoming.mark()), topic)?;
                    handled = Handled { outcome: "refused", done: Done::Refused, answer: None };
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(handled)
    }
}
