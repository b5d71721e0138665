//! Plans: an answer given before its question is put is worth what it would be worth then, and shows to
//! nobody before.

use std::sync::Arc;

use sealord::digest::{Digest, Salt};
use sealord::draft::plan::{Hold, Otherwise, PlanDraft, PlansDraft};
use sealord::draft::{AnswerDraft, OrdersDraft, parse};
use sealord::driver::{Checkpoint, advance};
use sealord::matches::{Host, check_orders};
use sealord::orders::form::form;
use sealord::party::Party;
use sealord::problem::Spot;
use sealord::report::{Format, render};
use sealord::seal::{SealHeader, Sealed};
use sealord::table::DiceSource;
use sealord::trust::Trust;
use sealord::view::{Packet, Verify};

use crate::laws::fog::same;
use crate::laws::play::{self, boldness, draft, parallel};
use crate::laws::systems::Lawful;
use sealord::matches::Submission;

/// Plans at a table of their own.
mod toy;

crate::laws::laws! {
    a_firm_plan_is_worth_the_answer_by_hand,
    a_key_says_who_is_asked,
    a_plan_may_name_whatever_a_question_offers,
    a_void_plan_shows_to_nobody_else,
    what_a_form_offers_to_plan_may_be_planned,
    battle_plans_show_to_nobody_else,
    the_battle_plan_of_a_form_may_be_sent,
}

/// Dice that fall alike whatever was used.
struct Alike;

impl DiceSource for Alike {
    fn faces(&self, _: u32, label: &str, count: usize) -> Result<Vec<u8>, String> {
        let hash = Digest::of(label.as_bytes());
        Ok((0..count).map(|at| hash.as_bytes()[at % 32] % 6 + 1).collect())
    }
    fn shuffle(&self, _: u32, _: &str, count: usize) -> Result<Vec<usize>, String> {
        Ok((0..count).rev().collect())
    }
}

pub fn plan(hold: Hold, otherwise: Otherwise, answer: AnswerDraft) -> PlanDraft {
    PlanDraft { hold, otherwise, answer }
}

pub fn file_of(plans: Vec<PlanDraft>) -> Arc<OrdersDraft> {
    let plans = Some(PlansDraft { spot: Spot::default(), plans });
    Arc::new(OrdersDraft { plans, ..OrdersDraft::default() })
}

/// A file with plans is refused for a name that nothing in the match has; what a question offers by its id is
/// no such name.
fn a_plan_may_name_whatever_a_question_offers<S: Lawful>() {
    play::play::<S>(5301, boldness(5301), |_, moment| {
        for question in moment.progress.waiting.iter().map(|waiting| &waiting.question) {
            let subjects = question.subjects.iter().map(|it| &it.id);
            let mut offered = subjects.chain(question.options.iter().map(|it| &it.id));
            let unknown = offered.find(|word| !S::system().knows(word));
            assert_eq!(unknown, None, "{} offers it", question.key);
        }
    });
}

/// A whole match in which everything is planned before it begins leads where it leads if all is answered when
/// it is asked.
fn a_firm_plan_is_worth_the_answer_by_hand<S: Lawful>() {
    parallel(5200..5204, |seed| {
        let system = S::system();
        let mut officers = play::officers(S::players(), seed, boldness(seed));
        let mut planned: Vec<Vec<PlanDraft>> = vec![Vec::new(); S::players().len()];
        let mut book = sealord::table::book::BookOf::<S>::default();
        let mut checkpoint = Checkpoint::opening(system);
        let mut exchanges = 0;
        while !checkpoint.over {
            let progress = advance(system, &checkpoint, &book, &Alike).unwrap();
            exchanges += 1;
            for waiting in &progress.waiting {
                let place = waiting.party.place(S::players());
                let picks = officers[place].answer(&waiting.question).expect("an answer");
                let draft = draft(&waiting.question, &picks);
                planned[place].push(plan(Hold::Firm, Otherwise::Ask, draft.clone()));
                book.open(exchanges, waiting.party, &waiting.question.key);
                book.enter(exchanges, waiting.party, [draft]);
            }
            book.close(exchanges);
            checkpoint = progress.checkpoint;
        }
        let mut book = sealord::table::book::BookOf::<S>::default();
        for (party, plans) in S::players().iter().zip(planned) {
            book.enter_plans(0, *party, &file_of(plans));
        }
        let at_once = advance(system, &Checkpoint::opening(system), &book, &Alike).unwrap();
        assert!(exchanges > 5 && at_once.waiting.is_empty(), "seed {seed}: {:?}", at_once.waiting);
        assert!(at_once.voids.is_empty(), "seed {seed}: {:?}", at_once.voids);
        assert!(at_once.checkpoint.state == checkpoint.state, "seed {seed}: another position");
    });
}

