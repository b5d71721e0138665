//! What abilities change in an attack before its dice, and what they forbid.

use super::super::attack::{self, Attack, Strength};
use super::super::field::Field;
use super::super::log::{Id, Phase};
use super::marks::Lasting;
use super::when;
use crate::cards::{Ability, Kind, Nation, Weapon};
use crate::effects::file::Whose;
use crate::effects::{Change, Penalty, Reach};

/// Dice that jammed main guns lose (WST-sa-110).
const JAMMED: i16 = 3;
/// What must at least be taken from each die so that a 4 fails: 5 and 6 count.
const FIVES: i16 = -1;

/// Dice, pips, armor, torpedo damage, cover.
pub fn modify(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let changes = &field.cards.effects.changes[attack.weapon as usize];
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    if by.abilities.meets(&changes.own_set) {
        let own = changes.own.iter().filter(|it| by.has(it.ability));
        own.filter(|it| speaks(field, attack, attack.by, it)).for_each(|it| apply(field, it, strength));
    }
    if at.abilities.meets(&changes.target_set) {
        let its = changes.target.iter().filter(|it| at.has(it.ability));
        its.filter(|it| speaks(field, attack, attack.at, it)).for_each(|it| apply(field, it, strength));
    }
    for change in &changes.others {
        let end = if change.whose == Whose::TargetFriend { at.end } else { by.end };
        if field.marks.present[end as usize].has(change.ability) && is_near(field, attack, change) {
            apply(field, change, strength);
        }
    }
    remembered(field, attack, strength);
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
    field.on_map(end).any(|(owner, unit)| {
        unit.has(change.ability)
            && (!of_target || owner != beside)
            && (change.whose == Whose::Side
                || field.range(owner, beside).is_some_and(|it| (change.near.0..=change.near.1).contains(&it)))
            && speaks(field, attack, owner, change)
    })
}

