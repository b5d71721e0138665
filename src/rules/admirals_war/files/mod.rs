//! The shapes of the game files. A key that no shape knows is an error; what the program never asks
//! (provenance, notes, the inputs of formulas, options) is passed over here and nowhere else. No shape leaves
//! the loaders.

use std::borrow::Cow;

use serde::de::Error;
use serde::de::value::{CowStrDeserializer, Error as Fault};
use serde::{Deserialize, Deserializer};

use engine::games::print;
use engine::rulebook::shape::shape;

mod map;
mod scenarios;
mod units;

pub use map::*;
pub use scenarios::*;
pub use units::*;

shape! {
    /// A value with its provenance beside it.
    #[derive(Deserialize)]
    pub struct Sourced<T> {
        pub value: T,
        unread provenance, confidence;
        may source;
    }
}

/// Whether a row has the shape its loader reads.
pub fn shaped(file: &str, row: &serde_json::Value) -> Result<(), String> {
    match file {
        "units" => print::shaped::<UnitRow>(row).map(drop),
        _ => Ok(()),
    }
}

/// A word, or `none`.
pub struct OrNone<T>(pub Option<T>);

impl<'de, T: for<'word> Deserialize<'word>> Deserialize<'de> for OrNone<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OrNone<T>, D::Error> {
        let word = <Cow<'de, str>>::deserialize(deserializer)?;
        if word == "none" {
            return Ok(OrNone(None));
        }
        let word: CowStrDeserializer<'_, Fault> = CowStrDeserializer::new(word);
        T::deserialize(word).map(|value| OrNone(Some(value))).map_err(D::Error::custom)
    }
}
