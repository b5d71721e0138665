//! 6.0 Movement: ships leave port for areas a few steps away, submarines for any.
//!
//! *Ruling:* an order names the area where a unit ends; the program takes the shortest way that no enemy flag bars. What
//! lies on the way decides nothing else.

use std::collections::VecDeque;

use super::basing::{self, Homeward};
use super::board::{AreaId, BaseId, Theatre};
use super::event::{Event, How, Why};
use super::item::{Item, Word};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table, text};
use crate::rules::two_sided::Camp;
use crate::table::{Ask, Step};

/// Areas a patrolling ship enters freely, and at most with a speed roll (AW-6.12).
const PATROL: (u8, u8) = (1, 2);
/// The same of a raiding ship (AW-6.13).
const RAID: (u8, u8) = (2, 3);
/// Areas an amphibious unit may enter; it never rolls (AW-6.41).
const AMPHIBIOUS: u8 = 2;

/// 5.31 Patrolling ships, submarines and Hunter-Killer groups go to sea; other ships in port make ready to raid, or stay
/// for repairs.
pub(super) fn patrollers(table: &mut Table) -> Step<()> {
    for seat in Seat::ALL {
        let mut ask = question(
            table,
            "patrol",
            seat,
            "AW-5.31",
            "Send ships and submarines on patrol, ready others to raid (`raid`), or let them stay in port",
        );
        let stay = ask.option(Item::Word(Word::Stay));
        let raid = ask.option(Item::Word(Word::Raid));
        for unit in ready_units(table, seat) {
            let (system, ocean) = (table.system(), table.state());
            let areas: Vec<AreaId> = match (system.counter(unit).kind, ocean.unit(unit).place) {
                (Kind::Amphibious | Kind::LandAir, _) => continue,
                (Kind::Submarine | Kind::HunterKiller, _) => system.submarine_areas(unit),
                (_, Place::Base(base)) => {
                    let reach = system.reach(ocean, base, seat.side(), PATROL.1);
                    reach.into_iter().map(|(area, _)| area).collect()
                }
                (_, Place::Arrival(at)) => {
                    let arrival = &system.scenario.arrivals[usize::from(at)];
                    if arrival.patroller { arrival.areas.clone() } else { Vec::new() }
                }
                _ => continue,
            };
            let mut options = vec![stay];
            if may_raid(system, ocean, unit) {
                options.push(raid);
            }
            options.extend(areas.into_iter().map(|area| option_of(&mut ask, Item::Area(area))));
            let set = ask.set(options);
            ask.subject(unit, set, Some(stay));
        }
        ask.about = ways_about(table, &ask, PATROL);
        let answer = table.ask(seat.side(), &ask)?;
        let raiders: Vec<UnitId> =
            sorted(answer.iter().filter(|(_, to)| *to == Item::Word(Word::Raid)).map(|it| it.0));
        if !raiders.is_empty() {
            table.tell(Event::Readied { seat, ships: raiders })?;
        }
        sail(table, seat, How::Patrolling, PATROL, &answer)?;
    }
    Ok(())
}

/// 5.34 Amphibious units go to sea, nation by nation, not one at a time.
pub(super) fn amphibious_units(table: &mut Table) -> Step<()> {
    for seat in Seat::ALL {
        let mut ask = question(
            table,
            "sail-amphibious",
            seat,
            "AW-5.34",
            "Send amphibious units to sea, or let them stay",
        );
        let stay = ask.option(Item::Word(Word::Stay));
        for unit in ready_units(table, seat) {
            let (system, ocean) = (table.system(), table.state());
            let (Kind::Amphibious, Place::Base(base)) = (system.counter(unit).kind, ocean.unit(unit).place)
            else {
                continue;
            };
            let mut options = vec![stay];
            for (area, _) in system.reach(ocean, base, seat.side(), AMPHIBIOUS) {
                options.push(option_of(&mut ask, Item::Area(area)));
            }
            let set = ask.set(options);
            ask.subject(unit, set, Some(stay));
        }
        let answer = table.ask(seat.side(), &ask)?;
        sail(table, seat, How::Amphibious, (AMPHIBIOUS, AMPHIBIOUS), &answer)?;
    }
    Ok(())
}