fn apply(field: &Field<'_>, change: &Change, strength: &mut Strength) {
    strength.dice += change.dice;
    // WST-sa-152: which faces count, and no penalty beside others. The table writes it as a point.
    let sets_faces = change.ability == Ability::RunSilent && !field.cards.effects.first_edition;
    strength.only_five |= sets_faces;
    strength.pips += if sets_faces { 0 } else { change.pips };
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

/// What abilities have set before.
fn remembered(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let (by, marks, turn) = (field.unit(attack.by), &field.marks, field.turn);
    let gun = attack.weapon.is_gun();
    if attack.weapon == Weapon::Main && marks.has(attack.by, Lasting::Jammed, turn) {
        strength.dice -= JAMMED;
    }
    // Several that cover it count once (WST-sa-34, WST-seq-5).
    let elsewhere = |it: Lasting| matches!(it, Lasting::CoveredBy(other) if other != attack.at);
    let facing = marks.has(attack.by, Lasting::CoveredBy(attack.at), turn);
    strength.pips -= i16::from(gun && !facing && marks.lasting(attack.by, turn).any(elsewhere));
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
    let inspires = |(ability, owner, on): &(Ability, Id, u8)| {
        let fits = match ability {
            Ability::InspireToVictory => gun && by.kind.is_ship(),
            _ => *owner != attack.by && by.kind.is_ship() && field.card(attack.by).nation == Nation::Greece,
        };
        *on == turn && fits && field.unit(*owner).end == by.end
    };
    let all = &marks.inspired;
    // The same of several units counts once (WST-seq-5); in edition 1 it added up.
    let once = |at: usize| {
        field.cards.effects.first_edition || !all[..at].iter().any(|it| it.0 == all[at].0 && inspires(it))
    };
    strength.dice += (0..all.len()).filter(|at| inspires(&all[*at]) && once(*at)).count() as i16;
    if attack.weapon == Weapon::Aa {
        strength.dice -= i16::from(marks.raided.contains(&attack.by));
        let divided = |id: &Id| field.unit(*id).at == by.at && field.unit(*id).end != by.end;
        strength.pips -= i16::from(by.kind.is_ship() && marks.dividing.iter().any(divided));
    }
    strength.pips -= i16::from(attack.weapon == Weapon::Bomb && marks.dividing.contains(&attack.by));
    let led = matches!(attack.through, Some(Ability::FighterDirector | Ability::FighterUmbrella));
    strength.pips -= i16::from(led);
    pressed(field, attack, strength);
}

/// Determined Attack takes a point from each die of bombs and gunnery, or a die from torpedoes, and nothing
/// from other attacks (WST-sa-51, WSC-16-4). By Press the Attack only 5 and 6 count, and nothing more is
/// taken (WST-sa-137); with Aircraft Damage it takes a point beside others (WSC-16-11). Edition 1 knew
/// neither difference.
fn pressed(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let Some((_, ability)) = field.marks.pressed.iter().find(|(id, _)| *id == attack.by) else { return };
    let first_edition = field.cards.effects.first_edition;
    match (ability, attack.weapon) {
        (Ability::PressTheAttack, _) if first_edition => strength.pips = strength.pips.min(FIVES),
        (Ability::PressTheAttack, Weapon::Bomb) if field.dossier.rules.aircraft_damage => strength.pips -= 1,
        (Ability::PressTheAttack, Weapon::Bomb) => strength.only_five = true,
        (Ability::PressTheAttack, _) => {}
        (_, Weapon::Torpedo) => strength.dice -= 1,
        (_, weapon) if first_edition || matches!(weapon, Weapon::Bomb | Weapon::Gunnery) => {
            strength.pips -= 1
        }
        _ => {}
    }
}

/// The rows by which a weapon of a unit reaches farther.
fn of_weapon<'f>(field: &'f Field<'_>, id: Id, weapon: Weapon) -> impl Iterator<Item = &'f Reach> {
    let (unit, effects) = (field.unit(id), &field.cards.effects);
    let rows = if unit.abilities.meets(&effects.reach_set) { &effects.reaches[..] } else { &[] };
    rows.iter().filter(move |it| unit.has(it.ability) && it.weapons.has(weapon))
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
    let long_shot = attack.through == Some(Ability::LongShot6) && attack.range <= 6;
    if attack.range > 3 && (long_shot || reaches(field, attack).next().is_some()) { far } else { 0 }
}

/// The farthest range at which an aircraft, or antiair, may attack.
pub fn range(field: &Field<'_>, id: Id, weapon: Weapon) -> u8 {
    of_weapon(field, id, weapon).map(|it| it.to).max().unwrap_or(0)
}

/// Whether a penalty is lifted; of [`Penalty::Strafing`] the target is asked.
pub fn waives(field: &Field<'_>, attack: &Attack, penalty: Penalty) -> bool {
    let owner = if penalty == Penalty::Strafing { attack.at } else { attack.by };
    let unit = field.unit(owner);
    let lifts = &field.cards.effects.lifts[penalty as usize];
    unit.abilities.meets(&lifts.set)
        && lifts.all.iter().any(|it| {
            unit.has(it.ability)
                && it.weapons.has(attack.weapon)
                && (it.range.0..=it.range.1).contains(&attack.range)
                && when::all(field, attack, (owner, it.ability), &it.conditions)
        })
}

/// Whether an ability forbids an attack.
pub fn forbids(field: &Field<'_>, attack: &Attack) -> bool {
    let (by, at, marks) = (field.unit(attack.by), field.unit(attack.at), &field.marks);
    let effects = &field.cards.effects;
    let mut table = effects.forbids.iter().filter(|it| by.has(it.ability));
    if by.abilities.meets(&effects.forbid_set)
        && table.any(|it| it.weapons.has(attack.weapon) && it.at.has(at.kind))
    {
        return true;
    }
    let turn = field.turn;
    let stopped = marks.lasting(attack.by, turn);
    if stopped.into_iter().any(|it| matches!(it, Lasting::Stunned | Lasting::Infiltrated)) {
        return true;
    }
    at.has(Ability::Disguise) && !marks.record(attack.at).revealed
        || guards_convoy(field, attack)
        || marks.shadowed.contains(&(attack.by, attack.at))
        || forbids_aircraft(field, attack)
        || by.kind.is_ship() && attack.weapon.is_gun() && splits_elsewhere(field, attack)
        || attack.weapon.is_gun() && marks.mending.iter().any(|it| it.by == attack.by || it.ship == attack.by)
        || by.has(Ability::WornOutBoat) && attack.is_torpedo() && attack::threat(field, attack) > 0
}

/// WST-sa-169: a ship that splits the fire of its main guns fires no other guns, and no whole salvo.
fn splits_elsewhere(field: &Field<'_>, attack: &Attack) -> bool {
    super::volleys::splits(field, attack.by) && attack.through != Some(Ability::SplitFire)
}

/// WST-sa-91: auxiliaries beside an escort that was not attacked in this phase.
fn guards_convoy(field: &Field<'_>, attack: &Attack) -> bool {
    let at = field.unit(attack.at);
    if at.kind != Kind::Auxiliary || !field.marks.present[at.end as usize].has(Ability::GuardTheConvoy) {
        return false;
    }
    let Some(sector) = at.at else { return false };
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

/// What forbids attacks of and on aircraft.
fn forbids_aircraft(field: &Field<'_>, attack: &Attack) -> bool {
    let (by, marks) = (field.unit(attack.by), &field.marks);
    let bombs_only = match field.cards.effects.first_edition {
        true => attack.is_torpedo(),
        false => !matches!(attack.weapon, Weapon::Bomb | Weapon::Aa),
    };
    if bombs_only && marks.pressed.contains(&(attack.by, Ability::PressTheAttack)) {
        return true;
    }
    if attack.is_torpedo() {
        return marks.dividing.contains(&attack.by);
    }
    if attack.weapon != Weapon::Aa {
        return false;
    }
    // An aircraft that was aborted and goes on is no target any more (WST-aad-3).
    if marks.pressed.iter().any(|(id, _)| *id == attack.at) && !field.dossier.rules.aircraft_damage {
        return true;
    }
    // Fighters attack the decoy in their sector while they can (WST-sa-54).
    let draws = |id: &Id| {
        let decoy = field.unit(*id);
        *id != attack.at && decoy.at == by.at && decoy.end != by.end && !decoy.doomed && !decoy.is_aborted()
    };
    by.kind == Kind::Fighter && !marks.decoys.contains(&attack.at) && marks.decoys.iter().any(draws)
}
