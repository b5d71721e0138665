//! `sealord data`: tables out, corrections in, and what they change, down to the slips of a tired owner of
//! the printed game.

use std::path::Path;

use serde_json::{Value, json};

use super::support::Desk;

/// Every table that can be exported.
const TABLES: [(&str, &str); 6] = [
    ("seas-of-thunder", "convoys"),
    ("seas-of-thunder", "lba"),
    ("seas-of-thunder", "ports"),
    ("seas-of-thunder", "units"),
    ("seas-of-thunder", "zones"),
    ("admirals-war", "units"),
];

/// A desk with a folder of corrections for Seas of Thunder.
fn club(name: &str, bytes: impl AsRef<[u8]>) -> Desk {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("club/seas-of-thunder")).unwrap();
    desk.write(&format!("club/seas-of-thunder/{name}"), bytes);
    desk
}

/// What differs, without the built-in files.
fn differences(desk: &Desk, system: &str) -> Vec<Value> {
    let told = desk.json(0, &["data", system, "--games", "club"]);
    let differences = told["differences"].as_array().unwrap().clone();
    assert_eq!(differences.is_empty(), told["fingerprint"] == told["built_in"], "{told:#}");
    differences
}

/// A built-in file.
fn source(system: &str, name: &str) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(system);
    std::fs::read_to_string(games.join(name)).unwrap()
}

#[test]
fn every_file_of_every_system_is_listed() {
    let desk = Desk::new();
    for (system, units, tables) in [("seas-of-thunder", 1148, 5), ("admirals-war", 305, 1)] {
        let told = desk.json(0, &["data", system]);
        let files = told["files"].as_array().unwrap();
        let in_folder =
            std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(system)).unwrap();
        let in_folder =
            in_folder.filter(|it| it.as_ref().unwrap().path().extension().is_some_and(|it| it == "yaml"));
        assert_eq!(files.len(), in_folder.count());
        assert!(
            files.iter().all(|it| it["rows"] != 0 && it["holds"] != "" && it["own"].is_null()),
            "{told:#}"
        );
        let row = files.iter().find(|it| it["file"] == "units").unwrap();
        assert_eq!(row["rows"], units);
        assert!(row["marks"]["printed"].as_u64() > Some(0) && row["marks"]["derived"].as_u64() > Some(0));
        assert_eq!(files.iter().filter(|it| it["table"] == true).count(), tables);
        assert_eq!(told["fingerprint"], sealord::rules::games().fingerprint(system));
        let text = desk.ok(&["data", system]);
        assert!(text.contains(told["fingerprint"].as_str().unwrap()), "{text}");
        assert_eq!(text.lines().count(), files.len() + 1);
    }
    let refused = desk.expect(1, &["data", "seas-of-thundr"]);
    assert!(refused.err.contains("did you mean seas-of-thunder?"), "{}", refused.err);
}

#[test]
fn what_is_exported_corrects_nothing() {
    for (system, table) in TABLES {
        let desk = Desk::new();
        std::fs::create_dir_all(desk.path("club").join(system)).unwrap();
        let file = format!("club/{system}/{table}.csv");
        desk.ok(&["data", system, "--export", &file]);
        assert_eq!(differences(&desk, system), [] as [Value; 0], "{system} {table}");
        let again = desk.ok(&["data", system, "--export", "-", "--table", table, "--games", "club"]);
        assert_eq!(again.into_bytes(), desk.read(&file), "{system} {table}");
    }
}

