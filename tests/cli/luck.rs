//! How the dice of a match fell: that each die of a combat is counted once, and for whom the table is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sealord::dice::Seed;
use sealord::entry::Entry;
use sealord::fallen::{FallenDice, fallen};
use sealord::fortune::Kind;
use sealord::journal::verify;
use sealord::matches::Settings;
use sealord::rules::{games, systems};
use serde_json::Value;

use super::support::{ADMIRALS_WAR, Desk, SEAS_OF_THUNDER, WAR_AT_SEA, copy, finished_of};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).join("match")
}

fn entries(dir: &Path) -> Vec<Entry> {
    verify(&std::fs::read(dir.join("journal.jsonl")).unwrap(), None).unwrap()
}

fn dice_of(entries: &[Entry]) -> FallenDice {
    let settings = Settings::of(entries).unwrap();
    let rules = settings.lay_out(systems(), &games()).unwrap();
    fallen(entries, rules, settings.practice_seed.map(Seed::practice)).unwrap()
}

/// Calls `see` with every roll (`roll`) and event (`event`) of an entry.
fn notes(told: &Value, see: &mut dyn FnMut(&str, &Value)) {
    match told {
        Value::Array(items) => items.iter().for_each(|item| notes(item, see)),
        Value::Object(fields) => {
            for (name, field) in fields {
                if name == "notes" {
                    for note in field.as_array().unwrap() {
                        note.as_object().unwrap().iter().for_each(|(kind, what)| see(kind, what));
                    }
                }
                notes(field, see);
            }
        }
        _ => {}
    }
}

/// Whether dice with a label are good or bad for a side, rather than deciding between two.
fn counts(system: &str, label: &str) -> bool {
    let last = label.rsplit('/').next().unwrap();
    let parts = ["convoy", "shipping", "asw", "sight"].map(|part| label.contains(&format!("/{part}/")));
    match system {
        "seas-of-thunder" => ["hit", "aa", "damage", "repair"].contains(&last) || parts[0],
        "admirals-war" => {
            ["hit", "damage", "speed", "aim"].contains(&last) || parts[1] || parts[2] || parts[3]
        }
        "war-at-sea" => counts_in_battle(label),
        "schiffskrieg" => ["attack", "damage", "table"].contains(&last) || label.contains("/speed/"),
        _ => false,
    }
}

/// Whether dice of War at Sea count: in a turn of a battle all do but these; outside of battles those of slow
/// ships.
fn counts_in_battle(label: &str) -> bool {
    const LEFT_OUT: [&str; 11] = [
        "dice",
        "recover",
        "survival",
        "drift",
        "draw-the-cap",
        "jammed-mount",
        "press-the-attack",
        "determined-attack",
        "replenish-aircraft",
        "sweep-mines",
        "uncertain-arrival",
    ];
    let parts: Vec<&str> = label.split('/').collect();
    let turn = parts.iter().position(|part| part.starts_with("turn-"));
    match turn.and_then(|turn| parts.get(turn + 3)) {
        Some(what) => !LEFT_OUT.contains(what),
        None => parts.last() == Some(&"slow"),
    }
}

/// The dice of each entry that count, by its number. What an undo took back counts for nothing.
fn rolled(dir: &Path, system: &str) -> BTreeMap<u64, usize> {
    let journal = std::fs::read_to_string(dir.join("journal.jsonl")).unwrap();
    let mut rolled = BTreeMap::new();
    let mut exchanges: BTreeMap<u64, u64> = BTreeMap::new();
    for line in journal.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let number = entry["header"]["number"].as_u64().unwrap();
        exchanges.extend(entry["header"]["exchange"].as_u64().map(|exchange| (number, exchange)));
        if let Some(back_to) = entry["body"]["back_to"].as_u64() {
            rolled.retain(|number, _| exchanges.get(number).is_none_or(|exchange| *exchange < back_to));
        }
        notes(&entry["body"], &mut |kind, what| {
            if kind == "roll" && counts(system, what["label"].as_str().unwrap()) {
                let faces = what["faces"].as_array().unwrap().len();
                *rolled.entry(number).or_default() += faces;
            }
        });
    }
    rolled
}

