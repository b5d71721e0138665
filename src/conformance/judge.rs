//! Compares what came of a case with what its file expects. Every difference is listed; none hides another.

use std::collections::BTreeSet;
use std::fmt::Display;

use serde_json::{Map, Value};

use super::case::Case;
use super::expect::{ControlWord, Expect, Pattern, names};
use super::position::{SIDES, find_unit, whereabouts};
use super::run::Outcome;
use super::{Difference, question, sight, story};
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::event::{Event, Goes};
use crate::rules::seas_of_thunder::state::{Columns, Sea};
use crate::side::Side;

/// Lists every difference between a case and what came of it. `start` is the position before.
pub fn judge(system: &SeasOfThunder, case: &Case, start: &Sea, outcome: &Outcome) -> Vec<Difference> {
    let mut found = Findings { system, list: Vec::new() };
    outcome.wrong.iter().for_each(|what| found.note("playing", "no fault", what));
    for (key, left) in &outcome.unused {
        found.note(format!("dice `{key}`"), "all used", format!("{left} left over"));
    }
    found.answers(case, outcome);
    found.events(&case.expect, outcome);
    found.places(&case.expect, outcome);
    found.score(&case.expect, start, outcome);
    found.list.extend(question::judge(system, &case.expect, &outcome.put));
    if let Some(sees) = &case.expect.sees {
        found.list.extend(sight::judge(system, sees, outcome));
    }
    found.list
}

struct Findings<'s> {
    system: &'s SeasOfThunder,
    list: Vec<Difference>,
}

impl Findings<'_> {
    fn note(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.list.push(Difference {
            what: what.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
        });
    }

    fn same<T: PartialEq + Display>(&mut self, what: impl Display, expected: &T, found: &T) {
        if expected != found {
            self.note(what, expected, found);
        }
    }

    /// Questions without an answer, and answers without a question.
    fn answers(&mut self, case: &Case, outcome: &Outcome) {
        for put in outcome.put.iter().filter(|put| !put.answered) {
            let key = &put.question.key;
            let expected = |asked: &super::expect::Asked| asked.side == put.side && names(&asked.key, key);
            let tried = |tried: &super::expect::Tried| tried.side == put.side && names(&tried.key, key);
            let expect = &case.expect;
            let is_judged =
                expect.asked.iter().any(expected) || expect.refused.iter().chain(&expect.accepted).any(tried);
            if !is_judged {
                let subjects: Vec<&str> = put.question.subjects.iter().map(|it| it.id.as_str()).collect();
                let asks = format!("none: {} ({})", put.question.title, subjects.join(", "));
                self.note(format!("{} {key}", put.side.id()), "an answer", asks);
            }
        }
        for side in SIDES {
            let unheard = |key: &&String| {
                !outcome.put.iter().any(|put| put.side == side && names(key, &put.question.key))
            };
            for key in case.answers.of(side).keys().filter(unheard) {
                self.note(format!("{} {key}", side.id()), "the question is put", "it is not put");
            }
        }
    }

    fn events(&mut self, expect: &Expect, outcome: &Outcome) {
        let mut told = Vec::with_capacity(outcome.events.len());
        for event in &outcome.events {
            match story::told(self.system, event) {
                Ok(event) => told.push(event),
                Err(what) => self.note("an event", "known words", what),
            }
        }
        let exactly = expect.events_exactly.iter().flatten();
        for pattern in expect.events.iter().chain(exactly).chain(&expect.absent) {
            if let Err(what) = story::check(self.system, pattern) {
                self.note(super::THE_CASE, "events that can be", what);
            }
        }
        self.events_in_order(&expect.events, &told);
        if let Some(patterns) = &expect.events_exactly {
            self.all_events(patterns, &told);
        }
        for pattern in &expect.absent {
            if let Some(event) = told.iter().find(|event| story::fits(pattern, event)) {
                self.note("an event", format!("none like {}", line(pattern)), line(event));
            }
        }
    }

    fn events_in_order(&mut self, patterns: &[Pattern], told: &[Map<String, Value>]) {
        let mut from = 0;
        for pattern in patterns {
            match told[from..].iter().position(|event| story::fits(pattern, event)) {
                Some(at) => from += at + 1,
                None => {
                    let near = told.iter().filter(|event| event.get("event") == pattern.get("event"));
                    let near: Vec<String> = near.map(line).collect();
                    let early = told[..from].iter().any(|event| story::fits(pattern, event));
                    let found = match (early, near.is_empty()) {
                        (true, _) => format!("only before the events expected earlier: {}", near.join(" ")),
                        (false, true) => "no such event".to_owned(),
                        (false, false) => near.join(" "),
                    };
                    self.note("an event", line(pattern), found);
                }
            }
        }
    }

    fn all_events(&mut self, patterns: &[Pattern], told: &[Map<String, Value>]) {
        let phase = Value::from("phase-began");
        let told: Vec<_> = told.iter().filter(|event| event.get("event") != Some(&phase)).collect();
        for at in 0..patterns.len().max(told.len()) {
            let (pattern, event) = (patterns.get(at), told.get(at));
            if !matches!((pattern, event), (Some(pattern), Some(event)) if story::fits(pattern, event)) {
                let what = format!("event {}", at + 1);
                let nothing = || "nothing".to_owned();
                self.note(
                    what,
                    pattern.map_or_else(nothing, line),
                    event.map_or_else(nothing, |event| line(event)),
                );
            }
        }
    }

    fn places(&mut self, expect: &Expect, outcome: &Outcome) {
        for (id, at) in &expect.at {
            match whereabouts(self.system, &outcome.sea, id) {
                Ok(found) => self.same(id, at, &found),
                Err(what) => self.note(id, at, what),
            }
        }
        for (id, expected) in &expect.boxes {
            let found = match find_unit(self.system, id) {
                Ok(unit) => last_box(&outcome.events, unit).unwrap_or("none").to_owned(),
                Err(what) => what,
            };
            self.same(format!("the box of {id}"), expected, &found);
        }
        for (id, expected) in &expect.face_up {
            match find_unit(self.system, id) {
                Ok(unit) => {
                    self.same(format!("{id} face up"), expected, &outcome.sea.unit(unit).face_up);
                }
                Err(what) => self.note(id, expected, what),
            }
        }
        if let Some(expected) = &expect.standing {
            use crate::system::System;
            self.same("the match", expected, &self.system.standing(&outcome.sea).id);
        }
    }

    fn score(&mut self, expect: &Expect, start: &Sea, outcome: &Outcome) {
        let end = &outcome.sea;
        let judged = outcome.events.iter().any(|event| matches!(event, Event::ControlJudged { .. }));
        // A case that stopped on its way is told so elsewhere.
        let whole = outcome.wrong.is_empty() && outcome.put.iter().all(|put| put.answered);
        if !expect.control.is_empty() && whole && !judged {
            self.note(super::THE_CASE, "control that is judged", "it is not: play through `scoring`");
        }
        for (zone, expected) in &expect.control {
            let control =
                zone.parse::<usize>().ok().and_then(|number| end.control.get(number.wrapping_sub(1)));
            let found = control.map(|control| ControlWord::from(*control));
            if found != Some(*expected) {
                let found = found.map_or("no such zone".to_owned(), |found| format!("{found:?}"));
                self.note(format!("zone {zone}"), format!("{expected:?}"), found);
            }
        }
        for side in SIDES {
            let (total, columns) = if side == Side::AXIS {
                (expect.points.axis, &expect.columns.axis)
            } else {
                (expect.points.allies, &expect.columns.allies)
            };
            if let Some(total) = total {
                self.same(format!("points of the {side}"), &total, &(end.points(side) - start.points(side)));
            }
            for (column, expected) in columns {
                match (sum(start, side, column), sum(end, side, column)) {
                    (Some(before), Some(after)) => {
                        self.same(format!("{column} of the {side}"), expected, &(after - before));
                    }
                    _ => self.note(column, "a column", "there is none of that name"),
                }
            }
        }
    }
}

