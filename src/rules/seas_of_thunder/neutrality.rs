//! 5.3.1 Violating neutrality: the Bosporus.

use super::Table;
use super::event::Event;
use super::pieces::{Nation, UnitId};
use engine::table::Step;

/// A ship is about to force the Bosporus. If Turkey is neutral, it joins the enemy at once, who scores
/// (SOT-5.3.1-2, SOT-5.3.1-4). Gives whether the ship comes under fire (SOT-5.3.1-5).
///
/// *Ruling:* the ship that violates Turkish neutrality is fired on too, unless the match has chosen otherwise
/// (SOT-5.3.1-6).
pub(super) fn force_bosporus(table: &mut Table, unit: UnitId) -> Step<bool> {
    let (system, sea) = (table.system(), table.state());
    let by = system.side_of(sea, unit);
    if sea.sides[Nation::Turkey as usize].is_some() {
        return Ok(true);
    }
    let points = u16::from(system.scenario(sea).scoring.turkey);
    table.record(Event::NeutralityViolated { by, points })?;
    Ok(!table.system().options.violator_passes)
}

/// What fires on a ship in the Bosporus: one die against a submarine, which does one point, else two
/// (SOT-5.3.1-5).
pub(super) fn bosporus_dice(is_submarine: bool) -> u8 {
    if is_submarine { 1 } else { 2 }
}
