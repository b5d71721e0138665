//! Results of matches that the office played itself, and what the organiser decides by mail.

use super::{League, golden, line};
use crate::desk::club::{keys, one, words};

/// A league whose first round is under way by mail.
fn begun() -> League {
    let mut league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    for line in ["pair autumn", "seats autumn", "begin autumn"] {
        league.uma(line);
    }
    league.club.fetch();
    league
}

/// Lets the axis of a match give it up, and time pass until it is over.
fn concede(league: &mut League, word: &str, over: &str) {
    let code = league.club.code(word, "axis");
    let report = league.club.read(&format!("{word}.axis.1.report.eml"));
    league.club.write(&report.to, &format!("[sealord {word}/axis]"), &format!("concede yes\n{code}"));
    league.club.fetch();
    over.clone_into(&mut league.club.now);
}

#[test]
fn a_match_that_is_over_gives_its_result_by_itself() {
    let mut league = begun();
    let early = league.uma("result autumn 1/1");
    assert!(words(&one(&early, "league.desk.").text).contains("is not over in this office"));
    concede(&mut league, "autumn-1-1", "2026-12-20T12:00:00Z");
    let sent = league.club.fetch();
    let mail = one(&sent, "over-autumn-1-1");
    assert_eq!(mail.to, "uma@club.example");
    insta::assert_snapshot!("over", golden(mail));
    assert!(league.club.fetch().iter().all(|it| !it.key.contains("over-")), "once");
    let status = league.club.run(&["league", "status", "."]);
    let status = String::from_utf8(status.stdout).unwrap();
    assert!(status.contains("autumn: 1/1 is over and has no result"), "{status}");
    let back = line(mail, "result autumn 1/1");
    for _ in 0..2 {
        let answer = league.uma(&back);
        let said = words(&one(&answer, "league.desk.").text);
        assert!(said.contains("board 1/1 of autumn:") && said.contains("(conceded)"), "{said}");
        assert_eq!(league.count("result"), 1);
    }
    let audit = league.club.sealord(&["league", "audit", ".", "--proofs"]);
    assert!(audit.contains("1 result played again"), "{audit}");
}

#[test]
fn closing_takes_what_is_over_and_names_what_is_not() {
    let mut league = begun();
    concede(&mut league, "autumn-1-1", "2026-12-20T12:00:00Z");
    league.club.fetch();
    let early = league.uma("close autumn");
    let said = words(&one(&early, "league.desk.").text);
    assert!(said.contains("no result of 1/2") && said.contains("board 1/1 of autumn:"), "{said}");
    assert_eq!(league.count("result"), 1);
    concede(&mut league, "autumn-1-2", "2027-01-20T12:00:00Z");
    league.club.fetch();
    let asked = league.uma("close autumn");
    assert_eq!((league.count("result"), league.count("round-closed")), (2, 0));
    let back = line(one(&asked, "league.desk."), "close autumn ");
    for _ in 0..2 {
        // A letter that comes again, behind a run that died, is answered as it was.
        let closed = league.uma(&back);
        assert!(words(&one(&closed, "league.desk.").text).contains("round 1 of autumn is closed"));
        assert_eq!(league.count("round-closed"), 1);
    }
    league.club.sealord(&["league", "audit", ".", "--proofs"]);
}

#[test]
fn double_forfeits_and_annulled_boards_are_confirmed_with_their_reasons() {
    let mut league = begun();
    for (line_, at, result) in
        [("double-forfeit autumn 1/1", "1/1", "(double-forfeit)"), ("annul autumn 1/2", "1/2", "(annulled)")]
    {
        let bare = league.uma(line_);
        assert!(words(&one(&bare, "league.desk.").text).contains("the book needs a reason"));
        let asked = league.uma(&format!("{line_}\nNeither wrote for a month."));
        let mail = one(&asked, "league.desk.");
        let before = league.count("result");
        let back = line(mail, line_);
        assert_ne!(back, line_, "{}", mail.text);
        for _ in 0..2 {
            let done = league.uma(&format!("{back}\nNeither wrote for a month."));
            let said = words(&one(&done, "league.desk.").text);
            assert!(said.contains(&format!("board {at} of autumn")) && said.contains(result), "{said}");
            assert_eq!(league.count("result"), before + 1, "{:?}", keys(&done));
        }
    }
    let twice = league.uma("annul autumn 1/1\nAnother reason.");
    assert!(words(&one(&twice, "league.desk.").text).contains("To confirm"), "{}", twice[0].text);
    let back = line(one(&twice, "league.desk."), "annul autumn 1/1");
    let twice = league.uma(&format!("{back}\nAnother reason."));
    assert!(words(&one(&twice, "league.desk.").text).contains("has its result already"), "{}", twice[0].text);
    assert_eq!(league.count("result"), 2);
}

#[test]
fn a_wrong_result_is_corrected_by_mail() {
    let mut league = begun();
    let none = league.uma("correct autumn 1/1 played\nIt was played.");
    assert!(words(&one(&none, "league.desk.").text).contains("has no result yet"));
    league.uma("forfeit autumn 1/1 axis\nNobody wrote.");
    concede(&mut league, "autumn-1-1", "2026-12-20T12:00:00Z");
    league.club.fetch();
    for (what, result) in [("played", "(conceded)"), ("forfeit allies", "(forfeit)"), ("annul", "(annulled)")]
    {
        let before = league.count("corrected");
        let text = format!("correct autumn 1/1 {what}");
        let asked = league.uma(&format!("{text}\nThe post was late."));
        let mail = one(&asked, "league.desk.");
        if what == "played" {
            insta::assert_snapshot!("correct_asked", golden(mail));
        }
        assert_eq!(league.count("corrected"), before);
        let back = line(mail, &text);
        for _ in 0..2 {
            let done = league.uma(&format!("{back}\nThe post was late."));
            let said = words(&one(&done, "league.desk.").text);
            assert!(said.contains(result), "{what}: {said}");
            assert_eq!(league.count("corrected"), before + 1);
        }
    }
    league.club.sealord(&["league", "audit", ".", "--proofs"]);
}

/// An event whose organiser has a key wants decisions signed, and says so.
#[test]
fn what_must_be_signed_is_not_taken_by_mail() {
    let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIGDI9XzOxj2F6IjklOU24XOHcj2p5biUyA4PrpuSPAB";
    let text = super::LEAGUE
        .replace("address: uma@club.example}", &format!("address: uma@club.example, key: {key}}}"));
    let mut league = League::of(&text).with_all();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.uma("pair autumn");
    let asked = league.uma("double-forfeit autumn 1/1\nNeither wrote.");
    let back = line(one(&asked, "league.desk."), "double-forfeit autumn 1/1");
    let done = league.uma(&format!("{back}\nNeither wrote."));
    let said = words(&one(&done, "league.desk.").text);
    assert!(said.contains("demands that a result which a person decides is signed"), "{said}");
    assert_eq!(league.count("result"), 0);
}
