//! Naval wars of Schiffskrieg: how many exchanges a turn takes with doctrine, and how the officer plays.

use sealord::items::Items;
use sealord::system::{Advice, Events, Plans, Rules, Views};
use std::collections::BTreeMap;
use std::sync::Arc;

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::draft::plan::{Hold, Otherwise};
use sealord::driver::{Checkpoint, advance};
use sealord::party::Party;
use sealord::question::{OpenQuestion, Picks};
use sealord::rules::schiffskrieg::event::Event;
use sealord::rules::schiffskrieg::faction::Faction;
use sealord::rules::schiffskrieg::state::{Goal, Mission, Stage, SupportId};
use sealord::rules::schiffskrieg::{Schiffskrieg, faction};
use sealord::rules::{Choices, Rulebook};
use sealord::staff::StaffOfficer;
use sealord::system::News;
use sealord::table::book::{Answers, BookOf};
use sealord::table::rolls::KeyRing;
use sealord::table::{Table, VoidOrder, in_order};
use sealord::tie_breaker::TieBreaker;

use crate::laws::plans::{file_of, plan};
use crate::laws::play::draft;
use crate::officer::chairs::{Chair, parallel, play};

/// The most exchanges that a turn may take with doctrine.
const MOST: usize = 6;

fn load(scenario: &str, options: &[&str]) -> Schiffskrieg {
    Party::declare(faction::PARTIES);
    let options: Vec<String> = options.iter().map(|it| (*it).to_owned()).collect();
    let choices = Choices::parse(&options, Schiffskrieg::OPTIONS).unwrap();
    Schiffskrieg::load(&sealord::rules::games(), scenario, &choices).unwrap()
}

/// A book in which every party has the doctrine with which it begins.
fn starting(system: &Schiffskrieg) -> BookOf<Schiffskrieg> {
    Answers::default().read_by(system).unwrap()
}

/// What an officer orders, all in one list: without being asked again in the same turn.
fn at_once(system: &Schiffskrieg, view: &<Schiffskrieg as Views>::View, asked: &OpenQuestion) -> Picks {
    let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(1);
    let advice = system.advise(view, asked, &mut ties);
    let mut picks = advice.or_else(|| StaffOfficer::new(1, 0).answer(asked)).expect("an answer");
    if let Some(then) = asked.subjects.iter().position(|it| it.id == "then") {
        picks.choice[then] = asked.subjects[then].default.expect("it ends");
    }
    picks
}

/// Plays a match in which every faction has its starter doctrine and plans its missions as early as it can.
/// Gives the exchanges of each turn.
fn exchanges(system: &Schiffskrieg, seed: u64) -> BTreeMap<u8, usize> {
    let key = |exchange: u32| ExchangeKey::derive(&Seed::practice(seed), &Digest::of(b"war"), exchange, &[]);
    let mut keys = KeyRing::default();
    keys.insert(0, key(0));
    let mut book = starting(system);
    let mut checkpoint = Checkpoint::opening(system);
    let mut found: BTreeMap<u8, usize> = BTreeMap::new();
    for exchange in 1..400 {
        let progress = advance(system, &checkpoint, &book, &keys).unwrap();
        checkpoint = progress.checkpoint;
        if checkpoint.over {
            return found;
        }
        *found.entry(system.turn_number(&progress.present)).or_default() += 1;
        let open: Vec<&str> = progress.waiting.iter().map(|it| it.question.key.as_str()).collect();
        for &party in system.parties() {
            let view = system.view(&progress.present, party, News::NONE);
            for waiting in progress.waiting.iter().filter(|it| it.party == party) {
                let picks = at_once(system, &view, &waiting.question);
                book.open(exchange, party, &waiting.question.key);
                book.enter(exchange, party, [draft(&waiting.question, &picks)]);
            }
            let later = system.ahead(&progress.present, party, &open);
            let missions = later.iter().filter(|it| it.question.kind == "missions");
            let plans = missions.map(|it| {
                let picks = at_once(system, &view, &it.question);
                plan(Hold::Firm, Otherwise::Silence, draft(&it.question, &picks))
            });
            book.enter_plans(exchange, party, &file_of(plans.collect()));
        }
        book.close(exchange);
        keys.insert(exchange, key(exchange));
    }
    panic!("seed {seed}: the match does not end");
}

