//! `sealord explain`: what would have changed a result, by how many points.

use std::collections::BTreeSet;
use std::path::Path;

use sealord::report::{Templates, nearest};
use sealord::rules::two_sided::party::ALLIES;
use serde_json::{Value, json};

use super::support::{Desk, WAR_AT_SEA};

/// Matches of every game whose lines say how dice fell, with the parties whose views are looked at.
const EXAMPLES: [(&str, &[&str]); 5] = [
    ("raider-warfare", &["axis", "allies"]),
    ("struggle-for-the-middle-sea", &["axis"]),
    ("midway", &["axis", "allies"]),
    ("two-oceans", &["germany", "us"]),
    ("midway-to-guadalcanal", &["axis", "western"]),
];

/// The lines of an example's story, as a party has them explained.
fn told(example: &str, party: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(example).join("match");
    let explained = Desk::new().json(0, &["explain", folder.to_str().unwrap(), "--side", party]);
    explained["told"].as_array().unwrap().clone()
}

/// A line with what would have changed it, as it is printed.
fn printed(line: &Value) -> String {
    let words = |of: &Value, name: &str| of[name].as_str().unwrap().to_owned();
    let near = &line["nearest"];
    format!(
        "{} [{}]\n  {} [{}]",
        words(line, "sentence"),
        words(line, "rule"),
        words(near, "sentence"),
        words(near, "rule")
    )
}

/// The first line of each kind and other result of an example.
fn golden(example: &str, party: &str) -> String {
    let mut known = BTreeSet::new();
    let mut lines: Vec<String> = Vec::new();
    for line in told(example, party).iter().filter(|line| line.get("nearest").is_some()) {
        if known.insert((line["rule"].to_string(), line["nearest"]["other"].to_string())) {
            lines.push(printed(line));
        }
    }
    lines.join("\n")
}

#[test]
fn what_would_have_changed_it_is_said_of_lines_with_dice() {
    for (example, party) in
        [("raider-warfare", "axis"), ("two-oceans", "germany"), ("midway-to-guadalcanal", "axis")]
    {
        insta::assert_snapshot!(example, golden(example, party));
    }
}

/// A packet in whose story these lines stand, and nothing else.
fn packet_with(desk: &Desk, lines: Value) {
    desk.begin("m", &["--scenario", "mediterranean-1941"]);
    let mut packet = serde_json::to_value(desk.packet("m", ALLIES)).unwrap();
    packet["view"]["story"] = json!([{ "title": "Turn 1", "zone": null, "lines": lines }]);
    desk.write("packet.json", packet.to_string());
}

#[test]
fn in_the_war_at_sea_aircraft_and_convoys_are_near_misses() {
    let desk = Desk::of(&WAR_AT_SEA);
    packet_with(
        &desk,
        json!([
            { "rule": "WSC-8.4-4", "kind": "survival", "unit": "Seafire", "die": 1 },
            { "rule": "WSC-11.13-5", "kind": "intercepted", "place": "the Sicilian Narrows", "owner": "allies",
              "hunter": "axis", "guard": 9, "chase": 9 },
        ]),
    );
    insta::assert_snapshot!("war-at-sea", desk.ok(&["explain", "packet.json"]));
}

/// A number of a result's numbers.
fn number(near: &Value, name: &str) -> i64 {
    near[name].as_i64().unwrap_or_else(|| panic!("{name} of {near}"))
}

/// What rolled what was needed, by as many points as is said.
fn is_counted_right(near: &Value) {
    let (rolled, needed, by) = (number(near, "rolled"), number(near, "needed"), number(near, "by"));
    let made = if near["reach"] == "at-least" { rolled >= needed } else { rolled <= needed };
    assert_eq!(near["made"], made, "{near}");
    assert_eq!(by, (rolled - needed).abs() + i64::from(made), "{near}");
}

/// Whether a sentence says that what was needed was rolled; nothing for lines of which the sentence alone
/// does not show it.
fn is_made_by(line: &Value) -> Option<bool> {
    let (rule, sentence) = (line["rule"].as_str().unwrap(), line["sentence"].as_str().unwrap());
    let damage = || {
        let (_, rest) = sentence.rsplit_once("= ").or_else(|| sentence.rsplit_once("damage "))?;
        let (damage, survivability) = rest.trim_end_matches('.').split_once(" against ")?;
        Some(damage.parse::<u8>().unwrap() >= survivability.parse::<u8>().unwrap())
    };
    match (rule, line["nearest"]["other"].as_str().unwrap()) {
        ("SOT-5.5.4.8-2" | "SOT-5.5.4.9-2", _) => Some(sentence.contains("the convoy is sunk")),
        (_, "sunk" | "damaged") => damage(),
        ("AW-7.45", "one-hit-more") if sentence.contains("no hit") => Some(false),
        ("AW-7.45", "one-hit-fewer") => Some(!sentence.contains("no hit")),
        ("AW-6.2", _) => Some(sentence.contains("gets there")),
        ("AW-18.22", _) => Some(sentence.contains("it may move")),
        _ => None,
    }
}

#[test]
fn in_whole_matches_what_was_needed_was_rolled_where_the_line_says_so() {
    for (example, parties) in EXAMPLES {
        for party in parties {
            let (mut near, mut compared) = (0, 0);
            for line in told(example, party).iter().filter(|line| line.get("nearest").is_some()) {
                is_counted_right(&line["nearest"]);
                near += 1;
                if let Some(made) = is_made_by(line) {
                    assert_eq!(line["nearest"]["made"], made, "{}", printed(line));
                    compared += 1;
                }
            }
            println!("{example}, {party}: {near} lines, {compared} compared with their sentences");
            assert!(near >= 5, "{example}, {party}: only {near} lines");
        }
    }
}

/// The ships of a chapter that a later line calls sunk are those whose damage was enough.
#[test]
fn a_ship_sinks_where_its_damage_was_what_was_needed() {
    let lines = told("struggle-for-the-middle-sea", "axis");
    let mut compared = 0;
    for (at, line) in lines.iter().enumerate() {
        let near = &line["nearest"];
        if near["rule"] != "SOT-5.5.2-3" || near["reach"] != "at-least" {
            continue;
        }
        let sentence = line["sentence"].as_str().unwrap();
        // A passage of mines is one line with what came of it.
        let Some((_, attack)) = sentence.split_once(" on ") else { continue };
        let target = attack.split(" by ").next().unwrap();
        let later = lines[at + 1..].iter().map(|it| it["sentence"].as_str().unwrap());
        let fate = later.into_iter().find(|it| it.starts_with(target)).unwrap();
        assert_eq!(near["made"], fate.starts_with(&format!("{target} is sunk")), "{sentence} {fate}");
        compared += 1;
    }
    assert!(compared >= 5, "only {compared} ships");
}

/// A club whose words lack a result is told of the file, as for any other template.
#[test]
fn a_club_words_it_in_a_file_of_its_own() {
    let desk = Desk::of(&WAR_AT_SEA);
    packet_with(&desk, json!([{ "rule": "WSC-8.4-4", "kind": "survival", "unit": "Seafire", "die": 1 }]));
    std::fs::create_dir_all(desk.path("club/war-at-sea")).unwrap();
    desk.write("club/war-at-sea/nearest.txt", "{% macro nearest(it) %}Ach, {{ it.other }}!{% endmacro %}");
    let text = desk.ok(&["--templates", "club", "explain", "packet.json"]);
    assert!(text.contains("\n    Ach, saved!\n"), "{text}");
    assert!(nearest(&Templates::builtin(), "war-at-sea", &[]).unwrap().is_empty());
}
