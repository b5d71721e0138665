//! 5.2 Base Attacks.

use super::board::{BaseId, SeaMap, ZoneId};
use super::combat;
use super::companion::known;
use super::event::{Event, Purpose};
use super::faction::Faction;
use super::facts::{AidTable, Missing};
use super::key::Key;
use super::pieces::UnitId;
use super::raiders::{self, Call};
use super::scenario::Support;
use super::state::{Battle, ByPart, Cause, Harm, Part, Place, Post, Sea, Site, SupportId};
use super::tables::BaseAttackResult;
use super::{Schiffskrieg, Table, luck, political, scoring, special};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// Ships that reach a port, each with whether it must check its speed, and the zone from which they do.
type Reaching = (Vec<(UnitId, bool)>, Option<ZoneId>);

/// A Base Attack: who, where, and its number in the faction's turn.
#[derive(Clone, Copy)]
pub(super) struct Attack {
    /// Who attacks.
    pub faction: Faction,
    /// The port or city.
    pub base: BaseId,
    /// The zone from which ships attack.
    pub zone: Option<ZoneId>,
    /// The number.
    pub thing: u8,
    /// True of a Harbor Attack of Operation Z (10.7).
    pub z: bool,
}

/// 5.2.1 A Base Attack Raid of a faction at a port or city; `thing` numbers it in the faction's turn.
pub(super) fn raid(table: &mut Table, faction: Faction, base: BaseId, thing: u8) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let map = system.board.base(base).map();
    let targets = known(table, system.raid_targets(sea, faction, map))?;
    if !targets.contains(&base) {
        return Ok(());
    }
    let (ships, zone) = known(table, system.best_zone(sea, faction, base))?;
    let (carriers, bombers) = system.raid_units(sea, faction, map);
    let lbas = if bombers { known(table, system.raid_lbas(sea, faction, base, true))? } else { Vec::new() };
    let label = format!("t{}/{}/{thing}", system.turn_number(sea), faction.id());
    let call = Call {
        faction,
        purpose: Purpose::BaseRaid,
        map,
        ships: if carriers { ships } else { Vec::new() },
        lbas,
        carrier: true,
        drm: system.tables.intelligence.raid,
        label,
    };
    let unit = format!("base-raid-{}", map.id());
    let key = Key::Compose { turn: Turn(system.turn_number(sea)), faction, unit: &unit }.text();
    let title = format!(
        "Base Attack Raid on {}: choose ships of one nation, or one heavy LBA",
        system.board.base(base).name
    );
    let ask = Ask::new(questions::COMPOSE, key, "SK-5.2.1-5", title);
    let force = raiders::form(table, &call, ask, true)?.units;
    // SK-5.2.1-16 With nobody on time there is no roll, and the raid of this turn is spent.
    if force.is_empty() {
        return Ok(());
    }
    let attack = Attack { faction, base, zone, thing, z: false };
    let result = roll(table, attack)?;
    if result == BaseAttackResult::RaidersDiscovered {
        return political::raiders_discovered(table, attack, &force);
    }
    air_raid(table, attack, &force, result.rounds())?;
    send_off(table, attack, &force)
}

/// 5.2.2 The Sustained Base Attack of a Task Force that was placed at a port or city, with the pieces that
/// reached it.
pub(super) fn strike(
    table: &mut Table,
    faction: Faction,
    base: BaseId,
    force: &[UnitId],
    thing: u8,
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let flyers: Vec<UnitId> =
        force.iter().copied().filter(|unit| system.counters[*unit].is_flyer()).collect();
    let map = system.board.base(base).map();
    let at_war = known(table, system.has_war(sea, map))?;
    let targets = known(table, system.base_targets(sea, faction, base))?;
    if flyers.is_empty() || targets.is_empty() || !at_war {
        return Ok(());
    }
    let zone = system.board.base(base).zones.first().copied();
    let attack = Attack { faction, base, zone, thing, z: false };
    // SK-5.2.2-3 There is no Raid Task Force that could be discovered.
    let rounds = roll(table, attack)?.rounds();
    air_raid(table, attack, &flyers, rounds)
}

