//! AREA: every two-player result moves as many points to one player as from the other, in whole numbers.
//!
//! The tie follows the words of the published rules, by which the lower rated gains; the sign of the
//! formula printed beside them contradicts that. AREA's own classes for several players are computed
//! otherwise than here: a side is rated as the mean of its players, and with three sides each gain is
//! halved.

use crate::round::nearest;

use super::result::Score;

/// What everybody begins with.
pub const START: i64 = 5000;
/// So many points of difference are worth one.
const DIFFERENCE: i64 = 20;
/// What a win against an equal gains.
const EVEN: i64 = 100;
/// The most that one match moves.
const MOST: i64 = 200;

/// What one side gains against another, in points; a loss is negative. Both ratings are those before the
/// match, in points. What one gains is what the other loses.
pub fn gain(own: i64, theirs: i64, score: Score) -> i64 {
    match score {
        Score::Win => (nearest(theirs - own, DIFFERENCE) + EVEN).clamp(1, MOST),
        Score::Draw => nearest(theirs - own, DIFFERENCE).clamp(-MOST, MOST),
        Score::Loss => -gain(theirs, own, Score::Win),
    }
}
