//! What the officer answers where optional rules ask.

use crate::questions;
use engine::system::{Advice, Rules, Views};
use rand_chacha::rand_core::SeedableRng;

use super::super::board::Theatre;
use super::super::pieces::Nation;
use super::super::state::{Ocean, Pacific, Place, UnitState};
use super::*;
use engine::question::{Layout, OpenChoice, OpenSubject};
use engine::rulebook::two_sided::Camp;
use engine::rulebook::{Choices, Rulebook};
use engine::system::News;

fn system(scenario: &str) -> AdmiralsWar {
    AdmiralsWar::load(&AdmiralsWar::built_in(), scenario, &Choices::default()).unwrap()
}

/// What the officer of the Axis answers to a question with one subject and two words, the first of which is
/// silence.
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
    let picks =
        system.advise(&view, &question, &mut TieBreaker::seed_from_u64(1)).expect("he knows the question");
    words[usize::from(picks.choice[0])].to_owned()
}

fn put(system: &AdmiralsWar, ocean: &mut Ocean, units: &[&str], place: Place) {
    for id in units {
        let unit = system.counters.by_id(id).unwrap();
        *ocean.unit_mut(unit) = UnitState::at(place);
    }
}

fn sea(system: &AdmiralsWar, area: &str) -> Place {
    Place::Sea(system.board.area_by_id(area).unwrap())
}

