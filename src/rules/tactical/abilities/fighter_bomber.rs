//! Fighter-Bomber (WST-sa-81): it flies as fighter or dive bomber, as the plan says.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::FighterBomber], at: &[Hook::FliesAs(role)] };

fn role(field: &Field<'_>, id: Id) -> Kind {
    air::fighter_or_bomber(field, id)
}
