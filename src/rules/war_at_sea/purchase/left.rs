//! What is left of a budget, of escorts and of room, once a fleet is bought.

use crate::bound::room;
use tactical::cards::{Ability, Card, CardId, Kind};

use super::limits;
use super::seat::price;
use super::{Bases, Fleet, InForce, Seat, Shop};

/// A budget, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// What there is to spend.
    pub of: u16,
    /// What is spent.
    pub spent: u32,
    /// What goes into the bank of turn 1.
    pub kept: u16,
    /// What is lost, because no more may be kept.
    pub lost: u16,
}

impl Budget {
    /// A budget of which at most `keep` points may be kept (WSC-2.1-2, WSC-2.2-3).
    pub fn of(of: u16, spent: u32, keep: u16) -> Budget {
        let left = u32::from(of).saturating_sub(spent) as u16;
        let kept = left.min(keep);
        Budget { of, spent, kept, lost: left - kept }
    }

    /// By how much more than the budget was spent.
    pub fn over(self) -> u32 {
        self.spent.saturating_sub(u32::from(self.of))
    }

    /// What can still be spent.
    pub fn left(self) -> u16 {
        self.kept + self.lost
    }
}

/// How many there are of something, and how many there must or may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many there are.
    pub have: u32,
    /// How many are needed, or allowed.
    pub bound: u32,
}

/// What 2.5 asks of the opening force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Battleships, and carriers of capacity 2 or more.
    pub large: u32,
    /// Smaller carriers.
    pub small: u32,
    /// Cruisers, and how many are needed (WSC-2.5-1, WSC-2.5-2).
    pub cruisers: Count,
    /// Destroyers, and how many are needed (WSC-2.5-1 to 3).
    pub destroyers: Count,
    /// Submarines, and how many there may be (WSC-2.5-4, WSC-2.5-5).
    pub submarines: Count,
}

/// How many aircraft find a base (5.1, 5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aircraft {
    /// All of them.
    pub all: u32,
    /// Those that decks take.
    pub on_decks: u32,
    /// Places on decks.
    pub decks: u32,
    /// Places ashore.
    pub ashore: u32,
}

impl Aircraft {
    /// How many would idle at the capital (WSC-5.1-3).
    pub fn idle(self) -> u32 {
        self.all.saturating_sub(self.on_decks + self.ashore)
    }
}

/// How many more of a type a side could buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct More {
    /// The type.
    pub card: CardId,
    /// What one costs, in points.
    pub price: u16,
    /// How many more.
    pub more: u16,
}

/// What is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The starting points.
    pub start: Budget,
    /// The pre-build points.
    pub prebuild: Budget,
    /// The bank of turn 1: a turn's income and what was kept (WSC-4.1-1).
    pub bank: u16,
    /// The balance of the force.
    pub balance: Balance,
    /// Bases for aircraft.
    pub aircraft: Aircraft,
    /// SPACES that are taken on the island of each base, and how many there are, with Territory.
    pub islands: Vec<(u8, Count)>,
}

/// Whether a ship is a carrier of capacity 2 or more.
pub fn is_large_carrier(card: &Card) -> bool {
    card.kind == Kind::Carrier && card.capacity >= 2
}

/// 2.5 Initial Force Balance, over what is bought with the starting points.
pub fn balance(shop: &Shop<'_>, seat: &Seat, fleet: &Fleet) -> Balance {
    let count = |counts: &dyn Fn(&Card) -> bool| -> u32 {
        let lots = fleet.buy.iter().filter(|(id, _)| counts(&shop.cards[*id]));
        lots.map(|(_, n)| u32::from(*n)).sum()
    };
    let of = |kind: Kind| count(&|card| card.kind == kind);
    let large = count(&|card| card.kind == Kind::Battleship || is_large_carrier(card));
    let small = count(&|card| card.kind == Kind::Carrier && !is_large_carrier(card));
    let most = if seat.german_submarines { 4 * large / 3 } else { large };
    Balance {
        large,
        small,
        cruisers: Count { have: of(Kind::Cruiser), bound: large },
        destroyers: Count { have: of(Kind::Destroyer), bound: 2 * large + small },
        submarines: Count { have: of(Kind::Submarine), bound: most },
    }
}

/// 5.2 Basing Capacity for what is bought: decks take all but Patrol Bombers and aircraft that are based on
/// land.
pub fn aircraft(shop: &Shop<'_>, bases: &Bases, fleet: &Fleet) -> Aircraft {
    let on_decks = |card: &Card| {
        card.kind != Kind::PatrolBomber && !card.has(Ability::LandBased) && !card.has(Ability::LandFighter)
    };
    let mut air = Aircraft { ashore: u32::from(bases.aircraft), ..Aircraft::default() };
    for (id, n) in &fleet.buy {
        let (card, n) = (&shop.cards[*id], u32::from(*n));
        if card.kind.is_aircraft() {
            air.all += n;
            air.on_decks += if on_decks(card) { n } else { 0 };
        } else if card.kind == Kind::Carrier {
            air.decks += n * u32::from(card.capacity);
        }
    }
    air.on_decks = air.on_decks.min(air.decks);
    air
}

/// How many more of each open type the points, the rarities and the balance of the force allow; types of
/// which none can be had are left out.
pub fn more(shop: &Shop<'_>, seat: &Seat, in_force: InForce, fleet: &Fleet) -> Vec<More> {
    let open = seat.open(shop.cards, seat.year, in_force);
    let (produced, bought) = (fleet.produced(), fleet.bought());
    let rarity = limits::rarity(shop, seat, in_force, &open);
    let force = [limits::starting_points(shop, in_force, fleet), limits::submarines(shop, seat)];
    let of = |card: &CardId| {
        let rare = room(&rarity, &produced, *card).unwrap_or(u16::MAX);
        let more = rare.min(room(&force, &bought, *card).unwrap_or(u16::MAX));
        let price = price(shop.cards[*card].cost, fleet.balance);
        (more > 0).then_some(More { card: *card, price, more })
    };
    open.iter().filter(|card| is_forces(&shop.cards[**card])).filter_map(of).collect()
}

/// Whether a unit is a ship, a submarine or an aircraft; the others stand on islands.
pub fn is_forces(card: &Card) -> bool {
    card.kind.is_afloat() || card.kind.is_aircraft()
}
