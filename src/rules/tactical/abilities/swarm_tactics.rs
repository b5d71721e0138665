//! Swarm Tactics (WST-sa-181): the only own aircraft in its sector that is still active attacks another one
//! there.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::SwarmTactics],
    at: &[Hook::Volley(Volley {
        weapons: &[Weapon::Aa],
        reach: Some(0),
        now: is_alone_in_the_air,
        ..Volley::by(Ability::SwarmTactics)
    })],
};

fn is_alone_in_the_air(field: &Field<'_>, id: Id) -> bool {
    let unit = field.unit(id);
    let active =
        |(other, it): (Id, &Unit)| other != id && it.kind.is_aircraft() && !it.is_aborted() && !it.doomed;
    unit.at.is_some_and(|at| !unit.is_aborted() && !unit.doomed && !field.in_sector(unit.end, at).any(active))
}
