//! Where units lie: as the match begins, as they arrive, and on the way home. Each ship takes the port from
//! which it reaches most that nobody covers yet; a damaged one a yard that has points for it.

use super::super::board::{AreaId, BaseId, BaseKind};
use super::super::item::Word;
use super::super::key::Key;
use super::super::movement::PATROLS;
use super::super::pieces::{Kind, Nation, UnitId};
use super::super::reach::Origin;
use super::super::state::{Pacific, Place};
use super::field::Fields;
use super::force::Force;
use super::pacific;
use super::sight::{Choice, Sight};
use engine::rulebook::two_sided::Camp;

/// What each further area in reach adds to the best one.
const CHOICE: f32 = 0.04;
/// What a yard with points is worth to a damaged ship, for the ship and for each point.
const YARD: (f32, f32) = (2.0, 0.5);
/// What a duty of the peace is worth: ships in Singapore, and Japan's at home.
const DUTY: f32 = 6.0;
/// What it costs to lie where the enemy has all around, or pays a fine.
const DANGER: f32 = 4.0;
/// How much strength covers an area to which nobody comes.
const ENOUGH: f32 = 4.0;
/// What of an area's pull an area behind a speed roll keeps, for each point of speed.
const ROLL: f32 = 1.0 / 6.0;

/// A port on offer.
struct Berth {
    base: BaseId,
    /// Areas in reach, with the steps to each.
    reach: Vec<(AreaId, u8)>,
}

/// What pulls ships to areas.
struct Pull {
    /// By area.
    pull: Vec<f32>,
    /// Strength that covers each, half of its pull gone.
    covers: Vec<f32>,
}

/// The port of each unit.
pub(super) fn berth(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let fields = Fields::look(sight);
    let (system, ocean) = (sight.system, &sight.ocean);
    let mut pull = Pull {
        pull: system.board.areas().map(|area| fields.of(area).stake()).collect(),
        covers: system.board.areas().map(|area| ENOUGH + fields.of(area).coming).collect(),
    };
    let mut yards = free_yards(sight, &units);
    let mut guards = guards_there(sight, &units);
    let mut berths: Vec<Berth> = Vec::new();
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|&at| {
        (sight.question.open_to(at).len(), std::cmp::Reverse(system.worth(ocean, units[at])), at)
    });
    let mut choice = sight.default_answer();
    for at in order {
        let unit = units[at];
        if !system.counter(unit).is_ship() && system.counter(unit).kind != Kind::Amphibious {
            continue;
        }
        let mut best: Option<(f32, u16, BaseId, Option<AreaId>)> = None;
        let ocean_of = |base: BaseId| system.board.base(base).theatre;
        let own = system.home_theatre(ocean, unit);
        // Troops that may come on anywhere stay in their own war, if a port there is left.
        let stays = system.counter(unit).kind == Kind::Amphibious
            && matches!(sight.key, Key::Reinforce { .. })
            && sight.open_to(at).any(|(_, open)| matches!(open, Choice::Base(base) if ocean_of(base) == own));
        for (option, open) in sight.open_to(at) {
            let Choice::Base(base) = open else { continue };
            if stays && ocean_of(base) != own {
                continue;
            }
            if !berths.iter().any(|it| it.base == base) {
                berths.push(Berth { base, reach: reach(sight, base) });
            }
            let Some(berth) = berths.iter().find(|it| it.base == base) else { continue };
            let (value, goal) = value(sight, unit, berth, &pull, &yards, guards);
            if best.is_none_or(|best| value > best.0) {
                best = Some((value, option, base, goal));
            }
        }
        let Some((_, option, base, goal)) = best else { continue };
        choice[at] = option;
        let yard = &mut yards[usize::from(system.yard_of(base).0)];
        let damage = ocean.unit(unit).damage;
        if damage > 0 && *yard > 0 {
            *yard = yard.saturating_sub(damage);
        } else if let Some(goal) = goal {
            let at = usize::from(goal.0);
            let strength = Force::as_if(system, ocean, unit, false).strength(sight.theatre(goal));
            pull.pull[at] *= pull.covers[at] / (pull.covers[at] + strength);
        }
        guards += usize::from(is_singapore(sight, base) && pacific::is_guard(sight, unit));
    }
    Some(choice)
}

