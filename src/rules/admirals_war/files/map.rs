//! `areas.yaml` and `ports.yaml`.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{OrNone, Told};
use crate::rules::admirals_war::board::{BaseKind, Effect, Theatre};
use crate::rules::admirals_war::pieces::Nation;
use crate::rules::two_sided::Camp;

/// `areas.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreasFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    #[serde(rename = "canvas")]
    _canvas: IgnoredAny,
    #[serde(rename = "throughout")]
    _throughout: IgnoredAny,
    #[serde(rename = "formulas")]
    _formulas: IgnoredAny,
    pub areas: Vec<AreaRow>,
    pub links: Vec<LinkRow>,
    pub passages: Vec<PassageRow>,
    pub barred: Vec<BarredRow>,
}

/// A sea area.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(default, rename = "named")]
    _named: IgnoredAny,
}

/// What control of an area gives to a side.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsRow {
    pub flag: Nation,
    pub vp: u8,
    pub track: Theatre,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}

/// Who controls an area at the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlRow {
    pub side: OrNone<Camp>,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}

/// Where a label stands.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub x: f32,
    pub lat: f32,
}

/// Two areas that touch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRow {
    pub a: String,
    pub b: String,
    pub via: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}

/// Waters that a shore holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassageRow {
    pub id: String,
    pub name: String,
    pub bases: Vec<String>,
    pub effect: Effect,
    #[serde(default)]
    pub exits: Vec<String>,
    #[serde(rename = "rule")]
    _rule: IgnoredAny,
    #[serde(rename = "note")]
    _note: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
}

/// An area that a side may not enter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarredRow {
    pub area: String,
    pub side: Camp,
    pub except: Vec<Nation>,
    #[serde(rename = "rule")]
    _rule: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
}

/// `ports.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortsFile {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    #[serde(rename = "throughout")]
    _throughout: IgnoredAny,
    #[serde(rename = "formulas")]
    _formulas: IgnoredAny,
    pub ports: Vec<PortRow>,
    pub boxes: Vec<BoxRow>,
}

/// A port or base.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortRow {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub theatre: Theatre,
    pub kind: Told<BaseKind>,
    pub touches: Vec<TouchRow>,
    pub controller: Told<OrNone<Nation>>,
    pub repair: RepairRow,
    pub capturable: Told<bool>,
    pub active_from: Option<u8>,
    pub opened_by: Option<String>,
    pub lba: bool,
    #[serde(default)]
    pub turns_over: Vec<TurnsOverRow>,
    pub joined_with: Option<String>,
    #[serde(default, rename = "special")]
    _special: IgnoredAny,
    pub position: Position,
}

/// A sea area that a port or base touches.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TouchRow {
    pub area: String,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
}

/// What a port repairs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepairRow {
    pub points: u8,
    pub only_while: Option<Camp>,
    pub schedule: Option<ScheduleRow>,
    pub shared_with: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
    #[serde(rename = "source")]
    _source: IgnoredAny,
}

/// How repair points grow.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRow {
    pub step: u8,
    pub most: u8,
}

/// A change of hands by rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnsOverRow {
    pub turn: u8,
    pub to: OrNone<Nation>,
    #[serde(rename = "rule")]
    _rule: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
}

/// A holding box.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxRow {
    pub id: String,
    pub name: String,
    #[serde(rename = "rules")]
    _rules: IgnoredAny,
    #[serde(rename = "what")]
    _what: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
    #[serde(rename = "confidence")]
    _confidence: IgnoredAny,
}
