//! A club for a long time: many matches, players with all their habits, forgers, and a machine that stops now
//! and then.
//!
//! `SEALORD_SOAK=500` starts the office five hundred times for twenty matches of sixty players; without it a
//! few matches are played a little while.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::time::Duration;

use sealord::party::Party;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use serde_json::Value;

use crate::mail::club::{Club, Road, files};
use crate::mail::letter::{File, Letter, STYLES, Style};
use crate::mail::player::{Manner, Player, filled, quoted};
use crate::mail::read::Mail;

/// Hours between two rounds; an exchange has 48.
const ROUND: i64 = 7 * 3600;

/// What a player does beside playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    /// Answers at once, in the quotation.
    Prompt,
    /// Answers in one round of four, and so misses deadlines.
    Late,
    /// Writes above the quotation and attaches the form.
    TopPosting,
    /// Has a machine that answers every mail and says nothing of being one.
    Machine,
    /// Whose letters come twice, the second time late and by another way.
    Doubled,
    /// Is away for a while, and has a machine that says so.
    Away,
}

const HABITS: [Habit; 6] =
    [Habit::Prompt, Habit::Late, Habit::TopPosting, Habit::Machine, Habit::Doubled, Habit::Away];

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

/// Somebody who plays a party of a match, perhaps after another.
struct Person {
    player: Player,
    habit: Habit,
    read: BTreeSet<String>,
    /// Reports that wait to be answered.
    to_do: Vec<Mail>,
    /// Copies of letters that are still on their way.
    late: Vec<Vec<u8>>,
}

/// What a letter that was sent asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sent {
    Orders,
    Question,
    /// By a machine or a forger: it need not be answered.
    Noise,
}

struct Soak {
    club: Club,
    matches: Vec<String>,
    /// By match and seat: who plays, and who will step in.
    seats: BTreeMap<(usize, Party), Vec<Person>>,
    sent: BTreeMap<String, Sent>,
    forged: usize,
    runs: usize,
    kills: usize,
    luck: Luck,
}

#[test]
fn a_club_plays_for_a_long_time() {
    let full: Option<usize> = std::env::var("SEALORD_SOAK").ok().and_then(|runs| runs.parse().ok());
    let (runs, matches) = full.map_or((24, 3), |runs| (runs, 20));
    let mut soak = Soak::begin(matches);
    let mut round = 0;
    while soak.runs < runs {
        soak.play(round);
        soak.run();
        round += 1;
        if round == 9 {
            soak.substitute();
        }
    }
    soak.rest();
    let told = soak.judge();
    println!("{} runs, {} of them stopped, {} rounds; {told}", soak.runs, soak.kills, round);
}

impl Soak {
    fn begin(count: usize) -> Soak {
        let club = Club::new(Road::Sendmail);
        let matches: Vec<String> = (1..=count).map(|number| format!("match-{number}")).collect();
        let mut seats = BTreeMap::new();
        for (at, word) in matches.iter().enumerate() {
            club.begin(word, &["--seed", &(at + 1).to_string(), "--deadline-hours", "48"]);
            for (place, party) in [AXIS, ALLIES].into_iter().enumerate() {
                // The Axis of each match changes hands once: three players a match.
                let people = if party == AXIS { 2 } else { 1 };
                let person = |number: usize| Person {
                    player: Player::new(name(3 * at + 2 * place + number), party, Manner::Plain),
                    habit: HABITS[(at + 2 * place + number) % HABITS.len()],
                    read: BTreeSet::new(),
                    to_do: Vec::new(),
                    late: Vec::new(),
                };
                seats.insert((at, party), (0..people).rev().map(person).collect());
            }
        }
        let (sent, luck) = (BTreeMap::new(), Luck(0x5ea1_07d0_50a4));
        let soak = Soak { club, matches, seats, sent, forged: 0, runs: 0, kills: 0, luck };
        soak.settle();
        soak
    }

    fn settle(&self) {
        let mut lines = String::new();
        for (at, word) in self.matches.iter().enumerate() {
            lines += &format!("  - folder: {word}\n    missed: all\n    players:\n");
            for party in [AXIS, ALLIES] {
                let name = self.seats[&(at, party)].last().expect("a player").player.name;
                lines += &format!(
                    "      {}: {{name: {name}, address: {}}}\n",
                    party.id(),
                    self.club.address(name)
                );
            }
        }
        self.club.settle(&lines);
    }

