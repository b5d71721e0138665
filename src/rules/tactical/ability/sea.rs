//! What abilities of ships and submarines share outside of attacks: speed, movement, repairs.

use super::super::Battle;
use super::super::field::{Field, Unit};
use super::super::fortune::Purpose;
use super::super::log::{Entry, Id};
use super::super::map::{End, Sector};
use super::super::plan::Posture;
use super::choice;
use crate::abilities::table;
use crate::cards::{Abilities, Ability, Kind};
use engine::table::Step;

/// How near an enemy ship must be before a burst of speed is spent.
const NEAR: u8 = 4;

/// A side's units there, with what an initiative roll gets of each: its Flagship bonus only on the map
/// (WST-init-3).
pub fn who_lead(field: &Field<'_>, end: End) -> Vec<(Kind, Abilities, u8)> {
    let there = field.side(end).filter(|(_, unit)| unit.is_there());
    let flagship = |id: Id, unit: &Unit| {
        if unit.kind.is_afloat() && unit.at.is_some() { field.card(id).flagship } else { 0 }
    };
    there.map(|(id, unit)| (unit.kind, unit.abilities, flagship(id, unit))).collect()
}

/// The distance of the nearest enemy ship.
pub fn nearest(field: &Field<'_>, id: Id) -> Option<(u8, Id)> {
    let enemies = field.ships(field.unit(id).end.other());
    let mut best: Option<(u8, Id)> = None;
    for (other, _) in enemies {
        if let Some(range) = field.range(id, other)
            && best.is_none_or(|(least, _)| range < least)
        {
            best = Some((range, other));
        }
    }
    best
}

/// Whether an enemy ship is as near as that.
fn is_near(field: &Field<'_>, id: Id, most: u8) -> bool {
    nearest(field, id).is_some_and(|(range, _)| range <= most)
}

/// Whether a unit spends a burst of speed now: as ordered, or near an enemy ship.
pub fn wants_burst(field: &Field<'_>, id: Id, ability: Ability) -> bool {
    choice::wants(field, id, ability)
        && (choice::order(field, id, ability).is_some() || is_near(field, id, NEAR))
}

/// Rolls what decides the speed of a unit this turn; gives what is added.
///
/// # Halts
/// As the dice.
pub fn speed(battle: &mut Battle<'_>, id: Id) -> Step<i8> {
    let cards = battle.field.cards;
    let own = battle.field.unit(id).abilities;
    if table().stays.of(own).any(|stays| stays(&battle.field, id)) {
        return Ok(i8::MIN);
    }
    let mut gain = 0;
    for (ability, row) in cards.effects.speeds.iter().filter(|(ability, _)| own.has(*ability)) {
        if row.first_turn {
            if battle.field.turn == 1 {
                return Ok(i8::MIN);
            }
        } else if let Some(most) = row.near {
            gain += if is_near(&battle.field, id, most) { row.gain } else { 0 };
        } else {
            let die = battle.roll_for(id, *ability, None)?;
            let works_on =
                |face: u8| row.from.is_some_and(|from| face >= from) || row.to.is_some_and(|to| face <= to);
            let (works, end) = (works_on(die), battle.field.unit(id).end);
            battle.count(end, Purpose::Speed, &[die], |face| works_on(face) == (row.gain > 0));
            battle.spoke(id, *ability, None, Some(die), works);
            gain += if works { row.gain } else { 0 };
        }
    }
    for speeds in table().speeds.of(own) {
        gain += speeds(battle, id)?;
    }
    Ok(gain)
}

/// Whether a unit's group goes for the enemy.
pub fn closes(field: &Field<'_>, id: Id) -> bool {
    let unit = field.unit(id);
    let posture = field.postures[unit.end as usize].get(unit.group);
    let withdraws =
        field.broken[unit.end as usize] || field.is_crippled(id) && field.plan(unit.end).cripples_withdraw;
    !withdraws && matches!(posture, Some(Posture::Close(_)))
}

/// The neighbour of a unit's sector with room that is nearest to another sector, if it is nearer than where
/// the unit is.
pub fn step_toward(field: &Field<'_>, id: Id, to: Sector) -> Option<Sector> {
    let unit = field.unit(id);
    let from = unit.at?;
    let order = |at: &Sector| (at.range(to), field.grid.own_order(unit.end, *at));
    let steps = field.grid.neighbours(from).filter(|at| field.room_for(id, *at));
    steps.min_by_key(order).filter(|at| at.range(to) < from.range(to))
}

/// Gives a unit one hull point back.
pub fn mend(battle: &mut Battle<'_>, id: Id) {
    let unit = battle.field.unit_mut(id);
    unit.damage = unit.damage.saturating_sub(1);
    unit.mended = true;
    let damage = unit.damage;
    battle.note(|| Entry::Mended { unit: id, damage });
}

/// Keeps a unit from moving for some turns after this one.
pub fn hold(battle: &mut Battle<'_>, id: Id, turns: u8) {
    let until = battle.field.turn + turns;
    let unit = battle.field.unit_mut(id);
    unit.held_until = unit.held_until.max(until);
}
