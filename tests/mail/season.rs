//! A season of a league by mail, through Postfix and Dovecot: twelve enter, bid for sides, fight and concede;
//! one leaves, one does not turn up, and the organiser corrects himself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use sealord::orders::write::{orders_file, write_answer};
use sealord::party::Party;
use sealord::post::wire::Carrier;
use sealord::post::wire::config::Tls;
use sealord::post::wire::outward::smtp::SmtpServer;
use sealord::staff::StaffOfficer;
use sealord::view::Packet;
use serde_json::Value;

use crate::desk::club::{Sent, words};
use crate::league::golden;
use crate::mail::club::{SEALORD, files};
use crate::mail::letter::{Letter, Style};
use crate::mail::read::Mail;
use crate::wire::support::servers::Servers;
use crate::wire::support::{envelope, smtp};

/// All rounds where all trials are made, else those in which something happens beside playing.
const ROUNDS: u32 = if option_env!("SEALORD_ALL_TRIALS").is_some() { 4 } else { 2 };
const PLAYERS: [&str; 12] =
    ["anna", "bert", "carl", "dora", "emil", "fritz", "gerd", "hanna", "ivan", "jule", "karl", "lena"];
const OFFICE: &str = "adjudicator@club.test";

/// An office with a league, its mail servers, and the mailboxes of all players.
struct Season {
    folder: tempfile::TempDir,
    servers: Servers,
    now: Timestamp,
    posted: usize,
    seen: BTreeSet<PathBuf>,
    /// Code words for the league, and for each side of a match as `autumn-1-1/axis`.
    codes: BTreeMap<String, String>,
    officer: StaffOfficer,
}

