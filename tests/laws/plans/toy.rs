//! Plans at the table of a game that is made for them.

use sealord::doctrine::{Doctrine, Prefer, Rule};
use sealord::draft::plan::{Hold, Otherwise, PlanDraft};
use sealord::draft::{AnswerBody, AnswerDraft, Entry, EntryValue};
use sealord::driver::{Progress, advance};
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::table::{Step, Table};

use super::{file_of, plan};
use crate::laws::play::{draft_of, entry, word};
use crate::laws::table::{Book, Plain, Toy, answer, ask, run, tell, waiting};

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
            ask("last").limit(sealord::question::Limit::AtMost { option: 2, count: 1, rule: "R".into() });
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
