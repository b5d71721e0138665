//! What time brings, told by mail: reminders, moved deadlines, the grace, outages, closing early.

use std::path::{Path, PathBuf};
use std::process::Command;

use mail_parser::MessageParser;

const OFFICE: &str = "\
name: The referee
address: referee@club.example
umpire: {name: Uma, address: uma@club.example}
mail:
  in: {maildir: {path: in}}
  out: {folder: {path: out}}
matches:
  - folder: spring
    proof: address
    players:
      axis: {name: Anna, address: anna@example.org}
      allies: {name: Bert, address: bert@example.org}
";

/// An office with a match that has a calendar.
struct Club {
    root: tempfile::TempDir,
    letters: usize,
    /// The version of Anna's orders.
    version: usize,
}

impl Club {
    fn new(schedule: &str) -> Club {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("office.yaml"), OFFICE).unwrap();
        std::fs::write(root.path().join("schedule.yaml"), schedule).unwrap();
        std::fs::create_dir_all(root.path().join("in/new")).unwrap();
        std::fs::create_dir_all(root.path().join("in/cur")).unwrap();
        let club = Club { root, letters: 0, version: 1 };
        club.sealord("2026-11-30T12:00:00Z", "new spring --seed 5 --schedule schedule.yaml");
        club
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn sealord(&self, now: &str, line: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sealord"));
        command.current_dir(self.root.path()).args(["--now", now]).args(line.split(' '));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the office and gives what it sent: names and texts.
    fn fetch(&self, now: &str) -> Vec<(String, String)> {
        let known = names(&self.path("out"));
        self.sealord(now, "fetch .");
        let fresh = names(&self.path("out")).into_iter().filter(|name| !known.contains(name));
        let text = |name: String| {
            let bytes = std::fs::read(self.path("out").join(&name)).unwrap();
            let message = MessageParser::default().parse(&bytes).unwrap();
            (name, message.body_text(0).unwrap().replace("\r\n", "\n"))
        };
        fresh.map(text).collect()
    }

    /// Anna sends her form as an attached file, final or not.
    fn anna_sends(&mut self, is_final: bool) {
        let form = std::fs::read_to_string(self.path("spring/forms/001-axis.yaml")).unwrap();
        let form = form.replace("version: 1 ", &format!("version: {} ", self.version));
        let form = if is_final { form.replace("# final: true", "final: true") } else { form };
        self.anna_writes("application/yaml; name=orders.yaml", &form);
    }

    fn anna_writes(&mut self, media: &str, body: &str) {
        self.letters += 1;
        let head =
            "From: anna@example.org\r\nTo: referee@club.example\r\nSubject: orders\r\nMIME-Version: 1.0";
        let text = format!(
            "{head}\r\nMessage-ID: <{}@example.org>\r\nContent-Type: {media}\r\n\r\n{body}",
            self.letters
        );
        let path = self.path("in/new").join(format!("{}.m", self.letters));
        std::fs::write(&path, text).unwrap();
        // What the clock of the tests has not come to yet counts from when it is read.
        let later = std::time::UNIX_EPOCH + std::time::Duration::from_hours(100 * 365 * 24);
        std::fs::File::options().append(true).open(path).unwrap().set_modified(later).unwrap();
    }
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn keys(mails: &[(String, String)]) -> Vec<&str> {
    mails.iter().map(|(name, _)| name.as_str()).collect()
}

/// A notice without the end that is the same in all of them, and has the desk's code word.
fn bare(notice: &str) -> &str {
    notice.split("\nTo act by mail").next().unwrap_or(notice)
}

const WEEKLY: &str = "\
zone: Europe/Berlin
every: Sunday 20:00
at_least: 24h
grace: 12h
early: {after: 6h}
reminders: [48h]
extensions: {count: 1, hours: 24}
";

#[test]
fn sides_are_reminded_once_and_not_when_they_are_final() {
    let mut club = Club::new(WEEKLY);
    assert_eq!(
        keys(&club.fetch("2026-11-30T12:00:00Z")),
        ["spring.allies.1.report.eml", "spring.axis.1.report.eml"]
    );
    assert!(club.fetch("2026-12-01T12:00:00Z").is_empty());
    let told = club.fetch("2026-12-04T20:00:00Z");
    assert_eq!(keys(&told), ["spring.axis.1.reminder.1-2026-12-06T19-00-00Z-2d.eml"]);
    insta::assert_snapshot!(told[0].1);
    assert!(club.fetch("2026-12-04T21:00:00Z").is_empty());
    club.anna_sends(true);
    assert_eq!(club.fetch("2026-12-04T22:00:00Z").len(), 1, "the receipt");
}

#[test]
fn an_exchange_closes_early_after_the_time_to_change_ones_mind() {
    let mut club = Club::new(WEEKLY);
    club.fetch("2026-11-30T12:00:00Z");
    club.anna_sends(true);
    let told = club.fetch("2026-12-01T12:00:00Z");
    assert_eq!(told.len(), 1, "a receipt, and nothing is closed yet: {:?}", keys(&told));
    assert!(told[0].1.contains("Is final:   yes"), "{}", told[0].1);
    assert!(club.fetch("2026-12-01T17:59:00Z").is_empty());
    let told = club.fetch("2026-12-01T18:00:00Z");
    assert_eq!(keys(&told), ["spring.allies.2.report.eml", "spring.axis.2.report.eml"]);
    // The schedule is kept: nobody has less time than if all had taken theirs.
    assert!(told[0].1.contains("Sunday 13 December 2026, 20:00 CET"), "{}", told[0].1);
    let words = told[0].1.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("in exchange 2, by Sunday 13 December 2026, 20:00 CET (19:00 UTC)."),
        "in the report"
    );
}

#[test]
fn the_grace_names_who_is_late_and_then_the_policy_answers() {
    let club = Club::new(WEEKLY);
    club.fetch("2026-11-30T12:00:00Z");
    let told = club.fetch("2026-12-06T20:00:00Z");
    assert_eq!(keys(&told), ["spring.axis.1.missed.eml", "spring.umpire.1.notice.grace.eml"]);
    insta::assert_snapshot!(bare(&told[1].1));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words(&told[0].1).contains("Late orders count until Monday 7 December 2026, 08:00 CET"),
        "{}",
        told[0].1
    );
    let told = club.fetch("2026-12-07T07:30:00Z");
    let closed =
        ["spring.allies.2.report.eml", "spring.axis.2.report.eml", "spring.umpire.1.notice.missed.eml"];
    assert_eq!(keys(&told), closed);
    // The next report says it to the side itself, and to nobody else.
    assert!(words(&told[1].1).contains("You sent no orders for exchange 1 by its deadline"), "{}", told[1].1);
    assert!(!words(&told[0].1).contains("sent no"), "{}", told[0].1);
    assert!(
        words(&told[2].1).contains("There are no orders from: Axis. The exchange is closed."),
        "{}",
        told[2].1
    );
    assert!(club.fetch("2026-12-07T08:30:00Z").is_empty(), "it is told once");
}

