//! Embark B-25 (WST-sa-59): with a B-25 aboard the other aircraft of the deck fly no missions.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::EmbarkB25], at: &[Hook::Grounds(is_barred)] };

fn is_barred(field: &Field<'_>, plane: Id) -> bool {
    let unit = field.unit(plane);
    let Some(Home::Deck(deck)) = unit.wings.as_ref().map(|it| it.home) else { return false };
    let bomber = |(id, other): (Id, &Unit)| {
        id != plane && other.is_there() && other.kind == Kind::PatrolBomber && when::is_of(field, id, deck)
    };
    field.unit(deck).has(Ability::EmbarkB25)
        && unit.kind != Kind::PatrolBomber
        && field.side(unit.end).any(bomber)
}
