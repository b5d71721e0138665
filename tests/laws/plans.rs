//! Plans: an answer given before its question is put is worth what it would be worth then, and shows to nobody before.

use std::sync::Arc;

use sealord::digest::{Digest, Salt};
use sealord::doctrine::{Doctrine, Prefer, Rule};
use sealord::driver::{Checkpoint, Progress, advance};
use sealord::matches::{Host, check_orders};
use sealord::orders::form::form;
use sealord::orders::plan::{Hold, Otherwise, PlanDraft, PlansDraft};
use sealord::orders::{AnswerBody, AnswerDraft, Entry, EntryValue, OrdersDraft, parse};
use sealord::party::Party;
use sealord::problem::Spot;
use sealord::report::{Format, render};
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::seal::exchange::Trust;
use sealord::seal::{SealHeader, Sealed};
use sealord::table::{DiceSource, Step, Table};
use sealord::view::{Packet, Verify};

use crate::laws::fog::same;
use crate::laws::play::{self, boldness, draft, draft_of, entry, parallel, word};
use crate::laws::systems::Lawful;
use crate::laws::table::{Book, Plain, Toy, answer, ask, run, tell, waiting};

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

/// A file with plans is refused for a name that nothing in the match has; what a question offers by its id is no such name.
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

/// A whole match in which everything is planned before it begins leads where it leads if all is answered when it is asked.
fn a_firm_plan_is_worth_the_answer_by_hand<S: Lawful>() {
    parallel(5200..5204, |seed| {
        let system = S::system();
        let mut officers = play::officers(S::players(), seed, boldness(seed));
        let mut planned: Vec<Vec<PlanDraft>> = vec![Vec::new(); S::players().len()];
        let mut book = sealord::orders::book::BookOf::<S>::default();
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
        let mut book = sealord::orders::book::BookOf::<S>::default();
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
            // Where doctrine is in force from the start, it decides what the plan does not: nothing more is asked.
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
    files.iter().for_each(|file| drop(host.commit(file.header().party, file.commitment()).unwrap()));
    for file in &files {
        host.receive("orders", file.bytes(), None, Salt::from_bytes([0; 32])).unwrap();
    }
    host.resolve(false).unwrap();
}

/// Two matches in which a party sends plans in one and none in the other; they come to nothing. It is told; the others
/// get the same bytes in both, at the same time.
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

/// Two matches in which a party sends battle plans in one and none in the other: until one of them decides something, the
/// others get the same bytes in both.
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
        host.receive("orders", orders.as_bytes(), Some(party), Salt::from_bytes([3; 32])).unwrap();
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
            host.receive("orders", orders.as_bytes(), Some(party), salt).unwrap();
        }
        host.resolve(false).unwrap();
    }
    assert_eq!(offered > 0, S::PLANS, "whether anything was offered");
}

/// A question, a die, the enemy's question, another die, and a question with two subjects.
const ROUND: Toy = Toy(|table| {
    let first = table.ask(ALLIES, &ask("first"))?;
    tell(table, "first", &first)?;
    table.roll("die".into(), 1)?;
    let other = table.ask(AXIS, &ask("other"))?;
    tell(table, "other", &other)?;
    last(table)
});

fn last(table: &mut Table<'_, Toy>) -> Step<()> {
    let mut two = ask("last");
    two.subject(1, 0, Some(0));
    let chosen = table.ask(ALLIES, &two)?;
    tell(table, "last", &chosen)?;
    tell(table, "and", &chosen[1..])
}

fn many(subject: &str, options: &[&str]) -> Entry {
    let value = EntryValue::Many(options.iter().map(|option| word(option)).collect());
    Entry { key: word(subject), keys: vec![word(subject)], value }
}

/// A book in which the Allies were asked first, and planned at that time.
fn planned(plans: Vec<PlanDraft>) -> Book {
    let mut book = Book::default();
    book.open(1, ALLIES, "first");
    answer(&mut book, 1, ALLIES, "first", 1);
    book.enter_plans(1, ALLIES, &file_of(plans));
    book.close(1);
    book
}

/// The Axis answers its question in the second exchange.
fn heard(mut book: Book) -> Book {
    book.open(2, AXIS, "other");
    answer(&mut book, 2, AXIS, "other", 1);
    book.close(2);
    book
}

fn rows(entries: Vec<Entry>) -> AnswerDraft {
    draft_of("last", entries)
}

fn voids(progress: &Progress<Toy>) -> Vec<(&str, &str)> {
    progress.voids.iter().map(|void| (void.key.as_str(), void.why.as_str())).collect()
}

