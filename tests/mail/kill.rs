//! The machine stops at random instants of a run of the office.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use sealord::party::Party;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use serde_json::Value;

use crate::mail::club::{Club, Road, files};
use crate::mail::letter::{Letter, Style};
use crate::mail::player::{Manner, Player, filled, quoted};
use crate::mail::read::Mail;

/// How often the machine stops.
const KILLS: usize = 200;
const MATCHES: [&str; 4] = ["alfa", "bravo", "charlie", "delta"];

/// Small numbers that look random and are the same in every run.
struct Luck(u64);

impl Luck {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit.max(1)
    }
}

#[test]
fn nothing_is_lost_or_done_twice_when_the_machine_stops() {
    let mut club = Club::new(Road::Sendmail);
    let mut settings = String::new();
    for (number, word) in MATCHES.into_iter().enumerate() {
        club.begin(word, &["--seed", &(number + 1).to_string()]);
        settings += &club.usual(word, ["", ""]);
    }
    club.settle(&settings);
    let mut table = Table::new();
    let mut luck = Luck(0x5ea1_07d0_2026_1122);
    let (mut kills, mut rounds) = (0, 0);
    // The milliseconds within which a run is stopped. They follow the speed of the machine: of six runs about
    // one ends before.
    let mut within = 250.0_f64;
    while kills < KILLS {
        club.now += 60;
        table.write(&mut club);
        rounds += 1;
        // Ten stops at most fall into one heap of letters; then a run may end.
        for _ in 0..10 {
            let mut child = club
                .command(&["fetch", "."])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("runs");
            std::thread::sleep(Duration::from_micros(luck.below((within * 1000.0) as u64)));
            if child.try_wait().expect("a child").is_some() {
                within = (within * 0.8).max(5.0);
                break;
            }
            within *= 1.05;
            child.kill().expect("killed");
            child.wait().expect("ended");
            kills += 1;
        }
        quiet(&mut club);
    }
    let letters = table.letters.len();
    println!("{kills} stops in {rounds} rounds, {letters} letters, the last within {within:.0} ms");
    table.judge(&club);
    for word in MATCHES {
        club.ok(&["audit", word]);
    }
}

/// Runs the office until it has nothing more to do.
fn quiet(club: &mut Club) {
    for _ in 0..10 {
        club.now += 60;
        let said: Value = serde_json::from_str(&club.ok(&["--json", "fetch", "."])).expect("JSON");
        let account = &said["account"];
        assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
        if ["received", "sent", "waiting", "resolved"].iter().all(|word| account[word] == 0) {
            return;
        }
    }
    panic!("the office does not come to rest");
}

/// The players of all matches, and what they wrote.
struct Table {
    players: [Player; 2],
    /// Each letter's id, and whether it brings orders.
    letters: BTreeMap<String, bool>,
    /// The last orders of each match, exchange and party.
    last: BTreeMap<(String, u32, Party), String>,
    answered: BTreeSet<String>,
    /// The mails that were looked at.
    read: BTreeSet<PathBuf>,
}

impl Table {
    fn new() -> Table {
        let players = [Player::new("Anna", AXIS, Manner::Plain), Player::new("Bert", ALLIES, Manner::Plain)];
        Table {
            players,
            letters: BTreeMap::new(),
            last: BTreeMap::new(),
            answered: BTreeSet::new(),
            read: BTreeSet::new(),
        }
    }

    /// Everybody who is asked sends orders, changes his mind, asks how things stand, and sends a letter
    /// twice.
    fn write(&mut self, club: &mut Club) {
        for number in 0..2 {
            let address = club.address(self.players[number].name);
            let box_of = club.path("boxes").join(self.players[number].name.to_lowercase());
            for path in files(&box_of) {
                if !self.read.insert(path.clone()) {
                    continue;
                }
                let mail = Mail::read(std::fs::read(path).expect("a mail"));
                assert!(mail.is_to(&address));
                let asked = mail.packet().filter(|packet| packet.asked && mail.kind() == "report");
                if asked.is_some() && self.answered.insert(mail.id()) {
                    self.answer(club, number, &mail);
                }
            }
        }
    }

