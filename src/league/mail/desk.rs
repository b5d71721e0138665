//! What the organiser writes to the desk of his league.

use club::matches::MatchFault;
use engine::problem::{quote, suggest};
use tournament::Halves;

use super::news;
use super::room::Room;
use super::{Said, looking};
use crate::acts::{self, Decided, Wish};

impl Room<'_, '_> {
    /// Pairs the next round, and writes to everybody whom he meets.
    pub(super) fn pair(&mut self, event: &str) -> Result<Said, MatchFault> {
        let (round, again, copy, (others, unreached), cost) = self.at_desk(event, |desk| {
            let paired = acts::work_out(desk, event)?;
            let again = acts::pair(desk, event, &paired, None)?;
            let layers = paired.pairing.cost.layers();
            let cost: Vec<String> =
                layers.iter().map(|(layer, cost)| format!("{} {cost}", layer.name())).collect();
            let league = &desk.book.league;
            let round = desk.event(event)?.round(paired.round).map_err(MatchFault::Bug)?;
            let others = news::paired(desk, event, round)?;
            Ok((paired.round, again, looking::boards(league, round), others, cost.join(", ")))
        })?;
        let what = match again {
            true => format!("round {round} of {event} was paired so already:"),
            false => format!("round {round} of {event} is paired:"),
        };
        let mut lines = vec![format!("cost: {cost}")];
        lines.extend(unreached);
        Ok(Said { lines, copy, others, ..Said::that(what) })
    }

    /// Opens the bids, and gives out the sides of every board that has none.
    pub(super) fn seats(&mut self, event: &str) -> Result<Said, MatchFault> {
        let lines = self.at_desk(event, |desk| {
            let decided = acts::seat_all(desk, event, None, false)?;
            let line = |at: &(u32, u32)| {
                let board = desk.board(event, *at)?;
                let seats: Vec<String> = board
                    .seats
                    .iter()
                    .map(|(side, who)| format!("{who} has the {}", news::party(side)))
                    .collect();
                let handicap = board.handicap.as_ref().map_or(String::new(), |it| {
                    format!("; {} are taken from the {}", Halves(it.halves), news::party(&it.side))
                });
                Ok(format!("board {}/{}: {} ({}){handicap}", at.0, at.1, seats.join(", "), board.how))
            };
            decided.iter().map(line).collect::<Result<Vec<String>, MatchFault>>()
        })?;
        if lines.is_empty() {
            return Err(MatchFault::no(
                "no board waits for its sides",
                "write \"pairings\" and the event to look",
            ));
        }
        Ok(Said { lines, ..Said::that(format!("the sides of {event} are given out:")) })
    }

    /// A side of a board did not play.
    pub(super) fn forfeit(
        &mut self,
        event: &str,
        at: (u32, u32),
        side: &str,
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let reason = self.needed_reason(below)?;
        let entry = self.at_desk(event, |desk| {
            let decided = Decided::Forfeit(side.to_owned());
            let before =
                desk.board(event, at)?.result.as_ref().map(|(entry, result)| (*entry, result.why.clone()));
            match before {
                // A run that died behind it finds it done.
                Some((entry, Some(why))) if why == reason => Ok(entry),
                _ => acts::decide(desk, event, at, (&decided, &reason), None).map(|outcome| outcome.entry),
            }
        })?;
        let what =
            format!("board {}/{} of {event}: the {side} forfeit; entry {entry} of the book.", at.0, at.1);
        Ok(Said::that(what))
    }

    /// Takes an entrant out of an event, once the line that is sent for it comes back.
    pub(super) fn drop(
        &mut self,
        event: &str,
        who: &str,
        given: Option<&str>,
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let reason = self.needed_reason(below)?;
        let book = self.read()?;
        super::room::has_event(&book, event)?;
        let entrant = tournament::Entrant::new(who);
        let entered = book.league.events[event].entered(&entrant);
        if entered.is_some_and(|it| it.gone.is_some()) {
            return Ok(Said::that(format!("{who} plays no more in {event}.")));
        }
        if entered.is_none() {
            let known = book.league.events[event].entered.iter().map(|it| it.entrant.word());
            let mend = match suggest(who, known) {
                Some(near) => format!("did you mean {near}?"),
                None => "write \"standings\" and the event to see who does".to_owned(),
            };
            return Err(MatchFault::no(format!("{} does not play in {event}", quote(who)), mend));
        }
        let wanted = self.office.token(&["drop", event, who, &book.head().hash.to_string()]);
        drop(book);
        if given != Some(&*wanted) {
            let what = format!(
                "{}{who} is not dropped yet. The book would say so, with your reason, for everybody to read. To confirm, reply \
                 with these lines:",
                stale(given)
            );
            let copy = format!("drop {event} {who} {wanted}\n{reason}");
            return Ok(Said { copy, echo: Some(reason), ..Said::that(what) });
        }
        let round = self.at_desk(event, |desk| acts::wish(desk, event, &[entrant], &Wish::Drop(reason)))?;
        Ok(Said::that(format!("{who} plays no more in {event}, from round {round} on.")))
    }

    /// Closes the round under way, once the line that is sent for it comes back.
    pub(super) fn close(&mut self, event: &str, given: Option<&str>) -> Result<Said, MatchFault> {
        let book = self.read()?;
        super::room::has_event(&book, event)?;
        let Some(round) = book.league.events[event].current().map(|round| round.number) else {
            return Err(MatchFault::no(
                format!("{event} is over"),
                "write \"standings\" and the event to look",
            ));
        };
        let waiting: Vec<String> = book.league.events[event].current().map_or(Vec::new(), |round| {
            let open = round.boards.iter().filter(|it| it.result.is_none());
            open.map(|it| format!("{}/{}", round.number, it.number)).collect()
        });
        if !waiting.is_empty() {
            let what = format!("round {round} cannot be closed: no result of {}", waiting.join(", "));
            return Err(MatchFault::no(what, "a forfeit is written as \"forfeit EVENT ROUND/BOARD SIDE\""));
        }
        let wanted = self.office.token(&["close", event, &round.to_string(), &book.head().hash.to_string()]);
        drop(book);
        if given != Some(&*wanted) {
            let what = format!(
                "{}Round {round} of {event} is not closed yet. After that its results change only by corrections. To confirm, \
                 reply with this line:",
                stale(given)
            );
            return Ok(Said { copy: format!("close {event} {wanted}"), ..Said::that(what) });
        }
        let round = self.at_desk(event, |desk| acts::close(desk, event))?;
        Ok(Said::that(format!("round {round} of {event} is closed.")))
    }

    /// The reason below a command that needs one.
    pub(super) fn needed_reason(&self, below: &[String]) -> Result<String, MatchFault> {
        let reason = self.reason(below)?;
        if reason.is_empty() {
            let what = "the book needs a reason, for everybody to read";
            return Err(MatchFault::no(what, "write it below the line"));
        }
        Ok(reason)
    }
}

/// What is said of a line that was sent back too late.
fn stale(given: Option<&str>) -> &'static str {
    match given {
        Some(_) => "Something has come into the book since you were asked, so look again. ",
        None => "",
    }
}
