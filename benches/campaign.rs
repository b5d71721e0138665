//! What the whole war costs: a campaign of 25 turns, played by staff officers. `cargo bench --bench campaign`.
//!
//! Prints a line for each target, as the bench `process` does; `--strict` is meant as there.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cpu_time::ThreadTime;
use sealord::adjudicator::Adjudicator;
use sealord::adjudicator::Ruled;
use sealord::audit::audit;
use sealord::digest::{Digest, Salt};
use sealord::journal::Journal;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Settings};
use sealord::party::Party;
use sealord::report::{Composer, Format, Lore, Templates, compose, render};
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::state::{Place, Sea};
use sealord::rules::{Choices, load_for};
use sealord::staff::StaffOfficer;
use sealord::view::Packet;

use sealord::matches::Submission;
use support::{
    MISSED, Measured, NOW, PARTIES, begin, begin_as, copy, line, main_of, mb, measure, orders, text, time,
    verdict,
};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each command is timed.
const RUNS: usize = 5;

/// How often a page is written.
const PAGES: usize = 51;

/// Matches of a large club, and how many of them are played for the bench: `-- --club 100` plays all.
const CLUB: usize = 100;
const PLAYED: usize = 10;

/// The early exchange at which commands are timed, and every which one may be the late one: the last of them is.
const EARLY: usize = 10;
const EVERY: usize = 25;

fn main() -> ExitCode {
    main_of(measure_all)
}

fn measure_all() {
    let root = tempfile::tempdir().expect("a folder for the match");
    let dir = root.path().join("campaign");
    let (turns, late_one) = play(&dir);
    let ships = turns.values().map(|turn| turn.ships).max().unwrap_or(0);
    println!("a campaign of {} turns, {ships} units in play at most", turns.len());
    if let Some((number, longest)) = turns.iter().max_by_key(|(_, turn)| turn.cost) {
        println!("the dearest turn is {number}, with {} exchanges", longest.exchanges);
        in_ms("processor time to resolve the largest turn", 50.0, longest.cost);
    }
    growth(&turns);
    let audit = measure(RUNS, |_| ["audit", text(&dir)].map(str::to_owned).to_vec());
    line("audit the campaign", 500.0, &audit);
    memory(&audit, 64.0);
    against_reading(&dir);
    late(root.path(), "early", EARLY);
    late(root.path(), "late", late_one);
    pages(&dir.with_file_name(LARGEST));
    // Campaigns differ in length; all of them go so far.
    waiting(root.path(), late_one - late_one / 5);
}

fn memory(of: &Measured, limit: f64) {
    let Some(kilobytes) = of.memory else {
        println!("  its memory is not measured: there is no /usr/bin/time");
        MISSED.store(true, Ordering::Relaxed);
        return;
    };
    let found = mb(kilobytes);
    let verdict = verdict(found, limit);
    println!("{:<52} limit {limit:>8.1} MB   peak   {found:>8.1} MB   {verdict}", "  its memory");
}

/// The processor time of an audit against that of hashing and parsing the same journal.
fn against_reading(dir: &Path) {
    let (mut read, mut audited) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let start = ThreadTime::now();
        let journal = Journal::read(dir).expect("a journal");
        read.push(start.elapsed());
        let load = |settings: &Settings| load_for(&sealord::rules::games(), settings);
        audit(&journal.entries, None, load).expect("it passes");
        audited.push(start.elapsed());
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort();
        times[RUNS / 2].as_secs_f64()
    };
    let ratio = median(&mut audited) / median(&mut read);
    println!(
        "{:<52} limit {:>8.1} ×    ratio  {ratio:>8.2} ×    {}",
        "audit, against hashing and parsing the journal",
        4.0,
        verdict(ratio, 4.0)
    );
}

/// The file of the largest packet.
const LARGEST: &str = "largest.json";

