//! Special abilities of cards (WST-sa, battle plans 6): the places at which a battle asks whether one speaks.
//! What is alike is data; what is not is code beside it.

mod aftermath;
mod air;
mod missions;
mod choice;
mod decks;
mod deployment;
mod marks;
mod rolls;
mod sea;
mod spotting;
mod squadrons;
mod strength;
mod volleys;
mod waters;
mod when;

use super::Battle;
use super::attack::{Attack, Hit, Strength};
use super::field::Field;
use super::log::{Effect, Id, Task};
use super::map::{End, Sector};
use crate::cards::{Abilities, Ability, Kind, Weapon};
use engine::table::Step;

pub use crate::effects::Penalty;
pub use marks::Marks;

/// When abilities that are not part of an attack are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// After both have deployed: the first player's set-up abilities, then the second's.
    Deployed,
    /// After the triggers of a turn, before anybody moves.
    TurnBegins,
    /// Before a side's speed rolls and movement.
    MovementBegins,
    /// After a side's movement.
    Moved,
    /// After a side has placed its aircraft and searched.
    Placed,
    /// Before a side's antiair attacks.
    DefenseBegins,
    /// After the antiair attacks of both, before they are settled.
    DefenseEnds,
    /// Before a side's air attacks.
    AirAttackBegins,
    /// After the air attacks of both, before they are settled.
    AirAttackEnds,
    /// Before a side's surface attacks.
    SurfaceBegins,
    /// After the surface attacks of both are settled.
    SurfaceEnds,
    /// After the submarine attacks of both, before they are settled.
    SubmarineEnds,
    /// Before a side's aircraft return, rearm markers already taken off.
    ReturnBegins,
    /// After a side's aircraft have returned.
    Returned,
    /// At the end of the turn.
    TurnEnds,
}

/// Called once for each side at each moment, in the order in which the sides act (at [`Moment::Deployed`] in
/// the order in which they deployed).
///
/// # Halts
/// As the dice.
pub fn at(battle: &mut Battle<'_>, moment: Moment, end: End) -> Step<()> {
    let second = end == battle.field.second();
    match moment {
        Moment::Deployed => {
            take_stock(battle, end);
            deployment::deployed(battle, end)?;
            squadrons::detach(battle, end);
        }
        Moment::TurnBegins => {
            if end == battle.field.first {
                let turn = battle.field.turn;
                battle.field.marks.begin_turn(turn);
            }
            squadrons::launch(battle, end);
        }
        Moment::MovementBegins => sea::movement_begins(battle, end),
        Moment::Moved => {
            sea::moved(battle, end)?;
            if second {
                battle.field.in_turn().into_iter().for_each(|side| missions::endure(battle, side));
            }
        }
        Moment::Placed => {
            let placed: Vec<Id> = battle.field.flying(end).map(|(id, _)| id).collect();
            battle.field.marks.flew.extend(placed);
            if second {
                battle.field.marks.same_mission.clear();
                for side in battle.field.in_turn() {
                    air::mission_ends(battle, side)?;
                    spotting::surprise_raid(battle, side);
                }
            }
        }
        Moment::DefenseBegins => spotting::give_dice(battle, end, true),
        Moment::DefenseEnds => {
            air::airfield_strike(battle, end)?;
            if second {
                air::hit_once(battle);
            }
        }
        Moment::AirAttackBegins => {
            spotting::name_targets(battle, end);
            spotting::give_dice(battle, end, false);
            air::rockets(battle, end)?;
        }
        Moment::AirAttackEnds => missions::spend_planes(battle, end),
        Moment::SurfaceBegins => {
            spotting::shadow(battle, end);
            waters::surface_begins(battle, end)?;
        }
        Moment::SurfaceEnds => sea::surface_ends(battle, end)?,
        Moment::SubmarineEnds => {}
        Moment::ReturnBegins => {
            squadrons::sink_with_tender(battle);
            missions::loiter(battle, end);
        }
        Moment::Returned => {
            decks::poor_facilities(battle, end);
            decks::replenish(battle, end)?;
        }
        Moment::TurnEnds => {
            sea::turn_ends(battle, end)?;
            deployment::enter(battle, end);
        }
    }
    Ok(())
}

/// Notes which abilities a side has brought, and which of its aircraft come late (WST-sa-189).
fn take_stock(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    let all = field.side(end).fold(Abilities::default(), |all, (_, unit)| all.with(&unit.abilities));
    let late: Vec<Id> =
        field.side(end).filter(|(_, unit)| unit.has(Ability::UncertainArrival)).map(|(id, _)| id).collect();
    battle.field.marks.present[end as usize] = all;
    for id in late {
        if let Some(wings) = &mut battle.field.unit_mut(id).wings {
            wings.markers = wings.markers.max(1);
        }
        battle.field.marks.late.push(id);
    }
}

/// What initiative gets: the best Flagship bonus and what abilities add (WST-init-3).
pub fn initiative(field: &Field<'_>, end: End) -> i8 {
    field.cards.effects.initiative(&sea::who_lead(field, end))
}

/// The part of it that abilities add.
pub fn leading(field: &Field<'_>, end: End) -> i8 {
    field.cards.effects.leading(&sea::who_lead(field, end))
}

