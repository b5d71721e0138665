//! A match that ends before its rules end it: by a draw of all sides, a concession of one, or the verdict of
//! a panel.

use super::Exchange;
use super::game::Game;
use crate::matches::entries::{Agreed, Ballot, Note, Voice, record};
use crate::matches::fault::MatchFault;
use crate::signature::statement::Vote;
use engine::digest::Digest;
use engine::entry::Entry;
use engine::party::Party;
use engine::side::Side;

impl Game {
    /// Whether nothing more is played: the rules have ended the match, or all agreed that it ends.
    pub fn is_over(&self) -> bool {
        self.agreed.is_some() || self.rules.is_over()
    }

    /// Who has won, or would have if the match ended here; nobody if that is a draw. If a side conceded or
    /// ran out of time, the one that leads among the others wins; a match that a panel judged is won by whom
    /// it found.
    pub fn winner(&self) -> Option<Side> {
        let Some(agreed) = &self.agreed else { return self.rules.winner() };
        if agreed.panel.is_some() {
            return agreed.awarded.as_deref().and_then(|word| self.side_of(word));
        }
        let loser = agreed.loser()?;
        let others = self.sides().iter().copied().filter(|side| side.id() != loser);
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
        let name = |word: Option<&str>| word.and_then(|word| self.side_of(word)).map(|side| side.name());
        let how = match (agreed.panel, name(agreed.awarded.as_deref()), name(agreed.loser())) {
            (Some(_), Some(winner), _) => format!("a panel awarded it to the {winner}"),
            (Some(_), None, _) => "a panel found a draw".to_owned(),
            (None, _, Some(loser)) if agreed.out_of_time.is_some() => format!("the {loser} ran out of time"),
            (None, _, Some(loser)) => format!("the {loser} conceded"),
            (None, _, None) => "the sides agreed to a draw".to_owned(),
        };
        Some(format!("The match is over: {how}."))
    }

    /// The exchanges that were resolved and count, without one that was open when the match ended early.
    pub fn exchanges_resolved(&self) -> impl Iterator<Item = &Exchange> {
        self.closed().iter().filter(|it| !it.set_aside && Some(it.number) != self.unresolved)
    }

    pub(in crate::matches) fn side_of(&self, word: &str) -> Option<Side> {
        self.sides().iter().copied().find(|side| side.id() == word)
    }

    /// Takes the entry by which the match ends.
    pub(in crate::matches) fn agree(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let fault =
            |what: &str| MatchFault::Proof { entry: Some(entry.header().number), what: what.to_owned() };
        let agreed: Agreed = record::body(entry)?;
        if self.is_over() {
            return Err(fault("the match is over already"));
        }
        if agreed.loser().is_some_and(|word| self.side_of(word).is_none()) {
            return Err(fault("the side that concedes or ran out of time does not play"));
        }
        if agreed.conceded.is_some() && agreed.out_of_time.is_some() {
            return Err(fault("it says that a side conceded and that one ran out of time"));
        }
        if agreed.awarded.as_deref().is_some_and(|word| self.side_of(word).is_none()) {
            return Err(fault("the side to which it is awarded does not play"));
        }
        if agreed.awarded.is_some() && agreed.panel.is_none() {
            return Err(fault("it is awarded to a side, and no panel found that"));
        }
        if agreed.panel.is_some() && agreed.loser().is_some() {
            return Err(fault("a panel judges it, and a side concedes or ran out of time"));
        }
        self.unresolved = self.open_now().map(|open| open.number);
        self.open = false;
        self.waiting.clear();
        self.agreed = Some(agreed);
        Ok(())
    }
}

/// A party's newest vote on something, in this exchange, if it is for it. The notes come from the newest to
/// the oldest.
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

impl Game {
    /// What a party signs for a vote.
    pub fn vote(&self, party: Party, exchange: u32, ballot: Ballot, head: Digest) -> Vote {
        let Ballot { concede, yes } = ballot;
        Vote { of: self.as_match(), exchange, party, concede, yes, head }
    }
}
