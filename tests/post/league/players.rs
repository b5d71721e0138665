//! What players, strangers and forgers write.

use super::{League, golden};
use crate::desk::club::{Club, keys, names, one, words};

#[test]
fn anybody_may_look_once_a_day() {
    let mut league = League::entered();
    let sent = league.write("eve@example.net", "events");
    insta::assert_snapshot!("events", golden(one(&sent, "league.nobody.")));
    assert!(league.write("eve@example.net", "events").is_empty(), "once a day to an address");
    assert_eq!(league.write("eve@example.net", "standings autumn").len(), 1);
    league.club.now = "2026-12-01T12:00:00Z".to_owned();
    assert_eq!(league.write("eve@example.net", "Events?").len(), 1);
    // A player with his code word may look as often as he likes.
    let code = league.code("anna");
    for _ in 0..3 {
        assert!(
            league.proved("anna", &code, "pairings autumn").text.contains("no round of autumn is paired yet")
        );
    }
}

#[test]
fn a_stranger_learns_how_to_be_entered() {
    let mut league = League::new();
    let sent = league.write("Eve Young <eve@example.net>", "enter autumn");
    insta::assert_snapshot!("stranger", golden(one(&sent, "league.nobody.")));
    assert!(league.write("eve@example.net", "leave autumn").is_empty());
    assert_eq!(league.count("entered"), 0);
}

#[test]
fn a_forged_address_does_nothing_without_the_code_word() {
    let mut league = League::entered();
    let before = league.book();
    let sent = league.write("anna", "leave autumn");
    let answer = one(&sent, "league.anna.");
    insta::assert_snapshot!("forged", golden(answer));
    assert_eq!(answer.to, "anna@example.org");
    let wrong = league.write("anna", "leave autumn\n\ncode: wrong-wrong-wrong-wrong");
    assert!(words(&wrong[0].text).contains("without your code word"));
    // Bert's code word is not Anna's, and the organiser's is no player's.
    let berts = league.code("bert");
    assert!(
        words(&league.write("anna", &format!("leave autumn\n\n{berts}"))[0].text)
            .contains("Nothing was done")
    );
    for text in ["pair autumn", "close autumn"] {
        assert!(words(&league.write("uma@club.example", text)[0].text).contains("without your code word"));
    }
    let answers: usize = (0..12).map(|_| league.write("anna", "bye autumn").len()).sum();
    assert_eq!(answers, 7, "ten a day, and then silence");
    assert_eq!(league.book(), before);
}

#[test]
fn what_is_sent_back_holds_for_one_address() {
    let mut league = League::new();
    let asked = league.write("anna", "enter autumn");
    let back = super::line(&asked[0], "enter autumn ");
    let sent = league.write("bert", &back);
    assert!(words(&sent[0].text).contains("to show that this address is yours"), "{}", sent[0].text);
    assert_eq!(league.count("entered"), 0);
}

#[test]
fn a_second_delivery_does_nothing_twice() {
    let mut league = League::entered();
    let code = league.code("anna");
    let text = format!("confirm autumn\n\n{code}");
    for _ in 0..2 {
        league.club.write_as("anna@example.org", "[sealord league]", &text, "same@example.org", "");
    }
    assert_eq!(league.club.fetch().len(), 1);
    league.club.write_as(
        "anna@example.org",
        "[sealord league]",
        &text,
        "same@example.org",
        "X-Late: yes\r\n",
    );
    assert!(league.club.fetch().is_empty());
    assert_eq!(league.count("confirmed"), 1);
    // A run that died before it noted the letter finds its answer queued.
    std::fs::remove_file(league.club.path("post/received.log")).unwrap();
    league.club.write_as("anna@example.org", "[sealord league]", &text, "same@example.org", "");
    assert!(league.club.fetch().is_empty());
    assert_eq!(league.count("confirmed"), 1);
}

