//! What each side is shown.

use super::record::StepRecord;
use super::{Game, MatchFault, record};
use crate::journal::Head;
use crate::side::Side;
use crate::system::{Chapter, System, Words};
use crate::view::packet::{FORMAT, Packet, Verify, VoidNote};

impl<S: System> Game<S> {
    /// What a side may know of the present position and of these parts of the story.
    pub fn view(&self, side: Side, steps: &[StepRecord<S::Event>]) -> S::View {
        let words = |step: &StepRecord<S::Event>| Words {
            id: step.at.clone(),
            name: step.title.clone(),
            note: String::new(),
        };
        let titles: Vec<Words> = steps.iter().map(words).collect();
        let chapters: Vec<Chapter<'_, S>> =
            titles.iter().zip(steps).map(|(at, step)| Chapter { at, sections: &step.sections }).collect();
        self.system.view(&self.present, side, &chapters)
    }

    /// All that a side may know now. `head` is the journal's newest entry.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn packet(&self, side: Side, head: Head) -> Result<Packet, MatchFault> {
        let view = self.view(side, &self.latest);
        let exchange = self.exchanges.last();
        let own = || self.waiting.iter().filter(|waiting| waiting.side == side);
        let voids = self.voids.iter().filter(|void| void.side == side);
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
            side,
            team: self.settings.teams.of(side),
            exchange: exchange.map_or(0, |exchange| exchange.number),
            standing: self.system.standing(&self.present).name,
            over: self.checkpoint.over,
            asked: self.open && exchange.is_some_and(|exchange| exchange.opened.sealing.contains(&side)),
            deadline,
            due: instant.map(|at| self.in_words(at)),
            trust: self.settings.trust,
            questions: own().map(|waiting| waiting.question.clone()).collect(),
            ahead: own().flat_map(|waiting| waiting.ahead.iter().cloned()).collect(),
            voids: voids.map(|void| VoidNote { key: void.key.clone(), why: void.why.clone() }).collect(),
            doctrine: self.doctrine_text(side)?,
            verify: Verify {
                entry: head.number,
                head: head.hash,
                seed_commitment: self.settings.seed_commitment,
                data: self.settings.data.clone(),
            },
            view: record::value(&view)?,
        })
    }
}
