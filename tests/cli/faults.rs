//! Faults in words: what is refused says what is wrong and how to mend it, and nothing breaks on the way.

use serde_json::{Value, json};

use super::support::{Desk, Ran, finished};

#[test]
fn a_seed_of_another_match_or_none_is_told_by_every_reader() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.ok(&["new", "other", "--seed", "9"]);
    desk.write("m/secret/seed", desk.read("other/secret/seed"));
    for args in [&["status", "m"][..], &["form", "m", "--side", "axis"], &["view", "m", "--side", "axis"]] {
        assert!(desk.expect(5, args).err.contains("not the seed committed to"), "{args:?}");
    }
    std::fs::remove_file(desk.path("m/secret/seed")).unwrap();
    desk.ok(&["status", "m"]);
    let form = "m/forms/001-axis.yaml";
    for args in [&["form", "m", "--side", "axis"][..], &["check", form, "--packet", "m", "--side", "axis"]] {
        assert!(desk.expect(1, args).err.contains("no secret/seed"), "{args:?}");
    }
    let told = finished().expect(1, &["form", "m", "--side", "axis"]).err;
    assert!(told.contains("is over"), "a match that is over needs no seed, and asks nothing: {told}");
}

#[test]
fn a_packet_of_another_edition_or_other_data_is_refused() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let packet: Value = serde_json::from_slice(&desk.read("m/packets/001-axis.json")).unwrap();
    let check = |packet: Value| {
        desk.write("packet.json", packet.to_string());
        desk.expect(1, &["check", "m/forms/001-axis.yaml", "--packet", "packet.json"]).err
    };
    let mut other = packet.clone();
    other["edition"] = json!(99);
    let told = check(other);
    assert!(told.contains("edition 99") && told.contains("help: use the version"), "{told}");
    let mut other = packet;
    other["verify"]["data"] = json!("00".repeat(32));
    let told = check(other);
    assert!(told.contains("the data") && told.contains("--games"), "{told}");
}

#[test]
fn an_older_edition_is_played_on_and_one_that_is_not_played_is_refused() {
    let desk = Desk::new();
    desk.begin("m", &["--edition", "2"]);
    let status: Value = serde_json::from_str(&desk.ok(&["status", "m", "--json"])).unwrap();
    assert_eq!(status["edition"], 2);
    desk.ok(&["check", "m/forms/001-axis.yaml", "--packet", "m/packets/001-axis.json"]);
    desk.ok(&["audit", "m"]);
    let told = desk.expect(1, &["new", "other", "--edition", "99"]).err;
    assert!(told.contains("edition 99 of Seas of Thunder") && told.contains("help: leave out"), "{told}");
}

#[test]
fn a_packet_is_one_parties_and_explain_survives_a_damaged_one() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let axis = "m/packets/001-axis.json";
    let told = desk.expect(1, &["view", axis, "--side", "allies"]).err;
    assert!(told.contains("a packet of the Axis, not of the Allies"), "{told}");
    desk.ok(&["view", axis, "--side", "axis"]);
    desk.expect(1, &["explain", axis, "--side", "allies"]);
    let mut packet: Value = serde_json::from_slice(&desk.read(axis)).unwrap();
    for view in [json!([]), json!("text"), json!(null), json!({}), json!({ "story": "long" }), json!(7)] {
        packet["view"] = view;
        desk.write("packet.json", packet.to_string());
        assert!(desk.expect(1, &["explain", "packet.json"]).err.contains("damaged"));
    }
}