/// The last box in which a unit was put.
fn last_box(events: &[Event], unit: crate::rules::seas_of_thunder::pieces::UnitId) -> Option<&'static str> {
    events.iter().rev().find_map(|event| match event {
        Event::MatRevealed { boxes, .. } => {
            boxes.iter().find(|(of, ..)| *of == unit).map(|(_, put, _)| put.id())
        }
        Event::Relocated { unit: of, goes, .. } if *of == unit => Some(match goes {
            Goes::To(put) => put.id(),
            Goes::UsedLba => "used",
        }),
        Event::NavyChosen { aside, .. } if aside.contains(&unit) => Some("convoy"),
        _ => None,
    })
}

/// The points of a side in a column over all turns.
fn sum(sea: &Sea, side: Side, column: &str) -> Option<i32> {
    let value = |columns: &Columns| -> Option<i32> {
        Some(match column {
            "zones" => columns.zones.into(),
            "unused-lba" => columns.unused_lba.into(),
            "convoys" => columns.convoys.into(),
            "ships" => columns.ships.into(),
            "presence" => columns.presence.into(),
            "rulings" => columns.rulings,
            _ => return None,
        })
    };
    sea.score.iter().map(|turn| value(&turn[side])).sum()
}

/// An event in one line.
fn line(event: &Pattern) -> String {
    let name = event.get("event").and_then(Value::as_str).unwrap_or("?");
    let rest = event.iter().filter(|(key, _)| *key != "event");
    let rest: Vec<String> = rest.map(|(key, value)| format!("{key}: {value}")).collect();
    format!("{name}{{{}}}", rest.join(", "))
}

/// Two sets of words, as lists in order.
pub(super) fn sets(expected: &[String], found: &[String]) -> Option<(String, String)> {
    let (left, right): (BTreeSet<&String>, BTreeSet<&String>) =
        (expected.iter().collect(), found.iter().collect());
    let words = |set: &BTreeSet<&String>| set.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ");
    (left != right).then(|| (words(&left), words(&right)))
}
