//! Words for phases and for what questions show.

use super::board::AreaId;
use super::pieces::UnitId;
use super::seats::By;
use super::state::{Ocean, Phase, Place};
use super::{AdmiralsWar, Table};

pub(super) use engine::rulebook::text::listed;

/// A phase in words.
pub(super) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "units are set up",
        Phase::Arrivals => "reinforcements",
        Phase::Patrols => "patrolling ships sail",
        Phase::Repairs => "repairs",
        Phase::LandAir => "land-based air",
        Phase::Amphibious => "amphibious units sail",
        Phase::Raiders => "raiding ships sail",
        Phase::Submarines => "submarines turn to raiding",
        Phase::Combat => "combat",
        Phase::EndOfTurn => "end of the turn",
        Phase::Over => "the match is over",
    }
}

impl AdmiralsWar {
    /// A unit as it stands: name, class, factors of the side that is up, and what has befallen it.
    pub(super) fn standing_of(&self, ocean: &Ocean, unit: UnitId) -> String {
        let counter = self.counter(unit);
        let mut words = format!("{} ({} {}", counter.name, counter.class, self.line_now(ocean, unit));
        for mark in self.marks(ocean, unit) {
            words.push_str(", ");
            words.push_str(&mark);
        }
        words.push(')');
        words
    }

    /// The factors of the side that is up.
    pub(super) fn line_now(&self, ocean: &Ocean, unit: UnitId) -> String {
        self.counter(unit).line(self.face(ocean, unit))
    }

    /// What has befallen a unit, a word or two each.
    pub(super) fn marks(&self, ocean: &Ocean, unit: UnitId) -> Vec<String> {
        let state = ocean.unit(unit);
        let mut marks = Vec::new();
        if state.raiding {
            marks.push("raiding".to_owned());
        }
        if state.damage > 0 {
            marks.push(format!("damage {}", state.damage));
        }
        if state.overhaul > 0 {
            marks.push(format!("overhaul {}", state.overhaul));
        }
        if self.is_on_bottom(ocean, unit) {
            marks.push("on the bottom".to_owned());
        } else if self.is_crippled(ocean, unit) {
            marks.push("crippled".to_owned());
        }
        if self.is_neutral_italian(ocean, unit) {
            marks.push("neutral".to_owned());
        }
        if state.kamikaze {
            marks.push("kamikaze".to_owned());
        }
        if let Some(group) = state.group {
            marks.push(format!("group {group}"));
        }
        if let Some(group) = state.chases {
            marks.push(format!("pursues group {group}"));
        }
        if let Some(haven) = self.haven_of(ocean, unit) {
            marks.push(format!("under Vichy {}", haven.words()));
        }
        if state.shown {
            marks.push("seen".to_owned());
        }
        if let Some(force) = state.task_force.filter(|_| state.group.or(state.chases).is_none()) {
            let intent = force.intent.map_or(String::new(), |intent| format!(", {}", intent.id()));
            let sighted = if force.sighted { ", sighted" } else { "" };
            marks.push(format!("TF {} in round {}{intent}{sighted}", force.number, force.round));
        }
        if state.done && state.place.base().is_some() {
            marks.push("back for this turn".to_owned());
        }
        marks
    }
}

/// Who is where: lines for what a question to a player shows of an area, side by side; nothing where nobody
/// reads it.
pub(super) fn forces_about(table: &Table, area: AreaId, reader: By) -> Vec<String> {
    if table.is_rehearsal() {
        return Vec::new();
    }
    let (system, ocean) = (table.system(), table.state());
    let mut lines = Vec::new();
    for side in super::SIDES {
        let units = ocean.at(Place::Sea(area)).into_iter();
        let units: Vec<String> = units
            .filter(|&unit| system.side_of(ocean, unit) == side && system.sees(ocean, unit, reader))
            .map(|unit| system.standing_of(ocean, unit))
            .collect();
        lines.extend(listed(&format!("{side} in {}", system.board.area(area).name), &units, 3));
    }
    lines
}
