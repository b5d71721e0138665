//! Poor Facilities (WST-sa-136): of two aircraft that return to it one gets a rearm marker: the last in
//! roster order.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::PoorFacilities], at: &[Hook::At(Moment::Returned, delay)] };

fn delay(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let decks: Vec<Id> = battle
        .field
        .side(end)
        .filter(|(_, unit)| unit.is_there() && unit.has(Ability::PoorFacilities))
        .map(|(id, _)| id)
        .collect();
    for deck in decks {
        let field = &battle.field;
        let flew = |id: Id| field.marks.flew.contains(&id);
        let home: Vec<Id> = field
            .side(end)
            .filter(|(id, unit)| unit.is_there() && when::is_of(field, *id, deck) && flew(*id))
            .map(|(id, _)| id)
            .collect();
        if let [_, .., last] = home[..]
            && let Some(wings) = &mut battle.field.unit_mut(last).wings
        {
            wings.markers = wings.markers.saturating_add(1);
            battle.spoke(deck, Ability::PoorFacilities, Some(last), None, true);
        }
    }
    Ok(())
}
