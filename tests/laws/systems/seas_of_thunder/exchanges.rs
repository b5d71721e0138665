//! How many exchanges a turn takes when both sides have standing orders.

use std::collections::BTreeMap;
use std::path::PathBuf;

use sealord::doctrine::compile::compile;
use sealord::draft::parse_doctrine;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::two_sided::PARTIES;
use sealord::table::book::{BookOf, OrderBook};

use super::{campaign, system};
use crate::laws::play::{parallel, play_by};
use crate::laws::systems::{Campaign, Lawful};

/// The most that a turn may take.
const MOST: usize = 7;

/// What is played: every scenario, and a run. Turkey, where a match lets it in, takes an eighth on the turn
/// on which it comes in, for it moves after all others (SOT-5.3.1-3).
const PLAYED: &[Campaign] = &[
    campaign("1", 2),
    campaign("2", 2),
    campaign("3", 2),
    campaign("4", 2),
    campaign("5", 2),
    campaign("6", 2),
    campaign("7", 2),
    campaign("3-4", 1),
];

/// The book with the doctrines of the example.
fn doctrines() -> BookOf<SeasOfThunder> {
    let mut book = OrderBook::default();
    for &party in PARTIES {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let path = root.join(format!("examples/struggle-for-the-middle-sea/doctrine/{}.yaml", party.id()));
        let text = std::fs::read(&path).unwrap();
        let draft = parse_doctrine("doctrine", &text).unwrap().expect("a doctrine");
        book.enter_doctrine(0, party, compile(system(), &draft).unwrap());
    }
    book
}

/// With doctrine for all but movement and setup, no turn takes more than seven exchanges.
#[test]
fn with_doctrine_a_turn_takes_seven_exchanges_at_most() {
    for campaign in PLAYED {
        let most = parallel(campaign.seeds.clone(), |seed| {
            SeasOfThunder::under(campaign, || {
                let mut turns: BTreeMap<String, usize> = BTreeMap::new();
                play_by::<SeasOfThunder>(doctrines(), seed, 35, |_, moment| {
                    if let Some(waiting) = moment.progress.waiting.first() {
                        let turn = waiting.question.key.split('/').next().unwrap_or_default();
                        *turns.entry(turn.to_owned()).or_default() += 1;
                    }
                });
                turns
            })
        });
        for turns in most {
            assert!(turns.values().all(|count| *count <= MOST), "{campaign:?}: {turns:?}");
        }
    }
}
