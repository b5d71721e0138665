//! Chances of attack dice, in whole millionths (battle plans 4.3).

use std::sync::LazyLock;

/// A whole chance.
pub const MILLION: u64 = 1_000_000;
/// Most dice for which chances are reckoned; more are reckoned as so many.
pub const MOST_DICE: usize = 40;
/// What the dice of all six faces of one die can show.
const FACES: u128 = 6;
/// Faces 1 to 5 that count one success: none to all.
const SINGLES: usize = 6;

/// How a die counts: how many of the faces 1 to 5 are a success, and how many successes a 6 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// How many of the faces 1 to 5 count one success, the highest first.
    pub singles: u8,
    /// How many successes a 6 counts.
    pub six: u8,
}

impl Counting {
    /// Dice with something added to each: a face is a success if it comes to 4, and a 6 is two whatever is
    /// taken from it (WST-atk-1, WST-atk-2).
    pub fn plain(pips: i16) -> Counting {
        Counting { singles: (2 + pips).clamp(0, 5) as u8, six: 2 }
    }

    /// The successes of some faces.
    pub fn successes(self, faces: &[u8]) -> u8 {
        let one = |face: &u8| match face {
            6 => self.six,
            face => u8::from(*face + self.singles >= 6),
        };
        faces.iter().map(one).sum()
    }

    /// The chance, in millionths, that so many dice come to at least so many successes.
    pub fn at_least(self, dice: usize, successes: u8) -> u32 {
        let (dice, successes) = (dice.min(MOST_DICE), usize::from(successes));
        let row = &TABLE[usize::from(self.six.clamp(2, 3)) - 2][usize::from(self.singles)][dice];
        row.get(successes).copied().unwrap_or(0)
    }
}

/// Chances by what a 6 counts, singles, dice and successes.
static TABLE: LazyLock<[[Vec<Vec<u32>>; SINGLES]; 2]> =
    LazyLock::new(|| [2, 3].map(|six| std::array::from_fn(|singles| rows(singles as u128, six))));

/// The chances of 0 to 40 dice, each by the number of successes that are wanted.
fn rows(singles: u128, six: usize) -> Vec<Vec<u32>> {
    let mut ways: Vec<u128> = vec![1];
    let mut rows = Vec::with_capacity(MOST_DICE + 1);
    for dice in 0..=MOST_DICE {
        if dice > 0 {
            let mut next = vec![0; ways.len() + six];
            for (successes, count) in ways.iter().enumerate() {
                next[successes] += count * (FACES - 1 - singles);
                next[successes + 1] += count * singles;
                next[successes + six] += count;
            }
            ways = next;
        }
        let all = FACES.pow(dice as u32);
        let mut tail = 0;
        let mut row: Vec<u32> = ways
            .iter()
            .rev()
            .map(|count| {
                tail += count;
                (u128::from(MILLION) * tail / all) as u32
            })
            .collect();
        row.reverse();
        rows.push(row);
    }
    rows
}

/// What so many torpedoes may be expected to take of a target with `hull` points, in millionths of a point:
/// each hits on `faces` of the six faces and takes `damage` points (battle plans 4.3).
pub fn torpedoes(dice: usize, faces: u8, damage: u8, hull: u8) -> u64 {
    let [d, f, p, h] = [dice, usize::from(faces), usize::from(damage), usize::from(hull)];
    match TORPEDOES.get(d).and_then(|it| it.get(f)).and_then(|it| it.get(p)).and_then(|it| it.get(h)) {
        Some(known) => u64::from(*known),
        None => reckon_torpedoes(dice, faces, damage, hull),
    }
}

/// How many dice, faces, damage and hull points the table of torpedoes knows, 0 counted.
const KNOWN: [usize; 4] = [13, 7, 5, 9];
/// What torpedoes may be expected to take, in millionths of a point: never more than the hull.
static TORPEDOES: LazyLock<Vec<[[[u32; KNOWN[3]]; KNOWN[2]]; KNOWN[1]]>> = LazyLock::new(|| {
    let reckon = |dice, faces, damage, hull: usize| {
        reckon_torpedoes(dice, faces as u8, damage as u8, hull as u8) as u32
    };
    let of = |dice| {
        std::array::from_fn(|faces| {
            std::array::from_fn(|damage| std::array::from_fn(|hull| reckon(dice, faces, damage, hull)))
        })
    };
    (0..KNOWN[0]).map(of).collect()
});

fn reckon_torpedoes(dice: usize, faces: u8, damage: u8, hull: u8) -> u64 {
    let (dice, hits, misses) = (dice.min(MOST_DICE) as u32, u128::from(faces), FACES - u128::from(faces));
    let mut choose: u128 = 1;
    let mut sum: u128 = 0;
    for hit in 0..=dice {
        let points = u128::from(hit) * u128::from(damage);
        sum += choose * hits.pow(hit) * misses.pow(dice - hit) * points.min(u128::from(hull));
        choose = choose * u128::from(dice - hit) / u128::from(hit + 1);
    }
    (u128::from(MILLION) * sum / FACES.pow(dice)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_is_counted_face_by_face() {
        // WST-atk-1, WST-atk-2.
        assert_eq!(Counting::plain(0).successes(&[1, 3, 4, 5, 6, 6]), 6);
        assert_eq!(Counting::plain(-1).successes(&[4, 5, 6]), 3);
        assert_eq!(Counting::plain(1).successes(&[3, 5, 6]), 4);
        assert_eq!(Counting::plain(-2).successes(&[5, 5, 6, 6, 6]), 6);
        assert_eq!(Counting::plain(-9).successes(&[5, 6]), 2);
        assert_eq!(Counting { singles: 2, six: 3 }.successes(&[6, 6, 4]), 7);
    }

    #[test]
    fn chances_are_those_of_all_faces() {
        for (pips, dice) in [(0, 1), (0, 3), (-1, 3), (1, 4), (-2, 2)] {
            let counting = Counting::plain(pips);
            for wanted in 0..=2 * dice as u8 {
                let all = 6_u32.pow(dice);
                let hits = (0..all)
                    .filter(|number| {
                        let faces: Vec<u8> =
                            (0..dice).map(|at| (number / 6_u32.pow(at) % 6 + 1) as u8).collect();
                        counting.successes(&faces) >= wanted
                    })
                    .count() as u64;
                let chance = (MILLION * hits / u64::from(all)) as u32;
                assert_eq!(counting.at_least(dice as usize, wanted), chance, "{dice} dice, {wanted} wanted");
            }
        }
        assert_eq!(Counting::plain(0).at_least(3, 9), 0);
        assert_eq!(Counting::plain(0).at_least(90, 0), 1_000_000);
    }

    #[test]
    fn torpedoes_are_worth_what_they_take() {
        assert_eq!(torpedoes(1, 1, 2, 5), 333_333);
        // Two dice: 10 of 36 with one hit, 1 of 36 with two; a hull of three loses at most three.
        assert_eq!(torpedoes(2, 1, 2, 3), 1_000_000 * (10 * 2 + 3) / 36);
        assert_eq!(torpedoes(0, 1, 2, 3), 0);
    }
}
