//! What the book says of panels: what one judges, and who found its verdict.

use std::fmt;

use engine::problem::quote;
use serde::{Deserialize, Serialize};
use tournament::panel::{Finder, Vote};

use super::result::DRAW;

/// What a panel judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum About {
    /// A match that is not over.
    #[default]
    Unfinished,
    /// A protest of a match by its number.
    Protest(u32),
    /// An appeal of a match by its number.
    Appeal(u32),
}

impl About {
    /// What may be voted for. `sides` are those of the scenario.
    pub fn choices(self, sides: [&str; 2]) -> Vec<&str> {
        match self {
            About::Unfinished => vec![sides[0], sides[1], DRAW],
            About::Protest(_) | About::Appeal(_) => vec!["upheld", "denied"],
        }
    }

    /// Reads `unfinished`, `protest 1` or `appeal 1`.
    ///
    /// # Errors
    /// What may be written instead.
    pub fn parse(text: &str) -> Result<About, String> {
        let number = |word: &str| word.parse().ok().filter(|number| *number > 0);
        let found = match text.split_once(' ') {
            None if text == "unfinished" => Some(About::Unfinished),
            Some(("protest", word)) => number(word).map(About::Protest),
            Some(("appeal", word)) => number(word).map(About::Appeal),
            _ => None,
        };
        found.filter(|it| it.to_string() == text).ok_or_else(|| {
            format!("{} is nothing for a panel; write `unfinished`, `protest 1` or `appeal 1`", quote(text))
        })
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            About::Unfinished => f.write_str("unfinished"),
            About::Protest(number) => write!(f, "protest {number}"),
            About::Appeal(number) => write!(f, "appeal {number}"),
        }
    }
}

impl TryFrom<String> for About {
    type Error = String;

    fn try_from(text: String) -> Result<About, String> {
        About::parse(&text)
    }
}

impl From<About> for String {
    fn from(about: About) -> String {
        about.to_string()
    }
}

/// Who found a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// More than half of the votes.
    Majority,
    /// The chair.
    Chair,
}

impl From<Finder> for FoundBy {
    fn from(finder: Finder) -> FoundBy {
        match finder {
            Finder::Majority { .. } => FoundBy::Majority,
            Finder::Chair => FoundBy::Chair,
        }
    }
}

/// A vote of the word in which ballots and verdicts have it.
pub fn vote_of(word: &str) -> Vote {
    if word == DRAW { Vote::Draw } else { Vote::Side(word.to_owned()) }
}

/// The word of a vote.
pub fn vote_word(vote: &Vote) -> &str {
    match vote {
        Vote::Side(word) => word,
        Vote::Draw => DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_panel_judges_has_one_spelling() {
        for about in [About::Unfinished, About::Protest(1), About::Appeal(12)] {
            assert_eq!(About::parse(&about.to_string()), Ok(about));
        }
        for bad in ["", "protest", "protest 0", "protest 01", "appeal x", "Unfinished", "unfinished 1"] {
            assert!(About::parse(bad).is_err(), "{bad}");
        }
    }
}
