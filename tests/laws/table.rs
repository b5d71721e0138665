//! The table on its own: asking, early answers, branches, and the faults of a system that misuses it.

use std::collections::BTreeMap;

use sealord::condition::When;
use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::doctrine::{Doctrine, Prefer, Rule};
use sealord::driver::{Checkpoint, advance, advance_counting};
use sealord::fortune::{Fortune, Kind};
use sealord::question::{Ask, Limit};
use sealord::rules::two_sided::SIDES;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::table::rolls::KeyRing;
use sealord::table::{Note, Step, Table, Waiting};

/// The faults of a system that misuses the table.
mod misuse;
/// A system whose rules are one function.
mod toy;

use toy::clause;
pub use toy::{Book, Plain, Told, Toy, answer, ask, run, tell, waiting};

const BOTH: Toy = Toy(|table| {
    let asks = [(AXIS, ask("both/axis")), (ALLIES, ask("both/allies"))];
    let answers = table.ask_all(&asks)?;
    tell(table, "axis", &answers[0])?;
    tell(table, "allies", &answers[1])
});

#[test]
fn questions_put_together_wait_together_and_are_answered_together() {
    let progress = run(&BOTH, &Book::default()).unwrap();
    assert_eq!(waiting(&progress), [(AXIS, "both/axis"), (ALLIES, "both/allies")]);
    assert!(progress.present.is_empty());
    let mut book = Book::default();
    book.open(1, AXIS, "both/axis");
    book.open(1, ALLIES, "both/allies");
    answer(&mut book, 1, AXIS, "both/axis", 2);
    book.close(1);
    // Silence answers for the Allies once the exchange is closed.
    assert_eq!(run(&BOTH, &book).unwrap().present, ["axis 2", "allies 0"]);
}

#[test]
fn doctrine_answers_before_anybody_is_asked() {
    let mut doctrine = Doctrine::default();
    let any = Rule { whom: Vec::new(), when: None, prefer: vec![Prefer::Any], spread: false };
    doctrine.insert("toy".into(), vec![any]);
    let mut book = Book::default();
    book.enter_doctrine(0, AXIS, doctrine.clone());
    assert_eq!(waiting(&run(&BOTH, &book).unwrap()), [(ALLIES, "both/allies")]);
    // Doctrine that comes with a later exchange does not answer what was decided before.
    let mut book = Book::default();
    book.enter_doctrine(1, AXIS, doctrine);
    book.close(1);
    assert_eq!(run(&BOTH, &book).unwrap().waiting.len(), 2);
}

#[test]
fn what_is_decided_by_hand_is_asked_and_doctrine_answers_in_the_end() {
    let mut doctrine = Doctrine::default();
    let any = Rule { whom: Vec::new(), when: None, prefer: vec![Prefer::Any], spread: false };
    doctrine.insert("toy".into(), vec![any]);
    let mut book = Book::default().by_hand(vec!["toy".into()]);
    book.enter_doctrine(0, AXIS, doctrine);
    assert_eq!(run(&BOTH, &book).unwrap().waiting.len(), 2);
    // The Axis sends nothing: its doctrine speaks, and for the Allies silence.
    book.open(1, AXIS, "both/axis");
    book.open(1, ALLIES, "both/allies");
    book.close(1);
    assert!(run(&BOTH, &book).unwrap().waiting.is_empty());
}

/// One question after the other.
const ONE_BY_ONE: Toy = Toy(|table| {
    for key in ["first", "second", "third"] {
        let answer = table.ask(AXIS, &ask(key))?;
        tell(table, key, &answer)?;
    }
    Ok(())
});

#[test]
fn a_rule_speaks_while_its_condition_holds_at_the_question() {
    let (told, third) = (|number| When::Is(clause("told", number)), clause("third", 0));
    for (when, waits) in [
        (None, "first"),
        (Some(told(1)), "second"),
        (Some(told(2)), "third"),
        (Some(told(3)), ""),
        (Some(When::Is(third.clone())), "third"),
        (Some(When::No(third.clone())), "first"),
        (Some(When::All(vec![told(1), When::No(third.clone())])), "second"),
        (Some(When::All(vec![told(9), told(1)])), ""),
        (Some(When::Any(vec![told(9), When::Is(third)])), "third"),
    ] {
        let ask = Rule { whom: Vec::new(), when: when.clone(), prefer: vec![Prefer::Ask], spread: false };
        let any = Rule { whom: Vec::new(), when: None, prefer: vec![Prefer::Any], spread: false };
        let mut doctrine = Doctrine::default();
        doctrine.insert("toy".into(), vec![ask, any]);
        let mut book = Book::default();
        book.enter_doctrine(0, AXIS, doctrine);
        let progress = run(&ONE_BY_ONE, &book).unwrap();
        let found: Vec<&str> = waiting(&progress).into_iter().map(|(_, key)| key).collect();
        let expected: Vec<&str> = [waits].into_iter().filter(|key| !key.is_empty()).collect();
        assert_eq!(found, expected, "{when:?}");
    }
}

