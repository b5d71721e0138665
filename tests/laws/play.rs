//! Plays matches in memory and through the host, with staff officers in all chairs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use sealord::adjudicator::Ruled;
use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::{Digest, Salt};
use sealord::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Word};
use sealord::driver::{Checkpoint, Progress, advance};
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Missing, Sealing, Settings};
use sealord::orders::write::{orders_file, write_answer};
use sealord::party::Party;
use sealord::problem::Spot;
use sealord::question::{OpenQuestion, Picks};
use sealord::rules::Choices;
use sealord::staff::StaffOfficer;
use sealord::table::book::{BookOf, OrderBook};
use sealord::table::rolls::KeyRing;
use sealord::trust::Trust;
use sealord::view::Packet;

use crate::laws::systems::Lawful;

/// How bold the officers of a seed are: from those who do what silence would to those who always gamble.
pub fn boldness(seed: u64) -> u32 {
    [60, 35, 85, 10, 100][(seed % 5) as usize]
}

pub fn word(text: &str) -> Word {
    Word { text: text.to_owned(), spot: Spot::default() }
}

pub fn entry(subject: &str, option: &str) -> Entry {
    Entry { key: word(subject), keys: vec![word(subject)], value: EntryValue::One(word(option)) }
}

pub fn draft_of(key: &str, entries: Vec<Entry>) -> AnswerDraft {
    AnswerDraft { key: word(key), body: AnswerBody::Entries(entries) }
}

/// A legal answer as a file would hold it.
pub fn draft(question: &OpenQuestion, picks: &Picks) -> AnswerDraft {
    let line = |&at: &u16| {
        let option = &question.options[picks.choice[at as usize] as usize].id;
        entry(&question.subjects[at as usize].id, option)
    };
    draft_of(&question.key, picks.order.iter().map(line).collect())
}

/// One answer of a match in memory.
#[derive(Clone)]
pub struct Given {
    pub exchange: u32,
    pub party: Party,
    pub draft: AnswerDraft,
}

/// A match in memory: its dice and every answer that was given.
#[derive(Clone)]
pub struct Log {
    pub seed: u64,
    pub parties: &'static [Party],
    pub ring: KeyRing,
    pub given: Vec<Given>,
}

impl Log {
    pub fn new(seed: u64, parties: &'static [Party]) -> Log {
        let mut log = Log { seed, parties, ring: KeyRing::default(), given: Vec::new() };
        log.add_key(0);
        log
    }

    /// Makes the key of an exchange.
    pub fn add_key(&mut self, exchange: u32) {
        let secret = Seed::practice(self.seed);
        let salts = self.parties.iter().map(|&party| {
            let parts: [&[u8]; 2] = [&exchange.to_be_bytes(), party.id().as_bytes()];
            (party, Salt::from_bytes(*Digest::of_parts(&parts).as_bytes()))
        });
        let salts: Vec<_> = if exchange == 0 { Vec::new() } else { salts.collect() };
        let key = ExchangeKey::derive(&secret, &Digest::of(b"laws"), exchange, &salts);
        self.ring.insert(exchange, key);
    }

    /// Notes an answer, and makes the key of its exchange.
    pub fn give(&mut self, exchange: u32, party: Party, draft: AnswerDraft) {
        self.given.push(Given { exchange, party, draft });
        self.add_key(exchange);
    }

    /// The same with no answer but those that were given after an exchange.
    pub fn since(&self, exchange: u32) -> Log {
        let given = self.given.iter().filter(|given| given.exchange > exchange).cloned().collect();
        Log { seed: self.seed, parties: self.parties, ring: self.ring.clone(), given }
    }

    /// The book with every exchange up to one closed.
    pub fn book<S: Lawful>(&self, closed: u32) -> BookOf<S> {
        let mut book = OrderBook::default();
        for given in self.given.iter().filter(|given| given.exchange <= closed) {
            book.open(given.exchange, given.party, &given.draft.key.text);
            book.enter(given.exchange, given.party, [given.draft.clone()]);
        }
        book.close(closed);
        book
    }
}

/// A match at rest: what was played last, and the exchange that is open now.
pub struct Moment<S: Lawful> {
    /// The open exchange, or one more than the last when the match is over.
    pub exchange: u32,
    /// The position at the moment before.
    pub since: S::State,
    pub progress: Progress<S>,
}

/// An officer for each party, in their order.
pub fn officers(parties: &[Party], seed: u64, boldness: u32) -> Vec<StaffOfficer> {
    (0..parties.len() as u64).map(|place| StaffOfficer::new(seed * 2 + place, boldness)).collect()
}

