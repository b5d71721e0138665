//! Special abilities of cards (WST-sa, battle plans 6): the places at which a battle asks whether one speaks. What is alike
//! is data; what is not is code beside it.

use super::attack::{Attack, Hit, Strength};
use super::field::Field;
use super::log::{Effect, Id, Task};
use super::map::{End, Sector};
use super::Battle;
use crate::rules::war_at_sea::cards::{Kind, Weapon};
use crate::table::Step;

/// A penalty that the rules put on an attack, and an ability may lift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// Of a crippled attacker (WST-crip-3).
    Cripple,
    /// Of the night, by weapon (WST-night-3 to night-5).
    Night,
    /// At night no guns fire at range 4 and beyond (WST-night-5).
    NightReach,
    /// The lower armor of an aircraft that strafes (WST-air-4); asked of attacks on it.
    Strafing,
    /// Dice that escorts take from submarine torpedoes (WST-sub-3).
    Escorts,
}

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

/// What abilities remember in a battle.
#[derive(Clone, Debug, Default)]
pub struct Marks;

/// Called once for each side at each moment, in the order in which the sides act (at [`Moment::Deployed`] in the order in
/// which they deployed).
///
/// # Halts
/// As the dice.
pub fn at(_battle: &mut Battle<'_>, _moment: Moment, _end: End) -> Step<()> {
    Ok(())
}

/// What initiative gets beside the best Flagship bonus (WST-init-3).
pub fn initiative(_field: &Field<'_>, _end: End) -> i8 {
    0
}

/// Rolls what decides the speed of a unit this turn, at the start of its side's movement; gives what is added.
///
/// # Halts
/// As the dice.
pub fn speed(_battle: &mut Battle<'_>, _unit: Id) -> Step<i8> {
    Ok(0)
}

/// Whether a unit may enter island and shoal sectors (WST-map-3).
pub fn enters_islands(_field: &Field<'_>, _unit: Id) -> bool {
    false
}

/// How many ships of a side a sector may hold (WST-stack-1): `there` are those that would be in it.
pub fn ship_room(_field: &Field<'_>, _there: &[Id]) -> usize {
    2
}

/// Called when a unit enters a sector in its movement, step by step; true if it goes no farther.
///
/// # Halts
/// As the dice.
pub fn enters(_battle: &mut Battle<'_>, _unit: Id, _at: Sector) -> Step<bool> {
    Ok(false)
}

/// Whether [`enters`] may do something this turn, so that the way of a unit matters.
pub fn ways_matter(_field: &Field<'_>) -> bool {
    false
}

/// The role in which an aircraft is placed: that of its card, or a chosen one. Asked before numbers are reckoned.
pub fn role(field: &Field<'_>, unit: Id) -> Kind {
    field.unit(unit).kind
}

/// What is added to the search die of an aircraft (WST-night-2).
pub fn search(_field: &Field<'_>, _unit: Id) -> i8 {
    0
}

/// Whether an aircraft may land on a deck or field that is not closed to it by its kind (WST-ret-4).
pub fn lands_on(_field: &Field<'_>, _plane: Id, _base: Id) -> bool {
    true
}

/// The rearm markers of an aircraft that has come home, from those of the rules.
pub fn markers(_field: &Field<'_>, _plane: Id, markers: u8) -> u8 {
    markers
}

/// Whether a rearm marker of an aircraft comes off at this Air Return as it should (WST-ret-1).
///
/// # Halts
/// As the dice.
pub fn rearms(_battle: &mut Battle<'_>, _plane: Id) -> Step<bool> {
    Ok(true)
}

/// Whether a rule that is not about the target's kind, range or sight forbids an attack.
pub fn forbids(_field: &Field<'_>, _attack: &Attack) -> bool {
    false
}

/// The dice of a weapon at a range at which the card has none; 0 if no ability reaches there.
pub fn reach(_field: &Field<'_>, _attack: &Attack) -> u8 {
    0
}

/// Whether an attacker may torpedo a submarine (WST-torp-3).
pub fn torpedoes_boats(_field: &Field<'_>, _attack: &Attack) -> bool {
    false
}

/// Whether squalls and smoke do not cut the lines of a unit.
pub fn sees_through_cover(_field: &Field<'_>, _unit: Id) -> bool {
    false
}

/// Whether a penalty is lifted.
pub fn waives(_field: &Field<'_>, _attack: &Attack, _penalty: Penalty) -> bool {
    false
}

/// Whether a ship with antisubmarine dice at range 0 or 1 counts against the torpedoes of a submarine.
pub fn threatens(_field: &Field<'_>, _ship: Id, _range: u8) -> bool {
    true
}

/// What is certain before the dice: dice, pips, armor, torpedo damage, cover.
pub fn modify(_field: &Field<'_>, _attack: &Attack, _strength: &mut Strength) {}

/// What is declared or rolled before the attack dice: it may change the strength, or foil the attack.
///
/// # Halts
/// As the dice.
pub fn before(_battle: &mut Battle<'_>, _attack: &Attack, _strength: &mut Strength) -> Step<Option<Effect>> {
    Ok(None)
}

/// After the attack dice: rerolls.
///
/// # Halts
/// As the dice.
pub fn after_dice(
    _battle: &mut Battle<'_>,
    _attack: &Attack,
    _strength: &Strength,
    _faces: &mut Vec<u8>,
) -> Step<()> {
    Ok(())
}

/// What the target makes of it: rolls that save it, less damage, other effects. Nothing is marked yet.
///
/// # Halts
/// As the dice.
pub fn on_effect(
    _battle: &mut Battle<'_>,
    _attack: &Attack,
    _strength: &Strength,
    _hit: &mut Hit,
) -> Step<()> {
    Ok(())
}

/// After an attack is marked and noted: what follows from it, such as further attacks.
///
/// # Halts
/// As the dice.
pub fn after(_battle: &mut Battle<'_>, _attack: &Attack, _hit: &Hit) -> Step<()> {
    Ok(())
}

/// Further attacks of a unit with a weapon in this phase, beside its plain one: each has its ability, and its dice if they
/// are others. The battle chooses a target for each; `made` are those already made by the unit in this phase.
pub fn more(_field: &Field<'_>, _unit: Id, _weapon: Weapon, _made: &[Attack]) -> Vec<Attack> {
    Vec::new()
}

/// Whether a target may be that of a further attack, after those that the unit has made with the weapon in this phase.
pub fn further(_field: &Field<'_>, _made: &[Attack], _candidate: &Attack) -> bool {
    true
}

/// The farthest range at which an aircraft, or the antiair dice of a unit, may attack.
pub fn range(_field: &Field<'_>, _unit: Id, _weapon: Weapon) -> u8 {
    0
}

/// Where an aircraft has to be placed, and what for, because it flies its last mission again.
pub fn fixed_mission(_field: &Field<'_>, _plane: Id) -> Option<(Sector, Task)> {
    None
}

/// Whether an aircraft is not placed though it is ready.
pub fn grounded(_field: &Field<'_>, _plane: Id) -> bool {
    false
}

/// Whether a unit gives up its attacks of a phase for something else that it did or was ordered to do.
pub fn rests(_field: &Field<'_>, _unit: Id) -> bool {
    false
}
