//! What the organiser does at the office's machine, and what comes back to him.

use super::{League, OFFICE, golden};
use crate::desk::club::{keys, names, one, words};

/// A league whose first round is paired, with its sides given out, at the machine.
fn seated(league: &mut League) {
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.club.sealord(&["league", "pair", ".", "autumn"]);
    league.club.sealord(&["league", "seats", ".", "autumn"]);
}

#[test]
fn begin_at_the_machine_does_what_the_desk_does() {
    let mut league = League::entered();
    seated(&mut league);
    let said = league.club.sealord(&["league", "begin", ".", "autumn"]);
    assert!(said.contains("2 matches begun\nthey are played by mail"), "{said}");
    assert_eq!(league.count("begun"), 2);
    let sent = league.club.fetch();
    for who in super::PLAYERS {
        let begins = one(&sent, &format!("league.{who}."));
        assert!(
            words(&begins.text).contains("the first report comes in a mail of its own"),
            "{}",
            begins.text
        );
    }
    for word in ["autumn-1-1", "autumn-1-2"] {
        for side in ["axis", "allies"] {
            one(&sent, &format!("{word}.{side}.1.report"));
        }
        let journal = league.club.journal(&format!("matches/{word}"));
        assert!(journal.contains("of round 1 of autumn"), "the proof names event and board");
    }
    // The desk finds it done, and the machine too.
    let again = league.uma("begin autumn");
    assert_eq!((again.len(), league.count("begun")), (1, 2), "{:?}", keys(&again));
    let said = league.club.sealord(&["league", "begin", ".", "autumn"]);
    assert!(said.contains("autumn-1-1"), "{said}");
    assert!(league.club.fetch().is_empty(), "nobody reads twice of one beginning");
}

#[test]
fn begin_at_the_machine_says_what_mail_cannot_do_before_it_writes() {
    let mut league = League::entered();
    seated(&mut league);
    let (settings, office) = (league.club.path("league.yaml"), league.club.path("office.yaml"));
    let text = std::fs::read_to_string(&settings).unwrap();
    let refused = |league: &League| {
        let book = league.book().len();
        let ran = league.club.run(&["league", "begin", ".", "autumn"]);
        assert_eq!(ran.status.code(), Some(1));
        assert_eq!((league.book().len(), names(&league.club.path("matches"))), (book, Vec::new()));
        String::from_utf8(ran.stderr).unwrap()
    };
    std::fs::write(&settings, text.replace(", address: dora@example.org", "")).unwrap();
    let why = refused(&league);
    assert!(why.contains("dora of autumn-1-") && why.contains("has no address in league.yaml"), "{why}");
    std::fs::write(&settings, &text).unwrap();
    std::fs::write(&office, OFFICE.replace("weekly:", "monthly:")).unwrap();
    let why = refused(&league);
    assert!(why.contains("office.yaml has no template `weekly`"), "{why}");
    std::fs::write(&office, OFFICE.replace("\"5\"]", "\"5\", --officer, axis]")).unwrap();
    let why = refused(&league);
    assert!(why.contains("the template `weekly` has the option `--officer`"), "{why}");
    std::fs::write(&office, OFFICE).unwrap();
    league.club.sealord(&["league", "begin", ".", "autumn"]);
    assert_eq!(league.count("begun"), 2);
}

#[test]
fn an_event_without_a_template_is_begun_by_hand_and_says_so_first() {
    let mut league = League::without("    template: weekly\n");
    league.club.sealord(&["league", "enter", ".", "autumn", "anna", "bert", "carl", "dora"]);
    seated(&mut league);
    let ran = league.club.run(&["league", "begin", ".", "autumn"]);
    let why = String::from_utf8(ran.stderr).unwrap();
    assert_eq!((ran.status.code(), league.count("begun")), (Some(1), 0), "{why}");
    assert!(why.contains("without a template of office.yaml") && why.contains("--by-hand"), "{why}");
    league.club.sealord(&["league", "begin", ".", "autumn", "--by-hand"]);
    assert_eq!(league.count("begun"), 2);
    assert!(league.club.fetch().is_empty(), "nobody is seated by mail");
}

/// What a mail server writes when it could not deliver a mail of the office.
fn bounce(id: &str, address: &str, number: usize) -> String {
    format!(
        "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example.org>\nTo: referee@club.example\nSubject: \
         Undelivered Mail Returned to Sender\nMessage-ID: <bounce{number}@mx.example.org>\nAuto-Submitted: \
         auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; \
         boundary=\"b\"\n\n--b\nContent-Type: text/plain\n\nSorry.\n\n--b\nContent-Type: \
         message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; \
         {address}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user\n\n--b\nContent-Type: \
         text/rfc822-headers\n\nMessage-ID: {id}\nSubject: x\n\n--b--\n"
    )
    .replace('\n', "\r\n")
}

#[test]
fn a_mail_of_the_league_that_comes_back_is_reported_to_the_organiser_once() {
    let mut league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    let sent = league.uma("pair autumn");
    let (anna, desk) = (one(&sent, "league.anna."), one(&sent, "league.desk."));
    league.club.deliver(&bounce("<nothing.of.ours@club.example>", "anna@example.org", 1));
    assert!(league.club.fetch().is_empty(), "a forged bounce changes nothing");
    league.club.deliver(&bounce(&anna.id, "anna@example.org", 2));
    let sent = league.club.fetch();
    let report = one(&sent, "league.desk.");
    assert_eq!((sent.len(), &*report.to), (1, "uma@club.example"));
    insta::assert_snapshot!("bounced", golden(report));
    league.club.deliver(&bounce(&anna.id, "anna@example.org", 3));
    assert!(league.club.fetch().is_empty(), "the organiser reads of it once");
    let status = league.club.sealord(&["status", "."]);
    assert!(status.contains("league: not delivered: league/anna/"), "{status}");
    // What comes back of the organiser's own mail goes to the umpire.
    league.club.deliver(&bounce(&desk.id, "uma@club.example", 4));
    let sent = league.club.fetch();
    assert!(one(&sent, "office.umpire.").text.contains("550 no such user"));
}
