//! `map_*.yaml`: the sectors of a map and the positions they are drawn at.

use serde::Deserialize;

use crate::board::Kind;
use engine::rulebook::shape::shape;
use engine::side::Side;

shape! {
    /// A map.
    #[derive(Deserialize)]
    pub struct MapFile {
        pub meta: MapMeta,
        pub sectors: Vec<SectorRow>,
    }
}

shape! {
    /// What holds for a whole map.
    #[derive(Deserialize)]
    pub struct MapMeta {
        pub id: String,
        pub title: String,
        pub sides: Vec<SideRow>,
        unread provenance, players, canvas, situation, income, far_links;
    }
}

shape! {
    /// A side and its capital.
    #[derive(Deserialize)]
    pub struct SideRow {
        pub id: Side,
        pub capital: u16,
        unread name;
    }
}

shape! {
    /// A sector.
    #[derive(Deserialize)]
    pub struct SectorRow {
        pub id: u16,
        pub name: String,
        pub kind: Kind,
        pub base: Option<String>,
        pub owner: Option<Side>,
        pub concealment: bool,
        pub theatre: String,
        pub at: [i16; 2],
        pub adjacent: Vec<u16>,
    }
}
