//! Mail that goes out: composed, enclosed, queued and sent, once for each decision.

mod enclose;
mod heard;
mod mail;
mod missed;
mod observers;
mod ping;
mod queue;
mod report;
mod send;
mod undelivered;
mod words;

pub(crate) use mail::{LEAGUE, Mail, STRANGER, To, key};
pub(crate) use queue::first_mails;