/// A key names the party to which its question is put.
fn a_key_says_who_is_asked<S: Lawful>() {
    play::play::<S>(5300, boldness(5300), |_, moment| {
        for waiting in &moment.progress.waiting {
            let asked = S::system().asked(&waiting.question.key).unwrap_or_else(|why| panic!("{why}"));
            assert!(asked.party.is_none_or(|party| party == waiting.party), "{}", waiting.question.key);
        }
    });
}

/// Plans that come to nothing: every subject of what is offered takes itself.
fn in_vain(packet: &Packet) -> String {
    let plans = packet.later.iter().flat_map(|later| {
        let subject = &later.question.subjects[0].id;
        let line = move |key: &str| {
            // Where doctrine is in force from the start, it decides what the plan does not: nothing more is
            // asked.
            format!(
                "  - {{question: {key}, hold: firm, else: doctrine, answers: {{'{subject}': '{subject}'}}}}\n"
            )
        };
        later.keys().map(line).collect::<Vec<_>>()
    });
    let plans: String = plans.collect();
    if plans.is_empty() { String::new() } else { format!("plans:\n{plans}") }
}

/// Everything that leaves the program for a party, but for the head of the journal.
fn outgoing<S: Lawful>(host: &Host, party: Party, head: &Verify) -> Vec<String> {
    let packet = &Packet { verify: head.clone(), ..host.packet(party).unwrap() };
    let templates = S::templates();
    let mut all = vec![serde_json::to_string(packet).unwrap(), form(packet, Some(&packet.doctrine))];
    all.extend([Format::Text, Format::Html].map(|format| render(&templates, packet, format).unwrap()));
    all
}

/// Sends what an officer answers for every party; one of them adds something.
fn exchange<S: Lawful>(
    host: &mut Host,
    officers: &mut [sealord::staff::StaffOfficer],
    more: Option<(Party, &str)>,
) {
    let mut files = Vec::new();
    for (place, &party) in S::players().iter().enumerate() {
        let packet = host.packet(party).unwrap();
        let mut orders = play::orders(&mut officers[place], &packet);
        orders += more.filter(|(whose, _)| *whose == party).map_or("", |(_, more)| more);
        let salt = Digest::of_parts(&[&packet.exchange.to_be_bytes(), party.id().as_bytes()]);
        let header = SealHeader {
            match_id: packet.match_id.clone(),
            genesis: host.game.genesis,
            exchange: packet.exchange,
            party,
            salt: Salt::from_bytes(*salt.as_bytes()),
        };
        files.push(Sealed::make(header, orders.as_bytes()).unwrap());
    }
    files.iter().for_each(|file| drop(host.commit(file.header().party, file.commitment(), None).unwrap()));
    for file in &files {
        host.receive(Submission::unsigned("orders", file.bytes()), None, Salt::from_bytes([0; 32])).unwrap();
    }
    host.resolve(false).unwrap();
}

/// Two matches in which a party sends plans in one and none in the other; they come to nothing. It is told;
/// the others get the same bytes in both, at the same time.
fn a_void_plan_shows_to_nobody_else<S: Lawful>() {
    let told = parallel(5400..5402, |seed| {
        let planner = S::players()[seed as usize % S::players().len()];
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let begun = |root: &tempfile::TempDir| {
            let host = play::host_under::<S>(&root.path().join("match"), seed, Trust::CommitReveal);
            (host, play::officers(S::players(), seed, 0))
        };
        let (mut plain, mut planned) = (begun(&one), begun(&other));
        let mut told = 0;
        for _ in 0..12 {
            if plain.0.game.rules.is_over() {
                break;
            }
            let plans = in_vain(&planned.0.packet(planner).unwrap());
            exchange::<S>(&mut plain.0, &mut plain.1, None);
            exchange::<S>(&mut planned.0, &mut planned.1, Some((planner, &plans)));
            told += planned.0.packet(planner).unwrap().voids.len();
            for party in planner.others(S::players()) {
                let head = plain.0.packet(party).unwrap().verify;
                let texts = [&plain.0, &planned.0].map(|host| outgoing::<S>(host, party, &head));
                let [plain, planned] = texts;
                let what = format!("seed {seed}, plans of the {planner}, shown to the {party}");
                plain.iter().zip(&planned).for_each(|(one, other)| same(one, other, &what));
            }
        }
        told
    });
    assert_eq!(told.iter().sum::<usize>() > 0, S::PLANS, "whether a plan was reached");
}