/// Two questions to one side with nothing between, then a die, then a third.
const AHEAD: Toy = Toy(|table| {
    let (second, third) = (ask("second"), ask("third"));
    let first = table.ask_ahead(ALLIES, &ask("first"), &[second.clone(), third.clone()])?;
    tell(table, "first", &first)?;
    let two = table.ask(ALLIES, &second)?;
    tell(table, "second", &two)?;
    table.roll("die".into(), 1)?;
    let three = table.ask(ALLIES, &third)?;
    tell(table, "third", &three)
});

#[test]
fn an_early_answer_counts_until_dice_fall() {
    let progress = run(&AHEAD, &Book::default()).unwrap();
    assert_eq!(waiting(&progress), [(ALLIES, "first")]);
    let ahead: Vec<&str> = progress.waiting[0].ahead.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(ahead, ["second", "third"]);
    let mut book = Book::default();
    book.open(1, ALLIES, "first");
    for (key, option) in [("first", 1), ("second", 2), ("third", 1)] {
        answer(&mut book, 1, ALLIES, key, option);
    }
    book.close(1);
    let progress = run(&AHEAD, &book).unwrap();
    assert_eq!(progress.present, ["first 1", "second 2"]);
    assert_eq!(waiting(&progress), [(ALLIES, "third")]);
    assert_eq!(progress.voids.len(), 1);
    assert_eq!((progress.voids[0].key.as_str(), progress.voids[0].party), ("third", ALLIES));
    // What was told void stays void when the question is put and nobody answers it.
    book.open(2, ALLIES, "third");
    book.close(2);
    let progress = run(&AHEAD, &book).unwrap();
    assert_eq!(progress.present, ["first 1", "second 2", "third 0"]);
    assert!(progress.voids.is_empty());
    // Asked in its own exchange, it counts.
    answer(&mut book, 2, ALLIES, "third", 2);
    book.close(2);
    let progress = run(&AHEAD, &book).unwrap();
    assert_eq!(progress.present, ["first 1", "second 2", "third 2"]);
    assert!(progress.voids.is_empty());
}

#[test]
fn an_early_answer_lapses_when_the_other_side_was_heard_between() {
    let toy = Toy(|table| {
        let next = ask("next");
        let first = table.ask_ahead(ALLIES, &ask("first"), std::slice::from_ref(&next))?;
        tell(table, "first", &first)?;
        let other = table.ask(AXIS, &ask("other"))?;
        tell(table, "other", &other)?;
        let next = table.ask(ALLIES, &next)?;
        tell(table, "next", &next)
    });
    let mut book = Book::default();
    book.open(1, ALLIES, "first");
    answer(&mut book, 1, ALLIES, "first", 1);
    answer(&mut book, 1, ALLIES, "next", 2);
    book.open(2, AXIS, "other");
    book.close(2);
    let progress = run(&toy, &book).unwrap();
    assert_eq!(waiting(&progress), [(ALLIES, "next")]);
    assert_eq!(progress.voids.iter().map(|void| void.key.as_str()).collect::<Vec<_>>(), ["next"]);
}

/// Two battles of two questions each, and a die after each answer; then a die for all.
fn battles(table: &mut Table<'_, Toy>, names: [&'static str; 2]) -> Step<()> {
    for name in names {
        table.branch(name.into(), |table| {
            for round in 1..=2 {
                let chosen = table.ask(AXIS, &ask(&format!("{name}/{round}")))?;
                tell(table, name, &chosen)?;
                table.roll(format!("{name}/{round}/die"), 1)?;
            }
            Ok(())
        })?;
    }
    table.join()?;
    let all = table.roll("all".into(), 1)?;
    table.record(Told(format!("all {}", all[0])))
}

const BATTLES: Toy = Toy(|table| battles(table, ["a", "b"]));
const TURNED: Toy = Toy(|table| battles(table, ["b", "a"]));

