//! The staff doctrine of a game, `doctrine: staff`: it means something in every scenario, it answers all that
//! it names, and a game that has none refuses the word.

use std::collections::BTreeSet;

use sealord::digest::Digest;
use sealord::doctrine::Doctrine;
use sealord::doctrine::compile::compile;
use sealord::doctrine::staff::{kinds, written};
use sealord::draft::write::write_doctrine;
use sealord::draft::{DoctrineDraft, parse_doctrine};
use sealord::problem::Problem;
use sealord::rules::Choices;
use sealord::table::book::{BookOf, OrderBook};

use super::play::{parallel, play_by};
use super::systems::Lawful;

fn draft() -> DoctrineDraft {
    parse_doctrine("orders", b"exchange: 1\ndoctrine: staff\n").unwrap().expect("a doctrine")
}

fn compiled<S: Lawful>(system: &S) -> Result<Doctrine<S::Item>, Vec<Problem>> {
    compile(system, &draft())
}

/// A book in which every party has the staff doctrine.
pub fn book_of_staff<S: Lawful>(system: &S) -> BookOf<S> {
    let mut book = OrderBook::default();
    for &party in system.parties() {
        book.enter_doctrine(0, party, compiled(system).expect("a staff doctrine"));
    }
    book
}

/// Plays a match in which every party has it, and gives the kinds of question that were put.
fn put_by<S: Lawful>(seed: u64) -> BTreeSet<String> {
    let mut put = BTreeSet::new();
    play_by::<S>(book_of_staff(S::system()), seed, 35, |_, moment| {
        put.extend(moment.progress.waiting.iter().map(|it| it.question.kind.clone()));
    });
    put
}

fn it_is_legal_in_every_scenario_and_answers_what_it_names<S: Lawful>() {
    let named = kinds(S::system());
    for scenario in S::scenarios(&S::games()).unwrap() {
        if !scenario.playable {
            continue;
        }
        let system = S::load(&S::games(), &scenario.id, &Choices::default()).unwrap();
        match compiled(&system) {
            Ok(_) => assert!(!named.is_empty(), "{}", scenario.id),
            Err(problems) => {
                assert!(named.is_empty(), "{}: {problems:?}", scenario.id);
                let place = problems[0].place.as_ref().expect("a place");
                assert_eq!((&*problems[0].code, place.line, place.column), ("no-staff-doctrine", 2, 11));
            }
        }
    }
    if named.is_empty() {
        return;
    }
    let names = |kind: &str| named.iter().any(|it| it == kind);
    let first = put_by::<S>(0);
    assert!(!first.is_empty() && !first.iter().any(|kind| names(kind)), "the first scenario: {first:?}");
    let campaigns = S::WAR.len() as u64;
    let all = parallel(0..campaigns, |at| {
        let campaign = &S::WAR[at as usize];
        (campaign, S::under(campaign, || put_by::<S>(campaign.seeds.start)))
    });
    for (campaign, put) in &all {
        let kept: Vec<&String> = put.iter().filter(|kind| names(kind)).collect();
        assert!(kept.is_empty(), "{campaign:?}: {kept:?} should have been answered");
    }
}

laws! {
    it_is_legal_in_every_scenario_and_answers_what_it_names,
    what_it_stands_for_changes_with_an_edition_alone,
}

/// Whoever changes what the word stands for changes the outcome of matches, so the edition must be raised and
/// what it stood for kept for the editions before.
fn what_it_stands_for_changes_with_an_edition_alone<S: Lawful>() {
    let text = S::system().staff_doctrine();
    if !text.is_empty() {
        let digest = Digest::of(written(text).map(|it| write_doctrine(&it)).unwrap_or_default().as_bytes());
        insta::assert_snapshot!(format!("staff_doctrine_of_{}", S::ID), digest);
    }
}
