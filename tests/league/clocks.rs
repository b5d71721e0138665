//! Clocks of a league: somebody runs out of time, and what follows.

use jiff::{SignedDuration, Timestamp};
use sealord::dice::Seed;
use sealord::league::book::{Book, Fact};
use sealord::league::settings::of;
use sealord::party::Party;

use super::{Club, HEAD};
use crate::cli::support::{NOW, PARTIES, Ran, answers, copy};

const DIR: &str = "club/matches/autumn-1-1";
const GO_ON: [&str; 5] = ["league", "go-on", "club", "autumn", "1/1"];

/// So many hours after the match began.
fn hour(hours: i64) -> String {
    let began: Timestamp = NOW.parse().expect("an instant");
    (began + SignedDuration::from_hours(hours)).to_string()
}

/// A club whose only match has begun, with banks of two days.
fn begun(on_empty: &str) -> Club {
    let lines = format!("    format: swiss\n    rounds: 1\n    clock: {{bank: 2d, on_empty: {on_empty}}}\n");
    let club = Club::of(&format!("{HEAD}{lines}    show_clocks: true\n"));
    club.ok("enter", &["anna", "bert"]);
    club.ok("confirm", &["anna", "bert"]);
    club.ok("pair", &[]);
    club.ok("seats", &[]);
    club.ok("begin", &[]);
    club
}

impl Club {
    /// Orders go in of all parties that are asked in the match, except one. Gives who is asked.
    fn hand_in(&self, silent: Option<Party>) -> Vec<Party> {
        let asked = PARTIES.into_iter().filter(|party| self.desk.packet(DIR, *party).asked);
        let asked: Vec<Party> = asked.collect();
        for party in asked.iter().filter(|party| Some(**party) != silent) {
            let packet = self.desk.packet(DIR, *party);
            self.desk.write("orders.yaml", answers(&packet, 0, 1));
            self.desk.ok(&["receive", DIR, "orders.yaml"]);
        }
        asked
    }

    #[track_caller]
    fn then(&self, code: i32, hours: i64, args: &[&str]) -> Ran {
        let ran = self.desk.at(&hour(hours), args);
        assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
        ran
    }
}

/// The same, after both have sent orders and the Axis then has sent nothing for 60 hours.
fn out(on_empty: &str) -> Club {
    let club = begun(on_empty);
    let [axis, allies] = PARTIES;
    let mut sent = Vec::new();
    loop {
        let asked = PARTIES.into_iter().filter(|party| club.desk.packet(DIR, *party).asked);
        let asked: Vec<Party> = asked.collect();
        if sent.contains(&axis) && sent.contains(&allies) && asked.contains(&axis) {
            break;
        }
        sent.extend(club.hand_in(None));
        club.desk.ok(&["resolve", DIR]);
    }
    club.hand_in(Some(axis));
    club.then(0, 60, &["resolve", DIR, "--close"]);
    club
}

/// Ends the match by the clock of the Axis, and packs it.
fn ended(club: &Club, hours: i64) {
    club.then(0, hours, &["end", DIR, "--out-of-time", "axis", "--reason", "no orders for 60 hours"]);
    club.then(0, hours, &["prove", DIR, "-o", "out.zip"]);
}

const RESULT: [&str; 7] = ["league", "result", "club", "autumn", "1/1", "--pack", "out.zip"];

#[test]
fn who_ran_out_loses_by_the_clock_after_three_days() {
    let club = out("forfeit");
    let status = club.then(4, 61, &["league", "status", "club"]).out;
    assert!(status.contains("1/1 clocks: axis -12h left, allies 2d left, as of exchange "), "{status}");
    assert!(status.contains("the Axis ran out of time after exchange "), "{status}");
    assert!(status.contains("on the Axis lose by the clock"), "{status}");
    assert!(
        status.contains("sealord league go-on CLUB autumn 1/1 --reason …; then sealord end MATCH"),
        "{status}"
    );
    copy(&club.desk.path("club"), &club.desk.path("early"));
    ended(&club, 61);
    let early = club.then(1, 62, &RESULT).err;
    assert!(
        early.contains("did not lose the match of board 1 by the clock: it could end so from"),
        "{early}"
    );

    std::fs::rename(club.desk.path("club"), club.desk.path("ended-early")).expect("renames");
    std::fs::rename(club.desk.path("early"), club.desk.path("club")).expect("renames");
    std::fs::remove_file(club.desk.path("out.zip")).expect("a proof");
    ended(&club, 60 + 72);
    let again =
        club.then(0, 133, &["end", DIR, "--out-of-time", "axis", "--reason", "no orders for 60 hours"]).out;
    assert!(again.contains("it ended so already"), "{again}");
    let result = club.then(0, 133, &["result", "out.zip"]).out;
    assert!(result.contains("agreed: the time of the axis side ran out, on the umpire's word"), "{result}");
    assert!(result.contains("winner: allies"), "{result}");
    let written = club.then(0, 134, &RESULT).out;
    assert!(written.contains("won as the Allies (clock), rated;"), "{written}");
    club.then(0, 135, &["league", "audit", "club", "--proofs"]);

    // A book that gives more time than the event had: its result does not follow.
    let forged = forged(&club, |fact| {
        if let Fact::Event { settings, .. } = fact {
            let clock = settings.clock.as_mut().expect("clocks");
            clock.bank = sealord::clock::Span::hours(2000);
        }
    });
    assert!(forged.contains("by the clock: nobody had run out of time"), "{forged}");
}