impl Season {
    fn new(servers: Servers) -> Season {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
        let ca = servers.ca().display().to_string();
        let road = |port: u16, more: &str| {
            format!(
                "{{host: localhost, port: {port}, ca: {ca}, user: adjudicator, password: {{file: password}}{more}}}"
            )
        };
        write("password", "secret\n");
        let secret = <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o600);
        std::fs::set_permissions(folder.path().join("password"), secret).expect("marked");
        write(
            "office.yaml",
            &format!(
                "name: The referee\naddress: {OFFICE}\numpire: {{name: Uma, address: uma@club.test}}\nmail:\n  in: {{imap: \
                 {}}}\n  out: {{smtp: {}}}\n  rate: {{per-minute: 1000}}\ntemplates:\n  weekly:\n    options: \
                 [--deadline-hours, \"168\", --seed, \"5\"]\n",
                road(servers.imaps, ""),
                road(servers.submission, ", tls: starttls")
            ),
        );
        let entrants: String =
            PLAYERS.iter().map(|it| format!("  {it}: {{name: {it}, address: {it}@club.test}}\n")).collect();
        write(
            "league.yaml",
            &format!(
                "club: northern-waters\norganiser: {{name: Uma, address: uma@club.test}}\nentrants:\n{entrants}events:\n  \
                 autumn:\n    system: seas-of-thunder\n    scenario: raider-warfare\n    template: weekly\n    format: swiss\n    \
                 rounds: {ROUNDS}\n    first: 2026-12-07\n    round: {{length: 21d, confirm: 20d, adjudicate: 3d}}\n    sides: \
                 {{by: sealed-bid, within: 5d}}\n"
            ),
        );
        let now = "2026-12-01T12:00:00Z".parse().expect("an instant");
        let (seen, codes, officer) = (BTreeSet::new(), BTreeMap::new(), StaffOfficer::new(1, 35));
        let season = Season { folder, servers, now, posted: 0, seen, codes, officer };
        season.ok(&["league", "new", ".", "--seed", "7"]);
        season.ok(&["league", "open", ".", "autumn"]);
        season
    }

    fn run(&self, args: &[&str]) -> std::process::Output {
        let mut command = Command::new(SEALORD);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let command = command.env("SEALORD_NOW", self.now.to_string()).current_dir(self.folder.path());
        command.args(args).output().expect("the program runs")
    }

    #[track_caller]
    fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(ran.status.success(), "{args:?}\n{}{}", said(&ran.stdout), said(&ran.stderr));
        said(&ran.stdout)
    }

    /// Somebody sends a letter to the office.
    fn post(&mut self, who: &str, subject: &str, text: &str) {
        self.posted += 1;
        let from = format!("{who}@club.test");
        let letter = Letter {
            from: from.clone(),
            to: OFFICE.to_owned(),
            subject: subject.to_owned(),
            id: format!("<{}.{who}@club.test>", self.posted),
            answers: None,
            more: Vec::new(),
            text: text.to_owned(),
            files: Vec::new(),
        };
        let mut road = SmtpServer::new(smtp(self.servers.smtp, Tls::None, None, None), None, Path::new(""));
        let key = format!("letter.{}", self.posted);
        road.send(&envelope(&key, &from, &[OFFICE]), &letter.write(Style::Plain)).expect("taken");
        // Letters that a server takes at once it may deliver in any order; the lots depend on who came first.
        wait(|| files(&self.servers.maildir("adjudicator")).len() >= self.posted, &self.servers);
    }

    /// A letter to the league, with its writer's code word.
    fn ask(&mut self, who: &str, text: &str) {
        let code = self.codes.get(who).map(|code| format!("\n\ncode: {code}\n")).unwrap_or_default();
        self.post(who, "[sealord league]", &format!("{text}{code}"));
    }

    /// A minute later the office takes in what was posted; gives what it sent.
    #[track_caller]
    fn fetch(&mut self) -> Vec<Mail> {
        self.now += SignedDuration::from_mins(1);
        let said: Value = serde_json::from_str(&self.ok(&["--json", "fetch", "."])).expect("JSON");
        let account = &said["account"];
        assert_eq!(account["troubles"], serde_json::json!([]), "{account}");
        let wanted = account["sent"].as_u64().expect("a number") as usize;
        let fresh = || -> Vec<PathBuf> {
            let boxes = PLAYERS.iter().chain(&["uma"]).map(|who| self.servers.maildir(who));
            boxes.flat_map(|folder| files(&folder)).filter(|path| !self.seen.contains(path)).collect()
        };
        wait(|| fresh().len() >= wanted, &self.servers);
        let paths = fresh();
        assert_eq!(paths.len(), wanted, "each mail comes once");
        let mails: Vec<Mail> =
            paths.iter().map(|path| Mail::read(std::fs::read(path).expect("a mail"))).collect();
        self.seen.extend(paths);
        for mail in &mails {
            let whose = mail.packet().map(|packet| seat(&packet));
            let whose =
                whose.or_else(|| Some(reader(mail)).filter(|_| mail.head("Subject").contains("league")));
            if let (Some(whose), Some(code)) = (whose, mail.code()) {
                self.codes.insert(whose, code);
            }
        }
        mails
    }

    /// All ask for the same, and one run deals with it.
    fn all_ask(&mut self, who: &[&str], text: impl Fn(&str) -> String) -> Vec<Mail> {
        for who in who {
            self.ask(who, &text(who));
        }
        self.fetch()
    }

    /// Uma writes to the desk of the league; gives the answer, and what else went out.
    #[track_caller]
    fn uma(&mut self, text: &str) -> (Mail, Vec<Mail>) {
        self.ask("uma", text);
        let mails = self.fetch();
        let (mut desk, others): (Vec<Mail>, Vec<Mail>) =
            mails.into_iter().partition(|mail| reader(mail) == "uma");
        assert_eq!(desk.len(), 1, "one answer to {text}");
        (desk.remove(0), others)
    }

    /// The bodies of the book, with the round of each.
    fn book(&self) -> Vec<(u64, Value)> {
        let text = std::fs::read_to_string(self.folder.path().join("league/journal.jsonl")).expect("a book");
        let entry = |line: &str| {
            let entry: Value = serde_json::from_str(line).expect("an entry");
            (entry["header"]["exchange"].as_u64().unwrap_or(0), entry["body"].clone())
        };
        text.lines().map(entry).collect()
    }

    /// All who are asked answer, until both sides of every match have sent orders for an exchange that is
    /// closed.
    fn fight(&mut self, mut fresh: Vec<Mail>) -> BTreeSet<String> {
        let mut sent: BTreeMap<String, BTreeSet<Party>> = BTreeMap::new();
        for _ in 0..12 {
            let packets = fresh.iter().filter_map(Mail::packet).collect::<Vec<Packet>>();
            let done = |word: &str| sent.get(word).is_some_and(|it| it.len() == 2);
            let asked: Vec<Packet> =
                packets.into_iter().filter(|it| it.asked && !done(&it.match_id)).collect();
            if asked.is_empty() {
                break;
            }
            for packet in asked {
                self.order(&packet);
                sent.entry(packet.match_id.clone()).or_default().insert(packet.party);
            }
            fresh = self.fetch();
        }
        assert!(sent.values().all(|sides| sides.len() == 2), "{sent:?}");
        sent.into_keys().collect()
    }

    fn order(&mut self, packet: &Packet) {
        let mut answers = String::new();
        for question in &packet.questions {
            let picks = self.officer.answer(question).expect("a legal answer");
            write_answer(&mut answers, question, &picks);
        }
        let file =
            orders_file((&packet.match_id, packet.exchange, packet.party), "by a staff officer", &answers);
        let text = format!("# === begin orders ===\n{file}# === end orders ===\n");
        self.write_of(&packet.match_id, packet.party.id(), &text);
    }

    /// The player of a side writes to his match.
    fn write_of(&mut self, word: &str, side: &str, text: &str) {
        let seat = format!("{word}/{side}");
        let who = self.player(word, side);
        let text = format!("{text}\ncode: {}\n", self.codes[&seat]);
        self.post(&who, &format!("[sealord {seat}]"), &text);
    }

    /// Who plays a side of a match, by the book.
    fn player(&self, word: &str, side: &str) -> String {
        let place = |round: u64, body: &Value| format!("autumn-{round}-{}", body["board"]);
        let book = self.book();
        let seats = book.iter().rfind(|(round, it)| it["fact"] == "seats" && place(*round, it) == word);
        seats.expect("seats").1["seats"][side].as_str().expect("a player").to_owned()
    }
}

