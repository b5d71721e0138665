//! Whatever happens to the clock of a match, by whose hand ever, first or second: all sides are told, each
//! once, in its own words and with the deadlines before and after.

use crate::desk::club::{Club, OFFICE, Sent, one, words};

/// A match by a schedule and one by plain hours.
const MATCHES: [&str; 2] = ["spring", "autumn"];
/// Days in which the deadlines of both fall, also when a day is added.
const DAYS: [&str; 2] = ["2026-12-05", "2026-12-10"];

/// By whose hand something happens.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hand {
    /// A command of the umpire.
    Command,
    /// A letter of the umpire.
    Desk,
    /// A letter of the player of the Axis.
    Player,
}

/// How something is done by each hand, and what all sides read of it.
struct Case {
    command: &'static [&'static str],
    desk: Option<&'static str>,
    /// What the player writes, and in which matches that is allowed.
    player: Option<(&'static str, &'static [&'static str])>,
    told: &'static [&'static str],
}

const PAUSE: Case = Case {
    command: &["pause", "--reason", "flu"],
    desk: Some("pause\nflu"),
    player: None,
    told: &[
        "is paused. Exchange 1 has no deadline",
        "New deadline: none, the match is paused",
        "Why: the match is paused (flu)",
    ],
};

const CASES: [Case; 5] = [
    PAUSE,
    Case {
        command: &["extend", "--side", "axis", "--hours", "24", "--reason", "flu", "--by-umpire"],
        desk: Some("extend axis 24h\nflu"),
        player: Some(("extend 24h", &["spring"])),
        told: &["has moved", "Why: moved to", "extension for the Axis"],
    },
    Case {
        command: &["absence", "--side", "axis", "--from", DAYS[0], "--to", DAYS[1]],
        desk: Some("away axis 2026-12-05 2026-12-10"),
        player: Some(("away 2026-12-05 2026-12-10", &MATCHES)),
        told: &["has moved", "Why: moved to", "absence of the Axis"],
    },
    Case {
        command: &["holiday", "2026-12-05..2026-12-10", "--name", "Nicholas"],
        desk: None,
        player: None,
        told: &["has moved", "Why: moved to", "holiday (Nicholas)"],
    },
    Case {
        command: &["change", "--schedule", "other.yaml", "--at-once"],
        desk: None,
        player: None,
        told: &["has moved", "Why: moved to", "the schedule was changed"],
    },
];

/// A club in which something happens to both clocks; the mails that went out since.
fn happens(club: &mut Club, case: &Case, hand: Hand) -> Vec<(&'static str, Vec<Sent>)> {
    std::fs::write(club.path("other.yaml"), "zone: Europe/Berlin\nevery: Wednesday 18:00\n").unwrap();
    let allowed =
        |word: &&str| hand != Hand::Player || case.player.is_some_and(|(_, all)| all.contains(word));
    let matches: Vec<&'static str> = MATCHES.into_iter().filter(allowed).collect();
    for word in &matches {
        match hand {
            Hand::Command => drop(club.sealord(&[&["clock", word], case.command].concat())),
            Hand::Desk => club.uma(&format!("[sealord {word}/umpire]"), case.desk.unwrap()),
            Hand::Player => {
                let from = if *word == "spring" { "anna@example.org" } else { "bert@example.org" };
                let text = format!("{}\n{}", case.player.unwrap().0, club.code(word, "axis"));
                club.write(from, &format!("[sealord {word}/axis]"), &text);
            }
        }
    }
    later(club);
    let sent = club.fetch();
    let of =
        |word: &'static str| (word, sent.iter().filter(|mail| mail.key.starts_with(word)).cloned().collect());
    matches.into_iter().map(of).collect()
}

fn later(club: &mut Club) {
    let now: jiff::Timestamp = club.now.parse().unwrap();
    club.now = (now + jiff::SignedDuration::from_mins(5)).to_string();
}

/// The line of a mail that begins so.
fn line(mail: &Sent, start: &str) -> Option<String> {
    let text = words(&mail.text);
    let rest = text.split_once(start)?.1;
    let ends = ["New deadline:", "Why:", "Has orders"].iter().filter_map(|end| rest.find(end));
    Some(rest[..ends.min()?].trim().to_owned())
}

/// Day and time by UTC of a deadline in words, in whatever zone they are: a new schedule may bring its own.
fn instant(words: &str) -> (String, String) {
    let (day, times) = words.split_once(", ").unwrap();
    let time = times.split(" UTC").next().unwrap();
    (day.to_owned(), time[time.len() - 5..].to_owned())
}

