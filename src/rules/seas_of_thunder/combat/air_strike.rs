//! 5.5.4.2 Air strikes.

use super::air_superiority::{left, send_home};
use super::attack::{Attackers, Dice, declare, roll};
use super::damage::end_of_segment;
use super::{Leaving, SIDES, choose_box, in_box, relocate, ships_in};
use crate::board::ZoneId;
use crate::event::{Goes, Segment, Why};
use crate::pieces::{Class, UnitId};
use crate::questions;
use crate::state::MatBox;
use crate::{Table, text};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Boxes whose ships can be struck (SOT-5.5.4.2-2).
const STRUCK: [MatBox; 6] =
    [MatBox::AirStrike, MatBox::Asw, MatBox::Raider, MatBox::Mine, MatBox::Line, MatBox::Reserve];

/// Both sides strike, then every unit of the box leaves it.
pub(super) fn strike(table: &mut Table, zone: ZoneId) -> Step<()> {
    let units = BySide::from_fn(|side| in_box(table, zone, side, MatBox::AirStrike));
    if units.axis.is_empty() && units.allies.is_empty() {
        return Ok(());
    }
    let segment = Segment::AirStrike;
    let sides = BySide::from_fn(|side| {
        let units: Vec<UnitId> = units[side].iter().copied().filter(|&unit| left(table, unit) > 0).collect();
        let about = if table.is_rehearsal() { Vec::new() } else { prospects(table, zone, side, &units) };
        Attackers { units, targets: targets(table, zone, side), about }
    });
    let volleys = declare(table, zone, segment, questions::STRIKE_TARGETS, "SOT-5.5.4.2-2", &sides, None)?;
    for volley in volleys {
        let how = Dice {
            dice: volley.by.iter().map(|&unit| usize::from(left(table, unit))).sum(),
            // *Ruling:* one AA roll of a target against the pooled dice (SOT-5.5.4.2-7).
            aa: table.system().counter(volley.target).aa,
            damage_dice: true,
        };
        roll(table, zone, segment, &volley, &how)?;
    }
    end_of_segment(table, zone, segment)?;
    after(table, zone)
}

/// What the dice hang on, all of it open since the mats were revealed.
fn prospects(table: &Table, zone: ZoneId, side: Camp, units: &[UnitId]) -> Vec<String> {
    let system = table.system();
    let dice = |&unit: &UnitId| format!("{} {}", system.counter(unit).name, left(table, unit));
    let dice: Vec<String> = units.iter().map(dice).collect();
    let mut lines = text::listed("Your dice after interception", &dice, 5);
    let targets: Vec<UnitId> = targets(table, zone, side).into_iter().map(|(unit, _)| unit).collect();
    let raiding = |unit: &UnitId| table.state().unit(*unit).mat == Some(MatBox::Raider);
    let raiders: Vec<UnitId> = targets.iter().copied().filter(raiding).collect();
    lines.extend(text::listed("In the Raider box, hit by a 1 only", &system.names(&raiders), 5));
    let guns = targets.iter().map(|&unit| system.counter(unit)).filter(|counter| counter.aa > 0);
    let guns: Vec<String> = guns.map(|counter| format!("{} {}", counter.name, counter.aa)).collect();
    lines.extend(text::listed("AA dice of the targets, each 1 of which takes a die away", &guns, 5));
    lines
}

/// No submarine can be struck, whatever its box (SOT-5.5.4.2-3).
fn targets(table: &Table, zone: ZoneId, side: Camp) -> Vec<(UnitId, u16)> {
    let ships = ships_in(table, zone, side.enemy(), &STRUCK).into_iter();
    ships.filter(|&unit| !table.system().counter(unit).class.is_submarine()).map(|unit| (unit, 0)).collect()
}

/// LBA to Convoy Attacks, CV and AV to Surface Reserve, SSAV to either (SOT-5.5.4.2-10, SOT-5.5.4.2-12).
fn after(table: &mut Table, zone: ZoneId) -> Step<()> {
    let mut free: BySide<Vec<UnitId>> = BySide::default();
    for side in SIDES {
        for unit in in_box(table, zone, side, MatBox::AirStrike) {
            match table.system().counter(unit).class {
                Class::Lba => {
                    relocate(table, zone, unit, Goes::To(MatBox::Convoy), Why::Done, "SOT-5.5.4.2-10")?
                }
                Class::Ssav => free[side].push(unit),
                _ => send_home(table, zone, unit, Why::Done, "SOT-5.5.4.2-10")?,
            }
        }
    }
    let after = "after the air strike";
    let leaving = Leaving { kind: questions::AFTER_STRIKE, rule: "SOT-5.5.4.2-10", why: Why::Done, after };
    choose_box(table, zone, &leaving, &free)
}
