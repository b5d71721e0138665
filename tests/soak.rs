//! Two staff officers play whole matches; every position is lawful and every re-run tells the same.

use std::collections::BTreeMap;

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::driver::{Checkpoint, advance};
use sealord::games::Games;
use sealord::orders::book::OrderBook;
use sealord::orders::{AnswerBody, AnswerDraft, Entry, EntryValue, Word};
use sealord::problem::Spot;
use sealord::rules::seas_of_thunder::{SeasOfThunder, scenario};
use sealord::staff::StaffOfficer;
use sealord::table::rolls::KeyRing;
use sealord::table::{OpenQuestion, Picks};

fn draft(question: &OpenQuestion, picks: &Picks) -> AnswerDraft {
    let word = |text: &str| Word { text: text.to_owned(), spot: Spot::default() };
    let entry = |&at: &u16| {
        let id = word(&question.subjects[at as usize].id);
        let option = &question.options[picks.choice[at as usize] as usize].id;
        Entry { key: id.clone(), keys: vec![id], value: EntryValue::One(word(option)) }
    };
    AnswerDraft {
        key: word(&question.key),
        body: AnswerBody::Entries(picks.order.iter().map(entry).collect()),
    }
}

fn play(system: &SeasOfThunder, seed: u64) -> (usize, i32, i32, BTreeMap<String, usize>) {
    let secret = Seed::from_passphrase_number(seed);
    let genesis = Digest::of(b"soak");
    let mut ring = KeyRing::default();
    ring.insert(0, ExchangeKey::derive(&secret, &genesis, 0, &[]));
    let mut book = OrderBook::default();
    let mut officer = StaffOfficer::new(seed, 60);
    let mut checkpoint = Checkpoint::opening(system);
    let mut kinds = BTreeMap::new();
    for exchange in 1.. {
        let progress =
            advance(system, &checkpoint, &book, &ring).unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
        checkpoint = progress.checkpoint;
        for step in &progress.played {
            for note in step.sections.iter().flat_map(|s| &s.notes) {
                let name = serde_json::to_value(note).unwrap();
                let name = name["event"]["event"].as_str().unwrap_or("roll").to_owned();
                *kinds.entry(name).or_default() += 1;
            }
        }
        if checkpoint.over {
            use sealord::side::Side;
            return (
                exchange,
                checkpoint.state.points(Side::AXIS),
                checkpoint.state.points(Side::ALLIES),
                kinds,
            );
        }
        assert!(exchange < 2000, "seed {seed} does not end");
        for waiting in &progress.waiting {
            let picks = officer.answer(&waiting.question).unwrap_or_else(|| panic!("{:?}", waiting.question));
            book.open(exchange as u32, waiting.side, &waiting.question.key);
            book.enter(exchange as u32, waiting.side, [draft(&waiting.question, &picks)]);
        }
        book.close(exchange as u32);
        ring.insert(exchange as u32, ExchangeKey::derive(&secret, &genesis, exchange as u32, &[]));
    }
    unreachable!()
}

#[test]
fn staff_officers_play_raider_warfare() {
    let (scenario, board, pieces) = scenario::load(&Games::builtin(), "raider-warfare").unwrap();
    let system = SeasOfThunder::new(scenario, board, pieces);
    for seed in 0..10 {
        let start = std::time::Instant::now();
        println!("{seed}: {:?} {:?}", play(&system, seed), start.elapsed());
    }
}
