//! Elo by FIDE's table of expectations instead of the formula, in whole numbers (Rating Regulations, 8.1.2
//! and 8.3).

use crate::round::nearest;

use super::result::Score;

/// What everybody begins with, unless a club says otherwise.
pub const START: i64 = 1500;
/// The differences, in points, at which the higher rated expects one hundredth more.
const BOUNDS: [i64; 42] = [
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180,
    189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392,
];
/// A greater difference counts as this one, in points.
const WIDEST: i64 = 400;
/// The matches of a newcomer.
const NEW: u32 = 30;
/// From this rating on one moves slowly, in points.
const HIGH: i64 = 2400;

/// What a player expects of a match, in hundredths of a point from 8 to 92; both ratings in points.
pub fn expected(own: i64, theirs: i64) -> i64 {
    let difference = (own - theirs).abs().min(WIDEST);
    let above = BOUNDS.iter().filter(|bound| difference >= **bound).count() as i64;
    if own >= theirs { 50 + above } else { 50 - above }
}

/// The factor K of a player who has played so many matches and whose highest rating so far is `best`: 10
/// for good once 2400 was reached, else 40 for the first 30 matches, then 20.
pub fn factor(matches: u32, best: i64) -> i64 {
    if best >= HIGH {
        10
    } else if matches < NEW {
        40
    } else {
        20
    }
}

/// By how many points a rating moves: K times what was scored beyond what was expected (in hundredths),
/// divided by the number of other sides, a half away from zero.
pub fn change(factor: i64, score: Score, expected: i64, others: i64) -> i64 {
    nearest(factor * (score.halves() * 50 - expected), 100 * others)
}