#[test]
fn with_doctrine_a_turn_takes_few_exchanges() {
    for (scenario, seed) in [("29", 1), ("46", 2), ("31", 3)] {
        let system = load(scenario, &["turns=4"]);
        let found = exchanges(&system, seed);
        let most = found.values().max().copied().unwrap_or(0);
        assert!(most <= MOST, "scenario {scenario}, seed {seed}: {found:?}");
    }
}

/// What a match came to in which whoever is asked for missions orders some, and nobody answers anything else.
#[derive(Default)]
struct Asked {
    /// The exchanges of each turn.
    exchanges: BTreeMap<u8, usize>,
    /// The keys of each exchange.
    keys: Vec<Vec<String>>,
    /// What was not put, and orders that came to nothing.
    cut: Vec<VoidOrder>,
}

/// Plays such a match, in which all have a doctrine if it is said.
fn asking(system: &Schiffskrieg, doctrine: Option<&str>) -> Asked {
    let key = |exchange: u32| ExchangeKey::derive(&Seed::practice(1), &Digest::of(b"war"), exchange, &[]);
    let mut keys = KeyRing::default();
    keys.insert(0, key(0));
    let mut answers = Answers::default();
    if let Some(text) = doctrine {
        let file = Arc::new(sealord::draft::parse("doctrine", text.as_bytes()).unwrap());
        system.parties().iter().for_each(|&party| answers.enter_doctrine(0, party, Arc::clone(&file)));
    }
    let mut book = answers.read_by(system).unwrap();
    let mut checkpoint = Checkpoint::opening(system);
    let mut found = Asked::default();
    for exchange in 1..400 {
        let progress = advance(system, &checkpoint, &book, &keys).unwrap();
        checkpoint = progress.checkpoint;
        found.cut.extend(progress.voids);
        if checkpoint.over {
            return found;
        }
        *found.exchanges.entry(system.turn_number(&progress.present)).or_default() += 1;
        found.keys.push(progress.waiting.iter().map(|it| it.question.key.clone()).collect());
        for waiting in progress.waiting {
            book.open(exchange, waiting.party, &waiting.question.key);
            if waiting.question.kind == "missions" {
                let view = system.view(&progress.present, waiting.party, News::NONE);
                let picks = at_once(system, &view, &waiting.question);
                book.enter(exchange, waiting.party, [draft(&waiting.question, &picks)]);
            }
        }
        book.close(exchange);
        keys.insert(exchange, key(exchange));
    }
    panic!("the match does not end");
}

/// A doctrine that names next to nothing.
const NEXT_TO_NOTHING: &str = "doctrine:\n  luck: silence\n";

/// However much doctrine leaves open, a turn takes no more exchanges than one for each faction and those that
/// may be opened by asking back; what was cut is said to its party, once.
#[test]
fn a_match_bounds_how_often_factions_are_asked_back() {
    let any = asking(&load("29", &["turns=2", "asks=any"]), Some(NEXT_TO_NOTHING));
    assert!(any.cut.is_empty());
    assert!(any.exchanges.values().any(|exchanges| *exchanges > 7), "{:?}", any.exchanges);
    for most in [0, 3] {
        let asks = format!("asks={most}");
        let found = asking(&load("29", &["turns=2", &asks]), Some(NEXT_TO_NOTHING));
        for (turn, exchanges) in &found.exchanges {
            // Set-up comes before the first turn.
            let bound = 3 + most + usize::from(*turn == 1);
            assert!(*exchanges <= bound, "{asks}: {:?}", found.exchanges);
        }
        let mut keys: Vec<&str> = found.cut.iter().map(|void| void.key.as_str()).collect();
        assert!(!keys.is_empty() && found.cut.iter().all(|void| void.why.contains(&asks)), "{asks}");
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all, "{asks}: a question was cut twice");
    }
}

