//! An office for somebody who looks: all of it for the umpire, its matches and players for everybody.

mod agenda;
mod daily;
mod office;
mod public;

pub use agenda::Agenda;
pub use office::Overview;
pub use public::club;
