//! How many, and of what, as a person writes it.

use super::fold;

/// How many, and of what: `2x SBD Dauntless`, `all CA`. Nothing for a word without a count.
pub fn counted(word: &str) -> Option<(Option<usize>, String)> {
    let word = word.trim();
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..4).contains(&digits) {
        let rest = word[digits..].trim_start().strip_prefix(['x', 'X', '×', '*'])?;
        let of = fold(rest);
        let apart = rest.starts_with(char::is_whitespace) && !of.is_empty();
        return apart.then(|| (word[..digits].parse().ok(), of));
    }
    let folded = fold(word);
    let (first, rest) = folded.split_once(' ').unwrap_or((&folded, ""));
    ["all", "every", "each"]
        .contains(&first)
        .then(|| (None, rest.strip_prefix("the ").unwrap_or(rest).to_owned()))
}
