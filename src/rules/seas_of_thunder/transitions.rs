//! 13.0 What changes between and inside scenarios: nations that enter, change sides or leave, and what that
//! scores.

use super::Table;
use super::event::Event;
use super::files::{BonusWord, LeaveWord, Part};
use super::pieces::{Nation, UnitId};
use super::scenario::{Exit, SpecialRule, Survivors};
use super::state::{Place, Sea};
use super::{SeasOfThunder, variants};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Up to this face a German ship surrenders (SOT-13.S7-11).
pub(super) const SURRENDERS: u8 = 3;

/// A row of `scenarios.yaml` about a nation on a turn: one of `leaves` with where it goes, or one of
/// `survivors`.
#[derive(Clone, Copy)]
enum Row {
    Leaves(LeaveWord),
    Survives,
}

/// The ledger's id of the rule that a row comes from; the rows of a club's own data get that of their like.
///
/// The ids stand here and not in the rows because they are written into journals. A key more in a row would
/// give the data another fingerprint; a file that no fingerprint covers could change what a journal says.
fn rule_of(nation: Nation, turn: u8, row: Row) -> &'static str {
    match (nation, turn, row) {
        (Nation::France, 8..=10, Row::Survives) => "SOT-13.S3-13",
        (Nation::France, 11.., Row::Survives) => "SOT-13.S4-14",
        (_, _, Row::Survives) => "SOT-13.S2-15",
        (Nation::France, _, Row::Leaves(LeaveWord::Removed)) => "SOT-13.S8-7",
        (Nation::France, 4, Row::Leaves(LeaveWord::Track)) => "SOT-13.S2-10",
        (Nation::France, 4, Row::Leaves(_)) => "SOT-13.S2-12",
        (Nation::France, _, Row::Leaves(_)) => "SOT-13.S8-8",
        (Nation::Norway, _, Row::Leaves(_)) => "SOT-13.S2-13",
        (Nation::Yugoslavia, _, Row::Leaves(_)) => "SOT-13.S2-17",
        (Nation::Finland, _, Row::Leaves(_)) => "SOT-13.S7-10",
        (_, _, Row::Leaves(_)) => "SOT-13.S8-6",
    }
}

/// A scenario begins with its first turn: its score at the beginning, then the bids for minors (SOT-13.S8-3,
/// SOT-13.S7-9, SOT-12.0-2).
pub(super) fn scenario_begins(table: &mut Table) -> Step<()> {
    let scenario = table.system().scenario(table.state());
    let BySide { axis, allies } = scenario.scoring.initial;
    table.record(Event::ScenarioBegan { number: scenario.number, axis, allies })?;
    variants::bid_for_minors(table)
}

/// Nations that join by the scenario's calendar take their side (SOT-13.S2-6).
pub(super) fn nations_enter(table: &mut Table) -> Step<()> {
    let (system, turn) = (table.system(), table.state().turn);
    for nation in Nation::ALL {
        let Some((side, from)) = system.scenario(table.state()).enters(nation) else { continue };
        if from == turn && table.state().sides[nation as usize].is_none() {
            table.record(Event::Entered { nation, side })?;
        }
    }
    Ok(())
}

/// Before the Return to Base: who changes sides, who leaves, and what that scores (SOT-13.S2-10 to
/// SOT-13.S2-17, SOT-13.S8-6 to SOT-13.S8-9, SOT-13.L-7).
pub(super) fn before_return(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    let scenario = table.system().scenario(table.state()).clone();
    let removals = scenario.exits.iter().any(|exit| exit.turn == turn && exit.nation == Nation::France);
    if removals {
        // Survivors are counted before any of them is taken off (SOT-13.S4-14).
        score_survivors(table, turn)?;
    }
    let due: Vec<Exit> = table.system().exits_due(table.state()).cloned().collect();
    for exit in &due {
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
            let rule = rule_of(nation, turn, Row::Survives).to_owned();
            table.record(Event::SurvivorsScored { nation, ships, to, points, rule })?;
        }
    }
    Ok(())
}