/// What a port is worth to a unit, and the area for which it would lie there.
fn value(
    sight: &Sight,
    unit: UnitId,
    berth: &Berth,
    pull: &Pull,
    yards: &[u8],
    guards: usize,
) -> (f32, Option<AreaId>) {
    let (system, ocean) = (sight.system, &sight.ocean);
    let speed = system.speed(ocean, unit).min(7);
    let (mut best, mut goal, mut sum) = (0.0, None, 0.0);
    for &(area, steps) in &berth.reach {
        if !system.may_enter(ocean, unit, area) || pacific::is_shut(sight, unit, area) {
            continue;
        }
        let chance = if steps <= PATROLS.reach.0 { 1.0 } else { ROLL * f32::from(speed.saturating_sub(1)) };
        let worth = chance * pull.pull[usize::from(area.0)];
        sum += worth;
        if worth > best {
            (best, goal) = (worth, Some(area));
        }
    }
    let mut value = best + CHOICE * sum;
    let damage = ocean.unit(unit).damage;
    let yard = yards[usize::from(system.yard_of(berth.base).0)];
    if damage > 0 && yard > 0 && system.is_served(ocean, berth.base, unit) && sight.left > 0 {
        value += YARD.0 + YARD.1 * f32::from(damage.min(yard));
    }
    let peace = ocean.pacific == Pacific::Peace;
    let home = system.raid_port() == Some(berth.base) && system.nation_of(ocean, unit) == Nation::Jp;
    let guard =
        guards < pacific::GARRISON && pacific::is_guard(sight, unit) && is_singapore(sight, berth.base);
    if peace && (home || guard) {
        value += DUTY;
    }
    if is_surrounded(sight, berth.base) || system.board.base(berth.base).kind == BaseKind::Neutral {
        value -= DANGER;
    }
    (value, goal)
}

/// The areas in reach of a port.
fn reach(sight: &Sight, base: BaseId) -> Vec<(AreaId, u8)> {
    let ways = sight.system.reach(&sight.ocean, Origin::Port(base), sight.side, PATROLS.reach.1, &|_| false);
    ways.into_iter().map(|way| (way.area, way.steps)).collect()
}

/// Whether the enemy's flag lies on all areas around a place that can fall.
fn is_surrounded(sight: &Sight, base: BaseId) -> bool {
    let of = sight.system.board.base(base);
    sight.system.is_capturable(&sight.ocean, base)
        && of.areas.iter().all(|&area| sight.ocean.flag(area) == Some(sight.side.enemy()))
}

fn is_singapore(sight: &Sight, base: BaseId) -> bool {
    sight.system.board.base(base).id == "singapore"
}

/// Ships in Singapore that hold Indonesia, without those that are asked for.
fn guards_there(sight: &Sight, units: &[UnitId]) -> usize {
    let there = |unit: &UnitId| {
        let base = sight.ocean.unit(*unit).place.base();
        base.is_some_and(|base| is_singapore(sight, base))
            && pacific::is_guard(sight, *unit)
            && !units.contains(unit)
    };
    if sight.side == Camp::ALLIES { sight.ocean.ids().filter(there).count() } else { 0 }
}

/// The points of each yard that the ships there do not use, without those that are asked for.
fn free_yards(sight: &Sight, units: &[UnitId]) -> Vec<u8> {
    let mut yards = sight.yards.clone();
    for unit in sight.ocean.ids().filter(|unit| sight.is_own(*unit) && !units.contains(unit)) {
        let state = sight.ocean.unit(unit);
        if let (Place::Base(base), true) = (state.place, sight.system.counter(unit).is_ship()) {
            let yard = &mut yards[usize::from(sight.system.yard_of(base).0)];
            *yard = yard.saturating_sub(state.damage);
        }
    }
    yards
}

/// Hilfskreuzer stay at sea, ships go home.
pub(super) fn refuel(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let mut choice = sight.default_answer();
    for (at, &unit) in units.iter().enumerate() {
        let stays = sight.system.counter(unit).kind == Kind::Hilfskreuzer;
        let home = sight.open_to(at).find(|(_, it)| matches!(it, Choice::Base(_)));
        if let (false, Some((option, _))) = (stays, home) {
            choice[at] = option;
        }
    }
    Some(choice)
}

/// Yards work first on the ships that are nearly done, of equals on the stronger ones.
pub(super) fn repair(sight: &Sight) -> Option<Vec<u16>> {
    let mut ships: Vec<(UnitId, u16)> = sight
        .open_to(0)
        .filter_map(
            |(option, choice)| if let Choice::Unit(unit) = choice { Some((unit, option)) } else { None },
        )
        .collect();
    let (system, ocean) = (sight.system, &sight.ocean);
    let needs = |unit: UnitId| ocean.unit(unit).damage + ocean.unit(unit).overhaul;
    ships.sort_by_key(|&(unit, _)| (needs(unit), std::cmp::Reverse(system.worth(ocean, unit)), unit));
    let wanted =
        ships.iter().flat_map(|&(unit, option)| std::iter::repeat_n(option, usize::from(needs(unit))));
    let none = sight.word(0, Word::None);
    let mut wanted = wanted.map(Some).chain(std::iter::repeat(none));
    (0..sight.question.subjects.len()).map(|_| wanted.next().flatten()).collect()
}
