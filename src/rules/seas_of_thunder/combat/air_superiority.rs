//! 5.5.4.1 Air Superiority.

use super::{SIDES, in_box, key, relocate};
use crate::Table;
use crate::board::ZoneId;
use crate::event::{Event, Goes, Why};
use crate::item::{Item, Word};
use crate::key::What;
use crate::pieces::UnitId;
use crate::questions;
use crate::state::MatBox;
use engine::question::{Ask, Limit};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Compares the Air values, drives off the smaller side and lets the surplus cut enemy missions.
pub(super) fn fight(table: &mut Table, zone: ZoneId) -> Step<()> {
    let units = BySide::from_fn(|side| in_box(table, zone, side, MatBox::AirSuperiority));
    if units.axis.is_empty() && units.allies.is_empty() {
        return Ok(());
    }
    let total =
        BySide::from_fn(|side| units[side].iter().map(|&unit| u16::from(left(table, unit))).sum::<u16>());
    table.record(Event::AirSuperiority { zone, axis: total.axis, allies: total.allies })?;
    // The larger side gives up what the smaller one has (SOT-5.5.4.1-2 to -4).
    let smaller = total.axis.min(total.allies);
    let tie = total.axis == total.allies;
    if !tie {
        let winner = if total.axis > total.allies { Camp::AXIS } else { Camp::ALLIES };
        spend(table, zone, &units[winner], smaller)?;
        intercept(table, zone, winner, total[winner] - smaller)?;
    }
    // *Ruling:* the winners leave the box as well (SOT-5.5.4.1-10).
    for side in SIDES {
        let (why, rule) = if tie {
            (Why::DrivenOff, "SOT-5.5.4.1-4")
        } else if total[side] == smaller {
            (Why::DrivenOff, "SOT-5.5.4.1-2")
        } else {
            (Why::Done, "SOT-5.5.4.1-10")
        };
        for &unit in &units[side] {
            send_home(table, zone, unit, why, rule)?;
        }
    }
    Ok(())
}

/// The Air points a unit still has in this combat.
pub(super) fn left(table: &Table, unit: UnitId) -> u8 {
    table.system().counter(unit).air().saturating_sub(table.state().unit(unit).cut)
}

/// Gives up points, smallest units first (SOT-5.5.4.1-3).
fn spend(table: &mut Table, zone: ZoneId, units: &[UnitId], points: u16) -> Step<()> {
    let mut by_size: Vec<UnitId> = units.to_vec();
    by_size.sort_unstable_by_key(|&unit| (left(table, unit), unit));
    let mut owed = points;
    for unit in by_size {
        let points = u16::from(left(table, unit)).min(owed) as u8;
        if points > 0 {
            table.record(Event::AirSpent { zone, unit, points })?;
            owed -= u16::from(points);
        }
    }
    Ok(())
}

/// Left-over points cancel enemy Air points in Air Strike and ASW one for one, smallest units first
/// (SOT-5.5.4.1-5 to -9, -11). ASW ships and minelayers keep their own values (SOT-5.5.4.1-8).
///
/// *Ruling:* both boxes are ranked together; the side with the surplus breaks ties (SOT-5.5.4.1-7).
fn intercept(table: &mut Table, zone: ZoneId, by: Camp, surplus: u16) -> Step<()> {
    let missions = [MatBox::AirStrike, MatBox::Asw];
    let missions = missions.into_iter().flat_map(|of| in_box(table, zone, by.enemy(), of));
    let mut prey: Vec<UnitId> = missions.filter(|&unit| left(table, unit) > 0).collect();
    prey.sort_unstable_by_key(|&unit| (left(table, unit), unit));
    let mut surplus = surplus;
    while surplus > 0 && !prey.is_empty() {
        let size = left(table, prey[0]);
        let equals = prey.iter().take_while(|&&unit| left(table, unit) == size).count();
        let group: Vec<UnitId> = prey.drain(..equals).collect();
        for (unit, points) in share_out(table, zone, by, &group, size, surplus)? {
            surplus -= u16::from(points);
            let left = size - points;
            table.record(Event::Intercepted { zone, unit, points, left })?;
            if left == 0 {
                send_home(table, zone, unit, Why::Cancelled, "SOT-5.5.4.1-11")?;
            }
        }
    }
    Ok(())
}

/// How many points each unit of a group of equals loses; asked only if the surplus does not cover the group.
fn share_out(
    table: &mut Table,
    zone: ZoneId,
    by: Camp,
    group: &[UnitId],
    size: u8,
    surplus: u16,
) -> Step<Vec<(UnitId, u8)>> {
    let whole = usize::from(surplus / u16::from(size)).min(group.len());
    let rest = if whole < group.len() { (surplus % u16::from(size)) as u8 } else { 0 };
    if whole == group.len() || group.len() == 1 {
        let points = u16::from(size).min(surplus) as u8;
        return Ok(group.iter().map(|&unit| (unit, points)).collect());
    }
    let name = &table.system().board().zone(zone).name;
    let title = table.worded(|| {
        format!("{name}: {surplus} surplus Air points meet {} units of {size}: choose", group.len())
    });
    let mut ask =
        Ask::new(questions::INTERCEPT, key(table, zone, What::Intercept(size), by), "SOT-5.5.4.1-7", title);
    let cuts = usize::from(rest > 0);
    let counts = [(Word::Cancel, whole), (Word::Cut, cuts), (Word::Spare, group.len() - whole - cuts)];
    // Only what befalls somebody is open, and to how many is fixed by the points.
    let fates = counts.map(|(word, count)| (Item::Word(word), count));
    let fates = || fates.into_iter().filter(|(_, count)| *count > 0);
    let silent = fates().flat_map(|(fate, count)| std::iter::repeat_n(fate, count));
    for (&unit, fate) in group.iter().zip(silent) {
        ask.offer([unit], fates().map(|it| it.0), Some(fate));
    }
    for (fate, count) in fates() {
        let (option, count) = (ask.option(fate), count as u16);
        ask.limits.push(Limit::Exactly { option, count, rule: "SOT-5.5.4.1-6".into() });
    }
    let chosen = table.ask(by, &ask)?;
    let points = |what: Item| match what {
        Item::Word(Word::Cancel) => size,
        Item::Word(Word::Cut) => rest,
        _ => 0,
    };
    let lost = chosen.into_iter().map(|(unit, what)| (unit, points(what)));
    Ok(lost.filter(|(_, points)| *points > 0).collect())
}

/// An air unit whose duty is over: LBA to Used LBA, ships to Surface Reserve.
pub(super) fn send_home(table: &mut Table, zone: ZoneId, unit: UnitId, why: Why, rule: &str) -> Step<()> {
    let ship = table.system().counter(unit).class.is_ship();
    let goes = if ship { Goes::To(MatBox::Reserve) } else { Goes::UsedLba };
    relocate(table, zone, unit, goes, why, rule)
}
