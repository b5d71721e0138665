//! The nearest of some names, for a word that is none of them.

/// The candidate with the fewest slips, at most a third of the word's letters; of equal ones one with the same first
/// letter, then the first in the alphabet.
pub(crate) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = plain(word);
    if wanted.len() < 3 || wanted.len() > 40 {
        return None;
    }
    let limit = (wanted.len() / 3).clamp(1, 4);
    let slips = |name: &'a str| {
        let letters = plain(name);
        (distance(&wanted, &letters), wanted.first() != letters.first(), name)
    };
    candidates.map(slips).filter(|found| found.0 <= limit).min().map(|found| found.2)
}

/// Lower case, with blanks and hyphens as underscores, as the names of zones have them.
fn plain(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).map(|c| if c == ' ' || c == '-' { '_' } else { c }).collect()
}

/// How many letters must be put in, left out or replaced (Levenshtein).
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let replaced = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}
