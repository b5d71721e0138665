//! A whole office whose own things and matches lie in memory: the same letters lead to the same journals and
//! to the same mails as in a folder.

use std::collections::BTreeSet;

use sealord::audit::audit;
use sealord::cli::begin;
use sealord::kit::Kit;
use sealord::matches::{MatchFault, Raw, Settings};
use sealord::orders::write::{orders_file, write_answer};
use sealord::post::office::Office;
use sealord::post::office::{Premises, Yard, YardDir, YardInMemory, examine};
use sealord::post::shelf::{Shelf, ShelfDir, ShelfInMemory};
use sealord::rules::{load_for, systems};
use sealord::staff::StaffOfficer;
use sealord::view::Packet;

use crate::mail::club::{Club, Road};
use crate::mail::letter::{Letter, Style};
use crate::mail::read::Mail;

/// The match that the settings name, and the one that a letter begins.
const MATCHES: [&str; 2] = ["spring", "autumn"];
/// So many exchanges are played.
const EXCHANGES: u32 = 4;
const OPTIONS: [&str; 8] = [
    "--system",
    "seas-of-thunder",
    "--scenario",
    "raider-warfare",
    "--seed",
    "1939",
    "--deadline-hours",
    "48",
];
/// The secret of the desk, so that both offices have the same code words.
const DESK: &[u8] = b"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";

/// Where the things of an office lie that are not its settings and mailboxes.
enum Place {
    Folder,
    Memory(ShelfInMemory, YardInMemory),
}

impl Place {
    fn shelf(&self, club: &Club) -> Box<dyn Shelf> {
        match self {
            Place::Folder => Box::new(ShelfDir::new(club.path("."))),
            Place::Memory(shelf, _) => Box::new(shelf.clone()),
        }
    }

    fn yard(&self, club: &Club) -> Box<dyn Yard> {
        match self {
            Place::Folder => Box::new(YardDir::new(club.path("."))),
            Place::Memory(_, yard) => Box::new(yard.clone()),
        }
    }
}

/// An office, and who writes to it.
struct Table {
    club: Club,
    place: Place,
    letters: usize,
    officer: StaffOfficer,
}

impl Table {
    fn new(place: Place) -> Table {
        let club = Club::new(Road::Folders);
        let options = OPTIONS.map(str::to_owned);
        let yard = place.yard(&club);
        let store = yard.begin("spring").expect("a place");
        kit(&club).begin(&*store, "spring", &options).expect("begun");
        let shelf = place.shelf(&club);
        let claim = shelf.claim().expect("claimed");
        shelf.keep_secret("desk.key", DESK).expect("kept");
        drop(claim);
        let quoted: Vec<String> = options.iter().map(|option| format!("{option:?}")).collect();
        let template = format!("templates:\n  game: {{options: [{}]}}\n", quoted.join(", "));
        club.settle(&(club.usual("spring", ["", ""]) + &template));
        Table { club, place, letters: 0, officer: StaffOfficer::new(3, 35) }
    }

    fn premises(&self) -> Premises {
        let club = &self.club;
        Premises::new(club.path("."), self.place.shelf(club), self.place.yard(club))
    }

    /// A minute later the office, opened anew, takes in what waits; gives what went out.
    fn run(&mut self) -> Vec<Mail> {
        self.club.now += 60;
        let kit = kit(&self.club);
        let mut office = Office::open(&kit, self.premises()).expect("an office");
        assert!(Office::open(&kit, self.premises()).is_err(), "one run at a time");
        let mut road = office.road_in().expect("a road");
        let summary = office.run(Some(road.as_mut())).expect("a run");
        assert!(summary.troubles.is_empty(), "{summary:?}");
        let before = self.club.mails.len();
        self.club.collect(summary.sent);
        let sent = self.club.mails[before..].to_vec();
        let refusal = sent.iter().find(|mail| mail.kind() == "refusal");
        assert!(refusal.is_none(), "{}", refusal.map_or("", |mail| &mail.text));
        sent
    }

    fn write(&mut self, from: &str, to: String, answers: Option<&Mail>, text: &str) {
        self.letters += 1;
        let address = self.club.address(from);
        let letter = Letter {
            id: format!("<{}.{address}>", self.letters),
            from: format!("{from} <{address}>"),
            to,
            subject: answers.map_or("hello".to_owned(), |mail| format!("Re: {}", mail.head("Subject"))),
            answers: answers.map(|mail| (mail.id(), mail.head("References"))),
            more: Vec::new(),
            text: text.to_owned(),
            files: Vec::new(),
        };
        self.club.deliver(&letter.write(Style::Plain));
    }

    /// The umpire begins a match by a letter, and both sides are joined by letters.
    fn begin_by_mail(&mut self) {
        let findings = examine(&kit(&self.club), self.premises());
        assert!(findings.iter().all(|finding| finding.good), "{findings:?}");
        let desk = findings.iter().find(|it| it.what == "umpire's desk").expect("a desk");
        let code = desk.words.split('"').nth(1).expect("a code word").to_owned();
        let office = self.club.office();
        self.write("Uma", office.clone(), None, &format!("begin game autumn\n\n{code}\n"));
        self.run();
        let seats = [("Carl", "axis"), ("Dora", "allies")];
        for (name, side) in seats {
            self.write(name, office.clone(), None, &format!("join autumn {side}"));
        }
        for mail in self.run() {
            let token = mail
                .text
                .lines()
                .map(str::trim)
                .find(|line| line.starts_with("join autumn "))
                .map(str::to_owned);
            let token = token.unwrap_or_else(|| panic!("{}", mail.text));
            let (name, _) = seats.iter().find(|(_, side)| token.contains(side)).expect("a side");
            self.write(name, office.clone(), None, &token);
        }
        self.run();
    }

