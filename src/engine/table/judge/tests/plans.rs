//! Plans: how they are read and written, and what they mean against a question.

use crate::draft::parse;
use crate::draft::plan::write_plans;
use crate::draft::plan::{Hold, Otherwise};
use crate::draft::tests::{complaints, read, stands};
use crate::question::{Layout, Limit, OpenChoice, OpenQuestion, OpenSubject};
use crate::table::judge::plan::{rows, whole};

const PLANS: &str = "\
plans:
  - {question: t4/patrol/germany, hold: firm, else: doctrine, answers: {de-bismarck: raid}}
  - question: t4/raid/germany
    answers:
      de-bismarck: [western-approaches, barents]
      barents: [a, b]
  - {question: t4/retreat/germany, else: silence, answers: stay}
  - {question: t4/raid/japan, hold: fresh, answers: {}}
";

#[test]
fn plans_are_read_with_their_words_and_defaults() {
    let plans = read(PLANS).plans.expect("plans");
    let words: Vec<_> =
        plans.plans.iter().map(|it| (it.hold, it.otherwise, it.answer.key.text.as_str())).collect();
    assert_eq!(
        words,
        [
            (Hold::Firm, Otherwise::Doctrine, "t4/patrol/germany"),
            (Hold::Fresh, Otherwise::Ask, "t4/raid/germany"),
            (Hold::Fresh, Otherwise::Silence, "t4/retreat/germany"),
            (Hold::Fresh, Otherwise::Ask, "t4/raid/japan"),
        ]
    );
    assert!(plans.plans.iter().all(|plan| stands(PLANS, &plan.answer.key)));
    assert_eq!(plans.of("t4/raid/germany").count(), 1);
    assert_eq!(read("plans: []\n").plans.map(|plans| plans.plans.len()), Some(0));
    assert_eq!(read("final: true\n").plans, None);
}

#[test]
fn plans_are_written_as_they_are_read() {
    let text = write_plans(&read(PLANS).plans.expect("plans"));
    let again = write_plans(&read(&text).plans.expect("plans"));
    assert_eq!(text, again);
    assert!(text.contains("    answers: stay\n") && text.contains("    answers: {}\n"), "{text}");
    assert!(text.contains("      de-bismarck: [western-approaches, barents]\n"), "{text}");
    let long = format!(
        "plans: [{{question: k, answers: {{a: [{}]}}}}]",
        ["western-approaches"; 5]
            .map(String::from)
            .iter()
            .enumerate()
            .map(|(at, it)| format!("{it}{at}"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let text = write_plans(&read(&long).plans.expect("plans"));
    assert!(text.contains("      a:\n        - western-approaches0\n"), "{text}");
    assert_eq!(write_plans(&read(&text).plans.expect("plans")), text);
}

#[test]
fn what_is_no_plan_is_refused_where_it_stands() {
    for (file, expected) in [
        ("plans:\n", vec!["1:1 no-value"]),
        ("plans: {a: b}\n", vec!["1:8 wrong-type"]),
        ("plans: [a]\n", vec!["1:9 wrong-type"]),
        ("plans:\n  - {question: k}\n", vec!["2:5 incomplete-plan"]),
        ("plans:\n  - {answers: {a: b}}\n", vec!["2:5 incomplete-plan"]),
        ("plans:\n  - {question: k, answers: {a: b}, hold: fast}\n", vec!["2:42 unknown-word"]),
        ("plans:\n  - {question: k, answers: {a: b}, else: [ask]}\n", vec!["2:42 wrong-type"]),
        ("plans:\n  - {question: k, answers: {a: b}, whem: x}\n", vec!["2:36 unknown-key"]),
        ("plans:\n  - {question: k, answers: }\n", vec!["2:19 no-value"]),
        ("plans:\n  - {question: , answers: {a: b}}\n", vec!["2:6 no-value"]),
        ("plans:\n  - {question: k, question: l, answers: {a: b}}\n", vec!["2:19 duplicate-key"]),
        ("plans:\n  - {question: k, answers: {a: {b: c}}}\n", vec!["2:32 wrong-type"]),
    ] {
        assert_eq!(complaints(file), expected, "{file}");
    }
    let problems =
        parse("orders.yaml", b"plans:\n  - {question: k, answers: {a: b}, hold: frim}\n").unwrap_err();
    let mend = problems.iter().next().and_then(|it| it.mend.clone());
    assert_eq!(mend.as_deref(), Some("Did you mean `hold: firm`?"));
}

/// Three who may stay, go north or wait; exactly two must wait, as silence lets the last two.
fn question() -> OpenQuestion {
    let option =
        |id: &str| OpenChoice { id: id.to_owned(), name: id.to_owned(), note: String::new(), mark: 0 };
    let subject = |(id, default): (&str, u16)| OpenSubject {
        id: id.to_owned(),
        name: id.to_owned(),
        note: String::new(),
        set: 0,
        default: Some(default),
    };
    OpenQuestion {
        kind: "place".into(),
        key: "k".into(),
        rule: "R".into(),
        title: "Place".into(),
        about: Vec::new(),
        layout: Layout::BySubject,
        subjects: [("a", 1), ("b", 0), ("c", 0)].map(subject).into(),
        options: ["later", "stay", "north"].map(option).into(),
        sets: vec![vec![0, 1, 2]],
        limits: vec![Limit::Exactly { option: 0, count: 2, rule: "R".into() }],
    }
}

/// The options that a plan gives, or why it gives none, and why rows are void.
fn meant(answers: &str) -> (Result<Vec<u16>, String>, Vec<String>) {
    let file = format!("plans: [{{question: k, answers: {answers}}}]\n");
    let plans = read(&file).plans.expect("plans");
    let judged = rows(&question(), &plans.plans[0].answer);
    (whole(&question(), &judged).map(|picks| picks.choice), judged.voids)
}

#[test]
fn who_names_one_of_several_that_wait_keeps_the_others_back() {
    assert_eq!(meant("{b: north}"), (Ok(vec![0, 2, 0]), vec![]));
    assert_eq!(meant("{a: north}"), (Ok(vec![2, 0, 0]), vec![]));
    assert_eq!(meant("{north: [c]}"), (Ok(vec![0, 0, 2]), vec![]));
    assert_eq!(meant("{}"), (Ok(vec![1, 0, 0]), vec![]));
    let (refused, voids) = meant("{a: north, b: north}");
    assert_eq!((refused.unwrap_err().as_str(), voids), ("`later` is chosen for 1 but must be for 2", vec![]));
}

#[test]
fn rows_are_void_one_by_one() {
    let voids = |answers: &str| meant(answers).1;
    assert_eq!(voids("{b: south}"), ["`south` is no choice for b"]);
    assert_eq!(voids("{x: north}"), ["`x` is not asked for here"]);
    assert_eq!(voids("{b: [south, east]}"), ["b can take none of `south` and `east`"]);
    assert_eq!(voids("{x: [south, east]}"), ["`x` is not asked for here"]);
    assert_eq!(voids("{b: north, later: [b, c]}"), ["b has a row already"]);
    assert_eq!(meant("{b: [south, north]}"), (Ok(vec![0, 2, 0]), vec![]));
    assert_eq!(voids("north"), ["`north` cannot answer for 3 at once"]);
}