/// What the page of the largest packet costs, and how large it is.
fn pages(packet: &Path) {
    let packet = std::fs::read(packet).expect("kept while the campaign was played");
    let packet: Packet = serde_json::from_slice(&packet).expect("a packet");
    let templates = Templates::builtin();
    let page = || render(&templates, &packet, Format::Html).expect("a page");
    let size = page().len() as f64 / 1e3;
    let mut times: Vec<Duration> = (0..PAGES)
        .map(|_| {
            let start = ThreadTime::now();
            std::hint::black_box(page());
            start.elapsed()
        })
        .collect();
    times.sort();
    let what = format!("HTML of the largest packet (exchange {}, {})", packet.exchange, packet.party.id());
    in_ms(&what, 12.0, times[PAGES / 2]);
    println!(
        "{:<52} limit {:>8.1} kB   size   {size:>8.1} kB   {}",
        "  its size",
        400.0,
        verdict(size, 400.0)
    );
    let rules = load_for_packet(&packet);
    let arena = sealord::rules::system(&packet.system).expect("a game").arena;
    let lore = Lore::of(&*rules, arena);
    let composer = Composer { asks: &packet, player: None, leads: true, lore: &lore, mail: None, desk: None };
    let size = compose(&templates, &packet, &composer).expect("a page").len() as f64 / 1e3;
    println!(
        "{:<52} limit {:>8.1} kB   size   {size:>8.1} kB   {}",
        "  the page for its orders",
        500.0,
        verdict(size, 500.0)
    );
}

/// The rules of a packet's match.
fn load_for_packet(packet: &Packet) -> Box<dyn Adjudicator> {
    let rules = sealord::rules::system(&packet.system).expect("a game");
    let (word, options) = (Some(&*packet.scenario), Choices::default());
    rules.load_edition(&sealord::rules::games(), word, &options, packet.edition).expect("its rules")
}

/// What commands cost in a match that is so far on.
fn late(root: &Path, kept: &str, at: usize) {
    let before = root.join(format!("before-{kept}"));
    let resolve = |run: usize| {
        let dir = root.join(format!("resolve-{kept}-{run}"));
        copy(&before, &dir);
        bookmarked(&dir);
        ["resolve", text(&dir), "--now", NOW].map(str::to_owned).to_vec()
    };
    let resolved = measure(RUNS, resolve);
    line(&format!("resolve exchange {at} and write everything"), 50.0, &resolved);
    memory(&resolved, 32.0);
    bookmarked(&before);
    let status = measure(RUNS, |_| ["status", text(&before), "--now", NOW].map(str::to_owned).to_vec());
    line(&format!("status at exchange {at}"), 50.0, &status);
}

/// Writes the bookmark of a match, as any command does that goes on with it.
fn bookmarked(dir: &Path) {
    let load = |settings: &Settings| load_for(&sealord::rules::games(), settings);
    drop(Host::open(&MatchDir::new(dir), load, NOW).expect("it goes on"));
}

/// What a run of the office costs whose campaigns are so far on: for each that waits, for a hundred that wait, and for a
/// hundred of which each gets orders.
fn waiting(root: &Path, at: usize) {
    let args: Vec<String> = std::env::args().collect();
    let asked = args.iter().position(|arg| arg == "--club").and_then(|at| args.get(at + 1)?.parse().ok());
    let matches: usize = asked.unwrap_or(PLAYED);
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || (half..matches).step_by(2).for_each(|number| club_match(root, number, at)));
        }
    });
    let share = matches as f64 / CLUB as f64;
    let idle = |office: &Path| {
        let args = ["fetch", text(office), "--now", NOW].map(str::to_owned).to_vec();
        measure(1, |_| args.clone());
        measure(RUNS, |_| args.clone()).median
    };
    let one = idle(&office(root, 1));
    let club = office(root, matches);
    let all = idle(&club);
    let found = all.saturating_sub(one).as_secs_f64() * 1e3 / (matches - 1) as f64;
    let what = format!("fetch without mail, for each match at exchange {at}");
    println!("{what:<52} limit {:>8.1} ms   median {found:>8.1} ms   {}", 2.0, verdict(found, 2.0));
    in_ms(&format!("fetch without mail, {matches} such matches"), 1000.0 * share, all);
    (0..matches).for_each(|number| post_orders(root, &club, number));
    let args = ["fetch", text(&club), "--now", NOW].map(str::to_owned);
    in_ms(&format!("fetch with orders for each of {matches} matches"), 10_000.0 * share, time(&args));
    let taken = |number: &usize| lines(&club.join(format!("m{number}"))) > lines(&waits(root, *number));
    assert_eq!((0..matches).filter(taken).count(), matches, "orders of every match are in its journal");
}

