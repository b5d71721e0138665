//! Which entries count after an undo.

use super::record;
use super::record::{Clocked, Superseded};
use crate::clock::Event;
use crate::matches::fault::MatchFault;
use engine::entry::{Entry, Kind};

/// An entry that is not simply gone.
#[derive(Clone, Copy)]
pub(in crate::matches) enum Step<'a> {
    /// It counts.
    Counts(&'a Entry),
    /// Its exchange was taken back, but what it says of the calendar stands.
    Stands(&'a Entry),
}

/// The entries in effect: what an undo took back is left out. Players are away and holidays come whatever
/// happens to a position, so what was recorded of the calendar stands. Only extensions are given back to
/// their parties, with the exchange that they were granted for.
///
/// # Errors
/// An undo that goes back to an exchange that is not there.
pub(in crate::matches) fn in_effect(entries: &[Entry]) -> Result<Vec<Step<'_>>, MatchFault> {
    let mut kept: Vec<Step<'_>> = Vec::new();
    for entry in entries {
        if entry.header().kind != Kind::Superseded {
            kept.push(Step::Counts(entry));
            continue;
        }
        let back: Superseded = record::body(entry)?;
        let opened = |it: &Step<'_>| {
            let Step::Counts(it) = it else { return false };
            it.header().kind == Kind::Opened && it.header().exchange == Some(back.back_to)
        };
        let at = kept.iter().position(opened).ok_or_else(|| MatchFault::Proof {
            entry: Some(entry.header().number),
            what: format!("it goes back to exchange {}, which is not in effect", back.back_to),
        })?;
        for step in kept.split_off(at) {
            if let Some(step) = outlives(step)? {
                kept.push(step);
            }
        }
    }
    Ok(kept)
}

/// What is left of an entry that was taken back.
fn outlives(step: Step<'_>) -> Result<Option<Step<'_>>, MatchFault> {
    let entry = match step {
        Step::Stands(_) => return Ok(Some(step)),
        Step::Counts(entry) if entry.header().kind == Kind::Clock => entry,
        Step::Counts(_) => return Ok(None),
    };
    let body: Clocked = record::body(entry)?;
    Ok((!matches!(body.event, Event::Extension(_))).then_some(Step::Stands(entry)))
}
