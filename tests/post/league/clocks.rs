//! Clocks by mail: what players and organiser read, and when.

use super::{League, PLAYERS};
use crate::desk::club::{keys, one, words};

/// Two matches under way, whose sides have two days each.
fn begun() -> League {
    let mut league = League::with("    clock: {bank: 2d, on_empty: report}\n");
    let everybody = [&["league", "enter", ".", "autumn"][..], &PLAYERS].concat();
    league.club.sealord(&everybody);
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.uma("pair autumn");
    league.uma("seats autumn");
    league.uma("begin autumn");
    league.club.fetch();
    league
}

#[test]
fn clocks_run_out_and_everybody_hears_of_it_in_time() {
    let mut league = begun();
    // Nobody sends anything, and the first exchanges close after a week.
    let sent = league.club.fetch_at("2026-12-08T12:00:00Z");
    let report = one(&sent, "autumn-1-1.axis.2.report");
    let text = words(&report.text);
    assert!(text.contains("By the clocks, as of exchange 1, you have "), "{text}");
    let half_days = text.split("you have ").nth(1).and_then(|rest| rest.split(" days.").next());
    assert!(half_days.is_some_and(|rest| rest.contains(", and the Allies ")), "{text}");
    // The organiser alone is warned at once.
    let desk = sent.iter().filter(|it| it.key.contains("league.desk.")).collect::<Vec<_>>();
    assert_eq!(desk.len(), 2, "{:?}", keys(&sent));
    let warned = words(&desk[0].text);
    assert!(warned.contains("ran out of time after exchange 1"), "{warned}");
    assert!(warned.contains("go on autumn 1/"), "{warned}");
    assert!(!sent.iter().any(|it| it.key.contains("league.anna.")), "{:?}", keys(&sent));
    let again = league.club.fetch();
    assert!(!again.iter().any(|it| it.key.contains("league.")), "{:?}", keys(&again));

    let said = league.uma("go on autumn 1/2\n\na storm at sea");
    let answer = words(&one(&said, "league.desk.").text);
    assert!(
        answer.contains("ran out of time after exchange 1, and the match goes on: a storm at sea"),
        "{answer}"
    );
    assert_eq!(league.count("gone-on"), 1);

    // After three days both players of the other match read of it, and nobody twice.
    let sent = league.club.fetch_at("2026-12-11T13:00:00Z");
    let of_league: Vec<&str> = keys(&sent).into_iter().filter(|key| key.contains("league.")).collect();
    assert_eq!(of_league.len(), 3, "{of_league:?}");
    let told = sent.iter().filter(|it| it.key.contains("league."));
    assert!(told.clone().all(|it| words(&it.text).contains("in autumn-1-1, the ")), "{of_league:?}");
    let again = league.club.fetch();
    assert!(!again.iter().any(|it| it.key.contains("league.")), "{:?}", keys(&again));
}

#[test]
fn a_player_looks_at_his_clocks() {
    let mut league = begun();
    let code = league.code("anna");
    let before = league.proved("anna", &code, "clock");
    assert!(words(&before.text).contains("No exchange is closed yet."), "{}", before.text);
    league.club.fetch_at("2026-12-08T12:00:00Z");
    let after = league.proved("anna", &code, "clock");
    assert!(words(&after.text).contains("By the clocks, as of exchange 1, you have "), "{}", after.text);
}
