//! Every value says where it comes from and how sure it is.

use serde_json::Value;

use super::{id, raw, rows};
use crate::data::Checks;

const FILES: [&str; 4] = ["areas", "ports", "units", "scenarios"];

/// Whether a mapping says where its values come from.
fn is_told(value: &Value) -> bool {
    let among = |key: &str, words: &[&str]| value[key].as_str().is_some_and(|word| words.contains(&word));
    among("provenance", &["printed", "recalled", "derived"])
        && among("confidence", &["high", "medium", "low"])
}

/// Checks every mapping that speaks of its provenance.
fn walk(value: &Value, path: &str, checks: &mut Checks) {
    match value {
        Value::Object(map) => {
            if map.contains_key("provenance") || map.contains_key("confidence") {
                checks.that(is_told(value), path);
            }
            map.iter().for_each(|(key, value)| walk(value, &format!("{path}/{key}"), checks));
        }
        Value::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                let name = value["id"].as_str().map_or(at.to_string(), str::to_owned);
                walk(value, &format!("{path}/{name}"), checks);
            }
        }
        _ => {}
    }
}

#[test]
fn provenance_and_confidence_are_known_words() {
    let mut checks = Checks::default();
    for file in FILES {
        walk(&raw(file), file, &mut checks);
    }
    checks.done();
}

/// Checks that each value of a row is told: in itself, in each of its parts, or for the file as a whole.
fn told(file: &str, row: &Value, free: &[&str], checks: &mut Checks) {
    let throughout = &raw(file)["throughout"];
    for (key, value) in row.as_object().unwrap() {
        let parts = value.as_array().is_some_and(|parts| !parts.is_empty() && parts.iter().all(is_told));
        let ok = free.contains(&key.as_str()) || parts || is_told(value) || is_told(&throughout[key]);
        checks.that(ok, format!("{file}: {key} of {}", row["id"]));
    }
}

#[test]
fn every_value_of_the_map_is_told() {
    let mut checks = Checks::default();
    for row in rows("areas", "areas") {
        told("areas", &row, &["id", "aliases", "named"], &mut checks);
    }
    for list in ["links", "passages", "barred"] {
        for row in rows("areas", list) {
            checks.that(is_told(&row), format!("{row}"));
        }
    }
    for row in rows("ports", "ports") {
        told("ports", &row, &["id", "aliases", "special", "turns_over"], &mut checks);
    }
    for row in rows("ports", "boxes") {
        checks.that(is_told(&row), id(&row));
    }
    checks.done();
}

#[test]
fn every_value_of_a_counter_is_told() {
    let mut checks = Checks::default();
    let units = raw("units");
    checks.that(is_told(&units["defaults"]["sides"]), "sides, where a unit does not say");
    for row in rows("units", "units") {
        // Told beside them, by factors_from and bonus_from.
        let free = ["id", "aliases", "named", "factors", "bonus"];
        told("units", &row, &free, &mut checks);
        let sources = match &row["factors_from"] {
            Value::Array(sources) => sources.clone(),
            source => vec![source.clone()],
        };
        for factor in row["factors"].as_object().unwrap().keys() {
            let is_of = |source: &Value| {
                source["of"].as_array().is_none_or(|of| of.iter().any(|it| it.as_str() == Some(factor)))
            };
            let printed = match row["kind"].as_str().unwrap() {
                "carrier" => true,
                "ship" => factor != "airstrike",
                "land-air" => factor == "airstrike" || factor == "armor",
                "submarine" => factor == "gunnery" || factor == "armor",
                _ => false,
            };
            let known = sources.iter().filter(|source| is_of(source)).count();
            checks.that(known == 1 || !printed, format!("{}: {factor} has {known} sources", id(&row)));
        }
        let bonus = |key: &str, of: &str| {
            let list = row[key].as_array().cloned().unwrap_or_default();
            let mut words =
                list.iter().map(|it| it[of].as_str().or(it.as_str()).unwrap().to_owned()).collect::<Vec<_>>();
            words.sort();
            words
        };
        checks.that(bonus("bonus", "") == bonus("bonus_from", "of"), format!("{}: bonus", id(&row)));
    }
    for (name, place) in units["entry_places"].as_object().unwrap() {
        checks.that(is_told(place), format!("entry place {name}"));
    }
    checks.done();
}

#[test]
fn scenarios_and_options_are_told() {
    let mut checks = Checks::default();
    for row in rows("scenarios", "scenarios").iter().chain(&rows("scenarios", "options")) {
        checks.that(is_told(row), id(row));
    }
    checks.that(is_told(&raw("scenarios")["calendar"]), "calendar");
    checks.done();
}
