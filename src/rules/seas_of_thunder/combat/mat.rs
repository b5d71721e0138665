//! 5.5.3 Setting the Combat Sequence Mats.

use super::{SIDES, key, standing_aside};
use crate::board::ZoneId;
use crate::event::Event;
use crate::key::What;
use crate::pieces::{Class, Counter, UnitId};
use crate::questions;
use crate::state::{MatBox, Place};
use crate::{Table, text};
use engine::question::Ask;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Both sides put every unit in a box, in secret, and reveal together (SOT-5.5-6, SOT-5.5.3-1).
pub(super) fn set(table: &mut Table, zone: ZoneId) -> Step<()> {
    let asks: Vec<(Camp, Ask<UnitId, MatBox>)> =
        SIDES.iter().map(|&side| (side, mat_of(table, zone, side))).collect();
    let answers = table.ask_all(&asks)?;
    for ((side, _), answer) in asks.iter().zip(answers) {
        let aside = standing_aside(table, zone, *side);
        if answer.is_empty() && aside.is_empty() {
            continue;
        }
        let mut boxes: Vec<(UnitId, MatBox, u8)> = Vec::with_capacity(answer.len());
        for (unit, of) in answer {
            let slot = boxes.iter().filter(|(_, other, _)| *other == of).count() as u8 + 1;
            boxes.push((unit, of, slot));
        }
        boxes.sort_by_key(|&(_, of, slot)| (of, slot));
        table.record(Event::MatRevealed { zone, side: *side, boxes, aside })?;
    }
    Ok(())
}

/// Silence puts ships in Surface Reserve and LBA in Air Superiority.
///
/// *Ruling:* any ship may begin in Surface Reserve, and does without orders (SOT-5.5.3-2).
fn mat_of(table: &Table, zone: ZoneId, side: Camp) -> Ask<UnitId, MatBox> {
    let system = table.system();
    let of_zone = system.board().zone(zone);
    let title = table.worded(|| {
        format!("{} (zone {}): put every unit in a box; in line, left to right", of_zone.name, zone.0)
    });
    let mut ask =
        Ask::new(questions::MAT, key(table, zone, What::Kind("mat"), side), "SOT-5.5.3-1", title).by_option();
    if !table.is_rehearsal() {
        ask.about = vec![text::zone_value(of_zone, system.value(table.state(), zone))];
        ask.about.extend(enemies(table, zone, side.enemy()));
    }
    let sea = table.state();
    let fights = |unit: UnitId| system.side_of(sea, unit) == side && !sea.unit(unit).aside;
    let here = sea.each_at(Place::Sea(zone)).filter(|&unit| fights(unit));
    let boxes = || MatBox::ALL.into_iter().filter(|of| *of != MatBox::Convoy);
    for of in boxes() {
        ask.option(of);
    }
    for unit in here {
        let counter = system.counter(unit);
        let silent = if counter.class.is_ship() { MatBox::Reserve } else { MatBox::AirSuperiority };
        ask.offer([unit], boxes().filter(|of| may_enter(counter, *of)), Some(silent));
    }
    ask
}

/// What a side may know of its enemies in a combat before the mats are revealed: how many ships and LBA
/// fight, and whether there is a convoy (SOT-7.0-1).
fn enemies(table: &Table, zone: ZoneId, enemy: Camp) -> Vec<String> {
    let system = table.system();
    let mut lines: Vec<String> = Vec::new();
    let units = table.state().at(Place::Sea(zone));
    let sea = table.state();
    let fights = |&unit: &UnitId| system.side_of(sea, unit) == enemy && !sea.unit(unit).aside;
    let units: Vec<UnitId> = units.into_iter().filter(fights).collect();
    if !units.is_empty() {
        lines.push(format!("{enemy} there: {}", system.stack_words(&units)));
    }
    if table.state().convoy_in(system, zone, enemy).is_some() {
        lines.push(format!("{enemy} there: a convoy"));
    }
    lines
}

/// Which boxes admit a unit at the set-up (5.5.4.1 to 5.5.4.9).
pub(crate) fn may_enter(counter: &Counter, of: MatBox) -> bool {
    let surface = counter.class.is_ship() && !counter.class.is_submarine();
    match of {
        MatBox::AirSuperiority | MatBox::AirStrike => counter.air() > 0,
        MatBox::Asw => {
            counter.air() > 0 || surface && (counter.asw() > 0 || counter.mine() > 0 || counter.sweeps())
        }
        MatBox::Raider => matches!(counter.class, Class::Cx | Class::Ca | Class::Ac),
        MatBox::Submarine => counter.class.is_submarine() && counter.sub() > 0,
        MatBox::Mine => counter.mine() > 0 || counter.sweeps(),
        MatBox::Line | MatBox::Reserve => counter.class.is_ship(),
        MatBox::Convoy => false,
    }
}
