//! The words for places. Each is read from text, so that a wrong one is shown at its line.

use std::fmt;

use serde::de;
use serde::{Deserialize, Deserializer};

/// Where a unit is: `area marshalls`, `base midway`, `arrival 0`, `track 3`, `box phrf`, `sunk`, `removed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// At sea, by the area's id.
    Area(String),
    /// In a port or base, by its id.
    Base(String),
    /// Off the board, by the entry of the scenario that brings it on.
    Arrival(u8),
    /// On the turn chart.
    Track(u8),
    /// In a box beside the map, by its id.
    Hold(String),
    /// Lost for good.
    Sunk,
    /// Out of play.
    Removed,
}

impl At {
    fn parse(text: &str) -> Option<At> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = || rest.parse::<u8>().ok();
        Some(match (word, rest) {
            ("area", id) if !id.is_empty() => At::Area(id.to_owned()),
            ("base", id) if !id.is_empty() => At::Base(id.to_owned()),
            ("arrival", _) => At::Arrival(number()?),
            ("track", _) => At::Track(number()?),
            ("box", id) if !id.is_empty() => At::Hold(id.to_owned()),
            ("sunk", "") => At::Sunk,
            ("removed", "") => At::Removed,
            _ => return None,
        })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Area(id) => write!(f, "area {id}"),
            At::Base(id) => write!(f, "base {id}"),
            At::Arrival(number) => write!(f, "arrival {number}"),
            At::Track(turn) => write!(f, "track {turn}"),
            At::Hold(id) => write!(f, "box {id}"),
            At::Sunk => f.write_str("sunk"),
            At::Removed => f.write_str("removed"),
        }
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At, D::Error> {
        let text = String::deserialize(deserializer)?;
        let fault = || de::Error::custom(format!("`{text}` is no place, such as `area marshalls`"));
        At::parse(&text).ok_or_else(fault)
    }
}