/// More exchanges than the longest match has.
const LONGEST: u32 = 5000;

/// Plays a match in memory to its end and shows it whenever it is at rest.
pub fn play<S: Lawful>(seed: u64, boldness: u32, each: impl FnMut(&Log, &Moment<S>)) -> Log {
    play_by(OrderBook::default(), seed, boldness, each)
}

/// Plays a match as [`play`] does, by what stands in a book already, such as doctrine.
pub fn play_by<S: Lawful>(
    mut book: BookOf<S>,
    seed: u64,
    boldness: u32,
    mut each: impl FnMut(&Log, &Moment<S>),
) -> Log {
    let mut log = Log::new(seed, S::players());
    let mut officers = officers(S::players(), seed, boldness);
    let mut checkpoint = Checkpoint::opening(S::system());
    let mut since = S::system().opening();
    for exchange in 1..LONGEST {
        book.close(exchange - 1);
        let progress = advance(S::system(), &checkpoint, &book, &log.ring)
            .unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
        checkpoint = progress.checkpoint.clone();
        let present = progress.present.clone();
        let moment = Moment { exchange, since: std::mem::replace(&mut since, present), progress };
        each(&log, &moment);
        if checkpoint.over {
            return log;
        }
        for waiting in &moment.progress.waiting {
            let picks = officers[waiting.party.place(S::players())].answer(&waiting.question);
            let picks = picks.unwrap_or_else(|| panic!("seed {seed}: no answer to {:?}", waiting.question));
            let draft = draft(&waiting.question, &picks);
            book.open(exchange, waiting.party, &waiting.question.key);
            book.enter(exchange, waiting.party, [draft.clone()]);
            log.give(exchange, waiting.party, draft);
        }
    }
    panic!("seed {seed}: the match does not end");
}

/// Does something for each number on every core, and gives the results in order.
pub fn parallel<T: Send>(numbers: std::ops::Range<u64>, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(numbers.start);
    let done = Mutex::new(BTreeMap::new());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    let result = work(number);
                    done.lock().unwrap().insert(number, result);
                }
            });
        }
    });
    done.into_inner().unwrap().into_values().collect()
}

/// How many matches a law is tried on: few in each run of the tests, many where SEALORD_TEST_THOROUGH is set.
pub fn matches(few: u64, many: u64) -> u64 {
    if std::env::var_os("SEALORD_TEST_THOROUGH").is_some() { many } else { few }
}

pub const NOW: &str = "1939-09-03T11:15:00Z";

/// Begins a match in a folder.
pub fn host<S: Lawful>(root: &Path, seed: u64) -> Host {
    host_under::<S>(root, seed, Trust::Umpire)
}

/// Begins a match in a folder, at a level of trust; under commit-reveal every party seals.
pub fn host_under<S: Lawful>(root: &Path, seed: u64, trust: Trust) -> Host {
    let sealing = (trust == Trust::CommitReveal).then_some(Sealing::Every);
    host_sealing::<S>(root, seed, trust, sealing)
}

/// Begins a match in a folder, at a level of trust; `sealing` says who seals.
pub fn host_sealing<S: Lawful>(root: &Path, seed: u64, trust: Trust, sealing: Option<Sealing>) -> Host {
    host_with::<S>(root, seed, |settings| Settings { trust, sealing, ..settings })
}

/// Begins a match in a folder, with settings that are `changed`.
pub fn host_with<S: Lawful>(root: &Path, seed: u64, changed: impl FnOnce(Settings) -> Settings) -> Host {
    let secret = Seed::practice(seed);
    let options: Vec<String> = S::LAID_OUT.iter().map(|it| (*it).to_owned()).collect();
    let rules = Ruled::boxed(S::system().clone());
    let settings = Settings {
        options: Choices::parse(&options, <S as sealord::rules::Rulebook>::OPTIONS).unwrap(),
        missing: Missing::Umpire,
        practice_seed: Some(seed),
        ..Settings::plain(&format!("law-{seed}"), &*rules, &S::games(), &secret)
    };
    let settings = changed(settings);
    Host::create(&MatchDir::new(root), rules, settings, secret, NOW).unwrap()
}

/// The orders file of an officer for a packet.
pub fn orders(officer: &mut StaffOfficer, packet: &Packet) -> String {
    let mut answers = String::new();
    for question in &packet.questions {
        let picks = officer.answer(question).unwrap_or_else(|| panic!("no answer to {}", question.key));
        write_answer(&mut answers, question, &picks);
    }
    orders_file((&packet.match_id, packet.exchange, packet.party), "by an officer", &answers)
}
