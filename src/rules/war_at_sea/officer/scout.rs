//! Where aircraft look: every second patrol bomber over a sector near its base that may be fought for, each
//! over another.

use super::Desk;
use crate::board::SectorId;
use engine::question::OpenQuestion;
use tactical::cards::Kind;

/// So far from its base an aircraft looks, in sectors.
const NEAR: u8 = 2;
/// One patrol bomber of so many scouts; the others wait for what is found.
const ONE_OF: usize = 2;

impl Desk<'_> {
    /// Scouts go where ships may meet: to sectors of others and to those next to them, the richest first.
    pub(super) fn scout(&self, question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
        let mut seen: Vec<SectorId> = Vec::new();
        let is_bomber = |at: &usize| {
            let card = self.card(&question.subjects[*at].id);
            card.is_some_and(|card| card.kind == Kind::PatrolBomber)
        };
        let bombers = (0..choice.len()).filter(is_bomber);
        for at in bombers.step_by(ONE_OF) {
            let Some(from) = self.based_at(&question.subjects[at].id) else { continue };
            let open = question.open_to(at).iter();
            let goals = open.filter_map(|option| Some((*option, self.sector(question, *option)?)));
            let wanted = goals.filter(|(_, to)| {
                let front = !self.is_held(*to) || self.is_front(*to);
                front && self.system.board.steps(from, *to) <= NEAR && !seen.contains(to)
            });
            if let Some((option, to)) = wanted.max_by_key(|(_, to)| (self.value(*to), std::cmp::Reverse(*to)))
            {
                choice[at] = option;
                seen.push(to);
            }
        }
        choice
    }

    /// Where an own unit is.
    fn based_at(&self, unit: &str) -> Option<SectorId> {
        let here = |at: &SectorId| self.zone(*at).own.iter().any(|own| own.id == unit);
        self.system.board.ids().find(here)
    }
}
