//! A staff officer who plays to win: from the view of its side and what is printed it answers every kind of
//! question.
//!
//! All lies openly on the table, so it reckons on the position itself, without what is ordered or declared in
//! secret ([`View::seen`]): in points, by what two forces may be expected to do to each other (`reckon`).

mod basing;
mod combat;
mod contest;
mod missions;
mod raids;
mod reckon;
mod sight;
#[cfg(test)]
mod tests;

use super::Schiffskrieg;
use super::view::View;
use crate::questions;
use engine::question::{OpenQuestion, Picks};
use engine::system::Advice;
use engine::tie_breaker::TieBreaker;
use sight::Sight;

impl Advice for Schiffskrieg {
    /// What the officer would answer; nothing where the question is none of this game.
    fn advise(&self, view: &View, question: &OpenQuestion, _ties: &mut TieBreaker) -> Option<Picks> {
        let sight = &Sight::new(self, view, question)?;
        let picks = match question.kind.as_str() {
            questions::MISSIONS => return missions::order(sight),
            questions::CONTEST => contest::answer(sight),
            questions::COMPOSE => return contest::compose(sight),
            questions::DAY_NIGHT => combat::action(sight),
            questions::TARGETS => combat::targets(sight),
            questions::RETIRE => combat::retire(sight),
            questions::COMMERCE_RAID => raids::put_out(sight),
            questions::INTERCEPT => raids::intercept(sight),
            questions::ENGAGE => raids::engage(sight),
            questions::SET_UP | questions::REBASE => basing::rebase(sight),
            questions::BUILD => basing::build(sight),
            questions::REORGANIZE => basing::reorganize(sight),
            // Silence does what it would: what is kept of a Task Force is all of it, pieces go back to where
            // they were, the heaviest ship is the target of a patrol, the weakest hold Reserve Fleets, and
            // nobody is recalled.
            _ => None,
        };
        picks.or_else(|| sight.default_answer()).map(Picks::in_order)
    }
}
