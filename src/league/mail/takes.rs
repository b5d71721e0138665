//! What stands behind the verb of a command.

use super::command::{Command, Right};
use crate::book::judging::About;

/// A side and points, perhaps behind the word of an event.
pub(super) fn bid(rest: &[&str]) -> Option<Command> {
    let (event, side, points) = match rest {
        [side, points] => (None, side, points),
        [event, side, points] => (Some((*event).to_owned()), side, points),
        _ => return None,
    };
    let is_number = points.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    is_number.then(|| Command::Bid(event, Some((*side).to_owned()), (*points).to_owned()))
}

/// A board and a side.
pub(super) fn forfeit(rest: &[&str]) -> Option<Command> {
    let [event, at, side] = rest else { return None };
    Some(Command::Forfeit((*event).to_owned(), place(at)?, (*side).to_owned()))
}

/// A board as it is written: `3/2` is board 2 of round 3.
pub(super) fn place(word: &str) -> Option<(u32, u32)> {
    let (round, board) = word.split_once('/')?;
    Some((round.parse().ok()?, board.parse().ok()?))
}

/// An event, and a board of it.
pub(super) fn board(event: &str, at: &str) -> Option<(String, (u32, u32))> {
    Some((event.to_owned(), place(at)?))
}

/// A board; what is judged there, unless it is the match; and members for seats that the lots leave.
pub(super) fn panel(rest: &[&str]) -> Option<Command> {
    let [event, at, rest @ ..] = rest else { return None };
    let (about, members) = match rest {
        [what @ ("protest" | "appeal"), number, members @ ..] => {
            (About::parse(&format!("{what} {number}")).ok()?, members)
        }
        members => (About::Unfinished, members),
    };
    let members = members.iter().map(|it| it.trim_end_matches(',').to_owned()).collect();
    board(event, at).map(|(event, at)| Command::Panel(event, at, about, members))
}

/// A board whose match goes on.
pub(super) fn go_on(rest: &[&str]) -> Option<Command> {
    let [event, at] = rest else { return None };
    board(event, at).map(|(event, at)| Command::GoOn(event, at))
}

/// A board, and perhaps what was asked to be sent back.
pub(super) fn decided(
    rest: &[&str],
    command: fn(String, (u32, u32), Option<String>) -> Command,
) -> Option<Command> {
    match rest {
        [event, at] => Some(command((*event).to_owned(), place(at)?, None)),
        [event, at, token] => Some(command((*event).to_owned(), place(at)?, Some((*token).to_owned()))),
        _ => None,
    }
}

/// A board, what is right, and perhaps what was asked to be sent back.
pub(super) fn correct(rest: &[&str]) -> Option<Command> {
    let (event, at, rest) = match rest {
        [event, at, rest @ ..] => ((*event).to_owned(), place(at)?, rest),
        _ => return None,
    };
    let (right, rest) = match rest {
        ["played", rest @ ..] => (Right::Played, rest),
        ["forfeit", side, rest @ ..] => (Right::Forfeit((*side).to_owned()), rest),
        ["double-forfeit", rest @ ..] => (Right::DoubleForfeit, rest),
        ["annul", rest @ ..] => (Right::Annul, rest),
        _ => return None,
    };
    match rest {
        [] => Some(Command::Correct(event, at, right, None)),
        [token] => Some(Command::Correct(event, at, right, Some((*token).to_owned()))),
        _ => None,
    }
}