    fn answer(&mut self, club: &mut Club, number: usize, mail: &Mail) {
        let packet = mail.packet().expect("a packet");
        let code = mail.code().expect("a code word");
        let player = &mut self.players[number];
        let place = (packet.match_id.clone(), packet.exchange, packet.party);
        let first = self.letters.len();
        let mut orders = |number: usize| {
            let text = player.orders(&packet);
            // No two letters bring the same file.
            let text = text.replace("\nfinal", &format!("\n# letter {}\nfinal", first + number));
            (quoted(&filled(&mail.text, &text)), true)
        };
        let wishes = [
            orders(0),
            (format!("status\n\n{}", quoted(&mail.text)), false),
            (format!("withdraw\n\ncode: {code}\n"), false),
            orders(3),
        ];
        for (text, brings) in wishes {
            let id = format!("<letter{}@example.org>", self.letters.len());
            let letter = Letter {
                to: mail.head("Reply-To"),
                id: id.clone(),
                answers: Some((mail.id(), String::new())),
                ..self.players[number].letter(club, &format!("Re: {}", mail.head("Subject")), &text)
            };
            let bytes = letter.write(Style::Plain);
            club.deliver(&bytes);
            if self.letters.len().is_multiple_of(5) {
                club.deliver(&bytes);
            }
            if brings {
                self.last.insert(place.clone(), id.clone());
            }
            self.letters.insert(id, brings);
        }
    }

    fn judge(&self, club: &Club) {
        let mut sendings: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for name in ["anna", "bert", "uma"] {
            for path in files(&club.path("boxes").join(name)) {
                let mail = Mail::read(std::fs::read(path).expect("a mail"));
                let before = sendings.insert(mail.id(), mail.bytes.clone());
                assert!(
                    before.is_none_or(|before| before == mail.bytes),
                    "{} went out in two forms",
                    mail.id()
                );
            }
        }
        let mails: Vec<Mail> = sendings.into_values().map(Mail::read).collect();
        let journals: BTreeMap<&str, Vec<Value>> = MATCHES.map(|word| (word, journal(club, word))).into();
        let mut taken: BTreeMap<String, String> = BTreeMap::new();
        for (id, brings) in &self.letters {
            let answers: Vec<&Mail> = mails.iter().filter(|mail| mail.head("In-Reply-To") == *id).collect();
            assert_eq!(answers.len(), 1, "{id} was answered once");
            if *brings {
                assert_eq!(answers[0].kind(), "receipt", "{id}: {}", answers[0].text);
                let hex = answers[0].text.lines().find(|line| line.len() == 64).expect("a commitment");
                let journal = &journals[answers[0].head("X-Sealord-Match").as_str()];
                let found = journal.iter().filter(|entry| entry["body"]["commitment"] == hex).count();
                assert_eq!(found, 1, "{id}: {hex} stands in the journal once");
                taken.insert(id.clone(), hex.to_owned());
            }
        }
        for journal in journals.values() {
            let reveals = journal.iter().filter(|entry| entry["header"]["kind"] == "reveal");
            let files: Vec<String> = reveals.map(|entry| entry["body"]["file"].to_string()).collect();
            let once: BTreeSet<&String> = files.iter().collect();
            assert_eq!(once.len(), files.len(), "no file is taken twice");
        }
        for ((word, exchange, party), id) in &self.last {
            let of = |entry: &&Value| {
                let header = &entry["header"];
                header["kind"] == "commitment"
                    && header["exchange"] == *exchange
                    && header["side"] == party.id()
            };
            let last = journals[word.as_str()].iter().rfind(of).expect("orders");
            assert_eq!(last["body"]["commitment"], taken[id].as_str(), "the last orders count: {id}");
        }
    }
}

fn journal(club: &Club, word: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(club.path(word).join("journal.jsonl")).expect("a journal");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
