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
            "place-convoys" => convoys::place(sight, question),
            "deploy" | "adjust-setup" | "reinforce" | "return" => basing::berth(sight, question),
            "overstack" => basing::lie_up(sight, question),
            "move-ships" => movement::sail(sight, question),
            "place-air" => air::fly(sight, question),
            "intercept" => air::intercept(sight, question),
            "choose-navy" => mats::choose_navy(sight, question),
            "mat" => return mats::set(sight, question),
            "strike-targets" => targets::choose(sight, question, Attack::Strike),
            "asw-targets" => targets::choose(sight, question, Attack::Asw),
            "submarine-targets" => targets::choose(sight, question, Attack::Submarine),
            "mine-targets" => targets::choose(sight, question, Attack::Mine),
            "fire" => targets::choose(sight, question, Attack::Fire),
            "raider" => leaving::raid(sight, question),
            "after-strike" | "after-submarine" | "after-mine" | "swept-layer" => {
                leaving::after(sight, question)
            }
            // Silence stops the layers with the most mines; it keeps peace with Japan, whose fleet is the
            // stronger there, and stakes no points on minors.
            "asw-sweep" | "sweep" | "declare" | "request-minors" | "bid-for-minors" | "answer-bids" => {
                question.subjects.iter().map(|subject| subject.default).collect()
            }
            _ => None,
        };
        choice.map(Picks::in_order)
    }
}
