//! The organiser lets a match go on in which somebody ran out of time.

use club::matches::MatchFault;
use engine::problem::quote;

use super::Desk;
use crate::book::Fact;
use crate::clocks::{Clocks, Out, instant, of_due};
use crate::state::GoneOn;

/// Writes down that a match goes on although somebody ran out of time: the clocks of who did end nothing any
/// more. Gives which they were. Given again with the same reason it adds nothing.
///
/// # Errors
/// If nobody has run out, or that was more than 72 hours ago.
pub fn go_on(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    clocks: Option<&Clocks>,
    why: &str,
) -> Result<GoneOn, MatchFault> {
    let place = format!("{word} {}/{}", at.0, at.1);
    let board = desk.board(word, at)?;
    let Some((clocks, settings)) = clocks.zip(desk.event(word)?.settings.clock) else {
        let what = format!("no clocks are known of {place}");
        let mend = "they run where the event has a `clock`, for a match that lies in the club's folder";
        return Err(MatchFault::no(what, mend));
    };
    let out = clocks.out(&board.gone_on);
    if let (None, Some(before)) = (&out, board.gone_on.last().filter(|it| it.why == why)) {
        return Ok(before.clone());
    }
    let Some(out) = out else {
        let what = format!("nobody of {place} has run out of time");
        return Err(MatchFault::no(what, "the match goes on as it is"));
    };
    if instant(desk.now).map_err(MatchFault::Bug)? > out.due() {
        let what = format!("it is too late to let {place} go on: {}", of_due(&out, settings.on_empty));
        return Err(MatchFault::no(what, "what follows stands; a panel or a correction can still mend it"));
    }
    if why.trim().is_empty() {
        return Err(MatchFault::usage(format!("{} is no reason", quote(why)), "write why the match goes on"));
    }
    let (event, why) = (word.to_owned(), why.to_owned());
    let (entry, written_at) = (desk.book.next(), desk.now.to_owned());
    let Out { sides, exchange, .. } = out;
    let fact = Fact::GoneOn { event, board: at.1, sides: sides.clone(), after: exchange, why: why.clone() };
    desk.write(&[(Some(at.0), fact)])?;
    Ok(GoneOn { entry, at: written_at, sides, exchange, why })
}
