//! The organiser's desk by mail.

use super::{League, golden, line};
use crate::desk::club::{one, words};

/// A league whose first round is paired, with its sides given out.
fn seated() -> League {
    let mut league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.uma("pair autumn");
    league.uma("seats autumn");
    league
}

#[test]
fn a_forfeit_needs_a_reason_and_counts_once() {
    let mut league = seated();
    let answer = league.uma("forfeit autumn 1/1 axis");
    assert!(words(&one(&answer, "league.desk.").text).contains("the book needs a reason"));
    for _ in 0..2 {
        let answer = league.uma("forfeit autumn 1/1 axis\nNobody wrote for a month.");
        assert!(words(&one(&answer, "league.desk.").text).contains("board 1/1 of autumn: the axis forfeit"));
    }
    assert_eq!(league.count("result"), 1);
    let answer = league.uma("forfeit autumn 1/9 axis\nNo such board.");
    assert!(words(&one(&answer, "league.desk.").text).contains("no board 9"));
    let answer = league.uma("forfeit autumn 1/2 britain\nNo such side.");
    assert!(words(&one(&answer, "league.desk.").text).contains("is no side of board 2"));
}

#[test]
fn a_round_is_closed_by_a_second_letter() {
    let mut league = seated();
    let early = league.uma("close autumn");
    assert!(words(&one(&early, "league.desk.").text).contains("no result of 1/1, 1/2"));
    league.uma("forfeit autumn 1/1 axis\nNobody wrote.");
    league.uma("forfeit autumn 1/2 allies\nNobody wrote there either.");
    let asked = league.uma("close autumn");
    insta::assert_snapshot!("close_asked", golden(one(&asked, "league.desk.")));
    assert_eq!(league.count("round-closed"), 0);
    let back = line(one(&asked, "league.desk."), "close autumn ");
    // Something else comes into the book, and the line holds no longer.
    league.club.sealord(&["league", "confirm", ".", "autumn", "anna"]);
    let stale = league.uma(&back);
    assert!(words(&one(&stale, "league.desk.").text).contains("Something has come into the book"));
    let back = line(one(&stale, "league.desk."), "close autumn ");
    let closed = league.uma(&back);
    assert!(words(&one(&closed, "league.desk.").text).contains("round 1 of autumn is closed"));
    assert_eq!(league.count("round-closed"), 1);
}

#[test]
fn a_drop_is_confirmed_with_its_reason() {
    let mut league = League::entered();
    let asked = league.uma("drop autumn carl\nHe has not written since spring.");
    let mail = one(&asked, "league.desk.");
    insta::assert_snapshot!("drop_asked", golden(mail));
    let back = line(mail, "drop autumn carl ");
    let done = league.uma(&format!("{back}\nHe has not written since spring."));
    assert!(
        words(&one(&done, "league.desk.").text).contains("carl plays no more in autumn"),
        "{}",
        done[0].text
    );
    assert_eq!(league.count("dropped"), 1);
    let twice = league.uma("drop autumn carl\nOnce more.");
    assert!(words(&one(&twice, "league.desk.").text).contains("carl plays no more in autumn"));
    let none = league.uma("drop autumn karl\nWho is that?");
    assert!(words(&one(&none, "league.desk.").text).contains("did you mean carl?"), "{}", none[0].text);
    assert_eq!(league.count("dropped"), 1);
}

#[test]
fn a_deputy_has_a_desk_of_his_own() {
    let mut league = League::entered();
    let path = league.club.path("league.yaml");
    let text = std::fs::read_to_string(&path).unwrap();
    let deputies = "deputies: [{name: Otto, address: otto@club.example}]\nentrants:";
    std::fs::write(&path, text.replace("entrants:", deputies)).unwrap();
    let code = league.club.desk_code("Otto");
    let sent = league.write("otto@club.example", &format!("help\n\ncode: {code}"));
    insta::assert_snapshot!("desk_help", golden(one(&sent, "league.desk.")));
    let sent = league.write("otto@club.example", &format!("pair autumn\n\ncode: {code}"));
    assert!(words(&one(&sent, "league.desk.").text).contains("nothing was done"), "{}", sent[0].text);
}
