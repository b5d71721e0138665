//! What the whole war costs: a campaign of 25 turns, played by staff officers. `cargo bench --bench campaign`.
//!
//! Prints a line for each target, as the bench `process` does; `--strict` is meant as there.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cpu_time::ThreadTime;
use sealord::adjudicator::Ruled;
use sealord::digest::{Digest, Salt};
use sealord::matches::Host;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::state::{Place, Sea};
use sealord::staff::StaffOfficer;

use support::{MISSED, PARTIES, begin, line, main_of, mb, measure, orders, text, verdict};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often the audit is timed.
const RUNS: usize = 5;

fn main() -> ExitCode {
    main_of(measure_all)
}

fn measure_all() {
    let root = tempfile::tempdir().expect("a folder for the match");
    let dir = root.path().join("campaign");
    let turns = play(&dir);
    let ships = turns.values().map(|turn| turn.ships).max().unwrap_or(0);
    println!("a campaign of {} turns, {ships} units in play at most", turns.len());
    if let Some((number, longest)) = turns.iter().max_by_key(|(_, turn)| turn.cost) {
        println!("the dearest turn is {number}, with {} exchanges", longest.exchanges);
        in_ms("processor time to resolve the largest turn", 50.0, longest.cost);
    }
    growth(&turns);
    let audit = measure(RUNS, |_| ["audit", text(&dir)].map(str::to_owned).to_vec());
    line("audit the campaign", 2000.0, &audit);
    match audit.memory {
        Some(kilobytes) => {
            let found = mb(kilobytes);
            let verdict = verdict(found, 200.0);
            println!("{:<52} limit {:>8.1} MB   peak   {found:>8.1} MB   {verdict}", "  its memory", 200.0);
        }
        None => {
            println!("  its memory is not measured: there is no /usr/bin/time");
            MISSED.store(true, Ordering::Relaxed);
        }
    }
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
fn play(dir: &Path) -> BTreeMap<u8, Turn> {
    let mut host = begin(dir, "campaign");
    let mut officers: Vec<StaffOfficer> =
        (0..PARTIES.len() as u64).map(|seed| StaffOfficer::new(seed, 35)).collect();
    let mut turns: BTreeMap<u8, Turn> = BTreeMap::new();
    while !host.game.rules.is_over() {
        for &party in PARTIES {
            let packet = host.packet(party).expect("a packet");
            if packet.asked {
                let file = orders(&mut officers[party.place(PARTIES)], &packet);
                let salt = Salt::from_bytes(*Digest::of(file.as_bytes()).as_bytes());
                host.receive("orders", file.as_bytes(), Some(party), salt).expect("legal orders");
            }
        }
        let turn = turns.entry(ruled(&host).present.turn).or_default();
        let start = ThreadTime::now();
        host.resolve(false).expect("resolved");
        turn.cost += start.elapsed();
        turn.exchanges += 1;
        let now = ruled(&host);
        turn.ships = turn.ships.max(in_play(&now.system, &now.present));
    }
    turns
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
