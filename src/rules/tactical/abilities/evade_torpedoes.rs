//! Evade Torpedoes (WST-sa-66): a die may foil a torpedo attack on it, at the price of a turn without moving;
//! unless a plan says otherwise where the attack is worth a quarter of it.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::EvadeTorpedoes], at: &[Hook::Foils(foils)] };

/// Worth of an attack, as a share of the target's cost in millionths, from which it evades.
const WORTH_EVADING: u64 = 250_000;

fn foils(field: &Field<'_>, owner: Id, attack: &Attack, strength: &Strength) -> Option<bool> {
    let unit = field.unit(owner);
    let may = unit.has(Ability::EvadeTorpedoes)
        && !unit.used.has(Ability::EvadeTorpedoes)
        && choice::order(field, owner, Ability::EvadeTorpedoes).is_none_or(|it| it == Use::First);
    may.then(|| attack::worth_of(field, attack, strength) >= WORTH_EVADING * u64::from(unit.cost))
}
