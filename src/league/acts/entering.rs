//! Entering an event, confirming a round, asking for a bye, going.

use club::matches::MatchFault;
use engine::digest::Salt;
use engine::problem::quote;
use tournament::Entrant;
use tournament::pairing::ladder;

use super::{Desk, opening::sync};
use crate::book::Fact;
use crate::figures::ladder_before;
use crate::settings::Format;
use crate::state::Event;

/// What somebody wishes of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To play in it, from the next round that is not paired.
    Enter,
    /// To play the next round, with his own part of the draw if he brings one.
    Confirm(Option<Salt>),
    /// To play no match in the next round.
    Bye,
    /// To play no more, for a reason if he gives one.
    Leave(Option<String>),
    /// The organiser's: that he plays no more, and why.
    Drop(String),
}

/// Writes down what somebody wishes. Gives the round from which it holds.
///
/// # Errors
/// If it cannot be.
pub fn wish(desk: &mut Desk<'_>, event: &str, who: &[Entrant], wish: &Wish) -> Result<u32, MatchFault> {
    let opened = desk.event(event)?;
    let next = opened.next_unpaired().map(|round| round.number);
    let goes = matches!(wish, Wish::Leave(_) | Wish::Drop(_));
    let round = match next {
        Some(round) => round,
        None if goes => opened.settings.rounds + 1,
        None if opened.is_over() => {
            return Err(MatchFault::no(
                format!("the event {} is over", quote(event)),
                "wait for the next event",
            ));
        }
        None => {
            let what = "the round that is being played is the last";
            return Err(MatchFault::no(what, "wait for the next event"));
        }
    };
    if *wish == Wish::Bye {
        may_skip(opened, round, who)?;
    }
    let mut facts = if *wish == Wish::Enter { sync(desk) } else { Vec::new() };
    let event = event.to_owned();
    for entrant in who.iter().cloned() {
        let event = event.clone();
        facts.push(match wish {
            Wish::Enter => (None, Fact::Entered { event, entrant, from_round: round }),
            Wish::Confirm(salt) => (Some(round), Fact::Confirmed { event, entrant, salt: *salt }),
            Wish::Bye => (Some(round), Fact::ByeAsked { event, entrant }),
            Wish::Leave(why) => (Some(round), Fact::Left { event, entrant, why: why.clone() }),
            Wish::Drop(why) => (Some(round), Fact::Dropped { event, entrant, why: why.clone() }),
        });
    }
    desk.write(&facts)?;
    Ok(round)
}

/// Those at the top of a ladder may not skip a round.
fn may_skip(event: &Event, round: u32, who: &[Entrant]) -> Result<(), MatchFault> {
    if event.settings.format != Format::Ladder {
        return Ok(());
    }
    let (ladder, top) = (ladder_before(event, round), event.settings.no_skip as usize);
    match who.iter().find(|it| !ladder::may_skip(&ladder, it, top)) {
        Some(first) => {
            let what =
                format!("{} stands among the first {top}, who may not skip a round", quote(first.word()));
            Err(MatchFault::no(what, "let him confirm the round, or leave the event"))
        }
        None => Ok(()),
    }
}
