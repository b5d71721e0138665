//! Runs every case under `tests/rules`, counts which rules have one, and holds the runner to its own
//! strictness.

mod duel;
/// Cases of a second system.
mod second;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sealord::conformance::coverage::Standing;
use sealord::conformance::{self, Coverage, Filed, Report, Suite};
use sealord::own_file::OwnFiles;
use sealord::rules::suites;

fn cases() -> PathBuf {
    PathBuf::from("tests/rules")
}

/// Runs the cases of one system and prints those that fail.
fn run(folder: &str) {
    let report =
        conformance::run_paths(&OwnFiles, &suites(), &sealord::rules::games(), &[cases().join(folder)]);
    println!("{report}");
    assert!(report.holds(), "{folder}: {} cases fail", report.failing().count());
}

fn thunder() -> Suite {
    suites().into_iter().find(|suite| suite.system == "seas-of-thunder").unwrap()
}

/// Which rules of each system have a case.
fn covered() -> Vec<(Suite, Coverage)> {
    let (cases, faults) = conformance::read_paths(&OwnFiles, &suites(), &[cases()]);
    assert!(faults.is_empty(), "{faults:?}");
    let covered = |suite: Suite| {
        let coverage = conformance::coverage(&sealord::rules::games(), &suite, &cases);
        (suite, coverage.unwrap_or_else(|fault| panic!("{fault}")))
    };
    suites().into_iter().map(covered).collect()
}

#[test]
fn every_case_of_every_system_holds() {
    for suite in suites() {
        run(suite.system);
    }
}

#[test]
fn coverage_counts_every_rule_once() {
    let covered = covered();
    let (_, coverage) = covered.iter().find(|(suite, _)| suite.system == "seas-of-thunder").unwrap();
    assert_eq!(coverage.rules.len(), 367);
    let of = |id: &str| coverage.rules.iter().find(|rule| rule.id == id).map(|rule| (rule.main, rule.cases));
    assert!(of("SOT-5.5.4.1-7").is_some_and(|(main, _)| main >= 2));
    assert!(of("SOT-14-11").is_some_and(|(_, all)| all >= 1));
    assert_eq!(of("SOT-2.0-10"), Some((0, 0)));
}

#[test]
fn every_rule_has_a_case_or_a_test_of_the_data() {
    for (suite, coverage) in covered() {
        let missing: Vec<&str> = coverage.missing().collect();
        let (system, count) = (suite.system, missing.len());
        assert!(missing.is_empty(), "{count} rules of {system} have no case:\n{}", missing.join("\n"));
    }
}

#[test]
fn no_excuse_is_stale() {
    for (suite, coverage) in covered() {
        let stale = coverage
            .rules
            .iter()
            .filter(|rule| matches!(rule.standing, Standing::Elsewhere(_)) && rule.cases > 0);
        let stale: Vec<&str> = stale.map(|rule| rule.id.as_str()).collect();
        assert!(stale.is_empty(), "excused in {}, and they have cases: {}", suite.system, stale.join(", "));
    }
}

#[test]
fn every_rule_about_data_has_the_test_that_is_named() {
    for (id, test) in covered().iter().flat_map(|(_, coverage)| coverage.data_tests()) {
        let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{id}: `{test}` is no FILE::NAME"));
        let source = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{id}: {file}: {error}"));
        let test = format!("#[test]\nfn {name}()");
        let found = source.lines().map(str::trim_start).collect::<Vec<_>>().join("\n").contains(&test);
        assert!(found, "{id}: {file} has no test {name}");
    }
}

/// What the umpire rules cites nothing, and no case has it.
#[test]
fn every_event_has_a_case_for_the_rule_that_it_cites() {
    for system in ["admirals-war", "seas-of-thunder", "war-at-sea"] {
        let suite = suites().into_iter().find(|suite| suite.system == system).unwrap();
        let (cases, faults) = conformance::read_paths(&OwnFiles, &suites(), &[cases().join(system)]);
        assert!(faults.is_empty(), "{faults:?}");
        let cited: BTreeSet<String> = cases.iter().flat_map(Filed::cited).map(|(event, _)| event).collect();
        let without = |event: &&str| *event != "ruled" && !cited.contains(*event);
        let missing: Vec<&str> = (suite.events)().into_iter().filter(without).collect();
        assert!(missing.is_empty(), "{system}: no case pins the rule of {}", missing.join(", "));
    }
}

