//! 5.5 Combat: where it occurs, who fights, and the nine segments in order.
//!
//! Zones are resolved on their own, so that one exchange serves all of them: the book lets players share the
//! zones out as they like (SOT-5.5-5), and no combat touches another's units.

pub mod air_strike;
pub mod air_superiority;
pub mod asw;
pub mod attack;
mod belligerence;
pub mod convoy;
pub mod damage;
pub mod mat;
pub mod mine;
pub mod raider;
pub mod submarine;
pub mod surface_line;

use super::Table;
use super::board::ZoneId;
use super::event::{Event, Goes, Why};
use super::item::Item;
use super::key::{Key, What};
use super::pieces::{Nation, UnitId};
use super::return_to_base::{Origin, go_home};
use super::state::{MatBox, Place, Sea, TokenId};
use crate::questions;
use engine::question::Ask;
use engine::question::key::{Part, Turn};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

pub(super) use damage::repair_boxes;

/// Both sides, in the order in which this system lists them where the book gives none.
pub(super) const SIDES: [Camp; 2] = [Camp::AXIS, Camp::ALLIES];

/// Phase 8: resolves every combat, zone by zone (SOT-5.5-1, SOT-5.5-5), once it is clear who is at war
/// (SOT-5.5.1-1).
pub(super) fn resolve_combats(table: &mut Table) -> Step<()> {
    belligerence::declare(table)?;
    let stacks = stacks_at_sea(table.state());
    let fights =
        stacks.iter().filter(|(zone, units)| combat_occurs(table, *zone, units)).map(|(zone, _)| *zone);
    for zone in fights.collect::<Vec<ZoneId>>() {
        table.branch(zone.text(), |table| battle(table, zone))?;
    }
    table.join()
}

/// All units at sea, zone by zone in the order of their numbers. One look at every unit serves all zones.
fn stacks_at_sea(sea: &Sea) -> Vec<(ZoneId, Vec<UnitId>)> {
    let at_sea = sea.ids().filter_map(|unit| Some((sea.unit(unit).place.zone()?, unit)));
    let mut at_sea: Vec<(ZoneId, UnitId)> = at_sea.collect();
    at_sea.sort_unstable();
    let stacks = at_sea.chunk_by(|a, b| a.0 == b.0);
    stacks.map(|stack| (stack[0].0, stack.iter().map(|(_, unit)| *unit).collect())).collect()
}

/// True if a zone, in which these units are, holds some that must fight (SOT-5.5-1).
///
/// *Ruling:* also a ship or an LBA against a convoy alone, and an LBA against ships; neither convoy against
/// convoy nor LBA against LBA (SOT-5.5-2, SOT-5.5-3).
fn combat_occurs(table: &Table, zone: ZoneId, units: &[UnitId]) -> bool {
    let (system, sea) = (table.system(), table.state());
    let present = |side: Camp| units.iter().any(|&unit| system.side_of(sea, unit) == side);
    let prey = |side: Camp| {
        let ship = |&unit: &UnitId| system.side_of(sea, unit) == side && system.counter(unit).class.is_ship();
        units.iter().any(ship) || sea.convoy_in(system, zone, side).is_some()
    };
    SIDES.into_iter().any(|side| present(side) && prey(side.enemy()))
        && !belligerence::nobody_fights(system, sea, units)
}

/// Fights one combat from the choice of navies to the last convoy (SOT-5.5-4).
fn battle(table: &mut Table, zone: ZoneId) -> Step<()> {
    table.record(Event::BattleBegan { zone })?;
    belligerence::stand_off(table, zone)?;
    choose_navies(table, zone)?;
    mat::set(table, zone)?;
    air_superiority::fight(table, zone)?;
    air_strike::strike(table, zone)?;
    asw::hunt(table, zone)?;
    raider::decide(table, zone)?;
    submarine::attack(table, zone)?;
    mine::lay_and_sweep(table, zone)?;
    surface_line::fire(table, zone)?;
    convoy::attack(table, zone, MatBox::Reserve)?;
    convoy::attack(table, zone, MatBox::Convoy)?;
    leave(table, zone)?;
    table.record(Event::BattleEnded { zone })
}

/// The units of a side that fight together, under the navy that stands for them.
type Navy = (Nation, Vec<UnitId>);

