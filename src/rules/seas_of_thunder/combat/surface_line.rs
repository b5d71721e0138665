//! 5.5.4.7 Surface line.

use super::attack::{Attackers, Dice, declare, roll};
use super::damage::end_of_segment;
use super::{SIDES, in_box, relocate, ships_in};
use crate::board::ZoneId;
use crate::event::{Goes, Segment, Why};
use crate::pieces::UnitId;
use crate::questions;
use crate::state::MatBox;
use crate::{Table, text};
use engine::question::Limit;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Both lines fire, left to right, then what is left joins the reserve (SOT-5.5.4.7-1 to -8).
pub(super) fn fire(table: &mut Table, zone: ZoneId) -> Step<()> {
    let lines = BySide::from_fn(|side| in_box(table, zone, side, MatBox::Line));
    if lines.axis.is_empty() && lines.allies.is_empty() {
        return Ok(());
    }
    let segment = Segment::Line;
    let sides = BySide::from_fn(|side| Attackers {
        // *Ruling:* a ship without guns engages nobody, but stands in line as a target (SOT-5.5.4.7-6).
        units: lines[side].iter().copied().filter(|&unit| table.system().counter(unit).gunnery > 0).collect(),
        targets: targets(table, zone, side),
        about: if table.is_rehearsal() { Vec::new() } else { enemy_fleet(table, zone, side.enemy()) },
    });
    let limit = Limit::LeftToRight { rule: "SOT-5.5.3-3".into() };
    let volleys = declare(table, zone, segment, questions::FIRE, "SOT-5.5.3-3", &sides, Some(limit))?;
    for volley in volleys {
        let dice = volley.by.iter().map(|&unit| usize::from(table.system().counter(unit).gunnery)).sum();
        let how = Dice { dice, aa: 0, damage_dice: true };
        roll(table, zone, segment, &volley, &how)?;
    }
    end_of_segment(table, zone, segment)?;
    for side in SIDES {
        for unit in in_box(table, zone, side, MatBox::Line) {
            relocate(table, zone, unit, Goes::To(MatBox::Reserve), Why::Done, "SOT-5.5.4.7-8")?;
        }
    }
    Ok(())
}

/// Who stands in line and who behind it.
fn enemy_fleet(table: &Table, zone: ZoneId, enemy: Camp) -> Vec<String> {
    let names = |of: MatBox| table.system().names(&ships_in(table, zone, enemy, &[of]));
    let (line, reserve) = (names(MatBox::Line), names(MatBox::Reserve));
    let behind = if line.is_empty() {
        "Enemy reserve, open at once as nobody stands in line"
    } else {
        "Enemy reserve, open once every ship of the line is engaged"
    };
    let mut lines = text::listed("Enemy line, left to right", &line, 8);
    lines.extend(text::listed(behind, &reserve, 5));
    lines
}

/// The enemy line by its positions from 1; its reserve counts as the position after the last (SOT-5.5.4.7-4),
/// which an empty line leaves open at once (SOT-5.5.4.7-5).
///
/// *Ruling:* positions never fall; once in the reserve, later firers stay there (SOT-5.5.3-4).
fn targets(table: &Table, zone: ZoneId, side: Camp) -> Vec<(UnitId, u16)> {
    let line = in_box(table, zone, side.enemy(), MatBox::Line);
    let reserve = ships_in(table, zone, side.enemy(), &[MatBox::Reserve]);
    let last = line.len() as u16 + 1;
    let line = line.into_iter().enumerate().map(|(at, unit)| (unit, at as u16 + 1));
    line.chain(reserve.into_iter().map(|unit| (unit, last))).collect()
}
