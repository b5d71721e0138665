//! The officer who plays to win: its answers are legal, equal seeds play equal matches, and it beats the
//! random legal player from either chair.

use sealord::system::{Advice, Rules, Views};
use std::sync::LazyLock;

use sealord::party::Party;
use sealord::question::{OpenQuestion, OpenSubject, Picks};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::view::View;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::{Choices, MatchOption, Rulebook};
use sealord::staff::{AdvisedOfficer, Reading};
use sealord::system::News;
use sealord::tie_breaker::TieBreaker;

#[path = "support/chairs.rs"]
pub mod chairs;
#[allow(dead_code, reason = "the bench uses more of it")]
#[path = "support/wars.rs"]
mod wars;

use chairs::{Chair, parallel, play, tally};

fn load<S: Rulebook>(word: &str) -> S {
    S::load(&sealord::rules::games(), word, &Choices::default()).unwrap()
}

static RAIDER_WARFARE: LazyLock<SeasOfThunder> = LazyLock::new(|| load("raider-warfare"));
static MIDWAY: LazyLock<AdmiralsWar> = LazyLock::new(|| load("midway"));

/// The options that are played alone in every run: they ask most.
const OFTEN: [&str; 2] = ["french-fleet-dilemma", "task-forces"];

/// The random legal player.
const RANDOM: Chair = Chair::Random(100);

/// Kinds that every match of the officer against itself meets.
const MET: [&str; 8] =
    ["place-convoys", "deploy", "adjust-setup", "move-ships", "place-air", "mat", "fire", "return"];

/// The officer is asked through the view: this compiles only as long as that is all it gets beside what is
/// printed.
#[test]
fn it_decides_from_the_view_alone() {
    type Advice = fn(&SeasOfThunder, &View, &OpenQuestion, &mut TieBreaker) -> Option<Picks>;
    let advice: Advice = <SeasOfThunder as sealord::system::Advice>::advise;
    let system = &*RAIDER_WARFARE;
    let view = system.view(&system.opening(), AXIS, News::NONE);
    let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(1);
    let strange = OpenQuestion {
        kind: "parley".to_owned(),
        key: "t1/parley".to_owned(),
        rule: String::new(),
        title: String::new(),
        about: Vec::new(),
        layout: sealord::question::Layout::BySubject,
        subjects: Vec::new(),
        options: Vec::new(),
        sets: Vec::new(),
        limits: Vec::new(),
    };
    assert_eq!(advice(system, &view, &strange, &mut ties), None, "no advice on what it does not know");
    let picks = AdvisedOfficer::new(1, 0).answer(&Reading { system, view }, &strange);
    assert_eq!(picks, Some(Picks::in_order(Vec::new())), "then it answers as the random one does");
}

/// Kinds that an officer of either side meets in the standard game of Admirals' War against the random legal
/// player.
const MET_IN_THE_WAR: [&str; 18] = [
    "reinforce",
    "patrol",
    "repair",
    "place-air",
    "sail-amphibious",
    "raid",
    "turn-submarine",
    "select-area",
    "strike",
    "action",
    "air-targets",
    "gun-targets",
    "retreat",
    "pursue",
    "air-raid",
    "raid-targets",
    "land",
    "return",
];

/// The chairs with an officer on one party and the random legal player on the other.
fn against_random(party: Party) -> [Chair; 2] {
    if party == AXIS { [Chair::Advised, RANDOM] } else { [RANDOM, Chair::Advised] }
}

fn assert_legal(asked: &OpenQuestion, picks: &Picks) {
    assert_eq!(picks.choice.len(), asked.subjects.len(), "{}", asked.key);
    for (at, option) in picks.choice.iter().enumerate() {
        assert!(asked.open_to(at).contains(option), "{}: subject {at} took {option}", asked.key);
    }
    assert_eq!(asked.broken_limit(&picks.choice), None, "{}", asked.key);
}

