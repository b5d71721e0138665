//! Guard the Convoy (WST-sa-91): nobody attacks auxiliaries beside it before it was attacked in this phase.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::GuardTheConvoy], at: &[Hook::Forbids(guards)] };

fn guards(field: &Field<'_>, attack: &Attack) -> bool {
    let at = field.unit(attack.at);
    let Some(sector) = at.at.filter(|_| at.kind == Kind::Auxiliary) else { return false };
    let phase = phase_of(field, attack);
    let attacked = |id: Id| field.marks.shots.iter().any(|shot| shot.at == id && shot.phase == phase);
    let mut guards = field
        .in_sector(at.end, sector)
        .filter(|(id, unit)| *id != attack.at && unit.has(Ability::GuardTheConvoy) && !unit.doomed);
    guards.any(|(id, _)| !attacked(id))
}

/// The phase in which an attack is made, by who makes it and with what.
fn phase_of(field: &Field<'_>, attack: &Attack) -> Phase {
    match field.unit(attack.by).kind {
        _ if attack.weapon == Weapon::Aa => Phase::Defense,
        kind if kind.is_aircraft() => Phase::Attack,
        Kind::Submarine => Phase::Submarine,
        _ => Phase::Surface,
    }
}