/// Plays the battles with real dice and gives every roll by its label. `late` is a battle whose questions
/// wait for the third exchange.
fn rolls(toy: &Toy, late: Option<char>) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut ring = KeyRing::default();
    for exchange in 0..9 {
        let secret = Seed::practice(8);
        ring.insert(exchange, ExchangeKey::derive(&secret, &Digest::of(b"laws"), exchange, &[]));
    }
    let (mut book, mut checkpoint) = (Book::default(), Checkpoint::opening(toy));
    for exchange in 1..9 {
        let progress = advance(toy, &checkpoint, &book, &ring).unwrap();
        if progress.checkpoint.over {
            let notes = progress.played[0].sections.iter().flat_map(|section| &section.notes);
            let roll = |note: &Note<Told>| match note {
                Note::Roll(roll) => Some((roll.label.clone(), (roll.exchange, roll.faces.clone()))),
                Note::Event(_) => None,
            };
            return notes.filter_map(roll).collect();
        }
        for Waiting { question, .. } in &progress.waiting {
            if exchange > 2 || late.is_none_or(|late| !question.key.starts_with(late)) {
                book.open(exchange, AXIS, &question.key);
            }
        }
        book.close(exchange);
        checkpoint = progress.checkpoint;
    }
    panic!("the battles do not end");
}

#[test]
fn the_order_of_battles_changes_no_roll() {
    for late in [None, Some('a'), Some('b')] {
        let (one, other) = (rolls(&BATTLES, late), rolls(&TURNED, late));
        assert_eq!(one.len(), 5);
        assert_eq!(one, other, "late {late:?}");
    }
    // Other exchanges roll other dice, so the comparison above is no comparison of constants.
    assert_ne!(rolls(&BATTLES, None), rolls(&BATTLES, Some('b')));
}

#[test]
fn branches_wait_on_their_own_and_are_joined() {
    let mut book = Book::default();
    let mut checkpoint = Checkpoint::opening(&BATTLES);
    let plan: [&[&str]; 4] = [&["a/1", "b/1"], &["a/2", "b/1"], &["b/1"], &["b/2"]];
    for (at, expected) in plan.into_iter().enumerate() {
        let exchange = at as u32 + 1;
        let progress = advance(&BATTLES, &checkpoint, &book, &Plain).unwrap();
        let asked: Vec<&str> = progress.waiting.iter().map(|it| it.question.key.as_str()).collect();
        assert_eq!(asked, expected, "exchange {exchange}");
        checkpoint = progress.checkpoint;
        // The second battle is left open until the third exchange.
        let now = expected.iter().filter(|key| key.starts_with('a') || exchange > 2);
        now.for_each(|key| book.open(exchange, AXIS, key));
        book.close(exchange);
    }
    let progress = advance(&BATTLES, &checkpoint, &book, &Plain).unwrap();
    assert!(progress.checkpoint.over);
    let rolls: Vec<(String, u32)> = progress.played[0]
        .sections
        .iter()
        .flat_map(|section| &section.notes)
        .filter_map(|note| match note {
            Note::Roll(roll) => Some((roll.label.clone(), roll.exchange)),
            Note::Event(_) => None,
        })
        .collect();
    let expected = [("all", 4), ("a/1/die", 1), ("a/2/die", 2), ("b/1/die", 3), ("b/2/die", 4)];
    assert_eq!(rolls, expected.map(|(label, exchange)| (label.to_owned(), exchange)));
}

/// Two battles as above, and one that needs what the first has come to.
const CHAINED: Toy = Toy(|table| {
    for (name, before) in [("a", &[][..]), ("b", &[]), ("c", &["a"])] {
        table.branch_after(name.into(), before, |table| {
            table.roll(format!("{name}/begin"), 1)?;
            for round in 1..=2 {
                let chosen = table.ask(AXIS, &ask(&format!("{name}/{round}")))?;
                tell(table, name, &chosen)?;
            }
            Ok(())
        })?;
    }
    table.join()
});

