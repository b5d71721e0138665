//! 6.0 Movement: ships leave port for areas a few steps away, submarines for any.
//!
//! *Ruling:* an order names the area where a unit ends; the program takes the shortest way that no enemy flag
//! bars. What lies on the way decides nothing else.

use super::basing;
use super::board::{AreaId, BaseId};
use super::event::{Event, How, Why};
use super::item::{Item, Word};
use super::key::{Key, Whence};
use super::pieces::{Nation, Seat, UnitId};
use super::reach::Origin;
use super::state::{Ocean, Place, UnitState};
use super::{AdmiralsWar, Table, minor_navies, optional, pacific, text};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::table::Step;

/// A phase in which units go to sea.
#[derive(Clone, Copy)]
pub(super) struct Sailing {
    /// As what they go.
    pub how: How,
    /// The kind of question.
    kind: &'static str,
    /// The rule that puts it.
    rule: &'static str,
    /// The question in words.
    title: &'static str,
    /// Areas that a ship enters freely, and at most with a speed roll.
    pub reach: (u8, u8),
}

impl Sailing {
    /// The key of the question to a nation.
    pub fn key(&self, ocean: &Ocean, seat: Seat) -> Key<'static> {
        let turn = Turn(ocean.turn);
        match self.how {
            How::Patrolling => Key::Patrol { turn, by: seat },
            How::Amphibious => Key::SailAmphibious { turn, by: seat },
            How::Raiding => Key::Raid { turn, by: seat },
        }
    }
}

/// 5.31 Patrolling ships, submarines and Hunter-Killer groups; other ships in port make ready to raid, or
/// stay for repairs (AW-6.12).
pub(super) const PATROLS: Sailing = Sailing {
    how: How::Patrolling,
    kind: questions::PATROL,
    rule: "AW-5.31",
    title: "Send ships and submarines on patrol, ready others to raid (`raid`), or let them stay in port",
    reach: (1, 2),
};

/// 5.34 Amphibious units; they never roll (AW-6.41).
pub(super) const LANDINGS: Sailing = Sailing {
    how: How::Amphibious,
    kind: questions::SAIL_AMPHIBIOUS,
    rule: "AW-5.34",
    title: "Send amphibious units to sea, or let them stay",
    reach: (2, 2),
};

/// 5.35 Ships that made ready to raid (AW-6.13).
pub(super) const RAIDS: Sailing = Sailing {
    how: How::Raiding,
    kind: questions::RAID,
    rule: "AW-5.35",
    title: "Send raiding ships to sea, or let them stay",
    reach: (2, 3),
};

/// 5.31 Patrolling ships, submarines and Hunter-Killer groups go to sea.
pub(super) fn patrollers(table: &mut Table) -> Step<()> {
    go_to_sea(table, &PATROLS).map(drop)
}

/// 5.34 Amphibious units go to sea, nation by nation, not one at a time. True if a player may have ordered
/// his raiders with them, so that these go to sea in the same step.
pub(super) fn amphibious_units(table: &mut Table) -> Step<bool> {
    go_to_sea(table, &LANDINGS)
}

/// 5.35 Ships that made ready to raid go to sea.
pub(super) fn raiders(table: &mut Table) -> Step<()> {
    go_to_sea(table, &RAIDS).map(drop)
}

/// Nation by nation: where units go, which ships make ready to raid, and the rolls of those that go far. True
/// if somebody could order raiders early.
fn go_to_sea(table: &mut Table, sailing: &Sailing) -> Step<bool> {
    let mut raids_follow = false;
    for seat in Seat::ALL {
        if sailing.how == How::Patrolling {
            optional::before_patrols(table, seat)?;
            minor_navies::roll_to_move(table, seat)?;
            if seat == Seat::Japan {
                pacific::look_at_indonesia(table)?;
                pacific::settle_raid_force(table)?;
            }
        }
        let (system, ocean) = (table.system(), table.state());
        let ask = of_nation(system, ocean, sailing, seat);
        let ahead = follow_ups(system, ocean, sailing, seat, &ask);
        raids_follow |= ahead.iter().any(|next| next.kind == RAIDS.kind);
        let answer = order(table, sailing, seat, &ask, &ahead)?;
        if sailing.how == How::Raiding && seat == Seat::Japan {
            let (system, ocean) = (table.system(), table.state());
            let sent =
                |it: &(UnitId, Item)| system.is_in_raid_force(ocean, it.0) && matches!(it.1, Item::Area(_));
            let sent = answer.iter().any(sent);
            pacific::sail_raid_force(table, sent)?;
        }
    }
    Ok(raids_follow)
}

