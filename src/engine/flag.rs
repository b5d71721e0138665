//! What sides and parties have alike: a flag, which is a word, a name, an adjective, a colour and a place in
//! lists.

mod known;
mod map;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

pub(crate) use known::{ALIAS, Known};
pub use map::FlagMap;

/// What a system declares of a side or a party. The same word means the same in every system.
#[derive(Debug)]
pub struct Flag {
    /// The word used in files: lower-case letters and hyphens.
    pub id: &'static str,
    /// The name used in sentences, as in "the Allies".
    pub name: &'static str,
    /// As in "Allied ships".
    pub adjective: &'static str,
    /// Its colour in charts, as `#rrggbb`.
    pub colour: &'static str,
    /// Lists name it before those with a higher number.
    pub order: u8,
}

/// Flags of one word are the same.
impl PartialEq for Flag {
    #[inline]
    fn eq(&self, other: &Flag) -> bool {
        std::ptr::eq(self, other) || self.id == other.id
    }
}

impl Eq for Flag {}

impl Ord for Flag {
    fn cmp(&self, other: &Flag) -> Ordering {
        (self.order, self.id).cmp(&(other.order, other.id))
    }
}

impl PartialOrd for Flag {
    fn partial_cmp(&self, other: &Flag) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Flag {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// Gives a type with a field `flag` what follows from it: the words of the flag, equality, order and hash,
/// and that files name it by its word once it was declared.
macro_rules! flagged {
    ($Type:ident) => {
        /// Those that were declared.
        static KNOWN: $crate::flag::Known<$Type> = $crate::flag::Known::none();

        impl $Type {
            /// Finds one by the word used in files (`axis`, `allies`); `allied` is accepted for `allies`.
            pub fn parse(word: &str) -> Option<$Type> {
                KNOWN.find(word, $Type::id)
            }

            /// Finds one as a player may write it: as `parse` does, in any case of letters.
            pub fn named(word: &str) -> Option<$Type> {
                $Type::parse(&word.to_lowercase())
            }

            /// The word used in files.
            #[inline]
            pub const fn id(self) -> &'static str {
                self.flag.id
            }

            /// The name used in sentences.
            pub const fn name(self) -> &'static str {
                self.flag.name
            }

            /// The adjective used in sentences.
            pub const fn adjective(self) -> &'static str {
                self.flag.adjective
            }

            /// The colour in charts, as `#rrggbb`.
            pub const fn colour(self) -> &'static str {
                self.flag.colour
            }

            /// Those of several that are not this one.
            pub fn others(self, all: &[$Type]) -> impl Iterator<Item = $Type> {
                all.iter().copied().filter(move |it| *it != self)
            }

            /// Its place among several, for what is numbered by it; past the end if it is none of them.
            pub fn place(self, all: &[$Type]) -> usize {
                all.iter().position(|it| *it == self).unwrap_or(all.len())
            }
        }

        impl PartialEq for $Type {
            #[inline]
            fn eq(&self, other: &$Type) -> bool {
                self.flag == other.flag
            }
        }

        impl Eq for $Type {}

        impl Ord for $Type {
            fn cmp(&self, other: &$Type) -> std::cmp::Ordering {
                self.flag.cmp(other.flag)
            }
        }

        impl PartialOrd for $Type {
            fn partial_cmp(&self, other: &$Type) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl std::hash::Hash for $Type {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.flag.hash(state);
            }
        }

        impl std::fmt::Display for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }

        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                let fault = || serde::de::Error::custom(format!("`{word}` is not a side"));
                $Type::parse(&word).ok_or_else(fault)
            }
        }
    };
}
pub(crate) use flagged;
