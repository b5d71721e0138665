//! Worn-Out Boat (WST-sa-195): it makes no torpedo attack while anybody hunts it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::WornOutBoat], at: &[Hook::Forbids(is_hunted)] };

fn is_hunted(field: &Field<'_>, attack: &Attack) -> bool {
    let its = field.unit(attack.by).has(Ability::WornOutBoat) && attack.is_torpedo();
    its && attack::threat(field, attack) > 0
}
