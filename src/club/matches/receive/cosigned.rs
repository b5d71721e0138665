//! Checkpoints that others have cosigned, kept in the journal.

use super::signed::name_of;
use crate::checkpoint::{Note, NoteKey, Request, Role};
use crate::matches::entries::record::{self, Cosigned};
use crate::matches::entries::{Testimony, checkpoint_of, is_checkpoint_of, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::signature::{Key, PublicKey, Signer};
use engine::entry::Kind;

impl Host {
    /// The checkpoint of the match under the name of its club, signed, for a witness: with the proof that it
    /// continues the newest that this key has cosigned, as far as the journal knows.
    ///
    /// # Errors
    /// If the journal cannot be read, or the name cannot be that of a key.
    pub fn to_cosign(&self, club: &str, signer: &Signer, witness: &PublicKey) -> Result<Request, MatchFault> {
        let entries = self.log.all()?;
        let (checkpoint, tree) = checkpoint_of(&entries, club, &self.game.settings.match_id)?;
        let mut old = 0;
        for entry in entries.iter().filter(|entry| entry.header().kind == Kind::Witness) {
            if let Testimony::Checkpoint(known) = record::body(entry)?
                && known.by.line() == witness.to_string()
            {
                let before = Note::parse(&known.note)?.checkpoint()?;
                old = old.max(if before.origin == checkpoint.origin { before.size } else { 0 });
            }
        }
        let proof = tree.proof_since(old).ok_or_else(|| MatchFault::Bug("the journal is shorter".into()))?;
        Ok(Request { old, proof, note: Note::of(&checkpoint, signer)? })
    }

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
