//! Appeals against rulings in matches of a league, and case law in the mail of later reports.

use std::collections::BTreeSet;

use sealord::view::story;
use serde_json::Value;

use super::League;
use crate::desk::club::{Sent, keys, names, one, words};

/// A case that a person has completed, as docs/cases.md shows it.
const CASE: &str = include_str!("../../league/air-strike.yaml");

/// The match at board 1 of round 1, begun by mail.
const MATCH: &str = "autumn-1-1";

fn begun() -> League {
    let mut league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    for act in ["pair autumn", "seats autumn", "begin autumn"] {
        league.uma(act);
    }
    league.club.fetch();
    league
}

/// The player of a side writes about the match.
fn write(league: &mut League, side: &str, text: &str) -> Vec<Sent> {
    let code = league.club.code(MATCH, side);
    let to = league.club.read(&format!("{MATCH}.{side}.1.report.eml")).to;
    league.club.write(&to, &format!("[sealord {MATCH}/{side}]"), &format!("{text}\n{code}"));
    league.club.fetch()
}

#[test]
fn an_appeal_waits_for_a_panel_and_comes_in_time() {
    let mut league = begun();
    write(&mut league, "axis", "protest SOT-5.5.4.2-5\nIt was wrong.\n");
    let early = write(&mut league, "axis", "appeal 1\nIt was wrong.\n");
    assert!(
        words(&one(&early, ".axis.").text).contains("was not ruled on yet"),
        "{}",
        one(&early, ".axis.").text
    );
    league.club.sealord(&[
        "rule",
        "matches/autumn-1-1",
        "--reason",
        "It was right.",
        "protest",
        "1",
        "denied",
    ]);
    let silent = write(&mut league, "axis", "appeal 1\n");
    assert!(silent.iter().any(|mail| words(&mail.text).contains("the appeal gives no reasons")));
    let sent = write(&mut league, "axis", "appeal 1\nThe book says each 1.\n");
    let answer = words(&one(&sent, ".answer.").text);
    assert!(answer.contains("waits for a panel of the league"), "{answer}");
    let told = words(&one(&sent, ".umpire.").text);
    assert!(told.contains("the Axis appeal against your ruling on protest 1 of the Axis"), "{told}");
    assert!(!sent.iter().any(|mail| mail.key.contains(".allies.") && mail.text.contains("each 1")));
    let status = league.club.run(&["league", "status", "."]);
    let status = String::from_utf8(status.stdout).unwrap();
    assert!(status.contains("autumn-1-1: the Axis appeal against the ruling on protest 1"), "{status}");
    // Ten days after the ruling it is too late.
    league.club.now = "2026-12-11T13:00:00Z".to_owned();
    let late = write(&mut league, "allies", "appeal 1\nI find so, too.\n");
    assert!(
        late.iter().any(|mail| words(&mail.text).contains("could be appealed until 2026-12-10T12:00:00Z"))
    );
    assert!(league.club.sealord(&["audit", "matches/autumn-1-1"]).contains("1 × appeal"));
}

#[test]
fn a_panel_judges_an_appeal_by_mail_while_the_match_goes_on() {
    let mut league = begun();
    write(&mut league, "axis", "protest SOT-5.5.4.2-5\nIt was wrong.\n");
    let early = league.uma("panel autumn 1/1 appeal one");
    assert!(!one(&early, "league.desk.").text.contains("presides"));
    league.club.sealord(&["rule", "matches/autumn-1-1", "--reason", "No.", "protest", "1", "denied"]);
    write(&mut league, "axis", "appeal 1\nThe book says each 1.\n");
    let sent = league.uma("panel autumn 1/1 appeal 1");
    let answer = words(&one(&sent, "league.desk.").text);
    assert!(
        answer.contains("organiser presides") && answer.contains("panel autumn 1/1 appeal 1 ENTRANT"),
        "{answer}"
    );
    assert!(!league.club.journal("matches/autumn-1-1").contains("stopped the match"));
    let asked: Vec<&Sent> = sent.iter().filter(|it| it.key.contains(".panel-autumn-1-1-appeal-1")).collect();
    assert_eq!(asked.len(), 2, "{:?}", keys(&sent));
    for mail in asked {
        assert!(
            words(&mail.text).contains("you say what becomes of appeal 1 in autumn-1-1"),
            "{}",
            mail.text
        );
        let who = mail.to.split('@').next().expect("a word").to_owned();
        let code = super::code_line(mail);
        let answer = league.proved(&who, &code, "vote autumn 1/1 upheld\nThe book says so.");
        assert!(
            words(&answer.text).contains("your vote on board 1/1 of autumn is in: upheld"),
            "{}",
            answer.text
        );
    }
    let sent = league.uma("verdict autumn 1/1");
    let desk = words(&one(&sent, "league.desk.").text);
    assert!(desk.contains("upheld (more than half of the votes are for it)"), "{desk}");
    assert!(!desk.contains("has ended") && league.count("result") == 0, "{desk}");
    let told = sent.iter().filter(|it| it.key.contains(".verdict-autumn-1-1-"));
    assert_eq!(told.count(), 2, "{:?}", keys(&sent));
    league.club.sealord(&["league", "audit", "."]);
    league.club.sealord(&["audit", "matches/autumn-1-1"]);
}