/// Waits for the servers to deliver.
fn wait(is_there: impl Fn() -> bool, servers: &Servers) {
    for _ in 0..1000 {
        if is_there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the servers did not deliver: {}", servers.log());
}

/// Whose mailbox a mail lies in.
fn reader(mail: &Mail) -> String {
    let to = mail.head("To");
    let address = to.split('<').nth(1).unwrap_or(&to);
    address.split('@').next().unwrap_or_default().to_owned()
}

fn seat(packet: &Packet) -> String {
    format!("{}/{}", packet.match_id, packet.party.id())
}

/// A mail as a golden file has it.
fn kept(mail: &Mail) -> String {
    golden(&Sent {
        key: String::new(),
        id: String::new(),
        to: format!("{}@club.test", reader(mail)),
        subject: mail.head("Subject"),
        text: mail.text.clone(),
        html: String::new(),
        files: Vec::new(),
    })
}

/// The one mail to somebody.
#[track_caller]
fn to<'m>(mails: &'m [Mail], who: &str) -> &'m Mail {
    mails.iter().find(|mail| reader(mail) == who).unwrap_or_else(|| panic!("no mail to {who}"))
}

/// The line of a mail that begins so.
#[track_caller]
fn line(mail: &Mail, start: &str) -> String {
    let line = mail.text.lines().map(str::trim).find(|line| line.starts_with(start));
    line.unwrap_or_else(|| panic!("no {start} in {}", mail.text)).to_owned()
}

/// Everybody enters by a line that is sent back.
fn enter(season: &mut Season) {
    let asked = season.all_ask(&PLAYERS, |_| "enter autumn".to_owned());
    insta::assert_snapshot!("season_enter_asked", kept(to(&asked, "anna")));
    let back: BTreeMap<String, String> =
        asked.iter().map(|mail| (reader(mail), line(mail, "enter autumn "))).collect();
    let entered = season.all_ask(&PLAYERS, |who| back[who].clone());
    insta::assert_snapshot!("season_entered", kept(to(&entered, "anna")));
    let doctor = String::from_utf8(season.run(&["doctor", "."]).stdout).expect("text");
    let code = doctor.split("Uma writes \"code: ").nth(1).and_then(|it| it.split('"').next());
    season.codes.insert("uma".to_owned(), code.expect("the desk's code word").to_owned());
}

