//! 29.0 Task forces, an optional rule: how each side divides its units in a round, what each force means to
//! do, and which forces the enemy sights.
//!
//! Everything here passes a match without the rule by: its units belong to no task force, and who belongs to
//! none is in everybody's sight and takes part in everything.

use crate::questions;
use std::collections::BTreeMap;

use super::super::event::{Action, Event, Intent};
use super::super::item::{Item, Word};
use super::super::key::{Key, Whence};
use super::super::options::Optional;
use super::super::pacific::HAWAII;
use super::super::pieces::{Kind, UnitId, gathered};
use super::super::seats::{self, By};
use super::super::state::{Ocean, Pacific, Place, TaskForce, UnitState};
use super::super::text::forces_about;
use super::super::{AdmiralsWar, Table};
use super::action::local_modifier;
use super::retreat::escape;
use super::{Battle, gunships, order};
use engine::question::Ask;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// The highest result of a die, with its modifiers, that sights a searching force and a hiding one (AW-29.42,
/// AW-29.43).
const SEARCHING: u8 = 4;
const HIDING: u8 = 2;

/// What a force may be declared to do (AW-29.2), as questions list it.
const INTENTS: [Word; 3] = [Word::Searching, Word::Hiding, Word::Landing];
/// What Japanese forces may be declared to do besides in the battle off Hawaii (AW-23.53).
const AT_PEARL_HARBOR: Word = Word::Raid;

/// Before a round of all against all each side forms its task forces, in turn and openly (AW-29.1). Then both
/// say at once what each of theirs will do (AW-29.2).
///
/// *Ruling:* by mail the intentions are sealed and opened together, so that neither side answers the other's.
pub(super) fn muster(table: &mut Table, battle: Battle, number: u8) -> Step<()> {
    if !table.system().plays_by(Optional::TaskForces) || battle.group.is_some() {
        return Ok(());
    }
    let sides = order(table.system().board.area(battle.area).theatre);
    for side in sides {
        form(table, battle, number, side)?;
    }
    let players = sides.into_iter().flat_map(|side| table.system().players(side));
    let asks = players.map(|by| (by, intentions(table, battle, number, by))).collect();
    let answers = seats::ask_players(table, asks)?;
    for side in sides {
        let own = answers.iter().filter(|(by, _)| by.side() == side).flat_map(|(_, answer)| answer);
        let stated = own.filter_map(|(item, word)| match item {
            Item::TaskForce(force) => Some((*force, Intent::named(word.id())?)),
            _ => None,
        });
        let mut intents: Vec<(u8, Intent)> = stated.collect();
        intents.sort_by_key(|(force, _)| *force);
        table.record(Event::IntentStated { area: battle.area, side, intents })?;
    }
    Ok(())
}

/// 29.1 One side divides its units as it likes, patrollers, raiders, air and amphibious units alike.
/// Teammates form forces of their own, with numbers of their own.
fn form(table: &mut Table, battle: Battle, number: u8, side: Camp) -> Step<()> {
    let answer = seats::ask_side(table, side, |table, by| division(table, battle, number, by))?.into_iter();
    let mut forces = gathered(answer.filter_map(|(unit, item)| match item {
        Item::TaskForce(force) => Some((unit, force)),
        _ => None,
    }));
    forces.sort_unstable();
    table.record(Event::ForcesFormed { area: battle.area, round: number, side, forces })
}

/// The question into which forces a player divides his units.
fn division(table: &Table, battle: Battle, number: u8, by: By) -> Ask<UnitId, Item> {
    let (system, ocean, side) = (table.system(), table.state(), by.side());
    let all = battle.force(system, ocean, side);
    let key = Key::TaskForces { round: battle.round(table, number), by };
    let title = format!("{}, round {number}: form task forces", system.board.area(battle.area).name);
    let mut ask = Ask::new(questions::TASK_FORCES, key.text(), "AW-29.1", title).by_option();
    ask.about = forces_about(table, battle.area, by);
    // The raid force is one force in the first round (AW-23.51).
    let as_one = number == 1 && is_raid_force(table, battle, side);
    let (first, units) = by.numbered(system, ocean, &all);
    let most = if as_one { 1 } else { units.len() };
    ask.offer(units, (first..=u8::MAX).take(most).map(Item::TaskForce), Some(Item::TaskForce(first)));
    ask
}