/// In War at Sea all that the story cites stands in one room of the program.
#[test]
fn every_rule_that_the_story_of_war_at_sea_can_cite_has_a_case() {
    let (cases, faults) = conformance::read_paths(&OwnFiles, &suites(), &[cases().join("war-at-sea")]);
    assert!(faults.is_empty(), "{faults:?}");
    let cited: BTreeSet<String> = cases.iter().flat_map(Filed::cited).flat_map(|(_, rules)| rules).collect();
    let code = include_str!("../src/rules/war_at_sea/cited.rs");
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let literals = code.flat_map(|line| line.split('"').skip(1).step_by(2));
    let rules: BTreeSet<String> = literals.filter(|it| it.starts_with("WS")).map(str::to_owned).collect();
    let missing: Vec<&String> = rules.difference(&cited).collect();
    assert!(rules.len() > 50 && missing.is_empty(), "no case has the story cite these: {missing:?}");
}

#[cfg(feature = "schema")]
#[test]
fn the_schemas_are_current() {
    for suite in &suites() {
        let path = format!("games/{}/case.schema.json", suite.system);
        let now = suite.schema();
        if std::fs::read_to_string(&path).ok().as_deref() != Some(&now) {
            // The new text waits in the target folder, so that a test never writes into the sources.
            let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.schema.json", suite.system));
            std::fs::write(&new, now).unwrap();
            panic!("{path} is not what the types say; the new one is {}", new.display());
        }
    }
}

