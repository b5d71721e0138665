//! Bombard (WST-sa-22, WSC-16-2): with Territory a main-gun hit on an airbase puts a rearm marker on every
//! aircraft there.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::Bombard], at: &[Hook::After(bombard)] };

fn bombard(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let field = &battle.field;
    let its = field.unit(attack.by).has(Ability::Bombard) && attack.weapon == Weapon::Main;
    let base = field.dossier.rules.territory && field.unit(attack.at).kind == Kind::Airbase;
    if !its || !base || !hit.hurts() {
        return Ok(());
    }
    battle.spoke(attack.by, Ability::Bombard, Some(attack.at), None, true);
    let home = Home::Land(attack.at);
    for unit in &mut battle.field.units {
        if let Some(wings) = unit.wings.as_mut().filter(|it| it.home == home && it.task.is_none()) {
            wings.markers = wings.markers.saturating_add(1);
        }
    }
    Ok(())
}
