//! Compares what came of a case with what its file expects. Every difference is listed; none hides another.

use serde_json::{Map, Value};

use super::case::Case;
use super::cites::Citations;
use super::contract::{Cases, InVain};
use super::expect::{Asked, Expect, Pattern, Tried, names};
use super::run::{Outcome, Put};
use super::{Difference, Findings, question, sight, story};

/// Lists every difference between a case and what came of it. `start` is the position before.
pub fn judge<S: Cases>(
    system: &S,
    case: &Case<S>,
    start: &S::State,
    outcome: &Outcome<S>,
) -> Vec<Difference> {
    let expect = &case.expect;
    let mut found = Findings::default();
    outcome.wrong.iter().for_each(|what| found.note("playing", "no fault", what));
    for (key, left) in &outcome.unused {
        found.note(format!("dice `{key}`"), "all used", format!("{left} left over"));
    }
    answers(case, outcome, &mut found);
    events(system, expect, outcome, &mut found);
    system.in_vain(start, outcome).iter().for_each(|it| in_vain(expect, it, &mut found));
    for (id, at) in &expect.at {
        match system.at(&outcome.state, id) {
            Ok(is) => found.same(id, at, &is),
            Err(what) => found.note(id, at, what),
        }
    }
    if let Some(expected) = &expect.standing {
        found.same("the match", expected, &system.standing(&outcome.state).id);
    }
    for (side, points) in expect.points.iter() {
        let gained = system.points(&outcome.state, side) - system.points(start, side);
        found.same(format!("points of the {side}"), points, &gained);
    }
    system.judge(&case.given, &expect.own, start, outcome, &mut found);
    found.extend(question::judge(system, expect, &outcome.put));
    sight::judge(system, &expect.sees, outcome, &mut found);
    found.into_list()
}

/// Notes questions without an answer, and answers without a question.
fn answers<S: Cases>(case: &Case<S>, outcome: &Outcome<S>, found: &mut Findings) {
    let expect = &case.expect;
    let is_judged = |put: &Put| {
        let key = &put.question.key;
        let expected = |asked: &Asked| asked.party == put.party && names(&asked.key, key);
        let tried = |tried: &Tried| tried.party == put.party && names(&tried.key, key);
        expect.asked.iter().any(expected) || expect.refused.iter().chain(&expect.accepted).any(tried)
    };
    for put in outcome.put.iter().filter(|put| !put.answered && !is_judged(put)) {
        let subjects: Vec<&str> = put.question.subjects.iter().map(|it| it.id.as_str()).collect();
        let asks = format!("none: {} ({})", put.question.title, subjects.join(", "));
        found.note(format!("{} {}", put.party.id(), put.question.key), "an answer", asks);
    }
    // Also a party to which the system never puts a question.
    for (party, given) in case.answers.iter() {
        let unheard = |key: &&String| {
            !outcome.put.iter().any(|put| put.party == party && names(key, &put.question.key))
        };
        for key in given.keys().filter(unheard) {
            found.note(format!("{} {key}", party.id()), "the question is put", "it is not put");
        }
    }
}

fn events<S: Cases>(system: &S, expect: &Expect<S>, outcome: &Outcome<S>, found: &mut Findings) {
    let pinned: Vec<Pattern> = expect.patterns().filter_map(without_cites).collect();
    let mut citations = Citations::of(system, outcome);
    let mut told = Vec::with_capacity(outcome.events.len());
    for (at, event) in outcome.events.iter().enumerate() {
        match story::in_words(system, event) {
            Ok(mut event) => {
                if pinned.iter().any(|pattern| story::fits(pattern, &event)) {
                    event.insert(story::CITES.to_owned(), citations.for_event(at));
                }
                told.push(event);
            }
            Err(what) => found.note("an event", "known words", what),
        }
    }
    for pattern in expect.patterns() {
        if let Err(what) = story::check(system, pattern) {
            found.slip("events that can be", what);
        }
    }
    events_in_order(&expect.events, &told, found);
    if let Some(patterns) = &expect.events_exactly {
        let passed_over = |event: &&Map<String, Value>| {
            let name = event.get("event").and_then(Value::as_str);
            name.is_some_and(|name| S::PASSED_OVER.contains(&name))
        };
        let told: Vec<_> = told.iter().filter(|event| !passed_over(event)).collect();
        all_events(patterns, &told, found);
    }
    for pattern in &expect.absent {
        if let Some(event) = told.iter().find(|event| story::fits(pattern, event)) {
            found.note("an event", format!("none like {}", line(pattern)), line(event));
        }
    }
}

/// Notes that nothing came of a thing, unless the case says so.
fn in_vain<S: Cases>(expect: &Expect<S>, it: &InVain, found: &mut Findings) {
    match it {
        InVain::Left { thing } => found.note(thing, "done", "the case ends before it"),
        InVain::Nothing { thing, shown_by } => {
            let is_it = |pattern: &Pattern| pattern.get("event").and_then(Value::as_str) == Some(shown_by);
            if expect.events_exactly.is_none() && !expect.absent.iter().any(is_it) {
                let expected = format!("done, or `absent: [{{event: {shown_by}}}]` to say that it is not");
                found.note(thing, expected, "nothing comes of it");
            }
        }
    }
}

/// A pattern that says which rule is cited, as far as it is about the event.
fn without_cites(pattern: &Pattern) -> Option<Pattern> {
    let mut about = pattern.clone();
    about.remove(story::CITES).map(|_| about)
}

fn events_in_order(patterns: &[Pattern], told: &[Map<String, Value>], found: &mut Findings) {
    let mut from = 0;
    for pattern in patterns {
        match told[from..].iter().position(|event| story::fits(pattern, event)) {
            Some(at) => from += at + 1,
            None => {
                let near = told.iter().filter(|event| event.get("event") == pattern.get("event"));
                let near: Vec<String> = near.map(line).collect();
                let early = told[..from].iter().any(|event| story::fits(pattern, event));
                let instead = match (early, near.is_empty()) {
                    (true, _) => format!("only before the events expected earlier: {}", near.join(" ")),
                    (false, true) => "no such event".to_owned(),
                    (false, false) => near.join(" "),
                };
                found.note("an event", line(pattern), instead);
            }
        }
    }
}

fn all_events(patterns: &[Pattern], told: &[&Map<String, Value>], found: &mut Findings) {
    for at in 0..patterns.len().max(told.len()) {
        let (pattern, event) = (patterns.get(at), told.get(at));
        if !matches!((pattern, event), (Some(pattern), Some(event)) if story::fits(pattern, event)) {
            let nothing = || "nothing".to_owned();
            found.note(
                format!("event {}", at + 1),
                pattern.map_or_else(nothing, line),
                event.map_or_else(nothing, |event| line(event)),
            );
        }
    }
}

/// An event in one line.
fn line(event: &Pattern) -> String {
    let name = event.get("event").and_then(Value::as_str).unwrap_or("?");
    let rest = event.iter().filter(|(key, _)| *key != "event");
    let rest: Vec<String> = rest.map(|(key, value)| format!("{key}: {value}")).collect();
    format!("{name}{{{}}}", rest.join(", "))
}