/// Runs one case that stands in a file of its own.
fn judge(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.yaml");
    std::fs::write(&file, text).unwrap();
    let report: Report = conformance::run_paths(&OwnFiles, &suites(), &sealord::rules::games(), &[file]);
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

/// Each of these would hold, for nothing like it can ever happen.
const SLIPS: &[(&str, &str)] = &[
    ("absent: [{event: relocated, why: raid}]", "`why` of `relocated`: `\"raid\"` is no reason to move"),
    ("absent: [{event: relocated, goes: {to: convoi}}]", "is no place to go"),
    ("absent: [{event: relocated, rule: '5.5'}]", "is no rule"),
    ("absent: [{event: relocated, rule: SOT-5.5.9-9}]", "the ledger has no rule SOT-5.5.9-9"),
    ("absent: [{event: zones-scored, side: alies}]", "`\"alies\"` is no side"),
    ("absent: [{event: zones-scored, side: allied}]", "is no side"),
    ("absent: [{event: zones-scored, zones: [1, 2]}]", "`2` is no zone of the map"),
    ("absent: [{event: battle-began, zone: one}]", "is no zone of the map"),
    ("absent: [{event: battle-began, zone: '1'}]", "is no zone of the map"),
    ("absent: [{event: mat-revealed, boxes: {has: [[a, lines, 1]]}}]", "is no box"),
    ("absent: [{event: control-judged, zones: [[1, {controlled: german}]]}]", "is no state of a zone"),
    ("absent: [{event: navy-chosen, fights: German}]", "is no nation"),
    ("absent: [{event: phase-began, phase: fight}]", "is no phase"),
    ("absent: [{event: attacked, segment: airstrike}]", "is no segment"),
    ("absent: [{event: attacked, dice: [7]}]", "`7` is no face of a die"),
    ("absent: [{event: attacked, dice: {lacks: []}}]", "`lacks` needs a list with something in it"),
    ("absent: [{event: attacked, by: {}}]", "write `has:` or `lacks:`"),
    ("absent: [{event: attacked, hits: many}]", "is no number"),
    ("absent: [{event: convoy-attacked, sunk: 1}]", "is no `true` or `false`"),
    ("absent: [{event: ruled, change: {points: {side: axis}}}]", "nobody rules in a case"),
    ("asked: [{side: axis, key: zone-1/mat/axis, refuses: {c: [line]}}]", "has no subject `c`"),
    ("asked: [{side: axis, key: zone-1/mat/axis, refuses: {a: [lines]}}]", "could never offer `lines` to a"),
    ("asked: [{side: axis, key: zone-1/mat/axis, refuses: {a: [kiel]}}]", "could never offer `kiel` to a"),
    ("not_asked: [zone-1/matt/axis]", "`matt` is asked nowhere"),
    ("not_asked: [zone-1/intercept-x/axis]", "`intercept-x` is asked nowhere"),
    ("not_asked: [zone-2/fire/axis]", "the map has no `zone-2`"),
    ("not_asked: [zone-1/fire/aksis]", "`aksis` is not a side"),
    ("not_asked: [zone-1/fire/allied]", "`allied` is not a side"),
    ("not_asked: [t9/zone-1/fire/axis]", "the scenario has no turn 9"),
    ("not_asked: [move/german]", "no navies move together as `german`"),
    ("not_asked: [overstack/kiehl/de]", "there is no port `kiehl`"),
    ("not_asked: [zone-1-fire-axis]", "no question has a key such as `zone-1-fire-axis`"),
    ("sees: {axis: {hides: [c]}}", "nothing in the case is called `c`"),
    ("control: {1: uncontested}", "it is not: play through `scoring`"),
];

#[test]
fn a_case_cannot_hold_by_a_slip_of_the_pen() {
    for (slip, fault) in SLIPS {
        let told = judge(&format!("{GIVEN}silence: true\nexpect: {{at: {{a: zone 1}}, {slip}}}\n"));
        assert!(told.starts_with("fails:") && told.contains("\n    the case\n"), "{slip}: {told}");
        assert!(told.contains(fault), "{slip}: {told}");
        // Nor does a gap excuse it.
        let gap = judge(&format!("{GIVEN}silence: true\nknown_gap: not yet\nexpect: {{{slip}}}\n"));
        assert!(gap.starts_with("fails:"), "{slip}: {gap}");
    }
}

#[test]
fn what_could_be_may_be_ruled_out() {
    for sound in [
        "absent: [{event: relocated, why: raids, goes: {to: convoy}}, {event: relocated, goes: used-lba}]",
        "absent: [{event: match-ended, winner: null}, {event: mines-passed, repair: null}]",
        "absent: [{event: mines-passed, field: danish, passed: {damaged: 2}}]",
        "absent: [{event: control-judged, zones: {has: [[1, {controlled: axis}]]}}]",
        "not_asked: [t1/zone-1/intercept-2/axis, zone-1/fire/allies, setup/adjust, move/germany, return/axis]",
        "sees: {axis: {hides: [b]}}",
        "asked: [{side: axis, key: zone-1/mat/axis, refuses: {a: [air-strike, asw]}}]",
    ] {
        let silent = format!("{GIVEN}silence: true\n").replace("id: b", "id: b, name: Secret");
        let told = judge(&format!("{silent}expect: {{{sound}}}\n"));
        assert!(!told.contains("the case"), "{sound}: {told}");
    }
}

#[test]
fn dice_that_cannot_fall_are_told() {
    let case = "silence: true\nanswers: {axis: {zone-1/mat/axis: {line: [a]}}, allies: {zone-1/mat/allies: {line: [b]}}}
dice: {line: [7, 7, 7, 7, 7, 7, 7, 7]}\nexpect: {points: {axis: 0}}\n";
    let told = judge(&format!("{GIVEN}{case}"));
    assert!(told.starts_with("fails:"), "{told}");
}

#[test]
fn a_name_is_found_within_a_sentence() {
    let case = GIVEN.replace("id: b", "id: b, name: Graf Spee") + "silence: true\n";
    let sees = |what: &str| judge(&format!("{case}expect: {{sees: {{allies: {{{what}: [Graf Spee]}}}}}}\n"));
    assert!(sees("shows").starts_with("1 cases hold"), "{}", sees("shows"));
    assert!(sees("hides").starts_with("fails:"));
}

#[test]
fn a_gap_covers_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let case = format!("{GIVEN}silence: true\nknown_gap: not yet\nexpect: {{at: {{a: sunk}}}}\n");
    std::fs::write(folder.path().join("gap.yaml"), case).unwrap();
    let (cases, _) = conformance::read_paths(&OwnFiles, &suites(), &[folder.path().to_owned()]);
    assert_eq!(cases.len(), 1);
    let coverage = conformance::coverage(&sealord::rules::games(), &thunder(), &cases).unwrap();
    assert!(coverage.missing().any(|id| id == "SOT-5.5-1"));
}

