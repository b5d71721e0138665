//! Results by mail: from the office's own matches, and as the organiser decides; and the end of a round.

use std::path::PathBuf;

use club::matches::MatchFault;

use super::Said;
use super::command::Right;
use super::desk::stale;
use super::room::{Room, has_event};
use crate::acts::MATCHES;
use crate::acts::{self, Decided, Otherwise};
use crate::book::{Book, Fact, Outcome, fact_of};
use crate::proof::{Proved, prove};
use crate::state::Board;

/// A board of an event.
type Place<'p> = (&'p str, (u32, u32));

/// A match of the office that is over, and its proof.
type Proof = (Proved, Vec<u8>);

impl Room<'_, '_> {
    /// Takes the result of a board from the office's own match.
    pub(super) fn result(&mut self, event: &str, at: (u32, u32)) -> Result<Said, MatchFault> {
        let board = self.board((event, at))?;
        let (proved, archive) = self.proof((event, at), &board)?;
        if let Some((_, result)) = board.result.filter(|(_, result)| result.proof == Some(proved.proof)) {
            return Ok(Said::that(ended(&result)));
        }
        let taken = (&proved, archive.as_slice());
        let outcome = self.at_desk(event, |desk| acts::take_archive(desk, event, at, taken, None))?;
        Ok(Said::that(ended(&outcome)))
    }

    /// A board of an event.
    fn board(&self, (event, at): Place<'_>) -> Result<Board, MatchFault> {
        let book = self.read()?;
        has_event(&book, event)?;
        let board = book.league.events[event].round(at.0).and_then(|round| round.board(at.1));
        board.cloned().map_err(|what| MatchFault::no(what, "write it as ROUND/BOARD, as in 3/2"))
    }

    /// The proof of a board's match, which this office played to its end.
    fn proof(&self, (event, at): Place<'_>, board: &Board) -> Result<Proof, MatchFault> {
        let found = match &board.begun {
            Some((word, _)) => self.office.proof(&PathBuf::from(MATCHES).join(word))?,
            None => None,
        };
        let Some(archive) = found else {
            let what = format!("the match of board {}/{} of {event} is not over in this office", at.0, at.1);
            let mend = "play it to its end, or write \"forfeit EVENT ROUND/BOARD SIDE\"";
            return Err(MatchFault::no(what, mend));
        };
        let proved = prove(&|settings| self.office.lay_out(settings), &archive)?;
        Ok((proved, archive))
    }

    /// What the organiser decides of a board, once the lines that are sent for it come back.
    pub(super) fn decide(
        &mut self,
        (event, at): Place<'_>,
        decided: &Decided,
        given: Option<&str>,
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let reason = self.needed_reason(below)?;
        let board = self.board((event, at))?;
        let (verb, how) = match decided {
            Decided::Annulled => ("annul", "annulled"),
            Decided::Forfeit(_) | Decided::DoubleForfeit => ("double-forfeit", "given up by both"),
        };
        let is_same =
            |result: &Outcome| result.how == decided.how() && result.why.as_deref() == Some(&reason);
        if let Some((_, result)) = board.result.filter(|(_, result)| is_same(result)) {
            return Ok(Said::that(ended(&result)));
        }
        let line = format!("{verb} {event} {}/{}", at.0, at.1);
        if let Some(asked) = self.ask(&line, (given, &reason), &format!("is not {how} yet"))? {
            return Ok(asked);
        }
        let outcome = self.at_desk(event, |desk| acts::decide(desk, event, at, (decided, &reason), None))?;
        Ok(Said::that(ended(&outcome)))
    }

    /// Puts another result in the place of a board's, once the lines that are sent for it come back.
    pub(super) fn correct(
        &mut self,
        (event, at): Place<'_>,
        right: &Right,
        given: Option<&str>,
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let reason = self.needed_reason(below)?;
        let board = self.board((event, at))?;
        let Some((entry, before)) = &board.result else {
            let what = format!("board {}/{} of {event} has no result yet", at.0, at.1);
            return Err(MatchFault::no(what, "write \"result EVENT ROUND/BOARD\""));
        };
        let (word, decided) = match right {
            Right::Played => ("played".to_owned(), None),
            Right::Forfeit(side) => (format!("forfeit {side}"), Some(Decided::Forfeit(side.clone()))),
            Right::DoubleForfeit => ("double-forfeit".to_owned(), Some(Decided::DoubleForfeit)),
            Right::Annul => ("annul".to_owned(), Some(Decided::Annulled)),
        };
        let proof = match &decided {
            None => Some(self.proof((event, at), &board)?),
            Some(_) => None,
        };
        let is_done = match (&proof, &decided) {
            (Some((proved, _)), _) => before.proof == Some(proved.proof),
            (None, Some(it)) => before.how == it.how() && before.why.as_deref() == Some(&reason),
            (None, None) => false,
        };
        if is_done {
            return Ok(Said::that(ended(before)));
        }
        let line = format!("correct {event} {}/{} {word}", at.0, at.1);
        let not_yet = format!("is not corrected yet. Its result, in entry {entry}, stays in the book");
        if let Some(asked) = self.ask(&line, (given, &reason), &not_yet)? {
            return Ok(asked);
        }
        let entry = *entry;
        let (outcome, otherwise) = self.at_desk(event, |desk| {
            let by = match (&proof, &decided) {
                (Some((proved, _)), _) => Ok(proved),
                (None, Some(decided)) => Err(decided),
                (None, None) => return Err(MatchFault::Bug("nothing is right".to_owned())),
            };
            let outcome = acts::correct(desk, event, at, (entry, &reason), (by, None))?;
            if let Some((proved, archive)) = &proof {
                acts::keep_archive(desk, proved, archive)?;
            }
            Ok((outcome, acts::otherwise(desk, event, at.0)?))
        })?;
        let lines = otherwise.iter().map(Otherwise::in_words).collect();
        Ok(Said { lines, ..Said::that(ended(&outcome)) })
    }

