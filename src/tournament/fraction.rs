//! Exact fractions, in which tie-breaks are worked out.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Add;

use serde::Serialize;

use crate::Halves;

/// A fraction in lowest terms. Its parts are sums of scores and counts of matches, far below the bounds of 64
/// bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fraction {
    /// Above the line.
    over: i64,
    /// Below the line, 1 or more.
    under: i64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };

    /// One number over another; nothing if the other is nothing.
    pub fn new(over: i64, under: i64) -> Fraction {
        if under == 0 {
            return Fraction::ZERO;
        }
        let common = common(over.unsigned_abs(), under.unsigned_abs());
        let common = i64::try_from(common).unwrap_or(1) * under.signum();
        Fraction { over: over / common, under: under / common }
    }

    /// A whole number.
    pub const fn whole(number: i64) -> Fraction {
        Fraction { over: number, under: 1 }
    }

    /// What stands above the line.
    pub fn over(self) -> i64 {
        self.over
    }

    /// What stands below the line: 1 or more.
    pub fn under(self) -> i64 {
        self.under
    }

    /// The half of it.
    pub fn half(self) -> Fraction {
        Fraction::new(self.over, self.under * 2)
    }
}

/// The greatest common divisor; that with 0 is the other number.
fn common(one: u64, other: u64) -> u64 {
    if other == 0 { one.max(1) } else { common(other, one % other) }
}

impl From<Halves> for Fraction {
    fn from(halves: Halves) -> Fraction {
        Fraction::new(halves.0, 2)
    }
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(all: I) -> Fraction {
        all.fold(Fraction::ZERO, Add::add)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let crossed = |one: &Fraction, other: &Fraction| i128::from(one.over) * i128::from(other.under);
        crossed(self, other).cmp(&crossed(other, self))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => f.pad(&self.over.to_string()),
            under => f.pad(&format!("{}/{under}", self.over)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_fraction_is_in_lowest_terms_with_its_sign_above() {
        for (over, under, text) in
            [(6, 4, "3/2"), (-6, 4, "-3/2"), (6, -4, "-3/2"), (0, -7, "0"), (8, 2, "4")]
        {
            assert_eq!(Fraction::new(over, under).to_string(), text);
        }
        assert_eq!(Fraction::new(5, 0), Fraction::ZERO);
        assert_eq!(Fraction::from(Halves(3)).half().to_string(), "3/4");
    }

    proptest! {
        #[test]
        fn fractions_are_ordered_and_added_like_numbers(a in -999_i64..999, b in 1_i64..99, c in -999_i64..999, d in 1_i64..99) {
            let (one, other) = (Fraction::new(a, b), Fraction::new(c, d));
            prop_assert_eq!(one.cmp(&other), (a * d).cmp(&(c * b)));
            let sum = one + other;
            prop_assert_eq!(sum.over() * b * d, (a * d + c * b) * sum.under());
        }
    }
}
