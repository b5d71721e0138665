//! Checkpoints that others have cosigned, kept in the journal.

use super::signed::name_of;
use crate::checkpoint::{Note, NoteKey, Role};
use crate::matches::entries::{Cosigned, Testimony, is_checkpoint_of, record, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::signature::Key;
use engine::entry::Kind;

impl Host {
    /// Keeps a checkpoint of the match that a witness has cosigned. `by` is the witness's key, `name` says
    /// who that is. Gives the number of entries that the checkpoint is of.
    ///
    /// # Errors
    /// If the note is no checkpoint of this journal, is not cosigned by the key, or is kept already.
    pub fn cosigned(&mut self, note: &str, by: &NoteKey, name: &str) -> Result<u64, MatchFault> {
        let name = name_of(name)?;
        if by.role() != Role::Cosigner {
            let mend =
                "name the key with which the witness cosigns, as `sealord note key --cosigner` prints it";
            return Err(MatchFault::no(format!("{by} is the key of a log"), mend));
        }
        let note = Note::parse(note)?;
        note.check(std::slice::from_ref(by))?;
        let checkpoint = note.checkpoint()?;
        let entries = self.log.all()?;
        is_checkpoint_of(&checkpoint, &entries, &self.game.settings.match_id)
            .map_err(|what| MatchFault::Proof { entry: None, what })?;
        let kept = note.by(by).newest();
        let key = Key::parse(&by.key().to_string()).map_err(MatchFault::Bug)?;
        let cosigned = Cosigned { name, by: key, note: kept.to_string() };
        for entry in entries.iter().filter(|entry| entry.header().kind == Kind::Witness) {
            let Testimony::Checkpoint(known) = record::body(entry)? else { continue };
            if known.by == cosigned.by && Note::parse(&known.note)?.text() == note.text() {
                let number = entry.header().number;
                let what = format!("entry {number} has this checkpoint cosigned by this key");
                return Err(MatchFault::no(what, "nothing more is needed"));
            }
        }
        drop(entries);
        self.append(Kind::Witness, None, None, value(&cosigned)?)?;
        Ok(checkpoint.size)
    }
}
