//! Replays in a real browser: every way from moment to moment, what each shows, and every die recomputed from
//! what the page says of it; the page without script, on a phone and on a desk, light and dark.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::look;
use crate::cli::support::Desk;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).join("match")
}

/// The labels of all rolls that a journal records.
fn labels(dir: &Path) -> BTreeSet<String> {
    let journal = std::fs::read_to_string(dir.join("journal.jsonl")).unwrap();
    let labels = journal.split("\"label\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    labels.map(str::to_owned).collect()
}

#[test]
fn every_moment_shows_its_chart_its_cards_its_score_and_its_dice() {
    let desk = Desk::new();
    desk.ok(&["play", "war-at-sea", "pacific-1942", "--out", "pacific", "--seed", "3"]);
    let mut matches = ["midway", "midway-to-guadalcanal", "raider-warfare"].map(example).to_vec();
    matches.push(desk.path("pacific"));
    let mut jobs = Vec::new();
    for (nth, dir) in matches.iter().enumerate() {
        let page = format!("{nth}.html");
        desk.ok(&["replay", dir.to_str().unwrap(), "-o", &page]);
        jobs.push(json!({ "look": "replay", "page": page }));
    }
    let Some(did) = look(&desk, &jobs) else { return };
    for (dir, did) in matches.iter().zip(did) {
        let shown: BTreeSet<String> = serde_json::from_value(did["labels"].clone()).unwrap();
        assert_eq!(shown, labels(dir), "{}", dir.display());
        let number = |what: &str| did[what].as_u64().unwrap();
        assert!(number("moments") > 3 && number("pictures") > 3, "{}: {}", dir.display(), summary(&did));
        assert!(number("cards") > 0, "{}: {}", dir.display(), summary(&did));
        println!("{}: {}", dir.display(), summary(&did));
    }
}

fn summary(did: &Value) -> String {
    let said = ["moments", "pictures", "cards", "rolls"].map(|what| format!("{} {what}", did[what]));
    said.join(", ")
}
