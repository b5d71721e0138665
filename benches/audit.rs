//! What an audit costs in each game, against hashing and parsing the same journal and nothing else: in Rust, in this
//! program, and in Python where that is at hand. `cargo bench --bench audit`.
//!
//! Prints a line for each match: how large its journal is, the processor time of `sealord audit` with its start, and that
//! time against both readers, beside the limits. `-- --strict` ends with 1 if one is passed.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use cpu_time::ThreadTime;
use sealord::digest::Digest;
use support::{PROGRAM, main_of, measure, ratio, text};

/// A whole match each, played by staff officers: the system, the scenario, the seed.
const MATCHES: [(&str, &str, &str); 6] = [
    ("seas-of-thunder", "drumbeat", "1"),
    ("admirals-war", "midway", "1"),
    ("schiffskrieg", "49", "1"),
    ("schiffskrieg", "57", "2"),
    ("war-at-sea", "atlantic-1942", "1"),
    ("war-at-sea", "mediterranean-1941", "1"),
];

/// How often each thing is timed.
const RUNS: usize = 11;

/// An audit takes at most so many times what Python takes to hash and parse the journal, its start left out.
const PYTHON: f64 = 4.0;

/// The same against hashing and parsing in Rust. That takes a fraction of Python's time, while a short match is audited no
/// faster than the data of its game are read.
const RUST: f64 = 6.0;

/// Hashes and parses every line, and prints the processor time that it took, in seconds.
const READER: &str = "
import hashlib, json, sys, time
begun = time.process_time()
with open(sys.argv[1], 'rb') as journal:
    for line in journal:
        hashlib.sha256(line).hexdigest()
        json.loads(line)
print(time.process_time() - begun)
";

fn main() -> ExitCode {
    main_of(measure_all)
}

fn measure_all() {
    let root = tempfile::tempdir().expect("a folder for the matches");
    for (system, scenario, seed) in MATCHES {
        let dir = root.path().join(format!("{system}-{scenario}"));
        let args = ["play", system, scenario, "--seed", seed, "--out", text(&dir)];
        let played = Command::new(PROGRAM).args(args).output().expect("the program runs");
        assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
        audited(&format!("audit of {system} {scenario}"), &dir);
    }
}

fn audited(what: &str, dir: &Path) {
    let journal = std::fs::read(dir.join("journal.jsonl")).expect("a journal");
    let audit = measure(RUNS, |_| ["audit", text(dir)].map(str::to_owned).to_vec());
    let took = audit.median.as_secs_f64();
    println!("{what}: {} kB, {:.1} ms", journal.len() / 1000, took * 1e3);
    ratio("  against hashing and parsing it in Rust", RUST, took / of_rust(&journal).as_secs_f64());
    match of_python(&dir.join("journal.jsonl")) {
        Some(python) => {
            ratio("  against hashing and parsing it in Python", PYTHON, took / python.as_secs_f64())
        }
        None => println!("  Python is not at hand"),
    }
}

/// The time that hashing and parsing takes in this program.
fn of_rust(journal: &[u8]) -> Duration {
    let once = |_| {
        let begun = ThreadTime::now();
        for line in journal.split_inclusive(|byte| *byte == b'\n') {
            black_box(Digest::of(line));
            black_box(serde_json::from_slice::<serde_json::Value>(line).expect("an entry"));
        }
        begun.elapsed()
    };
    median((0..RUNS).map(once).collect())
}

/// The same in Python, without its start.
fn of_python(journal: &Path) -> Option<Duration> {
    let once = |_| {
        let output = Command::new("python3").args(["-c", READER, text(journal)]).output().ok()?;
        let seconds: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
        Some(Duration::from_secs_f64(seconds))
    };
    Some(median((0..RUNS).map(once).collect::<Option<Vec<_>>>()?))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
