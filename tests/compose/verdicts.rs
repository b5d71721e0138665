//! Answers at random, legal and not, to questions of every system and to the same with limits of every kind:
//! the page and the program say the same of each. Needs `node`.

use std::collections::BTreeMap;
use std::process::Command;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sealord::digest::Digest;
use sealord::draft::{AnswerBody, AnswerDraft, EntryValue, parse};
use sealord::matches::check_orders;
use sealord::orders::remarks;
use sealord::problem::Problem;
use sealord::question::{Limit, OpenQuestion, Picks};
use sealord::seal::Sealed;
use sealord::table::judge;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::{PACKETS, rules_of};
use crate::skip::skip_without;

/// How many answers to each question are judged.
const ANSWERS: usize = 40;

/// What is judged: a draft, as it came out of a file, and where its question stands.
struct Case {
    question: usize,
    draft: AnswerDraft,
}

/// Judges cases with the page's modules; nothing without `node`.
pub(super) fn judged(packet: &Value, questions: &[OpenQuestion], cases: &[Value]) -> Option<Vec<Value>> {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = vec![json!({ "packet": packet, "questions": questions }).to_string()];
    lines.extend(cases.iter().map(Value::to_string));
    let file = folder.path().join("cases.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/judge.mjs");
    let Ok(ran) = Command::new("node").arg(script).arg(&file).output() else {
        skip_without("node");
        return None;
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let out = String::from_utf8(ran.stdout).unwrap();
    let mut said = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let unsound = said.next().unwrap();
    assert!(unsound.as_array().unwrap().iter().all(Value::is_null), "{unsound}");
    Some(said.collect())
}

/// A question with limits of all kinds at random, marks for them to count, and some subjects without a
/// default.
fn limited(question: &OpenQuestion, chance: &mut ChaCha8Rng) -> OpenQuestion {
    let mut question = question.clone();
    question.options.iter_mut().for_each(|it| it.mark = chance.random_range(0..4));
    let silent = question.subjects.iter_mut().filter(|_| chance.random_bool(0.1));
    silent.for_each(|it| it.default = None);
    let (options, subjects) = (question.options.len() as u16, question.subjects.len() as u16);
    let rule = || "R-1".to_owned();
    let what = || "points".to_owned();
    let (option, other) = (chance.random_range(0..options), chance.random_range(0..options));
    let (who, needs) = (chance.random_range(0..subjects), chance.random_range(0..subjects));
    let count = chance.random_range(0..4);
    question.limits = vec![match chance.random_range(0..12) {
        0 => Limit::Distinct { rule: rule(), what: "the same place".to_owned() },
        1 => Limit::Exactly { option, count, rule: rule() },
        2 => Limit::AtMost { option, count, rule: rule() },
        3 => Limit::AtLeast { option, count, rule: rule() },
        4 => Limit::LeftToRight { rule: rule() },
        5 => Limit::OnlyWith { option, needs: vec![other], rule: rule() },
        6 => Limit::Weighed {
            weights: vec![(who, 3), (needs, -1), (0, 1)],
            most: i32::from(count) - 2,
            what: what(),
            rule: rule(),
        },
        7 => Limit::Sum { who: Vec::new(), least: count, most: 2 * count + 1, what: what(), rule: rule() },
        8 => Limit::Follows { who, needs, rule: rule() },
        11 => Limit::OnlyIf {
            who: vec![who],
            options: vec![option, other],
            cases: vec![
                vec![(vec![needs], vec![other])],
                vec![(vec![0], vec![option]), (vec![needs], vec![0])],
            ],
            what: "both go".to_owned(),
            rule: rule(),
        },
        9 => Limit::Alike { what: "the same port".to_owned(), rule: rule() },
        _ => Limit::Vain { who: vec![who, needs], options: vec![option], what: what(), rule: rule() },
    }];
    if chance.random_bool(0.5) {
        question.limits.push(Limit::Room { option, count, what: "ship".to_owned(), rule: rule() });
        question.limits.push(Limit::Wanted {
            option: other,
            count,
            who: vec![who],
            what: "enemy".to_owned(),
            rule: rule(),
        });
    }
    question
}

fn shouted(word: &str, chance: &mut ChaCha8Rng) -> String {
    if chance.random_bool(0.1) { word.to_uppercase() } else { word.to_owned() }
}

/// An answer at random as a file has it: most of it legal, in any of the ways in which it may be written.
fn answer(question: &OpenQuestion, chance: &mut ChaCha8Rng) -> String {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', "''"));
    let mut text = format!("answers:\n  {}:\n", quoted(&question.key));
    let honest = chance.random_bool(0.5);
    let subject_word = |chance: &mut ChaCha8Rng, at: usize| {
        let it = &question.subjects[at];
        match chance.random_range(0..30) {
            0 if !honest => "nobody".to_owned(),
            1 if !honest => question.options[0].id.clone(),
            2..=5 => shouted(&it.name, chance),
            _ => shouted(&it.id, chance),
        }
    };
    let option_word = |chance: &mut ChaCha8Rng, at: usize| {
        let of = |option: u16| &question.options[usize::from(option)];
        let open = question.open_to(at);
        let it = match chance.random_range(0..20) {
            0 if !honest => question.options.choose(chance).unwrap(),
            _ => of(*open.choose(chance).unwrap()),
        };
        match chance.random_range(0..30) {
            0 if !honest => "nothing".to_owned(),
            1 if !honest => question.subjects[0].id.clone(),
            2..=4 => shouted(&it.name, chance),
            _ => shouted(&it.id, chance),
        }
    };
    if question.subjects.len() == 1 && chance.random_bool(0.2) {
        return format!("answers:\n  {}: {}\n", quoted(&question.key), quoted(&option_word(chance, 0)));
    }
    let mut who: Vec<usize> = (0..question.subjects.len()).collect();
    let most = who.len();
    let keep = if chance.random_bool(0.5) { most } else { chance.random_range(0..=most.min(6)) };
    for at in 0..most {
        who.swap(at, chance.random_range(0..most));
    }
    who.truncate(keep);
    if who.is_empty() {
        return format!("answers:\n  {}: {{}}\n", quoted(&question.key));
    }
    let mut rest = who.as_slice();
    while let [first, more @ ..] = rest {
        let together = chance.random_range(0..=more.len().min(3));
        let names: Vec<String> =
            std::iter::once(first).chain(&more[..together]).map(|at| subject_word(chance, *at)).collect();
        let option = quoted(&option_word(chance, *first));
        let line = match chance.random_range(0..8) {
            0 if names.len() == 1 => format!("{option}: {}", quoted(&names[0])),
            0..=3 => {
                let names: Vec<String> = names.iter().map(|it| quoted(it)).collect();
                format!("{option}: [{}]", names.join(", "))
            }
            _ => format!("{}: {option}", quoted(&names.join(", "))),
        };
        text.push_str(&format!("    {line}\n"));
        rest = &more[together..];
    }
    text
}

/// A draft as the page's modules take it.
pub(super) fn body(draft: &AnswerDraft) -> Value {
    let words = |words: &[sealord::draft::Word]| words.iter().map(|it| it.text.clone()).collect::<Vec<_>>();
    match &draft.body {
        AnswerBody::Single(word) => json!(word.text),
        AnswerBody::Entries(entries) => entries
            .iter()
            .map(|entry| {
                let value = match &entry.value {
                    EntryValue::One(word) => json!(word.text),
                    EntryValue::Many(names) => json!(words(names)),
                };
                json!({ "key": entry.key.text, "keys": words(&entry.keys), "value": value })
            })
            .collect(),
    }
}

/// Code, sentence and rule of a problem. Where in a file an answer was given before, the page cannot know.
fn told(problem: &Problem) -> (String, String, Option<String>) {
    let what = problem.what.split("; the first is in line").next().unwrap();
    (problem.code.clone(), what.to_owned(), problem.rule.clone())
}

fn said(problem: &Value) -> (String, String, Option<String>) {
    let word = |name: &str| problem[name].as_str().map(str::to_owned);
    (word("code").unwrap(), word("what").unwrap(), word("rule"))
}

/// What somebody else might be meant by is found by the program alone.
const GUESSED: [&str; 2] = ["unknown-choice", "unknown-name"];

/// Holds two verdicts against each other.
pub(super) fn same(
    question: &OpenQuestion,
    draft: &AnswerDraft,
    by_page: &Value,
    counted: &mut BTreeMap<String, usize>,
) {
    let about = || format!("{}\n{:?}\n{by_page}", question.key, draft.body);
    match judge::answer(question, draft) {
        Ok(Picks { choice, order }) => {
            assert_eq!(by_page["choice"], json!(choice), "{}", about());
            assert_eq!(by_page["order"], json!(order), "{}", about());
            assert_eq!(by_page["problems"], json!([]), "{}", about());
            *counted.entry("legal".to_owned()).or_default() += 1;
        }
        Err(problems) => {
            assert!(by_page["choice"].is_null(), "{}", about());
            let mut ours: Vec<_> = problems.iter().map(told).collect();
            let theirs = by_page["problems"].as_array().unwrap();
            let mut said_by_page: Vec<_> = theirs.iter().map(said).collect();
            ours.sort();
            said_by_page.sort();
            assert_eq!(said_by_page, ours, "{}", about());
            for problem in problems.iter().filter(|it| !GUESSED.contains(&it.code.as_str())) {
                let mend = |it: &&Value| said(it) == told(problem);
                let page = theirs.iter().find(mend).unwrap();
                assert_eq!(page["mend"].as_str(), problem.mend.as_deref(), "{}", about());
            }
            ours.into_iter().for_each(|(code, ..)| *counted.entry(code).or_default() += 1);
        }
    }
}

#[test]
fn the_page_judges_as_check_does() {
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let asked = PACKETS.iter().flatten().flat_map(|packet| packet.questions.iter().chain(&packet.ahead));
    let mut questions: Vec<OpenQuestion> = asked.cloned().collect();
    let some = |question: &&OpenQuestion| !question.subjects.is_empty() && question.subjects.len() < 120;
    let more: Vec<OpenQuestion> =
        questions.iter().filter(some).flat_map(|it| [it; 3]).map(|it| limited(it, &mut chance)).collect();
    questions.extend(more);
    let mut cases = Vec::new();
    for (at, question) in questions.iter().enumerate().filter(|(_, it)| !it.subjects.is_empty()) {
        for _ in 0..ANSWERS {
            // What the file's own grammar refuses, such as a name twice in a list, is no matter of the
            // verdict.
            if let Ok(mut draft) = parse("orders.yaml", answer(question, &mut chance).as_bytes()) {
                cases.push(Case { question: at, draft: draft.answers.remove(0) });
            }
        }
    }
    let bodies: Vec<Value> =
        cases.iter().map(|case| json!({ "q": case.question, "body": body(&case.draft) })).collect();
    let head = json!({});
    let Some(by_page) = judged(&head, &questions, &bodies) else { return };
    assert_eq!(by_page.len(), cases.len());
    let mut counted = BTreeMap::new();
    for (case, by_page) in cases.iter().zip(&by_page) {
        same(&questions[case.question], &case.draft, by_page, &mut counted);
    }
    println!("{} answers: {counted:?}", cases.len());
    assert!(cases.len() > 3000, "{} answers", cases.len());
    for code in [
        "legal",
        "not-open",
        "unknown-choice",
        "unknown-name",
        "answered-twice",
        "missing",
        "not-distinct",
        "wrong-count",
        "too-many",
        "too-few",
        "out-of-line",
        "not-allowed-alone",
        "too-much",
        "wrong-sum",
        "out-of-turn",
        "not-alike",
        "only-if",
    ] {
        assert!(counted.get(code).is_some_and(|number| *number > 0), "no answer was {code}: {counted:?}");
    }
}

/// Rows at random, as the page keeps them: each is open to its subject.
fn rows(question: &OpenQuestion, chance: &mut ChaCha8Rng) -> Vec<(usize, u16)> {
    let mut rows = Vec::new();
    for at in 0..question.subjects.len() {
        if chance.random_bool(0.6) {
            rows.push((at, *question.open_to(at).choose(chance).unwrap()));
        }
    }
    for at in 0..rows.len() {
        let other = chance.random_range(0..rows.len());
        rows.swap(at, other);
    }
    rows
}

/// Holds a file that the page wrote, and its seal, against what the program makes of it.
fn accepted(packet: &Packet, by_page: &Value) -> bool {
    let rules = rules_of(packet);
    let file = by_page["file"].as_str().unwrap();
    let sealed = by_page["sealed"].as_str().unwrap();
    let opened = Sealed::parse(sealed.as_bytes()).expect("a sealed file");
    assert_eq!(opened.bytes(), sealed.as_bytes());
    assert_eq!(opened.open(), file.as_bytes(), "the orders are in it byte for byte");
    assert_eq!(by_page["hash"].as_str().unwrap(), Digest::of(sealed.as_bytes()).to_string());
    match check_orders(&*rules, packet, "orders.yaml", file.as_bytes()) {
        Ok(understood) => {
            let (_, picks) = &understood.answers[0];
            assert_eq!(by_page["choice"], json!(picks.choice), "{file}");
            assert_eq!(understood.version, Some(2));
            let remarks = remarks(packet, &understood);
            let warned: Vec<&str> = remarks.iter().filter_map(|it| it.strip_prefix("warning: ")).collect();
            assert_eq!(by_page["warnings"], json!(warned), "{file}");
            true
        }
        Err(fault) => {
            assert!(by_page["choice"].is_null(), "{fault}\n{file}");
            false
        }
    }
}

#[test]
fn check_takes_the_files_that_the_page_writes() {
    let mut chance = ChaCha8Rng::seed_from_u64(11);
    for packets in PACKETS.iter() {
        let (mut taken, mut refused) = (0, 0);
        for packet in packets.iter().filter(|packet| !packet.questions.is_empty()) {
            let head = json!({
                "match": packet.match_id, "genesis": packet.genesis, "exchange": packet.exchange,
                "side": packet.party, "name": packet.party.name(), "doctrine": packet.doctrine,
            });
            let cases: Vec<Value> = (0..packet.questions.len())
                .flat_map(|at| [at, at, at])
                .map(|at| json!({ "q": at, "rows": rows(&packet.questions[at], &mut chance) }))
                .collect();
            let Some(by_page) = judged(&head, &packet.questions, &cases) else { return };
            let legal = by_page.iter().filter(|it| accepted(packet, it)).count();
            taken += legal;
            refused += by_page.len() - legal;
        }
        println!("{}: {taken} taken, {refused} refused", packets[0].system);
        assert!(taken > 0, "{}: none was legal", packets[0].system);
    }
}
