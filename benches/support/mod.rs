//! What the benches of whole processes share: a match to play, the program to run, a line to print.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sealord::adjudicator::Ruled;
use sealord::dice::Seed;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Missing, Settings};
use sealord::orders::write::{orders_file, write_answer};
use sealord::party::Party;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::{Choices, Rulebook, load};
use sealord::staff::StaffOfficer;
use sealord::view::Packet;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sealord");
pub const NOW: &str = "2026-09-03T11:15:00Z";
/// Who is asked in the matches of the benches.
pub const PARTIES: &[Party] = SeasOfThunder::PARTIES;

/// True once a target was missed or could not be measured.
pub static MISSED: AtomicBool = AtomicBool::new(false);

/// Measures if the bench was asked to, and ends with a failure if a target was missed and `--strict` was said.
pub fn main_of(measure_all: fn()) -> std::process::ExitCode {
    let asked = |flag: &str| std::env::args().any(|arg| arg == flag);
    if asked("--bench") {
        measure_all();
    }
    let failed = asked("--strict") && MISSED.load(Ordering::Relaxed);
    if failed { std::process::ExitCode::FAILURE } else { std::process::ExitCode::SUCCESS }
}

/// Begins a match of a scenario in a folder.
pub fn begin(dir: &Path, scenario: &str) -> Host {
    begin_as(dir, "bench", scenario)
}

/// Begins a match of this word.
pub fn begin_as(dir: &Path, word: &str, scenario: &str) -> Host {
    let games = sealord::rules::games();
    let secret = Seed::practice(7);
    let system: SeasOfThunder = load(&games, Some(scenario), &Choices::default()).expect("built in");
    let rules = Ruled::boxed(system);
    let settings = Settings { missing: Missing::Staff, ..Settings::plain(word, &*rules, &games, &secret) };
    Host::create(&MatchDir::new(dir), rules, settings, secret, NOW).expect("a match")
}

pub fn orders(officer: &mut StaffOfficer, packet: &Packet) -> String {
    let mut answers = String::new();
    for question in &packet.questions {
        let picks = officer.answer(question).expect("a legal answer");
        write_answer(&mut answers, question, &picks);
    }
    orders_file((&packet.match_id, packet.exchange, packet.party), "a bench", &answers)
}

/// Copies what a match cannot do without.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.join("secret")).expect("made");
    for name in ["journal.jsonl", "head.json", "secret/seed"] {
        std::fs::copy(from.join(name), to.join(name)).expect("copied");
    }
}

/// What a command cost.
pub struct Measured {
    pub median: Duration,
    /// The peak of resident memory in kilobytes, if it could be read.
    pub memory: Option<u64>,
}

/// Runs the program so many times, with the arguments for each run made beforehand.
pub fn measure(runs: usize, mut args: impl FnMut(usize) -> Vec<String>) -> Measured {
    let mut times: Vec<Duration> = (0..runs).map(|run| time(&args(run))).collect();
    times.sort();
    Measured { median: times[runs / 2], memory: memory(&args(runs)) }
}

/// Runs the program once, and gives the processor time that it took: other work on the machine counts for little.
pub fn time(args: &[String]) -> Duration {
    let before = of_children();
    let output = Command::new(PROGRAM).args(args).output().expect("the program runs");
    let took = of_children() - before;
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    took
}

/// The processor time of all programs that were run and have ended.
#[cfg(unix)]
fn of_children() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let used = getrusage(UsageWho::RUSAGE_CHILDREN).expect("Unix counts it");
    let micros = used.user_time().num_microseconds() + used.system_time().num_microseconds();
    Duration::from_micros(micros.unsigned_abs())
}

/// Where nothing counts it, the time of the clock.
#[cfg(not(unix))]
fn of_children() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

fn memory(args: &[String]) -> Option<u64> {
    let output = Command::new("/usr/bin/time").args(["-f", "%M", PROGRAM]).args(args).output().ok()?;
    String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse().ok()
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

pub fn mb(kilobytes: u64) -> f64 {
    kilobytes as f64 / 1024.0
}

pub fn verdict(found: f64, limit: f64) -> &'static str {
    if found <= limit {
        return "ok";
    }
    MISSED.store(true, Ordering::Relaxed);
    "MISSED"
}

/// Prints how many times longer something took than what it is compared with.
pub fn ratio(what: &str, limit: f64, found: f64) {
    println!("{what:<52} limit {limit:>8.1} ×    median {found:>8.2} ×    {}", verdict(found, limit));
}

pub fn line(what: &str, limit: f64, found: &Measured) {
    let median = found.median.as_secs_f64() * 1e3;
    println!("{what:<52} limit {limit:>8.1} ms   median {median:>8.1} ms   {}", verdict(median, limit));
}
