//! 8.0 Scoring, the global presence of 9.0 and 13.0, and 11.0 winning.

use super::Table;
use super::event::Event;
use super::scenario::Presence;
use super::state::{Control, Phase, Place, Sea};
use engine::rulebook::two_sided::Camp;
use engine::system::Flow;
use engine::table::Step;

/// Scores zones and unused LBA; ships and convoys score when they sink (SOT-8.0-1, SOT-8.0-5, SOT-13.S1-7).
pub(super) fn score(table: &mut Table) -> Step<()> {
    let scoring = table.system().scenario(table.state()).scoring;
    for side in [Camp::AXIS, Camp::ALLIES] {
        let system = table.system();
        let held = Control::Controlled(side);
        let worth = |zone: &super::board::ZoneId| u16::from(system.value(table.state(), *zone)[side]);
        let zones = system.board().zones().filter(|zone| table.state().control[zone.0 as usize - 1] == held);
        let zones: Vec<_> = zones.filter(|zone| worth(zone) > 0).collect();
        let points = if scoring.zones { zones.iter().map(worth).sum() } else { 0 };
        table.record(Event::ZonesScored { side, zones, points })?;
        let lba = table.state().at(Place::Available).into_iter();
        let lba: Vec<_> = lba.filter(|&unit| system.side_of(table.state(), unit) == side).collect();
        let points = lba.len() as u16 * u16::from(scoring.unused_lba);
        table.record(Event::UnusedAirScored { side, lba, points })?;
    }
    Ok(())
}

/// After rebasing, each port short of the presence the scenario asks for scores for the enemy
/// (SOT-9.0-10, SOT-13.S1-8, SOT-13.S1-9).
pub(super) fn global_presence(table: &mut Table) -> Step<()> {
    for port in table.system().board().ports() {
        let system = table.system();
        let Some(Presence { nation, minimum, points }) = system.duty(table.state(), port) else { continue };
        let ships = table.state().at(Place::Port(port));
        let ships = ships.into_iter().filter(|&unit| system.counter(unit).nation == nation).count() as u8;
        if ships < minimum {
            let (to, points) = (Camp::AXIS, u16::from(points));
            table.record(Event::PresenceLacking { port, nation, ships, minimum, to, points })?;
        }
    }
    Ok(())
}

/// The side with more points has won; equal points are a draw (SOT-11.0-1).
pub(super) fn winner(sea: &Sea) -> Option<Camp> {
    match sea.points(Camp::AXIS).cmp(&sea.points(Camp::ALLIES)) {
        std::cmp::Ordering::Greater => Some(Camp::AXIS),
        std::cmp::Ordering::Less => Some(Camp::ALLIES),
        std::cmp::Ordering::Equal => None,
    }
}

/// The match is over, and the sums of both sides say who has won.
pub(super) fn end(table: &mut Table) -> Step<Flow> {
    let (axis, allies) = (table.state().points(Camp::AXIS), table.state().points(Camp::ALLIES));
    let (winner, turn) = (winner(table.state()), table.state().turn);
    table.record(Event::MatchEnded { winner, axis, allies })?;
    table.record(Event::PhaseBegan { turn, phase: Phase::Over })?;
    Ok(Flow::Over)
}