/// Somebody may keep his cases elsewhere, and have links to their folders here.
#[cfg(unix)]
#[test]
fn folders_are_found_behind_links() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let case = format!("{GIVEN}silence: true\nexpect: {{at: {{a: zone 1}}}}\n");
    std::fs::write(elsewhere.path().join("one.yaml"), case).unwrap();
    let link = folder.path().join("mine");
    std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
    for path in [folder.path(), &link] {
        let (cases, faults) = conformance::read_paths(&OwnFiles, &suites(), &[path.to_owned()]);
        assert_eq!((cases.len(), faults.len()), (1, 0), "{}", path.display());
    }
}

#[test]
fn a_file_that_would_be_left_out_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("one.yaml"),
        format!("{GIVEN}silence: true\nexpect: {{at: {{a: zone 1}}}}\n"),
    )
    .unwrap();
    for name in ["two.yml", "three.YAML"] {
        let other = folder.path().join(name);
        std::fs::write(&other, "not even a case").unwrap();
        let report = conformance::run_paths(
            &OwnFiles,
            &suites(),
            &sealord::rules::games(),
            &[folder.path().to_owned()],
        )
        .to_string();
        assert!(report.contains(&format!("{name}: a case file ends in `.yaml`; rename it")), "{report}");
        std::fs::remove_file(other).unwrap();
    }
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
    let report =
        conformance::run_paths(&OwnFiles, &suites(), &sealord::rules::games(), &[folder.path().to_owned()]);
    assert!(!report.holds());
}

#[test]
fn the_example_of_the_page_holds() {
    let page = std::fs::read_to_string("docs/cases.md").unwrap();
    let example = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(judge(example.expect("the page shows a case")), "1 cases hold, 0 fail, 0 are known gaps");
}

#[test]
fn a_rule_that_is_cited_must_be_the_one_of_the_event() {
    let cites = |rule: &str| {
        let expect = format!("expect: {{events: [{{event: battle-began, cites: {rule}}}]}}");
        judge(&format!("{GIVEN}silence: true\n{expect}\n"))
    };
    assert!(cites("SOT-5.5-1").starts_with("1 cases hold"), "{}", cites("SOT-5.5-1"));
    assert!(cites("SOT-5.5-7").contains("SOT-5.5-7"), "{}", cites("SOT-5.5-7"));
    assert!(cites("SOT-5.5-99").contains("the ledger has no rule SOT-5.5-99"), "{}", cites("SOT-5.5-99"));
    assert!(cites("AW-1.4-a").contains("is no rule"), "{}", cites("AW-1.4-a"));
}

/// A case that cannot do what it says fails; it used to pass without having done it.
#[test]
fn a_case_that_cannot_do_what_it_says_fails() {
    let never = judge(&format!("{GIVEN}until: t1/convoys\nsilence: true\nexpect: {{points: {{axis: 0}}}}\n"));
    assert!(never.contains("the match is over before what stands under `until`"), "{never}");
    let nowhere = "
rule: SK-3.1-1
title: A British fleet of the Atlantic is placed in the Pacific
source: '3.1'
given:
  scenario: '32'
  history: true
  units:
    - {id: ca-a, nation: british, kind: ca, line: 1-1-2-6, back: 1-1, at: base scapa-flow}
    - {id: ca-b, nation: british, kind: ca, line: 1-1-2-6, back: 1-1, at: base scapa-flow}
  support: [{unit: surface-fleet, nation: british, map: tk}]
  due: [place british-surface-fleet central-pacific]
silence: true
expect: {absent: [{event: outcome}]}
";
    let report = judge(nowhere);
    assert!(
        report.contains("british-surface-fleet cannot be placed at central-pacific now (SK-3.1-1)"),
        "{report}"
    );
}