#[test]
fn italy_enters_the_war_where_its_fleet_prevails_over_the_allies_in_the_mediterranean() {
    let system = system("turn-0");
    let mut ocean = system.opening();
    let enters = |ocean: &Ocean| {
        answer(&system, ocean, questions::ITALY_ENTRY, "t0/italy-entry/germany", ["stay", "declare"])
    };
    let italians: Vec<_> = ocean.ids().filter(|&unit| system.counter(unit).nation == Nation::It).collect();
    for unit in &italians {
        *ocean.unit_mut(*unit) = UnitState::at(Place::Removed);
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

/// A system with an optional rule.
fn with_option(scenario: &str, option: &str) -> AdmiralsWar {
    let choices = Choices::parse(&[option.to_owned()], AdmiralsWar::OPTIONS).unwrap();
    AdmiralsWar::load(&AdmiralsWar::built_in(), scenario, &choices).unwrap()
}

/// What the officer of a side answers: the word of each subject. Each may take all options; its default
/// stands behind it.
fn answers(
    (system, ocean): (&AdmiralsWar, &Ocean),
    side: Camp,
    (kind, key): (&str, &str),
    subjects: &[(&str, u16)],
    options: &[&str],
) -> Vec<String> {
    let choice =
        |word: &&str| OpenChoice { id: (*word).into(), name: (*word).into(), note: String::new(), mark: 0 };
    let subject = |&(id, default): &(&str, u16)| OpenSubject {
        id: id.into(),
        name: id.into(),
        note: String::new(),
        set: 0,
        default: Some(default),
    };
    let question = OpenQuestion {
        kind: kind.to_owned(),
        key: key.to_owned(),
        rule: String::new(),
        title: String::new(),
        about: Vec::new(),
        layout: Layout::BySubject,
        subjects: subjects.iter().map(subject).collect(),
        options: options.iter().map(choice).collect(),
        sets: vec![(0..options.len() as u16).collect()],
        limits: Vec::new(),
    };
    let view = system.view(ocean, side.into(), News::NONE);
    let picks =
        system.advise(&view, &question, &mut TieBreaker::seed_from_u64(1)).expect("he knows the question");
    picks.choice.iter().map(|&option| options[usize::from(option)].to_owned()).collect()
}

#[test]
fn kamikazes_are_all_that_the_area_is_not_held_with() {
    let system = system("turn-11");
    let mut ocean = system.opening();
    (ocean.turn, ocean.pacific) = (11, Pacific::War);
    let here = sea(&system, "central-pacific");
    let named = |ocean: &Ocean, key: &str| {
        let key = format!("t11/central-pacific/{key}/axis");
        let aircraft = [("jp-24af", 0), ("jp-akagi", 0)];
        answers((&system, ocean), Camp::AXIS, ("kamikaze", &key), &aircraft, &["none", "kamikaze"])
    };
    put(&system, &mut ocean, &["jp-24af", "jp-akagi", "jp-nachi"], here);
    assert_eq!(named(&ocean, "r1/kamikaze"), ["kamikaze"; 2], "Nachi holds the area");
    put(&system, &mut ocean, &["jp-nachi"], Place::Sunk);
    assert_eq!(named(&ocean, "r1/kamikaze"), ["none", "kamikaze"], "somebody must");
    assert_eq!(
        named(&ocean, "strike/midway/kamikaze"),
        ["kamikaze"; 2],
        "who strikes a port goes home anyhow"
    );
    let americans = ["us-lexington", "us-enterprise", "us-saratoga", "us-hornet", "us-iowa", "us-new-jersey"];
    put(&system, &mut ocean, &americans, here);
    assert_eq!(named(&ocean, "r1/kamikaze"), ["kamikaze"; 2], "the area is lost");
}

#[test]
fn germany_seizes_the_fleet_when_the_table_promises_most() {
    let system = with_option("standard", "french-fleet-dilemma=on");
    let mut ocean = system.opening();
    let toulon = Place::Hold(system.board.hold_named("vichy-toulon").unwrap());
    put(&system, &mut ocean, &["fr-dunkerque", "fr-strasbourg", "fr-algerie"], toulon);
    let mut on = |turn: u8| {
        ocean.turn = turn;
        answer(&system, &ocean, "lila", &format!("t{turn}/lila/germany"), ["hold", "seize"])
    };
    assert_eq!([3, 5, 6].map(&mut on), ["hold"; 3], "it gets better");
    assert_eq!(on(8), "seize");
    assert_eq!(on(10), "hold", "there is nothing left to use them for");
}

#[test]
fn britain_attacks_the_french_if_germany_would_get_them() {
    let system = with_option("standard", "french-fleet-dilemma=on");
    let mut ocean = system.opening();
    put(
        &system,
        &mut ocean,
        &["gb-hood", "gb-valiant", "gb-resolution"],
        sea(&system, "western-mediterranean"),
    );
    let toulon = Place::Base(system.board.base_by_id("toulon").unwrap());
    put(&system, &mut ocean, &["fr-dunkerque"], toulon);
    let ordered = |ocean: &Ocean| {
        let subjects = [("gb-hood", 1), ("gb-valiant", 1), ("gb-resolution", 1)];
        let kind = ("catapult", "t1/catapult/surface/britain");
        answers((&system, ocean), Camp::ALLIES, kind, &subjects, &["fr-dunkerque", "hold"])
    };
    assert_eq!(ordered(&ocean), ["hold"; 3], "one chance in six");
    ocean.leads.gain(Theatre::Atlantic, Camp::AXIS, 3);
    assert_eq!(ordered(&ocean), ["fr-dunkerque"; 3], "four in six");
    put(&system, &mut ocean, &["gb-valiant", "gb-resolution"], sea(&system, "indian-ocean"));
    let more = ["fr-strasbourg", "fr-bretagne", "fr-provence", "fr-lorraine", "fr-courbet"];
    put(&system, &mut ocean, &more, toulon);
    let subjects = [("gb-hood", 6)];
    let options =
        ["fr-dunkerque", "fr-strasbourg", "fr-bretagne", "fr-provence", "fr-lorraine", "fr-courbet", "hold"];
    let kind = ("catapult", "t1/catapult/surface/britain");
    let alone = answers((&system, &ocean), Camp::ALLIES, kind, &subjects, &options);
    assert_eq!(alone, ["hold"], "Hood alone is too weak");
}

#[test]
fn yards_convert_with_what_damage_leaves() {
    let system = with_option("standard", "bb-cv=on");
    let mut ocean = system.opening();
    ocean.turn = 5;
    let yokosuka = Place::Base(system.board.base_by_id("yokosuka").unwrap());
    put(&system, &mut ocean, &["jp-hyuga", "jp-ise", "jp-nagato"], yokosuka);
    let converted = |ocean: &Ocean| {
        let kind = ("convert", "t5/convert/yokosuka/japan");
        let ships = [("jp-hyuga", 0), ("jp-ise", 0)];
        answers((&system, ocean), Camp::AXIS, kind, &ships, &["keep", "convert"])
    };
    assert_eq!(converted(&ocean), ["convert"; 2]);
    let nagato = system.counters.by_id("jp-nagato").unwrap();
    ocean.unit_mut(nagato).damage = 2;
    assert_eq!(converted(&ocean), ["convert", "keep"]);
    ocean.unit_mut(nagato).damage = 4;
    assert_eq!(converted(&ocean), ["keep"; 2]);
    ocean.unit_mut(nagato).damage = 0;
    ocean.turn = 9;
    assert_eq!(converted(&ocean), ["keep"; 2], "too late to pay");
}

#[test]
fn what_cannot_attack_hides_or_lands_in_a_force_of_its_own() {
    let system = with_option("standard", "task-forces=on");
    let mut ocean = system.opening();
    ocean.pacific = Pacific::War;
    let here = sea(&system, "central-pacific");
    put(&system, &mut ocean, &["jp-akagi", "jp-nachi", "jp-yokosuka"], here);
    let kind = (questions::TASK_FORCES, "t1/central-pacific/r1/task-forces/axis");
    let units = [("jp-akagi", 0), ("jp-nachi", 0), ("jp-yokosuka", 0)];
    let formed = answers((&system, &ocean), Camp::AXIS, kind, &units, &["tf-1", "tf-2", "tf-3"]);
    assert_eq!(formed, ["tf-1", "tf-1", "tf-2"]);
    let intent = |ocean: &Ocean| {
        let kind = ("intent", "t1/central-pacific/r1/intent/axis");
        let words = ["searching", "hiding", "landing"];
        answers((&system, ocean), Camp::AXIS, kind, &[("tf-1", 0), ("tf-2", 1)], &words)
    };
    assert_eq!(intent(&ocean), ["searching", "landing"], "Midway is there to be taken");
    put(&system, &mut ocean, &["us-enterprise", "us-yorktown", "us-lexington", "us-saratoga"], here);
    assert_eq!(intent(&ocean), ["searching", "hiding"], "four carriers are in the way");
}

#[test]
fn american_groups_keep_out_of_reach() {
    let system = with_option("standard", "pearl-harbor-tension=on");
    let faces: Vec<(String, u16)> = (1..=6).map(|face| (format!("die-{face}"), 0)).collect();
    let faces: Vec<(&str, u16)> = faces.iter().map(|(id, default)| (id.as_str(), *default)).collect();
    let areas = ["central-pacific", "hawaiian-islands", "caribbean-sea"];
    let set =
        answers((&system, &system.opening()), Camp::ALLIES, ("chances", "t1/chances/us"), &faces, &areas);
    assert_eq!(set, [areas[0], areas[1], areas[2], areas[2], areas[2], areas[2]]);
}

#[test]
fn lost_troops_come_back_in_their_own_ocean() {
    let system = system("standard");
    let mut ocean = system.opening();
    (ocean.turn, ocean.pacific) = (6, Pacific::War);
    put(&system, &mut ocean, &["jp-kure", "us-1mar"], Place::Track(6));
    let back = |side, seat: &str, unit, options: &[&str]| {
        let key = format!("t6/reinforce/{seat}");
        answers((&system, &ocean), side, ("reinforce", &key), &[(unit, 0)], options).remove(0)
    };
    let japanese = back(Camp::AXIS, "japan", "jp-kure", &["brest", "norway", "taranto", "truk", "yokosuka"]);
    assert!(["truk", "yokosuka"].contains(&japanese.as_str()), "{japanese}");
    let american =
        back(Camp::ALLIES, "us", "us-1mar", &["england", "usa", "gibraltar", "pearl-harbor", "samoa"]);
    assert!(["pearl-harbor", "samoa"].contains(&american.as_str()), "{american}");
}
