//! How many exchanges a turn takes with the staff doctrine of the game on all sides: with what it leaves to the
//! players decided by hand, and with all of that planned that the form offers. Staff officers who play to win
//! sit in all chairs.

use std::collections::BTreeMap;

use sealord::doctrine::staff::kinds;
use sealord::draft::plan::{Hold, Otherwise, PlanDraft};
use sealord::draft::{AnswerBody, AnswerDraft, EntryValue};
use sealord::driver::{Checkpoint, advance};
use sealord::question::{AheadQuestion, OpenQuestion, Picks};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::staff::{AdvisedOfficer, Reading};
use sealord::system::News;

use super::plans::{file_of, plan};
use super::play::{Log, draft, parallel, word};
use super::staff_doctrine::book_of_staff;
use super::systems::{Campaign, Lawful};

/// How many choices a plan names for each unit, best first.
const CHOICES: usize = 3;
/// That an air unit waits for a later question.
const LATER: &str = "later";

const fn campaign(scenario: &'static str) -> Campaign {
    Campaign { scenario, options: &[], seeds: 0..2 }
}

/// The scenarios of Seas of Thunder, and the most exchanges of a turn by hand: its groups that move one after
/// the other.
static THUNDER: [(Campaign, usize); 7] = [
    (campaign("1"), 2),
    (campaign("2"), 3),
    (campaign("3"), 3),
    (campaign("4"), 7),
    (campaign("5"), 6),
    (campaign("6"), 2),
    (campaign("7"), 2),
];
static MIDWAY: Campaign = campaign("midway");
static STANDARD: Campaign = Campaign { scenario: "standard", options: &[], seeds: 0..1 };

/// The plans of a party for all that may be asked of it later and that doctrine does not answer.
fn plans<S: Lawful>(
    officer: &mut AdvisedOfficer,
    reading: &Reading<'_, S>,
    later: &[AheadQuestion],
) -> Vec<PlanDraft> {
    let answered = kinds(reading.system);
    let mut plans = Vec::new();
    for later in later.iter().filter(|it| !answered.contains(&it.question.kind)) {
        let Some(picks) = officer.answer(reading, &later.question) else { continue };
        for key in later.keys() {
            let mut answer = draft(&later.question, &picks);
            with_others(&later.question, &picks, &mut answer);
            key.clone_into(&mut answer.key.text);
            plans.push(plan(Hold::Firm, Otherwise::Doctrine, answer));
        }
    }
    plans
}

/// Puts other choices behind what is picked, as a player may write them: the first that is legal counts. They
/// come in the order of the question, so a player who thinks does better.
fn with_others(question: &OpenQuestion, picks: &Picks, answer: &mut AnswerDraft) {
    let AnswerBody::Entries(entries) = &mut answer.body else { return };
    for (entry, &at) in entries.iter_mut().zip(&picks.order) {
        let (at, picked) = (usize::from(at), picks.choice[usize::from(at)]);
        let others = question.open_to(at).iter().filter(|option| **option != picked);
        let all = std::iter::once(&picked).chain(others);
        let words = all.map(|option| question.options[usize::from(*option)].id.as_str());
        entry.value = EntryValue::Many(words.filter(|id| *id != LATER).take(CHOICES).map(word).collect());
    }
}

/// Lets no air unit wait for a later question, where one answer may place several.
fn name_all(question: &OpenQuestion, picks: &mut Picks) {
    for at in 0..picks.choice.len() {
        if question.options[usize::from(picks.choice[at])].id == LATER {
            picks.choice[at] = *question.open_to(at).last().expect("an option");
        }
    }
}

/// The exchanges of each turn of a match; in each, every party plans what it can if they do.
fn exchanges<S: Lawful>(planning: bool, seed: u64) -> BTreeMap<String, usize> {
    let (system, parties) = (S::system(), S::players());
    let (mut book, mut log) = (book_of_staff(system), Log::new(seed, parties));
    let mut checkpoint = Checkpoint::opening(system);
    let officer = |place| AdvisedOfficer::new(seed * 8 + place, 35);
    let mut officers: Vec<AdvisedOfficer> = (0..parties.len() as u64).map(officer).collect();
    let mut turns: BTreeMap<String, usize> = BTreeMap::new();
    for exchange in 1.. {
        let progress = advance(system, &checkpoint, &book, &log.ring).unwrap();
        checkpoint = progress.checkpoint;
        let Some(first) = progress.waiting.first() else { break };
        let turn = first.question.key.split('/').next().unwrap_or_default();
        *turns.entry(turn.to_owned()).or_default() += 1;
        for (officer, &party) in officers.iter_mut().zip(parties) {
            let reading = Reading { system, view: system.view(&progress.present, party, News::NONE) };
            let own: Vec<_> = progress.waiting.iter().filter(|it| it.party == party).collect();
            let open: Vec<&str> = own.iter().map(|it| it.question.key.as_str()).collect();
            for waiting in &own {
                book.open(exchange, party, &waiting.question.key);
                // What may be answered early is, in the same file.
                for question in std::iter::once(&waiting.question).chain(&waiting.ahead) {
                    let mut picks = officer.answer(&reading, question).expect("an answer");
                    name_all(question, &mut picks);
                    let draft = draft(question, &picks);
                    book.enter(exchange, party, [draft.clone()]);
                    log.give(exchange, party, draft);
                }
            }
            if planning {
                let later = system.ahead(&progress.present, party, &open);
                book.enter_plans(exchange, party, &file_of(plans(officer, &reading, &later)));
            }
        }
        book.close(exchange);
        log.add_key(exchange);
    }
    turns
}

/// No turn takes more exchanges than it may; set-up takes one more, or two where it is a turn of its own.
fn within<S: Lawful>(campaign: &'static Campaign, planning: bool, most: usize) {
    let all = parallel(campaign.seeds.clone(), |seed| S::under(campaign, || exchanges::<S>(planning, seed)));
    for turns in all {
        println!("{} with plans {planning}: {turns:?}", campaign.scenario);
        let most = |turn: &str| if turn == "t1" && most > 1 { most + 1 } else { most.max(2) };
        assert!(turns.iter().all(|(turn, count)| *count <= most(turn)), "{campaign:?}: {turns:?}");
    }
}

#[test]
fn a_turn_of_seas_of_thunder_takes_three_exchanges_at_most_with_plans() {
    for (campaign, by_hand) in &THUNDER {
        within::<SeasOfThunder>(campaign, true, 3);
        within::<SeasOfThunder>(campaign, false, *by_hand);
    }
}

/// Six by hand: the navies go on patrol, place their air units and raid one after the other, and the rules
/// show each step to the enemy before his. Japan orders its landing force and its raiders in one file; until
/// edition 5 these took two. Until edition 4 the second air unit of each took two more.
#[test]
fn midway_takes_six_exchanges_at_most_by_hand_and_three_with_plans() {
    within::<AdmiralsWar>(&MIDWAY, true, 2);
    within::<AdmiralsWar>(&MIDWAY, false, 5);
}

/// The set-up is one more. With one choice for each unit in place of three, most turns take four or five: what
/// became void of a plan for air units is asked for again.
#[test]
fn a_turn_of_the_standard_game_takes_two_exchanges_at_most_with_plans() {
    within::<AdmiralsWar>(&STANDARD, true, 2);
}
