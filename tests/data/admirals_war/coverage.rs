//! `coverage.yaml` names rules of the ledger, each once, and tests that are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sealord::rules::admirals_war::scenario::SYSTEM;
use sealord::rules::ledger::Ledger;

use super::{id, rows, text};
use crate::data::Checks;

#[test]
fn coverage_names_rules_once_each() {
    let ledger = Ledger::load(&sealord::rules::games(), SYSTEM).unwrap();
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
    let ledger = Ledger::load(&sealord::rules::games(), SYSTEM).unwrap();
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
