//! Commands that were cut short, or are given twice: nothing is done twice, and nothing stays untold.

use sealord::entry::{Entry, Kind};
use sealord::rules::two_sided::party::AXIS;

use super::promises::seal;
use super::support::{Desk, SALT, copy, finished};

fn count(desk: &Desk, kind: Kind) -> usize {
    let entries = sealord::journal::verify(&desk.read("m/journal.jsonl"), None).unwrap();
    entries.iter().filter(|entry: &&Entry| entry.header().kind == kind).count()
}

/// Lets the publishing of an exchange fail, as a full disk would.
fn cut_short(desk: &Desk, exchange: u32, args: &[&str]) {
    let in_the_way = desk.path(format!("m/reports/{exchange:03}-axis.txt"));
    std::fs::create_dir(&in_the_way).unwrap();
    let ran = desk.expect(3, args);
    assert!(ran.err.contains("not published") && ran.err.contains("sealord resolve"), "{ran:?}");
    std::fs::remove_dir(&in_the_way).unwrap();
}

const RULE: [&str; 7] = ["rule", "m", "--reason", "a torn map", "points", "axis", "2"];

#[test]
fn a_ruling_is_not_doubled() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    cut_short(&desk, 2, &RULE);
    assert_eq!(count(&desk, Kind::Ruling), 1);
    let guarded = ["rule", "m", "--exchange", "1", "--reason", "a torn map", "points", "axis", "2"];
    assert_eq!(desk.json(0, &guarded)["again"], true);
    assert!(desk.path("m/reports/002-allies.html").exists());
    assert!(desk.ok(&RULE).contains("already made"));
    assert!(desk.expect(1, &guarded).err.contains("exchange 2 is open, not 1"));
    assert_eq!(count(&desk, Kind::Ruling), 1);
    assert_eq!(desk.status("m")["points"]["axis"], 2);
    let meant = ["rule", "m", "--exchange", "2", "--reason", "a torn map", "points", "axis", "2"];
    assert_eq!(desk.json(0, &meant)["again"], false);
    assert_eq!(count(&desk, Kind::Ruling), 2);
}

#[test]
fn a_ruling_that_nobody_was_told_is_told_by_resolve() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    cut_short(&desk, 2, &RULE);
    let before = desk.read("m/journal.jsonl");
    assert!(!desk.ok(&["resolve", "m", "--close"]).contains("resolved"));
    assert_eq!(desk.read("m/journal.jsonl"), before);
    assert!(desk.path("m/forms/002-axis.yaml").exists());
}

#[test]
fn a_match_is_not_taken_back_twice() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    let undo = ["undo", "m", "--to", "1", "--reason", "a wrong file"];
    cut_short(&desk, 3, &undo);
    assert_eq!(desk.json(0, &undo)["again"], true);
    assert!(desk.path("m/reports/003-axis.html").exists());
    assert_eq!(count(&desk, Kind::Superseded), 1);
}

#[test]
fn a_match_that_began_untold_is_told_by_resolve() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("m")).unwrap();
    desk.write("m/reports", "in the way");
    let ran = desk.expect(3, &["new", "m"]);
    assert!(ran.err.contains("recorded as entry"), "{ran:?}");
    std::fs::remove_file(desk.path("m/reports")).unwrap();
    desk.ok(&["resolve", "m", "--close"]);
    assert!(desk.path("m/forms/001-axis.yaml").exists());
    assert_eq!(desk.status("m")["exchange"], 1);
}

#[test]
fn a_resolve_given_again_publishes_what_was_lost_and_closes_nothing() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    desk.hand_in("m", 0);
    let journal = desk.read("m/journal.jsonl");
    for args in [&["resolve", "m", "--close"][..], &["resolve", "m", "--close", "--exchange", "1"]] {
        desk.write("m/packets/002-allies.json", "");
        let ran = desk.ok(args);
        assert!(ran.starts_with("nothing closed"), "{ran}");
        assert!(!desk.read("m/packets/002-allies.json").is_empty());
        assert_eq!(desk.read("m/journal.jsonl"), journal, "files that came in close nothing unseen");
    }
    desk.expect(1, &["resolve", "m", "--close", "--exchange", "1"]);
    std::fs::remove_file(desk.path("m/forms/002-axis.yaml")).unwrap();
    desk.expect(4, &["resolve", "m", "--exchange", "2"]);
    assert_eq!(desk.read("m/journal.jsonl"), journal);
    assert!(desk.ok(&["resolve", "m", "--exchange", "2"]).starts_with("resolved"));
}

