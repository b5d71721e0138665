//! Disguise (WST-sa-52): nobody attacks it until it has attacked, or lain with another ship.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::Disguise], at: &[Hook::At(Moment::Moved, reveal), Hook::Forbids(is_disguised)] };

/// A ship that lies with another is known.
fn reveal(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let lies_with = |id: Id, at: Sector| field.ships(end).any(|(other, it)| other != id && it.at == Some(at));
    let known: Vec<Id> = field
        .ships(end)
        .filter(|(id, unit)| unit.has(Ability::Disguise) && unit.at.is_some_and(|at| lies_with(*id, at)))
        .map(|(id, _)| id)
        .collect();
    known.into_iter().for_each(|id| battle.field.marks.record_mut(id).revealed = true);
    Ok(())
}

fn is_disguised(field: &Field<'_>, attack: &Attack) -> bool {
    field.unit(attack.at).has(Ability::Disguise) && !field.marks.record(attack.at).revealed
}
