//! What a number of matches says about a game: how often a side wins, by how much, and which bid for it is
//! fair.
//!
//! The bounds that are worked out here use nothing but sums, products, quotients and square roots, so that
//! all machines find the same bits.

use crate::Halves;
use crate::round::nearest;

/// So many standard deviations hold 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// The chance that may lie below an interval, and as much above it.
const TAIL: f64 = 0.025;

/// By how much a side won a match, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Margin {
    /// It lost, whatever the points.
    SuddenDefeat,
    /// Its points less the other side's.
    Points(Halves),
    /// It won, whatever the points.
    SuddenVictory,
}

/// A share and the interval that holds the true one in 95 % of all cases; all from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share found.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The share of so many wins of so many matches, with Wilson's interval (*Journal of the American
/// Statistical Association* 22, 1927). A draw is half a win: `won` is in halves, at most twice `of`. Of no
/// match nothing is known.
pub fn wilson(won: Halves, of: u32) -> Share {
    if of == 0 {
        return Share { share: 0.5, low: 0.0, high: 1.0 };
    }
    let count = f64::from(of);
    let share = won.0 as f64 / 2.0 / count;
    let square = Z * Z;
    let middle = share + square / (2.0 * count);
    let half = Z * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
    let whole = 1.0 + square / count;
    Share { share, low: ((middle - half) / whole).max(0.0), high: ((middle + half) / whole).min(1.0) }
}

/// The ranks, from 1, of two of so many values in order between which the median lies with a chance of at
/// least 95 %: the nearest to the middle of which the binomial distribution says so. Nothing for fewer than
/// six values.
pub fn ranks(of: u32) -> Option<(u32, u32)> {
    // How often each number of values lies below the median, the middle number being 1: none of them can
    // overflow, and those that vanish at the far ends are too small to matter.
    let middle = of / 2;
    let mut weights = vec![1.0];
    for below in (1..=middle).rev() {
        let last = weights[weights.len() - 1];
        weights.push(last * f64::from(below) / f64::from(of - below + 1));
    }
    let middles = f64::from(u8::from(of.is_multiple_of(2)));
    let all = 2.0 * weights.iter().rev().sum::<f64>() - middles;
    let mut below = 0.0;
    let within = |weight: &&f64| {
        below += **weight;
        below <= TAIL * all
    };
    let rank = weights.iter().rev().take_while(within).count() as u32;
    (rank > 0).then(|| (rank, of + 1 - rank))
}

/// The median of some margins, rounded to a multiple of `step`, a half away from zero; nothing without a
/// margin. Between two in the middle it is half-way; if one of them is sudden it is the other, and if they
/// are opposite it is nought. It is sudden only if both are.
pub fn median(margins: &[Margin], step: Halves) -> Option<Margin> {
    let mut sorted = margins.to_vec();
    sorted.sort();
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    let rounded = |twice: i64| Margin::Points(Halves(nearest(twice, 2 * step.0) * step.0));
    Some(match (lower, upper) {
        (Margin::Points(lower), Margin::Points(upper)) => rounded(lower.0 + upper.0),
        (Margin::Points(only), _) | (_, Margin::Points(only)) => rounded(2 * only.0),
        (lower, upper) if lower == upper => lower,
        _ => rounded(0),
    })
}

/// What matches say about the fair bid for a side.
#[derive(Clone, Debug, PartialEq)]
pub struct FairBid {
    /// The median of the side's margins, rounded to the step. Sudden if most matches ended so: no bid is
    /// fair.
    pub fair: Margin,
    /// The interval that holds the true median with a chance of at least 95 %, its ends rounded outward to
    /// the step; nothing for fewer than six matches.
    pub interval: Option<(Margin, Margin)>,
    /// What share the side wins at each bid that was asked for, a tie as half a win.
    pub shares: Vec<(Halves, Share)>,
    /// How many matches there were.
    pub matches: u32,
    /// How many of them ended before points decided.
    pub sudden: u32,
}

/// Works out the fair bid for a side from its margins; nothing without a match. `step` is the step of bids,
/// over zero; `bids` are those whose shares are asked for.
pub fn fair_bid(margins: &[Margin], step: Halves, bids: &[Halves]) -> Option<FairBid> {
    let fair = median(margins, step)?;
    let mut sorted = margins.to_vec();
    sorted.sort();
    let matches = sorted.len() as u32;
    let outward = |margin: Margin, up: bool| match margin {
        Margin::Points(Halves(halves)) => {
            let below = halves.div_euclid(step.0);
            let is_between = halves.rem_euclid(step.0) != 0;
            Margin::Points(Halves((below + i64::from(up && is_between)) * step.0))
        }
        sudden => sudden,
    };
    let at = |rank: u32| sorted[rank as usize - 1];
    Some(FairBid {
        fair,
        interval: ranks(matches).map(|(low, high)| (outward(at(low), false), outward(at(high), true))),
        shares: bids.iter().map(|bid| (*bid, share_at(&sorted, *bid))).collect(),
        matches,
        sudden: sorted.iter().filter(|margin| !matches!(margin, Margin::Points(_))).count() as u32,
    })
}

