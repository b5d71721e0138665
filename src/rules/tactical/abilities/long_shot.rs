//! Long Shot 6 (WST-sa-121): once, main guns at a battleship at range 6, in place of their attack.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::LongShot6],
    at: &[
        Hook::Volley(Volley {
            weapons: &[Weapon::Main],
            fits: is_far_battleship,
            ..Volley::by(Ability::LongShot6)
        }),
        Hook::Reaches(|_, attack| attack.through == Some(Ability::LongShot6) && attack.range <= volleys::FAR),
    ],
};

fn is_far_battleship(field: &Field<'_>, made: &[Attack], it: &Attack) -> bool {
    let first = !made.iter().any(|other| other.weapon == it.weapon);
    first && it.range == volleys::FAR && field.unit(it.at).kind == Kind::Battleship
}
