//! What a league writes by itself in each run of its office: every mail has a mark, so it goes out once, and
//! a run that died before it was queued leaves it to the next.

use std::path::{Path, PathBuf};

use club::matches::MatchFault;
use club::secretary::{LeagueMail, LeagueReader};
use jiff::Timestamp;
use jiff::civil::Date;
use tournament::Entrant;

use super::news::{addressed, mail};
use super::room::{settings, waits};
use super::turns;
use crate::acts::MATCHES;
use crate::acts::{self, Desk};
use crate::book::Book;
use crate::settings::LeagueSettings;
use crate::state::{Board, League};

/// Takes the silence of those whose time to bid is over, and gives all mails that nobody asked for.
///
/// # Errors
/// If the book or the settings cannot be read or written.
pub(super) fn mails(
    office: &Path,
    now: &str,
    is_over: &dyn Fn(&Path) -> bool,
) -> Result<Vec<LeagueMail>, MatchFault> {
    let settings = settings(office)?;
    let mut book = waits(Book::read(office))?;
    waits(acts::same_club(&settings, &book))?;
    let mut mails = over(&book.league, &settings, is_over);
    let open = stating(&book.league, super::player::day(now)?, is_over);
    let asked = open.into_iter().flat_map(|it| statements(&book.league, it)).collect();
    mails.extend(addressed(&Desk { book: &mut book, settings: &settings, now }, asked).0);
    if acts::is_late(&book.league, now)? {
        drop(book);
        book = waits(Book::open(office))?;
        acts::lapse_all(&mut Desk { book: &mut book, settings: &settings, now })?;
    }
    let places = |is_meant: &dyn Fn(&str, u32, &Board) -> bool| -> Vec<(String, (u32, u32))> {
        let meant = boards(&book.league).filter(|(event, (round, _), board)| is_meant(event, *round, board));
        meant.map(|(event, at, _)| (event.to_owned(), at)).collect()
    };
    let bidding = places(&|_, _, board| bids(board));
    let opened = places(&|event, round, board| is_given_out(&book.league, event, round, board, now));
    let desk = Desk { book: &mut book, settings: &settings, now };
    for (event, at) in bidding {
        mails.extend(turns::news(&desk, &event, at, None)?.0);
    }
    for (event, at) in opened {
        mails.extend(turns::given_out(&desk, &event, at)?.0);
    }
    Ok(mails)
}

/// Whether the sides of a board are given out by sealed bids whose time is over, and its match has not begun.
fn is_given_out(league: &League, event: &str, round: u32, board: &Board, now: &str) -> bool {
    let until = league.event(event).ok().and_then(|event| event.sealed_until(event.round(round).ok()?));
    let is_late = until.zip(now.parse().ok()).is_some_and(|(until, now): (_, Timestamp)| until <= now);
    is_late && !board.seats.is_empty() && board.begun.is_none() && board.result.is_none()
}

/// Whether the two of a board bid in the open, and their match has not begun.
fn bids(board: &Board) -> bool {
    board.bidding.is_some() && board.begun.is_none() && board.result.is_none()
}

/// The boards of rounds under way, each with its event and place.
fn boards(league: &League) -> impl Iterator<Item = (&str, (u32, u32), &Board)> {
    let rounds = league.events.iter().filter_map(|(word, event)| Some((word.as_str(), event.current()?)));
    rounds.flat_map(|(word, round)| round.boards.iter().map(move |it| (word, (round.number, it.number), it)))
}

/// The boards whose rounds end soon and whose matches are not over, each with its event and round.
fn stating<'l>(
    league: &'l League,
    today: Date,
    is_over: &dyn Fn(&Path) -> bool,
) -> Vec<(&'l str, (u32, u32), &'l Board)> {
    let is_due = |event: &str, round: u32| {
        league.event(event).is_ok_and(|event| {
            let ends = event.settings.days(round).1;
            today <= ends && event.settings.round.adjudicate.after(today) > ends
        })
    };
    let is_open = |board: &Board| {
        let folder = board.begun.as_ref().map(|(word, _)| PathBuf::from(MATCHES).join(word));
        board.result.is_none() && board.panels.is_empty() && folder.is_some_and(|it| !is_over(&it))
    };
    boards(league).filter(|(event, (round, _), board)| is_due(event, *round) && is_open(board)).collect()
}

/// To both players: what a panel should know if their match is not over in time.
fn statements(
    league: &League,
    (event, (round, number), board): (&str, (u32, u32), &Board),
) -> Vec<(Entrant, LeagueMail)> {
    let Ok(of) = league.event(event) else { return Vec::new() };
    let what = format!(
        "round {round} of {event} ends on {}. If your match at board {round}/{number} is not over by then, a panel judges how it \
         would have ended. You may write what it should know; nobody reads that before the panel is drawn.",
        of.settings.days(round).1
    );
    let to = |who: &Entrant| {
        let mail = LeagueMail {
            lines: vec!["reply with this line, and your words below it:".to_owned()],
            copy: format!("statement {event} {round}/{number}\n"),
            mark: format!("statement-{event}-{round}-{number}"),
            ..mail(what.clone())
        };
        (who.clone(), mail)
    };
    board.both().map(to).into()
}

/// To the organiser: matches that are over, and whose boards have no result.
fn over(league: &League, settings: &LeagueSettings, is_over: &dyn Fn(&Path) -> bool) -> Vec<LeagueMail> {
    let mut mails = Vec::new();
    for (event, (round, number), board) in boards(league).filter(|(.., board)| board.result.is_none()) {
        let Some((word, _)) = &board.begun else { continue };
        if !is_over(&PathBuf::from(MATCHES).join(word)) {
            continue;
        }
        let what =
            format!("the match {word} is over, and board {round}/{number} of {event} has no result yet.");
        mails.push(LeagueMail {
            reader: LeagueReader::Official,
            name: settings.organiser.name.clone(),
            address: settings.organiser.address.clone(),
            lines: vec!["to take it from the proof of the match, reply with this line:".to_owned()],
            copy: format!("result {event} {round}/{number}\n"),
            mark: format!("over-{word}"),
            ..mail(what)
        });
    }
    mails
}
