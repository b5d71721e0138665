//! Split Fire (WST-sa-169): when ordered, two salvoes of the main guns at ships in different sectors, each of
//! four dice fewer than the card has; it fires no other guns, and no whole salvo.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::SplitFire],
    at: &[
        Hook::Volley(Volley {
            weapons: &[Weapon::Main],
            dice: |field, id, range| Some(dice(field, id, range)),
            most: 2,
            fits: volleys::is_elsewhere,
            ..Volley::by(Ability::SplitFire)
        }),
        Hook::Forbids(splits_elsewhere),
    ],
};

/// What each salvo is short of.
const SPLIT: u8 = 4;

fn dice(field: &Field<'_>, id: Id, range: u8) -> u8 {
    field.card(id).line(Weapon::Main).get(usize::from(range)).map_or(0, |dice| dice.saturating_sub(SPLIT))
}

fn splits_elsewhere(field: &Field<'_>, attack: &Attack) -> bool {
    attack.weapon.is_gun()
        && attack.through != Some(Ability::SplitFire)
        && field.unit(attack.by).kind.is_ship()
        && choice::will(field, attack.by, Ability::SplitFire) != Will::No
}
