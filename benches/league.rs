//! What a club's book costs: its audit, and its ratings. `cargo bench --bench league`.
//!
//! Targets: `league audit` of 5,000 entries in 200 ms; ratings of 10,000 results in 100 ms.

use std::fmt::Write;

use divan::{Bencher, black_box};
use engine::dice::Seed;
use engine::digest::Digest;
use jiff::civil::Date;
use league::acts::{self, Desk, Played, Wish};
use league::audit::{Beside, audit};
use league::book::{Book, How};
use league::proof::Proved;
use league::settings::{LeagueSettings, read};
use tournament::Entrant;
use tournament::rating::{BookLine, Entered, History, Kind, Outcome, RatedResult, Settings, rate};

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const NOW: &str = "2027-02-01T18:00:00Z";
const ENTRANTS: usize = 64;

fn main() {
    divan::main();
}

fn settings() -> LeagueSettings {
    let mut text = "club: bench\norganiser: {name: Uma, address: uma@club.example}\nentrants:\n".to_owned();
    for number in 0..ENTRANTS {
        writeln!(text, "  e{number}: {{name: E{number}}}").expect("memory");
    }
    text += "events:\n";
    for (event, rounds) in [("one", 12), ("two", 12), ("three", 5)] {
        writeln!(
            text,
            "  {event}: {{system: s, scenario: x, rounds: {rounds}, first: 2027-03-01, format: swiss, round: {{length: 14d, confirm: 2d, adjudicate: 1d}}}}"
        )
        .expect("memory");
    }
    read("league.yaml", text.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The proof of a match that one side won.
fn proved(match_id: &str, genesis: Digest, winner: &str) -> Proved {
    let points = |side: &str, points| (side.to_owned(), points);
    Proved {
        match_id: match_id.to_owned(),
        genesis,
        system: "s".to_owned(),
        edition: 1,
        data: "d".to_owned(),
        scenario: "x".to_owned(),
        keys: Default::default(),
        unrated: None,
        points: [points("allies", 40), points("axis", 30)].into(),
        winner: Some(winner.to_owned()),
        how: How::Played,
        panel: None,
        exchanges: 1,
        by_points: true,
        ended: "2027-03-10T20:00:00Z".to_owned(),
        hash: genesis,
        out_of_time: None,
        times: Default::default(),
        all_sent: true,
        proof: genesis,
    }
}

/// Plays a round of an event: the better rated mostly win.
fn play(desk: &mut Desk<'_>, event: &str, who: &[Entrant]) {
    acts::wish(desk, event, who, &Wish::Confirm(None)).expect("confirmed");
    let paired = acts::work_out(desk, event).expect("paired");
    acts::pair(desk, event, &paired, None).expect("written");
    let round = paired.round;
    for board in 1..=(ENTRANTS / 2) as u32 {
        acts::seat(desk, event, (round, board)).expect("seated");
        let (word, genesis) = (acts::match_word(event, round, board), Digest::of(&board.to_be_bytes()));
        acts::begun(desk, event, (round, board), &word, genesis).expect("begun");
        let winner = if (board + round).is_multiple_of(3) { "axis" } else { "allies" };
        acts::take_proof(desk, event, (round, board), &proved(&word, genesis, winner), None).expect("taken");
    }
    acts::close(desk, event).expect("closed");
}

/// The book of a club whose three events are over.
fn book() -> Book {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder");
    let settings = settings();
    let mut book = Book::create(folder.path(), "bench", Seed::practice(1), NOW).expect("a book");
    let who: Vec<Entrant> = settings.entrants.keys().cloned().collect();
    let mut desk = Desk { book: &mut book, settings: &settings, now: NOW };
    let sides = ["allies", "axis"].map(str::to_owned).into();
    let played = Played { edition: 1, data: "d".to_owned(), sides };
    for (event, rounds) in [("one", 12), ("two", 12), ("three", 5)] {
        acts::open(&mut desk, event, &played).expect("opened");
        acts::wish(&mut desk, event, &who, &Wish::Enter).expect("entered");
        (0..rounds).for_each(|_| play(&mut desk, event, &who));
    }
    book
}

/// Target: 200 ms.
#[divan::bench(sample_count = 10)]
fn audit_of_5_000_entries(bencher: Bencher) {
    let book = book();
    assert!((4_500..5_500).contains(&book.entries().len()), "{}", book.entries().len());
    let beside = Beside { seed: &|_| None, case: &|_| Ok(()), proofs: None };
    bencher.bench_local(|| audit(black_box(book.entries()), &beside).expect("it holds"));
}

/// Target: 100 ms.
#[divan::bench(sample_count = 20)]
fn ratings_of_10_000_results(bencher: Bencher) {
    let day = Date::constant(2027, 3, 10);
    let who: Vec<Entrant> = (0..200).map(|number| Entrant::new(&format!("e{number}"))).collect();
    let line = |entry: u64| {
        let (one, other) = (entry as usize % 200, (entry as usize * 7 + 1 + entry as usize / 200) % 200);
        let other = if one == other { (other + 1) % 200 } else { other };
        let sides = vec![vec![who[one].clone()], vec![who[other].clone()]];
        let result = RatedResult::new(day, sides, Outcome::won_by(entry as usize % 2)).expect("two who meet");
        BookLine { entry, said: Entered::Result(result) }
    };
    let lines: Vec<BookLine> = (1..=10_000).map(line).collect();
    let settings = Settings::new(Kind::Area);
    bencher.bench_local(|| rate(&settings, &History::of(black_box(&lines)).expect("a history"), day));
}
