//! Run Silent (WST-sa-152): while it lies still only 5 and 6 count, and no penalty beside others. The table
//! writes it as a point, and so edition 1 took it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::RunSilent], at: &[Hook::Applies(apply)] };

fn apply(field: &Field<'_>, change: &Change, strength: &mut Strength) {
    match field.cards.effects.first_edition {
        true => strength.pips += change.pips,
        false => strength.only_five = true,
    }
}
