//! 6.0 Control of sea zones.

use super::board::ZoneId;
use super::event::Event;
use super::state::{Control, Place, Sea};
use super::{SeasOfThunder, Table};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Judges every zone after all combats (SOT-6.0-1 to SOT-6.4-1). Convoys and LBA never count (SOT-6.0-2,
/// SOT-6.1-2).
pub(super) fn judge(table: &mut Table) -> Step<()> {
    let zones = table.system().board().zones();
    let judged = zones.map(|zone| (zone, control(table.system(), table.state(), zone)));
    let zones = judged.filter(|(_, control)| *control != Control::Uncontested).collect();
    table.record(Event::ControlJudged { zones })
}

/// Who controls a zone, if one side does.
pub(super) fn holder(system: &SeasOfThunder, sea: &Sea, zone: ZoneId) -> Option<Camp> {
    match control(system, sea, zone) {
        Control::Controlled(side) => Some(side),
        Control::Contested | Control::Uncontested => None,
    }
}

fn control(system: &SeasOfThunder, sea: &Sea, zone: ZoneId) -> Control {
    let mut ships = sea.at(Place::Sea(zone));
    ships.retain(|&unit| system.counter(unit).class.is_ship());
    if let Some(side) = system.peaceful_holder(sea, zone, &ships) {
        return Control::Controlled(side);
    }
    let sides: Vec<Camp> = ships.iter().map(|&unit| system.side_of(sea, unit)).collect();
    match (sides.contains(&Camp::AXIS), sides.contains(&Camp::ALLIES)) {
        (true, true) => Control::Contested,
        (true, false) => Control::Controlled(Camp::AXIS),
        (false, true) => Control::Controlled(Camp::ALLIES),
        (false, false) => Control::Uncontested,
    }
}