/// A case of what is due off Japan.
fn due(due: &str, expect: &str) -> String {
    judge(&format!(
        "
rule: SK-5.2.1-1
title: The Axis attacks what it cannot
source: '5.2'
given:
  scenario: '46'
  facts: [turn=may-june-1942, war-state.ds=total-war, hostile.axis.western.ds=true, hostile.axis.soviet.ds=false]
  units: [{{id: boat-j, nation: japanese, kind: boat, line: '1', at: used-asset ds}}]
  due: [{due}]
silence: true
{expect}
"
    ))
}

/// Nor does a raid, a strike or a patrol do nothing without a word; nor is anything left that is due.
#[test]
fn a_raid_a_strike_or_a_patrol_that_comes_to_nothing_fails_unless_the_case_says_so() {
    for (what, shown_by) in [
        ("base-raid axis honolulu", "base-attacked"),
        ("strike axis honolulu", "base-attacked"),
        ("patrol axis boat-j northwest-pacific", "patrolled"),
    ] {
        let report = due(what, "expect: {at: {boat-j: used-asset ds}, absent: [{event: fired}]}");
        assert!(report.contains("nothing comes of it") && report.contains(shown_by), "{what}: {report}");
        let report = due(what, &format!("expect: {{absent: [{{event: {shown_by}}}]}}"));
        assert!(report.contains("1 cases hold"), "{what}: {report}");
        let report = due(what, "expect: {events_exactly: []}");
        assert!(report.contains("1 cases hold"), "{what}: {report}");
    }
    let left = "until: markers\nexpect: {absent: [{event: patrolled}]}";
    let report = due("markers, patrol axis boat-j northwest-pacific", left);
    assert!(report.contains("the case ends before it"), "{report}");
}

/// What a position says for nothing fails, in every system.
#[test]
fn what_a_position_says_for_nothing_fails() {
    let schiffskrieg = |units: &str| {
        format!("rule: SK-5.2.1-1\ngiven: {{scenario: '46', units: [{units}], due: [markers]}}")
    };
    let at_sea = |given: &str| format!("rule: WSC-4.2-1\ngiven: {{{given}}}");
    let shipped = |rule: &str, given: &str| format!("rule: {rule}\ngiven: {{pieces: shipped, {given}}}");
    for (case, why) in [
        (schiffskrieg("{id: akagi, nation: us}"), "needs `line`"),
        (at_sea("units: [{side: ijn, card: kongo, at: pool, count: 0}]"), "puts no kongo anywhere"),
        (at_sea("units: [{side: ijn, card: kongo, at: pool, yard: kongo-1001}]"), "no `work`"),
        (shipped("SOT-5.5-1", "convoys: [{id: allied-15, side: allies, at: sunk}]"), "is shipped"),
        (shipped("AW-1.4-a", "units: [{id: gb-norfolk, at: sunk, entry: 3}]"), "is shipped"),
    ] {
        let case = format!("{case}\ntitle: A case\nsource: '1'\nsilence: true\nexpect: {{standing: none}}\n");
        let report = judge(&case);
        assert!(report.contains(why), "{case}: {report}");
    }
}

/// Without a word about it a case plays all that is due, and not the first of it.
#[test]
fn all_that_is_due_is_played() {
    let case = "
rule: SK-6.1.1.2-1
title: Two wars begin
source: '6.1.1.2'
given:
  scenario: '52'
  facts: [turn=may-june-1941, war-state.tk=total-war, war-state.ds=pre-war]
  due: [war-state tk total-war, war-state ds total-war]
expect:
  box: {ds: [us-ship-building]}
";
    let report = judge(case);
    assert!(report.starts_with("1 cases hold"), "{report}");
}
