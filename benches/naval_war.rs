//! How well the officers of Schiffskrieg play a naval war, and what par is. `cargo bench --bench naval_war`.
//!
//! Plays matches of eight war turns with an advised officer on one side against the random legal player, sides changed, and
//! prints how often the officer ends above par. `-- --matches 100` plays so many on each side, 4 without it; `-- --scenario 29`
//! one scenario instead of those of the bench (29, 32, 46, 48); `-- --strict` ends with 1 if fewer than 90 of 100 end above par.
//!
//! `-- --fight 10` plays every scenario from so many seeds through the host, an officer in every chair, and audits each.
//!
//! `-- --odds` measures `sealord odds` instead: combats of four ships a side, by carriers and by gunnery, of processor time.
//!
//! `-- --pars 20` plays officers against each other from so many seeds in every scenario instead, and prints the rows of
//! `games/schiffskrieg/measured_pars.yaml`.

use sealord::system::Rules;
use std::process::ExitCode;
use std::time::Instant;

use cpu_time::ThreadTime;
use sealord::draft::parse_doctrine;
use sealord::games::Games;
use sealord::odds::{Force, Setup, Stream};
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::faction::Faction;
use sealord::rules::schiffskrieg::state::Sea;
use sealord::rules::{Choices, Rulebook};
use sealord::side::SideMap;

#[path = "../tests/support/chairs.rs"]
#[allow(dead_code, reason = "each bench uses its part")]
mod chairs;
#[path = "../tests/support/wars.rs"]
#[allow(dead_code, reason = "each bench uses its part")]
mod wars;

use chairs::{Chair, parallel, play};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const MATCHES: u64 = 4;
/// How many of a hundred must end above par.
const WINS: u64 = 90;
/// The scenarios of the bench: two of each map, early and late.
const BENCH: [&str; 4] = ["29", "32", "46", "48"];
/// The random legal player.
const RANDOM: Chair = Chair::Random(100);