    /// The second player of each Axis takes over.
    fn substitute(&mut self) {
        for people in self.seats.values_mut().filter(|people| people.len() > 1) {
            people.pop();
        }
        self.settle();
    }

    /// Everybody reads and writes.
    fn play(&mut self, round: usize) {
        self.club.now += ROUND;
        let mut seats = std::mem::take(&mut self.seats);
        for people in seats.values_mut() {
            let person = people.last_mut().expect("a player");
            for bytes in std::mem::take(&mut person.late) {
                self.club.deliver(&bytes);
            }
            let is_away = person.habit == Habit::Away && round % 20 > 12;
            for path in files(&self.club.path("boxes").join(person.player.name)) {
                let mail = Mail::read(std::fs::read(path).expect("a mail"));
                if !person.read.insert(mail.id()) {
                    continue;
                }
                if person.habit == Habit::Machine || is_away {
                    self.machine(person, &mail);
                }
                if mail.kind() == "report" && mail.packet().is_some_and(|packet| packet.asked) {
                    person.to_do.push(mail);
                }
            }
            let is_slow = person.habit == Habit::Late && self.luck.below(4) > 0;
            if !is_away && !is_slow {
                for mail in std::mem::take(&mut person.to_do) {
                    self.answer(person, &mail);
                }
            }
            if self.luck.below(6) == 0 {
                self.forge(person);
            }
        }
        self.seats = seats;
    }

    fn send(&mut self, letter: &Letter, style: Style, sent: Sent) -> Vec<u8> {
        let bytes = letter.write(style);
        self.club.deliver(&bytes);
        self.sent.insert(letter.id.clone(), sent);
        bytes
    }

    fn letter(&self, person: &Person, mail: &Mail, text: &str) -> Letter {
        Letter {
            id: format!("<soak{}@example.org>", self.sent.len()),
            to: mail.head("Reply-To"),
            answers: Some((mail.id(), String::new())),
            ..person.player.letter(&self.club, &format!("Re: {}", mail.head("Subject")), text)
        }
    }

    fn answer(&mut self, person: &mut Person, mail: &Mail) {
        let packet = mail.packet().expect("a packet");
        let Some(code) = mail.code() else { return };
        let number = self.sent.len();
        let orders = person.player.orders(&packet).replace("\nfinal", &format!("\n# letter {number}\nfinal"));
        let mut letter = self.letter(person, mail, "");
        if person.habit == Habit::TopPosting {
            letter.text = format!(
                "Enclosed.\n\ncode: {code}\n\nOn Saturday, the referee wrote:\n{}",
                quoted(&mail.text)
            );
            let name = "my orders.yaml".to_owned();
            letter.files.push(File { name, media: "application/yaml", bytes: orders.into_bytes() });
        } else {
            letter.text = format!(
                "Here you are.\n\nOn Saturday, the referee wrote:\n{}",
                quoted(&filled(&mail.text, &orders))
            );
        }
        let bytes = self.send(&letter, STYLES[number % STYLES.len()], Sent::Orders);
        if person.habit == Habit::Doubled {
            let hop =
                b"Received: from relay.example.org by mx.example.org; Sat, 24 Oct 2026 23:00:00 +0200\r\n";
            person.late.push([hop.as_slice(), &bytes].concat());
            self.club.deliver(&bytes);
        }
        if number.is_multiple_of(3) {
            let status = self.letter(person, mail, &format!("status\n\ncode: {code}\n"));
            self.send(&status, Style::Plain, Sent::Question);
        }
    }

    /// A machine answers a mail of the office, and says so or not.
    fn machine(&mut self, person: &Person, mail: &Mail) {
        let mut letter = self.letter(person, mail, &format!("I am away.\n\n{}", quoted(&mail.text)));
        if person.habit == Habit::Away {
            letter.more.push("Auto-Submitted: auto-replied".to_owned());
        }
        self.send(&letter, Style::Plain, Sent::Noise);
    }

    /// Somebody else writes in a player's name, with a code word that is a guess.
    fn forge(&mut self, person: &Person) {
        self.forged += 1;
        let what = ["withdraw", "final", "resign yes", "status"][self.forged % 4];
        let text = format!("{what}\n\nforged\n\ncode: wrong-word-of-{}\n", self.forged);
        let letter = Letter {
            id: format!("<forged{}@evil.example>", self.forged),
            ..person.player.letter(&self.club, "orders", &text)
        };
        self.send(&letter, Style::Plain, Sent::Noise);
    }

