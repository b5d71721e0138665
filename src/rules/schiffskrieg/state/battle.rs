//! The battle that is fought: where, by whom, and what is counted in it.

use serde::{Deserialize, Serialize};

use super::SupportId;
use crate::board::{Hex, SeaMap, ZoneId};
use crate::faction::Faction;
use crate::pieces::{Nation, UnitId};
use engine::tags::words;

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
    /// Nations from whose ships no Fleet Unit Path leads from here to a home port: what is Disabled or
    /// Damaged of them is Sunk (SK-4.4-6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut_off: Vec<Nation>,
    /// The round that is fought; 0 before the first.
    pub round: u8,
    /// The action of the round.
    pub action: Option<Action>,
    /// Whether each has inflicted a Disabled or Sunk result on a ship or a Destroyed result on an LBA
    /// (SK-4.6-2).
    pub inflicted: ByPart<bool>,
    /// Whether each had a ship or LBA when the battle began.
    pub began: ByPart<bool>,
    /// Who retired.
    pub retired: Option<Part>,
    /// The pieces that were in either battle line when it began, in their fixed order: nobody comes in later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<UnitId>,
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
    /// A battle that begins: nobody's support unit takes part, no Air Base is near, nothing is added to dice,
    /// and each side has a ship or an LBA.
    pub fn begun(number: u8, site: Site, map: SeaMap, cause: Cause, sides: ByPart<Faction>) -> Battle {
        Battle {
            number,
            site,
            map,
            cause,
            sides,
            support: ByPart::default(),
            air_base_near: ByPart::default(),
            day_drm: ByPart::default(),
            attack_drm: ByPart::default(),
            cut_off: Vec::new(),
            round: 0,
            action: None,
            inflicted: ByPart::default(),
            began: ByPart { phasing: true, answering: true },
            retired: None,
            present: Vec::new(),
            tally: Tally::default(),
        }
    }

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
