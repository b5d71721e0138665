//! Finds the name that was probably meant. The answer depends on the words alone, never on the order of
//! candidates.

/// Words longer than this are not compared: nobody mistypes that much by accident.
const LONGEST: usize = 100;

/// The candidate nearest to a mistyped word, or none if all are too far. In this order it accepts: the same
/// letters in another case or with other separators, few slips of the keyboard, the only candidate that
/// begins with the word, and the only candidate whose last parts are the word (`bismarck` for
/// `de-bb-bismarck`).
pub fn suggest<'a, I>(word: &str, candidates: I) -> Option<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    Candidates::new(candidates).nearest(word)
}

/// So many candidates that come nearest to a word, the nearest first, however far they are.
pub fn nearest_of<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let wanted: String = plain(word).chars().take(LONGEST).collect();
    let far = |name: &str| strsim::damerau_levenshtein(&wanted, &plain(name));
    let mut all: Vec<(usize, &str)> = candidates.into_iter().map(|name| (far(name), name)).collect();
    all.sort();
    all.truncate(most);
    all.into_iter().map(|(_, name)| name).collect()
}

/// Names among which mistyped words are looked for, made ready once for many of them.
#[derive(Debug)]
pub struct Candidates<'a>(Vec<(String, &'a str)>);

impl<'a> Candidates<'a> {
    /// Makes names ready; those too long to be meant are left out.
    pub fn new(names: impl IntoIterator<Item = &'a str>) -> Candidates<'a> {
        let names = names.into_iter().filter(|name| name.len() <= 4 * LONGEST);
        Candidates(names.map(|name| (plain(name), name)).collect())
    }

    /// The nearest name, as [`suggest`] finds it.
    pub fn nearest(&self, word: &str) -> Option<&'a str> {
        let wanted = plain(word);
        let length = wanted.chars().count();
        if length == 0 || length > LONGEST {
            return None;
        }
        let Candidates(names) = self;
        nearest(&wanted, length, names)
            .or_else(|| only(names.iter().filter(|(name, _)| length >= 3 && name.starts_with(&wanted))))
            .or_else(|| only(names.iter().filter(|(name, _)| length >= 3 && ends_with_part(name, &wanted))))
    }
}

/// The candidate with the fewest slips, at most a third of the word's letters; of equal ones one with the
/// same first letter, then the first in the alphabet.
fn nearest<'a>(wanted: &str, length: usize, candidates: &[(String, &'a str)]) -> Option<&'a str> {
    let limit = if length <= 2 { 0 } else { (length / 3).clamp(1, 4) };
    let mut best: Option<(usize, bool, &'a str)> = None;
    for (name, original) in candidates {
        if name.chars().count().abs_diff(length) > limit {
            continue;
        }
        let begins_alike = wanted.chars().next() == name.chars().next();
        let found = (strsim::damerau_levenshtein(wanted, name), !begins_alike, *original);
        if found.0 <= limit && best.is_none_or(|best| found < best) {
            best = Some(found);
        }
    }
    best.map(|(_, _, name)| name)
}

fn only<'a, 'c>(mut found: impl Iterator<Item = &'c (String, &'a str)>) -> Option<&'a str>
where
    'a: 'c,
{
    let (_, first) = found.next()?;
    found.all(|(_, name)| name == first).then_some(first)
}

fn ends_with_part(name: &str, wanted: &str) -> bool {
    name.strip_suffix(wanted).is_some_and(|head| head.ends_with(['-', '/']))
}

/// Lower case, with blanks and underscores as hyphens.
fn plain(word: &str) -> String {
    let word = word.trim();
    word.chars().flat_map(char::to_lowercase).map(|c| if c == '_' || c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPS: [&str; 5] =
        ["de-bb-bismarck", "de-bb-tirpitz", "de-cx-orion", "uk-bb-king-george-v", "uk-bb-king-george"];

    #[test]
    fn of_equally_near_names_one_that_begins_alike_is_meant() {
        assert_eq!(suggest("sonday", ["monday", "sunday"]), Some("sunday"));
        assert_eq!(suggest("funday", ["monday", "sunday"]), Some("sunday"));
    }

    #[test]
    fn finds_what_was_meant() {
        assert_eq!(suggest("de-bb-bismark", SHIPS), Some("de-bb-bismarck"));
        assert_eq!(suggest("DE_BB_Tirpitz", SHIPS), Some("de-bb-tirpitz"));
        assert_eq!(suggest("bismarck", SHIPS), Some("de-bb-bismarck"));
        assert_eq!(suggest("de-cx", SHIPS), Some("de-cx-orion"));
        assert_eq!(suggest("anwsers", ["answers", "note"]), Some("answers"));
        assert_eq!(suggest("uk-bb-king-gorge-v", SHIPS), Some("uk-bb-king-george-v"));
    }

    #[test]
    fn says_nothing_rather_than_guess() {
        assert_eq!(suggest("yamato", SHIPS), None);
        assert_eq!(suggest("de", SHIPS), None);
        assert_eq!(suggest("uk-bb", SHIPS), None);
        assert_eq!(suggest("", SHIPS), None);
        assert_eq!(suggest(&"x".repeat(1000), SHIPS), None);
    }

    #[test]
    fn does_not_depend_on_the_order_of_candidates() {
        assert_eq!(suggest("cat", ["car", "bat"]), Some("car"));
        assert_eq!(suggest("cat", ["bat", "car"]), Some("car"));
    }
}
