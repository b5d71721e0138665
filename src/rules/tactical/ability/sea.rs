//! Abilities of ships and submarines outside of attacks: speed, movement, mines, smoke, repairs.

use super::super::Battle;
use super::super::field::{Field, Unit};
use super::super::log::{Effect, Entry, Id};
use super::super::map::{End, Sector};
use super::super::plan::Posture;
use super::choice;
use super::marks::{Lasting, Mending};
use crate::cards::{Abilities, Ability, Kind, Weapon};
use engine::table::Step;

/// How near an enemy ship must be before a burst of speed is spent.
const NEAR: u8 = 4;
/// How near the enemy keeps a ship from the chase, and a pursuer reaches (WST-sa-26, WST-sa-139).
const CHASE: u8 = 3;
const PURSUIT: u8 = 2;
/// How many ships a general pursuit moves (WST-sa-88).
const PURSUERS: usize = 3;

/// A side's units there, with what an initiative roll gets of each: its Flagship bonus only on the map
/// (WST-init-3).
pub fn who_lead(field: &Field<'_>, end: End) -> Vec<(Kind, Abilities, u8)> {
    let there = field.side(end).filter(|(_, unit)| unit.is_there());
    let flagship = |id: Id, unit: &Unit| {
        if unit.kind.is_afloat() && unit.at.is_some() { field.card(id).flagship } else { 0 }
    };
    there.map(|(id, unit)| (unit.kind, unit.abilities, flagship(id, unit))).collect()
}

/// The distance of the nearest enemy ship.
fn nearest(field: &Field<'_>, id: Id) -> Option<(u8, Id)> {
    let enemies = field.ships(field.unit(id).end.other());
    let mut best: Option<(u8, Id)> = None;
    for (other, _) in enemies {
        if let Some(range) = field.range(id, other)
            && best.is_none_or(|(least, _)| range < least)
        {
            best = Some((range, other));
        }
    }
    best
}

/// Rolls what decides the speed of a unit this turn; gives what is added.
///
/// # Halts
/// As the dice.
pub fn speed(battle: &mut Battle<'_>, id: Id) -> Step<i8> {
    let cards = battle.field.cards;
    let unit = battle.field.unit(id);
    let own = unit.abilities;
    let near = |field: &Field<'_>, most| nearest(field, id).is_some_and(|(range, _)| range <= most);
    if battle.field.marks.has(id, Lasting::OnGuard, battle.field.turn) {
        return Ok(i8::MIN);
    }
    let mut gain = 0;
    for (ability, row) in cards.effects.speeds.iter().filter(|(ability, _)| own.has(*ability)) {
        if row.first_turn {
            if battle.field.turn == 1 {
                return Ok(i8::MIN);
            }
        } else if let Some(most) = row.near {
            gain += if near(&battle.field, most) { row.gain } else { 0 };
        } else {
            let die = battle.roll_for(id, *ability, None)?;
            let works = row.from.is_some_and(|from| die >= from) || row.to.is_some_and(|to| die <= to);
            battle.spoke(id, *ability, None, Some(die), works);
            gain += if works { row.gain } else { 0 };
        }
    }
    let ordered =
        |field: &Field<'_>, ability| choice::order(field, id, ability).is_some() || near(field, NEAR);
    if choice::wants(&battle.field, id, Ability::HighSpeedRun)
        && ordered(&battle.field, Ability::HighSpeedRun)
    {
        battle.spend(id, Ability::HighSpeedRun);
        battle.spoke(id, Ability::HighSpeedRun, None, None, true);
        gain += 1;
    }
    if choice::wants(&battle.field, id, Ability::Sprint) && ordered(&battle.field, Ability::Sprint) {
        let die = battle.roll_for(id, Ability::Sprint, None)?;
        battle.spend(id, Ability::Sprint);
        battle.spoke(id, Ability::Sprint, None, Some(die), die >= 4);
        gain += i8::from(die >= 4);
    }
    Ok(gain)
}

