//! 10.10 Raiders are discovered, and 10.4 the Doolittle Raid.

use super::super::Table;
use super::super::base_attack::{self, Attack};
use super::super::board::{BaseId, SeaMap};
use super::super::combat;
use super::super::event::{Event, Purpose};
use super::super::faction::Faction;
use super::super::item::{Item, Word};
use super::super::key::{Key, Thing};
use super::super::pieces::UnitId;
use super::super::raiders::{self, Call};
use super::super::scenario::Support;
use super::super::state::{Cause, Place, Post, SupportId};
use super::{choose, known, moved, turn};
use crate::questions;
use engine::question::Ask;
use engine::table::Step;

/// The number under which the battle with Doolittle's force goes.
const DOOLITTLE: u8 = 112;

/// 10.10 The raiders' faction delays a support unit, and the other side may form Interceptors to fight them.
/// The result is always a Stalemate.
pub(in super::super) fn raiders_discovered(table: &mut Table, attack: Attack, force: &[UnitId]) -> Step<()> {
    delay_unit(table, attack, force)?;
    let (system, sea) = (table.system(), table.state());
    let targets = known(table, system.base_targets(sea, attack.faction, attack.base))?;
    let enemy = targets.first().and_then(|unit| system.side_of(sea, *unit));
    let Some(enemy) = enemy else { return base_attack::send_off(table, attack, force) };
    let (ships, _) = known(table, system.best_zone(sea, enemy, attack.base))?;
    let lbas = known(table, system.raid_lbas(sea, enemy, attack.base, false))?;
    let there = answer(table, attack, enemy, Purpose::Interceptors, ships, lbas)?;
    if there.is_empty() {
        return base_attack::send_off(table, attack, force);
    }
    base_attack::begin(table, attack, Cause::Interceptors, force, &there)?;
    combat::sequence(table).map(drop)
}

/// SK-10.10-1 An Air unit where the raiders are an LBA, a CV Fleet where they have a carrier, if possible; to
/// the Delay Box.
fn delay_unit(table: &mut Table, attack: Attack, force: &[UnitId]) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let map = system.board.base(attack.base).map();
    let air = force.iter().any(|unit| system.counters[*unit].is_lba());
    let wanted: &[Support] = if air { &[Support::AirForce, Support::Bomber] } else { &[Support::CvFleet] };
    let any = [Support::AirForce, Support::Bomber, Support::CvFleet];
    let pool = |kinds: &[Support]| -> Vec<SupportId> {
        let fits = |support: &SupportId| {
            let unit = &sea.support[usize::from(support.0)];
            let own = system.faction_of_support(sea, *support) == Some(attack.faction);
            own && unit.map == map && unit.post == Post::ForcePool && kinds.contains(&unit.kind)
        };
        (0..sea.support.len() as u8).map(SupportId).filter(fits).collect()
    };
    let mut units = pool(wanted);
    if units.is_empty() {
        units = pool(&any);
    }
    let Some(first) = units.first().copied() else { return Ok(()) };
    let options: Vec<Item> = units.into_iter().map(Item::Support).collect();
    let why = format!("raiders-discovered-{}", attack.thing);
    let title = "Raiders Discovered: choose the support unit that is delayed".to_owned();
    let silence = Item::Support(first);
    let unit = choose(table, attack.faction, &why, "SK-10.10-1", title, &options, silence)?;
    let Item::Support(support) = unit else { return Ok(()) };
    table.record(Event::Posted { support, post: Post::Delay })
}

