//! 6.0 Movement: ships leave port for areas a few steps away, submarines for any.
//!
//! *Ruling:* an order names the area where a unit ends; the program takes the shortest way that no enemy flag bars. What
//! lies on the way decides nothing else.

use std::collections::VecDeque;

use super::basing;
use super::board::{AreaId, BaseId, Theatre};
use super::event::{Event, How, Why};
use super::item::{Item, Word};
use super::key::{Key, Whence};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table, text};
use crate::rules::two_sided::Camp;
use crate::table::key::Turn;
use crate::table::{Ask, Limit, Step};

/// A phase in which units go to sea.
struct Sailing {
    /// As what they go.
    how: How,
    /// The kind of question.
    kind: &'static str,
    /// The rule that puts it.
    rule: &'static str,
    /// The question in words.
    title: &'static str,
    /// Areas that a ship enters freely, and at most with a speed roll.
    reach: (u8, u8),
}

/// 5.31 Patrolling ships, submarines and Hunter-Killer groups; other ships in port make ready to raid, or stay for repairs
/// (AW-6.12).
const PATROLS: Sailing = Sailing {
    how: How::Patrolling,
    kind: "patrol",
    rule: "AW-5.31",
    title: "Send ships and submarines on patrol, ready others to raid (`raid`), or let them stay in port",
    reach: (1, 2),
};

/// 5.34 Amphibious units; they never roll (AW-6.41).
const LANDINGS: Sailing = Sailing {
    how: How::Amphibious,
    kind: "sail-amphibious",
    rule: "AW-5.34",
    title: "Send amphibious units to sea, or let them stay",
    reach: (2, 2),
};

/// 5.35 Ships that made ready to raid (AW-6.13).
const RAIDS: Sailing = Sailing {
    how: How::Raiding,
    kind: "raid",
    rule: "AW-5.35",
    title: "Send raiding ships to sea, or let them stay",
    reach: (2, 3),
};

/// 5.31 Patrolling ships, submarines and Hunter-Killer groups go to sea.
pub(super) fn patrollers(table: &mut Table) -> Step<()> {
    go_to_sea(table, &PATROLS)
}

/// 5.34 Amphibious units go to sea, nation by nation, not one at a time.
pub(super) fn amphibious_units(table: &mut Table) -> Step<()> {
    go_to_sea(table, &LANDINGS)
}

/// 5.35 Ships that made ready to raid go to sea.
pub(super) fn raiders(table: &mut Table) -> Step<()> {
    go_to_sea(table, &RAIDS)
}

/// Nation by nation: where units go, which ships make ready to raid, and the rolls of those that go far.
fn go_to_sea(table: &mut Table, sailing: &Sailing) -> Step<()> {
    for seat in Seat::ALL {
        let ask = destinations(table, sailing, seat);
        let answer = table.ask(seat.side(), &ask)?;
        let ready = answer.iter().filter(|(_, to)| *to == Item::Word(Word::Raid));
        let ships = sorted(ready.map(|it| it.0));
        if !ships.is_empty() {
            table.tell(Event::Readied { seat, ships })?;
        }
        sail(table, seat, sailing, &answer)?;
    }
    Ok(())
}

/// The question where the units of a nation go.
fn destinations(table: &Table, sailing: &Sailing, seat: Seat) -> Ask<UnitId, Item> {
    let (system, ocean) = (table.system(), table.state());
    let turn = Turn(ocean.turn);
    let key = match sailing.how {
        How::Patrolling => Key::Patrol { turn, by: seat },
        How::Amphibious => Key::SailAmphibious { turn, by: seat },
        How::Raiding => Key::Raid { turn, by: seat },
    };
    let mut ask = Ask::new(sailing.kind, key.text(), sailing.rule, sailing.title.to_owned());
    let stay = Item::Word(Word::Stay);
    let raid = (sailing.how == How::Patrolling).then_some(Item::Word(Word::Raid));
    for word in [Some(stay), raid].into_iter().flatten() {
        ask.option(word);
    }
    for unit in ready_units(table, seat) {
        let Some(areas) = system.open_areas(ocean, unit, sailing) else { continue };
        let words = [Some(stay), raid.filter(|_| may_raid(system, ocean, unit))].into_iter().flatten();
        ask.offer([unit], words.chain(areas.into_iter().map(Item::Area)), Some(stay));
    }
    ask.about = ways_about(table, &ask, sailing.reach);
    add_hopeless_rolls(table, &mut ask, seat, sailing.reach);
    ask
}