#[test]
fn slips_are_answered_with_the_nearest_command() {
    let mut league = League::entered();
    let code = league.code("anna");
    let before = league.book();
    let answer = league.proved("anna", &code, "confrim autumn");
    insta::assert_snapshot!("slip", golden(&answer));
    for (text, says) in [
        ("leave autumn?", "Did you mean a line such as \"leave autumn\"?"),
        ("leave autumn please", "Did you mean a line such as \"leave autumn\"?"),
        ("confirm autum", "did you mean autumn?"),
        ("confirm autumn\nsalt: 12", "salt:"),
        ("protest SOT-5.5", "is for a mail of your match"),
        ("bid allies 1.5", "no board of yours waits for bids"),
        ("pair autumn", "only the organiser may ask for that"),
        ("thanks for all the work", "is no command of the league"),
    ] {
        let answer = league.proved("anna", &code, text);
        assert!(words(&answer.text).contains(says), "{text}: {}", answer.text);
    }
    assert_eq!(league.book(), before);
}

#[test]
fn a_bye_a_change_of_mind_and_a_farewell() {
    let mut league = League::entered();
    let code = league.code("dora");
    assert!(
        words(&league.proved("dora", &code, "bye autumn").text).contains("no match in round 1 of autumn")
    );
    league.proved("dora", &code, "Confirm autumn, please!");
    assert_eq!((league.count("bye-asked"), league.count("confirmed")), (1, 1));
    // A copy of a mail, pasted without marks, is nobody's reason.
    let mail = league.proved("dora", &code, "help");
    let copied: Vec<&str> = mail.text.lines().filter(|line| !line.starts_with("code:")).collect();
    let answer = league.proved("dora", &code, &format!("leave autumn\n{}", copied.join("\n")));
    assert!(
        words(&answer.text).contains("a line of a mail of this office stands among your words"),
        "{}",
        answer.text
    );
    assert_eq!(league.count("left"), 0);
    let answer = league.proved("dora", &code, "leave autumn\nI go to sea myself.");
    insta::assert_snapshot!("left", golden(&answer));
    let book = std::fs::read_to_string(league.club.path("league/journal.jsonl")).unwrap();
    assert!(book.contains("I go to sea myself."));
}

#[test]
fn a_round_can_be_confirmed_only_shortly_before_it() {
    let mut league = League::entered();
    league.club.now = "2026-11-22T12:00:00Z".to_owned();
    let code = league.code("anna");
    let answer = league.proved("anna", &code, "confirm autumn");
    assert!(words(&answer.text).contains("can be confirmed from 2026-11-23 on"), "{}", answer.text);
    assert_eq!(league.count("confirmed"), 0);
}

#[test]
fn an_office_without_a_league_takes_such_letters_as_before() {
    let mut club = Club::begun(super::OFFICE, &[]);
    club.write("eve@example.net", "[sealord league]", "events");
    let sent = club.fetch();
    assert!(words(&sent[0].text).contains("could not be matched"), "{:?}", keys(&sent));
}

#[test]
fn a_reply_to_a_mail_of_the_league_goes_there() {
    let mut league = League::entered();
    let code = league.code("anna");
    let name =
        names(&league.club.path("out")).into_iter().find(|name| name.starts_with("league.anna.")).unwrap();
    let mail = std::fs::read_to_string(league.club.path("out").join(name)).unwrap();
    let id = mail.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().to_owned();
    let reply = format!("In-Reply-To: {id}\r\n");
    let text = format!("bye autumn\n\n{code}");
    league.club.write_as("anna@example.org", "about the league", &text, "reply@example.org", &reply);
    league.club.fetch();
    assert_eq!(league.count("bye-asked"), 1);
    // Without tag and answer nothing goes there.
    league.club.write("anna@example.org", "about the league", &text);
    league.club.fetch();
    assert_eq!(league.count("bye-asked"), 1);
}

#[test]
fn letters_wait_while_the_settings_are_wrong() {
    let mut league = League::entered();
    let path = league.club.path("league.yaml");
    let good = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, good.replace("format: swiss", "format: swis")).unwrap();
    league.club.write("anna@example.org", "[sealord league]", "events");
    let output = league.club.run(&["fetch", "."]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("swis"));
    std::fs::write(&path, good).unwrap();
    assert_eq!(league.club.fetch().len(), 1);
}
