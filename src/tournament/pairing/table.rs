//! What the formats share in which a table or a bracket says who meets whom.

use std::collections::BTreeSet;

use super::cost::{Cost, Layer};
use super::field::{Field, Format};
use super::{Refusal, Seating, knockout, round_robin};
use crate::Entrant;

/// The seating, if the format has a table or a bracket.
pub(super) fn seating(field: &Field) -> Option<Result<Seating, Refusal>> {
    match &field.format {
        Format::RoundRobin { table, struck, double } => {
            Some(round_robin::seating(field, table, struck, *double))
        }
        Format::Knockout { bracket } => Some(knockout::seating(field, bracket)),
        Format::Swiss { .. } | Format::Ladder { .. } => None,
    }
}

/// What a seating costs, if the format has a table or a bracket: how many boards and byes are not those of
/// the table. Of a field without a table all are not.
pub(super) fn cost(field: &Field, seating: &Seating) -> Option<Cost> {
    let table = self::seating(field)?.unwrap_or_default();
    let table = meetings(&table);
    let others = meetings(seating).into_iter().filter(|it| !table.contains(it)).count();
    Some(Cost::new(vec![(Layer::Table, others as u64)]))
}

/// Who meets whom, whoever has which seat; alone, who has a bye.
fn meetings(seating: &Seating) -> BTreeSet<(&Entrant, Option<&Entrant>)> {
    let boards = seating.boards.iter().map(|board| {
        let (one, other) = (&board.first, &board.second);
        (one.min(other), Some(one.max(other)))
    });
    boards.chain(seating.byes.iter().map(|of| (of, None))).collect()
}
