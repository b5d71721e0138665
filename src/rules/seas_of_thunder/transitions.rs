//! 13.0 What changes between and inside scenarios: nations that enter, change sides or leave, and what that scores.

use super::Table;
use super::event::Event;
use super::files::{BonusWord, LeaveWord, Part};
use super::pieces::{Nation, UnitId};
use super::scenario::{Exit, SpecialRule, Survivors};
use super::state::{Place, Sea};
use super::{SeasOfThunder, variants};
use crate::rules::two_sided::{BySide, Camp};
use crate::table::Step;

/// A scenario begins with its first turn: its score at the beginning, then the bids for minors (SOT-13.S8-3,
/// SOT-13.S7-9, SOT-12.0-2).
pub(super) fn scenario_begins(table: &mut Table) -> Step<()> {
    let scenario = table.system().scenario(table.state());
    let BySide { axis, allies } = scenario.scoring.initial;
    table.tell(Event::ScenarioBegan { number: scenario.number, axis, allies })?;
    variants::bid_for_minors(table)
}

/// Nations that join by the scenario's calendar take their side (SOT-13.S2-6).
pub(super) fn nations_enter(table: &mut Table) -> Step<()> {
    let (system, turn) = (table.system(), table.state().turn);
    for nation in Nation::ALL {
        let Some((side, from)) = system.scenario(table.state()).enters(nation) else { continue };
        if from == turn && table.state().sides[nation as usize].is_none() {
            table.tell(Event::Entered { nation, side })?;
        }
    }
    Ok(())
}

/// Before the Return to Base: who changes sides, who leaves, and what that scores (SOT-13.S2-10 to SOT-13.S2-17,
/// SOT-13.S8-6 to SOT-13.S8-9, SOT-13.L-7).
pub(super) fn before_return(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    let scenario = table.system().scenario(table.state()).clone();
    let goes_on = table.system().next_scenario(table.state()).is_some();
    let removals = scenario.exits.iter().any(|exit| exit.turn == turn && exit.nation == Nation::France);
    if removals {
        // Survivors are counted before any of them is taken off (SOT-13.S4-14).
        score_survivors(table, turn)?;
    }
    for exit in scenario.exits.iter().filter(|exit| exit.turn == turn && (goes_on || !exit.only_if_next)) {
        leave(table, exit)?;
    }
    scheduled_removals(table, turn)
}

/// After the last return of a match, survivors score if they have not yet (SOT-13.S2-15, SOT-13.S3-13).
pub(super) fn after_return(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    let scenario = table.system().scenario(table.state());
    let counted = scenario.exits.iter().any(|exit| exit.turn == turn && exit.nation == Nation::France);
    if counted { Ok(()) } else { score_survivors(table, turn) }
}

/// Points for ships that are not sunk (SOT-13.L-9, SOT-13.L-10).
fn score_survivors(table: &mut Table, turn: u8) -> Step<()> {
    let survivors = table.system().scenario(table.state()).survivors.clone();
    for bonus in survivors.into_iter().filter(|bonus| bonus.turn == turn) {
        if table.system().is_due(&bonus) {
            let ships = ships_in_play(table, bonus.nation).len() as u16;
            let points = ships * u16::from(bonus.each);
            let Survivors { nation, to, .. } = bonus;
            let rule = survivors_rule(nation, turn).to_owned();
            table.tell(Event::SurvivorsScored { nation, ships, to, points, rule })?;
        }
    }
    Ok(())
}

fn survivors_rule(nation: Nation, turn: u8) -> &'static str {
    match (nation, turn) {
        (Nation::France, 8..=10) => "SOT-13.S3-13",
        (Nation::France, 11..) => "SOT-13.S4-14",
        _ => "SOT-13.S2-15",
    }
}

fn leave(table: &mut Table, exit: &Exit) -> Step<()> {
    let rule = exit_rule(exit).to_owned();
    let nation = exit.nation;
    let to = match exit.to {
        LeaveWord::Axis => Camp::AXIS,
        LeaveWord::Allied => Camp::ALLIES,
        LeaveWord::Track | LeaveWord::Removed => {
            let mut units = leaving(table, exit);
            // Who is not in play yet and enters only later loses nothing by it (SOT-13.S2-10).
            let enters_later = |unit: &UnitId| matches!(table.state().unit(*unit).place, Place::Track(on) if exit.until < Some(on));
            units.retain(|unit| exit.until.is_none() || !enters_later(unit));
            let last = table.system().game.last_turn;
            let until = exit.until.filter(|turn| *turn <= last);
            return if units.is_empty() {
                Ok(())
            } else {
                table.tell(Event::LeftWar { nation, units, until, rule })
            };
        }
    };
    let ships = ships_in_play(table, nation).len() as u16;
    let scorer = exit.points.map(|(side, _)| side);
    let points = ships * exit.points.map_or(0, |(_, each)| u16::from(each));
    table.tell(Event::SidesChanged { nation, to, ships, scorer, points, until: exit.until, rule })
}

