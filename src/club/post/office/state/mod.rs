//! What an office is made of: what it read, remembers and shares. Every other room stands on this one, and it
//! uses none of them.

mod context;
mod chores;
mod fault;
mod fence;
mod happening;
mod idle;
mod moving;
mod office;
mod office_match;
mod preferences;
mod premises;
mod record;
mod register;
mod session;
mod standing;
mod summary;
mod tidy;
mod yard;

pub use chores::{Chore, ChoreTable, Chores, HandedIn};
pub(crate) use context::{OfficeContext, secret};
pub(crate) use fault::is_of_the_letter;
pub(crate) use fence::{defect, fenced};
pub use happening::{Happening, Listener, MailOf};
pub(crate) use idle::Snapshots;
pub use idle::{MatchSnapshot, Waits};
pub use moving::{CopiedShelf, copy_shelf};
pub use office::Office;
pub(crate) use office::{Logs, basis};
pub(crate) use office_match::{Listed, OfficeMatch, OpenSeats, parties_in_words, read_match};
pub(crate) use preferences::Bodies;
pub use premises::Premises;
pub(crate) use record::{Record, Records};
pub(crate) use register::{Fact, Register};
pub(crate) use session::MatchSession;
pub use standing::{Open, Standing};
pub use summary::RunSummary;
pub use yard::{Pulse, Yard, YardDir, YardInMemory};
