//! The umpire ends a match as all agreed, or as a panel found.

use crate::matches::entries::note::{Note, Voice};
use crate::matches::entries::{Agreed, Judged, value};
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
        if self.game.is_over() {
            return Err(MatchFault::no("the match is over already", "look at `sealord status`"));
        }
        self.is_side(conceded)?;
        let by_votes = self.is_voted(conceded);
        let (conceded, reason) = (conceded.map(str::to_owned), reason.to_owned());
        self.end_as(&Agreed { conceded, by_votes, reason, awarded: None, panel: None })
    }

    /// Ends the match as a panel found, and discloses its seed. `awarded` is the word of the side that wins;
    /// nobody for a draw. `panel` is where the verdict stands in the club's book, which cannot be looked up
    /// here: whoever takes the result into the book does that.
    ///
    /// # Errors
    /// If the match is over, there is no such side, or nothing was played yet.
    pub fn end_by_panel(
        &mut self,
        awarded: Option<&str>,
        panel: Judged,
        reason: &str,
    ) -> Result<(), MatchFault> {
        if self.game.is_over() {
            return Err(MatchFault::no("the match is over already", "look at `sealord status`"));
        }
        self.is_side(awarded)?;
        self.has_something_to_judge()?;
        let (awarded, reason) = (awarded.map(str::to_owned), reason.to_owned());
        self.end_as(&Agreed { conceded: None, by_votes: false, reason, awarded, panel: Some(panel) })
    }

    fn has_something_to_judge(&self) -> Result<(), MatchFault> {
        if self.game.played() > 0 {
            return Ok(());
        }
        let what = "no exchange was resolved, so there is nothing to judge";
        Err(MatchFault::no(what, "give the board up: sealord league result … --forfeit SIDE"))
    }

    fn end_as(&mut self, agreed: &Agreed) -> Result<(), MatchFault> {
        self.append(Kind::Agreed, None, None, value(agreed)?)?;
        self.settle()
    }

    fn is_side(&self, word: Option<&str>) -> Result<(), MatchFault> {
        let Some(word) = word.filter(|word| self.game.side_of(word).is_none()) else { return Ok(()) };
        let sides: Vec<&str> = self.game.sides().iter().map(|side| side.id()).collect();
        let what = format!("{} is no side of this match", quote(word));
        Err(MatchFault::no(what, format!("write {}", list_or(&sides))))
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
        let same =
            |it: &Agreed| it.conceded.as_deref() == conceded && it.reason == reason && it.panel.is_none();
        self.game.agreed.as_ref().is_some_and(same)
    }

    /// Whether the match has ended by just this verdict.
    pub fn judged_already(&self, awarded: Option<&str>, panel: Judged, reason: &str) -> bool {
        let same =
            |it: &Agreed| it.awarded.as_deref() == awarded && it.reason == reason && it.panel == Some(panel);
        self.game.agreed.as_ref().is_some_and(same)
    }

    /// Stops the match for a panel, so that nobody plays on; once, however often it is asked for. Says
    /// whether it was stopped now. `why` is for the sides to read.
    ///
    /// # Errors
    /// If the match is over, nothing was played yet, or it cannot be written.
    pub fn stop_for_panel(&mut self, why: &str) -> Result<bool, MatchFault> {
        if self.game.is_over() {
            return Err(MatchFault::no("the match is over already", "look at `sealord status`"));
        }
        if self.stopped_at().is_some() {
            return Ok(false);
        }
        self.has_something_to_judge()?;
        let exchange = self.game.exchange();
        let times = self.trail.notes().iter().filter(|kept| kept.note.stops.is_some()).count();
        self.note(Note {
            from: Some(Voice::Umpire),
            act: Some("stopped the match for a panel".to_owned()),
            words: why.to_owned(),
            stops: Some(true),
            exchange,
            letter: format!("panel-{exchange}-{times}"),
            ..Note::default()
        })
    }

    /// When the match was stopped, if it neither went on nor ended since.
    pub fn stopped_at(&self) -> Option<&str> {
        let newest = self.trail.notes().iter().rev().find(|kept| kept.note.stops.is_some())?;
        (newest.note.stops == Some(true) && !self.game.is_over()).then_some(newest.time.as_str())
    }
}
