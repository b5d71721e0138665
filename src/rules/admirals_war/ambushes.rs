//! 14.3 Raiding submarines attack, with 27.0 what they can catch, and 26.0 those that lie hidden.

use super::basing;
use super::board::AreaId;
use super::combat::{self, Battle, Shot, Terms};
use super::event::{Action, Event, Scene, Why};
use super::item::{Item, Word};
use super::key::{After, Ambush, Key, Whence};
use super::options::Optional;
use super::pieces::{Kind, Nation, UnitId};
use super::seats::{self, By};
use super::state::{Ocean, Place};
use super::text::forces_about;
use super::{AdmiralsWar, SIDES, Table, pacific};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// What is added to the die by which a submarine aims (AW-27.1).
const REACH: u8 = 2;

/// The greatest speed that a submarine catches by a die (AW-27.1).
pub(super) fn catches(die: u8) -> u8 {
    die.saturating_add(REACH)
}

/// Where and when submarines may attack, and whom.
#[derive(Clone, Copy)]
struct Chance<'b> {
    /// The fight, or those of a pursuit.
    battles: &'b [Battle],
    area: AreaId,
    after: After,
    /// Units that were disabled in the last exchange of fire.
    disabled: &'b [UnitId],
}

/// What the owner of a submarine wants of it.
#[derive(Clone, Copy)]
enum Wish {
    /// He has not been asked.
    Open,
    /// It attacks this unit.
    Attack(UnitId),
    /// It aims.
    Aim,
}

/// Whether a side has nothing in a battle but a raiding submarine that can attack (AW-14.31), or may have for
/// all that the enemy knows.
pub(super) fn lies_in_wait(table: &Table, battle: Battle) -> bool {
    SIDES.iter().any(|&side| {
        let (system, ocean) = (table.system(), table.state());
        let waits = !system.raiding_submarines(ocean, battle.area, side).is_empty()
            || system.players(side).into_iter().any(|by| system.may_lurk(ocean, battle.area, by));
        battle.force(system, ocean, side).is_empty() && waits && !targets(table, &[battle], side).is_empty()
    })
}

/// 5.51 Raiding submarines may attack after a round, nation by nation; what they do takes effect at once, and
/// they go home. In a pursuit only those of the side that does not retreat may (AW-8.26, AW-14.35). True if
/// any did.
pub(super) fn attack(table: &mut Table, battles: &[Battle], after: After, disabled: &[UnitId]) -> Step<bool> {
    let Some(battle) = battles.first() else { return Ok(false) };
    let (area, retreating) = (battle.area, battle.group.map(|(side, _)| side));
    let chance = Chance { battles, area, after, disabled };
    let theatre = table.system().board.area(area).theatre;
    let mut attacked = false;
    for side in combat::order(theatre).into_iter().filter(|side| Some(*side) != retreating) {
        let known = |unit: &UnitId| !table.system().is_unseen(table.state(), *unit);
        let known = table.system().raiding_submarines(table.state(), area, side).into_iter().filter(known);
        let mut wishes: Vec<(UnitId, Wish)> = known.map(|unit| (unit, Wish::Open)).collect();
        wishes.extend(unseen_wishes(table, chance, side)?);
        wishes.sort_unstable_by_key(|it| it.0);
        for (unit, wish) in wishes {
            attacked |= attack_by(table, chance, unit, wish)?;
        }
    }
    Ok(attacked)
}

/// 26.0 Asks a side which of its hidden submarines attack, or aim. A side that may have one there is asked
/// even if it has none, since the enemy would learn from a question that is not put as much as from one that
/// is.
fn unseen_wishes(table: &mut Table, chance: Chance<'_>, side: Camp) -> Step<Vec<(UnitId, Wish)>> {
    if !table.system().plays_by(Optional::HiddenSubmarines) {
        return Ok(Vec::new());
    }
    let targets = targets(table, chance.battles, side);
    if targets.is_empty() {
        return Ok(Vec::new());
    }
    let (system, ocean) = (table.system(), table.state());
    let players = system.players(side).into_iter().filter(|by| system.may_lurk(ocean, chance.area, *by));
    let asks = players.map(|by| (by, unseen(table, chance, by, &targets))).collect();
    let wish = |(subject, item)| match (subject, item) {
        (Item::Unit(unit), Item::Unit(target)) => Some((unit, Wish::Attack(target))),
        (Item::Unit(unit), Item::Word(Word::Aim)) => Some((unit, Wish::Aim)),
        _ => None,
    };
    let answers = seats::ask_players(table, asks)?;
    Ok(answers.into_iter().flat_map(|(_, answer)| answer).filter_map(wish).collect())
}

