//! How well the advised officer plays. `cargo bench --bench officer`.
//!
//! Plays scenario 1 of Seas of Thunder a hundred times with the advised officer on each party, against the random legal
//! player, against the same who mostly does what silence would, and against itself; prints wins, draws, mean points and
//! time. `-- --strict` ends with 1 if fewer than 90 of 100 are won on either party against the random legal player.

use std::process::ExitCode;
use std::time::Instant;

use sealord::games::Games;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::{Choices, Rulebook};

#[path = "../tests/support/chairs.rs"]
mod chairs;

use chairs::{Chair, tally};

const MATCHES: u64 = 100;
/// How many of them must be won against the random legal player.
const WINS: usize = 90;

fn main() -> ExitCode {
    let asked = |flag: &str| std::env::args().any(|arg| arg == flag);
    if !asked("--bench") {
        return ExitCode::SUCCESS;
    }
    let system =
        SeasOfThunder::load(&Games::builtin(), "raider-warfare", &Choices::default()).expect("scenario 1");
    let mut missed = false;
    for (against, name) in [
        (Chair::Random(100), "random (boldness 100)"),
        (Chair::Random(35), "random (boldness 35)"),
        (Chair::Advised, "itself"),
    ] {
        for &party in SeasOfThunder::PARTIES {
            let begun = Instant::now();
            let tally = tally(&system, 1..MATCHES + 1, party, Chair::Advised, against);
            let each = begun.elapsed().as_secs_f64() * 1000.0 / MATCHES as f64;
            let mean = tally.points.map(|points| f64::from(points) / MATCHES as f64);
            println!(
                "{:<8} against {name:<22} won {:>3}, drawn {:>2}, lost {:>3}; points {:>6.1} to {:>6.1}; {each:>5.1} ms a match",
                party.name(),
                tally.won,
                tally.drawn,
                tally.lost,
                mean[0],
                mean[1]
            );
            missed |= against == Chair::Random(100) && tally.won < WINS;
        }
    }
    if missed && asked("--strict") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
