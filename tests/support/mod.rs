//! Packets for tests: matches between two staff officers, and what each party would be mailed.

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::driver::{Checkpoint, Progress, advance};
use sealord::party::Party;
use sealord::rules::{Choices, Rulebook, load};
use sealord::staff::StaffOfficer;
use sealord::system::{Chapter, News};
use sealord::table::book::OrderBook;
use sealord::table::rolls::KeyRing;
use sealord::trust::Trust;
use sealord::view::{Packet, Verify};

/// Plays a whole match and gives the packets of both parties for every exchange.
pub fn packets<S: Rulebook>(seed: u64) -> Vec<Packet> {
    packets_until::<S>(None, seed, u32::MAX)
}

/// Plays a scenario until it is over or so many exchanges are open, and gives the packets of both parties for
/// each.
pub fn packets_until<S: Rulebook>(scenario: Option<&str>, seed: u64, last: u32) -> Vec<Packet> {
    packets_of(&load::<S>(&sealord::rules::games(), scenario, &Choices::default()).unwrap(), seed, last)
}

/// The same of a system that was loaded, perhaps of an earlier edition.
pub fn packets_of<S: Rulebook>(system: &S, seed: u64, last: u32) -> Vec<Packet> {
    let secret = Seed::practice(seed);
    let genesis = Digest::of(b"a match of two staff officers");
    let mut ring = KeyRing::default();
    ring.insert(0, ExchangeKey::derive(&secret, &genesis, 0, &[]));
    let mut book = OrderBook::default();
    let mut officer = StaffOfficer::new(seed, 60);
    let mut checkpoint = Checkpoint::opening(system);
    let mut since = checkpoint.state.clone();
    let mut packets = Vec::new();
    for exchange in 1.. {
        let progress = advance(system, &checkpoint, &book, &ring).unwrap();
        for &party in system.parties() {
            let mut packet = packet(system, (&since, &progress), party, exchange);
            packet.genesis = genesis;
            packet.verify.seed_commitment = secret.commitment();
            packets.push(packet);
        }
        if progress.checkpoint.over || exchange == last {
            return packets;
        }
        for waiting in &progress.waiting {
            let picks = officer.answer(&waiting.question).unwrap();
            book.open(exchange, waiting.party, &waiting.question.key);
            let mut text = String::from("answers:\n");
            sealord::orders::write::write_answer(&mut text, &waiting.question, &picks);
            let draft = sealord::draft::parse("orders.yaml", text.as_bytes()).unwrap();
            book.enter(exchange, waiting.party, draft.answers);
        }
        book.close(exchange);
        ring.insert(exchange, ExchangeKey::derive(&secret, &genesis, exchange, &[]));
        since = progress.present;
        checkpoint = progress.checkpoint;
    }
    unreachable!("a match ends");
}

fn packet<S: Rulebook>(
    system: &S,
    (since, progress): (&S::State, &Progress<S>),
    party: Party,
    exchange: u32,
) -> Packet {
    let fresh: Vec<_> = progress.played.iter().map(|played| (played.at.clone(), played.fresh())).collect();
    let chapters: Vec<Chapter<'_, S>> = fresh.iter().map(|(at, sections)| Chapter { at, sections }).collect();
    let asked: Vec<_> = progress.waiting.iter().filter(|waiting| waiting.party == party).collect();
    Packet {
        format: sealord::view::packet::FORMAT.to_owned(),
        system: system.id().to_owned(),
        edition: system.edition(),
        scenario: system.scenario().to_owned(),
        options: Choices::default(),
        by_hand: Vec::new(),
        match_id: "demo-1".to_owned(),
        genesis: Digest::of(b""),
        party,
        team: sealord::team::Team::default(),
        exchange,
        standing: system.standing(&progress.present).name,
        over: progress.checkpoint.over,
        agreed: None,
        asked: !asked.is_empty(),
        deadline: Some("2026-12-01T20:00:00Z".to_owned()),
        due: None,
        trust: Trust::Umpire,
        questions: asked.iter().map(|waiting| waiting.question.clone()).collect(),
        ahead: asked.iter().flat_map(|waiting| waiting.ahead.clone()).collect(),
        later: Vec::new(),
        voids: Vec::new(),
        by_umpire: Vec::new(),
        officers: Vec::new(),
        battle_plans: None,
        staff_doctrine: false,
        groups: Default::default(),
        doctrine: String::new(),
        practice_seed: false,
        verify: Verify {
            entry: u64::from(exchange) * 4,
            head: Digest::of(&exchange.to_be_bytes()),
            seed_commitment: Digest::of(b""),
            data: sealord::rules::games().fingerprint(system.id()),
        },
        view: serde_json::to_value(system.view(
            &progress.present,
            party,
            News { since: Some(since), ..News::of(&chapters) },
        ))
        .unwrap(),
    }
}
