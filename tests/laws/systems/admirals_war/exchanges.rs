//! How many exchanges a turn takes when players plan what they can and leave the rest to doctrine.

use sealord::items::Items;
use sealord::system::{Plans, Rules};
use std::collections::BTreeMap;

use sealord::doctrine::compile::compile;
use sealord::draft::parse_doctrine;
use sealord::draft::plan::{Hold, Otherwise};
use sealord::driver::{Checkpoint, advance};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::staff::StaffOfficer;
use sealord::table::book::BookOf;

use super::super::{Campaign, Lawful};
use super::side_by_side::ByLabel;
use crate::laws::plans::{file_of, plan};
use crate::laws::play::{draft, officers, parallel};

/// What is decided turn by turn; doctrine answers all else.
const BY_HAND: &[&str] = &[
    "set-up",
    "raid-force",
    "reinforce",
    "withdraw",
    "patrol",
    "sail-amphibious",
    "raid",
    "turn-submarine",
    "refuel",
];

/// The most that a turn may take with two players and with four. Setting up takes one more.
const GAMES: [(Campaign, usize); 2] = [
    (Campaign { scenario: "standard", options: &[], seeds: 0..2 }, 4),
    (Campaign { scenario: "standard", options: &["seats=4", "victory=team"], seeds: 0..2 }, 5),
];

/// A book with doctrine of all parties for what is not decided by hand.
fn doctrines(system: &AdmiralsWar) -> BookOf<AdmiralsWar> {
    let mut text = "doctrine:\n".to_owned();
    for kind in system.kinds().iter().filter(|it| !BY_HAND.contains(&it.kind)) {
        text += &format!("  {}: any\n", kind.kind);
    }
    let draft = parse_doctrine("doctrine", text.as_bytes()).unwrap().expect("a doctrine");
    let mut book = BookOf::<AdmiralsWar>::default();
    for &party in system.parties() {
        book.enter_doctrine(0, party, compile(system, &draft).unwrap());
    }
    book
}

/// The exchanges of each turn of a match in which every player, asked or not, plans all that his form offers.
fn exchanges(seed: u64) -> BTreeMap<String, usize> {
    let system = AdmiralsWar::system();
    let mut officers: Vec<StaffOfficer> = officers(system.parties(), seed, 35);
    let (mut book, mut checkpoint) = (doctrines(system), Checkpoint::opening(system));
    let mut turns: BTreeMap<String, usize> = BTreeMap::new();
    for exchange in 1.. {
        let progress = advance(system, &checkpoint, &book, &ByLabel(seed)).unwrap();
        checkpoint = progress.checkpoint;
        let Some(first) = progress.waiting.first() else { break };
        let turn = first.question.key.split('/').next().unwrap_or_default();
        *turns.entry(turn.to_owned()).or_default() += 1;
        for (place, &party) in system.parties().iter().enumerate() {
            let own: Vec<_> = progress.waiting.iter().filter(|waiting| waiting.party == party).collect();
            let open: Vec<&str> = own.iter().map(|waiting| waiting.question.key.as_str()).collect();
            for waiting in &own {
                let picks = officers[place].answer(&waiting.question).expect("an answer");
                book.open(exchange, party, &waiting.question.key);
                book.enter(exchange, party, [draft(&waiting.question, &picks)]);
            }
            let later = system.ahead(&progress.present, party, &open);
            let plans = later.iter().filter_map(|later| {
                let picks = officers[place].answer(&later.question)?;
                let by_hand = BY_HAND.contains(&later.question.kind.as_str());
                let otherwise = if by_hand { Otherwise::Ask } else { Otherwise::Doctrine };
                Some(plan(Hold::Firm, otherwise, draft(&later.question, &picks)))
            });
            book.enter_plans(exchange, party, &file_of(plans.collect()));
        }
        book.close(exchange);
    }
    turns
}

#[test]
fn with_plans_and_doctrine_a_turn_takes_four_exchanges_at_most_and_five_with_four_players() {
    for (game, most) in &GAMES {
        for turns in parallel(game.seeds.clone(), |seed| AdmiralsWar::under(game, || exchanges(seed))) {
            println!("{:?}: {turns:?}", game.options);
            let within = |(turn, count): (&String, &usize)| *count <= most + usize::from(turn == "t1");
            assert!(turns.len() == 10 && turns.iter().all(within), "{:?}: {turns:?}", game.options);
        }
    }
}