/// A Sustained Base Attack by the LBAs of a faction in a Used Asset Box and its carriers in a Used Box beside
/// the port, as a case has it.
pub(super) fn strike_of_line(table: &mut Table, faction: Faction, base: BaseId) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let zones = &system.board.base(base).zones;
    let there = |unit: &UnitId| match sea.unit(*unit).place {
        Place::OnStation(zone) => zones.contains(&zone),
        Place::UsedAsset(map) => map == system.board.base(base).map(),
        _ => false,
    };
    let own = |unit: &UnitId| system.side_of(sea, *unit) == Some(faction);
    let force: Vec<UnitId> = sea.ids().filter(there).filter(own).collect();
    strike(table, faction, base, &force, 1)
}

/// What a Support Segment ends with: nothing of Base Attacks goes on.
pub(super) fn end_of_segment(_: &mut Table, _: Faction) -> Step<()> {
    Ok(())
}

/// Rolls on the Base Attack Table. A Reserve Fleet there is over (SK-9.8-3).
pub(super) fn roll(table: &mut Table, attack: Attack) -> Step<BaseAttackResult> {
    let Attack { faction, base, thing, z, .. } = attack;
    let system = table.system();
    let map = system.board.base(base).map();
    special::end_reserve(table, base)?;
    let label = format!("t{}/{}/{thing}/table", system.turn_number(table.state()), faction.id());
    let die = luck::roll(table, map, label, 1)?[0];
    let drm = if z { system.tables.base_attack.drm(OPERATION_Z) } else { 0 };
    let mut result = system.base_attack_result(table.state(), die, drm);
    // SK-10.7-6 An unmodified 6 of Operation Z gives a Counterstrike, besides what the modified die gives.
    if z && result == BaseAttackResult::RaidersDiscovered {
        result = BaseAttackResult::NoAttack;
    }
    if z && die == 6 && result.rounds() == 0 {
        result = system.tables.base_attack.natural_6(OPERATION_Z).unwrap_or(result);
    }
    table.record(Event::BaseAttacked { faction, base, die, drm, result })?;
    Ok(result)
}

impl Schiffskrieg {
    /// The Base Attack Table, with the rows that an owner of the player aid declared.
    pub(super) fn base_attack_result(&self, sea: &Sea, die: u8, drm: i8) -> BaseAttackResult {
        let declared = sea.facts.row(AidTable::BaseAttack, die as i8 + drm);
        let declared = declared.and_then(|at| BaseAttackResult::ALL.get(usize::from(at)).copied());
        declared.unwrap_or_else(|| self.tables.base_attack.result(die, drm))
    }
}

/// How the table calls Operation Z.
const OPERATION_Z: &str = "operation-z";

/// The rounds of an Air Raid. Disabled results take effect after all of them, others after each
/// (SK-5.2.1-14). The raiders are where they were afterwards.
pub(super) fn air_raid(table: &mut Table, attack: Attack, force: &[UnitId], rounds: u8) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let targets = known(table, system.base_targets(sea, attack.faction, attack.base))?;
    if rounds == 0 || targets.is_empty() {
        return Ok(());
    }
    let places: Vec<(UnitId, Place)> = force.iter().map(|unit| (*unit, sea.unit(*unit).place)).collect();
    begin(table, attack, Cause::BaseAttack, force, &targets)?;
    let mut disabled: Vec<UnitId> = Vec::new();
    for round in 1..=rounds {
        combat::air_raid(table, round)?;
        take_effect(table, attack.faction, &targets, &mut disabled)?;
    }
    settle(table, attack, &targets, &disabled)?;
    table.record(Event::Left { units: places })?;
    table.record(Event::BattleEnded { faction: attack.faction })
}

