//! Typing mistakes of tired players, of each game: what `check` answers stands in a golden file beside what was
//! typed, and every answer names what was meant.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::support::{Desk, Ran, SYSTEMS, System};

/// Fewer slips than this would be too few to go by.
const SLIPS: usize = 60;
/// And fewer in one game.
const OF_A_GAME: usize = 15;

/// The slips of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The match whose packets are answered.
    #[serde(rename = "match")]
    played: Played,
    slips: Vec<Slip>,
}

/// A match in which staff officers answer for everybody.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    /// Its name, from which its dice follow.
    name: String,
    scenario: String,
    /// How many exchanges are closed.
    exchanges: usize,
}

/// What somebody typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slip {
    /// What it is.
    slip: String,
    /// Exchange and side, as the packet's file is called.
    packet: String,
    /// The question below whose key the lines stand; without one they are the whole file.
    question: Option<String>,
    typed: String,
    /// Words that the answer must hold.
    meant: Vec<String>,
}

impl Slip {
    fn file(&self) -> String {
        let Some(key) = &self.question else { return self.typed.clone() };
        let lines: String = self.typed.lines().map(|line| format!("    {line}\n")).collect();
        format!("answers:\n  {key}:\n{lines}")
    }

    /// What `check` answers: each problem with its place, and how to mend it.
    #[track_caller]
    fn answer(&self, desk: &Desk) -> String {
        desk.write("orders.yaml", self.file());
        let packet = format!("m/packets/{}.json", self.packet);
        let Ran { code, out, err } = desk.run(&["--json", "check", "orders.yaml", "--packet", &packet]);
        assert_eq!(code, 1, "{}: is it no slip?\n{out}{err}", self.slip);
        let said: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
        let problems = said["problems"].as_array().unwrap_or_else(|| panic!("{said:#}"));
        let mut text = String::new();
        for problem in problems {
            let word = |field: &str| problem[field].as_str().unwrap_or_default();
            let place = (problem["line"].as_u64(), problem["column"].as_u64());
            let (Some(line), Some(column)) = place else { panic!("{}: no place: {problem}", self.slip) };
            assert!(!word("mend").is_empty(), "{}: nothing mends {problem}", self.slip);
            let head = format!("{line}:{column} {}[{}]", word("class"), word("code"));
            writeln!(text, "{head}: {}\n      {}", word("what"), word("mend")).unwrap();
        }
        for meant in &self.meant {
            assert!(text.contains(meant), "{}: nothing of {meant}:\n{text}", self.slip);
        }
        text
    }
}

fn table(system: &System) -> Table {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slips");
    let text =
        std::fs::read_to_string(folder.join(format!("{}.yaml", system.id))).expect("slips of the game");
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", system.id))
}

/// The answers to all slips of a game, as the golden file has them.
fn answers(system: &'static System) -> String {
    let Table { played, slips } = table(system);
    assert!(slips.len() >= OF_A_GAME, "{}: {} slips", system.id, slips.len());
    let desk = Desk::of(system);
    let begin = ["--match", &*played.name, "--scenario", &played.scenario, "--missing", "staff"];
    desk.begin("m", &begin);
    (0..played.exchanges).for_each(|_| _ = desk.ok(&["resolve", "m", "--close"]));
    let mut text = String::new();
    for slip in &slips {
        let typed: String =
            slip.typed.lines().map(|line| format!("    {}\n", line.replace('\t', "<tab>"))).collect();
        let question = slip.question.as_deref().map(|key| format!(" {key}")).unwrap_or_default();
        write!(text, "{} ({}{question})\n{typed}{}\n", slip.slip, slip.packet, slip.answer(&desk)).unwrap();
    }
    text
}

#[test]
fn a_slip_is_answered_with_what_was_meant() {
    for system in SYSTEMS {
        insta::assert_snapshot!(system.id, answers(system));
    }
}

#[test]
fn there_are_enough_slips_and_none_stands_twice() {
    let mut count = 0;
    for system in SYSTEMS {
        let mut seen = BTreeMap::new();
        for slip in table(system).slips {
            count += 1;
            assert!(!slip.meant.is_empty(), "{}: what was meant?", slip.slip);
            let typed = (slip.packet.clone(), slip.question.clone(), slip.typed.clone());
            let other = seen.insert(typed, slip.slip.clone());
            assert!(other.is_none(), "{}: {} has it too", slip.slip, other.unwrap_or_default());
        }
    }
    assert!(count >= SLIPS, "{count} slips");
}

/// A word of the command line that is misspelt: the nearest one is named.
#[test]
fn a_misspelt_word_of_the_command_line_names_the_nearest() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    for (args, meant) in [
        (&["report", "m", "--side", "alies"][..], "did you mean allies?"),
        (&["view", "m", "--side", "AXIS"], "did you mean axis?"),
        (&["check", "m/forms/001-axis.yaml", "-p", "m", "--side", "axsi"], "did you mean axis?"),
        (&["commit", "m", "alies", "00"], "did you mean allies?"),
        (&["report", "m", "--side", "italy"], "the sides are axis, allies,"),
        (&["chek", "m/forms/001-axis.yaml"], "'check'"),
        (&["clock", "m", "hollyday"], "'holiday'"),
        (&["form", "m", "--sied", "axis"], "'--side'"),
    ] {
        let ran = desk.run(args);
        assert!(ran.code == 2 && ran.err.contains(meant), "{args:?}: {} {}", ran.code, ran.err);
    }
    // A side of another game is no defect of the program.
    for command in ["report", "view", "form"] {
        let ran = desk.expect(2, &[command, "m", "--side", "soviet"]);
        assert!(ran.err.contains("does not play in this match"), "{command}: {}", ran.err);
        assert!(ran.err.contains("--side axis or --side allies"), "{command}: {}", ran.err);
    }
}
