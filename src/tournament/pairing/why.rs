//! Why a board is there: what the round would cost without it.

use super::cost::Difference;
use super::{Board, Cost, Field, Refusal, Seating, matched, table};

/// The cheapest round without a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Who would meet whom.
    pub seating: Seating,
    /// What it would cost.
    pub cost: Cost,
    /// How much more than the cheapest of all: nothing, or more in the first layer that differs.
    pub difference: Difference,
}

/// The cheapest round in which two do not meet. There is none in a table or a bracket, which leaves no
/// choice, and none if all others have two who must never meet.
///
/// # Errors
/// Refuses what `pair` refuses.
pub fn why(field: &Field, without: &Board) -> Result<Option<Why>, Refusal> {
    super::sound(field)?;
    if let Some(seating) = table::seating(field) {
        return seating.map(|_| None);
    }
    let graph = matched::graph(field);
    let Some(pair) = matched::pair(field, &without.first, &without.second) else { return Ok(None) };
    let pairs = graph.cheapest(Some(pair))?;
    let cost = graph.cost(&pairs);
    if pairs.contains(&pair) || cost.of(super::Layer::Forbidden) > 0 {
        return Ok(None);
    }
    let least = graph.cost(&graph.cheapest(None)?);
    Ok(Some(Why { seating: matched::seated(field, &pairs), difference: cost.less(&least), cost }))
}
