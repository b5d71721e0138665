//! 9.0 Carrier air raids, and 12.4 attacks of air units on ports and bases: one air action without return fire.

use super::basing::{self, Homeward};
use super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::combat::{self, Shot, in_order_of};
use super::event::{Action, Event, Scene, Why};
use super::item::{Item, Word};
use super::key::{Key, Landing, Raid, When, Whence};
use super::pieces::{Kind, UnitId, gathered};
use super::state::Place;
use super::{SIDES, Table, amphibious};
use crate::rules::two_sided::Camp;
use crate::table::key::Turn;
use crate::table::{Ask, Choice, Step};

/// The ports and bases that touch an area and belong to the enemy of a side (AW-9.1).
pub(super) fn enemy_places(table: &Table, area: AreaId, side: Camp) -> Vec<BaseId> {
    let (system, ocean) = (table.system(), table.state());
    let mut bases = system.held_around(ocean, area, side.enemy());
    bases.retain(|&base| system.may_attack(ocean, base, side));
    // Two that are one port are attacked as one (AW-2.42-b).
    let known = bases.clone();
    let second = |base: BaseId| system.twin(base).filter(|_| system.board.base(base).shared_with.is_some());
    bases.retain(|&base| second(base).is_none_or(|first| !known.contains(&first)));
    bases
}

/// Whether a carrier may raid: it has airstrikes left and pursued nobody; in the Atlantic it must be raiding
/// (AW-9.22, AW-9.26).
pub(super) fn may_raid(table: &Table, unit: UnitId) -> bool {
    let (system, ocean) = (table.system(), table.state());
    let state = ocean.unit(unit);
    let Some(area) = state.place.area() else { return false };
    system.counter(unit).kind == Kind::Carrier
        && system.airstrike(ocean, unit).dice > 0
        && !state.pursued
        && (system.board.area(area).theatre == Theatre::Pacific || state.raiding)
}

/// 12.4 Each side may send air units from an area against enemy ports and bases around it, before any round there.
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
            let landing = Landing::InArea { turn, area: id, when: When::Drop, by: side };
            amphibious::go_ashore(table, landing, unit, base)?;
        }
        let (system, ocean) = (table.system(), table.state());
        let homeward = sent.iter().flat_map(|(_, units)| units).map(|&unit| {
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

/// 9.1 Carriers may raid when the area is fought out, those that were sent against a place instead of a pursuit must
/// (AW-8.24).
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
    carriers.retain(|&unit| may_raid(table, unit));
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
    let bases = enemy_places(table, area, side);
    if bases.is_empty() || units.is_empty() {
        return Ok(Vec::new());
    }
    let (system, ocean) = (table.system(), table.state());
    let (turn, of) = (Turn(ocean.turn), system.board.area(area));
    let mut ask = if carriers {
        let key = Key::AirRaid { turn, area: &of.id, by: side };
        let title = format!("{}: carriers raid ports and bases, or not", of.name);
        Ask::new("air-raid", key.text(), "AW-9.1", title)
    } else {
        let key = Key::Strike { turn, area: &of.id, by: side };
        let title = format!("{}: send air units against ports and bases, or let them stay", of.name);
        Ask::new("strike", key.text(), "AW-12.4", title)
    };
    for &base in &bases {
        let here = ocean.at(Place::Base(base)).into_iter();
        let names: Vec<String> = here.map(|unit| system.standing_of(ocean, unit)).collect();
        ask.about.extend(super::text::listed(&format!("In {}", system.board.base(base).name), &names, 3));
    }
    let stay = Item::Word(Word::None);
    ask.option(stay);
    for &unit in units {
        let sent = ocean.unit(unit).raids.filter(|base| bases.contains(base));
        let (may_stay, places) = match &sent {
            Some(base) => (None, std::slice::from_ref(base)),
            None => (Some(stay), bases.as_slice()),
        };
        let troops = system.counter(unit).kind == Kind::Amphibious;
        let open = |base: &BaseId| !troops || system.landing_places(ocean, area, side).contains(base);
        let places = places.iter().copied().filter(open).map(Item::Base);
        ask.offer([unit], may_stay.into_iter().chain(places), sent.map(Item::Base).or(may_stay));
    }
    let answer = in_order_of(&ask, table.ask(side, &ask)?).into_iter();
    let mut sent = gathered(answer.filter_map(|(unit, item)| match item {
        Item::Base(base) => Some((unit, base)),
        _ => None,
    }));
    sent.sort_unstable();
    Ok(sent)
}

/// 9.3 All attackers of a port or base name their targets, then roll; ships, air and amphibious units there can be hit
/// (AW-9.24, AW-7.33-b), and nobody is disabled (AW-9.33).
fn attack(
    table: &mut Table,
    area: AreaId,
    base: BaseId,
    by: Camp,
    units: &[UnitId],
    carriers: bool,
) -> Step<()> {
    table.tell(Event::Raided { area, base, by, units: units.to_vec(), carriers })?;
    let (system, ocean) = (table.system(), table.state());
    let (sea, place) = (system.board.area(area), system.board.base(base));
    let (turn, from, to) = (Turn(ocean.turn), sea.id.as_str(), place.id.as_str());
    let raid = if carriers {
        Raid::Carriers { turn, area: from, base: to }
    } else {
        Raid::Strike { turn, area: from, base: to }
    };
    let title = format!("{}: choose the target of each attacker", place.name);
    let mut ask = Ask::new("raid-targets", Key::RaidTargets { raid, by }.text(), "AW-9.3", title);
    let places: Vec<BaseId> = std::iter::once(base).chain(system.twin(base)).collect();
    let targets = places.iter().flat_map(|&place| ocean.at(Place::Base(place)));
    let hostile = |target: &UnitId| system.counter(*target).fights() && system.side_of(ocean, *target) != by;
    let targets: Vec<UnitId> = targets.filter(hostile).collect();
    if targets.is_empty() {
        return Ok(());
    }
    for (&unit, &silent) in units.iter().zip(targets.iter().cycle()) {
        let choices = targets.iter().map(|&target| Choice {
            item: Item::Unit(target),
            mark: 0,
            worth: system.worth(ocean, target),
        });
        ask.offer([unit], choices.chain([Item::Word(Word::Hold).into()]), Some(Item::Unit(silent)));
    }
    let path = raid.text();
    for (attacker, item) in in_order_of(&ask, table.ask(by, &ask)?) {
        let Item::Unit(target) = item else { continue };
        let attack = table.system().airstrike(table.state(), attacker);
        let at = table.state().unit(target).place.base().map_or(Scene::Base(base), Scene::Base);
        let shot = Shot { scene: at, attacker, target, action: Action::Air, attack, surprise: false };
        shot.fire(table, &path)?;
    }
    combat::take_effect(table, Scene::Base(base))?;
    for twin in places.into_iter().skip(1) {
        let hit = |&unit: &UnitId| table.state().unit(unit).hurt > 0;
        if table.state().at(Place::Base(twin)).iter().any(hit) {
            combat::take_effect(table, Scene::Base(twin))?;
        }
    }
    Ok(())
}

/// The sides in the order in which a scenario's table lists them, with the ports of the enemy that their carriers raided
/// this turn; a port raided from two areas counts once (AW-M-2b).
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
