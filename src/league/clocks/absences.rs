//! ABSENCES of a player in all his matches of a season: he takes so many days of them without asking anybody.

use std::path::Path;

use club::clock::days_of;
use club::kit::read_whole;
use club::matches::MatchFault;
use club::matches::folder::{MatchDir, is_begun};
use club::times::times;
use engine::digest::Digest;
use engine::party::Party;
use jiff::Timestamp;
use tournament::Entrant;

use crate::acts::MATCHES;
use crate::state::{Event, League};

/// From when until when somebody is away.
type Span = (Timestamp, Timestamp);

/// How many days of absence would be left to whoever plays a party of a match if he took these, too: fewer
/// than none if they are too many. Days on which he is away in several matches count once; matches count
/// whose events belong to the same season, or all to none. Nothing if the league has no such match.
///
/// # Errors
/// If a journal cannot be read, or makes no sense.
pub(crate) fn left(
    (office, league): (&Path, &League),
    allowed: u32,
    (genesis, party): (&Digest, Party),
    wanted: Span,
) -> Result<Option<i64>, MatchFault> {
    let found = league.events.values().find_map(|event| {
        let mut boards = event.rounds.iter().flat_map(|round| &round.boards);
        let board = boards.find(|it| it.begun.as_ref().is_some_and(|(_, first)| first == genesis))?;
        Some((event, board.seats.get(party.id())?))
    });
    let Some((event, who)) = found else { return Ok(None) };
    let season = &event.settings.season;
    let mut spans = vec![wanted];
    for event in league.events.values().filter(|it| it.settings.season == *season) {
        spans.extend(of_event(office, event, who)?);
    }
    Ok(Some(i64::from(allowed) - days(spans)))
}

/// When somebody was or will be away in his matches of an event, as far as they lie in the office's folder.
fn of_event(office: &Path, event: &Event, who: &Entrant) -> Result<Vec<Span>, MatchFault> {
    let mut spans = Vec::new();
    for board in event.rounds.iter().flat_map(|round| &round.boards) {
        let side = board.seats.iter().find(|(_, it)| *it == who).and_then(|(side, _)| Party::parse(side));
        let (Some(party), Some((word, _))) = (side, &board.begun) else { continue };
        let dir = office.join(MATCHES).join(word);
        if is_begun(&dir) {
            let whole = read_whole(&MatchDir::new(&dir))?;
            spans.extend(times(whole.entries()?, &[party])?.remove(&party).unwrap_or_default().away);
        }
    }
    Ok(spans)
}

/// How many days all of it takes, begun ones included; what lies in several counts once.
fn days(mut spans: Vec<Span>) -> i64 {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::new();
    for (from, until) in spans {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(until),
            _ => merged.push((from, until)),
        }
    }
    merged.into_iter().map(days_of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_lie_in_several_absences_count_once() {
        let at = |text: &str| text.parse::<Timestamp>().expect("an instant");
        let span = |from: &str, until: &str| (at(&format!("2027-{from}Z")), at(&format!("2027-{until}Z")));
        let week = span("02-01T00:00:00", "02-08T00:00:00");
        assert_eq!(days(vec![week]), 7);
        assert_eq!(days(vec![week, week]), 7);
        assert_eq!(days(vec![span("02-06T00:00:00", "02-10T00:00:00"), week]), 9);
        assert_eq!(days(vec![week, span("02-08T00:00:00", "02-09T00:00:00")]), 8);
        assert_eq!(days(vec![week, span("03-01T00:00:00", "03-01T05:00:00")]), 8);
        assert_eq!(days(vec![span("03-28T00:00:00", "03-28T23:00:00")]), 1);
    }
}
