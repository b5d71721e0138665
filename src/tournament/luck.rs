//! How the dice fell: hits against hits to be expected, and how rare that is.
//!
//! Whatever can be is in whole numbers: what is expected in sixths of a hit, the variance in thirty-sixths.
//! Chances are `f64`. They are sums of products of what is never negative, so nothing cancels: a chance of
//! `n` dice is wrong by less than `5 n` parts in 2 to the 53rd, which is six parts in 10 to the 12th for
//! ten thousand dice. Nothing but sums, products, quotients and square roots is used, which all machines
//! round alike, so two of them find the same bits.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

pub use engine::fortune::Kind;

/// The faces of a die.
const FACES: i64 = 6;

/// Dice that were thrown at once, each with the same chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    side: Arc<str>,
    kind: Kind,
    dice: u32,
    of_six: u8,
    got: u32,
}

/// What cannot have been thrown: with so many dice at so many faces of six, so many came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleThrow {
    /// The dice.
    pub dice: u32,
    /// The faces that count.
    pub of_six: u8,
    /// How many came up.
    pub got: u32,
}

impl fmt::Display for ImpossibleThrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImpossibleThrow { dice, of_six, got } = self;
        write!(f, "{dice} dice at {of_six} in 6 cannot give {got}")
    }
}

impl Throw {
    /// A throw of `dice` dice that belongs to the side that gains by it. Of six faces of each, `of_six`
    /// count (0 to 6), and `got` dice showed one of these.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn new(side: &str, kind: Kind, dice: u32, of_six: u8, got: u32) -> Result<Throw, ImpossibleThrow> {
        let fits = match of_six {
            0 => got == 0,
            1..=5 => got <= dice,
            6 => got == dice,
            _ => false,
        };
        if !fits {
            return Err(ImpossibleThrow { dice, of_six, got });
        }
        Ok(Throw { side: side.into(), kind, dice, of_six, got })
    }

    /// The side that gains by it.
    pub fn side(&self) -> &str {
        &self.side
    }

    /// What it was for.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// By how much more came up than was to be expected, in sixths.
    pub fn swing(&self) -> i64 {
        i64::from(self.got) * FACES - i64::from(self.dice) * i64::from(self.of_six)
    }
}

/// How the dice of one kind fell for one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The dice.
    pub dice: u32,
    /// How many of them came up.
    pub got: u32,
    /// How many were to be expected, in sixths.
    pub sixths: i64,
    /// The variance, in thirty-sixths.
    pub variance: i64,
    /// The chance of so few or fewer, from 0 to 1.
    pub few: f64,
    /// The chance of so many or more, from 0 to 1.
    pub many: f64,
}

impl Luck {
    /// What these throws come to.
    fn of(throws: &[&Throw]) -> Luck {
        let sum = |part: fn(&Throw) -> i64| throws.iter().map(|throw| part(throw)).sum::<i64>();
        let got = throws.iter().map(|throw| throw.got).sum();
        let chances = chances(throws);
        let (below, from) = chances.split_at(got as usize);
        Luck {
            dice: throws.iter().map(|throw| throw.dice).sum(),
            got,
            sixths: sum(|throw| i64::from(throw.dice) * i64::from(throw.of_six)),
            variance: sum(|throw| {
                i64::from(throw.dice) * i64::from(throw.of_six) * (FACES - i64::from(throw.of_six))
            }),
            few: (total(below) + from[0]).min(1.0),
            many: total(from).min(1.0),
        }
    }

    /// How many were to be expected.
    pub fn expected(&self) -> f64 {
        self.sixths as f64 / FACES as f64
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        (self.variance as f64).sqrt() / FACES as f64
    }

    /// How many deviations lie between what came up and what was expected; negative for bad luck, nothing
    /// if there was nothing to chance.
    pub fn z(&self) -> Option<f64> {
        let beyond = i64::from(self.got) * FACES - self.sixths;
        (self.variance > 0).then(|| beyond as f64 / (self.variance as f64).sqrt())
    }

