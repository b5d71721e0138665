//! What each party is shown.

use serde_json::Value;

use super::game::Game;
use crate::journal::Head;
use crate::matches::fault::MatchFault;
use engine::adjudicator::Part;
use engine::draft::battle::BattlePlans;
use engine::party::Party;
use engine::problem::list_or;
use engine::question::AheadQuestion;
use engine::view::packet::{FORMAT, Packet, Verify, VoidNote};

impl Game {
    /// What a party may know of the present position and of a part of the story.
    ///
    /// # Errors
    /// If the party does not play in this match.
    pub fn view(&self, party: Party, told: Part) -> Result<Value, MatchFault> {
        self.view_without(party, told, &[])
    }

    /// What a party may know, as [`Game::view`] has it, without parts of these names.
    ///
    /// # Errors
    /// If the party does not play in this match.
    pub fn view_without(&self, party: Party, told: Part, leaving: &[&str]) -> Result<Value, MatchFault> {
        if self.parties().contains(&party) {
            return Ok(self.rules.view(party, told, leaving)?);
        }
        let parties: Vec<&str> = self.parties().iter().map(|party| party.id()).collect();
        Err(MatchFault::no(
            format!("the {party} do not play in this match"),
            format!("write {}", list_or(&parties)),
        ))
    }

    /// What a party may plan for: what it will be asked later, and is not asked in this exchange.
    fn later(&self, party: Party) -> Vec<AheadQuestion> {
        if self.agreed.is_some() {
            return Vec::new();
        }
        let open: Vec<&str> = self.waiting.iter().map(|waiting| waiting.question.key.as_str()).collect();
        let is_now = |key: &str| {
            let mut own = self.waiting.iter().filter(|waiting| waiting.party == party);
            own.any(|it| std::iter::once(&it.question).chain(&it.ahead).any(|question| question.key == key))
        };
        let later = self.rules.ahead(party, &open).into_iter();
        later.filter(|it| !is_now(&it.question.key)).collect()
    }

    /// All that a party may know now. `head` is the newest entry of the journal that it may know of.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn packet(&self, party: Party, head: Head) -> Result<Packet, MatchFault> {
        self.packet_without(party, head, &[])
    }

    /// The same, and its view is without parts of these names.
    pub(in crate::matches) fn packet_without(
        &self,
        party: Party,
        head: Head,
        leaving: &[&str],
    ) -> Result<Packet, MatchFault> {
        let view = self.view_without(party, Part::Latest, leaving)?;
        self.packet_with(party, head, view)
    }

    /// The same with this view.
    pub(in crate::matches) fn packet_with(
        &self,
        party: Party,
        head: Head,
        view: Value,
    ) -> Result<Packet, MatchFault> {
        let exchange = self.exchanges.last();
        let own = || self.waiting.iter().filter(|waiting| waiting.party == party);
        let voids = self.voids.iter().filter(|void| void.party == party);
        let deadline = exchange.filter(|_| self.open).and_then(|exchange| exchange.opened.deadline.clone());
        let instant = deadline.as_ref().filter(|_| self.schedule().is_some()).and_then(|at| at.parse().ok());
        Ok(Packet {
            format: FORMAT.to_owned(),
            system: self.settings.system.clone(),
            edition: self.settings.edition,
            scenario: self.settings.scenario.clone(),
            options: self.settings.options.clone(),
            by_hand: self.settings.by_hand.clone(),
            match_id: self.settings.match_id.clone(),
            genesis: self.genesis,
            party,
            team: self.settings.teams.of(party),
            exchange: exchange.map_or(0, |exchange| exchange.number),
            standing: self.rules.standing().name,
            over: self.is_over(),
            agreed: self.agreed_words(),
            asked: self.open && exchange.is_some_and(|exchange| exchange.opened.sealing.contains(&party)),
            deadline,
            due: instant.map(|at| self.in_words(at)),
            trust: self.settings.trust,
            questions: own().map(|waiting| waiting.question.clone()).collect(),
            ahead: own().flat_map(|waiting| waiting.ahead.iter().cloned()).collect(),
            later: self.later(party),
            voids: voids.map(|void| VoidNote { key: void.key.clone(), why: void.why.clone() }).collect(),
            by_umpire: self.umpires_answers(),
            officers: self.settings.officers.clone(),
            battle_plans: match self.rules.plan_sheet() {
                Some(sheet) => Some(BattlePlans {
                    standing: self.battle_plans_text(party)?,
                    pattern: sheet.pattern.to_owned(),
                }),
                None => None,
            },
            groups: self.groups(party)?,
            doctrine: self.doctrine_text(party)?,
            staff_doctrine: !self.rules.staff_kinds().is_empty(),
            practice_seed: self.settings.practice_seed.is_some(),
            verify: Verify {
                entry: head.number,
                head: head.hash,
                seed_commitment: self.settings.seed_commitment,
                data: self.settings.data.clone(),
            },
            view,
        })
    }
}
