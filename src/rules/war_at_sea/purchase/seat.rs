//! What a side of a scenario may buy, and at what price.

use std::collections::BTreeMap;

use crate::files::facilities::Site;
use crate::files::scenarios::{Balance, NationRow, SideRow};
use tactical::cards::{Card, CardId, Cards, Kind, Nation};

use super::InForce;

/// What a side may buy.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The word of the side.
    pub side: String,
    /// Its name.
    pub name: String,
    /// The nations whose units it may buy: all of them, or some kinds.
    nations: Vec<(Nation, Option<Vec<Kind>>)>,
    /// Whether submarines are limited to four for three large ships instead of one for one (WSC-2.5-5).
    pub german_submarines: bool,
    /// The year in which the scenario begins.
    pub year: u16,
}

/// A sector with a base that a side controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// What base.
    pub site: Site,
    /// Its name.
    pub name: String,
}

/// The bases of a side by the number of their sectors, and what its sectors bring each turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bases {
    /// The bases.
    pub bases: BTreeMap<u8, Base>,
    /// Points a turn from all sectors, those without a base included (14.1).
    pub income: u16,
    /// How many aircraft they base (5.2, 5.3).
    pub aircraft: u16,
}

impl Bases {
    /// What kind of base stands in a sector.
    pub fn site(&self, sector: u8) -> Option<Site> {
        self.bases.get(&sector).map(|base| base.site)
    }

    /// The sectors whose base is of one of these kinds.
    pub fn of<'s>(&'s self, sites: &'s [Site]) -> impl Iterator<Item = u8> + 's {
        self.bases.iter().filter(|(_, base)| sites.contains(&base.site)).map(|(sector, _)| *sector)
    }

    /// Sectors in words: `6 Kure or 16 Truk`.
    pub fn words(&self, sites: &[Site]) -> Vec<String> {
        self.of(sites).map(|sector| format!("{sector} ({})", self.bases[&sector].name)).collect()
    }
}

impl Seat {
    /// The seat of a side.
    ///
    /// # Errors
    /// If it names a nation or a kind of unit that is not there, in words.
    pub fn of_row(row: &SideRow, year: u16) -> Result<Seat, String> {
        let kind = |word: &String| {
            let word = word.to_lowercase().replace(' ', "-");
            Kind::named(&word).ok_or_else(|| format!("there is no subtype {word}"))
        };
        let nation = |row: &NationRow| {
            let nation = Nation::named(&row.nation).ok_or_else(|| format!("no nation {}", row.nation))?;
            let only = row.only.as_ref().map(|only| only.iter().map(kind).collect::<Result<_, _>>());
            Ok::<_, String>((nation, only.transpose()?))
        };
        let nations = row.nations.iter().map(nation).collect::<Result<Vec<_>, _>>()?;
        Ok(Seat {
            side: row.id.clone(),
            name: row.name.clone(),
            nations,
            german_submarines: row.german_submarines,
            year,
        })
    }

    /// Whether the United States are among its nations, so that it must take a handicap (WSC-2.4-3).
    pub fn needs_balance(&self) -> bool {
        self.nations.iter().any(|(nation, _)| *nation == Nation::UnitedStates)
    }

    /// Whether the side may ever buy a unit: one of its nations, or a generic unit of section 17 whose
    /// advanced rule is in force.
    pub fn may_buy(&self, card: &Card, in_force: InForce) -> bool {
        if !card.advanced_rule.as_deref().is_none_or(|rule| in_force.has(rule)) {
            return false;
        }
        card.nation == Nation::Any
            || self.nations.iter().any(|(nation, only)| {
                *nation == card.nation && only.as_ref().is_none_or(|only| only.contains(&card.kind))
            })
    }

    /// The names of its nations.
    pub fn nations(&self) -> Vec<&'static str> {
        self.nations.iter().map(|(nation, _)| nation.name()).collect()
    }

    /// The types that the side may buy by the end of `year`, in the order of the cards.
    pub fn open(&self, cards: &Cards, year: u16, in_force: InForce) -> Vec<CardId> {
        let is_open =
            |card: &Card| card.year.is_none_or(|first| first <= year) && self.may_buy(card, in_force);
        cards.iter().filter(|(_, card)| is_open(card)).map(|(id, _)| id).collect()
    }
}

impl Balance {
    /// The handicap of the United States in words (WSC-2.4-1, WSC-2.4-2).
    pub const fn words(self) -> &'static str {
        match self {
            Balance::A => "handicap A (2.4): every unit costs a fifth more than its card says, rounded up",
            Balance::B => {
                "handicap B (2.4): every unit costs a tenth more than its card says, rounded up, and all torpedoes are \
                 Defective Torpedoes: each attack is rolled for first and misses on 1 or 2"
            }
        }
    }
}

/// What a unit costs a side, in whole points, rounded up (WSC-2.4-1, WSC-2.4-2, WSC-4.2-3).
pub fn price(cost: u16, balance: Option<Balance>) -> u16 {
    match balance {
        Some(Balance::A) => (cost * 12).div_ceil(10),
        Some(Balance::B) => (cost * 11).div_ceil(10),
        None => cost,
    }
}
