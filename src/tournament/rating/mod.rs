//! What everybody is rated, and why.
//!
//! A list belongs to one system and one way of rating. It is worked out from the results of the book in
//! their order, always from the start: a correction changes the history, and nothing is ever undone by an
//! inverse formula. Each change of a rating is kept as a [`Step`], so that a player can redo it with pencil
//! and paper.
//!
//! * AREA, the rating of the hobby (Avalon Hill's players of board wargames): [`area`].
//! * Elo by FIDE's table of expectations (Rating Regulations, 8.1.2): [`elo`].
//! * Glicko-2 by rating periods (Glickman, *Example of the Glicko-2 system*, 2022): [`glicko`].

pub mod area;
pub mod elo;
pub mod glicko;
mod ending;
mod result;
mod history;
mod step;
mod settings;
mod sheet;
mod contest;
mod one_by_one;
mod by_period;
mod list;
mod changes;
#[cfg(test)]
mod tests;

pub use changes::{Moved, changes};
pub use ending::Ending;
pub use history::{BookFault, BookLine, Entered, History};
pub use list::{List, Row, rate};
pub use result::{Outcome, RatedResult, ResultFault, Score};
pub use settings::{Kind, Settings};
pub use step::{Duel, How, Rating, Step};