/// The Allies are asked for their missions in one exchange, or the Soviet faction in its own turn, once in
/// either way.
#[test]
fn allies_order_together_or_in_turn() {
    let [western, soviet] = ["t1/western/missions", "t1/soviet/missions"];
    let at = |found: &Asked, key: &str| {
        let asked = |keys: &Vec<String>| keys.iter().any(|it| it == key);
        let places: Vec<usize> = (0..found.keys.len()).filter(|at| asked(&found.keys[*at])).collect();
        let [place] = places[..] else { panic!("{key} is asked in {places:?}") };
        place
    };
    let together = asking(&load("31", &["turns=1"]), None);
    assert_eq!(at(&together, western), at(&together, soviet));
    let in_turn = asking(&load("31", &["turns=1", "allied-turns=in-turn"]), None);
    assert!(at(&in_turn, western) < at(&in_turn, soviet));
    // In scenario 35 they are enemies.
    let enemies = asking(&load("35", &["turns=1"]), None);
    assert!(at(&enemies, western) < at(&enemies, soviet));
}

/// What the Soviet faction ordered together with the Western one waits for its turn, is seen by nobody else,
/// and is passed over if it cannot be done by then; it is not asked again.
#[test]
fn orders_that_an_ally_made_void_are_passed_over_in_their_turn() {
    let system = load("31", &["turns=1"]);
    let mut sea = system.opening();
    let soviet = Faction::Soviet;
    let own = |at: &u8| system.faction_of_support(&sea, SupportId(*at)) == Some(soviet);
    let support = (0..sea.support.len() as u8).find(own).map(SupportId).expect("a Soviet unit");
    // Hexes are goals beside a real table alone.
    let base = system.board.base_ids().next().expect("a base");
    let mission = Mission::Place(support, Goal::Hex(system.board.base(base).hex));
    let begins = |faction: Faction| Event::StageBegan {
        turn: system.scenario.start,
        stage: Stage::Support,
        faction,
        war_turns: 0,
    };
    system.apply(&mut sea, &begins(Faction::Western));
    system.apply(&mut sea, &Event::Ordered { faction: soviet, missions: vec![mission] });
    let seen = |party: &Party| system.view(&sea, *party, News::NONE);
    for party in system.parties() {
        let (view, is_soviet) = (seen(party), party.side() == soviet.side());
        assert_eq!(
            (view.own.orders.len(), view.own.seen.ally.is_some()),
            (usize::from(is_soviet), is_soviet),
            "{party}"
        );
    }
    system.apply(&mut sea, &begins(soviet));
    assert_eq!((&sea.orders[..], &sea.ally), (&[mission][..], &Some(Vec::new())));
    let dice = KeyRing::default();
    let book = starting(&system);
    let mut table = Table::new(&system, sea, &book, &dice, 0);
    system.step(&mut table).unwrap();
    let run = table.finish();
    let told: Vec<&Event> = in_order(&run.sections);
    assert!(
        matches!(told[0], Event::ThingBegan { faction, void: Some(rule), .. } if *faction == soviet && rule == "SK-3.1-1")
    );
    assert!(matches!(told[1], Event::StageBegan { stage: Stage::Reorganization, .. }), "{told:?}");
    assert_eq!(run.state.ally, None);
}

/// The starter doctrine names every kind but those that begin a match or a faction's turn.
#[test]
fn the_starter_doctrine_leaves_three_kinds_to_be_asked() {
    let system = load("29", &[]);
    let book = starting(&system);
    let doctrine = book.doctrine(system.parties()[0], 0).expect("there is one");
    let named: Vec<&str> = doctrine.kinds().collect();
    let left = system.kinds().iter().map(|it| it.kind).filter(|kind| !named.contains(kind));
    assert_eq!(left.collect::<Vec<_>>(), ["set-up", "missions", "commerce-raid"]);
}

