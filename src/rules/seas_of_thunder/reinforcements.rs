//! 5.1 Reinforcements and repaired ships; the overstacking check of 9.0 at the beginning of a turn.

use crate::questions;
use std::collections::BTreeMap;

use super::board::{Capacity, PortId};
use super::event::Event;
use super::item::{Item, Word};
use super::key::Key;
use super::now::Mats;
use super::pieces::{Nation, UnitId};
use super::state::{Place, Sea};
use super::{SeasOfThunder, Table, setup};
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Phase 1: new and repaired ships are placed, then ports over their capacity lay ships up.
pub(super) fn reinforcements_and_refits(table: &mut Table) -> Step<()> {
    air_units_arrive(table)?;
    ships_arrive(table)?;
    overstacked_ports(table)
}

fn air_units_arrive(table: &mut Table) -> Step<()> {
    for side in [Camp::ALLIES, Camp::AXIS] {
        let system = table.system();
        let due = due(table, side);
        let lba: Vec<UnitId> =
            due.into_iter().filter(|&unit| !system.counter(unit).class.is_ship()).collect();
        if !lba.is_empty() {
            table.record(Event::AirArrived { side, lba, rule: "SOT-5.1-1".to_owned() })?;
        }
    }
    Ok(())
}

/// Each ship that is due goes to a port with its nation's large flag (SOT-5.1-1 to SOT-5.1-3).
///
/// A nation that enters the war on this turn may use any port of its own, and neutral ones if it is of the
/// Axis (SOT-5.1-4); a submarine may go by rail (SOT-13.S5-9). *Ruling:* without such a port, any port of its
/// side that lists its nation; without one, it waits (SOT-5.1-5).
fn ships_arrive(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    let mut asks = Vec::new();
    for side in [Camp::ALLIES, Camp::AXIS] {
        let mut ask = Ask::new(
            questions::REINFORCE,
            Key::Reinforce { turn: Turn(turn), by: side }.text(),
            "SOT-5.1-1",
            "Place each new or repaired ship in a port that flies its nation's large flag".into(),
        );
        ask.about = setup::ships_in_port(table, side);
        let mut room: Vec<i32> = Vec::new();
        let mut known: BTreeMap<Nation, Vec<PortId>> = BTreeMap::new();
        for unit in due(table, side) {
            let nation = table.system().counter(unit).nation;
            let find = || table.system().arrival_ports(table.state(), unit);
            let ports: &Vec<PortId> = known.entry(nation).or_insert_with(find);
            if ports.is_empty() {
                table.record(Event::Waits { unit, turn: turn + 1 })?;
                continue;
            }
            if room.is_empty() {
                room = free_berths(table);
            }
            let roomiest =
                ports.iter().copied().max_by_key(|port| (room[port.0 as usize], std::cmp::Reverse(*port)));
            let by_sea = ports.iter().map(|&port| Item::Port(port));
            let by_rail = table.system().railheads(table.state(), unit).into_iter().map(Item::Rail);
            ask.offer([unit], by_sea.chain(by_rail), roomiest.map(Item::Port));
            if let Some(port) = roomiest {
                room[port.0 as usize] -= 1;
            }
        }
        setup::limit_rail(&mut ask);
        setup::add_room(table, &mut ask, Mats::OnTable);
        asks.push((side, ask));
    }
    let answers = table.ask_all(&asks)?;
    for ((side, _), ships) in asks.iter().zip(answers) {
        if !ships.is_empty() {
            table.record(Event::Reinforced { side: *side, ships: setup::to_ports(ships) })?;
        }
    }
    Ok(())
}

