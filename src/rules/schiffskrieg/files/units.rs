//! `units.yaml`.

use serde::Deserialize;

use crate::pieces::{Nation, ShipType, Stripe};
use engine::rulebook::shape::shape;

shape! {
    /// `units.yaml`.
    #[derive(Deserialize)]
    pub struct UnitsFile {
        unread meta, checks;
        pub ships: Vec<ShipRow>,
        pub lbas: Vec<LbaRow>,
        pub x_boats: Vec<BoatRow>,
    }
}

shape! {
    /// A ship.
    #[derive(Deserialize)]
    pub struct ShipRow {
        pub id: String,
        pub name: String,
        pub counter: String,
        pub nation: Nation,
        #[serde(rename = "type")]
        pub class: ShipType,
        pub gunnery: Option<u8>,
        pub airstrike: Option<u8>,
        pub damage: Option<u8>,
        pub defense: u8,
        pub speed: u8,
        pub back: Option<BackRow>,
        pub construction: Option<u8>,
        pub stripe: Option<StripeRow>,
        unread provenance, confidence;
        may bounds, history, from;
    }
}

/// The sea to which a Russian ship is tied.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StripeRow {
    /// Chosen when it is begun.
    Any,
    /// The Black Sea.
    Gray,
    /// The Baltic.
    Blue,
    /// The Far East.
    Red,
}

impl StripeRow {
    /// The stripe, if it is fixed.
    pub fn fixed(self) -> Option<Stripe> {
        match self {
            StripeRow::Any => None,
            StripeRow::Gray => Some(Stripe::Gray),
            StripeRow::Blue => Some(Stripe::Blue),
            StripeRow::Red => Some(Stripe::Red),
        }
    }
}

/// The damaged or reduced side of a counter.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackRow {
    pub gunnery: Option<u8>,
    pub airstrike: Option<u8>,
    pub defense: u8,
}

shape! {
    /// A land-based air unit.
    #[derive(Deserialize)]
    pub struct LbaRow {
        pub id: String,
        pub name: String,
        pub counter: String,
        pub nation: Nation,
        pub heavy: bool,
        unread category;
        pub airstrike: u8,
        pub damage: u8,
        pub defense: u8,
        pub range: u8,
        pub back: BackRow,
        unread provenance, confidence;
        may from;
    }
}

shape! {
    /// An X-boat.
    #[derive(Deserialize)]
    pub struct BoatRow {
        pub id: String,
        pub name: String,
        pub counter: String,
        pub nation: Nation,
        unread boat;
        pub torpedo: u8,
        unread provenance, confidence;
        may from;
    }
}