    /// Asks for the line to be sent back, unless it came with what was asked for.
    fn ask(
        &self,
        line: &str,
        (given, reason): (Option<&str>, &str),
        not_yet: &str,
    ) -> Result<Option<Said>, MatchFault> {
        let head = self.read()?.head().hash.to_string();
        let wanted = self.office.token(&[line, &head]);
        if given == Some(&*wanted) {
            return Ok(None);
        }
        let what = format!(
            "{}The board {not_yet}. The book would say so, with your reason, for everybody to read. To confirm, reply with \
             these lines:",
            stale(given)
        );
        let copy = format!("{line} {wanted}\n{reason}");
        Ok(Some(Said { copy, echo: Some(reason.to_owned()), ..Said::that(what) }))
    }

    /// Closes the round under way, once the line that is sent for it comes back. Matches that this office
    /// played to their ends give their results first.
    pub(super) fn close(&mut self, event: &str, given: Option<&str>) -> Result<Said, MatchFault> {
        let book = self.read()?;
        has_event(&book, event)?;
        if let Some(round) = self.closed_by(&book, event, given)? {
            return Ok(Said::that(format!("round {round} of {event} is closed.")));
        }
        let Some(round) = book.league.events[event].current().cloned() else {
            return Err(MatchFault::no(
                format!("{event} is over"),
                "write \"standings\" and the event to look",
            ));
        };
        drop(book);
        let (mut lines, mut waiting) = (Vec::new(), Vec::new());
        for board in round.boards.iter().filter(|board| board.result.is_none()) {
            match self.result(event, (round.number, board.number)) {
                Ok(said) => lines.push(said.what),
                Err(MatchFault::No { what, .. }) => {
                    waiting.push(format!("{}/{}", round.number, board.number));
                    lines.push(what);
                }
                Err(fault) => return Err(fault),
            }
        }
        if !waiting.is_empty() {
            let what = format!(
                "round {} of {event} is not closed: no result of {}",
                round.number,
                waiting.join(", ")
            );
            lines.push("a forfeit is written as \"forfeit EVENT ROUND/BOARD SIDE\"".to_owned());
            return Ok(Said { lines, is_refused: true, ..Said::that(what) });
        }
        let wanted = self.close_token(event, round.number, &self.read()?.head().hash.to_string());
        if given != Some(&*wanted) {
            let what = format!(
                "{}Round {} of {event} is not closed yet. After that its results change only by corrections. To confirm, \
                 reply with this line:",
                stale(given),
                round.number
            );
            return Ok(Said { lines, copy: format!("close {event} {wanted}"), ..Said::that(what) });
        }
        let number = self.at_desk(event, |desk| acts::close(desk, event))?;
        Ok(Said::that(format!("round {number} of {event} is closed.")))
    }

    fn close_token(&self, event: &str, round: u32, head: &str) -> String {
        self.office.token(&["close", event, &round.to_string(), head])
    }

    /// The round that was closed by this very line, if its letter comes again: a run that died behind it
    /// finds it done.
    fn closed_by(&self, book: &Book, event: &str, given: Option<&str>) -> Result<Option<u32>, MatchFault> {
        let Some(given) = given else { return Ok(None) };
        for pair in book.entries().windows(2).rev() {
            let Some(round) = pair[1].header().exchange else { continue };
            if !matches!(fact_of(&pair[1])?, Fact::RoundClosed { event: closed } if closed == event) {
                continue;
            }
            let is_it = self.close_token(event, round, &pair[0].hash().to_string()) == given;
            return Ok(is_it.then_some(round));
        }
        Ok(None)
    }
}

/// A result in words.
fn ended(result: &Outcome) -> String {
    let place = format!("board {}/{} of {}", result.round, result.board, result.event);
    format!("{place}: {} of the book.", result.in_words())
}
