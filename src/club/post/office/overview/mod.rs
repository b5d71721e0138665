//! An office for somebody who looks: all of it for the umpire, its matches and players for everybody.

mod agenda;
mod daily;
mod exposition;
mod metrics;
mod office;
mod public;
mod shown;

pub use agenda::Agenda;
pub use metrics::{Matches, Metrics, Queue, Run};
pub use office::Overview;
pub use public::club;