#[test]
fn one_bad_folder_does_not_keep_the_others_from_being_audited() {
    let desk = Desk::new();
    desk.begin("a", &[]);
    desk.begin("b", &[]);
    let journal = String::from_utf8(desk.read("a/journal.jsonl")).unwrap();
    desk.write("a/journal.jsonl", journal.replacen("umpire_plays\":null", "umpire_plays\":\"axis\"", 1));
    let ran = desk.expect(5, &["audit", "a", "nowhere", "b"]);
    assert!(ran.out.contains("b: every result checks out"), "{ran:?}");
    assert!(
        ran.err.contains("a: proof failed: journal entry 1:") && ran.err.contains("nowhere: error:"),
        "{ran:?}"
    );
    let last = |ran: &Ran| ran.out.lines().last().unwrap_or_default().to_owned();
    let found = desk.json(0, &["audit", "b"]);
    let totals = |journals: u64| {
        let of = |name: &str| journals * found[name].as_u64().unwrap();
        format!("{} entries, {} events, {} rolls", of("entries"), of("events"), of("rolls"))
    };
    assert_eq!(last(&ran), format!("3 journals: 1 in order, 2 not; {}", totals(1)));
    assert_eq!(
        last(&desk.expect(0, &["audit", "b", "b"])),
        format!("2 journals: all in order; {}", totals(2))
    );
    let all = desk.json(5, &["audit", "a", "nowhere", "b"]);
    assert_eq!((&all[0]["ok"], &all[0]["dir"], &all[0]["entry"]), (&json!(false), &json!("a"), &json!(1)));
    assert_eq!((&all[1]["exit"], &all[2]["match"]), (&json!(3), &json!("b")));
}

#[test]
fn an_audit_counts_the_exchanges_in_effect() {
    let audit = finished().json(0, &["audit", "m"]);
    let entries = String::from_utf8(finished().read("m/journal.jsonl")).unwrap();
    let opened = entries.matches("\"kind\":\"opened\"").count() as u64;
    // Two were taken back, and the ruling set one aside.
    assert_eq!(audit["exchanges"].as_u64(), Some(opened - 3), "{audit:#}");
}

#[test]
fn json_tells_the_mend_apart() {
    let desk = Desk::new();
    let told = desk.json(1, &["new", "q", "--scenario", "raider-warfar"]);
    assert_eq!(told["mend"], "did you mean raider-warfare?");
    let error = told["error"].as_str().unwrap();
    assert!(!error.contains("mend") && !error.starts_with("error"), "{error}");
    let told = desk.json(3, &["status", "nowhere"]);
    assert_eq!(told["mend"], "Name the folder of a match.");
}

/// A word of a scenario's name, or a word with a slip, gets the nearest; a year that names several is asked
/// about.
#[test]
fn scenarios_are_found_by_their_words_and_asked_about() {
    let desk = Desk::new();
    let mend = |system: &str, word: &str| {
        let told = desk.json(1, &["new", "q", "--system", system, "--scenario", word]);
        (told["error"].as_str().unwrap().to_owned(), told["mend"].as_str().unwrap().to_owned())
    };
    for (system, word, wanted) in [
        ("schiffskrieg", "springtime", "did you mean 29 (1940: Springtime for Hitler)?"),
        ("schiffskrieg", "Hitler", "did you mean 29 (1940: Springtime for Hitler)?"),
        ("schiffskrieg", "tk-194O", "did you mean 29 (1940: Springtime for Hitler)?"),
        ("seas-of-thunder", "inferno", "did you mean neptunes-inferno?"),
        ("war-at-sea", "coral", "did you mean pacific-1942?"),
        ("admirals-war", "stadard", "did you mean standard?"),
    ] {
        let (what, told) = mend(system, word);
        assert!(what.contains("there is no scenario"), "{what}");
        assert_eq!(told, wanted, "{system} {word}");
    }
    let (what, told) = mend("schiffskrieg", "1940");
    assert!(
        what.starts_with("`1940` may be any of 3 scenarios: 29 (1940: Springtime for Hitler), 43 ("),
        "{what}"
    );
    assert_eq!(told, "write 29, 43 or 52");
    desk.ok(&["new", "tk", "--system", "schiffskrieg", "--scenario", "tk-1940"]);
    desk.ok(&["new", "ds", "--system", "schiffskrieg", "--scenario", "43"]);
    // Where no system is named, the one that has such scenarios answers.
    let told = desk.expect(1, &["new", "q", "--scenario", "1940"]).err;
    assert!(told.contains("may be any of 3 scenarios"), "{told}");
}

