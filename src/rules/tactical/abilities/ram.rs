//! Ram (WST-sa-145): an attack on an enemy submarine whose sector it enters.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::Ram], at: &[Hook::MindsWays(|_| true), Hook::Enters(ram)] };

fn ram(battle: &mut Battle<'_>, id: Id, at: Sector) -> Step<()> {
    let foe = battle.field.unit(id).end.other();
    let boat = battle.field.boats(foe).find(|(_, boat)| boat.at == Some(at)).map(|(boat, _)| boat);
    if let Some(boat) = boat.filter(|_| choice::wants(&battle.field, id, Ability::Ram)) {
        let before = battle.field.unit(id).at;
        battle.field.unit_mut(id).at = Some(at);
        battle.spend(id, Ability::Ram);
        let attack = Attack { through: Some(Ability::Ram), ..Attack::plain(id, Weapon::Asw, boat, 0) };
        battle.attack(&attack)?;
        battle.settle()?;
        battle.field.unit_mut(id).at = before;
    }
    Ok(())
}
