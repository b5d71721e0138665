//! Names of areas, ports and bases, units and rulings.

use super::super::board::{AreaId, BaseId, HoldId};
use super::super::event::{Change, Scene};
use super::super::hidden::Shown;
use super::super::pieces::{Seat, UnitId, gathered};
use super::super::state::Place;
use super::super::telling::Group;
use super::super::view::{Observer, track_name};
use engine::rulebook::two_sided::Camp;

pub(in super::super) fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Britain => "British",
        Seat::Japan => "Japanese",
        Seat::UnitedStates => "American",
        Seat::Germany => "German and Italian",
    }
}

pub(in super::super) fn force_word(force: u8) -> String {
    format!("TF {force}")
}

pub(in super::super) fn group_word(group: u8) -> String {
    format!("group {group}")
}

impl Observer<'_> {
    pub(in super::super) fn area_name(&self, area: AreaId) -> String {
        self.system.board.area(area).name.clone()
    }

    pub(in super::super) fn base_name(&self, base: BaseId) -> String {
        self.system.board.base(base).name.clone()
    }

    pub(in super::super) fn hold_name(&self, hold: HoldId) -> String {
        self.system.board.hold(hold).name.clone()
    }

    /// Units by name alone: what has befallen them since is told elsewhere.
    pub(in super::super) fn name(&self, unit: UnitId) -> String {
        self.system.counter(unit).name.clone()
    }

    pub(in super::super) fn names(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|&unit| self.name(unit)).collect()
    }

    /// Units with a place each, gathered by place.
    pub(in super::super) fn groups<P: Copy + PartialEq>(
        &self,
        units: &[(UnitId, P)],
        name: impl Fn(P) -> String,
    ) -> Vec<Group> {
        let groups = gathered(units.iter().copied()).into_iter();
        groups.map(|(place, units)| self.group(name(place), &units)).collect()
    }

    /// Units with a port or base each, gathered by it.
    pub(in super::super) fn in_ports(&self, units: &[(UnitId, BaseId)]) -> Vec<Group> {
        self.groups(units, |base| self.base_name(base))
    }

    /// Units with an area each, gathered by it.
    pub(in super::super) fn in_areas(&self, units: &[(UnitId, AreaId)]) -> Vec<Group> {
        self.groups(units, |area| self.area_name(area))
    }

    /// Task forces or retreating groups with their units.
    pub(in super::super) fn numbered(
        &self,
        groups: &[(u8, Vec<UnitId>)],
        name: impl Fn(u8) -> String,
    ) -> Vec<Group> {
        groups.iter().map(|(number, units)| self.group(name(*number), units)).collect()
    }

    pub(in super::super) fn group(&self, place: String, units: &[UnitId]) -> Group {
        Group { place, units: self.names(units).join(", ") }
    }

    pub(in super::super) fn scene(&self, scene: Scene) -> String {
        match scene {
            Scene::Sea(area) => self.area_name(area),
            Scene::Base(base) => self.base_name(base),
        }
    }

    /// A ruling in words.
    pub(in super::super) fn change(&self, change: Change) -> String {
        let side = |side: Option<Camp>| side.map_or("nobody", |side| side.name());
        match change {
            Change::Unit { unit, to: Place::Base(_) | Place::Sea(_) }
                if !self.follows(unit, &Shown::default()) =>
            {
                format!("{} is somewhere else", self.name(unit))
            }
            Change::Unit { unit, to } => format!("{} is now {}", self.name(unit), self.place(to)),
            Change::Damage { unit, points } => format!("{} has {points} damage points", self.name(unit)),
            Change::Base { base, to } => format!("{} belongs to {}", self.base_name(base), side(to)),
            Change::Flag { area, to } => {
                format!("the flag in {} is that of {}", self.area_name(area), side(to))
            }
            Change::Points { side, track, points } => {
                format!("{points} points to the {side} on the {} track", track_name(track))
            }
        }
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Base(base) => format!("in {}", self.base_name(base)),
            Place::Sea(area) => format!("at sea in {}", self.area_name(area)),
            Place::Arrival(_) => "yet to arrive".to_owned(),
            Place::Track(turn) => format!("away until turn {turn}"),
            Place::Hold(hold) => format!("in the box {}", self.system.board.hold(hold).name),
            Place::Sunk => "lost".to_owned(),
            Place::Removed => "out of play".to_owned(),
        }
    }
}
