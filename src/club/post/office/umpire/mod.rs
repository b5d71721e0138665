//! The umpire's desk by mail.

mod declare;
mod desk;
mod execute;
mod list;
mod parse;
mod protested;

pub(crate) use desk::UmpireRequest;
pub use list::listed as desk_commands;
pub(crate) use parse::UmpireCommand;
