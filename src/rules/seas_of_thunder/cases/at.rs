//! The words for places. Each is read from text, so that a wrong one is shown at its line.

use std::fmt;

use serde::de;
use serde::{Deserialize, Deserializer};

use engine::rulebook::two_sided::Camp;

/// Where a unit or a convoy is: `zone 95`, `port kiel`, `available`, `used`, `repair 2`, `track 3`, `setup`,
/// `sunk`, `removed`; for convoys also `pool`, `held-axis` and `held-allies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// In a sea zone.
    Zone(u8),
    /// In a port box, by the port's id.
    Port(String),
    /// Among the LBA that can fly.
    Available,
    /// Among the LBA that have flown.
    Used,
    /// On the repair track, so many boxes from its end.
    Repair(u8),
    /// On the turn track.
    Track(u8),
    /// Not yet put down.
    Setup,
    /// Sunk.
    Sunk,
    /// Out of play.
    Removed,
    /// A convoy in its side's pool.
    Pool,
    /// A convoy that a player has drawn and not placed.
    Held(Camp),
}

impl At {
    fn parse(text: &str) -> Option<At> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = || rest.parse::<u8>().ok();
        Some(match (word, rest) {
            ("zone", _) => At::Zone(number()?),
            ("port", id) if !id.is_empty() => At::Port(id.to_owned()),
            ("repair", _) => At::Repair(number()?),
            ("track", _) => At::Track(number()?),
            ("available", "") => At::Available,
            ("used", "") => At::Used,
            ("setup", "") => At::Setup,
            ("sunk", "") => At::Sunk,
            ("removed", "") => At::Removed,
            ("pool", "") => At::Pool,
            ("held-axis", "") => At::Held(Camp::AXIS),
            ("held-allies", "") => At::Held(Camp::ALLIES),
            _ => return None,
        })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Zone(number) => write!(f, "zone {number}"),
            At::Port(id) => write!(f, "port {id}"),
            At::Available => f.write_str("available"),
            At::Used => f.write_str("used"),
            At::Repair(boxes) => write!(f, "repair {boxes}"),
            At::Track(turn) => write!(f, "track {turn}"),
            At::Setup => f.write_str("setup"),
            At::Sunk => f.write_str("sunk"),
            At::Removed => f.write_str("removed"),
            At::Pool => f.write_str("pool"),
            At::Held(side) => write!(f, "held-{}", side.id()),
        }
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At, D::Error> {
        let text = String::deserialize(deserializer)?;
        At::parse(&text).ok_or_else(|| de::Error::custom(format!("`{text}` is no place, such as `zone 95`")))
    }
}
