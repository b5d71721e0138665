//! `zones.yaml` and `ports.yaml`.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

use super::Pair;
use crate::board::{Capacity, Minefield, ZoneId};
use crate::pieces::Nation;
use engine::rulebook::shape::shape;
use engine::rulebook::two_sided::Camp;

shape! {
    /// `zones.yaml`.
    #[derive(Clone, Deserialize)]
    pub struct ZonesFile {
        unread version;
        pub zone_count: u8,
        pub links: Vec<LinkRow>,
        pub seam: Vec<(ZoneId, ZoneId)>,
        pub insets: Vec<InsetRow>,
        pub areas: Vec<AreaRow>,
        unread published;
        pub zones: Vec<ZoneRow>,
    }
}

shape! {
    /// A special link.
    #[derive(Clone, Deserialize)]
    pub struct LinkRow {
        pub id: String,
        pub name: String,
        pub zones: (ZoneId, ZoneId),
        pub kind: LinkWord,
        #[serde(rename = "box")]
        pub field: Option<Minefield>,
        pub against: Option<Camp>,
        pub open_to: Option<Camp>,
        /// The option under which a closed link may be forced.
        pub option: Option<LinkOption>,
        /// The turn from which it may.
        pub from_turn: Option<u8>,
        unread rule, provenance;
    }
}

/// An option under which a closed link may be forced.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkOption {
    TurkishNeutrality,
}

/// What kind of link it is.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkWord {
    Minefield,
    Restricted,
    Closed,
}

/// A part of the map to enlarge.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InsetRow {
    pub id: String,
    pub zones: Vec<ZoneId>,
    pub lon: (f32, f32),
    pub lat: (f32, f32),
}

shape! {
    /// A region that convoy tokens name.
    #[derive(Clone, Deserialize)]
    pub struct AreaRow {
        pub id: String,
        pub name: String,
        pub zones: Vec<ZoneId>,
        unread provenance;
    }
}

shape! {
    /// A sea zone.
    #[derive(Clone, Deserialize)]
    pub struct ZoneRow {
        pub number: ZoneId,
        pub name: String,
        pub area: String,
        pub flag: Option<Nation>,
        pub adjacent: Vec<ZoneId>,
        pub position: Position,
        pub vp: MapSides,
        unread provenance;
        may note;
    }
}

shape! {
    /// Where a label stands.
    #[derive(Clone, Copy, Deserialize)]
    pub struct Position {
        unread lon;
        pub lat: f32,
        pub x: f32,
    }
}

/// The boxes of a zone on the two sides of the map.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapSides {
    pub early: BTreeMap<Colour, Pair<u8>>,
    pub late: BTreeMap<Colour, Pair<u8>>,
}

/// The colour of a box of points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    Blue,
    Green,
    Red,
}

/// The two sides of the map.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MapSide {
    Early,
    Late,
}

shape! {
    /// `ports.yaml`.
    #[derive(Clone, Deserialize)]
    pub struct PortsFile {
        unread version;
        pub ports: Vec<PortRow>,
    }
}

shape! {
    /// A port with its mats by scenario.
    #[derive(Clone, Deserialize)]
    pub struct PortRow {
        pub id: String,
        pub name: String,
        #[serde(default)]
        pub aliases: Vec<String>,
        pub flag: Option<Nation>,
        may country;
        pub zones: Vec<ZoneId>,
        pub position: Position,
        pub mats: BTreeMap<String, MatRow>,
        may printed;
        unread provenance;
        may note;
    }
}

/// The box of a port on a mat.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatRow {
    pub side: MatSide,
    pub ships: Vec<Nation>,
    pub lba: Vec<Nation>,
    pub capacity: Capacity,
    #[serde(default)]
    pub captured: bool,
    pub presence: Option<Nation>,
    #[serde(default)]
    pub from_turn: u8,
    pub start: Option<Box<MatRow>>,
}

/// Whose mat it is.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatSide {
    Axis,
    Allied,
    Neutral,
    None,
}

impl<'de> Deserialize<'de> for Capacity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Capacity, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Capacity;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of ships, \"U\" for unlimited or \"N\" for neutral")
            }
            fn visit_u64<E: Error>(self, ships: u64) -> Result<Capacity, E> {
                u8::try_from(ships).map(Capacity::Ships).map_err(|_| E::custom("a capacity is at most 255"))
            }
            fn visit_i64<E: Error>(self, ships: i64) -> Result<Capacity, E> {
                u8::try_from(ships).map(Capacity::Ships).map_err(|_| E::custom("a capacity is 0 to 255"))
            }
            fn visit_str<E: Error>(self, word: &str) -> Result<Capacity, E> {
                match word {
                    "U" => Ok(Capacity::Unlimited),
                    "N" => Ok(Capacity::Neutral),
                    _ => Err(E::custom(format!("`{word}` is no capacity: a number, \"U\" or \"N\""))),
                }
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
