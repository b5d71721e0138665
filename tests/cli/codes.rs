//! One test for each exit code of the table in `sealord --help`, and what `--json` says.
//!
//! None for 70: it stands for a defect, so whatever provoked it would be a bug to be mended, not a test to be
//! kept; and a back door made for the test would be one more way in.

use serde_json::Value;

use super::support::{Desk, SALT, finished};

#[track_caller]
fn has(value: &Value, keys: &[&str]) {
    for key in keys {
        assert!(value.get(key).is_some(), "no {key} in {value:#}");
    }
}

#[test]
fn help_lists_the_codes() {
    let help = Desk::new().ok(&["--help"]);
    for code in
        ["0  done", "1  the answer is no", "2  wrong usage", "3  ", "4  waiting", "5  a proof", "70  "]
    {
        assert!(help.contains(code), "{code}");
    }
}

/// The global options that a help lists.
fn globals(help: &str) -> Vec<&'static str> {
    let all = ["--force", "--games", "--json", "--now", "--templates", "--no-memory"];
    all.into_iter()
        .filter(|option| help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n")))
        .collect()
}

#[test]
fn help_lists_the_global_options_that_do_something() {
    let desk = Desk::new();
    let of = |command: &str| globals(&desk.ok(&[command, "--help"]));
    let all = ["--force", "--games", "--json", "--now", "--templates", "--no-memory"];
    assert_eq!(globals(&desk.ok(&["--help"])), all);
    assert_eq!(of("resolve"), ["--force", "--games", "--json", "--now", "--templates"]);
    assert_eq!(of("receive"), ["--force", "--games", "--json", "--now"]);
    assert_eq!(of("status"), ["--games", "--json", "--now"]);
    assert_eq!(of("report"), ["--games", "--json", "--templates", "--no-memory"]);
    assert_eq!(of("seal"), ["--games", "--json", "--no-memory"]);
    assert_eq!(of("man"), ["--json"]);
    assert!(of("completions").is_empty());
    // They are taken nevertheless, so that a script may give them to every command.
    desk.ok(&["seal", "--help", "--now", "2026-11-21T20:00:00Z"]);
    desk.ok(&["systems", "--now", "2026-11-21T20:00:00Z"]);
    desk.ok(&["--now", "2026-11-21T20:00:00Z", "systems"]);
}

#[test]
fn there_is_a_page_of_the_manual_for_every_command() {
    let desk = Desk::new();
    let told = desk.json(0, &["man", "pages"]);
    let commands: Vec<String> = {
        use clap::CommandFactory;
        sealord::cli::Cli::command().get_subcommands().map(|it| it.get_name().to_owned()).collect()
    };
    assert_eq!(told["files"].as_array().unwrap().len(), commands.len() + 1);
    for command in commands {
        let page = std::fs::read_to_string(desk.path(format!("pages/sealord-{command}.1"))).unwrap();
        assert!(page.contains(".TH") && page.contains("sealord\\-"), "{page}");
    }
    let page = std::fs::read_to_string(desk.path("pages/sealord.1")).unwrap();
    assert!(page.contains("Exit codes") && page.contains("sealord\\-resolve"), "{page}");
}

#[test]
fn code_0_done() {
    assert!(Desk::new().ok(&["systems"]).contains("raider-warfare"));
}

#[test]
fn code_1_orders_are_refused() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.write("bad.yaml", "answers:\n  setup/convois/axis: 9\n");
    let ran = desk.expect(1, &["check", "bad.yaml", "--packet", "m/packets/001-axis.json"]);
    assert!(ran.out.is_empty() && ran.err.contains("bad.yaml:2:3"), "{ran:?}");
    desk.expect(1, &["new", "q", "--scenario", "nope"]);
    desk.expect(1, &["new", "q", "--match", "../q"]);
    assert!(desk.expect(1, &["rule", "m", "--reason", "x", "nonsense"]).err.contains("track TURN"));
}

#[test]
fn code_2_wrong_usage() {
    let desk = Desk::new();
    for args in
        [&["frobnicate"][..], &[], &["check"], &["status", "m", "--nope"], &["commit", "m", "italy", "00"]]
    {
        desk.expect(2, args);
    }
    desk.begin("m", &[]);
    for args in [
        &["view", "m"][..],
        &["explain", "m"],
        &["--now", "noon", "status", "m"],
        &["new", "q", "--deadline-hours", "0"],
    ] {
        desk.expect(2, args);
    }
}

#[test]
fn a_seed_made_from_a_number_is_warned_of() {
    let desk = Desk::new();
    let ran = desk.expect(0, &["new", "m", "--seed", "77"]);
    assert!(ran.err.contains("anyone who knows the number 77 knows every roll"), "{ran:?}");
    assert!(desk.expect(0, &["new", "secret"]).err.is_empty());
}

#[test]
fn code_3_input_or_output_failed() {
    let desk = Desk::new();
    desk.expect(3, &["status", "nowhere"]);
    desk.expect(3, &["audit", "nowhere"]);
    desk.expect(3, &["check", "nothing.yaml", "--packet", "nothing.json"]);
    desk.begin("m", &[]);
    desk.expect(3, &["new", "m"]);
    std::fs::remove_file(desk.path("m/secret/seed")).unwrap();
    desk.expect(3, &["resolve", "m"]);
}

#[test]
fn code_4_orders_are_missing() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let ran = desk.expect(4, &["resolve", "m"]);
    assert!(ran.err.contains("Axis"), "{ran:?}");
}

