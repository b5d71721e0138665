//! `facilities.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::rarity::Factor;
use engine::rulebook::shape::shape;

shape! {
    /// `facilities.yaml`.
    #[derive(Clone, Debug, Deserialize)]
    pub struct FacilitiesFile {
        unread meta;
        pub yards: Vec<YardRow>,
        pub factories: FactoriesRow,
        pub islands: IslandsRow,
        pub starting: Vec<StartingRow>,
        pub placed: PlacedRow,
    }
}

shape! {
    /// What a construction place can hold at a time (4.6).
    #[derive(Clone, Debug, Deserialize)]
    pub struct YardRow {
        pub id: String,
        pub capacity: u8,
        pub hull: u8,
        pub total_hull: u16,
        pub submarines: u8,
        pub ships: bool,
    }
}

shape! {
    /// Aircraft factories: aircraft a turn, price in prices of the aircraft, how many by rarity.
    #[derive(Clone, Debug, Deserialize)]
    pub struct FactoriesRow {
        pub a_turn: u8,
        pub price: u8,
        pub rarity: BTreeMap<Factor, u8>,
    }
}

shape! {
    /// Spaces of an island by the kind of its sector, and what a space holds.
    #[derive(Clone, Copy, Debug, Deserialize)]
    pub struct IslandsRow {
        pub capital: u8,
        pub large: u8,
        pub small: u8,
        pub empty: u8,
        pub spaces: u8,
        pub ground: u8,
    }
}

shape! {
    /// What every base of a kind begins with under an advanced rule.
    #[derive(Clone, Debug, Deserialize)]
    pub struct StartingRow {
        pub rule: String,
        pub with: String,
        pub at: Site,
        pub units: BTreeMap<String, u8>,
    }
}

/// A kind of sector (1, 14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Site {
    /// A capital.
    Capital,
    /// A large base.
    Large,
    /// A small base.
    Small,
    /// An empty sector.
    Empty,
}

shape! {
    /// What a side puts where it likes: price of a raised yard, factories, factories of one subtype,
    /// transports.
    #[derive(Clone, Copy, Debug, Deserialize)]
    pub struct PlacedRow {
        pub upgrade: u16,
        pub factories: u8,
        pub factories_of_a_subtype: u8,
        pub transports: u16,
    }
}