/// The share that a side wins at a bid: its margin must be greater, and an equal one is half a win.
fn share_at(margins: &[Margin], bid: Halves) -> Share {
    let bid = Margin::Points(bid);
    let won = margins.iter().map(|margin| match margin.cmp(&bid) {
        std::cmp::Ordering::Less => Halves::ZERO,
        std::cmp::Ordering::Equal => Halves(1),
        std::cmp::Ordering::Greater => Halves::whole(1),
    });
    wilson(won.sum(), margins.len() as u32)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha20Rng;

    use super::*;

    const HALF: Halves = Halves(1);
    const WHOLE: Halves = Halves(2);

    fn points(points: i64) -> Margin {
        Margin::Points(Halves::whole(points))
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.0005
    }

    #[test]
    fn wilson_of_138_of_200() {
        let share = wilson(Halves::whole(138), 200);
        assert!(near(share.share, 0.69) && near(share.low, 0.623) && near(share.high, 0.750), "{share:?}");
    }

    #[test]
    fn wilson_at_the_ends() {
        let none = wilson(Halves::ZERO, 10);
        assert!(near(none.low, 0.0) && near(none.high, 0.2775), "{none:?}");
        let all = wilson(Halves::whole(10), 10);
        assert!(near(all.low, 1.0 - 0.2775) && near(all.high, 1.0), "{all:?}");
        assert_eq!(wilson(Halves::ZERO, 0), Share { share: 0.5, low: 0.0, high: 1.0 });
        assert_eq!(wilson(Halves(3), 2).share, 0.75);
    }

    #[test]
    fn ranks_that_hold_the_median() {
        for (of, ranks_of) in [
            (100, (40, 61)),
            (200, (86, 115)),
            (400, (180, 221)),
            (1000, (469, 532)),
            (6, (1, 6)),
            (7, (1, 7)),
            (9, (2, 8)),
            (10, (2, 9)),
        ] {
            assert_eq!(ranks(of), Some(ranks_of), "{of}");
        }
        for of in 0..6 {
            assert_eq!(ranks(of), None, "{of}");
        }
        // Far beyond where half to that power is nought.
        let (low, high) = ranks(100_000).unwrap();
        assert_eq!(low + high, 100_001);
        assert!((49_680..49_700).contains(&low), "{low}");
    }

    #[test]
    fn a_median_lies_in_the_middle() {
        use Margin::{SuddenDefeat, SuddenVictory};
        for (margins, step, expected) in [
            (vec![points(3)], HALF, points(3)),
            (vec![points(4), points(1), points(2)], HALF, points(2)),
            (vec![points(2), points(3)], HALF, Margin::Points(Halves(5))),
            (vec![points(2), points(3)], WHOLE, points(3)),
            (vec![points(-2), points(-3)], WHOLE, points(-3)),
            (vec![points(2), SuddenVictory], HALF, points(2)),
            (vec![SuddenDefeat, points(2)], HALF, points(2)),
            (vec![SuddenDefeat, SuddenVictory], HALF, points(0)),
            (vec![SuddenVictory, SuddenVictory, points(1)], HALF, SuddenVictory),
            (vec![points(1), SuddenDefeat, SuddenDefeat, points(9)], HALF, points(1)),
        ] {
            assert_eq!(median(&margins, step), Some(expected), "{margins:?}");
        }
        assert_eq!(median(&[], HALF), None);
    }

    #[test]
    fn a_fair_bid_says_how_often_each_bid_wins() {
        let mut margins: Vec<Margin> = (-3..=8).map(points).collect();
        margins.extend([Margin::SuddenVictory, Margin::SuddenDefeat]);
        let fair = fair_bid(&margins, HALF, &[Halves::ZERO, Halves(5), Halves::whole(8)]).unwrap();
        assert_eq!((fair.fair, fair.matches, fair.sudden), (Margin::Points(Halves(5)), 14, 2));
        assert_eq!(fair.interval, Some((points(-2), points(7))));
        let shares: Vec<f64> = fair.shares.iter().map(|(_, share)| (share.share * 28.0).round()).collect();
        assert_eq!(shares, [19.0, 14.0, 3.0]);
        assert_eq!(fair_bid(&[], HALF, &[]), None);
        assert_eq!(fair_bid(&margins[..5], HALF, &[]).unwrap().interval, None);
    }

    #[test]
    fn the_ends_of_an_interval_are_rounded_outward() {
        let margins: Vec<Margin> = [-3, -3, -3, 1, 1, 1].map(|halves| Margin::Points(Halves(halves))).into();
        let fair = fair_bid(&margins, WHOLE, &[]).unwrap();
        assert_eq!(fair.interval, Some((points(-2), points(1))));
    }

    /// How many of 2,000 samples of a size have an interval that holds the true median.
    fn covered(seed: u64, size: usize, margin: impl Fn(&mut ChaCha20Rng) -> Margin, median: Margin) -> usize {
        let mut dice = ChaCha20Rng::seed_from_u64(seed);
        let holds = |_: &usize| {
            let margins: Vec<Margin> = (0..size).map(|_| margin(&mut dice)).collect();
            let (low, high) = fair_bid(&margins, HALF, &[]).unwrap().interval.unwrap();
            low <= median && median <= high
        };
        (0..2000).filter(holds).count()
    }

    #[test]
    fn the_interval_holds_the_true_median_as_often_as_it_says() {
        // A wide spread, in which hardly two margins are alike: 96.5 % by theory, so it is not far too wide
        // either.
        let wide = |dice: &mut ChaCha20Rng| Margin::Points(Halves(dice.random_range(-100_000..=100_002)));
        let held = covered(1, 100, wide, Margin::Points(Halves(1)));
        assert!((1880..=1970).contains(&held), "{held} of 2000");
        // Whole points with sudden ends, a tenth on each side.
        let narrow = |dice: &mut ChaCha20Rng| match dice.random_range(0..10) {
            0 => Margin::SuddenDefeat,
            1 => Margin::SuddenVictory,
            _ => points(dice.random_range(-4..=8)),
        };
        let held = covered(2, 101, narrow, points(2));
        assert!(held >= 1880, "{held} of 2000");
    }
}
