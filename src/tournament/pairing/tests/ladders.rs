//! Ladders.

use super::*;
use crate::pairing::ladder::{Turn, climbed, joined, may_skip};
use crate::tests::{trials, words};

fn turns(won: &str, lost: &str) -> BTreeMap<Entrant, Turn> {
    let all = |names: &str, turn| words(names).into_iter().map(move |it| (it, turn)).collect::<Vec<_>>();
    all(won, Turn::Won).into_iter().chain(all(lost, Turn::Lost)).collect()
}

#[test]
fn winners_climb_and_those_away_stay() {
    let ladder = words("A B C D E F G H");
    assert_eq!(climbed(&ladder, &turns("B C E G", "A D F H")), words("B C E G A D F H"));
    assert_eq!(climbed(&ladder, &turns("B D G", "A E F")), words("B D C G A E F H"));
    assert_eq!(climbed(&ladder, &BTreeMap::new()), ladder);
    let mut drawn = turns("B C", "A D");
    drawn.extend(words("E F").into_iter().map(|it| (it, Turn::Stayed)));
    assert_eq!(climbed(&ladder, &drawn), words("B C A D E F G H"));
}

/// A permutation; those who did not play stay; winners pass exactly the losers above them; a leader who loses
/// falls half-way if all played.
#[test]
fn rounds_of_a_ladder_by_chance() {
    let mut chance = Chance::new(5);
    for _ in 0..trials(10_000, 1_000) {
        let ladder = entrants(2 + chance.below(30));
        let mut turns = BTreeMap::new();
        let mut all = ladder.clone();
        if chance.once_in(2) {
            all.retain(|_| !chance.once_in(5));
        }
        chance.mix(&mut all);
        for pair in all.chunks_exact(2) {
            turns.insert(pair[0].clone(), Turn::Won);
            turns.insert(pair[1].clone(), *chance.one_of(&[Turn::Lost, Turn::Lost, Turn::Lost, Turn::Won]));
        }
        let after = climbed(&ladder, &turns);
        assert_eq!(after.iter().collect::<BTreeSet<_>>(), ladder.iter().collect());
        let place = |of: &Entrant| after.iter().position(|it| it == of).unwrap();
        for (upper, one) in ladder.iter().enumerate() {
            let Some(turn) = turns.get(one) else {
                assert_eq!(place(one), upper, "who is away stays");
                continue;
            };
            for other in ladder[upper + 1..].iter() {
                let passed = (*turn, turns.get(other)) == (Turn::Lost, Some(&Turn::Won));
                assert!(!turns.contains_key(other) || (place(other) < place(one)) == passed);
            }
        }
        let winners = turns.values().filter(|it| **it == Turn::Won).count();
        if turns.len() == ladder.len() && turns[&ladder[0]] == Turn::Lost && winners * 2 == ladder.len() {
            assert_eq!(place(&ladder[0]), ladder.len() / 2);
        }
    }
}

#[test]
fn newcomers_stand_at_the_end_and_the_first_three_may_not_skip() {
    let ladder = joined(&words("anna bert"), &words("carl bert dora"));
    assert_eq!(ladder, words("anna bert carl dora"));
    let may: Vec<bool> = ladder.iter().map(|it| may_skip(&ladder, it, 3)).collect();
    assert_eq!(may, [false, false, false, true]);
    assert!(may_skip(&ladder, &ladder[0], 0));
}

fn field(count: usize, round: u32) -> Field {
    Field { round, format: Format::Ladder { again_after: 2 }, ..fresh(count) }
}

#[test]
fn neighbours_meet() {
    let pairing = pair(&field(6, 1)).unwrap();
    assert_eq!((boards(&pairing.seating), pairing.cost.of(Layer::Distances)), ("1-2 3-4 5-6".to_owned(), 0));
}

/// Two who have met do not meet in the next two rounds, and may in the third.
#[test]
fn neighbours_meet_again_after_two_rounds() {
    let met = |round: u32| {
        let mut field = field(4, round);
        for (one, other) in [(0, 1), (1, 0)] {
            let name = field.contenders[other].entrant.clone();
            field.contenders[one].met.insert(name, vec![1]);
        }
        pair(&field).unwrap()
    };
    for round in [2, 3] {
        assert_eq!(boards(&met(round).seating), "1-3 2-4", "round {round}");
        assert_eq!(met(round).cost.of(Layer::Distances), 2);
    }
    assert_eq!(boards(&met(4).seating), "1-2 3-4");
}

#[test]
fn the_cheapest_ladder_is_the_cheapest_of_all() {
    let mut chance = Chance::new(6);
    let all: Vec<Vec<Pairs>> = (0..=4).map(|half| matchings(half * 2)).collect();
    for _ in 0..trials(2_000, 200) {
        let count = 2 + chance.below(7);
        let mut field = by_chance(&mut chance, count);
        field.format = Format::Ladder { again_after: 2 };
        chance.mix(&mut field.contenders);
        let graph = crate::pairing::matched::graph(&field);
        let least = all[count.div_ceil(2)].iter().map(|it| graph.cost(it)).min().unwrap();
        match pair(&field) {
            Ok(pairing) => assert_eq!(pairing.cost, least),
            Err(Refusal::Forbidden(_)) => assert!(least.of(Layer::Forbidden) > 0),
            Err(other) => panic!("{other}"),
        }
    }
}
