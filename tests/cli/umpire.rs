//! Rulings, and taking back.

use sealord::entry::{Entry, Kind};
use sealord::rules::seas_of_thunder::ruling::CHANGES;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use serde_json::Value;

use super::support::{Desk, PARTIES, SALT};

fn bodies(desk: &Desk, kind: Kind) -> Vec<Value> {
    let entries = sealord::journal::verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let bodies = entries.iter().filter(|entry| entry.header().kind == kind);
    bodies.map(Entry::body).collect()
}

/// The notes of the newest resolution.
fn notes(desk: &Desk) -> Vec<Value> {
    let resolved = bodies(desk, Kind::Resolved).pop().unwrap();
    let mut all = Vec::new();
    for step in resolved["steps"].as_array().unwrap() {
        for section in step["sections"].as_array().unwrap() {
            all.extend(section["notes"].as_array().unwrap().iter().cloned());
        }
    }
    all
}

/// The labels and faces of the dice in the newest resolution.
fn dice(desk: &Desk) -> Vec<String> {
    let notes = notes(desk);
    let rolls = notes.iter().filter_map(|note| note.get("roll"));
    rolls.map(|roll| format!("{} {}", roll["label"].as_str().unwrap(), roll["faces"])).collect()
}

#[test]
fn both_parties_read_a_ruling_with_its_reason() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    let ran = desk.expect(1, &["rule", "m", "--reason", "no", "points", "italy", "2"]);
    assert!(ran.err.contains("italy"));
    desk.ok(&["rule", "m", "--reason", "a torn map <b>&", "points", "axis", "2"]);
    for party in PARTIES {
        let packet = desk.packet("m", party);
        assert_eq!(packet.exchange, 3);
        assert!(packet.view.to_string().contains("a torn map <b>&"), "{party}: {}", packet.view["story"]);
    }
    assert_eq!(desk.status("m")["points"]["axis"], 2);
    desk.exchange("m", 0);
    desk.ok(&["audit", "m"]);
}

#[test]
fn a_ruling_sets_aside_what_the_open_exchange_had_gathered() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.hand_in("m", 50);
    desk.ok(&["rule", "m", "--reason", "fair", "points", "allies", "1"]);
    let status = desk.status("m");
    assert_eq!((&status["exchange"], &status["missing"][0]), (&2.into(), &"axis".into()));
    desk.ok(&["audit", "m"]);
    for _ in 0..3 {
        desk.exchange("m", 50);
    }
    desk.ok(&["audit", "m"]);
}

#[test]
fn an_answer_that_a_ruling_made_illegal_is_asked_for_again() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let asks_move = |party| desk.packet("m", party).questions.iter().any(|it| it.key.contains("/move/"));
    while !asks_move(AXIS) || asks_move(ALLIES) {
        desk.exchange("m", 100);
    }
    let moved =
        |own: &Value| own["class"] != "LBA" && own["id"].as_str().is_some_and(|id| id.starts_with("uk-"));
    let allies = desk.packet("m", ALLIES).view;
    let mut at_sea =
        allies["zones"].as_array().unwrap().iter().flat_map(|zone| zone["own"].as_array().unwrap());
    let ship = at_sea.find(|own| moved(own)).expect("a ship at sea")["id"].as_str().unwrap();
    desk.ok(&["rule", "m", "--reason", "it struck a rock in port", "unit", ship, "to", "sunk"]);
    let packet = desk.packet("m", ALLIES);
    let void = packet.voids.iter().find(|void| void.key.contains("/move/")).expect("a void answer");
    assert!(packet.questions.iter().any(|question| question.key == void.key), "{void:?}");
    assert!(!asks_move(AXIS), "the Axis move after the Allies");
    desk.exchange("m", 100);
    assert!(asks_move(AXIS));
    desk.ok(&["audit", "m"]);
}

#[test]
fn every_change_that_help_lists_is_understood() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let help = desk.ok(&["rule", "--help"]);
    let refused = desk.expect(1, &["rule", "m", "--reason", "x", "turn", "the", "tide"]).err;
    let ruled = |change: &str| {
        let words = change.split(' ');
        let words = words.map(|word| match word {
            "ID" if change.starts_with("unit") => "de-bb-scharnhorst",
            "ID" if change.starts_with("convoy") => "axis-05",
            "PORT" => "kiel",
            "SIDE" => "allies",
            "N" | "TURN" => "2",
            word => word,
        });
        words.collect::<Vec<&str>>().join(" ")
    };
    let mut count = 0;
    for line in CHANGES.lines() {
        let line = line.trim();
        assert!(help.contains(line) && refused.contains(line), "{line}");
        let (begin, choices) = line.split_once(" to ").unwrap_or((line, ""));
        for choice in choices.split(" | ") {
            let choice = choice.replace("port ID", "port PORT");
            let change = if choices.is_empty() {
                ruled(begin)
            } else {
                format!("{} to {}", ruled(begin), ruled(&choice))
            };
            let ran = desk
                .run(&[&["rule", "m", "--reason", "x"][..], &change.split(' ').collect::<Vec<_>>()].concat());
            let unread = ["not understood", "is not a ", "is neither a "];
            assert!(!unread.iter().any(|words| ran.err.contains(words)), "{change}: {ran:?}");
            count += 1;
        }
    }
    assert!(count >= 11, "{count} changes");
}

