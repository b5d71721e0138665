//! Sea Basing (WST-sa-156): no deck takes it; from a coast or island on its half it flies again at once.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::SeaBasing], at: &[Hook::May(May::StayAshore), Hook::FliesAgain(has_coast)] };

/// Whether its side has an island on its half of the map.
fn has_coast(field: &Field<'_>, plane: Id) -> bool {
    let end = field.unit(plane).end;
    field.islands.iter().any(|at| deployment::is_own_half(field, end, at))
}
