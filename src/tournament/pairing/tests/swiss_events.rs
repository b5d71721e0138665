//! What holds in every round of every Swiss.

use integer_blossom::min_weight_perfect_matching;

use super::events::Event;
use super::*;
use crate::pairing::side;
use crate::tests::trials;

/// The fewest breaches that any pairing has: forbidden pairs, rematches, byes again, seats, in this order.
fn fewest(field: &Field) -> [usize; 4] {
    let size = field.contenders.len().next_multiple_of(2);
    let breaches = |one: usize, other: usize| -> [bool; 4] {
        let upper = &field.contenders[one];
        let Some(lower) = field.contenders.get(other) else {
            return [false, false, upper.byes + upper.forfeits_won > 0, false];
        };
        let fits =
            |seat: Seat| side::may_have(&upper.seats, seat) && side::may_have(&lower.seats, seat.other());
        let minds = !field.are_sides_bid_for && !field.is_last;
        [
            field.is_forbidden(&upper.entrant, &lower.entrant),
            upper.met.contains_key(&lower.entrant),
            false,
            minds && !fits(Seat::First) && !fits(Seat::Second),
        ]
    };
    let mut weights = vec![0_i64; size * size];
    for one in 0..size {
        for other in one + 1..size {
            let weigh = |sum: i64, it: bool| sum * 1000 + i64::from(it);
            weights[one * size + other] = breaches(one, other).into_iter().fold(0, weigh);
        }
    }
    let mates = min_weight_perfect_matching(&weights, size);
    let mut sums = [0; 4];
    for (one, other) in mates.into_iter().enumerate().filter(|(one, other)| one < other) {
        breaches(one, other).into_iter().zip(&mut sums).for_each(|(it, sum)| *sum += usize::from(it));
    }
    sums
}

fn relaxed(pairing: &Pairing, rule: Rule) -> usize {
    pairing.relaxed.iter().find(|it| it.0 == rule).map_or(0, |it| it.1)
}

#[test]
fn rounds_are_legal_or_give_way_as_little_as_possible_whatever_the_order_of_lines() {
    let mut chance = Chance::new(2);
    let (mut paired, mut gave_way, mut refused) = (0, [0; 3], 0);
    for trial in 0..trials(5_000, 60) {
        // Large fields are rarer: they take most of the time.
        let most = if trial % 10 == 0 { 64 } else { 16 };
        let mut event = Event::begun(&mut chance, most);
        for round in 1..=event.rounds {
            let active = event.active(&mut chance, round);
            let key = chance.key();
            let field = event.field(&event.lines, &active, round, &key);
            let fewest = if field.contenders.len() < 2 { [0; 4] } else { fewest(&field) };
            let pairing = match pair(&field) {
                Err(Refusal::Nobody) if active.len() < 2 => continue,
                Err(Refusal::Forbidden(_)) if fewest[0] > 0 => {
                    refused += 1;
                    continue;
                }
                other => other.unwrap(),
            };
            let wrong = breaches(&field, &pairing.seating);
            assert!(wrong.iter().all(|it| it.rule().may_give_way()), "{wrong:?}");
            let found = [Rule::Rematch, Rule::ByeAgain, Rule::Seats].map(|rule| relaxed(&pairing, rule));
            assert_eq!(found, fewest[1..], "round {round} of {}", active.len());
            let mut mixed = event.lines.clone();
            chance.mix(&mut mixed);
            assert_eq!(pair(&event.field(&mixed, &active, round, &key)), Ok(pairing.clone()));
            paired += 1;
            gave_way.iter_mut().zip(found).for_each(|(sum, it)| *sum += it);
            event.play(&mut chance, round, &pairing.seating);
        }
    }
    assert!(paired > 100 && refused > 0, "{paired} {refused}");
    assert!(gave_way.iter().all(|it| *it > 0), "{gave_way:?}");
}

/// Every way in which the rounds of a small event can go.
fn play_all(
    count: usize,
    rounds: u32,
    lines: &mut Vec<Line>,
    round: u32,
    check: &mut impl FnMut(&Field, &Pairing),
) {
    if round > rounds {
        return;
    }
    let entries: Vec<Entry> =
        entrants(count).into_iter().map(|entrant| Entry { entrant, rating: 0 }).collect();
    let active = entrants(count).into_iter().collect();
    let mut field = fresh(0);
    field.round = round;
    field.contenders = contenders(&entries, &active, lines, &Points::default(), round);
    let pairing = pair(&field).unwrap();
    check(&field, &pairing);
    let ends =
        [End::Won { by: Seat::First, margin: None }, End::Won { by: Seat::Second, margin: None }, End::Drawn];
    let boards = &pairing.seating.boards;
    for result in 0..ends.len().pow(boards.len() as u32) {
        let before = lines.len();
        for (at, board) in boards.iter().enumerate() {
            let end = ends[result / ends.len().pow(at as u32) % ends.len()];
            lines.push(Line::board(round, &board.first, &board.second, end, true));
        }
        lines.extend(pairing.seating.byes.iter().map(|of| Line::bye(round, of, crate::Bye::Pairing)));
        play_all(count, rounds, lines, round + 1, check);
        lines.truncate(before);
    }
}

/// phase-rs/phase#7937: an avoidable rematch. Whatever happens, four meet each other in three rounds.
#[test]
fn four_entrants_meet_each_other_in_three_rounds() {
    let mut rounds = 0;
    play_all(4, 3, &mut Vec::new(), 1, &mut |_, pairing| {
        assert_eq!(pairing.relaxed, []);
        rounds += 1;
    });
    assert_eq!(rounds, 1 + 9 + 81);
}

/// bbpPairings#19 and #27, lichess-org/lila#6619: a second bye. Whatever happens, five have no second bye and
/// no rematch that could be avoided: in three rounds none at all.
#[test]
fn five_entrants_have_no_second_bye_while_there_is_another_way() {
    play_all(5, if crate::tests::ALL { 5 } else { 4 }, &mut Vec::new(), 1, &mut |field, pairing| {
        let fewest = fewest(field);
        assert_eq!([Rule::Rematch, Rule::ByeAgain].map(|rule| relaxed(pairing, rule)), fewest[1..3]);
        assert!(field.round > 3 || pairing.relaxed.is_empty());
    });
}
