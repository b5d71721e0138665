//! Where pieces lie, what is built, and which LBAs reorganize.

use super::super::board::{BaseId, ZoneId};
use super::super::item::{Item, Word};
use super::super::pieces::UnitId;
use super::super::set_up::place_of;
use super::super::state::Place;
use super::sight::Sight;

/// How much better a base must be before a piece moves to it.
const BETTER: f32 = 0.9;

/// Ships go to ports from which they reach the zones that are worth most without a check, LBAs to where they
/// cover such zones; what lies well stays.
pub(super) fn rebase(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let mut choice = sight.default_answer()?;
    let zones = values(sight);
    for at in 0..sight.count() {
        let Some(unit) = sight.unit(at) else { continue };
        let now = match sight.sea.unit(unit).place {
            Place::Base(base) => score(sight, &zones, unit, base),
            // A box is a safe haven from which all its zones are open.
            Place::Box(hold) => boxed(sight, &zones, unit, hold),
            _ => -1.0,
        };
        let mut best: Option<(u16, f32)> = None;
        for (option, item) in sight.open_to(at) {
            let score = match place_of(item) {
                Some(Place::Base(base)) => score(sight, &zones, unit, base),
                Some(Place::Box(hold)) => boxed(sight, &zones, unit, hold),
                _ => continue,
            };
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((option, score));
            }
        }
        if let Some((option, score)) = best.filter(|(_, score)| *score > now + BETTER) {
            let before = std::mem::replace(&mut choice[at], option);
            // Where no more find room silence is right.
            if sight.question.broken_limit(&choice).is_some() {
                choice[at] = before;
            }
            let _ = score;
        }
    }
    Some(choice)
}

/// What each zone is worth to the faction: its value if it can score there, a little for what lies beside it.
fn values(sight: &Sight<'_>) -> Vec<f32> {
    let (system, sea) = (sight.system, sight.sea);
    let value = |zone: ZoneId| {
        let disputed = system.is_disputed(sea, zone, sight.faction);
        f32::from(system.board.zone(zone).value) * f32::from(u8::from(disputed))
    };
    system.board.zone_ids().map(value).collect()
}

fn of_zones(zones: &[f32], of: &[ZoneId]) -> f32 {
    let values = || of.iter().map(|zone| zones[usize::from(zone.0)]);
    values().fold(0.0, f32::max) + 0.3 * values().sum::<f32>()
}

fn boxed(sight: &Sight<'_>, zones: &[f32], unit: UnitId, hold: super::super::board::BoxId) -> f32 {
    if sight.system.counters[unit].is_lba() {
        return -1.0;
    }
    of_zones(zones, &sight.system.board.hold(hold).zones)
}

/// What a base is worth to a piece.
fn score(sight: &Sight<'_>, zones: &[f32], unit: UnitId, base: BaseId) -> f32 {
    let (system, sea) = (sight.system, sight.sea);
    let of = system.board.base(base);
    if system.counters[unit].is_lba() {
        // Each base within range whose port touches a zone is an Air Base for it.
        let mut reached: Vec<ZoneId> = Vec::new();
        for other in system.board.base_ids() {
            let at = system.board.base(other);
            let near = at.hex.distance(of.hex).is_some_and(|hexes| hexes <= range(sight, unit));
            let own = near && system.controller(&sea.facts, other).ok().flatten() == Some(sight.faction);
            if own {
                reached.extend(at.zones.iter().filter(|zone| !reached.contains(zone)).collect::<Vec<_>>());
            }
        }
        return of_zones(zones, &reached);
    }
    let frozen = of.ice
        && system
            .flag(
                &sea.facts,
                super::super::facts::Fact::WeatherSnow,
                &[super::super::facts::Subject::Map(of.map())],
            )
            .unwrap_or(false);
    of_zones(zones, &of.zones) - if frozen { 2.0 } else { 0.0 }
}

fn range(sight: &Sight<'_>, unit: UnitId) -> u8 {
    match sight.system.counters[unit].kind {
        super::super::pieces::Kind::Lba { range, .. } => range.min(sight.system.tables.task_force.lba_range),
        _ => 0,
    }
}

/// Carriers and battleships first, then what the rest buys.
pub(super) fn build(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let mut choice = sight.default_answer()?;
    let mut order: Vec<usize> = (0..sight.count()).collect();
    let power = |at: usize| {
        let side = sight.unit(at).map(|unit| sight.system.counters[unit].front).unwrap_or_default();
        2 * side.airstrike + side.gunnery
    };
    order.sort_by_key(|at| (std::cmp::Reverse(power(*at)), *at));
    // Each is begun if what must be begun before it is, and points are left; so it takes several looks.
    for _ in 0..sight.count() {
        let mut is_changed = false;
        for at in order.iter().copied() {
            let leaves = sight.word(at, Word::Leave) == Some(choice[at]);
            let begins = sight.open_to(at).find(|(_, item)| *item != Item::Word(Word::Leave));
            let (true, Some((option, _))) = (leaves, begins) else { continue };
            let before = std::mem::replace(&mut choice[at], option);
            if sight.question.broken_limit(&choice).is_some() {
                choice[at] = before;
            } else {
                is_changed = true;
                break;
            }
        }
        if !is_changed {
            break;
        }
    }
    Some(choice)
}

/// Of two reduced LBAs of a nation one is removed and restores the other.
pub(super) fn reorganize(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let mut choice = sight.default_answer()?;
    let mut bound: Vec<UnitId> = Vec::new();
    for (at, chosen) in choice.iter_mut().enumerate() {
        let Some(unit) = sight.unit(at).filter(|unit| !bound.contains(unit)) else { continue };
        let other = sight.open_to(at).find_map(|(option, item)| match item {
            Item::Unit(other) if !bound.contains(&other) => Some((option, other)),
            _ => None,
        });
        if let Some((option, other)) = other {
            *chosen = option;
            bound.extend([unit, other]);
        }
    }
    Some(choice)
}
