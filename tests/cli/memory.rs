//! What players were sent is remembered beside it, and a packet that disagrees is noticed by whatever opens
//! it.

use sealord::digest::Digest;
use sealord::party::Party;
use sealord::view::Packet;
use serde_json::json;

use super::support::{Desk, SALT, System, answers, on_every_system};

on_every_system! {
    packets_that_follow_one_another_are_silently_remembered,
    packets_of_both_sides_are_remembered_apart,
    a_packet_that_disagrees_is_noticed_by_every_command,
    what_cannot_be_remembered_stops_nobody,
    an_umpires_folder_is_left_alone,
}

const FILE: &str = "mine/sealord-memory.json";

/// A player's folder with the packets of two exchanges, `1.json` and `2.json`, and filled-in orders for the
/// second.
fn home(system: &'static System) -> Desk {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    std::fs::create_dir(desk.path("mine")).expect("a folder");
    let party = system.parties()[0].id();
    desk.write("mine/1.json", desk.read(format!("m/packets/001-{party}.json")));
    desk.exchange("m", 20);
    desk.write("mine/2.json", desk.read(format!("m/packets/002-{party}.json")));
    desk.write("orders.yaml", desk.read(format!("m/forms/002-{party}.yaml")));
    desk
}

/// Every command that opens a packet, with the packet's name in place of `PACKET`.
const COMMANDS: [&[&str]; 6] = [
    &["view", "PACKET"],
    &["--json", "view", "PACKET"],
    &["form", "PACKET"],
    &["report", "PACKET", "--format", "md"],
    &["check", "orders.yaml", "--packet", "PACKET"],
    &["schema", "PACKET"],
];

fn with<'a>(command: &[&'a str], packet: &'a str) -> Vec<&'a str> {
    command.iter().map(|word| if *word == "PACKET" { packet } else { word }).collect()
}

fn packets_that_follow_one_another_are_silently_remembered(system: &'static System) {
    let desk = home(system);
    for command in COMMANDS {
        for packet in ["mine/2.json", "mine/1.json", "mine/2.json"] {
            let ran = desk.run(&with(command, packet));
            let warned = ran.err.contains("opened here before") || ran.err.contains("is not remembered");
            assert!(!warned, "{command:?}: {ran:?}");
        }
        let memory = String::from_utf8(desk.read(FILE)).expect("UTF-8");
        let kept: serde_json::Value = serde_json::from_str(&memory).expect("JSON");
        assert_eq!(kept["matches"].as_array().map(Vec::len), Some(1), "{memory}");
        assert_eq!(kept["matches"][0]["packets"].as_array().map(Vec::len), Some(2), "{memory}");
    }
    // An undo gives the next exchange a new number, and no reason to warn.
    desk.ok(&["undo", "m", "--to", "1", "--reason", "a misread port"]);
    let newest = desk.packet("m", system.parties()[0]);
    desk.write("mine/3.json", serde_json::to_vec(&newest).expect("JSON"));
    let ran = desk.expect(0, &["view", "mine/3.json"]);
    assert_eq!(ran.err, "", "{ran:?}");
}

/// Who plays both sides, or looks on, has the packets of both; each side counts the entries that it may know.
fn packets_of_both_sides_are_remembered_apart(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    std::fs::create_dir(desk.path("mine")).expect("a folder");
    let mut eager = None;
    for exchange in 1..=3 {
        for &party in system.parties() {
            let packet = desk.packet("m", party);
            let file = format!("mine/{exchange}-{}.json", party.id());
            desk.write(&file, serde_json::to_vec(&packet).expect("JSON"));
            assert_eq!(desk.expect(0, &["view", &file]).err, "", "{file}");
            // The first that is asked changes its mind.
            if packet.asked && *eager.get_or_insert(party) == party {
                desk.write(
                    "orders.yaml",
                    answers(&packet, 20, 1).replace("written by a test", "a first thought"),
                );
                desk.ok(&["receive", "m", "orders.yaml", "--salt", SALT]);
            }
        }
        desk.exchange("m", 20);
    }
    let numbers = |party: Party| desk.packet("m", party).verify.entry;
    assert_ne!(numbers(system.parties()[0]), numbers(system.parties()[1]), "they count alike");
}

/// Something done to a packet, and the words of the warning.
type Change = (&'static str, fn(&mut Packet));

const CHANGES: [Change; 7] = [
    ("the genesis of the match", |packet| packet.genesis = Digest::of(b"other")),
    ("the commitment to the dice seed", |packet| packet.verify.seed_commitment = Digest::of(b"other")),
    ("the edition or the game data", |packet| packet.verify.data = "other".to_owned()),
    ("has another hash", |packet| packet.verify.head = Digest::of(b"other")),
    ("the same hash is that of", |packet| packet.verify.entry += 1),
    ("they do not say the same", |packet| packet.view["story"] = json!([{ "event": "other" }])),
    ("nothing says that the match was taken back", |packet| {
        packet.verify.entry += 7;
        packet.verify.head = Digest::of(b"other");
        packet.exchange = 1;
    }),
];

fn a_packet_that_disagrees_is_noticed_by_every_command(system: &'static System) {
    let desk = home(system);
    let packet: Packet = serde_json::from_slice(&desk.read("mine/2.json")).expect("a packet");
    for known in ["mine/1.json", "mine/2.json"] {
        desk.ok(&["view", known]);
    }
    let before = desk.read(FILE);
    for (words, change) in CHANGES {
        let mut changed = packet.clone();
        change(&mut changed);
        desk.write("mine/new.json", serde_json::to_vec(&changed).expect("JSON"));
        for command in COMMANDS {
            let args = with(command, "mine/new.json");
            let (ran, without) = (desk.run(&args), desk.run(&[&["--no-memory"], &args[..]].concat()));
            assert!(ran.err.contains("warning: mine/new.json disagrees"), "{words}: {ran:?}");
            assert!(ran.err.contains(words) && ran.err.contains("help: "), "{words}: {ran:?}");
            assert_eq!((ran.code, &ran.out), (without.code, &without.out), "{words}");
            assert!(!without.err.contains("warning: mine/new.json"), "{words}: {without:?}");
        }
        assert_eq!(desk.read(FILE), before, "{words}");
    }
}

fn what_cannot_be_remembered_stops_nobody(system: &'static System) {
    let desk = home(system);
    for text in ["", "{}", "[1]", "{\"format\":\"other\",\"matches\":[]}"] {
        desk.write(FILE, text);
        let ran = desk.expect(0, &["view", "mine/1.json"]);
        assert!(ran.err.contains("is not remembered") && ran.err.contains("--no-memory"), "{ran:?}");
        assert_eq!(desk.read(FILE), text.as_bytes());
        assert_eq!(desk.expect(0, &["--no-memory", "view", "mine/1.json"]).err, "");
    }
    std::fs::remove_file(desk.path(FILE)).expect("a file");
    std::fs::create_dir(desk.path(FILE)).expect("a folder");
    let ran = desk.expect(0, &["view", "mine/1.json"]);
    assert!(ran.err.contains("is not remembered"), "{ran:?}");
}

fn an_umpires_folder_is_left_alone(system: &'static System) {
    let desk = home(system);
    let party = system.parties()[0].id();
    desk.ok(&["view", &format!("m/packets/002-{party}.json")]);
    desk.ok(&["view", "m", "--side", party]);
    assert!(!desk.path("m/packets/sealord-memory.json").exists());
    assert!(!desk.path("m/sealord-memory.json").exists());
}
