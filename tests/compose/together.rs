//! Lines of a form together: each may be allowed by itself, and the answer refused all the same. Then the
//! limit that is named is one that the form and the page print, and the page says of the whole answer what
//! `check` says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sealord::draft::{AnswerDraft, parse};
use sealord::matches::{MatchFault, check_orders};
use sealord::orders::form::{form, limit_words};
use sealord::question::{Limit, OpenQuestion};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::{Choices, Rulebook, load};
use sealord::table::judge;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::doctrine::quoted;
use super::verdicts::{body, judged, same};
use super::{PACKETS, rules_kept};
use crate::report::support;

/// How many answers of several lines are tried to each question, and how many of those refused and taken are
/// checked as files.
const TRIED: usize = 150;
const KEPT: usize = 6;

/// Packets of longer matches in which lines can get into each other's way: of each kind of question that
/// binds several lines the first.
static BOUND: LazyLock<Vec<Packet>> = LazyLock::new(|| {
    // From edition 5 on no question of Admirals' War is such: until edition 4 an answer places exactly one air unit.
    let standard: AdmiralsWar =
        load(&sealord::rules::games(), Some("standard"), &Choices::default()).unwrap();
    let mut all = support::packets_of(&standard.of_edition(4), 5, 40);
    all.extend(PACKETS.iter().flatten().cloned());
    let mut seen = BTreeSet::new();
    let mut is_new = |packet: &Packet| {
        let bound = |it: &&OpenQuestion| it.limits.iter().any(is_binding);
        let kinds = packet.questions.iter().chain(&packet.ahead).filter(bound).map(|it| it.kind.clone());
        kinds.filter(|kind| seen.insert((packet.system.clone(), kind.clone()))).count() > 0
    };
    all.retain(|packet| is_new(packet));
    all
});

/// Whether a limit refuses anything.
fn is_binding(limit: &Limit) -> bool {
    !matches!(limit, Limit::Room { .. } | Limit::Wanted { .. } | Limit::Vain { .. })
}

/// Lines of one answer: subjects with options.
type Lines = Vec<(usize, u16)>;

/// Two lines of a question, now and then more: the second as the first where it can, or at the far end of
/// what is open, since it is there that lines get into each other's way.
fn some_lines(question: &OpenQuestion, chance: &mut ChaCha8Rng) -> Lines {
    // Where points are counted, two lines seldom come to too much: so now and then many, each for as much as
    // there is.
    let (count, all) = match chance.random_range(0..10) {
        0..7 => (2, false),
        7 => (chance.random_range(2..6), false),
        _ => (chance.random_range(4..16), true),
    };
    let mut lines = Lines::new();
    for _ in 0..count.min(question.subjects.len()) {
        let at = chance.random_range(0..question.subjects.len());
        if lines.iter().any(|(other, _)| *other == at) {
            continue;
        }
        let open = question.open_to(at);
        let before = lines.last().map(|(_, option)| *option).filter(|option| open.contains(option));
        let option = match (before, chance.random_range(0..3)) {
            (Some(option), 0) if !all => option,
            (_, nth) if all || nth == 1 => {
                open.iter().copied().max_by_key(|&it| question.options[usize::from(it)].mark).unwrap()
            }
            _ => *open.choose(chance).unwrap(),
        };
        lines.push((at, option));
    }
    lines
}

/// Lines that take nothing for all others: where the defaults spend what there is, nobody who plays otherwise
/// leaves them.
fn nothing_else(question: &OpenQuestion, lines: &[(usize, u16)]) -> Lines {
    let others = (0..question.subjects.len()).filter(|at| !lines.iter().any(|(other, _)| other == at));
    let nothing = |at: usize| {
        let none = |it: &u16| question.options[usize::from(*it)].mark == 0;
        question.open_to(at).iter().copied().find(none).map(|option| (at, option))
    };
    others.filter_map(nothing).collect()
}

fn file(question: &OpenQuestion, lines: &[(usize, u16)]) -> String {
    let mut text = format!("answers:\n  {}:\n", quoted(&question.key));
    for (at, option) in lines {
        let (who, what) = (&question.subjects[*at].id, &question.options[usize::from(*option)].id);
        text.push_str(&format!("    {}: {}\n", quoted(who), quoted(what)));
    }
    text
}

fn draft(question: &OpenQuestion, lines: &[(usize, u16)]) -> AnswerDraft {
    parse("orders.yaml", file(question, lines).as_bytes()).expect("it can be read").answers.remove(0)
}

/// The limit that an answer of these lines breaks, by its place in the question, if nothing else is wrong
/// with it.
fn broken(question: &OpenQuestion, lines: &[(usize, u16)]) -> Option<usize> {
    let mut given = vec![None; question.subjects.len()];
    lines.iter().for_each(|(at, option)| given[*at] = Some(*option));
    let choice = judge::limits::filled(question, &given).ok()?;
    let (limit, _) = question.broken_limit(&choice)?;
    question.limits.iter().position(|it| std::ptr::eq(it, limit))
}

