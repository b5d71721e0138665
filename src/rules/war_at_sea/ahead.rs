//! What will be asked later, as it would be put today: in the orders of a turn what is decided after tactical
//! intelligence, and after combat the orders of the next turn. So a side that plans ahead sends one mail a
//! turn, and one more after a battle.
//!
//! Where ships will lie, and what will be in the bank, follows from what the side itself knows; who flees and
//! what combat leaves over nobody can foresee, so `regroup` is not offered.

use super::event::Event;
use super::item::Item;
use super::state::{Phase, UnitId, War};
use super::{Ask, WarAtSea};
use engine::question::AheadQuestion;
use engine::side::Side;
use engine::system::{Events, open};

/// The questions of later steps that will be put to a side, in their order.
pub(super) fn questions(system: &WarAtSea, war: &War, side: Side) -> Vec<AheadQuestion> {
    if !system.playing(war).any(|playing| playing == side) {
        return Vec::new();
    }
    match war.phase {
        Phase::SetUp => later(system, &War { turn: 1, ..war.clone() }, &system.plans_asked(1, side)),
        Phase::Orders => later(system, war, &system.after_intelligence(war, side)),
        Phase::Regroup if war.turn < system.scenario.last_turn => {
            let next = next_turn(system, war, side);
            later(system, &next, &system.orders_of(&next, side))
        }
        _ => Vec::new(),
    }
}

/// The questions among these that have something to ask.
fn later(system: &WarAtSea, war: &War, asks: &[Ask]) -> Vec<AheadQuestion> {
    let asks = asks.iter().filter(|ask| ask.forced().is_none());
    let put = |ask: &Ask| {
        let mut question = open::<_, Item, Item>(system, war, ask);
        question.about.clear();
        AheadQuestion { question, more: Vec::new() }
    };
    asks.map(put).collect()
}

/// The position at the beginning of the next turn, if nothing came between: what a side has finished by then,
/// and its income.
fn next_turn(system: &WarAtSea, war: &War, side: Side) -> War {
    let mut next = war.clone();
    let done: Vec<UnitId> = war.own(side).filter(|unit| system.is_done(war, *unit)).collect();
    for unit in done {
        system.apply(&mut next, &Event::Finished { unit });
    }
    for event in system.collected(&next, side) {
        system.apply(&mut next, &event);
    }
    system.apply(&mut next, &Event::TurnEnded { turn: war.turn });
    system.apply(&mut next, &Event::PhaseBegan { turn: war.turn + 1, phase: Phase::Orders });
    next
}

#[cfg(test)]
mod tests {
    use super::super::board::SectorId;
    use super::super::options::OPTIONS;
    use super::super::sides::IJN;
    use super::*;
    use crate::questions::SPEND;
    use engine::question::Limit;
    use engine::rulebook::{Choices, Rulebook, load};
    use engine::system::Rules;

    /// What a side may spend next turn, by question, as its forms offer it after combat.
    fn foreseen(options: &[String]) -> (WarAtSea, War, Vec<(String, i32)>) {
        let choices = Choices::parse(options, OPTIONS).unwrap();
        let system: WarAtSea = load(&WarAtSea::built_in(), Some("pacific-1942"), &choices).unwrap();
        let war = War { turn: 1, phase: Phase::Regroup, ..system.opening() };
        let most = |question: &engine::question::OpenQuestion| {
            question.limits.iter().find_map(|limit| match limit {
                Limit::Weighed { most, .. } => Some(*most),
                _ => None,
            })
        };
        let questions = questions(&system, &war, IJN).into_iter().map(|it| it.question);
        let spent = questions.filter(|it| it.kind == SPEND).map(|it| (it.key.clone(), most(&it).unwrap()));
        let spent = spent.collect();
        (system, war, spent)
    }

    #[test]
    fn the_income_of_the_turn_is_there_to_be_spent_in_the_next() {
        let (system, war, spent) = foreseen(&[]);
        let bank = war.seat(IJN).unwrap().bank;
        assert!(system.income(&war, IJN) > 0);
        assert_eq!(spent, [("t2/spend/ijn".to_owned(), bank + system.income(&war, IJN))]);
        // With Economy it lies where it was produced, and only a workshop has anything to ask.
        let (system, war, spent) = foreseen(&["economy=on".to_owned()]);
        let yields = system.yields(&war, IJN);
        let at = |at: SectorId| format!("t2/{}/spend/ijn", system.board.sector(at).id);
        let workshops = yields.into_iter().filter(|(sector, _)| system.is_workshop(&war, IJN, *sector));
        let wanted: Vec<_> = workshops.map(|(sector, points)| (at(sector), points)).collect();
        assert!(wanted.len() > 1);
        assert_eq!(spent, wanted);
    }
}