/// The question where the units of a nation go that could go to sea now.
fn of_nation(system: &AdmiralsWar, ocean: &Ocean, sailing: &Sailing, seat: Seat) -> Ask<UnitId, Item> {
    destinations(system, ocean, sailing, sailing.key(ocean, seat), &ready_units(system, ocean, seat))
}

/// What the player of a nation is asked next, after its amphibious units, as far as nobody else is asked in
/// between: further amphibious units, and the first raiders. Amphibious units never roll (AW-6.41), so
/// nothing becomes known for which he had to wait.
fn follow_ups(
    system: &AdmiralsWar,
    ocean: &Ocean,
    sailing: &Sailing,
    seat: Seat,
    ask: &Ask<UnitId, Item>,
) -> Vec<Ask<UnitId, Item>> {
    if !system.is_sparing() || sailing.how != How::Amphibious || ask.forced().is_some() {
        return Vec::new();
    }
    let party = system.party(seat);
    let landings = Seat::ALL.into_iter().filter(|next| *next > seat).map(|next| (&LANDINGS, next));
    let raids = Seat::ALL.into_iter().map(|next| (&RAIDS, next));
    let mut found = Vec::new();
    for (sailing, next) in landings.chain(raids) {
        let ask = of_nation(system, ocean, sailing, next);
        if ask.forced().is_some() {
            continue;
        }
        if system.party(next) != party {
            break;
        }
        found.push(ask);
        // Raiders may roll.
        if sailing.how == How::Raiding {
            break;
        }
    }
    found
}

/// 20.4 Italian ships and submarines, when Italy has declared war after the others have gone on patrol.
pub(super) fn late_patrollers(table: &mut Table) -> Step<()> {
    let (system, ocean, seat) = (table.system(), table.state(), Seat::Germany);
    let mut units = ready_units(system, ocean, seat);
    units.retain(|&unit| system.nation_of(ocean, unit) == Nation::It);
    let key = Key::LatePatrol { turn: Turn(ocean.turn), by: seat };
    let ask = destinations(system, ocean, &PATROLS, key, &units);
    order(table, &PATROLS, seat, &ask, &[]).map(drop)
}

/// Asks where units of a nation go and which make ready to raid, and sends them there; gives the answer.
/// `ahead` may be answered in the same file.
fn order(
    table: &mut Table,
    sailing: &Sailing,
    seat: Seat,
    ask: &Ask<UnitId, Item>,
    ahead: &[Ask<UnitId, Item>],
) -> Step<Vec<(UnitId, Item)>> {
    let answer = table.ask_ahead(table.system().party(seat), ask, ahead)?;
    if sailing.how == How::Patrolling {
        pacific::change_raid_force(table, &answer)?;
    }
    let ready = answer.iter().filter(|(_, to)| *to == Item::Word(Word::Raid));
    let ships = sorted(ready.map(|it| it.0));
    if !ships.is_empty() {
        table.record(Event::Readied { seat, ships })?;
    }
    let waiting = in_the_neutral_port(table, sailing, seat);
    sail(table, seat, sailing, &answer)?;
    fine(table, seat, &waiting)?;
    Ok(answer)
}

/// Ships of a nation that lie in the neutral port and should leave it in this step.
fn in_the_neutral_port(table: &Table, sailing: &Sailing, seat: Seat) -> Vec<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    let due = |unit: &UnitId| {
        let UnitState { place, raiding, done, .. } = *ocean.unit(*unit);
        let own = system.seat_of(ocean, *unit) == seat && system.counter(*unit).sails();
        let waits = system.is_neutral(place) && raiding == (sailing.how == How::Raiding);
        own && waits && !done && !system.is_out_of_the_war(ocean, *unit)
    };
    let ships = ocean.ids().filter(due);
    if sailing.how == How::Amphibious || !system.scenario.campaign { Vec::new() } else { ships.collect() }
}

/// 2.343 A ship that began the turn in the neutral port and is still there costs its owner a point, unless
/// his track is frozen (AW-21.2).
fn fine(table: &mut Table, seat: Seat, waiting: &[UnitId]) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let stays = |unit: &UnitId| system.is_neutral(ocean.unit(*unit).place);
    let ships: Vec<UnitId> = waiting.iter().copied().filter(stays).collect();
    if ships.is_empty() || system.is_over_in(ocean, seat.track()) {
        Ok(())
    } else {
        table.record(Event::Fined { seat, ships })
    }
}

