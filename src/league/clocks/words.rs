//! Clocks in words.

use engine::party::Party;
use engine::problem::list_and;
use jiff::SignedDuration;
use tournament::Halves;
use tournament::clock::in_half_days;

use super::{Clocks, Due, Out};
use crate::settings::OnEmpty;
use crate::state::GoneOn;

/// A length of time in days, hours and minutes; what is less than a minute is left out.
pub fn long(time: SignedDuration) -> String {
    let minutes = time.as_mins().unsigned_abs();
    let parts = [(minutes / (24 * 60), "d"), (minutes / 60 % 24, "h"), (minutes % 60, "m")];
    let parts = parts.into_iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, unit)| format!("{number}{unit}")).collect();
    match (parts.is_empty(), time.is_negative()) {
        (true, _) => "0h".to_owned(),
        (false, minus) => format!("{}{}", if minus { "-" } else { "" }, parts.join(" ")),
    }
}

/// What is left to others' eyes: half days, as `44.5 days`.
fn days(time: SignedDuration) -> String {
    let days = in_half_days(time);
    format!("{days} {}", if days == Halves::whole(1) { "day" } else { "days" })
}

/// A side as in a sentence.
pub(super) fn name(side: &str) -> &str {
    Party::parse(side).map_or(side, |party| party.name())
}

/// Sides as in a sentence: `Axis`, `Axis and Allies`.
pub(super) fn names(sides: &[String]) -> String {
    list_and(&sides.iter().map(|side| name(side).to_owned()).collect::<Vec<_>>())
}

/// Both clocks to the minute, for whoever may know when sides send; nothing before an exchange was closed.
pub fn for_organiser(clocks: &Clocks) -> Option<String> {
    let each = clocks.0.iter().map(|(side, clock)| format!("{side} {} left", long(clock.left)));
    Some(format!("{}, as of exchange {}", each.collect::<Vec<_>>().join(", "), clocks.as_of()?))
}

/// Both clocks in half days, for everybody; nothing before an exchange was closed.
pub fn for_everybody(clocks: &Clocks) -> Option<String> {
    let each = clocks.0.iter().map(|(side, clock)| format!("{side} {}", days(clock.left)));
    Some(format!("{} left, as of exchange {}", each.collect::<Vec<_>>().join(", "), clocks.as_of()?))
}

/// Both clocks for one of the players: his own to the minute, the other's in half days. Finer ones would
/// betray when the other sends.
#[cfg(feature = "mail")]
pub(crate) fn for_player(clocks: &Clocks, own: &str) -> Option<String> {
    let as_of = clocks.as_of()?;
    let (mine, others): (Vec<_>, Vec<_>) = clocks.0.iter().partition(|(side, _)| side == own);
    let (_, mine) = mine.first()?;
    let others = others.iter().map(|(side, it)| format!("the {} {}", name(side), days(it.left)));
    let others = list_and(&others.collect::<Vec<_>>());
    Some(format!("By the clocks, as of exchange {as_of}, you have {} left, and {others}.", long(mine.left)))
}

/// What has run out, and what follows from when on, for the organiser.
pub fn of_due(out: &Out, on_empty: OnEmpty) -> String {
    let follows = match out.follows(on_empty) {
        Due::Report => "both players hear of it".to_owned(),
        Due::Panel => "a panel judges the match".to_owned(),
        Due::Forfeit(side) => format!("the {} lose by the clock", name(&side)),
    };
    format!(
        "the {} ran out of time after exchange {}, closed {}; unless the match goes on, from {} on {follows}",
        names(&out.sides),
        out.exchange,
        out.closed,
        out.due()
    )
}

/// That a match goes on, for everybody.
pub fn of_gone_on(it: &GoneOn) -> String {
    let sides = names(&it.sides);
    format!("the {sides} ran out of time after exchange {}, and the match goes on: {}", it.exchange, it.why)
}
