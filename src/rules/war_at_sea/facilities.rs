//! 4.6, 11.4, 17: construction places, factories, islands, and what each side begins with under advanced
//! rules.

use super::files::facilities::{
    FacilitiesFile, FactoriesRow, IslandsRow, PlacedRow, Site, StartingRow, YardRow,
};
use super::files::rarity::Factor;
use tactical::cards::{Card, CardId, Cards, Kind};

/// Facilities.
#[derive(Clone, Debug)]
pub struct Facilities {
    yards: Vec<Yard>,
    /// Aircraft factories.
    factories: FactoriesRow,
    /// Islands.
    pub islands: IslandsRow,
    starting: Vec<Starting>,
    /// What a side puts where it likes when the match begins.
    pub placed: PlacedRow,
}

/// What a construction place can hold at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yard {
    /// Its card.
    pub card: CardId,
    /// How many units; a Torpedo Boat counts half.
    pub capacity: u8,
    /// The largest hull of one.
    pub hull: u8,
    /// All hulls together.
    pub total_hull: u16,
    /// How many of the units may be submarines.
    pub submarines: u8,
    /// Whether it builds ships.
    pub ships: bool,
}

/// What a base begins with under an advanced rule.
#[derive(Clone, Debug)]
pub struct Starting {
    /// The rule in the ledger.
    pub rule: String,
    /// The word of the advanced rule.
    pub with: String,
    /// The kind of base.
    pub at: Site,
    /// Which units, and how many of each.
    pub units: Vec<(CardId, u8)>,
}

/// Why a construction place cannot hold what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overfull {
    /// A unit is of a sort that the place does not build (WSC-4.6-6).
    Sort,
    /// Too many submarines for a yard (WSC-4.6-6).
    Submarines(u8),
    /// A hull is too large (WSC-4.6-1 to 4).
    Hull(u8),
    /// Too many units (WSC-4.6-5), or boats (WSC-4.6-7).
    Capacity(u8),
    /// Too much hull together (WSC-4.6-5).
    TotalHull(u16),
}

/// Fits facilities to the cards.
///
/// # Errors
/// If a row names no card, in words.
pub fn build(file: FacilitiesFile, cards: &Cards) -> Result<Facilities, String> {
    let find = |id: &str| cards.by_id(id).ok_or_else(|| format!("there is no card {id}"));
    let yard = |row: YardRow| {
        let YardRow { id, capacity, hull, total_hull, submarines, ships } = row;
        Ok::<_, String>(Yard { card: find(&id)?, capacity, hull, total_hull, submarines, ships })
    };
    let starting = |row: StartingRow| {
        let units = row.units.iter().map(|(id, count)| Ok((find(id)?, *count)));
        let units = units.collect::<Result<_, String>>()?;
        Ok::<_, String>(Starting { rule: row.rule, with: row.with, at: row.at, units })
    };
    Ok(Facilities {
        yards: file.yards.into_iter().map(yard).collect::<Result<_, _>>()?,
        factories: file.factories,
        islands: file.islands,
        starting: file.starting.into_iter().map(starting).collect::<Result<_, _>>()?,
        placed: file.placed,
    })
}

impl Facilities {
    /// What a construction place of this card can hold; nothing if it is none.
    pub fn yard(&self, card: CardId) -> Option<&Yard> {
        self.yards.iter().find(|yard| yard.card == card)
    }

    /// What each base of a kind begins with under the advanced rules in force (WSC-2.7-1 to 3, WSC-2.8-1,
    /// WSC-2.9-1).
    pub fn starting(&self, at: Site, in_force: impl Fn(&str) -> bool) -> impl Iterator<Item = &Starting> {
        self.starting.iter().filter(move |it| it.at == at && in_force(&it.with))
    }

    /// How many SPACES of land bases an island has room for, by the kind of its sector (WSC-2.7-4, WSC-17-7).
    pub fn room(&self, at: Site) -> u8 {
        let IslandsRow { capital, large, small, empty, spaces, .. } = self.islands;
        let island = match at {
            Site::Capital => capital,
            Site::Large => large,
            Site::Small => small,
            Site::Empty => empty,
        };
        island * spaces
    }

    /// How many factories may exist for an aircraft of a rarity; nothing if there is no limit (WSC-4.6-9).
    pub fn most_factories(&self, factor: Factor) -> Option<u8> {
        self.factories.rarity.get(&factor).copied()
    }

    /// How many aircraft a factory makes a turn (WSC-4.6-8).
    pub fn a_factory_makes(&self) -> u8 {
        self.factories.a_turn
    }

    /// The price of a factory for an aircraft of this price (WSC-17-22, WSC-17-23).
    pub fn factory_price(&self, aircraft: u16) -> u16 {
        aircraft * u16::from(self.factories.price)
    }
}

/// The card of the factory that makes an aircraft (WSC-17-22, WSC-17-23); nothing if it is no aircraft.
pub fn factory_for(cards: &Cards, aircraft: &Card) -> Option<CardId> {
    let id = match aircraft.kind {
        Kind::Fighter => "fighter-factory",
        Kind::DiveBomber => "dive-bomber-factory",
        Kind::TorpedoBomber => "torpedo-bomber-factory",
        Kind::PatrolBomber => "patrol-bomber-factory",
        _ => return None,
    };
    cards.by_id(id)
}

impl Yard {
    /// Why the place cannot hold these units at a time; nothing if it can (WSC-4.6-1 to 7).
    pub fn refuses<'c>(&self, units: impl Iterator<Item = &'c Card> + Clone) -> Option<Overfull> {
        let boats = |card: &&Card| card.kind == Kind::Submarine;
        if !self.ships && units.clone().any(|card| card.kind != Kind::Submarine) {
            return Some(Overfull::Sort);
        }
        if units.clone().any(|card| card.hull > self.hull) {
            return Some(Overfull::Hull(self.hull));
        }
        if self.ships && units.clone().filter(boats).count() > usize::from(self.submarines) {
            return Some(Overfull::Submarines(self.submarines));
        }
        let halves: u16 = units.clone().map(|card| 2 - u16::from(card.kind == Kind::TorpedoBoat)).sum();
        if halves > 2 * u16::from(self.capacity) {
            return Some(Overfull::Capacity(self.capacity));
        }
        let hulls: u16 = units.map(|card| u16::from(card.hull)).sum();
        (hulls > self.total_hull).then_some(Overfull::TotalHull(self.total_hull))
    }
}

impl Overfull {
    /// The rule, by its id in the ledger, for a pen or a yard.
    pub const fn rule(self, pen: bool) -> &'static str {
        match self {
            Overfull::Sort | Overfull::Submarines(_) => "WSC-4.6-6",
            Overfull::Hull(_) if pen => "WSC-4.6-4",
            Overfull::Hull(_) | Overfull::Capacity(_) | Overfull::TotalHull(_) => "WSC-4.6-5",
        }
    }

    /// The reason in words, such as `a yard of this size builds no hull above 2`.
    pub fn words(self) -> String {
        match self {
            Overfull::Sort => "a pen builds submarines only".to_owned(),
            Overfull::Submarines(0) => "a yard of this size builds no submarines".to_owned(),
            Overfull::Submarines(most) => {
                format!("a yard of this size builds at most {most} of them as submarines")
            }
            Overfull::Hull(most) => format!("it builds no hull above {most}"),
            Overfull::Capacity(most) => format!("it works on at most {most} units at a time"),
            Overfull::TotalHull(most) => format!("the hulls in it may come to {most} at most"),
        }
    }
}