#[test]
fn one_changed_cell_is_one_difference() {
    let desk = club("units.csv", "");
    desk.ok(&["data", "seas-of-thunder", "--export", "club/seas-of-thunder/units.csv", "--force"]);
    let text = String::from_utf8(desk.read("club/seas-of-thunder/units.csv")).unwrap();
    assert!(text.lines().all(|line| !line.is_empty()) && text.ends_with("\r\n"));
    let hood = "uk-bc-hood,Hood,,UK,,BC,9-10-3,9,,,10,3,1,";
    for (changed, own) in [
        ("uk-bc-hood,Hood,,UK,,BC,9-10-3,8,,,10,3,1,", json!(["gunnery", 9, "derived", 8])),
        ("uk-bc-hood,Hood,,UK,,BC,8-10-3,9,,,10,3,1,", json!(["gunnery", 9, "derived", 8])),
        ("uk-bc-hood,Hood,,UK,,BC,8-10-3,8,,,10,3,1,", json!(["gunnery", 9, "derived", 8])),
        ("uk-bc-hood,Hood,,UK,,BC,9-10-3,9,,,10,3,2,", json!(["turn_of_entry", 1, "historical", 2])),
        (
            "uk-bc-hood,Hood,HMS Hood,UK,,BC,9-10-3,9,,,10,3,1,",
            json!(["label", null, "historical", "HMS Hood"]),
        ),
    ] {
        assert!(text.contains(hood));
        desk.write("club/seas-of-thunder/units.csv", text.replace(hood, changed));
        let found = differences(&desk, "seas-of-thunder");
        let [it] = found.as_slice() else { panic!("{changed}: {found:#?}") };
        assert_eq!(json!([it["column"], it["shipped"], it["provenance"], it["own"]]), own);
        assert_eq!(json!([it["file"], it["id"], it["change"]]), json!(["units", "uk-bc-hood", "value"]));
    }
    let told = desk.ok(&["data", "seas-of-thunder", "--games", "club"]);
    assert!(told.contains("uk-bc-hood label: nothing (historical) -> HMS Hood\n"), "{told}");
    assert!(told.contains("1 difference in all: 1 value, 0 rows added, 0 rows removed\n"), "{told}");
}

#[test]
fn a_table_counts_as_a_file_that_says_the_same() {
    let desk = club("units.csv", "id,line,provenance_stats\nuk-bc-hood,8-10-3,printed\n");
    let by_table = desk.json(0, &["data", "seas-of-thunder", "--games", "club"]);
    desk.ok(&["new", "m", "--seed", "3", "--games", "club"]);
    let text = source("seas-of-thunder", "units.yaml");
    let (before, after) = text.split_once("- {id: uk-bc-hood,").unwrap();
    let (hood, after) = after.split_once('\n').unwrap();
    let hood = hood.replace("gunnery: 9", "gunnery: 8").replace("stats: derived", "stats: printed");
    std::fs::create_dir_all(desk.path("other/seas-of-thunder")).unwrap();
    desk.write("other/seas-of-thunder/units.yaml", format!("{before}- {{id: uk-bc-hood,{hood}\n{after}"));
    let by_file = desk.json(0, &["data", "seas-of-thunder", "--games", "other"]);
    assert_eq!(by_table["fingerprint"], by_file["fingerprint"]);
    assert_eq!(by_table["differences"], by_file["differences"]);
    // A match that was begun with the table is played on with either, and with nothing else.
    desk.ok(&["status", "m", "--games", "other"]);
    desk.ok(&["audit", "m", "--games", "club"]);
    assert_eq!(desk.run(&["status", "m"]).code, 5);
}

#[test]
fn new_counters_are_taken_if_they_are_whole() {
    let row = "id,new,name,nation,class,line,turn_of_entry\nuk-bb-vanguard,yes,Vanguard,UK,BB,9-11-3,1\n";
    let desk = club("units.csv", row);
    let found = differences(&desk, "seas-of-thunder");
    assert_eq!(
        json!([found[0]["id"], found[0]["change"], found.len()]),
        json!(["uk-bb-vanguard", "added", 1])
    );
    let check = desk.json(0, &["data", "seas-of-thunder", "--games", "club", "--check"]);
    assert_eq!(check["check"]["sound"], true);
    desk.ok(&["new", "m", "--seed", "3", "--games", "club"]);
    assert!(String::from_utf8(desk.read("m/packets/001-allies.json")).unwrap().contains("Vanguard"));
}