/// Who plays confirms, is paired, bids and gets his side; gives the mails of the beginning.
fn begin(season: &mut Season, round: u32, players: &[&str]) -> Vec<Mail> {
    let confirmed = season.all_ask(players, |_| "confirm autumn".to_owned());
    let (desk, paired) = season.uma("pair autumn");
    let met: Vec<&str> =
        players.iter().filter(|who| to(&paired, who).text.contains("Your match")).copied().collect();
    assert_eq!((paired.len(), met.len()), (players.len(), players.len() / 2 * 2));
    let wish = |who: &str| match who.as_bytes()[0] % 4 {
        0 => "no bid".to_owned(),
        1 => "bid axis 2".to_owned(),
        rest => format!("bid allies {rest}"),
    };
    let bids = season.all_ask(&met, wish);
    let (seats, _) = season.uma("seats autumn");
    if round == 1 {
        insta::assert_snapshot!("season_confirmed", kept(to(&confirmed, "anna")));
        insta::assert_snapshot!("season_paired_desk", kept(&desk));
        insta::assert_snapshot!("season_paired", kept(to(&paired, "anna")));
        insta::assert_snapshot!("season_bid", kept(to(&bids, "anna")));
        insta::assert_snapshot!("season_seats", kept(&seats));
    } else if round == 2 {
        let bye = players.iter().find(|who| !met.contains(who)).expect("eleven are an odd field");
        insta::assert_snapshot!("season_bye", kept(to(&paired, bye)));
        let reason = "forfeit autumn 2/1 axis\nNobody has heard of him since the pairing.";
        let (forfeited, _) = season.uma(reason);
        let (said, _) = forfeited.text.split_once("; entry ").expect("its entry");
        assert!(words(said).ends_with("board 2/1 of autumn: the axis forfeit"), "{said}");
    }
    let (desk, begun) = season.uma("begin autumn");
    if round == 1 {
        insta::assert_snapshot!("season_begun_desk", kept(&desk));
        insta::assert_snapshot!("season_begun", kept(to(&begun, "anna")));
    }
    // The same run may have sent the first reports; those of matches that it began come with the next.
    let mut reports = begun;
    reports.extend(season.fetch());
    reports
}

/// Every match is fought, conceded by the Axis, proved, and handed in.
fn play(season: &mut Season, reports: Vec<Mail>) -> usize {
    let played = season.fight(reports);
    for word in &played {
        season.write_of(word, "axis", "concede yes");
    }
    season.fetch();
    season.now += SignedDuration::from_hours(4 * 24);
    season.fetch();
    for word in &played {
        let (folder, pack) = (format!("matches/{word}"), format!("{word}.zip"));
        season.ok(&["prove", &folder, "-o", &pack]);
        let place = word.trim_start_matches("autumn-").replace('-', "/");
        season.ok(&["league", "result", ".", "autumn", &place, "--pack", &pack]);
    }
    played.len()
}

#[test]
fn a_season_of_twelve_is_played_through_real_servers() {
    let accounts: Vec<&str> = ["adjudicator", "uma"].into_iter().chain(PLAYERS).collect();
    let Some(servers) = Servers::with(&accounts) else { return };
    let mut season = Season::new(servers);
    enter(&mut season);
    let (mut players, mut played) = (PLAYERS.to_vec(), 0);
    for round in 1..=ROUNDS {
        let reports = begin(&mut season, round, &players);
        played += play(&mut season, reports);
        if round == 1 {
            season.ask("lena", "leave autumn\nI am moving to another town.");
            let left = season.fetch();
            insta::assert_snapshot!("season_left", kept(to(&left, "lena")));
            players.retain(|who| *who != "lena");
        }
        if round == 2 {
            let book = season.book();
            let is_forfeit = |body: &Value| body["fact"] == "result" && body["result"]["how"] == "forfeit";
            let entry = book.iter().position(|(_, body)| is_forfeit(body)).expect("a forfeit") + 1;
            let (entry, why) = (entry.to_string(), "he had written, and the other had not");
            let args = ["league", "result", ".", "autumn", "2/1", "--forfeit", "allies", "--correct"];
            season.ok(&[&args[..], &[&*entry, "--reason", why]].concat());
        }
        let (asked, _) = season.uma("close autumn");
        let (closed, _) = season.uma(&line(&asked, "close autumn "));
        if round == 1 {
            insta::assert_snapshot!("season_close_asked", kept(&asked));
            insta::assert_snapshot!("season_closed", kept(&closed));
            let standings = season.all_ask(&["anna"], |_| "standings autumn".to_owned());
            let all = format!("round 1 of {ROUNDS}:");
            insta::assert_snapshot!(
                "season_standings",
                kept(to(&standings, "anna")).replace(&all, "round 1:")
            );
        }
        // The next round begins three weeks after this one, and can be confirmed by then.
        let begins: Timestamp = "2026-12-07T12:00:00Z".parse().expect("an instant");
        season.now = season.now.max(begins + SignedDuration::from_hours(i64::from(round) * 21 * 24 - 48));
    }
    let audit = season.ok(&["league", "audit", ".", "--proofs"]);
    assert!(words(&audit).contains(&format!("{played} results played again from their proofs")), "{audit}");
    let facts: Vec<Value> = season.book().into_iter().map(|(_, body)| body["fact"].clone()).collect();
    let count = |fact: &str| facts.iter().filter(|it| *it == fact).count();
    assert_eq!((count("left"), count("corrected"), count("round-closed")), (1, 1, ROUNDS as usize));
}
