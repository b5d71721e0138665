//! Appeals against rulings of umpires: how long the settings of an event allow them.

use engine::digest::Digest;
use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};

use crate::settings::Length;
use crate::state::League;

/// Until when a ruling can be appealed that was made at a time, in the match with this first entry; nothing
/// if the book knows no such match.
pub fn appeals_until(league: &League, genesis: &Digest, ruled: Timestamp) -> Option<Timestamp> {
    let has = |event: &&crate::state::Event| {
        let mut boards = event.rounds.iter().flat_map(|round| &round.boards);
        boards.any(|board| board.begun.as_ref().is_some_and(|(_, first)| first == genesis))
    };
    let event = league.events.values().find(has)?;
    let until = match event.settings.panel.appeal {
        Length::Months(months) => {
            ruled.to_zoned(TimeZone::UTC).checked_add(i64::from(months).months()).map(|at| at.timestamp())
        }
        Length::Time(span) => ruled.checked_add(SignedDuration::from_mins(i64::from(span.minutes()))),
    };
    Some(until.unwrap_or(Timestamp::MAX))
}
