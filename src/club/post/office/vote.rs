//! Votes: a draw by all sides, or a concession by all parties of one. The match then stops, and ends for good some days
//! later; until then the umpire can let it go on.

use jiff::{SignedDuration, Timestamp};

use super::deal::Incoming;
use super::desk::MatchSession;
use crate::matches::MatchFault;
use crate::matches::agree::{voted, voters};
use crate::matches::note::{Ballot, Note, Voice};
use crate::post::compose::dispatches::Answer;
use engine::party::Party;

/// For so many hours the umpire can let a match go on that all agreed to end.
const GRACE: i64 = 72;

impl MatchSession<'_> {
    /// Counts a party's vote, and stops the match if all agree.
    ///
    /// # Errors
    /// If nothing can be voted on, or the journal cannot be written.
    pub(super) fn vote(
        &mut self,
        party: Party,
        incoming: &Incoming,
        concede: bool,
        yes: bool,
    ) -> Result<Answer, MatchFault> {
        if self.host.game.is_over() || self.is_stopped() {
            return Err(MatchFault::no("the match is over", "write \"say umpire\" if something is wrong"));
        }
        let words = match (concede, yes) {
            (true, true) => "I concede the match for my side.",
            (true, false) => "I take my concession back.",
            (false, true) => "I vote for a draw.",
            (false, false) => "I vote against a draw.",
        };
        let note = Note {
            from: Some(Voice::Party(party)),
            words: words.to_owned(),
            ballot: Some(Ballot { concede, yes }),
            exchange: self.exchange(),
            letter: incoming.mark(),
            ..Note::default()
        };
        let signature = self.signature(party, &incoming.letter);
        self.host.vote(party, note, signature)?;
        let conceded = concede.then(|| party.side().id());
        let waited: Vec<&'static str> = voters(self.host.game.parties(), conceded)
            .filter(|it| !self.has_voted(*it, concede))
            .map(Party::name)
            .collect();
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
                letter: format!("agreed-{}", incoming.mark()),
                ..Note::default()
            })?;
            return Ok(Answer::that(format!(
                "your vote is counted, and all agree: {} stops here. It ends for good in {GRACE} hours, unless the umpire \
                 lets it go on.",
                self.info.match_id
            )));
        }
        Ok(Answer::that(format!(
            "your vote in {} is counted, and all sides read it. Still to vote for it: the {}.",
            self.info.match_id,
            engine::problem::list_and(&waited)
        )))
    }

    fn has_voted(&self, party: Party, concede: bool) -> bool {
        let newest = self.host.trail().notes().iter().rev().map(|kept| &kept.note);
        voted(newest, self.exchange(), party, concede).is_some()
    }

    /// Ends a match that was stopped so long ago that nobody will let it go on.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub(super) fn end_if_agreed(&mut self) -> Result<(), MatchFault> {
        match self.ends_at() {
            Some(at) if at <= self.now => self.end_as_agreed("by the votes of all"),
            _ => Ok(()),
        }
    }

    /// Ends a match that was stopped by votes, now.
    ///
    /// # Errors
    /// If nobody voted so, or it cannot be recorded.
    pub(super) fn end_as_agreed(&mut self, reason: &str) -> Result<(), MatchFault> {
        self.host.end_by_agreement(self.agreed()?, reason)?;
        self.publish()?;
        self.queue_reports()
    }

    /// The side whose parties have all voted to concede; none if all have voted for a draw.
    ///
    /// # Errors
    /// If they voted for nothing.
    pub(super) fn agreed(&self) -> Result<Option<&'static str>, MatchFault> {
        let sides = self.host.game.sides().iter().map(|side| Some(side.id()));
        sides.chain([None]).find(|conceded| self.host.is_voted(*conceded)).ok_or_else(|| {
            let what = "nobody has conceded, and not all have voted for a draw";
            MatchFault::no(what, "use `sealord end` if they agreed in another way")
        })
    }

    /// When a match that is stopped ends for good.
    pub(super) fn ends_at(&self) -> Option<Timestamp> {
        let stopped: Timestamp = self.stopped_at()?.parse().ok()?;
        stopped.checked_add(SignedDuration::from_hours(GRACE)).ok()
    }

    /// Whether the sides agreed to stop the match.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped_at().is_some()
    }

    /// When the sides agreed to stop the match, if it neither went on nor ended since.
    fn stopped_at(&self) -> Option<&str> {
        let mut newest = self.host.trail().notes().iter().rev().filter(|kept| kept.note.stops.is_some());
        let stopped = newest.next().filter(|kept| kept.note.stops == Some(true) && !self.host.game.is_over());
        stopped.map(|kept| kept.time.as_str())
    }
}
