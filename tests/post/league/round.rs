//! A round by mail, from the first letter to the first reports.

use super::{League, PLAYERS, code_line, golden, line};
use crate::desk::club::{keys, one, words};

#[test]
fn four_players_enter_and_their_matches_begin() {
    let mut league = League::new();
    let mut codes = Vec::new();
    for who in PLAYERS {
        let sent = league.write(who, "enter autumn");
        let asked = one(&sent, &format!("league.{who}."));
        let back = line(asked, "enter autumn ");
        assert!(!asked.text.contains("code: "), "{}", asked.text);
        let sent = league.write(who, &back);
        let entered = one(&sent, &format!("league.{who}."));
        if who == "anna" {
            insta::assert_snapshot!("asked", golden(asked));
            insta::assert_snapshot!("entered", golden(entered));
        }
        codes.push(code_line(entered));
    }
    assert_eq!(league.count("entered"), 4);
    let salt = "salt: 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    for (who, code) in PLAYERS.into_iter().zip(&codes) {
        let text =
            if who == "anna" { format!("confirm autumn\n{salt}") } else { "confirm autumn".to_owned() };
        let answer = league.proved(who, code, &text);
        assert!(words(&answer.text).contains("you play round 1 of autumn."), "{}", answer.text);
        assert_eq!(words(&answer.text).contains("Your salt is part of the draw."), who == "anna");
    }
    let sent = league.uma("pair autumn");
    insta::assert_snapshot!("paired_desk", golden(one(&sent, "league.desk.")));
    insta::assert_snapshot!("paired_anna", golden(one(&sent, "league.anna.")));
    assert_eq!(sent.len(), 5, "{:?}", keys(&sent));
    let again = league.uma("pair autumn");
    assert!(words(&one(&again, "league.desk.").text).contains("was paired so already"));
    assert_eq!((again.len(), league.count("paired")), (1, 1), "nobody reads twice of one pairing");
    for (who, bid) in PLAYERS.into_iter().zip(["bid allies 1.5", "no bid", "bid allies 1", "bid axis 2"]) {
        let code = &codes[PLAYERS.iter().position(|it| *it == who).unwrap()];
        let answer = league.proved(who, code, bid);
        if who == "anna" {
            insta::assert_snapshot!("bid", golden(&answer));
        }
    }
    assert_eq!(league.count("ballot"), 4);
    insta::assert_snapshot!("seats", golden(one(&league.uma("seats autumn"), "league.desk.")));
    let sent = league.uma("begin autumn");
    insta::assert_snapshot!("begun_desk", golden(one(&sent, "league.desk.")));
    insta::assert_snapshot!("begun_anna", golden(one(&sent, "league.anna.")));
    assert_eq!((sent.len(), league.count("begun")), (5, 2), "{:?}", keys(&sent));
    let sent = league.club.fetch();
    for word in ["autumn-1-1", "autumn-1-2"] {
        for side in ["axis", "allies"] {
            let report = one(&sent, &format!("{word}.{side}.1.report"));
            assert!(report.to.ends_with("@example.org"), "{}", report.to);
        }
        let journal = league.club.journal(&format!("matches/{word}"));
        assert!(journal.contains("of round 1 of autumn"), "the proof names event and board");
    }
    assert!(
        league.club.journal("matches/autumn-1-1").contains("points are taken from the score of the Allies")
    );
    league.club.sealord(&["league", "audit", "."]);
    let sent = league.uma("begin autumn");
    assert_eq!((sent.len(), league.count("begun")), (1, 2), "{:?}", keys(&sent));
}

#[test]
fn a_match_that_began_by_mail_is_played_by_mail_and_counts() {
    let mut league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.uma("pair autumn");
    league.uma("seats autumn");
    league.uma("begin autumn");
    league.club.fetch();
    let code = league.club.code("autumn-1-1", "axis");
    let reports = league.club.read("autumn-1-1.axis.1.report.eml");
    league.club.write(&reports.to, "[sealord autumn-1-1/axis]", &format!("concede yes\n{code}"));
    league.club.fetch();
    league.club.now = "2026-12-20T12:00:00Z".to_owned();
    league.club.fetch();
    league.club.sealord(&["prove", "matches/autumn-1-1", "-o", "pack.zip"]);
    league.club.sealord(&["league", "result", ".", "autumn", "1/1", "--pack", "pack.zip"]);
    assert_eq!(league.count("result"), 1);
}
