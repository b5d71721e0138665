//! What the formats share that pair a whole field by one matching: the Swiss, and the ladder.

use super::field::{Field, Format};
use super::graph::{Graph, Pairs};
use super::{Board, Cost, Refusal, Seating, ladder, side, swiss};
use crate::{Entrant, Seat};

/// How many vertices a field has: everybody, and one more for the bye if they are odd.
fn vertices(field: &Field) -> usize {
    field.contenders.len().next_multiple_of(2)
}

/// The graph of a field.
pub(super) fn graph(field: &Field) -> Graph {
    let size = vertices(field);
    match &field.format {
        Format::Ladder { .. } => {
            Graph::new(size, ladder::LAYERS, |one, other, of| ladder::edge(field, one, other, of))
        }
        Format::Swiss { ranks } => {
            let swiss = swiss::Swiss::new(field, *ranks);
            Graph::new(size, swiss::LAYERS, |one, other, of| swiss.edge(one, other, of))
        }
        Format::RoundRobin { .. } | Format::Knockout { .. } => {
            unreachable!("a table or a bracket pairs these")
        }
    }
}

/// The cheapest seating, and what it costs.
pub(super) fn seating(field: &Field) -> Result<(Seating, Cost), Refusal> {
    let graph = graph(field);
    let pairs = graph.cheapest(None)?;
    Ok((seated(field, &pairs), graph.cost(&pairs)))
}

/// Pairs of vertices as boards and byes; board 1 is that of the first in the order of pairing.
pub(super) fn seated(field: &Field, pairs: &Pairs) -> Seating {
    let mut seating = Seating::default();
    for &(upper, lower) in pairs {
        let one = &field.contenders[upper];
        let Some(other) = field.contenders.get(lower) else {
            seating.byes.push(one.entrant.clone());
            continue;
        };
        let [upper, lower] = [&one.entrant, &other.entrant].map(Entrant::clone);
        seating.boards.push(match side::seat_of_upper(field, one, other) {
            Seat::First => Board { first: upper, second: lower },
            Seat::Second => Board { first: lower, second: upper },
        });
    }
    seating
}

/// Boards and byes as pairs of vertices, as far as those named play the round.
pub(super) fn pairs(field: &Field, seating: &Seating) -> Pairs {
    let boards = seating.boards.iter().filter_map(|board| pair(field, &board.first, &board.second));
    let places = seating.byes.iter().filter_map(|of| field.place(of));
    let bye = field.contenders.len();
    let byes = places.filter(|_| bye % 2 == 1).map(|place| (place, bye));
    boards.chain(byes).collect()
}

/// Two as a pair of vertices.
pub(super) fn pair(field: &Field, one: &Entrant, other: &Entrant) -> Option<(usize, usize)> {
    let (one, other) = field.place(one).zip(field.place(other))?;
    (one != other).then_some((one.min(other), one.max(other)))
}

/// What a seating costs.
pub(super) fn cost(field: &Field, seating: &Seating) -> Cost {
    graph(field).cost(&pairs(field, seating))
}
