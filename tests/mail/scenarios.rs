//! Every scenario of every game by mail, with all numbers of seats that it can have: begun by a letter to the
//! desk and from `office.yaml`, its seats taken by letters, a turn played with orders in the mail and in
//! files, and audited.

use std::collections::BTreeMap;
use std::path::Path;

use sealord::adjudicator::Adjudicator;
use sealord::audit::audit;
use sealord::cli::begin;
use sealord::journal::Journal;
use sealord::kit::{Kit, open_reader};
use sealord::matches::folder::MatchDir;
use sealord::matches::{MatchFault, Settings};
use sealord::orders::write::{orders_file, write_answer};
use sealord::party::Party;
use sealord::post::office::{Office, examine};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::{Rulebook, load_for, system, systems};
use sealord::staff::StaffOfficer;
use sealord::view::Packet;

use crate::mail::club::{Club, Road};
use crate::mail::letter::{File, Letter, Style};
use crate::mail::player::{filled, quoted};
use crate::mail::read::Mail;
use crate::mail::talks::words;

/// More exchanges than this are not played: a long turn is left under way.
const MOST: u32 = 6;

#[test]
fn every_scenario_of_seas_of_thunder_is_played_by_mail() {
    let found = each(SeasOfThunder::ID, &[&[]]);
    assert_eq!(found, BTreeMap::from([(2, 11)]), "scenarios by the number of their seats");
}

#[test]
fn every_scenario_of_admirals_war_is_played_by_mail_by_two_and_by_four() {
    let found = each(AdmiralsWar::ID, &[&[], &["seats=4", "victory=team"]]);
    assert_eq!(found, BTreeMap::from([(2, 5), (4, 4)]));
}

#[test]
fn every_scenario_of_war_at_sea_is_played_by_mail() {
    let found = each(WarAtSea::ID, &[&[]]);
    assert_eq!(found, BTreeMap::from([(2, 4), (3, 1)]));
}

#[test]
fn every_scenario_of_schiffskrieg_is_played_by_mail() {
    let found = each(Schiffskrieg::ID, &[&[]]);
    assert!(found[&2] >= 3 && found[&3] >= 20, "{found:?}");
}

/// Plays each scenario of a game with each of these choices, if it can have them; gives how many were played,
/// by the number of their seats.
fn each(word: &str, choices: &[&[&str]]) -> BTreeMap<usize, usize> {
    let scenarios = (system(word).expect("a game").scenarios)(&sealord::rules::games()).expect("built in");
    let mut found = BTreeMap::new();
    for scenario in scenarios.iter().filter(|it| it.playable && it.listed) {
        for options in choices {
            if let Some(seats) = Table::play(word, &scenario.id, options) {
                *found.entry(seats).or_default() += 1;
            }
        }
    }
    found
}

/// An office with a match that the desk begins and one of its settings.
struct Table {
    name: String,
    club: Club,
    /// Who plays which party: the player's name in small letters is the party's word.
    parties: Vec<Party>,
    /// How many of the club's mails were looked at.
    read: usize,
    letters: usize,
    officer: StaffOfficer,
}

/// The match that the desk begins.
const BEGUN: &str = "autumn";
/// The match of the settings.
const WRITTEN: &str = "spring";

impl Table {
    /// Plays a scenario; gives how many seats it has, or nothing if it cannot have these choices.
    fn play(word: &str, scenario: &str, choices: &[&str]) -> Option<usize> {
        let name = format!("{word} {scenario} {choices:?}");
        let mut options: Vec<String> =
            ["--system", word, "--scenario", scenario, "--seed", "7", "--deadline-hours", "48"]
                .map(str::to_owned)
                .to_vec();
        options.extend(choices.iter().flat_map(|choice| ["--option".to_owned(), (*choice).to_owned()]));
        let club = Club::new(Road::Folders);
        let kit = kit(&club);
        let folder = club.path(WRITTEN);
        if let Err(fault) = kit.begin(&MatchDir::new(&folder), WRITTEN, &options) {
            assert!(!choices.is_empty(), "{name}: {fault}");
            return None;
        }
        let game =
            open_reader(&MatchDir::new(&folder)).and_then(|found| found.game(&kit.rules())).expect("a match");
        let parties = game.parties().to_vec();
        let officer = StaffOfficer::new(3, 35);
        let mut table = Table { name, club, parties, read: 0, letters: 0, officer };
        table.settle(&options);
        table.begin();
        let rounds = (0..2 * MOST).find(|_| !table.exchange());
        let exchanges = table.exchanges(BEGUN);
        assert!(rounds.is_some() && exchanges >= 1, "{}: {exchanges} exchanges", table.name);
        for word in [BEGUN, WRITTEN] {
            table.audited(word);
        }
        Some(table.parties.len())
    }

