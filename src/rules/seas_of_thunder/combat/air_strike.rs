//! 5.5.4.2 Air strikes.

use super::air_superiority::{left, send_home};
use super::attack::{Attackers, Dice, Hits, declare, roll};
use super::damage::end_of_segment;
use super::{SIDES, choose_box, in_box, relocate, ships_in};
use crate::rules::seas_of_thunder::Table;
use crate::rules::seas_of_thunder::board::ZoneId;
use crate::rules::seas_of_thunder::event::{Goes, Segment, Why};
use crate::rules::seas_of_thunder::pieces::{Class, UnitId};
use crate::rules::seas_of_thunder::state::MatBox;
use crate::side::{BySide, Side};
use crate::table::Step;

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
    let sides = BySide::from_fn(|side| Attackers {
        units: units[side].iter().copied().filter(|&unit| left(table, unit) > 0).collect(),
        targets: targets(table, zone, side),
    });
    let volleys = declare(table, zone, segment, "strike-targets", "SOT-5.5.4.2-2", &sides, None)?;
    for volley in volleys {
        let raiding = table.state().unit(volley.target).mat == Some(MatBox::Raider);
        let how = Dice {
            dice: volley.by.iter().map(|&unit| usize::from(left(table, unit))).sum(),
            // *Ruling:* one AA roll of a target against the pooled dice (SOT-5.5.4.2-7).
            aa: table.system().counter(volley.target).aa,
            // *Ruling:* a raider is any ship in the Raider box (SOT-5.5.4.2-9).
            hits: if raiding { Hits::Ones } else { Hits::OnesAndTwos },
            damage_dice: true,
        };
        roll(table, zone, segment, &volley, &how)?;
    }
    end_of_segment(table, zone, segment)?;
    after(table, zone)
}

/// No submarine can be struck, whatever its box (SOT-5.5.4.2-3).
fn targets(table: &Table, zone: ZoneId, side: Side) -> Vec<(UnitId, u16)> {
    let ships = ships_in(table, zone, side.enemy(), &STRUCK).into_iter();
    ships.filter(|&unit| !table.system().counter(unit).class.is_submarine()).map(|unit| (unit, 0)).collect()
}

/// LBA to Convoy Attacks, CV and AV to Surface Reserve, SSAV to either (SOT-5.5.4.2-10, SOT-5.5.4.2-12).
fn after(table: &mut Table, zone: ZoneId) -> Step<()> {
    let mut free = BySide::default();
    for side in SIDES {
        for unit in in_box(table, zone, side, MatBox::AirStrike) {
            match table.system().counter(unit).class {
                Class::Lba => {
                    relocate(table, zone, unit, Goes::To(MatBox::Convoy), Why::Done, "SOT-5.5.4.2-10")?
                }
                Class::Ssav => Vec::push(&mut free[side], unit),
                _ => send_home(table, zone, unit, Why::Done, "SOT-5.5.4.2-10")?,
            }
        }
    }
    let boxes = [MatBox::Reserve, MatBox::Convoy];
    choose_box(table, zone, "after-strike", "SOT-5.5.4.2-10", Why::Done, &free, &boxes)
}
