//! What time brings to a match: exchanges that close, reminders, the end of one that all agreed to end.

mod advance;
mod agreed_end;
mod reminders;
mod snapshot;

pub(crate) use agreed_end::GRACE;
