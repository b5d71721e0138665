//! Answers for parties that sent none, or not all, by the match's policy.

use super::game::Game;
use crate::matches::entries::Missing;
use crate::matches::fault::MatchFault;
use crate::orders::write::write_answer;
use engine::dice::ExchangeKey;
use engine::party::Party;
use engine::question::{OpenQuestion, Picks};
use engine::staff::StaffOfficer;

impl Game {
    /// The policy for missing orders as it stands now. An umpire who may answer for a party does so before he
    /// can have read what another one decided: from the first open file of a sealed exchange on, doctrine
    /// answers in his place.
    pub fn policy_now(&self) -> Missing {
        let is_opening = self.open_now().is_some_and(|exchange| exchange.submissions.is_opening());
        match self.settings.missing {
            Missing::Umpire if is_opening && self.settings.sealing.is_some() => Missing::Doctrine,
            policy => policy,
        }
    }

    /// What the policy answers for a party in the open exchange, or nothing if nothing must be answered.
    ///
    /// # Errors
    /// As [`Game::answer_for`], or if no exchange is open.
    pub(crate) fn default_for(&mut self, party: Party) -> Result<Option<String>, MatchFault> {
        let number = self.open_exchange()?.number;
        let revealed = self.exchanges.last().and_then(|exchange| exchange.submissions.revealed(party));
        let answered = match revealed {
            None => None,
            Some(sealed) => {
                let draft = self.draft((number, party, true), sealed.open())?;
                Some(draft.answers.iter().map(|answer| answer.key.text.clone()).collect::<Vec<_>>())
            }
        };
        self.answer_for(party, number, answered.as_deref())
    }

    /// An orders file that answers for a party what the policy must answer, or nothing if nothing must be.
    ///
    /// `answered` lists the keys that the party's own file answers.
    ///
    /// # Errors
    /// If the policy is to wait for the umpire, or if no legal answer exists.
    fn answer_for(
        &self,
        party: Party,
        exchange: u32,
        answered: Option<&[String]>,
    ) -> Result<Option<String>, MatchFault> {
        let policy = self.policy_now();
        let own =
            self.waiting.iter().filter(|waiting| waiting.party == party).map(|waiting| &waiting.question);
        let open: Vec<&OpenQuestion> =
            own.filter(|question| !answered.is_some_and(|keys| keys.contains(&question.key))).collect();
        // Who sent a file left the rest to silence; only what silence cannot answer must be answered for him.
        let lenient = answered.is_some() || policy == Missing::Doctrine;
        let open: Vec<&OpenQuestion> =
            open.into_iter().filter(|question| !lenient || !question.has_default_answer()).collect();
        if open.is_empty() {
            return Ok(answered.is_none().then(|| "answers: {}\n".to_owned()));
        }
        if policy == Missing::Umpire {
            let what = match answered {
                None => format!("the {party} sent no orders for exchange {exchange}"),
                Some(_) => format!("the {party} left {} of exchange {exchange} open", open[0].key),
            };
            let how = "the umpire answers, with `sealord receive` and --side";
            return Err(MatchFault::Waiting(format!("{what}; in this match {how}")));
        }
        let boldness = if policy == Missing::Staff { 60 } else { 0 };
        let mut officer = StaffOfficer::new(self.officer_seed(party, exchange)?, boldness);
        let mut text = String::new();
        for question in open {
            let picks: Option<Picks> = officer.answer(question);
            let picks =
                picks.ok_or_else(|| MatchFault::Bug(format!("{} has no legal answer", question.key)))?;
            write_answer(&mut text, question, &picks);
        }
        Ok(Some(format!("answers:\n{text}")))
    }

    /// Officers of different parties, exchanges and matches think differently, and nobody without the
    /// umpire's secret can know what one will think.
    fn officer_seed(&self, party: Party, exchange: u32) -> Result<u64, MatchFault> {
        let seed = self.seed.as_ref().ok_or_else(|| MatchFault::Bug("no seed".into()))?;
        let key = ExchangeKey::derive(seed, &self.genesis, exchange, &[]);
        let mut stream = key.stream(&format!("staff-officer/{}", party.id()));
        let mut word = || u64::from(stream.below(u32::MAX));
        Ok(word() << 32 | word())
    }
}
