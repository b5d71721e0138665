//! A club's league from outside: seasons are run by commands, as an organiser types them.

mod bids;
mod cases;
mod clocks;
mod complaints;
mod dossier;
mod example;
mod games;
mod inside;
mod formats;
mod kills;
mod others;
mod pages;
mod panels;
mod season;
mod secrets;
mod settings;
mod tamper;
mod turns;
mod witnesses;

use crate::cli::support::{Desk, PARTIES, answers};

/// Whether all trials are made: `tests/run` builds the tests so.
const ALL: bool = option_env!("SEALORD_ALL_TRIALS").is_some();

/// A club in a temporary folder, under `club`.
pub struct Club {
    desk: Desk,
}

/// What a club of four is written as; an event's own lines come behind.
pub const HEAD: &str = "club: northern-waters
organiser: {name: Uma, address: uma@club.example}
entrants:
  anna: {name: Anna}
  bert: {name: Bert}
  carl: {name: Carl}
  dora: {name: Dora}
ratings: {area: {start: 5000}, elo: {start: 1500}, glicko2: {period: 4 months, first: 2027-01-01}}
events:
  autumn:
    system: admirals-war
    scenario: midway
    first: 2027-03-01
    round: {length: 3 months, confirm: 14d, adjudicate: 3d}
    rated: [area, elo, glicko2]
";

impl Club {
    /// A club whose one event has these lines beside the usual ones.
    pub fn new(lines: &str) -> Club {
        Club::of(&format!("{HEAD}{lines}"))
    }

    /// A club by a whole `league.yaml`, with its event `autumn` open.
    pub fn of(text: &str) -> Club {
        let desk = Desk::new();
        std::fs::create_dir(desk.path("club")).expect("a folder");
        desk.write("club/league.yaml", text);
        desk.ok(&["league", "new", "club", "--seed", "7"]);
        desk.ok(&["league", "open", "club", "autumn"]);
        Club { desk }
    }

    /// The same with everybody entered.
    pub fn entered(lines: &str) -> Club {
        let club = Club::new(lines);
        club.ok("enter", &["anna", "bert", "carl", "dora"]);
        club
    }

    /// A verb about the event that must succeed; gives what it printed.
    #[track_caller]
    pub fn ok(&self, verb: &str, more: &[&str]) -> String {
        self.desk.ok(&[&["league", verb, "club", "autumn"], more].concat())
    }

    /// A verb about the event that must be refused; gives what it said.
    #[track_caller]
    pub fn no(&self, code: i32, verb: &str, more: &[&str]) -> String {
        self.desk.expect(code, &[&["league", verb, "club", "autumn"], more].concat()).err
    }

    /// Confirms everybody, pairs the round, decides its sides and begins its matches.
    #[track_caller]
    pub fn round(&self) -> String {
        self.ok("confirm", &["--all"]);
        let paired = self.ok("pair", &[]);
        self.ok("seats", &[]);
        self.ok("begin", &[]);
        paired
    }

    /// Plays the match of a board until both sides have sent orders. Gives its folder.
    #[track_caller]
    pub fn fight(&self, place: &str) -> String {
        let dir = format!("club/matches/autumn-{}", place.replace('/', "-"));
        let mut sent = [false; 2];
        while sent != [true; 2] {
            for (party, sent) in PARTIES.into_iter().zip(&mut sent) {
                let packet = self.desk.packet(&dir, party);
                if packet.asked {
                    self.desk.write("orders.yaml", answers(&packet, 0, 1));
                    self.desk.ok(&["receive", &dir, "orders.yaml"]);
                    *sent = true;
                }
            }
            self.desk.ok(&["resolve", &dir]);
        }
        dir
    }

    /// Plays the match of a board until both sides have sent orders; then a player gives it up. Gives its
    /// proof.
    #[track_caller]
    pub fn play(&self, place: &str, loser: &str) -> String {
        let dir = self.fight(place);
        let side = self.side(place, loser);
        self.desk.ok(&["end", &dir, "--concede", &side, "--reason", "the sea is lost"]);
        self.pack(place)
    }

    /// Packs the proof of a board's match that is over.
    #[track_caller]
    pub fn pack(&self, place: &str) -> String {
        let word = format!("autumn-{}", place.replace('/', "-"));
        let pack = format!("{word}.zip");
        self.desk.ok(&["prove", &format!("club/matches/{word}"), "-o", &pack]);
        pack
    }

    /// The side that somebody has at a board.
    #[track_caller]
    pub fn side(&self, place: &str, who: &str) -> String {
        let (round, board) = place.split_once('/').expect("a place");
        let is_place = |value: &serde_json::Value| {
            value["header"]["exchange"].as_u64() == round.parse().ok()
                && value["body"]["board"].as_u64() == board.parse().ok()
        };
        let lines = self.book();
        let seats = lines.iter().rfind(|it| it["body"]["fact"] == "seats" && is_place(it)).expect("seats");
        let seats = seats["body"]["seats"].as_object().expect("sides");
        seats.iter().find(|(_, it)| *it == who).expect("somebody who sits there").0.clone()
    }

    /// The entries of the book.
    pub fn book(&self) -> Vec<serde_json::Value> {
        let text = self.desk.read("club/league/journal.jsonl");
        let line = |line: &[u8]| serde_json::from_slice(line).expect("an entry");
        text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(line).collect()
    }

    /// Plays a board and hands in its result; gives what that said.
    #[track_caller]
    pub fn lost(&self, place: &str, loser: &str) -> String {
        let pack = self.play(place, loser);
        self.ok("result", &[place, "--pack", &pack])
    }
}