/// Plays a match in which every answer of an advised officer is its own and legal; gives the kinds it was
/// asked, and `flight` for each answer by which LBA fly.
fn watched<S: Rulebook>(system: &S, seed: u64, chairs: [Chair; 2]) -> (S::State, Vec<String>) {
    let mut kinds: Vec<String> = Vec::new();
    let played = play(system, seed, &chairs, |asked, view, system| {
        let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(seed);
        let picks = system.advise(view, asked, &mut ties);
        let picks = picks.unwrap_or_else(|| panic!("seed {seed}: no advice on {}", asked.key));
        assert_legal(asked, &picks);
        kinds.push(asked.kind.clone());
        let silent = |(subject, option): (&OpenSubject, &u16)| subject.default == Some(*option);
        if asked.kind == "place-air" && !asked.subjects.iter().zip(&picks.choice).all(silent) {
            kinds.push("flight".to_owned());
        }
    });
    assert_eq!(system.broken_invariant(&played.state), None, "seed {seed}");
    (played.state, kinds)
}

#[test]
fn every_answer_is_its_own_and_legal() {
    let kinds = parallel(100..106, |seed| {
        let opponent = if seed % 2 == 0 { Chair::Advised } else { Chair::Random(80) };
        watched(&*RAIDER_WARFARE, seed, [Chair::Advised, opponent]).1
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
        let system: SeasOfThunder = load(&scenario.to_string());
        for party in [AXIS, ALLIES] {
            let (end, _) = watched(&system, scenario, against_random(party));
            assert_eq!(system.winner(&end), Some(party.side()), "scenario {scenario}");
        }
    });
}

/// What only the war asks is answered with sense too.
#[test]
fn it_commands_the_whole_war() {
    let system: SeasOfThunder = load("campaign");
    let (end, kinds) = watched(&system, 1, [Chair::Advised, Chair::Advised]);
    assert_eq!(end.turn, 25);
    assert!(kinds.iter().any(|kind| kind == "declare"), "nobody was asked about war with Japan");
    let flights = kinds.iter().filter(|kind| *kind == "flight").count();
    assert!(flights >= 10, "LBA flew on {flights} of 50 occasions");
}

#[test]
fn equal_seeds_play_equal_matches() {
    let twice = parallel(0..2, |_| play(&*RAIDER_WARFARE, 7, &[Chair::Advised; 2], |_, _, _| ()));
    assert!(twice[0] == twice[1], "the same seed played two matches");
    let other = play(&*RAIDER_WARFARE, 8, &[Chair::Advised; 2], |_, _, _| ());
    assert!(other.answers != twice[0].answers, "another seed plays the same match");
    let twice = parallel(0..2, |_| play(&*MIDWAY, 7, &[Chair::Advised; 2], |_, _, _| ()));
    assert!(twice[0] == twice[1], "the same seed played two matches of Midway");
}

#[test]
fn it_beats_the_random_player_from_either_chair() {
    for party in [AXIS, ALLIES] {
        let tally = tally(&*RAIDER_WARFARE, 1..11, party, Chair::Advised, RANDOM);
        assert!(tally.won >= 9, "the {party}: {tally:?}");
    }
}

/// Admirals' War: its shortest match, many times.
#[test]
fn it_beats_the_random_player_at_midway() {
    for party in [AXIS, ALLIES] {
        let won = parallel(0..40, |seed| {
            let (end, _) = watched(&*MIDWAY, seed, against_random(party));
            MIDWAY.winner(&end) == Some(party.side())
        });
        let won = won.into_iter().filter(|won| *won).count();
        // Its only turn may go either way for Japan, even against such a player.
        let least = if party == AXIS { 20 } else { 36 };
        assert!(won >= least, "the {party} won {won} of 40");
    }
}

/// Its longest one, from either chair.
#[test]
fn it_wins_the_war_in_both_theatres() {
    let system: AdmiralsWar = load("standard");
    parallel(0..2, |place| {
        let party = [AXIS, ALLIES][place as usize];
        let (end, kinds) = watched(&system, 1, against_random(party));
        assert_eq!(system.winner(&end), Some(party.side()), "{party}: {:?}", end.leads);
        for kind in MET_IN_THE_WAR {
            assert!(kinds.iter().any(|met| met == kind), "the {party} were never asked {kind}");
        }
        if party == AXIS {
            assert!(matches!(end.attacked, Some(3 | 4)), "Japan attacked on {:?}", end.attacked);
        }
    });
}

