//! The two maps: naval zones and their links, Off-Map Boxes, ports and cities, countries. Nothing here knows
//! who holds what.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::files::{BaseRow, BasesFile, LinkKind, LinkRow, ZonesFile};
use super::pieces::Nation;
use engine::rulebook::roster::Named;
use engine::tags::words;

mod grid;

pub use grid::{Grid, Hex};

words! {
    /// A map.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum SeaMap: id {
        /// Totaler Krieg.
        Tk = "tk",
        /// Dai Senso.
        Ds = "ds",
    }
}

/// A naval zone, by its place in the list of zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ZoneId(pub u8);

/// An Off-Map Box, by its place in the list of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoxId(pub u8);

/// A port or city, by its place in the list of bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BaseId(pub u16);

/// A country or region, by its place in the list of countries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CountryId(pub u8);

/// A naval zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// The id used in files, such as `north-sea`.
    pub id: String,
    /// The name.
    pub name: String,
    /// The map it lies on.
    pub map: SeaMap,
    /// Its middle, in degrees north and east.
    pub centre: [f32; 2],
    /// Points in the stand-alone war, a house rule.
    pub value: u8,
    /// The bases whose ports touch it.
    pub ports: Vec<BaseId>,
    /// The Off-Map Boxes that border it.
    pub boxes: Vec<BoxId>,
}

/// What can close a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Nothing.
    Open,
    /// An enemy ground unit in one of these hexes.
    Restricted(Vec<Hex>),
    /// The same of the hexes that touch a canal; the ports lie on it.
    Canal {
        /// The hexes.
        hexes: Vec<Hex>,
        /// The ports on the canal.
        ports: Vec<BaseId>,
    },
}

impl Gate {
    /// The hexes in which an enemy closes it.
    pub fn hexes(&self) -> &[Hex] {
        match self {
            Gate::Open => &[],
            Gate::Restricted(hexes) | Gate::Canal { hexes, .. } => hexes,
        }
    }
}

/// A link between two zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The zones.
    pub zones: [ZoneId; 2],
    /// The name of the passage; empty where the sea is open.
    pub name: String,
    /// What can close it.
    pub gate: Gate,
}

impl Link {
    /// The zone at the other end, if it begins in this one.
    pub fn from(&self, zone: ZoneId) -> Option<ZoneId> {
        let [a, b] = self.zones;
        if a == zone { Some(b) } else { (b == zone).then_some(a) }
    }
}

/// An Off-Map Box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffMapBox {
    /// The id used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// The map it belongs to.
    pub map: SeaMap,
    /// The zones it borders.
    pub zones: Vec<ZoneId>,
    /// The boxes it touches.
    pub boxes: Vec<BoxId>,
}

/// A country, or a region that is a Dependent of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Country {
    /// The id used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// The maps on which it has bases.
    pub maps: Vec<SeaMap>,
    /// The country whose Dependent it is at the start.
    pub dependent_of: Option<CountryId>,
}

/// How many ships a port takes (SK-1.1-5 to SK-1.1-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// It is no port.
    NoShips,
    /// Light ships alone, and few.
    Limited,
    /// Any number and type, though it has the symbol: a Major Port.
    Major,
    /// Any number and type.
    Any,
}

/// A port or city.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// The id used in files, such as `scapa-flow`.
    pub id: String,
    /// The name.
    pub name: String,
    /// The hex, as the rulebook writes it, and its other code where two maps overlap.
    pub codes: Vec<String>,
    /// The hex.
    pub hex: Hex,
    /// Degrees north and east.
    pub at: [f32; 2],
    /// Whether it is a city.
    pub city: bool,
    /// Its country.
    pub country: CountryId,
    /// Regions of set-ups that it belongs to besides, such as `northern-france`.
    pub regions: Vec<String>,
    /// The zones that its port touches; none for an inland city.
    pub zones: Vec<ZoneId>,
    /// What it takes.
    pub room: Room,
    /// Whether it freezes under Snow.
    pub ice: bool,
    /// For each zone the hex off the port, a proposal.
    pub approach: Vec<(ZoneId, Hex)>,
}

