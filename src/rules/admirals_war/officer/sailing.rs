//! Ships go where each gains most, the strongest first; what gains nothing makes ready to raid.

use super::super::board::AreaId;
use super::super::event::How;
use super::super::item::Word;
use super::super::movement::{PATROLS, RAIDS};
use super::super::pieces::{Kind, UnitId};
use super::super::state::Place;
use super::field::Fields;
use super::force::Force;
use super::sight::{Choice, Sight};
use super::{pacific, submarines};

/// What a ship must gain at sea beyond what it does in port.
const MARGIN: f32 = 0.04;
/// How often ships think again when all others have chosen.
const SECOND_THOUGHTS: usize = 2;

/// Where a ship may go.
struct Way {
    option: u16,
    area: AreaId,
    /// Chance that it gets there.
    chance: f32,
}

/// A ship that goes to sea, or not.
struct Ship {
    /// The subject.
    at: usize,
    /// What it can do there.
    force: Force,
    ways: Vec<Way>,
    /// Which of them it takes.
    chosen: Option<usize>,
}

/// Where ships and submarines patrol, and which ships make ready to raid.
pub(super) fn patrol(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let mut choice = sight.default_answer();
    let mut fields = Fields::look(sight);
    let mut yards = sight.yards.clone();
    let (mut ships, mut others): (Vec<Ship>, Vec<usize>) = (Vec::new(), Vec::new());
    let guards = pacific::guards(sight, &units);
    let mut room = pacific::room_in_raid_force(sight, &units);
    for (at, &unit) in units.iter().enumerate() {
        if let Some(option) = pacific::order(sight, at, unit, &mut room) {
            choice[at] = option;
            continue;
        }
        let counter = sight.system.counter(unit);
        if !counter.is_ship() {
            others.push(at);
            continue;
        }
        let mut ways = ways(sight, at, unit, How::Patrolling);
        if guards.contains(&at) {
            ways.retain(|way| Some(way.area) == sight.area_called(pacific::INDONESIA));
        } else if lies_up(sight, unit, &mut yards) {
            choice[at] = sight.word(at, Word::Stay).unwrap_or(choice[at]);
            continue;
        }
        ships.push(Ship {
            at,
            force: Force::as_if(sight.system, &sight.ocean, unit, false),
            ways,
            chosen: None,
        });
    }
    let must = |at: usize| guards.contains(&at);
    send(&mut fields, &mut ships, must);
    for ship in &ships {
        let idle = sight.word(ship.at, Word::Raid).unwrap_or(choice[ship.at]);
        choice[ship.at] = ship.chosen.map_or(idle, |way| ship.ways[way].option);
    }
    submarines::place(sight, &mut fields, &units, &others, &mut choice);
    Some(choice)
}

/// Where ships raid that made ready to.
pub(super) fn raid(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let mut choice = sight.default_answer();
    let mut fields = Fields::look(sight);
    let mut ships = Vec::new();
    for (at, &unit) in units.iter().enumerate() {
        if sight.system.is_in_raid_force(&sight.ocean, unit) {
            choice[at] = pacific::sail_against_pearl(sight, at).unwrap_or(choice[at]);
            continue;
        }
        let ways = ways(sight, at, unit, How::Raiding);
        ships.push(Ship {
            at,
            force: Force::as_if(sight.system, &sight.ocean, unit, true),
            ways,
            chosen: None,
        });
    }
    send(&mut fields, &mut ships, |_| false);
    for ship in &ships {
        choice[ship.at] = ship.chosen.map_or(choice[ship.at], |way| ship.ways[way].option);
    }
    Some(choice)
}

/// Lets each ship take the way on which it gains most, the strongest first, then think again.
fn send(fields: &mut Fields, ships: &mut [Ship], must: impl Fn(usize) -> bool) {
    let size = |ship: &Ship| ship.force.air + ship.force.guns + ship.force.body;
    ships.sort_by(|a, b| must(b.at).cmp(&must(a.at)).then(size(b).total_cmp(&size(a))).then(a.at.cmp(&b.at)));
    for _ in 0..=SECOND_THOUGHTS {
        for ship in ships.iter_mut() {
            if let Some(way) = ship.chosen.take() {
                fields.at(ship.ways[way].area).own -= ship.force;
            }
            let gains = ship.ways.iter().map(|way| way.chance * fields.of(way.area).gain(ship.force));
            let best = gains.enumerate().reduce(|best, other| if other.1 > best.1 { other } else { best });
            if let Some((way, _)) = best.filter(|(_, gain)| *gain > MARGIN || must(ship.at)) {
                ship.chosen = Some(way);
                fields.at(ship.ways[way].area).own += ship.force;
            }
        }
    }
}

/// The areas open to a ship, with its chance to get there.
fn ways(sight: &Sight, at: usize, unit: UnitId, how: How) -> Vec<Way> {
    let reach = if how == How::Raiding { RAIDS.reach } else { PATROLS.reach };
    let far = sight.system.beyond(&sight.ocean, unit, reach);
    let rolled = passes(sight, unit);
    let way = |(option, choice)| {
        let Choice::Area(area) = choice else { return None };
        let chance = if far.iter().any(|way| way.area == area) { rolled } else { 1.0 };
        (!pacific::is_shut(sight, unit, area)).then_some(Way { option, area, chance })
    };
    sight.open_to(at).filter_map(way).collect()
}

/// The chance that a ship passes a speed roll (AW-6.2, AW-6.24).
fn passes(sight: &Sight, unit: UnitId) -> f32 {
    match sight.system.speed(&sight.ocean, unit) {
        0 | 1 => 0.0,
        speed => match sight.system.fixed_speed_die(&sight.ocean, unit) {
            Some(die) => f32::from(u8::from(speed > die)),
            None => f32::from(speed.min(7) - 1) / 6.0,
        },
    }
}

/// Whether a damaged ship stays in its port: the yard has points for it, or it can do nothing else.
fn lies_up(sight: &Sight, unit: UnitId, yards: &mut [u8]) -> bool {
    let (state, counter) = (sight.ocean.unit(unit), sight.system.counter(unit));
    let Place::Base(base) = state.place else { return false };
    if state.damage == 0 || sight.left == 0 {
        return false;
    }
    let yard = &mut yards[usize::from(sight.system.yard_of(base).0)];
    let served = sight.system.is_served(&sight.ocean, base, unit) && *yard > 0;
    if served {
        *yard = yard.saturating_sub(state.damage);
    }
    served || counter.kind != Kind::Carrier && sight.system.is_crippled(&sight.ocean, unit)
}
