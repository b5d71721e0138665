//! The contrast of colours, as the web's rules for texts work it out.

/// The brightness of a colour, as the contrast of two is worked out.
fn brightness(colour: &str) -> f64 {
    let digits = colour.trim_start_matches('#');
    let long =
        if digits.len() == 3 { digits.chars().flat_map(|it| [it, it]).collect() } else { digits.to_owned() };
    let part = |at: usize| {
        let part = f64::from(u8::from_str_radix(&long[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
}

/// The contrast of two colours, each written as `#rrggbb` or `#rgb`: from 1, for the same, to 21.
pub fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (brightness(one), brightness(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
