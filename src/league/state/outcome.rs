//! Whether a result can stand where it stands.

use std::collections::BTreeMap;

use club::signature::Unfit;
use engine::problem::quote;
use tournament::Entrant;

use super::board::Board;
use super::event::Event;
use crate::book::result::{DRAW, FORMAT, NONE};
use crate::book::{How, Outcome};
use crate::settings::OnEmpty;

/// Looks at a result of a round that stands in an entry.
///
/// # Errors
/// Why it cannot be the result of its board.
pub(super) fn fits(event: &Event, entry: u64, round: u32, result: &Outcome) -> Result<(), String> {
    if result.format != FORMAT {
        return Err(format!("its format is {}, and not {FORMAT}", quote(&result.format)));
    }
    if result.entry != entry || result.round != round {
        return Err("it is a result of another place in the book".to_owned());
    }
    let board = event.round(round)?.board(result.board)?;
    seats(board, result)?;
    outcome(result)?;
    let is_of_board = match &board.begun {
        Some((match_id, genesis)) => {
            result.match_id.as_ref() == Some(match_id) && result.genesis.as_ref() == Some(genesis)
        }
        None => result.match_id.is_none() && result.genesis.is_none(),
    };
    if !is_of_board && (result.how.is_proved() || result.match_id.is_some()) {
        return Err(format!("it is no result of the match of board {}", board.number));
    }
    judged(board, result)?;
    if result.how.is_proved() {
        proved(event, board, result)?;
    } else if result.rated || result.met || result.handicap.is_some() || result.why.is_none() {
        return Err(format!(
            "a board that is {} is never rated, has no handicap, and has a reason",
            result.how.word()
        ));
    }
    signed(event, result)
}

/// A board that a panel judged ends by its verdict, and no other does so.
fn judged(board: &Board, result: &Outcome) -> Result<(), String> {
    let number = board.number;
    match (board.verdict(), result.how) {
        (None, How::Adjudicated) => Err(format!("no panel has judged board {number}")),
        // What a protest comes to may still be that the board does not count.
        (None, _) | (Some(_), How::Annulled) => Ok(()),
        (Some(found), How::Adjudicated) if found.finds == result.outcome => Ok(()),
        (Some(found), how) => Err(format!(
            "the panel of board {number} found {} in entry {}, and this says {} ({})",
            quote(&found.finds),
            found.entry,
            quote(&result.outcome),
            how.word()
        )),
    }
}

/// Who sits where must be what the book says; before that is known, a board can only be given up by both.
fn seats(board: &Board, result: &Outcome) -> Result<(), String> {
    let due: BTreeMap<String, Vec<Entrant>> =
        board.seats.iter().map(|(side, entrant)| (side.clone(), vec![entrant.clone()])).collect();
    if result.seats != due {
        return Err(format!("its seats are not those of board {}", board.number));
    }
    Ok(())
}

/// The outcome must be one, and fit how it came about.
fn outcome(result: &Outcome) -> Result<(), String> {
    let is_side = result.seats.contains_key(&result.outcome);
    let is_good = match result.how {
        // A bye has no board.
        How::Bye => false,
        How::DoubleForfeit | How::Annulled => result.outcome == NONE,
        How::Forfeit | How::Clock | How::Conceded => is_side,
        How::Played | How::Agreed | How::Adjudicated => is_side || result.outcome == DRAW,
    };
    if is_good {
        Ok(())
    } else {
        Err(format!("its outcome {} is none for how it ended", quote(&result.outcome)))
    }
}

/// A result with a proof behind it.
fn proved(event: &Event, board: &Board, result: &Outcome) -> Result<(), String> {
    if result.proof.is_none() || result.hash.is_none() || result.points.len() != result.seats.len() {
        return Err("it names no proof, or not the points of each side".to_owned());
    }
    let handicap = result.handicap.as_ref().map(|it| (&it.side, it.halves));
    if handicap != board.handicap.as_ref().map(|it| (&it.side, it.halves)) {
        return Err(format!("its handicap is not that of board {}", board.number));
    }
    if result.how == How::Clock {
        by_clock(event, board, result)?;
    }
    if result.how == How::Played && result.handicap.as_ref().is_some_and(|it| !it.void) {
        let due = by_points(result);
        if due != result.outcome {
            return Err(format!("by points and handicap its outcome is {}", quote(&due)));
        }
    }
    if result.rated && !result.met {
        return Err("it is rated, though nothing was played".to_owned());
    }
    if event.settings.rated.is_empty() && result.rated {
        return Err("nothing is rated in this event".to_owned());
    }
    Ok(())
}

/// A result by the clock, as far as the book alone shows it: the event must have such ends, and the organiser
/// did not let the match go on without the clock of the side that lost.
fn by_clock(event: &Event, board: &Board, result: &Outcome) -> Result<(), String> {
    if event.settings.clock.is_none_or(|clock| clock.on_empty != OnEmpty::Forfeit) {
        return Err("by the settings of the event nobody loses by the clock".to_owned());
    }
    let losers = board.seats.keys().filter(|side| **side != result.outcome);
    let mut excused = losers.filter(|side| board.gone_on.iter().any(|it| it.sides.contains(side)));
    match excused.next() {
        Some(side) => Err(format!("its match went on without the clock of the {side}")),
        None => Ok(()),
    }
}

/// The outcome by points, each side's handicap taken from its score.
pub(crate) fn by_points(result: &Outcome) -> String {
    let mut scores: Vec<(&str, _)> =
        result.seats.keys().filter_map(|side| Some((side.as_str(), result.halves(side)?))).collect();
    scores.sort_by_key(|(_, halves)| std::cmp::Reverse(*halves));
    match scores.as_slice() {
        [(side, most), (_, next), ..] if most > next => (*side).to_owned(),
        _ => DRAW.to_owned(),
    }
}

/// What rests on somebody's word is signed, where the club has keys for that.
fn signed(event: &Event, result: &Outcome) -> Result<(), String> {
    match result.check_signature(&event.officials) {
        Ok(true) | Err(Unfit::Unchecked) => Ok(()),
        Ok(false) if result.needs_signature() && !event.officials.is_empty() => {
            Err("it rests on somebody's word, and nobody signed it".to_owned())
        }
        Ok(false) => Ok(()),
        Err(Unfit::Wrong(what)) => Err(what),
    }
}
