//! The umpire ends a match before its rules do: as all agreed, as a panel found, or by a league's clock.

use crate::matches::entries::note::{Note, Voice};
use crate::matches::entries::{Agreed, Judged, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::matches::replay::voted;
use engine::entry::Kind;
use engine::problem::{list_or, quote};

/// How a match ends before its rules end it. Sides are given by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd<'e> {
    /// A side gives up; nobody: all agree to a draw. Whether all have voted for it stands in the journal and
    /// is looked up there.
    Agreed(Option<&'e str>),
    /// A panel awarded it to a side, or to nobody. Its verdict stands in the club's book, which cannot be
    /// looked up here: whoever takes the result into the book does that.
    Judged(Option<&'e str>, Judged),
    /// A side's time ran out. How much there was does not stand in the match: that it ran out is the umpire's
    /// word, and the league's audit looks it up.
    OutOfTime(&'e str),
}

impl Host {
    /// Ends the match before its rules do, and discloses its seed.
    ///
    /// # Errors
    /// If the match is over, there is no such side, or a panel judged what was never played.
    pub fn end_early(&mut self, end: EarlyEnd<'_>, reason: &str) -> Result<(), MatchFault> {
        if self.game.is_over() {
            return Err(MatchFault::no("the match is over already", "look at `sealord status`"));
        }
        let side = match end {
            EarlyEnd::Agreed(side) | EarlyEnd::Judged(side, _) => side,
            EarlyEnd::OutOfTime(side) => Some(side),
        };
        if let Some(word) = side.filter(|word| self.game.side_of(word).is_none()) {
            let sides: Vec<&str> = self.game.sides().iter().map(|side| side.id()).collect();
            let what = format!("{} is no side of this match", quote(word));
            return Err(MatchFault::no(what, format!("write {}", list_or(&sides))));
        }
        if let EarlyEnd::Judged(..) = end {
            self.has_something_to_judge()?;
        }
        self.append(Kind::Agreed, None, None, value(&self.ending(end, reason))?)?;
        self.settle()
    }

    /// Whether the match has ended in just this way.
    pub fn has_ended_so(&self, end: EarlyEnd<'_>, reason: &str) -> bool {
        let due = self.ending(end, reason);
        self.game.agreed.as_ref().is_some_and(|it| *it == Agreed { by_votes: it.by_votes, ..due })
    }

    fn ending(&self, end: EarlyEnd<'_>, reason: &str) -> Agreed {
        let side = |word: Option<&str>| word.map(str::to_owned);
        let plain = Agreed {
            conceded: None,
            by_votes: false,
            out_of_time: None,
            reason: reason.to_owned(),
            awarded: None,
            panel: None,
        };
        match end {
            EarlyEnd::Agreed(conceded) => {
                Agreed { conceded: side(conceded), by_votes: self.is_voted(conceded), ..plain }
            }
            EarlyEnd::Judged(awarded, panel) => {
                Agreed { awarded: side(awarded), panel: Some(panel), ..plain }
            }
            EarlyEnd::OutOfTime(loser) => Agreed { out_of_time: side(Some(loser)), ..plain },
        }
    }

    fn has_something_to_judge(&self) -> Result<(), MatchFault> {
        if self.game.exchanges_resolved().next().is_some() {
            return Ok(());
        }
        let what = "no exchange was resolved, so there is nothing to judge";
        Err(MatchFault::no(what, "give the board up: sealord league result … --forfeit SIDE"))
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

    /// Lets a match that was stopped go on. `act` is what the journal calls it, `why` for the sides to read,
    /// and `letter` what made it one of a kind. Says whether anything was added.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn let_go_on(&mut self, act: String, why: String, letter: String) -> Result<bool, MatchFault> {
        self.note(Note {
            from: Some(Voice::Umpire),
            act: Some(act),
            words: why,
            stops: Some(false),
            exchange: self.game.exchange(),
            letter,
            ..Note::default()
        })
    }

    /// That nobody stopped the match, so that orders can come in and exchanges be closed.
    ///
    /// # Errors
    /// If somebody did: it says what, and how the match goes on or ends.
    pub fn is_played_on(&self) -> Result<(), MatchFault> {
        if self.stopped_at().is_none() {
            return Ok(());
        }
        let newest =
            self.trail.notes().iter().rev().find_map(|kept| kept.note.stops.and(kept.note.act.clone()));
        let what = format!("the match stands still: {}", newest.unwrap_or_default());
        Err(MatchFault::no(
            what,
            "end it with `sealord end`, or let it go on with `sealord clock MATCH resume`",
        ))
    }

    /// When the match was stopped, if it neither went on nor ended since.
    pub fn stopped_at(&self) -> Option<&str> {
        let newest = self.trail.notes().iter().rev().find(|kept| kept.note.stops.is_some())?;
        (newest.note.stops == Some(true) && !self.game.is_over()).then_some(newest.time.as_str())
    }
}