/// Before a side moves: who repairs whom, and who follows whom instead of moving.
pub fn movement_begins(battle: &mut Battle<'_>, end: End) {
    let turn = battle.field.turn;
    let field = &battle.field;
    let beside = |id: Id| {
        let unit = field.unit(id);
        let damaged = |(other, it): &(Id, &Unit)| *other != id && it.kind.is_ship() && it.damage > 0;
        unit.at.and_then(|at| field.in_sector(end, at).find(damaged)).map(|(other, _)| other)
    };
    let repairs: Vec<Mending> = choice::willing(field, end, Ability::Repair)
        .filter_map(|(by, _)| Some(Mending { by, ship: beside(by)? }))
        .collect();
    for mending in repairs {
        battle.spend(mending.by, Ability::Repair);
        battle.spoke(mending.by, Ability::Repair, Some(mending.ship), None, true);
        battle.field.marks.mending.push(mending);
        for id in [mending.by, mending.ship] {
            let unit = battle.field.unit_mut(id);
            unit.held_until = unit.held_until.max(turn);
        }
    }
    if end == battle.field.first {
        pursue(battle, end);
    }
}

/// WST-sa-139: as first player, an enemy ship in its sector is named instead of moving.
fn pursue(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    let mut found = Vec::new();
    for (id, unit) in choice::willing(field, end, Ability::PursuitShip) {
        let Some(at) = unit.at.filter(|_| closes(field, id)) else { continue };
        let local = field.ships(end.other()).filter(|(_, other)| other.at == Some(at));
        let dearest = local.max_by_key(|(other, it)| (it.cost, std::cmp::Reverse(*other)));
        found.extend(dearest.map(|(other, _)| (id, other, at)));
    }
    let turn = battle.field.turn;
    for (id, other, at) in found {
        battle.field.marks.pursuits.push((id, other, at));
        let unit = battle.field.unit_mut(id);
        unit.held_until = unit.held_until.max(turn);
        battle.spoke(id, Ability::PursuitShip, Some(other), None, true);
    }
}

/// Whether a unit's group goes for the enemy.
fn closes(field: &Field<'_>, id: Id) -> bool {
    let unit = field.unit(id);
    let posture = field.postures[unit.end as usize].get(unit.group);
    let withdraws =
        field.broken[unit.end as usize] || field.is_crippled(id) && field.plan(unit.end).cripples_withdraw;
    !withdraws && matches!(posture, Some(Posture::Close(_)))
}

/// After a side has moved.
///
/// # Halts
/// As the dice.
pub fn moved(battle: &mut Battle<'_>, end: End) -> Step<()> {
    reveal(battle, end);
    chase(battle, end)?;
    torpedo_run(battle, end)?;
    general_pursuit(battle, end)?;
    if end == battle.field.second() {
        follow(battle)?;
        for side in battle.field.in_turn() {
            hunt_boats(battle, side)?;
        }
    }
    Ok(())
}

/// WST-sa-52: a disguised ship that lies with another is known.
fn reveal(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    if !choice::brought(field, end, Ability::Disguise) {
        return;
    }
    let lies_with = |id: Id, at: Sector| field.ships(end).any(|(other, it)| other != id && it.at == Some(at));
    let known: Vec<Id> = field
        .ships(end)
        .filter(|(id, unit)| unit.has(Ability::Disguise) && unit.at.is_some_and(|at| lies_with(*id, at)))
        .map(|(id, _)| id)
        .collect();
    known.into_iter().for_each(|id| battle.field.marks.record_mut(id).revealed = true);
}

/// The neighbour of a unit's sector with room that is nearest to another sector, if it is nearer than where
/// the unit is.
fn step_toward(field: &Field<'_>, id: Id, to: Sector) -> Option<Sector> {
    let unit = field.unit(id);
    let from = unit.at?;
    let order = |at: &Sector| (at.range(to), field.grid.own_order(unit.end, *at));
    let steps = field.grid.neighbours(from).filter(|at| field.room_for(id, *at));
    steps.min_by_key(order).filter(|at| at.range(to) < from.range(to))
}

