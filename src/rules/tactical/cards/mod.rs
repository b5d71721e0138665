//! The unit cards (`units.yaml`): what a unit is and can do, before anything befalls it.

mod abilities;
mod ability;
pub(crate) mod file;
mod given;

use std::ops::Index;

pub use abilities::Abilities;
pub use ability::Ability;
pub use given::CardGiven;

use crate::DATA;
use crate::effects::file::AbilitiesFile;
use crate::effects::{self, Effects};
use engine::games::{Games, GamesFault};
use engine::rulebook::roster::Named;
use engine::tags::words;

words! {
    /// What a card is, in the order in which units of a side are ranked.
    #[derive(PartialOrd, Ord)]
    pub enum Kind: word {
        /// A battleship or battlecruiser.
        Battleship = "battleship",
        /// An aircraft carrier.
        Carrier = "carrier",
        /// A cruiser.
        Cruiser = "cruiser",
        /// A destroyer.
        Destroyer = "destroyer",
        /// A torpedo boat.
        TorpedoBoat = "torpedo-boat",
        /// An auxiliary.
        Auxiliary = "auxiliary",
        /// A submarine.
        Submarine = "submarine",
        /// A fighter.
        Fighter = "fighter",
        /// A dive bomber.
        DiveBomber = "dive-bomber",
        /// A torpedo bomber.
        TorpedoBomber = "torpedo-bomber",
        /// A patrol bomber.
        PatrolBomber = "patrol-bomber",
        /// A shore battery (section 17).
        ShoreBattery = "shore-battery",
        /// An airbase.
        Airbase = "airbase",
        /// A repair facility.
        RepairFacility = "repair-facility",
        /// A construction yard.
        ConstructionYard = "construction-yard",
        /// A submarine construction pen.
        ConstructionPen = "construction-pen",
        /// An aircraft factory.
        AircraftFactory = "aircraft-factory",
        /// An infantry company.
        Infantry = "infantry",
        /// A commando unit.
        Commando = "commando",
    }
}

impl Kind {
    /// Whether it is a Ship; a submarine is none (WSC-9.3-4).
    #[inline]
    pub const fn is_ship(self) -> bool {
        (self as u8) <= Kind::Auxiliary as u8
    }

    /// Whether it swims: a ship or submarine.
    #[inline]
    pub const fn is_afloat(self) -> bool {
        (self as u8) <= Kind::Submarine as u8
    }

    /// Whether it flies.
    #[inline]
    pub const fn is_aircraft(self) -> bool {
        matches!(self, Kind::Fighter) || self.is_bomber()
    }

    /// Whether it is a bomber: dive, torpedo or patrol (WST-air-5).
    #[inline]
    pub const fn is_bomber(self) -> bool {
        matches!(self, Kind::DiveBomber | Kind::TorpedoBomber | Kind::PatrolBomber)
    }

    /// Whether it is a land base (WSC-17-8).
    #[inline]
    pub const fn is_land_base(self) -> bool {
        (self as u8) >= Kind::ShoreBattery as u8 && !self.is_ground()
    }

    /// Whether it is a ground unit.
    #[inline]
    pub const fn is_ground(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Commando)
    }

    /// Whether it is one of the small ships that guns at long range and battleship guns hardly hit
    /// (WST-surf-6, surf-7).
    #[inline]
    pub const fn is_small(self) -> bool {
        matches!(self, Kind::Destroyer | Kind::TorpedoBoat)
    }
}

words! {
    /// Whose a card is.
    #[derive(PartialOrd, Ord)]
    pub enum Nation: name {
        /// Land bases and ground units, which every nation has.
        Any = "any",
        /// Australia.
        Australia = "Australia",
        /// Canada.
        Canada = "Canada",
        /// Finland.
        Finland = "Finland",
        /// France.
        France = "France",
        /// Germany.
        Germany = "Germany",
        /// Greece.
        Greece = "Greece",
        /// Italy.
        Italy = "Italy",
        /// Japan.
        Japan = "Japan",
        /// The Netherlands.
        Netherlands = "Netherlands",
        /// New Zealand.
        NewZealand = "New Zealand",
        /// Poland.
        Poland = "Poland",
        /// The Soviet Union.
        SovietUnion = "Soviet Union",
        /// Sweden.
        Sweden = "Sweden",
        /// The United Kingdom.
        UnitedKingdom = "United Kingdom",
        /// The United States.
        UnitedStates = "United States",
    }
}

words! {
    /// The side that a card names.
    #[derive(PartialOrd, Ord)]
    pub enum Allegiance: word {
        /// The Allies.
        Allies = "Allies",
        /// The Axis.
        Axis = "Axis",
        /// Neither.
        Neutral = "Neutral",
        /// Either.
        Any = "any",
    }
}

words! {
    /// A line of attack dice on a card (WST-atk-5).
    #[derive(PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Weapon: word {
        /// Main guns.
        Main = "main",
        /// Secondary guns.
        Secondary = "secondary",
        /// Tertiary guns.
        Tertiary = "tertiary",
        /// Torpedoes, of ships, boats and aircraft.
        Torpedo = "torpedo",
        /// Bombs.
        Bomb = "bomb",
        /// The guns of aircraft against ships.
        Gunnery = "gunnery",
        /// Antiair.
        Aa = "aa",
        /// Against submarines.
        Asw = "asw",
    }
}

