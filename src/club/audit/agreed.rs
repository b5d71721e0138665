//! Ends that were agreed: by the votes of all, or on the umpire's word; and those that a panel found.

use super::{Auditor, proof};
use crate::matches::MatchFault;
use crate::matches::note::{Note, Voice};
use crate::matches::record::{self, Agreed};
use crate::matches::voted;
use engine::entry::{Entry, Kind};

impl Auditor {
    /// A signature over a vote is one with the key that the match fixes, and the entry that it quotes stands
    /// before it.
    pub(super) fn vote(&mut self, entry: &Entry, entries: &[Entry]) -> Result<(), MatchFault> {
        let number = entry.header().number;
        if entry.header().kind != Kind::Note {
            return Ok(());
        }
        let note: Note = record::body(entry)?;
        let (Some(vouched), Some(ballot), Some(Voice::Party(party))) = (&note.vote, note.ballot, note.from)
        else {
            return Ok(());
        };
        if self.game.key_of(party).is_none() {
            return Err(proof(number, format!("it is signed, and the match fixes no key of the {party}")));
        }
        let before = entries.iter().take_while(|it| it.header().number < number);
        if !before.into_iter().any(|it| it.hash() == vouched.head) {
            return Err(proof(number, "its vote quotes an entry that is not there"));
        }
        let statement = self.game.vote(party, note.exchange, ballot, vouched.head).to_string();
        self.holds(entry, &vouched.signed, statement.as_bytes(), party)
    }

    /// That all have voted for it is looked up, not believed.
    pub(super) fn agreed(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let agreed: Agreed = record::exact(entry)?;
        if agreed.panel.is_some() || agreed.out_of_time.is_some() {
            return self.without_votes(number, &agreed);
        }
        let conceded = agreed.conceded.as_deref();
        let exchange = self.game.exchange();
        let votes: Vec<Option<&Note>> = self
            .game
            .voters(conceded)
            .into_iter()
            .map(|party| voted(self.ballots.iter().rev(), exchange, party, conceded.is_some()))
            .collect();
        let all = !votes.is_empty() && votes.iter().all(Option::is_some);
        if all != agreed.by_votes {
            let what = if all {
                "all have voted for it, and it does not say so"
            } else {
                "not all have voted for it"
            };
            return Err(proof(number, what));
        }
        let how = conceded.map_or("a draw".to_owned(), |side| format!("a concession of the {side} side"));
        // A vote without a signature is in the journal because its umpire says that it came.
        let word = match all {
            true if votes.iter().flatten().all(|note| note.vote.is_some()) => "by signed votes of all",
            true => "by unsigned votes of all",
            false => "on the umpire's word",
        };
        self.findings.agreed = Some(format!("{how}, {word}"));
        Ok(())
    }

    /// What a panel found and whose time ran out is for the book of the club, which says whether it holds;
    /// the sides had no vote.
    fn without_votes(&mut self, number: u64, agreed: &Agreed) -> Result<(), MatchFault> {
        if agreed.by_votes {
            return Err(proof(number, "nobody votes on what a panel finds, or on whose time ran out"));
        }
        self.findings.decided = Some(match (&agreed.out_of_time, &agreed.awarded) {
            (Some(side), _) => format!("the time of the {side} side ran out, on the umpire's word"),
            (None, Some(side)) => format!("awarded to the {side} by a panel"),
            (None, None) => "a draw found by a panel".to_owned(),
        });
        Ok(())
    }
}
