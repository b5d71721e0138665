//! What the rules and the reports cost once everything is loaded. `cargo bench --bench rules`.
//!
//! Targets: one combat zone of ten ships a side under doctrine, 20,000 a second on one core; one report, 1 ms; one of
//! a match with four times the ships and twice the combats, 4 ms.

use sealord::system::{Events, Rules, Views};
use std::sync::OnceLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::doctrine::compile::compile;
use sealord::draft::parse;
use sealord::driver::{Checkpoint, advance};
use sealord::orders::form::form;
use sealord::orders::write::write_answer;
use sealord::report::{Format, Templates, render};
use sealord::rules::Choices;
use sealord::rules::roster::Roster;
use sealord::rules::seas_of_thunder::board::ZoneId;
use sealord::rules::seas_of_thunder::event::Event;
use sealord::rules::seas_of_thunder::pieces::{Class, Counter, Nation};
use sealord::rules::seas_of_thunder::scenario::Pieces;
use sealord::rules::seas_of_thunder::state::{Phase, Place, Sea, TokenPlace};
use sealord::rules::seas_of_thunder::{SeasOfThunder, game};
use sealord::staff::StaffOfficer;
use sealord::system::{Chapter, News};
use sealord::table::book::{BookOf, OrderBook};
use sealord::table::rolls::KeyRing;
use sealord::table::{Note, Table, in_order};
use sealord::trust::Trust;
use sealord::view::{Packet, Verify};
use serde_json::Value;

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// Answers for every decision inside a battle.
const DOCTRINE: &str = "\
doctrine:
  mat:
    - {for: [SS], prefer: [submarine]}
    - {for: [LBA, CV, AV], prefer: [air-strike]}
    - {for: [BB, BC, CA], prefer: [line]}
    - {for: [asw-ship], prefer: [asw]}
    - {prefer: [reserve]}
  intercept: any
  strike-targets: [{prefer: [strongest], spread: true}]
  after-strike: reserve
  asw-targets: any
  asw-sweep: any
  raider: [{prefer: [raider, convoy, line, reserve]}]
  submarine-targets: [{prefer: [weakest], spread: true}]
  after-submarine: reserve
  sweep: any
  swept-layer: reserve
  mine-targets: any
  after-mine: reserve
  fire: [{prefer: [strongest, any], spread: true}]
  return: any
";

fn scenario_1() -> SeasOfThunder {
    let (scenario, board, pieces) =
        game::load_scenario(&sealord::rules::games(), "raider-warfare").expect("built in");
    SeasOfThunder::new(scenario, board, pieces)
}

/// One zone with ten ships a side, everything else put away.
struct Battle {
    system: SeasOfThunder,
    sea: Sea,
    book: BookOf<SeasOfThunder>,
    ring: KeyRing,
}

fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| {
        let whole = scenario_1();
        let take = |nation: Nation, class: Class, count: usize| {
            let fits = move |unit: &&Counter| unit.nation == nation && unit.class == class && unit.entry <= 1;
            whole.pieces.counters.0.iter().filter(fits).take(count).cloned().collect::<Vec<_>>()
        };
        let fleets = [
            take(Nation::Uk, Class::Bb, 3),
            take(Nation::Uk, Class::Cv, 1),
            take(Nation::Uk, Class::Ca, 4),
            take(Nation::Uk, Class::Dd, 2),
            take(Nation::Germany, Class::Bb, 2),
            take(Nation::Germany, Class::Bc, 2),
            take(Nation::Germany, Class::Ca, 4),
            take(Nation::Germany, Class::Ss, 6),
        ];
        let mut counters: Vec<Counter> = fleets.concat();
        for nation in [Nation::Uk, Nation::Germany] {
            let mut count = 0;
            counters.retain(|unit| {
                count += usize::from(unit.nation == nation);
                unit.nation != nation || count <= 10
            });
        }
        assert_eq!(counters.len(), 20, "ten ships a side");
        let pieces = Pieces { counters: Roster(counters), tokens: Vec::new() };
        let system = SeasOfThunder::chain(whole.game, whole.stages, pieces, whole.options);
        let mut sea = system.opening();
        sea.phase = Phase::Combat;
        sea.units.iter_mut().for_each(|unit| unit.place = Place::Sea(ZoneId(9)));
        assert_eq!(sea.convoys, Vec::<TokenPlace>::new());
        let mut book = OrderBook::default();
        let draft = parse("doctrine", DOCTRINE.as_bytes()).expect("well formed");
        let doctrine = compile(&system, &draft.doctrine.expect("it is there")).expect("it means something");
        for &party in system.parties() {
            book.enter_doctrine(0, party, doctrine.clone());
        }
        let secret = Seed::practice(1);
        let mut ring = KeyRing::default();
        for exchange in 0..512 {
            ring.insert(exchange, ExchangeKey::derive(&secret, &Digest::of(b"bench"), exchange, &[]));
        }
        Battle { system, sea, book, ring }
    })
}