/// Whether a side is the Japanese in the battle that follows their raids on Pearl Harbor, by chapter 23.
fn is_raid_force(table: &Table, battle: Battle, side: Camp) -> bool {
    let (system, ocean) = (table.system(), table.state());
    let off_hawaii = ocean.pacific == Pacific::Attack && system.board.area(battle.area).id == HAWAII;
    system.plays_by(Optional::PearlHarborTension) && off_hawaii && side == Camp::AXIS
}

/// 29.2 What each force of a side will do. Any intention is open to any force; to the raid force one more
/// (AW-23.53). Silence searches with what can attack, and hides the rest.
fn intentions(table: &Table, battle: Battle, number: u8, by: By) -> Ask<Item, Word> {
    let (system, ocean, side) = (table.system(), table.state(), by.side());
    let key = Key::Intent { round: battle.round(table, number), by };
    let area = &system.board.area(battle.area).name;
    let title = format!("{area}, round {number}: what each of your task forces will do");
    let mut ask = Ask::new(questions::INTENT, key.text(), "AW-29.2", title);
    ask.about = forces_about(table, battle.area, by);
    let raids = is_raid_force(table, battle, side).then_some(AT_PEARL_HARBOR);
    for (force, units) in forces_of(system, ocean, battle, side) {
        if !by.commands(system, ocean, units[0]) {
            continue;
        }
        let fights = units.iter().any(|&unit| system.can_attack(ocean, unit));
        let silent = if fights { Word::Searching } else { Word::Hiding };
        ask.offer([Item::TaskForce(force)], INTENTS.into_iter().chain(raids), Some(silent));
    }
    ask
}

/// 29.4 Both sides look out for the enemy's forces. False if the force is gone that a pursuit was after,
/// since nobody sighted it (AW-29.62).
pub(super) fn sight(table: &mut Table, battle: Battle, number: u8) -> Step<bool> {
    if !table.system().plays_by(Optional::TaskForces) {
        return Ok(true);
    }
    for side in order(table.system().board.area(battle.area).theatre) {
        look_out(table, battle, number, side)?;
    }
    let Some((fleeing, _)) = battle.group else { return Ok(true) };
    let ocean = table.state();
    let group = battle.force(table.system(), ocean, fleeing);
    if group.iter().any(|&unit| ocean.unit(unit).is_sighted()) {
        return Ok(true);
    }
    let from = Whence::Round { round: battle.round(table, number) };
    escape(table, battle.area, from, group)?;
    Ok(false)
}

/// The highest modified die that sights a force with an intent (AW-29.41, AW-29.42).
pub(in super::super) fn seen_up_to(intent: Option<Intent>) -> u8 {
    if intent == Some(Intent::Hiding) { HIDING } else { SEARCHING }
}

/// A die for each enemy force that does not land (AW-29.41), less one for the flag and one for an air unit
/// (AW-29.44).
fn look_out(table: &mut Table, battle: Battle, number: u8, by: Camp) -> Step<()> {
    let (system, ocean, area) = (table.system(), table.state(), battle.area);
    let modifier = local_modifier(system, ocean, area, by);
    let path = format!("{}/sight/{}", battle.round(table, number).text(), by.id());
    let (mut dice, mut sighted) = (Vec::new(), Vec::new());
    for (force, units) in forces_of(system, ocean, battle, by.enemy()) {
        let intent = table.state().unit(units[0]).intent();
        if intent == Some(Intent::Landing) {
            sighted.push(force);
            continue;
        }
        let most = seen_up_to(intent);
        let die = table.roll(format!("{path}/{force}"), 1)?[0];
        dice.push((force, die));
        if die.saturating_sub(modifier) <= most {
            sighted.push(force);
        }
    }
    if dice.is_empty() && sighted.is_empty() {
        return Ok(());
    }
    let group = battle.group.map(|(_, group)| group);
    table.record(Event::Sighted { area, group, by, modifier, dice, sighted })
}

/// 29.52 Before a surface action each side says, in turn, which of its searching forces join it unsighted. A
/// side is not asked if it could meet nobody there.
pub(super) fn join(table: &mut Table, battle: Battle, number: u8) -> Step<()> {
    if !table.system().plays_by(Optional::TaskForces) {
        return Ok(());
    }
    let [first, second] = order(table.system().board.area(battle.area).theatre);
    join_by(table, battle, number, first, |enemy| enemy.is_in_surface_action() || enemy.may_join())?;
    join_by(table, battle, number, second, UnitState::is_in_surface_action)
}