fn leave(table: &mut Table, exit: &Exit) -> Step<()> {
    let rule = rule_of(exit.nation, exit.turn, Row::Leaves(exit.to)).to_owned();
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
                table.record(Event::LeftWar { nation, units, until, rule })
            };
        }
    };
    let ships = ships_in_play(table, nation).len() as u16;
    let scorer = exit.points.map(|(side, _)| side);
    let points = ships * exit.points.map_or(0, |(_, each)| u16::from(each));
    table.record(Event::SidesChanged { nation, to, ships, scorer, points, until: exit.until, rule })
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

/// Ships with a turn on which they leave the game, such as CA Lutzow, go at the return before (SOT-9.0-3,
/// SOT-13.S8-9).
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
        table.record(Event::LeftWar { nation, units: vec![unit], until: None, rule })?;
    }
    Ok(())
}

/// On the turn on which Germany surrenders, each of its ships in port rolls a die: 1 to 3 surrenders; those
/// on the tracks never return (SOT-13.S7-11).
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
                table.record(Event::SurrenderRolled { unit, die, surrenders: die <= SURRENDERS })?;
            }
            Place::Track(_) | Place::Repair(_) => never.push(unit),
            _ => {}
        }
    }
    if never.is_empty() {
        return Ok(());
    }
    let (nation, rule) = (Nation::Germany, "SOT-13.S7-11".to_owned());
    table.record(Event::LeftWar { nation, units: never, until: None, rule })
}

/// The ships of a nation that are in play: not sunk, not removed, not interned; damaged ones count
/// (SOT-13.S2-11).
///
/// *Ruling:* a ship that waits on the turn track for want of a base is in play; one that has never entered is
/// not.
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
    /// Who changes sides or leaves before the Return to Base of this turn, in their order.
    pub(super) fn exits_due(&self, sea: &Sea) -> impl Iterator<Item = &Exit> {
        let goes_on = self.next_scenario(sea).is_some();
        let turn = sea.turn;
        let exits = self.scenario(sea).exits.iter();
        exits.filter(move |exit| exit.turn == turn && (goes_on || !exit.only_if_next))
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::ScenariosFile;
    use crate::scenario::SYSTEM;
    use engine::rulebook::Rulebook;
    use engine::rulebook::ledger::Ledger;

    #[test]
    fn every_row_of_the_data_has_its_rule() {
        let games = SeasOfThunder::built_in();
        let file: ScenariosFile = games.read(SYSTEM, "scenarios").unwrap();
        let ledger = Ledger::load(&games, SYSTEM).unwrap();
        let mut lines = Vec::new();
        for row in &file.scenarios {
            let leaves = row.leaves.iter().map(|it| (it.nation, it.turn, Row::Leaves(it.to)));
            let survivors = row.survivors.iter().map(|it| (it.nation, it.turn, Row::Survives));
            for (nation, turn, what) in leaves.chain(survivors) {
                let rule = rule_of(nation, turn, what);
                let entry = ledger.find(rule).unwrap_or_else(|| panic!("no rule {rule}"));
                let goes = if let Row::Leaves(to) = what { format!("{to:?}") } else { "survives".to_owned() };
                lines.push(format!("{}: {nation} {turn} {goes}: {rule} {}", row.id, entry.title));
            }
        }
        insta::assert_snapshot!(lines.join("\n"), @"
        S2: France 4 Removed: SOT-13.S8-7 French removals in the campaign
        S2: France 4 Track: SOT-13.S2-10 Fall of France: removals
        S2: France 4 Axis: SOT-13.S2-12 Vichy joins the Axis
        S2: Norway 4 Axis: SOT-13.S2-13 Norway changes sides
        S2: Yugoslavia 7 Axis: SOT-13.S2-17 Yugoslav switch
        S2: France 7 survives: SOT-13.S2-15 S2 end bonus for the Axis
        S2: Norway 7 survives: SOT-13.S2-15 S2 end bonus for the Axis
        S3: France 10 survives: SOT-13.S3-13 S3 French bonus
        S4: France 14 Removed: SOT-13.S8-7 French removals in the campaign
        S4: France 14 Allied: SOT-13.S8-8 Vichy survivors after turn 14
        S4: France 14 survives: SOT-13.S4-14 S4 Vichy bonus
        S5: Italy 17 Removed: SOT-13.S8-6 No stripe removals later
        S7: Finland 24 Removed: SOT-13.S7-10 Finland surrenders
        ");
    }
}
