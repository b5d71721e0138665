//! 5.4 Land-based air.

use super::board::PortId;
use super::event::Event;
use super::item::{Item, Word};
use super::key::Key;
use super::movement::stacks_at_sea;
use super::pieces::UnitId;
use super::state::{Place, Sea};
use super::{SeasOfThunder, Table};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Phases 6 and 7: a side places its LBA next to ports that serve its nation (SOT-5.4-1 to SOT-5.4-5).
pub(super) fn place(table: &mut Table, side: Camp) -> Step<()> {
    let ask = flights(table.system(), table.state(), side);
    let answer = table.ask(side, &ask)?;
    let mut flights: Vec<_> = answer
        .into_iter()
        .filter_map(|(unit, to)| match to {
            Item::Flight(port, zone) => Some((unit, port, zone)),
            _ => None,
        })
        .collect();
    flights.sort_unstable();
    table.record(Event::AirPlaced { side, flights })
}

pub(super) fn flights(system: &SeasOfThunder, sea: &Sea, side: Camp) -> Ask<UnitId, Item> {
    let turn = Turn(sea.turn);
    let mut ask = Ask::new(
        questions::PLACE_AIR,
        Key::Air { turn, by: side }.text(),
        "SOT-5.4-1",
        "Send LBA from a port to a sea zone it touches, one LBA from a port; an LBA that stays scores".into(),
    )
    .limit(Limit::Distinct { rule: "SOT-5.4-4".into(), what: "two LBA from one port".into() });
    ask.about = stacks_at_sea(system, sea, side.enemy());
    let stay = Item::Word(Word::Stay);
    for unit in sea.at(Place::Available) {
        if system.side_of(sea, unit) != side {
            continue;
        }
        let nation = system.counter(unit).nation;
        let flies_from = |port: &PortId| system.may_fly_from(sea, *port, nation, side);
        let flights = system.board().ports().filter(flies_from).flat_map(|port| {
            let zones = system.board().port(port).zones.iter();
            zones.map(move |&zone| Choice { item: Item::Flight(port, zone), mark: port.0 + 1, worth: 0 })
        });
        ask.offer([unit], std::iter::once(stay.into()).chain(flights), Some(stay));
    }
    ask
}
