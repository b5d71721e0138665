//! What the organiser writes to the desk of his league.

use club::matches::MatchFault;
use engine::problem::{quote, suggest};
use tournament::Halves;

use super::room::Room;
use super::{Said, looking, news, turns};
use crate::acts::{self, Decided, Wish};
use crate::sides::side_name;
use crate::state::Board;

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

    /// Opens the bids, and gives out the sides of every board that has none; where they bid in the open, of
    /// those whose time is over.
    pub(super) fn seats(&mut self, event: &str) -> Result<Said, MatchFault> {
        let (lines, others) = self.at_desk(event, |desk| {
            let decided = acts::seat_all(desk, event, None, false)?;
            let (mut lines, mut others) = (Vec::new(), Vec::new());
            for at in &decided {
                lines.push(seated(*at, desk.board(event, *at)?));
                others.extend(turns::news(desk, event, *at, None)?.0);
            }
            Ok((lines, others))
        })?;
        if lines.is_empty() {
            return Err(MatchFault::no(
                "no board waits for its sides",
                "write \"pairings\" and the event to look",
            ));
        }
        Ok(Said { lines, others, ..Said::that(format!("the sides of {event} are given out:")) })
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

/// Who has which side at a board, in a line.
fn seated((round, number): (u32, u32), board: &Board) -> String {
    if board.seats.is_empty() {
        return format!("board {round}/{number}: the time to bid first is over, and the other may");
    }
    let seats: Vec<String> =
        board.seats.iter().map(|(side, who)| format!("{who} has the {}", side_name(side))).collect();
    let handicap = board.handicap.as_ref().map_or(String::new(), |it| {
        format!("; {} are taken from the {}", Halves(it.halves), side_name(&it.side))
    });
    format!("board {round}/{number}: {} ({}){handicap}", seats.join(", "), board.how)
}

/// What is said of a line that was sent back too late.
pub(super) fn stale(given: Option<&str>) -> &'static str {
    match given {
        Some(_) => "Something has come into the book since you were asked, so look again. ",
        None => "",
    }
}
