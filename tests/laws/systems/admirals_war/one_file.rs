//! Landings and raids of one player in one file: where nobody else orders anything in between.

use sealord::driver::{Checkpoint, Progress, advance};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::{Choices, Rulebook};
use sealord::staff::StaffOfficer;
use sealord::system::Rules;
use sealord::table::book::{BookOf, OrderBook};

use super::side_by_side::ByLabel;
use crate::laws::play::{draft, officers};

/// How many of some seeds bring raiders beside a landing.
const SEEDS: u64 = 12;

fn midway(edition: u32) -> AdmiralsWar {
    AdmiralsWar::load(&AdmiralsWar::built_in(), "midway", &Choices::default()).unwrap().of_edition(edition)
}

/// A match of Midway that is played question by question.
struct Played {
    system: AdmiralsWar,
    officers: Vec<StaffOfficer>,
    book: BookOf<AdmiralsWar>,
    checkpoint: Checkpoint<AdmiralsWar>,
    exchange: u32,
    seed: u64,
}

impl Played {
    fn begun(edition: u32, seed: u64) -> Played {
        let system = midway(edition);
        let (officers, checkpoint) = (officers(system.parties(), seed, 35), Checkpoint::opening(&system));
        Played { officers, book: OrderBook::default(), checkpoint, exchange: 0, seed, system }
    }

    fn on(&mut self) -> Progress<AdmiralsWar> {
        let progress = advance(&self.system, &self.checkpoint, &self.book, &ByLabel(self.seed)).unwrap();
        self.checkpoint = progress.checkpoint.clone();
        progress
    }

    /// Answers what waits, and what may be answered early if that is wanted.
    fn answer(&mut self, progress: &Progress<AdmiralsWar>, early: bool) {
        self.exchange += 1;
        for waiting in &progress.waiting {
            let place = self.system.parties().iter().position(|party| *party == waiting.party).unwrap();
            self.book.open(self.exchange, waiting.party, &waiting.question.key);
            for question in std::iter::once(&waiting.question).chain(waiting.ahead.iter().filter(|_| early)) {
                let picks = self.officers[place].answer(question).expect("an answer");
                self.book.enter(self.exchange, waiting.party, [draft(question, &picks)]);
            }
        }
        self.book.close(self.exchange);
    }

    /// Plays until Japan is asked where its landing force sails.
    fn reach_the_landing(&mut self) -> Progress<AdmiralsWar> {
        loop {
            let progress = self.on();
            let kinds: Vec<&str> = progress.waiting.iter().map(|it| it.question.kind.as_str()).collect();
            if kinds == ["sail-amphibious"] {
                return progress;
            }
            assert!(!kinds.is_empty() && !kinds.contains(&"raid"), "{kinds:?}");
            self.answer(&progress, true);
        }
    }
}

/// The keys that wait.
fn keys(progress: &Progress<AdmiralsWar>) -> Vec<&str> {
    progress.waiting.iter().map(|it| it.question.key.as_str()).collect()
}

#[test]
fn japan_orders_its_landing_and_its_raiders_in_one_file() {
    let mut together = 0;
    for seed in 0..SEEDS {
        let mut played = Played::begun(6, seed);
        let landing = played.reach_the_landing();
        let ahead: Vec<&str> = landing.waiting[0].ahead.iter().map(|it| it.key.as_str()).collect();
        if ahead.is_empty() {
            continue;
        }
        assert_eq!(ahead, ["t1/raid/japan"], "seed {seed}");
        together += 1;
        // Who answers both is not asked again.
        let checkpoint = landing.checkpoint.clone();
        played.answer(&landing, true);
        let next = played.on();
        assert!(next.voids.is_empty() && !keys(&next).contains(&"t1/raid/japan"), "{:?}", keys(&next));
        // Who does not is.
        let mut waits = Played::begun(6, seed);
        let landing = waits.reach_the_landing();
        assert_eq!(landing.checkpoint.consumed, checkpoint.consumed);
        waits.answer(&landing, false);
        assert_eq!(keys(&waits.on()), ["t1/raid/japan"], "seed {seed}");
    }
    assert!(together > 2, "{together} of {SEEDS}");
}

/// Matches of an older edition are asked one thing after the other, as they were.
#[test]
fn until_edition_5_nothing_is_ordered_early() {
    for seed in 0..SEEDS {
        let landing = Played::begun(5, seed).reach_the_landing();
        assert!(landing.waiting[0].ahead.is_empty(), "seed {seed}");
    }
}
