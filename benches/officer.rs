//! How well the advised officers play. `cargo bench --bench officer`.
//!
//! Plays scenario 1 of Seas of Thunder, the standard game of Admirals' War and the Pacific of 1942 of the War at Sea
//! campaign a hundred times each with the advised officer on each party, against the random legal player, against the same
//! who mostly does what silence would, and against itself; prints wins, draws, mean points and time. `-- --strict` ends with
//! 1 if fewer than 90 of 100 are won on either party against the random legal player; `-- admirals-war` plays that game
//! alone, `-- --matches 10` fewer matches, `-- --scenario campaign` another scenario.
//!
//! `-- --against PATH` pits the officer against that of another build of this bench with the same rules: so many
//! pairs of matches of one seed, with the officer once on either party. `-- --strict` then asks for 70 of 100 pairs.

use std::process::ExitCode;
use std::time::Instant;

use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::{Choices, Rulebook};

#[path = "../tests/support/chairs.rs"]
mod chairs;
#[path = "support/guest.rs"]
mod guest;

use chairs::{Chair, Tally, parallel, tally};

const MATCHES: u64 = 100;
/// How many of a hundred must be won against the random legal player.
const WINS: u64 = 90;
/// How many of a hundred pairs must be won against the officer of another build.
const WINS_AGAINST: u64 = 70;

/// What is asked on the command line.
struct Asked {
    matches: u64,
    scenario: Option<String>,
    against: Option<String>,
    guest: Vec<String>,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    if !has("--bench") {
        return ExitCode::SUCCESS;
    }
    let after = |flag: &str| args.iter().position(|arg| arg == flag).map_or(&[][..], |at| &args[at + 1..]);
    let asked = Asked {
        matches: after("--matches").first().and_then(|number| number.parse().ok()).unwrap_or(MATCHES),
        scenario: after("--scenario").first().cloned(),
        against: after("--against").first().cloned(),
        guest: after(guest::GUEST).to_vec(),
    };
    let all = ![SeasOfThunder::ID, AdmiralsWar::ID, WarAtSea::ID].into_iter().any(has);
    let mut missed = false;
    if all || has(SeasOfThunder::ID) {
        missed |= measure::<SeasOfThunder>("raider-warfare", &asked);
    }
    if all || has(AdmiralsWar::ID) {
        missed |= measure::<AdmiralsWar>("standard", &asked);
    }
    if all || has(WarAtSea::ID) {
        missed |= measure::<WarAtSea>("pacific-1942", &asked);
    }
    if missed && has("--strict") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Does what is asked in one game; true if too few matches were won.
fn measure<S: Rulebook + Sync>(standard: &str, asked: &Asked) -> bool
where
    S::State: Send,
{
    let load = |scenario: &str| {
        S::load(&sealord::rules::games(), scenario, &Choices::default()).expect("a scenario of the game")
    };
    if let [scenario, seed, place, ..] = &asked.guest[..] {
        let (seed, place) = (seed.parse().expect("a seed"), place.parse().expect("a place"));
        guest::sit(&load(scenario), seed, place, std::io::stdout(), std::io::stdin().lock());
        return false;
    }
    let scenario = asked.scenario.as_deref().unwrap_or(standard);
    println!("{}, {scenario}", S::NAME);
    match &asked.against {
        Some(other) => against_build(&load(scenario), scenario, asked.matches, other),
        None => against_chairs(&load(scenario), asked.matches),
    }
}

/// Plays each of so many seeds twice against the officer of another build, once on either party; true if too few pairs
/// were won.
///
/// Most scenarios favour a side. So a pair is won by the officer with more points in its two matches together.
fn against_build<S: Rulebook + Sync>(system: &S, scenario: &str, seeds: u64, other: &str) -> bool
where
    S::State: Send,
{
    let mut leads = vec![0; seeds as usize];
    for (place, &party) in system.parties().iter().enumerate() {
        let begun = Instant::now();
        let ends = parallel(1..seeds + 1, |seed| guest::invite(system, scenario, seed, place, other));
        let tally = Tally::of(system, party, &ends);
        for (lead, end) in leads.iter_mut().zip(&ends) {
            let [own, other] = Tally::of(system, party, std::slice::from_ref(end)).points;
            *lead += own - other;
        }
        print(party.name(), "the other build", &tally, seeds, begun);
    }
    let [won, drawn] = [1, 0].map(|sign| leads.iter().filter(|lead| lead.signum() == sign).count() as u64);
    let mean = f64::from(leads.iter().sum::<i32>()) / seeds as f64;
    println!("pairs won {won}, drawn {drawn} of {seeds}; points ahead in a pair {mean:.1}");
    won * 100 < WINS_AGAINST * seeds
}

/// Plays so many matches on each party against each opponent of this build; true if too few were won against the random
/// legal player.
fn against_chairs<S: Rulebook + Sync>(system: &S, matches: u64) -> bool
where
    S::State: Send,
{
    let mut missed = false;
    for (against, name) in [
        (Chair::Random(100), "random (boldness 100)"),
        (Chair::Random(35), "random (boldness 35)"),
        (Chair::Advised, "itself"),
    ] {
        for &party in system.parties() {
            let begun = Instant::now();
            let tally = tally(system, 1..matches + 1, party, Chair::Advised, against);
            print(party.name(), name, &tally, matches, begun);
            missed |= against == Chair::Random(100) && (tally.won as u64) * 100 < WINS * matches;
        }
    }
    missed
}

/// A line for the matches of a party.
fn print(party: &str, against: &str, tally: &Tally, matches: u64, begun: Instant) {
    let each = begun.elapsed().as_secs_f64() * 1000.0 / matches as f64;
    let mean = tally.points.map(|points| f64::from(points) / matches as f64);
    println!(
        "{party:<8} against {against:<22} won {:>3}, drawn {:>2}, lost {:>3}; points {:>6.1} to {:>6.1}; {each:>5.1} ms a match",
        tally.won, tally.drawn, tally.lost, mean[0], mean[1]
    );
}
