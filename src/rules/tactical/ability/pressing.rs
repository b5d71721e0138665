//! Bombers that attack though they were aborted (WST-sa-51, WST-sa-137).

use super::super::Battle;
use super::super::attack::{Attack, Hit};
use super::super::field::Field;
use super::super::log::{Effect, Id};
use super::choice;
use crate::cards::{Ability, Weapon};
use engine::table::Step;

/// After an abort by a ship a die: 1 destroys the aircraft, from 4 on it attacks all the same. With Aircraft
/// Damage see [`hit_once`].
///
/// # Halts
/// As the dice.
pub fn go_on(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit, ability: Ability) -> Step<()> {
    let field = &battle.field;
    let by_ship = field.unit(attack.by).kind.is_ship() && attack.weapon == Weapon::Aa;
    let aborted = by_ship && hit.effect == Effect::Abort && !field.dossier.rules.aircraft_damage;
    if !aborted || !choice::wants(field, attack.at, ability) {
        return Ok(());
    }
    let die = battle.roll_for(attack.at, ability, Some(attack.by))?;
    battle.spoke(attack.at, ability, Some(attack.by), Some(die), die >= 4);
    if die == 1 {
        battle.field.unit_mut(attack.at).doomed = true;
    } else if die >= 4 {
        if let Some(wings) = &mut battle.field.unit_mut(attack.at).wings {
            wings.aborts = 0;
        }
        battle.field.marks.pressed.push((attack.at, ability));
    }
    Ok(())
}

/// WSC-16-4, WSC-16-11: with Aircraft Damage an aircraft that was hit only once attacks all the same.
///
/// # Halts
/// Never.
pub fn hit_once(battle: &mut Battle<'_>, id: Id, ability: Ability) -> Step<()> {
    let field = &battle.field;
    let unit = field.unit(id);
    let once = field.dossier.rules.aircraft_damage
        && unit.wings.as_ref().is_some_and(|it| it.aborts == 1 && !it.lost_its_way);
    if once && !unit.doomed && unit.left_now() > 0 && choice::wants(field, id, ability) {
        if let Some(wings) = &mut battle.field.unit_mut(id).wings {
            wings.aborts = 0;
        }
        battle.field.marks.pressed.push((id, ability));
        battle.spoke(id, ability, None, None, true);
    }
    Ok(())
}

/// An aircraft that was aborted and goes on is no target any more (WST-aad-3).
pub fn is_no_target(field: &Field<'_>, attack: &Attack, ability: Ability) -> bool {
    let pressed = &field.marks.pressed;
    attack.weapon == Weapon::Aa
        && pressed.contains(&(attack.at, ability))
        && !field.dossier.rules.aircraft_damage
}
