//! 9.0 Carrier air raids, and 12.4 attacks of air units on ports and bases: one air action without return
//! fire.

use super::basing::{self, Homeward};
use super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::combat::{self, Shot, Terms};
use super::event::{Action, Event, Scene, Why};
use super::item::{Item, Word};
use super::key::{Key, Landing, Raid, When, Whence};
use super::pieces::{Kind, UnitId, gathered};
use super::seats::{self, By};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, SIDES, Table, amphibious};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// The ports and bases that touch an area and belong to the enemy of a side (AW-9.1).
pub(super) fn enemy_places(system: &AdmiralsWar, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<BaseId> {
    let mut bases = system.held_around(ocean, area, side.enemy());
    bases.retain(|&base| system.may_attack(ocean, base, side));
    // Two that are one port are attacked as one (AW-2.42-b).
    let known = bases.clone();
    let second =
        |base: BaseId| system.twin(ocean, base).filter(|_| system.board.base(base).shared_with.is_some());
    bases.retain(|&base| second(base).is_none_or(|first| !known.contains(&first)));
    bases
}

/// Whether a carrier may raid: it has airstrikes left and pursued nobody; in the Atlantic it must be raiding
/// (AW-9.22, AW-9.26).
pub(super) fn may_raid(system: &AdmiralsWar, ocean: &Ocean, unit: UnitId) -> bool {
    let state = ocean.unit(unit);
    let Some(area) = state.place.area() else { return false };
    system.counter(unit).kind == Kind::Carrier
        && system.airstrike(ocean, unit).dice > 0
        && !system.only_defends(unit)
        && !state.pursued
        && (system.board.area(area).theatre == Theatre::Pacific || state.raiding)
}

/// 12.4 Each side may send air units from an area against enemy ports and bases around it, before any round
/// there.
pub(super) fn strikes(table: &mut Table, area: AreaId) -> Step<()> {
    let theatre = table.system().board.area(area).theatre;
    for side in combat::order(theatre) {
        let (system, ocean) = (table.system(), table.state());
        let air: Vec<UnitId> = system
            .fighters(ocean, area, side)
            .into_iter()
            .filter(|&unit| system.counter(unit).flies)
            .collect();
        let mut sent = send(table, area, side, &air, false)?;
        let mut dropped: Vec<(UnitId, BaseId)> = Vec::new();
        for (base, units) in &mut sent {
            let troops = |unit: &mut UnitId| system.counter(*unit).kind == Kind::Amphibious;
            dropped.extend(units.extract_if(.., troops).map(|unit| (unit, *base)));
        }
        for (base, units) in sent.iter().filter(|(_, units)| !units.is_empty()) {
            attack(table, area, *base, side, units, false)?;
        }
        // Paratroops follow the air units (AW-13.6-b).
        for (unit, base) in dropped {
            let (turn, id) = (Turn(table.state().turn), system.board.area(area).id.as_str());
            let by = system.player_of(table.state(), unit);
            let landing = Landing::InArea { turn, area: id, when: When::Drop, by };
            amphibious::go_ashore(table, landing, unit, base)?;
        }
        let (system, ocean) = (table.system(), table.state());
        // Kamikazes are gone (AW-21.1-a).
        let left = |unit: &&UnitId| ocean.unit(**unit).place == Place::Sea(area);
        let homeward = sent.iter().flat_map(|(_, units)| units).filter(left).map(|&unit| {
            // They go back to a base around the area (AW-12.44), if one is left.
            let around = system.held_around(ocean, area, side).into_iter();
            let around: Vec<BaseId> = around.filter(|&base| system.may_use(ocean, unit, base)).collect();
            let homes =
                if around.is_empty() { system.homes(ocean, unit, area, Why::Attacked) } else { around };
            Homeward { unit, homes }
        });
        let homeward = homeward.collect();
        let from = Whence::Strike { turn: Turn(ocean.turn), area: &system.board.area(area).id };
        basing::send_home(table, from, Why::Attacked, homeward)?;
    }
    Ok(())
}

/// 9.1 Carriers may raid when the area is fought out, those that were sent against a place instead of a
/// pursuit must (AW-8.24).
pub(super) fn air_raids(table: &mut Table, area: AreaId) -> Step<()> {
    let theatre = table.system().board.area(area).theatre;
    for side in combat::order(theatre) {
        air_raids_of(table, area, side)?;
    }
    Ok(())
}

/// The same for one side.
pub(super) fn air_raids_of(table: &mut Table, area: AreaId, side: Camp) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let mut carriers = system.fighters(ocean, area, side);
    carriers.retain(|&unit| may_raid(system, ocean, unit));
    for (base, units) in send(table, area, side, &carriers, true)? {
        attack(table, area, base, side, &units, true)?;
    }
    Ok(())
}

