//! What a system says of itself, and that no system is left out of the laws.

use std::collections::BTreeSet;

use sealord::party::Party;
use sealord::report::replay::UNSHOWN;
use sealord::rules::ledger::Ledger;
use sealord::rules::{Choices, ids, load};
use sealord::system::News;
use sealord::view::{OF_THE_FIRST, Parts, union, without};

use crate::laws::play::{boldness, play};
use crate::laws::systems::Lawful;

crate::laws::laws! {
    a_system_says_the_same_of_itself_everywhere,
    its_first_scenario_is_played_by_every_name,
    its_ledger_has_its_prefix,
    its_view_is_read_into_its_parts,
    what_nobody_wants_is_left_out_of_a_view_and_nothing_else,
    of_all_views_but_the_first_the_union_takes_no_more_than_it_says,
}

#[test]
fn every_system_is_under_the_laws() {
    let under: BTreeSet<&str> = crate::laws::laws!(@list words []).into();
    let left_out: Vec<&str> = ids().into_iter().filter(|id| !under.contains(id)).collect();
    assert!(left_out.is_empty(), "no law holds for {left_out:?}");
}

fn a_system_says_the_same_of_itself_everywhere<S: Lawful>() {
    let system = S::system();
    assert_eq!((system.id(), system.edition(), system.changes()), (S::ID, S::EDITION, S::CHANGES));
    assert!(system.ruling("a slip", S::RULING).is_ok());
    assert!(system.ruling("a slip", "nothing that is known").is_err());
}

fn its_first_scenario_is_played_by_every_name<S: Lawful>() {
    let games = S::games();
    let known = S::scenarios(&games).unwrap();
    let first = known.iter().find(|scenario| scenario.playable).expect("a scenario");
    assert_eq!(S::system().scenario(), first.id);
    for word in first.aliases.iter().chain([&first.id]) {
        assert_eq!(
            load::<S>(&games, Some(word), &Choices::default()).unwrap().scenario(),
            first.id,
            "{word}"
        );
    }
    for scenario in known.iter().filter(|scenario| !scenario.playable) {
        let fault = load::<S>(&games, Some(&scenario.id), &Choices::default())
            .map(drop)
            .expect_err("it is not playable");
        assert!(fault.to_string().contains("has data but not yet its special rules"), "{fault}");
    }
}

fn its_ledger_has_its_prefix<S: Lawful>() {
    let ledger = Ledger::load(&S::games(), S::ID).unwrap();
    assert!(!ledger.entries().is_empty());
    for entry in ledger.entries() {
        assert!(entry.id.starts_with(S::PREFIX), "{}", entry.id);
        assert_eq!(ledger.find(&entry.id), Some(entry));
    }
    assert_eq!(ledger.find(&format!("{}nothing", S::PREFIX)), None);
}

fn its_view_is_read_into_its_parts<S: Lawful>() {
    for &party in S::PARTIES {
        let view = serde_json::to_value(S::system().view(&S::system().opening(), party, News::NONE)).unwrap();
        let parts = Parts::of(&view).unwrap_or_else(|fault| panic!("{fault} in {view}"));
        assert!(!parts.sea.zones.is_empty() && !parts.sea.links.is_empty(), "{view}");
    }
}

fn what_nobody_wants_is_left_out_of_a_view_and_nothing_else<S: Lawful>() {
    let mut left_out = BTreeSet::new();
    play::<S>(1, boldness(1), |_, moment| {
        for &party in S::PARTIES {
            let view = |unwanted| {
                S::system().view(&moment.progress.checkpoint.state, party, News { unwanted, ..News::NONE })
            };
            let mut whole = serde_json::to_value(view(&[])).unwrap();
            let members = whole.as_object_mut().unwrap();
            members.retain(|name, part| {
                let is_kept = !UNSHOWN.contains(&name.as_str());
                let is_empty = part.as_array().is_some_and(Vec::is_empty);
                left_out.extend((!is_kept && !is_empty).then(|| name.clone()));
                is_kept
            });
            assert_eq!(without(&view(&UNSHOWN), &UNSHOWN).unwrap(), whole);
            // What is not wanted is not even made.
            let bare = serde_json::to_value(view(&UNSHOWN)).unwrap();
            let made = UNSHOWN.iter().filter(|name| bare[**name].as_array().is_some_and(|it| !it.is_empty()));
            assert_eq!(made.collect::<Vec<_>>(), Vec::<&&str>::new());
        }
    });
    assert!(!left_out.is_empty(), "the match had nothing of what a replay leaves out");
}

fn of_all_views_but_the_first_the_union_takes_no_more_than_it_says<S: Lawful>() {
    play::<S>(2, boldness(2), |_, moment| {
        let views = |unwanted: &[&str]| {
            let seen = |(nth, party): (usize, &Party)| {
                let unwanted = if nth == 0 { &[] } else { unwanted };
                let news = News { unwanted, ..News::NONE };
                let view = S::system().view(&moment.progress.checkpoint.state, *party, news);
                (party.side(), without(&view, unwanted).unwrap())
            };
            S::PARTIES.iter().enumerate().map(seen).collect()
        };
        assert_eq!(union(views(&OF_THE_FIRST)), union(views(&[])));
    });
}
