//! 5.5.4.4 Raiders: nothing is fought here; each unit decides whether it slips away to raid.

use super::{SIDES, convoy_of, in_box, key, relocate, ships_in};
use crate::Table;
use crate::board::ZoneId;
use crate::event::{Goes, Why};
use crate::key::What;
use crate::pieces::{Class, UnitId};
use crate::questions;
use crate::state::MatBox;
use engine::question::Ask;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Each unit raids if it may and will; otherwise it joins the end of the line or the reserve.
///
/// Silence raids where it may, else stands in reserve. Both sides are judged on the same position
/// (SOT-5.5.4.4-8).
pub(super) fn decide(table: &mut Table, zone: ZoneId) -> Step<()> {
    let asks: Vec<(Camp, Ask<UnitId, MatBox>)> =
        SIDES.iter().filter_map(|&side| Some((side, choice(table, zone, side)?))).collect();
    let units = SIDES.iter().flat_map(|&side| in_box(table, zone, side, MatBox::Raider));
    let fit: Vec<UnitId> = units.filter(|&unit| may_raid(table, zone, unit)).collect();
    for answer in table.ask_all(&asks)? {
        for (unit, of) in answer {
            let (why, rule) = match of {
                MatBox::Convoy => (Why::Raids, "SOT-5.5.4.4-6"),
                _ if fit.contains(&unit) => (Why::JoinsFleet, "SOT-5.5.4.4-5"),
                _ => (Why::JoinsFleet, "SOT-5.5.4.4-4"),
            };
            relocate(table, zone, unit, Goes::To(of), why, rule)?;
        }
    }
    Ok(())
}

/// The question for the units of a side, if it has any.
fn choice(table: &Table, zone: ZoneId, side: Camp) -> Option<Ask<UnitId, MatBox>> {
    let units = in_box(table, zone, side, MatBox::Raider);
    if units.is_empty() {
        return None;
    }
    let name = &table.system().board().zone(zone).name;
    let title = table
        .worded(|| format!("{name}: raiders: raid (convoy), join the end of the line, or stand in reserve"));
    let mut ask =
        Ask::new(questions::RAIDER, key(table, zone, What::Kind("raider"), side), "SOT-5.5.4.4-3", title);
    if !table.is_rehearsal() {
        ask.about = prospects(table, zone, side.enemy());
    }
    let boxes = [MatBox::Convoy, MatBox::Line, MatBox::Reserve];
    for of in boxes {
        ask.option(of);
    }
    for unit in units {
        let raids = may_raid(table, zone, unit);
        let (open, silent) =
            if raids { (&boxes[..], MatBox::Convoy) } else { (&boxes[1..], MatBox::Reserve) };
        ask.offer([unit], open.iter().copied(), Some(silent));
    }
    Some(ask)
}

/// What the tests look at, all of it open since the mats were revealed.
fn prospects(table: &Table, zone: ZoneId, enemy: Camp) -> Vec<String> {
    let convoy = if convoy_of(table, zone, enemy).is_some() { "a convoy" } else { "no convoy" };
    let ships = ships_in(table, zone, enemy, &MatBox::ALL);
    let range = ships.iter().map(|&unit| table.system().range(table.state(), unit)).max();
    let range = range.map_or("no ship in the combat".to_owned(), |range| format!("greatest Range {range}"));
    vec![format!("The enemy there: {convoy}, {range}")]
}

/// The two tests (SOT-5.5.4.4-2, SOT-5.5.4.4-3). A ship that qualifies may raid even without a convoy
/// (SOT-5.5.4.4-7).
///
/// *Ruling:* enemy ships still in the combat count, submarines included; LBA and a navy that stands aside do
/// not (SOT-5.5.4.4-8, SOT-13.S1-11).
fn may_raid(table: &Table, zone: ZoneId, unit: UnitId) -> bool {
    let system = table.system();
    let sea = table.state();
    let enemy = system.side_of(sea, unit).enemy();
    let enemies = ships_in(table, zone, enemy, &MatBox::ALL);
    let unescorted = convoy_of(table, zone, enemy).is_some() && enemies.is_empty();
    let faster = || enemies.iter().all(|&other| system.range(sea, unit) > system.range(sea, other));
    unescorted || system.counter(unit).class == Class::Cx || faster()
}
