//! 2.1, 2.3, 2.5 as linear limits.

use crate::bound::Bound;
use crate::rarity::Terms;
use tactical::cards::{Card, CardId, Cards, Kind};

use super::left::is_large_carrier;
use super::seat::price;
use super::{Fleet, InForce, Seat, Shop};

/// 2.1 Starting Points, less the yards of 2.6 that are raised out of them: a limit on what is bought.
pub fn starting_points(shop: &Shop<'_>, in_force: InForce, fleet: &Fleet) -> Bound {
    let raised = if in_force.construction { fleet.set_up.raised.len() as u16 } else { 0 };
    let most = shop.points.start.saturating_sub(raised * shop.facilities.placed.upgrade);
    Bound {
        weights: of(shop.cards, |card| i32::from(price(card.cost, fleet.balance))),
        most: i32::from(most),
        rule: "WSC-2.1-1",
        what: format!("the fleet may cost {most} points"),
        about: None,
    }
}

/// 2.3 Unit Rarity for the types that a side may buy at the start: limits on what is bought or begun.
pub fn rarity(shop: &Shop<'_>, seat: &Seat, in_force: InForce, open: &[CardId]) -> Vec<Bound> {
    let terms = Terms { factories: in_force.construction, class_cap: in_force.class_cap };
    let types = || shop.cards.ids().filter(|id| seat.may_buy(&shop.cards[*id], in_force));
    let mut bounds = shop.rarity.fractions(shop.cards, types(), open, terms);
    bounds.extend(shop.rarity.unique(shop.cards, types()));
    bounds
}

/// WSC-2.5-1, WSC-2.5-2: a cruiser for each battleship and large carrier: a limit on what is bought.
pub fn cruisers(shop: &Shop<'_>) -> Bound {
    let weight = |card: &Card| i32::from(is_large(card)) - i32::from(card.kind == Kind::Cruiser);
    bound(shop, weight, "WSC-2.5-1", "each battleship and large carrier needs a cruiser")
}

/// WSC-2.5-1 to 3: two destroyers for each battleship and large carrier, one for each smaller carrier.
pub fn destroyers(shop: &Shop<'_>) -> Bound {
    let weight = |card: &Card| match card.kind {
        _ if is_large(card) => 2,
        Kind::Carrier => 1,
        Kind::Destroyer => -1,
        _ => 0,
    };
    let what = "each battleship and large carrier needs two destroyers, each smaller carrier one";
    bound(shop, weight, "WSC-2.5-1", what)
}

/// WSC-2.5-4: a submarine for each battleship and large carrier; WSC-2.5-5: four for three of the Germans.
pub fn submarines(shop: &Shop<'_>, seat: &Seat) -> Bound {
    let (boat, large, rule, what) = match seat.german_submarines {
        true => (3, 4, "WSC-2.5-5", "for three battleships and large carriers there may be four submarines"),
        false => (1, 1, "WSC-2.5-4", "for each battleship and large carrier there may be one submarine"),
    };
    let weight =
        |card: &Card| boat * i32::from(card.kind == Kind::Submarine) - large * i32::from(is_large(card));
    bound(shop, weight, rule, what)
}

/// Whether a ship needs the full escort: a battleship, or a carrier of capacity 2 or more.
pub fn is_large(card: &Card) -> bool {
    card.kind == Kind::Battleship || is_large_carrier(card)
}

fn bound(shop: &Shop<'_>, weight: impl Fn(&Card) -> i32, rule: &'static str, what: &str) -> Bound {
    Bound { weights: of(shop.cards, weight), most: 0, rule, what: what.to_owned(), about: None }
}

fn of(cards: &Cards, weight: impl Fn(&Card) -> i32) -> Vec<(CardId, i32)> {
    cards.iter().map(|(id, card)| (id, weight(card))).filter(|(_, weight)| *weight != 0).collect()
}