/// Answers of several lines, each of which is taken by itself: those that are refused, those that are taken.
/// Half of them take nothing for all that they do not name.
fn combined(question: &OpenQuestion, chance: &mut ChaCha8Rng) -> (Vec<Lines>, Vec<Lines>) {
    let (mut refused, mut taken) = (Vec::new(), Vec::new());
    for _ in 0..TRIED {
        let lines = some_lines(question, chance);
        let rest = if chance.random_bool(0.5) { nothing_else(question, &lines) } else { Lines::new() };
        let alone = |at: usize| {
            let others = lines.iter().enumerate().filter(|(other, _)| !rest.is_empty() && *other != at);
            let none = others
                .filter_map(|(_, line)| nothing_else(question, &[]).into_iter().find(|it| it.0 == line.0));
            let answer: Lines = [lines[at]].into_iter().chain(none).chain(rest.iter().copied()).collect();
            judge::answer(question, &draft(question, &answer)).is_ok()
        };
        let answer = [lines.as_slice(), &rest].concat();
        let kept = if broken(question, &answer).is_some() { &mut refused } else { &mut taken };
        if lines.len() > 1 && kept.len() < KEPT && !kept.contains(&answer) && (0..lines.len()).all(alone) {
            kept.push(answer);
        }
    }
    (refused, taken)
}

/// A form without its line breaks and marks of remarks.
fn flat(form: &str) -> String {
    let words = form.lines().flat_map(|line| line.trim_start().trim_start_matches('#').split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_that_break_a_limit_together_break_one_that_is_printed() {
    let mut chance = ChaCha8Rng::seed_from_u64(22);
    let mut counted: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for packet in BOUND.iter() {
        let counts = counted.entry(&packet.system).or_default();
        let printed = flat(&form(packet, None));
        let questions: Vec<OpenQuestion> = packet.questions.iter().chain(&packet.ahead).cloned().collect();
        let mut cases: Vec<(usize, AnswerDraft)> = Vec::new();
        let mut limits: Vec<(usize, usize)> = Vec::new();
        for (at, question) in questions.iter().enumerate().filter(|(_, it)| it.subjects.len() > 1) {
            let (refused, taken) = combined(question, &mut chance);
            for lines in &refused {
                let limit = broken(question, lines).expect("it is refused");
                limits.push((at, limit));
                named(packet, question, lines, limit, &printed);
            }
            taken.iter().for_each(|lines| assert_taken(packet, question, lines));
            counts[0] += taken.len();
            counts[1] += refused.len();
            cases.extend(refused.iter().chain(&taken).map(|lines| (at, draft(question, lines))));
        }
        on_the_page(&questions, &cases, &limits);
    }
    println!("taken, refused by a limit: {counted:?}");
    assert_eq!(counted.len(), 4);
    assert!(counted.values().flatten().all(|count| *count > 0), "{counted:?}");
}

/// Holds a refused answer against what `check` says of it, and against what the form prints.
fn named(packet: &Packet, question: &OpenQuestion, lines: &[(usize, u16)], limit: usize, printed: &str) {
    let (text, limit) = (file(question, lines), &question.limits[limit]);
    let problems = match check_orders(&*rules_kept(packet), packet, "orders.yaml", text.as_bytes()) {
        Err(MatchFault::Refused { problems, .. }) => problems,
        other => panic!("{}: {other:?}\n{text}", packet.system),
    };
    let [problem] = problems.iter().collect::<Vec<_>>()[..] else { panic!("{problems:?}\n{text}") };
    assert_eq!(problem.rule.as_deref(), Some(limit.rule()), "{text}");
    let words = limit_words(question, limit).unwrap_or_else(|| panic!("the form says nothing of {limit:?}"));
    assert!(printed.contains(&flat(&words)), "{}: the form does not say: {words}", packet.system);
}

fn assert_taken(packet: &Packet, question: &OpenQuestion, lines: &[(usize, u16)]) {
    let text = file(question, lines);
    let taken = check_orders(&*rules_kept(packet), packet, "orders.yaml", text.as_bytes());
    assert!(taken.is_ok(), "{}: no limit forbids this\n{text}", packet.system);
}

/// Holds the page's verdicts against the program's; and each limit that was broken is one of which the page
/// has words.
fn on_the_page(questions: &[OpenQuestion], cases: &[(usize, AnswerDraft)], limits: &[(usize, usize)]) {
    let mut asked: Vec<Value> =
        cases.iter().map(|(at, draft)| json!({ "q": at, "body": body(draft) })).collect();
    asked.extend(limits.iter().map(|(at, _)| json!({ "q": at, "limits": true })));
    if asked.is_empty() {
        return;
    }
    let Some(by_page) = judged(&json!({}), questions, &asked) else { return };
    let mut counted = BTreeMap::new();
    for ((at, draft), by_page) in cases.iter().zip(&by_page) {
        same(&questions[*at], draft, by_page, &mut counted);
    }
    for ((at, limit), words) in limits.iter().zip(&by_page[cases.len()..]) {
        let of = &questions[*at].limits[*limit];
        assert!(words[*limit].is_string(), "the page says nothing of {of:?}");
    }
}
