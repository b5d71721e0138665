//! The report file of FIDE (TRF16; General Regulations for Competitions, C.04 A, annex 2), which programs
//! of pairing and rating officers read.
//!
//! A line of `001` is a player, in fixed columns that are counted in characters from 1: the number in 5 to
//! 8, the name in 15 to 47, the rating in 49 to 52, points in 81 to 84, the rank in 86 to 89. From 92 on
//! each round has ten columns: four for the opponent, the side in the sixth, the result in the eighth.
//! Lines about the tournament begin with other numbers. What else a file may have (titles, federations,
//! teams) is left blank, and is passed over when one is read.

mod read;
mod write;

pub use read::read;
pub use write::write;

/// The highest number, rating and rank for which a file has room.
const HIGHEST: u32 = 9999;
/// The most rounds that are read or written.
const ROUNDS: usize = 999;
/// The first and last column of a player's number.
const NUMBER: (usize, usize) = (5, 8);
/// The columns of the name.
const NAME: (usize, usize) = (15, 47);
/// The columns of the rating.
const RATING: (usize, usize) = (49, 52);
/// The columns of the points.
const POINTS: (usize, usize) = (81, 84);
/// The columns of the rank.
const RANK: (usize, usize) = (86, 89);
/// The first column of the first round.
const FIRST_ROUND: usize = 92;
/// The columns of a round.
const ROUND: usize = 10;
