//! What a match may choose among the readings and the optional rules of its rulebook.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::problem::{list_or, quote, suggest};

/// A choice that a match may make when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MatchOption {
    /// Its word.
    pub word: &'static str,
    /// What it decides, in one line.
    pub about: &'static str,
    /// What may be chosen; the first is the recommended one, which holds where nothing is said.
    pub values: &'static [&'static str],
    /// The rule whose reading it is.
    pub rule: &'static str,
}

/// Values as people list them: words as they are, then numbers in their order, neighbours as `1 to 36`.
pub fn in_words(values: &[&str]) -> Vec<String> {
    let mut numbers: Vec<u32> = values.iter().filter_map(|value| value.parse().ok()).collect();
    numbers.sort_unstable();
    let words = values.iter().filter(|value| value.parse::<u32>().is_err()).map(|value| (*value).to_owned());
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let said = |run: &[u32]| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(u32::to_string).collect(),
    };
    words.chain(runs.flat_map(said)).collect()
}

/// What a match has chosen, by word; what is not here is as recommended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Choices(BTreeMap<String, String>);

impl Choices {
    /// Reads choices of the form `word=value`, each of which must be among `options`. One that says what is
    /// recommended is left out, so that it makes no other match.
    ///
    /// # Errors
    /// A sentence that says what is not understood, and what would be.
    pub fn parse(words: &[String], options: &[MatchOption]) -> Result<Choices, String> {
        let mut choices = BTreeMap::new();
        for word in words {
            let (word, value) = word
                .split_once('=')
                .ok_or_else(|| format!("{} is not an option; write it as word=value", quote(word)))?;
            let (word, value) = (word.trim(), value.trim());
            let option = find(word, options)?;
            if !option.values.contains(&value) {
                let known = list_or(&in_words(option.values));
                return Err(format!("{word} cannot be {}; write {known}", quote(value)));
            }
            if choices.insert(word.to_owned(), value.to_owned()).is_some() {
                return Err(format!("{word} is chosen twice"));
            }
        }
        choices.retain(|word, value| find(word, options).is_ok_and(|option| option.values[0] != value));
        Ok(Choices(choices))
    }

    /// Whether every choice, as a match has kept it, is among `options`.
    ///
    /// # Errors
    /// As [`Choices::parse`].
    pub fn check(&self, options: &[MatchOption]) -> Result<(), String> {
        let words: Vec<String> = self.0.iter().map(|(word, value)| format!("{word}={value}")).collect();
        Choices::parse(&words, options).map(drop)
    }

    /// The value of an option: what was chosen, or what is recommended.
    pub fn value<'c>(&'c self, option: &MatchOption) -> &'c str
    where
        'static: 'c,
    {
        self.0.get(option.word).map_or(option.values[0], String::as_str)
    }

    /// Chooses a value where nothing was chosen.
    #[must_use]
    pub fn or(mut self, option: &MatchOption, value: &str) -> Choices {
        self.0.entry(option.word.to_owned()).or_insert_with(|| value.to_owned());
        self
    }

    /// Whether all is as recommended.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The choices that differ from what is recommended, as words and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(word, value)| (word.as_str(), value.as_str()))
    }
}

fn find<'o>(word: &str, options: &'o [MatchOption]) -> Result<&'o MatchOption, String> {
    let words = || options.iter().map(|option| option.word);
    options.iter().find(|option| option.word == word).ok_or_else(|| match suggest(word, words()) {
        Some(near) => format!("there is no option {}; did you mean {near}?", quote(word)),
        None if options.is_empty() => format!("there is no option {}: the system has none", quote(word)),
        None => {
            format!("there is no option {}; there are {}", quote(word), list_or(&words().collect::<Vec<_>>()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[MatchOption] = &[
        MatchOption { word: "neutrality", about: "", values: &["off", "on"], rule: "R-1" },
        MatchOption { word: "rail", about: "", values: &["5", "3-5"], rule: "R-2" },
    ];

    fn parse(words: &[&str]) -> Result<Choices, String> {
        Choices::parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>(), OPTIONS)
    }

    #[test]
    fn what_is_recommended_is_not_kept() {
        assert!(parse(&["neutrality=off"]).unwrap().is_empty());
        let choices = parse(&["neutrality = on", "rail=5"]).unwrap();
        assert_eq!(choices.iter().collect::<Vec<_>>(), [("neutrality", "on")]);
        assert_eq!((choices.value(&OPTIONS[0]), choices.value(&OPTIONS[1])), ("on", "5"));
    }

    #[test]
    fn many_numbers_are_said_as_ranges() {
        assert_eq!(in_words(&["8", "1", "2", "3", "9", "any"]), ["any", "1 to 3", "8", "9"]);
        assert_eq!(in_words(&["5", "3-5"]), ["3-5", "5"]);
    }

    #[test]
    fn slips_are_told() {
        for (words, says) in [
            (&["neutrality"][..], "word=value"),
            (&["neutralty=on"], "did you mean neutrality?"),
            (&["neutrality=yes"], "write off or on"),
            (&["rail=5", "rail=3-5"], "twice"),
            (&["zzzzzz=1"], "there are neutrality or rail"),
        ] {
            let fault = parse(words).unwrap_err();
            assert!(fault.contains(says), "{fault}");
        }
    }
}