#[track_caller]
fn each_die_is_counted_once(dir: &Path) {
    let entries = entries(dir);
    let system = Settings::of(&entries).unwrap().system;
    let found = dice_of(&entries);
    let mut counted: BTreeMap<u64, usize> = BTreeMap::new();
    for event in &found.events {
        let dice: u32 = event.fallen.fortunes.iter().map(|it| it.dice).sum();
        *counted.entry(event.entry).or_default() += dice as usize;
        assert!(!event.fallen.event.is_empty() && !event.fallen.at.is_empty(), "{event:?}");
        for fortune in &event.fallen.fortunes {
            assert!(fortune.dice > 0 && fortune.got <= fortune.dice && fortune.of_six <= 6, "{event:?}");
        }
    }
    let rolled = rolled(dir, &system);
    assert!(!rolled.is_empty(), "{}", dir.display());
    let strange = rolled.keys().find(|entry| rolled.get(entry) != counted.get(entry));
    let labels = strange.map_or_else(Vec::new, |entry| labels(dir, &system, *entry));
    assert_eq!(counted, rolled, "{}: {strange:?} rolled {labels:?}", dir.display());
}

/// The labels of an entry's rolls that count.
fn labels(dir: &Path, system: &str, number: u64) -> Vec<String> {
    let journal = std::fs::read_to_string(dir.join("journal.jsonl")).unwrap();
    let line = journal.lines().nth(number as usize - 1).unwrap();
    let entry: Value = serde_json::from_str(line).unwrap();
    let mut labels = Vec::new();
    notes(&entry["body"], &mut |kind, what| {
        let label = what["label"].as_str().unwrap_or_default();
        if kind == "roll" && counts(system, label) {
            labels.push(format!("{label} {}", what["faces"]));
        }
    });
    labels
}

/// A match of War at Sea that officers played to its end, with an undo and a ruling on the way, in one of two
/// scenarios.
fn war(scenario: usize) -> &'static Desk {
    static WARS: [OnceLock<Desk>; 2] = [const { OnceLock::new() }; 2];
    WARS[scenario].get_or_init(|| {
        let desk = Desk::of(&WAR_AT_SEA);
        let scenario = ["pacific-1942", "atlantic-1942"][scenario];
        desk.begin_seeded("m", "5", &["--missing", "staff", "--scenario", scenario]);
        (0..7).for_each(|_| drop(desk.ok(&["resolve", "m", "--close"])));
        let last = desk.status("m")["exchange"].as_u64().unwrap();
        desk.ok(&["undo", "m", "--to", &(last - 3).to_string(), "--reason", "a misread port"]);
        desk.ok(&["resolve", "m", "--close"]);
        let side = if scenario.starts_with("pacific") { "usn" } else { "allies" };
        desk.ok(&["rule", "m", "--reason", "made good", "points", side, "2"]);
        while desk.status("m")["over"] == false {
            desk.ok(&["resolve", "m", "--close"]);
        }
        desk
    })
}

#[test]
fn each_die_of_a_war_at_sea_is_counted_once() {
    (0..2).for_each(|scenario| each_die_is_counted_once(&war(scenario).path("m")));
}

#[test]
fn each_die_of_a_combat_is_counted_once() {
    for name in [
        "raider-warfare",
        "midway",
        "struggle-for-the-middle-sea",
        "two-oceans",
        "midway-to-guadalcanal",
        "norway-1940",
        "gilberts",
        "three-flags",
    ] {
        each_die_is_counted_once(&example(name));
    }
    for system in [&SEAS_OF_THUNDER, &ADMIRALS_WAR] {
        each_die_is_counted_once(&finished_of(system).path("m"));
    }
}