impl Base {
    /// The map it lies on.
    pub const fn map(&self) -> SeaMap {
        self.hex.map
    }

    /// Whether ships may lie here at all.
    pub fn is_port(&self) -> bool {
        self.room != Room::NoShips
    }
}

impl Named for Base {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &self.codes)
    }
}

impl Named for Zone {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

impl Named for OffMapBox {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

impl Named for Country {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

/// Both maps.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// How hexes are counted.
    pub grid: Grid,
    /// Naval zones.
    pub zones: Vec<Zone>,
    /// Links between them.
    pub links: Vec<Link>,
    /// By zone the places of its links, each with the zone at the other end.
    pub links_by_zone: Vec<Vec<(usize, ZoneId)>>,
    /// Off-Map Boxes.
    pub boxes: Vec<OffMapBox>,
    /// Countries and regions.
    pub countries: Vec<Country>,
    /// Ports and cities.
    pub bases: Vec<Base>,
    /// The country of each nation, in the nations' order: the rules ask for it again and again.
    pub by_nation: Vec<Option<CountryId>>,
    /// Bases by their hexes, sorted.
    pub by_hex: Vec<(Hex, BaseId)>,
    /// All-Sea hexes whose zone is known, sorted by hex: those off ports among them.
    pub sea_hexes: Vec<(Hex, ZoneId)>,
}

impl Board {
    /// A naval zone.
    #[inline]
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[usize::from(zone.0)]
    }

    /// An Off-Map Box.
    #[inline]
    pub fn hold(&self, hold: BoxId) -> &OffMapBox {
        &self.boxes[usize::from(hold.0)]
    }

    /// A port or city.
    #[inline]
    pub fn base(&self, base: BaseId) -> &Base {
        &self.bases[usize::from(base.0)]
    }

    /// A country.
    #[inline]
    pub fn country(&self, country: CountryId) -> &Country {
        &self.countries[usize::from(country.0)]
    }

    /// The ids of all zones, in order.
    pub fn zone_ids(&self) -> impl Iterator<Item = ZoneId> + use<> {
        (0..self.zones.len() as u8).map(ZoneId)
    }

    /// The ids of all Off-Map Boxes, in order.
    pub fn box_ids(&self) -> impl Iterator<Item = BoxId> + use<> {
        (0..self.boxes.len() as u8).map(BoxId)
    }

    /// The ids of all bases, in order.
    pub fn base_ids(&self) -> impl Iterator<Item = BaseId> + use<> {
        (0..self.bases.len() as u16).map(BaseId)
    }

    /// The ids of all countries, in order.
    pub fn country_ids(&self) -> impl Iterator<Item = CountryId> + use<> {
        (0..self.countries.len() as u8).map(CountryId)
    }

    /// Finds a zone by its id or name.
    pub fn zone_named(&self, word: &str) -> Option<ZoneId> {
        self.zone_ids().find(|id| self.zone(*id).is_called(word))
    }

    /// Finds an Off-Map Box by its id or name.
    pub fn box_named(&self, word: &str) -> Option<BoxId> {
        self.box_ids().find(|id| self.hold(*id).is_called(word))
    }

    /// Finds a base by its id, its name or the code of its hex.
    pub fn base_named(&self, word: &str) -> Option<BaseId> {
        self.base_ids().find(|id| self.base(*id).is_called(word))
    }

    /// Finds a country by its id or name.
    pub fn country_named(&self, word: &str) -> Option<CountryId> {
        self.country_ids().find(|id| self.country(*id).is_called(word))
    }

    /// The country of a nation, if it has one on the maps.
    #[inline]
    pub fn country_of(&self, nation: Nation) -> Option<CountryId> {
        self.by_nation[nation as usize]
    }

