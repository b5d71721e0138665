//! The position: sectors, units, banks, and what is known of a turn while it lasts.

use serde::{Deserialize, Serialize};

use super::board::SectorId;
use super::event::Verdict;
pub use engine::rulebook::roster::UnitId;
use engine::side::{Side, SideMap};
use engine::tags::words;
use tactical::cards::CardId;

words! {
    /// The parts of a turn: a step each.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Phase: id {
        /// 2 Fleets are bought.
        SetUp = "set-up",
        /// Steps 1 to 5: spending, basing, movement, scouts, strikes.
        Orders = "orders",
        /// Step 6: tactical intelligence.
        Intelligence = "intelligence",
        /// Steps 6 and 7: who flees, and the strikes that were withheld.
        Strikes = "strikes",
        /// Step 8: combat.
        Combat = "combat",
        /// Step 9: regroup.
        Regroup = "regroup",
        /// Steps 10 to 12: production, income, timeline.
        Production = "production",
        /// The match is over.
        Over = "over",
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Bought and not yet on the map (WSC-6.2-1).
    Pool,
    /// A ship or boat at sea or in port, a ground unit or a land base on its island.
    Sector(SectorId),
    /// An aircraft based ashore.
    Base(SectorId),
    /// An aircraft aboard a carrier.
    Deck(UnitId),
    /// An aircraft that found room nowhere: at the capital, out of use this turn (WSC-5.1-3).
    Idle(SectorId),
    /// Being built there.
    Stocks(SectorId),
    /// Escaping to a friendly sector; of no use until the turn after this one (WSC-12.2-2).
    Transit(SectorId, u8),
    /// Troops or a cargo aboard a ship.
    Aboard(UnitId),
    /// Destroyed.
    Lost,
}

/// What has been done on a unit that is being built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Its price.
    pub price: u16,
    /// Points paid.
    pub paid: u16,
    /// Turns on which something was paid.
    pub turns: u8,
    /// The turn on which something was paid last, or it went on by itself.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub paid_at: u8,
    /// The facility that holds it, with Construction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yard: Option<UnitId>,
}

/// A unit as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitState {
    /// Its card.
    pub card: CardId,
    /// Whose it is.
    pub side: Side,
    /// Its number among the units of its side.
    pub serial: u16,
    /// Where it is.
    pub place: Place,
    /// Hull points lost.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damage: u8,
    /// What has been done on it, while it is being built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    /// The aircraft that it makes, if it is a factory (WSC-4.6-8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makes: Option<CardId>,
    /// The sector to which an aircraft is committed this turn (WSC-8.1-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<SectorId>,
    /// The sector that it scouts this turn (WSC-7.1-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scouts: Option<SectorId>,
    /// True if it moved this turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub moved: bool,
    /// True if it was in combat this turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fought: bool,
    /// True if it stays in port this turn and out of combat (WSC-9.6-2).
    #[serde(default, skip_serializing_if = "is_false")]
    pub in_port: bool,
    /// True if it fled this turn (WSC-9.6-1), or left a large map (WSC-11.8-2).
    #[serde(default, skip_serializing_if = "is_false")]
    pub fled: bool,
    /// The turn on which it may do nothing offensive (WSC-12.2-4); 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub barred: u8,
    /// What it scouts or strikes in that sector, with Economy (WSC-7.3-1, WSC-8.7-1).
    #[serde(default, skip_serializing_if = "Aim::is_fleet")]
    pub aim: Aim,
    /// True if it goes with a convoy this turn (WSC-6.3-1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub convoy: bool,
    /// Economic points aboard (WSC-14.3-2).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cargo: u8,
    /// Months of repair that a facility has given it (WSC-12.4-3).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub mended: u8,
    /// The turn on which it was lost, and which other sides know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<(u8, Vec<Side>)>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

words! {
    /// What aircraft look for or fight in a sector, with Economy.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Aim: id {
        /// The task forces and land bases (WSC-8.7-2).
        #[default]
        Fleet = "fleet",
        /// The enemy's convoy.
        Convoy = "convoy",
        /// The own convoy, which they defend.
        Escort = "escort",
    }
}

