//! What a battle begins with (battle plans 1.3): forces, map, edges, terrain, weather and time. Both sides
//! get the same.

use serde::{Deserialize, Serialize};

use super::map::{End, Grid, Sector};
use engine::side::{Side, SideMap};

/// Turns of a battle on the standard map (WST-end-1).
pub const TURNS: u8 = 9;
/// Turns of one on the large map, and of a convoy battle (WSC-11.8-1, WSC-11.13-8).
pub const LONG_TURNS: u8 = 12;
/// The first turn on which a ship may leave over its own edge (WST-end-2).
pub const RETREAT_FROM: u8 = 6;

/// What a battle is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Fleets.
    #[default]
    Fleet,
    /// A convoy, in column A, and who intercepts it (WSC-11.13).
    Convoy,
}

/// Which map it is fought on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// 11 columns of 8 sectors.
    #[default]
    Standard,
    /// Two maps end to end (WSC-11.3-1).
    Large,
}

/// The advanced rules and house options that a battle asks for; what is not listed is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rules {
    /// Aircraft that rolled no attack dice rearm faster (WSC-11.10-1).
    #[serde(skip_serializing_if = "is_off")]
    pub aircraft_ammunition: bool,
    /// Aircraft have four hull points (WSC-11.11).
    #[serde(skip_serializing_if = "is_off")]
    pub aircraft_damage: bool,
    /// Islands with land bases (WSC-11.4, 17).
    #[serde(skip_serializing_if = "is_off")]
    pub territory: bool,
    /// Infantry (WSC-11.12).
    #[serde(skip_serializing_if = "is_off")]
    pub ground_combat: bool,
    /// House option: squalls stay where they are (WST-wx-3).
    #[serde(skip_serializing_if = "is_off")]
    pub still_squalls: bool,
    /// House option: ready deck aircraft may stay aboard at night (battle plans 9).
    #[serde(skip_serializing_if = "is_off")]
    pub decks_keep_at_night: bool,
}

fn is_off(on: &bool) -> bool {
    !on
}

/// A ship, submarine, land base or ground unit at the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hull {
    /// Its id: card id and serial number.
    pub unit: String,
    /// Its card.
    pub card: String,
    /// Hull points that it has lost.
    #[serde(default)]
    pub damage: u8,
    /// The spaces that a land base or ground unit stands in; a base of more than three SPACES has two
    /// (WSC-17-7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Sector>,
    /// The ship that carries it, of a ground unit aboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<String>,
    /// The cost, where the card has none (aircraft factories).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u16>,
}

/// An aircraft at the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plane {
    /// Its id.
    pub unit: String,
    /// Its card.
    pub card: String,
    /// Where it is based: a carrier of the battle by its id, a land base of the battle by its id, or a place
    /// off the map such as `sector-18` or a carrier elsewhere.
    pub base: String,
    /// Sectors from an off-map base; none of a base that stands on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u8>,
    /// Rearm markers after each mission from an off-map base (WSC-11.6-4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markers: Option<u8>,
    /// Whether it flies one mission and leaves (WSC-8.4-2).
    #[serde(default, skip_serializing_if = "is_off")]
    pub one_mission: bool,
}

/// What a side has to bear in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handicap {
    /// Every torpedo attack of its submarines and aircraft is rolled for first (WSC-2.4-2).
    DefectiveTorpedoes,
}

/// What a side brings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Force {
    /// Ships that fight.
    pub ships: Vec<Hull>,
    /// Submarines.
    pub submarines: Vec<Hull>,
    /// Aircraft.
    pub aircraft: Vec<Plane>,
    /// Crippled ships that stay out of the fight (WSC-9.6-2).
    pub in_port: Vec<Hull>,
    /// Land bases and ground units ashore, and ground units aboard (Territory, Ground Combat).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ashore: Vec<Hull>,
    /// What it has to bear.
    pub handicaps: Vec<Handicap>,
}

impl Force {
    /// The cards of all its units.
    pub fn cards(&self) -> impl Iterator<Item = &str> {
        let hulls = self.ships.iter().chain(&self.submarines).chain(&self.in_port).chain(&self.ashore);
        let hulls = hulls.map(|hull| hull.card.as_str());
        hulls.chain(self.aircraft.iter().map(|plane| plane.card.as_str()))
    }
}

/// The island of a Territory sector (WSC-11.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Territory {
    /// Its middle.
    pub centre: Sector,
    /// Its spaces, the middle included.
    pub spaces: Vec<Sector>,
}

/// The ships that come to a convoy's relief (WSC-11.13-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relief {
    /// The turn on which they enter at the convoy's edge; none comes after the last.
    pub turn: u8,
    /// Which of the convoy's ships and submarines they are, by id.
    pub units: Vec<String>,
}

/// The turns that are night: `DDDDDDDNN`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Time {
    turns: u8,
    night: u16,
}

impl Time {
    /// Turns of which those are night for which `is_night` says so.
    pub fn new(turns: u8, is_night: impl Fn(u8) -> bool) -> Time {
        let night = (1..=turns).filter(|turn| is_night(*turn)).fold(0, |all, turn| all | 1 << turn);
        Time { turns, night }
    }

    /// Whether a turn is night.
    pub const fn is_night(self, turn: u8) -> bool {
        self.night >> turn & 1 == 1
    }

    /// How many turns there are.
    pub const fn turns(self) -> u8 {
        self.turns
    }
}

impl TryFrom<String> for Time {
    type Error = String;
    fn try_from(text: String) -> Result<Time, String> {
        let known = text.chars().all(|turn| matches!(turn, 'N' | 'D'));
        if !known || text.len() > usize::from(LONG_TURNS) || text.is_empty() {
            return Err(format!(
                "`{text}` is no time of day; write an N or a D for each turn, as in DDDDDDDNN"
            ));
        }
        let night = text.as_bytes();
        Ok(Time::new(text.len() as u8, |turn| night[usize::from(turn) - 1] == b'N'))
    }
}

