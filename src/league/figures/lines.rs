//! The boards and byes of an event, as they ended.

use tournament::pairing::Entry;
use tournament::standing::Leaver;
use tournament::{Bye, End, Entrant, Halves, Line, Seat};

use super::ratings;
use crate::book::result::DRAW;
use crate::book::{How, Outcome};
use crate::state::{Board, Event, League, Round};

/// Every board and bye of an event in its book.
pub fn lines(event: &Event) -> Vec<Line> {
    event.rounds.iter().filter(|round| round.is_paired).flat_map(of_round).collect()
}

fn of_round(round: &Round) -> Vec<Line> {
    let number = round.number;
    let board = |board: &Board| {
        let (end, met) = board.result.as_ref().map_or((End::Open, false), |(_, result)| ended(board, result));
        Line::board(number, &board.first, &board.second, end, met)
    };
    let byes = round.byes.iter().map(|of| Line::bye(number, of, Bye::Pairing));
    let asked = round.byes_asked.iter().map(|of| Line::bye(number, of, Bye::Asked));
    round.boards.iter().map(board).chain(byes).chain(asked).collect()
}

/// How a board ended, and whether the two have met on it.
fn ended(board: &Board, result: &Outcome) -> (End, bool) {
    let end = match result.how {
        How::DoubleForfeit => End::DoubleForfeit,
        How::Annulled => End::Annulled,
        How::Forfeit => seat(board, result).map_or(End::DoubleForfeit, |by| End::Forfeit { by }),
        _ if result.outcome == DRAW => End::Drawn,
        _ => match seat(board, result) {
            Some(by) => End::Won { by, margin: margin(result) },
            None => End::Annulled,
        },
    };
    (end, result.met)
}

/// The seat that won.
fn seat(board: &Board, result: &Outcome) -> Option<Seat> {
    let winners = result.seats.get(&result.outcome)?;
    match () {
        () if winners.contains(&board.first) => Some(Seat::First),
        () if winners.contains(&board.second) => Some(Seat::Second),
        () => None,
    }
}

/// By how much the points of both differ, the handicap taken off; only where the match was played out.
fn margin(result: &Outcome) -> Option<Halves> {
    if result.how != How::Played {
        return None;
    }
    let mut sides = result.seats.keys().filter_map(|side| result.halves(side));
    let (one, other) = (sides.next()?, sides.next()?);
    // Both are twice the points.
    Some(Halves((one.0 - other.0).abs()))
}

/// Everybody who entered an event, in order of entry, with the rating at its opening: that of the first list
/// for which the event is rated.
pub fn entries(league: &League, event: &Event) -> Vec<Entry> {
    let kind = event.settings.rated.first().copied();
    let list = kind.and_then(|kind| ratings::list_at_opening(league, event, kind));
    let rating = |entrant: &Entrant| match (&list, kind) {
        (Some((settings, list)), Some(_)) => {
            list.row(entrant).map_or_else(|| settings.starts_with(entrant), |row| row.rating).points()
        }
        _ => 0,
    };
    event
        .entered
        .iter()
        .map(|it| Entry { entrant: it.entrant.clone(), rating: rating(&it.entrant) })
        .collect()
}

/// Who went out of an event, and from which round on.
pub fn leavers(event: &Event) -> Vec<Leaver> {
    let gone = event.entered.iter().filter_map(|it| Some((it, it.gone.as_ref()?)));
    gone.map(|(it, gone)| Leaver { entrant: it.entrant.clone(), from_round: gone.from_round }).collect()
}