/// The question which hidden submarines of a player attack.
fn unseen(table: &Table, chance: Chance<'_>, by: By, targets: &[UnitId]) -> Ask<Item, Item> {
    let (system, ocean, side) = (table.system(), table.state(), by.side());
    let Chance { area, after, .. } = chance;
    let of = system.board.area(area);
    let key = Key::Lurk { turn: Turn(ocean.turn), area: &of.id, after, by };
    let title = format!("{}: let hidden submarines attack, or wait", of.name);
    let mut ask: Ask<Item, Item> = Ask::new(questions::SUBMARINE_TARGET, key.text(), "AW-26.0", title);
    ask.veiled = true;
    ask.about = forces_about(table, area, by);
    let wait = Item::Word(Word::Hold);
    let mut lurking = system.raiding_submarines(ocean, area, side);
    lurking.retain(|&unit| system.is_unseen(ocean, unit) && by.commands(system, ocean, unit));
    if lurking.is_empty() {
        ask.offer([Item::Area(area)], [wait], Some(wait));
    } else if system.plays_by(Optional::SubmarineTargeting) {
        ask.offer(lurking.into_iter().map(Item::Unit), [wait, Item::Word(Word::Aim)], Some(wait));
    } else {
        let choices = std::iter::once(wait.into()).chain(choices(table, targets.to_vec()));
        ask.offer(lurking.into_iter().map(Item::Unit), choices, Some(wait));
    }
    ask
}

/// What the submarines of a side may attack: enemy ships and amphibious units (AW-14.3).
fn targets(table: &Table, battles: &[Battle], side: Camp) -> Vec<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    let enemies = battles.iter().flat_map(|battle| battle.force(system, ocean, side.enemy()));
    enemies.filter(|&unit| system.counter(unit).kind != Kind::LandAir).collect()
}

/// Targets as a question offers them.
fn choices(table: &Table, targets: Vec<UnitId>) -> Vec<Choice<Item>> {
    let worth = |target| table.system().worth(table.state(), target);
    targets.into_iter().map(|it| Choice { item: Item::Unit(it), mark: 0, worth: worth(it) }).collect()
}

/// One submarine attacks, if its owner wants it and it can. A hidden one whose target is gone by then keeps
/// its attack.
fn attack_by(table: &mut Table, chance: Chance<'_>, unit: UnitId, wish: Wish) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let (turn, of) = (Turn(ocean.turn), system.board.area(chance.area));
    let ambush = Ambush::By { turn, area: &of.id, after: chance.after, unit: &system.counter(unit).id };
    let side = system.side_of(ocean, unit);
    let mut targets = targets(table, chance.battles, side);
    let target = match wish {
        Wish::Attack(target) => Some(target).filter(|target| targets.contains(target)),
        Wish::Aim | Wish::Open => {
            if system.plays_by(Optional::SubmarineTargeting) && !targets.is_empty() {
                targets = aim(table, chance, ambush, unit, targets)?;
            }
            choose_target(table, chance.area, ambush, unit, targets)?
        }
    };
    match target {
        Some(target) => strike(table, chance, ambush, unit, target).map(|()| true),
        None => Ok(false),
    }
}

/// 27.1 The die by which a submarine aims: it catches what is no faster than two more, and what was just
/// disabled. One that catches nothing may try again after the next round (AW-27.2).
///
/// *Ruling:* a submarine that lies openly aims whether its owner wants it or not, since that costs nothing.
fn aim(
    table: &mut Table,
    chance: Chance<'_>,
    ambush: Ambush<'_>,
    unit: UnitId,
    mut targets: Vec<UnitId>,
) -> Step<Vec<UnitId>> {
    let die = table.roll(format!("{}/aim", ambush.text()), 1)?[0];
    table.record(Event::Aimed { area: chance.area, unit, die })?;
    let slow = |target: UnitId| table.system().caught_at(table.state(), chance, target) <= catches(die);
    targets.retain(|&target| chance.disabled.contains(&target) || slow(target));
    Ok(targets)
}

