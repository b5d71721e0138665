use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::driver::{Checkpoint, advance};
use sealord::games::Games;
use sealord::orders::book::OrderBook;
use sealord::rules::seas_of_thunder::{SeasOfThunder, scenario};
use sealord::side::Side;
use sealord::staff::StaffOfficer;
use sealord::system::{Chapter, System};
use sealord::table::rolls::KeyRing;
use sealord::view::*;
#[test]
fn dump() {
    let (scenario, board, pieces) = scenario::load(&Games::builtin(), "raider-warfare").unwrap();
    let system = SeasOfThunder::new(scenario, board, pieces);
    let secret = Seed::from_passphrase_number(7);
    let genesis = Digest::of(b"soak");
    let mut ring = KeyRing::default();
    ring.insert(0, ExchangeKey::derive(&secret, &genesis, 0, &[]));
    let mut book = OrderBook::default();
    let mut officer = StaffOfficer::new(7, 60);
    let mut checkpoint = Checkpoint::opening(&system);
    std::fs::create_dir_all("/tmp/packets").unwrap();
    for exchange in 1.. {
        let progress = advance(&system, &checkpoint, &book, &ring).unwrap();
        for side in [Side::AXIS, Side::ALLIES] {
            let fresh: Vec<_> = progress.played.iter().map(|p| (p.at.clone(), p.fresh())).collect();
            let chapters: Vec<Chapter<SeasOfThunder>> =
                fresh.iter().map(|(at, s)| Chapter { at, sections: s }).collect();
            let view = system.view(&progress.present, side, &chapters);
            let qs: Vec<_> = progress.waiting.iter().filter(|w| w.side == side).collect();
            let packet = Packet {
                format: "sealord packet v1".into(),
                system: "seas-of-thunder".into(),
                edition: 1,
                scenario: "raider-warfare".into(),
                match_id: "demo-1".into(),
                genesis,
                side,
                exchange,
                standing: system.standing(&progress.present).name,
                over: progress.checkpoint.over,
                asked: !qs.is_empty(),
                deadline: Some("2026-12-01T20:00:00Z".into()),
                trust: sealord::seal::exchange::Trust::Umpire,
                questions: qs.iter().map(|w| w.question.clone()).collect(),
                ahead: qs.iter().flat_map(|w| w.ahead.clone()).collect(),
                voids: vec![],
                doctrine: String::new(),
                verify: Verify {
                    entry: exchange as u64 * 4,
                    head: Digest::of(&[exchange as u8]),
                    seed_commitment: secret.commitment(),
                    data: "d".into(),
                },
                view: serde_json::to_value(&view).unwrap(),
            };
            std::fs::write(
                format!("/tmp/packets/{exchange:02}-{}.json", side.id()),
                serde_json::to_string_pretty(&packet).unwrap(),
            )
            .unwrap();
            std::fs::write(
                format!("/tmp/packets/{exchange:02}-{}.form.yaml", side.id()),
                sealord::orders::form::form(&packet, None),
            )
            .unwrap();
        }
        checkpoint = progress.checkpoint;
        if checkpoint.over {
            return;
        }
        for w in &progress.waiting {
            let picks = officer.answer(&w.question).unwrap();
            book.open(exchange, w.side, &w.question.key);
            let mut t = String::from("answers:\n");
            sealord::orders::form::write_answer(&mut t, &w.question, &picks);
            let d = sealord::orders::parse("x", t.as_bytes())
                .unwrap_or_else(|p| panic!("{}", p.render(&t, false)));
            book.enter(exchange, w.side, d.answers);
        }
        book.close(exchange);
        ring.insert(exchange, ExchangeKey::derive(&secret, &genesis, exchange, &[]));
    }
}
