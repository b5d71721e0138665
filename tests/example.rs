//! Plays the example matches again from their orders and compares every file with the committed ones.
//!
//! Salts, times and seed are known to `play.sh` alone; nothing here repeats them.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sealord::dice::Seed;
use sealord::draft::{DoctrineBody, DoctrineEntry, DoctrineRule, OrdersDraft, Word, parse};
use serde_json::Value;

const SEALORD: &str = env!("CARGO_BIN_EXE_sealord");

const EXAMPLES: [&str; 8] = [
    "raider-warfare",
    "midway",
    "struggle-for-the-middle-sea",
    "two-oceans",
    "midway-to-guadalcanal",
    "norway-1940",
    "gilberts",
    "three-flags",
];

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

fn succeeded(output: &Output) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{told}", output.status);
}

/// The files of a match folder by their names, without what an open match leaves behind.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for folder in ["", "sealed", "reports"] {
        for entry in std::fs::read_dir(root.join(folder)).expect(folder) {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
                found.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

#[test]
fn every_example_comes_out_byte_for_byte() {
    for name in EXAMPLES {
        let scratch = tempfile::tempdir().unwrap();
        let again = scratch.path().join("match");
        let mut play = Command::new("sh");
        play.arg(example(name).join("play.sh"))
            .arg(&again)
            .env("SEALORD", SEALORD)
            .env_remove("SEALORD_GAMES");
        succeeded(&play.output().unwrap());

        let (committed, made) = (files(&example(name).join("match")), files(&again));
        let names = |of: &BTreeMap<String, Vec<u8>>| of.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(names(&committed), names(&made), "{name}: other files; play.sh makes them again");
        let other: Vec<&String> = committed.keys().filter(|file| committed[*file] != made[*file]).collect();
        assert!(other.is_empty(), "{name}: play.sh makes these anew, if the change is meant: {other:?}");
    }
}

/// The dice too: the seed of a match that goes on is laid beside its journal, as the umpire has it.
#[test]
fn every_example_passes_its_audit() {
    for name in EXAMPLES {
        let scratch = tempfile::tempdir().unwrap();
        let copy = scratch.path().join("match");
        std::fs::create_dir_all(copy.join("secret")).unwrap();
        for file in ["journal.jsonl", "head.json"] {
            std::fs::copy(example(name).join("match").join(file), copy.join(file)).unwrap();
        }
        let journal = std::fs::read_to_string(copy.join("journal.jsonl")).unwrap();
        let first: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
        if let Some(number) = first["body"]["practice_seed"].as_u64() {
            std::fs::write(copy.join("secret/seed"), format!("{}\n", Seed::practice(number).to_hex()))
                .unwrap();
        }
        let audited = Command::new(SEALORD).arg("audit").arg(&copy).output().unwrap();
        succeeded(&audited);
        let told = String::from_utf8_lossy(&audited.stdout);
        assert!(!told.contains("not disclosed"), "{name}: {told}");
    }
}

/// Both players of Midway say in their first orders all that their last doctrines say: the turn is over in
/// three exchanges.
#[test]
fn with_doctrine_a_turn_of_admirals_war_takes_three_exchanges() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let orders = example("midway").join("orders");
    let text = |name: &str| std::fs::read_to_string(orders.join(name)).unwrap();
    let doctrine = |name: &str| text(name).split_once("\ndoctrine:\n").expect("a doctrine").1.to_owned();
    let begun = |name: &str| text(name).split_once("\ndoctrine:\n").expect("a doctrine").0.to_owned();
    let full = |first: &str, last: &str| format!("{}\ndoctrine:\n{}", begun(first), doctrine(last));
    let sent = [
        ("axis", full("001-axis.yaml", "006-axis.yaml")),
        ("allies", full("002-allies.yaml", "005-allies.yaml")),
        ("allies", text("003-allies.yaml")),
    ];
    let sealord = |arguments: &[&str]| {
        let output =
            Command::new(SEALORD).args(arguments).current_dir(folder).env_remove("SEALORD_GAMES").output();
        let output = output.unwrap();
        succeeded(&output);
        String::from_utf8(output.stdout).unwrap()
    };
    std::fs::create_dir_all(folder.join("m/secret")).unwrap();
    let journal = std::fs::read_to_string(example("midway").join("match/journal.jsonl")).unwrap();
    std::fs::write(folder.join("m/journal.jsonl"), format!("{}\n", journal.lines().next().unwrap())).unwrap();
    std::fs::write(folder.join("m/secret/seed"), format!("{}\n", Seed::practice(1942).to_hex())).unwrap();
    sealord(&["resolve", "m"]);
    for (party, orders) in sent {
        assert!(!sealord(&["status", "m"]).contains("is over"));
        std::fs::write(folder.join("orders.yaml"), orders).unwrap();
        sealord(&["receive", "m", "orders.yaml", "--side", party, "--salt", &"5a".repeat(32)]);
        sealord(&["resolve", "m"]);
    }
    assert!(sealord(&["status", "m"]).contains("is over"), "{}", sealord(&["status", "m"]));
    sealord(&["audit", "m"]);
}

