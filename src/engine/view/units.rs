//! Units in a view.

use serde::{Deserialize, Deserializer, Serialize};

use super::known::Known;
use crate::side::Side;

/// A unit that the reader knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unit<T = String> {
    /// The word used in files.
    pub id: T,
    /// The name.
    pub name: T,
    /// Whose it is, said of enemies where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The navy's adjective.
    pub navy: T,
    /// The class code.
    pub class: T,
    /// The stat line, of the side of the counter that is up.
    pub line: T,
    /// The box in which it stands while a combat lasts, in a game that has boxes; nothing while it stands in
    /// none.
    #[serde(rename = "box", default = "missing", deserialize_with = "given")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Option<T>>,
    /// Which other sides know which unit this is.
    #[serde(default)]
    pub known: Known,
    /// What has befallen it, in short words, in a game that marks units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<T>>,
    /// Damage points, in a game that counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<u8>,
    /// True while its raiding side is up, in a game whose counters have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raiding: Option<bool>,
}

impl<T: AsRef<str>> Unit<T> {
    /// The box in which it stands.
    pub fn in_box(&self) -> Option<&str> {
        self.of.as_ref()?.as_ref().map(AsRef::as_ref)
    }
}

/// Units of one navy that the reader can only count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack<T = String> {
    /// The navy's adjective.
    pub navy: T,
    /// Ships.
    pub ships: usize,
    /// Land-based air units.
    pub lba: usize,
    /// Whether there may be more than the reader could count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// What such a part is where it is missing.
pub(super) fn missing<V>() -> Option<V> {
    None
}

/// Reads a part that only some games have, and that may be nothing in those: missing and `null` stay apart.
pub(super) fn given<'de, D, V>(data: D) -> Result<Option<Option<V>>, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
{
    Option::deserialize(data).map(Some)
}
