//! Runs every case under `tests/rules`, counts which rules have one, and holds the runner to its own strictness.

use std::path::{Path, PathBuf};

use sealord::conformance::{self, Coverage, Report};
use sealord::games::Games;

fn cases() -> PathBuf {
    PathBuf::from("tests/rules")
}

/// Runs the cases of one system and prints those that fail.
fn run(folder: &str) {
    let report = conformance::run_paths(&Games::builtin(), &[cases().join(folder)]);
    println!("{report}");
    assert!(report.holds(), "{folder}: {} cases fail", report.failing().count());
}

fn covered() -> Coverage {
    let (cases, faults) = conformance::read_paths(&[cases()]);
    assert!(faults.is_empty(), "{faults:?}");
    conformance::coverage(&Games::builtin(), &cases).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn seas_of_thunder() {
    run("seas-of-thunder");
}

#[test]
fn coverage_counts_every_rule_once() {
    let coverage = covered();
    assert_eq!(coverage.rules.len(), 367);
    let of = |id: &str| coverage.rules.iter().find(|rule| rule.id == id).map(|rule| (rule.main, rule.cases));
    assert!(of("SOT-5.5.4.1-7").is_some_and(|(main, _)| main >= 2));
    assert!(of("SOT-14-11").is_some_and(|(_, all)| all >= 1));
    assert_eq!(of("SOT-13.S7-9"), Some((0, 0)));
}

#[test]
fn every_rule_that_scenario_1_can_meet_has_a_case() {
    let coverage = covered();
    let missing: Vec<&str> = coverage.missing().collect();
    assert!(missing.is_empty(), "{} rules have no case:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn every_rule_about_data_has_the_test_that_is_named() {
    for (id, test) in covered().data_tests() {
        let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{id}: `{test}` is no FILE::NAME"));
        let source = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{id}: {file}: {error}"));
        assert!(source.contains(&format!("fn {name}(")), "{id}: {file} has no test {name}");
    }
}

#[test]
fn the_schema_is_current() {
    let path = "games/case.schema.json";
    let now = conformance::schema();
    if std::fs::read_to_string(path).ok().as_deref() != Some(&now) {
        // The new text waits in the target folder, so that a test never writes into the sources.
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("case.schema.json");
        std::fs::write(&new, now).unwrap();
        panic!("{path} is not what the types say; the new one is {}", new.display());
    }
}

/// Runs one case that stands in a file of its own.
fn judge(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.yaml");
    std::fs::write(&file, text).unwrap();
    let report: Report = conformance::run_paths(&Games::builtin(), &[file]);
    report.to_string().replace(&format!("{}/", folder.path().display()), "")
}

const GIVEN: &str = "
rule: SOT-5.5-1
title: A case
source: '5.5'
given:
  board: {replace: true, zones: [{number: 1}]}
  units:
    - {id: a, nation: Germany, class: CA, line: 4-4-5, at: zone 1}
    - {id: b, nation: UK, class: CA, line: 4-4-5, at: zone 1}
";

#[test]
fn a_sound_case_holds() {
    let case = format!("{GIVEN}silence: true\nexpect: {{events: [{{event: battle-began, zone: 1}}]}}\n");
    insta::assert_snapshot!(judge(&case), @"1 cases hold, 0 fail, 0 are known gaps");
}

#[test]
fn an_unknown_word_is_shown_where_it_stands() {
    insta::assert_snapshot!(judge(&format!("{GIVEN}silent: true\nexpect: {{points: {{axis: 0}}}}\n")));
    insta::assert_snapshot!(judge(&GIVEN.replace("at: zone 1", "at: zon 1")));
}

#[test]
fn a_case_that_judges_nothing_is_an_error() {
    insta::assert_snapshot!(judge(&format!("{GIVEN}expect: {{}}\n")));
}

#[test]
fn what_is_left_over_or_left_open_is_a_failure() {
    let case = "answers: {axis: {zone-1/raider/axis: {a: line}, zone-1/mat/axis: {line: [a]}}}
dice: {repair: [1]}
expect:
  events: [{event: sunk, unit: c}, {event: sink}]
  absent: [{event: battle-began, port: kiel}]
  at: {a: zone 1, d: sunk}
  not_asked: [zone-1/mat/axis]
  asked: [{side: allies, key: zone-1/fire/allies}]
";
    insta::assert_snapshot!(judge(&format!("{GIVEN}{case}")));
}

#[test]
fn a_gap_must_be_one() {
    let gap =
        |at: &str| judge(&format!("{GIVEN}silence: true\nknown_gap: not yet\nexpect: {{at: {{a: {at}}}}}\n"));
    insta::assert_snapshot!(gap("sunk"));
    insta::assert_snapshot!(gap("zone 1"));
    let nonsense =
        format!("{GIVEN}silence: true\nknown_gap: not yet\nexpect: {{events: [{{event: sink}}]}}\n");
    assert!(judge(&nonsense).starts_with("fails:"));
}

#[test]
fn a_folder_without_cases_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let report = conformance::run_paths(&Games::builtin(), &[folder.path().to_owned()]);
    assert!(!report.holds());
}

#[test]
fn the_example_of_the_page_holds() {
    let page = std::fs::read_to_string("docs/cases.md").unwrap();
    let example = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(judge(example.expect("the page shows a case")), "1 cases hold, 0 fail, 0 are known gaps");
}