/// `new.args` says how the match was begun; only what became of the seed was not written of matches that are
/// over.
#[test]
fn every_example_began_as_its_arguments_say() {
    for name in EXAMPLES {
        let scratch = tempfile::tempdir().unwrap();
        let args = std::fs::read_to_string(example(name).join("new.args")).unwrap();
        let mut new = Command::new(SEALORD);
        new.args(["new", "m"]).args(args.split_whitespace()).current_dir(scratch.path());
        succeeded(&new.env_remove("SEALORD_GAMES").output().unwrap());
        let body = |path: &Path| {
            let journal = std::fs::read_to_string(path.join("journal.jsonl")).unwrap();
            let entry: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
            entry["body"].as_object().unwrap().clone()
        };
        let (mut made, mut began) = (body(&scratch.path().join("m")), body(&example(name).join("match")));
        let seed = made.remove("practice_seed");
        assert!(seed.is_some() && began.remove("practice_seed").is_none_or(|of| Some(of) == seed), "{name}");
        // A naval war takes the par of the day; these began before any was measured.
        let par = made.get_mut("options").and_then(|options| options.as_object_mut()?.remove("par"));
        assert_eq!(par.is_some(), name == "midway-to-guadalcanal");
        assert_eq!(made, began, "{name}");
    }
}

/// What was sent is what the doctrine files say, remarks aside.
#[test]
fn the_doctrine_files_are_those_that_were_sent() {
    let example = example("raider-warfare");
    let sent = |name: &str| read(&example.join("orders").join(name));
    for (party, orders) in [("axis", "003-axis.yaml"), ("allies", "003-allies.yaml")] {
        let file = std::fs::read_to_string(example.join(format!("doctrine/{party}.yaml"))).unwrap();
        let indented: String = file.lines().map(|line| format!("  {line}\n")).collect();
        let alone = format!("match: raider-warfare\nexchange: 1\nside: {party}\ndoctrine:\n{indented}");
        assert_eq!(rules(&sent(orders)), rules(&parse(party, alone.as_bytes()).unwrap()), "{party}");
    }
}

fn read(path: &Path) -> OrdersDraft {
    parse("orders", &std::fs::read(path).unwrap()).unwrap()
}

/// The doctrine in words, without the places in which they stand.
fn rules(draft: &OrdersDraft) -> Vec<String> {
    let words = |of: &[Word]| of.iter().map(|word| word.text.clone()).collect::<Vec<_>>().join(" ");
    let doctrine = draft.doctrine.as_ref().expect("a doctrine");
    let rule = |it: &DoctrineRule| format!("{} -> {} {:?}", words(&it.for_), words(&it.prefer), it.spread);
    let line = |it: &DoctrineEntry| match &it.body {
        DoctrineBody::Word(word) => format!("{}: {}", it.kind.text, word.text),
        DoctrineBody::Rules(of) => {
            format!("{}: {:?}", it.kind.text, of.iter().map(rule).collect::<Vec<_>>())
        }
    };
    doctrine.rules.iter().map(line).collect()
}
