//! 5.5.4.3 Antisubmarine warfare.

use super::air_superiority::{left, send_home};
use super::attack::{Attackers, Dice, Volley, declare, roll};
use super::damage::end_of_segment;
use super::mine::sweep;
use super::{SIDES, in_box, ships_in};
use crate::Table;
use crate::board::ZoneId;
use crate::event::{Segment, Why};
use crate::pieces::UnitId;
use crate::questions;
use crate::state::MatBox;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Both sides hunt submarines, in whatever box they are; then every unit of the box leaves it.
pub(super) fn hunt(table: &mut Table, zone: ZoneId) -> Step<()> {
    let units = BySide::from_fn(|side| in_box(table, zone, side, MatBox::Asw));
    if units.axis.is_empty() && units.allies.is_empty() {
        return Ok(());
    }
    let segment = Segment::Asw;
    let sides = BySide::from_fn(|side| Attackers {
        units: units[side].iter().copied().filter(|&unit| value(table, unit) > 0).collect(),
        targets: targets(table, zone, side),
        about: Vec::new(),
    });
    let mut volleys = declare(table, zone, segment, questions::ASW_TARGETS, "SOT-5.5.4.3-4", &sides, None)?;
    sweep_layers(table, zone, &mut volleys)?;
    for volley in volleys {
        let dice = volley.by.iter().map(|&unit| usize::from(value(table, unit))).sum();
        let how = Dice { dice, aa: 0, damage_dice: false };
        roll(table, zone, segment, &volley, &how)?;
    }
    end_of_segment(table, zone, segment)?;
    // LBA to Used LBA, all others to Surface Reserve, even without a target (SOT-5.5.4.3-8).
    for side in SIDES {
        for unit in in_box(table, zone, side, MatBox::Asw) {
            send_home(table, zone, unit, Why::Done, "SOT-5.5.4.3-8")?;
        }
    }
    Ok(())
}

/// Air units use their Air value, ASW ships their ASW value, minelayers their Mine value (SOT-5.5.4.3-2).
fn value(table: &Table, unit: UnitId) -> u8 {
    let counter = table.system().counter(unit);
    left(table, unit) + counter.asw() + counter.mine()
}

/// Only submarines, in any box, even in Convoy Attacks (SOT-5.5.4.3-4, SOT-5.5.4.3-5).
fn targets(table: &Table, zone: ZoneId, side: Camp) -> Vec<(UnitId, u16)> {
    let ships = ships_in(table, zone, side.enemy(), &MatBox::ALL).into_iter();
    ships.filter(|&unit| table.system().counter(unit).class.is_submarine()).map(|unit| (unit, 0)).collect()
}

/// A sweeper here may cancel one minelayer's attack (SOT-5.5.4.3-3).
///
/// *Ruling:* after targets are declared; the sweeper's owner picks the layer.
fn sweep_layers(table: &mut Table, zone: ZoneId, volleys: &mut Vec<Volley>) -> Step<()> {
    let attacking = |side: Camp, table: &Table| -> Vec<UnitId> {
        let by = volleys.iter().flat_map(|volley| volley.by.iter().copied());
        by.filter(|&unit| {
            table.system().counter(unit).mine() > 0 && table.system().side_of(table.state(), unit) == side
        })
        .collect()
    };
    let layers = BySide::from_fn(|side| attacking(side, table));
    let swept = sweep(table, zone, Segment::Asw, MatBox::Asw, &layers)?;
    volleys.iter_mut().for_each(|volley| volley.by.retain(|unit| !swept.contains(unit)));
    volleys.retain(|volley| !volley.by.is_empty());
    Ok(())
}
