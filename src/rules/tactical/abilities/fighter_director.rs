//! Fighter Director (WST-sa-79): once a turn a fighter within three sectors that drove off or shot down an
//! aircraft is led to another, one sector away.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::FighterDirector], at: &[Hook::Leads(leads)] };

/// How far it sees.
const REACH: u8 = 3;

fn leads(field: &Field<'_>, leader: Id, fighter: Id) -> Option<Ability> {
    let near = field.range(leader, fighter).is_some_and(|range| range <= REACH);
    (near && leading::is_free(field, leader, Ability::FighterDirector)).then_some(Ability::FighterDirector)
}