#[test]
fn a_missed_deadline_is_told_to_all_where_the_match_says_so() {
    let club = Club::new(WEEKLY);
    let settings = OFFICE.replace("    proof: address\n", "    proof: address\n    missed: all\n");
    std::fs::write(club.path("office.yaml"), settings).unwrap();
    club.fetch("2026-11-30T12:00:00Z");
    // Nobody looked during the grace: the mail comes with the next report.
    let told = club.fetch("2026-12-07T07:30:00Z");
    let sent = [
        "spring.allies.2.report.eml",
        "spring.axis.1.missed.eml",
        "spring.axis.2.report.eml",
        "spring.umpire.1.notice.missed.eml",
    ];
    assert_eq!(keys(&told), sent);
    let words = told[0].1.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("The Axis sent none for exchange 1 by then."), "{}", told[0].1);
}

#[test]
fn a_moved_deadline_is_told_with_its_reason_and_a_new_calendar_file() {
    let club = Club::new(WEEKLY);
    club.fetch("2026-11-30T12:00:00Z");
    club.sealord("2026-12-01T12:00:00Z", "clock spring extend --side axis --reason flu");
    let told = club.fetch("2026-12-01T12:05:00Z");
    assert_eq!(keys(&told), ["spring.allies.1.deadline.1.eml", "spring.axis.1.deadline.1.eml"]);
    insta::assert_snapshot!(told[1].1);
    let bytes = std::fs::read(club.path("out/spring.axis.1.deadline.1.eml")).unwrap();
    let message = MessageParser::default().parse(&bytes).unwrap();
    let calendar = String::from_utf8(message.attachment(0).unwrap().contents().to_vec()).unwrap();
    assert!(calendar.contains("SEQUENCE:1\r\n") && calendar.contains("DTSTART:20261207T190000Z\r\n"));
    club.sealord("2026-12-02T12:00:00Z", "clock spring pause --reason holidays");
    let told = club.fetch("2026-12-02T12:05:00Z");
    assert!(told[1].1.contains("spring is paused"), "{}", told[1].1);
    assert!(club.fetch("2026-12-20T12:00:00Z").is_empty(), "no time passes while it is paused");
}

#[test]
fn so_many_missing_at_once_are_left_to_the_umpire() {
    let club = Club::new("zone: Europe/Berlin\nevery: Sunday 20:00\noutage: 1\n");
    club.fetch("2026-11-30T12:00:00Z");
    let told = club.fetch("2026-12-06T20:00:00Z");
    assert_eq!(keys(&told), ["spring.umpire.1.notice.outage.eml"]);
    insta::assert_snapshot!(bare(&told[0].1));
    assert!(club.fetch("2026-12-09T20:00:00Z").is_empty(), "told once, and nothing is closed");
}

#[test]
fn nothing_is_withdrawn_after_the_deadline() {
    let mut club = Club::new(WEEKLY);
    club.fetch("2026-11-30T12:00:00Z");
    club.anna_sends(false);
    club.fetch("2026-12-01T12:00:00Z");
    club.version = 2;
    club.anna_writes("text/plain", "withdraw\r\n");
    let told = club.fetch("2026-12-01T13:00:00Z");
    assert!(told[0].1.contains("are withdrawn") && told[0].1.contains("Has orders: no"), "{}", told[0].1);
    club.anna_sends(false);
    club.fetch("2026-12-01T14:00:00Z");
    club.anna_writes("text/plain", "withdraw\r\n");
    // The first run after the deadline takes the letter before it closes anything.
    let told = club.fetch("2026-12-06T20:00:00Z");
    let refusal = told.iter().find(|(name, _)| name.contains("refusal")).expect("a refusal");
    assert!(refusal.1.contains("the deadline has passed"), "{}", refusal.1);
    club.sealord("2026-12-06T21:00:00Z", "audit spring");
}
