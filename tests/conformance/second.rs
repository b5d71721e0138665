//! A second system runs through the same harness, as strictly as the first, and beside it.

use sealord::conformance::{self, Report, Suite};
use sealord::own_file::OwnFiles;
use sealord::rules::suites;

use crate::conformance::duel::Duel;

const GUNFIRE: &str = "
rule: DUEL-1
title: A five sinks
source: '1'
given: {ships: {hood: true, nagato: true}}
answers: {axis: {target/axis: hood}}
dice: {hood: [5]}
";

/// Runs files of cases with both systems at hand.
fn judge(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let suites = [suites(), vec![Suite::of::<Duel>()]].concat();
    let report: Report =
        conformance::run_paths(&OwnFiles, &suites, &sealord::rules::games(), &[folder.path().to_owned()]);
    report.to_string().replace(&format!("{}/", folder.path().display()), "")
}

fn gunfire(expect: &str) -> String {
    judge(&[("gunfire.yaml", &format!("{GUNFIRE}expect: {expect}\n"))])
}

const HOLDS: &str = "1 cases hold, 0 fail, 0 are known gaps";

#[test]
fn its_cases_hold() {
    for sound in [
        "{events: [{event: fired, ship: hood, die: 5}, {event: turn-ended}]}",
        "{events_exactly: [{event: fired, ship: hood, die: 5, sunk: true}]}",
        "{absent: [{event: fired, ship: nagato}], at: {hood: sunk, nagato: afloat}, standing: t2/fire}",
        "{points: {axis: 1}}",
        "{asked: [{side: axis, key: t1/target/axis, kind: target, rule: DUEL-1, offers: {gunner: [nagato]}}]}",
        "{accepted: [{side: axis, key: target/axis, answer: nagato}]}",
        "{refused: [{side: axis, key: target/axis, answer: bismarck}]}",
        "{sees: {axis: {shows: [nagato], hides: [hood]}}}",
    ] {
        assert_eq!(gunfire(sound), HOLDS, "{sound}");
    }
}

#[test]
fn the_smallest_example_of_the_page_holds() {
    let page = std::fs::read_to_string("docs/cases.md").unwrap();
    let example = page.rsplit("```yaml\n").next().and_then(|rest| rest.split("```").next());
    assert_eq!(judge(&[("page.yaml", example.unwrap())]), HOLDS);
}

#[test]
fn it_plays_as_far_as_a_case_says() {
    let on =
        GUNFIRE.replace("dice: {hood: [5]}", "until: t2/fire\nsilence: true\ndice: {hood: [1], nagato: [6]}");
    let on = on.replace("target/axis: hood", "t1/target/axis: hood, t2/target/axis: nagato");
    let told = judge(&[("on.yaml", &format!("{on}expect: {{standing: t3/fire, at: {{nagato: sunk}}}}\n"))]);
    assert_eq!(told, HOLDS);
    let told = judge(&[("on.yaml", &format!("{on}expect: {{}}\n").replace("t2/fire", "t2/fir"))]);
    assert!(told.contains("on.yaml:7:8: `t2/fir` is no phase"), "{told}");
}