/// Two matches in which a party sends battle plans in one and none in the other: until one of them decides
/// something, the others get the same bytes in both.
fn battle_plans_show_to_nobody_else<S: Lawful>() {
    if S::sample_battle_plans(S::players()[0], 0).is_none() {
        return;
    }
    parallel(5600..5602, |seed| {
        let planner = S::players()[seed as usize % S::players().len()];
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let begun = |root: &tempfile::TempDir| {
            let host = play::host_under::<S>(&root.path().join("match"), seed, Trust::CommitReveal);
            (host, play::officers(S::players(), seed, 0))
        };
        let (mut plain, mut planned) = (begun(&one), begun(&other));
        let mut compared = 0;
        for number in 0..12 {
            let plans = S::sample_battle_plans(planner, number).unwrap();
            exchange::<S>(&mut plain.0, &mut plain.1, None);
            exchange::<S>(&mut planned.0, &mut planned.1, Some((planner, &plans)));
            let standing = planned.0.packet(planner).unwrap().battle_plans.unwrap().standing;
            assert_eq!(standing.is_empty(), plans.ends_with("[]\n"), "{standing}");
            let [one, other] = [&plain.0, &planned.0].map(|host| host.game.rules.position().unwrap());
            if one != other || plain.0.game.rules.is_over() {
                break;
            }
            for party in planner.others(S::players()) {
                let head = plain.0.packet(party).unwrap().verify;
                let [plain, planned] = [&plain.0, &planned.0].map(|host| outgoing::<S>(host, party, &head));
                let what = format!("seed {seed}, battle plans of the {planner}, shown to the {party}");
                plain.iter().zip(&planned).for_each(|(one, other)| same(one, other, &what));
                compared += 1;
            }
        }
        assert!(compared > 0, "seed {seed}: nothing was compared");
    });
}

/// The battle plan of a form without its first marks is a legal file, and so is the form that repeats it.
fn the_battle_plan_of_a_form_may_be_sent<S: Lawful>() {
    let root = tempfile::tempdir().unwrap();
    let mut host = play::host::<S>(&root.path().join("match"), 5700);
    let party = S::players()[0];
    let packet = host.packet(party).unwrap();
    let first = form(&packet, None);
    let Some((_, rest)) = first.split_once("# battle-plans:\n") else {
        assert!(S::sample_battle_plans(party, 0).is_none());
        return;
    };
    let lines: Vec<&str> = rest.lines().take_while(|line| line.starts_with("#   ")).collect();
    let lines: String = lines.iter().map(|line| format!("{}\n", &line[2..])).collect();
    let mut officers = play::officers(S::players(), 5700, 0);
    for (place, &party) in S::players().iter().enumerate() {
        let packet = host.packet(party).unwrap();
        let mut orders = play::orders(&mut officers[place], &packet);
        if place == 0 {
            orders += &format!("battle-plans:\n{lines}");
            if let Err(fault) = check_orders(&*host.game.rules, &packet, "form", orders.as_bytes()) {
                panic!("{fault}\n{orders}");
            }
        }
        host.receive(
            Submission::unsigned("orders", orders.as_bytes()),
            Some(party),
            Salt::from_bytes([3; 32]),
        )
        .unwrap();
    }
    host.resolve(false).unwrap();
    let packet = host.packet(party).unwrap();
    let again = form(&packet, None);
    assert!(again.contains("\nbattle-plans:\n  - battle: any\n"), "{again}");
    if let Err(fault) = check_orders(&*host.game.rules, &packet, "form", again.as_bytes()) {
        panic!("{fault}\n{again}");
    }
}

/// The plans of a form without their first marks are a legal file.
fn what_a_form_offers_to_plan_may_be_planned<S: Lawful>() {
    let mut offered = 0;
    let root = tempfile::tempdir().unwrap();
    let mut host = play::host::<S>(&root.path().join("match"), 5500);
    let mut officers = play::officers(S::players(), 5500, boldness(5500));
    while !host.game.rules.is_over() && host.game.exchange() < 25 {
        for (place, &party) in S::players().iter().enumerate() {
            let packet = host.packet(party).unwrap();
            if !packet.asked {
                continue;
            }
            let form = form(&packet, None);
            let (head, plans) = form.split_once("# plans:\n").unwrap_or((&form, ""));
            let lines = plans.lines().map(|line| line.strip_prefix("# ").unwrap_or(line));
            let lines: String = lines.map(|line| format!("{line}\n")).collect();
            offered += packet.later.len();
            let orders = play::orders(&mut officers[place], &packet);
            let file = match plans.is_empty() {
                true => head.to_owned(),
                // The last line ends the orders of a form.
                false => format!("{orders}plans:\n{}", lines.replace("=== end orders ===\n", "")),
            };
            let read =
                parse("form", file.as_bytes()).unwrap_or_else(|it| panic!("{}", it.render(&file, false)));
            let keys = read.plans.iter().flat_map(|it| &it.plans).map(|it| it.answer.key.text.as_str());
            let expected = packet.later.iter().map(|it| it.question.key.as_str());
            assert_eq!(keys.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
            if let Err(fault) = check_orders(&*host.game.rules, &packet, "form", file.as_bytes()) {
                panic!("{fault}\n{file}");
            }
            let salt = Salt::from_bytes([3; 32]);
            host.receive(Submission::unsigned("orders", orders.as_bytes()), Some(party), salt).unwrap();
        }
        host.resolve(false).unwrap();
    }
    assert_eq!(offered > 0, S::PLANS, "whether anything was offered");
}