#[test]
fn slips_are_told_with_place_and_remedy() {
    let refused = |text: &str, told: &str| {
        let desk = club("units.csv", text);
        let ran = desk.expect(3, &["data", "seas-of-thunder", "--games", "club"]);
        let err = ran.err.replace("club/seas-of-thunder/", "");
        assert!(err.contains(told), "{text}\n{err}");
    };
    for (text, told) in [
        ("", "units.csv:1: the line of headings is missing; begin with id"),
        (
            "id;gunnery\nuk-bc-hood;8\n",
            "units.csv:1: the columns are separated by semicolons; save the table with commas",
        ),
        ("id\tgunnery\nuk-bc-hood\t8\n", "separated by tabs"),
        (
            "gunnery\n8\n",
            "units.csv:1: there is no column id, which says which row is meant; add a column id",
        ),
        (
            "id,gunery\nuk-bc-hood,8\n",
            "units.csv:1: column gunery: there is no column `gunery`; did you mean gunnery?",
        ),
        ("id,range,range\nuk-bc-hood,8,\n", "column range: this heading is there twice; keep one of the two"),
        ("id,,range\nuk-bc-hood,,8\n", "units.csv:1: column 2 has no heading; give it one"),
        (
            "id,range\nuk-bc-hod,8\n",
            "units.csv:2: column id: units has no row `uk-bc-hod`; did you mean uk-bc-hood?",
        ),
        (
            "id,range\n\n\nhood,8\n",
            "units.csv:4: column id: units has no row `hood`; did you mean uk-bc-hood?",
        ),
        ("id,range\n,8\n", "units.csv:2: column id: there is no id to say which row is meant"),
        (
            "id,range\nuk-bc-hood,4\nuk-bc-hood,5\n",
            "units.csv:3: column id: `uk-bc-hood` already has a line, 2; make the two",
        ),
        (
            "id,range\nuk-bc-hood,99\n",
            "column range: `99` is not a whole number from 1 to 20; write a whole number",
        ),
        ("id,range\nuk-bc-hood,four\n", "column range: `four` is not a whole number"),
        ("id,range\nuk-bc-hood,4.5\n", "column range: `4.5` is not a whole number"),
        (
            "id,range\nuk-bc-hood,none\n",
            "column range: missing field `range`; give it a value, or leave the cell empty",
        ),
        (
            "id,nation\nuk-bc-hood,Grmany\n",
            "column nation: `Grmany` does not belong here; did you mean Germany?",
        ),
        ("id,class\nuk-bc-hood,B C\n", "column class: `B C` does not belong here; did you mean BC?"),
        (
            "id,stripe\nuk-bc-hood,yelow\n",
            "column stripe: `yelow` does not belong here; did you mean yellow?",
        ),
        (
            "id,provenance_stats\nuk-bc-hood,print\n",
            "column provenance_stats: `print` does not belong here; did you mean printed?",
        ),
        (
            "id,free_french\nuk-bc-hood,perhaps\n",
            "column free_french: `perhaps` is neither yes nor no; write true or false",
        ),
        (
            "id,line\nuk-bc-hood,9/10/2003\n",
            "column line: `9/10/2003` is not of the form gunnery(special)-survivability-range",
        ),
        ("id,line\nuk-bc-hood,Air 4\n", "column line: `Air 4` is not the line of a ship"),
        ("id,line\nuk-bc-hood,9-10-99\n", "column line: range: `99` is not a whole number from 1 to 20"),
        (
            "id,line,gunnery\nuk-bc-hood,8-10-3,7\n",
            "column gunnery: `7` contradicts the line `8-10-3`; make them agree",
        ),
        ("id,line,gunnery\nuk-bc-hood,8-10-3,9\n", "column gunnery: `9` contradicts the line `8-10-3`"),
        ("id,line,gunnery\nuk-bc-hood,9-10-3,8\n", "column gunnery: `8` contradicts the line `9-10-3`"),
        (
            "id,special\nuk-cv-eagle,none\n",
            "column special: a value is left without its special; give it a value",
        ),
        (
            "id,special\nuk-cv-eagle,mine-sweep\n",
            "column special: a sweeper's special has no value, every other has one",
        ),
        ("id,switches\nuk-bc-hood,soon\n", "column switches: `soon` is not JSON"),
        ("id,range\nuk-bc-hood\n", "units.csv:2: 1 cell, but 2 headings; give it a cell"),
        ("id,range\nuk-bc-hood,4,5\n", "units.csv:2: 3 cells, but 2 headings"),
        (
            "id,note\nuk-bc-hood,\"sunk\nuk-bb-barham,too\n",
            "units.csv:2: the cell `sunk<U+000A>uk-bb-barham,too",
        ),
        ("id,new\nuk-bc-hood,yes\n", "column new: `uk-bc-hood` already exists; leave this cell empty"),
        (
            "id,new,name\nuk-bb-lion,yes,Lion\n",
            "the new row `uk-bb-lion` lacks nation, class, gunnery, survivability, range and",
        ),
        ("id,new,name\nLion,yes,Lion\n", "column id: `Lion` is not an id; write it in a-z, 0-9 and hyphens"),
    ] {
        refused(text, told);
    }
    // Everything is told at once, in the order of the lines.
    let many = "id,range\nuk-bc-hood,99\nuk-bb-barhm,2\nuk-bb-malaya,x\n";
    let ran = club("units.csv", many).expect(3, &["data", "seas-of-thunder", "--games", "club"]);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(
        lines.len() == 3 && lines.iter().zip([":2:", ":3:", ":4:"]).all(|(it, at)| it.contains(at)),
        "{lines:#?}"
    );
}

