//! A match that ends before its rules end it: by a draw of all sides, a concession of one, or the verdict of
//! a panel.

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

    /// Who has won, or would have if the match ended here; nobody if that is a draw. A concession is won by
    /// the side that leads among the others, a match that a panel judged by whom it found.
    pub fn winner(&self) -> Option<Side> {
        let Some(agreed) = &self.agreed else { return self.rules.winner() };
        if agreed.panel.is_some() {
            return agreed.awarded.as_deref().and_then(|word| self.side_of(word));
        }
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
        let side = |word: &Option<String>| word.as_deref().and_then(|word| self.side_of(word));
        Some(match (agreed.panel, side(&agreed.conceded), side(&agreed.awarded)) {
            (Some(_), _, Some(side)) => {
                format!("The match is over: a panel awarded it to the {}.", side.name())
            }
            (Some(_), _, None) => "The match is over: a panel found a draw.".to_owned(),
            (None, Some(side), _) => format!("The match is over: the {} conceded.", side.name()),
            (None, None, _) => "The match is over: the sides agreed to a draw.".to_owned(),
        })
    }

    /// How many exchanges of a match under way were resolved and count.
    pub fn played(&self) -> usize {
        let open = self.open_now().map(|open| open.number);
        self.exchanges.iter().filter(|it| !it.set_aside && Some(it.number) != open).count()
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
        if agreed.conceded.as_deref().is_some_and(|word| self.side_of(word).is_none()) {
            return Err(fault("the side that concedes does not play"));
        }
        if agreed.awarded.as_deref().is_some_and(|word| self.side_of(word).is_none()) {
            return Err(fault("the side to which it is awarded does not play"));
        }
        if agreed.awarded.is_some() && agreed.panel.is_none() {
            return Err(fault("it is awarded to a side, and no panel found that"));
        }
        if agreed.panel.is_some() && agreed.conceded.is_some() {
            return Err(fault("a side concedes, and a panel judges"));
        }
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
