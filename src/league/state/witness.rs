//! Heads of the book that somebody countersigned: a player, or the organiser of another club.

use club::matches::is_witness_name;
use club::signature::statement::{Countersigned, Match};
use club::signature::{Signature, Unfit, WITNESS};
use engine::digest::Digest;

use super::League;

/// A head that somebody countersigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witnessed {
    /// The entry that says so.
    pub entry: u64,
    /// The entry that is countersigned.
    pub of: u64,
    /// Its hash.
    pub hash: Digest,
    /// The witness, in the organiser's words.
    pub name: String,
    /// The signature over the statement.
    pub signed: Signature,
}

impl League {
    /// What a witness signs of an entry of the book. It reads as that of a match does, with the club's word
    /// and the hash of the book's first entry.
    pub fn countersigned(&self, entry: u64, hash: Digest) -> Countersigned {
        Countersigned { of: Match { id: self.club.clone(), genesis: self.genesis }, entry, hash }
    }

    /// Whether a signature is over the head that an entry of the book names.
    ///
    /// # Errors
    /// What is wrong with it, or that this build cannot say.
    pub fn check_witness(&self, it: &Witnessed) -> Result<(), Unfit> {
        let statement = self.countersigned(it.of, it.hash).to_string();
        it.signed.check(WITNESS, statement.as_bytes(), None)
    }

    /// Takes a countersigned head. Whether the entry has that hash is for whoever has all entries to see.
    pub(super) fn take_witness(&mut self, it: Witnessed) -> Result<(), String> {
        if it.of >= it.entry {
            return Err(format!("it countersigns entry {}, which does not lie before it", it.of));
        }
        if !is_witness_name(&it.name) {
            return Err("the name of its witness is none".to_owned());
        }
        let same = |known: &&Witnessed| (known.hash, &known.signed.by) == (it.hash, &it.signed.by);
        if let Some(known) = self.witnesses.iter().find(same) {
            return Err(format!("entry {} has this head countersigned by this key", known.entry));
        }
        self.witnesses.push(it);
        Ok(())
    }
}
