//! 10.7 Operation Z: Harbor Attacks of the Axis on DS.

use super::super::base_attack::{self, Attack};
use super::super::board::{BaseId, SeaMap};
use super::super::combat;
use super::super::event::{Event, Purpose};
use super::super::faction::Faction;
use super::super::facts::{Missing, Owner};
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::pieces::{Nation, UnitId};
use super::super::raiders::{self, Call};
use super::super::scenario::Support;
use super::super::state::{Cause, Place, Post, Sea, SupportId};
use super::super::tables::BaseAttackResult;
use super::super::{Schiffskrieg, Table};
use super::{choose, discovered, known, turn};
use crate::questions;
use engine::question::Ask;
use engine::table::Step;

/// The numbers under which the raids of Harbor Attacks go.
const RAIDS: [u8; 2] = [113, 114];
/// The Speed from which a ship reaches any port in a Seasonal Turn (SK-10.7-4).
const FAST: u8 = 5;

/// Each Harbor Attack delays an enemy Surface Fleet, and makes a special Base Attack Raid; either may be left
/// out (SK-10.7-1).
pub(super) fn operation_z(table: &mut Table) -> Step<()> {
    RAIDS.into_iter().try_for_each(|thing| harbor_attack(table, thing))
}

fn harbor_attack(table: &mut Table, thing: u8) -> Step<()> {
    let axis = Faction::Axis;
    let (system, sea) = (table.system(), table.state());
    let fleets: Vec<Item> = system.enemy_fleets(sea).into_iter().map(Item::Support).collect();
    let none = Item::Word(Word::No);
    if !fleets.is_empty() {
        let title = "Harbor Attack: choose the enemy Surface Fleet that is delayed".to_owned();
        let options: Vec<Item> = [none].into_iter().chain(fleets).collect();
        let unit = choose(table, axis, &format!("harbor-fleet-{thing}"), "SK-10.7-1", title, &options, none)?;
        if let Item::Support(support) = unit {
            table.record(Event::Posted { support, post: Post::NavalDelay })?;
        }
    }
    let (system, sea) = (table.system(), table.state());
    let bases = known(table, system.harbors(sea))?;
    if bases.is_empty() {
        return Ok(());
    }
    let options: Vec<Item> = [none].into_iter().chain(bases.into_iter().map(Item::Base)).collect();
    let title = "Harbor Attack: choose the port to raid".to_owned();
    let target = choose(table, axis, &format!("harbor-{thing}"), "SK-10.7-1", title, &options, none)?;
    let Item::Base(base) = target else { return Ok(()) };
    raid(table, base, thing)
}

/// SK-10.7-2 to SK-10.7-6 The raid on a port.
fn raid(table: &mut Table, base: BaseId, thing: u8) -> Step<()> {
    let axis = Faction::Axis;
    let (system, sea) = (table.system(), table.state());
    let (near, zone) = known(table, system.best_zone(sea, axis, base))?;
    let fast = known(table, system.fast_ships(sea))?;
    // Whoever is near comes without a check as well (SK-10.7-5).
    let near: Vec<UnitId> = near.into_iter().map(|(unit, _)| unit).collect();
    let mut ships: Vec<UnitId> = near.clone();
    ships.extend(fast.iter().copied().filter(|unit| !near.contains(unit)));
    let ships = system.in_turn(sea, ships.into_iter().map(|unit| (unit, false)).collect());
    let mut call = Call {
        faction: axis,
        purpose: Purpose::OperationZ,
        map: SeaMap::Ds,
        ships,
        lbas: known(table, system.raid_lbas(sea, axis, base, true))?,
        carrier: true,
        drm: system.tables.intelligence.operation_z,
        label: format!("t{}/axis/{thing}", system.turn_number(sea)),
    };
    let unit = format!("operation-z-{thing}");
    let key = Key::Compose { turn: turn(table), faction: axis, unit: &unit }.text();
    let title = format!(
        "Harbor Attack on {}: choose ships of one nation, or one heavy LBA",
        system.board.base(base).name
    );
    let list = raiders::list(table, &call, Ask::new(questions::COMPOSE, key, "SK-10.7-3", title), true)?;
    // SK-10.7-4, SK-10.7-5 With a slow ship, range binds all of them.
    let slow = list.iter().any(|unit| system.counters[*unit].is_ship() && !fast.contains(unit));
    let reaches = |unit: &UnitId| if slow { near.contains(unit) } else { fast.contains(unit) };
    call.ships.retain(|(unit, _)| reaches(unit));
    let list: Vec<UnitId> =
        list.into_iter().filter(|unit| system.counters[*unit].is_lba() || reaches(unit)).collect();
    let force = raiders::muster(table, &call, &list)?.units;
    if force.is_empty() {
        return Ok(());
    }
    let attack = Attack { faction: axis, base, zone, thing, z: true };
    let result = base_attack::roll(table, attack)?;
    base_attack::air_raid(table, attack, &force, result.rounds())?;
    if result == BaseAttackResult::Counterstrike {
        return counterstrike(table, attack, &force);
    }
    base_attack::send_off(table, attack, &force)
}