/// 5.35 Ships that made ready to raid go to sea.
pub(super) fn raiders(table: &mut Table) -> Step<()> {
    for seat in Seat::ALL {
        let mut ask = question(table, "raid", seat, "AW-5.35", "Send raiding ships to sea, or let them stay");
        let stay = ask.option(Item::Word(Word::Stay));
        for unit in ready_units(table, seat) {
            let (system, ocean) = (table.system(), table.state());
            if !ocean.unit(unit).raiding {
                continue;
            }
            let areas: Vec<AreaId> = match ocean.unit(unit).place {
                Place::Base(base) => {
                    let reach = system.reach(ocean, base, seat.side(), RAID.1);
                    reach.into_iter().map(|(area, _)| area).collect()
                }
                Place::Arrival(at) => system.scenario.arrivals[usize::from(at)].areas.clone(),
                _ => continue,
            };
            let mut options = vec![stay];
            options.extend(areas.into_iter().map(|area| option_of(&mut ask, Item::Area(area))));
            let set = ask.set(options);
            ask.subject(unit, set, Some(stay));
        }
        ask.about = ways_about(table, &ask, RAID);
        let answer = table.ask(seat.side(), &ask)?;
        sail(table, seat, How::Raiding, RAID, &answer)?;
    }
    Ok(())
}

/// 5.74 Every unit still at sea comes home, nation by nation.
pub(super) fn return_to_base(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    for seat in Seat::ALL {
        let (system, ocean) = (table.system(), table.state());
        let at_sea = ocean.ids().filter(|&unit| system.seat_of(unit) == seat);
        let homeward: Vec<Homeward> = at_sea
            .filter_map(|unit| {
                let area = ocean.unit(unit).place.area()?;
                Some(Homeward { unit, homes: system.homes(ocean, unit, area) })
            })
            .collect();
        basing::send_home(table, &format!("t{turn}/{}", seat.id()), "AW-5.74", Why::EndOfTurn, homeward)?;
    }
    Ok(())
}

fn question(
    table: &Table,
    kind: &'static str,
    seat: Seat,
    rule: &'static str,
    title: &str,
) -> Ask<UnitId, Item> {
    let turn = table.state().turn;
    Ask::new(kind, format!("t{turn}/{kind}/{}", seat.id()), rule, title.to_owned())
}

/// Units of a nation that could go to sea now: in port or waiting to arrive, not home for the turn, not on the bottom.
fn ready_units(table: &Table, seat: Seat) -> Vec<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    let ready = |unit: &UnitId| {
        let state = ocean.unit(*unit);
        system.seat_of(*unit) == seat
            && matches!(state.place, Place::Base(_) | Place::Arrival(_))
            && !state.done
            && !system.is_on_bottom(ocean, *unit)
    };
    ocean.ids().filter(ready).collect()
}

/// A ship may make ready to raid if it has a raiding side (AW-3.1-b) and no rule of the scenario forbids it.
fn may_raid(system: &AdmiralsWar, ocean: &Ocean, unit: UnitId) -> bool {
    let counter = system.counter(unit);
    let allowed = match ocean.unit(unit).place {
        Place::Arrival(at) => system.scenario.arrivals[usize::from(at)].raider,
        _ => true,
    };
    counter.is_ship() && counter.back.is_some() && allowed
}

/// The index of an option, which is added if it is not there.
pub(super) fn option_of<A: Copy>(ask: &mut Ask<A, Item>, item: Item) -> u16 {
    let known = ask.options.iter().position(|option| option.item == item);
    known.map_or_else(|| ask.option(item), |at| at as u16)
}

pub(super) fn sorted(units: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = units.collect();
    units.sort();
    units
}

/// How many areas each area is away from the ports in which the subjects of a question lie.
fn ways_about(table: &Table, ask: &Ask<UnitId, Item>, (free, most): (u8, u8)) -> Vec<String> {
    let (system, ocean) = (table.system(), table.state());
    let of_ship = |unit: UnitId| ocean.unit(unit).place.base().filter(|_| system.counter(unit).sails());
    let mut ports: Vec<(BaseId, Camp)> =
        ask.subjects.iter().filter_map(|it| Some((of_ship(it.item)?, system.side_of(it.item)))).collect();
    ports.sort();
    ports.dedup();
    let mut lines = Vec::new();
    for (port, side) in ports {
        let reach = system.reach(ocean, port, side, most);
        for (steps, roll) in [(1..=free, ""), (free + 1..=most, " with a speed roll")] {
            let names: Vec<String> = reach
                .iter()
                .filter(|(_, cost)| steps.contains(cost))
                .map(|(area, _)| system.board.area(*area).name.clone())
                .collect();
            lines.extend(text::listed(&format!("From {}{roll}", system.board.base(port).name), &names, 4));
        }
    }
    lines
}