fn exit_rule(exit: &Exit) -> &'static str {
    match (exit.nation, exit.turn, exit.to) {
        (Nation::France, 4, LeaveWord::Track) => "SOT-13.S2-10",
        (Nation::France, 4, LeaveWord::Removed) => "SOT-13.S8-7",
        (Nation::France, 4, _) => "SOT-13.S2-12",
        (Nation::France, _, LeaveWord::Removed) => "SOT-13.S8-7",
        (Nation::France, ..) => "SOT-13.S8-8",
        (Nation::Norway, ..) => "SOT-13.S2-13",
        (Nation::Yugoslavia, ..) => "SOT-13.S2-17",
        (Nation::Finland, ..) => "SOT-13.S7-10",
        _ => "SOT-13.S8-6",
    }
}

/// The units that an exit takes: those of the nation that are not sunk or out of play already.
fn leaving(table: &Table, exit: &Exit) -> Vec<UnitId> {
    let system = table.system();
    let takes = |unit: &UnitId| {
        let counter = system.counter(*unit);
        let part = match exit.part {
            Part::All => true,
            Part::FreeFrench => counter.free_french,
            Part::Vichy => !counter.free_french,
        };
        part && counter.nation == exit.nation && (exit.stripe.is_none() || exit.stripe == counter.stripe)
    };
    let units = table.state().ids().filter(takes);
    units.filter(|&unit| is_in_match(table.state().unit(unit).place)).collect()
}

/// Ships with a turn on which they leave the game, such as CA Lutzow, go at the return before (SOT-9.0-3, SOT-13.S8-9).
fn scheduled_removals(table: &mut Table, turn: u8) -> Step<()> {
    let system = table.system();
    if turn >= system.game.last_turn {
        return Ok(());
    }
    let due = |unit: &UnitId| system.counter(*unit).removed == Some(turn + 1);
    let units = table.state().ids().filter(due);
    let units: Vec<UnitId> = units.filter(|&unit| is_in_match(table.state().unit(unit).place)).collect();
    for unit in units {
        let (nation, rule) = (system.counter(unit).nation, "SOT-13.S8-9".to_owned());
        table.tell(Event::LeftWar { nation, units: vec![unit], until: None, rule })?;
    }
    Ok(())
}

/// On the turn on which Germany surrenders, each of its ships in port rolls a die: 1 to 3 surrenders; those on the tracks
/// never return (SOT-13.S7-11).
pub(super) fn germany_surrenders(table: &mut Table) -> Step<()> {
    let system = table.system();
    let turn = table.state().turn;
    let scenario = system.scenario(table.state());
    if !scenario.has(SpecialRule::GermanSurrender) || turn != scenario.last_turn {
        return Ok(());
    }
    let german = |unit: &UnitId| {
        let counter = system.counter(*unit);
        counter.nation == Nation::Germany && counter.class.is_ship()
    };
    let ships: Vec<UnitId> = table.state().ids().filter(german).collect();
    let mut never: Vec<UnitId> = Vec::new();
    for unit in ships {
        match table.state().unit(unit).place {
            Place::Port(_) => {
                let label = format!("t{turn}/surrender/{}", system.counter(unit).id);
                let die = table.roll(label, 1)?[0];
                table.tell(Event::SurrenderRolled { unit, die, surrenders: die <= 3 })?;
            }
            Place::Track(_) | Place::Repair(_) => never.push(unit),
            _ => {}
        }
    }
    if never.is_empty() {
        return Ok(());
    }
    let (nation, rule) = (Nation::Germany, "SOT-13.S7-11".to_owned());
    table.tell(Event::LeftWar { nation, units: never, until: None, rule })
}

/// The ships of a nation that are in play: not sunk, not removed, not interned; damaged ones count (SOT-13.S2-11).
///
/// *Ruling:* a ship that waits on the turn track for want of a base is in play; one that has never entered is not.
fn ships_in_play(table: &Table, nation: Nation) -> Vec<UnitId> {
    let (system, sea) = (table.system(), table.state());
    let there = |unit: &UnitId| {
        let counter = system.counter(*unit);
        let of_nation = counter.nation == nation && !counter.free_french && counter.class.is_ship();
        of_nation && has_entered(sea, *unit, counter.arrives)
    };
    sea.ids().filter(there).collect()
}

fn has_entered(sea: &Sea, unit: UnitId, arrives: Option<u8>) -> bool {
    match sea.unit(unit).place {
        Place::Port(_) | Place::Sea(_) | Place::Repair(_) => true,
        Place::Track(_) => arrives.is_some_and(|turn| turn <= sea.turn) && sea.unit(unit).sighting.is_some(),
        _ => false,
    }
}

fn is_in_match(place: Place) -> bool {
    !matches!(place, Place::Sunk | Place::Removed)
}

impl SeasOfThunder {
    /// Whether the bonus for survivors is due in this match.
    fn is_due(&self, bonus: &Survivors) -> bool {
        match bonus.condition {
            BonusWord::EndOfMatch => bonus.turn == self.game.last_turn,
            BonusWord::LastOfFrenchBonus => {
                let handed_over = |exit: &Exit| exit.nation == bonus.nation && exit.points.is_some();
                let began = self.stages.iter().any(|stage| stage.scenario.exits.iter().any(handed_over));
                let bonuses = self.stages.iter().flat_map(|stage| &stage.scenario.survivors);
                let later = bonuses.filter(|it| it.nation == bonus.nation && it.turn > bonus.turn);
                began && later.count() == 0
            }
        }
    }
}
