//! The office: takes mail in, does what it says, and sends what the matches have to tell.
//!
//! # What holds if the program dies
//! Everything is done in an order in which the next run completes what the last one began. What a mail led to is
//! written into the match's journal first; then the answer is kept and queued; then the mail is noted as received, by
//! the hash of its bytes; only then is it marked in its source. A mail that comes again before that is dealt with again,
//! and the match knows its file again: the salt that seals plain orders follows from them and from the umpire's secret.
//! Reports follow from the journal and are queued under a name of their own, once. What is queued is kept as the very
//! bytes that are sent; so nothing is ever sent twice with different content.

mod aside;
mod batch;
mod fence;
mod asks;
mod deal;
mod desk;
mod doctor;
mod enclose;
mod joining;
mod known;
mod fault;
mod heard;
mod missed;
mod others;
mod overheard;
mod overview;
mod proof;
mod public;
mod quiet;
mod record;
mod refuse;
mod register;
mod repair;
mod road;
mod rounds;
mod route;
mod run;
mod send;
pub mod settings;
mod standing;
mod take;
mod tell;
mod tend;
mod tidy;
mod timely;
mod troubles;
mod umpire;
mod vote;
mod watch;
mod wish;
mod words;

pub use doctor::{Finding, examine};
pub use overview::Overview;
pub use public::club;
pub use road::road_in;
pub use rounds::RunSummary;
pub use run::Office;
pub use umpire::desk_commands;
