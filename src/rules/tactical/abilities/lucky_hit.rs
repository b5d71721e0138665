//! Lucky Hit (WST-sa-124): a torpedo hit on a battleship may hold it on the next turn, from 5 on.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::LuckyHit], at: &[Hook::After(hold)] };

fn hold(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let its = battle.field.unit(attack.by).has(Ability::LuckyHit) && attack.is_torpedo() && hit.hurts();
    if its && battle.field.unit(attack.at).kind == Kind::Battleship {
        let die = battle.roll_for(attack.by, Ability::LuckyHit, Some(attack.at))?;
        battle.count_of(attack, Purpose::Damage, die, |face| face >= 5);
        battle.spoke(attack.by, Ability::LuckyHit, Some(attack.at), Some(die), die >= 5);
        if die >= 5 {
            sea::hold(battle, attack.at, 1);
        }
    }
    Ok(())
}
