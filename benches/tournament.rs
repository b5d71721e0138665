//! What a round costs: pairing whole fields, and the standings behind them. `cargo bench --bench tournament`.
//!
//! Targets: 64 entrants paired in 10 ms, 256 in 200 ms; standings of 10,000 results in 100 ms.

use std::collections::BTreeSet;

use divan::{Bencher, black_box};
use tournament::pairing::{Entry, Field, Format, Ranks, Unit, contenders, pair};
use tournament::standing::{Scoring, TieBreak, standings};
use tournament::{DrawKey, End, Entrant, Line, Points, Seat};

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// A Swiss of so many entrants after some rounds, in which the better rated mostly wins.
struct Event {
    entries: Vec<Entry>,
    lines: Vec<Line>,
}

impl Event {
    fn played(count: usize, rounds: u32) -> Event {
        let entry =
            |number: usize| Entry { entrant: Entrant::new(&format!("e{number}")), rating: -(number as i64) };
        let mut event = Event { entries: (0..count).map(entry).collect(), lines: Vec::new() };
        for round in 1..=rounds {
            let pairing = pair(&event.field(round)).expect("it can be paired");
            for (at, board) in pairing.seating.boards.iter().enumerate() {
                let end = match (at + round as usize) % 5 {
                    0 => End::Drawn,
                    1 => End::Won { by: Seat::Second, margin: None },
                    _ => End::Won { by: Seat::First, margin: None },
                };
                event.lines.push(Line::board(round, &board.first, &board.second, end, true));
            }
        }
        event
    }

    fn field(&self, round: u32) -> Field {
        let active: BTreeSet<Entrant> = self.entries.iter().map(|it| it.entrant.clone()).collect();
        Field {
            round,
            is_last: false,
            contenders: contenders(&self.entries, &active, &self.lines, &Points::default(), round),
            forbidden: Vec::new(),
            are_sides_bid_for: false,
            unit: Unit::Whole,
            key: DrawKey::from_bytes([1; 32]),
            format: Format::Swiss { ranks: Ranks::Slide },
        }
    }
}

/// Target: 10 ms for 64, 200 ms for 256.
#[divan::bench(args = [16, 64, 256])]
fn pair_the_sixth_round(bencher: Bencher, entrants: usize) {
    let event = Event::played(entrants, 5);
    bencher.bench_local(|| pair(black_box(&event.field(6))).expect("it can be paired"));
}

/// Target: 100 ms.
#[divan::bench]
fn standings_of_10_000_results(bencher: Bencher) {
    let event = Event::played(250, 5);
    // The same rounds sixteen times over: whoever meets somebody again is no concern of the standings.
    let again = |times: u32| {
        event.lines.iter().cloned().map(move |line| Line { round: line.round + 5 * times, ..line })
    };
    let lines: Vec<Line> = (0..16).flat_map(again).collect();
    assert_eq!(lines.len(), 10_000);
    let scoring = Scoring {
        points: Points::default(),
        tie_breaks: vec![TieBreak::HeadToHead, TieBreak::SonnebornBerger, TieBreak::Strength, TieBreak::Lot],
        key: DrawKey::from_bytes([1; 32]),
        round_robin: None,
    };
    bencher.bench_local(|| standings(&event.entries, &[], black_box(&lines), &scoring, 80));
}
