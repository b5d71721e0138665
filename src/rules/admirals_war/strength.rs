//! What a unit can do now: its factors with the damage it has (7.6).

use super::AdmiralsWar;
use super::board::AreaId;
use super::pieces::{Counter, Face, Kind, UnitId};
use super::state::{Ocean, Place};
use crate::rules::two_sided::Camp;

/// How many dice a unit rolls, and whether it adds one to each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// Dice.
    pub dice: u8,
    /// True if each die gets one more against ships and amphibious units (7.43).
    pub bonus: bool,
}

impl Counter {
    /// Whether it is a surface ship of the line of battle: a carrier or any other warship.
    #[inline]
    pub fn is_ship(&self) -> bool {
        matches!(self.kind, Kind::Ship | Kind::Carrier)
    }

    /// Whether it moves and bases as ships do: with the ships of the line those that are hunted like submarines
    /// (AW-10.3-b, AW-15.1-b).
    #[inline]
    pub fn sails(&self) -> bool {
        self.is_ship() || matches!(self.kind, Kind::Hilfskreuzer | Kind::Oiler)
    }

    /// Whether it takes part in rounds of combat at all: submarines, Hilfskreuzer, oilers and Hunter-Killer groups do not
    /// (AW-7.33-b, AW-14.22-b).
    #[inline]
    pub fn fights(&self) -> bool {
        matches!(self.kind, Kind::Ship | Kind::Carrier | Kind::LandAir | Kind::Amphibious)
    }

    /// Whether an antisubmarine hunt can hit it (AW-14.241).
    #[inline]
    pub fn is_hunted(&self) -> bool {
        matches!(self.kind, Kind::Submarine | Kind::Hilfskreuzer | Kind::Oiler)
    }
}

impl AdmiralsWar {
    /// The side of the counter that is up.
    #[inline]
    pub fn face(&self, ocean: &Ocean, unit: UnitId) -> &Face {
        let counter = self.counter(unit);
        let state = ocean.unit(unit);
        let back = counter.back.as_ref().filter(|_| state.raiding);
        back.or(counter.second.as_ref().filter(|_| state.second)).unwrap_or(&counter.front)
    }

    /// A ship whose damage equals its armor (AW-7.61). One without armor is sound or sunk.
    #[inline]
    pub fn is_crippled(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let damage = ocean.unit(unit).damage;
        self.counter(unit).is_ship() && damage > 0 && damage >= self.face(ocean, unit).armor
    }

    /// A ship that rests on the bottom of its port (AW-9.35-b).
    #[inline]
    pub fn is_on_bottom(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.counter(unit).is_ship() && ocean.unit(unit).damage > self.face(ocean, unit).armor
    }

    /// Speed: each damage point takes one from a ship's, which never falls below one (AW-7.62-a, AW-7.62-b).
    pub fn speed(&self, ocean: &Ocean, unit: UnitId) -> u8 {
        let printed = self.face(ocean, unit).speed;
        if !self.counter(unit).is_ship() {
            return printed;
        }
        printed.saturating_sub(ocean.unit(unit).damage).max(1)
    }

    /// Gunnery of ships and submarines (AW-7.63-a, AW-7.63-b).
    pub fn gunnery(&self, ocean: &Ocean, unit: UnitId) -> Attack {
        let face = self.face(ocean, unit);
        let dice = match (self.is_crippled(ocean, unit), face.gunnery) {
            (true, 0 | 1) => 0,
            (true, _) => 1,
            (false, printed) => printed,
        };
        Attack { dice, bonus: face.gunnery_bonus && ocean.unit(unit).damage == 0 }
    }

    /// Airstrike of carriers and air units (AW-7.64).
    pub fn airstrike(&self, ocean: &Ocean, unit: UnitId) -> Attack {
        let face = self.face(ocean, unit);
        let dice = if self.is_crippled(ocean, unit) { 0 } else { face.airstrike };
        Attack { dice, bonus: face.airstrike_bonus }
    }

    /// Whether a unit could attack in an air or in a surface action (AW-17.21-a).
    pub fn can_attack(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.airstrike(ocean, unit).dice > 0
            || self.counter(unit).is_ship() && self.gunnery(ocean, unit).dice > 0
    }

    /// Units of a side at sea in an area, of those that fight rounds (AW-7.33-a); Japanese ones take no part while the
    /// Pacific is at peace (AW-19.11).
    pub fn fighters(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<UnitId> {
        let mut units = self.afloat(ocean, area, side);
        units.retain(|&unit| !self.keeps_peace(ocean, unit));
        units
    }

    /// The same with those that keep the peace.
    pub fn afloat(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<UnitId> {
        let here = |unit: &UnitId| {
            ocean.unit(*unit).place == Place::Sea(area)
                && self.side_of(ocean, *unit) == side
                && self.counter(*unit).fights()
        };
        ocean.ids().filter(here).collect()
    }

    /// Those of them that are of one kind.
    pub fn fighters_of(&self, ocean: &Ocean, area: AreaId, side: Camp, kind: Kind) -> Vec<UnitId> {
        let mut units = self.fighters(ocean, area, side);
        units.retain(|&unit| self.counter(unit).kind == kind);
        units
    }
}
