//! 5.3 Sub Patrols.

use super::board::{SeaMap, ZoneId};
use super::combat;
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{AidTable, Missing};
use super::item::{Item, Word};
use super::key::{Key, Thing};
use super::pieces::UnitId;
use super::state::{Battle, ByPart, Cause, Harm, Part, Place, Sea, Site};
use super::tables::{PatrolResult, WarState};
use super::{Schiffskrieg, Table, luck, scoring, special};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice};
use engine::table::Step;

/// 5.3 The patrol of an X-boat in a zone; `thing` numbers it in the faction's turn.
pub(super) fn sub_patrol(
    table: &mut Table,
    faction: Faction,
    boat: UnitId,
    zone: ZoneId,
    thing: u8,
) -> Step<()> {
    let system = table.system();
    let map = system.board.zone(zone).map;
    let allowed = system.patrols(table.state(), faction);
    let allowed = known(table, allowed)?;
    if !allowed.iter().any(|(of, zones)| *of == boat && zones.contains(&zone)) {
        return Ok(());
    }
    move_boat(table, faction, boat, Place::OnStation(zone))?;
    let label = format!("t{}/{}/{thing}/table", system.turn_number(table.state()), faction.id());
    let die = luck::roll(table, map, label, 1)?[0];
    let result = system.patrol_result(table.state(), die);
    table.record(Event::Patrolled { boat, zone, die, result })?;
    let targets = system.patrol_targets(table.state(), faction, zone, result);
    let targets = known(table, targets)?;
    if let Some(target) = choose(table, faction, zone, thing, &targets)? {
        attack(table, faction, boat, target, zone, thing)?;
    }
    // SK-5.3-7 Attack or not, the boat is delayed.
    move_boat(table, faction, boat, Place::NavalDelay(map))
}

fn move_boat(table: &mut Table, faction: Faction, boat: UnitId, place: Place) -> Step<()> {
    let rule = if matches!(place, Place::OnStation(_)) { "SK-5.3-3" } else { "SK-5.3-7" };
    table.record(Event::Moved { faction, rule: rule.to_owned(), units: vec![(boat, place)] })
}

fn choose(
    table: &mut Table,
    faction: Faction,
    zone: ZoneId,
    thing: u8,
    targets: &[UnitId],
) -> Step<Option<UnitId>> {
    if targets.is_empty() {
        return Ok(None);
    }
    let (system, sea) = (table.system(), table.state());
    let turn = Turn(system.turn_number(sea));
    let key = Key::PatrolTarget { turn, faction, thing: Thing(thing) }.text();
    let title = format!("Sub Patrol, {}: choose the ship to attack", system.board.zone(zone).name);
    let mut ask = Ask::new(questions::PATROL_TARGET, key, "SK-5.3-5", title);
    let worth = |unit: UnitId| {
        let side = system.counters[unit].factors(sea.unit(unit).hurt);
        10 * u16::from(system.counters[unit].is_heavy()) + u16::from(side.gunnery + side.airstrike)
    };
    let heaviest = targets.iter().copied().max_by_key(|unit| (worth(*unit), u16::MAX - unit.0));
    let options = targets.iter().map(|unit| Choice { item: Item::Unit(*unit), mark: 0, worth: worth(*unit) });
    ask.offer([Item::Word(Word::Target)], options, heaviest.map(Item::Unit));
    let answer = table.ask(faction.side(), &ask)?;
    Ok(match answer.first() {
        Some((_, Item::Unit(unit))) => Some(*unit),
        _ => None,
    })
}

