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
use crate::questions;
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
            questions::SET_UP | questions::REINFORCE | questions::RETURN => basing::berth(sight),
            questions::REFUEL => basing::refuel(sight),
            questions::REPAIR => basing::repair(sight),
            questions::RAID_FORCE => pacific::fill_raid_force(sight),
            questions::PATROL => sailing::patrol(sight),
            questions::RAID => sailing::raid(sight),
            questions::PLACE_AIR => air::place(sight),
            questions::STRIKE => air::strike(sight),
            questions::AIR_RAID => air::raid(sight),
            questions::SAIL_AMPHIBIOUS => landing::sail(sight),
            questions::LAND => landing::land(sight),
            questions::DEFENDER => landing::give_up(sight),
            questions::TURN_SUBMARINE => submarines::turn(sight),
            questions::SUBMARINE_TARGET => targets::ambush(sight),
            questions::SELECT_AREA => combat::select_area(sight),
            questions::ACTION => combat::action(sight),
            questions::AIR_TARGETS => targets::choose(sight, Fire::Airstrikes),
            questions::GUN_TARGETS => targets::choose(sight, Fire::Guns),
            questions::RAID_TARGETS => targets::choose(sight, Fire::Raid),
            questions::RETREAT => combat::retreat(sight),
            questions::TASK_FORCES => task_forces::form(sight),
            questions::INTENT => task_forces::intend(sight),
            questions::KAMIKAZE => optional::name_kamikazes(sight),
            questions::PEARL_STAY => pacific::stay_at_pearl(sight),
            questions::PEARL_RETREAT => pacific::leave_pearl(sight),
            questions::GROUPS => pursuit::form_groups(sight),
            questions::PURSUE => pursuit::pursue(sight),
            questions::ITALY_ENTRY => optional::italy_enters(sight),
            questions::TRANSFER => optional::transfer(sight),
            questions::CHANCES => optional::set_chances(sight),
            questions::CONVERT => optional::convert(sight),
            questions::SCRAP => sight.all(Word::Scrap),
            questions::CATAPULT => french::catapult(sight),
            questions::CATAPULT_REPLY => french::reply(sight),
            questions::LILA => french::seize(sight),
            // Silence does what he would: carriers keep out of gunfire (`guns`), the most damaged unit leaves
            // (`withdraw`), the navy with more dice hunts (`hunters`), Aquila meets the strongest attacker
            // (`defend`), what has guns joins (`join-surface`), and ships keep their names (`name`,
            // `rename`). `build` is not asked of who has scrapped.
            _ => question.subjects.iter().map(|subject| subject.default).collect(),
        };
        choice.map(Picks::in_order)
    }
}