/// A branch that needs another begins when that is over, and no die of it was to be known before; it waits
/// for no third.
#[test]
fn a_branch_begins_after_those_that_it_needs() {
    let (mut book, mut checkpoint) = (Book::default(), Checkpoint::opening(&CHAINED));
    let plan: [&[&str]; 5] = [&["a/1", "b/1"], &["a/2", "b/1"], &["b/1", "c/1"], &["b/1", "c/2"], &["b/1"]];
    for (at, expected) in plan.into_iter().enumerate() {
        let exchange = at as u32 + 1;
        let progress = advance(&CHAINED, &checkpoint, &book, &Plain).unwrap();
        let asked: Vec<&str> = progress.waiting.iter().map(|it| it.question.key.as_str()).collect();
        assert_eq!(asked, expected, "exchange {exchange}");
        checkpoint = progress.checkpoint;
        expected.iter().filter(|key| !key.starts_with('b')).for_each(|key| book.open(exchange, AXIS, key));
        book.close(exchange);
    }
    for key in ["b/1", "b/2"] {
        book.open(6, AXIS, key);
    }
    book.close(6);
    let progress = advance(&CHAINED, &checkpoint, &book, &Plain).unwrap();
    assert!(progress.checkpoint.over);
    let notes = progress.played[0].sections.iter().flat_map(|section| &section.notes);
    let rolls: Vec<(&str, u32)> = notes
        .filter_map(|note| match note {
            Note::Roll(roll) => Some((roll.label.as_str(), roll.exchange)),
            Note::Event(_) => None,
        })
        .collect();
    assert_eq!(rolls, [("a/begin", 0), ("b/begin", 0), ("c/begin", 2)]);
}

#[test]
fn what_has_one_answer_is_not_asked_and_no_dice_are_no_roll() {
    let toy = Toy(|table| {
        let mut one = Ask::new("toy", "one".into(), "R", "Only one".into());
        let only = one.option(7);
        let set = one.set(vec![only]);
        one.subject(1, set, None);
        let chosen = table.ask(AXIS, &one)?;
        assert_eq!(chosen, [(1, 7)]);
        assert_eq!(table.roll("none".into(), 0)?, Vec::<u8>::new());
        assert_eq!(table.roll("none".into(), 2)?, [0, 0]);
        table.record(Told("done".into()))
    });
    assert_eq!(run(&toy, &Book::default()).unwrap().present, ["done"]);
}

/// Answers are checked before they are entered, so only a ruling can make one illegal.
#[test]
fn an_answer_that_is_legal_no_more_is_void_and_the_question_is_put_again() {
    let toy = Toy(|table| {
        let ask = ask("exact").limit(Limit::Exactly { option: 0, count: 1, rule: "R".into() });
        let chosen = table.ask(AXIS, &ask)?;
        tell(table, "exact", &chosen)
    });
    let mut book = Book::default();
    book.open(1, AXIS, "exact");
    answer(&mut book, 1, AXIS, "exact", 2);
    book.close(1);
    let progress = run(&toy, &book).unwrap();
    assert_eq!(waiting(&progress), [(AXIS, "exact")]);
    assert_eq!(progress.voids.len(), 1);
    book.open(2, AXIS, "exact");
    book.close(2);
    let progress = run(&toy, &book).unwrap();
    assert_eq!(progress.present, ["exact 0"]);
    assert!(progress.voids.is_empty());
}

/// Two battles in which the dice of a round fall before a question, and are told after it.
const DICED: Toy = Toy(|table| {
    for name in ["a", "b"] {
        table.branch(name.into(), |table| {
            for round in 1..=2 {
                let faces = table.roll(format!("{name}/{round}/die"), round)?;
                table.fell(Fortune::of(SIDES[0], Kind::Hit, &faces, |_| true));
                let chosen = table.ask(AXIS, &ask(&format!("{name}/{round}")))?;
                tell(table, name, &chosen)?;
            }
            Ok(())
        })?;
    }
    table.join()
});

/// Dice are counted with the event that tells what came of them, where somebody wants to know, and that
/// changes nothing else.
#[test]
fn dice_are_counted_with_their_event() {
    let (mut book, mut checkpoint) = (Book::default(), Checkpoint::opening(&DICED));
    for exchange in 1..=3 {
        let progress = advance_counting(&DICED, &checkpoint, &book, &Plain).unwrap();
        let plain = advance(&DICED, &checkpoint, &book, &Plain).unwrap();
        assert!(plain.played[0].counted.is_none() && plain.played[0].sections == progress.played[0].sections);
        let counted = progress.played[0].counted.as_ref().unwrap();
        for (place, section) in progress.played[0].sections.iter().enumerate() {
            for (at, note) in section.notes.iter().enumerate() {
                let dice: Vec<u32> = counted.of(place, at).iter().map(|it| it.dice).collect();
                let expected = if note.event().is_some() { vec![at as u32 / 2 + 1] } else { Vec::new() };
                assert_eq!(dice, expected, "exchange {exchange}, section {place}, note {at}");
            }
        }
        checkpoint = progress.checkpoint;
        ["a", "b"].iter().for_each(|name| book.open(exchange, AXIS, &format!("{name}/{exchange}")));
        book.close(exchange);
    }
    assert!(checkpoint.over);
}
