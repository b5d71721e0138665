//! Naval wars between legal players who choose at random: every set-up ends, and no position on the way is
//! impossible.

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::{Digest, Salt};
use sealord::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Spot, Word};
use sealord::driver::{Checkpoint, advance};
use sealord::party::Party;
use sealord::question::OpenQuestion;
use sealord::rules::Choices;
use sealord::rules::schiffskrieg::faction::PARTIES;
use sealord::rules::schiffskrieg::options::{Chosen, OPTIONS};
use sealord::rules::schiffskrieg::{Data, Schiffskrieg};
use sealord::staff::StaffOfficer;
use sealord::system::Rules;
use sealord::table::book::OrderBook;
use sealord::table::rolls::KeyRing;

/// More exchanges than any war of eight turns has.
const ENDLESS: u32 = 4000;
/// In a hundred questions, how often an officer does something.
const BOLD: u32 = 60;

fn key(ring: &mut KeyRing, seed: u64, exchange: u32) {
    let salt = |party: &Party| {
        let parts: [&[u8]; 2] = [&exchange.to_be_bytes(), party.id().as_bytes()];
        (*party, Salt::from_bytes(*Digest::of_parts(&parts).as_bytes()))
    };
    let salts: Vec<(Party, Salt)> = PARTIES.iter().filter(|_| exchange > 0).map(salt).collect();
    ring.insert(exchange, ExchangeKey::derive(&Seed::practice(seed), &Digest::of(b"soak"), exchange, &salts));
}

fn answer(officer: &mut StaffOfficer, question: &OpenQuestion) -> AnswerDraft {
    let word = |text: &str| Word { text: text.to_owned(), spot: Spot::default() };
    let picks = officer.answer(question).unwrap_or_else(|| panic!("{}: no legal answer", question.key));
    let entry = |at: &u16| {
        let subject = &question.subjects[usize::from(*at)].id;
        let option = &question.options[usize::from(picks.choice[usize::from(*at)])].id;
        Entry { key: word(subject), keys: vec![word(subject)], value: EntryValue::One(word(option)) }
    };
    AnswerDraft {
        key: word(&question.key),
        body: AnswerBody::Entries(picks.order.iter().map(entry).collect()),
    }
}

/// Plays a war to its end; a sentence for what goes wrong.
fn war(rules: &Schiffskrieg, seed: u64) -> Result<(), String> {
    let mut ring = KeyRing::default();
    key(&mut ring, seed, 0);
    let mut officers: Vec<StaffOfficer> = (0..3).map(|at| StaffOfficer::new(seed * 3 + at, BOLD)).collect();
    let (mut checkpoint, mut book) = (Checkpoint::opening(rules), OrderBook::default());
    for exchange in 1..ENDLESS {
        book.close(exchange - 1);
        let progress = advance(rules, &checkpoint, &book, &ring).map_err(|stop| stop.to_string())?;
        checkpoint = progress.checkpoint;
        if let Some(wrong) = rules.broken_invariant(&progress.present) {
            return Err(wrong);
        }
        if checkpoint.over {
            return Ok(());
        }
        for waiting in &progress.waiting {
            let at = PARTIES.iter().position(|party| *party == waiting.party).expect("a party of the game");
            let draft = answer(&mut officers[at], &waiting.question);
            book.open(exchange, waiting.party, &waiting.question.key);
            book.enter(exchange, waiting.party, [draft]);
        }
        key(&mut ring, seed, exchange);
    }
    Err("it does not end".to_owned())
}

/// `SEALORD_WARS=30` plays every set-up over eight war turns; without it one is played over a single turn.
#[test]
fn wars_between_random_players_end() {
    Party::declare(PARTIES);
    let wars: Option<usize> = std::env::var("SEALORD_WARS").ok().and_then(|text| text.parse().ok());
    let data = Data::load(&sealord::rules::games()).expect("the built-in data are sound");
    let turns = if wars.is_some() { "turns=8" } else { "turns=1" };
    let choices = Choices::parse(&[turns.to_owned()], OPTIONS).expect("an option");
    let mut failed = Vec::new();
    for scenario in data.scenarios.iter().take(wars.unwrap_or(1)) {
        let rules =
            Schiffskrieg::for_match(data.clone(), &scenario.id, Chosen::of(&choices)).expect("a scenario");
        if let Err(what) = war(&rules, 1) {
            failed.push(format!("{}: {what}", scenario.id));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
