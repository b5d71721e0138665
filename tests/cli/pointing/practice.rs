//! Matches of `sealord practice` in a real browser, by pointer alone: Midway to its end, the first turns of the
//! other games.

use std::process::Command;

use serde_json::{Value, json};

use super::SCRIPTS;
use crate::cli::practice::Practice;
use crate::cli::support::Desk;
use crate::skip::skip_without;

#[test]
fn practice_is_played_by_pointer_from_its_first_page_on() {
    let scripts = match &*SCRIPTS {
        Ok(scripts) => scripts,
        Err(missing) => return skip_without(missing),
    };
    let games = [
        ("admirals-war", "midway", "allies", 60),
        ("seas-of-thunder", "raider-warfare", "axis", 3),
        ("war-at-sea", "pacific-1942", "usn", 2),
        ("schiffskrieg", "40", "axis", 2),
    ];
    let desk = Desk::new();
    let practised: Vec<Practice> = games
        .iter()
        .map(|(system, scenario, side, _)| {
            let args = [system, scenario, "--as", side, "--seed", "4", "--match", system];
            Practice::begin(&desk, &args)
        })
        .collect();
    let jobs: Vec<Value> = practised
        .iter()
        .zip(games)
        .map(|(it, (.., most))| json!({ "address": it.address(), "most": most }))
        .collect();
    let jobs = desk.write("jobs.json", json!(jobs).to_string());
    let mut node = Command::new("node");
    let ran = node.arg(scripts.join("practice.mjs")).arg(jobs).current_dir(desk.path("")).output().unwrap();
    let [out, err] = [&ran.stdout, &ran.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    assert!(ran.status.success(), "{out}{err}");
    let did: Vec<Value> = serde_json::from_str(&out).unwrap();
    println!("{out}");
    for (did, (system, .., most)) in did.iter().zip(games) {
        assert!(did["hints"].as_u64() >= Some(1), "{system}: no hints");
        let is_done = if system == "admirals-war" { did["over"] == true } else { did["sent"] == most };
        assert!(is_done, "{system}: {did}");
    }
    assert!(did[0]["verdict"].as_str().unwrap().contains("every result checks out"), "{}", did[0]);
}
