//! JSON as it stands in a canonical text, for a reader that looks at it once: strings are not copied where
//! the text has them as they are, and members stay in their order.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::canonical::key_order;

/// A value in a canonical text.
#[derive(Debug)]
pub(super) enum Tree<'t> {
    /// `null`.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// A string.
    Text(Word<'t>),
    /// An array.
    Items(Vec<Tree<'t>>),
    /// An object, its keys sorted.
    Members(Vec<(Word<'t>, Tree<'t>)>),
}

/// A string or a key, which borrows from the text if nothing in it is escaped.
#[derive(Debug)]
pub(super) struct Word<'t>(Cow<'t, str>);

impl Word<'_> {
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// The place of a key among the members of an object. Whoever writes an object in the order of its keys finds
/// each at the place that is `next`.
pub(super) fn place_of(members: &[(Word<'_>, Tree<'_>)], key: &str, next: usize) -> Option<usize> {
    match members.get(next) {
        Some((word, _)) if word.text() == key => Some(next),
        _ => members.binary_search_by(|(word, _)| key_order(word.text(), key)).ok(),
    }
}

impl<'de: 't, 't> Deserialize<'de> for Word<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word<'t>, D::Error> {
        struct Letters;

        impl<'de> Visitor<'de> for Letters {
            type Value = Word<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Word<'de>, E> {
                Ok(Word(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Word<'de>, E> {
                Ok(Word(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(Letters)
    }
}

impl<'de: 't, 't> Deserialize<'de> for Tree<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tree<'t>, D::Error> {
        deserializer.deserialize_any(Whole)
    }
}

struct Whole;

impl<'de> Visitor<'de> for Whole {
    type Value = Tree<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without fractions")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree<'de>, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Tree<'de>, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Tree<'de>, E> {
        Ok(Tree::Number(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Tree<'de>, E> {
        i64::try_from(value).map(Tree::Number).map_err(E::custom)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Tree<'de>, E> {
        Ok(Tree::Text(Word(Cow::Borrowed(text))))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tree<'de>, E> {
        Ok(Tree::Text(Word(Cow::Owned(text.to_owned()))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Tree<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Tree::Items(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Tree<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_entry()? {
            members.push(member);
        }
        Ok(Tree::Members(members))
    }
}
