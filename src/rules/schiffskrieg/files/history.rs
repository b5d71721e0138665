//! `history.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::SeaMap;
use crate::faction::Faction;
use crate::pieces::Nation;
use crate::tables::WarState;
use engine::rulebook::shape::shape;

/// `history.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryFile {
    pub war_states: Vec<WarStateRow>,
    pub hostile: Vec<HostileRow>,
    pub postures: Vec<PostureRow>,
    pub affected: Vec<AffectedRow>,
    pub countries: Vec<CountryStatusRow>,
    pub control: Vec<ControlRow>,
    pub pools: Vec<PoolRow>,
    pub markers: Vec<MarkerFromRow>,
    pub events: Vec<EventRow>,
}

shape! {
    /// A War State of a map.
    #[derive(Deserialize)]
    pub struct WarStateRow {
        pub map: SeaMap,
        pub from: String,
        pub state: WarState,
        unread provenance, confidence;
        may basis;
    }
}

shape! {
    /// Two factions at war.
    #[derive(Deserialize)]
    pub struct HostileRow {
        pub map: SeaMap,
        pub between: [Faction; 2],
        pub from: String,
        unread provenance, confidence;
        may basis;
    }
}

shape! {
    /// A country at War Posture.
    #[derive(Deserialize)]
    pub struct PostureRow {
        pub map: SeaMap,
        pub country: String,
        pub from: String,
        unread posture, provenance, confidence;
        may basis;
    }
}

shape! {
    /// A country that is Policy Affected.
    #[derive(Deserialize)]
    pub struct AffectedRow {
        pub map: SeaMap,
        pub country: String,
        pub from: String,
        pub until: String,
        unread provenance, confidence;
        may basis;
    }
}

shape! {
    /// What becomes of countries.
    #[derive(Deserialize)]
    pub struct CountryStatusRow {
        pub map: SeaMap,
        pub from: String,
        pub status: String,
        pub countries: Vec<String>,
        unread provenance, confidence;
        may basis;
    }
}

shape! {
    /// Who takes ports and cities.
    #[derive(Deserialize)]
    pub struct ControlRow {
        pub from: String,
        pub to: String,
        pub bases: Vec<String>,
        unread map, provenance, confidence;
        may basis;
    }
}

shape! {
    /// Support units of a nation.
    #[derive(Deserialize)]
    pub struct PoolRow {
        pub map: SeaMap,
        pub nation: Nation,
        pub from: String,
        pub name: Option<String>,
        pub units: BTreeMap<String, u8>,
        unread provenance, confidence;
        may basis;
    }
}

shape! {
    /// A marker in the Strategic Warfare Box.
    #[derive(Deserialize)]
    pub struct MarkerFromRow {
        pub map: SeaMap,
        pub marker: String,
        pub from: String,
        pub until: Option<String>,
        unread provenance, confidence;
        may basis;
    }
}

shape! {
    /// What the core game would bring.
    #[derive(Deserialize)]
    pub struct EventRow {
        pub map: SeaMap,
        pub from: String,
        pub declare: String,
        unread provenance, confidence;
        may basis;
    }
}

/// `pars.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParsFile {
    pub pars: Vec<ParRow>,
}

shape! {
    /// The par of a scenario.
    #[derive(Deserialize)]
    pub struct ParRow {
        pub scenario: String,
        pub par: u8,
        unread provenance, confidence;
    }
}

/// `measured_pars.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredFile {
    pub measured_pars: Vec<MeasuredRow>,
}

shape! {
    /// The par of a scenario, as officers reached it.
    #[derive(Deserialize)]
    pub struct MeasuredRow {
        pub scenario: String,
        pub par: u8,
        unread games, error, edition;
    }
}
