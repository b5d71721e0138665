//! What abilities before the first turn share: other places to deploy, and steps after both have deployed.

use super::super::Battle;
use super::super::field::Field;
use super::super::log::Id;
use super::super::map::{End, Sector};
use super::super::plan::{Posture, Use};
use super::choice;
use crate::cards::Ability;
use engine::table::Step;

/// Whether a sector lies on a side's half of the map.
pub fn is_own_half(field: &Field<'_>, end: End, at: Sector) -> bool {
    field.grid.depth(end, at) < field.grid.columns / 2
}

/// Goes to a sector that the plan names, if it fits and has room, with a mate if there is one; gives where
/// to.
///
/// # Halts
/// As the dice.
pub fn elsewhere(
    battle: &mut Battle<'_>,
    id: Id,
    ability: Ability,
    mate: Option<Id>,
    fits: impl Fn(&Field<'_>, End, Sector) -> bool,
) -> Step<Option<Sector>> {
    let field = &battle.field;
    let Some(Use::At(to)) = choice::order(field, id, ability) else { return Ok(None) };
    if !fits(field, field.unit(id).end, to) || !field.room_for(id, to) {
        return Ok(None);
    }
    battle.spoke(id, ability, mate, None, true);
    battle.move_to(id, to)?;
    if let Some(mate) = mate.filter(|mate| battle.field.room_for(*mate, to)) {
        battle.move_to(mate, to)?;
    }
    Ok(Some(to))
}

/// Whether a unit's group goes for the enemy; then its steps after deployment are taken unless the plan says
/// otherwise.
pub fn steps(field: &Field<'_>, id: Id, ability: Ability) -> bool {
    let unit = field.unit(id);
    let closes = matches!(field.postures[unit.end as usize].get(unit.group), Some(Posture::Close(_)));
    match choice::order(field, id, ability) {
        Some(Use::Never) => false,
        Some(_) => unit.has(ability),
        None => unit.has(ability) && closes,
    }
}

/// The neighbouring sector with room that is nearest to an enemy ship, if nearer than here; ties by own
/// order.
pub fn toward_enemy(field: &Field<'_>, id: Id) -> Option<Sector> {
    let unit = field.unit(id);
    let from = unit.at?;
    let enemies: Vec<Sector> = field.ships(unit.end.other()).filter_map(|(_, it)| it.at).collect();
    let distance = |at: Sector| enemies.iter().map(|enemy| enemy.range(at)).min();
    let here = distance(from)?;
    let next = field.grid.in_order(unit.end).filter(|at| from.range(*at) == 1 && field.room_for(id, *at));
    next.min_by_key(|at| distance(*at)).filter(|at| distance(*at).is_some_and(|it| it < here))
}
