//! Commerce raids, who intercepts them, and Base Attack Raids.

use super::super::board::{BaseId, SeaMap};
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::pieces::UnitId;
use super::super::state::{Place, Sea};
use super::contest::strike;
use super::reckon::{Force, Piece};
use super::sight::Sight;
use engine::rulebook::chances::fades;

/// Points of a successful raid (NW-16), and what its gain is worth besides.
const RAID: f32 = 3.5;
/// The chance that a group of interceptors meets raiders.
const MET: f32 = 0.2;
/// The speed from which interceptors are seldom late.
const FAST: u8 = 5;
/// Carriers that a faction must have before some raid a base.
const CARRIERS: usize = 3;
/// What a Base Attack Raid must be worth.
const LEAST: f32 = 0.35;

/// The fastest pair of a port, weak ships before strong ones, if they are not likely to be caught.
pub(super) fn put_out(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let mut choice = sight.default_answer()?;
    let Key::CommerceRaid { map, .. } = sight.key else { return None };
    let mut ships: Vec<(usize, u16, Place, u8, f32)> = Vec::new();
    for at in 0..sight.count() {
        let (Some(unit), Some(option)) = (sight.unit(at), sight.word(at, Word::Raid)) else { continue };
        let piece = Piece::of(sight.system, sight.sea, unit);
        let speed = sight.system.counters[unit].front.speed.unwrap_or(0);
        ships.push((at, option, sight.sea.unit(unit).place, speed, piece.worth));
    }
    // The fastest come through; among them the lightest are missed least.
    ships.sort_by(|a, b| b.3.cmp(&a.3).then(a.4.total_cmp(&b.4)).then(a.0.cmp(&b.0)));
    let first = *ships.first()?;
    let mut pair = vec![first];
    pair.extend(ships.iter().copied().filter(|it| it.2 == first.2 && it.0 != first.0).take(1));
    let passes = |it: &(usize, u16, Place, u8, f32)| f32::from(it.3.min(6)) / 6.0;
    let groups = hunters(sight, map) as f32;
    let met = 1.0 - fades(groups * MET);
    let gain = passes(&pair[0]).max(pair.get(1).map_or(0.0, passes)) * (1.0 - 0.6 * met) * RAID;
    let cost: f32 = pair.iter().map(|it| it.4 * (0.25 + 0.35 * met)).sum();
    if gain > cost {
        pair.iter().for_each(|it| choice[it.0] = it.1);
    }
    Some(choice)
}

/// How many ships may intercept.
fn hunters(sight: &Sight<'_>, map: SeaMap) -> usize {
    let (system, sea) = (sight.system, sight.sea);
    let fast = |unit: &UnitId| system.counters[*unit].front.speed.is_some_and(|speed| speed >= FAST);
    system.intercepting(sea, map).into_iter().filter(fast).count()
}

/// What is fast enough joins, carriers only beside a battleship, until they are stronger than the raiders.
pub(super) fn intercept(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let mut choice = sight.default_answer()?;
    let place = |unit: UnitId| sight.sea.unit(unit).place;
    let ship = |unit: UnitId| sight.system.counters[unit].ship();
    let units: Vec<Option<UnitId>> = (0..sight.count()).map(|at| sight.unit(at)).collect();
    let mut escorts: Vec<Place> = units
        .iter()
        .flatten()
        .filter(|unit| ship(**unit) == Some(super::super::pieces::ShipType::Bb))
        .map(|unit| place(*unit))
        .collect();
    for (at, unit) in units.iter().enumerate() {
        let Some(unit) = *unit else {
            choice[at] = sight.word(at, Word::WhenStronger).unwrap_or(choice[at]);
            continue;
        };
        let of = &sight.system.counters[unit];
        let boxed = matches!(place(unit), Place::Box(_));
        let fast = of.front.speed.is_some_and(|speed| speed >= FAST || (boxed && speed + 1 >= FAST));
        if !fast || sight.sea.unit(unit).hurt {
            continue;
        }
        if of.is_carrier() {
            let Some(escort) = escorts.iter().position(|it| *it == place(unit)) else { continue };
            escorts.remove(escort);
        }
        choice[at] = sight.word(at, Word::Join).unwrap_or(choice[at]);
    }
    Some(choice)
}

