//! Moves as views list them: what every system gathers alike.

use crate::side::Side;
use crate::view::{How, Move, Spot};

/// Units' places, followed from a position that does not change.
pub struct Wake<U, P> {
    /// Where units went meanwhile.
    places: Vec<(U, P)>,
}

/// Before anything moved.
impl<U, P> Default for Wake<U, P> {
    fn default() -> Self {
        Wake { places: Vec::new() }
    }
}

impl<U: Copy + PartialEq, P: Copy> Wake<U, P> {
    /// A unit goes to a place; gives where it was, which is `at_first` if it has not moved yet.
    pub fn follow(&mut self, unit: U, to: P, at_first: P) -> P {
        match self.places.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, place)) => std::mem::replace(place, to),
            None => {
                self.places.push((unit, to));
                at_first
            }
        }
    }
}

/// Moves that are being gathered: those of one side that went the same way are one.
#[derive(Default)]
pub struct Moves(Vec<Move>);

fn key(of: &Move) -> (Side, How, Option<&Spot>, &Spot) {
    (of.side, of.how, of.from.as_ref(), &of.to)
}

impl Moves {
    /// Adds a unit, with its name if the reader knows it.
    pub fn add(&mut self, side: Side, how: How, from: Option<Spot>, to: Spot, name: Option<String>) {
        let same = |it: &&mut Move| it.side == side && it.how == how && it.from == from && it.to == to;
        match self.0.iter_mut().find(same) {
            Some(known) => {
                known.units.extend(name);
                known.count += 1;
            }
            None => {
                self.0.push(Move { side, how, from, to, units: name.into_iter().collect(), count: 1 });
            }
        }
    }

    /// Takes back a unit that never arrived.
    pub fn take_back(&mut self, name: &str) {
        for known in &mut self.0 {
            if let Some(at) = known.units.iter().position(|unit| unit == name) {
                known.units.remove(at);
                known.count -= 1;
            }
        }
    }

    /// The moves, by side and place, with names by the alphabet: in which order things moved, and in which
    /// order an orders file names them, is not for everybody to know.
    pub fn done(self) -> Vec<Move> {
        let mut moves = self.0;
        moves.retain(|known| known.count > 0);
        moves.iter_mut().for_each(|known| known.units.sort_unstable());
        moves.sort_by(|one, other| key(one).cmp(&key(other)));
        moves
    }
}
