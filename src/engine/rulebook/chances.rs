//! Chances, as far as officers reckon with them. Only sums, products and quotients: the same on every
//! machine.

/// About e to the power of minus x, as (1 + x / 32) to the power of -32.
pub fn fades(x: f32) -> f32 {
    let mut power = 1.0 / (1.0 + x.max(0.0) / 32.0);
    for _ in 0..5 {
        power *= power;
    }
    power
}
