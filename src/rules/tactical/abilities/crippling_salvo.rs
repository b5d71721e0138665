//! Crippling Salvo (WST-sa-35): main guns that damage a cruiser or battleship may cripple it for a turn, from
//! 5 on.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::CripplingSalvo], at: &[Hook::After(cripple)] };

fn cripple(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let at = battle.field.unit(attack.at).kind;
    let its = battle.field.unit(attack.by).has(Ability::CripplingSalvo) && attack.weapon == Weapon::Main;
    if its && hit.effect == Effect::Damage && matches!(at, Kind::Cruiser | Kind::Battleship) {
        let die = battle.roll_for(attack.by, Ability::CripplingSalvo, Some(attack.at))?;
        battle.count_of(attack, Purpose::Damage, die, |face| face >= 5);
        battle.spoke(attack.by, Ability::CripplingSalvo, Some(attack.at), Some(die), die >= 5);
        if die >= 5 {
            let until = battle.field.turn + 1;
            let unit = battle.field.unit_mut(attack.at);
            unit.shaken_until = unit.shaken_until.max(until);
        }
    }
    Ok(())
}
