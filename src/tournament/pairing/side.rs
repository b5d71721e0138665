//! Who has which seat where nobody bids for sides.

use super::field::{Contender, Field};
use crate::Seat;

/// The largest difference between how often one had the two seats.
const MOST: i64 = 2;

/// By how much the first seat outweighs the second.
fn surplus(seats: &[Seat]) -> i64 {
    seats.iter().map(|seat| if *seat == Seat::First { 1 } else { -1 }).sum()
}

/// Whether somebody may have this seat next: not the same one three times running, and no difference above
/// two.
pub fn may_have(seats: &[Seat], next: Seat) -> bool {
    let is_third = seats.len() >= 2 && seats[seats.len() - 2..].iter().all(|seat| *seat == next);
    let after = surplus(seats) + surplus(&[next]);
    // Who stands beyond the bound by an earlier round that could not be paired otherwise may always come
    // back.
    let widens = after.abs() > surplus(seats).abs();
    !(is_third || widens && after.abs() > MOST)
}

/// The seat that is due to somebody: the one that he had less often, or else not the last time.
pub fn due(seats: &[Seat]) -> Option<Seat> {
    match surplus(seats) {
        0 => seats.last().map(|seat| seat.other()),
        more if more > 0 => Some(Seat::Second),
        _ => Some(Seat::First),
    }
}

/// How much it matters to somebody that he gets the seat which is due to him.
fn claim(seats: &[Seat]) -> i64 {
    let is_last_against = seats.last().is_some_and(|last| due(seats) == Some(last.other()));
    surplus(seats).abs() * 2 + i64::from(is_last_against)
}

/// How many of two break the rule about seats if the one has that seat and the other the other.
fn breaks(one: &Contender, other: &Contender, seat: Seat) -> u64 {
    u64::from(!may_have(&one.seats, seat)) + u64::from(!may_have(&other.seats, seat.other()))
}

/// Whether two cannot be seated within the rule.
pub(super) fn clash(one: &Contender, other: &Contender) -> bool {
    Seat::BOTH.into_iter().all(|seat| breaks(one, other, seat) > 0)
}

/// Whether both are due the same seat.
pub(super) fn want_the_same(one: &Contender, other: &Contender) -> bool {
    due(&one.seats).is_some() && due(&one.seats) == due(&other.seats)
}

/// The seat of the upper of two. Where sides are bid for, he is named first. Otherwise the rule about seats
/// decides; then the stronger claim to a seat; then who stands higher; and the lot if nothing is due to
/// either.
pub(super) fn seat_of_upper(field: &Field, upper: &Contender, lower: &Contender) -> Seat {
    if field.are_sides_bid_for {
        return Seat::First;
    }
    let denied = |who: &Contender, seat: Seat| match due(&who.seats) {
        Some(due) if due != seat => claim(&who.seats),
        _ => 0,
    };
    let cost = |seat: Seat| {
        let broken = if field.minds_seats() { breaks(upper, lower, seat) } else { 0 };
        let of_upper = denied(upper, seat);
        (broken, of_upper + denied(lower, seat.other()), of_upper)
    };
    let [first, second] = Seat::BOTH.map(cost);
    let (one, other) = (upper.entrant.word(), lower.entrant.word());
    let by_lot = || field.key.lesser_is_first(one, other) == (one < other);
    match first.cmp(&second) {
        std::cmp::Ordering::Less => Seat::First,
        std::cmp::Ordering::Greater => Seat::Second,
        std::cmp::Ordering::Equal if by_lot() => Seat::First,
        std::cmp::Ordering::Equal => Seat::Second,
    }
}