/// The folder of a match of the club, as it waits at the late exchange.
fn waits(root: &Path, number: usize) -> PathBuf {
    root.join(format!("club-{number}"))
}

/// Plays a match of the club up to an exchange: each has a word of its own, since an office knows matches by it.
fn club_match(root: &Path, number: usize, at: usize) {
    let mut host = begin_as(&waits(root, number), &format!("m{number}"), "campaign");
    let mut officers: Vec<StaffOfficer> =
        (0..PARTIES.len() as u64).map(|seed| StaffOfficer::new(seed + number as u64, 35)).collect();
    while (host.game.exchange() as usize) < at && !host.game.rules.is_over() {
        receive(&mut host, &mut officers);
        host.resolve(false).expect("resolved");
    }
    assert!(!host.game.rules.is_over(), "a campaign has more exchanges");
}

/// Lets the officers of all who are asked send their orders.
fn receive(host: &mut Host, officers: &mut [StaffOfficer]) {
    for &party in PARTIES {
        let packet = host.packet(party).expect("a packet");
        if packet.asked {
            let file = orders(&mut officers[party.place(PARTIES)], &packet);
            let salt = Salt::from_bytes(*Digest::of(file.as_bytes()).as_bytes());
            host.receive(Submission::unsigned("orders", file.as_bytes()), Some(party), salt)
                .expect("legal orders");
        }
    }
}

fn lines(dir: &Path) -> usize {
    std::fs::read_to_string(dir.join("journal.jsonl")).expect("a journal").lines().count()
}

/// An office of matches that wait at the late exchange.
fn office(root: &Path, matches: usize) -> PathBuf {
    let office = root.join(format!("office-{matches}"));
    for part in ["new", "cur", "tmp"] {
        std::fs::create_dir_all(office.join("in").join(part)).expect("a Maildir");
    }
    let mut settings =
        "name: Referee\naddress: referee@club.example\nplus: true\numpire: {name: Uma, address: uma@club.example}\n\
                        mail:\n  in: {maildir: {path: in}}\n  out: {folder: {path: outgoing}}\nmatches:\n"
            .to_owned();
    for number in 0..matches {
        copy(&waits(root, number), &office.join(format!("m{number}")));
        let player =
            |party: &Party| format!("{p}: {{name: P, address: {p}{number}@example.org}}", p = party.id());
        let players: Vec<String> = PARTIES.iter().map(player).collect();
        settings +=
            &format!("  - {{folder: m{number}, proof: address, players: {{{}}}}}\n", players.join(", "));
    }
    std::fs::write(office.join("office.yaml"), settings).expect("written");
    office
}

/// Puts the orders of one side of a match into the office's mailbox: those that an officer would write.
fn post_orders(root: &Path, office: &Path, number: usize) {
    let load = |settings: &Settings| load_for(&sealord::rules::games(), settings);
    let host = Host::open(&MatchDir::new(waits(root, number)), load, NOW).expect("it goes on");
    let packets = PARTIES.iter().map(|party| host.packet(*party).expect("a packet"));
    let packet = packets.into_iter().find(|packet| packet.asked).expect("somebody is asked");
    let orders = orders(&mut StaffOfficer::new(1, 35), &packet);
    let party = packet.party.id();
    let message = format!(
        "From: {party}{number}@example.org\r\nTo: referee+m{number}.{party}@club.example\r\nSubject: [sealord m{number}/{party}] \
         Orders\r\nMessage-ID: <{number}@example.org>\r\n\r\n# === begin orders ===\r\n{}# === end orders ===\r\n",
        orders.replace('\n', "\r\n"),
    );
    std::fs::write(office.join(format!("in/new/{number}.x.home")), message).expect("delivered");
}

