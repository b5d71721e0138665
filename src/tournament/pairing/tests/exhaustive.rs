//! The cheapest pairing is the cheapest of all.

use super::*;
use crate::pairing::{matched, side};
use crate::tests::trials;

/// What a matching costs, from the definitions and as slowly as can be.
fn spelled_out(field: &Field, pairs: &Pairs) -> Vec<u64> {
    let Format::Swiss { ranks } = field.format else { panic!("no Swiss") };
    let mut sums = vec![0_u64; 10];
    let unit = if field.unit == Unit::Whole { 2 } else { 1 };
    let score = |it: &Contender| it.score.0 / unit;
    for &(upper, lower) in pairs {
        let one = &field.contenders[upper];
        let Some(other) = field.contenders.get(lower) else {
            sums[2] += u64::from(one.byes > 0 || one.forfeits_won > 0);
            let equal = |it: &&Contender| it.score == one.score;
            let below = field.contenders[upper + 1..].iter().filter(equal).count();
            sums[8] += (below * below) as u64;
            sums[4] += score(one) as u64 * 32 + u64::from(one.unplayed);
            sums[9] += u64::from(field.key.pair(one.entrant.word(), ""));
            continue;
        };
        let same = |it: &&(Entrant, Entrant)| {
            [&it.0, &it.1].into_iter().collect::<BTreeSet<_>>()
                == [&one.entrant, &other.entrant].into_iter().collect()
        };
        sums[0] += u64::from(field.forbidden.iter().any(|it| same(&it)));
        sums[1] += u64::from(one.met.contains_key(&other.entrant));
        if !field.are_sides_bid_for {
            let fits =
                |seat: Seat| side::may_have(&one.seats, seat) && side::may_have(&other.seats, seat.other());
            sums[3] += u64::from(!field.is_last && !fits(Seat::First) && !fits(Seat::Second));
            let due = [side::due(&one.seats), side::due(&other.seats)];
            sums[7] += u64::from(due[0].is_some() && due[0] == due[1]);
        }
        let apart = score(one) - score(other);
        sums[5] += (apart * apart) as u64;
        for (ago, weight) in [(0, 2), (1, 1)] {
            let down = apart > 0 && one.floats[ago] == Some(Float::Down);
            let up = apart > 0 && other.floats[ago] == Some(Float::Up);
            sums[6] += weight * (u64::from(down) + u64::from(up));
        }
        let group = |of: &Contender| -> Vec<usize> {
            let all = 0..field.contenders.len();
            all.filter(|it| field.contenders[*it].score == of.score).collect()
        };
        let (upper_group, lower_group) = (group(one), group(other));
        let a = upper_group.iter().position(|it| *it == upper).unwrap() as i64;
        let b = lower_group.iter().position(|it| *it == lower).unwrap() as i64;
        let g = upper_group.len() as i64;
        let off = match (apart, ranks) {
            (0, Ranks::Slide) => (b - a - g / 2).pow(2),
            (0, Ranks::Fold) => (a + b - g + 1).pow(2),
            (0, Ranks::Adjacent) => (b - a - 1).pow(2),
            _ => (g - 1 - a).pow(2) + b.pow(2),
        };
        sums[8] += off as u64;
        sums[9] += u64::from(field.key.pair(one.entrant.word(), other.entrant.word()));
    }
    sums
}

/// Fields by chance, with what a pairing of each costs if all are tried.
fn for_each_field(trials: usize, largest: usize, mut check: impl FnMut(&Field, &[Pairs], &[Vec<u64>])) {
    let all: Vec<Vec<Pairs>> =
        (0..=largest).map(|it| if it % 2 == 0 { matchings(it) } else { vec![] }).collect();
    let mut chance = Chance::new(1);
    for trial in 0..trials {
        // Those of ten take nearly all of the time.
        let count = if trial % 8 == 0 { 2 + chance.below(largest - 1) } else { 2 + chance.below(5) };
        let field = by_chance(&mut chance, count);
        let pairings = &all[count.next_multiple_of(2)];
        let costs: Vec<Vec<u64>> = pairings.iter().map(|it| spelled_out(&field, it)).collect();
        check(&field, pairings, &costs);
    }
}

fn numbers(cost: &Cost) -> Vec<u64> {
    cost.layers().iter().map(|it| it.1).collect()
}

/// phase-rs/phase#7937: a greedy search from the top left a rematch that another pairing of the whole field
/// avoided.
#[test]
fn no_pairing_of_small_fields_is_cheaper() {
    let mut relaxed = [0; 3];
    for_each_field(trials(20_000, 600), 10, |field, pairings, costs| {
        let least = costs.iter().min().unwrap();
        match pair(field) {
            Ok(pairing) => {
                assert_eq!(&numbers(&pairing.cost), least);
                assert_eq!(cost_of(field, &pairing.seating), pairing.cost);
                assert_eq!(is_least(field, &pairing.cost), Ok(true));
                for (at, rule) in [(3, Rule::Seats), (2, Rule::ByeAgain), (1, Rule::Rematch)] {
                    let count = pairing.relaxed.iter().find(|it| it.0 == rule).map_or(0, |it| it.1);
                    assert_eq!(count as u64, least[at], "{rule:?}");
                    relaxed[at - 1] += count;
                }
            }
            Err(Refusal::Forbidden(_)) => assert!(least[0] > 0),
            Err(other) => panic!("{other}"),
        }
        let graph = matched::graph(field);
        for (pairs, cost) in pairings.iter().zip(costs) {
            assert_eq!(&numbers(&graph.cost(pairs)), cost);
        }
    });
    assert!(
        relaxed.iter().all(|it| *it > trials(20, 2)),
        "rules give way often enough to be tried: {relaxed:?}"
    );
}

/// lichess-org/lila#7393 and #7353: a pairing looks wrong, and nobody can see why. Here everybody can ask
/// what the round costs without a board.
#[test]
fn the_round_without_a_board_is_the_cheapest_without_it() {
    let mut asked = 0;
    for_each_field(trials(2_000, 200), 8, |field, pairings, costs| {
        let Ok(pairing) = pair(field) else { return };
        let Some(board) = pairing.seating.boards.first() else { return };
        let pair = matched::pair(field, &board.first, &board.second).unwrap();
        let others = pairings.iter().zip(costs).filter(|it| !it.0.contains(&pair) && it.1[0] == 0);
        let least = others.map(|it| it.1).min();
        let why = why(field, board).unwrap();
        assert_eq!(why.as_ref().map(|it| numbers(&it.cost)), least.cloned());
        if let Some(why) = why {
            assert!(why.difference.decides().is_none_or(|(_, more)| more > 0));
            assert_eq!(is_least(field, &why.cost), Ok(why.difference.decides().is_none()));
            assert!(!boards(&why.seating).is_empty());
            asked += 1;
        }
    });
    assert!(asked > 50);
}

#[test]
fn a_dearer_pairing_is_not_the_least() {
    let field = fresh(4);
    let by_hand = |one: &str, two: &str, three: &str, four: &str| {
        let board = |first, second| Board { first: Entrant::new(first), second: Entrant::new(second) };
        Seating { boards: vec![board(one, two), board(three, four)], byes: Vec::new() }
    };
    assert_eq!(
        is_least(&field, &cost_of(&field, &by_hand("3", "1", "2", "4"))),
        Ok(true),
        "seats do not count"
    );
    assert_eq!(is_least(&field, &cost_of(&field, &by_hand("1", "2", "3", "4"))), Ok(false));
}