    /// Writes the settings, in which a player is named for each party of one match.
    fn settle(&self, options: &[String]) {
        let seat = |party: &Party| {
            let (word, address) = (party.id(), self.club.address(party.id()));
            format!("      {word}: {{name: {word}, address: {address}}}\n")
        };
        let players: String = self.parties.iter().map(seat).collect();
        let options: Vec<String> = options.iter().map(|option| format!("{option:?}")).collect();
        let templates = format!("templates:\n  game: {{options: [{}]}}\n", options.join(", "));
        self.club.settle(&format!("  - folder: {WRITTEN}\n    players:\n{players}{templates}"));
    }

    /// A run of the office; gives what went out, of which nothing may be a refusal.
    fn run(&mut self) -> Vec<Mail> {
        let before = self.club.mails.len();
        let account = self.club.run_here(&kit(&self.club));
        assert!(account.troubles.is_empty(), "{}: {account:?}", self.name);
        let sent = self.club.mails[before..].to_vec();
        let refusal = sent.iter().find(|mail| mail.kind() == "refusal");
        assert!(refusal.is_none(), "{}: {}", self.name, refusal.map_or("", |mail| &mail.text));
        sent
    }

    fn write(&mut self, from: &str, to: String, answers: Option<&Mail>, text: &str, files: Vec<File>) {
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
            files,
        };
        self.club.deliver(&letter.write(Style::Plain));
    }

    /// The umpire begins a match by mail, and all seats are taken by mail, each by whoever shows that the
    /// address is his.
    fn begin(&mut self) {
        let findings = examine(&kit(&self.club), &self.club.path("."));
        let desk = findings.iter().find(|it| it.what == "umpire's desk").expect("a desk");
        let code = desk.words.split('"').nth(1).expect("a code word").to_owned();
        let office = self.club.office();
        self.write("Uma", office.clone(), None, &format!("begin game {BEGUN}\n\n{code}\n"), Vec::new());
        let answer = self.run().into_iter().find(|mail| mail.kind() == "desk").expect("an answer");
        for party in self.parties.clone() {
            let line = format!("join {BEGUN} {}", party.id());
            assert!(answer.text.contains(&line), "{}: {}", self.name, answer.text);
            self.write(party.id(), office.clone(), None, &line, Vec::new());
        }
        for mail in self.run() {
            let start = format!("join {BEGUN} ");
            let token = mail.text.lines().map(str::trim).find(|line| line.starts_with(&start));
            let token = token.unwrap_or_else(|| panic!("{}: {}", self.name, mail.text)).to_owned();
            let word = token.split(' ').nth(2).expect("a party").to_owned();
            self.write(&word, office.clone(), None, &token, Vec::new());
        }
        let told = self.run();
        let begins = told.iter().filter(|mail| words(mail).contains("The match begins with the next run"));
        assert_eq!(begins.count(), 1, "{}: the last one is told that it begins", self.name);
        // What was said is so.
        let sent = self.run();
        for party in &self.parties {
            let address = self.club.address(party.id());
            let report = sent.iter().find(|mail| mail.is_to(&address) && mail.kind() == "report");
            let packet = report.and_then(Mail::packet);
            assert!(
                packet.is_some_and(|packet| packet.party == *party),
                "{}: no report for {party}",
                self.name
            );
        }
    }

    /// Everybody who is asked answers, and the office closes what is complete. Gives whether the turn goes
    /// on.
    fn exchange(&mut self) -> bool {
        let mails = self.club.mails[self.read..].to_vec();
        self.read = self.club.mails.len();
        let mut wrote = false;
        for mail in mails.iter().filter(|mail| mail.kind() == "report") {
            let packet = mail.packet().expect("a packet");
            // Of the match that the settings name the first exchange is enough.
            let is_over = packet.match_id == WRITTEN && packet.exchange > 1 || packet.exchange > MOST;
            if packet.asked && !is_over {
                self.answer(mail, &packet);
                wrote = true;
            }
        }
        if wrote {
            self.run();
        }
        let game = open_reader(&MatchDir::new(self.club.path(BEGUN))).and_then(|found| found.game(&built_in));
        let game = game.expect("a match");
        wrote && !game.is_over() && game.exchanges_by_turn().len() < 2
    }

    /// Orders of one kind or the other: in the form of the report, or in a file.
    fn answer(&mut self, mail: &Mail, packet: &Packet) {
        let mut answers = String::new();
        for question in &packet.questions {
            let picks = self.officer.answer(question).expect("a legal answer");
            write_answer(&mut answers, question, &picks);
        }
        let file = orders_file((&packet.match_id, packet.exchange, packet.party), "by an officer", &answers);
        let block = format!("# === begin orders ===\n{file}# === end orders ===\n");
        let from = packet.party.id();
        let (to, code) = (mail.head("Reply-To"), mail.code().expect("a code word"));
        let to = if to.is_empty() { self.club.office() } else { to };
        if (packet.exchange as usize + self.place(packet.party)).is_multiple_of(2) {
            let bytes = format!("# code: {code}\n{block}").into_bytes();
            let name = "orders.yaml".to_owned();
            let file = File { name, media: "application/yaml", bytes };
            self.write(from, to, Some(mail), "Enclosed.\n", vec![file]);
        } else {
            let text = format!(
                "Here you are.\n\nOn Saturday, the referee wrote:\n{}",
                quoted(&filled(&mail.text, &block))
            );
            self.write(from, to, Some(mail), &text, Vec::new());
        }
    }

    fn place(&self, party: Party) -> usize {
        self.parties.iter().position(|it| *it == party).expect("a party of the match")
    }

    /// How many exchanges were resolved.
    fn exchanges(&self, word: &str) -> u32 {
        let found = open_reader(&MatchDir::new(self.club.path(word))).expect("a match");
        found.game(&built_in).expect("a match").resolved()
    }

    fn audited(&self, word: &str) {
        let journal = Journal::read(self.club.path(word)).expect("a journal");
        let load = built_in;
        let found = audit(&journal.entries, None, load)
            .unwrap_or_else(|fault| panic!("{}, {word}: {fault}", self.name));
        assert_eq!(found.defaults, 0, "{}, {word}: all that was asked was answered by mail", self.name);
        assert!(found.exchanges > 0, "{}, {word}: {found:?}", self.name);
    }
}

