//! Special abilities of cards (WST-sa, battle plans 6): the places at which a battle asks whether one speaks.
//! What is alike is data (`effects`), and what is not is code: a file for each ability
//! (`abilities`). Here stands what asks them, and what several of them share.

pub(crate) mod air;
mod brought;
pub(crate) mod choice;
pub(crate) mod deployment;
pub(crate) mod inspiring;
pub(crate) mod leading;
pub(crate) mod marks;
pub(crate) mod pressing;
pub(crate) mod rolls;
pub(crate) mod sea;
pub(crate) mod spotting;
pub(crate) mod squadrons;
pub(crate) mod strength;
pub(crate) mod volleys;
pub(crate) mod when;

use super::Battle;
use super::attack::{Attack, Hit, Strength};
use super::field::{Field, Home};
use super::log::{Effect, Id, Task};
use super::map::{End, Sector};
use crate::abilities::table;
use crate::cards::{Kind, Weapon};
use crate::effects::Class;
use engine::table::Step;

pub use crate::abilities::May;
pub use crate::effects::Penalty;
pub use marks::Marks;

/// When abilities that are not part of an attack are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// After both have deployed, the first player's units before the second's: to other places.
    Deploying,
    /// After that of a side: steps.
    Screening,
    /// After both have deployed: the first player's set-up abilities, then the second's.
    Deployed,
    /// After the triggers of a turn, before anybody moves.
    TurnBegins,
    /// Before a side's speed rolls and movement.
    MovementBegins,
    /// After a side's movement.
    Moved,
    /// After the movement of both: each ability for both sides before the next.
    BothMoved,
    /// After a side has placed its aircraft and searched.
    Placed,
    /// After both have.
    BothPlaced,
    /// Before a side's antiair attacks.
    DefenseBegins,
    /// After the antiair attacks of both, before they are settled.
    DefenseEnds,
    /// After that of both.
    DefenseSettles,
    /// Before a side's air attacks.
    AirAttackBegins,
    /// After the air attacks of both, before they are settled.
    AirAttackEnds,
    /// Before a side's surface attacks.
    SurfaceBegins,
    /// After that: what ships do in place of attacks. One that is busy is asked no more.
    SurfaceOrders,
    /// After the surface attacks of both are settled.
    SurfaceEnds,
    /// Before a side's aircraft return, rearm markers already taken off.
    ReturnBegins,
    /// After a side's aircraft have returned.
    Returned,
    /// At the end of the turn.
    TurnEnds,
}

impl Moment {
    /// How many there are.
    pub const NUMBER: usize = Moment::TurnEnds as usize + 1;
}

/// Called once for each side at each moment, in the order in which the sides act (at [`Moment::Deployed`] in
/// the order in which they deployed).
///
/// # Halts
/// As the dice.
pub fn at(battle: &mut Battle<'_>, moment: Moment, end: End) -> Step<()> {
    let field = &mut battle.field;
    let second = end == field.second();
    match moment {
        Moment::Deployed => {
            let units = field.roster[end as usize].all().iter();
            let units = units.map(|id| (*id, &field.units[usize::from(id.0)]));
            field.marks.brought.add(&field.cards.effects, units);
            let units: Vec<Id> = field.on_map(end).map(|(id, _)| id).collect();
            each(battle, Moment::Deploying, &units)?;
            each(battle, Moment::Screening, &units)?;
        }
        Moment::TurnBegins if end == field.first => field.marks.begin_turn(field.turn),
        Moment::Placed => {
            let placed: Vec<Id> = field.flying(end).map(|(id, _)| id).collect();
            field.marks.flew.extend(placed);
        }
        Moment::DefenseBegins => spotting::give_dice(battle, end, true),
        Moment::AirAttackBegins => {
            spotting::name_targets(battle, end);
            spotting::give_dice(battle, end, false);
        }
        _ => {}
    }
    speak(battle, moment, end)?;
    match moment {
        Moment::Moved if second => {
            for does in table().at[Moment::BothMoved as usize].of(*battle.field.marks.brought.all()) {
                battle.field.in_turn().into_iter().try_for_each(|side| does(battle, side))?;
            }
        }
        Moment::Placed if second => {
            battle.field.marks.same_mission.clear();
            battle
                .field
                .in_turn()
                .into_iter()
                .try_for_each(|side| speak(battle, Moment::BothPlaced, side))?;
        }
        Moment::DefenseEnds if second => {
            let units: Vec<Id> = battle.ids().collect();
            each(battle, Moment::DefenseSettles, &units)?;
        }
        Moment::SurfaceBegins => {
            let ships: Vec<Id> = battle.field.ships(end).map(|(id, _)| id).collect();
            each(battle, Moment::SurfaceOrders, &ships)?;
        }
        _ => {}
    }
    Ok(())
}