/// A report is text, Markdown or a page, and a name that promises something else is refused before anything
/// is written.
#[test]
fn a_report_is_never_written_under_a_name_that_promises_another_format() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let report =
        |name: &str| [["report", "m", "--side", "axis", "-o"].as_slice(), &[name]].concat().join(" ");
    for name in ["x.pdf", "x.docx", "x.json"] {
        let args = report(name);
        let ran = desk.expect(2, &args.split(' ').collect::<Vec<_>>());
        assert!(ran.err.contains("there are no reports as") && ran.err.contains("--format"), "{ran:?}");
        assert!(!desk.path(name).exists());
    }
    for (name, begins) in [("x.HTML", "<!DOCTYPE html>"), ("x.md", "#"), ("x", "")] {
        let args = report(name);
        desk.ok(&args.split(' ').collect::<Vec<_>>());
        let text = String::from_utf8(desk.read(name)).unwrap();
        assert!(text.to_lowercase().starts_with(&begins.to_lowercase()), "{name}: {}", &text[..40]);
    }
    desk.ok(&["report", "m", "--side", "axis", "--format", "html", "-o", "page.old"]);
}

#[test]
fn systems_are_found_by_their_word_and_ledgers_by_the_id_of_a_rule() {
    let desk = Desk::new();
    let told = desk.json(1, &["new", "q", "--system", "seas-of-thunde"]);
    assert_eq!(told["mend"], "did you mean seas-of-thunder?");
    let told = desk.expect(1, &["play", "chess", "1"]).err;
    assert!(told.contains("there is no system `chess`") && told.contains("write seas-of-thunder"), "{told}");
    let told = desk.expect(1, &["new", "q", "--scenario", "S9"]).err;
    assert!(told.contains("there is no scenario `S9`"), "{told}");
    let all = desk.json(0, &["rules", "--system", "seas-of-thunder"]);
    let one = desk.json(0, &["rules", "SOT-5.5.4.2-5"]);
    assert!(all.as_array().unwrap().contains(&one[0]), "{one}");
    desk.expect(1, &["rules", "--system", "chess"]);
    desk.expect(1, &["rules", "XYZ-1"]);
    for system in desk.json(0, &["systems"]).as_array().unwrap() {
        let help = desk.ok(&["rule", "--help"]);
        assert!(help.contains(&format!("Changes in {}:", system["name"].as_str().unwrap())), "{help}");
    }
}

#[test]
fn coverage_keeps_to_the_system_that_is_named() {
    let desk = Desk::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let ids = |system: &str| -> Vec<String> {
        let told = desk.json(0, &["rules", "--coverage", "--system", system, "--run", cases]);
        told["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap().to_owned()).collect()
    };
    let (thunder, war) = (ids("seas-of-thunder"), ids("admirals-war"));
    assert!(!thunder.is_empty() && thunder.iter().all(|id| id.starts_with("SOT-")), "{thunder:?}");
    assert!(!war.is_empty() && war.iter().all(|id| id.starts_with("AW-")), "{war:?}");
    let told = desk.expect(1, &["rules", "--coverage", "--system", "sea-of-thunder", "--run", cases]).err;
    assert!(told.contains("did you mean seas-of-thunder?"), "{told}");
}

#[test]
fn cases_that_are_not_there_and_coverage_for_programs() {
    let desk = Desk::new();
    let told = desk.expect(3, &["rules", "--run", "nope"]).err;
    assert!(told.contains("nope: there is no such file"), "{told}");
    let told = desk.expect(3, &["rules", "--coverage"]).err;
    assert!(told.contains("tests/rules") && told.contains("clone"), "{told}");
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let coverage = desk.json(0, &["rules", "--coverage", "--run", cases]);
    let rules = coverage["rules"].as_array().unwrap();
    let mut standings: Vec<&str> = rules.iter().map(|rule| rule["standing"].as_str().unwrap()).collect();
    standings.sort_unstable();
    standings.dedup();
    assert_eq!(standings, ["cases", "data", "elsewhere"]);
    assert!(rules.iter().all(|rule| rule["note"].is_null() == (rule["standing"] == "cases")));
}

#[test]
fn game_data_that_change_nothing_or_contradict_themselves_begin_no_match() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("club/seas-of-thunder")).unwrap();
    let told = desk.expect(3, &["--games", "club", "new", "m"]).err;
    assert!(told.contains("club: no file there replaces any game data"), "{told}");
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/games/seas-of-thunder/convoys.yaml");
    let convoys =
        std::fs::read_to_string(own).unwrap().replace("zones: [7, 8, 9, 10, 11, 12, 13]", "zones: [200]");
    desk.write("club/seas-of-thunder/convoys.yaml", convoys);
    let told = desk.expect(3, &["--games", "club", "new", "m"]).err;
    assert!(told.contains("seas-of-thunder/convoys: token axis-01 names zone 200"), "{told}");
    assert!(!desk.path("m").exists(), "nothing was begun");
}