#[test]
fn a_match_goes_on_if_the_organiser_says_so_in_time() {
    let club = out("forfeit");
    let why = [&GO_ON[..], &["--reason", "a storm at sea"]].concat();
    let late = club.then(1, 60 + 73, &why).err;
    assert!(late.contains("it is too late to let autumn 1/1 go on"), "{late}");
    let said = club.then(0, 70, &why).out;
    assert!(
        said.contains("the Axis ran out of time after exchange ") && said.contains("a storm at sea"),
        "{said}"
    );
    let entries = club.book().len();
    assert_eq!(club.then(0, 71, &why).out, said, "given again it adds nothing");
    assert_eq!(club.book().len(), entries);
    let other = club.then(1, 71, &[&GO_ON[..], &["--reason", "another storm"]].concat()).err;
    assert!(other.contains("nobody of autumn 1/1 has run out of time"), "{other}");
    let status = club.then(4, 200, &["league", "status", "club"]).out;
    assert!(status.contains("axis -12h left") && !status.contains("ran out"), "{status}");
    ended(&club, 200);
    let refused = club.then(1, 201, &RESULT).err;
    assert!(
        refused.contains("nobody had run out of time with whom the organiser did not go on"),
        "{refused}"
    );
}

#[test]
fn that_a_match_went_on_is_compared_with_its_proof() {
    let club = out("adjudicate");
    club.then(0, 70, &[&GO_ON[..], &["--reason", "a storm at sea"]].concat());
    club.then(0, 80, &["end", DIR, "--concede", "axis", "--reason", "lost"]);
    club.then(0, 80, &["prove", DIR, "-o", "out.zip"]);
    club.then(0, 81, &RESULT);
    club.then(0, 82, &["league", "audit", "club", "--proofs"]);
    let other = forged(&club, |fact| {
        if let Fact::GoneOn { sides, .. } = fact {
            *sides = vec!["allies".to_owned()];
        }
    });
    assert!(other.contains("cannot have gone on so: the axis ran out of time, after exchange "), "{other}");
    let never = forged(&club, |fact| {
        if let Fact::Event { settings, .. } = fact {
            settings.clock.as_mut().expect("clocks").bank = sealord::clock::Span::hours(2000);
        }
    });
    assert!(never.contains("cannot have gone on so: nobody had run out of time"), "{never}");
}

#[test]
fn where_a_panel_judges_nobody_loses_by_the_clock() {
    let club = out("adjudicate");
    let status = club.then(4, 61, &["league", "status", "club"]).out;
    assert!(status.contains("a panel judges the match"), "{status}");
    assert!(status.contains("; then sealord league panel CLUB autumn 1/1"), "{status}");
    ended(&club, 140);
    let refused = club.then(1, 141, &RESULT).err;
    assert!(refused.contains("the axis ran out, and a panel judges"), "{refused}");
    let club = begun("report");
    let none = club.then(1, 1, &[&GO_ON[..], &["--reason", "x"]].concat()).err;
    assert!(none.contains("nobody of autumn 1/1 has run out of time"), "{none}");
}

/// Pages show half days of a match that is under way, and follow when its clocks have moved.
#[test]
fn pages_show_clocks_in_half_days() {
    let club = begun("report");
    club.desk.ok(&["site", "club", "-o", "site"]);
    let page = |club: &Club| {
        let page = club.desk.read("site/league/autumn/round-1.html");
        String::from_utf8(page).expect("text")
    };
    assert!(!page(&club).contains("by the clocks"), "{}", page(&club));
    let asked = club.hand_in(Some(PARTIES[0]));
    club.then(0, 20, &["resolve", DIR, "--close"]);
    club.then(0, 21, &["site", "club", "-o", "site"]);
    let axis = if asked.contains(&PARTIES[0]) { "1" } else { "2" };
    let shown = format!("by the clocks: axis {axis} day");
    assert!(page(&club).contains(&shown), "{}", page(&club));
}

/// Writes the book anew with right hashes, each fact as `twist` leaves it, and gives what the audit says.
#[track_caller]
fn forged(club: &Club, twist: impl Fn(&mut Fact)) -> String {
    let other = tempfile::tempdir().expect("a folder");
    let club_word = of(&club.desk.path("club")).expect("settings").club;
    let mut book = Book::create(other.path(), &club_word, Seed::practice(7), NOW).expect("a book");
    for entry in club.book().into_iter().skip(1) {
        let mut fact: Fact = serde_json::from_value(entry["body"].clone()).expect("a fact");
        twist(&mut fact);
        let round = entry["header"]["exchange"].as_u64().map(|round| round as u32);
        let time = entry["header"]["time"].as_str().expect("a time");
        book.write(&[(round, fact)], time).expect("it can stand there");
    }
    copy(&club.desk.path("club/league/proofs"), &other.path().join("league/proofs"));
    let ran = club.desk.run(&["league", "audit", other.path().to_str().expect("a plain path"), "--proofs"]);
    assert_eq!(ran.code, 5, "{}{}", ran.out, ran.err);
    ran.err
}