#[test]
fn what_spreadsheets_add_does_no_harm() {
    let text = "\u{feff}id , gunnery,,\r\n\r\n uk-bc-hood,8 ,,\r\n,,,\r\n";
    assert_eq!(differences(&club("units.csv", text), "seas-of-thunder").len(), 1);
    let latin: Vec<u8> = b"id,name\nkonigsberg,K\xf6nigsberg\n".to_vec();
    let ran = club("ports.csv", latin).expect(3, &["data", "seas-of-thunder", "--games", "club"]);
    assert!(
        ran.err.contains("ports.csv:2: this is not UTF-8; save the table as CSV in UTF-8"),
        "{}",
        ran.err
    );
    let desk = club("units.csv", vec![b','; 5 << 20]);
    let ran = desk.expect(3, &["data", "seas-of-thunder", "--games", "club"]);
    assert!(ran.err.contains("are more than such a file may have"), "{}", ran.err);
}

#[test]
fn a_table_stands_where_one_is_looked_for() {
    let desk = club("unit.csv", "id\n");
    let ran = desk.expect(3, &["data", "seas-of-thunder", "--games", "club"]);
    assert!(
        ran.err.contains("no game reads a file of that name")
            && ran.err.contains("seas-of-thunder/units.csv"),
        "{}",
        ran.err
    );
    let desk = club("scenarios.csv", "id\n");
    desk.expect(3, &["data", "seas-of-thunder", "--games", "club"]);
    let desk = club("units.csv", "id,range\nuk-bc-hood,4\n");
    desk.write("club/seas-of-thunder/units.yaml", source("seas-of-thunder", "units.yaml"));
    let ran = desk.expect(3, &["data", "seas-of-thunder", "--games", "club"]);
    assert!(
        ran.err.contains("units.yaml replaces the whole file that this corrects; keep one of the two"),
        "{}",
        ran.err
    );
    let desk = club("zones.csv", "number,new,name\n122,yes,Lake Geneva\n");
    let ran = desk.expect(3, &["data", "seas-of-thunder", "--games", "club"]);
    assert!(ran.err.contains("zones cannot have rows of your own"), "{}", ran.err);
}

#[test]
fn an_export_overwrites_nothing_unasked() {
    let desk = Desk::new();
    desk.write("units.csv", "mine");
    let ran = desk.expect(1, &["data", "seas-of-thunder", "--export", "units.csv"]);
    assert!(ran.err.contains("units.csv already exists") && ran.err.contains("--force"), "{}", ran.err);
    assert_eq!(desk.read("units.csv"), b"mine");
    desk.ok(&["data", "seas-of-thunder", "--export", "units.csv", "--force"]);
    assert!(
        desk.read("units.csv").starts_with(b"id,name,label,nation,service,class,line,gunnery,special,value,")
    );
    let ran = desk.expect(2, &["data", "seas-of-thunder", "--export", "unit.csv"]);
    assert!(ran.err.contains("no table `unit`") && ran.err.contains("did you mean units?"), "{}", ran.err);
    desk.expect(2, &["data", "seas-of-thunder", "--export", "-"]);
    desk.expect(2, &["data", "admirals-war", "--export", "-", "--table", "ports"]);
    let sheet = desk.ok(&["data", "seas-of-thunder", "--export", "ships", "--table", "lba"]);
    assert_eq!(sheet, "ships: 130 rows\n");
}

