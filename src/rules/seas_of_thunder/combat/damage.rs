//! 5.5.2 Damage: what happens to hit ships at the end of a segment.

use super::{SIDES, label};
use crate::Table;
use crate::board::ZoneId;
use crate::event::{Event, Segment};
use crate::pieces::UnitId;
use crate::state::Place;
use engine::table::Step;

/// Sinks and damages what the segment hit (SOT-5.5.2-1 to SOT-5.5.2-5).
///
/// *Ruling:* all losses leave together; repair dice are rolled for Allied ships first, box by box from left
/// to right (SOT-5.5.2-7).
pub(super) fn end_of_segment(table: &mut Table, zone: ZoneId, segment: Segment) -> Step<()> {
    let here = table.state().each_at(Place::Sea(zone));
    let mut hit: Vec<UnitId> = here.filter(|&unit| table.state().unit(unit).damage > 0).collect();
    let order = |unit: UnitId| {
        let state = table.state().unit(unit);
        let side = SIDES.iter().rev().position(|&side| side == table.system().side_of(table.state(), unit));
        (side, state.mat, state.slot)
    };
    hit.sort_by_key(|&unit| order(unit));
    for unit in hit {
        if table.state().unit(unit).damage >= u16::from(table.system().counter(unit).survivability) {
            let by = table.system().side_of(table.state(), unit).enemy();
            table.record(Event::Sunk { zone, unit, by, segment })?;
        } else {
            let die = table.roll(label(table, zone, segment.id(), unit, "repair"), 1)?[0];
            table.record(Event::Damaged { zone, unit, segment, die, turns: repair_boxes(die) })?;
        }
    }
    Ok(())
}

/// The box of the repair track that a die sends a ship to: 1-2 one turn, 3-4 two, 5-6 three (SOT-5.5.2-5).
pub(crate) fn repair_boxes(die: u8) -> u8 {
    die.div_ceil(2)
}