impl Aim {
    fn is_fleet(&self) -> bool {
        *self == Aim::Fleet
    }
}

words! {
    /// What a side does about convoys in a sector (WSC-11.13-2 to WSC-11.13-4).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Hunt: id {
        /// Its submarines go for the convoy.
        Submarines = "submarines",
        /// Its task force tries to intercept the convoy.
        Intercept = "intercept",
        /// Its task force does not defend its own convoy.
        Leave = "leave",
    }
}

words! {
    /// What a further scout may find out (WSC-9.3-6, WSC-9.8-2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Pick: id {
        /// How many submarines there are.
        Submarines = "submarine-count",
        /// The class of a random battleship.
        Battleship = "battleship-class",
        /// The class of a random carrier.
        Carrier = "carrier-class",
        /// The class of a random cruiser.
        Cruiser = "cruiser-class",
        /// The class of a random land base.
        LandBase = "land-base-class",
    }
}

words! {
    /// How large a force looks that no scout has seen (WSC-9.3-1 to WSC-9.3-3).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Size: id {
        /// No capital ship, and three ships at most.
        Small = "small",
        /// One capital ship and six ships at most.
        Medium = "medium",
        /// More.
        Large = "large",
    }
}

/// How many ships of each class are in a sector. What is not disclosed is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Battleships.
    pub battleships: u8,
    /// Carriers.
    pub carriers: u8,
    /// Cruisers.
    pub cruisers: u8,
    /// Destroyers.
    pub destroyers: u8,
    /// Auxiliaries.
    pub auxiliaries: u8,
    /// Torpedo boats, as a scout counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torpedo_boats: Option<u8>,
    /// Whether there are submarines, as a scout sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submarines: Option<bool>,
}

impl Counts {
    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        *self == Counts::default()
    }
}

/// What a side is told of another's force in a sector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Its size (WSC-9.3-1).
    Size(Size),
    /// Counts (WSC-9.2-1, WSC-9.3-5).
    Counts(Counts),
}

/// What a side was told this turn of another's force in a sector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intel {
    /// Who was told.
    pub to: Side,
    /// Of whose force.
    pub of: Side,
    /// Where.
    pub at: SectorId,
    /// Whether of the convoy there, which is told apart from the task force (WSC-9.7-1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub convoy: bool,
    /// What.
    pub level: Level,
    /// Land bases: how many, or 1 for some where only their presence shows (WSC-9.8-1, WSC-9.8-2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bases: Option<u8>,
    /// What further scouts found out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<(Pick, String)>,
}

/// Time of day, terrain and weather of a sector this turn, as they were rolled (WSC-9.4-1, WSC-11.2-1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waters {
    /// Where.
    pub at: SectorId,
    /// Of the convoy there (WSC-9.7-1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub convoy: bool,
    /// Who was told.
    pub to: Vec<Side>,
    /// A letter for each battle turn, `N` for night.
    pub time: String,
    /// Island sectors, as `E3`.
    pub islands: Vec<String>,
    /// Squalls.
    pub squalls: Vec<String>,
}

/// A battle that was fought this turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fought {
    /// Where.
    pub at: SectorId,
    /// Who fought.
    pub sides: Vec<Side>,
    /// Who won; nobody in a draw in open waters.
    pub winner: Option<Side>,
    /// Carriers sunk there that still have aircraft, wherever these are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sunk: Vec<UnitId>,
}

/// A battle at the table of which no result was taken yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AtTable {
    /// Its name.
    pub battle: String,
    /// Where.
    pub at: SectorId,
    /// Who meets.
    pub sides: Vec<Side>,
    /// With what it begins, as JSON.
    pub dossier: String,
    /// Whether it waits for the umpire.
    #[serde(default, skip_serializing_if = "is_false")]
    pub waits: bool,
}