/// SK-10.7-7, SK-10.7-8 The Allies may strike back.
fn counterstrike(table: &mut Table, attack: Attack, force: &[UnitId]) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let targets = known(table, system.base_targets(sea, attack.faction, attack.base))?;
    let enemy = targets.first().and_then(|unit| system.side_of(sea, *unit)).unwrap_or(Faction::Western);
    let (ships, _) = known(table, system.best_zone(sea, enemy, attack.base))?;
    let lbas = known(table, system.raid_lbas(sea, enemy, attack.base, false))?;
    let there = discovered::answer(table, attack, enemy, Purpose::Counterstrike, ships, lbas)?;
    if there.is_empty() {
        return base_attack::send_off(table, attack, force);
    }
    base_attack::begin(table, attack, Cause::Counterstrike, force, &there)?;
    combat::sequence(table).map(drop)
}

impl Schiffskrieg {
    /// Enemy Surface Fleets in the Force Pools of DS.
    fn enemy_fleets(&self, sea: &Sea) -> Vec<SupportId> {
        let fits = |support: &SupportId| {
            let unit = &sea.support[usize::from(support.0)];
            let side = self.faction_of_support(sea, *support);
            let hostile = side.is_some_and(|side| {
                side != Faction::Axis
                    && self.are_hostile(&sea.facts, Faction::Axis, side, SeaMap::Ds).unwrap_or(false)
            });
            let there = unit.map == SeaMap::Ds && unit.post == Post::ForcePool;
            hostile && there && unit.kind == Support::SurfaceFleet && matches!(unit.owner, Owner::Nation(_))
        };
        (0..sea.support.len() as u8).map(SupportId).filter(fits).collect()
    }

    /// Axis ships that reach any port: in a Seasonal Turn those of Speed 5 and more (SK-10.7-4); otherwise
    /// none.
    fn fast_ships(&self, sea: &Sea) -> Result<Vec<UnitId>, Missing> {
        if !self.turn(sea).is_seasonal() {
            return Ok(Vec::new());
        }
        let ships = self.ready_ships(sea, Faction::Axis, SeaMap::Ds)?.into_iter();
        let fast = |unit: &UnitId| {
            let of = &self.counters[*unit];
            of.nation == Nation::Japanese && of.front.speed.is_some_and(|speed| speed >= FAST)
        };
        Ok(ships.filter(fast).collect())
    }

    /// Ports with enemies that a Harbor Attack can reach.
    fn harbors(&self, sea: &Sea) -> Result<Vec<BaseId>, Missing> {
        let axis = Faction::Axis;
        let carriers = |ships: &[UnitId]| ships.iter().any(|unit| self.counters[*unit].is_carrier());
        let far = carriers(&self.fast_ships(sea)?);
        let mut bases = Vec::new();
        for base in self.bases_with_enemies(sea, axis, SeaMap::Ds)? {
            if !self.board.base(base).is_port() || !self.has_ships(sea, axis, base)? {
                continue;
            }
            let (near, _) = self.best_zone(sea, axis, base)?;
            let near: Vec<UnitId> = near.into_iter().map(|(unit, _)| unit).collect();
            if far || carriers(&near) || !self.raid_lbas(sea, axis, base, true)?.is_empty() {
                bases.push(base);
            }
        }
        Ok(bases)
    }

    fn has_ships(&self, sea: &Sea, faction: Faction, base: BaseId) -> Result<bool, Missing> {
        let targets = self.base_targets(sea, faction, base)?;
        Ok(targets
            .iter()
            .any(|unit| self.counters[*unit].is_ship() && sea.unit(*unit).place == Place::Base(base)))
    }
}