#[test]
fn undo_appends_and_the_match_goes_on() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    for _ in 0..4 {
        desk.exchange("m", 0);
    }
    desk.hand_in("m", 0);
    let before = desk.read("m/journal.jsonl");
    desk.ok(&["undo", "m", "--to", "3", "--reason", "the wrong file was sent"]);
    assert!(desk.read("m/journal.jsonl").starts_with(&before));
    assert_eq!(desk.status("m")["exchange"], 6);
    desk.expect(1, &["undo", "m", "--to", "3", "--reason", "again"]);
    desk.ok(&["rule", "m", "--reason", "thrice sorry", "points", "axis", "1"]);
    for _ in 0..3 {
        desk.exchange("m", 0);
    }
    desk.ok(&["undo", "m", "--to", "1", "--reason", "from the beginning"]);
    desk.exchange("m", 0);
    let audit = desk.json(0, &["audit", "m"]);
    assert_eq!((&audit["undone"], &audit["rulings"]), (&2.into(), &1.into()));
}

#[test]
fn after_undo_the_same_orders_meet_other_dice() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let mut rolled = (0, Vec::new());
    for exchange in 1..30 {
        desk.exchange("m", 30);
        let fell = dice(&desk);
        if fell.iter().any(|roll| !roll.starts_with("setup/")) {
            rolled = (exchange, fell);
            break;
        }
    }
    let (exchange, before) = rolled;
    assert!(exchange > 1, "no dice in thirty exchanges");
    desk.ok(&["undo", "m", "--to", &exchange.to_string(), "--reason", "a bad connection"]);
    desk.exchange("m", 30);
    let labels = |rolls: &[String]| rolls.iter().map(|it| it.split(' ').next().unwrap().to_owned()).collect();
    let (old, new): (Vec<String>, Vec<String>) = (labels(&before), labels(&dice(&desk)));
    assert_eq!(old.first(), new.first(), "the same orders lead to the same first roll");
    assert_ne!(before, dice(&desk));
    desk.ok(&["audit", "m"]);
}

#[test]
fn after_undo_the_same_orders_without_dice_lead_to_the_same_position() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.exchange("m", 40);
    let before = notes(&desk);
    assert!(!before.is_empty());
    desk.ok(&["undo", "m", "--to", "1", "--reason", "to be sure"]);
    desk.exchange("m", 40);
    assert_eq!(notes(&desk), before);
    assert_eq!(bodies(&desk, Kind::Superseded)[0]["reason"], "to be sure");
}

#[test]
fn after_undo_other_orders_count() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    let before = notes(&desk);
    desk.ok(&["undo", "m", "--to", "1", "--reason", "the wrong file was sent"]);
    desk.exchange("m", 40);
    assert_ne!(notes(&desk), before);
    assert_eq!(desk.json(0, &["audit", "m"])["undone"], 1);
}

#[test]
fn what_cannot_be_undone_or_ruled_changes_nothing() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.ok(&["receive", "m", "m/forms/001-axis.yaml", "--salt", SALT]);
    let before = super::support::hashes(&desk.path("m"));
    for (args, refused) in [
        (&["undo", "m", "--to", "9", "--reason", "x"][..], "exchange 9"),
        (&["rule", "m", "--reason", "x", "unit", "../../etc/passwd", "to", "sunk"][..], "`../../etc/passwd`"),
        (
            &["rule", "m", "--reason", "x", "unit", "de-bb-scharnhorst", "to", "port", "/etc/passwd"][..],
            "`/etc/passwd`",
        ),
        (&["rule", "m", "--reason", "x", "convoy", "axis-05", "to", "255"][..], "`255`"),
        (&["rule", "m", "--reason", "x", "points", "axis", "99999999999"][..], "`99999999999`"),
    ] {
        let ran = desk.expect(1, args);
        assert!(ran.err.contains(refused), "{args:?}: {ran:?}");
        assert_eq!(super::support::hashes(&desk.path("m")), before, "{args:?}");
    }
}
