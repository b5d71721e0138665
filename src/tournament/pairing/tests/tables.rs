//! Round robins.

use super::*;
use crate::pairing::round_robin::{is_struck, numbers, rounds, table};
use crate::pairing::side::may_have;

/// The tables as they are published, for 4 to 14: a round a line, the first seat first.
const PUBLISHED: [&str; 6] = [
    "1-4 2-3
     4-3 1-2
     2-4 3-1",
    "1-6 2-5 3-4
     6-4 5-3 1-2
     2-6 3-1 4-5
     6-5 1-4 2-3
     3-6 4-2 5-1",
    "1-8 2-7 3-6 4-5
     8-5 6-4 7-3 1-2
     2-8 3-1 4-7 5-6
     8-6 7-5 1-4 2-3
     3-8 4-2 5-1 6-7
     8-7 1-6 2-5 3-4
     4-8 5-3 6-2 7-1",
    "1-10 2-9 3-8 4-7 5-6
     10-6 7-5 8-4 9-3 1-2
     2-10 3-1 4-9 5-8 6-7
     10-7 8-6 9-5 1-4 2-3
     3-10 4-2 5-1 6-9 7-8
     10-8 9-7 1-6 2-5 3-4
     4-10 5-3 6-2 7-1 8-9
     10-9 1-8 2-7 3-6 4-5
     5-10 6-4 7-3 8-2 9-1",
    "1-12 2-11 3-10 4-9 5-8 6-7
     12-7 8-6 9-5 10-4 11-3 1-2
     2-12 3-1 4-11 5-10 6-9 7-8
     12-8 9-7 10-6 11-5 1-4 2-3
     3-12 4-2 5-1 6-11 7-10 8-9
     12-9 10-8 11-7 1-6 2-5 3-4
     4-12 5-3 6-2 7-1 8-11 9-10
     12-10 11-9 1-8 2-7 3-6 4-5
     5-12 6-4 7-3 8-2 9-1 10-11
     12-11 1-10 2-9 3-8 4-7 5-6
     6-12 7-5 8-4 9-3 10-2 11-1",
    "1-14 2-13 3-12 4-11 5-10 6-9 7-8
     14-8 9-7 10-6 11-5 12-4 13-3 1-2
     2-14 3-1 4-13 5-12 6-11 7-10 8-9
     14-9 10-8 11-7 12-6 13-5 1-4 2-3
     3-14 4-2 5-1 6-13 7-12 8-11 9-10
     14-10 11-9 12-8 13-7 1-6 2-5 3-4
     4-14 5-3 6-2 7-1 8-13 9-12 10-11
     14-11 12-10 13-9 1-8 2-7 3-6 4-5
     5-14 6-4 7-3 8-2 9-1 10-13 11-12
     14-12 13-11 1-10 2-9 3-8 4-7 5-6
     6-14 7-5 8-4 9-3 10-2 11-1 12-13
     14-13 1-12 2-11 3-10 4-9 5-8 6-7
     7-14 8-6 9-5 10-4 11-3 12-2 13-1",
];

fn lines(entrants: usize, double: bool) -> Vec<String> {
    let line = |round| {
        let pairs = table(entrants, round, double).into_iter();
        pairs.map(|(one, other)| format!("{one}-{other}")).collect::<Vec<_>>().join(" ")
    };
    (1..=rounds(entrants, double)).map(line).collect()
}

#[test]
fn the_tables_are_the_published_ones() {
    for (entrants, published) in (4..).step_by(2).zip(PUBLISHED) {
        let published: Vec<&str> = published.lines().map(str::trim).collect();
        assert_eq!(lines(entrants, false), published);
        assert_eq!(lines(entrants - 1, false), published, "an odd field plays the next larger table");
    }
}

/// The second half is the first with seats exchanged, in the order of the rounds; the first half ends with
/// its last two rounds exchanged.
#[test]
fn four_meet_twice() {
    let expected = ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"];
    assert_eq!(lines(4, true), expected);
    assert_eq!(lines(2, true), ["1-2", "2-1"]);
}