/// Those who answer a raid: ships of one nation under a roll of their own, or one LBA, heavy or not.
pub(super) fn answer(
    table: &mut Table,
    attack: Attack,
    enemy: Faction,
    purpose: Purpose,
    ships: Vec<(UnitId, bool)>,
    lbas: Vec<UnitId>,
) -> Step<Vec<UnitId>> {
    let (system, sea) = (table.system(), table.state());
    let (turn, thing) = (turn(table), Thing(attack.thing));
    // What failed a check stays failed: it is in delay, and not among the candidates.
    let call = Call {
        faction: enemy,
        purpose,
        map: system.board.base(attack.base).map(),
        ships,
        lbas,
        carrier: false,
        drm: system.tables.intelligence.answer,
        label: format!("t{}/{}/{}", system.turn_number(sea), attack.faction.id(), attack.thing),
    };
    let key = Key::InterceptRaiders { turn, faction: attack.faction, thing, by: enemy }.text();
    let title = format!(
        "{}: ships of one nation or one LBA, or none",
        match purpose {
            Purpose::Counterstrike => "Counterstrike",
            _ => "Interceptors",
        }
    );
    let rule = if purpose == Purpose::Counterstrike { "SK-10.7-7" } else { "SK-10.10-2" };
    let ask = Ask::new(questions::INTERCEPT_RAIDERS, key, rule, title);
    Ok(raiders::form(table, &call, ask, false)?.units)
}

/// 10.4 The Western faction forms the Doolittle force before it rolls on its card; the Axis may fight it if
/// it is discovered.
pub(super) fn doolittle(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let (western, map) = (Faction::Western, SeaMap::Ds);
    let ships = known(table, system.ready_ships(sea, western, map))?;
    let ships = system.in_turn(sea, ships.into_iter().map(|unit| (unit, true)).collect());
    let call = Call {
        faction: western,
        purpose: Purpose::Doolittle,
        map,
        ships,
        lbas: Vec::new(),
        carrier: true,
        drm: system.tables.intelligence.raid,
        label: format!("t{}/western/{DOOLITTLE}", system.turn_number(sea)),
    };
    // SK-10.4-2 Without a carrier no Task Force, and no roll on the card.
    if !call.ships.iter().any(|(unit, _)| system.counters[*unit].is_carrier()) {
        return Ok(());
    }
    let key = Key::Compose { turn: turn(table), faction: western, unit: "doolittle" }.text();
    let title = "The Doolittle Raid: choose ships of one nation, with a carrier".to_owned();
    let ask = Ask::new(questions::COMPOSE, key, "SK-10.4-1", title);
    let force = raiders::form(table, &call, ask, true)?.units;
    if force.is_empty() {
        return Ok(());
    }
    let options = [Word::No, Word::Yes].map(Item::Word);
    let title = "Doolittle's card: play Raiders Discovered, or not".to_owned();
    let none = Item::Word(Word::No);
    let found = choose(table, western, "doolittle-discovered", "SK-10.4-3", title, &options, none)?;
    let used = |force: &[UnitId]| force.iter().map(|unit| (*unit, Place::UsedAsset(map))).collect();
    if found == none {
        return moved(table, western, "SK-10.4-3", used(&force));
    }
    // Where they are met is not said; the base only says on which map.
    let bases = table.system().board.base_ids();
    let base =
        bases.into_iter().find(|base| table.system().board.base(*base).map() == map).unwrap_or(BaseId(0));
    let attack = Attack { faction: western, base, zone: None, thing: DOOLITTLE, z: false };
    delay_unit(table, attack, &force)?;
    // SK-10.10-3 The Axis may use ships and LBAs from anywhere, all ships checking their speed.
    let (system, sea) = (table.system(), table.state());
    let ships = known(table, system.ready_ships(sea, Faction::Axis, map))?;
    let ships = system.in_turn(sea, ships.into_iter().map(|unit| (unit, true)).collect());
    let lbas = known(table, system.ready_lbas(sea, Faction::Axis, map))?;
    let there = answer(table, attack, Faction::Axis, Purpose::Interceptors, ships, lbas)?;
    if there.is_empty() {
        return moved(table, western, "SK-10.4-3", used(&force));
    }
    base_attack::begin(table, attack, Cause::Interceptors, &force, &there)?;
    combat::sequence(table).map(drop)
}
