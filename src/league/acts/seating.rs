//! Who gets which side: bids, the lot, or as it was paired.

use std::collections::BTreeMap;

use club::matches::MatchFault;
use engine::digest::{Digest, Salt};
use engine::problem::{list_or, quote};
use tournament::seats::{Bid, How, Refused, Seats, Table, Why, decide};
use tournament::{Entrant, Halves};

use super::Desk;
use super::bidding::{lapse, waits_for};
use super::pairing::seed;
use crate::ballot::{Ballot, Says};
use crate::book::Fact;
use crate::book::fact::{BallotKind, Handicap};
use crate::figures::draw_key;
use crate::settings::{EventSettings, SidesBy};
use crate::state::{Board, Event, Promise, terms};

/// The folder of ballots that are not open yet, in that of the book.
pub(crate) const SEALED: &str = "sealed";

/// A bid as a player writes it: `allies` and `1.5`, or nothing.
pub struct Wanted<'w> {
    /// The side; nothing for no bid.
    pub side: Option<&'w str>,
    /// What is given for it.
    pub points: &'w str,
}

/// Takes a plain bid: it is sealed, promised in the book, and kept until bids are opened. Gives the promise.
///
/// # Errors
/// If it is none, or bids are open already.
pub fn bid(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (by, wanted): (&Entrant, &Wanted<'_>),
) -> Result<Digest, MatchFault> {
    let points = points(desk.event(word)?, wanted)?;
    let says = Says::Bid { side: wanted.side.map(str::to_owned), points };
    let ballot = sealed_now(desk, (word, at), by, says)?;
    take_ballot(desk, &ballot.write())
}

/// A ballot with a new salt.
///
/// # Errors
/// If there is no chance to be had for the salt.
pub(super) fn sealed_now(
    desk: &Desk<'_>,
    (word, at): (&str, (u32, u32)),
    by: &Entrant,
    says: Says,
) -> Result<Ballot, MatchFault> {
    Ok(Ballot {
        club: desk.book.league.club.clone(),
        book: desk.book.league.genesis,
        event: word.to_owned(),
        round: at.0,
        board: at.1,
        by: by.clone(),
        salt: Salt::random()?,
        says,
    })
}

/// The points of a bid for a side of an event; none for no bid.
///
/// # Errors
/// If it is for no side, or so much cannot be bid: with the nearest.
pub(super) fn points(event: &Event, wanted: &Wanted<'_>) -> Result<Halves, MatchFault> {
    let Some(side) = wanted.side else { return Ok(Halves::ZERO) };
    let (settings, sides) = (&event.settings, event.sides());
    let read = terms(&settings.sides).read(wanted.points);
    let points = read.map_err(|refused| no_bid(&refused, wanted.points, settings))?;
    if sides.contains(&side) {
        return Ok(points);
    }
    let words = sides.map(|side| format!("`{side}`"));
    Err(MatchFault::no(format!("{} is no side", quote(side)), format!("write {}", list_or(&words))))
}

/// Takes a ballot that its writer sealed himself, or that was sealed for him. Gives the promise.
///
/// # Errors
/// If it is none of this club, or cannot be taken.
pub fn take_ballot(desk: &mut Desk<'_>, text: &str) -> Result<Digest, MatchFault> {
    let no = |what: String| MatchFault::no(what, "make one with `sealord league ballot`");
    let ballot = Ballot::read(text).map_err(no)?;
    let what = ballot.says.kind();
    let at = (ballot.round, ballot.board);
    let genesis = desk.book.league.genesis;
    ballot.fits(what, (genesis, &ballot.event), at, &ballot.by).map_err(no)?;
    match what {
        BallotKind::Bid => {}
        BallotKind::Vote => return super::judging::take_vote(desk, &ballot),
        BallotKind::Statement => return super::judging::take(desk, &ballot),
    }
    if let Says::Bid { side: Some(side), points } = &ballot.says {
        let event = desk.event(&ballot.event)?;
        let (settings, sides) = (&event.settings, event.sides());
        terms(&settings.sides)
            .check(*points)
            .map_err(|refused| no_bid(&refused, &points.to_string(), settings))?;
        if !sides.contains(&side.as_str()) {
            return Err(no(format!("{} is no side", quote(side))));
        }
    }
    let sha256 = ballot.promise();
    let is_due = |it: &&Promise| (it.what, &it.by, it.sha256) == (what, &ballot.by, sha256);
    let is_promised = desk.board(&ballot.event, at)?.promised.iter().any(|it| is_due(&it));
    keep(desk, sha256, text)?;
    if !is_promised {
        promise(desk, &ballot.event, at, (what, &ballot.by, sha256))?;
    }
    Ok(sha256)
}

/// Takes a promise without its file, which comes when both have promised.
///
/// # Errors
/// If bids are open already, or he does not sit there.
pub fn promise(
    desk: &mut Desk<'_>,
    event: &str,
    (round, board): (u32, u32),
    (what, by, sha256): (BallotKind, &Entrant, Digest),
) -> Result<(), MatchFault> {
    let (event, by) = (event.to_owned(), by.clone());
    desk.write(&[(Some(round), Fact::Ballot { event, board, what, by, sha256 })])
}

/// Keeps a ballot where its owner alone can read it; never half of one under its name.
pub(super) fn keep(desk: &Desk<'_>, sha256: Digest, text: &str) -> Result<(), MatchFault> {
    use std::io::Write;
    let dir = desk.book.dir().join(SEALED);
    if !dir.is_dir() {
        club::matches::folder::private(&dir)?;
    }
    let part = dir.join(format!("{sha256}.part"));
    let mut file = club::matches::folder::for_owner(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(fs_err::rename(part, dir.join(sha256.to_string()))?)
}

/// Opens the bids of a board: all at once, in one entry. A promised bid whose file never came is none if
/// `without_missing` says so.
///
/// # Errors
/// If a promised ballot is not at hand.
pub fn open_bids(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    without_missing: bool,
) -> Result<(), MatchFault> {
    let files = files(desk, desk.board(word, at)?.promised.iter(), at, without_missing)?;
    let (event, what) = (word.to_owned(), BallotKind::Bid);
    desk.write(&[(Some(at.0), Fact::Opened { event, board: at.1, what, files })])
}

/// The files of ballots that were promised. Those that never came are left out if `without_missing` says so.
///
/// # Errors
/// If one is not at hand.
pub(super) fn files<'p>(
    desk: &Desk<'_>,
    promised: impl Iterator<Item = &'p Promise>,
    at: (u32, u32),
    without_missing: bool,
) -> Result<BTreeMap<Entrant, String>, MatchFault> {
    let mut files = BTreeMap::new();
    for promise in promised {
        match sealed(desk, promise.sha256)? {
            Some(text) => drop(files.insert(promise.by.clone(), text)),
            None if without_missing => {}
            None => {
                let mend = match promise.what {
                    BallotKind::Bid | BallotKind::Statement => "ask for it, or decide with --without-missing",
                    BallotKind::Vote => "ask for it, or wait until the time for votes is over",
                };
                let what = promise.what.word();
                let what = format!(
                    "{} has promised a {what} for board {}/{}, and not sent it",
                    promise.by, at.0, at.1
                );
                return Err(MatchFault::no(what, mend));
            }
        }
    }
    Ok(files)
}

/// A ballot that is kept, if it is at hand.
///
/// # Errors
/// If it cannot be read.
pub(super) fn sealed(desk: &Desk<'_>, sha256: Digest) -> Result<Option<String>, MatchFault> {
    match fs_err::read_to_string(desk.book.dir().join(SEALED).join(sha256.to_string())) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Decides who has which side at a board, by the event's settings: of bids, those that are open count. Gives
/// how it came about.
///
/// # Errors
/// If the match has begun, or bids are still promised and not open.
pub fn seat(desk: &mut Desk<'_>, word: &str, at: (u32, u32)) -> Result<How, MatchFault> {
    let event = desk.event(word)?;
    let board = desk.board(word, at)?;
    let round = event.round(at.0).map_err(|what| MatchFault::no(what, "pair it first"))?;
    let key = draw_key(&desk.book.league, word, round, &seed(desk, word)?);
    let found = seats_of(event, board, &key).map_err(|what| MatchFault::no(what, "open the bids first"))?;
    let fact = seats_fact(word, at.1, &found, event.sides());
    desk.write(&[(Some(at.0), fact)])?;
    Ok(found.how)
}

/// The fact that says who has which side at a board.
pub(super) fn seats_fact(word: &str, board: u32, found: &Seats, sides: [&str; 2]) -> Fact {
    let (seats, handicap) = given(found, sides);
    Fact::Seats { event: word.to_owned(), board, seats, handicap, how: how_word(found.how).to_owned() }
}

/// Decides who has which side at a board, or at every board of the round under way that has no seats and no
/// result: bids that are promised are opened first, as [`open_bids`] does. Where they bid in the open, time
/// that has run out is taken for silence, and boards where somebody still has time are passed over. Gives the
/// boards at which something was done.
///
/// # Errors
/// As [`open_bids`] and [`seat`], if no round is under way, or if all boards wait for open bids: for whose.
pub fn seat_all(
    desk: &mut Desk<'_>,
    word: &str,
    board: Option<(u32, u32)>,
    without_missing: bool,
) -> Result<Vec<(u32, u32)>, MatchFault> {
    let boards = match board {
        Some(at) => vec![at],
        None => {
            let round = desk.current(word)?;
            let open = round.boards.iter().filter(|it| it.seats.is_empty() && it.result.is_none());
            open.map(|it| (round.number, it.number)).collect()
        }
    };
    let (mut done, mut waiting) = (Vec::new(), Vec::new());
    for at in boards {
        let board = desk.board(word, at)?;
        if board.bidding.as_ref().is_some_and(|it| it.turn().is_some()) {
            match lapse(desk, word, at)? {
                true => done.push(at),
                false => waiting.push(waits_for(desk, word, at)?),
            }
            continue;
        }
        if board.bids.is_none() && !board.promised.is_empty() {
            open_bids(desk, word, at, without_missing)?;
        }
        seat(desk, word, at)?;
        done.push(at);
    }
    if done.is_empty() && !waiting.is_empty() {
        let what = format!("they still bid: {}", waiting.join(", "));
        return Err(MatchFault::no(what, "wait for their answers, or until their time is over"));
    }
    Ok(done)
}

/// Seats by side, and the handicap.
type Given = (BTreeMap<String, Entrant>, Option<Handicap>);

/// Who has which side at a board, as it follows from settings, bids and lot.
///
/// # Errors
/// If bids are promised that are not open.
pub(crate) fn seats_of(event: &Event, board: &Board, key: &tournament::DrawKey) -> Result<Seats, String> {
    let (settings, sides) = (&event.settings, event.sides());
    let mut table = Table { board: board.number, entrants: board.both(), sides, key };
    let handicap = Some(settings.sides.handicap).filter(|it| *it > Halves::ZERO).map(|it| (sides[0], it));
    // In the second match of a pair each has the side that the other had in the first.
    let is_second = settings.matches_of_a_pair() == 2 && board.number.is_multiple_of(2);
    if is_second {
        table.board -= 1;
        table.entrants.swap(0, 1);
    }
    let turned = |mut seats: Seats| {
        if is_second {
            seats.seats.swap(0, 1);
        }
        seats
    };
    match settings.sides.by {
        SidesBy::Lot => Ok(turned(table.by_lot())),
        SidesBy::Alternate => Ok(turned(table.as_paired(None))),
        SidesBy::Fixed => Ok(turned(table.as_paired(handicap))),
        SidesBy::OpenBid => match &board.bidding {
            Some(bidding) => bidding.seats(sides, &settings.sides, key),
            None => Err(format!("nobody bids at board {}", board.number)),
        },
        SidesBy::SealedBid => {
            if board.bids.is_none() && !board.promised.is_empty() {
                return Err(format!("bids of board {} are promised and not open", board.number));
            }
            let bids = board.both().map(|who| board.bids.as_ref()?.get(who).and_then(|text| bid_of(text)));
            Ok(decide(&table, &terms(&settings.sides), [bids[0].as_ref(), bids[1].as_ref()]))
        }
    }
}

/// The bid in an opened ballot; nothing where none is made.
fn bid_of(text: &str) -> Option<Bid> {
    match Ballot::read(text).ok()?.says {
        Says::Bid { side: Some(side), points } => Some(Bid { side, points }),
        _ => None,
    }
}

/// Seats in the words of the book.
pub(crate) fn given(found: &Seats, sides: [&str; 2]) -> Given {
    let seats = sides.iter().zip(&found.seats).map(|(side, who)| ((*side).to_owned(), who.clone())).collect();
    let handicap = found.handicap.clone();
    (seats, handicap.map(|(side, points)| Handicap { side, halves: points.0, void: false }))
}

/// How sides came about, as the book has it.
pub(crate) fn how_word(how: How) -> &'static str {
    match how {
        How::Wishes => "wishes",
        How::Bid => "bid",
        How::Lot => "lot",
        How::OneBid => "one-bid",
        How::Accepted => "accepted",
        How::Paired => "paired",
    }
}

fn no_bid(refused: &Refused, text: &str, settings: &EventSettings) -> MatchFault {
    let what = match refused.why {
        Why::NoNumber => format!("{} is no number of points", quote(text)),
        Why::NoStep => format!("{} is no multiple of {}", quote(text), settings.sides.step),
        Why::Negative => format!("{} is less than nothing", quote(text)),
        Why::TooMuch => format!("{} is more than {}, the highest bid", quote(text), settings.sides.most),
    };
    let mend =
        refused.nearest.map_or("write a number such as `1.5`".to_owned(), |near| format!("write `{near}`"));
    MatchFault::no(format!("{what}; the bid before it stands"), mend)
}
