//! What whole runs of the program cost, from start to exit. `cargo bench --bench process`.
//!
//! Prints a line for each target: what, the limit, the median measured. Times are of the processor, so that other work on
//! the machine counts for little; what `odds` fights in a second goes by the clock. Memory is read by `/usr/bin/time` and
//! left out where that is missing. `cargo bench --bench process -- --strict` ends with 1 if a target is missed or not measured;
//! without it a slow machine is no failure.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sealord::digest::{Digest, Salt};
use sealord::rules::two_sided::party::ALLIES;
use sealord::staff::StaffOfficer;

use sealord::matches::Submission;
use support::{MISSED, NOW, PARTIES, PROGRAM, begin, copy, line, main_of, mb, orders, ratio, text, verdict};

const SCENARIO: &str = "raider-warfare";

/// How often each thing is timed.
const RUNS: usize = 21;

fn measure(args: impl FnMut(usize) -> Vec<String>) -> support::Measured {
    support::measure(RUNS, args)
}

fn main() -> ExitCode {
    main_of(measure_all)
}

fn measure_all() {
    let root = tempfile::tempdir().expect("a folder for the matches");
    let root = root.path();
    let prepared = Prepared::new(root);
    let orders = root.join("orders.yaml");
    let check = |_: usize| {
        let args = ["check", text(&orders), "--packet", text(&prepared.packet)];
        args.map(str::to_owned).to_vec()
    };
    line("check a file of 190 orders", 20.0, &measure(check));
    let resolve = |run: usize| {
        let dir = root.join(format!("resolve-{run}"));
        copy(&prepared.largest, &dir);
        ["resolve", text(&dir), "--now", NOW].map(str::to_owned).to_vec()
    };
    let resolved = measure(resolve);
    line("resolve the largest exchange and write everything", 50.0, &resolved);
    if let Some(kilobytes) = resolved.memory {
        println!(
            "{:<52} limit {:>8.1} MB   peak   {:>8.1} MB   {}",
            "  its memory",
            32.0,
            mb(kilobytes),
            verdict(mb(kilobytes), 32.0)
        );
    } else {
        println!("  its memory is not measured: there is no /usr/bin/time");
        MISSED.store(true, Ordering::Relaxed);
    }
    let one = measure(|_| ["audit", text(&prepared.whole)].map(str::to_owned).to_vec());
    line("audit a match of three turns", 50.0, &one);
    let ten =
        measure(|_| std::iter::once("audit").chain([text(&prepared.whole); 10]).map(str::to_owned).collect());
    ratio("audit ten matches, against one", 10.5, ten.median.as_secs_f64() / one.median.as_secs_f64());
    let size = std::fs::metadata(PROGRAM).map_or(0.0, |it| it.len() as f64 / 1e6);
    println!(
        "{:<52} limit {:>8.1} MB   size   {size:>8.1} MB   {}",
        "the program",
        15.0,
        verdict(size, 15.0)
    );
    odds(root);
}

/// Two carriers and two other ships a side; the longer a battle, the less does its beginning weigh.
const BATTLE: &str = "
system: admirals-war
at: central-pacific
axis: {units: [jp-akagi, jp-kaga, jp-kongo, jp-tone], doctrine: {action: air, retreat: stay}}
allies: {units: [us-enterprise, us-yorktown, us-astoria, us-portland], doctrine: {action: air, retreat: stay}}
";

/// How many rounds of combat `sealord odds` fights in a second, with starting and counting.
fn odds(root: &Path) {
    let file = root.join("battle.yaml");
    std::fs::write(&file, BATTLE).expect("a file of task forces");
    let args = ["odds", text(&file), "--battles", "20000", "--json"].map(str::to_owned);
    let run = |_| {
        let begun = Instant::now();
        let output = Command::new(PROGRAM).args(&args).output().expect("sealord runs");
        let took = begun.elapsed().as_secs_f64();
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON of the odds");
        told["tally"]["rounds"].as_f64().expect("a number of rounds") / took
    };
    let mut rates: Vec<f64> = (0..5).map(run).collect();
    rates.sort_by(f64::total_cmp);
    let thousands = rates[2] / 1e3;
    println!(
        "{:<52} least {:>8.1} k/s  median {thousands:>8.1} k/s  {}",
        "rounds of odds, four units a side",
        100.0,
        verdict(100.0, thousands)
    );
}

/// The matches that are measured.
struct Prepared {
    /// A whole match.
    whole: PathBuf,
    /// A match before its largest exchange is resolved.
    largest: PathBuf,
    /// The packet of the Allies when they deploy.
    packet: PathBuf,
}

impl Prepared {
    /// Plays a match and keeps the folder as it was before the exchange that took longest to resolve.
    fn new(root: &Path) -> Prepared {
        let (whole, largest) = (root.join("whole"), root.join("largest"));
        let packet_file = root.join("packet.json");
        let mut host = begin(&whole, SCENARIO);
        let mut officers: Vec<StaffOfficer> =
            (0..PARTIES.len() as u64).map(|seed| StaffOfficer::new(seed, 35)).collect();
        let mut longest = Duration::ZERO;
        while !host.game.rules.is_over() {
            for &party in PARTIES {
                let packet = host.packet(party).expect("a packet");
                if !packet.asked {
                    continue;
                }
                let file = orders(&mut officers[party.place(PARTIES)], &packet);
                if party == ALLIES && packet.questions.iter().any(|question| question.kind == "deploy") {
                    std::fs::write(root.join("orders.yaml"), &file).expect("written");
                    std::fs::write(&packet_file, serde_json::to_vec(&packet).expect("JSON"))
                        .expect("written");
                }
                let salt = Salt::from_bytes(*Digest::of(file.as_bytes()).as_bytes());
                host.receive(Submission::unsigned("orders", file.as_bytes()), Some(party), salt)
                    .expect("legal orders");
            }
            let before = root.join("before");
            _ = std::fs::remove_dir_all(&before);
            copy(&whole, &before);
            let start = Instant::now();
            host.resolve(false).expect("resolved");
            if start.elapsed() > longest {
                longest = start.elapsed();
                _ = std::fs::remove_dir_all(&largest);
                std::fs::rename(&before, &largest).expect("moved");
            }
        }
        Prepared { whole, largest, packet: packet_file }
    }
}
