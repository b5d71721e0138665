//! The officer who plays to win: its answers are legal, equal seeds play equal matches, and it beats the random legal
//! player from either chair.

use std::sync::LazyLock;

use sealord::games::Games;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::state::Sea;
use sealord::rules::seas_of_thunder::view::View;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::rules::{Choices, Rulebook};
use sealord::staff::{AdvisedOfficer, Mind, Reading};
use sealord::system::{News, System};
use sealord::table::{OpenQuestion, Picks};

#[path = "support/chairs.rs"]
mod chairs;

use chairs::{Chair, parallel, play, tally};

fn load(word: &str) -> SeasOfThunder {
    SeasOfThunder::load(&Games::builtin(), word, &Choices::default()).unwrap()
}

static RAIDER_WARFARE: LazyLock<SeasOfThunder> = LazyLock::new(|| load("raider-warfare"));

/// The random legal player.
const RANDOM: Chair = Chair::Random(100);

/// Kinds that every match of the officer against itself meets.
const MET: [&str; 8] =
    ["place-convoys", "deploy", "adjust-setup", "move-ships", "place-air", "mat", "fire", "return"];

/// The officer is asked through the view: this compiles only as long as that is all it gets beside what is printed.
#[test]
fn it_decides_from_the_view_alone() {
    type Advice = fn(&SeasOfThunder, &View, &OpenQuestion, &mut Mind) -> Option<Picks>;
    let advice: Advice = <SeasOfThunder as System>::advise;
    let system = &*RAIDER_WARFARE;
    let view = system.view(&system.opening(), AXIS, News::NONE);
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
    let picks = AdvisedOfficer::new(1, 0).answer(&Reading { system, view }, &strange);
    assert_eq!(picks, Some(Picks::in_order(Vec::new())), "then it answers as the random one does");
}

/// Plays a match in which every answer of an advised officer is its own and legal; gives the kinds it was asked.
fn watched(system: &SeasOfThunder, seed: u64, chairs: [Chair; 2]) -> (Sea, Vec<String>) {
    let mut kinds: Vec<String> = Vec::new();
    let played = play(system, seed, &chairs, |asked, view, system| {
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
    assert_eq!(system.impossible(&played.state), None, "seed {seed}");
    (played.state, kinds)
}

#[test]
fn every_answer_is_its_own_and_legal() {
    let kinds = parallel(100..106, |seed| {
        let opponent = if seed % 2 == 0 { Chair::Advised } else { Chair::Random(80) };
        watched(&RAIDER_WARFARE, seed, [Chair::Advised, opponent]).1
    });
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    for kind in MET {
        assert!(kinds.iter().any(|met| met == kind), "{kind} was never asked");
    }
}

/// The other scenarios, from either chair.
#[test]
fn it_wins_every_other_scenario() {
    parallel(2..8, |scenario| {
        let system = load(&scenario.to_string());
        for party in [AXIS, ALLIES] {
            let chairs = if party == AXIS { [Chair::Advised, RANDOM] } else { [RANDOM, Chair::Advised] };
            let (end, _) = watched(&system, scenario, chairs);
            assert_eq!(system.winner(&end), Some(party.side()), "scenario {scenario}");
        }
    });
}

/// What only the war asks is answered with sense too.
#[test]
fn it_commands_the_whole_war() {
    let system = load("campaign");
    let (end, kinds) = watched(&system, 1, [Chair::Advised, Chair::Advised]);
    assert_eq!(end.turn, 25);
    assert!(kinds.iter().any(|kind| kind == "declare"), "nobody was asked about war with Japan");
}

#[test]
fn equal_seeds_play_equal_matches() {
    let twice = parallel(0..2, |_| play(&*RAIDER_WARFARE, 7, &[Chair::Advised; 2], |_, _, _| ()));
    assert!(twice[0] == twice[1], "the same seed played two matches");
    let other = play(&*RAIDER_WARFARE, 8, &[Chair::Advised; 2], |_, _, _| ());
    assert!(other.answers != twice[0].answers, "another seed plays the same match");
}

#[test]
fn it_beats_the_random_player_from_either_chair() {
    for party in [AXIS, ALLIES] {
        let tally = tally(&*RAIDER_WARFARE, 1..11, party, Chair::Advised, RANDOM);
        assert!(tally.won >= 9, "the {party}: {tally:?}");
    }
}
