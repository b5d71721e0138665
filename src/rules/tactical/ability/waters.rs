//! What ships leave in the water, and what they meet there: mines, smoke, and submarines that are rammed.

use super::super::Battle;
use super::super::attack::Attack;
use super::super::field::{Field, Mine, Smoke};
use super::super::log::{Entry, Id};
use super::super::map::{End, Sector};
use super::choice;
use crate::cards::{Ability, Weapon};
use engine::table::Step;

/// Whether the way of a unit matters this turn.
pub fn ways_matter(field: &Field<'_>) -> bool {
    let rams = field.marks.present.iter().any(|it| it.has(Ability::Ram));
    rams || !field.mines.is_empty()
}

/// Called when a unit enters a sector: mines (WST-sa-127), and a ram (WST-sa-145).
///
/// # Halts
/// As the dice.
pub fn enters(battle: &mut Battle<'_>, id: Id, at: Sector) -> Step<bool> {
    let unit = battle.field.unit(id);
    let (end, kind) = (unit.end, unit.kind);
    if kind.is_ship() && !unit.has(Ability::AvoidMines) {
        let mines: Vec<Id> =
            battle.field.mines.iter().filter(|mine| mine.at == at).map(|mine| mine.by).collect();
        for layer in mines {
            let die = battle.roll_for(layer, Ability::Mines, Some(id))?;
            battle.spoke(layer, Ability::Mines, Some(id), Some(die), die <= 2);
            // A mine is a blow below the water line: Torpedo Defense takes a point off.
            let defended = battle.field.unit(id).has(Ability::TorpedoDefense1);
            let damage = if die <= 2 { die.saturating_sub(u8::from(defended)) } else { 0 };
            let unit = battle.field.unit_mut(id);
            unit.marked = unit.marked.saturating_add(damage);
        }
        if battle.field.unit(id).marked > 0 {
            battle.settle()?;
        }
    }
    if !battle.field.unit(id).is_there() {
        return Ok(true);
    }
    let boat = battle.field.boats(end.other()).find(|(_, boat)| boat.at == Some(at)).map(|(boat, _)| boat);
    if let Some(boat) = boat.filter(|_| choice::wants(&battle.field, id, Ability::Ram)) {
        let before = battle.field.unit(id).at;
        battle.field.unit_mut(id).at = Some(at);
        battle.spend(id, Ability::Ram);
        let attack = Attack {
            by: id,
            weapon: Weapon::Asw,
            at: boat,
            range: 0,
            through: Some(Ability::Ram),
            dice: None,
        };
        battle.attack(&attack)?;
        battle.settle()?;
        battle.field.unit_mut(id).at = before;
    }
    Ok(false)
}

/// Before a side's surface attacks: smoke, mines and sweeping in place of attacks, as ordered (WST-sa-116,
/// WST-sa-127, WST-sa-182).
///
/// # Halts
/// As the dice.
pub fn surface_begins(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let orders = [Ability::LaySmokeScreen, Ability::Mines, Ability::SweepMines];
    if !orders.into_iter().any(|it| choice::brought(&battle.field, end, it)) {
        return Ok(());
    }
    let ships: Vec<(Id, Sector)> =
        battle.field.ships(end).filter_map(|(id, unit)| Some((id, unit.at?))).collect();
    for (id, at) in ships {
        let field = &battle.field;
        if choice::wants(field, id, Ability::LaySmokeScreen) {
            let until = field.turn + 1;
            battle.field.smoke.push(Smoke { at, until });
            battle.field.renew_cover();
            battle.note(|| Entry::Smoke { at, gone: false });
            busy(battle, id, Ability::LaySmokeScreen);
            battle.spend(id, Ability::LaySmokeScreen);
        } else if choice::wants(field, id, Ability::Mines) {
            battle.field.mines.push(Mine { at, by: id });
            busy(battle, id, Ability::Mines);
            battle.spend(id, Ability::Mines);
        } else if choice::wants(field, id, Ability::SweepMines)
            && let Some(mine) = field.mines.iter().position(|mine| mine.at == at)
        {
            let die = battle.roll_for(id, Ability::SweepMines, None)?;
            battle.field.marks.busy.push(id);
            battle.spoke(id, Ability::SweepMines, None, Some(die), die >= 3);
            if die >= 3 {
                battle.field.mines.remove(mine);
            }
        }
    }
    Ok(())
}

fn busy(battle: &mut Battle<'_>, id: Id, ability: Ability) {
    battle.field.marks.busy.push(id);
    battle.spoke(id, ability, None, None, true);
}
