//! 11 Combat: which battles are fought, in which order, and what comes of them.

mod convoys;
mod dossier;
mod forces;
mod settle;
mod waters;

use super::board::SectorId;
use super::event::{End as Fate, Event, Fate as FateOf, Loss};
use super::key::label;
use super::options::Rule;
use super::state::{Place, UnitId, War, Waters};
use super::{Table, WarAtSea, intelligence};
use engine::side::Side;
use engine::table::Step;
use tactical::picture::Picture;
use tactical::report::{Fate as Floats, Flown, Report, Stood};
use tactical::{End, water};

pub(super) use dossier::Meeting;
use forces::Part;
pub(super) use settle::Settled;
pub(super) use waters::waters;

/// Every contested sector in the order of its number (WSC-11.1-1). At the table the players may fight all of
/// them at once; only one that waits for a carrier comes after that carrier's sector.
pub(super) fn combat(table: &mut Table<'_>) -> Step<()> {
    let sectors = table.system().contested(table.state());
    for at in sectors {
        sector(table, at)?;
    }
    Ok(())
}

/// The battles of one sector.
fn sector(table: &mut Table<'_>, at: SectorId) -> Step<()> {
    let fighters = table.system().fighters(table.state(), at);
    intelligence::roll_waters(table, at, fighters.clone(), false)?;
    let economy = table.system().has(Rule::Economy);
    if economy {
        intelligence::roll_waters(table, at, fighters, true)?;
    }
    let mut number = 0;
    for (a, b) in pairs(table, at)? {
        if economy {
            convoys::engage(table, at, [a, b], &mut number)?;
            continue;
        }
        let (system, war) = (table.system(), table.state());
        let (one, other) = (system.forces(war, a, at), system.forces(war, b, at));
        if system.meet(&one, &other) {
            number += 1;
            battle(table, at, number, [a, b], [Part::All; 2], None)?;
        }
    }
    Ok(())
}

/// Who fights whom, in order (WSC-11.1-2): the controller meets each invader in the order of their dice, then
/// these each other; in a neutral sector the dice alone say.
fn pairs(table: &mut Table<'_>, at: SectorId) -> Step<Vec<(Side, Side)>> {
    let (system, war) = (table.system(), table.state());
    let mut sides = system.fighters(war, at);
    let Some(&first) = sides.first() else { return Ok(Vec::new()) };
    if sides.len() > 2 {
        let kept = usize::from(war.holds(first, at));
        let (turn, word) = (war.turn, system.board.sector(at).id.clone());
        let mut rolled: Vec<(Vec<u8>, Side)> = Vec::new();
        for &side in &sides[kept..] {
            // Further dice decide between equal ones.
            let dice = table.roll(label(turn, &word, &format!("order/{}", side.id())), 4)?;
            rolled.push((dice, side));
        }
        rolled.sort_by(|one, other| other.0.cmp(&one.0));
        sides.truncate(kept);
        sides.extend(rolled.into_iter().map(|(_, side)| side));
    }
    let pairs = (0..sides.len()).flat_map(|a| (a + 1..sides.len()).map(move |b| (a, b)));
    Ok(pairs.map(|(a, b)| (sides[a], sides[b])).collect())
}

/// One battle. The controller has column A; in nobody's sector the side that deploys first takes the edge
/// that its plan names, and who that is the dice say (WSC-11.1-3).
fn battle(
    table: &mut Table<'_>,
    at: SectorId,
    number: u8,
    sides: [Side; 2],
    parts: [Part; 2],
    relief: Option<u8>,
) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let name = system.battle_name(war, at, number);
    let prefix = format!("{name}/first");
    let bonus = |side: Side| {
        let of = usize::from(side != sides[0]);
        system.initiative(war, (side, sides[1 - of]), at, parts[of])
    };
    let rolling = sides.map(|side| (side, bonus(side)));
    let first = water::first_to_deploy(&prefix, rolling, &mut settle::Served(table))?;
    let first = if first == sides[0] { End::A } else { End::K };
    let (system, war) = (table.system(), table.state());
    let nobodys = war.owner(at).is_none_or(|owner| !sides.contains(&owner));
    let mut meeting = Meeting { at, number, sides, first, parts, relief, beyond: false };
    let open = nobodys && !meeting.is_of_a_convoy();
    if open && system.edge_of(table, &meeting, first) != first {
        // The side that deploys first chooses its edge as well (WST-map-4).
        meeting.sides.swap(0, 1);
        meeting.parts.swap(0, 1);
        meeting.first = first.other();
    }
    // WSC-11.4-2: on a large map nobody's island lies where a die says.
    if open && system.has(Rule::Territory) && system.has(Rule::LargeBattleMap) {
        meeting.beyond = table.roll(format!("{name}/island"), 1)?[0] > 3;
    }
    let (settled, pictures) = settle::settle(table, &meeting)?;
    after(table, &meeting, settled, pictures)
}

