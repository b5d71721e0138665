//! A staff officer who plays to win: from the view of his side and what is printed he answers every kind of
//! question.
//!
//! He reckons in points: what a stack may be expected to gain on the enemy in a zone (`stack`), what may
//! still come there (`outlook`), what dice do (`chances`). Nothing here names a scenario, and nothing here
//! can see the position.

mod air;
mod basing;
mod chances;
mod chart;
mod convoys;
mod leaving;
mod mats;
mod movement;
mod outlook;
mod sight;
mod stack;
mod targets;

pub(super) use chart::Chart;

use super::SeasOfThunder;
use super::state::MatBox as Box;
use super::view::View;
use crate::questions;
use engine::question::{OpenQuestion, Picks};
use engine::system::Advice;
use engine::tie_breaker::TieBreaker;
use sight::Sight;
use targets::Attack;

impl Advice for SeasOfThunder {
    /// What the officer would answer; nothing where the question is none that he knows.
    fn advise(&self, view: &View, question: &OpenQuestion, _ties: &mut TieBreaker) -> Option<Picks> {
        let sight = &Sight::new(self, view);
        let choice = match question.kind.as_str() {
            questions::PLACE_CONVOYS => convoys::place(sight, question),
            questions::DEPLOY | questions::ADJUST_SETUP | questions::REINFORCE | questions::RETURN => {
                basing::berth(sight, question)
            }
            questions::OVERSTACK => basing::lie_up(sight, question),
            questions::MOVE_SHIPS => movement::sail(sight, question),
            questions::PLACE_AIR => air::fly(sight, question),
            questions::INTERCEPT => air::intercept(sight, question),
            questions::CHOOSE_NAVY => mats::choose_navy(sight, question),
            questions::MAT => return mats::set(sight, question),
            questions::STRIKE_TARGETS => targets::choose(sight, question, Attack::Strike),
            questions::ASW_TARGETS => targets::choose(sight, question, Attack::Asw),
            questions::SUBMARINE_TARGETS => targets::choose(sight, question, Attack::Submarine),
            questions::MINE_TARGETS => targets::choose(sight, question, Attack::Mine),
            questions::FIRE => targets::choose(sight, question, Attack::Fire),
            questions::RAIDER => leaving::raid(sight, question),
            questions::AFTER_STRIKE
            | questions::AFTER_SUBMARINE
            | questions::AFTER_MINE
            | questions::SWEPT_LAYER => leaving::after(sight, question),
            // Silence stops the layers with the most mines; it keeps peace with Japan, whose fleet is the
            // stronger there, and stakes no points on minors.
            questions::ASW_SWEEP
            | questions::SWEEP
            | questions::DECLARE
            | questions::REQUEST_MINORS
            | questions::BID_FOR_MINORS
            | questions::ANSWER_BIDS => question.subjects.iter().map(|subject| subject.default).collect(),
            _ => None,
        };
        choice.map(Picks::in_order)
    }
}
