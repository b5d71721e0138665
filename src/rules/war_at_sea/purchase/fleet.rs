//! What a side asks for before turn 1.

use std::collections::{BTreeMap, BTreeSet};

use crate::bound::Tally;
use crate::files::scenarios::{Balance, FleetRow, PrebuiltRow, SetUpRow};
use engine::tags::words;
use tactical::cards::{CardId, Cards};

words! {
    /// A construction place that a side begins with (2.6).
    #[derive(PartialOrd, Ord)]
    pub enum Slot: word {
        /// The Large Construction Yard.
        Large = "large",
        /// The Medium Construction Yard.
        Medium = "medium",
        /// One Small Construction Yard.
        Small1 = "small-1",
        /// The other.
        Small2 = "small-2",
        /// The Submarine Construction Pen.
        Pen = "pen",
    }
}

impl Slot {
    /// The id of its card; a small yard may have been raised.
    pub const fn card(self, raised: bool) -> &'static str {
        match self {
            Slot::Large => "large-construction-yard",
            Slot::Medium => "medium-construction-yard",
            Slot::Small1 | Slot::Small2 if raised => "medium-construction-yard",
            Slot::Small1 | Slot::Small2 => "small-construction-yard",
            Slot::Pen => "submarine-construction-pen",
        }
    }
}

/// What a side asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fleet {
    /// The handicap that the United States take.
    pub balance: Option<Balance>,
    /// Units for the starting points, and how many of each.
    pub buy: Vec<(CardId, u16)>,
    /// Units begun with the pre-build points.
    pub prebuild: Vec<Prebuilt>,
    /// Facilities and transports.
    pub set_up: SetUp,
}

/// A unit begun before turn 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prebuilt {
    /// What.
    pub card: CardId,
    /// The sector where it is built.
    pub at: u8,
    /// The construction place that holds it, with Construction.
    pub yard: Option<Slot>,
    /// What was paid each past turn.
    pub paid: Vec<u16>,
}

/// Where facilities stand that a side places as it likes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// The sector of each construction place.
    pub at: BTreeMap<Slot, u8>,
    /// The small yards that are raised.
    pub raised: BTreeSet<Slot>,
    /// The aircraft of each factory.
    pub factories: Vec<CardId>,
    /// Transports by sector.
    pub transports: BTreeMap<u8, u16>,
}

impl Fleet {
    /// A sample fleet of the scenarios; `quarterly` says which of its two lists of pre-built units is meant.
    ///
    /// # Errors
    /// If it names something that is not there, in words.
    pub fn of_row(
        row: &FleetRow,
        balance: Option<Balance>,
        quarterly: bool,
        cards: &Cards,
    ) -> Result<Fleet, String> {
        let find = |id: &str| cards.by_id(id).ok_or_else(|| format!("there is no card {id}"));
        let slot = |word: &str| Slot::named(word).ok_or_else(|| format!("there is no yard {word}"));
        let begun = if quarterly { &row.prebuild.quarterly } else { &row.prebuild.half_year };
        let prebuilt = |row: &PrebuiltRow| {
            let PrebuiltRow { unit, at, yard, paid } = row;
            Ok::<_, String>(Prebuilt {
                card: find(unit)?,
                at: *at,
                yard: Some(slot(yard)?),
                paid: paid.clone(),
            })
        };
        let SetUpRow { large, medium, small_1, small_2, pen, upgrade, factories, transports } = &row.set_up;
        let at = Slot::ALL.into_iter().zip([*large, *medium, *small_1, *small_2, *pen]).collect();
        Ok(Fleet {
            balance,
            buy: row.buy.iter().map(|(id, n)| Ok((find(id)?, *n))).collect::<Result<_, String>>()?,
            prebuild: begun.iter().map(prebuilt).collect::<Result<_, _>>()?,
            set_up: SetUp {
                at,
                raised: upgrade.iter().map(|word| slot(word)).collect::<Result<_, _>>()?,
                factories: factories.iter().map(|id| find(id)).collect::<Result<_, _>>()?,
                transports: transports.clone(),
            },
        })
    }

    /// The units that are bought, by type.
    pub fn bought(&self) -> Tally {
        tally(self.buy.iter().copied())
    }

    /// All units that are bought or begun, by type.
    pub fn produced(&self) -> Tally {
        tally(self.buy.iter().copied().chain(self.prebuild.iter().map(|it| (it.card, 1))))
    }
}

fn tally(units: impl Iterator<Item = (CardId, u16)>) -> Tally {
    let mut tally = Tally::new();
    for (card, n) in units {
        let of: &mut u16 = tally.entry(card).or_default();
        *of = of.saturating_add(n);
    }
    tally
}
