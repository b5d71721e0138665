//! A player protests, or appeals against the ruling on a protest.

use jiff::Timestamp;

use crate::matches::note::Voice;
use crate::matches::{MatchFault, Objection};
use crate::post::compose::dispatches::Answer;
use crate::post::office::inbox::Incoming;
use crate::post::office::state::MatchSession;
use engine::party::Party;
use engine::rulebook::ledger::Ledger;

impl MatchSession<'_> {
    /// Keeps a protest for the umpire. The deadline stays where it is.
    ///
    /// # Errors
    /// If the ledger has no such rule, or no reasons of the player's own stand below.
    pub(super) fn protest(
        &mut self,
        party: Party,
        incoming: &Incoming,
        rule: &str,
        exchange: Option<u32>,
    ) -> Result<Answer, MatchFault> {
        let reasons = self.words_for_others(party, &incoming.letter)?;
        self.may_say(party, (&[Voice::Umpire], false), false)?;
        let ledger = Ledger::load(&self.context.games, self.info.system);
        let ledger = ledger.map_err(|fault| MatchFault::Io(fault.to_string()))?;
        let objection = Objection { rule, exchange, reasons: &reasons };
        let filed = self.host.protest(party, objection, &ledger, &incoming.mark())?;
        let number = filed.protest.number;
        let next = match self.host.game.is_over() {
            true => format!(
                "The match is over, so its umpire rules on nothing more; in a league a panel can judge protest {number}."
            ),
            false => "The umpire reads it, and nobody else before the ruling. The deadline stays where it is unless \
                      the umpire moves it."
                .to_owned(),
        };
        Ok(Answer::that(format!("{} in {} is in the journal. {next}", filed.in_words(), self.info.match_id)))
    }

    /// Keeps an appeal for the umpire and the league.
    ///
    /// # Errors
    /// If the match is of no league, it comes too late, or the protest was not ruled on.
    pub(super) fn appeal(
        &mut self,
        party: Party,
        incoming: &Incoming,
        number: u32,
    ) -> Result<Answer, MatchFault> {
        let reasons = self.words_for_others(party, &incoming.letter)?;
        self.may_say(party, (&[Voice::Umpire], false), false)?;
        self.may_appeal(number)?;
        let filed = self.host.appeal(party, (number, &reasons), &incoming.mark())?;
        let word = &self.info.match_id;
        Ok(Answer::that(format!(
            "your appeal against the ruling on {} in {word} is in the journal. It waits for a panel of the league.",
            filed.in_words()
        )))
    }

    /// Whether a ruling can be appealed now.
    ///
    /// # Errors
    /// If the match is of no league, or it comes too late.
    fn may_appeal(&self, number: u32) -> Result<(), MatchFault> {
        let docket = self.host.docket();
        let filed = docket.find(number).map_err(|what| MatchFault::no(what, "name one that there is"))?;
        let Some(ruled) = &filed.ruled else { return Ok(()) };
        let ruled: Timestamp =
            ruled.time.parse().map_err(|_| MatchFault::Bug(format!("entry {} has no time", ruled.entry)))?;
        let genesis = self.host.game.genesis;
        let until = match self.context.secretary {
            Some(secretary) => secretary.appeals_until(&self.context.folder, genesis, ruled)?,
            None => None,
        };
        let Some(until) = until else {
            let what = "this match is of no league, so there is no panel";
            return Err(MatchFault::no(what, "write \"say umpire\" if something is wrong"));
        };
        if self.now > until {
            let what = format!("the ruling on protest {number} could be appealed until {until}");
            return Err(MatchFault::no(what, "write \"say umpire\" if something is wrong"));
        }
        Ok(())
    }
}
