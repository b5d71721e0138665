//! What a unit can do now: its factors with the damage it has (7.6).

use super::AdmiralsWar;
use super::board::{AreaId, Theatre};
use super::event::Action;
use super::options::Optional;
use super::pieces::{Counter, Face, Kind, Nation, UnitId};
use super::state::{Ocean, Place, UnitState};
use engine::rulebook::two_sided::Camp;

/// The first turn of gunnery radar, and the guns that it needs (25.0).
const RADAR: (u8, u8) = (9, 3);
/// The first turn of damage control (28.0).
const DAMAGE_CONTROL: u8 = 6;
/// The turn of entry of what is there at the start of the standard game.
const AT_START: u8 = 1;

/// The dice of several units together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    /// Of gunnery, those of carriers included.
    pub guns: u32,
    /// Of airstrikes.
    pub air: u32,
}

impl Dice {
    /// Of both.
    pub fn all(self) -> u32 {
        self.guns + self.air
    }
}

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

    /// Whether it moves and bases as ships do: with the ships of the line those that are hunted like
    /// submarines (AW-10.3-b, AW-15.1-b).
    #[inline]
    pub fn sails(&self) -> bool {
        self.is_ship() || matches!(self.kind, Kind::Hilfskreuzer | Kind::Oiler)
    }

    /// Whether it takes part in rounds of combat at all: submarines, Hilfskreuzer, oilers and Hunter-Killer
    /// groups do not (AW-7.33-b, AW-14.22-b).
    #[inline]
    pub fn fights(&self) -> bool {
        matches!(self.kind, Kind::Ship | Kind::Carrier | Kind::LandAir | Kind::Amphibious)
    }

    /// The theatre to which submarines of its nation keep (AW-14.12 to AW-14.14).
    pub(super) fn submarine_theatre(&self) -> Theatre {
        match self.nation {
            Nation::Jp | Nation::Us => Theatre::Pacific,
            _ => Theatre::Atlantic,
        }
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

    /// Speed: each damage point takes one from a ship's, and so does each overhaul point; it never falls
    /// below one (AW-7.62-a, AW-7.62-b, AW-36.1).
    pub fn speed(&self, ocean: &Ocean, unit: UnitId) -> u8 {
        let printed = self.face(ocean, unit).speed;
        if !self.counter(unit).is_ship() {
            return printed;
        }
        let UnitState { damage, overhaul, .. } = ocean.unit(unit);
        printed.saturating_sub(damage.saturating_add(*overhaul)).max(1)
    }

    /// Gunnery of ships and submarines (AW-7.63-a, AW-7.63-b); late in the war undamaged American ships with
    /// heavy guns have radar (AW-25.0).
    pub fn gunnery(&self, ocean: &Ocean, unit: UnitId) -> Attack {
        let face = self.face(ocean, unit);
        let dice = match (self.is_crippled(ocean, unit), face.gunnery) {
            (true, 0 | 1) => 0,
            (true, _) => 1,
            (false, printed) => printed,
        };
        let bonus = face.gunnery_bonus || self.has_radar(ocean, unit);
        Attack { dice, bonus: bonus && ocean.unit(unit).damage == 0 }
    }

    /// Whether a ship fires by radar, as long as it is undamaged (AW-25.0).
    fn has_radar(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.plays_by(Optional::GunneryRadar)
            && ocean.turn >= RADAR.0
            && self.nation_of(ocean, unit) == Nation::Us
            && self.counter(unit).is_ship()
            && self.face(ocean, unit).gunnery >= RADAR.1
    }

    /// Whether each die of damage against a unit loses one: by its counter, or since American carriers that
    /// were there at the start have learnt to fight fires (AW-3.14, AW-28.0).
    pub fn has_armor_bonus(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let of_the_start = || {
            let carrier = counter.kind == Kind::Carrier && counter.nation == Nation::Us;
            carrier && counter.code.is_some() && counter.entry.is_some_and(|entry| entry <= AT_START)
        };
        self.face(ocean, unit).armor_bonus
            || self.plays_by(Optional::DamageControl) && ocean.turn >= DAMAGE_CONTROL && of_the_start()
    }

    /// Airstrike of carriers and air units (AW-7.64, AW-23.61).
    pub fn airstrike(&self, ocean: &Ocean, unit: UnitId) -> Attack {
        let face = self.face(ocean, unit);
        let dice = if self.is_crippled(ocean, unit) { 0 } else { face.airstrike };
        Attack { dice, bonus: face.airstrike_bonus && !self.is_unprepared(ocean, unit) }
    }

    /// What a unit has for a type of action: airstrikes, or guns.
    pub fn factor(&self, ocean: &Ocean, unit: UnitId, action: Action) -> Attack {
        match action {
            Action::Air => self.airstrike(ocean, unit),
            Action::Surface | Action::Combined => self.gunnery(ocean, unit),
        }
    }

    /// The dice of units that fight rounds: gunnery of their ships, airstrikes of all (AW-7.31, AW-7.32).
    pub fn dice_of(&self, ocean: &Ocean, units: &[UnitId]) -> Dice {
        let ships = units.iter().filter(|&&unit| self.counter(unit).is_ship());
        Dice {
            guns: ships.map(|&unit| u32::from(self.gunnery(ocean, unit).dice)).sum(),
            air: units.iter().map(|&unit| u32::from(self.airstrike(ocean, unit).dice)).sum(),
        }
    }

    /// Whether a unit could attack in an air or in a surface action (AW-17.21-a).
    pub fn can_attack(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.airstrike(ocean, unit).dice > 0 && !self.only_defends(unit)
            || self.counter(unit).is_ship() && self.gunnery(ocean, unit).dice > 0
    }

    /// Units of a side at sea in an area, of those that fight rounds (AW-7.33-a); Japanese ones take no part
    /// while the Pacific is at peace (AW-19.11).
    pub fn fighters(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<UnitId> {
        self.fighting(ocean, area, side).collect()
    }

    /// The same, one after the other.
    pub(super) fn fighting(&self, ocean: &Ocean, area: AreaId, side: Camp) -> impl Iterator<Item = UnitId> {
        self.lying(ocean, area, side).filter(|&unit| !self.keeps_peace(ocean, unit))
    }

    /// The same with those that keep the peace.
    pub fn afloat(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<UnitId> {
        self.lying(ocean, area, side).collect()
    }

    fn lying(&self, ocean: &Ocean, area: AreaId, side: Camp) -> impl Iterator<Item = UnitId> {
        let here = move |unit: &UnitId| {
            ocean.unit(*unit).place == Place::Sea(area)
                && self.side_of(ocean, *unit) == side
                && self.counter(*unit).fights()
        };
        ocean.units.at_sea().iter().copied().filter(here)
    }

    /// Those of them that are of one kind.
    pub fn fighters_of(&self, ocean: &Ocean, area: AreaId, side: Camp, kind: Kind) -> Vec<UnitId> {
        let mut units = self.fighters(ocean, area, side);
        units.retain(|&unit| self.counter(unit).kind == kind);
        units
    }
}
