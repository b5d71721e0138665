//! Knockouts.

use super::*;
use crate::pairing::knockout::{Advance, Game, advance, slots};

fn field(bracket: Bracket, left: &[Entrant], round: u32) -> Field {
    let mut field = Field { round, format: Format::Knockout { bracket }, ..fresh(0) };
    field.contenders = left.iter().map(Contender::new).collect();
    field
}

#[test]
fn brackets_are_those_of_the_book() {
    assert_eq!(slots(8), [1, 8, 4, 5, 2, 7, 3, 6]);
    assert_eq!(slots(5).len(), 8);
    let eight = entrants(8);
    let halves = pair(&field(Bracket::Halves, &eight, 1)).unwrap();
    assert_eq!(boards(&halves.seating), "1-5 2-6 3-7 4-8");
    let fixed = Bracket::Fixed { seeds: eight.clone() };
    let first = pair(&field(fixed.clone(), &eight, 1)).unwrap();
    assert_eq!(boards(&first.seating), "1-8 2-7 3-6 4-5");
    let four = [8, 4, 2, 3].map(|it: usize| eight[it - 1].clone());
    assert_eq!(boards(&pair(&field(fixed, &four, 2)).unwrap().seating), "2-3 4-8");
}

/// The better seed always wins: the first seed is left after as many rounds as it takes, each round has as
/// many boards as it may, and byes go to the highest seeds.
#[test]
fn a_knockout_leaves_one() {
    for count in 2..=64_usize {
        for is_fixed in [false, true] {
            let seeds = entrants(count);
            let bracket = if is_fixed { Bracket::Fixed { seeds: seeds.clone() } } else { Bracket::Halves };
            let mut left = seeds.clone();
            let mut byes: BTreeMap<Entrant, u32> = BTreeMap::new();
            let mut rounds = 0;
            while left.len() > 1 {
                rounds += 1;
                let mut field = field(bracket.clone(), &left, rounds);
                for contender in &mut field.contenders {
                    contender.byes = byes.get(&contender.entrant).copied().unwrap_or(0);
                }
                let pairing = pair(&field).unwrap();
                let all_had_one = field.contenders.iter().all(|it| it.byes > 0);
                let has_given_way = pairing.relaxed == [(Rule::ByeAgain, 1)] && all_had_one;
                assert!(pairing.relaxed.is_empty() || has_given_way, "{count} in round {rounds}");
                for of in &pairing.seating.byes {
                    *byes.entry(of.clone()).or_default() += 1;
                }
                let lost: Vec<Entrant> = pairing.seating.boards.iter().map(|it| it.second.clone()).collect();
                left.retain(|it| !lost.contains(it));
            }
            assert_eq!(rounds, (count - 1).ilog2() + 1);
            assert_eq!(left, entrants(1));
            let first: BTreeSet<Entrant> = entrants(byes.len()).into_iter().collect();
            assert_eq!(byes.into_keys().collect::<BTreeSet<_>>(), first, "{count}: the highest seeds");
        }
    }
}

#[test]
fn a_bracket_that_is_not_decided_is_refused() {
    let seeds = entrants(4);
    let field = field(Bracket::Fixed { seeds: seeds.clone() }, &seeds, 2);
    assert_eq!(pair(&field), Err(Refusal::Undecided(seeds.clone())));
    let stranger = self::field(Bracket::Fixed { seeds: entrants(2) }, &seeds, 1);
    assert_eq!(pair(&stranger), Err(Refusal::NotInTable(seeds[2].clone())));
    let late = self::field(Bracket::Fixed { seeds: seeds.clone() }, &seeds, 3);
    assert_eq!(pair(&late), Err(Refusal::NoSuchRound { rounds: 2 }));
}

#[test]
fn who_goes_on() {
    use Game::{Higher, Lower, Tied};
    let cases: [(usize, &[Game], Advance); 9] = [
        (1, &[], Advance::Waiting),
        (1, &[Higher], Advance::Higher),
        (1, &[Lower], Advance::Lower),
        (1, &[Tied], Advance::Panel),
        (2, &[Higher], Advance::Waiting),
        (2, &[Higher, Tied], Advance::Higher),
        (2, &[Lower, Lower], Advance::Lower),
        (2, &[Higher, Lower], Advance::Lower),
        (2, &[Tied, Tied], Advance::Lower),
    ];
    for (games, played, expected) in cases {
        assert_eq!(advance(games, played), expected, "{played:?} of {games}");
    }
}
