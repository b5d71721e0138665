//! Of how many exchanges is kept what can be made again: packets, forms and reports follow from the journal,
//! so a match need not fill a disk with those of months ago.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// Of how many exchanges packets, forms and reports are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Of so many, the newest.
    Newest(u32),
    /// Of every one.
    All,
}

/// The open exchange, and what it came from.
impl Default for Keep {
    fn default() -> Keep {
        Keep::Newest(2)
    }
}

impl Keep {
    /// The newest exchange of which nothing is kept any more, if there is one.
    pub fn last_gone(self, newest: u32) -> Option<u32> {
        match self {
            Keep::Newest(many) => newest.checked_sub(many).filter(|last| *last > 0),
            Keep::All => None,
        }
    }
}

/// What else was written, and what would do.
const MEND: &str = "write a number of exchanges from 1 on, or all";

impl FromStr for Keep {
    type Err = String;

    fn from_str(word: &str) -> Result<Keep, String> {
        match (word, word.parse()) {
            ("all", _) => Ok(Keep::All),
            (_, Ok(many)) if many > 0 => Ok(Keep::Newest(many)),
            _ => Err(MEND.to_owned()),
        }
    }
}

struct KeepVisitor;

impl Visitor<'_> for KeepVisitor {
    type Value = Keep;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of exchanges from 1 on, or all")
    }

    fn visit_u64<E: Error>(self, many: u64) -> Result<Keep, E> {
        self.visit_str(&many.to_string())
    }

    fn visit_i64<E: Error>(self, many: i64) -> Result<Keep, E> {
        self.visit_str(&many.to_string())
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Keep, E> {
        word.parse().map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Keep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keep, D::Error> {
        deserializer.deserialize_any(KeepVisitor)
    }
}