/// What abilities do for a side at a moment.
fn speak(battle: &mut Battle<'_>, moment: Moment, end: End) -> Step<()> {
    let mut all = table().at[moment as usize].of(*battle.field.marks.brought.all());
    all.try_for_each(|does| does(battle, end))
}

/// What abilities do for each of some units at a moment.
fn each(battle: &mut Battle<'_>, moment: Moment, units: &[Id]) -> Step<()> {
    let voices = &table().each[moment as usize];
    if !voices.meets(battle.field.marks.brought.all()) {
        return Ok(());
    }
    for id in units {
        for does in voices.of(battle.field.unit(*id).abilities) {
            if !rests(&battle.field, *id) {
                does(battle, *id)?;
            }
        }
    }
    Ok(())
}

/// What initiative gets: the best Flagship bonus and what abilities add (WST-init-3).
pub fn initiative(field: &Field<'_>, end: End) -> i8 {
    field.cards.effects.initiative(&sea::who_lead(field, end))
}

/// The part of it that abilities add.
pub fn leading(field: &Field<'_>, end: End) -> i8 {
    field.cards.effects.leading(&sea::who_lead(field, end))
}

/// Whether an ability of a unit lets it do something.
#[inline]
pub fn may(field: &Field<'_>, unit: Id, what: May) -> bool {
    field.unit(unit).abilities.meets(table().who(what))
}

/// Rolls what decides the speed of a unit this turn, at the start of its side's movement; gives what is
/// added.
///
/// # Halts
/// As the dice.
pub fn speed(battle: &mut Battle<'_>, unit: Id) -> Step<i8> {
    sea::speed(battle, unit)
}

/// How many ships of a side a sector may hold (WST-stack-1): `there` are those that would be in it.
pub fn ship_room(field: &Field<'_>, mut there: impl Iterator<Item = Id>) -> usize {
    2 + usize::from(there.any(|id| may(field, id, May::CrowdSector)))
}

/// Called when a unit enters a sector in its movement, step by step; true if it goes no farther.
///
/// # Halts
/// As the dice.
pub fn enters(battle: &mut Battle<'_>, unit: Id, at: Sector) -> Step<bool> {
    for does in table().enters.of(*battle.field.marks.brought.all()) {
        if battle.field.unit(unit).is_there() {
            does(battle, unit, at)?;
        }
    }
    Ok(!battle.field.unit(unit).is_there())
}

/// Whether [`enters`] may do something this turn, so that the way of a unit matters.
pub fn ways_matter(field: &Field<'_>) -> bool {
    table().minds_ways.of(*field.marks.brought.all()).any(|minds| minds(field))
}

/// The role in which an aircraft is placed: that of its card, or a chosen one. Asked before numbers are
/// reckoned.
pub fn role(field: &Field<'_>, unit: Id) -> Kind {
    let its = field.unit(unit);
    table().flies_as.of(its.abilities).next().map_or(its.kind, |role| role(field, unit))
}

/// What is added to the search die of an aircraft (WST-night-2).
pub fn search(field: &Field<'_>, unit: Id) -> i8 {
    let own = field.unit(unit).abilities;
    field.cards.effects.searches.iter().filter(|(ability, _)| own.has(*ability)).map(|(_, more)| *more).sum()
}

/// Whether an aircraft may land on a deck or field that is not closed to it by its kind (WST-ret-4).
pub fn lands_on(field: &Field<'_>, plane: Id, base: Id) -> bool {
    let own = field.unit(plane).wings.as_ref().is_some_and(|it| it.first_home == Home::Deck(base));
    field.card(base).kind.is_land_base() || own || may_base(field, plane, base)
}

/// Whether a deck takes an aircraft by what both are.
pub fn may_base(field: &Field<'_>, plane: Id, base: Id) -> bool {
    let (its, decks) = (&field.unit(plane).abilities, &field.unit(base).abilities);
    field.cards.effects.may_base_with((field.card(plane), its), (field.card(base), decks))
}

/// The rearm markers of an aircraft that has come home, from those of the rules.
pub fn markers(field: &Field<'_>, plane: Id, markers: u8) -> u8 {
    let mut at_once = table().flies_again.of(field.unit(plane).abilities);
    let again = field.marks.same_mission.contains(&plane) || at_once.any(|again| again(field, plane));
    if again { 0 } else { markers }
}

