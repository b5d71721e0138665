//! Places as a case writes them: `base scapa-flow`, `used north-sea`, `naval-delay tk`, `sunk`; of support
//! units `force-pool`, `delay`, `station north-sea`. What is no place fails the case in which it stands, with
//! the forms that there are.

use std::fmt;

use serde::Deserialize;

/// A place in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct At(pub String);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
