//! Absences of a player in several matches of a season.

use super::League;
use crate::desk::club::{Sent, one, words};

/// A league in which two meet twice at once, with so many days of absence in a season.
fn pair(away: u32) -> League {
    let text = super::LEAGUE
        .replace("format: swiss", "format: knockout\n    games: 2")
        .replace("{by: sealed-bid, within: 5d}", "{by: lot}")
        .replace("events:\n", &format!("away: {away}\nevents:\n"));
    let mut league = League::of(&text).with_all();
    league.club.sealord(&["league", "confirm", ".", "autumn", "anna", "bert"]);
    for act in ["pair autumn", "seats autumn", "begin autumn"] {
        league.uma(act);
    }
    league.club.fetch();
    league
}

/// The side of Anna in a match: she has one in the first, and the other in the second.
fn side(league: &League, word: &str) -> &'static str {
    let axis = league.club.read(&format!("{word}.axis.1.report.eml"));
    if axis.to.contains("anna") { "axis" } else { "allies" }
}

/// Anna writes to a match.
fn away(league: &mut League, word: &str, days: &str) -> Vec<Sent> {
    let side = side(league, word);
    let code = league.club.code(word, side);
    league.club.write(
        "anna@example.org",
        &format!("[sealord {word}/{side}]"),
        &format!("away {days}\n\n{code}"),
    );
    league.club.fetch()
}

#[test]
fn days_away_count_once_in_all_matches_of_a_season() {
    let mut league = pair(15);
    let said = |sent: &[Sent]| words(&one(sent, ".answer.").text);
    let first = said(&away(&mut league, "autumn-1-1", "2027-01-04 2027-01-13"));
    assert!(
        first.contains("You have 11 days of absence left in this match, and 5 days in the season."),
        "{first}"
    );
    // The same days in the other match are the same days.
    let same = said(&away(&mut league, "autumn-1-2", "2027-01-04 2027-01-13"));
    assert!(
        same.contains("You have 11 days of absence left in this match, and 5 days in the season."),
        "{same}"
    );
    let again = said(&away(&mut league, "autumn-1-2", "2027-01-04 2027-01-13"));
    assert!(again.contains("and 5 days in the season."), "{again}");
    // Six more are too many for the season, though not for the match: the umpire is asked.
    let sent = away(&mut league, "autumn-1-2", "2027-02-01 2027-02-06");
    assert!(said(&sent).contains("it was passed on"), "{}", said(&sent));
    let notice = one(&sent, "autumn-1-2.umpire.");
    assert!(words(&notice.text).contains("2027-02-01"), "{}", notice.text);
    let last = said(&away(&mut league, "autumn-1-1", "2027-02-01 2027-02-05"));
    assert!(
        last.contains("You have 6 days of absence left in this match, and 0 days in the season."),
        "{last}"
    );
    // The other player has all of his.
    let side = if side(&league, "autumn-1-1") == "axis" { "allies" } else { "axis" };
    let code = league.club.code("autumn-1-1", side);
    let subject = format!("[sealord autumn-1-1/{side}]");
    league.club.write("bert@example.org", &subject, &format!("away 2027-03-01 2027-03-15\n\n{code}"));
    let sent = league.club.fetch();
    assert!(said(&sent).contains("and 0 days in the season."), "{}", said(&sent));
    for word in ["matches/autumn-1-1", "matches/autumn-1-2"] {
        league.club.sealord(&["audit", word]);
    }
}
