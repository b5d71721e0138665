//! Words and votes come in.

use crate::matches::entries::{Ballot, LONGEST, Note, Vouched, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::signature::statement::Vote;
use crate::signature::{NAMESPACE, Signature};
use engine::entry::Kind;
use engine::party::Party;

/// How many of the newest entries a vote may quote: it is signed a while before it comes in.
const QUOTED: usize = 500;

impl Host {
    /// Keeps words. A letter that brought words before brings none again. Says whether they are new.
    ///
    /// # Errors
    /// If they cannot stand in a journal, or it cannot be written.
    pub fn note(&mut self, mut note: Note) -> Result<bool, MatchFault> {
        if self.noted(&note.letter) {
            return Ok(false);
        }
        note.words = note.words.chars().take(LONGEST).collect();
        if let Some(what) = note.amiss(self.game.parties()) {
            return Err(MatchFault::no(what, "write whom the words are for, and the words"));
        }
        self.append(Kind::Note, None, None, value(&note)?)?;
        Ok(true)
    }

    /// Whether a letter brought words before.
    pub fn noted(&self, letter: &str) -> bool {
        self.trail().notes().iter().any(|kept| kept.note.letter == letter)
    }
}

impl Host {
    /// Keeps a vote. Where the match fixes the voter's key, it must be signed with that key, over the
    /// statement of the vote with the hash of some entry that the voter knew.
    ///
    /// # Errors
    /// If it is not signed so, or cannot be written.
    pub fn vote(
        &mut self,
        party: Party,
        mut note: Note,
        signature: Option<&str>,
    ) -> Result<bool, MatchFault> {
        let Some(ballot) = note.ballot.filter(|_| !self.noted(&note.letter)) else { return Ok(false) };
        if self.game.key_of(party).is_some() {
            note.vote = Some(self.vouched(party, note.exchange, ballot, signature)?);
        }
        self.note(note)
    }

    fn vouched(
        &self,
        party: Party,
        exchange: u32,
        ballot: Ballot,
        signature: Option<&str>,
    ) -> Result<Vouched, MatchFault> {
        let words = Vote::words(ballot.concede, ballot.yes);
        let refused = |what: String| {
            let mend = format!(
                "write what `sealord statement vote \"{words}\" -p PACKET` prints into a file, sign that with `ssh-keygen -Y \
                 sign -f KEY -n {NAMESPACE} FILE`, and attach FILE.sig"
            );
            MatchFault::no(what, mend)
        };
        let unsigned =
            || refused(format!("the match has a key of the {party}, and nothing signed this vote with it"));
        let signature = signature.ok_or_else(unsigned)?;
        let mut why = None;
        for entry in self.log.all()?.iter().rev().take(QUOTED) {
            let head = entry.hash();
            let statement = self.game.vote(party, exchange, ballot, head).to_string();
            match Signature::read(signature, NAMESPACE, statement.as_bytes(), self.game.key_of(party)) {
                Ok(signed) => return Ok(Vouched { head, signed }),
                Err(unfit) => why = why.or(Some(unfit)),
            }
        }
        Err(why
            .map_or_else(unsigned, |unfit| refused(format!("the vote is not signed as it must be: {unfit}"))))
    }
}
