//! Votes: a draw by all sides, or a concession by all parties of one. The match then stops, and ends for good
//! some days later; until then the umpire can let it go on.

use crate::matches::MatchFault;
use crate::matches::note::{Ballot, Note, Voice};
use crate::matches::voted;
use crate::post::compose::dispatches::Answer;
use crate::post::office::inbox::Incoming;
use crate::post::office::schedule::GRACE;
use crate::post::office::state::MatchSession;
use engine::party::Party;

impl MatchSession<'_> {
    /// Counts a party's vote, and stops the match if all agree.
    ///
    /// # Errors
    /// If nothing can be voted on, or the journal cannot be written.
    pub(crate) fn vote(
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
        let waited: Vec<&'static str> = self
            .host
            .game
            .voters(conceded)
            .into_iter()
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
}