/// The same with a turn before it and one after it, of which the last is fought in the Pacific alone.
#[test]
fn it_wins_the_war_from_turn_0_to_turn_11() {
    let system: AdmiralsWar = load("turn-0-to-11");
    parallel(0..2, |place| {
        let party = [AXIS, ALLIES][place as usize];
        let (end, kinds) = watched(&system, 1, against_random(party));
        assert_eq!((end.turn, system.winner(&end)), (11, Some(party.side())), "{party}: {:?}", end.leads);
        assert!(party == AXIS || kinds.iter().any(|kind| kind == "transfer"), "no ship was ever transferred");
    });
}

/// The War at Sea campaign: every scenario, from every chair. What the officer looks at changes what he does
/// somewhere.
#[test]
fn it_wins_every_campaign_of_the_war_at_sea() {
    let mut differed: Vec<String> = Vec::new();
    for scenario in WarAtSea::scenarios(&sealord::rules::games()).unwrap() {
        let system: WarAtSea = load(&scenario.id);
        for (place, party) in system.parties().iter().enumerate() {
            for seed in 1..=3 {
                let chairs: Vec<Chair> = (0..system.parties().len())
                    .map(|at| if at == place { Chair::Advised } else { RANDOM })
                    .collect();
                let played = play(&system, seed, &chairs, |asked, view, system| {
                    let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(seed);
                    let Some(picks) = system.advise(view, asked, &mut ties) else { return };
                    assert_legal(asked, &picks);
                    let silence = asked.subjects.iter().map(|subject| subject.default);
                    if !silence.eq(picks.choice.iter().map(|at| Some(*at))) {
                        differed.push(asked.kind.clone());
                    }
                });
                let winner = system.winner(&played.state);
                let points = system.sides().iter().map(|side| (*side, system.points(&played.state, *side)));
                let points: Vec<_> = points.collect();
                assert_eq!(winner, Some(party.side()), "{}, {party}, seed {seed}: {points:?}", scenario.id);
            }
        }
    }
    for kind in ["spend", "move", "stand", "scout", "plan", "late-strike"] {
        assert!(differed.iter().any(|it| it == kind), "`{kind}` is always answered by silence");
    }
}

/// Optional rules, all that there are: what they ask may be left to silence, but nothing that is asked
/// without them.
#[test]
fn it_wins_the_war_under_every_optional_rule() {
    let two_seats = |it: &&MatchOption| !["seats", "victory", "council"].contains(&it.word);
    let options = AdmiralsWar::OPTIONS.iter().filter(two_seats);
    let words = options.map(|it| format!("{}={}", it.word, it.values[it.values.len() - 1]));
    let choices = Choices::parse(&words.collect::<Vec<_>>(), AdmiralsWar::OPTIONS).unwrap();
    let system = AdmiralsWar::load(&sealord::rules::games(), "standard", &choices).unwrap();
    parallel(0..2, |place| {
        let party = [AXIS, ALLIES][place as usize];
        let played = play(&system, 1, &against_random(party), |asked, view, system| {
            let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(1);
            match system.advise(view, asked, &mut ties) {
                Some(picks) => assert_legal(asked, &picks),
                None => assert!(!MET_IN_THE_WAR.contains(&asked.kind.as_str()), "no advice on {}", asked.key),
            }
        });
        assert_eq!(system.broken_invariant(&played.state), None);
        assert_eq!(system.winner(&played.state), Some(party.side()), "{party}: {:?}", played.state.leads);
    });
}

/// Officers in both chairs play to the end, and the audit of every match passes: the standard game, and the
/// war from turn 0 to turn 11 with every option on and with each alone.
///
/// `SEALORD_OFFICERS=100` plays the standard game from so many seeds, and the others from a fifth of them.
#[test]
fn officers_fight_every_war_to_the_end_and_the_audit_passes() {
    let asked = std::env::var("SEALORD_OFFICERS").ok().map(|text| text.parse::<u64>().expect("a number"));
    let often = |option: &str| asked.is_some() || OFTEN.iter().any(|word| option.starts_with(word));
    let matches = wars::admirals(asked.unwrap_or(1), often);
    let found = wars::fight_all(&matches, asked.is_some());
    assert!(found.len() == matches.len() && found.iter().all(|found| found.over && found.exchanges > 200));
}