/// The question where units go.
pub(super) fn destinations(
    system: &AdmiralsWar,
    ocean: &Ocean,
    sailing: &Sailing,
    key: Key<'_>,
    units: &[UnitId],
) -> Ask<UnitId, Item> {
    let mut ask = Ask::new(sailing.kind, key.text(), sailing.rule, sailing.title.to_owned());
    let stay = Item::Word(Word::Stay);
    let raid = (sailing.how == How::Patrolling).then_some(Item::Word(Word::Raid));
    for word in [Some(stay), raid].into_iter().flatten() {
        ask.option(word);
    }
    for &unit in units {
        let Some(areas) = system.open_areas(ocean, unit, sailing) else { continue };
        let raid = raid.filter(|_| may_raid(system, ocean, unit));
        // What lies at sea patrols there if nothing is said of it.
        let at_sea = ocean.unit(unit).place.area().filter(|area| areas.contains(area)).map(Item::Area);
        let free = sailing.how == How::Patrolling && !ocean.attack_barred;
        let joins = free && system.may_join_raid(ocean, unit);
        let leaves = free && system.is_in_raid_force(ocean, unit);
        let stay = if leaves { Item::Word(system.stays_in_raid_force()) } else { stay };
        let staying = at_sea.is_none().then_some(stay);
        let joins = joins.then_some(Item::Word(Word::RaidForce));
        let leaves = leaves.then_some(Item::Word(Word::Port));
        // A ship that must make room in a full raid force does what comes next: it stays in port (AW-23.1).
        let words = if stay == Item::Word(Word::RaidForce) {
            [staying, leaves, raid, joins]
        } else {
            [staying, raid, joins, leaves]
        };
        let areas = areas.into_iter().map(Item::Area);
        ask.offer([unit], words.into_iter().flatten().chain(areas), Some(at_sea.unwrap_or(stay)));
    }
    pacific::limit_raid_force(system, ocean, &mut ask);
    ask.about = ways_about(system, ocean, &ask, sailing.reach);
    add_hopeless_rolls(system, ocean, &mut ask, sailing.reach);
    ask
}

/// Units of a nation that could go to sea now: in port, at a base at sea or waiting to arrive, not home for
/// the turn, not held back by a die, not on the bottom.
pub(super) fn ready_units(system: &AdmiralsWar, ocean: &Ocean, seat: Seat) -> Vec<UnitId> {
    let ready = |unit: &UnitId| {
        let state = ocean.unit(*unit);
        let starts =
            matches!(state.place, Place::Base(_) | Place::Arrival(_) | Place::Hold(_)) || state.based;
        system.seat_of(ocean, *unit) == seat
            && starts
            && !state.done
            && !state.pinned
            && !system.is_on_bottom(ocean, *unit)
            && !system.is_idle_french(ocean, *unit)
            && !system.is_bound_by_peace(ocean, *unit)
            && !system.is_neutral_italian(ocean, *unit)
            && !system.is_out_of_the_war(ocean, *unit)
    };
    ocean.ids().filter(ready).collect()
}