/// Combats of a run of odds.
const COMBATS: u64 = 20_000;
/// How many combats of four ships a side `sealord odds` should fight in a second, in thousands.
const LEAST: f64 = 50.0;
/// Four ships a side: the Axis, the Western faction.
const FLEETS: [(&str, [&str; 4], [&str; 4]); 2] = [
    (
        "combats, two carriers a side",
        ["akagi", "kaga", "haruna", "tone"],
        ["enterprise", "hornet", "astoria", "portland"],
    ),
    (
        "combats, battleships and cruisers",
        ["haruna", "kongo", "tone", "chikuma"],
        ["washington", "no-carol", "astoria", "portland"],
    ),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let after = |flag: &str| args.iter().position(|arg| arg == flag).and_then(|at| args.get(at + 1)).cloned();
    let number = |flag: &str| after(flag).and_then(|number| number.parse::<u64>().ok());
    if !args.iter().any(|arg| arg == "--bench") {
        return ExitCode::SUCCESS;
    }
    sealord::party::Party::declare(<Schiffskrieg as Rulebook>::PARTIES);
    if wars::fight_if_asked(wars::naval_wars) {
        return ExitCode::SUCCESS;
    }
    let games = sealord::rules::games();
    if args.iter().any(|arg| arg == "--odds") {
        FLEETS.iter().for_each(|(what, axis, western)| odds(&games, what, [axis, western]));
        return ExitCode::SUCCESS;
    }
    let chosen = after("--scenario");
    let all = Schiffskrieg::scenarios(&games).expect("scenarios");
    if let Some(seeds) = number("--pars") {
        let wanted = |id: &str| chosen.as_deref().is_none_or(|chosen| chosen.split(',').any(|it| it == id));
        for scenario in all.iter().filter(|it| wanted(&it.id)) {
            par(&games, &scenario.id, seeds);
        }
        return ExitCode::SUCCESS;
    }
    let scenarios: Vec<String> = match chosen {
        Some(chosen) => chosen.split(',').map(str::to_owned).collect(),
        None => BENCH.iter().map(|it| (*it).to_owned()).collect(),
    };
    let matches = number("--matches").unwrap_or(MATCHES);
    let mut missed = false;
    for scenario in scenarios {
        missed |= against_random(&games, &scenario, matches);
    }
    if missed && args.iter().any(|arg| arg == "--strict") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// How many combats a second are fought between two fleets that both fight by the sensible orders.
fn odds(games: &Games, what: &str, fleets: [&[&str; 4]; 2]) {
    let arena = sealord::rules::schiffskrieg::ARENA;
    let draft = parse_doctrine("orders", arena.orders.as_bytes()).expect("well formed").expect("it is there");
    let sides = [Faction::Axis.side(), Faction::Western.side()];
    let force = |id: &&str| Force { id: (*id).to_owned(), ..Force::default() };
    let forces = |side| fleets[usize::from(side != sides[0])].iter().map(force).collect();
    let setup = Setup {
        scenario: Some("46".to_owned()),
        place: "western-pacific".to_owned(),
        forces: SideMap::from_fn(&sides, forces),
        doctrine: SideMap::from_fn(&sides, |_| draft.clone()),
        ..Setup::default()
    };
    let battle = arena.stage(games, &setup).expect("a battle");
    let mut rates: Vec<f64> = (1..=5)
        .map(|seed| {
            let begun = ThreadTime::now();
            let tally = battle.fight(Stream::first(seed), COMBATS).expect("it is fought");
            tally.battles as f64 / begun.elapsed().as_secs_f64() / 1e3
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let verdict = if rates[2] >= LEAST { "good" } else { "too slow" };
    println!("{what:<40} least {LEAST:>6.1} k/s  median {:>6.1} k/s  {verdict}", rates[2]);
}

fn load(games: &Games, scenario: &str) -> Schiffskrieg {
    let choices = Schiffskrieg::begins_with(games, scenario, Choices::default()).expect("measured pars");
    Schiffskrieg::load(games, scenario, &choices).expect("a scenario of the game")
}

/// The points of every faction.
fn points(system: &Schiffskrieg, sea: &Sea) -> String {
    let points = system.sides().iter().map(|side| format!("{side} {}", system.points(sea, *side)));
    points.collect::<Vec<_>>().join(", ")
}

/// The share with which a match ended, and its points.
fn end(system: &Schiffskrieg, seed: u64, chairs: &[Chair]) -> (Option<f64>, String) {
    let sea = play(system, seed, chairs, |_, _, _| ()).state;
    (system.share(&sea).map(f64::from), points(system, &sea))
}

/// Plays so many matches of a scenario on each side; true if too few ended above par.
fn against_random(games: &Games, scenario: &str, matches: u64) -> bool {
    let system = load(games, scenario);
    let mut missed = false;
    for first in [true, false] {
        let begun = Instant::now();
        let sides = system.sides();
        // All but the first side play together.
        let chair = |at: usize| if (at == 0) == first { Chair::Advised } else { RANDOM };
        let chairs: Vec<Chair> = (0..sides.len()).map(chair).collect();
        let ends = parallel(1..matches + 1, |seed| end(&system, seed, &chairs));
        let par = f64::from(system.scenario.par);
        let over: Vec<Option<f64>> = ends.iter().map(|(share, _)| share.map(|share| share - par)).collect();
        let sign = if first { 1.0 } else { -1.0 };
        let won = over.iter().flatten().filter(|over| *over * sign > 0.0).count() as u64;
        let mean = over.iter().flatten().sum::<f64>() / over.iter().flatten().count().max(1) as f64;
        let side = if first { sides[0].name() } else { "the others" };
        println!(
            "{scenario}, officer on {side}: above par in {won} of {matches}, share {:.0} against par {par:.0}, last {}; {:.1} s",
            mean + par,
            ends[0].1,
            begun.elapsed().as_secs_f64(),
        );
        missed |= won * 100 < WINS * matches;
    }
    missed
}

/// Plays officers against each other, and prints the row of a scenario.
fn par(games: &Games, scenario: &str, seeds: u64) {
    let system = load(games, scenario);
    let chairs = vec![Chair::Advised; system.sides().len()];
    let ends = parallel(1..seeds + 1, |seed| end(&system, seed, &chairs));
    let shares: Vec<f64> = ends.iter().filter_map(|(share, _)| *share).collect();
    let count = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / count.max(1.0);
    let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = (spread / count.max(1.0)).sqrt();
    println!(
        "- {{scenario: '{scenario}', par: {mean:.0}, games: {}, error: {error:.1}, edition: {}}} # {}",
        shares.len(),
        system.edition(),
        ends[0].1,
    );
}