/// Asks where each unit is sent; gives the places with their attackers, in the order of the map (AW-9.23).
fn send(
    table: &mut Table,
    area: AreaId,
    side: Camp,
    units: &[UnitId],
    carriers: bool,
) -> Step<Vec<(BaseId, Vec<UnitId>)>> {
    if units.is_empty() {
        return Ok(Vec::new());
    }
    let system = table.system();
    let bases = enemy_places(system, table.state(), area, side);
    let is_troops = |unit: UnitId| system.counter(unit).kind == Kind::Amphibious;
    let prizes = prizes(table, area, side, &bases);
    if units.iter().all(|&unit| if is_troops(unit) { prizes.is_empty() } else { bases.is_empty() }) {
        return Ok(Vec::new());
    }
    let sendings = |table: &Table, by: By| {
        let own = units.iter().copied().filter(|&unit| by.commands(system, table.state(), unit));
        sendings(table, area, by, own, (&bases, &prizes), carriers)
    };
    let answer = seats::ask_side(table, side, sendings)?.into_iter();
    let mut sent = gathered(answer.filter_map(|(unit, item)| match item {
        Item::Base(base) => Some((unit, base)),
        _ => None,
    }));
    sent.sort_unstable();
    Ok(sent)
}

/// The question where a player sends units: to attack some places, and troops to drop on others.
fn sendings(
    table: &Table,
    area: AreaId,
    by: By,
    units: impl Iterator<Item = UnitId>,
    (bases, prizes): (&[BaseId], &[BaseId]),
    carriers: bool,
) -> Ask<UnitId, Item> {
    let (system, ocean) = (table.system(), table.state());
    let is_troops = |unit: UnitId| system.counter(unit).kind == Kind::Amphibious;
    let (turn, of) = (Turn(ocean.turn), system.board.area(area));
    let mut ask = if carriers {
        let key = Key::AirRaid { turn, area: &of.id, by };
        let title = table.worded(|| format!("{}: carriers raid ports and bases, or not", of.name));
        Ask::new(questions::AIR_RAID, key.text(), "AW-9.1", title)
    } else {
        let key = Key::Strike { turn, area: &of.id, by };
        let title = || format!("{}: send air units against ports and bases, or let them stay", of.name);
        let title = table.worded(title);
        Ask::new(questions::STRIKE, key.text(), "AW-12.4", title)
    };
    for &base in bases.iter().filter(|_| !table.is_rehearsal()) {
        let here = ocean.at(Place::Base(base)).into_iter().filter(|&unit| system.sees(ocean, unit, by));
        let names: Vec<String> = here.map(|unit| system.standing_of(ocean, unit)).collect();
        ask.about.extend(super::text::listed(&format!("In {}", system.board.base(base).name), &names, 3));
    }
    let stay = Item::Word(Word::None);
    ask.option(stay);
    let mut bases = bases.to_vec();
    if system.goes_by_list() {
        let is_seen = |&unit: &UnitId| system.sees(ocean, unit, by);
        bases.sort_by_key(|&base| !ocean.at(Place::Base(base)).iter().any(is_seen));
    }
    for unit in units {
        let sent = ocean.unit(unit).raids.filter(|base| bases.contains(base));
        let (may_stay, places) = match &sent {
            Some(base) => (None, std::slice::from_ref(base)),
            None if is_troops(unit) => (Some(stay), prizes),
            None => (Some(stay), &bases[..]),
        };
        let places = places.iter().copied().map(Item::Base);
        ask.offer([unit], may_stay.into_iter().chain(places), sent.map(Item::Base).or(may_stay));
    }
    ask
}

/// Where paratroops may drop: on those of some enemy places that can be invaded, and on bases that nobody
/// holds (AW-13.3, AW-13.6-a).
fn prizes(table: &Table, area: AreaId, side: Camp, enemy: &[BaseId]) -> Vec<BaseId> {
    let (system, ocean) = (table.system(), table.state());
    let mut places = system.landing_places(ocean, area, side);
    places.retain(|&base| ocean.owner(base).is_none() || enemy.contains(&base));
    places
}

/// 9.3 All attackers of a port or base name their targets, then roll; ships, air and amphibious units there
/// can be hit (AW-9.24, AW-7.33-b), and nobody is disabled (AW-9.33).
fn attack(
    table: &mut Table,
    area: AreaId,
    base: BaseId,
    by: Camp,
    units: &[UnitId],
    carriers: bool,
) -> Step<()> {
    table.record(Event::Raided { area, base, by, units: units.to_vec(), carriers })?;
    let (system, ocean) = (table.system(), table.state());
    let (sea, place) = (system.board.area(area), system.board.base(base));
    let (turn, from, to) = (Turn(ocean.turn), sea.id.as_str(), place.id.as_str());
    let raid = if carriers {
        Raid::Carriers { turn, area: from, base: to }
    } else {
        Raid::Strike { turn, area: from, base: to }
    };
    let title = format!("{}: choose the target of each attacker", place.name);
    let scenes: Vec<Scene> = std::iter::once(base).chain(system.twin(ocean, base)).map(Scene::Base).collect();
    let volley = Volley { raid, area, by, rule: "AW-9.3", title, terms: Terms::Combat };
    if volley.targets(table, &scenes).is_empty() {
        return Ok(());
    }
    combat::name_kamikazes(table, raid, area, units)?;
    let named = volley.name_targets(table, units, &scenes)?;
    volley.fire(table, &named)?;
    volley.take_effect(table, &scenes)
}