/// Data, templates and a clock; and the way in which the program begins matches.
/// The rules of a match by the data of the program.
fn built_in(settings: &Settings) -> Result<Box<dyn Adjudicator>, MatchFault> {
    load_for(&sealord::rules::games(), settings)
}

fn kit(club: &Club) -> Kit {
    let kit = Kit::new(systems(), None, None, Some(&club.clock().to_string())).expect("a kit");
    kit.sure().beginning(begin)
}

impl Club {
    /// A minute later the office takes in what waits, in this process.
    pub fn run_here(&mut self, kit: &Kit) -> sealord::post::office::RunSummary {
        self.now += 60;
        let folder = self.path(".");
        let kit = kit.at(&self.clock().to_string());
        let account = run(&kit, &folder);
        self.collect(account.sent);
        account
    }
}

fn run(kit: &Kit, folder: &Path) -> sealord::post::office::RunSummary {
    let mut office = Office::open(kit, folder).expect("an office");
    let mut road = office.road_in().expect("a road");
    office.run(Some(road.as_mut())).expect("a run")
}

/// What the office says where seats are missing: all of them, each with what to add; and whoever does not
/// play.
#[test]
fn all_missing_seats_are_named_at_once() {
    let club = Club::new(Road::Folders);
    club.ok(&["new", WRITTEN, "--system", WarAtSea::ID, "--scenario", "atlantic-1942", "--seed", "7"]);
    let seat = |party: &str| format!("{party}: {{name: {party}, address: {}}}", club.address(party));
    let settle = |seats: &[String], more: &str| {
        club.settle(&format!("  - folder: {WRITTEN}\n{more}    players: {{{}}}\n", seats.join(", ")));
        let doctor = club.run(&["doctor", "."]);
        (doctor.status.success(), String::from_utf8(doctor.stdout).expect("words").replace("\n       ", " "))
    };
    let (good, told) = settle(&[seat("allies")], "");
    assert!(!good && told.contains("no player for the Kriegsmarine and the Regia Marina"), "{told}");
    assert!(
        told.contains("`kriegsmarine: {name: …, address: …}` and `regia-marina: {name: …, address: …}`"),
        "{told}"
    );
    assert!(told.contains("`wants: [kriegsmarine, regia-marina]`"), "{told}");
    let (good, told) = settle(&[seat("allies")], "    wants: [kriegsmarine, regia-marina]\n");
    assert!(
        good && told.contains("begins when a player has joined for the Kriegsmarine and the Regia Marina"),
        "{told}"
    );
    let all = ["allies", "kriegsmarine", "regia-marina"].map(seat);
    assert!(settle(&all, "").0);
    // Somebody for whom the scenario has no seat is named, and holds nothing up.
    let more = [&all[..], &[seat("axis"), seat("ijn")]].concat();
    let (good, told) = settle(&more, "");
    assert!(!good && told.contains("names the Axis and the "), "{told}");
    assert!(told.contains("do not play in its scenario"), "{told}");
    club.ok(&["fetch", "."]);
    assert!(!club.path("outgoing/spring.axis.1.report.eml").exists());
    assert!(club.path("outgoing/spring.allies.1.report.eml").exists());
}