#[test]
fn a_firm_plan_counts_whatever_became_known_and_a_fresh_one_does_not() {
    let answer = || rows(vec![entry("n0", "n2"), entry("n1", "n1")]);
    let firm = heard(planned(vec![plan(Hold::Firm, Otherwise::Ask, answer())]));
    let progress = run(&ROUND, &firm).unwrap();
    assert_eq!(progress.present, ["first 1", "other 1", "last 2", "and 1"]);
    assert_eq!((waiting(&progress), voids(&progress)), (vec![], vec![]));
    let fresh = heard(planned(vec![plan(Hold::Fresh, Otherwise::Ask, answer())]));
    let progress = run(&ROUND, &fresh).unwrap();
    assert_eq!(waiting(&progress), [(ALLIES, "last")]);
    assert_eq!(voids(&progress), [("last", "something became known before the question was reached")]);
    // It counts where nothing lies between.
    let toy = Toy(|table| {
        let first = table.ask(ALLIES, &ask("first"))?;
        tell(table, "first", &first)?;
        last(table)
    });
    let progress = run(&toy, &planned(vec![plan(Hold::Fresh, Otherwise::Ask, answer())])).unwrap();
    assert_eq!(progress.present, ["first 1", "last 2", "and 1"]);
}

#[test]
fn a_spoilt_row_goes_as_the_plan_says_and_the_others_stand() {
    let spoilt = || rows(vec![entry("n0", "n7"), entry("n1", "n2")]);
    let with = |otherwise| heard(planned(vec![plan(Hold::Firm, otherwise, spoilt())]));
    let why = ("last", "`n7` is no choice for n0");
    // Silence answers for it.
    let progress = run(&ROUND, &with(Otherwise::Silence)).unwrap();
    assert_eq!(progress.present[2..], ["last 2", "and 0"]);
    assert_eq!(voids(&progress), [why]);
    // The question is put, with the good row in place of a default.
    let mut book = with(Otherwise::Ask);
    let progress = run(&ROUND, &book).unwrap();
    assert_eq!((waiting(&progress), voids(&progress)), (vec![(ALLIES, "last")], vec![why]));
    let defaults = progress.waiting[0].question.subjects.iter().map(|it| it.default);
    assert_eq!(defaults.collect::<Vec<_>>(), [Some(0), Some(2)]);
    // Who sends nothing then keeps that row; who answers may change it.
    book.open(3, ALLIES, "last");
    book.close(3);
    let progress = run(&ROUND, &book).unwrap();
    assert_eq!(progress.present[2..], ["last 0", "and 2"]);
    book.enter(3, ALLIES, [rows(vec![entry("n0", "n1")])]);
    assert_eq!(run(&ROUND, &book).unwrap().present[2..], ["last 1", "and 2"]);
    // Doctrine answers for the spoilt row alone; without any the question is put.
    let mut book = with(Otherwise::Doctrine);
    assert_eq!(waiting(&run(&ROUND, &book).unwrap()), [(ALLIES, "last")]);
    let mut doctrine = Doctrine::default();
    doctrine.insert(
        "toy".into(),
        vec![Rule { whom: Vec::new(), when: None, prefer: vec![Prefer::Any], spread: false }],
    );
    book.enter_doctrine(1, ALLIES, doctrine);
    assert_eq!(run(&ROUND, &book).unwrap().present[2..], ["last 0", "and 2"]);
}

#[test]
fn plans_of_one_question_are_tried_in_turn_and_so_are_the_choices_of_a_row() {
    let first = plan(Hold::Firm, Otherwise::Silence, rows(vec![entry("n0", "n8"), entry("n9", "n1")]));
    let second = plan(Hold::Firm, Otherwise::Ask, rows(vec![many("n0", &["n7", "n1", "n2"])]));
    let progress = run(&ROUND, &heard(planned(vec![first.clone(), second]))).unwrap();
    assert_eq!(progress.present[2..], ["last 1", "and 0"]);
    assert_eq!(progress.voids.len(), 2);
    // Where none is left, the last says what follows.
    let asked = plan(Hold::Firm, Otherwise::Ask, rows(vec![many("n0", &["n7", "n8"])]));
    let progress = run(&ROUND, &heard(planned(vec![first.clone(), asked.clone()]))).unwrap();
    assert_eq!(waiting(&progress), [(ALLIES, "last")]);
    assert_eq!(voids(&progress)[2], ("last", "n0 can take none of `n7` and `n8`"));
    let progress = run(&ROUND, &heard(planned(vec![asked, first]))).unwrap();
    assert_eq!(progress.present[2..], ["last 0", "and 0"]);
}

