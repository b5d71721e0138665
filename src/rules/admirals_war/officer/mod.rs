//! A staff officer who plays to win: from the view of his side and what is printed he answers every kind of
//! question.
//!
//! He lays a board out after the view (`layout`) and reckons in points: what a force may be expected to do
//! against another (`force`), and what an area is worth with the forces that are there and may still come
//! (`field`). Nothing here can see the position.

mod air;
mod basing;
mod combat;
mod field;
mod force;
mod french;
mod landing;
mod layout;
mod optional;
mod pacific;
mod pursuit;
mod sailing;
mod sight;
mod submarines;
mod targets;
mod task_forces;
#[cfg(test)]
mod tests;

use super::AdmiralsWar;
use super::item::Word;
use super::view::View;
use engine::question::{OpenQuestion, Picks};
use engine::system::Advice;
use engine::tie_breaker::TieBreaker;
use sight::Sight;
use targets::Fire;

impl Advice for AdmiralsWar {
    /// What the officer would answer; nothing where the question is none that he knows.
    fn advise(&self, view: &View, question: &OpenQuestion, _ties: &mut TieBreaker) -> Option<Picks> {
        let sight = &Sight::new(self, view, question)?;
        let choice = match question.kind.as_str() {
            "set-up" | "reinforce" | "return" => basing::berth(sight),
            "refuel" => basing::refuel(sight),
            "repair" => basing::repair(sight),
            "raid-force" => pacific::fill_raid_force(sight),
            "patrol" => sailing::patrol(sight),
            "raid" => sailing::raid(sight),
            "place-air" => air::place(sight),
            "strike" => air::strike(sight),
            "air-raid" => air::raid(sight),
            "sail-amphibious" => landing::sail(sight),
            "land" => landing::land(sight),
            "defender" => landing::give_up(sight),
            "turn-submarine" => submarines::turn(sight),
            "submarine-target" => targets::ambush(sight),
            "select-area" => combat::select_area(sight),
            "action" => combat::action(sight),
            "air-targets" => targets::choose(sight, Fire::Airstrikes),
            "gun-targets" => targets::choose(sight, Fire::Guns),
            "raid-targets" => targets::choose(sight, Fire::Raid),
            "retreat" => combat::retreat(sight),
            "task-forces" => task_forces::form(sight),
            "intent" => task_forces::intend(sight),
            "kamikaze" => optional::name_kamikazes(sight),
            "pearl-stay" => pacific::stay_at_pearl(sight),
            "pearl-retreat" => pacific::leave_pearl(sight),
            "groups" => pursuit::form_groups(sight),
            "pursue" => pursuit::pursue(sight),
            "italy-entry" => optional::italy_enters(sight),
            "transfer" => optional::transfer(sight),
            "chances" => optional::set_chances(sight),
            "convert" => optional::convert(sight),
            "scrap" => sight.all(Word::Scrap),
            "catapult" => french::catapult(sight),
            "catapult-reply" => french::reply(sight),
            "lila" => french::seize(sight),
            // Silence does what he would: carriers keep out of gunfire (`guns`), the most damaged unit leaves
            // (`withdraw`), the navy with more dice hunts (`hunters`), Aquila meets the strongest attacker
            // (`defend`), what has guns joins (`join-surface`), and ships keep their names (`name`,
            // `rename`). `build` is not asked of who has scrapped.
            _ => question.subjects.iter().map(|subject| subject.default).collect(),
        };
        choice.map(Picks::in_order)
    }
}
