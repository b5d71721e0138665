//! 5.5.4.6 Mine warfare: sweepers first, then mines.

use super::attack::{Attackers, Dice, declare, roll};
use super::damage::end_of_segment;
use super::{Leaving, SIDES, choose_box, in_box, key, ships_in};
use crate::Table;
use crate::board::ZoneId;
use crate::event::{Event, Segment, Why};
use crate::item::{Item, Word};
use crate::key::What;
use crate::pieces::UnitId;
use crate::questions;
use crate::state::MatBox;
use engine::question::{Ask, Choice, Limit};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Sweepers cancel minelayers, the rest lay, then all leave the box (SOT-5.5.4.6-2 to -6).
pub(super) fn lay_and_sweep(table: &mut Table, zone: ZoneId) -> Step<()> {
    let units = BySide::from_fn(|side| in_box(table, zone, side, MatBox::Mine));
    if units.axis.is_empty() && units.allies.is_empty() {
        return Ok(());
    }
    let segment = Segment::Mine;
    let layers = BySide::from_fn(|side| layers(table, zone, side));
    let swept = sweep(table, zone, segment, MatBox::Mine, &layers)?;
    let cancelled = BySide::from_fn(|side| {
        let own = swept.iter().copied().filter(|&unit| table.system().side_of(table.state(), unit) == side);
        own.collect::<Vec<_>>()
    });
    let after = "a sweeper stopped these minelayers";
    let leaving = Leaving { kind: questions::SWEPT_LAYER, rule: "SOT-5.5.4.6-3", why: Why::Swept, after };
    choose_box(table, zone, &leaving, &cancelled)?;
    lay(table, zone)?;
    end_of_segment(table, zone, segment)?;
    let left = BySide::from_fn(|side| in_box(table, zone, side, MatBox::Mine));
    let after = "after mine warfare";
    let leaving = Leaving { kind: questions::AFTER_MINE, rule: "SOT-5.5.4.6-6", why: Why::Done, after };
    choose_box(table, zone, &leaving, &left)
}

fn layers(table: &Table, zone: ZoneId, side: Camp) -> Vec<UnitId> {
    let units = in_box(table, zone, side, MatBox::Mine).into_iter();
    units.filter(|&unit| table.system().counter(unit).mine() > 0).collect()
}

/// Mines may hit anything in the line, the reserve or the enemy's Mine Warfare box, submarines too
/// (SOT-5.5.4.6-4, SOT-5.5.4.6-7).
fn lay(table: &mut Table, zone: ZoneId) -> Step<()> {
    let prey = [MatBox::Mine, MatBox::Line, MatBox::Reserve];
    let sides = BySide::from_fn(|side| Attackers {
        units: layers(table, zone, side),
        targets: ships_in(table, zone, side.enemy(), &prey).into_iter().map(|unit| (unit, 0)).collect(),
        about: Vec::new(),
    });
    let volleys =
        declare(table, zone, Segment::Mine, questions::MINE_TARGETS, "SOT-5.5.4.6-4", &sides, None)?;
    for volley in volleys {
        let dice = volley.by.iter().map(|&unit| usize::from(table.system().counter(unit).mine())).sum();
        let how = Dice { dice, aa: 0, damage_dice: true };
        roll(table, zone, Segment::Mine, &volley, &how)?;
    }
    Ok(())
}

/// Each sweeper in a box cancels one enemy minelayer, by the choice of its owner (SOT-5.5.4.6-2). In ASW it
/// may hold (SOT-5.5.4.3-3).
///
/// In mine warfare asked only if there are fewer sweepers than layers. `layers` are those that can be
/// cancelled, by their own side. Gives the cancelled ones. Silence takes the layers with the greatest Mine
/// values.
pub(super) fn sweep(
    table: &mut Table,
    zone: ZoneId,
    segment: Segment,
    of: MatBox,
    layers: &BySide<Vec<UnitId>>,
) -> Step<Vec<UnitId>> {
    let (kind, rule, or_hold) = match segment {
        Segment::Asw => (questions::ASW_SWEEP, "SOT-5.5.4.3-3", ", or hold"),
        _ => (questions::SWEEP, "SOT-5.5.4.6-2", ""),
    };
    let mut asks: Vec<(Camp, Ask<UnitId, Item>)> = Vec::new();
    for side in SIDES {
        let sweepers = in_box(table, zone, side, of).into_iter();
        let sweepers: Vec<UnitId> = sweepers.filter(|&unit| table.system().counter(unit).sweeps()).collect();
        let mut prey = layers[side.enemy()].clone();
        if sweepers.is_empty() || prey.is_empty() {
            continue;
        }
        prey.sort_unstable_by_key(|&unit| (std::cmp::Reverse(table.system().counter(unit).mine()), unit));
        let name = &table.system().board().zone(zone).name;
        let title = table.worded(|| format!("{name}: choose the minelayer that each sweeper stops{or_hold}"));
        let mut ask = Ask::new(kind, key(table, zone, What::Kind(kind), side), rule, title);
        let layers: Vec<Choice<Item>> =
            (1..).zip(prey).map(|(mark, unit)| Choice { item: Item::Unit(unit), mark, worth: 0 }).collect();
        for layer in &layers {
            ask.choice(layer.item, layer.mark, layer.worth);
        }
        let hold: Option<Choice<Item>> = (segment == Segment::Asw).then_some(Item::Word(Word::Hold).into());
        for (at, &sweeper) in sweepers.iter().enumerate().take(layers.len()) {
            // With a sweeper for every layer there is no layer to choose.
            let open = if sweepers.len() >= layers.len() { &layers[at..=at] } else { &layers };
            ask.offer([sweeper], open.iter().chain(&hold).cloned(), Some(layers[at].item));
        }
        let what = "two sweepers on one minelayer".to_owned();
        asks.push((side, ask.limit(Limit::Distinct { rule: rule.into(), what })));
    }
    let mut cancelled = Vec::new();
    for (sweeper, chosen) in table.ask_all(&asks)?.into_iter().flatten() {
        let Item::Unit(layer) = chosen else { continue };
        table.record(Event::Swept { zone, segment, sweeper, layer })?;
        cancelled.push(layer);
    }
    Ok(cancelled)
}
