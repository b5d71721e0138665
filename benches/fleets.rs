//! What staff battles of the War at Sea campaign cost, and the audit of a campaign. `cargo bench --bench fleets`.
//!
//! Prints a line for each target, as the bench `process` does; `--strict` is meant as there. Battles are timed by the
//! processor, so that other work on the machine counts little. `-- --fight 10` plays every scenario with each preset from so
//! many seeds instead, an officer in every chair, and audits each.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;
#[allow(dead_code, reason = "each bench uses its part")]
#[path = "../tests/support/wars.rs"]
mod wars;

use std::process::ExitCode;

use cpu_time::ThreadTime;
use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::odds::{Force, Setup, Stream};
use sealord::rules::tactical::cards::Cards;
use sealord::rules::tactical::muster::{Fleet, Setting, dossier};
use sealord::rules::tactical::{Dice, Label, fight, plan};
use sealord::rules::war_at_sea::sides::{IJN, PACIFIC, USN};
use sealord::side::{Side, SideMap};
use sealord::table::Step;

use support::{line, main_of, measure, text, verdict};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each thing is timed.
const RUNS: usize = 7;
/// Battles of a run of odds.
const BATTLES: u64 = 2_000;
/// Turns of the campaign that is audited, and of the one that the target is set for.
const TURNS: [f64; 2] = [12.0, 16.0];

/// Twelve ships and boats and twelve aircraft a side.
const FLEETS: [(Side, [(&str, u16); 10]); 2] = [
    (
        IJN,
        [
            ("akagi", 1),
            ("kaga", 1),
            ("kongo", 1),
            ("nagato", 1),
            ("tone", 1),
            ("mogami", 1),
            ("shigure", 6),
            ("a6m2-zeke", 4),
            ("b5n2-kate", 4),
            ("d3a-val", 4),
        ],
    ),
    (
        USN,
        [
            ("uss-enterprise-cv-6", 1),
            ("uss-yorktown-cv-5", 1),
            ("uss-washington-bb-56", 1),
            ("uss-north-carolina-bb-55", 1),
            ("uss-san-francisco-ca-38", 1),
            ("uss-atlanta-cl-51", 1),
            ("uss-fletcher-dd-445", 6),
            ("f4f-wildcat", 4),
            ("tbd-devastator", 4),
            ("sbd-dauntless", 4),
        ],
    ),
];

fn main() -> ExitCode {
    if wars::fight_if_asked(wars::campaigns) { ExitCode::SUCCESS } else { main_of(measure_all) }
}

fn measure_all() {
    odds();
    one_battle();
    audit();
}

/// How many battles a second are fought by `odds`.
fn odds() {
    let force =
        |(id, number): (&str, u16)| Force { id: id.to_owned(), number: Some(number), ..Force::default() };
    let forces = SideMap::from_fn(PACIFIC, |side| {
        FLEETS.iter().find(|it| it.0 == side).map_or_else(Vec::new, |it| it.1.map(force).to_vec())
    });
    let setup = Setup { place: "sector-13".to_owned(), flag: Some(USN), forces, ..Setup::default() };
    let arena = sealord::rules::system("war-at-sea").expect("a game").arena.expect("it has battles");
    let battle = arena.stage(&sealord::rules::games(), &setup).expect("a battle");
    let rate = |seed: usize| {
        let begun = ThreadTime::now();
        let tally = battle.fight(Stream::first(seed as u64), BATTLES).expect("it is fought");
        tally.battles as f64 / begun.elapsed().as_secs_f64()
    };
    let found = median(rate);
    println!(
        "{:<52} least {:>8.1} /s   median {found:>8.1} /s   {}",
        "battles of odds, twelve ships and aircraft a side",
        2_000.0,
        verdict(2_000.0, found)
    );
}

/// Dice as a match has them, each roll from a stream of its label.
struct Keyed(ExchangeKey);

impl Dice for Keyed {
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        faces.copy_from_slice(&self.0.stream(&label.to_string()).faces(faces.len()));
        Ok(())
    }
}

/// A battle with the dice of a match and all that is told of it.
fn one_battle() {
    let games = sealord::rules::games();
    let cards = Cards::load(&games).expect("built in");
    let library = plan::Library::load(&games, &cards).expect("built in");
    let fleets = FLEETS.map(|(side, units)| {
        let card = |(id, number)| std::iter::repeat_n((cards.by_id(id).expect("a card"), 0), number);
        Fleet {
            side,
            units: units.into_iter().map(|(id, number)| (id, usize::from(number))).flat_map(card).collect(),
        }
    });
    let dossier = dossier(&cards, "t1/sector-13/1", &fleets, &Setting::default());
    let plan = library.named(plan::BUILT_IN).expect("a plan");
    let time = |seed: usize| {
        let key = ExchangeKey::derive(&Seed::practice(seed as u64), &Digest::of(b"bench"), 1, &[]);
        let begun = ThreadTime::now();
        fight(&cards, &dossier, [plan, plan], &mut Keyed(key), true).expect("it is fought");
        begun.elapsed().as_secs_f64() * 1e3
    };
    let found = median(time);
    println!(
        "{:<52} limit {:>8.1} ms   median {found:>8.1} ms   {}",
        "one such battle in a match",
        5.0,
        verdict(found, 5.0)
    );
}

/// The audit of a campaign of officers, by the program.
fn audit() {
    let root = tempfile::tempdir().expect("a folder");
    let dir = root.path().join("match");
    let words = [
        "play",
        "war-at-sea",
        "pacific-1942",
        "--seed",
        "1",
        "--option",
        "quarterly=on",
        "--out",
        text(&dir),
    ];
    let played = std::process::Command::new(support::PROGRAM).args(words).output().expect("the program runs");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let found = measure(3, |_| vec!["audit".to_owned(), text(&dir).to_owned()]);
    line("audit a campaign of 12 turns", 1e3 * TURNS[0] / TURNS[1], &found);
}

fn median(run: impl FnMut(usize) -> f64) -> f64 {
    let mut found: Vec<f64> = (0..RUNS).map(run).collect();
    found.sort_by(f64::total_cmp);
    found[RUNS / 2]
}
