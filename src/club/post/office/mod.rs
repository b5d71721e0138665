//! The office: it takes in mail, does what it says, and sends out the news of its matches.
//!
//! # What holds if the program dies
//! Everything is done in an order in which the next run completes what the last one began. What a mail led to
//! is written into the match's journal first; then the answer is kept and queued; then the mail is noted as
//! received, by the hash of its bytes; only then is it marked in its source. A mail that comes again before
//! that is dealt with again, and the match knows its file again: the salt that seals plain orders follows
//! from them and from the umpire's secret. Reports follow from the journal and are queued under a name of
//! their own, once. What is queued is kept as the very bytes that are sent; so nothing is ever sent twice
//! with different content.

pub mod settings;
mod state;
mod outgoing;
mod schedule;
mod inbox;
mod routing;
mod player;
mod overview;
mod umpire;
mod league;
mod witness;
mod run;
mod doctor;

pub use doctor::{Finding, examine};
pub use overview::{Agenda, Matches, Metrics, Overview, Queue, Run, club};
pub use run::{Helped, Rest};
pub use state::{
    Chore, ChoreTable, Chores, CopiedShelf, HandedIn, Happening, Listener, MailOf, MatchSnapshot, Office,
    Open, Premises, Pulse, RunSummary, Standing, Waits, Yard, YardDir, YardInMemory, copy_shelf,
};
pub use umpire::desk_commands;
