//! Press the Attack (WST-sa-137, WSC-16-11): it bombs all the same, though a ship has aborted it. Then only 5
//! and 6 count, and nothing more is taken; with Aircraft Damage it takes a point beside others. In edition 1
//! hunters and fighters went on as well, and it took a point or none.

use super::*;

const IT: Ability = Ability::PressTheAttack;

pub(super) static CODE: Code = Code {
    words: &[IT],
    at: &[
        Hook::After(go_on),
        Hook::Each(Moment::DefenseSettles, hit_once),
        Hook::Forbids(|field, attack| pressing::is_no_target(field, attack, IT)),
        Hook::Forbids(bombs_only),
        Hook::Modifies(weaken),
    ],
};

/// Whether it has anything to press on for: it can only bomb.
fn could_press(field: &Field<'_>, id: Id) -> bool {
    let bombs = matches!(field.unit(id).task(), Some(Task::Strike | Task::Cover));
    bombs || field.cards.effects.first_edition
}

fn go_on(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    match could_press(&battle.field, attack.at) {
        true => pressing::go_on(battle, attack, hit, IT),
        false => Ok(()),
    }
}

fn hit_once(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    match could_press(&battle.field, id) {
        true => pressing::hit_once(battle, id, IT),
        false => Ok(()),
    }
}

fn bombs_only(field: &Field<'_>, attack: &Attack) -> bool {
    let forbidden = match field.cards.effects.first_edition {
        true => attack.is_torpedo(),
        false => !matches!(attack.weapon, Weapon::Bomb | Weapon::Aa),
    };
    forbidden && field.marks.pressed.contains(&(attack.by, IT))
}

fn weaken(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    if !field.marks.pressed.contains(&(attack.by, IT)) {
        return;
    }
    if field.cards.effects.first_edition {
        strength.pips = strength.pips.min(strength::FIVES);
    } else if attack.weapon == Weapon::Bomb {
        match field.dossier.rules.aircraft_damage {
            true => strength.pips -= 1,
            false => strength.only_five = true,
        }
    }
}
