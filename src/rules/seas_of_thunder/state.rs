//! The position: where every unit and convoy is, who knows it, and the score.
//!
//! Invariant of absence: nothing outside this system can read a position; others see views.

use serde::{Deserialize, Serialize};

use super::board::{PortId, ZoneId};
use super::pieces::{Nation, UnitId};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::tags::words;

/// Boxes of the repair track (5.5.2).
pub const REPAIR_BOXES: u8 = 3;

/// A convoy token by its place in the scenario's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TokenId(pub u8);

words! {
    /// Where the match stands in the sequence of play (4.0), the setup (13.0) before it.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Phase: id {
        /// Setup: convoys are drawn and placed.
        SetupConvoys = "setup-convoys",
        /// Setup: both sides put their ships in port.
        SetupShips = "setup-ships",
        /// Setup: the Axis may rearrange its ships.
        AxisAdjusts = "axis-adjusts",
        /// 1. Reinforcements and refits.
        Reinforcements = "reinforcements",
        /// 2. Place convoys.
        Convoys = "convoys",
        /// 3 to 5. Ships move, navy by navy.
        Movement = "movement",
        /// 6. Place Allied air.
        AlliedAir = "allied-air",
        /// 7. Place Axis air.
        AxisAir = "axis-air",
        /// 8. Resolve combats.
        Combat = "combat",
        /// 9. Score.
        Scoring = "scoring",
        /// 10. Return to base and advance.
        ReturnToBase = "return-to-base",
        /// The match is over.
        Over = "over",
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Not yet put down.
    Setup,
    /// Waits on the turn track for this turn.
    Track(u8),
    /// In a port box.
    Port(PortId),
    /// In a sea zone.
    Sea(ZoneId),
    /// In the Available LBA box.
    Available,
    /// In the Used LBA box.
    Used,
    /// On the repair track, this many boxes from its end.
    Repair(u8),
    /// Sunk.
    Sunk,
    /// Out of play: its nation has left the war or is not yet in it, or the umpire ruled so.
    Removed,
}

words! {
    /// A box of the Combat Sequence Mat (5.5.4), in the order of the segments.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum MatBox: id {
        /// 5.5.4.1.
        AirSuperiority = "air-superiority",
        /// 5.5.4.2.
        AirStrike = "air-strike",
        /// 5.5.4.3.
        Asw = "asw",
        /// 5.5.4.4.
        Raider = "raider",
        /// 5.5.4.5.
        Submarine = "submarine",
        /// 5.5.4.6.
        Mine = "mine",
        /// 5.5.4.7.
        Line = "line",
        /// 5.5.4.8.
        Reserve = "reserve",
        /// 5.5.4.9.
        Convoy = "convoy",
    }
}

impl MatBox {
    /// The name as the mat prints it.
    pub fn name(self) -> &'static str {
        match self {
            MatBox::AirSuperiority => "Air Superiority",
            MatBox::AirStrike => "Air Strike",
            MatBox::Asw => "Antisubmarine Warfare",
            MatBox::Raider => "Raider",
            MatBox::Submarine => "Submarine Attacks",
            MatBox::Mine => "Mine Warfare",
            MatBox::Line => "Surface Line",
            MatBox::Reserve => "Surface Reserve",
            MatBox::Convoy => "Convoy Attacks",
        }
    }
}

impl Place {
    /// Whether both sides can read there which counter it is: on a track, or among the lost.
    #[inline]
    pub fn is_open(self) -> bool {
        matches!(self, Place::Track(_) | Place::Repair(_) | Place::Sunk)
    }

    /// The sea zone, if it is one.
    #[inline]
    pub fn zone(self) -> Option<ZoneId> {
        if let Place::Sea(zone) = self { Some(zone) } else { None }
    }
}

/// Where and when the enemy last knew a unit to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// The turn.
    pub turn: u8,
    /// The place; the turn track of that same turn for a ship that came into play, nobody knows where.
    pub place: Place,
}

/// A unit's part of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// True while the enemy knows which counter this is.
    #[serde(default, skip_serializing_if = "is_false")]
    pub face_up: bool,
    /// Its box while a combat lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mat: Option<MatBox>,
    /// True while it is kept out of the combat it lies in: in Convoy Attacks by non-cooperation, in no box by
    /// 5.5.1.
    #[serde(default, skip_serializing_if = "is_false")]
    pub aside: bool,
    /// Its place from left to right in its box.
    #[serde(default, skip_serializing_if = "is_nil")]
    pub slot: u8,
    /// Damage taken in the segment that is being resolved.
    #[serde(default, skip_serializing_if = "is_unharmed")]
    pub damage: u16,
    /// Air points cancelled in this combat.
    #[serde(default, skip_serializing_if = "is_nil")]
    pub cut: u8,
    /// The port it sailed from this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<PortId>,
    /// The enemy's last knowledge of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sighting: Option<Sighting>,
}

fn is_false(it: &bool) -> bool {
    !it
}

fn is_nil(it: &u8) -> bool {
    *it == 0
}

fn is_unharmed(it: &u16) -> bool {
    *it == 0
}

impl UnitState {
    /// A unit at a place, unknown to the enemy.
    pub fn at(place: Place) -> UnitState {
        UnitState {
            place,
            face_up: false,
            mat: None,
            aside: false,
            slot: 0,
            damage: 0,
            cut: 0,
            home: None,
            sighting: None,
        }
    }
}

