//! What two who bid in the open read: whose turn it is, what stands, what he may answer, and how it ended.

use club::matches::MatchFault;
use club::secretary::LeagueMail;
use tournament::{Entrant, Halves};

use super::news::{News, addressed, mail};
use crate::acts::Desk;
use crate::book::fact::BidMove;
use crate::sides::side_name;
use crate::state::{Bidding, Board, Event, League};

/// Lines of the mail about a pairing, and what the reader may send back.
pub(super) fn first(desk: &Desk<'_>, event: &str, board: &Board, who: &Entrant) -> (Vec<String>, String) {
    let (opened, Some(bidding)) = (&desk.book.league.events[event], &board.bidding) else {
        return (Vec::new(), String::new());
    };
    if bidding.turn() == Some(who) {
        return (asked(opened, board, bidding), answers(opened, bidding));
    }
    let begins = desk.book.league.name(&bidding.begins);
    (vec![format!("{begins} names a side first, and you will be asked for your answer")], String::new())
}

/// What the two of a board are to read of the newest answer, without `but`, who made it and has read it.
///
/// # Errors
/// If there is no such board.
pub(super) fn news(
    desk: &Desk<'_>,
    event: &str,
    at: (u32, u32),
    but: Option<&Entrant>,
) -> Result<News, MatchFault> {
    let (opened, board) = (desk.event(event)?, desk.board(event, at)?);
    let league = &desk.book.league;
    let Some((bidding, newest)) = board.bidding.as_ref().and_then(|it| Some((it, it.turns.last()?))) else {
        return Ok((Vec::new(), None));
    };
    let is_silence = matches!(newest.does, BidMove::Silence { .. });
    let mut all = Vec::new();
    for who in board.both() {
        // Whoever wrote has read it in the answer; whoever was silent reads it here.
        if but == Some(who) || but.is_none() && newest.by == *who && !is_silence {
            continue;
        }
        let mark = format!("bids-{event}-{}-{}-{}", at.0, at.1, newest.entry);
        let late = if is_silence && newest.by == *who { "your time to answer is over. " } else { "" };
        let mail = if !board.seats.is_empty() {
            mail(format!("{late}{}", given(league, (event, at.0), board, who)))
        } else if bidding.turn() == Some(who) {
            let what = stands(league, (event, at.0), opened, board);
            LeagueMail { lines: asked(opened, board, bidding), copy: answers(opened, bidding), ..mail(what) }
        } else {
            mail(format!("{late}{}", stands(league, (event, at.0), opened, board)))
        };
        all.push((who.clone(), LeagueMail { mark, ..mail }));
    }
    Ok(addressed(desk, all))
}

/// Who has which side of a board, to both who play there.
///
/// # Errors
/// If there is no such board.
pub(super) fn given_out(desk: &Desk<'_>, event: &str, at: (u32, u32)) -> Result<News, MatchFault> {
    let (league, board) = (&desk.book.league, desk.board(event, at)?);
    let mark = format!("sides-{event}-{}-{}", at.0, at.1);
    let letter = |who: &Entrant| {
        let what = format!("the time for bids is over, and {}", given(league, (event, at.0), board, who));
        (who.clone(), LeagueMail { mark: mark.clone(), ..mail(what) })
    };
    Ok(addressed(desk, board.both().map(letter).into()))
}

/// What stands at a board while they bid.
pub(super) fn stands(league: &League, (event, round): (&str, u32), opened: &Event, board: &Board) -> String {
    let place = format!("board {round}/{} of {event}", board.number);
    let Some((bidding, turn)) = board.bidding.as_ref().and_then(|it| Some((it, it.turn()?))) else {
        return format!("nobody bids at {place}.");
    };
    let until = bidding.until(&opened.settings.sides).map_or(String::new(), |at| format!(", until {at}"));
    let turn = league.name(turn);
    match bidding.stands() {
        Some((who, side, points)) => {
            let who = league.name(who);
            format!(
                "at {place} {who} bids {points} for the {}. It is the turn of {turn}{until}.",
                side_name(side)
            )
        }
        None => format!("at {place} nothing is bid yet. It is the turn of {turn}{until}."),
    }
}

/// What whoever has the turn can do, and what his silence does.
fn asked(event: &Event, board: &Board, bidding: &Bidding) -> Vec<String> {
    let sides = &event.settings.sides;
    let until = bidding.until(sides).map_or(String::new(), |at| at.to_string());
    let Some((_, side, _)) = bidding.stands() else {
        let what = match bidding.turns.is_empty() {
            true => format!("if nothing comes until {until}, the other names a side"),
            false => format!("if nothing comes until {until}, the lot decides"),
        };
        return vec![
            "name a side, and how many points you give for it; the other takes the other side, or bids more"
                .to_owned(),
            what,
        ];
    };
    let other = event.sides().into_iter().find(|it| *it != side).unwrap_or(side);
    let (own, theirs) = (side_name(other), side_name(side));
    let can = match bidding.least(sides) {
        Some(least) => format!("take the {own}, or bid {least} or more for the {theirs}"),
        None => format!("take the {own}: no more may be bid at board {}", board.number),
    };
    vec![can, format!("if nothing comes until {until}, you have the {own}")]
}

/// Lines that whoever has the turn may send back.
fn answers(event: &Event, bidding: &Bidding) -> String {
    let sides = &event.settings.sides;
    match (bidding.stands(), bidding.least(sides)) {
        (None, _) => format!("bid {} {}\n", event.sides[0], sides.step),
        (Some((_, side, _)), Some(least)) => format!("accept\nbid {side} {least}\n"),
        (Some(_), None) => "accept\n".to_owned(),
    }
}

/// Who has which side in the end, for one of the two.
pub(super) fn given(league: &League, (event, round): (&str, u32), board: &Board, who: &Entrant) -> String {
    let place = format!("board {round}/{} of {event}", board.number);
    let side =
        |of: &Entrant| board.seats.iter().find(|(_, it)| *it == of).map_or("", |(side, _)| side_name(side));
    let other = board.other(who).unwrap_or(who);
    let price = match &board.handicap {
        Some(it) => format!("{} points are taken from the {}", Halves(it.halves), side_name(&it.side)),
        None => "nobody gives points".to_owned(),
    };
    format!(
        "the sides of {place} are given out: you have the {}, and {} the {}; {price}.",
        side(who),
        league.name(other),
        side(other)
    )
}