/// Navies that do not cooperate: the enemy chooses before the battle which one fights; the others stand in
/// Convoy Attacks (SOT-13.S1-10, SOT-13.S1-11).
///
/// *Ruling:* an enemy convoy alone can fight neither navy, so nothing is asked without an enemy unit
/// (SOT-13.S1-12). Both sides choose at the same time, one navy of two or three (SOT-13.S3-10).
fn choose_navies(table: &mut Table, zone: ZoneId) -> Step<()> {
    if belligerence::suspends_non_cooperation(table.system(), table.state(), zone) {
        return Ok(());
    }
    let navies = BySide::from_fn(|side| navies_apart(table, zone, side));
    let asks: Vec<(Camp, Ask<ZoneId, Item>)> = SIDES
        .iter()
        .filter(|&&side| navies[side].len() > 1 && !navies[side.enemy()].is_empty())
        .map(|&side| (side.enemy(), which_navy(table, zone, side.enemy(), &navies[side])))
        .collect();
    let answers = table.ask_all(&asks)?;
    for ((by, _), answer) in asks.iter().zip(answers) {
        let Some((_, Item::Navy(fights))) = answer.first().copied() else {
            return table.fault(format!("no navy was chosen: {answer:?}"));
        };
        let others = navies[by.enemy()].iter().filter(|(navy, _)| *navy != fights);
        let mut aside: Vec<UnitId> = others.flat_map(|(_, units)| units.iter().copied()).collect();
        aside.sort_unstable();
        table.record(Event::NavyChosen { zone, by: *by, fights, aside })?;
    }
    Ok(())
}

/// The navies of a side in a zone: each that fights apart, then all others together. Who stands off is not
/// counted.
fn navies_apart(table: &Table, zone: ZoneId, side: Camp) -> Vec<Navy> {
    let (system, sea) = (table.system(), table.state());
    let mut rest = sea.at(Place::Sea(zone));
    rest.retain(|&unit| system.side_of(sea, unit) == side && !sea.unit(unit).aside);
    let mut navies: Vec<Navy> = Vec::new();
    for apart in system.scenario(sea).apart(side, sea.turn) {
        let (own, others): (Vec<UnitId>, Vec<UnitId>) =
            rest.into_iter().partition(|&unit| system.counter(unit).nation == apart);
        navies.push((apart, own));
        rest = others;
    }
    if let Some(&first) = rest.first() {
        navies.push((system.counter(first).nation, rest));
    }
    navies.retain(|(_, units)| !units.is_empty());
    navies
}

/// Silence picks the smallest navy, the first named among equals.
fn which_navy(table: &Table, zone: ZoneId, by: Camp, navies: &[Navy]) -> Ask<ZoneId, Item> {
    let name = &table.system().board().zone(zone).name;
    let mut ask = Ask::new(
        questions::CHOOSE_NAVY,
        key(table, zone, What::Navy, by),
        table.system().navies_rule_on(table.state().turn),
        table.worded(|| format!("{name}: choose which navy fights; the others stand aside")),
    );
    if !table.is_rehearsal() {
        let count =
            |(navy, units): &Navy| format!("{} {}", navy.adjective(), table.system().stack_words(units));
        let counts: Vec<String> = navies.iter().map(count).collect();
        ask.about = vec![format!("Units there: {}", counts.join("; "))];
    }
    let smallest = navies.iter().min_by_key(|(_, units)| units.len());
    let options = navies.iter().map(|(navy, _)| Item::Navy(*navy));
    ask.offer([zone], options, smallest.map(|(navy, _)| Item::Navy(*navy)));
    ask
}

/// Those in Convoy Attacks go home at once, LBA to their box (SOT-5.5.4.9-3, SOT-5.5.4.9-4).
fn leave(table: &mut Table, zone: ZoneId) -> Step<()> {
    let leaving = BySide::from_fn(|side| {
        let mut units = in_box(table, zone, side, MatBox::Convoy);
        units.extend(standing_aside(table, zone, side));
        units
    });
    let mut fleets: Vec<Vec<(UnitId, Origin)>> = Vec::new();
    for side in SIDES {
        let (ships, lba): (Vec<UnitId>, Vec<UnitId>) =
            leaving[side].iter().copied().partition(|&unit| table.system().counter(unit).class.is_ship());
        for unit in lba {
            relocate(table, zone, unit, Goes::UsedLba, Why::Done, "SOT-5.4-6")?;
        }
        fleets.push(ships.into_iter().map(|unit| (unit, Origin::Sea(zone))).collect());
    }
    go_home(table, Some(zone), "SOT-5.5.4.9-4", &SIDES, &fleets)
}

