//! Files of the staff officers who play parties.
//!
//! What an officer orders follows from the questions that its party is asked, the party's view, and a seed
//! that is made from the umpire's: so nobody can know it beforehand, and the audit works it out anew.

use super::game::Game;
use crate::matches::fault::MatchFault;
use crate::orders::write::{orders_file, write_answer};
use crate::seal::{SealHeader, Sealed};
use engine::dice::ExchangeKey;
use engine::digest::Salt;
use engine::party::Party;
use engine::staff::AdvisedOfficer;

/// How often in 100 an officer without advice does something other than the default.
const BOLDNESS: u32 = 35;

impl Game {
    /// The staff officers from whom the open exchange wants a file.
    pub fn officers_asked(&self) -> Vec<Party> {
        let asked = |party: &&Party| self.open_now().is_some_and(|it| it.opened.sealing.contains(party));
        self.settings.officers.iter().filter(asked).copied().collect()
    }

    /// Whether the open exchange wants files of staff officers alone, and has them: nobody need do anything
    /// to close it.
    pub fn officers_alone(&self) -> bool {
        let of_officers = |party: &Party| self.settings.is_officer(*party);
        self.open_now().is_some_and(|exchange| {
            exchange.submissions.all_in() && exchange.opened.sealing.iter().all(of_officers)
        })
    }

    /// The parties that people play.
    pub fn people(&self) -> Vec<Party> {
        self.parties().iter().copied().filter(|party| !self.settings.is_officer(*party)).collect()
    }

    /// Who must vote for it if a side concedes, or all if nobody does. Staff officers vote on nothing.
    pub fn voters(&self, conceded: Option<&str>) -> Vec<Party> {
        let mut voters = self.people();
        voters.retain(|party| conceded.is_none_or(|side| party.side().id() == side));
        voters
    }

    /// What a party's staff officer hands in for the open exchange.
    ///
    /// # Errors
    /// If no exchange is open, the seed is not here, or a question has no legal answer.
    pub(crate) fn officers_file(&self, party: Party) -> Result<Sealed, MatchFault> {
        let bug = |what: &str| MatchFault::Bug(what.to_owned());
        let exchange = self.open_now().ok_or_else(|| bug("no exchange is open"))?.number;
        let seed = self.seed.as_ref().ok_or_else(|| bug("no seed"))?;
        // Without salts, so that no player can choose among an officer's answers by his own file.
        let key = ExchangeKey::derive(seed, &self.genesis, exchange, &[]);
        let mut draw = key.stream(&format!("officer-seat/{}", party.id()));
        let mut word = || u64::from(draw.below(u32::MAX));
        let mut officer = AdvisedOfficer::new(word() << 32 | word(), BOLDNESS);
        let mut draw = key.stream(&format!("officer-salt/{}", party.id()));
        let salt = Salt::from_bytes(std::array::from_fn(|_| draw.below(256) as u8));
        let adviser = self.rules.adviser(party);
        let mut answers = String::new();
        for waiting in self.waiting.iter().filter(|waiting| waiting.party == party) {
            let question = &waiting.question;
            let picks = officer.answer(&*adviser, question);
            let picks = picks.ok_or_else(|| bug(&format!("{} has no legal answer", question.key)))?;
            write_answer(&mut answers, question, &picks);
        }
        let match_id = self.settings.match_id.clone();
        let text = orders_file((&match_id, exchange, party), "written by the staff officer", &answers);
        let header = SealHeader { match_id, genesis: self.genesis, exchange, party, salt };
        Sealed::make(header, text.as_bytes()).map_err(|fault| MatchFault::Bug(fault.to_string()))
    }
}
