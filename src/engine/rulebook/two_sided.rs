//! What rulebooks share that know two sides, the Axis and the Allies: a type that can be nothing else, and
//! pairs of values.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fields::named;
use crate::party::Party;
use crate::question::key::{NoKey, Part};
use crate::side::{Flag, Side, SideMap};

/// One of two opposing sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Camp {
    /// The Axis.
    Axis,
    /// The Allies.
    Allies,
}

static AXIS_FLAG: Flag = Flag { id: "axis", name: "Axis", adjective: "Axis", colour: "#b45309", order: 0 };
static ALLIES_FLAG: Flag =
    Flag { id: "allies", name: "Allies", adjective: "Allied", colour: "#1d5fa8", order: 1 };

/// The Axis.
pub const AXIS: Side = Side::of(&AXIS_FLAG);
/// The Allies.
pub const ALLIES: Side = Side::of(&ALLIES_FLAG);
/// Both sides, in the order in which most things list them.
pub const SIDES: &[Side] = &[AXIS, ALLIES];
/// Both as parties, where each side is one, in the same order.
pub const PARTIES: &[Party] = &[party::AXIS, party::ALLIES];

/// Makes both known, so that files can name them.
pub fn declare() {
    Party::declare(PARTIES);
}

/// The two sides as parties, where each side is one.
pub mod party {
    use crate::party::Party;

    /// The Axis.
    pub const AXIS: Party = Party::of(super::AXIS);
    /// The Allies.
    pub const ALLIES: Party = Party::of(super::ALLIES);
}

impl Camp {
    /// The Axis.
    pub const AXIS: Camp = Camp::Axis;
    /// The Allies.
    pub const ALLIES: Camp = Camp::Allies;

    /// The camp of a side, if it is one of the two.
    #[inline]
    pub fn of(side: Side) -> Option<Camp> {
        [Camp::Axis, Camp::Allies].into_iter().find(|camp| camp.side() == side)
    }

    /// The camp of a side that plays in the match, which is what rules are asked about.
    #[inline]
    pub fn in_match(side: Side) -> Camp {
        Camp::of(side).expect("rules are asked about sides of their match only")
    }

    /// The camp as a side.
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Camp::Axis => AXIS,
            Camp::Allies => ALLIES,
        }
    }

    /// Finds a camp by the word used in files (`axis`, `allies`); `allied` is accepted for `allies`.
    pub fn parse(word: &str) -> Option<Camp> {
        let word = if word == "allied" { ALLIES.id() } else { word };
        [Camp::Axis, Camp::Allies].into_iter().find(|camp| camp.id() == word)
    }

    /// The word used in files.
    pub fn id(self) -> &'static str {
        self.side().id()
    }

    /// The word used in sentences.
    pub fn name(self) -> &'static str {
        self.side().name()
    }

    /// A small number that is the same in every run, for tables indexed by camp.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other of the two.
    #[inline]
    pub fn enemy(self) -> Camp {
        match self {
            Camp::Axis => Camp::Allies,
            Camp::Allies => Camp::Axis,
        }
    }
}

impl From<Camp> for Side {
    #[inline]
    fn from(camp: Camp) -> Side {
        camp.side()
    }
}

/// A camp that is one party.
impl From<Camp> for Party {
    #[inline]
    fn from(camp: Camp) -> Party {
        Party::of(camp.side())
    }
}

impl PartialEq<Side> for Camp {
    #[inline]
    fn eq(&self, other: &Side) -> bool {
        self.side() == *other
    }
}

impl fmt::Display for Camp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Camp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Camp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Camp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Camp, D::Error> {
        let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Camp::parse(&word).ok_or_else(|| serde::de::Error::custom(format!("`{word}` is not a side")))
    }
}

/// By its word: `axis`. Another spelling of it, such as `allied`, stands in no key.
impl Part<'_> for Camp {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<Camp, NoKey> {
        let side = Camp::parse(part).filter(|side| side.id() == part);
        side.ok_or_else(|| NoKey::Part(format!("`{part}` is not a side")))
    }
}

named!(Camp: "side");

/// One value for each of two opposing sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// The value for the Axis.
    pub axis: T,
    /// The value for the Allies.
    pub allies: T,
}

impl<T> BySide<T> {
    /// Builds both values with one function, Axis first.
    pub fn from_fn(mut make: impl FnMut(Camp) -> T) -> BySide<T> {
        BySide { axis: make(Camp::Axis), allies: make(Camp::Allies) }
    }
}

impl<T> std::ops::Index<Camp> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, camp: Camp) -> &T {
        match camp {
            Camp::Axis => &self.axis,
            Camp::Allies => &self.allies,
        }
    }
}

impl<T> std::ops::IndexMut<Camp> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, camp: Camp) -> &mut T {
        match camp {
            Camp::Axis => &mut self.axis,
            Camp::Allies => &mut self.allies,
        }
    }
}

impl<T> SideMap<T> {
    /// A value for each of the two sides.
    pub fn of_camps(mut make: impl FnMut(Camp) -> T) -> SideMap<T> {
        [Camp::Axis, Camp::Allies].into_iter().map(|camp| (camp.side(), make(camp))).collect()
    }
}