/// What a turn cost.
#[derive(Default)]
struct Turn {
    /// Processor time of all its resolutions, each of which plays on to the next question.
    cost: Duration,
    /// Units in play.
    ships: usize,
    /// Exchanges.
    exchanges: usize,
}

/// Plays the campaign and notes what each turn cost.
fn play(dir: &Path) -> (BTreeMap<u8, Turn>, usize) {
    let mut host = begin(dir, "campaign");
    let mut officers: Vec<StaffOfficer> =
        (0..PARTIES.len() as u64).map(|seed| StaffOfficer::new(seed, 35)).collect();
    let mut turns: BTreeMap<u8, Turn> = BTreeMap::new();
    let (mut largest, mut late_one) = (0, 0);
    let beside = |name: String| dir.with_file_name(name);
    while !host.game.rules.is_over() {
        let at = host.game.exchange() as usize;
        let kept = match at {
            EARLY => Some("early"),
            at if at.is_multiple_of(EVERY) => Some("late"),
            _ => None,
        };
        late_one = if kept.is_some() { at } else { late_one };
        for &party in PARTIES {
            let packet = host.packet(party).expect("a packet");
            let written = serde_json::to_vec(&packet).expect("JSON");
            if written.len() > largest {
                largest = written.len();
                std::fs::write(beside(LARGEST.to_owned()), written).expect("written");
            }
        }
        receive(&mut host, &mut officers);
        if let Some(kept) = kept {
            copy(dir, &beside(format!("before-{kept}")));
        }
        let turn = turns.entry(ruled(&host).present.turn).or_default();
        let start = ThreadTime::now();
        host.resolve(false).expect("resolved");
        turn.cost += start.elapsed();
        turn.exchanges += 1;
        let now = ruled(&host);
        turn.ships = turn.ships.max(in_play(&now.system, &now.present));
    }
    (turns, late_one)
}

fn ruled(host: &Host) -> &Ruled<SeasOfThunder> {
    host.game.rules.typed().expect("its rules")
}

fn in_play(system: &SeasOfThunder, sea: &Sea) -> usize {
    let there =
        |place: Place| matches!(place, Place::Port(_) | Place::Sea(_) | Place::Available | Place::Used);
    let units = sea.ids().filter(|&unit| there(sea.unit(unit).place));
    units.filter(|&unit| system.counter(unit).class.is_ship()).count()
}

/// Whether turns played before make a turn dearer: the cost of an exchange for each ship, in the last five turns against
/// the first five.
fn growth(turns: &BTreeMap<u8, Turn>) {
    let cost = |turns: &[&Turn]| {
        let sum: f64 = turns.iter().map(|turn| turn.cost.as_secs_f64()).sum();
        let work: f64 = turns.iter().map(|turn| (turn.ships * turn.exchanges) as f64).sum();
        sum / work
    };
    let all: Vec<&Turn> = turns.values().collect();
    let (first, last) = (cost(&all[..5]), cost(&all[all.len() - 5..]));
    let ratio = last / first;
    println!(
        "{:<52} limit {:>8.1} ×    ratio  {ratio:>8.2} ×    {}",
        "a ship and exchange, last five turns to the first",
        1.2,
        verdict(ratio, 1.2)
    );
}

fn in_ms(what: &str, limit: f64, found: Duration) {
    let found = found.as_secs_f64() * 1e3;
    println!("{what:<52} limit {limit:>8.1} ms   took   {found:>8.1} ms   {}", verdict(found, limit));
}
