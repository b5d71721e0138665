//! Sealed bids, once they are opened.

use super::{Bid, How, Price, Seats, Table, Terms};
use crate::{Halves, Seat};

/// Decides who has which side by the bids of the two, by seats; nothing for whoever sent none. The bids have
/// been checked, and are for sides of the table.
pub fn decide(table: &Table, terms: &Terms, bids: [Option<&Bid>; 2]) -> Seats {
    let wish = |bid: &Bid| table.side(&bid.side).unwrap_or(0);
    let (first, second) = match bids {
        [Some(first), Some(second)] => (first, second),
        [Some(only), None] => return table.given(Seat::First, wish(only), Halves::ZERO, How::OneBid),
        [None, Some(only)] => return table.given(Seat::Second, wish(only), Halves::ZERO, How::OneBid),
        [None, None] => return table.by_lot(),
    };
    let side = wish(first);
    if side != wish(second) {
        return table.given(Seat::First, side, Halves::ZERO, How::Wishes);
    }
    let (winner, high, low) = match first.points.cmp(&second.points) {
        std::cmp::Ordering::Equal => return table.given(table.lot(), side, first.points, How::Lot),
        std::cmp::Ordering::Greater => (Seat::First, first.points, second.points),
        std::cmp::Ordering::Less => (Seat::Second, second.points, first.points),
    };
    let price = match terms.price {
        Price::Own => high,
        Price::Second => high.min(low + Halves(terms.step())),
    };
    table.given(winner, side, price, How::Bid)
}
