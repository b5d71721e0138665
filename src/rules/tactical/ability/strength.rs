//! What abilities change in an attack before its dice, and what they forbid.

use super::super::attack::{Attack, Strength};
use super::super::field::Field;
use super::super::log::Id;
use super::when;
use crate::abilities::table;
use crate::cards::Weapon;
use crate::effects::file::Whose;
use crate::effects::{Change, Penalty, Reach};

/// What must at least be taken from each die so that a 4 fails: 5 and 6 count.
pub const FIVES: i16 = -1;

/// Dice, pips, armor, torpedo damage, cover.
pub fn modify(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let changes = &field.cards.effects.changes[attack.weapon as usize];
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    let own = changes.own.of(&by.abilities).filter(|it| speaks(field, attack, attack.by, it));
    own.for_each(|it| apply(field, it, strength));
    let its = changes.target.of(&at.abilities).filter(|it| speaks(field, attack, attack.at, it));
    its.for_each(|it| apply(field, it, strength));
    for change in changes.others.of(field.marks.brought.all()) {
        if is_near(field, attack, change) {
            apply(field, change, strength);
        }
    }
    given(field, attack, strength);
    field.marks.brought.modifies.iter().for_each(|modifies| modifies(field, attack, strength));
    if attack.weapon == Weapon::Main && attack.range > 3 && !is_plain_reach(field, attack) {
        strength.only_six |= reaches(field, attack).any(|it| it.only_six);
    }
    if strength.only_five {
        strength.pips = strength.pips.min(FIVES);
    }
    if field.cards.effects.first_edition && strength.cover.only_six {
        strength.cover.bonus = 0;
    }
    strength.armor = strength.armor.max(1);
    strength.vital = strength.vital.max(1);
}

/// Whether a change fits an attack.
fn speaks(field: &Field<'_>, attack: &Attack, owner: Id, change: &Change) -> bool {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    change.by.has(when::role_of(by))
        && change.at.has(when::role_of(at))
        && (change.range.0..=change.range.1).contains(&attack.range)
        && when::all(field, attack, (owner, change.ability), &change.conditions)
}

/// Whether another unit whose ability it is, is near enough. Several of them count once (WST-seq-5).
fn is_near(field: &Field<'_>, attack: &Attack, change: &Change) -> bool {
    let of_target = change.whose == Whose::TargetFriend;
    let (end, beside) = match of_target {
        true => (field.unit(attack.at).end, attack.at),
        false => (field.unit(attack.by).end, attack.by),
    };
    field.marks.brought.helpers(end, change.ability).any(|owner| {
        let unit = field.unit(owner);
        unit.is_there()
            && unit.at.is_some()
            && unit.has(change.ability)
            && (!of_target || owner != beside)
            && (change.whose == Whose::Side
                || field.range(owner, beside).is_some_and(|it| (change.near.0..=change.near.1).contains(&it)))
            && speaks(field, attack, owner, change)
    })
}

fn apply(field: &Field<'_>, change: &Change, strength: &mut Strength) {
    if table().applies.knows(change.ability)
        && let Some(applies) = table().applies.of_one(change.ability)
    {
        return applies(field, change, strength);
    }
    strength.dice += change.dice;
    strength.pips += change.pips;
    strength.armor += change.armor;
    strength.vital += change.vital;
    strength.hit += change.hit;
    strength.six += change.six;
    strength.only_six |= change.only_six;
    strength.cover.there |= change.cover;
    strength.cover.bonus += change.conceal;
    strength.cover.only_six |= change.six_conceals;
    strength.cover.seen_through |= change.through;
}

/// What experts, spotters and leaders have given before.
fn given(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let (by, marks) = (field.unit(attack.by), &field.marks);
    // WST-sa-92: torpedoes that reach farther do so without an expert.
    let is_near = attack.weapon != Weapon::Torpedo || attack.range == 0;
    let boosts =
        marks.boosts.iter().filter(|it| is_near && it.plane == attack.by && it.weapon == attack.weapon);
    strength.dice += boosts.map(|it| it.dice).max().unwrap_or(0);
    let effects = &field.cards.effects;
    for named in marks.named.iter().filter(|it| it.at == attack.at && it.end == by.end) {
        let spot = effects.spots.iter().find(|it| it.ability == named.ability);
        let fits = spot.is_some_and(|it| it.by.has(by.kind) && it.weapons.has(attack.weapon));
        strength.dice += i16::from(fits);
    }
    strength.pips -= i16::from(attack.through.is_some_and(|it| table().leads.knows(it)));
}

/// The rows by which a weapon of a unit reaches farther.
fn of_weapon<'f>(field: &'f Field<'_>, id: Id, weapon: Weapon) -> impl Iterator<Item = &'f Reach> {
    let rows = field.cards.effects.reaches.of(&field.unit(id).abilities);
    rows.filter(move |it| it.weapons.has(weapon))
}

/// The rows by which a weapon of the attacker reaches the attack's range.
fn reaches<'f>(field: &'f Field<'_>, attack: &'f Attack) -> impl Iterator<Item = &'f Reach> {
    of_weapon(field, attack.by, attack.weapon).filter(move |it| {
        it.to >= attack.range && when::all(field, attack, (attack.by, it.ability), &it.conditions)
    })
}

fn is_plain_reach(field: &Field<'_>, attack: &Attack) -> bool {
    reaches(field, attack).any(|it| !it.only_six)
}

/// The dice of a weapon beyond the card's ranges: those of its farthest (WST-sa-75, WST-sa-93).
pub fn reach(field: &Field<'_>, attack: &Attack) -> u8 {
    let far = field.card(attack.by).line(attack.weapon)[3];
    let mut own = table().reaches.of(field.unit(attack.by).abilities);
    let mut reached = || own.any(|reaches| reaches(field, attack)) || reaches(field, attack).next().is_some();
    if attack.range > 3 && reached() { far } else { 0 }
}

/// Whether a weapon of a unit may reach beyond the ranges of its card.
pub fn reaches_beyond(field: &Field<'_>, id: Id, weapon: Weapon) -> bool {
    table().reaches.meets(&field.unit(id).abilities) || of_weapon(field, id, weapon).next().is_some()
}

/// The farthest range at which an aircraft, or antiair, may attack.
pub fn range(field: &Field<'_>, id: Id, weapon: Weapon) -> u8 {
    of_weapon(field, id, weapon).map(|it| it.to).max().unwrap_or(0)
}

/// Whether a penalty is lifted; of [`Penalty::Strafing`] the target is asked.
pub fn waives(field: &Field<'_>, attack: &Attack, penalty: Penalty) -> bool {
    let owner = if penalty == Penalty::Strafing { attack.at } else { attack.by };
    let lifts = &field.cards.effects.lifts[penalty as usize];
    lifts.of(&field.unit(owner).abilities).any(|it| {
        it.weapons.has(attack.weapon)
            && (it.range.0..=it.range.1).contains(&attack.range)
            && when::all(field, attack, (owner, it.ability), &it.conditions)
    })
}

/// Whether an ability forbids an attack.
pub fn forbids(field: &Field<'_>, attack: &Attack) -> bool {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    let mut own = field.cards.effects.forbids.of(&by.abilities);
    own.any(|it| it.weapons.has(attack.weapon) && it.at.has(at.kind))
        || field.marks.brought.forbids.iter().any(|forbids| forbids(field, attack))
}