    /// The chance of what came up or worse luck still, if it was bad, otherwise of it or better.
    pub fn chance(&self) -> f64 {
        if i64::from(self.got) * FACES < self.sixths { self.few } else { self.many }
    }

    /// Of so many sides with the same dice, how many do as badly (or as well) by chance alone, on average
    /// and rounded.
    pub fn as_rare(&self, sides: u32) -> u32 {
        (f64::from(sides) * self.chance()).round() as u32
    }
}

/// The chance of each number that may come up, from none to all dice, die by die.
fn chances(throws: &[&Throw]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for throw in throws {
        let hit = f64::from(throw.of_six) / FACES as f64;
        let miss = (FACES - i64::from(throw.of_six)) as f64 / FACES as f64;
        for _ in 0..throw.dice {
            chances.push(0.0);
            for at in (1..chances.len()).rev() {
                chances[at] = chances[at] * miss + chances[at - 1] * hit;
            }
            chances[0] *= miss;
        }
    }
    chances
}

/// The sum of some chances, from the ends inward, where they are least.
fn total(chances: &[f64]) -> f64 {
    let (low, high) = chances.split_at(chances.len() / 2);
    low.iter().sum::<f64>() + high.iter().rev().sum::<f64>()
}

/// How the dice fell for each side, by kinds.
pub fn luck(throws: &[Throw]) -> BTreeMap<(Arc<str>, Kind), Luck> {
    let mut apart: BTreeMap<(Arc<str>, Kind), Vec<&Throw>> = BTreeMap::new();
    for throw in throws {
        apart.entry((throw.side.clone(), throw.kind)).or_default().push(throw);
    }
    apart.into_iter().map(|(of, throws)| (of, Luck::of(&throws))).collect()
}