#[test]
fn check_tells_whether_data_are_sound() {
    let desk = club("zones.csv", "number,adjacent\n1,2; 3\n");
    desk.ok(&["data", "seas-of-thunder", "--games", "club"]);
    let ran = desk.expect(1, &["data", "seas-of-thunder", "--games", "club", "--check"]);
    assert!(ran.out.contains("not sound") && ran.out.contains("zone 121 touches zone 1"), "{}", ran.out);
    let desk = club("units.csv", "id,range\njp-ca-kinu,4\n");
    let ran = desk.expect(0, &["data", "seas-of-thunder", "--games", "club", "--check"]);
    assert!(ran.out.contains("warning: SOT-14-32 (Japanese units with stats)"), "{}", ran.out);
    let check = desk.json(0, &["data", "seas-of-thunder", "--games", "club", "--check"]);
    let facts = check["check"]["published"].as_array().unwrap();
    let broken: Vec<&Value> = facts.iter().filter(|it| it["holds"] == false).map(|it| &it["rule"]).collect();
    assert_eq!(broken, ["SOT-14-32"]);
    for system in ["seas-of-thunder", "admirals-war"] {
        let ran = desk.expect(0, &["data", system, "--check"]);
        assert!(ran.out.contains("the data are sound") && !ran.out.contains("warning"), "{}", ran.out);
    }
}

#[test]
fn replaced_files_are_compared_value_by_value() {
    let scenarios = source("seas-of-thunder", "scenarios.yaml").replacen(
        "{danish: 2, gibraltar: 1}",
        "{danish: 1, gibraltar: 1}",
        1,
    );
    let found = differences(&club("scenarios.yaml", scenarios), "seas-of-thunder");
    let [it] = found.as_slice() else { panic!("{found:#?}") };
    let own = json!([it["id"], it["column"], it["shipped"], it["provenance"], it["own"]]);
    assert_eq!(own, json!(["S2", "minefields.danish", 2, "printed", 1]));
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("club/admirals-war")).unwrap();
    let areas = source("admirals-war", "areas.yaml").replacen(
        "axis: {flag: DE, vp: 3,",
        "axis: {flag: DE, vp: 4,",
        1,
    );
    desk.write("club/admirals-war/areas.yaml", areas);
    desk.write("club/admirals-war/units.csv", "id,gunnery,speed\ngb-nelson,6,none\n");
    let found = differences(&desk, "admirals-war");
    let told =
        |it: &Value| json!([it["file"], it["id"], it["column"], it["shipped"], it["provenance"], it["own"]]);
    assert_eq!(
        found.iter().map(told).collect::<Vec<_>>(),
        [
            json!(["areas", "north-sea", "axis.vp", 3, "printed", 4]),
            json!(["units", "gb-nelson", "gunnery", 5, "recalled", 6]),
            json!(["units", "gb-nelson", "speed", 3, "recalled", null]),
        ]
    );
}

#[test]
fn rows_that_move_or_go_are_told() {
    let text = source("seas-of-thunder", "lba.yaml");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("- {id:")).collect();
    let swapped = text.replace(&format!("{}\n{}", rows[0], rows[1]), &format!("{}\n{}", rows[1], rows[0]));
    let found = differences(&club("lba.yaml", swapped), "seas-of-thunder");
    assert_eq!(json!([found.len(), found[0]["change"]]), json!([1, "order"]));
    let without = text.replace(&format!("{}\n", rows[0]), "");
    let found = differences(&club("lba.yaml", without), "seas-of-thunder");
    assert_eq!(
        json!([found.len(), found[0]["change"], found[0]["id"]]),
        json!([1, "removed", "uk-lba-15-group"])
    );
}

/// Data that do not have the scenario any more are other data, and that is what the audit says; packets say
/// it too.
#[test]
fn a_scenario_that_a_club_renamed_is_told_as_other_data() {
    let scenarios = source("seas-of-thunder", "scenarios.yaml");
    let renamed = scenarios.replacen("name: Raider Warfare\n", "name: Raiders at Large\n", 1);
    assert_ne!(renamed, scenarios);
    let desk = club("scenarios.yaml", renamed);
    desk.begin("m", &[]);
    let audit = desk.expect(5, &["audit", "m", "--games", "club"]);
    assert!(audit.err.contains("the match was begun with the data"), "{audit:?}");
    let check = desk
        .expect(1, &["check", "m/forms/001-axis.yaml", "-p", "m/packets/001-axis.json", "--games", "club"]);
    assert!(check.err.contains("the match is played with the data"), "{check:?}");
}