/// Puts units to sea and rolls for those that go farther than they may freely; all have moved before any rolls
/// (AW-6.23).
fn sail(table: &mut Table, seat: Seat, how: How, free: (u8, u8), answer: &[(UnitId, Item)]) -> Step<()> {
    let mut units: Vec<(UnitId, AreaId)> = Vec::new();
    let mut far: Vec<(UnitId, AreaId)> = Vec::new();
    for &(unit, to) in answer {
        let Item::Area(area) = to else { continue };
        units.push((unit, area));
        let (system, ocean) = (table.system(), table.state());
        let from = ocean.unit(unit).place.base().filter(|_| system.counter(unit).sails());
        let cost = from.map(|base| {
            let reach = system.reach(ocean, base, seat.side(), free.1);
            reach.into_iter().find(|(to, _)| *to == area).map_or(0, |(_, cost)| cost)
        });
        if cost.is_some_and(|cost| cost > free.0) {
            far.push((unit, area));
        }
    }
    units.sort();
    far.sort();
    if units.is_empty() {
        return Ok(());
    }
    table.tell(Event::Sailed { seat, how, units })?;
    let mut failed = Vec::new();
    for (unit, area) in far {
        let passed = speed_roll(table, unit, area, how)?;
        let two_sided = table.system().counter(unit).back.is_some();
        if !passed && (how == How::Raiding || !two_sided) {
            let homes = table.system().homes(table.state(), unit, area);
            failed.push(Homeward { unit, homes });
        }
    }
    let turn = table.state().turn;
    let key = format!("t{turn}/{}/{}", how.id(), seat.id());
    basing::send_home(table, &key, "AW-6.22", Why::FailedRoll, failed)
}

/// 6.2 A ship passes if its speed is greater than the die (AW-6.2, AW-6.24). A failed patroller turns to its raiding side
/// (AW-6.21-a).
fn speed_roll(table: &mut Table, unit: UnitId, area: AreaId, how: How) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let (speed, turn) = (system.speed(ocean, unit), ocean.turn);
    let fixed = system.scenario.speed_rolls.filter(|(side, _)| *side == system.side_of(unit)).map(|it| it.1);
    let label = format!("t{turn}/{}/{}/speed", how.id(), system.counter(unit).id);
    let die = match (speed, fixed) {
        (7.., _) | (0 | 1, _) => None,
        (_, Some(die)) => Some(die),
        _ => Some(table.roll(label, 1)?[0]),
    };
    let passed = die.map_or(speed >= 7, |die| speed > die);
    table.tell(Event::SpeedRolled { unit, area, speed, die, passed })?;
    Ok(passed)
}

impl How {
    /// The word in keys and labels.
    pub(super) fn id(self) -> &'static str {
        match self {
            How::Patrolling => "patrol",
            How::Amphibious => "amphibious",
            How::Raiding => "raid",
        }
    }
}

impl AdmiralsWar {
    /// Areas within so many steps of a port or base, with how many each takes. An area under an enemy flag may be entered
    /// and not left (AW-6.3, AW-6.11).
    pub fn reach(&self, ocean: &Ocean, from: BaseId, side: Camp, most: u8) -> Vec<(AreaId, u8)> {
        let mut steps = vec![0; self.board.areas.len()];
        let mut open: VecDeque<AreaId> = VecDeque::new();
        let enter = |steps: &mut Vec<u8>, open: &mut VecDeque<AreaId>, area: AreaId, cost: u8| {
            let known = &mut steps[area.0 as usize];
            if *known == 0 && cost <= most && self.is_played(area) {
                *known = cost;
                open.push_back(area);
            }
        };
        for &area in &self.board.base(from).areas {
            enter(&mut steps, &mut open, area, 1);
        }
        while let Some(area) = open.pop_front() {
            if ocean.flag(area) == Some(side.enemy()) {
                continue;
            }
            let cost = steps[area.0 as usize] + 1;
            for &next in &self.board.area(area).adjacent {
                enter(&mut steps, &mut open, next, cost);
            }
        }
        let reached = self.board.areas().filter(|area| steps[area.0 as usize] > 0);
        reached.map(|area| (area, steps[area.0 as usize])).collect()
    }

    /// Where a submarine or a Hunter-Killer group may be placed (AW-14.11 to AW-14.14, AW-6.44).
    pub fn submarine_areas(&self, unit: UnitId) -> Vec<AreaId> {
        let nation = self.counter(unit).nation;
        let theatre = match nation {
            Nation::Jp | Nation::Us => Theatre::Pacific,
            _ => Theatre::Atlantic,
        };
        let fits = |area: &AreaId| {
            let of = self.board.area(*area);
            let counter = self.counter(unit);
            let own = counter.areas.is_empty() || counter.areas.contains(area);
            self.is_played(*area) && of.theatre == theatre && own
        };
        self.board.areas().filter(fits).collect()
    }
}