fn hands(case: &Case) -> Vec<Hand> {
    let desk = case.desk.map(|_| Hand::Desk);
    let player = case.player.map(|_| Hand::Player);
    [Some(Hand::Command), desk, player].into_iter().flatten().collect()
}

/// Every side is told what happened, with these words; gives the mail to the Axis.
#[track_caller]
fn told(word: &str, sent: &[Sent], number: u32, wanted: &[&str]) -> Sent {
    for party in ["axis", "allies"] {
        let mail = one(sent, &format!("{word}.{party}.1.deadline"));
        assert!(mail.key.ends_with(&format!(".{number}")), "{}", mail.key);
        for part in wanted {
            assert!(words(&mail.text).contains(part), "{word}: no {part} in {}", mail.text);
        }
    }
    one(sent, &format!("{word}.axis.1.deadline")).clone()
}

#[test]
fn every_event_of_a_clock_is_told_as_the_first_and_as_the_second() {
    for case in &CASES {
        for hand in hands(case) {
            let mut club = Club::new(OFFICE);
            for (word, sent) in happens(&mut club, case, hand) {
                let mail = told(word, &sent, 1, case.told);
                assert!(line(&mail, "Old deadline:").is_some(), "{hand:?}: {}", mail.text);
                assert!(!words(&mail.text).contains("(first)"), "{}", mail.text);
            }
            let mut club = Club::new(OFFICE);
            let before = [("spring", 24), ("autumn", 24)].map(|(word, hours)| {
                let first = [
                    "extend",
                    "--side",
                    "axis",
                    "--hours",
                    &hours.to_string(),
                    "--reason",
                    "first",
                    "--by-umpire",
                ];
                club.sealord(&[&["clock", word], &first[..]].concat());
                word
            });
            later(&mut club);
            let sent = club.fetch();
            let before = before.map(|word| {
                let mail = told(word, &sent, 1, &["extension for the Axis by the umpire (first)"]);
                (word, line(&mail, "New deadline:").unwrap())
            });
            for (word, sent) in happens(&mut club, case, hand) {
                let mail = told(word, &sent, 2, case.told);
                let (_, deadline) = before.iter().find(|(it, _)| *it == word).unwrap();
                let old = line(&mail, "Old deadline:").unwrap();
                assert_eq!(instant(&old), instant(deadline), "{hand:?}: {}", mail.text);
                assert!(!words(&mail.text).contains("(first)"), "{hand:?}: {}", mail.text);
            }
            MATCHES.iter().for_each(|word| drop(club.sealord(&["audit", word])));
        }
    }
}

#[test]
fn a_pause_and_its_end_are_told_and_status_says_paused() {
    let mut club = Club::new(OFFICE);
    happens(&mut club, &PAUSE, Hand::Desk);
    for (word, from) in [("spring", "anna@example.org"), ("autumn", "bert@example.org")] {
        club.write(from, &format!("[sealord {word}/axis]"), "status");
        let sent = club.fetch();
        let status = one(&sent, &format!("{word}.axis.1.status"));
        assert!(words(&status.text).contains("Deadline: none, the match is paused"), "{}", status.text);
    }
    let on = Case { command: &["resume"], desk: Some("go on"), player: None, told: &[] };
    for (word, sent) in happens(&mut club, &on, Hand::Command) {
        let mail = told(word, &sent, 2, &["resumes. Exchange 1 has a deadline again", "Why: "]);
        let says = |at: String| at.contains("December") && at.contains(", in ");
        assert!(line(&mail, "New deadline:").is_some_and(says), "{}", mail.text);
    }
}

/// Two things that happen between two runs are told one by one.
#[test]
fn nothing_that_happened_between_two_runs_is_left_out() {
    let mut club = Club::new(OFFICE);
    club.sealord(&[
        "clock",
        "spring",
        "extend",
        "--side",
        "axis",
        "--hours",
        "24",
        "--reason",
        "flu",
        "--by-umpire",
    ]);
    club.sealord(&["clock", "spring", "pause", "--reason", "holidays"]);
    let sent = club.fetch();
    assert!(words(&one(&sent, "spring.allies.1.deadline.1").text).contains("(flu)"));
    assert!(words(&one(&sent, "spring.allies.1.deadline.2").text).contains("the match is paused (holidays)"));
}
