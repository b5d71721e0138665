//! The officer who plays to win: its answers are legal, equal seeds play equal matches, and it beats the random legal
//! player from either chair.

use std::sync::LazyLock;

use sealord::games::Games;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::view::View;
use sealord::rules::{Choices, Rulebook};
use sealord::side::Side;
use sealord::staff::{AdvisedOfficer, Mind};
use sealord::system::System;
use sealord::table::{OpenQuestion, Picks};

#[path = "support/chairs.rs"]
mod chairs;

use chairs::{Chair, parallel, play, tally};

static RAIDER_WARFARE: LazyLock<SeasOfThunder> =
    LazyLock::new(|| SeasOfThunder::load(&Games::builtin(), "raider-warfare", &Choices::default()).unwrap());

/// Kinds that every match of the officer against itself meets.
const MET: [&str; 8] =
    ["place-convoys", "deploy", "adjust-setup", "move-ships", "place-air", "mat", "fire", "return"];

/// The officer is asked through the view: this compiles only as long as that is all it gets beside what is printed.
#[test]
fn it_decides_from_the_view_alone() {
    type Advice = fn(&SeasOfThunder, &View, &OpenQuestion, &mut Mind) -> Option<Picks>;
    let advice: Advice = <SeasOfThunder as System>::advise;
    let system = &*RAIDER_WARFARE;
    let view = system.view(&system.opening(), Side::AXIS, &[]);
    let mut mind: Mind = rand::SeedableRng::seed_from_u64(1);
    let strange = OpenQuestion {
        kind: "parley".to_owned(),
        key: "t1/parley".to_owned(),
        rule: String::new(),
        title: String::new(),
        about: Vec::new(),
        layout: sealord::table::Layout::BySubject,
        subjects: Vec::new(),
        options: Vec::new(),
        sets: Vec::new(),
        limits: Vec::new(),
    };
    assert_eq!(advice(system, &view, &strange, &mut mind), None, "no advice on what it does not know");
    let picks = AdvisedOfficer::new(1, 0).answer(system, &view, &strange);
    assert_eq!(picks, Some(Picks::in_order(Vec::new())), "then it answers as the random one does");
}

#[test]
fn every_answer_is_its_own_and_legal() {
    let kinds = parallel(100..106, |seed| {
        let mut kinds: Vec<String> = Vec::new();
        let opponent = if seed % 2 == 0 { Chair::Advised } else { Chair::Random(80) };
        play(&*RAIDER_WARFARE, seed, [Chair::Advised, opponent], |asked, view, system| {
            let mut mind: Mind = rand::SeedableRng::seed_from_u64(seed);
            let picks = system.advise(view, asked, &mut mind);
            let picks = picks.unwrap_or_else(|| panic!("seed {seed}: no advice on {}", asked.key));
            assert_eq!(picks.choice.len(), asked.subjects.len(), "{}", asked.key);
            for (at, option) in picks.choice.iter().enumerate() {
                assert!(asked.open_to(at).contains(option), "{}: subject {at} took {option}", asked.key);
            }
            assert_eq!(asked.broken_limit(&picks.choice), None, "{}", asked.key);
            kinds.push(asked.kind.clone());
        });
        kinds
    });
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    for kind in MET {
        assert!(kinds.iter().any(|met| met == kind), "{kind} was never asked");
    }
}

#[test]
fn equal_seeds_play_equal_matches() {
    let twice = parallel(0..2, |_| play(&*RAIDER_WARFARE, 7, [Chair::Advised; 2], |_, _, _| ()));
    assert!(twice[0] == twice[1], "the same seed played two matches");
    let other = play(&*RAIDER_WARFARE, 8, [Chair::Advised; 2], |_, _, _| ());
    assert!(other.answers != twice[0].answers, "another seed plays the same match");
}

#[test]
fn it_beats_the_random_player_from_either_chair() {
    for side in [Side::AXIS, Side::ALLIES] {
        let tally = tally(&*RAIDER_WARFARE, 1..11, side, Chair::Advised, Chair::Random(100));
        assert!(tally.won >= 9, "the {side}: {tally:?}");
    }
}
