//! Bids by mail: sealed ones, and those that are made in turns.

use club::matches::MatchFault;
use engine::problem::{list_or, quote};
use tournament::Entrant;

use super::room::{Room, has_event};
use super::{Said, turns};
use crate::acts::{self, Answer, Wanted};
use crate::book::Book;
use crate::settings::SidesBy;
use crate::sides::side_name;
use crate::state::Board;

/// A board at which somebody bids.
struct Place {
    event: String,
    at: (u32, u32),
    by: SidesBy,
}

impl Room<'_, '_> {
    /// Takes a bid for the board at which the writer sits.
    pub(super) fn bid(
        &mut self,
        event: Option<&str>,
        side: Option<&str>,
        points: &str,
    ) -> Result<Said, MatchFault> {
        let who = self.player()?;
        let Place { event, at, by } = self.place(event, &who, "bid {} SIDE POINTS")?;
        let wanted = Wanted { side, points };
        if by == SidesBy::OpenBid {
            return self.answer_bid((&event, at), &who, &Answer::Bid(wanted));
        }
        let promise = self.at_desk(&event, |desk| acts::bid(desk, &event, at, (&who, &wanted)))?;
        let (round, board) = at;
        let what = match side {
            Some(side) => format!(
                "your bid for the {} is in: {points} points, at board {round}/{board} of {event}.",
                side_name(side)
            ),
            None => format!("you bid for no side at board {round}/{board} of {event}."),
        };
        let line = format!("the book has its SHA-256 until bids are opened: {promise}");
        Ok(Said { lines: vec![line], ..Said::that(what) })
    }

    /// Takes the side that the other did not bid for.
    pub(super) fn accept(&mut self, event: Option<&str>) -> Result<Said, MatchFault> {
        let who = self.player()?;
        let Place { event, at, by } = self.place(event, &who, "accept {}")?;
        if by != SidesBy::OpenBid {
            let what = format!("bids of {event} are sealed, so there is nothing to accept");
            return Err(MatchFault::no(what, "write a bid of your own, as \"bid allies 1.5\""));
        }
        self.answer_bid((&event, at), &who, &Answer::Accept)
    }

    /// Takes an answer in open bidding, and writes to the other what stands.
    fn answer_bid(
        &mut self,
        (event, at): (&str, (u32, u32)),
        who: &Entrant,
        answer: &Answer<'_>,
    ) -> Result<Said, MatchFault> {
        self.at_desk(event, |desk| {
            acts::answer(desk, event, at, (who, answer))?;
            let (others, _) = turns::news(desk, event, at, Some(who))?;
            let opened = desk.event(event)?;
            let board = desk.board(event, at)?;
            let what = match board.seats.is_empty() {
                true => turns::stands(&desk.book.league, (event, at.0), opened, board),
                false => turns::given(&desk.book.league, (event, at.0), board, who),
            };
            Ok(Said { others, ..Said::that(what) })
        })
    }

    /// The board at which somebody may bid: there must be one only. `line` is what he can write if there are
    /// several.
    fn place(&self, event: Option<&str>, who: &Entrant, line: &str) -> Result<Place, MatchFault> {
        let book = self.read()?;
        if let Some(event) = event {
            has_event(&book, event)?;
        }
        let open = boards(&book, event, who, is_open);
        // A letter that comes again finds its answer done.
        let found = if open.is_empty() { boards(&book, event, who, has_answered) } else { open };
        if found.len() > 1 {
            let lines: Vec<String> = found.iter().map(|it| quote(&line.replace("{}", &it.event))).collect();
            let what = "several boards of yours wait for bids";
            return Err(MatchFault::no(what, format!("write {}", list_or(&lines))));
        }
        match found.into_iter().next() {
            Some(place) if matches!(place.by, SidesBy::SealedBid | SidesBy::OpenBid) => Ok(place),
            Some(place) => {
                let what = format!("nobody bids for sides in {}", quote(&place.event));
                Err(MatchFault::no(what, "the sides are given out otherwise"))
            }
            None => {
                let what = "no board of yours waits for bids";
                Err(MatchFault::no(what, "bids are taken once the round is paired"))
            }
        }
    }
}

/// The boards of somebody in rounds under way, as far as they fit.
fn boards(book: &Book, event: Option<&str>, who: &Entrant, fits: fn(&Board, &Entrant) -> bool) -> Vec<Place> {
    let events = book.league.events.iter().filter(|(word, _)| event.is_none_or(|it| it == *word));
    let place = |(word, of): (&String, &crate::state::Event)| {
        let round = of.current().filter(|round| round.is_paired)?;
        let board = round.boards_of(who).find(|board| fits(board, who))?;
        Some(Place { event: word.clone(), at: (round.number, board.number), by: of.settings.sides.by })
    };
    events.filter_map(place).collect()
}

/// Whether bids are still taken at a board.
fn is_open(board: &Board, _: &Entrant) -> bool {
    board.seats.is_empty() && board.bids.is_none() && board.result.is_none()
}

/// Whether somebody made the last answer of an open bidding.
fn has_answered(board: &Board, who: &Entrant) -> bool {
    board.bidding.as_ref().and_then(|bidding| bidding.turns.last()).is_some_and(|newest| newest.by == *who)
}
