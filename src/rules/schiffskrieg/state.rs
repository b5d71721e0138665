//! The position: where every piece is and which side of it is up, what stands declared, and the battle that is fought. All of
//! it lies openly on the table, but for the facts that are veiled.

use serde::{Deserialize, Serialize};

use super::board::{BaseId, BoxId, CountryId, Hex, SeaMap, ZoneId};
use super::calendar::Turn;
use super::faction::{ByFaction, Faction};
use super::facts::{Facts, Owner};
use super::luck::Holders;
use super::markers::{MarkerState, Status};
use super::pieces::{Nation, Stripe, UnitId};
use super::scenario::{EventBox, Support};
use super::tables::WarState;
use crate::tags::words;

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

words! {
    /// The two parts in a battle.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Part: id {
        /// That of the side whose turn it is; it fires first.
        Phasing = "phasing",
        /// That of the side that contests.
        #[serde(rename = "non-phasing")]
        Answering = "non-phasing",
    }
}

impl Part {
    /// The enemy's.
    pub const fn enemy(self) -> Part {
        match self {
            Part::Phasing => Part::Answering,
            Part::Answering => Part::Phasing,
        }
    }
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

/// Where a battle is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    /// In the On Station Box of a zone.
    Station(ZoneId),
    /// In an All-Sea hex of a zone.
    SeaHex(Hex, ZoneId),
    /// In a Land hex, on a coast of a zone if ships take part.
    LandHex(Hex, Option<ZoneId>),
    /// In the Strategic Warfare Box of a map.
    StrategicWarfare(SeaMap),
}

words! {
    /// Whether a battle decides about a placement.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Cause: id {
        /// A placement was contested: it ends in Success, Repulsion or Stalemate.
        Contest = "contest",
        /// Raiders were intercepted: nothing is decided but losses (5.1.1).
        CommerceRaid = "commerce-raid",
        /// A Base Attack, to which nobody answers (5.2).
        BaseAttack = "base-attack",
        /// An X-boat on patrol attacks a ship (5.3).
        SubPatrol = "sub-patrol",
        /// Axis raiders meet a Counterstrike: nothing is decided but losses (10.7).
        Counterstrike = "counterstrike",
        /// Raiders were discovered: always a Stalemate (10.10).
        Interceptors = "interceptors",
        /// A Banzai battle: always a Stalemate (10.1).
        Banzai = "banzai",
    }
}

words! {
    /// The action of a round (4.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Action: id {
        /// A Day Action.
        Day = "day",
        /// A Night Action.
        Night = "night",
    }
}

/// One value for each part in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByPart<T> {
    /// Of the phasing side.
    pub phasing: T,
    /// Of the side that contests.
    pub answering: T,
}

impl<T> ByPart<T> {
    /// The value of a part.
    pub fn of(&self, part: Part) -> &T {
        match part {
            Part::Phasing => &self.phasing,
            Part::Answering => &self.answering,
        }
    }

    /// The value of a part, to change it.
    pub fn of_mut(&mut self, part: Part) -> &mut T {
        match part {
            Part::Phasing => &mut self.phasing,
            Part::Answering => &mut self.answering,
        }
    }
}

/// An Air & Naval Combat that is fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Its number in the faction turn, by which its questions and dice go.
    pub number: u8,
    /// Where.
    pub site: Site,
    /// On which map.
    pub map: SeaMap,
    /// What about.
    pub cause: Cause,
    /// Who fights.
    pub sides: ByPart<Faction>,
    /// Their support units, if it is about a placement.
    pub support: ByPart<Option<SupportId>>,
    /// Whether each has an Air Base within three hexes of an All-Sea hex (SK-4.2-9).
    pub air_base_near: ByPart<bool>,
    /// What is added to each side's dice for Day and Night besides, by cards.
    pub day_drm: ByPart<i8>,
    /// What is added to each attack die (SK-4.3.2-6).
    pub attack_drm: ByPart<i8>,
    /// Nations from whose ships no Fleet Unit Path leads from here to a home port: what is Disabled or Damaged of them is
    /// Sunk (SK-4.4-6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut_off: Vec<Nation>,
    /// The round that is fought; 0 before the first.
    pub round: u8,
    /// The action of the round.
    pub action: Option<Action>,
    /// Whether each has inflicted a Disabled or Sunk result on a ship or a Destroyed result on an LBA (SK-4.6-2).
    pub inflicted: ByPart<bool>,
    /// Whether each had a ship or LBA when the battle began.
    pub began: ByPart<bool>,
    /// Who retired.
    pub retired: Option<Part>,
    /// What is counted besides.
    #[serde(default)]
    pub tally: Tally,
}

/// What is counted in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Gunnery and Airstrike factors of what was in each line when the battle began (SK-9.12-2).
    pub factors: ByPart<u8>,
    /// Whether each rolled an attack die (SK-13-1).
    pub fired: ByPart<bool>,
    /// Luck Points of each (SK-13-2).
    pub luck: ByPart<u8>,
}

