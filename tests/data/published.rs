//! Published facts: each is broken by data that say otherwise, and by no other.

use std::fs;

use crate::data::facts;

/// The rules that data corrected by a table or replaced by a file break.
fn broken(name: &str, text: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("seas-of-thunder");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(name), text).unwrap();
    let games = sealord::rules::games_in(dir.path()).unwrap();
    facts(&games).into_iter().filter(|fact| !fact.broken.is_empty()).map(|fact| fact.rule).collect()
}

/// A built-in file with one text in place of another.
fn changed(name: &str, from: &str, to: &str) -> String {
    let path = format!("{}/games/seas-of-thunder/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{name}: {from}");
    text.replacen(from, to, 1)
}

#[test]
fn tables_break_what_they_contradict() {
    for (name, text, rules) in [
        ("units.csv", "id,range\njp-ca-kinu,4\n", &["SOT-14-32"][..]),
        ("units.csv", "id,line\nus-ca-macon,5-5-4\n", &["SOT-14-31"]),
        ("units.csv", "id,gunnery\nuk-bb-warspite,8\n", &[]),
        ("zones.csv", "number,name\n50,Bay of Panama\n", &["SOT-5.3-20"]),
        ("zones.csv", "number,name\n29,Baltic Sea\n", &["SOT-5.3-21"]),
        ("zones.csv", "number,late_blue_axis\n95,3\n", &["SOT-15-3"]),
        ("zones.csv", "number,early_blue_axis\n41,5\n", &["SOT-15-1", "SOT-15-2"]),
        ("ports.csv", "id,S3_capacity\nleningrad,8\n", &["SOT-2.0-11"]),
        ("ports.csv", "id,S2_lba\ntianjin,Italy\n", &[]),
        ("ports.csv", "id,zones\nmassawa,74\n", &["SOT-2.0-12"]),
        ("convoys.csv", "id,first_turn\nallied-38,7\n", &["SOT-13.S1-22"]),
        ("convoys.csv", "id,areas\naxis-01,none\n", &["SOT-13.S1-22"]),
    ] {
        assert_eq!(broken(name, text), rules, "{text}");
    }
}

#[test]
fn whole_files_break_what_they_contradict() {
    for (name, from, to, rules) in [
        (
            "scenarios.yaml",
            "minefields: {danish: 2, gibraltar: 1}",
            "minefields: {danish: 1, gibraltar: 1}",
            "SOT-13.S1-20",
        ),
        (
            "zones.yaml",
            "zones: [34, 73], kind: restricted, open_to: allied",
            "zones: [34, 73], kind: restricted, open_to: axis",
            "SOT-5.3-22",
        ),
        ("scenarios.yaml", "removed_stripes: [red]", "removed_stripes: []", "SOT-13.S2-30"),
        ("scenarios.yaml", "minimum: 3", "minimum: 2", "SOT-13.S1-21"),
        ("scenarios.yaml", "last_turn: 14", "last_turn: 13", "SOT-4.0-11"),
    ] {
        assert_eq!(broken(name, &changed(name, from, to)), [rules], "{to}");
    }
}

#[test]
fn the_first_chilean_ship_enters_when_the_rulebook_says() {
    let raw = crate::data::rows("units", "units");
    let ids = raw.iter().filter(|it| it["nation"] == "Chile").map(|it| it["id"].as_str().unwrap());
    let rows: String = ids.map(|id| format!("{id},19\n")).collect();
    assert_eq!(broken("units.csv", &format!("id,turn_of_entry\n{rows}")), ["SOT-12.0-9"]);
}

#[test]
fn a_ledger_of_ones_own_changes_nothing_that_is_printed() {
    assert_eq!(broken("rules.yaml", "[]\n"), [""; 0]);
    assert!(facts(&sealord::rules::games()).iter().all(|fact| fact.broken.is_empty()));
}
