//! The map: sea zones, the passages between them, and the ports with their boxes on the mats of one scenario.
//! Nothing here knows which unit is where.

use serde::{Deserialize, Serialize};

use super::files::{
    AreaRow, Colour, InsetRow, LinkOption, LinkRow, LinkWord, MapSide, MatRow, MatSide, PortRow, PortsFile,
    ZoneRow, ZonesFile,
};
use super::pieces::Nation;
use engine::games::GamesFault;
use engine::rulebook::roster::Named;
use engine::rulebook::two_sided::{BySide, Camp};

/// A sea zone, by its printed number (1 to 121).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ZoneId(pub u8);

/// A port, by its place in the list of ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PortId(pub u16);

/// What fires on ships at a constricted connection: a minefield box of the map, or the guns of the Bosporus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Minefield {
    /// In the Danish straits, between North Sea and Baltic (SOT-5.3-7).
    Danish,
    /// Off Gibraltar, at the mouth of the Mediterranean (SOT-5.3-8).
    Gibraltar,
    /// The Turkish guns between Aegean and Black Sea, on enemies of Turkey (SOT-5.3.1-5).
    Bosporus,
}

impl Minefield {
    /// The word used in labels and files.
    pub fn id(self) -> &'static str {
        match self {
            Minefield::Danish => "danish",
            Minefield::Gibraltar => "gibraltar",
            Minefield::Bosporus => "bosporus",
        }
    }

    /// The name used in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Minefield::Danish => "the Danish minefield",
            Minefield::Gibraltar => "the Gibraltar minefield",
            Minefield::Bosporus => "the guns of the Bosporus",
        }
    }
}

/// What it takes to go from one zone to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// Nothing.
    Open,
    /// One side must brave a minefield; the other passes freely.
    Minefield {
        /// Which minefield.
        field: Minefield,
        /// The side it is laid against.
        against: Camp,
    },
    /// Only one side may pass: a canal.
    Only(Camp),
    /// Nobody may pass while Turkey is neutral, unless the optional rule of its neutrality is played and the
    /// turn has come (SOT-5.3.1-1, SOT-5.3.1-2).
    Bosporus {
        /// The turn from which that rule lets ships pass.
        from_turn: u8,
    },
    /// Nobody may pass, or the zones do not touch.
    Closed,
}

/// A sea zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// The printed number.
    pub number: ZoneId,
    /// The name.
    pub name: String,
    /// The id of its area.
    pub area: String,
    /// The zones it touches, in order, those over a special link included.
    pub adjacent: Vec<ZoneId>,
    /// Points for control in this scenario.
    pub value: BySide<u8>,
    /// Whether it carries the Soviet flag, for scenarios with Japan and the Soviet Union (SOT-5.5.1-3).
    pub soviet_flag: bool,
    /// Longitude of its label, unrolled for a map that is cut through the Americas.
    pub x: f32,
    /// Latitude of its label.
    pub lat: f32,
}

/// Whose mat a port is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// On the mat of a side.
    Camp(Camp),
    /// Neutral: the nations listed may use it as far as its capacity allows.
    Neutral,
    /// On no mat: nobody may use it.
    Nobody,
}

/// How many ships a port holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// So many.
    Ships(u8),
    /// Any number.
    Unlimited,
    /// One of each nation listed.
    Neutral,
}

/// The box of a port on the mats of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mat {
    /// Whose mat it is on.
    pub holder: Holder,
    /// Nations whose ships may base here.
    pub ships: Vec<Nation>,
    /// Nations whose air units may fly from here.
    pub lba: Vec<Nation>,
    /// How many ships it holds.
    pub capacity: Capacity,
    /// The nation that must keep ships here, if any.
    pub presence: Option<Nation>,
    /// Whether the holder is not the original one.
    pub captured: bool,
    /// The first turn in which it may be used; 0 when from the beginning.
    pub from_turn: u8,
}

/// A port.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// The id used in files, such as `scapa_flow`.
    pub id: String,
    /// The name.
    pub name: String,
    /// Other spellings of the name.
    pub aliases: Vec<String>,
    /// The nation whose new ships arrive here.
    pub flag: Option<Nation>,
    /// The zones it touches.
    pub zones: Vec<ZoneId>,
    /// Its box in this scenario.
    pub mat: Mat,
    /// What holds instead until the Return to Base of the scenario's first turn, where that differs.
    pub start: Option<Mat>,
    /// Longitude, unrolled like [`Zone::x`].
    pub x: f32,
    /// Latitude.
    pub lat: f32,
}

/// A region that convoy tokens name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The id used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its zones, in order.
    pub zones: Vec<ZoneId>,
}

/// A link that is not open to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The id used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// The two zones, the lower number first.
    pub zones: (ZoneId, ZoneId),
    /// What it takes to pass, in either direction.
    pub passage: Passage,
}

/// Crowded waters that a drawn map should enlarge.
#[derive(Clone, Debug, PartialEq)]
pub struct Inset {
    /// The id used in files.
    pub id: String,
    /// The zones inside.
    pub zones: Vec<ZoneId>,
    /// Western and eastern edge.
    pub lon: (f32, f32),
    /// Southern and northern edge.
    pub lat: (f32, f32),
}

/// The map of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The zones; zone n stands at n - 1.
    pub zones: Vec<Zone>,
    /// The ports.
    pub ports: Vec<Port>,
    /// The areas; together they are all zones, each once.
    pub areas: Vec<Area>,
    /// The special links.
    pub links: Vec<Link>,
    /// Neighbours that lie at opposite edges of a map cut through the Americas.
    pub seam: Vec<(ZoneId, ZoneId)>,
    /// Parts to enlarge.
    pub insets: Vec<Inset>,
}

impl Named for Port {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &self.aliases)
    }
}

