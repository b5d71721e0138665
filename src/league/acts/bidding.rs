//! Open bidding: one names a side and a number; the other takes the other side, or bids more for the same
//! one. Silence accepts.

use club::matches::MatchFault;
use jiff::Timestamp;
use tournament::seats::{Opening, Table};
use tournament::{DrawKey, Entrant, Seat};

use super::pairing::seed;
use super::seating::{points, seat_all, seats_fact};
use super::{Desk, Wanted};
use crate::book::Fact;
use crate::book::fact::{BidMove, PairedBoard};
use crate::figures::{draw_key, ladder_before};
use crate::settings::{FirstBid, SidesBy};
use crate::state::{Event, League, Round};

/// What somebody answers when it is his turn.
pub enum Answer<'a> {
    /// He bids for a side.
    Bid(Wanted<'a>),
    /// He takes the other side.
    Accept,
}

/// Who names a side first at a board; nobody unless the event bids in the open.
pub(crate) fn first_bidder(event: &Event, round: u32, board: &PairedBoard, key: &DrawKey) -> Option<Entrant> {
    let sides = &event.settings.sides;
    if sides.by != SidesBy::OpenBid {
        return None;
    }
    let entrants = [&board.first, &board.second];
    let seat = match sides.first {
        FirstBid::Lot => {
            let table = Table { board: board.board, entrants, sides: event.sides(), key };
            Opening::begun_by_lot(&table).turn()
        }
        FirstBid::Lower => {
            let ladder = ladder_before(event, round);
            let place = |who: &Entrant| ladder.iter().position(|it| it == who);
            if place(entrants[0]) > place(entrants[1]) { Seat::First } else { Seat::Second }
        }
    };
    Some(if seat == Seat::First { board.first.clone() } else { board.second.clone() })
}