/// Begins a battle at a port or city.
pub(super) fn begin(
    table: &mut Table,
    attack: Attack,
    cause: Cause,
    force: &[UnitId],
    against: &[UnitId],
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let of = system.board.base(attack.base);
    let enemy = against.first().and_then(|unit| system.side_of(sea, *unit));
    let sides = ByPart { phasing: attack.faction, answering: enemy.unwrap_or(attack.faction) };
    let site = Site::LandHex(of.hex, attack.zone);
    let battle = Battle::begun(attack.thing, site, of.map(), cause, sides);
    let lines = force.iter().map(|unit| (*unit, Part::Phasing));
    let lines = lines.chain(against.iter().map(|unit| (*unit, Part::Answering))).collect();
    table.record(Event::BattleBegan { battle, lines })
}

/// What takes effect after a round: everything but Disabled results, which are kept.
fn take_effect(
    table: &mut Table,
    faction: Faction,
    targets: &[UnitId],
    disabled: &mut Vec<UnitId>,
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let (mut hurt, mut sunk, mut destroyed) = (Vec::new(), Vec::new(), Vec::new());
    for unit in targets.iter().copied().filter(|unit| sea.unit(*unit).line.is_some()) {
        let wounds = sea.unit(unit).wounds;
        match wounds.harm {
            Harm::Lost if system.counters[unit].is_lba() => destroyed.push(unit),
            Harm::Lost => sunk.push(unit),
            Harm::Hurt => hurt.push(unit),
            Harm::None => (),
        }
        disabled.extend((wounds.disabled && !disabled.contains(&unit)).then_some(unit));
    }
    let lost: Vec<UnitId> = sunk.iter().chain(&destroyed).copied().collect();
    table.record(Event::TookEffect { disabled: Vec::new(), hurt, sunk, destroyed })?;
    for unit in lost {
        scoring::loss(table, unit, faction)?;
    }
    Ok(())
}

/// SK-5.2.1-15 Where targets go: ships that are Disabled or Damaged to the Naval Warfare Delay Box, all
/// others stay where they are and are not used.
fn settle(table: &mut Table, attack: Attack, targets: &[UnitId], disabled: &[UnitId]) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let map = system.board.base(attack.base).map();
    let place = |unit: UnitId| {
        let ship = system.counters[unit].is_ship();
        let late = ship && (sea.unit(unit).hurt || disabled.contains(&unit));
        (unit, if late { Place::NavalDelay(map) } else { Place::Base(attack.base) })
    };
    let left = targets.iter().copied().filter(|unit| sea.unit(*unit).line.is_some());
    let units: Vec<(UnitId, Place)> = left.map(place).collect();
    if units.is_empty() { Ok(()) } else { table.record(Event::Left { units }) }
}

/// SK-5.2.1-15 Raiders follow the Stalemate procedure.
pub(super) fn send_off(table: &mut Table, attack: Attack, force: &[UnitId]) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let map = system.board.base(attack.base).map();
    let place = |unit: UnitId| match attack.zone {
        _ if attack.z || system.counters[unit].is_lba() => Place::UsedAsset(map),
        Some(zone) => Place::Used(zone),
        None => Place::UsedAsset(map),
    };
    let left =
        force.iter().copied().filter(|unit| matches!(sea.unit(*unit).place, Place::Base(_) | Place::Box(_)));
    let units: Vec<(UnitId, Place)> = left.map(|unit| (unit, place(unit))).collect();
    if units.is_empty() {
        return Ok(());
    }
    let rule = if attack.z { "SK-10.7-8" } else { "SK-5.2.1-15" }.to_owned();
    table.record(Event::Moved { faction: attack.faction, rule, units })
}

