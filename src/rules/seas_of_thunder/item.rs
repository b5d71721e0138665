//! Everything a question of this system can name, and what doctrine may call it.

use super::board::{PortId, ZoneId};
use super::pieces::{Class, Nation, Special, UnitId};
use super::state::{MatBox, Place, Sea, TokenId};
use super::{SeasOfThunder, text};
use crate::system::Words;

/// Something a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A ship or an LBA.
    Unit(UnitId),
    /// A convoy token.
    Token(TokenId),
    /// A sea zone.
    Zone(ZoneId),
    /// A port.
    Port(PortId),
    /// A sea zone reached by air from a port.
    Flight(PortId, ZoneId),
    /// A box of the mat.
    Box(MatBox),
    /// A navy.
    Navy(Nation),
    /// A port reached by rail.
    Rail(PortId),
    /// So many points.
    Points(u8),
    /// A plain word.
    Word(Word),
}

/// A plain word that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A ship stays in port; an LBA stays available.
    Stay,
    /// A unit attacks nothing.
    Hold,
    /// A ship lies up as the excess of its port.
    LieUp,
    /// An air unit is cancelled whole.
    Cancel,
    /// An air unit is cut in part.
    Cut,
    /// An air unit is spared.
    Spare,
    /// A minor is left alone.
    Leave,
    /// A minor is asked to join.
    Request,
    /// Points are taken for a minor.
    TakePoints,
    /// A minor joins.
    Join,
    /// The Soviet Union stays at peace with Japan for this turn.
    Neutral,
    /// The Soviet Union goes to war with Japan.
    War,
}

impl Word {
    const ALL: [Word; 12] = [
        Word::Stay,
        Word::Hold,
        Word::LieUp,
        Word::Cancel,
        Word::Cut,
        Word::Spare,
        Word::Leave,
        Word::Request,
        Word::TakePoints,
        Word::Join,
        Word::Neutral,
        Word::War,
    ];

    fn id(self) -> &'static str {
        match self {
            Word::Stay => "stay",
            Word::Hold => "hold",
            Word::LieUp => "lie-up",
            Word::Cancel => "cancel",
            Word::Cut => "cut",
            Word::Spare => "spare",
            Word::Leave => "leave",
            Word::Request => "request",
            Word::TakePoints => "points",
            Word::Join => "join",
            Word::Neutral => "neutral",
            Word::War => "war",
        }
    }
}

impl From<UnitId> for Item {
    fn from(unit: UnitId) -> Item {
        Item::Unit(unit)
    }
}

impl From<TokenId> for Item {
    fn from(token: TokenId) -> Item {
        Item::Token(token)
    }
}

impl From<ZoneId> for Item {
    fn from(zone: ZoneId) -> Item {
        Item::Zone(zone)
    }
}

impl From<PortId> for Item {
    fn from(port: PortId) -> Item {
        Item::Port(port)
    }
}

impl From<MatBox> for Item {
    fn from(of: MatBox) -> Item {
        Item::Box(of)
    }
}

impl From<Nation> for Item {
    fn from(navy: Nation) -> Item {
        Item::Navy(navy)
    }
}

/// The words doctrine may use for tags, by bit: classes, abilities, boxes, words, nations.
pub const TAGS: &[&str] = &[
    "BB",
    "BC",
    "CV",
    "CA",
    "AC",
    "CX",
    "AV",
    "DD",
    "ML",
    "MS",
    "SS",
    "SSAV",
    "LBA", //
    "air",
    "asw-ship",
    "sub",
    "minelayer",
    "sweeper", //
    "air-superiority",
    "air-strike",
    "asw",
    "raider",
    "submarine",
    "mine",
    "line",
    "reserve",
    "convoy", //
    "stay",
    "hold",
    "lie-up",
    "cancel",
    "cut",
    "spare",
    "leave",
    "request",
    "points",
    "join",
    "neutral",
    "war", //
    "ship",
    "submarines",
    "UK",
    "France",
    "Germany",
    "Italy",
    "Netherlands",
    "Norway",
    "Greece",
    "Yugoslavia",
    "USSR",
    "Finland",
    "Romania",
    "USA",
    "Japan",
    "Cuba",
    "Brazil",
    "Chile",
    "Peru",
    "Turkey",
    "Sweden",
    "Spain",
    "Argentina",
];

/// What follows a port's word for the way there by rail.
pub(super) const BY_RAIL: &str = "-by-rail";
/// What follows a number of points.
const POINTS: &str = "-points";

const ABILITY: usize = 13;
const BOX: usize = 18;
const WORD: usize = 27;
const SHIP: usize = 39;
const SUBMARINES: usize = 40;
const NATION: usize = 41;

fn bit(at: usize) -> u64 {
    1 << at
}

impl SeasOfThunder {
    pub(super) fn item_tags(&self, item: Item) -> u64 {
        match item {
            Item::Unit(unit) => self.unit_tags[unit.0 as usize],
            Item::Box(of) => bit(BOX + of as usize),
            Item::Word(word) => bit(WORD + word as usize),
            Item::Navy(navy) => nation_tag(navy),
            Item::Token(_) | Item::Zone(_) | Item::Port(_) | Item::Flight(..) | Item::Rail(_) => 0,
            Item::Points(_) => 0,
        }
    }