/// Rolls what decides the speed of a unit this turn, at the start of its side's movement; gives what is
/// added.
///
/// # Halts
/// As the dice.
pub fn speed(battle: &mut Battle<'_>, unit: Id) -> Step<i8> {
    sea::speed(battle, unit)
}

/// Whether a unit may enter island and shoal sectors (WST-map-3).
pub fn enters_islands(field: &Field<'_>, unit: Id) -> bool {
    field.unit(unit).has(Ability::ShallowDraft)
}

/// How many ships of a side a sector may hold (WST-stack-1): `there` are those that would be in it.
pub fn ship_room(field: &Field<'_>, there: impl Iterator<Item = Id>) -> usize {
    sea::ship_room(field, there)
}

/// Called when a unit enters a sector in its movement, step by step; true if it goes no farther.
///
/// # Halts
/// As the dice.
pub fn enters(battle: &mut Battle<'_>, unit: Id, at: Sector) -> Step<bool> {
    waters::enters(battle, unit, at)
}

/// Whether [`enters`] may do something this turn, so that the way of a unit matters.
pub fn ways_matter(field: &Field<'_>) -> bool {
    waters::ways_matter(field)
}

/// The role in which an aircraft is placed: that of its card, or a chosen one. Asked before numbers are
/// reckoned.
pub fn role(field: &Field<'_>, unit: Id) -> Kind {
    air::role(field, unit)
}

/// What is added to the search die of an aircraft (WST-night-2).
pub fn search(field: &Field<'_>, unit: Id) -> i8 {
    let own = field.unit(unit).abilities;
    field.cards.effects.searches.iter().filter(|(ability, _)| own.has(*ability)).map(|(_, more)| *more).sum()
}

/// Whether an aircraft may land on a deck or field that is not closed to it by its kind (WST-ret-4).
pub fn lands_on(field: &Field<'_>, plane: Id, base: Id) -> bool {
    decks::lands_on(field, plane, base)
}

/// The rearm markers of an aircraft that has come home, from those of the rules.
pub fn markers(field: &Field<'_>, plane: Id, markers: u8) -> u8 {
    decks::markers(field, plane, markers)
}

/// Whether a rearm marker of an aircraft comes off at this Air Return as it should (WST-ret-1).
///
/// # Halts
/// As the dice.
pub fn rearms(battle: &mut Battle<'_>, plane: Id) -> Step<bool> {
    missions::rearms(battle, plane)
}

/// Whether a rule that is not about the target's kind, range or sight forbids an attack.
pub fn forbids(field: &Field<'_>, attack: &Attack) -> bool {
    strength::forbids(field, attack)
}

/// The dice of a weapon at a range at which the card has none; 0 if no ability reaches there.
pub fn reach(field: &Field<'_>, attack: &Attack) -> u8 {
    strength::reach(field, attack)
}

/// Whether an attacker may torpedo a submarine (WST-torp-3).
pub fn torpedoes_boats(field: &Field<'_>, attack: &Attack) -> bool {
    attack.range == 0 && field.unit(attack.by).has(Ability::SubmergedShot)
}

/// Whether squalls and smoke do not cut the lines of a unit.
pub fn sees_through_cover(field: &Field<'_>, unit: Id) -> bool {
    field.unit(unit).has(Ability::ImprovedRadar)
}

/// Whether a penalty is lifted.
pub fn waives(field: &Field<'_>, attack: &Attack, penalty: Penalty) -> bool {
    strength::waives(field, attack, penalty)
}

/// Whether a ship with antisubmarine dice at range 0 or 1 counts against the torpedoes of a submarine.
pub fn threatens(field: &Field<'_>, ship: Id, range: u8) -> bool {
    range == 0 || !field.unit(ship).has(Ability::LimitedAswThreat)
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
    aftermath::after(battle, attack, hit)
}

/// Further attacks of a unit with a weapon in this phase, beside its plain one: each has its ability, and its
/// dice if they are others. The battle chooses a target for each; `made` are those already made by the unit
/// in this phase.
pub fn more(field: &Field<'_>, unit: Id, weapon: Weapon, made: &[Attack]) -> Vec<Attack> {
    volleys::more(field, unit, weapon, made)
}

/// Whether a target may be that of a further attack, after those that the unit has made with the weapon in
/// this phase.
pub fn further(field: &Field<'_>, made: &[Attack], candidate: &Attack) -> bool {
    volleys::further(field, made, candidate)
}

/// The farthest range at which an aircraft, or the antiair dice of a unit, may attack.
pub fn range(field: &Field<'_>, unit: Id, weapon: Weapon) -> u8 {
    strength::range(field, unit, weapon)
}

/// Where an aircraft has to be placed, and what for, because it flies its last mission again.
pub fn fixed_mission(field: &Field<'_>, plane: Id) -> Option<(Sector, Task)> {
    missions::fixed_mission(field, plane)
}

/// Whether an aircraft is not placed though it is ready.
pub fn grounded(field: &Field<'_>, plane: Id) -> bool {
    decks::is_barred(field, plane)
}

/// Whether a unit gives up its attacks of a phase for something else that it did or was ordered to do.
pub fn rests(field: &Field<'_>, unit: Id) -> bool {
    field.marks.busy.contains(&unit)
}