#[test]
fn a_broken_limit_voids_all_rows() {
    let toy = Toy(|table| {
        let mut two =
            ask("last").limit(sealord::table::Limit::AtMost { option: 2, count: 1, rule: "R".into() });
        two.subject(1, 0, Some(0));
        let chosen = table.ask(ALLIES, &two)?;
        tell(table, "last", &chosen)
    });
    let both = rows(vec![entry("n0", "n2"), entry("n1", "n2")]);
    let mut book = Book::default();
    book.enter_plans(0, ALLIES, &file_of(vec![plan(Hold::Firm, Otherwise::Ask, both)]));
    let progress = run(&toy, &book).unwrap();
    assert_eq!(waiting(&progress), [(ALLIES, "last")]);
    assert_eq!(voids(&progress), [("last", "`n2` is chosen for 2, at most 1 may take it: n0, n1")]);
    assert_eq!(progress.waiting[0].question.subjects[0].default, Some(0));
}

#[test]
fn a_later_file_replaces_what_was_not_used_and_changes_nothing_that_was() {
    let toy = Toy(|table| {
        for key in ["one", "two", "three"] {
            let chosen = table.ask(ALLIES, &ask(key))?;
            tell(table, key, &chosen)?;
            let other = match key {
                "one" => table.ask(AXIS, &ask("other"))?,
                _ => continue,
            };
            tell(table, "other", &other)?;
        }
        Ok(())
    });
    let of = |key: &str, option: &str| {
        plan(
            Hold::Firm,
            Otherwise::Ask,
            AnswerDraft { key: word(key), body: AnswerBody::Single(word(option)) },
        )
    };
    let mut book = Book::default();
    book.enter_plans(0, ALLIES, &file_of(vec![of("one", "n1"), of("two", "n1"), of("never", "n1")]));
    let progress = run(&toy, &book).unwrap();
    assert_eq!(
        (&progress.present[..], waiting(&progress)),
        (&["one 1".to_owned()][..], vec![(AXIS, "other")])
    );
    // The file that replaces them comes in the exchange that asks the Axis: `one` stays as it was answered.
    book.open(1, AXIS, "other");
    answer(&mut book, 1, AXIS, "other", 2);
    book.enter_plans(1, ALLIES, &file_of(vec![of("one", "n2"), of("three", "n2")]));
    book.close(1);
    let progress = run(&toy, &book).unwrap();
    assert_eq!(progress.present, ["one 1", "other 2"]);
    assert_eq!(waiting(&progress), [(ALLIES, "two")]);
    book.open(2, ALLIES, "two");
    book.close(2);
    let progress = run(&toy, &book).unwrap();
    assert_eq!(progress.present, ["one 1", "other 2", "two 0", "three 2"]);
    assert!(progress.voids.is_empty(), "what is never reached is nothing to tell");
}

#[test]
fn a_plan_for_one_of_several_questions_at_once_stands_whatever_comes_while_the_other_waits() {
    let toy = Toy(|table| {
        let answers = table.ask_all(&[(AXIS, ask("axis")), (ALLIES, ask("allies"))])?;
        tell(table, "axis", &answers[0])?;
        tell(table, "allies", &answers[1])
    });
    let of = |option: &str| {
        let answer = AnswerDraft { key: word("allies"), body: AnswerBody::Single(word(option)) };
        file_of(vec![plan(Hold::Firm, Otherwise::Ask, answer)])
    };
    let mut book = Book::default();
    book.enter_plans(0, ALLIES, &of("n1"));
    assert_eq!(waiting(&run(&toy, &book).unwrap()), [(AXIS, "axis")]);
    book.open(1, AXIS, "axis");
    answer(&mut book, 1, AXIS, "axis", 2);
    book.enter_plans(1, ALLIES, &of("n2"));
    book.close(1);
    assert_eq!(run(&toy, &book).unwrap().present, ["axis 2", "allies 1"]);
}

#[test]
fn a_void_is_told_once_however_often_the_step_is_played() {
    let spoilt = plan(
        Hold::Firm,
        Otherwise::Silence,
        AnswerDraft { key: word("first"), body: AnswerBody::Single(word("n9")) },
    );
    let mut book = Book::default();
    book.enter_plans(0, ALLIES, &file_of(vec![spoilt]));
    let progress = run(&ROUND, &book).unwrap();
    assert_eq!((voids(&progress).len(), waiting(&progress)), (1, vec![(AXIS, "other")]));
    let book = heard(book);
    let progress = advance(&ROUND, &progress.checkpoint, &book, &Plain).unwrap();
    assert_eq!((voids(&progress), waiting(&progress)), (vec![], vec![(ALLIES, "last")]));
}
