//! 7.11 Areas that have nothing to do with each other are fought out side by side, and it comes to the same.

use sealord::system::Rules;
use std::collections::BTreeMap;

use sealord::digest::Digest;
use sealord::question::{OpenQuestion, Picks};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::admirals_war::board::{AreaId, Theatre};
use sealord::rules::admirals_war::event::Event;
use sealord::rules::admirals_war::pieces::Seat;
use sealord::rules::admirals_war::state::{Leads, MOST_LEAD, Ocean, Pacific, Phase};
use sealord::rules::{Choices, Rulebook, load};
use sealord::staff::StaffOfficer;
use sealord::table::book::BookOf;
use sealord::table::{DiceSource, Table, in_order};

use super::super::{Campaign, Lawful};
use crate::laws::play::{draft, parallel, play};

/// Dice that depend on their label and a seed alone.
pub struct ByLabel(pub u64);

impl DiceSource for ByLabel {
    fn faces(&self, _: u32, label: &str, count: usize) -> Result<Vec<u8>, String> {
        let hash = Digest::of_parts(&[&self.0.to_be_bytes(), label.as_bytes()]);
        Ok((0..count).map(|at| hash.as_bytes()[at % 32] % 6 + 1).collect())
    }
    fn shuffle(&self, _: u32, _: &str, count: usize) -> Result<Vec<usize>, String> {
        Ok((0..count).collect())
    }
}

/// The areas of a nation in the order in which it would select them, by its word.
type Lists = BTreeMap<String, Vec<String>>;

/// A combat phase that was played to its end.
struct Fought {
    end: Ocean,
    order: Vec<AreaId>,
    exchanges: u32,
}

/// Answers of players that depend on the question alone; areas are selected by the lists, or by the order if
/// there is one.
fn answer(question: &OpenQuestion, seed: u64, lists: &Lists, order: &[String]) -> Picks {
    let option = |word: &String| question.options.iter().position(|it| it.id == *word);
    if question.kind == "select-area" {
        let nation = question.key.rsplit('/').next().unwrap();
        let wanted: Vec<u16> = if question.key.matches('/').count() == 2 {
            lists[nation].iter().filter_map(option).map(|it| it as u16).collect()
        } else {
            order.iter().find_map(option).map(|it| it as u16).into_iter().collect()
        };
        assert_eq!(wanted.len(), question.subjects.len(), "{}: {lists:?}", question.key);
        return Picks::in_order(wanted);
    }
    let hash = Digest::of_parts(&[&seed.to_be_bytes(), question.key.as_bytes()]);
    let seed = u64::from_be_bytes(hash.as_bytes()[..8].try_into().unwrap());
    StaffOfficer::new(seed, 30).answer(question).expect("an answer")
}

/// Plays a combat phase. `order` is that of the areas where they are selected one by one.
fn fight(system: &AdmiralsWar, begin: &Ocean, seed: u64, lists: &Lists, order: &[AreaId]) -> Fought {
    let mut words: Vec<String> = order.iter().map(|area| system.board.area(*area).id.clone()).collect();
    let mut book = BookOf::<AdmiralsWar>::default();
    let (mut state, mut consumed, mut exchanges, mut taken) = (begin.clone(), 0, 0, Vec::new());
    while state.phase == Phase::Combat {
        let dice = ByLabel(seed);
        let mut table = Table::new(system, state.clone(), &book, &dice, consumed);
        let result = system.step(&mut table);
        let run = table.finish();
        if result.is_ok() {
            (state, consumed) = (run.state, run.consumed);
            taken.extend(in_order(&run.sections).into_iter().filter_map(|event| match event {
                Event::AreaSelected { area, .. } => Some(*area),
                _ => None,
            }));
            words.retain(|word| !taken.iter().any(|area| system.board.area(*area).id == *word));
            continue;
        }
        assert!(run.paused && !run.waiting.is_empty(), "seed {seed}: it stopped with a fault");
        exchanges += 1;
        for waiting in &run.waiting {
            let picks = answer(&waiting.question, seed, lists, &words);
            book.open(exchanges, waiting.party, &waiting.question.key);
            book.enter(exchanges, waiting.party, [draft(&waiting.question, &picks)]);
        }
        book.close(exchanges);
    }
    Fought { end: state, order: taken, exchanges }
}

/// A position without whose turn it is to select, and without the order of what is a set.
fn settled(mut ocean: Ocean, begin: &Ocean) -> Ocean {
    ocean.selects = begin.selects;
    ocean.raided.sort_unstable();
    ocean
}

/// Random lists of the areas of both theatres, for the nations that select there.
fn lists(system: &AdmiralsWar, seed: u64) -> Lists {
    let list = |nation: &str| {
        let rank = |id: &str| {
            let parts: [&[u8]; 3] = [&seed.to_be_bytes(), nation.as_bytes(), id.as_bytes()];
            *Digest::of_parts(&parts).as_bytes()
        };
        let mut ids: Vec<String> =
            system.board.areas().map(|area| system.board.area(area).id.clone()).collect();
        ids.sort_by_key(|id| rank(id));
        (nation.to_owned(), ids)
    };
    ["britain", "japan", "us", "germany"].into_iter().map(list).collect()
}

/// The same with two areas of a list in each other's place.
fn altered(lists: &Lists, by: usize) -> Lists {
    let mut lists = lists.clone();
    let nation = lists.keys().nth(by % 4).unwrap().clone();
    if let Some(list) = lists.get_mut(&nation) {
        let (one, other) = (by / 4 % list.len(), by / 4 / list.len() % list.len());
        list.swap(one, other);
    }
    lists
}