/// The rules that the story of a match's newest packet for a side cites, and the number of its exchange.
fn cited(league: &League, word: &str, side: &str) -> (u64, BTreeSet<String>) {
    let folder = league.club.path(format!("matches/{word}/packets"));
    let newest = names(&folder).into_iter().filter(|name| name.ends_with(&format!("-{side}.json"))).max();
    let packet: Value =
        serde_json::from_slice(&std::fs::read(folder.join(newest.expect("a packet"))).unwrap()).unwrap();
    let story = story(&packet["view"]).unwrap();
    let lines = story.iter().flat_map(|chapter| chapter.lines);
    let rules = lines.filter_map(|line| line["rule"].as_str()).map(str::to_owned);
    (packet["exchange"].as_u64().expect("a number"), rules.collect())
}

/// The rule itself stands in the report; where it was ruled on stands in the mail alone.
#[test]
fn mail_with_a_later_report_says_where_a_rule_that_it_cites_was_ruled_on() {
    let mut league = begun();
    let other = "autumn-1-2";
    let day = |day: i64| {
        let begin: jiff::Timestamp = "2026-12-01T12:00:00Z".parse().unwrap();
        (begin + jiff::SignedDuration::from_hours(24 * day)).to_string()
    };
    // Defaults answer at each deadline, until something happens of which a report tells.
    let mut days = 0;
    let rule = loop {
        days += 8;
        league.club.fetch_at(&day(days));
        if let Some(rule) = cited(&league, other, "axis").1.into_iter().next() {
            break rule;
        }
        assert!(days < 120, "nothing happens");
    };
    write(&mut league, "axis", &format!("protest {rule}\nIt was wrong.\n"));
    league.club.sealord(&["rule", "matches/autumn-1-1", "--reason", "It was.", "protest", "1", "upheld"]);
    league.club.sealord(&["end", "matches/autumn-1-1", "--concede", "axis", "--reason", "the sea is lost"]);
    league.club.sealord(&["league", "result", ".", "autumn", "1/1"]);
    let case = CASE.replace("SOT-5.5.4.2-5", &rule);
    std::fs::write(league.club.path("strike.yaml"), case).unwrap();
    league.club.sealord(&["league", "case", ".", "--add", "strike.yaml"]);
    let mut found = 0;
    for _ in 0..8 {
        days += 8;
        let sent = league.club.fetch_at(&day(days));
        let (exchange, rules) = cited(&league, other, "axis");
        let key = format!("{other}.axis.{exchange}.report");
        let Some(mail) = sent.iter().find(|mail| mail.key.contains(&key)) else { continue };
        let says = format!("{rule}: ruled on in {MATCH}");
        assert_eq!(mail.text.contains(&says), rules.contains(&rule), "{key}: {}", mail.text);
        found += usize::from(rules.contains(&rule));
        let report = league.club.path(format!("matches/{other}/reports/{exchange:03}-axis.txt"));
        assert!(!std::fs::read_to_string(report).unwrap().contains("ruled on in"));
    }
    assert!(found > 0, "no later report cites {rule}");
}
