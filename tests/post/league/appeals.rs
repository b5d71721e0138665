//! Appeals against rulings in matches of a league, and case law in the mail of later reports.

use super::League;
use crate::desk::club::{Sent, one, words};

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