impl Schiffskrieg {
    /// The ports and cities of a map at which a faction may make its Base Attack Raid; none if it may make
    /// none (SK-5.2.1-1 to SK-5.2.1-4, SK-5.2.1-7 to SK-5.2.1-9).
    ///
    /// # Errors
    /// [`Missing`] if a fact on which it hangs was not declared.
    pub fn raid_targets(&self, sea: &Sea, faction: Faction, map: SeaMap) -> Result<Vec<BaseId>, Missing> {
        let (carriers, bombers) = self.raid_units(sea, faction, map);
        let spent = sea.raided.contains(&(faction, map));
        if spent || !(carriers || bombers) || !self.has_war(sea, map)? {
            return Ok(Vec::new());
        }
        let mut targets = Vec::new();
        let mut ready: Option<Vec<UnitId>> = None;
        for base in self.bases_with_enemies(sea, faction, map)? {
            let by_sea = carriers && self.board.base(base).is_port() && {
                if ready.is_none() {
                    ready = Some(self.ready_ships(sea, faction, map)?);
                }
                let (ships, _) =
                    self.best_zone_of(sea, faction, base, ready.as_deref().unwrap_or_default())?;
                ships.iter().any(|(unit, _)| self.counters[*unit].is_carrier())
            };
            if by_sea || (bombers && !self.raid_lbas(sea, faction, base, true)?.is_empty()) {
                targets.push(base);
            }
        }
        Ok(targets)
    }

    /// Whether a faction has a CV Fleet in a map's Force Pool, and whether it has an Air Force or Bomber
    /// there (SK-5.2.1-3).
    fn raid_units(&self, sea: &Sea, faction: Faction, map: SeaMap) -> (bool, bool) {
        let has = |kinds: &[Support]| {
            sea.support.iter().enumerate().any(|(at, unit)| {
                let own = self.faction_of_support(sea, SupportId(at as u8)) == Some(faction);
                own && unit.map == map && unit.post == Post::ForcePool && kinds.contains(&unit.kind)
            })
        };
        (has(&[Support::CvFleet]), has(&[Support::AirForce, Support::Bomber]))
    }

    /// Ports and cities with pieces that a faction may attack, in order.
    pub(super) fn bases_with_enemies(
        &self,
        sea: &Sea,
        faction: Faction,
        map: SeaMap,
    ) -> Result<Vec<BaseId>, Missing> {
        let mut bases = Vec::new();
        for unit in sea.ids() {
            let Place::Base(base) = sea.unit(unit).place else { continue };
            let there = self.board.base(base).map() == map && !bases.contains(&base);
            if there && !self.counters[unit].is_boat() && self.is_enemy(sea, faction, unit, map)? {
                bases.push(base);
            }
        }
        bases.sort_unstable();
        Ok(bases)
    }

    /// What a Base Attack of a faction may attack at a port or city.
    pub(super) fn base_targets(
        &self,
        sea: &Sea,
        faction: Faction,
        base: BaseId,
    ) -> Result<Vec<UnitId>, Missing> {
        let map = self.board.base(base).map();
        let mut targets = Vec::new();
        for unit in sea.ids().filter(|unit| sea.unit(*unit).place == Place::Base(base)) {
            if !self.counters[unit].is_boat() && self.is_enemy(sea, faction, unit, map)? {
                targets.push(unit);
            }
        }
        Ok(targets)
    }

    /// The ships that can raid a port, and the zone from which most of them can: its first one where that is
    /// equal. Ships strike ports alone (SK-5.2.1-9), and a port is in no zone to which a canal leads
    /// (SK-5.2.1-7).
    pub(super) fn best_zone(&self, sea: &Sea, faction: Faction, base: BaseId) -> Result<Reaching, Missing> {
        if !self.board.base(base).is_port() {
            return Ok((Vec::new(), None));
        }
        let ready = self.ready_ships(sea, faction, self.board.base(base).map())?;
        self.best_zone_of(sea, faction, base, &ready)
    }

    /// The same of a port for ships that may act.
    fn best_zone_of(
        &self,
        sea: &Sea,
        faction: Faction,
        port: BaseId,
        ready: &[UnitId],
    ) -> Result<Reaching, Missing> {
        let mut best = (Vec::new(), None);
        for zone in &self.board.base(port).zones {
            let ships = self.raid_ships(sea, faction, port, *zone, ready)?;
            if best.1.is_none() || ships.len() > best.0.len() {
                best = (ships, Some(*zone));
            }
        }
        Ok(best)
    }
}