/// What the rules counted as hits is what the table has as good dice; in gunfire a 2 without another is good
/// and no hit.
#[test]
fn good_dice_are_the_hits_of_the_rules() {
    for name in ["midway", "two-oceans", "midway-to-guadalcanal", "raider-warfare"] {
        let found = dice_of(&entries(&example(name)));
        let got = |word: &str| -> u64 {
            let events = found.events.iter().filter(|it| it.fallen.event == word);
            let hits = events.flat_map(|it| &it.fallen.fortunes).filter(|it| it.kind == Kind::Hit);
            hits.map(|it| u64::from(it.got)).sum()
        };
        let journal = std::fs::read_to_string(example(name).join("journal.jsonl")).unwrap();
        let (mut fired, mut void, mut attacked) = (0, 0, 0);
        for line in journal.lines() {
            let entry: Value = serde_json::from_str(line).unwrap();
            notes(&entry["body"], &mut |kind, what| {
                let hits = || what["hits"].as_u64().unwrap();
                match (kind, what["event"].as_str()) {
                    ("event", Some("fired")) => {
                        fired += hits();
                        void += what["void"].as_u64().unwrap_or(0);
                    }
                    ("event", Some("attacked")) if what["segment"] != "line" => attacked += hits(),
                    ("event", Some("attacked")) => {
                        let dice = what["dice"].as_array().unwrap().iter();
                        attacked += dice.filter(|die| die.as_u64().unwrap() <= 2).count() as u64;
                    }
                    _ => {}
                }
            });
        }
        assert!(fired + attacked > 0, "{name}");
        assert_eq!(got("attacked"), attacked, "{name}");
        // Of what a screen made void in Schiffskrieg not all were hits.
        assert!((fired..=fired + void).contains(&got("fired")), "{name}: {} of {fired}", got("fired"));
    }
}

#[test]
fn the_table_is_of_a_match_that_is_over_or_for_its_umpire() {
    let desk = finished_of(&ADMIRALS_WAR);
    let told = desk.ok(&["luck", "m"]);
    for part in ["how the dice fell", "expected", "Axis", "hit", "damage", "The largest swings", "[AW-7.45]"]
    {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    let json = desk.json(0, &["luck", "m"]);
    assert_eq!(json["over"], true);
    let rows = json["luck"].as_array().unwrap();
    for row in rows {
        let chance = row["so_few"].as_f64().unwrap() + row["so_many"].as_f64().unwrap();
        assert!(chance >= 1.0 - 1e-9, "{row}");
    }
    let swings = json["swings"].as_array().unwrap();
    assert_eq!(swings.len(), 5);
    let size = |swing: &Value| swing["beyond"].as_f64().unwrap().abs();
    assert!(swings.windows(2).all(|pair| size(&pair[0]) >= size(&pair[1])), "{swings:?}");

    // Under way: with the seed beside it, it is the umpire's; without, anybody's.
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.ok(&["luck", "m"]);
    copy(&desk.path("m"), &desk.path("n"));
    std::fs::remove_dir_all(desk.path("n/secret")).unwrap();
    let refused = desk.expect(1, &["luck", "n"]);
    assert!(
        refused.err.contains("under way") && refused.err.contains("umpire's own folder"),
        "{}",
        refused.err
    );
}

/// Looking at the dice writes nothing.
#[test]
fn looking_changes_nothing() {
    for desk in [finished_of(&SEAS_OF_THUNDER), war(0)] {
        let before = super::support::hashes(&desk.path("m"));
        desk.ok(&["luck", "m"]);
        assert_eq!(super::support::hashes(&desk.path("m")), before);
    }
}

/// Battles of War at Sea are fought again for it, with the seed of the umpire or the one that the end
/// discloses.
#[test]
fn a_war_at_sea_has_the_same_table_for_everybody() {
    let desk = war(0);
    let table = desk.ok(&["luck", "m"]);
    for part in ["hit", "anti-air", "The largest swings", "fought"] {
        assert!(table.contains(part), "{part}:\n{table}");
    }
    desk.ok(&["prove", "m", "--out", "luck.zip"]);
    assert_eq!(desk.ok(&["luck", "luck.zip"]), table);
    copy(&desk.path("m"), &desk.path("copied"));
    std::fs::remove_dir_all(desk.path("copied/secret")).unwrap();
    assert_eq!(desk.ok(&["luck", "copied"]), table);

    // Without a seed no battle can be fought again.
    let entries = entries(&example("gilberts"));
    let settings = Settings::of(&entries).unwrap();
    let dice = |seed| fallen(&entries, settings.lay_out(systems(), &games()).unwrap(), seed);
    let refused = dice(None).unwrap_err().to_string();
    assert!(refused.contains("under way"), "{refused}");
    // Another seed gives another battle.
    let refused = dice(Some(Seed::practice(1))).unwrap_err().to_string();
    assert!(refused.contains("recorded"), "{refused}");
}
