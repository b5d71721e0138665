//! `coverage.yaml` names rules of the ledger, each once, and tests that are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sealord::games::Games;
use sealord::rules::admirals_war::scenario::SYSTEM;
use sealord::rules::ledger::Ledger;

use super::{id, rows, text};
use crate::data::Checks;

#[test]
fn coverage_names_rules_once_each() {
    let ledger = Ledger::load(&Games::builtin(), SYSTEM).unwrap();
    let mut seen = BTreeSet::new();
    let mut checks = Checks::default();
    for row in rows("coverage", "elsewhere").iter().chain(&rows("coverage", "data")) {
        let is_it =
            |known: &str| id(row).strip_suffix('*').map_or(known == id(row), |it| known.starts_with(it));
        let fitting = ledger.entries().iter().filter(|entry| is_it(&entry.id)).collect::<Vec<_>>();
        checks.that(!fitting.is_empty(), format!("the ledger has no rule {}", id(row)));
        for entry in fitting {
            checks.that(seen.insert(&entry.id), format!("{} stands there twice", entry.id));
        }
    }
    checks.done();
}

#[test]
fn every_fact_is_held_by_a_test_that_is_there() {
    let ledger = Ledger::load(&Games::builtin(), SYSTEM).unwrap();
    let held = rows("coverage", "data");
    let mut checks = Checks::default();
    for entry in ledger.entries().iter().filter(|entry| entry.id.starts_with("AW-D-")) {
        checks.that(held.iter().any(|row| id(row) == entry.id), format!("{} is held by no test", entry.id));
    }
    for row in &held {
        let (file, name) = text(row, "test").split_once("::").unwrap();
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap_or_default();
        checks.that(source.contains(&format!("fn {name}()")), format!("{}: no test {file}::{name}", id(row)));
    }
    checks.done();
}

/// A rule that has a case needs no excuse.
#[test]
fn no_excuse_is_stale() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/admirals-war");
    let mut checks = Checks::default();
    let mut cased = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let case_file = fs::read_to_string(entry.unwrap().path()).unwrap();
        let named = case_file.lines().filter_map(|line| {
            line.trim_start_matches([' ', '-'])
                .strip_prefix("rules: [")
                .or_else(|| line.trim_start_matches([' ', '-']).strip_prefix("rule: "))
        });
        let ids = named.flat_map(|ids| ids.trim_end_matches(']').split(", "));
        cased.extend(ids.map(str::to_owned));
    }
    assert!(cased.len() > 200, "the cases name only {} rules", cased.len());
    for row in rows("coverage", "elsewhere") {
        let stale = match id(&row).strip_suffix('*') {
            Some(start) => cased.iter().any(|case| case.starts_with(start)),
            None => cased.contains(id(&row)),
        };
        checks.that(!stale, format!("{} is excused and has a case", id(&row)));
    }
    checks.done();
}