    /// The base in a hex.
    pub fn base_in(&self, hex: Hex) -> Option<BaseId> {
        let at = self.by_hex.binary_search_by_key(&hex, |(of, _)| *of).ok()?;
        Some(self.by_hex[at].1)
    }

    /// The zone of an All-Sea hex, if it is known.
    pub fn zone_of_sea(&self, hex: Hex) -> Option<ZoneId> {
        let at = self.sea_hexes.binary_search_by_key(&hex, |(of, _)| *of).ok()?;
        Some(self.sea_hexes[at].1)
    }

    /// The links that begin or end in a zone, with the zone at the other end.
    pub fn links_of(&self, zone: ZoneId) -> impl Iterator<Item = (&Link, ZoneId)> {
        self.links_by_zone[usize::from(zone.0)].iter().map(|(at, to)| (&self.links[*at], *to))
    }
}

/// What the loaders look up.
struct Ids {
    grid: Grid,
    zones: Vec<String>,
    boxes: Vec<String>,
    bases: Vec<Hex>,
    countries: Vec<String>,
}

impl Ids {
    fn zone(&self, id: &str) -> Result<ZoneId, String> {
        at(self.zones.iter(), id, "zone").map(|at| ZoneId(at as u8))
    }

    fn hex(&self, code: &str) -> Result<Hex, String> {
        self.grid.hex(code).ok_or_else(|| format!("{code} is no hex"))
    }

    fn base_in(&self, hex: Hex) -> Result<BaseId, String> {
        let at = self.bases.iter().position(|it| *it == hex);
        at.map(|at| BaseId(at as u16))
            .ok_or_else(|| format!("no base lies in row {} column {}", hex.row, hex.col))
    }

    fn hexes(&self, codes: &[String]) -> Result<Vec<Hex>, String> {
        codes.iter().map(|code| self.hex(code)).collect()
    }
}

fn at<'a>(mut ids: impl Iterator<Item = &'a String>, id: &str, what: &str) -> Result<usize, String> {
    ids.position(|it| it == id).ok_or_else(|| format!("there is no {what} {id}"))
}

/// Both maps from their files; a sentence for what does not hang together.
pub(super) fn build(zones: ZonesFile, bases: BasesFile) -> Result<Board, String> {
    let mut ids = Ids {
        grid: Grid::new(&bases.grid.columns)?,
        zones: zones.zones.iter().map(|row| row.id.clone()).collect(),
        boxes: zones.boxes.iter().map(|row| row.id.clone()).collect(),
        bases: Vec::new(),
        countries: bases.countries.iter().map(|row| row.id.clone()).collect(),
    };
    ids.bases = bases.bases.iter().map(|row| ids.hex(&row.hex)).collect::<Result<_, _>>()?;
    let mut board = Board {
        zones: Vec::new(),
        links: zones.links.iter().map(|row| link(row, &ids)).collect::<Result<_, _>>()?,
        links_by_zone: Vec::new(),
        boxes: off_map_boxes(&zones, &ids)?,
        countries: Vec::new(),
        by_nation: Vec::new(),
        bases: bases.bases.iter().map(|row| base(row, &ids)).collect::<Result<_, _>>()?,
        by_hex: Vec::new(),
        sea_hexes: Vec::new(),
        grid: ids.grid.clone(),
    };
    for row in bases.countries {
        let of = row.dependent_of.as_ref().map(|of| at(ids.countries.iter(), of, "country"));
        let dependent_of = of.transpose()?.map(|at| CountryId(at as u8));
        board.countries.push(Country { id: row.id, name: row.name, maps: row.maps, dependent_of });
    }
    board.by_nation = Nation::ALL.map(|nation| board.country_named(nation.country())).to_vec();
    for (number, row) in zones.zones.into_iter().enumerate() {
        let zone = ZoneId(number as u8);
        let ports = board.base_ids().filter(|base| board.base(*base).zones.contains(&zone)).collect();
        let boxes = board.box_ids().filter(|hold| board.hold(*hold).zones.contains(&zone)).collect();
        let (map, centre, value) = (row.map, row.centre, row.value);
        board.zones.push(Zone { id: row.id, name: row.name, map, centre, value, ports, boxes });
    }
    board.links_by_zone = board.zone_ids().map(|zone| links_from(&board.links, zone)).collect();
    let mut sea: BTreeMap<Hex, ZoneId> =
        board.bases.iter().flat_map(|base| base.approach.iter().map(|(zone, hex)| (*hex, *zone))).collect();
    for row in &zones.sea_hexes {
        sea.insert(ids.hex(&row.hex)?, ids.zone(&row.zone)?);
    }
    board.sea_hexes = sea.into_iter().collect();
    board.by_hex = board.base_ids().map(|base| (board.base(base).hex, base)).collect();
    board.by_hex.sort_unstable();
    Ok(board)
}

