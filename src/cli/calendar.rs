//! What commands say of deadlines by a schedule, and how they read one.

use std::path::Path;

use super::shared::read;
use crate::clock::{Fixed, PartyState, RawSchedule, Schedule, ScheduleFault};
use crate::games::yaml::{self, YamlFault};
use crate::matches::{Game, MatchFault};
use crate::party::Party;
use crate::problem::{Class, Collector, Problem, Spot, list_and, visible};

/// The largest schedule that is read.
const LIMIT: u64 = 1 << 20;

/// Reads a schedule from a file.
///
/// # Errors
/// If it cannot be read, or everything that is wrong with it.
pub fn read_schedule(path: &Path) -> Result<Schedule, MatchFault> {
    let name = path.display().to_string();
    let text = String::from_utf8(read(path, LIMIT)?)
        .map_err(|_| MatchFault::no(format!("{name} is not UTF-8"), "save it as plain text"))?;
    let raw: RawSchedule = yaml::read_directly(&text).map_err(|YamlFault { line, column, what }| {
        let what = format!("{name}:{line}:{column} is not a schedule: {what}");
        MatchFault::no(what, "docs/deadlines.md shows what a schedule may contain")
    })?;
    raw.check().map_err(|faults| {
        let mut problems = Collector::new();
        faults.0.iter().for_each(|fault| problems.push(problem(&name, &text, fault)));
        MatchFault::Refused { problems: problems.finish_in(&name), source: text }
    })
}

/// A fault of a schedule, at the line on which its field begins.
fn problem(name: &str, text: &str, fault: &ScheduleFault) -> Problem {
    let what = format!("{}: {}", fault.field, fault.bad.what());
    let problem = Problem::new(Class::Malformed, "bad-schedule", what).mending(fault.bad.mend());
    let field = fault.field.split(['[', '.']).next().unwrap_or_default();
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with(':')) {
            let end = start + line.trim_end().len();
            return problem.at(Spot { line: number, column: 1, start, end }.in_file(name));
        }
        start += line.len();
    }
    problem
}

/// When the open exchange is due, and why: lines of text. `left` says how long until then.
pub fn deadline(game: &Game, fixed: &Fixed, left: &str) -> String {
    let number = fixed.exchange;
    let mut text = match (&fixed.words, fixed.paused) {
        (_, true) => format!("exchange {number} is open; the match is paused, so it has no deadline now\n"),
        (Some(words), _) => format!("exchange {number} is open until {words}{left}\n"),
        (None, _) => format!("exchange {number} is open, without a deadline; the umpire closes it\n"),
    };
    if let Some(until) = fixed.grace_until.filter(|until| !fixed.paused && Some(*until) != fixed.deadline) {
        text += &format!("  late orders count until {}\n", game.in_words(until));
    }
    if let Some(schedule) = game.schedule() {
        let line = |moved| format!("  {}\n", visible(&crate::clock::Moved::in_words(moved, schedule.zone())));
        text.extend(fixed.moved.iter().map(line));
    }
    text
}

/// What is known of each party's orders, a line a party.
pub fn orders(game: &Game) -> Result<String, MatchFault> {
    let late = game.late()?;
    let line = |state: &PartyState| {
        let party = Party::parse(&state.party)?;
        let told = match (state.asked, state.has_orders) {
            (false, _) => "nothing to answer".to_owned(),
            (true, false) => "no orders".to_owned(),
            (true, true) => {
                let mind = if state.is_final { "final" } else { "not final" };
                let late = if late.contains(&party) { ", late" } else { "" };
                format!("has orders, {mind}{late}")
            }
        };
        Some(format!("  {party}: {told}\n"))
    };
    Ok(game.party_states()?.iter().filter_map(line).collect())
}

/// Who is late and who sent nothing, if the open exchange is closed now. Who had nothing to choose is
/// neither.
pub struct Tardy {
    /// Whose orders came after the deadline.
    pub late: Vec<Party>,
    /// Who sent none.
    pub missing: Vec<Party>,
    /// What is said of it.
    pub text: String,
}

impl Tardy {
    /// Looks at the open exchange.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn of(game: &Game) -> Result<Tardy, MatchFault> {
        let mut tardy = Tardy { late: game.late()?, missing: Vec::new(), text: String::new() };
        let Some(fixed) = game.fixed() else { return Ok(tardy) };
        let states = game.party_states()?;
        let missing = states.iter().filter(|party| party.asked && party.choice && !party.has_orders);
        tardy.missing = missing.filter_map(|party| Party::parse(&party.party)).collect();
        let names =
            |parties: &[Party]| list_and(&parties.iter().map(|party| party.name()).collect::<Vec<_>>());
        if let Some(words) = fixed.words.as_ref().filter(|_| !tardy.late.is_empty()) {
            tardy.text += &format!("late: {} (the deadline was {words})\n", names(&tardy.late));
        }
        if !tardy.missing.is_empty() {
            tardy.text += &format!("without orders: {}\n", names(&tardy.missing));
        }
        Ok(tardy)
    }
}