/// Fights the battle with the dice of one exchange; gives how many notes it told.
fn fight(battle: &Battle, exchange: u32) -> usize {
    let Battle { system, sea, book, ring } = battle;
    let mut table = Table::new(system, sea.clone(), book, ring, exchange);
    if system.step(&mut table).is_err() {
        let waiting = table.finish().waiting;
        panic!("doctrine leaves open {:?}", waiting.first().map(|it| &it.question.key));
    }
    table.finish().sections.iter().map(|section| section.notes.len()).sum()
}

#[divan::bench]
fn combat_of_ten_ships_a_side(bencher: Bencher) {
    let battle = battle();
    let mut exchange = 0;
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        exchange = (exchange + 1) % 512;
        black_box(fight(battle, exchange))
    });
}

/// Packets of a match at its largest: those that tell a whole phase of battles.
fn packets() -> &'static [Packet] {
    static PACKETS: OnceLock<Vec<Packet>> = OnceLock::new();
    PACKETS.get_or_init(|| {
        let mut all = played();
        all.sort_by_cached_key(|packet| std::cmp::Reverse(packet.view.to_string().len()));
        all.truncate(4);
        all
    })
}

/// Plays a match and keeps every packet.
fn played() -> Vec<Packet> {
    let system = scenario_1();
    let secret = Seed::practice(7);
    let mut ring = KeyRing::default();
    let mut book = OrderBook::default();
    let mut officer = StaffOfficer::new(7, 35);
    let mut checkpoint = Checkpoint::opening(&system);
    let mut packets = Vec::new();
    for exchange in 1.. {
        let key = ExchangeKey::derive(&secret, &Digest::of(b"bench"), exchange - 1, &[]);
        ring.insert(exchange - 1, key);
        let progress = advance(&system, &checkpoint, &book, &ring).expect("the rules hold");
        let told: Vec<_> = progress.played.iter().map(|step| (step.at.clone(), step.fresh())).collect();
        let chapters: Vec<Chapter<SeasOfThunder>> =
            told.iter().map(|(at, sections)| Chapter { at, sections }).collect();
        for &party in system.parties() {
            let view = system.view(&progress.present, party, News::of(&chapters));
            let own = || progress.waiting.iter().filter(|waiting| waiting.party == party);
            packets.push(Packet {
                staff_doctrine: false,
                format: sealord::view::packet::FORMAT.to_owned(),
                system: system.id().to_owned(),
                edition: system.edition(),
                scenario: system.game.id.clone(),
                options: Choices::default(),
                by_hand: Vec::new(),
                match_id: "bench".to_owned(),
                genesis: Digest::ZERO,
                party,
                team: sealord::team::Team::default(),
                exchange,
                standing: system.standing(&progress.present).name,
                over: progress.checkpoint.over,
                agreed: None,
                asked: own().next().is_some(),
                deadline: None,
                due: None,
                trust: Trust::Umpire,
                questions: own().map(|waiting| waiting.question.clone()).collect(),
                ahead: own().flat_map(|waiting| waiting.ahead.clone()).collect(),
                later: Vec::new(),
                voids: Vec::new(),
                by_umpire: Vec::new(),
                officers: Vec::new(),
                battle_plans: None,
                groups: Default::default(),
                doctrine: String::new(),
                practice_seed: false,
                verify: Verify {
                    entry: 1,
                    head: Digest::ZERO,
                    seed_commitment: secret.commitment(),
                    data: String::new(),
                },
                view: serde_json::to_value(&view).expect("a view is JSON"),
            });
        }
        checkpoint = progress.checkpoint;
        if checkpoint.over {
            return packets;
        }
        for waiting in &progress.waiting {
            book.open(exchange, waiting.party, &waiting.question.key);
            let picks = officer.answer(&waiting.question).expect("a legal answer");
            let mut text = String::from("answers:\n");
            write_answer(&mut text, &waiting.question, &picks);
            book.enter(
                exchange,
                waiting.party,
                parse("bench", text.as_bytes()).expect("well formed").answers,
            );
        }
        book.close(exchange);
    }
    unreachable!("a match ends")
}