fn choose_target(
    table: &mut Table,
    area: AreaId,
    ambush: Ambush<'_>,
    unit: UnitId,
    targets: Vec<UnitId>,
) -> Step<Option<UnitId>> {
    let (system, ocean) = (table.system(), table.state());
    let of = system.board.area(area);
    let title = format!("{}: the target of {}, or wait", of.name, system.counter(unit).name);
    let by = system.player_of(ocean, unit);
    let key = Key::SubmarineTarget { ambush, by };
    let mut ask = Ask::new(questions::SUBMARINE_TARGET, key.text(), "AW-14.31", title);
    ask.about = forces_about(table, area, by);
    let wait = Item::Word(Word::Hold);
    ask.offer([unit], std::iter::once(wait.into()).chain(choices(table, targets)), Some(wait));
    let answer = table.ask(by.party(), &ask)?;
    let target =
        |(_, item): &(UnitId, Item)| if let Item::Unit(target) = item { Some(*target) } else { None };
    Ok(answer.first().and_then(target))
}

/// 14.34 The attack takes effect at once, and the submarine goes home.
fn strike(
    table: &mut Table,
    chance: Chance<'_>,
    ambush: Ambush<'_>,
    unit: UnitId,
    target: UnitId,
) -> Step<()> {
    let area = chance.area;
    let attack = table.system().gunnery(table.state(), unit);
    let side = table.system().side_of(table.state(), unit);
    let easy = chance.disabled.contains(&target) && table.system().plays_by(Optional::SubmarineTargeting);
    let shot = Shot {
        scene: Scene::Sea(area),
        attacker: unit,
        target,
        action: Action::Surface,
        attack,
        terms: if easy { Terms::Aimed } else { Terms::Combat },
    };
    shot.fire(table, &ambush.text())?;
    let disabled = combat::take_effect(table, Scene::Sea(area))?;
    let (system, ocean) = (table.system(), table.state());
    let sunk = system.nation_of(ocean, target) == Nation::Us && ocean.unit(target).place == Place::Sunk;
    if side == Camp::AXIS && sunk {
        pacific::provoke(table, area, 1)?;
    }
    let from = Whence::Ambush { ambush };
    combat::disabled_go_home(table, from, area, disabled)?;
    let homeward = table.system().homeward(table.state(), area, [unit], Why::Attacked);
    basing::send_home(table, from, Why::Attacked, homeward)
}

impl AdmiralsWar {
    /// The speed that counts when a submarine aims at a unit: its own; in a pursuit that of the slowest of
    /// its group, and in a round with task forces that of the slowest of its force (AW-27.3). Air units have
    /// no speed and slow no force (AW-3.33).
    fn caught_at(&self, ocean: &Ocean, chance: Chance<'_>, target: UnitId) -> u8 {
        let side = self.side_of(ocean, target);
        let force = |unit: UnitId| match chance.after {
            After::Round(round) => ocean.unit(unit).force_in(round.0),
            After::Pursuit(_) => None,
        };
        let beside = |battle: &Battle| {
            let mut units = battle.force(self, ocean, side);
            let one_group = battle.group.is_some() && units.contains(&target);
            units.retain(|&unit| one_group || force(unit).is_some() && force(unit) == force(target));
            units.into_iter().filter(|&unit| self.counter(unit).kind != Kind::LandAir)
        };
        let others = chance.battles.iter().flat_map(beside);
        others.chain([target]).map(|unit| self.speed(ocean, unit)).min().unwrap_or(0)
    }

    /// Raiding submarines of a side in an area that have not attacked yet.
    fn raiding_submarines(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<UnitId> {
        let raids = |unit: &UnitId| {
            self.counter(*unit).kind == Kind::Submarine
                && self.side_of(ocean, *unit) == side
                && ocean.unit(*unit).raiding
                && !self.keeps_peace(ocean, *unit)
        };
        ocean.at(Place::Sea(area)).into_iter().filter(raids).collect()
    }
}
