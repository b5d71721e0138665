//! Matches of `sealord practice` in a real browser: in each game a page by keys alone and one by touch alone on a
//! phone, then by pointer, and to the end.

use std::process::Command;

use serde_json::{Value, json};

use super::SCRIPTS;
use crate::cli::practice::Practice;
use crate::cli::support::Desk;
use crate::skip::skip_without;

/// A scenario of each game, the side that is played, and on how many pages the pointer chooses before defaults
/// stand to the end: always, at Midway.
const GAMES: [(&str, &str, &str, u32); 4] = [
    ("admirals-war", "midway", "allies", MOST),
    ("seas-of-thunder", "raider-warfare", "axis", 3),
    ("war-at-sea", "pacific-1942", "usn", 2),
    ("schiffskrieg", "40", "axis", 2),
];

/// No match of these sends orders so often.
const MOST: u32 = 60;

#[test]
fn practice_is_played_by_keys_touch_and_pointer_to_its_end() {
    let scripts = match &*SCRIPTS {
        Ok(scripts) => scripts,
        Err(missing) => return skip_without(missing),
    };
    let desk = Desk::new();
    let practised: Vec<Practice> = GAMES
        .iter()
        .map(|(system, scenario, side, _)| {
            let args = [system, scenario, "--as", side, "--seed", "4", "--match", system];
            Practice::begin(&desk, &args)
        })
        .collect();
    let jobs = practised.iter().zip(GAMES).flat_map(|(it, (.., chosen))| {
        let job = |way, most, chosen| json!({ "address": it.address(), "way": way, "most": most, "chosen": chosen });
        [job("keys", 1, 1), job("touch", 1, 1), job("mouse", MOST, chosen)]
    });
    let jobs = desk.write("jobs.json", json!(jobs.collect::<Vec<Value>>()).to_string());
    let mut node = Command::new("node");
    let ran = node.arg(scripts.join("practice.mjs")).arg(jobs).current_dir(desk.path("")).output().unwrap();
    let [out, err] = [&ran.stdout, &ran.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    assert!(ran.status.success(), "{out}{err}");
    let did: Vec<Value> = serde_json::from_str(&out).unwrap();
    println!("{out}");
    for (did, (system, ..)) in did.chunks(3).zip(GAMES) {
        let [keys, touch, pointer] = did else { panic!("three jobs for each game") };
        assert!(keys["hints"].as_u64() >= Some(1), "{system}: no hints");
        for (way, did) in [("keys", keys), ("touch", touch)] {
            let chosen = ["chart", "list"].iter().filter_map(|it| did[it].as_u64()).sum::<u64>();
            assert!(did["sent"] == 1 && chosen > 0, "{system} by {way}: {did}");
        }
        assert_eq!(pointer["over"], true, "{system}: {pointer}");
        let verdict = pointer["verdict"].as_str().unwrap();
        assert!(verdict.contains("every result checks out"), "{system}: {verdict}");
    }
}