/// The units of a side in a box, from left to right, without those that stand aside.
pub(super) fn in_box(table: &Table, zone: ZoneId, side: Camp, of: MatBox) -> Vec<UnitId> {
    let system = table.system();
    let sea = table.state();
    let mut units: Vec<(u8, UnitId)> = Vec::new();
    for unit in sea.each_at(Place::Sea(zone)) {
        let state = sea.unit(unit);
        if state.mat == Some(of) && !state.aside && system.side_of(sea, unit) == side {
            units.push((state.slot, unit));
        }
    }
    units.sort_unstable();
    units.into_iter().map(|(_, unit)| unit).collect()
}

/// The ships of a side in any of these boxes, box by box, from left to right.
pub(super) fn ships_in(table: &Table, zone: ZoneId, side: Camp, boxes: &[MatBox]) -> Vec<UnitId> {
    let ships = boxes.iter().flat_map(|&of| in_box(table, zone, side, of));
    ships.filter(|&unit| table.system().counter(unit).class.is_ship()).collect()
}

/// The units of a side that non-cooperation keeps out of a combat, in Convoy Attacks.
pub(super) fn standing_aside(table: &Table, zone: ZoneId, side: Camp) -> Vec<UnitId> {
    let (system, sea) = (table.system(), table.state());
    let aside = |unit: UnitId| sea.unit(unit).aside && sea.unit(unit).mat.is_some();
    let here = sea.each_at(Place::Sea(zone));
    here.filter(|&unit| aside(unit) && system.side_of(sea, unit) == side).collect()
}

/// The convoy of a side in a zone.
pub(super) fn convoy_of(table: &Table, zone: ZoneId, side: Camp) -> Option<TokenId> {
    table.state().convoy_in(table.system(), zone, side)
}

/// The lasting name of a question of this combat.
pub(super) fn key(table: &Table, zone: ZoneId, what: What, by: Camp) -> String {
    Key::Battle { turn: Turn(table.state().turn), zone, what, by }.text()
}

/// The label of a roll of this combat; nothing where nobody reads it.
pub(super) fn label(table: &Table, zone: ZoneId, segment: &str, unit: UnitId, what: &str) -> String {
    if table.is_rehearsal() {
        return String::new();
    }
    let id = &table.system().counter(unit).id;
    let mut label = String::with_capacity(32 + segment.len() + id.len() + what.len());
    Turn(table.state().turn).write(&mut label);
    label.push('/');
    zone.write(&mut label);
    for part in [segment, id, what] {
        label.push('/');
        label.push_str(part);
    }
    label
}

/// Moves a unit out of its box.
pub(super) fn relocate(
    table: &mut Table,
    zone: ZoneId,
    unit: UnitId,
    goes: Goes,
    why: Why,
    rule: &str,
) -> Step<()> {
    table.record(Event::Relocated { zone, unit, goes, why, rule: rule.to_owned() })
}

/// A question where units go that leave their box.
pub(super) struct Leaving {
    /// The kind of the question.
    pub kind: &'static str,
    /// The rule that lets them choose.
    pub rule: &'static str,
    /// Why they leave.
    pub why: Why,
    /// The same in words, as in "After the air strike".
    pub after: &'static str,
}

/// Asks each side whether units of its own go to Surface Reserve, as silence means, or to Convoy Attacks;
/// both at once; and moves them. `units` lists by side who moves.
pub(super) fn choose_box(
    table: &mut Table,
    zone: ZoneId,
    leaving: &Leaving,
    units: &BySide<Vec<UnitId>>,
) -> Step<()> {
    let &Leaving { kind, rule, why, after } = leaving;
    let mut asks = Vec::new();
    for side in SIDES.into_iter().filter(|&side| !units[side].is_empty()) {
        let name = &table.system().board().zone(zone).name;
        let title = table.worded(|| format!("{name}: {after}: choose the box where each unit goes next"));
        let mut ask: Ask<UnitId, MatBox> =
            Ask::new(kind, key(table, zone, What::Kind(kind), side), rule, title);
        if !table.is_rehearsal() {
            ask.about = vec![
                "reserve: stays in the combat, may be attacked later, contests the zone".to_owned(),
                "convoy: attacks an enemy convoy if there is one, then goes home at once".to_owned(),
            ];
        }
        ask.offer(units[side].iter().copied(), [MatBox::Reserve, MatBox::Convoy], Some(MatBox::Reserve));
        asks.push((side, ask));
    }
    for answer in table.ask_all(&asks)? {
        for (unit, of) in answer {
            relocate(table, zone, unit, Goes::To(of), why, rule)?;
        }
    }
    Ok(())
}
