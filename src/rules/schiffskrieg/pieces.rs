//! The counters: nations, kinds and the factors of both sides. Nothing here knows where a counter is.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::faction::Faction;
use super::files::{BackRow, BoatRow, LbaRow, ShipRow, UnitsFile};
use engine::rulebook::roster::{Named, Roster};
use engine::tags::words;

pub use engine::rulebook::roster::UnitId;

words! {
    /// A nationality of counters (SK-INTRO-6).
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Nation: id {
        /// Germany.
        German = "german",
        /// Italy.
        Italian = "italian",
        /// Finland.
        Finnish = "finnish",
        /// Austria-Hungary.
        AustroHungarian = "austro-hungarian",
        /// Japan.
        Japanese = "japanese",
        /// Siam.
        Siamese = "siamese",
        /// Britain.
        British = "british",
        /// France.
        French = "french",
        /// The United States.
        Us = "us",
        /// Greece.
        Greek = "greek",
        /// Denmark and Norway.
        DanishNorwegian = "danish-norwegian",
        /// Australia as a minor country.
        Australian = "australian",
        /// The Netherlands East Indies.
        Nei = "nei",
        /// Spain.
        Spanish = "spanish",
        /// Sweden.
        Swedish = "swedish",
        /// Turkey.
        Turkish = "turkish",
        /// Russia.
        Russian = "russian",
    }
}

/// Adjective, the id of the country, and of a major country its faction, in the order of the variants.
const NATIONS: [(&str, &str, Option<Faction>); Nation::ALL.len()] = [
    ("German", "germany", Some(Faction::Axis)),
    ("Italian", "italy", None),
    ("Finnish", "finland", None),
    ("Austro-Hungarian", "austria-hungary", None),
    ("Japanese", "japan", Some(Faction::Axis)),
    ("Siamese", "siam", None),
    ("British", "britain", Some(Faction::Western)),
    ("French", "france", Some(Faction::Western)),
    ("US", "united-states", Some(Faction::Western)),
    ("Greek", "greece", None),
    ("Danish-Norwegian", "denmark-norway", None),
    ("Australian", "australia", None),
    ("NEI", "netherlands-east-indies", None),
    ("Spanish", "spain", None),
    ("Swedish", "sweden", None),
    ("Turkish", "turkey", None),
    ("Russian", "russia", Some(Faction::Soviet)),
];

impl Nation {
    /// The adjective, such as `British`.
    pub const fn adjective(self) -> &'static str {
        NATIONS[self as usize].0
    }

    /// The id of its home country.
    pub const fn country(self) -> &'static str {
        NATIONS[self as usize].1
    }

    /// The faction of a major country; a minor country's depends on the course of the war.
    pub const fn major_of(self) -> Option<Faction> {
        NATIONS[self as usize].2
    }

    /// Whether it is a minor country, whose counters carry a mark (SK-INTRO-6).
    pub const fn is_minor(self) -> bool {
        self.major_of().is_none()
    }

    /// Whether it builds ships (SK-6.1.1.1-1).
    pub const fn builds(self) -> bool {
        !self.is_minor()
    }
}

words! {
    /// A type of ship (SK-INTRO-1).
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ShipType: id {
        /// A battleship.
        Bb = "bb",
        /// A cruiser.
        Ca = "ca",
        /// A coastal defence ship.
        Cd = "cd",
        /// A carrier.
        Cv = "cv",
        /// A light carrier.
        Cvl = "cvl",
    }
}

impl ShipType {
    /// Whether it is a carrier and no surface ship (SK-INTRO-1).
    pub const fn is_carrier(self) -> bool {
        matches!(self, ShipType::Cv | ShipType::Cvl)
    }

    /// Whether it is heavy (SK-INTRO-2).
    pub const fn is_heavy(self) -> bool {
        matches!(self, ShipType::Bb | ShipType::Cv)
    }
}

words! {
    /// The sea to which a Russian ship is tied (SK-INTRO-7).
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Stripe: id {
        /// The Black Sea.
        Gray = "gray",
        /// The Baltic Sea.
        Blue = "blue",
        /// The Sea of Japan and the Sea of Okhotsk.
        Red = "red",
    }
}

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A ship.
    Ship(ShipType),
    /// A land-based air unit.
    Lba {
        /// Whether it is heavy (SK-INTRO-10).
        heavy: bool,
        /// How many hexes it reaches.
        range: u8,
    },
    /// An X-boat (SK-INTRO-12).
    Boat,
}

