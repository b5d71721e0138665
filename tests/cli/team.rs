//! Two players share the Allied party: forms, parts with the slips of a tired evening, the join, the seal,
//! the resolution.

use std::collections::BTreeSet;

use sealord::rules::two_sided::party::{ALLIES, AXIS};

use super::support::{Desk, SALT, System, answers, on_every_system};

/// The packet of the Allies in the exchange that asks them to deploy.
const PACKET: &str = "m/packets/003-allies.json";
/// What anna and bert are given.
const TEAM: &[&str] = &["--player", "allies:anna=UK", "--player", "allies:bert=France"];

/// A match in which the Allies are shared, at the exchange that asks them to deploy.
fn shared() -> Desk {
    let desk = Desk::new();
    desk.begin("m", &[&["--scenario", "raider-warfare"], TEAM].concat());
    desk.exchange("m", 0);
    desk.exchange("m", 0);
    desk
}

fn text(desk: &Desk, name: &str) -> String {
    String::from_utf8(desk.read(name)).expect("UTF-8")
}

/// The forms of both players, as files.
fn forms(desk: &Desk) {
    for player in ["anna", "bert"] {
        desk.ok(&["form", PACKET, "--player", player, "-o", &format!("{player}.yaml")]);
    }
}

/// The subjects of each question with what was chosen, from the words of `check`.
fn understood(desk: &Desk, file: &str) -> BTreeSet<String> {
    let said = desk.json(0, &["check", file, "--packet", PACKET]);
    said["understood"].as_str().expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn two_players_order_one_party() {
    let desk = shared();
    assert!(text(&desk, "m/forms/003-allies.yaml").contains("# anna leads; bert orders France\n"));
    let status = desk.ok(&["status", "m"]);
    assert!(status.contains("  Allies: anna leads; bert orders France\n"), "{status}");
    assert_eq!(desk.status("m")["teams"]["allies"][1]["name"], "bert");

    forms(&desk);
    let (anna, bert) = (text(&desk, "anna.yaml"), text(&desk, "bert.yaml"));
    assert!(bert.contains("fr-bb-dunkerque") && !bert.contains("uk-"), "{bert}");
    assert!(anna.contains("uk-bc-hood") && !anna.contains("fr-"), "{anna}");
    desk.write(
        "bert.yaml",
        "side: allies\nfinal: true\nanswers:\n  setup/deploy/allies: {dakar: [Dunkerque, Strasbourg]}\n",
    );
    desk.write("anna.yaml", anna.replace("# final: true", "final: true"));
    for player in ["anna", "bert"] {
        let file = format!("{player}.yaml");
        let said = desk.ok(&["check", &file, "-p", PACKET, "--player", player]);
        assert!(said.contains(&format!("orders of {player} (Allies) for exchange 3 are legal")), "{said}");
    }

    let said = desk.ok(&["join", "-p", PACKET, "bert=bert.yaml", "anna=anna.yaml", "-o", "joined.yaml"]);
    assert!(
        said.contains("setup/deploy/allies: ") && said.contains(" not, left to the default: fr-"),
        "{said}"
    );
    assert!(!said.contains("not final"), "{said}");
    let joined = text(&desk, "joined.yaml");
    assert!(joined.contains("final: true\n"), "{joined}");
    let dakar = joined.lines().find(|line| line.trim().starts_with("dakar:")).expect("dakar");
    assert!(dakar.contains("dakar: [fr-bb-dunkerque, fr-bb-strasbourg, "), "{dakar}");

    desk.ok(&["seal", "joined.yaml", "-p", PACKET, "--salt", SALT]);
    desk.ok(&["receive", "m", "joined.yaml.sealed", "--side", "allies"]);
    let axis = desk.packet("m", AXIS);
    if axis.asked {
        desk.write("axis.yaml", answers(&axis, 0, 1));
        desk.ok(&["receive", "m", "axis.yaml", "--salt", SALT]);
    }
    desk.ok(&["resolve", "m"]);
    let view = desk.packet("m", ALLIES).view;
    let ports = view["ports"].as_array().expect("ports");
    let dakar = ports.iter().find(|port| port["id"] == "dakar").expect("Dakar");
    let ships: Vec<&str> =
        dakar["own"].as_array().expect("ships").iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(ships.contains(&"Dunkerque") && ships.contains(&"Strasbourg"), "{ships:?}");
    desk.ok(&["audit", "m"]);
}

/// The files of the parts' forms, joined, say what the form of the whole party says.
#[test]
fn forms_of_parts_join_to_the_form_of_the_party() {
    let desk = shared();
    forms(&desk);
    let said = desk.expect(0, &["join", "-p", PACKET, "anna=anna.yaml", "bert=bert.yaml"]);
    // Without a deadline nobody is waited for, final or not.
    assert!(!said.err.contains("not final"), "{}", said.err);
    desk.write("joined.yaml", said.out);
    let sets = |lines: BTreeSet<String>| -> BTreeSet<Vec<String>> {
        let words = |line: &String| {
            let mut words: Vec<String> = line.split([' ', ',', '[', ']']).map(str::to_owned).collect();
            words.sort();
            words
        };
        lines.iter().map(words).collect()
    };
    assert_eq!(sets(understood(&desk, "joined.yaml")), sets(understood(&desk, "m/forms/003-allies.yaml")));
    let json = desk.json(0, &["join", "-p", PACKET, "anna=anna.yaml", "bert=bert.yaml"]);
    assert_eq!((json["ok"].as_bool(), json["final"].as_bool()), (Some(true), Some(false)));
    assert_eq!(json["orders"].as_str().expect("text").as_bytes(), desk.read("joined.yaml"));
}

#[test]
fn a_part_that_is_missing_is_told() {
    let desk = shared();
    forms(&desk);
    let said = desk.ok(&["join", "-p", "m", "--side", "allies", "bert=bert.yaml", "-o", "joined.yaml"]);
    assert!(said.contains("no part from anna: the default applies to what anna orders"), "{said}");
    assert!(
        said.contains("setup/deploy/allies: ") && said.contains(" not, left to the default: uk-"),
        "{said}"
    );
    desk.ok(&["check", "joined.yaml", "-p", PACKET]);
    let ran = desk.expect(3, &["join", "-p", PACKET, "bert=bert.yaml", "-o", "joined.yaml"]);
    assert!(ran.err.contains("is not overwritten"), "{}", ran.err);
}

#[test]
fn slips_are_told_of_all_files_at_once() {
    let desk = shared();
    desk.write(
        "anna.yaml",
        "side: allies\nanswers:\n  setup/deploy/allies:\n    Hod: scapa_flow\n    Foch: dakar\n",
    );
    let bert = "side: allies\nexchange: 2\nanswers:\n  setup/deploy/allies:\n    Dunkerque: Breest\n    uk-bc-hood: \
                plymouth\n  setup/convoys/allies: {}\ndoctrine: {fire: any}\n";
    desk.write("bert.yaml", bert);
    let ran =
        desk.expect(1, &["join", "-p", PACKET, "anna=anna.yaml", "bert=bert.yaml", "-o", "joined.yaml"]);
    for wanted in [
        "anna.yaml:4:5",
        "did you mean `Hood`?",
        "anna.yaml:5:5",
        "`Foch` takes orders from bert",
        "bert.yaml:2:11",
        "bert.yaml:5:16",
        "did you mean `Brest`?",
        "bert.yaml:6:5",
        "6 |     uk-bc-hood: plymouth",
        "`uk-bc-hood` takes orders from anna",
        "bert.yaml:7:3",
        "bert.yaml:8:1",
        "doctrine speaks for the whole side, so only anna, who leads, can give it",
        "7 problems: 7 illegal",
    ] {
        assert!(ran.err.contains(wanted), "{wanted}\n{}", ran.err);
    }
    assert!(!desk.path("joined.yaml").exists());
    let json = desk.json(1, &["join", "-p", PACKET, "anna=anna.yaml", "bert=bert.yaml"]);
    let files: BTreeSet<&str> =
        json["problems"].as_array().expect("a list").iter().filter_map(|it| it["file"].as_str()).collect();
    assert_eq!(files, BTreeSet::from(["anna.yaml", "bert.yaml"]));
    let ran = desk.expect(1, &["check", "bert.yaml", "-p", PACKET, "--player", "Bert"]);
    assert!(ran.err.contains("bert.yaml:6:5") && ran.err.contains("5 problems"), "{}", ran.err);
}

#[test]
fn slips_on_the_command_line_have_a_remedy() {
    let desk = shared();
    forms(&desk);
    for (code, parts, wanted) in [
        (1, &["ana=anna.yaml"][..], "did you mean anna?"),
        (1, &["zoe=anna.yaml"], "write anna or bert"),
        (1, &["anna=anna.yaml", "Anna=bert.yaml"], "`Anna` is given twice"),
        (1, &["anna=anna.yaml", "bert=anna.yaml"], "`anna.yaml` is given for two players"),
        (2, &["anna.yaml"], "write NAME=FILE"),
        (2, &["anna="], "write NAME=FILE"),
        (2, &[], "NAME=FILE"),
        (3, &["anna=nowhere.yaml"], "nowhere.yaml"),
    ] {
        let ran = desk.expect(code, &[&["join", "-p", PACKET], parts].concat());
        assert!(ran.err.contains(wanted), "{parts:?}\n{}", ran.err);
    }
    for (args, wanted) in [
        (&["form", PACKET, "--player", "brt"][..], "did you mean bert?"),
        (&["form", PACKET, "--player", "bert", "--doctrine", "bert.yaml"], "doctrine is for anna, who leads"),
        (&["check", "bert.yaml", "-p", PACKET, "--player", "bret"], "did you mean bert?"),
        (&["form", "m/packets/003-axis.json", "--player", "bert"], "one player has the whole Axis"),
        (
            &["join", "-p", "m/packets/001-allies.json", "anna=anna.yaml"],
            "this file is for exchange `3`, not 1",
        ),
    ] {
        let ran = desk.expect(1, args);
        assert!(ran.err.contains(wanted), "{args:?}\n{}", ran.err);
    }
}

#[test]
fn a_team_that_cannot_be_begins_no_match() {
    let desk = Desk::new();
    for (players, wanted) in [
        (&["allies:anna=UK"][..], "leave --player out"),
        (&["allies:anna=UK", "allies:bert=Frnace"], "did you mean France?"),
        (&["allies:anna=UK", "allies:bert"], "nothing is given to bert"),
        (&["alies:anna=UK", "allies:bert=France"], "`alies` is not a side"),
    ] {
        let named: Vec<&str> = players.iter().flat_map(|player| ["--player", player]).collect();
        let ran = desk.expect(1, &[&["new", "m"], named.as_slice()].concat());
        assert!(ran.err.contains(wanted), "{players:?}\n{}", ran.err);
        assert!(!desk.path("m").exists());
    }
}

/// The other party's packet says nothing of a team, and a match that nobody shares begins as ever.
fn a_team_is_its_own_partys_affair(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--player", "axis:anna", "--player", "axis:bert=ship"]);
    desk.begin("n", &[]);
    assert_eq!(desk.packet("m", AXIS).team.words(), "anna leads; bert orders ship");
    for file in ["m/packets/001-allies.json", "m/forms/001-allies.yaml", "m/reports/001-allies.html"] {
        let text = text(&desk, file);
        assert!(!text.contains("anna") && !text.contains("\"team\""), "{file}");
    }
    assert!(text(&desk, "m/forms/001-axis.yaml").contains("# anna leads; bert orders ship\n"));
    let genesis = |dir: &str| {
        let journal = text(&desk, &format!("{dir}/journal.jsonl"));
        journal.lines().next().expect("a genesis").contains("\"teams\"")
    };
    assert_eq!((genesis("m"), genesis("n")), (true, false));
    assert!(!text(&desk, "n/packets/001-axis.json").contains("\"team\""));
}

/// In every system the forms of three players are legal as they stand, and join to what the umpire takes,
/// exchange after exchange.
fn parts_join_to_orders_that_are_taken(system: &'static System) {
    let desk = Desk::of(system);
    let (bert, carl) = match system.id {
        "seas-of-thunder" => ("allies:bert=submarines", "allies:carl=France,CA"),
        _ => ("allies:bert=submarine", "allies:carl=cruiser"),
    };
    desk.begin("m", &["--player", "allies:anna", "--player", bert, "--player", carl]);
    let mut joined = 0;
    // Midway asks the Allies three times.
    while joined < 3 {
        assert!(desk.status("m")["over"] == false, "{joined}");
        for &party in system.parties() {
            let packet = desk.packet("m", party);
            if !packet.asked {
                continue;
            }
            let orders = if party == ALLIES { parts(&desk) } else { answers(&packet, 35, 1) };
            joined += usize::from(party == ALLIES);
            desk.write("orders.yaml", orders);
            desk.ok(&["receive", "m", "orders.yaml", "--side", party.id(), "--salt", SALT]);
        }
        desk.ok(&["resolve", "m"]);
    }
}

/// The forms of anna, bert and carl, checked and joined.
fn parts(desk: &Desk) -> String {
    let packet = ["-p", "m", "--side", "allies"];
    for player in ["anna", "bert", "carl"] {
        let form = desk.ok(&["form", "m", "--side", "allies", "--player", player]);
        let file = format!("{player}.yaml");
        desk.write(&file, form);
        desk.ok(&[&["check", &file, "--player", player], &packet[..]].concat());
    }
    desk.ok(&[&["join", "carl=carl.yaml", "anna=anna.yaml", "bert=bert.yaml"], &packet[..]].concat())
}

on_every_system!(a_team_is_its_own_partys_affair, parts_join_to_orders_that_are_taken);
