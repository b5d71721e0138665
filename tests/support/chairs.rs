//! Matches in memory with an officer of one kind or another in each chair.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Word};
use sealord::driver::{Checkpoint, advance};
use sealord::party::Party;
use sealord::problem::Spot;
use sealord::question::{OpenQuestion, Picks};
use sealord::rules::Rulebook;
use sealord::side::Side;
use sealord::staff::{AdvisedOfficer, Reading, StaffOfficer};
use sealord::system::News;
use sealord::table::book::{BookOf, OrderBook};
use sealord::table::rolls::KeyRing;

/// Who sits in a chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chair {
    /// Takes the advice of the system.
    Advised,
    /// Answers at random, this often of 100 otherwise than silence would.
    Random(u32),
}

enum Officer {
    Advised(Box<AdvisedOfficer>),
    Random(Box<StaffOfficer>),
}

impl Officer {
    fn new(chair: Chair, seed: u64) -> Officer {
        match chair {
            Chair::Advised => Officer::Advised(Box::new(AdvisedOfficer::new(seed, 0))),
            Chair::Random(boldness) => Officer::Random(Box::new(StaffOfficer::new(seed, boldness))),
        }
    }
}

/// A match played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<S> {
    /// The last position.
    pub state: S,
    /// Every answer, with its key.
    pub answers: Vec<(String, Picks)>,
}

/// A seat at the table while a question waits there.
pub struct Seat<'s, S: Rulebook> {
    /// The place of its party in the order of the system.
    pub place: usize,
    system: &'s S,
    party: Party,
    present: &'s S::State,
    reading: OnceCell<Reading<'s, S>>,
}

impl<'s, S: Rulebook> Seat<'s, S> {
    /// The system, and all that the party may know now.
    pub fn reading(&self) -> &Reading<'s, S> {
        let view = || self.system.view(self.present, self.party, News::NONE);
        self.reading.get_or_init(|| Reading { system: self.system, view: view() })
    }
}

/// Plays a match of a seed to its end, with a chair for each party in the order of the system.
///
/// `asked` sees each question that an advised officer answers, with the view of its party.
pub fn play<S: Rulebook>(
    system: &S,
    seed: u64,
    chairs: &[Chair],
    mut asked: impl FnMut(&OpenQuestion, &S::View, &S),
) -> Played<S::State> {
    let officer = |(place, chair): (usize, &Chair)| Officer::new(*chair, officer_seed(seed, place));
    let mut officers: Vec<Officer> = chairs.iter().enumerate().map(officer).collect();
    play_by(system, seed, |seat, question| match &mut officers[seat.place] {
        Officer::Random(officer) => officer.answer(question),
        Officer::Advised(officer) => {
            let reading = seat.reading();
            asked(question, &reading.view, system);
            officer.answer(reading, question)
        }
    })
}

/// The seed of the officer in a chair.
pub fn officer_seed(seed: u64, place: usize) -> u64 {
    seed * 2 + place as u64
}

/// Plays a match of a seed to its end; `answer` gives a legal answer to each question, in an order that
/// depends on nothing but seed and answers.
pub fn play_by<S: Rulebook>(
    system: &S,
    seed: u64,
    mut answer: impl FnMut(&Seat<'_, S>, &OpenQuestion) -> Option<Picks>,
) -> Played<S::State> {
    let parties = system.parties();
    let key =
        |exchange: u32| ExchangeKey::derive(&Seed::practice(seed), &Digest::of(b"chairs"), exchange, &[]);
    let mut keys = KeyRing::default();
    keys.insert(0, key(0));
    let mut book: BookOf<S> = OrderBook::default();
    let mut answers = Vec::new();
    let mut checkpoint = Checkpoint::opening(system);
    for exchange in 1..4000 {
        let progress =
            advance(system, &checkpoint, &book, &keys).unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
        checkpoint = progress.checkpoint;
        if checkpoint.over {
            return Played { state: checkpoint.state, answers };
        }
        let seat = |(place, party): (usize, &Party)| Seat {
            place,
            system,
            party: *party,
            present: &progress.present,
            reading: OnceCell::new(),
        };
        let seats: Vec<Seat<'_, S>> = parties.iter().enumerate().map(seat).collect();
        for waiting in &progress.waiting {
            let (party, question) = (waiting.party, &waiting.question);
            let picks = answer(&seats[party.place(parties)], question);
            let picks = picks.unwrap_or_else(|| panic!("seed {seed}: no answer to {}", question.key));
            book.open(exchange, party, &question.key);
            book.enter(exchange, party, [draft(question, &picks)]);
            answers.push((question.key.clone(), picks));
        }
        book.close(exchange);
        keys.insert(exchange, key(exchange));
    }
    panic!("seed {seed}: the match does not end");
}

/// A legal answer as a file would hold it.
fn draft(question: &OpenQuestion, picks: &Picks) -> AnswerDraft {
    let word = |text: &str| Word { text: text.to_owned(), spot: Spot::default() };
    let line = |&at: &u16| {
        let option = &question.options[usize::from(picks.choice[usize::from(at)])].id;
        let subject = word(&question.subjects[usize::from(at)].id);
        Entry { keys: vec![subject.clone()], key: subject, value: EntryValue::One(word(option)) }
    };
    AnswerDraft {
        key: word(&question.key),
        body: AnswerBody::Entries(picks.order.iter().map(line).collect()),
    }
}

/// How matches ended: for the chair that is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Matches won.
    pub won: usize,
    /// Matches drawn.
    pub drawn: usize,
    /// Matches lost.
    pub lost: usize,
    /// Points in all matches together: its own, the other's.
    pub points: [i32; 2],
}

impl Tally {
    /// Counts matches by how they ended, for one party.
    pub fn of<S: Rulebook>(system: &S, party: Party, ends: &[S::State]) -> Tally {
        let others: Vec<Side> = party.side().others(system.sides()).collect();
        let mut tally = Tally::default();
        for state in ends {
            match system.winner(state) {
                Some(winner) if winner == party.side() => tally.won += 1,
                Some(_) => tally.lost += 1,
                None => tally.drawn += 1,
            }
            tally.points[0] += system.points(state, party.side());
            tally.points[1] += others.iter().map(|other| system.points(state, *other)).sum::<i32>();
        }
        tally
    }
}

/// Plays matches of several seeds and counts them for one party, `of` being who sits there and `against` who
/// sits opposite.
pub fn tally<S: Rulebook + Sync>(
    system: &S,
    seeds: std::ops::Range<u64>,
    party: Party,
    of: Chair,
    against: Chair,
) -> Tally
where
    S::State: Send,
{
    let parties = system.parties();
    let chairs: Vec<Chair> = parties.iter().map(|it| if *it == party { of } else { against }).collect();
    Tally::of(system, party, &parallel(seeds, |seed| play(system, seed, &chairs, |_, _, _| ()).state))
}

/// Does something for each number on two threads, and gives the results in order.
pub fn parallel<T: Send>(numbers: std::ops::Range<u64>, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(numbers.start);
    let done = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let result = work(number);
                    done.lock().expect("no thread failed").insert(number, result);
                }
            });
        }
    });
    done.into_inner().expect("no thread failed").into_values().collect()
}
