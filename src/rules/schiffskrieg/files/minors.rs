//! `minor_navies.yaml`.

use serde::Deserialize;

use crate::pieces::Nation;
use engine::rulebook::shape::shape;
use engine::tags::words;

shape! {
    /// `minor_navies.yaml`.
    #[derive(Deserialize)]
    pub struct MinorsFile {
        unread provenance, confidence;
        pub minor_navies: Vec<NavyRow>,
    }
}

words! {
    /// Where the pieces of a minor country come.
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Berth: id {
        /// All to one port of it.
        Port = "port",
        /// To its ports.
        Ports = "ports",
        /// To ports of its Dependents.
        Dependents = "dependents",
        /// To its ports or those of its Dependents.
        PortsOrDependents = "ports-or-dependents",
        /// To the Delay Box.
        Delay = "delay",
        /// Nine Seasonal Turns ahead on the Ship Building Track.
        ShipTrack = "ship-track",
        /// To the Outbreak of War box.
        OutbreakOfWar = "outbreak-of-war",
        /// To Off-Map Boxes, or as `ports-or-dependents`.
        BoxesOrPorts = "boxes-or-ports",
    }
}

/// Pieces of a minor country that come together.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavyRow {
    /// The country.
    pub country: String,
    /// The section of the rulebook.
    pub section: String,
    /// Where they come.
    pub at: Berth,
    /// Where they come instead to a Western minor country.
    pub western: Option<Berth>,
    /// The pieces.
    pub units: Vec<String>,
    /// Only with the module DoD.
    #[serde(default)]
    pub dod: bool,
    /// Only with this marker in the country.
    pub when: Option<String>,
    /// Not with one of these.
    #[serde(default)]
    pub unless: Vec<String>,
    /// What leaves the game for them.
    #[serde(default)]
    pub gone: Vec<String>,
    /// The nation of a Surface Fleet that comes too.
    pub fleet: Option<Nation>,
}