#[test]
fn each_meets_each_and_has_both_seats_alike() {
    for entrants in 2..=64_usize {
        for double in [false, true] {
            let mut met: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            let mut seats: Vec<Vec<Seat>> = vec![Vec::new(); entrants + 1];
            for round in 1..=rounds(entrants, double) {
                let boards = table(entrants, round, double);
                let all: BTreeSet<usize> = boards.iter().flat_map(|it| [it.0, it.1]).collect();
                assert_eq!(all.len(), entrants.next_multiple_of(2), "everybody has one board");
                for (first, second) in boards {
                    *met.entry((first.min(second), first.max(second))).or_default() += 1;
                    // Nobody sits across from the bye.
                    if first.max(second) <= entrants {
                        for (who, seat) in [(first, Seat::First), (second, Seat::Second)] {
                            assert!(may_have(&seats[who], seat), "{entrants} {double} round {round}: {who}");
                            seats[who].push(seat);
                        }
                    }
                }
            }
            let size = entrants.next_multiple_of(2);
            assert_eq!(met.len(), size * (size - 1) / 2);
            assert!(met.values().all(|times| *times == if double { 2 } else { 1 }));
            for seats in &seats[1..] {
                let firsts = seats.iter().filter(|seat| **seat == Seat::First).count();
                assert!(firsts.abs_diff(seats.len() - firsts) <= 1, "{entrants} {double}");
            }
        }
    }
}

fn field(count: usize, double: bool, struck: &[&str]) -> Field {
    let struck = struck.iter().map(|it| Entrant::new(it)).collect();
    let format = Format::RoundRobin { table: entrants(count), struck, double };
    Field { format, are_sides_bid_for: false, ..fresh(count) }
}

#[test]
fn numbers_are_drawn_by_lot() {
    let mut chance = Chance::new(4);
    let all = entrants(6);
    let mut firsts = BTreeSet::new();
    for _ in 0..100 {
        let drawn = numbers(&chance.key(), &all);
        assert_eq!(drawn.iter().collect::<BTreeSet<_>>(), all.iter().collect());
        firsts.insert(drawn[0].clone());
    }
    assert_eq!(firsts.len(), 6);
}

/// Whoever would meet somebody that was struck has a bye; whoever would meet somebody that only does not play
/// keeps the board, and wins it by forfeit.
#[test]
fn a_table_goes_on_without_those_who_left() {
    let mut with_all = field(6, false, &[]);
    let without = |field: &Field, number: usize| {
        let mut field = field.clone();
        field.contenders.remove(number - 1);
        field
    };
    assert_eq!(boards(&pair(&with_all).unwrap().seating), "1-6 2-5 3-4");
    let absent = without(&with_all, 5);
    let pairing = pair(&absent).unwrap();
    assert_eq!(boards(&pairing.seating), "1-6 2-5 3-4");
    assert_eq!(breaches(&absent, &pairing.seating), []);
    let struck = without(&field(6, false, &["5"]), 5);
    let pairing = pair(&struck).unwrap();
    assert_eq!(
        (boards(&pairing.seating), &pairing.seating.byes[..]),
        ("1-6 3-4".to_owned(), &entrants(2)[1..])
    );
    assert_eq!(breaches(&struck, &pairing.seating), []);
    assert_eq!(is_least(&struck, &pairing.cost), Ok(true));
    let other = Seating { byes: entrants(1), ..pairing.seating.clone() };
    assert!(cost_of(&struck, &other).of(Layer::Table) > 0);
    with_all.round = 6;
    assert_eq!(pair(&with_all), Err(Refusal::NoSuchRound { rounds: 5 }));
    let mut late = field(6, false, &[]);
    late.contenders.push(Contender::new(&Entrant::new("late")));
    assert_eq!(pair(&late), Err(Refusal::NotInTable(Entrant::new("late"))));
}

/// In the second half all meet again and have their second bye, and no rule gives way; within a half one
/// would.
#[test]
fn a_second_half_is_no_rematch() {
    let mut field = field(3, true, &[]);
    field.round = 4;
    for at in 0..3 {
        field.contenders[at].byes = 1;
        let others = entrants(3).into_iter().filter(|it| *it != entrants(3)[at]);
        field.contenders[at].met = others.map(|it| (it, vec![2])).collect();
    }
    assert_eq!(pair(&field).unwrap().relaxed, []);
    field.round = 3;
    let relaxed = pair(&field).unwrap().relaxed;
    assert_eq!(relaxed, [(Rule::ByeAgain, 1), (Rule::Rematch, 1)]);
}

/// sendou-ink/sendou.ink#2869: who drops out is struck with all his matches only if he has played less than
/// half.
#[test]
fn half_of_the_matches_decides_who_is_struck() {
    for (entrants, double, played, expected) in [
        (6, false, 2, true),
        (6, false, 3, false),
        (5, false, 1, true),
        (5, false, 2, false),
        (4, true, 2, true),
        (4, true, 3, false),
    ] {
        assert_eq!(is_struck(entrants, double, played), expected, "{played} of {entrants}");
    }
}