fn join_by(
    table: &mut Table,
    battle: Battle,
    number: u8,
    side: Camp,
    meets: impl Fn(&UnitState) -> bool,
) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let afloat = is_afloat(system);
    let mut enemies = battle.force(system, ocean, side.enemy()).into_iter().filter(afloat);
    if !enemies.any(|unit| meets(ocean.unit(unit))) {
        return Ok(());
    }
    let answer = seats::ask_side(table, side, |table, by| unsighted(table, battle, number, by))?.into_iter();
    let mut forces: Vec<u8> = answer
        .filter_map(|(item, word)| match item {
            Item::TaskForce(force) if word == Word::Join => Some(force),
            _ => None,
        })
        .collect();
    forces.sort_unstable();
    let group = battle.group.map(|(_, group)| group);
    if forces.is_empty() {
        Ok(())
    } else {
        table.record(Event::SurfaceJoined { area: battle.area, group, side, forces })
    }
}

/// What is not an air unit.
fn is_afloat(system: &AdmiralsWar) -> impl Fn(&UnitId) -> bool {
    |unit| system.counter(*unit).kind != Kind::LandAir
}

/// The question which forces of a player join.
fn unsighted(table: &Table, battle: Battle, number: u8, by: By) -> Ask<Item, Word> {
    let (system, ocean, side) = (table.system(), table.state(), by.side());
    let afloat = is_afloat(system);
    let key = Key::JoinSurface { round: battle.round(table, number), by };
    let area = &system.board.area(battle.area).name;
    let title = format!("{area}: which of your unsighted task forces join the surface action");
    let mut ask = Ask::new(questions::JOIN_SURFACE, key.text(), "AW-29.52", title);
    ask.about = forces_about(table, battle.area, by);
    for (force, units) in forces_of(system, ocean, battle, side) {
        let own = by.commands(system, ocean, units[0]);
        if own && units.iter().any(&afloat) && ocean.unit(units[0]).may_join() {
            // In silence a force joins if it has guns besides those of its carriers.
            let silent = if gunships(system, ocean, &units).is_empty() { Word::Stay } else { Word::Join };
            ask.offer([Item::TaskForce(force)], [Word::Join, Word::Stay], Some(silent));
        }
    }
    ask
}

/// Units of a side that take part in a surface action (AW-29.52), in their fixed order.
pub(super) fn in_surface_action(
    system: &AdmiralsWar,
    ocean: &Ocean,
    battle: Battle,
    side: Camp,
) -> Vec<UnitId> {
    let mut units = battle.force(system, ocean, side);
    units.retain(|&unit| ocean.unit(unit).is_in_surface_action());
    units
}

/// Whether nothing but unsighted forces kept the sides apart in a round without a shot, so that the next dice
/// may bring them together.
pub(super) fn kept_apart(table: &Table, battle: Battle, action: Action) -> bool {
    let (system, ocean) = (table.system(), table.state());
    let missed = |side: Camp| {
        let (own, enemy) = (battle.force(system, ocean, side), battle.force(system, ocean, side.enemy()));
        let is_there = |units: &[UnitId]| units.iter().any(|&unit| ocean.unit(unit).is_in_surface_action());
        let flies =
            |unit: &UnitId| system.airstrike(ocean, *unit).dice > 0 && ocean.unit(*unit).attacks_by_air();
        match action {
            Action::Air => own.iter().any(flies) && !enemy.iter().any(|&it| ocean.unit(it).is_sighted()),
            _ => {
                let meet = is_there(&own) && is_there(&enemy);
                !meet && !gunships(system, ocean, &own).is_empty()
            }
        }
    };
    system.plays_by(Optional::TaskForces) && super::SIDES.into_iter().any(missed)
}

/// The task forces of a side in a battle, by their numbers, with their units.
fn forces_of(system: &AdmiralsWar, ocean: &Ocean, battle: Battle, side: Camp) -> BTreeMap<u8, Vec<UnitId>> {
    let mut forces: BTreeMap<u8, Vec<UnitId>> = BTreeMap::new();
    for unit in battle.force(system, ocean, side) {
        if let Some(force) = ocean.unit(unit).task_force {
            forces.entry(force.number).or_default().push(unit);
        }
    }
    forces
}