/// The largest swings, at most so many, as places in the list of throws; the largest first, of equals the
/// earliest. Throws that gave what was to be expected are none.
pub fn swings(throws: &[Throw], most: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..throws.len()).filter(|at| throws[*at].swing() != 0).collect();
    places.sort_by_key(|at| std::cmp::Reverse(throws[*at].swing().abs()));
    places.truncate(most);
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn throw(dice: u32, of_six: u8, got: u32) -> Throw {
        Throw::new("axis", Kind::Hit, dice, of_six, got).unwrap()
    }

    fn of(throws: &[Throw]) -> Luck {
        luck(throws).remove(&("axis".into(), Kind::Hit)).unwrap()
    }

    #[test]
    fn a_hundred_and_twenty_dice_with_twelve_hits() {
        let luck = of(&[throw(120, 1, 12)]);
        assert_eq!((luck.dice, luck.got, luck.expected()), (120, 12, 20.0));
        assert!((luck.deviation() - 4.08).abs() < 0.005, "{}", luck.deviation());
        assert!((luck.z().unwrap() + 1.96).abs() < 0.005, "{:?}", luck.z());
        assert!((luck.chance() - 0.0275).abs() < 0.00005, "{}", luck.chance());
        assert_eq!(luck.as_rare(400), 11);
    }

    /// Chances by going through all faces of all dice.
    fn enumerated(throws: &[Throw]) -> [f64; 2] {
        let dice: Vec<u8> = throws.iter().flat_map(|throw| vec![throw.of_six; throw.dice as usize]).collect();
        let got: u32 = throws.iter().map(|throw| throw.got).sum();
        let all = 6u32.pow(dice.len() as u32);
        let mut counted = [0u32; 2];
        for mut faces in 0..all {
            let mut hits = 0;
            for of_six in &dice {
                hits += u32::from(faces % 6 < u32::from(*of_six));
                faces /= 6;
            }
            counted[0] += u32::from(hits <= got);
            counted[1] += u32::from(hits >= got);
        }
        counted.map(|count| f64::from(count) / f64::from(all))
    }

    /// Two throws of at most eight dice together (six where nothing is optimised, for it takes long).
    fn some_dice() -> impl Strategy<Value = Vec<Throw>> {
        let most: u32 = if crate::tests::ALL { 4 } else { 3 };
        let one = (0..=most, 1u8..=5)
            .prop_flat_map(|(dice, of_six)| (0..=dice).prop_map(move |got| throw(dice, of_six, got)));
        prop::collection::vec(one, 1..=2)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn convolution_equals_enumeration(throws in some_dice()) {
            let luck = of(&throws);
            let [few, many] = enumerated(&throws);
            prop_assert!((luck.few - few).abs() < 1e-14 && (luck.many - many).abs() < 1e-14, "{luck:?}");
        }

        #[test]
        fn the_order_of_throws_does_not_matter(dice in prop::collection::vec((0u32..40, 1u8..=5), 1..6)) {
            let mut throws: Vec<Throw> = dice.iter().map(|(dice, of_six)| throw(*dice, *of_six, *dice / 2)).collect();
            let one = of(&throws);
            throws.reverse();
            let other = of(&throws);
            prop_assert!((one.few - other.few).abs() < 1e-12 && (one.many - other.many).abs() < 1e-12);
            prop_assert_eq!((one.sixths, one.variance), (other.sixths, other.variance));
        }
    }

    #[test]
    fn eight_dice_are_enumerated_once() {
        let throws = [throw(3, 2, 1), throw(5, 1, 0)];
        let luck = of(&throws);
        let [few, many] = enumerated(&throws);
        assert!((luck.few - few).abs() < 1e-14 && (luck.many - many).abs() < 1e-14, "{luck:?}");
    }

    #[test]
    fn thousands_of_dice_lose_nothing() {
        let luck = of(&[throw(3000, 3, 1500)]);
        // Both include the middle, whose chance is about 1 in the root of 1500 pi.
        let middle = luck.few + luck.many - 1.0;
        assert!((middle - 0.014_566).abs() < 0.000_001, "{middle}");
        assert!((luck.few - luck.many).abs() < 1e-12);
    }

    #[test]
    fn what_is_certain_has_no_z() {
        let luck = of(&[throw(7, 6, 7), throw(3, 0, 0)]);
        assert_eq!((luck.z(), luck.few, luck.many), (None, 1.0, 1.0));
        let none = of(&[throw(0, 1, 0)]);
        assert_eq!((none.z(), none.chance()), (None, 1.0));
    }

    #[test]
    fn sides_and_kinds_stand_apart() {
        let search = Throw::new("axis", Kind::Search, 2, 2, 1).unwrap();
        let enemy = Throw::new("allies", Kind::Hit, 4, 1, 3).unwrap();
        let luck = luck(&[throw(2, 1, 1), search, enemy, throw(1, 2, 0)]);
        let words: Vec<(&str, &str, u32)> =
            luck.iter().map(|((side, kind), luck)| (&**side, kind.word(), luck.dice)).collect();
        assert_eq!(words, [("allies", "hit", 4), ("axis", "hit", 3), ("axis", "search", 2)]);
    }

    #[test]
    fn the_largest_swings_come_first() {
        // +1/6, -12/6, nothing, +12/6, +4/6.
        let throws = [throw(5, 1, 1), throw(4, 3, 0), throw(6, 1, 1), throw(4, 3, 4), throw(2, 1, 1)];
        assert_eq!(swings(&throws, 5), [1, 3, 4, 0]);
        assert_eq!(swings(&throws, 2), [1, 3]);
        assert_eq!(throws[1].swing(), -12);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (dice, of_six, got) in [(3, 1, 4), (3, 7, 1), (3, 0, 1), (3, 6, 2)] {
            let fault = Throw::new("axis", Kind::Hit, dice, of_six, got).unwrap_err();
            assert_eq!(fault, ImpossibleThrow { dice, of_six, got });
        }
        let fault = ImpossibleThrow { dice: 3, of_six: 1, got: 4 };
        assert_eq!(fault.to_string(), "3 dice at 1 in 6 cannot give 4");
    }
}
