//! Instants as a journal writes them.

use crate::matches::fault::MatchFault;

/// Reads an instant of the journal.
///
/// # Errors
/// Only by a defect.
pub(crate) fn instant(time: &str) -> Result<jiff::Timestamp, MatchFault> {
    time.parse().map_err(|error| MatchFault::Bug(format!("{time} is not a time: {error}")))
}

/// The instant some hours later.
///
/// # Errors
/// If no calendar goes so far.
pub(in crate::matches) fn later(time: &str, hours: u32) -> Result<String, MatchFault> {
    let later = instant(time)?.checked_add(jiff::SignedDuration::from_hours(i64::from(hours)));
    later
        .map(|it| it.to_string())
        .map_err(|error| MatchFault::no(error.to_string(), "choose a nearer deadline"))
}
