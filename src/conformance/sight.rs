//! What a side may see in the end of a case, by the same view that reports are made from.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::run::Outcome;
use super::{Difference, cannot};
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::view::{Stack, UnitView, View};
use crate::side::Side;
use crate::system::{Chapter, System, Words};

/// What the sides see.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sees {
    /// What the Axis sees.
    pub axis: Option<Sight>,
    /// What the Allies see.
    pub allies: Option<Sight>,
}

/// What one side sees.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sight {
    /// Ids of units and names that stand somewhere in its view or in what it is told.
    #[serde(default)]
    pub shows: Vec<String>,
    /// Ids of units and names that stand nowhere in it.
    #[serde(default)]
    pub hides: Vec<String>,
    /// Enemies in sea zones, by number.
    #[serde(default)]
    pub zones: BTreeMap<String, Enemies>,
    /// Enemies in ports, by id.
    #[serde(default)]
    pub ports: BTreeMap<String, Enemies>,
}

/// Enemies at a place.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enemies {
    /// How many ships can be counted.
    pub ships: Option<usize>,
    /// How many LBA can be counted.
    pub lba: Option<usize>,
    /// The ids of those that are known.
    pub known: Option<Vec<String>>,
}

/// Compares what the sides see with what a case expects.
pub fn judge(system: &SeasOfThunder, sees: &Sees, outcome: &Outcome) -> Vec<Difference> {
    let sides = [(Side::AXIS, &sees.axis), (Side::ALLIES, &sees.allies)];
    sides
        .into_iter()
        .flat_map(|(side, sight)| sight.iter().flat_map(move |it| look(system, side, it, outcome)))
        .collect()
}

fn look(system: &SeasOfThunder, side: Side, sight: &Sight, outcome: &Outcome) -> Vec<Difference> {
    let words: Vec<Words> =
        outcome.steps.iter().map(|_| Words { name: "the case".into(), ..Words::default() }).collect();
    let chapters: Vec<Chapter<'_, SeasOfThunder>> =
        words.iter().zip(&outcome.steps).map(|(at, sections)| Chapter { at, sections }).collect();
    let view = system.view(&outcome.sea, side, &chapters);
    let json = serde_json::to_value(&view).unwrap_or_default();
    let strange = sight.hides.iter().filter(|name| !is_named(system, name));
    let mut found: Vec<Difference> =
        strange.map(|name| cannot(format!("nothing in the case is called `{name}`"))).collect();
    let mut note = |what: String, expected: String, seen: String| {
        if expected != seen {
            found.push(Difference { what: format!("{side} sees {what}"), expected, found: seen });
        }
    };
    for (names, wanted) in [(&sight.shows, true), (&sight.hides, false)] {
        for name in names {
            note(format!("`{name}`"), wanted.to_string(), stands_in(&json, name).to_string());
        }
    }
    for (place, enemies) in &sight.zones {
        let zone = view.zones.iter().find(|zone| zone.number.to_string() == *place);
        compare(&mut note, place, enemies, zone.map(|zone| (&zone.enemy, &zone.enemy_known)));
    }
    for (place, enemies) in &sight.ports {
        compare(&mut note, place, enemies, port(&view, place));
    }
    found
}

fn port<'v>(view: &'v View, id: &str) -> Option<(&'v Vec<Stack>, &'v Vec<UnitView>)> {
    view.ports.iter().find(|port| port.id == id).map(|port| (&port.enemy, &port.enemy_known))
}

fn compare(
    note: &mut impl FnMut(String, String, String),
    place: &str,
    expected: &Enemies,
    seen: Option<(&Vec<Stack>, &Vec<UnitView>)>,
) {
    let Some((stacks, known)) = seen else {
        return note(format!("place {place}"), "a place".to_owned(), "none".to_owned());
    };
    let sum = |count: fn(&Stack) -> usize| stacks.iter().map(count).sum::<usize>();
    let counts = [("ships", expected.ships, sum(|it| it.ships)), ("LBA", expected.lba, sum(|it| it.lba))];
    for (what, wanted, count) in counts {
        if let Some(wanted) = wanted {
            note(format!("{what} at {place}"), wanted.to_string(), count.to_string());
        }
    }
    if let Some(wanted) = &expected.known {
        let mut wanted = wanted.clone();
        let mut ids: Vec<String> = known.iter().map(|unit| unit.id.clone()).collect();
        wanted.sort();
        ids.sort();
        note(format!("known at {place}"), wanted.join(", "), ids.join(", "));
    }
}

/// True if a unit, convoy, port or zone of the case has this id or name.
fn is_named(system: &SeasOfThunder, name: &str) -> bool {
    let units = system.pieces.counters.0.iter().flat_map(|it| [&it.id, &it.name]);
    let tokens = system.pieces.tokens.iter().map(|it| &it.id);
    let ports = system.board.ports.iter().flat_map(|it| [&it.id, &it.name]);
    let zones = system.board.zones.iter().map(|it| &it.name);
    units.chain(tokens).chain(ports).chain(zones).any(|it| it == name)
}

/// True if a text holds a name that is no part of a longer word.
fn says(text: &str, name: &str) -> bool {
    let part = |it: char| it.is_alphanumeric() || it == '-' || it == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(part) && !after.starts_with(part)
    })
}

/// True if a string of the JSON says this name.
fn stands_in(json: &Value, name: &str) -> bool {
    match json {
        Value::String(text) => says(text, name),
        Value::Array(items) => items.iter().any(|item| stands_in(item, name)),
        Value::Object(fields) => fields.values().any(|field| stands_in(field, name)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
