//! What follows from an attack.

use super::super::Battle;
use super::super::attack::{Attack, Hit};
use super::super::field::Unit;
use super::super::log::{Effect, Id};
use super::marks::Lasting;
use super::{air, choice};
use crate::cards::{Ability, Kind, Weapon};
use crate::effects::Class;
use engine::table::Step;

/// After an attack is marked and noted.
///
/// # Halts
/// As the dice.
pub fn after(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let phase = battle.phase;
    battle.field.marks.note(attack, hit, phase);
    battle.field.marks.end(attack.at, Lasting::OnGuard);
    let turn = battle.field.turn;
    let by = battle.field.unit(attack.by).abilities;
    if by.has(Ability::CoveringFire) {
        battle.field.marks.set(attack.at, Lasting::CoveredBy(attack.by), turn + 1, turn + 1);
    }
    let hurts = matches!(hit.effect, Effect::Damage | Effect::Vital);
    if hurts {
        crippling_salvo(battle, attack, hit)?;
        lucky_hit(battle, attack)?;
        inspire(battle, attack);
    }
    if by.has(Ability::BadLuck) {
        bad_luck(battle, attack, hit)?;
    }
    if attack.weapon == Weapon::Bomb && attack.through == Some(Ability::KamikazeAttack) {
        battle.field.marks.spent.push(attack.by);
    }
    if let Some(through) = attack.through
        && battle.field.cards.effects.class(through) == Class::Once
    {
        battle.spend(attack.by, through);
    }
    bombard(battle, attack, hit);
    air::after_antiair(battle, attack, hit)
}

/// WST-sa-35: main guns that damage a cruiser or battleship may cripple it for a turn.
fn crippling_salvo(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let at = battle.field.unit(attack.at).kind;
    let its = battle.field.unit(attack.by).has(Ability::CripplingSalvo) && attack.weapon == Weapon::Main;
    if its && hit.effect == Effect::Damage && matches!(at, Kind::Cruiser | Kind::Battleship) {
        let die = battle.roll_for(attack.by, Ability::CripplingSalvo, Some(attack.at))?;
        battle.spoke(attack.by, Ability::CripplingSalvo, Some(attack.at), Some(die), die >= 5);
        if die >= 5 {
            let until = battle.field.turn + 1;
            let unit = battle.field.unit_mut(attack.at);
            unit.shaken_until = unit.shaken_until.max(until);
        }
    }
    Ok(())
}

/// WST-sa-124: a torpedo hit on a battleship may hold it on the next turn.
fn lucky_hit(battle: &mut Battle<'_>, attack: &Attack) -> Step<()> {
    let its = battle.field.unit(attack.by).has(Ability::LuckyHit) && attack.is_torpedo();
    if its && battle.field.unit(attack.at).kind == Kind::Battleship {
        let die = battle.roll_for(attack.by, Ability::LuckyHit, Some(attack.at))?;
        battle.spoke(attack.by, Ability::LuckyHit, Some(attack.at), Some(die), die >= 5);
        if die >= 5 {
            hold(battle, attack.at, 1);
        }
    }
    Ok(())
}

/// Keeps a unit from moving for some turns after this one.
fn hold(battle: &mut Battle<'_>, id: Id, turns: u8) {
    let until = battle.field.turn + turns;
    let unit = battle.field.unit_mut(id);
    unit.held_until = unit.held_until.max(until);
}

/// WST-sa-107, WST-sa-108: the side fires better on the next turn.
fn inspire(battle: &mut Battle<'_>, attack: &Attack) {
    let at = battle.field.unit(attack.at).kind;
    let moments =
        [(Ability::InspireToVictory, at == Kind::Battleship), (Ability::InspiringExample, at.is_ship())];
    for (ability, fits) in moments {
        if fits && choice::wants(&battle.field, attack.by, ability) {
            battle.spend(attack.by, ability);
            battle.spoke(attack.by, ability, Some(attack.at), None, true);
            let next = battle.field.turn + 1;
            battle.field.marks.inspired.push((ability, attack.by, next));
        }
    }
}

/// WST-sa-16: many 1s damage the ship and one beside it, or stun it where it is alone.
fn bad_luck(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let ones = hit.faces.iter().filter(|face| **face == 1).count();
    let needed = if attack.is_torpedo() { 2 } else { 4 };
    if ones < needed || !(attack.is_torpedo() || attack.weapon.is_gun()) {
        return Ok(());
    }
    battle.spoke(attack.by, Ability::BadLuck, None, None, true);
    let own = battle.field.unit(attack.by);
    let beside = own.at.and_then(|at| {
        let other = |(id, unit): &(Id, &Unit)| *id != attack.by && unit.kind.is_ship() && !unit.doomed;
        battle.field.in_sector(own.end, at).find(other).map(|(id, _)| id)
    });
    match beside {
        Some(other) => {
            for id in [attack.by, other] {
                let unit = battle.field.unit_mut(id);
                unit.marked = unit.marked.saturating_add(1);
                hold(battle, id, 1);
            }
        }
        None => {
            hold(battle, attack.by, 2);
            let turn = battle.field.turn;
            battle.field.marks.set(attack.by, Lasting::Stunned, turn + 1, turn + 2);
        }
    }
    Ok(())
}

/// WSC-16-2: with Territory a main-gun hit on an airbase puts a rearm marker on every aircraft there.
fn bombard(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) {
    let field = &battle.field;
    let its = field.unit(attack.by).has(Ability::Bombard) && attack.weapon == Weapon::Main;
    let hits = matches!(hit.effect, Effect::Damage | Effect::Vital);
    if !its || !hits || !field.dossier.rules.territory || field.unit(attack.at).kind != Kind::Airbase {
        return;
    }
    battle.spoke(attack.by, Ability::Bombard, Some(attack.at), None, true);
    let home = super::super::field::Home::Land(attack.at);
    for unit in &mut battle.field.units {
        if let Some(wings) = unit.wings.as_mut().filter(|it| it.home == home && it.task.is_none()) {
            wings.markers = wings.markers.saturating_add(1);
        }
    }
}