/// What a battle leaves behind.
fn after(table: &mut Table<'_>, meeting: &Meeting, settled: Settled, pictures: Vec<Picture>) -> Step<()> {
    let Meeting { at, number, sides, parts, .. } = *meeting;
    let Settled { report, winner, points, story } = settled;
    let (system, war) = (table.system(), table.state());
    let controller = war.owner(at);
    let fates = system.fates(war, &report);
    let score = |(side, points): (Side, u32)| (side, i32::try_from(points).unwrap_or(i32::MAX));
    let scores = sides.into_iter().zip(points).map(score).collect();
    let port: Vec<UnitId> = match controller.filter(|side| sides.contains(side)) {
        Some(owner) => system.forces(war, owner, at).in_port,
        None => Vec::new(),
    };
    let sunk: Vec<UnitId> =
        fates.iter().filter(|fate| fate.end == Fate::Destroyed).map(|fate| fate.unit).collect();
    table.record(Event::Fought {
        at,
        number,
        sides: sides.into(),
        controller,
        turns: report.turns_played,
        winner,
        fates,
        points: scores,
        story,
        pictures,
        convoy: meeting.is_of_a_convoy().then_some(sides[0]).into_iter().collect(),
        raid: parts[1] == Part::Raiders,
    })?;
    // WSC-11.7-4: what stayed in port is scuttled if the battle was lost.
    if let (Some(owner), Some(winner)) = (controller, winner)
        && owner != winner
        && !meeting.is_of_a_convoy()
    {
        for unit in port {
            table.record(Event::Lost { unit, why: Loss::Scuttled, by: Some(winner) })?;
        }
    }
    survivors(table, &sunk)
}

/// Up to this face an aircraft is lost with its carrier (WSC-8.4-4).
pub(crate) const DIES_WITH_CARRIER: u8 = 1;

/// WSC-8.4-4: aircraft away on a Carrier Strike roll for it when their carrier is destroyed.
fn survivors(table: &mut Table<'_>, sunk: &[UnitId]) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let turn = war.turn;
    let away = |unit: &UnitId| {
        let state = war.unit(*unit);
        matches!(state.place, Place::Deck(carrier) if sunk.contains(&carrier))
            && !is_of_the_battle(war, *unit)
    };
    let all: Vec<UnitId> = war.ids().filter(away).collect();
    for unit in all {
        let die = table.roll(label(turn, &system.unit_word(table.state(), unit), "survival"), 1)?[0];
        table.record(Event::Survival { unit, die })?;
        if die <= DIES_WITH_CARRIER {
            table.record(Event::Lost { unit, why: Loss::Carrier, by: None })?;
        }
    }
    Ok(())
}

/// Whether an aircraft took part in the battle that was told last.
fn is_of_the_battle(war: &War, unit: UnitId) -> bool {
    war.unit(unit).sent.is_none() && war.unit(unit).fought
}

impl WarAtSea {
    /// What became of the units of a battle, by their numbers in the campaign; of units that the battle
    /// itself brought nothing.
    pub(super) fn fates(&self, war: &War, report: &Report) -> Vec<FateOf> {
        let find = |word: &str| self.unit_of_word(war, word);
        let hull = |unit: UnitId| self.cards[war.unit(unit).card].hull.saturating_sub(1);
        let mut fates = Vec::new();
        for of in &report.units {
            let Some(unit) = find(&of.unit) else { continue };
            let end = match of.fate {
                Floats::Afloat => Fate::Afloat,
                Floats::Left => Fate::Left,
                Floats::Sunk => Fate::Destroyed,
            };
            let damage =
                if end == Fate::Destroyed { 0 } else { of.damage.unwrap_or_default().min(hull(unit)) };
            fates.push(FateOf { unit, end, damage });
        }
        for of in &report.aircraft {
            let Some(unit) = find(&of.unit) else { continue };
            let end = match of.fate {
                Flown::Home => Fate::Afloat,
                Flown::Lost => Fate::Destroyed,
                Flown::Stranded => Fate::Stranded,
            };
            fates.push(FateOf { unit, end, damage: 0 });
        }
        for of in &report.bases {
            let Some(unit) = find(&of.unit) else { continue };
            let end = match of.fate {
                Stood::Standing if of.ashore => Fate::Ashore,
                Stood::Standing => Fate::Afloat,
                Stood::Destroyed => Fate::Destroyed,
            };
            let damage =
                if end == Fate::Destroyed { 0 } else { of.damage.unwrap_or_default().min(hull(unit)) };
            fates.push(FateOf { unit, end, damage });
        }
        fates.sort_by_key(|fate| fate.unit);
        fates
    }

    /// The waters of a sector that were rolled this turn, or those of convoys there.
    pub(super) fn waters_of<'w>(&self, war: &'w War, at: SectorId, convoy: bool) -> Option<&'w Waters> {
        war.waters.iter().find(|waters| waters.at == at && waters.convoy == convoy)
    }
}