impl Board {
    /// A zone by its number.
    ///
    /// # Panics
    /// When the number is not on the map; ids of a loaded scenario always are.
    #[inline]
    pub fn zone(&self, id: ZoneId) -> &Zone {
        &self.zones[usize::from(id.0) - 1]
    }

    /// A port by its id.
    ///
    /// # Panics
    /// When the id is not one of this board's.
    #[inline]
    pub fn port(&self, id: PortId) -> &Port {
        &self.ports[usize::from(id.0)]
    }

    /// Finds a port by the id used in files.
    pub fn port_by_id(&self, word: &str) -> Option<PortId> {
        self.ports().find(|id| self.port(*id).has_id(word))
    }

    /// Finds a port by its id, its name or another spelling of it.
    pub fn port_named(&self, word: &str) -> Option<PortId> {
        self.ports().find(|id| self.port(*id).is_called(word))
    }

    /// The ids of all zones, in order.
    #[inline]
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> + use<> {
        (1..=self.zones.len() as u8).map(ZoneId)
    }

    /// The ids of all ports, in order.
    #[inline]
    pub fn ports(&self) -> impl Iterator<Item = PortId> + use<> {
        (0..self.ports.len() as u16).map(PortId)
    }

    /// What it takes to go from one zone to another in one step.
    pub fn passage(&self, from: ZoneId, to: ZoneId) -> Passage {
        if !self.zone(from).adjacent.contains(&to) {
            return Passage::Closed;
        }
        self.link(from, to)
    }

    /// The same for zones that are known to touch.
    pub(super) fn link(&self, from: ZoneId, to: ZoneId) -> Passage {
        let pair = (from.min(to), from.max(to));
        self.links.iter().find(|link| link.zones == pair).map_or(Passage::Open, |link| link.passage)
    }
}

/// Builds the board of one scenario from the files.
///
/// # Errors
/// [`GamesFault`] when a link or a mat is not of a kind that there is.
pub(super) fn build(
    zones: &ZonesFile,
    ports: &PortsFile,
    scenario: &str,
    map: MapSide,
    colours: &[Colour],
) -> Result<Board, GamesFault> {
    let area = |row: &AreaRow| Area { id: row.id.clone(), name: row.name.clone(), zones: row.zones.clone() };
    let inset = |row: &InsetRow| {
        let InsetRow { id, zones, lon, lat } = row.clone();
        Inset { id, zones, lon, lat }
    };
    Ok(Board {
        links: zones.links.iter().map(link).collect::<Result<_, _>>()?,
        zones: zones.zones.iter().map(|row| zone(row, map, colours)).collect(),
        ports: ports.ports.iter().map(|row| port(row, scenario)).collect::<Result<_, _>>()?,
        areas: zones.areas.iter().map(area).collect(),
        seam: zones.seam.clone(),
        insets: zones.insets.iter().map(inset).collect(),
    })
}

/// One zone, its value that of the first colour in force that it carries.
#[inline]
fn zone(row: &ZoneRow, map: MapSide, colours: &[Colour]) -> Zone {
    let boxes = if map == MapSide::Early { &row.vp.early } else { &row.vp.late };
    let value = colours.iter().find_map(|colour| boxes.get(colour)).copied().unwrap_or_default();
    Zone {
        number: row.number,
        name: row.name.clone(),
        area: row.area.clone(),
        adjacent: row.adjacent.clone(),
        value: value.into(),
        soviet_flag: row.flag == Some(Nation::Ussr),
        x: row.position.x,
        lat: row.position.lat,
    }
}

/// One special link.
fn link(row: &LinkRow) -> Result<Link, GamesFault> {
    let passage = match (row.kind, row.field, row.against, row.open_to) {
        (LinkWord::Minefield, Some(field), Some(against), None) => Passage::Minefield { field, against },
        (LinkWord::Restricted, None, None, Some(side)) => Passage::Only(side),
        (LinkWord::Closed, None, None, None) => match (row.option, row.from_turn) {
            (Some(LinkOption::TurkishNeutrality), Some(from_turn)) => Passage::Bosporus { from_turn },
            _ => Passage::Closed,
        },
        _ => {
            let what = format!(
                "link {}: a minefield has `box` and `against`, a restricted link has `open_to`",
                row.id
            );
            return Err(GamesFault::Unsound { file: "seas-of-thunder/zones".into(), what });
        }
    };
    let (a, b) = row.zones;
    Ok(Link { id: row.id.clone(), name: row.name.clone(), zones: (a.min(b), a.max(b)), passage })
}

/// One port with its box in one scenario.
#[inline]
fn port(row: &PortRow, scenario: &str) -> Result<Port, GamesFault> {
    let Some(now) = row.mats.get(scenario) else {
        let what = format!("port {} has no mat for {scenario}", row.id);
        return Err(GamesFault::Unsound { file: "seas-of-thunder/ports".into(), what });
    };
    Ok(Port {
        start: now.start.as_deref().map(mat),
        mat: mat(now),
        id: row.id.clone(),
        name: row.name.clone(),
        aliases: row.aliases.clone(),
        flag: row.flag,
        zones: row.zones.clone(),
        x: row.position.x,
        lat: row.position.lat,
    })
}

/// One box.
fn mat(row: &MatRow) -> Mat {
    let holder = match row.side {
        MatSide::Axis => Holder::Camp(Camp::AXIS),
        MatSide::Allied => Holder::Camp(Camp::ALLIES),
        MatSide::Neutral => Holder::Neutral,
        MatSide::None => Holder::Nobody,
    };
    Mat {
        holder,
        ships: row.ships.clone(),
        lba: row.lba.clone(),
        capacity: row.capacity,
        presence: row.presence,
        captured: row.captured,
        from_turn: row.from_turn,
    }
}