/// 5.74 Every unit still at sea comes home, nation by nation.
pub(super) fn return_to_base(table: &mut Table) -> Step<()> {
    let turn = Turn(table.state().turn);
    for seat in Seat::ALL {
        let (system, ocean) = (table.system(), table.state());
        let at_sea = ocean.ids().filter(|&unit| system.seat_of(unit) == seat);
        let areas = at_sea.filter_map(|unit| Some((unit, ocean.unit(unit).place.area()?)));
        let homeward = areas.flat_map(|(unit, area)| system.homeward(ocean, area, [unit])).collect();
        let from = Whence::Everywhere { turn, of: seat };
        basing::send_home(table, from, Why::EndOfTurn, homeward)?;
    }
    Ok(())
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

pub(super) fn sorted(units: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = units.collect();
    units.sort_unstable();
    units
}

/// How many areas each area is away from the ports in which the subjects of a question lie.
fn ways_about(table: &Table, ask: &Ask<UnitId, Item>, (free, most): (u8, u8)) -> Vec<String> {
    let (system, ocean) = (table.system(), table.state());
    let of_ship = |unit: UnitId| ocean.unit(unit).place.base().filter(|_| system.counter(unit).sails());
    let mut ports: Vec<(BaseId, Camp)> =
        ask.subjects.iter().filter_map(|it| Some((of_ship(it.item)?, system.side_of(it.item)))).collect();
    ports.sort_unstable();
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
fn sail(table: &mut Table, seat: Seat, sailing: &Sailing, answer: &[(UnitId, Item)]) -> Step<()> {
    let (how, (free, most)) = (sailing.how, sailing.reach);
    let mut units: Vec<(UnitId, AreaId)> = Vec::new();
    let mut far: Vec<(UnitId, AreaId)> = Vec::new();
    for &(unit, to) in answer {
        let Item::Area(area) = to else { continue };
        units.push((unit, area));
        let (system, ocean) = (table.system(), table.state());
        if system.beyond(ocean, unit, seat.side(), (free, most)).contains(&area) {
            far.push((unit, area));
        }
    }
    units.sort_unstable();
    far.sort_unstable();
    if units.is_empty() {
        return Ok(());
    }
    table.tell(Event::Sailed { seat, how, units })?;
    let mut failed = Vec::new();
    for (unit, area) in far {
        let passed = speed_roll(table, unit, area, how)?;
        let two_sided = table.system().counter(unit).back.is_some();
        if !passed && (how == How::Raiding || !two_sided) {
            failed.extend(table.system().homeward(table.state(), area, [unit]));
        }
    }
    let from = Whence::Sailing { turn: Turn(table.state().turn), how, of: seat };
    basing::send_home(table, from, Why::FailedRoll, failed)
}

/// Says which ships cannot pass the speed roll for areas that are open to them: those that do not roll and fail, and those
/// whose every die counts as one that is too high (AW-6.24).
fn add_hopeless_rolls(table: &Table, ask: &mut Ask<UnitId, Item>, seat: Seat, reach: (u8, u8)) {
    let (system, ocean) = (table.system(), table.state());
    let mut hopeless: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    for (at, subject) in ask.subjects.iter().enumerate() {
        if system.can_pass(ocean, subject.item) {
            continue;
        }
        let far = system.beyond(ocean, subject.item, seat.side(), reach);
        let is_far = |option: &u16| match ask.options[usize::from(*option)].item {
            Item::Area(area) => far.contains(&area),
            _ => false,
        };
        let options: Vec<u16> = ask.open_to(at).iter().copied().filter(is_far).collect();
        match hopeless.iter_mut().find(|(known, _)| *known == options) {
            _ if options.is_empty() => {}
            Some((_, who)) => who.push(at as u16),
            None => hopeless.push((options, vec![at as u16])),
        }
    }
    for (options, who) in hopeless {
        let (what, rule) = ("the speed roll cannot succeed".to_owned(), "AW-6.24".to_owned());
        ask.limits.push(Limit::Vain { who, options, what, rule });
    }
}

/// 6.2 A ship passes if its speed is greater than the die (AW-6.2, AW-6.24). A failed patroller turns to its raiding side
/// (AW-6.21-a).
fn speed_roll(table: &mut Table, unit: UnitId, area: AreaId, how: How) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let (speed, turn) = (system.speed(ocean, unit), ocean.turn);
    let fixed = system.fixed_speed_die(unit);
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

impl AdmiralsWar {
    /// The die that a unit's speed rolls count as, where the scenario says so.
    fn fixed_speed_die(&self, unit: UnitId) -> Option<u8> {
        self.scenario.speed_rolls.filter(|(side, _)| *side == self.side_of(unit)).map(|it| it.1)
    }

    /// Whether any die lets a ship pass a speed roll.
    fn can_pass(&self, ocean: &Ocean, unit: UnitId) -> bool {
        match (self.speed(ocean, unit), self.fixed_speed_die(unit)) {
            (7.., _) => true,
            (0 | 1, _) => false,
            (speed, fixed) => fixed.is_none_or(|die| speed > die),
        }
    }

    /// The areas for which a ship in port needs a speed roll: those farther than the first number of steps, and no
    /// farther than the second.
    fn beyond(&self, ocean: &Ocean, unit: UnitId, side: Camp, (free, most): (u8, u8)) -> Vec<AreaId> {
        let Some(base) = ocean.unit(unit).place.base().filter(|_| self.counter(unit).sails()) else {
            return Vec::new();
        };
        let reach = self.reach(ocean, base, side, most).into_iter();
        reach.filter(|(_, steps)| *steps > free).map(|(area, _)| area).collect()
    }

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

    /// The areas to which a unit in port, or one that waits to arrive, may go; nothing for one that is not asked in this
    /// phase.
    fn open_areas(&self, ocean: &Ocean, unit: UnitId, sailing: &Sailing) -> Option<Vec<AreaId>> {
        let (kind, state) = (self.counter(unit).kind, ocean.unit(unit));
        let within = |base: BaseId| {
            let reach = self.reach(ocean, base, self.side_of(unit), sailing.reach.1);
            reach.into_iter().map(|(area, _)| area).collect()
        };
        match (sailing.how, kind, state.place) {
            (How::Patrolling, Kind::Amphibious | Kind::LandAir, _) => None,
            (How::Patrolling, Kind::Submarine | Kind::HunterKiller, _) => Some(self.submarine_areas(unit)),
            (How::Patrolling, _, Place::Arrival(at)) => {
                let arrival = &self.scenario.arrivals[usize::from(at)];
                Some(if arrival.patroller { arrival.areas.clone() } else { Vec::new() })
            }
            (How::Raiding, _, _) if !state.raiding => None,
            (How::Raiding, _, Place::Arrival(at)) => {
                Some(self.scenario.arrivals[usize::from(at)].areas.clone())
            }
            (How::Patrolling | How::Raiding, _, Place::Base(base))
            | (How::Amphibious, Kind::Amphibious, Place::Base(base)) => Some(within(base)),
            _ => None,
        }
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
