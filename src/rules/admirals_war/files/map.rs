//! `areas.yaml` and `ports.yaml`.

use serde::Deserialize;

use super::{OrNone, Sourced};
use crate::board::{BaseKind, Effect, Theatre};
use crate::pieces::Nation;
use engine::rulebook::shape::shape;
use engine::rulebook::two_sided::Camp;

shape! {
    /// `areas.yaml`.
    #[derive(Deserialize)]
    pub struct AreasFile {
        unread version, canvas, throughout, formulas;
        pub areas: Vec<AreaRow>,
        pub links: Vec<LinkRow>,
        pub passages: Vec<PassageRow>,
        pub barred: Vec<BarredRow>,
    }
}

shape! {
    /// A sea area.
    #[derive(Deserialize)]
    pub struct AreaRow {
        pub id: String,
        pub name: String,
        #[serde(default)]
        pub aliases: Vec<String>,
        pub theatre: Theatre,
        pub allied: PointsRow,
        pub axis: PointsRow,
        pub control: ControlRow,
        pub adjacent: Vec<String>,
        pub bases: Vec<String>,
        pub position: Position,
        may named;
    }
}

shape! {
    /// What control of an area gives to a side.
    #[derive(Deserialize)]
    pub struct PointsRow {
        pub flag: Nation,
        pub vp: u8,
        pub track: Theatre,
        unread provenance, confidence, source;
    }
}

shape! {
    /// Who controls an area at the start.
    #[derive(Deserialize)]
    pub struct ControlRow {
        pub side: OrNone<Camp>,
        unread provenance, confidence, source;
    }
}

/// Where a label stands.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub x: f32,
    pub lat: f32,
}

shape! {
    /// Two areas that touch.
    #[derive(Deserialize)]
    pub struct LinkRow {
        pub a: String,
        pub b: String,
        pub via: Option<String>,
        unread provenance, confidence, source;
    }
}

shape! {
    /// Waters that a shore holds.
    #[derive(Deserialize)]
    pub struct PassageRow {
        pub id: String,
        pub name: String,
        pub bases: Vec<String>,
        pub effect: Effect,
        #[serde(default)]
        pub exits: Vec<String>,
        unread rule, note, provenance, confidence;
    }
}

shape! {
    /// An area that a side may not enter.
    #[derive(Deserialize)]
    pub struct BarredRow {
        pub area: String,
        pub side: Camp,
        pub except: Vec<Nation>,
        unread rule, provenance, confidence;
    }
}

shape! {
    /// `ports.yaml`.
    #[derive(Deserialize)]
    pub struct PortsFile {
        unread version, throughout, formulas;
        pub ports: Vec<PortRow>,
        pub boxes: Vec<BoxRow>,
    }
}

shape! {
    /// A port or base.
    #[derive(Deserialize)]
    pub struct PortRow {
        pub id: String,
        pub name: String,
        #[serde(default)]
        pub aliases: Vec<String>,
        pub theatre: Theatre,
        pub kind: Sourced<BaseKind>,
        pub touches: Vec<TouchRow>,
        pub controller: Sourced<OrNone<Nation>>,
        pub repair: RepairRow,
        pub capturable: Sourced<bool>,
        pub active_from: Option<u8>,
        pub opened_by: Option<String>,
        pub lba: bool,
        #[serde(default)]
        pub turns_over: Vec<TurnsOverRow>,
        pub joined_with: Option<String>,
        may special;
        pub position: Position,
    }
}

shape! {
    /// A sea area that a port or base touches.
    #[derive(Deserialize)]
    pub struct TouchRow {
        pub area: String,
        unread provenance, confidence;
    }
}

shape! {
    /// What a port repairs.
    #[derive(Deserialize)]
    pub struct RepairRow {
        pub points: u8,
        pub only_while: Option<Camp>,
        pub schedule: Option<ScheduleRow>,
        pub shared_with: Option<String>,
        unread provenance, confidence, source;
    }
}

/// How repair points grow.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRow {
    pub step: u8,
    pub most: u8,
}

shape! {
    /// A change of hands by rule.
    #[derive(Deserialize)]
    pub struct TurnsOverRow {
        pub turn: u8,
        pub to: OrNone<Nation>,
        unread rule, provenance, confidence;
    }
}

shape! {
    /// A holding box.
    #[derive(Deserialize)]
    pub struct BoxRow {
        pub id: String,
        pub name: String,
        unread rules, what, provenance, confidence;
    }
}
