//! `zones.yaml` and `bases.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::SeaMap;
use engine::rulebook::shape::shape;

shape! {
    /// `zones.yaml`.
    #[derive(Deserialize)]
    pub struct ZonesFile {
        unread meta;
        pub zones: Vec<ZoneRow>,
        pub links: Vec<LinkRow>,
        pub boxes: Vec<BoxRow>,
        pub box_links: Vec<BoxLinkRow>,
        pub sea_hexes: Vec<SeaHexRow>,
    }
}

shape! {
    /// A naval zone.
    #[derive(Deserialize)]
    pub struct ZoneRow {
        pub id: String,
        pub name: String,
        pub map: SeaMap,
        pub centre: [f32; 2],
        pub value: u8,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// A link between two zones.
    #[derive(Deserialize)]
    pub struct LinkRow {
        pub a: String,
        pub b: String,
        pub kind: LinkKind,
        #[serde(default)]
        pub name: String,
        #[serde(default)]
        pub ports: Vec<String>,
        #[serde(default)]
        pub blocked_by: Vec<String>,
        unread provenance, confidence, basis;
    }
}

/// Whether and how a link can be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// Never closed.
    Open,
    /// Closed by an enemy in one of its hexes.
    Restricted,
    /// A canal between two ports.
    Canal,
}

shape! {
    /// An Off-Map Box.
    #[derive(Deserialize)]
    pub struct BoxRow {
        pub id: String,
        pub name: String,
        pub map: SeaMap,
        pub zones: Vec<String>,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// Two Off-Map Boxes that touch.
    #[derive(Deserialize)]
    pub struct BoxLinkRow {
        pub a: String,
        pub b: String,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// An All-Sea hex whose zone is known.
    #[derive(Deserialize)]
    pub struct SeaHexRow {
        pub hex: String,
        pub zone: String,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// `bases.yaml`.
    #[derive(Deserialize)]
    pub struct BasesFile {
        unread meta;
        pub grid: GridRow,
        pub countries: Vec<CountryRow>,
        pub bases: Vec<BaseRow>,
        unread anchors;
    }
}

shape! {
    /// How hexes are counted.
    #[derive(Deserialize)]
    pub struct GridRow {
        pub columns: BTreeMap<char, u8>,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// A country, or a region that is a Dependent of one.
    #[derive(Deserialize)]
    pub struct CountryRow {
        pub id: String,
        pub name: String,
        pub maps: Vec<SeaMap>,
        pub dependent_of: Option<String>,
    }
}

shape! {
    /// A port or city.
    #[derive(Deserialize)]
    pub struct BaseRow {
        pub id: String,
        pub name: String,
        pub map: SeaMap,
        pub hex: String,
        pub lat: f32,
        pub lon: f32,
        pub port: bool,
        pub city: bool,
        pub country: String,
        #[serde(default)]
        pub regions: Vec<String>,
        #[serde(default)]
        pub zones: Vec<String>,
        #[serde(default)]
        pub limited: bool,
        #[serde(default)]
        pub major: bool,
        #[serde(default)]
        pub ice: bool,
        #[serde(default)]
        pub approach: BTreeMap<String, String>,
        unread provenance, confidence;
        may canal;
    }
}