/// The order in which these areas come by lists.
fn rotation(system: &AdmiralsWar, first: Seat, lists: &Lists, areas: &[AreaId]) -> Vec<AreaId> {
    let mut order: Vec<AreaId> = Vec::new();
    let mut seat = first;
    while order.len() < areas.len() {
        let left =
            |id: &String| system.board.area_by_id(id).filter(|it| areas.contains(it) && !order.contains(it));
        let own = |area: &AreaId| system.board.area(*area).theatre == seat.track();
        let next = lists[seat.id()].iter().filter_map(left).find(own);
        order.extend(next);
        seat = seat.next();
    }
    order
}

/// Two games: as it is, and with what joins the halves of the Mediterranean.
static GAMES: [Campaign; 2] = [
    Campaign { scenario: "standard", options: &[], seeds: 0..0 },
    Campaign { scenario: "standard", options: &["french-fleet-dilemma=on", "task-forces=on"], seeds: 0..0 },
];

fn system(game: &Campaign, combat: &str) -> AdmiralsWar {
    let options = game.options.iter().copied().map(str::to_owned);
    let words: Vec<String> = options.chain([format!("combat={combat}")]).collect();
    let choices = Choices::parse(&words, AdmiralsWar::OPTIONS).unwrap();
    load(&sealord::rules::games(), Some(game.scenario), &choices).unwrap()
}

/// The positions of a random match in which combat begins, without those of the turn on which Japan attacks.
fn beginnings(game: &'static Campaign, seed: u64) -> Vec<Ocean> {
    let mut found: Vec<Ocean> = Vec::new();
    AdmiralsWar::under(game, || {
        play::<AdmiralsWar>(seed, 35, |_, moment| {
            let ocean = &moment.progress.checkpoint.state;
            let plain = matches!(ocean.pacific, Pacific::Peace | Pacific::War);
            let new = found.last().is_none_or(|last| last.turn < ocean.turn);
            if ocean.phase == Phase::Combat && plain && new {
                found.push(ocean.clone());
            }
        });
    });
    found
}

/// What the law found to compare.
#[derive(Debug, Default)]
struct Found {
    phases: usize,
    swapped: usize,
    /// Exchanges that the strict order takes, and that lists take.
    strict: u32,
    free: u32,
}

/// Two ways through a phase lead to one position; but for leads that a cap has cut.
fn same(begin: &Ocean, one: &Fought, other: &Fought, what: &str) {
    let (mut one, mut other) = (settled(one.end.clone(), begin), settled(other.end.clone(), begin));
    let full = |ocean: &Ocean| Theatre::ALL.iter().any(|&track| ocean.leads.of(track).abs() == MOST_LEAD);
    if full(begin) || full(&one) || full(&other) {
        (one.leads, other.leads) = (Leads::default(), Leads::default());
    }
    let text = |ocean: &Ocean| serde_json::to_string_pretty(ocean).unwrap();
    if one != other {
        for unit in one.ids().filter(|unit| one.unit(*unit) != other.unit(*unit)) {
            println!("{what}, {unit:?}: {:?} or {:?}", one.unit(unit), other.unit(unit));
        }
        let (one, other) = (text(&one), text(&other));
        let parts: Vec<_> = one.lines().zip(other.lines()).filter(|(a, b)| a != b).take(12).collect();
        panic!("{what}: {parts:#?}");
    }
}

/// Every combat phase of some matches comes to the same by lists, area by area in the same order, and in any
/// other order that puts pairs in conflict alike.
#[test]
fn areas_without_a_conflict_may_be_fought_out_in_any_order() {
    let found = parallel(6301..6303, |seed| {
        let game = &GAMES[seed as usize % 2];
        let (strict, free) = (system(game, "book"), system(game, "side-by-side"));
        let mut found = Found::default();
        for begin in beginnings(game, seed) {
            let what = format!("seed {seed}, turn {}", begin.turn);
            let lists = lists(&free, seed);
            let one = fight(&free, &begin, seed, &lists, &[]);
            let by_the_book = fight(&strict, &begin, seed, &lists, &one.order);
            if by_the_book.order == one.order {
                same(&begin, &one, &by_the_book, &format!("{what}, by the book"));
                found.phases += 1;
                found.strict += by_the_book.exchanges;
                found.free += one.exchanges;
            }
            let conflicts = free.conflicts(&begin);
            let alike = |order: &[AreaId]| {
                conflicts.iter().all(|&(a, b)| {
                    let before = |order: &[AreaId]| {
                        let place = |area: AreaId| order.iter().position(|it| *it == area);
                        place(a) < place(b)
                    };
                    before(&one.order) == before(order)
                })
            };
            let other = (0..2000).map(|by| altered(&lists, by * 37)).find(|lists| {
                let order = rotation(&free, begin.selects, lists, &one.order);
                order != one.order && alike(&order)
            });
            if let Some(lists) = other {
                let other = fight(&free, &begin, seed, &lists, &[]);
                assert!(other.order != one.order && alike(&other.order), "{what}: {:?}", other.order);
                same(&begin, &one, &other, &format!("{what}, {:?} and {:?}", one.order, other.order));
                found.swapped += 1;
            }
        }
        found
    });
    println!("{found:?}");
    let sum = |of: fn(&Found) -> usize| found.iter().map(of).sum::<usize>();
    assert!(sum(|it| it.phases) >= 15 && sum(|it| it.swapped) >= 8, "{found:?}");
    assert!(sum(|it| it.strict as usize) > 2 * sum(|it| it.free as usize), "{found:?}");
}
