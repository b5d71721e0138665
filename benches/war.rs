//! What the standard game of Admirals' War costs, played by its officers. `cargo bench --bench war`.
//!
//! Prints a line for each target, as the bench `process` does; `--strict` is meant as there. Times are of the processor, so
//! that other work on the machine counts little. `-- --fight 100` fights the matches of the test of the officers instead
//! (`SEALORD_OFFICERS`), and audits each.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;
#[allow(dead_code, reason = "each bench uses its part")]
#[path = "../tests/support/wars.rs"]
mod wars;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ThreadTime;
use sealord::draft::parse;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Settings};
use sealord::odds::{Setup, Stream};
use sealord::rules::load_for;
use sealord::rules::two_sided::{ALLIES, AXIS};
use sealord::side::{Side, SideMap};

use support::{NOW, copy, main_of, verdict};
use wars::War;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each thing is timed.
const RUNS: usize = 7;
/// Battles of a run.
const BATTLES: u64 = 10_000;

/// The shortest fights there are: carriers alone, whose first strikes decide.
const CARRIERS: [(Side, [&str; 4]); 2] = [
    (AXIS, ["jp-akagi", "jp-kaga", "jp-hiryu", "jp-soryu"]),
    (ALLIES, ["us-enterprise", "us-yorktown", "us-hornet", "us-saratoga"]),
];
/// Two carriers and two other ships a side.
const MIXED: [(Side, [&str; 4]); 2] = [
    (AXIS, ["jp-akagi", "jp-kaga", "jp-kongo", "jp-tone"]),
    (ALLIES, ["us-enterprise", "us-yorktown", "us-astoria", "us-portland"]),
];

fn main() -> ExitCode {
    let fought = wars::fight_if_asked(|seeds| wars::admirals(seeds, |_| true));
    if fought { ExitCode::SUCCESS } else { main_of(measure_all) }
}

fn measure_all() {
    odds("rounds of odds, four carriers a side", CARRIERS);
    odds("rounds of odds, two carriers and two ships a side", MIXED);
    let root = tempfile::tempdir().expect("a folder for the match");
    let (whole, largest) = (root.path().join("whole"), root.path().join("largest"));
    let exchanges = play(&whole, &largest);
    println!("a standard game of {exchanges} exchanges");
    in_ms("audit the standard game", 500.0, median(|_| audited(&whole)));
    let again = |run: usize| resolved(&largest, &root.path().join(format!("again-{run}")));
    in_ms("resolve its largest exchange", 50.0, median(again));
}

/// How many rounds a second one battle is fought in, of processor time.
fn odds(what: &str, forces: [(Side, [&str; 4]); 2]) {
    let doctrine = parse("doctrine", b"doctrine: {action: air, retreat: stay}\n").expect("well formed");
    let mut setup = Setup { place: "central-pacific".to_owned(), ..Setup::default() };
    setup.forces = SideMap::from_fn(&[AXIS, ALLIES], |side| {
        let units = forces.iter().find(|it| it.0 == side).map_or([""; 4], |it| it.1);
        units.map(|id| sealord::odds::Force { id: id.to_owned(), ..Default::default() }).to_vec()
    });
    let draft = doctrine.doctrine.expect("it is there");
    setup.doctrine = SideMap::from_fn(&[AXIS, ALLIES], |_| draft.clone());
    let arena = sealord::rules::system("admirals-war").expect("a game").arena.expect("it has battles");
    let battle = arena.stage(&sealord::rules::games(), &setup).expect("a battle");
    let rate = |seed: usize| {
        let begun = ThreadTime::now();
        let tally = battle.fight(Stream::first(seed as u64), BATTLES).expect("it is fought");
        tally.rounds as f64 / begun.elapsed().as_secs_f64() / 1e3
    };
    let mut rates: Vec<f64> = (0..RUNS).map(rate).collect();
    rates.sort_by(f64::total_cmp);
    let found = rates[RUNS / 2];
    println!("{what:<52} least {:>8.1} k/s  median {found:>8.1} k/s  {}", 100.0, verdict(100.0, found));
}

/// Plays a match, and keeps the folder as it was before the exchange that cost most to resolve; gives its exchanges.
fn play(whole: &Path, largest: &Path) -> usize {
    let mut host = wars::begin(&War::plain("admirals-war", "standard"), 1, whole);
    let mut officers = wars::officers(&host, 1);
    let (mut longest, mut kept) = (Duration::ZERO, (0, Vec::new()));
    let mut exchanges = 0;
    while !host.game.rules.is_over() {
        wars::send(&mut host, &mut officers);
        // A journal only grows, so its length and its head say all about what it was.
        let length = std::fs::metadata(whole.join("journal.jsonl")).expect("a journal").len();
        let head = std::fs::read(whole.join("head.json")).expect("its head");
        let begun = ThreadTime::now();
        host.resolve(false).expect("resolved");
        exchanges += 1;
        if begun.elapsed() > longest {
            (longest, kept) = (begun.elapsed(), (length as usize, head));
        }
    }
    drop(host);
    copy(whole, largest);
    let journal = std::fs::read(whole.join("journal.jsonl")).expect("a journal");
    std::fs::write(largest.join("journal.jsonl"), &journal[..kept.0]).expect("written");
    std::fs::write(largest.join("head.json"), kept.1).expect("written");
    exchanges
}

fn audited(dir: &Path) -> Duration {
    let begun = ThreadTime::now();
    wars::audit_of(dir).expect("it passes");
    begun.elapsed()
}

/// Resolves the exchange in a copy of a match, by a program that has opened it.
fn resolved(from: &Path, to: &Path) -> Duration {
    copy(from, to);
    let load = |settings: &Settings| load_for(&sealord::rules::games(), settings);
    let mut host = Host::open(&MatchDir::new(to), load, NOW).expect("it goes on");
    let begun = ThreadTime::now();
    host.resolve(false).expect("resolved");
    begun.elapsed()
}

fn median(run: impl FnMut(usize) -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS).map(run).collect();
    times.sort();
    times[RUNS / 2]
}

fn in_ms(what: &str, limit: f64, found: Duration) {
    let found = found.as_secs_f64() * 1e3;
    println!("{what:<52} limit {limit:>8.1} ms   median {found:>8.1} ms   {}", verdict(found, limit));
}
