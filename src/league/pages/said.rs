//! How boards ended and where events stand, in sentences.

use tournament::{Entrant, Halves};

use crate::book::fact::Handicap;
use crate::book::{How, Outcome};
use crate::settings::Format;
use crate::sides::side_name;
use crate::state::{Event, League};

/// What a format is called.
pub(super) fn format_name(of: Format) -> &'static str {
    match of {
        Format::Swiss => "Swiss",
        Format::RoundRobin => "round robin",
        Format::Ladder => "ladder",
        Format::Knockout => "knockout",
    }
}

/// Where an event stands.
pub(super) fn stands(event: &Event) -> String {
    let of = event.settings.rounds;
    let Some(round) = event.current() else { return format!("over after round {of}") };
    let (begins, ends) = event.settings.days(round.number);
    if !round.is_paired {
        let confirmed = event.active(round).len();
        return format!("round {} of {of} begins on {begins}: {confirmed} confirmed", round.number);
    }
    let open = round.boards.iter().filter(|board| board.result.is_none()).count();
    let all = round.boards.len();
    format!("round {} of {of}, to {ends}: {} of {all} boards have a result", round.number, all - open)
}

/// What is taken from a side's score.
pub(super) fn handicap(of: &Handicap) -> String {
    let void = if of.void { ", void: points did not decide" } else { "" };
    format!("{} from the {}{void}", Halves(of.halves), side_name(&of.side))
}

/// How a board ended.
pub(super) fn ended(league: &League, result: &Outcome) -> String {
    let names = |side: &str| {
        let who: Vec<&str> = result.seats.get(side).into_iter().flatten().map(|it| league.name(it)).collect();
        who.join(" and ")
    };
    let won = result.winner().map(|side| format!("{} won as the {}", names(side), side_name(side)));
    let points: Vec<String> =
        result.points.iter().map(|(side, points)| format!("{} {points}", side_name(side))).collect();
    let points = if points.is_empty() { String::new() } else { format!(" (points: {})", points.join(", ")) };
    match (result.how, won) {
        (How::DoubleForfeit, _) => "given up by both".to_owned(),
        (How::Annulled, _) => "annulled".to_owned(),
        (How::Forfeit, Some(won)) => format!("{won} by forfeit"),
        (How::Conceded, Some(won)) => format!("{won}: the other side gave up{points}"),
        (How::Clock, Some(won)) => format!("{won}: the other side ran out of time{points}"),
        (How::Agreed, Some(won)) => format!("{won}, as agreed{points}"),
        (How::Adjudicated, Some(won)) => format!("{won}, as judged{points}"),
        (_, Some(won)) => format!("{won}{points}"),
        (How::Agreed, None) => format!("a draw, as agreed{points}"),
        (How::Adjudicated, None) => format!("a draw, as judged{points}"),
        (_, None) => format!("a draw{points}"),
    }
}

/// Two who meet, by name.
pub(super) fn pair(league: &League, first: &Entrant, second: &Entrant) -> String {
    format!("{} - {}", league.name(first), league.name(second))
}