    /// Everybody who is asked answers by mail. Gives whether anybody was.
    fn answer(&mut self, mails: &[Mail]) -> bool {
        let mut wrote = false;
        for mail in mails {
            let Some(packet) = mail.packet().filter(|packet| packet.asked && packet.exchange <= EXCHANGES)
            else {
                continue;
            };
            let name = match (packet.match_id.as_str(), packet.party.id()) {
                ("spring", "axis") => "Anna",
                ("spring", _) => "Bert",
                (_, "axis") => "Carl",
                _ => "Dora",
            };
            let text = self.orders(mail, &packet);
            self.write(name, mail.head("Reply-To"), Some(mail), &text);
            wrote = true;
        }
        wrote
    }

    fn orders(&mut self, mail: &Mail, packet: &Packet) -> String {
        let mut answers = String::new();
        for question in &packet.questions {
            let picks = self.officer.answer(question).expect("a legal answer");
            write_answer(&mut answers, question, &picks);
        }
        let file = orders_file((&packet.match_id, packet.exchange, packet.party), "by an officer", &answers);
        let code = mail.code().expect("a code word");
        format!("# code: {code}\n# === begin orders ===\n{file}# === end orders ===\n")
    }

    /// The journals of both matches, audited.
    fn journals(&self) -> Vec<Raw> {
        let yard = self.place.yard(&self.club);
        let words: BTreeSet<String> = yard.words().expect("looked at").into_iter().collect();
        assert_eq!(words, MATCHES.iter().map(|word| (*word).to_owned()).collect());
        let journal = |word: &str| {
            let store = yard.open(word);
            let entries = store.read().expect("a journal").entries;
            let found = audit(&entries, store.seed().expect("looked at"), built_in).expect("it holds");
            assert!(found.exchanges >= EXCHANGES && found.defaults == 0, "{word}: {found:?}");
            store.raw().expect("bytes")
        };
        MATCHES.map(journal).into()
    }
}

fn built_in(settings: &Settings) -> Result<Box<dyn sealord::adjudicator::Adjudicator>, MatchFault> {
    load_for(&sealord::rules::games(), settings)
}

fn kit(club: &Club) -> Kit {
    let kit = Kit::new(systems(), None, None, Some(&club.clock().to_string())).expect("a kit");
    kit.sure().beginning(begin)
}

/// Plays a turn and more in an office; gives its journals, and its mails without the keys of envelopes, which
/// are made by chance.
fn played(place: Place) -> (Table, Vec<Raw>, Vec<String>) {
    let mut table = Table::new(place);
    table.begin_by_mail();
    let mut read = 0;
    loop {
        table.run();
        let mails = table.club.mails[read..].to_vec();
        read = table.club.mails.len();
        if !table.answer(&mails) {
            break;
        }
    }
    let plain = |mail: &Mail| {
        let lines = mail.everything();
        lines.lines().filter(|line| !line.contains("age1")).map(masked).collect::<Vec<_>>().join("\n")
    };
    let mut mails: Vec<String> = table.club.mails.iter().map(plain).collect();
    mails.sort_unstable();
    let journals = table.journals();
    (table, journals, mails)
}

/// A line without what follows from the bytes of a mail, and so from the key of its envelope: the ends of its
/// id, of 12 digits, and the bounds of its parts, of 24. Hashes of journals are longer, and stay.
pub fn masked(line: &str) -> String {
    let (mut masked, mut run) = (String::new(), String::new());
    for character in line.chars().chain(['\n']) {
        if character.is_ascii_digit() || ('a'..='f').contains(&character) {
            run.push(character);
            continue;
        }
        masked += if matches!(run.len(), 12 | 24) { "*" } else { &run };
        run.clear();
        masked.push(character);
    }
    masked
}

#[test]
fn an_office_in_memory_does_what_one_in_a_folder_does() {
    let (shelf, yard) = (ShelfInMemory::new("club"), YardInMemory::default());
    let (table, journals, mails) = played(Place::Memory(shelf, yard));
    let on_disk = std::fs::read_dir(table.club.path(".")).expect("a folder");
    let on_disk: BTreeSet<String> =
        on_disk.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
    let mailboxes = ["in", "office.yaml", "outgoing", "password"];
    assert_eq!(on_disk, mailboxes.iter().map(|name| (*name).to_owned()).collect());
    let (_, in_folder, mails_of_folder) = played(Place::Folder);
    assert!(journals == in_folder, "the journals differ");
    assert_eq!(mails.len(), mails_of_folder.len());
    for (one, other) in mails.iter().zip(&mails_of_folder) {
        assert_eq!(one, other);
    }
}
