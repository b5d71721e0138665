//! First fleets at the command line: samples are sound, what is written is read again, and problems have
//! their places.

use super::support::Desk;

#[test]
fn a_sample_is_sound_and_can_be_written_and_checked_again() {
    let desk = Desk::new();
    let told = desk.ok(&["fleet", "pacific-1942", "--sample", "us-1942"]);
    assert!(told.contains("a sound fleet for United States Navy in pacific-1942"), "{told}");
    assert!(told.contains("bank of turn 1"), "{told}");
    let text = desk.ok(&["fleet", "pacific-1942", "--sample", "us-1942", "--write"]);
    let file = desk.write("fleet.yaml", &text);
    let again = desk.ok(&["fleet", "pacific-1942", file]);
    assert_eq!(told.split_once('\n').map(|it| it.1), again.split_once('\n').map(|it| it.1));
    assert_eq!(desk.ok(&["fleet", "pacific-1942", file, "--write"]), text);
}

#[test]
fn every_problem_has_its_line_its_rule_and_a_remedy() {
    let desk = Desk::new();
    let text = "side: ijn\nbuy:\n  akagi: 2\n  akgi: 1\n  i-19: 1\nprebuild:\n- {unit: yamato, at: 16, paid: [15, 3]}\n";
    let file = desk.write("fleet.yaml", text);
    let found = desk.json(1, &["fleet", "pacific-1942", file]);
    let problems = found["problems"].as_array().expect("problems");
    let lines: Vec<(u64, &str)> = problems
        .iter()
        .map(|it| (it["line"].as_u64().unwrap_or(0), it["rule"].as_str().unwrap_or("")))
        .collect();
    for wanted in [(3, "WSC-2.3-6"), (4, ""), (7, "WSC-2.2-2"), (7, "WSC-4.4-1")] {
        assert!(lines.contains(&wanted), "{wanted:?} is not in {lines:?}");
    }
    assert!(problems.iter().all(|it| it["mend"].is_string()), "{found:#}");
    let told = desk.expect(1, &["fleet", "pacific-1942", file]);
    assert!(told.err.contains("fleet.yaml:3:"), "{}", told.err);
}

#[test]
fn what_is_not_there_is_told() {
    let desk = Desk::new();
    let slips: [&[&str]; 4] = [
        &["fleet", "pacific-1949", "--sample", "us-1942"],
        &["fleet", "pacific-1942", "--sample", "us-1943"],
        &["fleet", "pacific-1942", "--sample", "us-1942", "--option", "prest=full"],
        &["fleet", "pacific-1942", "absent.yaml"],
    ];
    for slip in slips {
        assert_ne!(desk.run(slip).code, 0, "{slip:?}");
    }
}
