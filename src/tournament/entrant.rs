//! The short word of somebody who plays in a club.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The short word of an entrant, such as `anna`. Whoever makes one has seen to it that it may be a name of a
/// file; nothing here looks at that. It sorts by its letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Box<str>", into = "Box<str>")]
pub struct Entrant(Arc<str>);

impl Entrant {
    /// The entrant of that word.
    pub fn new(word: &str) -> Entrant {
        Entrant(word.into())
    }

    /// The word.
    pub fn word(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<Box<str>> for Entrant {
    fn from(word: Box<str>) -> Entrant {
        Entrant(word.into())
    }
}

impl From<Entrant> for Box<str> {
    fn from(entrant: Entrant) -> Box<str> {
        entrant.word().into()
    }
}