impl From<Time> for String {
    fn from(time: Time) -> String {
        (1..=time.turns).map(|turn| if time.is_night(turn) { 'N' } else { 'D' }).collect()
    }
}

/// What a battle begins with. The sides stand by their ends of the map, that of column A first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Dossier {
    /// `t3/sector-13/1`.
    pub battle: String,
    /// What it is about.
    pub kind: Kind,
    /// Which map.
    pub map: Extent,
    /// Who controls the sector.
    pub controller: Option<End>,
    /// Who they are.
    pub sides: [Side; 2],
    /// What they bring.
    pub forces: [Force; 2],
    /// Who deploys first: who lost the roll for it (WST-map-4).
    pub deploys_first: End,
    /// Night and day; it has as many turns as the battle.
    pub time: Time,
    /// Islands, the spaces of Territory not among them.
    pub islands: Vec<Sector>,
    /// Squalls.
    pub squalls: Vec<Sector>,
    /// The first turn on which one may leave over the own edge.
    pub retreat_from: u8,
    /// The rules in force.
    pub rules: Rules,
    /// The island of the sector.
    pub territory: Option<Territory>,
    /// Who comes to a convoy's relief.
    pub relief: Option<Relief>,
    /// Other advanced rules of the match, in words, for people.
    pub options: Vec<String>,
    /// What players at a table should not forget.
    pub reminders: Vec<String>,
}

impl Dossier {
    /// The map.
    pub const fn grid(&self) -> Grid {
        Grid::new(matches!(self.map, Extent::Large))
    }

    /// How many turns it may last.
    pub const fn turns(&self) -> u8 {
        self.time.turns()
    }

    /// The side at an end.
    pub const fn side(&self, end: End) -> Side {
        self.sides[end as usize]
    }

    /// The end of a side.
    pub fn end(&self, side: Side) -> Option<End> {
        End::BOTH.into_iter().find(|end| self.side(*end) == side)
    }

    /// Whether a unit takes part.
    pub fn has_unit(&self, id: &str) -> bool {
        self.forces.iter().any(|force| {
            let hulls = force.ships.iter().chain(&force.submarines).chain(&force.ashore).map(|it| &it.unit);
            hulls.chain(force.aircraft.iter().map(|it| &it.unit)).any(|unit| unit == id)
        })
    }

    /// How many units take part, both sides together.
    pub fn units(&self) -> usize {
        let brings = |it: &Force| it.ships.len() + it.submarines.len() + it.ashore.len() + it.aircraft.len();
        self.forces.iter().map(brings).sum()
    }

    /// What the side at an end brings.
    pub const fn force(&self, end: End) -> &Force {
        &self.forces[end as usize]
    }
}

/// The dossier as it is written.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    battle: String,
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    map: Extent,
    controller: Option<Side>,
    edges: SideMap<End>,
    deploys_first: Side,
    time: Time,
    #[serde(default)]
    islands: Vec<Sector>,
    #[serde(default)]
    squalls: Vec<Sector>,
    #[serde(default = "retreat_from")]
    retreat_from: u8,
    #[serde(default)]
    rules: Rules,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    territory: Option<Territory>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    relief: Option<Relief>,
    #[serde(default)]
    options: Vec<String>,
    sides: SideMap<Force>,
    #[serde(default)]
    reminders: Vec<String>,
}

const fn retreat_from() -> u8 {
    RETREAT_FROM
}

impl From<Dossier> for Written {
    fn from(of: Dossier) -> Written {
        let side = |end: End| of.sides[end as usize];
        let (mut edges, mut sides) = (SideMap::default(), SideMap::default());
        for (end, force) in End::BOTH.into_iter().zip(of.forces) {
            edges.insert(of.sides[end as usize], end);
            sides.insert(of.sides[end as usize], force);
        }
        Written {
            controller: of.controller.map(side),
            edges,
            deploys_first: side(of.deploys_first),
            battle: of.battle,
            kind: of.kind,
            map: of.map,
            time: of.time,
            islands: of.islands,
            squalls: of.squalls,
            retreat_from: of.retreat_from,
            rules: of.rules,
            territory: of.territory,
            relief: of.relief,
            options: of.options,
            sides,
            reminders: of.reminders,
        }
    }
}

impl TryFrom<Written> for Dossier {
    type Error = String;
    fn try_from(of: Written) -> Result<Dossier, String> {
        let at = |end: End| of.edges.iter().find(|(_, its)| **its == end).map(|(side, _)| side);
        let (Some(a), Some(k)) = (at(End::A), at(End::K)) else {
            return Err("one side has edge A and one edge K".to_owned());
        };
        let end = |side: Side| match side {
            side if side == a => Ok(End::A),
            side if side == k => Ok(End::K),
            other => Err(format!("{} has no edge in this battle", other.id())),
        };
        let force = |side: Side| of.sides.get(side).cloned().unwrap_or_default();
        let forces = [force(a), force(k)];
        if let Some(stray) = of.sides.sides().find(|side| end(*side).is_err()) {
            return Err(format!("{} has no edge in this battle", stray.id()));
        }
        Ok(Dossier {
            controller: of.controller.map(end).transpose()?,
            deploys_first: end(of.deploys_first)?,
            sides: [a, k],
            forces,
            battle: of.battle,
            kind: of.kind,
            map: of.map,
            time: of.time,
            islands: of.islands,
            squalls: of.squalls,
            retreat_from: of.retreat_from,
            rules: of.rules,
            territory: of.territory,
            relief: of.relief,
            options: of.options,
            reminders: of.reminders,
        })
    }
}