#[cfg(unix)]
#[test]
fn names_of_files_cannot_write_on_the_terminal_and_a_full_stderr_breaks_nothing() {
    let desk = Desk::new();
    let ran = desk.expect(3, &["status", "no\u{1b}[31mwhere"]);
    assert!(!ran.err.contains('\u{1b}') && ran.err.contains("no<U+001B>"), "{ran:?}");
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let status = desk.command(&["status", "nowhere"]).stderr(full).status().expect("runs");
    assert_eq!(status.code(), Some(3));
}

/// No command writes a file under a name that promises another kind of file, and each says how the name
/// should end.
#[test]
fn no_command_writes_a_file_under_a_name_that_promises_another_kind() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    // By command: what it is given, and how the name of what it writes should end.
    let writes: [(&str, &[&str], &str); 10] = [
        ("compose", &["m", "--side", "axis"], ".html"),
        ("dossier", &["m", "--side", "axis"], ".txt or .html"),
        ("form", &["m", "--side", "axis"], ".yaml"),
        ("join", &["-p", "m", "--side", "axis", "anna=anna.yaml"], ".yaml"),
        ("prove", &["m"], ".zip"),
        ("replay", &["m"], ".html"),
        ("report", &["m", "--side", "axis"], ".html"),
        ("result", &["m"], ".txt"),
        ("seal", &["m/forms/001-axis.yaml", "-p", "m/packets/001-axis.json"], ".sealed"),
        ("view", &["m", "--side", "axis"], ".json"),
    ];
    // What these write is a folder.
    let folders = ["play", "site"];
    let help = desk.ok(&["--help"]);
    // A command stands before what it does, with room between.
    let commands = help.lines().filter_map(|line| Some(line.strip_prefix("  ")?.split_once("  ")?.0));
    let mut tried = 0;
    for command in
        commands.filter(|it| !it.is_empty() && it.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
    {
        if command == "help" || folders.contains(&command) {
            continue;
        }
        if !desk.ok(&[command, "--help"]).contains("--out <") {
            continue;
        }
        let known = writes.iter().find(|(it, ..)| *it == command);
        let (_, args, ending) = known.unwrap_or_else(|| panic!("how do files of `{command}` end?"));
        let ran = desk.expect(2, &[&[command], *args, &["-o", "x.pdf"]].concat());
        assert!(ran.err.contains("x.pdf") && ran.err.contains(ending), "{command}: {ran:?}");
        assert!(!desk.path("x.pdf").exists(), "{command}");
        tried += 1;
    }
    assert_eq!(tried, writes.len());
    desk.ok(&["form", "m", "--side", "axis", "-o", "x.YML"]);
    desk.ok(&["view", "m", "--side", "axis", "-o", "x"]);
}