    /// Some runs that are stopped, and one that is not.
    fn run(&mut self) {
        for _ in 0..self.luck.below(4) {
            let mut command = self.club.command(&["fetch", "."]);
            let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            let mut child = child.expect("runs");
            self.runs += 1;
            std::thread::sleep(Duration::from_millis(20 + self.luck.below(1500)));
            if child.try_wait().expect("a child").is_none() {
                child.kill().expect("killed");
                self.kills += 1;
            }
            child.wait().expect("ended");
        }
        self.fetch();
    }

    fn fetch(&mut self) -> Value {
        self.runs += 1;
        self.club.now += 60;
        let said: Value = serde_json::from_str(&self.club.ok(&["--json", "fetch", "."])).expect("JSON");
        let account = said["account"].clone();
        assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
        account
    }

    /// Until nothing is left to do.
    fn rest(&mut self) {
        for _ in 0..20 {
            let account = self.fetch();
            if ["received", "sent", "waiting", "resolved"].iter().all(|word| account[word] == 0) {
                return;
            }
        }
        panic!("the office does not come to rest");
    }

    fn judge(&self) -> String {
        let mut mails: BTreeMap<String, Mail> = BTreeMap::new();
        let mut codes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for entry in std::fs::read_dir(self.club.path("boxes")).expect("boxes") {
            for path in files(&entry.expect("a box").path()) {
                let mail = Mail::read(std::fs::read(path).expect("a mail"));
                let to = mail.head("To");
                if let Some(code) = mail.code() {
                    codes.entry(code).or_default().insert(to);
                }
                let id = mail.id();
                if let Some(before) = mails.insert(id.clone(), mail) {
                    assert!(before.bytes == mails[&id].bytes, "{id} went out in two forms");
                }
            }
        }
        // No word that speaks for a side is in anybody else's mail, nor anything of the other side's packet.
        for mail in mails.values() {
            let (to, text) = (mail.head("To"), mail.everything());
            for (code, _) in codes.iter().filter(|(_, whose)| !whose.contains(&to)) {
                assert!(!text.contains(code.as_str()), "a code word that is not theirs went to {to}");
            }
            if let Some(packet) = mail.packet() {
                let tag = format!("[sealord {}/{}]", packet.match_id, packet.party.id());
                assert!(mail.head("Subject").contains(&tag), "the packet of another side went to {to}");
            }
        }
        for whose in codes.values() {
            assert_eq!(whose.len(), 1, "a code word went to two people: {whose:?}");
        }
        let mut answers: BTreeMap<String, usize> = BTreeMap::new();
        for mail in mails.values() {
            *answers.entry(mail.head("In-Reply-To")).or_default() += 1;
        }
        for (id, sent) in &self.sent {
            let count = answers.get(id).copied().unwrap_or_default();
            match sent {
                Sent::Noise => assert!(count <= 1, "{id} was answered {count} times"),
                Sent::Orders | Sent::Question => assert_eq!(count, 1, "{id} was answered {count} times"),
            }
        }
        let (mut over, mut exchanges) = (0, 0);
        for word in &self.matches {
            self.club.ok(&["audit", word]);
            let journal =
                std::fs::read_to_string(self.club.path(word).join("journal.jsonl")).expect("a journal");
            assert!(!journal.contains("forged"), "{word}: what was forged counts");
            let entries = journal.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            let entries: Vec<Value> = entries.collect();
            let kind = |kind: &str| entries.iter().filter(|entry| entry["header"]["kind"] == kind).count();
            exchanges += kind("resolved");
            let results = mails.values().filter(|mail| {
                mail.kind() == "result" && mail.head("Subject").contains(&format!("[sealord {word}/"))
            });
            assert_eq!(
                results.count(),
                2 * kind("ended"),
                "{word}: both sides are told the end, and no sooner"
            );
            over += kind("ended");
        }
        format!(
            "{} letters, {} of them forged; {} mails; {exchanges} exchanges, {over} of {} matches over",
            self.sent.len(),
            self.forged,
            mails.len(),
            self.matches.len()
        )
    }
}

/// The name of a player, for as long as the tests run.
fn name(number: usize) -> &'static str {
    Box::leak(format!("player{number}").into_boxed_str())
}
