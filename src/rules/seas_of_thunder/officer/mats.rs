//! The mat: who goes into which box before the enemy's mat is seen, and which of two navies is fought.

use super::chances::{GUNFIRE, ONES, ONES_AND_TWOS};
use super::sight::{Sight, nation_of};
use super::stack::Stack;
use crate::board::ZoneId;
use crate::pieces::{Class, Counter, Nation, UnitId};
use crate::state::MatBox;
use engine::question::{OpenQuestion, Picks};

/// So many submarines expected make it worth hunting them.
const HUNT: f32 = 0.25;

/// What the enemy may have in a battle.
struct Foe {
    ships: f32,
    submarines: f32,
    air: f32,
}

/// A box for each unit; in line the sturdiest stand on the left, where fire begins (SOT-5.5.3-3).
pub(super) fn set(sight: &Sight, question: &OpenQuestion) -> Option<Picks> {
    let zone = sight.battle_zone(question)?;
    let units = sight.subjects(question)?;
    let foe = foe(sight, zone);
    let superiority = superiority(sight, &units, &foe);
    let wanted = |&unit: &UnitId| {
        if superiority.contains(&unit) {
            return MatBox::AirSuperiority;
        }
        suits(sight.system.counter(unit), &foe)
    };
    let option =
        |of: MatBox| question.options.iter().position(|option| option.id == of.id()).map(|at| at as u16);
    let mut choice = Vec::with_capacity(units.len());
    for (at, unit) in units.iter().enumerate() {
        let open = question.open_to(at);
        let pick = option(wanted(unit)).filter(|option| open.contains(option));
        choice.push(pick.or(question.subjects[at].default)?);
    }
    let mut order: Vec<u16> = (0..units.len() as u16).collect();
    order.sort_by_key(|&at| {
        let sturdy = sight.system.counter(units[usize::from(at)]).survivability;
        (choice[usize::from(at)], std::cmp::Reverse(sturdy), at)
    });
    Some(Picks { choice, order })
}

/// The box in which a unit does most.
fn suits(counter: &Counter, foe: &Foe) -> MatBox {
    if foe.ships <= 0.0 && counter.class.is_ship() {
        return MatBox::Reserve;
    }
    let guns = f32::from(counter.gunnery) * GUNFIRE;
    let mines = f32::from(counter.mine()) * ONES;
    if counter.air() > 0 {
        return if foe.submarines > 0.7 * foe.ships { MatBox::Asw } else { MatBox::AirStrike };
    }
    match counter.class {
        _ if counter.sub() > 0 => MatBox::Submarine,
        _ if counter.sweeps() || mines > guns => MatBox::Mine,
        _ if counter.asw() > 0 && (foe.submarines > HUNT || counter.gunnery < 2) => MatBox::Asw,
        // From here a ship joins the line or the reserve as well, when the enemy's mat lies open.
        Class::Cx | Class::Ca | Class::Ac => MatBox::Raider,
        _ if counter.gunnery >= 2 || counter.gunnery > 0 && counter.survivability > 1 => MatBox::Line,
        _ => MatBox::Reserve,
    }
}

/// The air units that fight for superiority: the smallest that together outdo the enemy's air, if that leaves
/// others to strike; else none, for they would be driven off.
fn superiority(sight: &Sight, units: &[UnitId], foe: &Foe) -> Vec<UnitId> {
    let air = |unit: &UnitId| sight.system.counter(*unit).air();
    let mut fliers: Vec<UnitId> = units.iter().copied().filter(|unit| air(unit) > 0).collect();
    fliers.sort_unstable_by_key(|unit| (air(unit), *unit));
    let total: f32 = fliers.iter().map(|unit| f32::from(air(unit))).sum();
    if foe.air < 0.5 || total <= foe.air {
        return Vec::new();
    }
    let mut sum = 0.0;
    let needed = |unit: &UnitId| {
        let short = sum < foe.air;
        sum += f32::from(air(unit));
        short
    };
    fliers.into_iter().take_while(needed).collect()
}

/// Known units as they are, the others as their navies are on average.
fn foe(sight: &Sight, zone: ZoneId) -> Foe {
    let mut foe = Foe { ships: 0.0, submarines: 0.0, air: 0.0 };
    let Some(zone) = sight.zone(zone) else { return foe };
    let known: Vec<&Counter> = sight.counters(&zone.enemy_known).collect();
    for counter in &known {
        foe.ships += if counter.class.is_ship() { 1.0 } else { 0.0 };
        foe.submarines += if counter.class.is_submarine() { 1.0 } else { 0.0 };
        foe.air += f32::from(counter.air());
    }
    for stack in zone.stacks() {
        let Some(nation) = nation_of(&stack.navy) else { continue };
        let navy = sight.navy(nation);
        let of = known.iter().filter(|counter| counter.nation == nation);
        let ships = of.clone().filter(|counter| counter.class.is_ship()).count();
        let lba = stack.lba.saturating_sub(of.count() - ships) as f32;
        let ships = stack.ships.saturating_sub(ships) as f32;
        foe.ships += ships;
        foe.submarines += ships * navy.submarines;
        foe.air += ships * navy.air + lba * navy.lba.hits / ONES_AND_TWOS;
    }
    foe
}

/// The navy from whose battle most may be hoped; the other stands aside and leaves (SOT-13.S1-10).
pub(super) fn choose_navy(sight: &Sight, question: &OpenQuestion) -> Option<Vec<u16>> {
    let at = sight.battle_zone(question)?;
    let zone = sight.zone(at)?;
    let own = Stack::sum(sight.counters(&zone.own));
    let stake = sight.stake(at);
    let hope = |&option: &u16| {
        let name = &question.options[usize::from(option)].id;
        let stacks = zone.stacks().iter().filter_map(|stack| Some((nation_of(&stack.navy)?, stack)));
        // A navy may fight together with others than the one that names it: only those apart are told from
        // the rest.
        let apart = |nation: Nation| sight.fights_apart(nation, sight.side.enemy());
        let chosen_apart = stacks.clone().any(|(nation, _)| nation.name() == name && apart(nation));
        let fights = stacks.filter(|(nation, _)| apart(*nation) == chosen_apart);
        let fleet = fights.fold(Stack::default(), |sum, (nation, stack)| {
            let navy = sight.navy(nation);
            sum.with(navy.ship.times(stack.ships as f32)).with(navy.lba.times(stack.lba as f32))
        });
        stake.expect(&own, &fleet)
    };
    let open = question.open_to(0).iter().copied();
    let best = open.reduce(|best, option| if hope(&option) > hope(&best) { option } else { best })?;
    Some(vec![best; question.subjects.len()])
}
