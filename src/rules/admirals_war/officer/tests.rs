//! What the officer answers where optional rules ask: whether Italy enters the war, and whether Germans leave a battle with
//! the Italians.

use rand_chacha::rand_core::SeedableRng;

use super::super::pieces::Nation;
use super::super::state::{Ocean, Place, UnitState};
use super::*;
use crate::games::Games;
use crate::rules::two_sided::Camp;
use crate::rules::{Choices, Rulebook};
use crate::system::{News, System};
use crate::table::{Layout, OpenChoice, OpenSubject};

fn system(scenario: &str) -> AdmiralsWar {
    AdmiralsWar::load(&Games::builtin(), scenario, &Choices::default()).unwrap()
}

/// What the officer of the Axis answers to a question with one subject and two words, the first of which is silence.
fn answer(system: &AdmiralsWar, ocean: &Ocean, kind: &str, key: &str, words: [&str; 2]) -> String {
    let choice = |word: &str| OpenChoice { id: word.into(), name: word.into(), note: String::new(), mark: 0 };
    let subject =
        OpenSubject { id: "here".into(), name: "here".into(), note: String::new(), set: 0, default: Some(0) };
    let question = OpenQuestion {
        kind: kind.to_owned(),
        key: key.to_owned(),
        rule: String::new(),
        title: String::new(),
        about: Vec::new(),
        layout: Layout::BySubject,
        subjects: vec![subject],
        options: words.map(choice).into(),
        sets: vec![vec![0, 1]],
        limits: Vec::new(),
    };
    let view = system.view(ocean, Camp::AXIS.into(), News::NONE);
    let picks = advise(system, &view, &question, &mut Mind::seed_from_u64(1)).expect("he knows the question");
    words[usize::from(picks.choice[0])].to_owned()
}

fn put(system: &AdmiralsWar, ocean: &mut Ocean, units: &[&str], place: Place) {
    for id in units {
        let unit = system.counters.by_id(id).unwrap();
        ocean.units[usize::from(unit.0)] = UnitState::at(place);
    }
}

fn sea(system: &AdmiralsWar, area: &str) -> Place {
    Place::Sea(system.board.area_by_id(area).unwrap())
}

#[test]
fn italy_enters_the_war_where_its_fleet_prevails_over_the_allies_in_the_mediterranean() {
    let system = system("turn-0");
    let mut ocean = system.opening();
    let enters =
        |ocean: &Ocean| answer(&system, ocean, "italy-entry", "t0/italy-entry/germany", ["stay", "declare"]);
    let italians: Vec<_> = ocean.ids().filter(|&unit| system.counter(unit).nation == Nation::It).collect();
    for unit in &italians {
        ocean.units[usize::from(unit.0)] = UnitState::at(Place::Removed);
    }
    assert_eq!(enters(&ocean), "stay", "nobody is there to fight");
    let taranto = Place::Base(system.board.base_by_id("taranto").unwrap());
    put(&system, &mut ocean, &["it-conte-di-cavour", "it-giulio-cesare", "it-zara"], taranto);
    assert_eq!(enters(&ocean), "declare", "nobody watches");
    let british =
        ["gb-hood", "gb-nelson", "gb-rodney", "gb-warspite", "gb-valiant", "gb-renown", "gb-repulse"];
    put(&system, &mut ocean, &british, sea(&system, "mid-atlantic"));
    assert_eq!(enters(&ocean), "declare", "they are far away");
    put(&system, &mut ocean, &british[..4], sea(&system, "western-mediterranean"));
    put(&system, &mut ocean, &british[4..], sea(&system, "eastern-mediterranean"));
    assert_eq!(enters(&ocean), "stay", "both halves count");
    put(&system, &mut ocean, &british[1..], sea(&system, "mid-atlantic"));
    assert_eq!(enters(&ocean), "declare", "one ship is too few");
    put(&system, &mut ocean, &["it-conte-di-cavour", "it-giulio-cesare"], sea(&system, "mid-atlantic"));
    assert_eq!(enters(&ocean), "stay", "ships at sea do not come out of Taranto");
}

#[test]
fn germans_go_with_the_italians_unless_they_can_hold_out_alone() {
    let system = system("standard");
    let mut ocean = system.opening();
    let here = sea(&system, "western-mediterranean");
    let asked = |ocean: &Ocean, key: &str| answer(&system, ocean, "retreat", key, ["stay", "retreat"]);
    let follow = |ocean: &Ocean| asked(ocean, "t1/western-mediterranean/r1/follow/axis");
    let retreat = |ocean: &Ocean| asked(ocean, "t1/western-mediterranean/r1/retreat/axis");
    put(&system, &mut ocean, &["it-littorio", "it-vittorio-veneto", "it-roma", "it-conte-di-cavour"], here);
    put(&system, &mut ocean, &["de-admiral-scheer", "gb-warspite", "gb-valiant"], here);
    // With the Italians they would stay.
    assert_eq!((retreat(&ocean), follow(&ocean)), ("stay".to_owned(), "retreat".to_owned()));
    put(&system, &mut ocean, &["de-bismarck", "de-tirpitz", "de-scharnhorst", "de-gneisenau"], here);
    assert_eq!((retreat(&ocean), follow(&ocean)), ("stay".to_owned(), "stay".to_owned()));
}