/// Takes an answer in open bidding. With the last one the sides are given out. The same answer once more
/// finds itself done.
///
/// # Errors
/// If it is another's turn, or the answer is none: with the nearest that would do. What stands, stands.
pub fn answer(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (by, answer): (&Entrant, &Answer<'_>),
) -> Result<(), MatchFault> {
    let event = desk.event(word)?;
    let does = match answer {
        Answer::Accept => BidMove::Accept,
        Answer::Bid(Wanted { side: None, .. }) => {
            let what = "in open bidding nobody bids for no side";
            return Err(MatchFault::no(what, "name a side, accept, or let your time go by"));
        }
        Answer::Bid(wanted) => {
            let halves = points(event, wanted)?.0;
            BidMove::Bid { side: wanted.side.unwrap_or_default().to_owned(), halves }
        }
    };
    let newest = desk.board(word, at)?.bidding.as_ref().and_then(|it| it.turns.last());
    if newest.is_some_and(|newest| (&newest.by, &newest.does) == (by, &does)) {
        return Ok(());
    }
    take_turn(desk, word, at, (by, does))
}

/// Takes the silence of whoever has the turn at a board, if his time is over. Gives whether it was.
///
/// # Errors
/// If it cannot be written.
pub fn lapse(desk: &mut Desk<'_>, word: &str, at: (u32, u32)) -> Result<bool, MatchFault> {
    let now = instant(desk.now)?;
    let sides = desk.event(word)?.settings.sides;
    let Some(bidding) = &desk.board(word, at)?.bidding else { return Ok(false) };
    let (Some(by), Some(until)) = (bidding.turn().cloned(), bidding.until(&sides)) else { return Ok(false) };
    if now < until {
        return Ok(false);
    }
    take_turn(desk, word, at, (&by, BidMove::Silence { until: until.to_string() }))?;
    Ok(true)
}

/// Whether the time of somebody to bid is over, in any event.
///
/// # Errors
/// If the time cannot be read.
pub fn is_late(league: &League, now: &str) -> Result<bool, MatchFault> {
    let now = instant(now)?;
    let is_late = |event: &Event| {
        let boards = event.current().into_iter().flat_map(|round| &round.boards);
        let open = boards.filter(|board| board.result.is_none()).filter_map(|board| board.bidding.as_ref());
        open.filter_map(|bidding| bidding.until(&event.settings.sides)).any(|until| until <= now)
            || sealed_late(event, now).next().is_some()
    };
    Ok(league.events.values().any(is_late))
}

/// The boards whose sealed bids wait to be opened, since the time for them is over.
fn sealed_late(event: &Event, now: Timestamp) -> impl Iterator<Item = (u32, u32)> {
    let late = |round: &&Round| event.sealed_until(round).is_some_and(|until| until <= now);
    event.current().filter(late).into_iter().flat_map(|round| {
        let open = round.boards.iter().filter(|it| it.seats.is_empty() && it.result.is_none());
        open.map(|board| (round.number, board.number))
    })
}

fn instant(now: &str) -> Result<Timestamp, MatchFault> {
    now.parse().map_err(|error| MatchFault::Bug(format!("{now}: {error}")))
}

/// An event, and a board of it: its round, its number.
type Place = (String, (u32, u32));

/// Takes the silence of everybody whose time to bid is over, in every event: in open bidding his turn goes
/// by, and sealed bids are opened, so that who has which side is decided by those that came. Gives the
/// boards.
///
/// # Errors
/// If the time cannot be read, or a fact cannot be written.
pub fn lapse_all(desk: &mut Desk<'_>) -> Result<Vec<Place>, MatchFault> {
    let now = instant(desk.now)?;
    let (mut open, mut sealed) = (Vec::new(), Vec::new());
    for (word, event) in &desk.book.league.events {
        sealed.extend(sealed_late(event, now).map(|at| (word.clone(), at)));
        let Some(round) = event.current() else { continue };
        let boards = round.boards.iter().filter(|it| it.bidding.is_some() && it.result.is_none());
        open.extend(boards.map(|board| (word.clone(), (round.number, board.number))));
    }
    let mut lapsed = Vec::new();
    for (word, at) in open {
        if lapse(desk, &word, at)? {
            lapsed.push((word, at));
        }
    }
    for (word, at) in sealed {
        seat_all(desk, &word, Some(at), true)?;
        lapsed.push((word, at));
    }
    Ok(lapsed)
}

/// For whom the bidding at a board waits, and until when, in words: `1/2 anna until 2027-03-03T12:00:00Z`.
///
/// # Errors
/// If there is no such board.
pub fn waits_for(desk: &Desk<'_>, word: &str, at: (u32, u32)) -> Result<String, MatchFault> {
    let event = desk.event(word)?;
    Ok(desk.board(word, at)?.waits_for_bid(at.0, &event.settings.sides).unwrap_or_default())
}

fn take_turn(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (by, does): (&Entrant, BidMove),
) -> Result<(), MatchFault> {
    let event = desk.event(word)?;
    let (sides, names) = (event.settings.sides, event.sides());
    let Some(mut bidding) = desk.board(word, at)?.bidding.clone() else {
        let what = format!("at board {}/{} nobody bids in the open", at.0, at.1);
        return Err(MatchFault::no(what, "the sides are given out otherwise"));
    };
    let no = |what: String| {
        MatchFault::no(format!("{what}; what stands, stands"), "look at `sealord league status`")
    };
    bidding.take((desk.book.next(), desk.now), &event.sides, &sides, (by, &does)).map_err(no)?;
    let mut facts =
        vec![(Some(at.0), Fact::OpenBid { event: word.to_owned(), board: at.1, by: by.clone(), does })];
    if bidding.turn().is_none() {
        let round = event.round(at.0).map_err(MatchFault::Bug)?;
        let key = draw_key(&desk.book.league, word, round, &seed(desk, word)?);
        let found = bidding.seats(names, &sides, &key).map_err(MatchFault::Bug)?;
        facts.push((Some(at.0), seats_fact(word, at.1, &found, names)));
    }
    desk.write(&facts)
}
