//! 13 Deploy New Production, 14 Collect Production, 15 Move Timeline, and the end of the campaign.

use super::event::Event;
use super::options::Rule;
use super::purchase::building;
use super::state::{Place, UnitId, War};
use super::{Table, WarAtSea, economy};
use engine::side::Side;
use engine::system::{Flow, Rules};
use engine::table::Step;
use tactical::cards::Kind;

impl WarAtSea {
    /// Whether a unit on the stocks is done: paid in full, and built as long as it takes (WSC-4.3-6,
    /// WSC-4.5-9).
    pub(super) fn is_done(&self, war: &War, unit: UnitId) -> bool {
        let state = war.unit(unit);
        let Some(work) = state.work else { return false };
        let turns = building::turns(&self.cards[state.card], work.price, self.in_force().pace());
        work.paid >= work.price && u16::from(work.turns) >= turns
    }

    /// What a side's sectors yield this turn (WSC-14.1-5, WSC-14.1-6).
    pub fn income(&self, war: &War, side: Side) -> i32 {
        let value = self.production_value(war, side);
        if self.has(Rule::Quarterly) { (value + 1) / 2 } else { value }
    }

    /// 14 What a side collects at the end of a turn, as the events that say so.
    pub(super) fn collected(&self, war: &War, side: Side) -> Vec<Event> {
        if self.has(Rule::Economy) {
            return economy::collected(self, war, side);
        }
        vec![Event::Earned { side, points: self.income(war, side) }]
    }
}

/// Steps 10 to 12.
pub(super) fn end_of_turn(table: &mut Table<'_>) -> Step<Flow> {
    let system = table.system();
    // WSC-4.5-9: a unit that is paid waits for its time.
    let war = table.state();
    let stocks: Vec<UnitId> =
        war.ids().filter(|unit| matches!(war.unit(*unit).place, Place::Stocks(_))).collect();
    for unit in stocks {
        if system.is_done(table.state(), unit) {
            table.record(Event::Finished { unit })?;
        }
    }
    let sides: Vec<Side> = system.playing(table.state()).collect();
    for &side in &sides {
        for event in system.collected(table.state(), side) {
            table.record(event)?;
        }
    }
    if let Some(winner) = system.conqueror(table.state()) {
        return over(table, Some(winner), true);
    }
    for &side in &sides {
        if system.is_beaten(table.state(), side) {
            table.record(Event::Out { side })?;
        }
    }
    let left: Vec<Side> = system.playing(table.state()).collect();
    if let [] | [_] = left[..] {
        return over(table, left.first().copied(), true);
    }
    let turn = table.state().turn;
    table.record(Event::TurnEnded { turn })?;
    if turn >= system.scenario.last_turn {
        let (winner, decisive) = system.verdict(table.state());
        return over(table, winner, decisive);
    }
    Ok(Flow::Next)
}

fn over(table: &mut Table<'_>, winner: Option<Side>, decisive: bool) -> Step<Flow> {
    let (system, war) = (table.system(), table.state());
    let points = system.sides().iter().map(|side| (*side, system.score(war, *side))).collect();
    table.record(Event::MatchEnded { winner, decisive, points })?;
    Ok(Flow::Over)
}

/// Whether a card is a place where something is built.
pub(super) fn is_site(kind: Kind) -> bool {
    matches!(kind, Kind::ConstructionYard | Kind::ConstructionPen | Kind::AircraftFactory)
}
