//! Everybody meets everybody: the tables of Berger, worked out rather than written down.
//!
//! m numbers, made even by one for the bye. In round r those of 1 to m - 1 meet whose numbers add to r + 1
//! modulo m - 1, and the number that would meet itself meets m.

use std::collections::BTreeSet;

use super::field::Field;
use super::{Board, Refusal, Seating};
use crate::{DrawKey, Entrant};

/// The label of the lots by which numbers are drawn.
const NUMBERS: &str = "numbers";

/// The numbers of a table, drawn by lot: the first has number 1.
pub fn numbers<'e>(key: &DrawKey, entrants: impl IntoIterator<Item = &'e Entrant>) -> Vec<Entrant> {
    key.order(NUMBERS, 0, entrants)
}

/// How many rounds it takes until all of so many have met once.
pub(super) fn half(entrants: usize) -> u32 {
    u32::try_from(entrants.next_multiple_of(2).saturating_sub(1)).unwrap_or(u32::MAX)
}

/// How many rounds a table has.
pub fn rounds(entrants: usize, double: bool) -> u32 {
    half(entrants).saturating_mul(if double { 2 } else { 1 })
}

/// The pairs of a round of a table, first seat first, as numbers from 1, in the order of the boards. The
/// largest number is the bye if entrants are odd. The round is from 1 to `rounds`.
pub fn table(entrants: usize, round: u32, double: bool) -> Vec<(usize, usize)> {
    let half = half(entrants);
    let is_return = round > half;
    let round = if is_return { round - half } else { round };
    // Otherwise somebody would have one seat three times running where the halves meet.
    let round = match half - round {
        0 if double && !is_return && half > 1 => round - 1,
        1 if double && !is_return => round + 1,
        _ => round,
    };
    let mut boards = single(entrants.next_multiple_of(2), round as usize);
    if is_return {
        boards.iter_mut().for_each(|board| *board = (board.1, board.0));
    }
    boards
}

/// A round of the single table of an even number.
fn single(size: usize, round: usize) -> Vec<(usize, usize)> {
    let ring = size - 1;
    // From 1 to `ring`.
    let within = |number: usize| (number + ring - 1) % ring + 1;
    // Half of the sum: the ring is odd, so its inverse of 2 is half of what comes after it.
    let alone = within((round + 1) * ring.div_ceil(2));
    let top = if round % 2 == 1 { (alone, size) } else { (size, alone) };
    let others = (1..size / 2).map(|off| (within(alone + off), within(alone + ring - off)));
    std::iter::once(top).chain(others).collect()
}

/// Whether somebody who leaves is struck from the table: he has played less than half of his matches.
pub fn is_struck(entrants: usize, double: bool, played: usize) -> bool {
    let matches = entrants.saturating_sub(1) * if double { 2 } else { 1 };
    played * 2 < matches
}

/// The boards of a round. Who would meet the bye, or somebody who was struck, has a bye. Who would meet
/// somebody that only does not play this round keeps his board, and wins it by forfeit.
pub(super) fn seating(
    field: &Field,
    numbers: &[Entrant],
    struck: &BTreeSet<Entrant>,
    double: bool,
) -> Result<Seating, Refusal> {
    let rounds = rounds(numbers.len(), double);
    let stranger = |it: &&Entrant| !numbers.contains(it) || struck.contains(it);
    if let Some(late) = field.contenders.iter().map(|it| &it.entrant).find(stranger) {
        return Err(Refusal::NotInTable(late.clone()));
    }
    if !(1..=rounds).contains(&field.round) {
        return Err(Refusal::NoSuchRound { rounds });
    }
    let mut seating = Seating::default();
    let plays = |entrant: &Entrant| field.place(entrant).is_some();
    for (first, second) in table(numbers.len(), field.round, double) {
        let of = |number: usize| numbers.get(number - 1).filter(|it| !struck.contains(*it));
        match (of(first), of(second)) {
            (Some(first), Some(second)) if plays(first) || plays(second) => {
                seating.boards.push(Board { first: first.clone(), second: second.clone() });
            }
            (Some(one), None) | (None, Some(one)) if plays(one) => seating.byes.push(one.clone()),
            _ => {}
        }
    }
    Ok(seating)
}
