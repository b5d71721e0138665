//! What a panel reads of a match that stopped.

use sealord::digest::Digest;
use sealord::proof;

use super::{Club, HEAD};

const LINES: &str = "    format: swiss\n    rounds: 1\n    clock: {bank: 45d, on_empty: adjudicate}\n";

/// A club whose only match has had an exchange closed.
fn played() -> Club {
    let club = Club::of(&format!("{HEAD}{LINES}"));
    club.ok("enter", &["anna", "bert"]);
    club.ok("confirm", &["anna", "bert"]);
    club.ok("pair", &[]);
    club.ok("seats", &[]);
    club.ok("begin", &[]);
    club.desk.exchange("club/matches/autumn-1-1", 0);
    club
}

/// The files of a dossier.
fn files(club: &Club, name: &str) -> Vec<(String, Vec<u8>)> {
    proof::read(&club.desk.read(name)).expect("an archive")
}

#[test]
fn a_dossier_has_all_that_a_panel_reads_and_the_same_bytes_on_any_machine() {
    let club = played();
    let ask = ["1/1", "-o", "one.zip", "--rollouts", "4", "--threads", "1"];
    let no = club.no(1, "dossier", &ask);
    assert!(no.contains("is under way, and its round ends on 2027-05-31"), "{no}");
    club.desk.ok(&["clock", "club/matches/autumn-1-1", "pause", "--reason", "the round is over"]);
    club.desk.write("axis.txt", "The Bismarck is as good as home.\n");
    let with = [&ask[..], &["--statement", "axis=axis.txt"]].concat();
    let said = club.ok("dossier", &with);
    let bytes = club.desk.read("one.zip");
    assert!(said.contains(&format!("SHA-256 {}", Digest::of(&bytes))), "{said}");
    let again = ["1/1", "-o", "two.zip", "--rollouts", "4", "--threads", "3", "--statement", "axis=axis.txt"];
    club.ok("dossier", &again);
    assert!(bytes == club.desk.read("two.zip"), "the same bytes for any number of cores");

    let files = files(&club, "one.zip");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[0], "dossier.md");
    for side in ["axis", "allies"] {
        assert!(names.contains(&&*format!("packets/002-{side}.json")), "{names:?}");
        assert!(names.contains(&&*format!("reports/002-{side}.html")), "{names:?}");
        assert!(names.contains(&&*format!("reports/002-{side}.txt")), "{names:?}");
    }
    assert_eq!(names.last(), Some(&"statements/axis.txt"));
    let summary = String::from_utf8(files[0].1.clone()).expect("text");
    assert!(summary.contains("# autumn 1/1: ") && summary.contains("(allies) - "), "{summary}");
    assert!(summary.contains("Officers played the match on 4 times"), "{summary}");
    assert!(summary.contains("Median margin of the axis: "), "{summary}");
    assert!(summary.contains("axis 45d left") || summary.contains("allies 45d left"), "{summary}");
    for name in &names[1..] {
        assert!(summary.contains(&format!("[{name}]({name})")), "{name} in {summary}");
    }
    let twice = club.no(3, "dossier", &ask);
    assert!(twice.contains("one.zip"), "{twice}");
}

#[test]
fn what_is_no_dossier_is_refused() {
    let club = played();
    let side = club.no(2, "dossier", &["1/1", "-o", "x.zip", "--statement", "soviet=x.txt"]);
    assert!(side.contains("write SIDE=FILE, with allies or axis"), "{side}");
    let board = club.no(1, "dossier", &["1/2", "-o", "x.zip"]);
    assert!(board.contains("round 1 has boards 1 to 1, and no board 2"), "{board}");
    let name = club.no(2, "dossier", &["1/1", "-o", "x.txt"]);
    assert!(name.contains("a dossier is not written as `txt`"), "{name}");
    // An end that sides agreed on is looked at, too: what officers make of the position does not change it.
    club.desk.ok(&["end", "club/matches/autumn-1-1", "--draw", "--reason", "a draw"]);
    club.ok("dossier", &["1/1", "-o", "ended.zip", "--rollouts", "2"]);
    let summary = String::from_utf8(files(&club, "ended.zip")[0].1.clone()).expect("text");
    assert!(summary.contains("Officers played the match on 2 times"), "{summary}");
}

#[test]
fn what_players_said_to_a_drawn_panel_is_in_its_dossier() {
    let club = played();
    club.desk.write("anna.txt", "The convoys are through.\n");
    club.ok("statement", &["1/1", "anna", "anna.txt"]);
    club.ok("panel", &["1/1"]);
    // The panel has stopped the match; nothing else is to be done.
    club.ok("dossier", &["1/1", "-o", "panel.zip", "--rollouts", "2"]);
    let side = club.side("1/1", "anna");
    let name = format!("statements/{side}.txt");
    let files = files(&club, "panel.zip");
    let (_, said) = files.iter().find(|(it, _)| *it == name).expect("her statement");
    assert_eq!(String::from_utf8_lossy(said).trim_end(), "The convoys are through.");
    club.desk.write("other.txt", "They are not.\n");
    let twice = club.no(2, "dossier", &["1/1", "-o", "x.zip", "--statement", &format!("{side}=other.txt")]);
    assert!(twice.contains("has stated what it says to the panel"), "{twice}");
}