impl TaskForce {
    fn is_sighted(self) -> bool {
        self.sighted || self.intent == Some(Intent::Landing)
    }
}

impl UnitState {
    pub(in super::super) fn intent(&self) -> Option<Intent> {
        self.task_force.and_then(|it| it.intent)
    }

    /// Whether the enemy sees it, so that it may be attacked in an air action (AW-29.41, AW-29.51).
    pub(in super::super) fn is_sighted(&self) -> bool {
        self.task_force.is_none_or(TaskForce::is_sighted)
    }

    /// Whether it may attack at sea in an air action: what hides may not, even if it is sighted (AW-29.51),
    /// and what is sent against Pearl Harbor has its aircraft there (AW-23.53).
    pub(in super::super) fn attacks_by_air(&self) -> bool {
        !matches!(self.intent(), Some(Intent::Hiding | Intent::Raid))
    }

    /// Whether it attacks Pearl Harbor in the round (AW-23.53).
    pub(in super::super) fn is_sent_against_port(&self) -> bool {
        self.intent() == Some(Intent::Raid)
    }

    /// Whether it takes part in a surface action: it is sighted, or has joined (AW-29.52).
    fn is_in_surface_action(&self) -> bool {
        self.task_force.is_none_or(|it| it.is_sighted() || it.joins)
    }

    /// Whether it may still join a surface action: it searches, and is not sighted (AW-29.52).
    fn may_join(&self) -> bool {
        self.task_force.is_some_and(|it| it.intent == Some(Intent::Searching) && !it.sighted)
    }

    /// The number of its task force in a round; nothing where no forces were formed.
    pub(in super::super) fn force_in(&self, round: u8) -> Option<u8> {
        self.task_force.filter(|it| it.round == round).map(|it| it.number)
    }

    /// Whether an amphibious unit may land after a round of all against all: only from a force that landed in
    /// it (AW-29.53). Where no forces were formed, it may.
    pub(in super::super) fn may_land_after(&self, round: u8) -> bool {
        self.task_force.is_none_or(|it| it.round != round || it.intent == Some(Intent::Landing))
    }
}

/// Task forces of one side that meet in a round.
pub(in super::super) struct Met<'f> {
    /// Where.
    pub place: Place,
    /// The retreating group, in a pursuit.
    pub group: Option<u8>,
    /// Whose they are.
    pub side: Camp,
    /// Their numbers.
    pub forces: &'f [u8],
}

/// What the events of this chapter do to the position.
impl AdmiralsWar {
    /// Units of a side that fight are in these forces now, and in no others.
    pub(in super::super) fn form_forces(&self, ocean: &mut Ocean, round: u8, forces: &[(u8, Vec<UnitId>)]) {
        for (number, units) in forces {
            for unit in units {
                let force = TaskForce::formed(round, *number, None);
                ocean.unit_mut(*unit).task_force = Some(force);
            }
        }
    }

    /// A pursued group is one hiding force, and its pursuers one that searches (AW-29.61).
    pub(in super::super) fn form_pursuit(&self, ocean: &mut Ocean, place: Place, group: u8, round: u8) {
        if !self.plays_by(Optional::TaskForces) {
            return;
        }
        for unit in ocean.at(place) {
            let mut state = ocean.unit_mut(unit);
            let intent = if state.group == Some(group) {
                Intent::Hiding
            } else if state.chases == Some(group) {
                Intent::Searching
            } else {
                continue;
            };
            state.task_force = Some(TaskForce::formed(round, group, Some(intent)));
        }
    }

    /// Changes some forces in all their units.
    pub(in super::super) fn change_forces(
        &self,
        ocean: &mut Ocean,
        met: &Met<'_>,
        change: impl Fn(&mut TaskForce),
    ) {
        for unit in ocean.at(met.place) {
            let theirs = self.side_of(ocean, unit) == met.side;
            let mut state = ocean.unit_mut(unit);
            let here = theirs && state.group.or(state.chases) == met.group;
            if let Some(force) =
                state.task_force.as_mut().filter(|it| here && met.forces.contains(&it.number))
            {
                change(force);
            }
        }
    }
}