/// A ship may make ready to raid if it has a raiding side (AW-3.1-b) and no rule of the scenario forbids it.
pub(super) fn may_raid(system: &AdmiralsWar, ocean: &Ocean, unit: UnitId) -> bool {
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
fn ways_about(
    system: &AdmiralsWar,
    ocean: &Ocean,
    ask: &Ask<UnitId, Item>,
    (free, most): (u8, u8),
) -> Vec<String> {
    let of_ship = |unit: UnitId| ocean.unit(unit).place.base().filter(|_| system.counter(unit).sails());
    let mut ports: Vec<(BaseId, UnitId)> =
        ask.subjects.iter().filter_map(|it| Some((of_ship(it.item)?, it.item))).collect();
    ports.sort_unstable();
    ports.dedup_by_key(|it| (it.0, system.side_of(ocean, it.1)));
    let mut lines = Vec::new();
    for (port, unit) in ports {
        let reach = system.reach(ocean, Origin::Port(port), system.side_of(ocean, unit), most, &|_| false);
        for (steps, roll) in [(1..=free, ""), (free + 1..=most, " with a speed roll")] {
            let names: Vec<String> = reach
                .iter()
                .filter(|way| steps.contains(&way.steps))
                .map(|way| system.board.area(way.area).name.clone())
                .collect();
            lines.extend(text::listed(&format!("From {}{roll}", system.board.base(port).name), &names, 4));
        }
    }
    lines
}

/// Puts units to sea and rolls for those that go farther than they may freely; all have moved before any
/// rolls (AW-6.23).
fn sail(table: &mut Table, seat: Seat, sailing: &Sailing, answer: &[(UnitId, Item)]) -> Step<()> {
    let (how, (free, most)) = (sailing.how, sailing.reach);
    let mut units: Vec<(UnitId, AreaId)> = Vec::new();
    let mut far: Vec<(UnitId, AreaId, Option<Origin>)> = Vec::new();
    for &(unit, to) in answer {
        let Item::Area(area) = to else { continue };
        let (system, ocean) = (table.system(), table.state());
        // The raid force sails as a whole.
        if how == How::Raiding && system.is_in_raid_force(ocean, unit) {
            continue;
        }
        units.push((unit, area));
        let beyond = system.beyond(ocean, unit, (free, most));
        let way = beyond.into_iter().find(|way| way.area == area);
        far.extend(way.map(|way| (unit, area, system.origin(ocean, unit).filter(|_| way.gibraltar))));
    }
    units.sort_unstable();
    far.sort_unstable_by_key(|it| it.0);
    if units.is_empty() {
        return Ok(());
    }
    table.record(Event::Sailed { seat, how, units: units.clone() })?;
    pacific::declare(table, &units)?;
    let mut failed = Vec::new();
    for (unit, area, origin) in far {
        let passed = speed_roll(table, unit, area, how)?;
        let (system, ocean) = (table.system(), table.state());
        let two_sided = system.counter(unit).back.is_some();
        if passed {
            continue;
        }
        match origin {
            // Gibraltar sends ships back to where they came from (AW-2.51-b).
            Some(Origin::Port(port)) => failed.push(basing::Homeward { unit, homes: vec![port] }),
            Some(Origin::Sea(sea)) => {
                failed.extend(system.homeward(ocean, sea, [unit], Why::FailedRoll));
            }
            None if how == How::Raiding || !two_sided => {
                failed.extend(system.homeward(ocean, area, [unit], Why::FailedRoll));
            }
            None => {}
        }
    }
    let from = Whence::Sailing { turn: Turn(table.state().turn), how, of: seat };
    basing::send_home(table, from, Why::FailedRoll, failed)
}

/// Says which ships cannot pass the speed roll for areas that are open to them: those that do not roll and
/// fail, and those whose every die counts as one that is too high (AW-6.24).
fn add_hopeless_rolls(system: &AdmiralsWar, ocean: &Ocean, ask: &mut Ask<UnitId, Item>, reach: (u8, u8)) {
    let mut hopeless: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    for (at, subject) in ask.subjects.iter().enumerate() {
        if system.can_pass(ocean, subject.item) {
            continue;
        }
        let far = system.beyond(ocean, subject.item, reach);
        let is_far = |option: &u16| match ask.options[usize::from(*option)].item {
            Item::Area(area) => far.iter().any(|way| way.area == area),
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

/// 6.2 A ship passes if its speed is greater than the die (AW-6.2, AW-6.24). A failed patroller turns to its
/// raiding side (AW-6.21-a).
fn speed_roll(table: &mut Table, unit: UnitId, area: AreaId, how: How) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let (speed, turn) = (system.speed(ocean, unit), ocean.turn);
    let fixed = system.fixed_speed_die(ocean, unit);
    let label = format!("t{turn}/{}/{}/speed", how.id(), system.counter(unit).id);
    let die = match (speed, fixed) {
        (7.., _) | (0 | 1, _) => None,
        (_, Some(die)) => Some(die),
        _ => Some(table.roll(label, 1)?[0]),
    };
    let passed = die.map_or(speed >= 7, |die| speed > die);
    table.record(Event::SpeedRolled { unit, area, speed, die, passed })?;
    Ok(passed)
}

impl AdmiralsWar {
    /// The die that a unit's speed rolls count as, where the scenario says so.
    pub(super) fn fixed_speed_die(&self, ocean: &Ocean, unit: UnitId) -> Option<u8> {
        self.scenario.speed_rolls.filter(|(side, _)| *side == self.side_of(ocean, unit)).map(|it| it.1)
    }

    /// Whether any die lets a ship pass a speed roll.
    fn can_pass(&self, ocean: &Ocean, unit: UnitId) -> bool {
        match (self.speed(ocean, unit), self.fixed_speed_die(ocean, unit)) {
            (7.., _) => true,
            (0 | 1, _) => false,
            (speed, fixed) => fixed.is_none_or(|die| speed > die),
        }
    }
}
