//! The umpire ends a match as all agreed.

use crate::matches::entries::{Agreed, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::matches::replay::voted;
use engine::entry::Kind;
use engine::problem::{list_or, quote};

impl Host {
    /// Ends the match by agreement, and discloses its seed. `conceded` is the word of the side that gives up;
    /// nobody for a draw. Whether all have voted for it stands in the journal and is looked up there.
    ///
    /// # Errors
    /// If the match is over, or there is no such side.
    pub fn end_by_agreement(&mut self, conceded: Option<&str>, reason: &str) -> Result<(), MatchFault> {
        self.may_end(conceded)?;
        let by_votes = self.is_voted(conceded);
        let (conceded, reason) = (conceded.map(str::to_owned), reason.to_owned());
        let agreed = Agreed { conceded, by_votes, out_of_time: None, reason };
        self.append(Kind::Agreed, None, None, value(&agreed)?)?;
        self.settle()
    }

    /// Ends the match because a side's time ran out, and discloses its seed. How much time there was does
    /// not stand in the match: that it ran out is the umpire's word, and the league's audit looks it up.
    ///
    /// # Errors
    /// If the match is over, or there is no such side.
    pub fn end_by_clock(&mut self, side: &str, reason: &str) -> Result<(), MatchFault> {
        self.may_end(Some(side))?;
        let (out_of_time, reason) = (Some(side.to_owned()), reason.to_owned());
        let agreed = Agreed { conceded: None, by_votes: false, out_of_time, reason };
        self.append(Kind::Agreed, None, None, value(&agreed)?)?;
        self.settle()
    }

    fn may_end(&self, loser: Option<&str>) -> Result<(), MatchFault> {
        if self.game.is_over() {
            return Err(MatchFault::no("the match is over already", "look at `sealord status`"));
        }
        if let Some(word) = loser.filter(|word| self.game.side_of(word).is_none()) {
            let sides: Vec<&str> = self.game.sides().iter().map(|side| side.id()).collect();
            let what = format!("{} is no side of this match", quote(word));
            return Err(MatchFault::no(what, format!("write {}", list_or(&sides))));
        }
        Ok(())
    }

    /// Whether everybody who must has voted for it in the open exchange.
    pub fn is_voted(&self, conceded: Option<&str>) -> bool {
        let exchange = self.game.exchange();
        let voters = self.game.voters(conceded);
        !voters.is_empty()
            && voters.into_iter().all(|party| {
                let newest = self.trail.notes().iter().rev().map(|kept| &kept.note);
                voted(newest, exchange, party, conceded.is_some()).is_some()
            })
    }

    /// Whether the match has ended in just this way.
    pub fn agreed_already(&self, conceded: Option<&str>, reason: &str) -> bool {
        let same = |it: &Agreed| {
            it.conceded.as_deref() == conceded && it.out_of_time.is_none() && it.reason == reason
        };
        self.game.agreed.as_ref().is_some_and(same)
    }

    /// Whether the match has ended just so by the clock.
    pub fn clocked_out_already(&self, side: &str, reason: &str) -> bool {
        let same = |it: &Agreed| it.out_of_time.as_deref() == Some(side) && it.reason == reason;
        self.game.agreed.as_ref().is_some_and(same)
    }
}
