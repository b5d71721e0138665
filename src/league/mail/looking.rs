//! What may be asked of a league: events, standings, pairings, a player's ratings.

use club::matches::MatchFault;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tournament::Entrant;

use super::Said;
use super::room::has_event;
use crate::book::Book;
use crate::figures;
use crate::settings::RatingKind;
use crate::state::{Board, Event, League, Round};
use crate::words;

/// Every event, and where it stands.
pub(super) fn events(book: &Book) -> Result<Said, MatchFault> {
    let line = |(word, event): (&String, &Event)| {
        let rounds = event.settings.rounds;
        let played = format!("{word}: {}, {}", event.settings.system, event.settings.scenario);
        match event.current() {
            None => format!("{played}; over after {rounds} rounds"),
            Some(round) => {
                let (begins, ends) = event.settings.days(round.number);
                let is = if round.is_paired { "is played" } else { "is to be paired" };
                format!("{played}; round {} of {rounds}, {begins} to {ends}, {is}", round.number)
            }
        }
    };
    let lines: Vec<String> = book.league.events.iter().map(line).collect();
    let what = if lines.is_empty() { "no event is open." } else { "these events are open:" };
    Ok(Said { lines, daily: Some("events"), ..Said::that(what) })
}

/// Who stands where in an event, as of the newest round that is paired.
pub(super) fn standings(book: &Book, word: &str) -> Result<Said, MatchFault> {
    has_event(book, word)?;
    let event = &book.league.events[word];
    let paired = event.newest_paired().map(|round| round.number);
    let Some(round) = paired else {
        return Ok(Said {
            daily: Some("standings"),
            ..Said::that(format!("no round of {word} is paired yet."))
        });
    };
    let table = figures::table(&book.league, word, event, round, event.disclosed.as_ref());
    let copy = words::standings(&book.league, &table);
    let what = format!("the standings of {word}, round {round} of {}:", event.settings.rounds);
    Ok(Said { copy, daily: Some("standings"), ..Said::that(what) })
}

/// Who meets whom in the newest round of an event that is paired.
pub(super) fn pairings(book: &Book, word: &str) -> Result<Said, MatchFault> {
    has_event(book, word)?;
    let event = &book.league.events[word];
    let Some(round) = event.newest_paired() else {
        return Ok(Said {
            daily: Some("pairings"),
            ..Said::that(format!("no round of {word} is paired yet."))
        });
    };
    let what = format!("the pairings of {word}, round {} of {}:", round.number, event.settings.rounds);
    let copy = boards(&book.league, round);
    Ok(Said { copy, daily: Some("pairings"), ..Said::that(what) })
}

/// The boards of a round, a line each, and who has a bye.
pub(super) fn boards(league: &League, round: &Round) -> String {
    let line = |board: &Board| {
        let [first, second] = board.both().map(|who| named(league, board, who));
        let ended = board.result.as_ref().map(|(_, result)| match result.winner() {
            Some(side) => format!(": won by {}", board.seats.get(side).map_or(side, |who| league.name(who))),
            None => format!(": {}", result.outcome),
        });
        format!("{}/{} {first} - {second}{}\n", round.number, board.number, ended.unwrap_or_default())
    };
    let byes = round.byes.iter().map(|who| format!("bye: {}\n", league.name(who)));
    round.boards.iter().map(line).chain(byes).collect()
}

/// A player at a board, with his side if it is known.
fn named(league: &League, board: &Board, who: &Entrant) -> String {
    let side = board.seats.iter().find(|(_, seated)| *seated == who);
    side.map_or(league.name(who).to_owned(), |(side, _)| format!("{} ({side})", league.name(who)))
}

/// A player's place on each list.
pub(super) fn rating(book: &Book, who: &Entrant, now: &str) -> Result<Said, MatchFault> {
    let at: Timestamp = now.parse().map_err(|error| MatchFault::Bug(format!("{now}: {error}")))?;
    let as_of = at.to_zoned(TimeZone::UTC).date();
    let mut lines = Vec::new();
    for system in figures::systems(&book.league) {
        for (word, kind) in RatingKind::WORDS {
            let found = figures::list(&book.league, &system, *kind, as_of);
            let Some(row) =
                found.as_ref().and_then(|(_, list)| list.rows.iter().find(|row| row.entrant == *who))
            else {
                continue;
            };
            let place = row.rank.map_or(String::new(), |rank| format!(", place {rank}"));
            let matches = engine::problem::count(row.matches as usize, "match");
            lines.push(format!("{word}, {system}: {}{place}, {matches}", row.rating));
        }
    }
    let what = if lines.is_empty() { "you have no rating yet." } else { "your ratings:" };
    Ok(Said { lines, ..Said::that(what) })
}
