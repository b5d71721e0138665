//! General Pursuit (WST-sa-88): up to three ships, the owner first, one step toward the nearest enemy; the
//! side loses the next initiative.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::GeneralPursuit], at: &[Hook::At(Moment::Moved, pursue)] };

/// How many ships it moves.
const PURSUERS: usize = 3;

fn pursue(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owner = choice::willing(field, end, Ability::GeneralPursuit).next();
    let Some((owner, _)) = owner else { return Ok(()) };
    let step = |field: &Field<'_>, id: Id| {
        let to = sea::nearest(field, id).and_then(|(_, other)| field.unit(other).at);
        to.and_then(|to| sea::step_toward(field, id, to))
    };
    let others = field.ships(end).map(|(id, _)| id).filter(|id| *id != owner);
    let mut ships: Vec<Id> = [owner].into_iter().chain(others).collect();
    ships.retain(|id| step(field, *id).is_some());
    if ships.is_empty() {
        return Ok(());
    }
    battle.spend(owner, Ability::GeneralPursuit);
    battle.spoke(owner, Ability::GeneralPursuit, None, None, true);
    battle.field.gave_way = Some(end);
    for id in ships.into_iter().take(PURSUERS) {
        if let Some(to) = step(&battle.field, id) {
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}
