//! The position: where every piece is and which side of it is up, what stands declared, and the battle that
//! is fought. All of it lies openly on the table, but for the facts that are veiled.

mod battle;
mod due;

pub use battle::{Action, Battle, ByPart, Cause, Part, Site, Tally};
pub use due::Due;

use serde::{Deserialize, Serialize};

use super::board::{BaseId, BoxId, Hex, SeaMap, ZoneId};
use super::calendar::Turn;
use super::companion::Beside;
use super::faction::{ByFaction, Faction};
use super::facts::{Facts, Owner};
use super::luck::Holders;
use super::markers::{MarkerState, Status};
use super::pieces::{Stripe, UnitId};
use super::scenario::{EventBox, Support};
use engine::tags::words;

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In a port or city.
    Base(BaseId),
    /// In an Off-Map Box.
    Box(BoxId),
    /// In the On Station Box of a zone, as a raider.
    OnStation(ZoneId),
    /// In the Used Box of a zone.
    Used(ZoneId),
    /// In the Used Asset Box of a map.
    UsedAsset(SeaMap),
    /// In the Naval Warfare Delay Box of a map.
    NavalDelay(SeaMap),
    /// In the Delay Box of a map.
    Delay(SeaMap),
    /// On the Turn Track of a map.
    TurnTrack(SeaMap, Turn),
    /// On the Ship Building Track.
    ShipTrack(Turn),
    /// In the Shipyard Delay Box.
    Shipyard,
    /// In the Available for Construction Box.
    Available,
    /// In the Force Pool of a map.
    ForcePool(SeaMap),
    /// In the holding box of the other theatre.
    Holding,
    /// In the box of a Conditional Event.
    Event(EventBox),
    /// Sunk.
    Sunk,
    /// Out of play.
    Out,
}

/// A piece's part of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is; in a battle, where it came from.
    pub place: Place,
    /// True if its damaged or reduced side is up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hurt: bool,
    /// The base or box that it left last, while it is in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<Place>,
    /// The stripe of a Russian ship, once it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stripe: Option<Stripe>,
    /// Its part in the battle that is fought, while it is in the battle line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Part>,
    /// What was done to it in the round that is fought, which takes effect when both sides have fired.
    #[serde(default, skip_serializing_if = "Wounds::is_none")]
    pub wounds: Wounds,
    /// Whose it is, and what holds it.
    #[serde(default, skip_serializing_if = "Status::is_usual")]
    pub status: Status,
}

/// What was done to a piece in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wounds {
    /// True if it is Disabled.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// What its Damage Points come to.
    #[serde(default, skip_serializing_if = "Harm::is_none")]
    pub harm: Harm,
}

impl Wounds {
    /// Whether nothing was done to it.
    pub fn is_none(&self) -> bool {
        *self == Wounds::default()
    }
}

words! {
    /// What the Damage Points of a round do to a piece (4.3.2).
    #[derive(Default, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Harm: id {
        /// Nothing.
        #[default]
        None = "none",
        /// A ship is Damaged, an LBA Reduced.
        Hurt = "hurt",
        /// A ship is Sunk, an LBA Destroyed.
        Lost = "lost",
    }
}

impl Harm {
    fn is_none(&self) -> bool {
        *self == Harm::None
    }
}

fn is_false(it: &bool) -> bool {
    !it
}

impl UnitState {
    /// An unhurt piece in a place.
    #[inline]
    pub fn at(place: Place) -> UnitState {
        let (wounds, status) = (Wounds::default(), Status::default());
        UnitState { place, hurt: false, home: None, stripe: None, line: None, wounds, status }
    }
}

/// Where a support unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// In its Force Pool.
    ForcePool,
    /// In the On Station Box of a zone.
    Station(ZoneId),
    /// In a hex.
    Hex(Hex),
    /// In the Strategic Warfare Box.
    StrategicWarfare,
    /// In the Used Asset Box.
    UsedAsset,
    /// In the Naval Warfare Delay Box.
    NavalDelay,
    /// In the Delay Box.
    Delay,
    /// On the Turn Track.
    Track(Turn),
    /// Out of play: not come yet, or gone.
    Away,
}

/// A support unit, by its place in the position's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SupportId(pub u8);

/// A support unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportUnit {
    /// What it is.
    pub kind: Support,
    /// Whose it is.
    pub owner: Owner,
    /// The name on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its map.
    pub map: SeaMap,
    /// True of a CV Fleet that has turned to its other side, a CV Strike.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strike: bool,
    /// Where it is.
    pub post: Post,
    /// The ships of the Task Force for which it stands on the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub force: Vec<UnitId>,
}

impl SupportUnit {
    /// Whether it is an Air unit, which is delayed in the Delay Box; a CV Strike is one (SK-4.6.1-4).
    pub const fn is_air(&self) -> bool {
        match self.kind {
            Support::AirForce | Support::Bomber | Support::Interceptor => true,
            Support::CvFleet => self.strike,
            Support::SurfaceFleet | Support::SubFleet | Support::ScratchDefenseFleet => false,
        }
    }

    /// The delay box of its kind.
    pub const fn delay_box(&self) -> Post {
        if self.is_air() { Post::Delay } else { Post::NavalDelay }
    }
}

