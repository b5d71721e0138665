//! Further attacks of a unit beside its plain one.

use super::super::attack::{self, Attack};
use super::super::field::{Field, Unit};
use super::super::log::Id;
use super::choice::{self, Will};
use crate::cards::{Abilities, Ability, Kind, Weapon};

/// How far the fighters of a small carrier reach (WST-sa-78).
const COVER: u8 = 3;
/// What each of two salvoes is short of (WST-sa-169).
const SPLIT: u8 = 4;

/// All abilities that add an attack, or put one in the place of the plain one.
const ADDING: Abilities = Abilities::of(&[
    Ability::AlternatePayload5,
    Ability::AlternatePayload6,
    Ability::AlternatePayload7,
    Ability::AntiairBarrage,
    Ability::AntiairSpecialist,
    Ability::AntishipMissile,
    Ability::AudaciousAttack,
    Ability::BristlingWithGuns,
    Ability::EscortKiller,
    Ability::FighterCover5,
    Ability::HeavyStrafer,
    Ability::KamikazeAttack,
    Ability::LongShot6,
    Ability::MtbKiller,
    Ability::SplitFire,
    Ability::SwarmTactics,
    Ability::TorpedoSwarm,
]);

/// Further attacks of a unit with a weapon: one candidate for each target that the ability allows. The battle
/// chooses among those of one ability.
pub fn more(field: &Field<'_>, id: Id, weapon: Weapon, made: &[Attack]) -> Vec<Attack> {
    let unit = field.unit(id);
    let mut found = Vec::new();
    if !unit.abilities.meets(&ADDING) {
        return found;
    }
    let mut add = |ability: Ability, dice: Option<u8>, reach: u8| {
        if !unit.has(ability) {
            return;
        }
        let times = made.iter().filter(|it| it.through == Some(ability)).count();
        let spent = times >= most_times(ability) || field.marks.has_used(id, ability);
        if !spent && choice::will(field, id, ability) != Will::No {
            found.extend(candidates(field, id, weapon, ability, dice, reach, made));
        }
    };
    match weapon {
        Weapon::Aa => {
            let reach = super::strength::range(field, id, weapon);
            add(Ability::AntiairBarrage, Some(5), reach);
            add(Ability::AntiairSpecialist, None, reach);
            add(Ability::FighterCover5, Some(5), COVER);
            if unit.has(Ability::SwarmTactics) && is_alone_in_the_air(field, id) {
                add(Ability::SwarmTactics, None, 0);
            }
        }
        Weapon::Main if splits(field, id) => add(Ability::SplitFire, None, FAR),
        Weapon::Main => {
            add(Ability::EscortKiller, None, FAR);
            add(Ability::MtbKiller, None, FAR);
            add(Ability::LongShot6, None, FAR);
        }
        Weapon::Secondary => {
            add(Ability::BristlingWithGuns, None, FAR);
            add(Ability::MtbKiller, None, FAR);
        }
        Weapon::Tertiary => add(Ability::MtbKiller, None, FAR),
        Weapon::Torpedo => {
            add(Ability::AudaciousAttack, None, FAR);
            add(Ability::TorpedoSwarm, Some(1), 0);
        }
        _ => {}
    }
    if unit.kind.is_aircraft() {
        found.extend(super::air::instead(field, id, weapon, made));
    }
    found
}

/// How often an ability allows an attack in one phase.
const fn most_times(ability: Ability) -> usize {
    match ability {
        Ability::TorpedoSwarm => usize::MAX,
        Ability::SplitFire => 2,
        _ => 1,
    }
}

/// As far as any weapon reaches.
const FAR: u8 = 6;

/// The attacks that an ability allows, at each target in reach.
fn candidates(
    field: &Field<'_>,
    id: Id,
    weapon: Weapon,
    ability: Ability,
    dice: Option<u8>,
    reach: u8,
    made: &[Attack],
) -> Vec<Attack> {
    let end = field.unit(id).end.other();
    let at = |(target, _): (Id, &Unit)| {
        let range = field.range(id, target).filter(|range| *range <= reach)?;
        let split = (ability == Ability::SplitFire).then(|| split_dice(field, id, range));
        let attack =
            Attack { by: id, weapon, at: target, range, through: Some(ability), dice: split.or(dice) };
        let legal = further(field, made, &attack) && attack::strength(field, &attack).is_some();
        (legal && choice::makes(field, ability, &attack, 0)).then_some(attack)
    };
    field.on_map(end).filter_map(at).collect()
}

/// Whether a further attack fits those already made.
pub fn further(field: &Field<'_>, made: &[Attack], candidate: &Attack) -> bool {
    let same_weapon = || made.iter().filter(|it| it.weapon == candidate.weapon);
    let other_target = same_weapon().all(|it| it.at != candidate.at);
    let is = |id: Id, kind: Kind| field.unit(id).kind == kind;
    match candidate.through {
        Some(Ability::EscortKiller) => {
            let destroyer = same_weapon().any(|it| is(it.at, Kind::Destroyer));
            same_weapon().next().is_some() && other_target && (destroyer || is(candidate.at, Kind::Destroyer))
        }
        Some(Ability::MtbKiller) => {
            let boat = same_weapon().any(|it| is(it.at, Kind::TorpedoBoat));
            same_weapon().next().is_some() && other_target && (boat || is(candidate.at, Kind::TorpedoBoat))
        }
        Some(Ability::AudaciousAttack) => {
            let place = |id: Id| field.unit(id).at;
            same_weapon().next().is_some() && same_weapon().all(|it| place(it.at) != place(candidate.at))
        }
        // The one attack that may be made in place of the plain one, at range 6 and at a battleship only.
        Some(Ability::LongShot6) => {
            same_weapon().next().is_none() && candidate.range == FAR && is(candidate.at, Kind::Battleship)
        }
        Some(Ability::TorpedoSwarm) => {
            same_weapon().any(|it| it.through.is_none())
                && other_target
                && field.unit(candidate.at).kind.is_ship()
        }
        Some(Ability::FighterCover5) => true,
        Some(Ability::SplitFire) => {
            let place = |id: Id| field.unit(id).at;
            same_weapon().all(|it| place(it.at) != place(candidate.at))
        }
        Some(
            Ability::SwarmTactics
            | Ability::AntiairBarrage
            | Ability::AntiairSpecialist
            | Ability::BristlingWithGuns,
        ) => same_weapon().next().is_some() && other_target,
        _ => other_target,
    }
}

/// WST-sa-181: the only own aircraft in its sector that is still active.
fn is_alone_in_the_air(field: &Field<'_>, id: Id) -> bool {
    let unit = field.unit(id);
    let active =
        |(other, it): (Id, &Unit)| other != id && it.kind.is_aircraft() && !it.is_aborted() && !it.doomed;
    unit.at.is_some_and(|at| !unit.is_aborted() && !unit.doomed && !field.in_sector(unit.end, at).any(active))
}

/// The dice of a split salvo (WST-sa-169): four fewer than the card has at the range.
fn split_dice(field: &Field<'_>, id: Id, range: u8) -> u8 {
    field.card(id).line(Weapon::Main).get(usize::from(range)).map_or(0, |dice| dice.saturating_sub(SPLIT))
}

/// Whether a unit splits its fire this turn.
pub fn splits(field: &Field<'_>, id: Id) -> bool {
    field.unit(id).has(Ability::SplitFire) && choice::will(field, id, Ability::SplitFire) != Will::No
}
