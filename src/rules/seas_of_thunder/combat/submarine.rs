//! 5.5.4.5 Submarine attacks.

use super::attack::{Attackers, Dice, declare, roll};
use super::damage::end_of_segment;
use super::{Leaving, choose_box, in_box, ships_in};
use crate::Table;
use crate::board::ZoneId;
use crate::event::{Segment, Why};
use crate::questions;
use crate::state::MatBox;
use engine::rulebook::two_sided::BySide;
use engine::table::Step;

/// Submarines attack, then stay in Surface Reserve or slip away to Convoy Attacks (SOT-5.5.4.5-2 to -4).
pub(super) fn attack(table: &mut Table, zone: ZoneId) -> Step<()> {
    let units = BySide::from_fn(|side| in_box(table, zone, side, MatBox::Submarine));
    if units.axis.is_empty() && units.allies.is_empty() {
        return Ok(());
    }
    let segment = Segment::Submarine;
    let prey = [MatBox::Mine, MatBox::Line, MatBox::Reserve];
    let sides = BySide::from_fn(|side| Attackers {
        units: units[side].clone(),
        targets: ships_in(table, zone, side.enemy(), &prey).into_iter().map(|unit| (unit, 0)).collect(),
        about: Vec::new(),
    });
    let volleys = declare(table, zone, segment, questions::SUBMARINE_TARGETS, "SOT-5.5.4.5-2", &sides, None)?;
    for volley in volleys {
        let dice = volley.by.iter().map(|&unit| usize::from(table.system().counter(unit).sub())).sum();
        let how = Dice { dice, aa: 0, damage_dice: true };
        roll(table, zone, segment, &volley, &how)?;
    }
    end_of_segment(table, zone, segment)?;
    let left = BySide::from_fn(|side| in_box(table, zone, side, MatBox::Submarine));
    let after = "after the submarine attacks";
    let leaving = Leaving { kind: questions::AFTER_SUBMARINE, rule: "SOT-5.5.4.5-4", why: Why::Done, after };
    choose_box(table, zone, &leaving, &left)
}