/// What an umpire has ruled of a battle of this turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    /// The battle's name.
    pub battle: String,
    /// What.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
}

/// What is a side's own beside its units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seat {
    /// Points in the bank.
    pub bank: i32,
    /// Points that lie in sectors or banks of their own (WSC-14.3-1, WSC-14.3-2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stores: Vec<(SectorId, i32)>,
    /// Printed cost of enemy units destroyed, by whose they were.
    pub sunk: SideMap<i32>,
    /// Points of rulings.
    #[serde(default)]
    pub ruled: i32,
    /// In which order its further scouts ask.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picks: Vec<Pick>,
    /// Battle plans: where, and which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<(Option<SectorId>, String)>,
    /// The side's own battle plan, as a plan file has it; empty for the built-in one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub own_plan: String,
    /// The sectors whose battles it would fight at the table this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<SectorId>,
    /// What it does about convoys this turn, by sector (WSC-11.13-2 to WSC-11.13-4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hunts: Vec<(SectorId, Hunt)>,
    /// Turns running at whose end it held an enemy capital and its own.
    #[serde(default)]
    pub triumph: u8,
    /// True if it is out of the campaign.
    #[serde(default)]
    pub out: bool,
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct War {
    /// The turn; 0 while fleets are bought.
    pub turn: u8,
    /// The part of the turn.
    pub phase: Phase,
    /// Who controls each sector.
    pub owners: Vec<Option<Side>>,
    /// Every unit that was ever bought or begun, lost ones included.
    pub units: Vec<UnitState>,
    /// What is each side's own.
    pub seats: SideMap<Seat>,
    /// What was told this turn.
    pub intel: Vec<Intel>,
    /// What was rolled this turn for sectors.
    pub waters: Vec<Waters>,
    /// Battles of this turn.
    pub fought: Vec<Fought>,
    /// Battles at the table that are not over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<AtTable>,
    /// What the umpire ruled of battles of this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
}

impl War {
    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[usize::from(unit.0)]
    }

    /// All units, in the order in which they came.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The units of a side that are not lost.
    pub fn own(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.unit(*id).side == side && self.unit(*id).place != Place::Lost)
    }

    /// Who controls a sector.
    #[inline]
    pub fn owner(&self, at: SectorId) -> Option<Side> {
        self.owners[usize::from(at.0)]
    }

    /// Whether a side controls a sector.
    pub fn holds(&self, side: Side, at: SectorId) -> bool {
        self.owner(at) == Some(side)
    }

    /// The sector where a unit is in play: of an aircraft that of its base or carrier.
    pub fn sector_of(&self, unit: UnitId) -> Option<SectorId> {
        match self.unit(unit).place {
            Place::Sector(at) | Place::Base(at) => Some(at),
            Place::Deck(carrier) | Place::Aboard(carrier) => match self.unit(carrier).place {
                Place::Sector(at) => Some(at),
                _ => None,
            },
            Place::Pool | Place::Idle(_) | Place::Stocks(_) | Place::Transit(..) | Place::Lost => None,
        }
    }

    /// The points that a side has in a sector, with Economy (WSC-14.3-1).
    pub fn store(&self, side: Side, at: SectorId) -> i32 {
        let stores = self.seat(side).map(|seat| &seat.stores[..]).unwrap_or_default();
        stores.iter().find(|(of, _)| *of == at).map_or(0, |(_, points)| *points)
    }

    /// Whether a side would fight the battles of a sector at the table.
    pub fn wants_table(&self, side: Side, at: SectorId) -> bool {
        self.seat(side).is_some_and(|seat| seat.tables.contains(&at))
    }

    /// Whether a side does something about convoys in a sector.
    pub fn hunts(&self, side: Side, at: SectorId, hunt: Hunt) -> bool {
        self.seat(side).is_some_and(|seat| seat.hunts.contains(&(at, hunt)))
    }

    /// What is a side's own.
    pub fn seat(&self, side: Side) -> Option<&Seat> {
        self.seats.get(side)
    }
}
