//! Abilities by which an aircraft flies the same mission again, comes back late, or never.

use super::super::Battle;
use super::super::field::{Field, Unit};
use super::super::log::{Id, Task};
use super::super::map::{End, Sector};
use super::super::plan::Use;
use super::choice;
use crate::cards::Ability;
use engine::table::Step;

/// WST-sa-67, WSC-16-5: before Air Mission a marker comes off that alone keeps the aircraft from an enemy
/// ship in the sector of its last mission; it flies the same mission again.
pub fn endure(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    if !choice::brought(field, end, Ability::ExcellentEndurance) {
        return;
    }
    let enemy_ship = |at: Sector| field.ships(end.other()).any(|(_, unit)| unit.at == Some(at));
    let ready = |(id, unit): &(Id, &Unit)| {
        let marked = unit
            .wings
            .as_ref()
            .is_some_and(|it| it.markers == 1 && it.last.is_some_and(|(at, _)| enemy_ship(at)));
        unit.is_there() && marked && choice::wants(field, *id, Ability::ExcellentEndurance)
    };
    let owners: Vec<Id> = field.side(end).filter(ready).map(|(id, _)| id).collect();
    for id in owners {
        if let Some(wings) = &mut battle.field.unit_mut(id).wings {
            wings.markers = 0;
        }
        battle.field.marks.same_mission.push(id);
        battle.spend(id, Ability::ExcellentEndurance);
        battle.spoke(id, Ability::ExcellentEndurance, None, None, true);
    }
}

/// WST-sa-119, WSC-16-8: before Air Return; it stays for a cripple or a slow ship in the sector of its
/// mission, or for any ship if it was ordered to.
pub fn loiter(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    if !choice::brought(field, end, Ability::Loiter) {
        return;
    }
    let prey = |at: Sector, any: bool| {
        let slow = |id: Id| field.is_crippled(id) || field.card(id).speed == 1;
        field.ships(end.other()).any(|(id, unit)| unit.at == Some(at) && (any || slow(id)))
    };
    let stays = |(id, unit): &(Id, &Unit)| {
        let Some((at, _)) = unit.wings.as_ref().and_then(|it| it.last) else { return false };
        let flew = unit.at.is_some() && !unit.is_aborted() && unit.has(Ability::Loiter);
        flew && match choice::order(field, *id, Ability::Loiter) {
            Some(Use::Never) => false,
            Some(Use::Turn(turn)) => field.turn >= turn && prey(at, true),
            _ => prey(at, false),
        }
    };
    let owners: Vec<Id> = field.flying(end).filter(stays).map(|(id, _)| id).collect();
    for id in owners {
        battle.field.marks.same_mission.push(id);
        battle.spoke(id, Ability::Loiter, None, None, true);
    }
}

/// The mission that an aircraft must fly again.
pub fn fixed_mission(field: &Field<'_>, id: Id) -> Option<(Sector, Task)> {
    let last = field.unit(id).wings.as_ref().and_then(|it| it.last);
    last.filter(|_| field.marks.same_mission.contains(&id))
}

/// WST-sa-189: a marker that comes off only from 4 on.
///
/// # Halts
/// As the dice.
pub fn rearms(battle: &mut Battle<'_>, id: Id) -> Step<bool> {
    if !battle.field.marks.late.contains(&id) {
        return Ok(true);
    }
    let die = battle.roll_for(id, Ability::UncertainArrival, None)?;
    battle.spoke(id, Ability::UncertainArrival, None, Some(die), die >= 4);
    if die >= 4 {
        battle.field.marks.late.retain(|it| *it != id);
    }
    Ok(die >= 4)
}

/// WST-sa-177, WST-sa-111: what is spent by its attack is destroyed at the end of Air Attack.
pub fn spend_planes(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    let any = choice::brought(field, end, Ability::SuicideAttack);
    let mut spent: Vec<Id> = field
        .flying(end)
        .take_while(|_| any)
        .filter(|(_, unit)| unit.has(Ability::SuicideAttack) && !unit.is_aborted())
        .map(|(id, _)| id)
        .collect();
    spent.extend(field.marks.spent.iter().filter(|id| field.unit(**id).end == end));
    for id in spent {
        battle.field.unit_mut(id).doomed = true;
    }
    let ours = |id: &Id| battle.field.unit(*id).end == end;
    let left: Vec<Id> = battle.field.marks.spent.iter().copied().filter(|id| !ours(id)).collect();
    battle.field.marks.spent = left;
}