impl Battle {
    /// Who has a part.
    pub fn side(&self, part: Part) -> Faction {
        *self.sides.of(part)
    }

    /// The zone whose Used Box takes ships, if there is one.
    pub fn zone(&self) -> Option<ZoneId> {
        match self.site {
            Site::Station(zone) | Site::SeaHex(_, zone) => Some(zone),
            Site::LandHex(_, zone) => zone,
            Site::StrategicWarfare(_) => None,
        }
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

    /// Adds points of a faction on a map.
    pub fn add(&mut self, faction: Faction, map: SeaMap, points: u8) {
        self.0[faction][map as usize] += u16::from(points);
    }
}

/// A thing that is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Due {
    /// The battle is fought (4).
    Battle,
    /// The pieces in the delay boxes of a map roll (7.1).
    Delay(SeaMap),
    /// The ships in the Shipyard Delay Box roll (7.2).
    Shipyard,
    /// A commerce raid (5.1).
    CommerceRaid(SeaMap),
    /// A Base Attack Raid of a faction (5.2.1).
    BaseRaid(Faction, BaseId),
    /// A Sustained Base Attack by the pieces of a faction that are on station or used in a zone beside a port (5.2.2).
    Strike(Faction, BaseId),
    /// A Sub Patrol (5.3).
    Patrol(Faction, UnitId, ZoneId),
    /// A Naval Construction Segment (6.1).
    Build(Faction),
    /// LBA reorganization (6.2).
    Reorganize(Faction),
    /// An Emergency Recall is offered (6.3.1).
    Recall,
    /// The Servron marker (9.9).
    Servron,
    /// Who holds the Reserve Fleets (9.8).
    Reserves,
    /// What a Turn Marker Segment takes off the tracks (9).
    Markers,
    /// A minor country becomes active with a faction (8).
    Activate(CountryId, Faction),
    /// A political event of a faction on a map, by its place among the words of the fact (10).
    Political(Faction, SeaMap, u8),
    /// A conditional event of a country, by its place among the words of the fact (11).
    Conditional(CountryId, u8),
    /// What the Final Administrative Phase checks (11.5, 11.8, 11.9).
    Checks,
    /// A War State goes into effect in Europe, as on TK, or in the Pacific, as on DS (6.1.1.2, 6.3).
    WarState(SeaMap, WarState),
    /// A faction reveals a card on a map (6).
    Card(Faction, SeaMap, u8),
    /// An enemy ground unit enters the hex of a port (9.8, 9.9).
    EnemyEnters(BaseId),
    /// Reserve Fleets that nobody holds yet are held (9.8).
    HoldReserves,
    /// A faction plays a Fortunes of War card on a map (12).
    Fortunes(Faction, SeaMap),
    /// The turn is over for Luck (13).
    TurnOver,
    /// A support unit is placed (2.1).
    Place(SupportId, Goal),
    /// A faction rebases (1.2).
    Rebase(Faction),
    /// Pieces go home and arrive (1.3).
    Return,
    /// The naval war is scored.
    Score,
    /// All set up.
    SetUp,
}

impl Due {
    /// The words of all steps.
    pub const WORDS: &'static [&'static str] = &[
        "combat",
        "delay",
        "shipyard",
        "commerce-raid",
        "base-raid",
        "strike",
        "patrol",
        "build",
        "reorganize",
        "recall",
        "servron",
        "reserves",
        "markers",
        "activate",
        "political",
        "conditional",
        "checks",
        "war-state",
        "card",
        "enemy-enters",
        "hold-reserves",
        "turn-over",
        "place",
        "rebase",
        "return",
        "score",
        "set-up",
        "fortunes",
    ];

    /// The word of the step.
    pub const fn id(self) -> &'static str {
        match self {
            Due::Battle => "combat",
            Due::Delay(_) => "delay",
            Due::Shipyard => "shipyard",
            Due::CommerceRaid(_) => "commerce-raid",
            Due::BaseRaid(..) => "base-raid",
            Due::Strike(..) => "strike",
            Due::Patrol(..) => "patrol",
            Due::Build(_) => "build",
            Due::Reorganize(_) => "reorganize",
            Due::Recall => "recall",
            Due::Servron => "servron",
            Due::Reserves => "reserves",
            Due::Markers => "markers",
            Due::Activate(..) => "activate",
            Due::Political(..) => "political",
            Due::Conditional(..) => "conditional",
            Due::Checks => "checks",
            Due::WarState(..) => "war-state",
            Due::Card(..) => "card",
            Due::EnemyEnters(_) => "enemy-enters",
            Due::HoldReserves => "hold-reserves",
            Due::Fortunes(..) => "fortunes",
            Due::TurnOver => "turn-over",
            Due::Place(..) => "place",
            Due::Rebase(_) => "rebase",
            Due::Return => "return",
            Due::Score => "score",
            Due::SetUp => "set-up",
        }
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
    pub fn line(&self, part: Part) -> Vec<UnitId> {
        self.ids().filter(|unit| self.unit(*unit).line == Some(part)).collect()
    }
}