fn links_from(links: &[Link], zone: ZoneId) -> Vec<(usize, ZoneId)> {
    links.iter().enumerate().filter_map(|(at, link)| Some((at, link.from(zone)?))).collect()
}

fn link(row: &LinkRow, ids: &Ids) -> Result<Link, String> {
    let hexes = ids.hexes(&row.blocked_by)?;
    let gate = match row.kind {
        LinkKind::Open => Gate::Open,
        LinkKind::Restricted => Gate::Restricted(hexes),
        LinkKind::Canal => {
            let port = |code: &String| ids.hex(code).and_then(|hex| ids.base_in(hex));
            Gate::Canal { hexes, ports: row.ports.iter().map(port).collect::<Result<_, _>>()? }
        }
    };
    Ok(Link { zones: [ids.zone(&row.a)?, ids.zone(&row.b)?], name: row.name.clone(), gate })
}

fn off_map_boxes(file: &ZonesFile, ids: &Ids) -> Result<Vec<OffMapBox>, String> {
    let mut boxes = Vec::new();
    for row in &file.boxes {
        let zones = row.zones.iter().map(|zone| ids.zone(zone)).collect::<Result<_, _>>()?;
        let (id, name) = (row.id.clone(), row.name.clone());
        boxes.push(OffMapBox { id, name, map: row.map, zones, boxes: Vec::new() });
    }
    for row in &file.box_links {
        let a = at(ids.boxes.iter(), &row.a, "box")?;
        let b = at(ids.boxes.iter(), &row.b, "box")?;
        boxes[a].boxes.push(BoxId(b as u8));
        boxes[b].boxes.push(BoxId(a as u8));
    }
    Ok(boxes)
}

fn base(row: &BaseRow, ids: &Ids) -> Result<Base, String> {
    let hex = ids.hex(&row.hex)?;
    if hex.map != row.map {
        return Err(format!("{} lies on the other map", row.id));
    }
    let room = match (row.port, row.limited, row.major) {
        (false, ..) => Room::NoShips,
        (true, true, false) => Room::Limited,
        (true, true, true) => Room::Major,
        (true, false, false) => Room::Any,
        (true, false, true) => return Err(format!("{} is a Major Port without the symbol", row.id)),
    };
    let country = at(ids.countries.iter(), &row.country, "country")?;
    let approach = row.approach.iter().map(|(zone, hex)| Ok((ids.zone(zone)?, ids.hex(hex)?)));
    Ok(Base {
        id: row.id.clone(),
        name: row.name.clone(),
        codes: ids.grid.codes(hex),
        hex,
        at: [row.lat, row.lon],
        city: row.city,
        country: CountryId(country as u8),
        regions: row.regions.clone(),
        zones: row.zones.iter().map(|zone| ids.zone(zone)).collect::<Result<_, _>>()?,
        room,
        ice: row.ice,
        approach: approach.collect::<Result<_, String>>()?,
    })
}

impl fmt::Display for SeaMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SeaMap::Tk => "Totaler Krieg",
            SeaMap::Ds => "Dai Senso",
        })
    }
}
