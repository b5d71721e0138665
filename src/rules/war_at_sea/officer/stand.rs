//! What stays and what flees, by what tactical intelligence says of the enemy.

use super::Desk;
use crate::board::SectorId;
use engine::question::OpenQuestion;
use engine::view::Zone;

/// Who is weaker than this share of what is met gives way.
const STAYS: f32 = 0.8;

impl Desk<'_> {
    /// Task forces give way to what is stronger by all that is known; nobody leaves the own capital.
    pub(super) fn stand(&self, question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
        let flee = question.options.iter().position(|option| option.id == "flee");
        let Some(flee) = flee.map(|at| at as u16) else { return choice };
        for (at, chosen) in choice.iter_mut().enumerate() {
            let sector = self.system.board.find(&question.subjects[at].id);
            let home = self.system.board.capital(self.side);
            let Some(sector) = sector.filter(|sector| Some(*sector) != home) else { continue };
            if question.open_to(at).contains(&flee) && self.strength(sector) < STAYS * self.met(sector) {
                *chosen = flee;
            }
        }
        choice
    }

    /// The plan for each sector where ships are: `cautious` against what is stronger. Bolder plans, and one
    /// that lets only the carriers fight, lost more than they won.
    pub(super) fn plan(&self, question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
        let cautious = question.options.iter().position(|option| option.id == "cautious");
        let Some(cautious) = cautious.map(|at| at as u16) else { return choice };
        for (at, chosen) in choice.iter_mut().enumerate() {
            let sector = self.system.board.find(&question.subjects[at].id);
            let weaker = |at: SectorId| (0.01..self.met(at)).contains(&self.strength(at));
            if sector.is_some_and(weaker) {
                *chosen = cautious;
            }
        }
        choice
    }

    /// What the own units in a sector cost.
    fn strength(&self, at: SectorId) -> f32 {
        let cost = |unit: &engine::view::Unit| self.card(&unit.id).map_or(0.0, |card| f32::from(card.cost));
        self.zone(at).own.iter().map(cost).sum()
    }

    /// What the enemy in a sector may cost: by what is counted, or by the size of the force.
    fn met(&self, at: SectorId) -> f32 {
        let zone: &Zone = self.zone(at);
        let here = self.view.own.intel.iter().filter(|told| told.place.starts_with(&zone.name));
        here.map(|told| estimate(&told.what, told.ships)).sum()
    }
}

/// Costs of ships of the usual kinds.
fn estimate(what: &str, ships: Option<usize>) -> f32 {
    let known: f32 = what.split(", ").map(of_kind).sum();
    match ships {
        Some(_) => known,
        None if what.contains("small") => 20.0,
        None if what.contains("medium") => 55.0,
        None if what.contains("large") => 130.0,
        None => 0.0,
    }
}

fn of_kind(words: &str) -> f32 {
    let Some((number, kind)) = words.split_once(' ') else { return 0.0 };
    let number: f32 = number.parse().unwrap_or(1.0);
    let each = match kind.trim_end_matches('s') {
        "battleship" => 45.0,
        "carrier" => 30.0,
        "cruiser" => 14.0,
        "destroyer" => 8.0,
        _ => 5.0,
    };
    number * each
}