/// Interceptors fight if they are not weaker.
pub(super) fn engage(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let named = |line: &str| -> Option<Force> {
        let names = line.split_once(": ")?.1;
        let units = names.split(", ").filter_map(|name| sight.system.counters.find(name));
        Some(Force::of(sight.system, sight.sea, &units.collect::<Vec<_>>()))
    };
    let own =
        sight.question.about.iter().find(|line| line.starts_with("Interceptors")).and_then(|it| named(it))?;
    let Key::Engage { map, .. } = sight.key else { return None };
    let zone = sight.system.raid_zone(map);
    let raiders: Vec<UnitId> =
        sight.sea.ids().filter(|unit| sight.sea.unit(*unit).place == Place::OnStation(zone)).collect();
    let enemy = Force::of(sight.system, sight.sea, &raiders);
    let (gain, loss) = own.battle(&enemy);
    // A raid that is not fought succeeds.
    sight.only(if gain + 1.5 > loss { Word::Fight } else { Word::Decline })
}

/// A raid of each map that is worth it: the subject, its option, and the pieces that it uses.
pub(super) fn base_raids(sight: &Sight<'_>) -> Vec<(usize, u16, Vec<UnitId>, SeaMap)> {
    let mut found = Vec::new();
    for at in 0..sight.count() {
        let Some(Item::BaseRaid(map)) = sight.subject(at) else { continue };
        let mut best: Option<(u16, Vec<UnitId>, f32)> = None;
        for (option, item) in sight.open_to(at) {
            let Item::Base(base) = item else { continue };
            let units = raiders(sight, sight.sea, base);
            let score =
                strike(sight, sight.sea, sight.faction, base, &Force::of(sight.system, sight.sea, &units));
            if score > LEAST && best.as_ref().is_none_or(|(.., most)| score > *most) {
                best = Some((option, units, score));
            }
        }
        found.extend(best.map(|(option, units, _)| (at, option, units, map)));
    }
    found
}

/// Who raids a port or city: a heavy LBA if one can, otherwise two carriers with two surface ships, if there
/// are carriers to spare.
fn raiders(sight: &Sight<'_>, sea: &Sea, base: BaseId) -> Vec<UnitId> {
    let (system, faction) = (sight.system, sight.faction);
    let lbas = system.raid_lbas(sea, faction, base, true).unwrap_or_default();
    if let Some(lba) = lbas.first() {
        return vec![*lba];
    }
    let (ships, _) = system.best_zone(sea, faction, base).unwrap_or_default();
    let sure: Vec<UnitId> = ships.into_iter().filter(|(_, check)| !check).map(|(unit, _)| unit).collect();
    let carriers: Vec<UnitId> =
        sure.iter().copied().filter(|unit| system.counters[*unit].is_carrier()).collect();
    let Some(first) = carriers.first() else { return Vec::new() };
    if carriers.len() < CARRIERS {
        return Vec::new();
    }
    let nation = system.counters[*first].nation;
    let own = |unit: &&UnitId| system.counters[**unit].nation == nation;
    let escorts = sure.iter().filter(|unit| system.counters[**unit].is_surface()).filter(own).take(2);
    carriers.iter().filter(own).take(2).chain(escorts).copied().collect()
}

/// The force of a Base Attack Raid, as it was reckoned when it was ordered.
pub(super) fn base_raid(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let mut choice = sight.default_answer()?;
    let units: Vec<Option<UnitId>> = (0..sight.count()).map(|at| sight.unit(at)).collect();
    let lba = units.iter().position(|unit| unit.is_some_and(|unit| sight.system.counters[unit].is_lba()));
    let (mut carriers, mut escorts) = (0, 0);
    for (at, unit) in units.iter().enumerate() {
        let of = &sight.system.counters[(*unit)?];
        let joins = match lba {
            Some(lba) => at == lba,
            None if of.is_carrier() => {
                carriers += 1;
                carriers <= 2
            }
            None => {
                escorts += 1;
                escorts <= 2
            }
        };
        let word = if joins { Word::Sail } else { Word::Spare };
        choice[at] = sight.word(at, word)?;
    }
    Some(choice)
}