    pub(super) fn item_named(&self, word: &str) -> Option<Item> {
        let unit = || self.pieces.counters.find(word).map(Item::Unit);
        let zone = |word: &str| {
            let number = word.parse().ok().filter(|n| (1..=self.board().zones.len() as u8).contains(n));
            number.map(ZoneId)
        };
        let flight = || {
            let (from, to) = word.split_once('/')?;
            let (from, to) = (self.board().port_by_id(from)?, zone(to)?);
            self.board().port(from).zones.contains(&to).then_some(Item::Flight(from, to))
        };
        unit()
            .or_else(|| zone(word).map(Item::Zone))
            .or_else(flight)
            .or_else(|| self.board().port_by_id(word).map(Item::Port))
            .or_else(|| self.board().port_by_id(word.strip_suffix(BY_RAIL)?).map(Item::Rail))
            .or_else(|| word.strip_suffix(POINTS)?.parse().ok().map(Item::Points))
            .or_else(|| Word::ALL.into_iter().find(|it| it.id() == word).map(Item::Word))
    }

    /// A place in words.
    pub(super) fn place_words(&self, place: Place) -> String {
        match place {
            Place::Setup => "not yet deployed".to_owned(),
            Place::Track(turn) => format!("on the turn track for turn {turn}"),
            Place::Port(port) => self.board().port(port).name.clone(),
            Place::Sea(zone) => self.zone_words(zone),
            Place::Available => "available".to_owned(),
            Place::Used => "used".to_owned(),
            Place::Repair(_) => "under repair".to_owned(),
            Place::Sunk => "sunk".to_owned(),
            Place::Removed => "out of play".to_owned(),
        }
    }

    /// A zone's name with its number.
    pub(super) fn zone_words(&self, zone: ZoneId) -> String {
        format!("{} ({})", self.board().zone(zone).name, zone.0)
    }

    /// The names of units, in order.
    pub(super) fn names(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|&unit| self.counter(unit).name.clone()).collect()
    }

    /// Units as they are counted: `2 ships, 1 LBA`.
    pub(super) fn stack_words(&self, units: &[UnitId]) -> String {
        let ships = units.iter().filter(|&&unit| self.counter(unit).class.is_ship()).count();
        text::stack(ships, units.len() - ships)
    }

    /// The areas on the back of a convoy token, by name.
    pub(super) fn area_names(&self, token: TokenId) -> String {
        let areas = &self.pieces.tokens[token.0 as usize].areas;
        let named =
            |id: &String| self.board().areas.iter().find(|area| area.id == *id).map(|area| &area.name);
        areas.iter().map(|id| named(id).unwrap_or(id).as_str()).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn item_words(&self, sea: &Sea, item: Item) -> Words {
        let plain =
            |id: &str, name: &str| Words { id: id.to_owned(), name: name.to_owned(), note: String::new() };
        match item {
            Item::Unit(unit) => {
                let counter = self.counter(unit);
                let note = format!("{} {}", counter.class.code(), counter.line());
                Words { id: counter.id.clone(), name: counter.name.clone(), note }
            }
            Item::Token(token) => {
                let of = &self.pieces.tokens[token.0 as usize];
                Words { id: of.id.clone(), name: of.id.clone(), note: self.area_names(token) }
            }
            Item::Zone(zone) => {
                let of = self.board().zone(zone);
                let value = self.value(sea, zone);
                let note = format!("{}/{}", value.axis, value.allies);
                Words { id: zone.0.to_string(), name: of.name.clone(), note }
            }
            Item::Port(port) => {
                let of = self.board().port(port);
                let duty = self.duty(sea, port);
                let duty = duty.map_or(String::new(), |duty| format!(", minimum {}", duty.minimum));
                let note = text::capacity(&self.mat(sea, port)) + &duty;
                Words { id: of.id.clone(), name: of.name.clone(), note }
            }
            Item::Flight(port, zone) => {
                let (from, to) = (self.board().port(port), self.board().zone(zone));
                plain(&format!("{}/{}", from.id, zone.0), &format!("{} from {}", to.name, from.name))
            }
            Item::Rail(port) => {
                let of = self.board().port(port);
                plain(&format!("{}{BY_RAIL}", of.id), &format!("{} by rail", of.name))
            }
            Item::Points(points) => {
                let word = format!("{points}{POINTS}");
                plain(&word, &word)
            }
            Item::Box(of) => plain(of.id(), of.name()),
            Item::Navy(navy) => plain(navy.name(), &format!("the {}", navy.adjective())),
            Item::Word(word) => plain(word.id(), word.id()),
        }
    }
}

fn nation_tag(nation: Nation) -> u64 {
    let at = TAGS[NATION..].iter().position(|name| *name == nation.name());
    at.map_or(0, |at| bit(NATION + at))
}

/// Whether a thing that doctrine names stands for another: a port for the flights from it, a sea zone for those into
/// it, everything else for itself.
pub(super) fn stands_for(named: Item, item: Item) -> bool {
    match (named, item) {
        (Item::Port(port), Item::Flight(from, _)) => port == from,
        (Item::Zone(zone), Item::Flight(_, to)) => zone == to,
        _ => named == item,
    }
}

/// The tags of a counter, as bits over [`TAGS`].
pub fn unit_tags(class: Class, special: Special, nation: Nation) -> u64 {
    let class_at = TAGS[..ABILITY].iter().position(|code| *code == class.code());
    let ability = match special {
        Special::None => 0,
        Special::Air(_) => bit(ABILITY),
        Special::Asw(_) => bit(ABILITY + 1),
        Special::Sub(_) => bit(ABILITY + 2),
        Special::Mine(_) => bit(ABILITY + 3),
        Special::Sweep => bit(ABILITY + 4),
    };
    let ship = if class.is_ship() { bit(SHIP) } else { 0 };
    let submarine = if class.is_submarine() { bit(SUBMARINES) } else { 0 };
    class_at.map_or(0, bit) | ability | ship | submarine | nation_tag(nation)
}
