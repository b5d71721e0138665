//! How well the advised officers play. `cargo bench --bench officer`.
//!
//! Plays scenario 1 of Seas of Thunder and the standard game of Admirals' War a hundred times each with the advised officer
//! on each party, against the random legal player, against the same who mostly does what silence would, and against itself;
//! prints wins, draws, mean points and time. `-- --strict` ends with 1 if fewer than 90 of 100 are won on either party
//! against the random legal player; `-- admirals-war` plays that game alone, `-- --matches 10` fewer matches.

use std::process::ExitCode;
use std::time::Instant;

use sealord::games::Games;
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::{Choices, Rulebook};

#[path = "../tests/support/chairs.rs"]
mod chairs;

use chairs::{Chair, tally};

const MATCHES: u64 = 100;
/// How many of a hundred must be won against the random legal player.
const WINS: u64 = 90;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let asked = |flag: &str| args.iter().any(|arg| arg == flag);
    if !asked("--bench") {
        return ExitCode::SUCCESS;
    }
    let number = args.iter().position(|arg| arg == "--matches").and_then(|at| args.get(at + 1));
    let matches = number.and_then(|number| number.parse().ok()).unwrap_or(MATCHES);
    let all = !asked(SeasOfThunder::ID) && !asked(AdmiralsWar::ID);
    let mut missed = false;
    if all || asked(SeasOfThunder::ID) {
        missed |= measure::<SeasOfThunder>("raider-warfare", matches);
    }
    if all || asked(AdmiralsWar::ID) {
        missed |= measure::<AdmiralsWar>("standard", matches);
    }
    if missed && asked("--strict") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Plays so many matches of a scenario on each party against each opponent; true if too few were won against the random
/// legal player.
fn measure<S: Rulebook + Sync>(scenario: &str, matches: u64) -> bool
where
    S::State: Send,
{
    let system = S::load(&Games::builtin(), scenario, &Choices::default()).expect("a scenario of the game");
    println!("{}, {scenario}", S::NAME);
    let mut missed = false;
    for (against, name) in [
        (Chair::Random(100), "random (boldness 100)"),
        (Chair::Random(35), "random (boldness 35)"),
        (Chair::Advised, "itself"),
    ] {
        for &party in S::PARTIES {
            let begun = Instant::now();
            let tally = tally(&system, 1..matches + 1, party, Chair::Advised, against);
            let each = begun.elapsed().as_secs_f64() * 1000.0 / matches as f64;
            let mean = tally.points.map(|points| f64::from(points) / matches as f64);
            println!(
                "{:<8} against {name:<22} won {:>3}, drawn {:>2}, lost {:>3}; points {:>6.1} to {:>6.1}; {each:>5.1} ms a match",
                party.name(),
                tally.won,
                tally.drawn,
                tally.lost,
                mean[0],
                mean[1]
            );
            missed |= against == Chair::Random(100) && (tally.won as u64) * 100 < WINS * matches;
        }
    }
    missed
}
