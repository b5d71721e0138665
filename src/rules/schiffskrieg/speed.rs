//! 3.3.2.1 Speed Checks.

use super::board::SeaMap;
use super::event::Event;
use super::faction::Faction;
use super::pieces::UnitId;
use super::state::Place;
use super::{Table, luck};
use engine::table::Step;

/// One die for a ship: it passes at or below its Speed, and one without a Speed does not (SK-3.3.2.1-1,
/// SK-3.3.2.1-4). A ship that is late goes to the Naval Warfare Delay Box at once (SK-3.3.2.1-2); one that is
/// on time goes to a place if one is given. `label` is what stands before `/speed/ID` in the label of the
/// die.
pub(super) fn check(
    table: &mut Table,
    map: SeaMap,
    faction: Faction,
    label: &str,
    unit: UnitId,
    on_time: Option<Place>,
) -> Step<bool> {
    let id = &table.system().counters[unit].id;
    let die = luck::roll(table, map, format!("{label}/speed/{id}"), 1)?[0];
    let side = table.system().counters[unit].factors(table.state().unit(unit).hurt);
    let passes = side.speed.is_some_and(|speed| die <= speed);
    let late = if passes { Vec::new() } else { vec![unit] };
    table.record(Event::Checked { faction, rolls: vec![(unit, die)], late })?;
    if let Some(place) = on_time.filter(|_| passes) {
        table.record(Event::Moved { faction, rule: "SK-5.1.1-5".to_owned(), units: vec![(unit, place)] })?;
    }
    Ok(passes)
}
