//! A match that ends by agreement, before its rules end it: a draw of all sides, or a concession of one.

use super::host::Host;
use super::note::{Ballot, Note, Voice, Vouched};
use super::record::{self, Agreed, value};
use super::{Game, MatchFault};
use crate::signature::statement::Vote;
use crate::signature::{NAMESPACE, Signature};
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::problem::{list_or, quote};
use engine::side::Side;

impl Game {
    /// Whether nothing more is played: the rules have ended the match, or all agreed that it ends.
    pub fn is_over(&self) -> bool {
        self.agreed.is_some() || self.rules.is_over()
    }

    /// Who has won, or would have if the match ended here; nobody if that is a draw. A concession is won by the side that
    /// leads among the others.
    pub fn winner(&self) -> Option<Side> {
        let Some(agreed) = &self.agreed else { return self.rules.winner() };
        let conceded = agreed.conceded.as_deref()?;
        let others = self.sides().iter().copied().filter(|side| side.id() != conceded);
        let mut best: Vec<(i32, Side)> = others.map(|side| (self.rules.points(side), side)).collect();
        best.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        match best.as_slice() {
            [(first, _), (second, _), ..] if first == second => None,
            [(_, side), ..] => Some(*side),
            [] => None,
        }
    }

    /// How the match ended, if that was agreed, as a sentence: `The match is over: the Axis conceded.`
    pub fn agreed_words(&self) -> Option<String> {
        let agreed = self.agreed.as_ref()?;
        let conceded = agreed.conceded.as_deref().and_then(|word| self.side_of(word));
        Some(match conceded {
            Some(side) => format!("The match is over: the {} conceded.", side.name()),
            None => "The match is over: the sides agreed to a draw.".to_owned(),
        })
    }

    fn side_of(&self, word: &str) -> Option<Side> {
        self.sides().iter().copied().find(|side| side.id() == word)
    }

    /// Takes the entry by which the match ends.
    pub(super) fn agree(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let fault =
            |what: &str| MatchFault::Proof { entry: Some(entry.header().number), what: what.to_owned() };
        let agreed: Agreed = record::body(entry)?;
        if self.is_over() {
            return Err(fault("the match is over already"));
        }
        if agreed.conceded.as_deref().is_some_and(|word| self.side_of(word).is_none()) {
            return Err(fault("the side that concedes does not play"));
        }
        self.open = false;
        self.waiting.clear();
        self.agreed = Some(agreed);
        Ok(())
    }
}

/// Who must vote for it if a side concedes, or all if nobody does.
pub fn voters<'p>(parties: &'p [Party], conceded: Option<&str>) -> impl Iterator<Item = Party> + use<'p> {
    let side = conceded.map(str::to_owned);
    parties.iter().copied().filter(move |it| side.as_deref().is_none_or(|side| it.side().id() == side))
}

/// A party's newest vote on something, in this exchange, if it is for it. The notes come from the newest to the oldest.
pub fn voted<'n>(
    newest: impl Iterator<Item = &'n Note>,
    exchange: u32,
    party: Party,
    concede: bool,
) -> Option<&'n Note> {
    let mut own = newest.filter(|note| note.from == Some(Voice::Party(party)) && note.exchange == exchange);
    let vote = own.find(|note| note.ballot.is_some_and(|ballot| ballot.concede == concede));
    vote.filter(|note| note.ballot.is_some_and(|ballot| ballot.yes))
}

/// How many of the newest entries a vote may quote: it is signed a while before it comes in.
const QUOTED: usize = 500;

impl Game {
    /// What a party signs for a vote.
    pub fn vote(&self, party: Party, exchange: u32, ballot: Ballot, head: Digest) -> Vote {
        let Ballot { concede, yes } = ballot;
        Vote { of: self.as_match(), exchange, party, concede, yes, head }
    }
}

impl Host {
    /// Keeps a vote. Where the match fixes the voter's key, it must be signed with that key, over the statement of the vote
    /// with the hash of some entry that the voter knew.
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

impl Host {
    /// Ends the match by agreement, and discloses its seed. `conceded` is the word of the side that gives up; nobody for a
    /// draw. Whether all have voted for it stands in the journal and is looked up there.
    ///
    /// # Errors
    /// If the match is over, or there is no such side.
    pub fn end_by_agreement(&mut self, conceded: Option<&str>, reason: &str) -> Result<(), MatchFault> {
        if self.game.is_over() {
            return Err(MatchFault::no("the match is over already", "look at `sealord status`"));
        }
        if let Some(word) = conceded.filter(|word| self.game.side_of(word).is_none()) {
            let sides: Vec<&str> = self.game.sides().iter().map(|side| side.id()).collect();
            let what = format!("{} is no side of this match", quote(word));
            return Err(MatchFault::no(what, format!("write {}", list_or(&sides))));
        }
        let by_votes = self.is_voted(conceded);
        let (conceded, reason) = (conceded.map(str::to_owned), reason.to_owned());
        self.append(Kind::Agreed, None, None, value(&Agreed { conceded, by_votes, reason })?)?;
        self.settle()
    }

    /// Whether everybody who must has voted for it in the open exchange.
    pub fn is_voted(&self, conceded: Option<&str>) -> bool {
        let exchange = self.game.exchange();
        let parties = self.game.parties();
        voters(parties, conceded).all(|party| {
            let newest = self.trail.notes().iter().rev().map(|kept| &kept.note);
            voted(newest, exchange, party, conceded.is_some()).is_some()
        })
    }

    /// Whether the match has ended in just this way.
    pub fn agreed_already(&self, conceded: Option<&str>, reason: &str) -> bool {
        let same = |it: &Agreed| it.conceded.as_deref() == conceded && it.reason == reason;
        self.game.agreed.as_ref().is_some_and(same)
    }
}