#[test]
fn whatever_a_power_cut_took_of_files_that_can_be_made_again_is_made_again() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    let file = "m/packets/002-allies.json";
    let (whole, noted) = (desk.read(file), desk.read("m/secret/published"));
    assert!(noted.len() > 100, "the sizes of six files are noted");
    let torn: [(&str, &str, &[u8]); 4] = [
        ("a part of a packet", file, &whole[..whole.len() / 2]),
        ("an empty packet", file, b""),
        ("no note of sizes", "m/secret/published", b""),
        ("a torn note of sizes", "m/secret/published", b"1"),
    ];
    for (what, file_torn, left) in torn {
        desk.write(file_torn, left);
        let ran = desk.ok(&["resolve", "m", "--close"]);
        assert!(ran.starts_with("nothing closed"), "{what}: {ran}");
        assert_eq!(desk.read(file), whole, "{what}");
        assert_eq!(desk.read("m/secret/published"), noted, "{what}");
    }
}

#[test]
fn what_was_ended_and_disclosed_is_neither_taken_back_nor_ruled_upon() {
    let desk = Desk::new();
    copy(&finished().path("m"), &desk.path("m"));
    let last = desk.status("m")["exchange"].as_u64().unwrap();
    let before = desk.read("m/journal.jsonl");
    for args in [&["undo", "m", "--to", &last.to_string(), "--reason", "once more"][..], &RULE] {
        let ran = desk.expect(1, args);
        assert!(ran.err.contains("public") && ran.err.contains("sealord new"), "{ran:?}");
    }
    let ran = desk.expect(1, &["resolve", "m", "--exchange", "999"]);
    assert!(ran.err.contains("the match is over; its last exchange was"), "{ran:?}");
    let ran = desk.expect(1, &["resolve", "m"]);
    assert!(ran.err.contains("there is nothing left to resolve"), "{ran:?}");
    assert_eq!(desk.read("m/journal.jsonl"), before);
}

#[test]
fn the_same_plain_orders_are_held_already() {
    let desk = Desk::new();
    desk.begin("m", &["--deadline-hours", "24"]);
    let give = ["--json", "receive", "m", "m/forms/001-axis.yaml", "--side", "axis", "--force"];
    desk.ok(&give);
    let journal = desk.read("m/journal.jsonl");
    for time in ["1941-05-24T06:00:00Z", "1942-01-01T00:00:00Z"] {
        let ran = desk.at(time, &give);
        assert!(ran.code == 0 && ran.out.contains("\"again\": true"), "{ran:?}");
    }
    assert_eq!(desk.read("m/journal.jsonl"), journal);
}

#[test]
fn a_file_of_unknown_hand_that_takes_anothers_place_is_remarked_upon() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let first = desk.run(&["receive", "m", "m/forms/001-axis.yaml"]);
    assert!(first.err.is_empty(), "{first:?}");
    desk.write("other.yaml", "side: axis\nanswers: {}\n");
    let other = desk.run(&["receive", "m", "other.yaml"]);
    assert!(other.code == 0 && other.err.contains("give --side"), "{other:?}");
    desk.write("third.yaml", "answers: {}\n");
    assert!(desk.run(&["receive", "m", "third.yaml", "--side", "axis"]).err.is_empty());
}

#[test]
fn reveal_takes_the_promised_file_only_also_under_the_umpire() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let promised = seal(&desk, AXIS, "1");
    desk.expect(1, &["reveal", "m", "axis.sealed"]);
    desk.ok(&["commit", "m", "axis", &promised]);
    std::fs::rename(desk.path("axis.sealed"), desk.path("promised")).unwrap();
    seal(&desk, AXIS, "2");
    let before = desk.read("m/journal.jsonl");
    desk.expect(5, &["reveal", "m", "axis.sealed"]);
    assert_eq!(desk.read("m/journal.jsonl"), before);
    desk.ok(&["reveal", "m", "promised"]);
    desk.ok(&["receive", "m", "axis.sealed", "--salt", SALT]);
}

#[cfg(unix)]
#[test]
fn the_folder_of_a_match_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.ok(&["new", "club/m"]);
    let mode = |name: &str| std::fs::metadata(desk.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("club/m"), mode("club/m/secret")), (0o700, 0o700));
    assert_eq!(mode("club/m/secret/seed"), 0o600);
}
