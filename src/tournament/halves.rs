//! Half points: bids, handicaps and scores are whole numbers of halves, so that nothing is ever rounded.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most digits before the point that are read.
const DIGITS: usize = 6;

/// A number of half points: `Halves(3)` is 1.5. In JSON it is the number of halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Halves(pub i64);

/// Why a text is no number of half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalvesFault {
    /// It is no plain number such as `2` or `1.5`.
    NoNumber,
    /// It lies between two half points: those below and above.
    Between(Halves, Halves),
    /// It has more than six digits before the point.
    TooLarge,
}

impl Halves {
    /// Nothing.
    pub const ZERO: Halves = Halves(0);

    /// So many whole points.
    pub const fn whole(points: i64) -> Halves {
        Halves(points * 2)
    }

    /// True if no half is left over.
    pub fn is_whole(self) -> bool {
        self.0 % 2 == 0
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        let half = if size % 2 == 1 { ".5" } else { "" };
        f.pad(&format!("{sign}{}{half}", size / 2))
    }
}

impl FromStr for Halves {
    type Err = HalvesFault;

    /// Reads `2`, `1.5`, `-1` or `0.50`; no exponent, no plus, no spaces.
    fn from_str(text: &str) -> Result<Halves, HalvesFault> {
        let (sign, size) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, rest) = size.split_once('.').unwrap_or((size, "0"));
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(rest) {
            return Err(HalvesFault::NoNumber);
        }
        let whole = whole.trim_start_matches('0');
        if whole.len() > DIGITS {
            return Err(HalvesFault::TooLarge);
        }
        let below = whole.parse::<i64>().unwrap_or(0) * 2;
        let half = match rest.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            more => {
                let from = if more < "5" { below } else { below + 1 };
                let [near, far] = [Halves(sign * from), Halves(sign * (from + 1))];
                return Err(HalvesFault::Between(near.min(far), near.max(far)));
            }
        };
        Ok(Halves(sign * (below + half)))
    }
}

impl Add for Halves {
    type Output = Halves;

    fn add(self, other: Halves) -> Halves {
        Halves(self.0 + other.0)
    }
}

impl AddAssign for Halves {
    fn add_assign(&mut self, other: Halves) {
        self.0 += other.0;
    }
}

impl Sub for Halves {
    type Output = Halves;

    fn sub(self, other: Halves) -> Halves {
        Halves(self.0 - other.0)
    }
}

impl Neg for Halves {
    type Output = Halves;

    fn neg(self) -> Halves {
        Halves(-self.0)
    }
}

impl Sum for Halves {
    fn sum<I: Iterator<Item = Halves>>(all: I) -> Halves {
        Halves(all.map(|it| it.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for (text, halves) in [("0", 0), ("1.5", 3), ("-1", -2), ("-0.5", -1), ("20", 40)] {
            assert_eq!(text.parse(), Ok(Halves(halves)), "{text}");
            assert_eq!(Halves(halves).to_string(), text);
        }
        assert_eq!("01.50".parse(), Ok(Halves(3)));
    }

    #[test]
    fn what_lies_between_is_refused_with_its_neighbours() {
        assert_eq!("1.25".parse::<Halves>(), Err(HalvesFault::Between(Halves(2), Halves(3))));
        assert_eq!("1.75".parse::<Halves>(), Err(HalvesFault::Between(Halves(3), Halves(4))));
        assert_eq!("-1.25".parse::<Halves>(), Err(HalvesFault::Between(Halves(-3), Halves(-2))));
        for bad in ["", "-", "1e9", "+1", " 1", "1.", ".5", "1,5", "allies", "1.5.0"] {
            assert_eq!(bad.parse::<Halves>(), Err(HalvesFault::NoNumber), "{bad}");
        }
        assert_eq!("1234567".parse::<Halves>(), Err(HalvesFault::TooLarge));
    }
}
