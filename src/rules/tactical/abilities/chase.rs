//! Chase (WST-sa-26): with no enemy ship within three sectors one step toward the nearest.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::Chase], at: &[Hook::At(Moment::Moved, chase)] };

/// How near the enemy keeps a ship from the chase.
const NEAR: u8 = 3;

fn chase(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::Chase)
        .filter(|(id, _)| sea::closes(field, *id))
        .map(|(id, _)| id)
        .collect();
    for id in owners {
        let field = &battle.field;
        let far = sea::nearest(field, id).filter(|(range, _)| *range > NEAR);
        let to = far.and_then(|(_, other)| sea::step_toward(field, id, field.unit(other).at?));
        if let Some(to) = to {
            battle.spoke(id, Ability::Chase, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}
