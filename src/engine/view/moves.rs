//! Moves of a view: what went from where to where since the last packet.

use serde::{Deserialize, Serialize};

use super::places::ZoneRef;
use crate::side::Side;

/// Units of one side that went the same way, as far as the reader knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move<T = String> {
    /// Whose they are.
    pub side: Side,
    /// Whether they sailed, flew or went home.
    pub how: How,
    /// Where from; nothing if the reader cannot know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Spot<T>>,
    /// Where to.
    pub to: Spot<T>,
    /// The names of those that the reader knows.
    #[serde(default = "Vec::new")]
    pub units: Vec<T>,
    /// How many there are, those with names among them.
    pub count: usize,
}

/// How units went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// To sea, or from one part of it to another.
    Sailed,
    /// As land-based aircraft.
    Flew,
    /// Home to a port.
    Returned,
}

/// Where something is: in a zone, or in a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot<T = String> {
    /// In a zone.
    Zone(ZoneRef<T>),
    /// In a port, by its word in files.
    Port(T),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_move_is_read_as_it_is_written() {
        let json = json!({"side": "axis", "how": "sailed", "from": {"port": "kiel"}, "to": {"zone": 9},
            "units": ["Hipper"], "count": 2});
        let read = Move::<&str>::deserialize(&json).unwrap();
        assert_eq!((read.from, read.to), (Some(Spot::Port("kiel")), Spot::Zone(ZoneRef::Number(9))));
        assert_eq!(serde_json::to_value(&read).unwrap(), json);
    }
}
