//! Letters to a league: a round by mail, slips, strangers, forgeries, second deliveries.

mod absences;
mod agenda;
mod appeals;
mod clocks;
mod desk;
mod machine;
mod panels;
mod players;
mod results;
mod round;
mod sealed;
mod turns;

use crate::desk::club::{Club, Sent, one};

/// An office with a template and no match yet.
const OFFICE: &str = "\
name: The referee
address: referee@club.example
umpire: {name: Uma, address: uma@club.example}
mail:
  in: {maildir: {path: in}}
  out: {folder: {path: out}}
templates:
  weekly:
    options: [--scenario, raider-warfare, --deadline-hours, \"168\", --seed, \"5\"]
";

pub const LEAGUE: &str = "\
club: northern-waters
organiser: {name: Uma, address: uma@club.example}
entrants:
  anna: {name: Anna, address: anna@example.org}
  bert: {name: Bert, address: bert@example.org}
  carl: {name: Carl, address: carl@example.org}
  dora: {name: Dora, address: dora@example.org}
events:
  autumn:
    system: seas-of-thunder
    scenario: raider-warfare
    template: weekly
    format: swiss
    rounds: 2
    first: 2026-12-07
    round: {length: 3 months, confirm: 14d, adjudicate: 3d}
    sides: {by: sealed-bid, within: 5d}
";

pub const PLAYERS: [&str; 4] = ["anna", "bert", "carl", "dora"];

/// An office with a league whose one event is open.
pub struct League {
    pub club: Club,
}

impl League {
    pub fn new() -> League {
        League::with("")
    }

    /// The same with more lines about the event.
    pub fn with(lines: &str) -> League {
        League::of(&format!("{LEAGUE}{lines}"))
    }

    /// The same by another `league.yaml`.
    pub fn of(text: &str) -> League {
        League::at(OFFICE, text, &[])
    }

    /// The same in another office, with these matches beside it.
    pub fn with_office(office: &str, matches: &[&[&str]]) -> League {
        League::at(office, LEAGUE, matches)
    }

    /// The same with a `league.yaml` that lacks this.
    pub fn without(part: &str) -> League {
        League::of(&LEAGUE.replace(part, ""))
    }

    fn at(office: &str, league: &str, matches: &[&[&str]]) -> League {
        let club = Club::begun(office, matches);
        std::fs::write(club.path("league.yaml"), league).unwrap();
        club.sealord(&["league", "new", ".", "--seed", "7"]);
        club.sealord(&["league", "open", ".", "autumn"]);
        League { club }
    }

    /// An office with a league in which four have entered.
    pub fn entered() -> League {
        League::new().with_all()
    }

    /// The same with four who play, entered by hand.
    pub fn with_all(self) -> League {
        let league = self;
        league.club.sealord(&["league", "enter", ".", "autumn", "anna", "bert", "carl", "dora"]);
        league
    }

    /// Somebody writes to the league; gives what went out.
    pub fn write(&mut self, who: &str, text: &str) -> Vec<Sent> {
        let from = if who.contains('@') { who.to_owned() } else { format!("{who}@example.org") };
        self.club.write(&from, "[sealord league] a word", text);
        self.club.fetch()
    }

    /// A player's code word, as the league sends it again.
    pub fn code(&mut self, who: &str) -> String {
        let sent = self.write(who, "code");
        code_line(one(&sent, &format!("league.{who}.")))
    }

    /// A player writes with his code word; gives the answer.
    pub fn proved(&mut self, who: &str, code: &str, text: &str) -> Sent {
        let sent = self.write(who, &format!("{text}\n\n{code}"));
        one(&sent, &format!("league.{who}.")).clone()
    }

    /// Uma writes to the desk of the league; gives what went out.
    pub fn uma(&mut self, text: &str) -> Vec<Sent> {
        let code = self.club.desk_code("Uma");
        self.write("uma@club.example", &format!("{text}\n\ncode: {code}"))
    }

    /// The facts of the book.
    pub fn book(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.club.path("league/journal.jsonl")).unwrap();
        let fact = |line: &str| {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            entry["body"]["fact"].as_str().unwrap_or("genesis").to_owned()
        };
        text.lines().map(fact).collect()
    }

    /// How often the book says something.
    pub fn count(&self, fact: &str) -> usize {
        self.book().iter().filter(|it| *it == fact).count()
    }
}

/// The line of a mail with the code word.
pub fn code_line(mail: &Sent) -> String {
    line(mail, "code: ")
}

/// The line of a mail that begins so.
#[track_caller]
pub fn line(mail: &Sent, start: &str) -> String {
    let mut lines = mail.text.lines().map(str::trim);
    lines
        .find(|line| line.starts_with(start))
        .unwrap_or_else(|| panic!("no {start} in {}", mail.text))
        .to_owned()
}

/// A mail as it can be compared: what differs from run to run has its name instead.
pub fn golden(mail: &Sent) -> String {
    let is_hex =
        |word: &str, length: usize| word.len() == length && word.bytes().all(|it| it.is_ascii_hexdigit());
    let word = |word: &str| match word {
        word if is_hex(word, 8) => "TOKEN".to_owned(),
        word if is_hex(word, 64) => "SHA-256".to_owned(),
        word => word.to_owned(),
    };
    let line = |line: &str| match line.strip_prefix("code: ") {
        Some(_) => "code: CODE-WORD".to_owned(),
        None => line.split(' ').map(word).collect::<Vec<_>>().join(" "),
    };
    let text: Vec<String> = mail.text.lines().map(line).collect();
    format!("To: {}\nSubject: {}\n\n{}", mail.to, mail.subject, text.join("\n"))
}
