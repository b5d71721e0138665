//! Open bidding by mail.

use super::{LEAGUE, League};
use crate::desk::club::{Sent, keys, one, words};

/// A league that bids in the open, whose first round is paired; who begins at the first board, and the other;
/// and what went out with the pairing.
fn paired() -> (League, [String; 2], Vec<Sent>) {
    let text = LEAGUE.replace("sides: {by: sealed-bid, within: 5d}", "sides: {by: open-bid}");
    let mut league = League::of(&text).with_all();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    let sent = league.uma("pair autumn");
    let book = std::fs::read_to_string(league.club.path("league/journal.jsonl")).unwrap();
    let paired = book.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let paired = paired.map(|it| it["body"].clone()).find(|it| it["fact"] == "paired").unwrap();
    let board = &paired["boards"][0];
    let word = |name: &str| board[name].as_str().unwrap().to_owned();
    let other = if word("first") == word("begins") { word("second") } else { word("first") };
    (league, [word("begins"), other], sent)
}

/// The mail to a player about bids.
fn bids<'s>(sent: &'s [Sent], who: &str) -> &'s Sent {
    let start = format!("league.{who}.");
    let mut found = sent.iter().filter(|mail| mail.key.starts_with(&start) && mail.key.contains("bids-"));
    let first = found.next().unwrap_or_else(|| panic!("none to {who} in {:?}", keys(sent)));
    assert!(found.next().is_none(), "{:?}", keys(sent));
    first
}

#[test]
fn two_bid_in_turns_by_mail_until_one_accepts() {
    let (mut league, [begins, other], sent) = paired();
    let asked = one(&sent, &format!("league.{begins}."));
    assert!(
        words(&asked.text).contains("name a side, and how many points you give for it"),
        "{}",
        asked.text
    );
    assert!(asked.text.contains("bid axis 0.5"), "{}", asked.text);
    let waits = one(&sent, &format!("league.{other}."));
    assert!(words(&waits.text).contains("names a side first"), "{}", waits.text);
    let [first, second] = [&begins, &other].map(|who| league.code(who));
    let early = league.proved(&other, &second, "accept");
    assert!(words(&early.text).contains("it is the turn of"), "{}", early.text);
    let slip = league.proved(&begins, &first, "bid allies 1.25");
    assert!(words(&slip.text).contains("write `1`"), "{}", slip.text);
    let sent = league.write(&begins, &format!("bid allies 1.5\n\n{first}"));
    assert_eq!(sent.len(), 2, "{:?}", keys(&sent));
    let asked = bids(&sent, &other);
    for says in [
        "bids 1.5 for the Allies",
        "take the Axis, or bid 2 or more for the Allies",
        "if nothing comes until 2026-12-02T12:00:00Z, you have the Axis",
    ] {
        assert!(words(&asked.text).contains(says), "{says}: {}", asked.text);
    }
    assert!(asked.text.contains("accept\n") && asked.text.contains("bid allies 2\n"), "{}", asked.text);
    // The same once more is the same, and nobody reads it twice.
    let again = league.write(&begins, &format!("bid allies 1.5\n\n{first}"));
    assert_eq!((again.len(), league.count("open-bid")), (1, 1), "{:?}", keys(&again));
    league.write(&other, &format!("bid allies 2\n\n{second}"));
    let low = league.proved(&begins, &first, "bid allies 2");
    assert!(words(&low.text).contains("write `2.5`, or accept"), "{}", low.text);
    let sent = league.write(&begins, &format!("accept\n\n{first}"));
    let given = bids(&sent, &other);
    assert!(words(&given.text).contains("you have the Allies"), "{}", given.text);
    assert!(words(&given.text).contains("2 points are taken from the Allies"), "{}", given.text);
    let again = league.proved(&begins, &first, "accept");
    assert!(words(&again.text).contains("you have the Axis"), "{}", again.text);
    assert_eq!((league.count("open-bid"), league.count("seats")), (3, 1));
    league.club.sealord(&["league", "audit", "."]);
}

#[test]
fn time_that_runs_out_is_taken_by_the_next_run_of_the_office() {
    let (mut league, [begins, other], _) = paired();
    let code = league.code(&begins);
    league.write(&begins, &format!("bid allies 1.5\n\n{code}"));
    assert!(league.club.fetch_at("2026-12-02T11:59:00Z").is_empty());
    let sent = league.club.fetch_at("2026-12-02T12:00:00Z");
    let [theirs, own] = [bids(&sent, &other), bids(&sent, &begins)];
    assert!(words(&theirs.text).contains("your time to answer is over"), "{}", theirs.text);
    assert!(words(&theirs.text).contains("you have the Axis"), "{}", theirs.text);
    assert!(words(&own.text).contains("you have the Allies"), "{}", own.text);
    // At the other board whoever was to begin was silent, too: the other is asked now.
    assert_eq!((league.count("open-bid"), league.count("seats")), (3, 1));
    assert_eq!(sent.len(), 4, "{:?}", keys(&sent));
    assert!(league.club.fetch().is_empty(), "nobody reads twice of it");
    let sent = league.club.fetch_at("2026-12-04T12:00:00Z");
    assert_eq!((sent.len(), league.count("seats")), (2, 2), "{:?}", keys(&sent));
    for mail in &sent {
        assert!(words(&mail.text).contains("are given out: you have the"), "{}", mail.text);
        assert!(words(&mail.text).contains("nobody gives points"), "the lot decided: {}", mail.text);
    }
    league.club.sealord(&["league", "audit", "."]);
}
