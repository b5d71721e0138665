//! Glicko-2 by rating periods (Glickman, *Example of the Glicko-2 system*), computed by the library
//! `skillratings`.
//!
//! After each period a rating is rounded, and the next period begins from the rounded one. The library's
//! logarithms and exponentials may differ in the last bits from one machine to another. Two machines differ
//! by it only where a value lies within about a billionth of a thousandth of where rounding turns.
//!
//! The paper knows two players alone. A side of several counts as one opponent, with the mean of their
//! ratings and the root mean square of their deviations; in a match of three sides, one that is rated
//! against two others counts as two.

use std::fmt;
use std::num::NonZeroU16;

use jiff::ToSpan;
use jiff::civil::Date;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};

use crate::round::mean;

use super::result::Score;

/// What everybody begins with, in points.
pub const START: i64 = 1500;
/// How near the search for a volatility comes, as the paper suggests.
const TOLERANCE: f64 = 1e-6;

/// A rating of Glicko-2, rounded as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glicko2 {
    /// The rating in thousandths of a point.
    pub rating: i64,
    /// Its deviation in thousandths of a point.
    pub deviation: i64,
    /// Its volatility in millionths.
    pub volatility: i64,
}

/// By what a list of Glicko-2 is rated, besides what everybody begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The deviation of a newcomer, in thousandths of a point.
    pub deviation: i64,
    /// The volatility of a newcomer, in millionths.
    pub volatility: i64,
    /// How far volatilities may change (tau), in thousandths; the paper suggests 300 to 1200.
    pub tau: i64,
    /// When a period ends and the next begins.
    pub periods: Periods,
}

impl Terms {
    /// The paper's suggestions: deviation 350, volatility 0.06, tau 0.5.
    pub fn new(periods: Periods) -> Terms {
        Terms { deviation: 350_000, volatility: 60_000, tau: 500, periods }
    }
}

/// Rating periods of whole months. They reach back before the first as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    /// The months of a period.
    pub months: NonZeroU16,
    /// A day on which one begins.
    pub first: Date,
}

impl Periods {
    /// The number of the period in which a day lies; that of `first` is 0, those before it are negative.
    pub fn of(self, day: Date) -> i64 {
        let first = self.first;
        let years = i64::from(day.year()) - i64::from(first.year());
        let months = years * 12 + i64::from(day.month()) - i64::from(first.month());
        let number = months.div_euclid(i64::from(self.months.get()));
        // The months agree; the day of the month may still lie before that on which the period begins.
        if self.begins(number).is_some_and(|begins| begins > day) { number - 1 } else { number }
    }

    /// The first day of a period; nothing beyond the years that a date can have. A period that begins on
    /// the 31st begins on the last day of a month that has none.
    pub fn begins(self, number: i64) -> Option<Date> {
        let months = number.checked_mul(i64::from(self.months.get()))?;
        let span = 0.months().try_months(months).ok()?;
        self.first.checked_add(span).ok()
    }
}

impl fmt::Display for Glicko2 {
    /// The rating and its deviation: `1464.051 (151.517)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.rating < 0 { "-" } else { "" };
        let [rating, deviation] = [self.rating.unsigned_abs(), self.deviation.unsigned_abs()];
        let (whole, part) = (rating / 1000, rating % 1000);
        f.pad(&format!("{sign}{whole}.{part:03} ({}.{:03})", deviation / 1000, deviation % 1000))
    }
}

/// A player's rating after a period, by what he played in it against whom; all ratings are those before the
/// period. One who played nothing keeps his rating and gains deviation, up to 350 points.
pub fn after_period(player: Glicko2, played: &[(Glicko2, Score)], tau: i64) -> Glicko2 {
    let outcome = |score| match score {
        Score::Loss => Outcomes::LOSS,
        Score::Draw => Outcomes::DRAW,
        Score::Win => Outcomes::WIN,
    };
    let results: Vec<_> = played.iter().map(|(other, score)| (exact(*other), outcome(*score))).collect();
    let config = Glicko2Config { tau: tau as f64 / 1e3, convergence_tolerance: TOLERANCE };
    let after = glicko2_rating_period(&exact(player), &results, &config);
    let rounded = |value: f64, unit: f64| (value * unit).round() as i64;
    Glicko2 {
        rating: rounded(after.rating, 1e3),
        deviation: rounded(after.deviation, 1e3),
        volatility: rounded(after.volatility, 1e6),
    }
}

/// What a player is expected to score, in thousandths of a point, both deviations taken into account.
pub fn expected(player: Glicko2, other: Glicko2) -> i64 {
    (expected_score(&exact(player), &exact(other)).0 * 1e3).round() as i64
}

/// Several players as one opponent. There is at least one.
pub(super) fn together(players: &[Glicko2]) -> Glicko2 {
    let of = |part: fn(&Glicko2) -> i64| players.iter().map(part).collect::<Vec<i64>>();
    let squares: Vec<i64> = of(|it| it.deviation * it.deviation);
    Glicko2 {
        rating: mean(&of(|it| it.rating)),
        deviation: (mean(&squares) as f64).sqrt().round() as i64,
        volatility: mean(&of(|it| it.volatility)),
    }
}

/// A rating as the library takes it.
fn exact(of: Glicko2) -> Glicko2Rating {
    Glicko2Rating {
        rating: of.rating as f64 / 1e3,
        deviation: of.deviation as f64 / 1e3,
        volatility: of.volatility as f64 / 1e6,
    }
}