#[divan::bench(args = ["text", "markdown", "html"])]
fn report(bencher: Bencher, format: &str) {
    let (templates, packets) = (Templates::builtin(), packets());
    let format = Format::parse(format).expect("a format");
    let mut at = 0;
    bencher.bench_local(|| {
        at = (at + 1) % packets.len();
        black_box(render(&templates, &packets[at], format).expect("a report"))
    });
}

/// How many ships the whole war has for each of scenario 1.
const FLEETS: usize = 4;

/// The largest packet with as many ships and combats as the whole war: each ship several times, each combat twice.
fn whole_war() -> Packet {
    let mut packet = packets()[0].clone();
    let view = &mut packet.view;
    for part in ["zones", "ports"] {
        for place in view[part].as_array_mut().expect("a list") {
            ["own", "enemy_known"].into_iter().for_each(|field| multiply(&mut place[field]));
        }
    }
    ["repair", "track", "sunk", "sightings"].into_iter().for_each(|field| multiply(&mut view[field]));
    let story = view["story"].as_array_mut().expect("a story");
    for line in story.iter_mut().flat_map(|it| it["lines"].as_array_mut().expect("lines")) {
        for list in ["groups", "boxes"] {
            let items = line.get_mut(list).and_then(Value::as_array_mut);
            items.into_iter().flatten().for_each(|it| multiply(&mut it["units"]));
        }
    }
    let combats: Vec<Value> = story.iter().filter(|chapter| !chapter["zone"].is_null()).cloned().collect();
    for mut again in combats {
        again["title"] = format!("{} again", again["title"].as_str().expect("a title")).into();
        story.push(again);
    }
    packet
}

/// Puts each unit of a list there several times, by different names.
fn multiply(units: &mut Value) {
    let Some(list) = units.as_array() else { return };
    let copy = |unit: &Value, nth: usize| {
        let mut copy = unit.clone();
        let named = if copy["unit"].is_object() { &mut copy["unit"] } else { &mut copy };
        for field in ["id", "name"] {
            named[field] = format!("{} {nth}", named[field].as_str().expect("a text")).into();
        }
        copy
    };
    *units = list.iter().flat_map(|unit| (0..FLEETS).map(move |nth| copy(unit, nth))).collect();
}

#[divan::bench(args = ["text", "markdown", "html"])]
fn report_of_the_whole_war(bencher: Bencher, format: &str) {
    let (templates, packet) = (Templates::builtin(), whole_war());
    let format = Format::parse(format).expect("a format");
    bencher.bench_local(|| black_box(render(&templates, &packet, format).expect("a report")));
}

#[divan::bench]
fn blank_form(bencher: Bencher) {
    let packets = packets();
    bencher.bench_local(|| black_box(form(&packets[0], None)));
}

/// A whole match from its story alone.
#[divan::bench]
fn apply_a_battle(bencher: Bencher) {
    let Battle { system, sea, book, ring } = battle();
    let mut table = Table::new(system, sea.clone(), book, ring, 0);
    system.step(&mut table).unwrap_or_else(|_| panic!("doctrine leaves something open"));
    let told = table.finish().sections;
    let events = in_order(&told).len();
    bencher.counter(ItemsCount::new(events)).bench_local(|| {
        let mut sea = sea.clone();
        in_order(&told).into_iter().for_each(|event: &Event| system.apply(&mut sea, event));
        black_box(sea)
    });
    assert!(told.iter().flat_map(|section| &section.notes).any(|note| matches!(note, Note::Roll(_))));
}