/// An air action without return fire.
pub(super) struct Volley<'v> {
    /// Which.
    pub raid: Raid<'v>,
    /// From where.
    pub area: AreaId,
    /// Whose.
    pub by: Camp,
    /// The rule that asks for targets.
    pub rule: &'static str,
    /// The question in words.
    pub title: String,
    /// The rules of the attacks.
    pub terms: Terms,
}

/// The targets that attackers have named, each with where it is.
pub(super) type Named = Vec<(UnitId, UnitId, Scene)>;

impl Volley<'_> {
    /// The enemies at some places, each with where it is.
    pub fn targets(&self, table: &Table, scenes: &[Scene]) -> Vec<(UnitId, Scene)> {
        let (system, ocean) = (table.system(), table.state());
        let hostile = |target: &UnitId| {
            let fights = system.counter(*target).fights() && !system.is_neutral_italian(ocean, *target);
            fights && system.side_of(ocean, *target) != self.by
        };
        let at = |scene: &Scene| ocean.at(scene.place()).into_iter().filter(hostile);
        scenes.iter().flat_map(|scene| at(scene).map(|target| (target, *scene))).collect()
    }

    /// The attackers name their targets at some places.
    pub fn name_targets(&self, table: &mut Table, units: &[UnitId], scenes: &[Scene]) -> Step<Named> {
        let targets = self.targets(table, scenes);
        let question = |table: &Table, by: By| self.question(table, by, units, &targets);
        let answer = seats::ask_side(table, self.by, question)?.into_iter().filter_map(combat::at_a_unit);
        let named = answer.filter_map(|(attacker, target)| {
            let (_, scene) = targets.iter().find(|(known, _)| *known == target)?;
            Some((attacker, target, *scene))
        });
        Ok(named.collect())
    }

    /// The question what the attackers of a player attack.
    fn question(
        &self,
        table: &Table,
        by: By,
        units: &[UnitId],
        targets: &[(UnitId, Scene)],
    ) -> Ask<UnitId, Item> {
        let Volley { raid, rule, ref title, .. } = *self;
        let (system, ocean) = (table.system(), table.state());
        let mut ask =
            Ask::new(questions::RAID_TARGETS, Key::RaidTargets { raid, by }.text(), rule, title.clone());
        for (&unit, &(silent, _)) in units.iter().zip(targets.iter().cycle()) {
            if !by.commands(system, ocean, unit) {
                continue;
            }
            let choices = targets.iter().map(|&(target, _)| Choice {
                item: Item::Unit(target),
                mark: 0,
                worth: system.worth(ocean, target),
            });
            let hold = (!ocean.unit(unit).kamikaze).then_some(Item::Word(Word::Hold));
            ask.offer([unit], choices.chain(hold.map(Into::into)), Some(Item::Unit(silent)));
        }
        ask
    }

    /// They roll.
    pub fn fire(&self, table: &mut Table, named: &Named) -> Step<()> {
        let path = self.raid.text();
        for &(attacker, target, scene) in named {
            let attack = table.system().airstrike(table.state(), attacker);
            let shot = Shot { scene, attacker, target, action: Action::Air, attack, terms: self.terms };
            shot.fire(table, &path)?;
        }
        Ok(())
    }

    /// What was done at some places takes effect. Kamikazes are spent, and ships at sea that were disabled go
    /// home.
    pub fn take_effect(&self, table: &mut Table, scenes: &[Scene]) -> Step<()> {
        let mut disabled = Vec::new();
        for (at, scene) in scenes.iter().enumerate() {
            let ocean = table.state();
            let is_marked = |&unit: &UnitId| ocean.unit(unit).hurt > 0 || ocean.unit(unit).disabled;
            if at == 0 || ocean.at(scene.place()).iter().any(is_marked) {
                disabled.extend(combat::take_effect(table, *scene)?);
            }
        }
        let spent = combat::spend_kamikazes(table, self.area, disabled)?;
        combat::disabled_go_home(table, Whence::Raid { raid: self.raid }, self.area, spent)
    }
}

/// The sides in the order in which a scenario's table lists them, with the ports of the enemy that their
/// carriers raided this turn; a port raided from two areas counts once (AW-M-2b).
pub(super) fn ports_raided(table: &Table) -> Vec<(Camp, Vec<BaseId>)> {
    let (system, ocean) = (table.system(), table.state());
    let by = |side: Camp| {
        let mut ports: Vec<BaseId> =
            ocean.raided.iter().filter(|it| it.by == side).map(|it| it.base).collect();
        ports.retain(|&base| system.board.base(base).kind == BaseKind::Port);
        ports.sort_unstable();
        ports.dedup();
        (side, ports)
    };
    SIDES.into_iter().map(by).collect()
}
