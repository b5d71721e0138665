//! Establish Screen (WST-sa-63): it and a cruiser or destroyer within one sector, one step each after both
//! have deployed.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::EstablishScreen], at: &[Hook::Each(Moment::Screening, screen)] };

fn screen(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    if !deployment::steps(&battle.field, id, Ability::EstablishScreen) {
        return Ok(());
    }
    let field = &battle.field;
    let mate = field.ships(field.unit(id).end).find(|(other, it)| {
        let near = field.range(id, *other).is_some_and(|range| range <= 1);
        *other != id && near && matches!(it.kind, Kind::Cruiser | Kind::Destroyer)
    });
    let units = [Some(id), mate.map(|(other, _)| other)];
    battle.spoke(id, Ability::EstablishScreen, units[1], None, true);
    for ship in units.into_iter().flatten() {
        if let Some(to) = deployment::toward_enemy(&battle.field, ship) {
            battle.move_to(ship, to)?;
        }
    }
    Ok(())
}