/// A whole position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sea {
    /// What stands declared.
    pub facts: Facts,
    /// Pieces by [`UnitId`].
    pub units: Vec<UnitState>,
    /// Support units.
    pub support: Vec<SupportUnit>,
    /// The battle that is fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle>,
    /// What is to be done, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<Due>,
    /// Where the match stands in its sequence; nothing where single chapters are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What the faction whose turn it is has ordered and not yet done, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Mission>,
    /// What the Soviet faction has ordered together with the Western one, for its own turn: there from the
    /// exchange that asked both until its Support Segment is over, and empty once that has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ally: Option<Vec<Mission>>,
    /// What is placed in the thing that is done, or was done last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placed: Option<Placed>,
    /// Points by faction and map.
    #[serde(default, skip_serializing_if = "Score::is_empty")]
    pub score: Score,
    /// Markers on the maps, on tracks and in Force Pools.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<MarkerState>,
    /// Who made its Base Attack Raid on a map in this Support Segment (SK-5.2.1-1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raided: Vec<(Faction, SeaMap)>,
    /// Who has the Luck markers.
    #[serde(default, skip_serializing_if = "Holders::is_empty")]
    pub luck: Holders,
    /// The ports off which a landing has scored, with the turn (NW-15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<(BaseId, Turn)>,
    /// What a match beside a real table keeps besides.
    #[serde(default, skip_serializing_if = "Beside::is_empty")]
    pub beside: Beside,
}

words! {
    /// A stage of a turn, in the order in which they come.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Stage: id {
        /// Pieces are set up.
        SetUp = "set-up",
        /// What changes at the start of a turn.
        Changes = "changes",
        /// Naval Construction (6.1).
        Building = "building",
        /// Commerce raids (5.1).
        CommerceRaid = "commerce-raid",
        /// Servrons, Reserve Fleets, Emergency Recall (9.9, 9.8, 6.3.1).
        Western = "western",
        /// The Support Segment (2.1).
        Support = "support",
        /// LBA reorganization (6.2).
        Reorganization = "reorganization",
        /// Rebasing (1.2).
        Rebasing = "rebasing",
        /// The checks of the Final Administrative Phase (11).
        Checks = "checks",
        /// Delay (7).
        Delay = "delay",
        /// What is in Used Boxes goes home, and pieces arrive (1.3).
        Return = "return",
        /// Zones and landings are scored.
        Scoring = "scoring",
        /// The match is over.
        Over = "over",
        /// A match beside a real table waits for what is declared there.
        Table = "table",
    }
}

impl Stage {
    /// Whether each faction has its own, one after the other.
    pub const fn is_by_faction(self) -> bool {
        matches!(
            self,
            Stage::Building
                | Stage::CommerceRaid
                | Stage::Western
                | Stage::Support
                | Stage::Reorganization
                | Stage::Rebasing
        )
    }
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The stage.
    pub stage: Stage,
    /// Whose turn it is; of a stage that all have together the first.
    pub faction: Faction,
    /// How many things the faction has done in its turn.
    pub thing: u8,
    /// How many battles were begun in its turn.
    #[serde(default)]
    pub battles: u8,
    /// War turns that were played to their end.
    pub war_turns: u8,
}

/// A thing that a faction does in its Support Segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mission {
    /// A support unit is placed.
    Place(SupportId, Goal),
    /// A Base Attack Raid strikes a port or city (5.2.1).
    BaseRaid(BaseId),
    /// An X-boat patrols a zone (5.3).
    Patrol(UnitId, ZoneId),
    /// The faction is asked again for what is left.
    Ask,
}

/// A support unit that is placed: what others see of it when they say whether they contest it (SK-2.1-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The unit.
    pub support: SupportId,
    /// Where.
    pub goal: Goal,
    /// Its Task Force.
    pub force: Vec<UnitId>,
}

/// Where a support unit is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// In the On Station Box of a zone.
    Station(ZoneId),
    /// In the hex off a port.
    Landing(BaseId),
    /// At a port or city.
    Strike(BaseId),
    /// In an All-Sea or Land hex, as the table declared it.
    Hex(Hex),
    /// In the Strategic Warfare Box of its map.
    StrategicWarfare,
}

/// Points by faction, on the map of Totaler Krieg and on that of Dai Senso, in that order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score(pub ByFaction<[u16; 2]>);

impl Score {
    /// Whether nobody has a point.
    pub fn is_empty(&self) -> bool {
        *self == Score::default()
    }

    /// Adds points of a faction on a map, or takes some; nobody has fewer than none.
    pub fn correct(&mut self, faction: Faction, map: SeaMap, points: i16) {
        let now = &mut self.0[faction][map as usize];
        *now = now.saturating_add_signed(points);
    }

    /// Adds points of a faction on a map.
    pub fn add(&mut self, faction: Faction, map: SeaMap, points: u8) {
        self.0[faction][map as usize] += u16::from(points);
    }
}

impl Sea {
    /// A piece's part of the position.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[usize::from(unit.0)]
    }

    /// Every piece.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The pieces in the battle line of a part, in their fixed order.
    pub fn line(&self, part: Part) -> impl Iterator<Item = UnitId> {
        let present = self.battle.iter().flat_map(|battle| &battle.present).copied();
        present.filter(move |unit| self.unit(*unit).line == Some(part))
    }

    /// A battle begins: these pieces come into its lines.
    pub fn engage(&mut self, mut battle: Battle, lines: &[(UnitId, Part)]) {
        for (unit, part) in lines {
            self.units[usize::from(unit.0)].line = Some(*part);
        }
        battle.present = lines.iter().map(|(unit, _)| *unit).collect();
        battle.present.sort();
        self.battle = Some(battle);
    }
}