#[test]
fn what_differs_is_told() {
    insta::assert_snapshot!(gunfire("{at: {hood: afloat}, events: [{event: fired, die: 6}]}"), @r#"
    fails: gunfire.yaml: A five sinks
        an event
            expected fired{die: 6}
            found    fired{die: 5, ship: "hood", sunk: true}
        hood
            expected afloat
            found    sunk
    0 cases hold, 1 fail, 0 are known gaps
    "#);
}

#[test]
fn a_die_left_over_is_told() {
    let case = format!("{GUNFIRE}expect: {{at: {{hood: sunk}}}}\n").replace("[5]", "[5, 2]");
    let told = judge(&[("gunfire.yaml", &case)]);
    assert!(told.contains("dice `hood`\n        expected all used\n        found    1 left over"), "{told}");
}

#[test]
fn an_answer_of_a_side_that_is_never_asked_is_told() {
    let case = format!("{GUNFIRE}expect: {{at: {{hood: sunk}}}}\n");
    let case = case
        .replace("{axis: {target/axis: hood}}", "{axis: {target/axis: hood}, allies: {target/allies: hood}}");
    let told = judge(&[("gunfire.yaml", &case)]);
    assert!(told.contains("allies target/allies\n        expected the question is put"), "{told}");
}

#[test]
fn an_unknown_word_is_told_where_it_stands() {
    let own = gunfire("\n  at: {hood: sunk}\n  boxes: {hood: line}");
    insta::assert_snapshot!(own, @"
    fails: gunfire.yaml: 
        the file
            expected cases that can be read
            found    gunfire.yaml:10:3: unknown field `boxes`, expected one of events, events_exactly, absent, at, points, asked, not_asked, refused, accepted, standing, sees
    0 cases hold, 1 fail, 0 are known gaps
    ");
    let seen = gunfire("\n  sees:\n    axis: {zones: {}}");
    assert!(
        seen.contains("gunfire.yaml:10:12: unknown field `zones`, expected one of shows, hides"),
        "{seen}"
    );
    let given = judge(&[("gunfire.yaml", &GUNFIRE.replace("ships:", "boats:"))]);
    assert!(given.contains("gunfire.yaml:5:9: unknown field `boats`"), "{given}");
}

#[test]
fn its_slips_are_told() {
    for (slip, fault) in [
        ("absent: [{event: fried}]", "there is no event `fried`"),
        ("absent: [{event: fired, dice: [1]}]", "`fired` has no `dice`; it has ship, die, sunk"),
        ("absent: [{event: fired, ship: bismarck}]", "there is no ship `bismarck`"),
        ("not_asked: [zone-1/fire/axis]", "`zone-1/fire/axis` is asked nowhere"),
        ("sees: {axis: {hides: [bismarck]}}", "nothing in the case is called `bismarck`"),
        ("asked: [{side: axis, key: target/axis, rule: DUEL-2}]", "the ledger has no rule DUEL-2"),
        ("asked: [{side: axis, key: target/axis, refuses: {gunner: [line]}}]", "could never offer `line`"),
    ] {
        let told = gunfire(&format!("{{at: {{hood: sunk}}, {slip}}}"));
        assert!(told.contains("\n    the case\n") && told.contains(fault), "{slip}: {told}");
    }
}

#[test]
fn the_rules_of_a_file_say_whose_it_is() {
    let duel = format!("{GUNFIRE}expect: {{at: {{hood: sunk}}}}\n");
    let first = format!("{}silence: true\nexpect: {{at: {{a: zone 1}}}}\n", crate::conformance::GIVEN);
    assert_eq!(judge(&[("a.yaml", &duel), ("b.yaml", &first)]), "2 cases hold, 0 fail, 0 are known gaps");
    let strange = judge(&[("a.yaml", &duel.replace("DUEL-1", "DUAL-1"))]);
    assert!(
        strange
            .contains("a.yaml: no system has the rule DUAL-1: rules begin with SOT-, AW-, WS, SK- or DUEL-"),
        "{strange}"
    );
    let nameless = judge(&[("a.yaml", &duel.replace("rule: DUEL-1", ""))]);
    assert!(nameless.contains("a.yaml: no case names a rule: add `rule:`"), "{nameless}");
    // Where no rule says it, the folder does, and the case is told what it lacks.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel/a.yaml");
    std::fs::create_dir(file.parent().unwrap()).unwrap();
    std::fs::write(&file, duel.replace("rule: DUEL-1", "")).unwrap();
    let report = conformance::run_paths(&OwnFiles, &[Suite::of::<Duel>()], &sealord::rules::games(), &[file])
        .to_string();
    assert!(report.contains("duel/a.yaml: A five sinks\n    the case\n"), "{report}");
    assert!(report.contains("the case names no rule: add `rule:`"), "{report}");
}

#[test]
fn a_file_holds_the_cases_of_one_system() {
    let duel = format!("{GUNFIRE}expect: {{at: {{hood: sunk}}}}\n");
    let mixed = format!("cases:\n- {}", duel.trim().replace('\n', "\n  "))
        + &format!("\n- {}", duel.trim().replace('\n', "\n  ")).replace("DUEL-1", "SOT-5.5-1");
    let mixed = judge(&[("a.yaml", &mixed)]);
    assert!(mixed.contains("the ledger has no rule SOT-5.5-1"), "{mixed}");
}

#[test]
fn a_schema_names_what_can_be_read() {
    let schema: serde_json::Value = serde_json::from_str(&Suite::of::<Duel>().schema()).unwrap();
    for (shape, key, told) in [
        ("Expect", "boxes", gunfire("{boxes: {}}")),
        ("Sight", "zones", gunfire("{sees: {axis: {zones: {}}}}")),
    ] {
        let keys = told.split(&format!("`{key}`, expected one of ")).nth(1).unwrap();
        let mut keys: Vec<&str> = keys.lines().next().unwrap().split(", ").collect();
        keys.sort_unstable();
        let shape = &schema["$defs"][shape];
        let listed: Vec<&String> = shape["properties"].as_object().unwrap().keys().collect();
        assert_eq!(listed, keys);
        assert_eq!(shape["additionalProperties"], false);
    }
}
