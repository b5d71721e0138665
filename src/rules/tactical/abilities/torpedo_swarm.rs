//! Torpedo Swarm (WST-sa-187): after its plain torpedo attack one die at each other ship in its sector.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::TorpedoSwarm],
    at: &[Hook::Volley(Volley {
        weapons: &[Weapon::Torpedo],
        dice: |_, _, _| Some(1),
        reach: Some(0),
        most: usize::MAX,
        fits: is_another_ship,
        ..Volley::by(Ability::TorpedoSwarm)
    })],
};

fn is_another_ship(field: &Field<'_>, made: &[Attack], it: &Attack) -> bool {
    let plain = made.iter().any(|other| other.weapon == it.weapon && other.through.is_none());
    plain && volleys::is_another(field, made, it) && field.unit(it.at).kind.is_ship()
}
