//! Determined Attack (WST-sa-51, WSC-16-4): it attacks all the same, though a ship has aborted it. That takes
//! a point from each die of bombs and gunnery, or a die from torpedoes, and nothing from other attacks; in
//! edition 1 it took a point from those too.

use super::*;

const IT: Ability = Ability::DeterminedAttack;

pub(super) static CODE: Code = Code {
    words: &[IT],
    at: &[
        Hook::After(|battle, attack, hit| pressing::go_on(battle, attack, hit, IT)),
        Hook::Each(Moment::DefenseSettles, |battle, id| pressing::hit_once(battle, id, IT)),
        Hook::Forbids(|field, attack| pressing::is_no_target(field, attack, IT)),
        Hook::Modifies(weaken),
    ],
};

fn weaken(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    if !field.marks.pressed.contains(&(attack.by, IT)) {
        return;
    }
    match attack.weapon {
        Weapon::Torpedo => strength.dice -= 1,
        Weapon::Bomb | Weapon::Gunnery => strength.pips -= 1,
        _ => strength.pips -= i16::from(field.cards.effects.first_edition),
    }
}
