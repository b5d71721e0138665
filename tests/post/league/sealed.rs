//! Sealed bids by mail when their time is over: the office opens those that came, without anybody's doing.

use super::League;
use crate::desk::club::{Sent, keys, words};

/// The last moment at which a bid can come: five days after the pairing.
const LATEST: &str = "2026-12-05T11:59:00Z";
const OVER: &str = "2026-12-05T12:00:00Z";

/// A league whose first round is paired, and what went out with that; in the order of boards, who plays.
fn paired() -> (League, Vec<Sent>, Vec<String>) {
    let mut league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    let sent = league.uma("pair autumn");
    let book = std::fs::read_to_string(league.club.path("league/journal.jsonl")).unwrap();
    let facts = book.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let paired = facts.map(|it| it["body"].clone()).find(|it| it["fact"] == "paired").unwrap();
    let boards = paired["boards"].as_array().unwrap().iter();
    let players = boards.flat_map(|it| ["first", "second"].map(|seat| it[seat].as_str().unwrap().to_owned()));
    (league, sent, players.collect())
}

/// The mails that say who has which side.
fn given(sent: &[Sent]) -> Vec<String> {
    sent.iter().filter(|it| it.key.contains(".sides-autumn-")).map(|it| words(&it.text)).collect()
}

#[test]
fn sealed_bids_are_opened_when_their_time_is_over() {
    let (mut league, sent, players) = paired();
    for mail in sent.iter().filter(|it| it.key.contains(".paired-")) {
        assert!(
            words(&mail.text).contains("What has not come by 2026-12-05T12:00:00Z is no bid"),
            "{}",
            mail.text
        );
    }
    let code = league.code(&players[0]);
    league.proved(&players[0], &code, "bid allies 1.5");
    league.club.now = LATEST.to_owned();
    assert!(given(&league.club.fetch()).is_empty());
    assert_eq!((league.count("opened"), league.count("seats")), (0, 0));
    league.club.now = OVER.to_owned();
    let sent = league.club.fetch();
    let given = given(&sent);
    assert_eq!(given.len(), 4, "{:?}", keys(&sent));
    let of = |who: &str| {
        let mut own = sent.iter().filter(|it| it.key.contains(&format!("league.{who}.")));
        words(&own.next().expect("a mail").text)
    };
    // One bid alone: he has his wish, and gives nothing for it.
    assert!(of(&players[0]).contains("you have the Allies"), "{}", of(&players[0]));
    assert!(of(&players[1]).contains("you have the Axis"), "{}", of(&players[1]));
    assert!(given.iter().all(|it| it.contains("the time for bids is over")), "{given:?}");
    assert!(given.iter().all(|it| it.contains("nobody gives points")), "{given:?}");
    assert_eq!((league.count("opened"), league.count("seats")), (1, 2), "nobody bid at the second board");
    // It is done once, a late bid is answered, and the round goes on.
    assert!(league.club.fetch().is_empty());
    let code = league.code(&players[1]);
    let late = league.proved(&players[1], &code, "bid allies 3");
    assert!(words(&late.text).contains("nothing was done"), "{}", late.text);
    league.uma("begin autumn");
    assert_eq!(league.count("begun"), 2);
    league.club.sealord(&["league", "audit", "."]);
}

#[test]
fn a_run_that_died_before_its_mails_leaves_them_to_the_next() {
    let (mut league, ..) = paired();
    league.club.now = OVER.to_owned();
    // What the run writes into the book stands there; its mails were never queued.
    league.club.sealord(&["league", "seats", ".", "autumn"]);
    assert_eq!(given(&league.club.fetch()).len(), 4);
    assert!(given(&league.club.fetch()).is_empty());
}
