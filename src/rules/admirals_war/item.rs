//! Everything a question of this system can name, and what doctrine may call it.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId};
use super::pieces::{Kind, Nation, UnitId};
use crate::system::Words;

/// Something a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A unit.
    Unit(UnitId),
    /// A sea area.
    Area(AreaId),
    /// A port or base.
    Base(BaseId),
    /// A retreating group.
    Group(u8),
    /// One of a port's repair points, counted from 1.
    Point(BaseId, u8),
    /// The next area to be fought in.
    Next,
    /// A plain word.
    Word(Word),
}

/// A plain word that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A unit stays where it is.
    Stay,
    /// A ship in port turns to its raiding side.
    Raid,
    /// An air unit is placed later.
    Later,
    /// A unit attacks nothing.
    Hold,
    /// A carrier fires its guns.
    Fire,
    /// An air action.
    Air,
    /// A surface action.
    Surface,
    /// A side leaves the area.
    Retreat,
    /// A ship stops pursuing.
    Stop,
    /// Nothing of what could be chosen.
    None,
}

impl Word {
    const ALL: [Word; 10] = [
        Word::Stay,
        Word::Raid,
        Word::Later,
        Word::Hold,
        Word::Fire,
        Word::Air,
        Word::Surface,
        Word::Retreat,
        Word::Stop,
        Word::None,
    ];

    fn id(self) -> &'static str {
        match self {
            Word::Stay => "stay",
            Word::Raid => "raid",
            Word::Later => "later",
            Word::Hold => "hold",
            Word::Fire => "fire",
            Word::Air => "air",
            Word::Surface => "surface",
            Word::Retreat => "retreat",
            Word::Stop => "stop",
            Word::None => "none",
        }
    }
}

impl From<UnitId> for Item {
    fn from(unit: UnitId) -> Item {
        Item::Unit(unit)
    }
}

impl From<AreaId> for Item {
    fn from(area: AreaId) -> Item {
        Item::Area(area)
    }
}

impl From<BaseId> for Item {
    fn from(base: BaseId) -> Item {
        Item::Base(base)
    }
}

/// The words doctrine may use for tags, by bit: kinds of units, words, nations.
pub const TAGS: &[&str] = &[
    "ship",
    "carrier",
    "submarine",
    "LBA",
    "amphibious",
    "hunter-killer",
    "hilfskreuzer",
    "oiler", //
    "capital-ship",
    "cruiser", //
    "stay",
    "raid",
    "later",
    "hold",
    "fire",
    "air",
    "surface",
    "retreat",
    "stop",
    "none", //
    "GB",
    "AU",
    "NL",
    "GR",
    "SU",
    "FR",
    "US",
    "DE",
    "IT",
    "JP",
];

const CAPITAL: usize = 8;
const CRUISER: usize = 9;
const WORD: usize = 10;
const NATION: usize = 20;

fn bit(at: usize) -> u64 {
    1 << at
}

impl AdmiralsWar {
    pub(super) fn item_tags(&self, item: Item) -> u64 {
        match item {
            Item::Unit(unit) => self.unit_tags(unit),
            Item::Word(word) => bit(WORD + word as usize),
            Item::Area(_) | Item::Base(_) | Item::Group(_) | Item::Point(..) | Item::Next => 0,
        }
    }

    fn unit_tags(&self, unit: UnitId) -> u64 {
        let counter = self.counter(unit);
        let kind = match counter.kind {
            Kind::Ship => 0,
            Kind::Carrier => 1,
            Kind::Submarine => 2,
            Kind::LandAir => 3,
            Kind::Amphibious => 4,
            Kind::HunterKiller => 5,
            Kind::Hilfskreuzer => 6,
            Kind::Oiler => 7,
        };
        let class = match counter.class.as_str() {
            "BB" | "BC" | "PB" => bit(CAPITAL),
            "CA" | "CL" => bit(CRUISER),
            _ => 0,
        };
        // A carrier is a ship as well.
        let ship = if counter.is_ship() { bit(0) } else { 0 };
        bit(kind) | ship | class | nation_tag(counter.nation)
    }

    pub(super) fn item_named(&self, word: &str) -> Option<Item> {
        let unit = || self.counters.find(word).map(Item::Unit);
        unit()
            .or_else(|| self.board.area_named(word).map(Item::Area))
            .or_else(|| self.board.base_named(word).map(Item::Base))
            .or_else(|| Word::ALL.into_iter().find(|it| it.id() == word).map(Item::Word))
    }

    pub(super) fn item_words(&self, item: Item) -> Words {
        let plain = |id: String, name: String| Words { id, name, note: String::new() };
        match item {
            Item::Unit(unit) => {
                let counter = self.counter(unit);
                let note = format!("{} {}", counter.class, counter.line(&counter.front));
                Words { id: counter.id.clone(), name: counter.name.clone(), note }
            }
            Item::Area(area) => {
                let of = self.board.area(area);
                let points = self.area_points(area);
                let note = format!("{}/{}", points.axis, points.allies);
                Words { id: of.id.clone(), name: of.name.clone(), note }
            }
            Item::Base(base) => {
                let of = self.board.base(base);
                plain(of.id.clone(), of.name.clone())
            }
            Item::Group(group) => plain(format!("group-{group}"), format!("group {group}")),
            Item::Point(base, number) => {
                let of = self.board.base(base);
                plain(format!("{}-{number}", of.id), format!("{} point {number}", of.name))
            }
            Item::Next => plain("next".to_owned(), "the next area".to_owned()),
            Item::Word(word) => plain(word.id().to_owned(), word.id().to_owned()),
        }
    }
}

fn nation_tag(nation: Nation) -> u64 {
    let at = TAGS[NATION..].iter().position(|code| *code == nation.code());
    at.map_or(0, |at| bit(NATION + at))
}
