//! How whole numbers are rounded, in one place: ratings and bids follow published rules, and those say
//! where a half goes.

/// The whole number nearest to `numerator / denominator`; a half goes away from zero. The denominator is
/// positive.
pub(crate) fn nearest(numerator: i64, denominator: i64) -> i64 {
    let size = (numerator.abs() * 2 + denominator) / (denominator * 2);
    size * numerator.signum()
}

/// The mean of some whole numbers, a half rounded up. There is at least one.
pub(crate) fn mean(values: &[i64]) -> i64 {
    let count = values.len() as i64;
    (values.iter().sum::<i64>() * 2 + count).div_euclid(count * 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_goes_away_from_zero() {
        for (numerator, rounded) in [(10, 1), (9, 0), (-10, -1), (-9, 0), (30, 2), (29, 1), (0, 0)] {
            assert_eq!(nearest(numerator, 20), rounded, "{numerator}/20");
        }
        assert_eq!((nearest(7, 3), nearest(8, 3), nearest(-8, 3)), (2, 3, -3));
    }

    #[test]
    fn half_a_point_of_a_mean_goes_up() {
        assert_eq!(mean(&[5000]), 5000);
        assert_eq!(mean(&[5000, 5001]), 5001);
        assert_eq!(mean(&[-1, 0]), 0);
        assert_eq!(mean(&[1, 1, 2]), 1);
    }
}