/// WST-sa-26: with no enemy ship within three sectors one step toward the nearest.
fn chase(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::Chase)
        .filter(|(id, _)| closes(field, *id))
        .map(|(id, _)| id)
        .collect();
    for id in owners {
        let field = &battle.field;
        let far = nearest(field, id).filter(|(range, _)| *range > CHASE);
        let to = far.and_then(|(_, other)| step_toward(field, id, field.unit(other).at?));
        if let Some(to) = to {
            battle.spoke(id, Ability::Chase, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}

/// WST-sa-185: once, with a destroyer beside it, one step to where both can use torpedoes.
fn torpedo_run(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::TorpedoRun).map(|(id, _)| id).collect();
    for id in owners {
        let field = &battle.field;
        let Some(from) = field.unit(id).at else { continue };
        let mate = |(other, it): &(Id, &Unit)| *other != id && it.kind == Kind::Destroyer;
        let Some((mate, _)) = field.in_sector(end, from).find(mate) else { continue };
        let reaches = |ship: Id, at: Sector| {
            let dice = |target: Sector| {
                field.card(ship).line(Weapon::Torpedo).get(usize::from(at.range(target))).copied()
            };
            field.ships(end.other()).any(|(_, it)| it.at.and_then(dice).is_some_and(|dice| dice > 0))
        };
        if reaches(id, from) && reaches(mate, from) {
            continue;
        }
        let to = field.grid.in_order(end).find(|to| {
            from.range(*to) == 1
                && field.room_for(id, *to)
                && field.room_for(mate, *to)
                && reaches(id, *to)
                && reaches(mate, *to)
        });
        let Some(to) = to.filter(|to| field.ships(end).all(|(_, it)| it.at != Some(*to))) else { continue };
        battle.spend(id, Ability::TorpedoRun);
        battle.spoke(id, Ability::TorpedoRun, Some(mate), None, true);
        battle.move_to(id, to)?;
        battle.move_to(mate, to)?;
    }
    Ok(())
}

/// WST-sa-88: up to three ships, the owner first, one step toward the nearest enemy; the side loses the next
/// initiative.
fn general_pursuit(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owner = choice::willing(field, end, Ability::GeneralPursuit).next();
    let Some((owner, _)) = owner else { return Ok(()) };
    let others = field.ships(end).map(|(id, _)| id).filter(|id| *id != owner);
    let mut ships: Vec<Id> = [owner].into_iter().chain(others).collect();
    ships.retain(|id| {
        let to = nearest(field, *id).and_then(|(_, other)| field.unit(other).at);
        to.is_some_and(|to| step_toward(field, *id, to).is_some())
    });
    if ships.is_empty() {
        return Ok(());
    }
    battle.spend(owner, Ability::GeneralPursuit);
    battle.spoke(owner, Ability::GeneralPursuit, None, None, true);
    battle.field.gave_way = Some(end);
    for id in ships.into_iter().take(PURSUERS) {
        let field = &battle.field;
        let to = nearest(field, id).and_then(|(_, other)| field.unit(other).at);
        if let Some(to) = to.and_then(|to| step_toward(&battle.field, id, to)) {
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}

/// WST-sa-139: pursuers follow.
fn follow(battle: &mut Battle<'_>) -> Step<()> {
    for (id, other, from) in std::mem::take(&mut battle.field.marks.pursuits) {
        let field = &battle.field;
        let to = field.unit(other).at.filter(|to| field.unit(other).is_there() && from.range(*to) <= PURSUIT);
        if let Some(to) = to.filter(|to| *to != from && field.room_for(id, *to)) {
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}

/// WST-sa-175, WST-sa-58: into a neighbouring sector with an enemy submarine.
fn hunt_boats(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    if field.broken[end as usize] {
        return Ok(());
    }
    let hunters: Vec<Id> = choice::willing(field, end, Ability::SubHunter).map(|(id, _)| id).collect();
    for id in hunters {
        let field = &battle.field;
        let Some(from) = field.unit(id).at else { continue };
        let boat_at = |at: Sector| {
            field.boats(end.other()).any(|(_, it)| it.at == Some(at) && !it.has(Ability::ElusiveQuarry))
        };
        let any_here = field.boats(end.other()).any(|(_, it)| it.at == Some(from));
        let next = field
            .grid
            .in_order(end)
            .find(|at| from.range(*at) == 1 && boat_at(*at) && field.room_for(id, *at));
        if let Some(to) = next.filter(|_| !any_here) {
            battle.spoke(id, Ability::SubHunter, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}

/// How many ships of a side a sector may hold (WST-sa-28).
pub fn ship_room(field: &Field<'_>, mut there: impl Iterator<Item = Id>) -> usize {
    2 + usize::from(there.any(|id| field.unit(id).has(Ability::CloseEscort)))
}

/// After the surface attacks are settled: who slips away, and who is driven off (WST-sa-40, WST-sa-55).
///
/// # Halts
/// As the dice.
pub fn surface_ends(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let missed = |boat: Id| {
        field.marks.shots.iter().any(|shot| {
            let miss = matches!(shot.effect, Effect::Miss | Effect::Hidden | Effect::Foiled);
            (shot.at, shot.weapon) == (boat, Weapon::Asw) && miss && field.unit(shot.by).kind.is_ship()
        })
    };
    let quarry: Vec<Id> = field
        .boats(end)
        .filter(|(id, _)| choice::wants(field, *id, Ability::DangerousQuarry) && missed(*id))
        .map(|(id, _)| id)
        .collect();
    for id in quarry {
        if let Some(to) = safest(&battle.field, id) {
            battle.spoke(id, Ability::DangerousQuarry, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    drive_off(battle, end)
}

/// The neighbouring sector with the fewest hunters in it, then next to it, if that is better than here; by
/// own order.
fn safest(field: &Field<'_>, boat: Id) -> Option<Sector> {
    let unit = field.unit(boat);
    let from = unit.at?;
    let hunters = |at: Sector, most: u8| {
        let near = |(id, it): &(Id, &Unit)| {
            field.card(*id).line(Weapon::Asw)[0] > 0 && it.at.is_some_and(|its| its.range(at) <= most)
        };
        field.ships(unit.end.other()).filter(near).count()
    };
    let danger = |at: Sector| (hunters(at, 0), hunters(at, 1));
    let steps = field.grid.in_order(unit.end).filter(|at| from.range(*at) == 1 && field.room_for(boat, *at));
    steps.min_by_key(|at| danger(*at)).filter(|at| danger(*at) < danger(from))
}

/// Once, a destroyer or torpedo boat that it attacked moves one sector away.
fn drive_off(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::DriveOff).map(|(id, _)| id).collect();
    for id in owners {
        let field = &battle.field;
        let Some(own) = field.unit(id).at else { continue };
        let shots = field.marks.shots.iter().filter(|shot| shot.by == id);
        let driven =
            shots.filter(|shot| field.unit(shot.at).kind.is_small() && field.unit(shot.at).is_there());
        let away = |target: Id| {
            let from = field.unit(target).at?;
            let far = |to: &Sector| from.range(*to) == 1 && own.range(*to) > own.range(from);
            let to = field
                .grid
                .in_order(field.unit(target).end)
                .find(|to| far(to) && field.room_for(target, *to))?;
            Some((target, to))
        };
        let found = driven.map(|shot| shot.at).find_map(away);
        if let Some((target, to)) = found {
            battle.spend(id, Ability::DriveOff);
            battle.spoke(id, Ability::DriveOff, Some(target), None, true);
            battle.move_to(target, to)?;
        }
    }
    Ok(())
}

/// At the end of a turn: damage control and repairs (WST-sa-39, WST-sa-147).
///
/// # Halts
/// As the dice.
pub fn turn_ends(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let any = choice::brought(field, end, Ability::DamageControl);
    let damaged: Vec<Id> = field
        .on_map(end)
        .take_while(|_| any)
        .filter(|(id, unit)| unit.damage > 0 && choice::wants(field, *id, Ability::DamageControl))
        .map(|(id, _)| id)
        .collect();
    for id in damaged {
        let die = battle.roll_for(id, Ability::DamageControl, None)?;
        battle.spoke(id, Ability::DamageControl, None, Some(die), die >= 5);
        if die >= 5 {
            battle.spend(id, Ability::DamageControl);
            mend(battle, id);
        }
    }
    let mut mending = battle.field.marks.mending.clone();
    mending.retain(|it| battle.field.unit(it.by).end == end);
    for it in mending {
        let both = [it.by, it.ship].into_iter().all(|id| battle.field.unit(id).is_there());
        if both && battle.field.unit(it.ship).damage > 0 {
            let die = battle.roll_for(it.by, Ability::Repair, Some(it.ship))?;
            battle.spoke(it.by, Ability::Repair, Some(it.ship), Some(die), die >= 2);
            if die >= 2 {
                mend(battle, it.ship);
            }
        }
    }
    Ok(())
}

/// Gives a unit one hull point back.
fn mend(battle: &mut Battle<'_>, id: Id) {
    let unit = battle.field.unit_mut(id);
    unit.damage = unit.damage.saturating_sub(1);
    unit.mended = true;
    let damage = unit.damage;
    battle.note(|| Entry::Mended { unit: id, damage });
}