/// Ships in excess of a port's capacity lie up for this turn, by their owner's choice (SOT-9.0-7, SOT-9.0-8).
fn overstacked_ports(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    let mut asks = Vec::new();
    let mut where_ = Vec::new();
    let lying = table.state().in_ports(table.system().board().ports().count());
    for port in table.system().board().ports() {
        let ships = lying[usize::from(port.0)].clone();
        for (side, ships, excess) in table.system().excess(table.state(), port, ships) {
            let name = &table.system().board().port(port).name;
            let id = &table.system().board().port(port).id;
            let nation = table.system().counter(ships[0]).nation;
            let mut ask = Ask::new(
                questions::OVERSTACK,
                Key::Overstack { turn: Turn(turn), port: id, nation }.text(),
                "SOT-9.0-7",
                format!("{name} has {excess} too many: choose the ships that lie up this turn"),
            );
            let [stay, lie_up] = [Word::Stay, Word::LieUp].map(Item::Word);
            let (kept, rest) = ships.split_at(ships.len() - excess);
            ask.offer(kept.iter().copied(), [stay, lie_up], Some(stay));
            ask.offer(rest.iter().copied(), [stay, lie_up], Some(lie_up));
            let (option, count) = (ask.option(lie_up), excess as u16);
            let limit = Limit::Exactly { option, count, rule: "SOT-9.0-7".into() };
            asks.push((side, ask.limit(limit)));
            where_.push(port);
        }
    }
    let answers = table.ask_all(&asks)?;
    for (((side, _), port), answer) in asks.iter().zip(where_).zip(answers) {
        let ships = answer.into_iter().filter(|(_, what)| *what == Item::Word(Word::LieUp));
        let mut ships: Vec<UnitId> = ships.map(|(unit, _)| unit).collect();
        ships.sort_unstable();
        table.record(Event::Overstacked { side: *side, port, ships })?;
    }
    Ok(())
}

fn due(table: &Table, side: Camp) -> Vec<UnitId> {
    let turn = table.state().turn;
    let due = |unit: &UnitId| matches!(table.state().unit(*unit).place, Place::Track(on) if on <= turn);
    let due = table.state().ids().filter(due);
    due.filter(|&unit| table.system().side_of(table.state(), unit) == side).collect()
}

/// How many more ships each port takes, by port.
fn free_berths(table: &Table) -> Vec<i32> {
    let (system, sea) = (table.system(), table.state());
    let berths = |port: PortId| match system.mat(sea, port).capacity {
        Capacity::Ships(count) => i32::from(count),
        Capacity::Unlimited => i32::from(u16::MAX),
        Capacity::Neutral => 1,
    };
    let lying = sea.in_ports(system.board().ports().count());
    system.board().ports().zip(lying).map(|(port, ships)| berths(port) - ships.len() as i32).collect()
}

impl SeasOfThunder {
    /// The ports where a new or repaired ship may appear (SOT-5.1-1, SOT-5.1-2, SOT-5.1-5).
    pub(super) fn arrival_ports(&self, sea: &Sea, unit: UnitId) -> Vec<PortId> {
        let nation = self.based_as(sea, self.counter(unit).nation);
        let bases = self.bases_of(sea, unit);
        let entering =
            self.enters_now(sea, self.counter(unit).nation) && self.side_of(sea, unit) == Camp::AXIS;
        let open = |port: &PortId| {
            let flag = self.board().port(*port).flag == Some(nation);
            flag || entering && self.is_neutral(sea, *port)
        };
        let flagged: Vec<PortId> = bases.iter().copied().filter(open).collect();
        if flagged.is_empty() { bases } else { flagged }
    }

    /// Whether a nation enters the war on this turn: none of its units came before (SOT-5.1-4).
    fn enters_now(&self, sea: &Sea, nation: Nation) -> bool {
        let of_nation = self.pieces.counters.0.iter().filter(|counter| counter.nation == nation);
        let first = of_nation.filter_map(|counter| counter.arrives).min();
        first == Some(sea.turn) && sea.turn > self.game.first_turn
    }

    /// Who of the ships in a port is over its capacity: side, ships there, and how many too many. In a
    /// neutral port each nation counts on its own (SOT-2.0-4).
    fn excess(&self, sea: &Sea, port: PortId, ships: Vec<UnitId>) -> Vec<(Camp, Vec<UnitId>, usize)> {
        let Some(&first) = ships.first() else { return Vec::new() };
        let groups: Vec<Vec<UnitId>> = if self.is_neutral(sea, port) {
            let mut nations: Vec<_> = ships.iter().map(|&unit| self.counter(unit).nation).collect();
            nations.sort_unstable();
            nations.dedup();
            let of =
                |nation| ships.iter().copied().filter(|&unit| self.counter(unit).nation == nation).collect();
            nations.into_iter().map(of).collect()
        } else {
            vec![ships]
        };
        let side = self.side_of(sea, first);
        let over = groups.into_iter().filter_map(|group| {
            let berths = usize::from(self.berths(sea, port, self.counter(group[0]).nation, Mats::OnTable));
            let excess = group.len().saturating_sub(berths);
            (excess > 0).then_some((side, group, excess))
        });
        over.collect()
    }
}
