//! 22.5 Operation Torch: the moment when the Allies come to hold both Malta and Tripoli.
//!
//! *Ruling:* it is either place that makes the pair, the other being Allied already. What comes out of French
//! North Africa counts as German as long as it is at sea, its flag included, comes out once a turn, and goes
//! back to its box whenever it would go home.

use super::super::board::{AreaId, BaseId, WESTERN_MEDITERRANEAN};
use super::super::event::Event;
use super::super::pieces::{Seat, UnitId};
use super::super::state::Ocean;
use super::super::{AdmiralsWar, Table, combat, control};
use super::{Haven, seizure};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// In the labels of its rolls.
pub(super) const LABEL: &str = "torch";
/// The French oppose on so much or less (22.5).
pub(in super::super) const OPPOSED: i32 = 2;
/// What Catapult takes off that die while British units are in the Mediterranean.
const RESENTMENT: i32 = -2;

/// 22.511 Whether an Allied unit that is about to take a place must wait, since the French come out to fight
/// it.
pub(in super::super) fn holds_up(table: &mut Table, unit: UnitId, base: BaseId) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let Some(area) = ocean.unit(unit).place.area() else { return Ok(false) };
    let allied = system.side_of(ocean, unit) == Camp::ALLIES;
    if !allied || !system.opens_africa(ocean, &[base]) {
        return Ok(false);
    }
    // Others may be on their way ashore in the same hour.
    if system.must_wait(ocean, base) {
        return Ok(true);
    }
    land_in_africa(table, area)
}

/// 22.512 Before flags are placed: if control of the sea alone is about to open North Africa, the French may
/// fight for it in the Western Mediterranean.
pub(in super::super) fn contest_the_sea(table: &mut Table) -> Step<()> {
    let fallen = control::about_to_fall(table).into_iter();
    let fallen: Vec<BaseId> = fallen.filter(|(_, by)| *by == Camp::ALLIES).map(|it| it.0).collect();
    let (system, ocean) = (table.system(), table.state());
    let area = system.board.area_by_id(WESTERN_MEDITERRANEAN);
    let Some(area) = area.filter(|_| system.opens_africa(ocean, &fallen)) else { return Ok(()) };
    if land_in_africa(table, area)? { fight_on(table) } else { Ok(()) }
}

/// 22.5 Whether the ships in French North Africa oppose the Allies; once they have, they always do. If not,
/// the question of the fleet is settled.
///
/// *Ruling:* ships of which none could fire oppose nobody.
fn land_in_africa(table: &mut Table, area: AreaId) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let units = system.vichy_in(ocean, Haven::NorthAfrica);
    let nobody = units.is_empty() && system.vichy_in(ocean, Haven::Toulon).is_empty();
    if nobody || ocean.dilemma.opposed == Some(ocean.turn) {
        return Ok(false);
    }
    let able = units.iter().any(|&unit| system.can_attack(ocean, unit));
    let (die, modifier) = match ocean.dilemma.opposed {
        None if able => {
            let modifier = system.resentment(ocean);
            (Some(table.roll(format!("t{}/{LABEL}", ocean.turn), 1)?[0]), modifier)
        }
        _ => (None, 0),
    };
    let opposed = able && die.is_none_or(|die| i32::from(die) + modifier <= OPPOSED);
    table.record(Event::TorchLit { die, modifier, opposed })?;
    if opposed {
        table.record(Event::TorchOpposed { area, units })?;
    } else {
        seizure::follow_torch(table)?;
    }
    Ok(opposed)
}

/// 22.511 Combat in an area begins again if the French have come out there and no round has been fought
/// since.
pub(in super::super) fn fight_on_in(table: &mut Table, area: AreaId) -> Step<()> {
    if table.state().dilemma.due == Some(area) { fight_on(table) } else { Ok(()) }
}

/// The same wherever they have come out.
pub(in super::super) fn fight_on(table: &mut Table) -> Step<()> {
    table.state().dilemma.due.map_or(Ok(()), |area| combat::fight_again(table, area))
}

impl AdmiralsWar {
    /// What Catapult takes off the die: nothing, unless British units are at sea in the Mediterranean
    /// (AW-22.5).
    fn resentment(&self, ocean: &Ocean) -> i32 {
        let there = |unit: UnitId| {
            let area = ocean.unit(unit).place.area();
            let british = self.seat_of(ocean, unit) == Seat::Britain;
            british && area.is_some_and(|area| self.board.is_mediterranean(area))
        };
        if ocean.dilemma.catapult && ocean.ids().any(there) { RESENTMENT } else { 0 }
    }
}
