//! Protests by mail: to the umpire alone, answered once, and read by all only then.

use crate::desk::club::{Club, OFFICE, Sent, keys, one, words};
use crate::league::golden;

const ANNA: &str = "anna@example.org";

/// Somebody writes about a match; gives what went out.
fn write(club: &mut Club, from: &str, seat: (&str, &str), text: &str) -> Vec<Sent> {
    let code = club.code(seat.0, seat.1);
    club.write(from, &format!("[sealord {}/{}]", seat.0, seat.1), &format!("{text}\n\n{code}"));
    club.fetch()
}

/// Anna, who plays the Axis in spring, writes.
fn anna(club: &mut Club, text: &str) -> Vec<Sent> {
    write(club, ANNA, ("spring", "axis"), text)
}

#[test]
fn a_protest_goes_to_the_umpire_alone_and_the_ruling_to_all() {
    let mut club = Club::new(OFFICE);
    let shown = |club: &Club| {
        let packet = club.sealord(&["view", "spring", "--side", "allies", "--json"]);
        packet + &club.sealord(&["report", "spring", "--side", "allies"])
    };
    let before = shown(&club);
    let sent = anna(&mut club, "protest SOT-5.5.4.2-5\nTwo ones fell, and no die was taken away.");
    assert_eq!(keys(&sent).len(), 2, "{:?}", keys(&sent));
    let told = one(&sent, "spring.umpire.1.words");
    assert_eq!(told.to, "uma@club.example");
    insta::assert_snapshot!(told.text);
    insta::assert_snapshot!(one(&sent, ".answer.").text);
    assert_eq!(shown(&club), before, "the other side learns nothing of it, not even from numbers of entries");
    let letter = anna(&mut club, "status");
    assert!(!letter.iter().any(|mail| mail.key.contains(".allies.")), "{:?}", keys(&letter));
    club.uma("status", "status");
    let desk = club.fetch();
    let waits = "protest 1 of the Axis (SOT-5.5.4.2-5, before exchange 1) waits for a ruling";
    assert!(words(&one(&desk, ".desk.").text).contains(waits), "{}", one(&desk, ".desk.").text);
    club.uma("Re: [sealord spring/umpire] Seas of Thunder", "rule protest 1 upheld\nThe book says each 1.");
    let sent = club.fetch();
    for side in ["axis", "allies"] {
        let told = one(&sent, &format!("spring.{side}.1.words"));
        assert!(
            words(&told.text).contains("upheld protest 1 of the Axis (SOT-5.5.4.2-5, before exchange 1)"),
            "{}",
            told.text
        );
        assert!(told.text.contains("The book says each 1."), "{}", told.text);
        assert!(side == "axis" || !told.text.contains("Two ones fell"), "{}", told.text);
    }
    insta::assert_snapshot!(golden(one(&sent, ".desk.")));
    assert!(club.sealord(&["audit", "spring"]).contains("1 × ruling on a protest"));
}

#[test]
fn slips_in_protests_and_rulings_are_answered() {
    let mut club = Club::new(OFFICE);
    for (text, what) in [
        ("protest SOT-5.5.4.2-55\nIt was wrong.", "the ledger has no rule"),
        ("protest SOT-5.5.4.2-55\nIt was wrong.", "did you mean SOT-5.5.4.2-"),
        ("protest SOT-5.5.4.2-5", "the protest gives no reasons"),
        ("protest SOT-5.5.4.2-5 exchange 7\nIt was wrong.", "exchange 7 was not closed"),
        ("protest against that", "did you mean \"protest RULE\""),
        ("appeal 1\nIt is wrong.", "there is no protest 1: the match has no protest"),
    ] {
        let sent = anna(&mut club, text);
        let said = words(&one(&sent, "spring.axis.").text);
        assert!(said.contains(what), "{text}: {said}");
    }
    anna(&mut club, "protest SOT-5.5.4.2-5\nIt was wrong.");
    let mut desk = |text: &str, what: &str| {
        club.uma("Re: [sealord spring/umpire] Seas of Thunder", text);
        let sent = club.fetch();
        let said = words(&one(&sent, ".desk.").text);
        assert!(said.contains(what), "{text}: {said}");
    };
    desk("rule protest 2 upheld\nWell.", "there is no protest 2: the match has protest 1 alone");
    desk("rule protest 1 upheld", "the ruling gives no reasons");
    desk("rule protest 1 maybe\nWell.", "write \"upheld\" or \"denied\"");
    desk("rule protest one denied\nWell.", "as in \"rule protest 1 upheld\"");
    desk("rule protest 1 denied\nIt was right.", "is denied; all sides read it");
    desk("rule protest 1 upheld\nThe book has it otherwise.", "protest 1 was denied in entry");
    let sent = anna(&mut club, "appeal 1\nThe umpire is wrong.");
    let said = words(&one(&sent, "spring.axis.").text);
    assert!(said.contains("this match is of no league, so there is no panel"), "{said}");
    assert!(club.sealord(&["audit", "spring"]).contains("1 × protest"));
}
