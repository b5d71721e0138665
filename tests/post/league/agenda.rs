//! All that waits for a player, on one page and in one mail of the day.

use super::{League, OFFICE, golden};
use crate::desk::club::{one, words};

/// An office with a league of which a round is under way, and a match of another kind in which Anna plays.
fn busy(office: &str) -> League {
    let more = "matches:\n  - folder: spring\n    players:\n      axis: {name: Anna, address: anna@example.org}\n      \
                allies: {name: Eve, address: eve@example.org}\n";
    let mut league = League::with_office(&format!("{office}{more}"), &[&["new", "spring", "--seed", "5"]]);
    league.club.sealord(&["league", "enter", ".", "autumn", "anna", "bert", "carl", "dora"]);
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.club.sealord(&["league", "pair", ".", "autumn"]);
    league.club.sealord(&["league", "seats", ".", "autumn"]);
    league.club.sealord(&["league", "begin", ".", "autumn"]);
    league.club.fetch();
    league
}

#[test]
fn a_page_shows_what_waits_for_a_player_in_matches_and_league() {
    let mut league = busy(OFFICE);
    let page = |league: &League, who: &str| league.club.sealord(&["status", ".", "--player", who]);
    let anna = page(&league, "anna");
    insta::assert_snapshot!("page_anna", anna);
    assert_eq!(page(&league, "Anna"), anna);
    assert_eq!(page(&league, "anna@example.org"), anna);
    // The next round can be confirmed fourteen days before it begins.
    "2027-02-25T12:00:00Z".clone_into(&mut league.club.now);
    let anna = page(&league, "anna");
    assert!(anna.contains("FOR YOU: confirm round 2, before 2027-03-07; write \"confirm autumn\""), "{anna}");
    let html = league.club.sealord(&["status", ".", "--player", "anna", "--html"]);
    assert!(html.contains("confirm autumn") && html.contains("[sealord spring/axis]"), "{html}");
    let json: serde_json::Value =
        serde_json::from_str(&league.club.sealord(&["--json", "status", ".", "--player", "anna"])).unwrap();
    assert_eq!(json["league"][0]["write"], "confirm autumn");
    league.club.sealord(&["league", "confirm", ".", "autumn", "anna"]);
    assert!(!page(&league, "anna").contains("confirm round 2"));
    let nobody = league.club.run(&["status", ".", "--player", "anne"]);
    let why = String::from_utf8(nobody.stderr).unwrap();
    assert_eq!(nobody.status.code(), Some(2), "{why}");
    assert!(why.contains("did you mean `Anna`?"), "{why}");
}

#[test]
fn a_bid_waits_until_it_is_sent() {
    let league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.club.sealord(&["league", "pair", ".", "autumn"]);
    let page = |who: &str| league.club.sealord(&["status", ".", "--player", who]);
    assert!(page("anna").contains("FOR YOU: say what you give for a side, at board 1/"), "{}", page("anna"));
    let boards = league.club.sealord(&["--json", "status", ".", "--player", "anna"]);
    let json: serde_json::Value = serde_json::from_str(&boards).unwrap();
    let what = json["league"][0]["what"].as_str().unwrap();
    let place = what.rsplit(' ').next().unwrap();
    league.club.sealord(&["league", "bid", ".", "autumn", place, "anna", "allies", "1"]);
    assert!(page("anna").contains("nothing waits for you"), "{}", page("anna"));
}

#[test]
fn one_mail_of_the_day_goes_to_players_of_several_matches() {
    let daily = OFFICE.replace("mail:\n", "daily: {at: \"08:00\"}\nmail:\n");
    let mut league = busy(&daily);
    let day = |league: &mut League, now: &str| {
        let sent = league.club.fetch_at(now);
        sent.into_iter().filter(|mail| mail.key.contains(".digest.")).collect::<Vec<_>>()
    };
    // It is noon on the first day, so that day's mail went out with the first reports.
    assert!(day(&mut league, "2026-12-01T07:59:00Z").is_empty());
    let sent = day(&mut league, "2026-12-01T08:00:00Z");
    assert_eq!(sent.len(), 1, "only Anna has seats in two matches");
    let mail = one(&sent, "office.player-");
    insta::assert_snapshot!("daily_anna", golden(mail));
    assert!(mail.files[0].0 == "your-matches.html" && mail.to == "anna@example.org");
    assert!(day(&mut league, "2026-12-01T20:00:00Z").is_empty(), "once a day");
    // A player decides for himself.
    let code = league.club.code("spring", "axis");
    league.club.write("anna@example.org", "[sealord spring/axis]", &format!("settings\ndaily no\n\n{code}"));
    let sent = league.club.fetch();
    assert!(words(&one(&sent, "spring.axis.").text).contains("daily no"), "{}", sent[0].text);
    assert!(day(&mut league, "2026-12-02T08:00:00Z").is_empty());
}

#[test]
fn nobody_gets_a_mail_of_the_day_where_the_office_does_not_say_so() {
    let mut league = busy(OFFICE);
    let sent = league.club.fetch_at("2026-12-01T08:00:00Z");
    assert!(sent.iter().all(|mail| !mail.key.contains(".digest.")));
}

#[test]
fn the_status_of_a_large_office_shows_first_what_waits() {
    let folders: Vec<String> = (1..=14).map(|nth| format!("m{nth}")).collect();
    let players = "    players: {axis: {name: Anna, address: anna@example.org}, allies: {name: Bert, address: bert@example.org}}\n";
    let matches: String = folders.iter().map(|it| format!("  - folder: {it}\n{players}")).collect();
    let begin: Vec<Vec<&str>> = folders
        .iter()
        .map(|it| vec!["new", it, "--seed", "5", "--deadline-hours", if it == "m7" { "24" } else { "168" }])
        .collect();
    let begin: Vec<&[&str]> = begin.iter().map(Vec::as_slice).collect();
    let mut league = League::with_office(&format!("{OFFICE}matches:\n{matches}"), &begin);
    league.club.sealord(&["end", "m3", "--draw", "--reason", "both moved away"]);
    "2026-12-02T12:00:00Z".clone_into(&mut league.club.now);
    let status = league.club.sealord(&["status", "."]);
    insta::assert_snapshot!("large_office", status);
    let all = league.club.sealord(&["status", ".", "--all"]);
    assert!(folders.iter().all(|it| all.contains(&format!("{it}: "))), "{all}");
}
