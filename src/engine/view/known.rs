//! Which of the other sides know a unit.

use std::fmt;

use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// Which of the other sides know which unit this is. In JSON `true` for all of them and `false` for none,
/// which is all that a match of two sides needs; otherwise a list of sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// No other side does.
    #[default]
    Nobody,
    /// Some do, and some do not.
    Some(Vec<Side>),
    /// Every other side does.
    All,
}

impl Known {
    /// What is known to those of `others`, the sides that are not the unit's, of which a function says so.
    pub fn to(others: impl Iterator<Item = Side>, knows: impl FnMut(&Side) -> bool) -> Known {
        let (some, not): (Vec<Side>, Vec<Side>) = others.partition(knows);
        match (some.is_empty(), not.is_empty()) {
            (true, _) => Known::Nobody,
            (false, true) => Known::All,
            (false, false) => Known::Some(some),
        }
    }

    /// Whether any other side knows the unit.
    pub fn is_any(&self) -> bool {
        *self != Known::Nobody
    }

    /// The sides that know it where others do not; none where all do, or none.
    pub fn some(&self) -> &[Side] {
        match self {
            Known::Some(sides) => sides,
            Known::Nobody | Known::All => &[],
        }
    }
}

/// Of a match of two sides: whether the other one knows the unit.
impl From<bool> for Known {
    fn from(known: bool) -> Known {
        if known { Known::All } else { Known::Nobody }
    }
}

impl Serialize for Known {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Known::Some(sides) => sides.serialize(serializer),
            all => serializer.serialize_bool(*all == Known::All),
        }
    }
}

impl<'de> Deserialize<'de> for Known {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Known, D::Error> {
        data.deserialize_any(Knowers)
    }
}

struct Knowers;

impl<'de> Visitor<'de> for Knowers {
    type Value = Known;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false or a list of sides")
    }

    fn visit_bool<E: de::Error>(self, known: bool) -> Result<Known, E> {
        Ok(known.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Known, A::Error> {
        let mut sides = Vec::new();
        while let Some(side) = list.next_element()? {
            sides.push(side);
        }
        Ok(if sides.is_empty() { Known::Nobody } else { Known::Some(sides) })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rulebook::two_sided::{ALLIES, AXIS};

    #[test]
    fn all_or_none_is_a_plain_word() {
        let known = |knows: &[Side]| Known::to([AXIS, ALLIES].into_iter(), |side| knows.contains(side));
        for (knows, json) in
            [(&[][..], json!(false)), (&[AXIS, ALLIES][..], json!(true)), (&[ALLIES][..], json!(["allies"]))]
        {
            let known = known(knows);
            assert_eq!(serde_json::to_value(&known).unwrap(), json);
            assert_eq!(Known::deserialize(&json).unwrap(), known);
            assert_eq!(known.is_any(), !knows.is_empty());
        }
        assert_eq!(known(&[ALLIES]).some(), [ALLIES]);
        assert_eq!((Known::from(true), Known::from(false)), (Known::All, Known::Nobody));
        assert_eq!(Known::deserialize(&json!([])).unwrap(), Known::Nobody);
        assert!(Known::deserialize(&json!("axis")).is_err());
    }
}
