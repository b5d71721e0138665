//! Votes: a draw by all sides, or a concession by all parties of one. The match then stops; nothing is decided against
//! the rules, and the umpire can let it go on.

use super::deal::Came;
use super::desk::Desk;
use crate::matches::MatchFault;
use crate::matches::note::{Ballot, Note, Voice};
use crate::party::Party;
use crate::post::compose::dispatches::Told;

impl Desk<'_> {
    /// Counts a party's vote, and stops the match if all agree.
    ///
    /// # Errors
    /// If nothing can be voted on, or the journal cannot be written.
    pub(super) fn vote(
        &mut self,
        party: Party,
        came: &Came,
        concede: bool,
        yes: bool,
    ) -> Result<Told, MatchFault> {
        if self.host.game.rules.is_over() || self.is_stopped() {
            return Err(MatchFault::no("the match is over", "write \"say umpire\" if something is wrong"));
        }
        let words = match (concede, yes) {
            (true, true) => "I concede the match for my side.",
            (true, false) => "I take my concession back.",
            (false, true) => "I vote for a draw.",
            (false, false) => "I vote against a draw.",
        };
        self.host.note(Note {
            from: Some(Voice::Party(party)),
            words: words.to_owned(),
            ballot: Some(Ballot { concede, yes }),
            exchange: self.exchange(),
            letter: came.mark(),
            ..Note::default()
        })?;
        let due: Vec<Party> = match concede {
            true => self.host.game.parties().iter().filter(|it| it.side() == party.side()).copied().collect(),
            false => self.host.game.parties().to_vec(),
        };
        let waited: Vec<&str> =
            due.iter().filter(|it| !self.voted(**it, concede)).map(|it| it.name()).collect();
        if waited.is_empty() {
            let act = match concede {
                true => format!("recorded that the {} concede, and stopped the match", party.side().name()),
                false => "recorded that all sides agree to a draw, and stopped the match".to_owned(),
            };
            self.host.note(Note {
                from: Some(Voice::Umpire),
                act: Some(act),
                stops: Some(true),
                exchange: self.exchange(),
                letter: format!("agreed-{}", came.mark()),
                ..Note::default()
            })?;
            let what = format!("your vote is counted, and all agree: {} stops here.", self.post.match_id);
            return Ok(Told { what, ..Told::default() });
        }
        let what = format!(
            "your vote in {} is counted, and all sides read it. Still to vote for it: the {}.",
            self.post.match_id,
            crate::problem::list_and(&waited)
        );
        Ok(Told { what, ..Told::default() })
    }

    /// Whether a party's newest vote on something, in this exchange, is for it.
    fn voted(&self, party: Party, concede: bool) -> bool {
        let exchange = self.exchange();
        let notes = self.host.trail().notes().iter().rev().map(|kept| &kept.note);
        let mut own =
            notes.filter(|note| note.from == Some(Voice::Party(party)) && note.exchange == exchange);
        own.find_map(|note| note.ballot.filter(|ballot| ballot.concede == concede))
            .is_some_and(|ballot| ballot.yes)
    }

    /// Whether the sides agreed to stop the match.
    pub(super) fn is_stopped(&self) -> bool {
        let notes = self.host.trail().notes().iter().rev();
        notes.filter_map(|kept| kept.note.stops).next() == Some(true)
    }
}
