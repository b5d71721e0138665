//! Leaders of fighters (WST-sa-79, WST-sa-80): what a fighter does that is led to another target.

use super::super::Battle;
use super::super::attack::{self, Attack, Hit};
use super::super::field::Field;
use super::super::log::{Effect, Entry, Id};
use super::super::map::Sector;
use super::{air, choice};
use crate::abilities::table;
use crate::cards::{Ability, Kind, Weapon};
use engine::table::Step;

/// Whether a leader may use an ability that is there once a turn.
pub fn is_free(field: &Field<'_>, leader: Id, ability: Ability) -> bool {
    !field.marks.has_used(leader, ability) && choice::wants(field, leader, ability)
}

/// A fighter that drove off or shot down an aircraft is led to another, one sector away.
///
/// # Halts
/// As the dice.
pub fn direct(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let downs = attack.weapon == Weapon::Aa && matches!(hit.effect, Effect::Abort | Effect::Vital);
    let (field, fighter) = (&battle.field, attack.by);
    let unit = field.unit(fighter);
    let end = unit.end;
    if !downs || attack.through.is_some() || !table().leads.meets(field.marks.brought.by(end)) {
        return Ok(());
    }
    let Some(from) = unit.at.filter(|_| unit.kind == Kind::Fighter) else { return Ok(()) };
    let led = field.ships(end).find_map(|(leader, its)| {
        let by = table().leads.of(its.abilities).find_map(|leads| leads(field, leader, fighter))?;
        Some((leader, by))
    });
    let Some((leader, ability)) = led else { return Ok(()) };
    let mut most: Option<(u64, Attack, Sector)> = None;
    for to in field.grid.neighbours(from).filter(|to| air::has_room(field, end, *to)) {
        let mut there = field.clone();
        there.unit_mut(fighter).at = Some(to);
        for (at, _) in field.in_sector(end.other(), to).filter(|(_, it)| it.kind.is_aircraft()) {
            let through = Some(ability);
            let attack = Attack { by: fighter, weapon: Weapon::Aa, at, range: 0, through, dice: None };
            let worth = attack::worth(&there, &attack);
            if worth > 0 && most.is_none_or(|(best, _, _)| worth > best) {
                most = Some((worth, attack, to));
            }
        }
    }
    let Some((_, attack, to)) = most else { return Ok(()) };
    battle.field.marks.once_a_turn.push((leader, ability));
    battle.spoke(leader, ability, Some(fighter), None, true);
    battle.field.unit_mut(fighter).at = Some(to);
    battle.note(|| Entry::Moved { unit: fighter, from, to });
    battle.attack(&attack)?;
    Ok(())
}