/// Whether a rearm marker of an aircraft comes off at this Air Return as it should (WST-ret-1).
///
/// # Halts
/// As the dice.
pub fn rearms(battle: &mut Battle<'_>, plane: Id) -> Step<bool> {
    for rearms in table().rearms.of(battle.field.unit(plane).abilities) {
        if !rearms(battle, plane)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a rule that is not about the target's kind, range or sight forbids an attack.
pub fn forbids(field: &Field<'_>, attack: &Attack) -> bool {
    strength::forbids(field, attack)
}

/// The dice of a weapon at a range at which the card has none; 0 if no ability reaches there.
pub fn reach(field: &Field<'_>, attack: &Attack) -> u8 {
    strength::reach(field, attack)
}

/// Whether a weapon of a unit may reach beyond the ranges of its card.
pub fn reaches_beyond(field: &Field<'_>, unit: Id, weapon: Weapon) -> bool {
    strength::reaches_beyond(field, unit, weapon)
}

/// Whether a penalty is lifted.
pub fn waives(field: &Field<'_>, attack: &Attack, penalty: Penalty) -> bool {
    strength::waives(field, attack, penalty)
}

/// What is certain before the dice: dice, pips, armor, torpedo damage, cover.
pub fn modify(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    strength::modify(field, attack, strength);
}

/// What is declared or rolled before the attack dice: it may change the strength, or foil the attack.
///
/// # Halts
/// As the dice.
pub fn before(battle: &mut Battle<'_>, attack: &Attack, strength: &mut Strength) -> Step<Option<Effect>> {
    rolls::before(battle, attack, strength)
}

/// After the attack dice: rerolls.
///
/// # Halts
/// As the dice.
pub fn after_dice(
    battle: &mut Battle<'_>,
    attack: &Attack,
    strength: &Strength,
    faces: &mut Vec<u8>,
) -> Step<()> {
    rolls::after_dice(battle, attack, strength, faces)
}

/// What the target makes of it: rolls that save it, less damage, other effects. Nothing is marked yet.
///
/// # Halts
/// As the dice.
pub fn on_effect(battle: &mut Battle<'_>, attack: &Attack, strength: &Strength, hit: &mut Hit) -> Step<()> {
    rolls::on_effect(battle, attack, strength, hit)
}

/// Before what a phase has done to a unit is settled: rolls that keep it afloat.
///
/// # Halts
/// As the dice.
pub fn last_chance(battle: &mut Battle<'_>, unit: Id) -> Step<()> {
    rolls::last_chance(battle, unit)
}

/// After an attack is marked and noted: what follows from it, such as further attacks.
///
/// # Halts
/// As the dice.
pub fn after(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let phase = battle.phase;
    battle.field.marks.note(attack, hit, phase);
    if let Some(through) = attack.through
        && battle.field.cards.effects.class(through) == Class::Once
    {
        battle.spend(attack.by, through);
    }
    for does in table().after.of(*battle.field.marks.brought.all()) {
        does(battle, attack, hit)?;
    }
    leading::direct(battle, attack, hit)
}

/// Further attacks of a unit with a weapon in this phase, beside its plain one: each has its ability, and its
/// dice if they are others. The battle chooses a target for each; `made` are those already made by the unit
/// in this phase.
pub fn more(field: &Field<'_>, unit: Id, weapon: Weapon, made: &[Attack]) -> Vec<Attack> {
    volleys::more(field, unit, weapon, made)
}

/// The farthest range at which an aircraft, or the antiair dice of a unit, may attack.
pub fn range(field: &Field<'_>, unit: Id, weapon: Weapon) -> u8 {
    strength::range(field, unit, weapon)
}

/// Where an aircraft has to be placed, and what for, because it flies its last mission again.
pub fn fixed_mission(field: &Field<'_>, plane: Id) -> Option<(Sector, Task)> {
    let last = field.unit(plane).wings.as_ref().and_then(|it| it.last);
    last.filter(|_| field.marks.same_mission.contains(&plane))
}

/// Whether an aircraft is not placed though it is ready.
pub fn grounded(field: &Field<'_>, plane: Id) -> bool {
    table().grounds.of(*field.marks.brought.all()).any(|grounds| grounds(field, plane))
}

/// Whether a unit gives up its attacks of a phase for something else that it did or was ordered to do.
pub fn rests(field: &Field<'_>, unit: Id) -> bool {
    field.marks.busy.contains(&unit)
}
