//! A staff officer who knows what his side knows: he buys the sample fleet, sends task forces where sectors
//! are to be won or held, gives way to what is stronger, and spends what there is.

mod sail;
mod scout;
mod stand;

use crate::questions;
use rand::seq::SliceRandom;

use super::WarAtSea;
use super::board::SectorId;
use super::view::View;
use engine::question::{OpenQuestion, Picks};
use engine::side::Side;
use engine::system::Advice;
use engine::tie_breaker::TieBreaker;
use engine::view::Zone;
use tactical::cards::Card;

impl Advice for WarAtSea {
    /// What the officer answers; nothing where any answer is as good.
    fn advise(&self, view: &View, question: &OpenQuestion, ties: &mut TieBreaker) -> Option<Picks> {
        let silence = default_answer(question)?;
        let desk = Desk { system: self, view, side: view.reader.side.side() };
        let choice = match question.kind.as_str() {
            questions::SPEND => spend(question, silence, ties),
            questions::MOVE => desk.sail(question, silence),
            questions::STAND => desk.stand(question, silence),
            questions::SCOUT => desk.scout(question, silence),
            questions::PLAN => desk.plan(question, silence),
            questions::LATE_STRIKE => desk.strike(question, silence),
            _ => silence,
        };
        Some(Picks::in_order(choice))
    }
}

fn default_answer(question: &OpenQuestion) -> Option<Vec<u16>> {
    question.subjects.iter().map(|subject| subject.default).collect()
}

/// The most of one type that the officer orders at once, so that the fleet is mixed.
const MOST_OF_A_TYPE: u16 = 6;

/// Pays the most for what is on the stocks, then buys as much as the limits allow, of one type after the
/// other.
fn spend(question: &OpenQuestion, mut choice: Vec<u16>, ties: &mut TieBreaker) -> Vec<u16> {
    let mark = |option: &u16| question.options[usize::from(*option)].mark;
    let mut order: Vec<usize> = (0..choice.len()).collect();
    order.shuffle(ties);
    // Hulls that wait come first: what is paid for them is not lost.
    let is_begun = |at: usize| question.subjects[at].note.contains("points paid");
    order.sort_by_key(|at| !is_begun(*at));
    for at in order {
        let mut open: Vec<u16> = question.open_to(at).to_vec();
        open.retain(|option| is_begun(at) || mark(option) <= MOST_OF_A_TYPE);
        open.sort_by_key(|option| std::cmp::Reverse(mark(option)));
        for option in open {
            let before = std::mem::replace(&mut choice[at], option);
            if mark(&option) < mark(&before) || question.broken_limit(&choice).is_some() {
                choice[at] = before;
            } else {
                break;
            }
        }
    }
    choice
}

/// What the officer looks at.
struct Desk<'d> {
    system: &'d WarAtSea,
    view: &'d View,
    side: Side,
}

impl Desk<'_> {
    fn zone(&self, at: SectorId) -> &Zone {
        &self.view.sea.zones[usize::from(at.0)]
    }

    fn is_held(&self, at: SectorId) -> bool {
        self.zone(at).control.and_then(engine::view::Control::side) == Some(self.side)
    }

    fn value(&self, at: SectorId) -> i32 {
        self.system.yield_of(at)
    }

    /// The card of a unit, by the word that names it.
    fn card(&self, unit: &str) -> Option<&Card> {
        let (card, serial) = unit.rsplit_once('-')?;
        serial.parse::<u16>().ok()?;
        self.system.cards.by_id(card).map(|card| &self.system.cards[card])
    }

    fn sector(&self, question: &OpenQuestion, option: u16) -> Option<SectorId> {
        self.system.board.find(&question.options[usize::from(option)].id)
    }

    /// Bombers go where own ships have met enemies.
    fn strike(&self, question: &OpenQuestion, mut choice: Vec<u16>) -> Vec<u16> {
        for (at, chosen) in choice.iter_mut().enumerate() {
            let fights = |option: &&u16| {
                self.sector(question, **option).is_some_and(|to| {
                    let zone = self.zone(to);
                    zone.enemies() > 0 && (!zone.own.is_empty() || self.is_held(to))
                })
            };
            if let Some(option) = question.open_to(at).iter().find(fights) {
                *chosen = *option;
            }
        }
        choice
    }
}
