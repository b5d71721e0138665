//! What is wrong with pairings that others made.

use super::*;
use crate::pairing::side::{due, may_have};
use crate::tests::entrant;

fn seating(boards: &[(&str, &str)], byes: &[&str]) -> Seating {
    let board = |it: &(&str, &str)| Board { first: entrant(it.0), second: entrant(it.1) };
    Seating { boards: boards.iter().map(board).collect(), byes: byes.iter().map(|it| entrant(it)).collect() }
}

/// Five in round 3: 1 and 2 have met, 3 and 4 must not meet, 5 had a bye, 4 won by forfeit, 1 had the first
/// seat twice.
fn field() -> Field {
    let mut field = fresh(5);
    field.round = 3;
    field.contenders[0].met.insert(entrant("2"), vec![1]);
    field.contenders[1].met.insert(entrant("1"), vec![1]);
    field.forbidden.push((entrant("4"), entrant("3")));
    field.contenders[4].byes = 1;
    field.contenders[3].forfeits_won = 1;
    field.contenders[0].seats = vec![Seat::First; 2];
    field.are_sides_bid_for = false;
    field
}

fn wrong(boards: &[(&str, &str)], byes: &[&str]) -> Vec<String> {
    breaches(&field(), &seating(boards, byes))
        .iter()
        .map(|it| format!("{}: {it}", it.rule().number()))
        .collect()
}

#[test]
fn every_broken_rule_is_named_with_its_pair() {
    let none: [&str; 0] = [];
    assert_eq!(wrong(&[("3", "1"), ("2", "4")], &["5"]), ["4: `5` had a bye before"]);
    assert_eq!(
        wrong(&[("1", "2"), ("3", "4")], &["5"]),
        [
            "2: `1` and `2` met in round 1",
            "3: `3` and `4` must never meet",
            "4: `5` had a bye before",
            "5: `1` had the first seat too often",
        ]
    );
    assert_eq!(
        wrong(&[("5", "1"), ("2", "3")], &["4"]),
        ["4: `4` won by forfeit, which is as good as a bye"]
    );
    assert_eq!(wrong(&[("5", "1"), ("4", "2")], &["3"]), none);
    assert_eq!(
        wrong(&[("5", "1"), ("4", "6"), ("2", "2")], &["1"]),
        [
            "1: `3` plays this round and has neither a board nor a bye",
            "1: `1` stands there more than once",
            "1: `2` stands there more than once",
            "1: `6` does not play this round",
            "1: `2` cannot meet himself",
        ]
    );
    assert_eq!(
        wrong(&[("5", "1")], &["3", "4", "2"])[..2],
        [
            "1: `2` has a bye, and this field needs none".to_owned(),
            "1: `4` has a bye, and this field needs none".to_owned()
        ]
    );
}

#[test]
fn who_takes_a_pairing_may_relax_the_rules_that_give_way() {
    let by_hand = seating(&[("1", "2"), ("5", "3")], &["4"]);
    let wrong = take(&field(), by_hand.clone(), &[Rule::Rematch]).unwrap_err();
    assert_eq!(wrong.iter().map(Breach::rule).collect::<Vec<_>>(), [Rule::ByeAgain, Rule::Seats]);
    let taken = take(&field(), by_hand, &[Rule::Rematch, Rule::ByeAgain, Rule::Seats]).unwrap();
    assert_eq!(taken.by, By::Hand);
    assert_eq!(taken.relaxed, [(Rule::Seats, 1), (Rule::ByeAgain, 1), (Rule::Rematch, 1)]);
    let forbidden = seating(&[("3", "4"), ("5", "1")], &["2"]);
    assert_eq!(take(&field(), forbidden, &Rule::ALL).unwrap_err().len(), 1, "some rules always hold");
    let missing = seating(&[("5", "1")], &["2"]);
    assert_eq!(take(&field(), missing, &Rule::ALL).unwrap_err().len(), 2);
}

#[test]
fn rules_have_their_numbers() {
    for (rule, number) in Rule::ALL.into_iter().zip(1..) {
        assert_eq!((rule.number(), Rule::of(number)), (number, Some(rule)));
    }
    assert_eq!((Rule::of(0), Rule::of(6)), (None, None));
}

