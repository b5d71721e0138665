//! Ships that are named for others to attack, and what carriers give their aircraft.

use super::super::Battle;
use super::super::attack::{self, Attack};
use super::super::field::{Field, Home, Unit};
use super::super::log::Id;
use super::super::map::End;
use super::marks::{Boost, Named};
use super::when;
use super::{May, choice, may};
use crate::cards::{Ability, Weapon};
use crate::effects::{Expert, Spotting};

/// At the start of a side's own Air Attack step: each unit names the ship that is worth most to those it
/// helps.
pub fn name_targets(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    let mut named = Vec::new();
    for spot in &field.cards.effects.spots {
        if !choice::brought(field, end, spot.ability) {
            continue;
        }
        let names = |(id, unit): &(Id, &Unit)| {
            !unit.is_aborted() && !unit.doomed && choice::wants(field, *id, spot.ability)
        };
        let owners: Vec<Id> = field.on_map(end).filter(names).map(|(id, _)| id).collect();
        let near = |owner: Id, at: Id| field.range(owner, at).is_some_and(|range| range <= spot.within);
        let ships = field.ships(end.other()).map(|(id, _)| id);
        let seen = ships.filter(|at| owners.iter().any(|owner| near(*owner, *at)));
        let worths = worths(field, end, spot, seen);
        for owner in owners {
            // Of those at which as much could be done, the first.
            let best = worths.iter().rev().filter(|(_, at)| near(owner, *at)).max_by_key(|(worth, _)| *worth);
            named.extend(best.map(|(_, at)| (owner, spot.ability, *at)));
        }
    }
    for (owner, ability, at) in named {
        let mark = Named { ability, end, at };
        // Several that name the same ship by the same ability count once (WST-seq-5).
        if !battle.field.marks.named.contains(&mark) {
            battle.field.marks.named.push(mark);
            battle.spoke(owner, ability, Some(at), None, true);
        }
    }
}

/// What those who are helped could do at each of some ships, in their order; without those at which they can
/// do nothing.
fn worths(field: &Field<'_>, end: End, spot: &Spotting, ships: impl Iterator<Item = Id>) -> Vec<(u64, Id)> {
    let helps = |unit: &Unit| spot.by.has(unit.kind) && !unit.is_aborted();
    let helped: Vec<Id> = field.on_map(end).filter(|(_, unit)| helps(unit)).map(|(id, _)| id).collect();
    let worth = |at: Id| {
        let best = |by: &Id| weapons_worth(field, *by, at, |weapon| spot.weapons.has(weapon));
        helped.iter().map(best).max().unwrap_or(0)
    };
    ships.map(|at| (worth(at), at)).filter(|(worth, _)| *worth > 0).collect()
}

/// The best worth of an attack of a unit on another with some weapons.
pub fn weapons_worth(field: &Field<'_>, by: Id, at: Id, counts: impl Fn(Weapon) -> bool) -> u64 {
    let Some(range) = field.range(by, at) else { return 0 };
    let flies = field.unit(by).kind.is_aircraft();
    if flies && range > 0 {
        return 0;
    }
    let own = |weapon: &Weapon| counts(*weapon) && *weapon != Weapon::Aa && field.card(by).carries(*weapon);
    let weapons = Weapon::ALL.into_iter().filter(own);
    weapons.map(|weapon| attack::worth(field, &Attack::plain(by, weapon, at, range))).max().unwrap_or(0)
}

/// WST-sa-69 to WST-sa-72, WSC-11.6-5: each carrier on the map gives dice to one aircraft that is based on a
/// carrier of the map, the one that gains most. Of dogfighters this is reckoned before Air Defense, of the
/// others before Air Attack.
pub fn give_dice(battle: &mut Battle<'_>, end: End, antiair: bool) {
    let mut given: Vec<(Id, Boost, Ability)> = Vec::new();
    let field = &battle.field;
    for expert in field.cards.effects.experts.iter().filter(|it| (it.weapon == Weapon::Aa) == antiair) {
        if !choice::brought(field, end, expert.ability) {
            continue;
        }
        let pupils = pupils(field, end, expert);
        for (owner, _) in choice::willing(field, end, expert.ability) {
            let taken =
                |plane: Id| given.iter().any(|(_, it, _)| it.plane == plane && it.weapon == expert.weapon);
            // Of those who gain as much, the first.
            let best = pupils.iter().rev().filter(|(_, plane)| !taken(*plane)).max_by_key(|(gain, _)| *gain);
            let boost = |plane| Boost { weapon: expert.weapon, dice: expert.dice, plane };
            given.extend(best.map(|(_, plane)| (owner, boost(*plane), expert.ability)));
        }
    }
    for (owner, boost, ability) in given {
        battle.field.marks.boosts.push(boost);
        battle.spoke(owner, ability, Some(boost.plane), None, true);
    }
}

/// The aircraft that dice from a carrier would help, in roster order, with what they gain.
fn pupils(field: &Field<'_>, end: End, expert: &Expert) -> Vec<(u64, Id)> {
    let fits = |id: Id, unit: &Unit| {
        let deck = unit.wings.as_ref().is_some_and(|it| matches!(it.home, Home::Deck(_)));
        let pilot = deck && when::role_of(unit) == expert.role && field.card(id).carries(expert.weapon);
        pilot && !unit.is_aborted() && !unit.doomed && !may(field, id, May::FlyUnled)
    };
    let fitting = field.flying(end).filter(|(id, unit)| fits(*id, unit));
    let gains = fitting.map(|(id, unit)| (gain(field, id, unit, expert), id));
    gains.filter(|(gain, _)| *gain > 0).collect()
}

/// How much more the best attack of an aircraft is worth with dice from a carrier.
fn gain(field: &Field<'_>, id: Id, unit: &Unit, expert: &Expert) -> u64 {
    let Some(at) = unit.at else { return 0 };
    let of = |target: Id| {
        let attack = Attack::plain(id, expert.weapon, target, 0);
        let Some(strength) = attack::strength(field, &attack) else { return (0, 0) };
        let more = attack::Strength { dice: strength.dice + expert.dice, ..strength };
        (attack::worth_of(field, &attack, &strength), attack::worth_of(field, &attack, &more))
    };
    let worths: Vec<(u64, u64)> =
        field.in_sector(unit.end.other(), at).map(|(target, _)| of(target)).collect();
    let plain = worths.iter().map(|(plain, _)| *plain).max().unwrap_or(0);
    let more = worths.iter().map(|(_, more)| *more).max().unwrap_or(0);
    more.saturating_sub(plain)
}
