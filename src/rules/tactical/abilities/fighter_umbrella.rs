//! Fighter Umbrella (WST-sa-80): once a turn a fighter that drove off or shot down an aircraft is led to
//! another, one sector away, wherever it is.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::FighterUmbrella], at: &[Hook::Leads(leads)] };

fn leads(field: &Field<'_>, leader: Id, _fighter: Id) -> Option<Ability> {
    leading::is_free(field, leader, Ability::FighterUmbrella).then_some(Ability::FighterUmbrella)
}