#[test]
fn code_5_a_proof_failed() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let journal = String::from_utf8(desk.read("m/journal.jsonl")).unwrap();
    desk.write("m/journal.jsonl", journal.replacen("umpire_plays\":null", "umpire_plays\":\"axis\"", 1));
    for args in [["audit", "m"], ["status", "m"], ["resolve", "m"]] {
        let ran = desk.expect(5, &args);
        assert!(ran.err.contains("journal entry 1:"), "{ran:?}");
    }
}

#[test]
fn code_70_is_not_given_for_an_odd_clock() {
    let desk = Desk::new();
    let ran = desk.at("1941-05-24T05:52:00+02:00", &["new", "m", "--seed", "3"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(String::from_utf8(desk.read("m/journal.jsonl")).unwrap().contains("1941-05-24T03:52:00Z"));
    assert_eq!(desk.at("yesterday", &["status", "m"]).code, 2);
}

#[test]
fn a_deadline_beyond_the_calendar_begins_nothing() {
    let desk = Desk::new();
    desk.expect(1, &["new", "m", "--deadline-hours", "4294967295"]);
    assert!(!desk.path("m").exists());
    desk.ok(&["new", "m"]);
}

#[test]
fn json_of_a_match() {
    let desk = Desk::new();
    let new = desk.json(0, &["new", "m", "--seed", "3"]);
    has(&new, &["ok", "match", "genesis", "seed_commitment", "entry", "head", "files"]);
    let status = desk.json(0, &["status", "m"]);
    has(
        &status,
        &[
            "match",
            "standing",
            "over",
            "exchange",
            "open",
            "missing",
            "committed",
            "deadline",
            "waits_for",
            "points",
        ],
    );
    assert_eq!((&status["head"], &status["missing"][0]), (&new["head"], &"axis".into()));
    let view = desk.json(0, &["view", "m", "--side", "axis"]);
    has(&view, &["format", "match", "side", "exchange", "questions", "verify", "view"]);
    assert_eq!(view["verify"]["head"], status["head"]);
    let check = desk.json(0, &["check", "m/forms/001-axis.yaml", "--packet", "m/packets/001-axis.json"]);
    has(&check, &["ok", "exchange", "side", "final", "answered", "left_open", "understood"]);
    let sealed = desk.json(0, &["seal", "m/forms/001-axis.yaml", "-p", "m/packets/001-axis.json", "-o", "s"]);
    let receipt = desk.json(0, &["receive", "m", "s"]);
    has(
        &receipt,
        &["match", "exchange", "side", "commitment", "again", "understood", "final", "entry", "head"],
    );
    assert_eq!(receipt["commitment"], sealed["commitment"]);
    has(&desk.json(0, &["resolve", "m"]), &["ok", "standing", "over", "entry", "head", "files"]);
    let audit = desk.json(0, &["audit", "m"]);
    has(&audit, &["match", "entries", "head", "exchanges", "rolls", "events", "rulings", "undone", "over"]);
    assert_eq!(audit["exchanges"], 1);
    let acted = ["ok", "again", "exchange", "entry", "head", "files"];
    has(&desk.json(0, &["rule", "m", "--reason", "x", "points", "axis", "1"]), &acted);
    has(&desk.json(0, &["undo", "m", "--to", "1", "--reason", "x"]), &acted);
}

#[test]
fn json_of_several_audits_and_of_play() {
    let desk = Desk::new();
    desk.begin("a", &[]);
    desk.begin("b", &[]);
    assert_eq!(desk.json(0, &["audit", "a", "b"])[1]["match"], "b");
    let audit = finished().json(0, &["audit", "m"]);
    assert_eq!((&audit["over"], &audit["rulings"], &audit["undone"]), (&true.into(), &1.into(), &1.into()));
    assert!(audit["rolls"].as_u64() > Some(20) && audit["defaults"].as_u64() > Some(0), "{audit:#}");
    let played =
        desk.json(0, &["play", "seas-of-thunder", "raider-warfare", "--out", "p", "--boldness", "5"]);
    has(&played, &["ok", "match", "dir", "exchanges", "files", "points"]);
}

#[test]
fn json_of_errors() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.write("bad.yaml", "answers:\n  a: 1\n  b: 2\n");
    let packet = "m/packets/001-axis.json";
    let refused = desk.json(1, &["check", "bad.yaml", "--packet", packet]);
    assert_eq!((&refused["ok"], &refused["exit"]), (&false.into(), &1.into()));
    assert_eq!(refused["problems"].as_array().unwrap().len(), 2);
    has(&refused["problems"][0], &["class", "code", "what", "file", "line", "column", "rule", "mend"]);
    desk.json(1, &["receive", "m", "bad.yaml", "--side", "axis", "--salt", SALT]);
    has(&desk.json(3, &["status", "nowhere"]), &["ok", "exit", "error"]);
    assert_eq!(desk.json(4, &["resolve", "m"])["exit"], 4);
    assert_eq!(desk.json(1, &["new", "q", "--scenario", "nope"])["exit"], 1);
    desk.json(1, &["play", "seas-of-thunder", "nope"]);
    desk.json(3, &["view", "nowhere.json"]);
    assert_eq!(desk.json(2, &["--now", "x", "status", "m"])["exit"], 2);
    has(&desk.json(2, &["frobnicate"]), &["ok", "exit", "error"]);
    desk.write("m/head.json", "{}");
    assert_eq!(desk.json(5, &["audit", "m"])["exit"], 5);
}