/// Where a convoy token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenPlace {
    /// In its side's pool.
    Pool,
    /// Drawn by a player who has yet to place it.
    Held(Camp),
    /// In a sea zone.
    Sea(ZoneId),
    /// Sunk this turn or not yet dealt out again.
    Sunk,
    /// Not in use before a later turn.
    Later,
}

/// The state of a sea zone at the end of a turn (6.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// No warships.
    Uncontested,
    /// Warships of one side.
    Controlled(Camp),
    /// Warships of both.
    Contested,
}

/// How the Soviet Union stands to Japan (5.5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// Nothing was declared on this turn.
    #[default]
    Open,
    /// Non-belligerent until the end of the turn.
    Neutral,
    /// At war, for good.
    Belligerent,
}

/// The columns of the score sheet (SOT-15-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// Sea zones controlled.
    pub zones: u16,
    /// Own LBA available and not placed.
    pub unused_lba: u16,
    /// Enemy convoys sunk.
    pub convoys: u16,
    /// Enemy warships sunk.
    pub ships: u16,
    /// The enemy's ports without the presence that the scenario asks for.
    pub presence: u16,
    /// Turkish neutrality violated by the enemy.
    pub turkey: u16,
    /// French ships: handed over, or left at the end.
    pub french: u16,
    /// Norwegian ships: handed over, or left at the end.
    pub norway: u16,
    /// Neutral minors bid for.
    pub minors: u16,
    /// The score with which a scenario begins.
    pub initial: i32,
    /// Points given or taken by the umpire's rulings.
    pub rulings: i32,
}

impl Columns {
    /// The sum of the columns.
    pub fn total(&self) -> i32 {
        let Columns {
            zones,
            unused_lba,
            convoys,
            ships,
            presence,
            turkey,
            french,
            norway,
            minors,
            initial,
            rulings,
        } = self;
        let scored = [zones, unused_lba, convoys, ships, presence, turkey, french, norway, minors];
        scored.into_iter().map(|points| i32::from(*points)).sum::<i32>() + initial + rulings
    }
}

/// A whole position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sea {
    /// The turn, as printed.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Units by [`UnitId`].
    pub units: Vec<UnitState>,
    /// Convoy tokens by [`TokenId`].
    pub convoys: Vec<TokenPlace>,
    /// Zones by number, as last judged.
    pub control: Vec<Control>,
    /// Zones by number, as judged the time before that.
    pub control_before: Vec<Control>,
    /// The score of each turn from the first of the match.
    pub score: Vec<BySide<Columns>>,
    /// The side of each nation, by its place among all; nothing for one that is not at war.
    pub sides: Vec<Option<Camp>>,
    /// How the Soviet Union stands to Japan.
    pub stance: Stance,
    /// Minors that were bid for; none is asked for twice (SOT-12.0-5).
    pub settled: Vec<Nation>,
    /// Who was in the zone when the combat that is being fought began. Nobody joins it, so nobody else need
    /// be looked at.
    #[serde(skip)]
    pub fight: Option<Fight>,
}

/// A combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fight {
    /// Where.
    pub zone: ZoneId,
    /// All units there when it began, in their fixed order.
    pub units: Vec<UnitId>,
}

impl Sea {
    /// A unit's part of the position.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.0 as usize]
    }

    /// Every unit.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// Units at a place, in their fixed order.
    pub fn at(&self, place: Place) -> Vec<UnitId> {
        self.each_at(place).collect()
    }

    /// The same one by one: a combat looks at its units again and again.
    #[inline]
    pub fn each_at(&self, place: Place) -> impl Iterator<Item = UnitId> {
        let near = self.fight.as_ref().filter(|fight| place == Place::Sea(fight.zone));
        let all = near.is_none().then(|| self.ids());
        let units = near.into_iter().flat_map(|fight| fight.units.iter().copied());
        units.chain(all.into_iter().flatten()).filter(move |unit| self.unit(*unit).place == place)
    }

    /// What [`Sea::at`] gives of every place that is not on a track, place after place.
    pub fn by_place(&self) -> Vec<(Place, UnitId)> {
        let all = self.ids().map(|unit| (self.unit(unit).place, unit));
        let mut all: Vec<(Place, UnitId)> = all.filter(|(place, _)| !place.is_open()).collect();
        all.sort_unstable();
        if let Some(fight) = &self.fight {
            let place = Place::Sea(fight.zone);
            let begins = all.partition_point(|(at, _)| *at < place);
            all[begins..].iter_mut().zip(self.at(place)).for_each(|(it, unit)| it.1 = unit);
        }
        all
    }

    /// Units in port, by port and in their fixed order; `ports` is how many ports there are.
    pub fn in_ports(&self, ports: usize) -> Vec<Vec<UnitId>> {
        let mut there = vec![Vec::new(); ports];
        for unit in self.ids() {
            if let Place::Port(port) = self.unit(unit).place {
                there[usize::from(port.0)].push(unit);
            }
        }
        there
    }

    /// The tokens at a place, in their fixed order.
    pub fn tokens_at(&self, place: TokenPlace) -> impl Iterator<Item = TokenId> + '_ {
        let all = self.convoys.iter().enumerate();
        all.filter(move |(_, at)| **at == place).map(|(token, _)| TokenId(token as u8))
    }

    /// The accumulated points of a side.
    pub fn points(&self, side: Camp) -> i32 {
        self.score.iter().map(|turn| turn[side].total()).sum()
    }
}