impl Weapon {
    /// Whether it is a gun of a ship, or an aircraft's against ships.
    #[inline]
    pub const fn is_gun(self) -> bool {
        matches!(self, Weapon::Main | Weapon::Secondary | Weapon::Tertiary | Weapon::Gunnery)
    }
}

/// Attack dice at range 0, 1, 2 and 3; 0 is the dash of the cards.
pub type Line = [u8; 4];

/// A unit card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The word in files, such as `uss-enterprise-cv-6`.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Whose it is.
    pub nation: Nation,
    /// The printed side.
    pub side: Allegiance,
    /// What it is.
    pub kind: Kind,
    /// The class of a ship, where one is known.
    pub class: Option<String>,
    /// Points; 0 for aircraft factories, which cost three times what they make (WSC-17-22, 17-23).
    pub cost: u16,
    /// The first year in which it is there.
    pub year: Option<u16>,
    /// Sectors a turn; 0 of what does not swim.
    pub speed: u8,
    /// The Flagship bonus (WST-sa-84).
    pub flagship: u8,
    /// Aircraft that it bases (WST-sa-18, WSC-17-9).
    pub capacity: u8,
    /// Dice by weapon and range; a weapon that it has not is a line of zeros.
    pub dice: [Line; Weapon::ALL.len()],
    /// Successes that make a hit.
    pub armor: u8,
    /// Successes that destroy it.
    pub vital: u8,
    /// Hull points; aircraft have one.
    pub hull: u8,
    /// SPACES on an island (WSC-17-7).
    pub spaces: u8,
    /// Its special abilities.
    pub abilities: Abilities,
    /// The advanced rule without which it is not there.
    pub advanced_rule: Option<String>,
}

impl Card {
    /// The dice of a weapon by range.
    #[inline]
    pub const fn line(&self, weapon: Weapon) -> Line {
        self.dice[weapon as usize]
    }

    /// Whether it has a weapon at any range.
    #[inline]
    pub fn carries(&self, weapon: Weapon) -> bool {
        self.line(weapon) != [0; 4]
    }

    /// Whether it has an ability.
    #[inline]
    pub const fn has(&self, ability: Ability) -> bool {
        self.abilities.has(ability)
    }
}

impl Named for Card {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

/// A card: its place among all [`Cards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u16);

/// All cards, in the order of the file, and what their abilities do.
#[derive(Clone, Debug)]
pub struct Cards {
    list: Vec<Card>,
    by_id: Vec<CardId>,
    /// How many are cards; behind them stand the squadrons that abilities bring to a battle.
    count: u16,
    /// What abilities change.
    pub effects: Effects,
}

impl Cards {
    /// Reads `units.yaml` and `abilities.yaml`.
    ///
    /// # Errors
    /// When it does not fit its shape, has a word that nobody knows, or has a card twice.
    pub fn load(games: &Games) -> Result<Cards, GamesFault> {
        let mut cards = file::read(games)?;
        let count = cards.len() as u16;
        let mut by_id: Vec<CardId> = (0..count).map(CardId).collect();
        by_id.sort_by(|a, b| cards[usize::from(a.0)].id.cmp(&cards[usize::from(b.0)].id));
        let mut abilities: AbilitiesFile = games.read(DATA, "abilities")?;
        let unsound = |what| GamesFault::Unsound { file: format!("{DATA}/abilities"), what };
        let squadrons = std::mem::take(&mut abilities.squadrons).into_iter().map(file::card);
        cards.extend(squadrons.collect::<Result<Vec<_>, _>>().map_err(unsound)?);
        let effects = effects::compile(abilities).map_err(unsound)?;
        Ok(Cards { list: cards, count, by_id, effects })
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The card with an id.
    pub fn by_id(&self, id: &str) -> Option<CardId> {
        let at = self.by_id.binary_search_by(|card| self[*card].id.as_str().cmp(id)).ok()?;
        Some(self.by_id[at])
    }

    /// The card with an id or a printed name.
    pub fn find(&self, word: &str) -> Option<CardId> {
        self.by_id(word).or_else(|| self.ids().find(|card| self[*card].is_called(word)))
    }

    /// Adds a card that only a case has: it is found by its id, and is none that anybody can buy.
    pub fn add(&mut self, card: Card) -> CardId {
        let id = CardId(self.list.len() as u16);
        let at = self.by_id.partition_point(|other| self[*other].id < card.id);
        self.list.push(card);
        self.by_id.insert(at, id);
        id
    }

    /// Puts another in the place of a card; it keeps its id.
    pub fn change(&mut self, card: CardId, to: Card) {
        let own = &mut self.list[usize::from(card.0)];
        *own = Card { id: std::mem::take(&mut own.id), ..to };
    }

    /// All of them, in the order of the file.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.count).map(CardId)
    }

    /// A squadron that an ability brings to a battle, by its id. It is no card that anybody can buy.
    pub fn squadron(&self, id: &str) -> Option<CardId> {
        let behind = self.list.iter().skip(self.count.into());
        let found = (self.count..).zip(behind).find(|(_, card)| card.id == id);
        found.map(|(at, _)| CardId(at))
    }

    /// Whether it is such a squadron.
    #[inline]
    pub fn is_squadron(&self, card: CardId) -> bool {
        card.0 >= self.count
    }

    /// All of them, in the order of the file.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (CardId, &Card)> {
        self.ids().zip(&self.list)
    }
}

impl Index<CardId> for Cards {
    type Output = Card;
    #[inline]
    fn index(&self, card: CardId) -> &Card {
        &self.list[usize::from(card.0)]
    }
}
