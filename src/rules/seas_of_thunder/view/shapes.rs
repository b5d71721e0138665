//! The parts of a view, as every system writes them, with what only this one puts into them.

use super::super::state::Columns;
use engine::view;
pub use engine::view::{
    Air as AirView, Chapter as ChapterView, OnTrack as TrackView, Port as PortView, ScenarioScore,
    Sighting as SightingView, Stack, Unit as UnitView, Zone as ZoneView,
};

/// The score of both sides.
pub type Score = view::Score<Columns>;

/// The score of a turn.
pub type TurnScore = view::TurnScore<Columns>;