/// SK-5.3-5, SK-5.3-8 One round of torpedoes at one ship, without an answer.
fn attack(
    table: &mut Table,
    faction: Faction,
    boat: UnitId,
    target: UnitId,
    zone: ZoneId,
    thing: u8,
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let (map, place) = (system.board.zone(zone).map, sea.unit(target).place);
    // SK-9.8-3 A patrol that attacks a ship of a Reserve Fleet's port ends it.
    let sides = ByPart { phasing: faction, answering: system.side_of(sea, target).unwrap_or(faction) };
    if let Place::Base(base) = place {
        special::end_reserve(table, base)?;
    }
    let battle = Battle {
        began: ByPart { phasing: false, answering: true },
        ..Battle::begun(thing, Site::Station(zone), map, Cause::SubPatrol, sides)
    };
    let lines = vec![(boat, Part::Phasing), (target, Part::Answering)];
    table.record(Event::BattleBegan { battle, lines })?;
    combat::torpedo(table, boat, target)?;
    let wounds = table.state().unit(target).wounds;
    let sunk = wounds.harm == Harm::Lost;
    let hit = wounds.disabled || wounds.harm == Harm::Hurt;
    let one = |it: bool| if it { vec![target] } else { Vec::new() };
    let (hurt, disabled) = (one(wounds.harm == Harm::Hurt), one(hit && !sunk));
    if sunk || hit {
        table.record(Event::TookEffect { disabled, hurt, sunk: one(sunk), destroyed: Vec::new() })?;
    }
    if sunk {
        scoring::loss(table, target, faction)?;
    } else if !hit {
        table.record(Event::Left { units: vec![(target, place)] })?;
    }
    table.record(Event::BattleEnded { faction })
}

impl Schiffskrieg {
    /// The X-boats of a faction that may patrol, each with its zones: those in a Force Pool, on the zones of
    /// its map (SK-5.3-1, SK-5.3-3), but not before the war (SK-5.3-2).
    ///
    /// # Errors
    /// [`Missing`] if nobody declared the War State of a map.
    pub fn patrols(&self, sea: &Sea, faction: Faction) -> Result<Vec<(UnitId, Vec<ZoneId>)>, Missing> {
        let mut patrols = Vec::new();
        for unit in sea.ids().filter(|unit| self.counters[*unit].is_boat()) {
            let Place::ForcePool(map) = sea.unit(unit).place else { continue };
            if self.side_of(sea, unit) != Some(faction) || !self.has_war(sea, map)? {
                continue;
            }
            let zones = self.board.zone_ids().filter(|zone| self.board.zone(*zone).map == map).collect();
            patrols.push((unit, zones));
        }
        Ok(patrols)
    }

    /// Whether the War State of a map is past Pre-War.
    pub(super) fn has_war(&self, sea: &Sea, map: SeaMap) -> Result<bool, Missing> {
        Ok(self.war_state(&sea.facts, map)? != WarState::PreWar)
    }

    /// Whether a piece is an enemy of a faction on a map: of a hostile faction, and of no country under
    /// policy or truce.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared what it hangs on.
    pub(super) fn is_enemy(
        &self,
        sea: &Sea,
        faction: Faction,
        unit: UnitId,
        map: SeaMap,
    ) -> Result<bool, Missing> {
        let Some(side) = self.side_of(sea, unit).filter(|side| *side != faction) else { return Ok(false) };
        Ok(self.are_hostile(&sea.facts, faction, side, map)?
            && !self.is_affected(&sea.facts, self.counters[unit].nation, map)?)
    }

    /// What a patrol may attack: by its result any enemy ship in the zone, in ports and boxes too, or one at
    /// sea alone (SK-5.3-4, SK-5.3-5); never an LBA (SK-5.3-6).
    pub(super) fn patrol_targets(
        &self,
        sea: &Sea,
        faction: Faction,
        zone: ZoneId,
        result: PatrolResult,
    ) -> Result<Vec<UnitId>, Missing> {
        let any = match result {
            PatrolResult::AnyShip => true,
            PatrolResult::AtSea => false,
            PatrolResult::NoContact => return Ok(Vec::new()),
        };
        let map = self.board.zone(zone).map;
        let mut targets = Vec::new();
        for unit in sea.ids().filter(|unit| self.counters[*unit].is_ship()) {
            let there = match sea.unit(unit).place {
                Place::Used(of) | Place::OnStation(of) => of == zone,
                Place::Base(base) => any && self.board.base(base).zones.contains(&zone),
                Place::Box(hold) => any && self.board.hold(hold).zones.contains(&zone),
                _ => false,
            };
            if there && self.is_enemy(sea, faction, unit, map)? {
                targets.push(unit);
            }
        }
        Ok(targets)
    }

    pub(super) fn patrol_result(&self, sea: &Sea, die: u8) -> PatrolResult {
        let declared = sea.facts.row(AidTable::SubPatrol, die as i8);
        let declared = declared.and_then(|at| PatrolResult::ALL.get(usize::from(at)).copied());
        declared.unwrap_or_else(|| self.tables.sub_patrol.result(die, 0))
    }
}