/// What one side of a counter shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Factors {
    /// Gunnery of a surface ship.
    pub gunnery: u8,
    /// Airstrike of a carrier or LBA.
    pub airstrike: u8,
    /// Torpedo of an X-boat.
    pub torpedo: u8,
    /// The Damage factor, on the first side alone, and not on all.
    pub damage: Option<u8>,
    /// Defense; 0 for an X-boat, which is no target.
    pub defense: u8,
    /// Speed; none on a damaged side, and for what is no ship.
    pub speed: Option<u8>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The id used in files, such as `graf-spee`.
    pub id: String,
    /// The name.
    pub name: String,
    /// The name on the counter, as the set-ups print it.
    pub label: [String; 1],
    /// Its nationality.
    pub nation: Nation,
    /// What it is.
    pub kind: Kind,
    /// The undamaged or full-strength side.
    pub front: Factors,
    /// The damaged or reduced side, if it has one.
    pub back: Option<Factors>,
    /// Its number in the order of construction within nation and type (SK-INTRO-5).
    pub construction: Option<u8>,
    /// The stripe of a Russian ship that has one fixed.
    pub stripe: Option<Stripe>,
}

/// The counters of a match.
pub type Counters = Roster<Counter>;

impl Named for Counter {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &self.label)
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Counter {
    /// Its type, if it is a ship.
    #[inline]
    pub const fn ship(&self) -> Option<ShipType> {
        if let Kind::Ship(of) = self.kind { Some(of) } else { None }
    }

    /// Whether it is a ship.
    pub const fn is_ship(&self) -> bool {
        self.ship().is_some()
    }

    /// Whether it is a carrier.
    pub fn is_carrier(&self) -> bool {
        self.ship().is_some_and(ShipType::is_carrier)
    }

    /// Whether it is a surface ship.
    pub fn is_surface(&self) -> bool {
        self.ship().is_some_and(|of| !of.is_carrier())
    }

    /// Whether it is an LBA.
    pub const fn is_lba(&self) -> bool {
        matches!(self.kind, Kind::Lba { .. })
    }

    /// Whether it is an X-boat.
    pub const fn is_boat(&self) -> bool {
        matches!(self.kind, Kind::Boat)
    }

    /// Whether it fights by day: a carrier or LBA.
    pub fn is_flyer(&self) -> bool {
        self.is_carrier() || self.is_lba()
    }

    /// Whether it is heavy; an X-boat is neither heavy nor light (SK-INTRO-2, SK-INTRO-10, SK-INTRO-12).
    pub fn is_heavy(&self) -> bool {
        match self.kind {
            Kind::Ship(of) => of.is_heavy(),
            Kind::Lba { heavy, .. } => heavy,
            Kind::Boat => false,
        }
    }

    /// What the side shows that is up.
    ///
    /// A counter without a second side cannot have it up; it shows the first.
    #[inline]
    pub fn factors(&self, hurt: bool) -> &Factors {
        if hurt { self.back.as_ref().unwrap_or(&self.front) } else { &self.front }
    }
}

/// All counters, in the order of the file: ships, LBAs, X-boats.
pub(super) fn build(file: UnitsFile) -> Counters {
    let ships = file.ships.into_iter().map(ship);
    Roster(ships.chain(file.lbas.into_iter().map(lba)).chain(file.x_boats.into_iter().map(boat)).collect())
}

fn back(row: BackRow) -> Factors {
    let (gunnery, airstrike) = (row.gunnery.unwrap_or(0), row.airstrike.unwrap_or(0));
    Factors { gunnery, airstrike, defense: row.defense, ..Factors::default() }
}

fn ship(row: ShipRow) -> Counter {
    let front = Factors {
        gunnery: row.gunnery.unwrap_or(0),
        airstrike: row.airstrike.unwrap_or(0),
        torpedo: 0,
        damage: row.damage,
        defense: row.defense,
        speed: Some(row.speed),
    };
    Counter {
        id: row.id,
        name: row.name,
        label: [row.counter],
        nation: row.nation,
        kind: Kind::Ship(row.class),
        front,
        back: row.back.map(back),
        construction: row.construction,
        stripe: row.stripe.and_then(|stripe| stripe.fixed()),
    }
}

fn lba(row: LbaRow) -> Counter {
    let front = Factors {
        airstrike: row.airstrike,
        damage: Some(row.damage),
        defense: row.defense,
        ..Factors::default()
    };
    Counter {
        id: row.id,
        name: row.name,
        label: [row.counter],
        nation: row.nation,
        kind: Kind::Lba { heavy: row.heavy, range: row.range },
        front,
        back: Some(back(row.back)),
        construction: None,
        stripe: None,
    }
}

fn boat(row: BoatRow) -> Counter {
    Counter {
        id: row.id,
        name: row.name,
        label: [row.counter],
        nation: row.nation,
        kind: Kind::Boat,
        front: Factors { torpedo: row.torpedo, ..Factors::default() },
        back: None,
        construction: None,
        stripe: None,
    }
}