#[test]
fn a_seat_is_due_and_may_be_had() {
    use Seat::{First, Second};
    let cases: [(&[Seat], Option<Seat>, [bool; 2]); 8] = [
        (&[], None, [true, true]),
        (&[First], Some(Second), [true, true]),
        (&[First, Second], Some(First), [true, true]),
        (&[First, First], Some(Second), [false, true]),
        (&[Second, Second], Some(First), [true, false]),
        (&[First, Second, Second], Some(First), [true, false]),
        (&[First, First, Second, First], Some(Second), [false, true]),
        // A bound that was passed in a round without another way is no reason against coming back.
        (&[First, First, First, First], Some(Second), [false, true]),
    ];
    for (seats, expected, may) in cases {
        assert_eq!(due(seats), expected, "{seats:?}");
        assert_eq!([First, Second].map(|seat| may_have(seats, seat)), may, "{seats:?}");
    }
}

#[test]
fn whoever_is_due_a_seat_gets_it() {
    let mut field = fresh(2);
    field.are_sides_bid_for = false;
    let first = |field: &Field| pair(field).unwrap().seating.boards[0].first.to_string();
    field.contenders[0].seats = vec![Seat::First];
    assert_eq!(first(&field), "2");
    field.contenders[1].seats = vec![Seat::First];
    assert_eq!(first(&field), "2", "both are due the second seat: the upper one gets it");
    field.contenders[1].seats = vec![Seat::First, Seat::Second, Seat::First, Seat::First];
    assert_eq!(first(&field), "1", "the other has the stronger claim");
    field.are_sides_bid_for = true;
    field.contenders[0].seats = vec![Seat::First; 3];
    assert_eq!(first(&field), "1", "with bids the upper one is named first");
}

#[test]
fn without_a_history_the_lot_gives_out_the_seats() {
    let mut chance = Chance::new(3);
    let mut field = fresh(2);
    field.are_sides_bid_for = false;
    let mut firsts = 0;
    for _ in 0..200 {
        field.key = chance.key();
        let one = pair(&field).unwrap().seating;
        field.contenders.swap(0, 1);
        assert_eq!(pair(&field).unwrap().seating, one, "the order does not matter");
        firsts += usize::from(one.boards[0].first.word() == "1");
    }
    assert!((60..140).contains(&firsts));
}

#[test]
fn a_field_that_makes_no_sense_is_refused() {
    assert_eq!(pair(&fresh(0)), Err(Refusal::Nobody));
    assert_eq!(pair(&fresh(1)), Err(Refusal::Nobody));
    let mut field = fresh(4);
    field.contenders[3].score = Halves(1);
    assert_eq!(pair(&field), Err(Refusal::OutOfOrder(entrant("4"))));
    field.contenders[3] = field.contenders[0].clone();
    assert_eq!(pair(&field), Err(Refusal::Twice(entrant("1"))));
    let mut field = fresh(2);
    field.forbidden = vec![(entrant("2"), entrant("1"))];
    let Err(Refusal::Forbidden(boards)) = pair(&field) else { panic!("a household met itself") };
    assert_eq!(boards.len(), 1);
    assert_eq!(why(&fresh(2), &boards[0]), Ok(None), "there is no other way");
}

/// Every refusal and every breach says something, in one sentence.
#[test]
fn refusals_are_sentences() {
    let one = || entrant("anna");
    for refusal in [
        Refusal::Nobody,
        Refusal::Twice(one()),
        Refusal::OutOfOrder(one()),
        Refusal::TooLarge,
        Refusal::Forbidden(seating(&[("anna", "bert")], &[]).boards),
        Refusal::NotInTable(one()),
        Refusal::NoSuchRound { rounds: 3 },
        Refusal::Undecided(vec![one(), entrant("bert")]),
    ] {
        let text = refusal.to_string();
        assert!(text.len() > 20 && !text.contains('\n') && !text.ends_with('.'), "{text}");
    }
}
