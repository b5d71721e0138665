//! An office whose people write to it, with a clock that the test sets.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mail_parser::{MessageParser, MimeHeaders};

/// An office with two matches: one by a calendar, one by plain hours.
pub const OFFICE: &str = "\
name: The referee
address: referee@club.example
umpire: {name: Uma, address: uma@club.example}
moderators: [{name: Mike, address: mike@club.example}]
mail:
  in: {maildir: {path: in}}
  out: {folder: {path: out}}
matches:
  - folder: spring
    players:
      axis: {name: Anna, address: anna@example.org}
      allies: {name: Bert, address: bert@example.org}
  - folder: autumn
    press: anonymous
    players:
      axis: {name: Bert, address: bert@example.org}
      allies: {name: Anna, address: anna@example.org}
";

pub const WEEKLY: &str = "\
zone: Europe/Berlin
every: Sunday 20:00
at_least: 24h
extensions: {count: 1, hours: 24}
";

/// A mail that went out.
#[derive(Clone)]
pub struct Sent {
    pub key: String,
    pub id: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub files: Vec<(String, Vec<u8>)>,
}

pub struct Club {
    root: tempfile::TempDir,
    letters: usize,
    /// The time by the office's clock.
    pub now: String,
}

impl Club {
    /// An office with these settings; both matches are begun, and their first mails are out.
    pub fn new(office: &str) -> Club {
        let spring = ["new", "spring", "--seed", "5", "--schedule", "schedule.yaml"];
        let autumn = ["new", "autumn", "--seed", "6", "--deadline-hours", "168"];
        Club::begun(office, &[&spring, &autumn])
    }

    /// An office with these settings, whose matches these commands begin; their first mails are out.
    pub fn begun(office: &str, matches: &[&[&str]]) -> Club {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("office.yaml"), office).unwrap();
        std::fs::write(root.path().join("schedule.yaml"), WEEKLY).unwrap();
        std::fs::create_dir_all(root.path().join("in/new")).unwrap();
        std::fs::create_dir_all(root.path().join("in/cur")).unwrap();
        let mut club = Club { root, letters: 0, now: "2026-11-30T12:00:00Z".to_owned() };
        matches.iter().for_each(|begin| drop(club.sealord(begin)));
        club.fetch();
        club
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(name)
    }

    pub fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sealord"));
        command.current_dir(self.root.path()).args(["--now", &self.now]).args(args).output().unwrap()
    }

    #[track_caller]
    pub fn sealord(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the office, and gives what it sent.
    #[track_caller]
    pub fn fetch(&mut self) -> Vec<Sent> {
        let known = names(&self.path("out"));
        self.sealord(&["fetch", "."]);
        let fresh = names(&self.path("out")).into_iter().filter(|name| !known.contains(name));
        fresh.map(|name| self.read(&name)).collect()
    }

    /// The same at another time.
    #[track_caller]
    pub fn fetch_at(&mut self, now: &str) -> Vec<Sent> {
        now.clone_into(&mut self.now);
        self.fetch()
    }

    /// A mail that went out, by its key.
    pub fn read(&self, name: &str) -> Sent {
        let bytes = std::fs::read(self.path("out").join(name)).unwrap();
        let message = MessageParser::default().parse(&bytes).unwrap();
        let files = message.attachments();
        let files =
            files.map(|it| (it.attachment_name().unwrap_or_default().to_owned(), it.contents().to_vec()));
        Sent {
            key: name.trim_end_matches(".eml").to_owned(),
            id: format!("<{}>", message.message_id().unwrap_or_default()),
            to: message.to().unwrap().first().unwrap().address().unwrap().to_owned(),
            subject: message.subject().unwrap_or_default().to_owned(),
            text: message.body_text(0).unwrap().replace("\r\n", "\n"),
            html: message.body_html(0).map(|html| html.replace("\r\n", "\n")).unwrap_or_default(),
            files: files.collect(),
        }
    }

    /// Somebody writes to the office.
    pub fn write(&mut self, from: &str, subject: &str, text: &str) {
        let id = format!("{}@example.org", self.letters + 1);
        self.write_as(from, subject, text, &id, "");
    }

    /// The same as a page and nothing else.
    pub fn write_page(&mut self, from: &str, subject: &str, page: &str) {
        self.letters += 1;
        let head = format!(
            "From: {from}\r\nTo: referee@club.example\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\nMessage-ID: \
             <{}.page@example.org>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n",
            self.letters
        );
        self.put(&format!("{head}{}\r\n", page.replace('\n', "\r\n")));
    }

    /// A message arrives as it stands.
    pub fn deliver(&mut self, message: &str) {
        self.letters += 1;
        self.put(message);
    }

    fn put(&self, message: &str) {
        let path = self.path("in/new").join(format!("{}.m", self.letters));
        std::fs::write(&path, message).unwrap();
        // What the clock of the tests has not come to yet counts from when it is read.
        let later = std::time::UNIX_EPOCH + std::time::Duration::from_hours(100 * 365 * 24);
        std::fs::File::options().append(true).open(path).unwrap().set_modified(later).unwrap();
    }

    pub fn write_as(&mut self, from: &str, subject: &str, text: &str, id: &str, more: &str) {
        self.letters += 1;
        let text = format!(
            "{more}From: {from}\r\nTo: referee@club.example\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\nMessage-ID: \
             <{id}>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
            text.replace('\n', "\r\n")
        );
        self.put(&text);
    }

    /// The desk's code word of somebody.
    pub fn desk_code(&self, name: &str) -> String {
        let output = self.run(&["doctor", "."]);
        let text = String::from_utf8(output.stdout).unwrap();
        let line = text.lines().find(|line| line.contains(&format!("{name} writes \"code: "))).unwrap();
        line.split("code: ").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    /// The code word of a side, from its newest report.
    pub fn code(&self, match_id: &str, party: &str) -> String {
        let start = format!("{match_id}.{party}.");
        let mails = names(&self.path("out"));
        let mails = mails.iter().filter(|name| name.starts_with(&start)).map(|name| self.read(name));
        let mut codes = mails
            .filter_map(|mail| Some(mail.text.lines().find(|line| line.starts_with("code: "))?.to_owned()));
        codes.next_back().unwrap()
    }

    /// Uma writes to the desk, with her code word.
    pub fn uma(&mut self, subject: &str, text: &str) {
        let code = self.desk_code("Uma");
        self.write("uma@club.example", subject, &format!("{text}\n\ncode: {code}"));
    }

    pub fn journal(&self, match_id: &str) -> String {
        std::fs::read_to_string(self.path(match_id).join("journal.jsonl")).unwrap()
    }
}

pub fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn keys(mails: &[Sent]) -> Vec<&str> {
    mails.iter().map(|mail| mail.key.as_str()).collect()
}

/// The one mail of a kind.
#[track_caller]
pub fn one<'m>(mails: &'m [Sent], part: &str) -> &'m Sent {
    let mut found = mails.iter().filter(|mail| mail.key.contains(part));
    let first = found.next().unwrap_or_else(|| panic!("no {part} in {:?}", keys(mails)));
    assert!(found.next().is_none(), "several {part} in {:?}", keys(mails));
    first
}

/// A text as one line of words.
pub fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