/// Conditions of doctrine are read, and what is no condition is refused with its place.
#[test]
fn conditions_are_read() {
    use sealord::doctrine::compile::compile;
    let system = load("29", &[]);
    let read = |text: &str| {
        let draft = sealord::draft::parse("doctrine", text.as_bytes()).unwrap();
        compile(&system, &draft.doctrine.expect("it is there")).map(drop)
    };
    read("doctrine:\n  contest: [{when: [stronger 3:2, worth 2, where north-sea, season], prefer: [surface-fleet]}]\n")
        .unwrap_err();
    read("doctrine:\n  contest: [{when: [stronger 3:2, worth 2, where north-sea, seasonal], prefer: [surface-fleet]}]\n")
        .unwrap();
    read("doctrine:\n  rebase: [{when: round 2, prefer: [stay]}]\n").unwrap_err();
}

/// A key says who is asked, and in which turn; what is no key of the match is refused.
#[test]
fn keys_say_who_is_asked() {
    let system = load("29", &[]);
    let asked = |key: &str| system.asked(key).map(|it| it.party.map(|party| party.side().to_string()));
    assert_eq!(asked("t2/axis/missions").unwrap().as_deref(), Some("Axis"));
    assert!(asked("t2/axis/intercept/tk").unwrap().is_some_and(|side| side != "Axis"));
    assert!(asked("t99/axis/missions").is_err());
    assert!(asked("t2/axis/compose/nobody").is_err());
    assert!(asked("t2/axis/1/r1/axis/hood").is_err(), "the label of dice");
}

/// On either side the officer does better against the random player than against another officer, and all
/// that it answers is legal.
#[test]
fn the_officer_beats_the_random_player() {
    for scenario in ["29", "46"] {
        let system = load(scenario, &[]);
        let shares = parallel(0..3, |at| {
            // The officer on the first side, on all others, on all.
            let chair = |place: usize| {
                if at == 2 || (place == 0) == (at == 0) { Chair::Advised } else { Chair::Random(100) }
            };
            let chairs: Vec<Chair> = (0..system.parties().len()).map(chair).collect();
            let played = play(&system, 1, &chairs, |asked, view, system| {
                let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(1);
                let picks = system.advise(view, asked, &mut ties);
                let picks = picks.unwrap_or_else(|| panic!("no advice on {}", asked.key));
                assert_eq!(asked.broken_limit(&picks.choice), None, "{}", asked.key);
            });
            system.share(&played.state).expect("points enough")
        });
        let [first, others, both] = shares[..] else { panic!("three games were played") };
        assert!(others < both && both < first, "scenario {scenario}: {others}, {both}, {first}");
    }
}

/// A zone in which no enemy stands is held by one fleet: the officer sends each to another.
#[test]
fn the_officer_sends_no_second_fleet_where_the_first_holds() {
    let system = load("32", &["turns=2"]);
    let chairs = vec![Chair::Advised; system.parties().len()];
    let mut several = 0;
    play(&system, 1, &chairs, |asked, view, system| {
        if asked.kind != "missions" {
            return;
        }
        let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(1);
        let picks = system.advise(view, asked, &mut ties).expect("advice");
        // X-boats that patrol hold nothing.
        let is_fleet = |id: &str| system.support.iter().any(|it| it.word == id);
        let fleets = asked.subjects.iter().zip(&picks.choice).filter(|(subject, _)| is_fleet(&subject.id));
        let chosen = fleets.map(|(_, option)| &asked.options[usize::from(*option)].id);
        let mut sent: Vec<_> = chosen.filter_map(|id| system.board.zone_named(id)).collect();
        sent.retain(|zone| {
            system.strength_in(&view.own.seen, *zone).iter().all(|(_, strength)| *strength == 0)
        });
        let all = sent.len();
        sent.sort();
        sent.dedup();
        assert_eq!(sent.len(), all, "{}: into {sent:?}", asked.key);
        several = several.max(all);
    });
    assert!(several >= 2, "nobody sends several fleets");
}
