//! A round that is to be paired, in the words of pairing.

use std::collections::BTreeSet;
use std::fmt;

use engine::digest::Salt;
use tournament::pairing::{self, Contender, Entry, Field, Format, Refusal, Unit, round_robin};
use tournament::standing::{AfterTie, Climb};
use tournament::{DrawKey, DrawSeed, Entrant, Line, Points, Seat, What};

use super::knockout::is_out;
use super::{entries, leavers, lines};
use crate::settings::{self, EventSettings, SidesBy};
use crate::state::{Board, Event, League, Round};

/// Why a round cannot be put into a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoField {
    /// The draw seed is not known: it is disclosed with the last round, and the organiser has it before.
    NoSeed,
    /// The round has not begun.
    NoRound(String),
    /// Nothing can be paired.
    Refused(Refusal),
}

impl fmt::Display for NoField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoField::NoSeed => f.write_str("the seed of the draw is not disclosed yet"),
            NoField::NoRound(what) => f.write_str(what),
            NoField::Refused(refusal) => refusal.fmt(f),
        }
    }
}

/// The draw key of a round. `seed` is that of the event's draw, or what stands in for it where only the order
/// of costs above the lot is looked at.
pub fn draw_key(league: &League, word: &str, round: &Round, seed: &Salt) -> DrawKey {
    let confirmed: Vec<(Entrant, Option<Salt>)> =
        round.confirmed.iter().map(|(entrant, salt)| (entrant.clone(), *salt)).collect();
    DrawSeed::from_bytes(*seed.as_bytes()).key(&league.genesis, word, round.number, &confirmed)
}

/// What points of an event are in the words of standings.
pub(super) fn points(settings: &EventSettings) -> Points {
    let own = settings.points;
    let narrow = match (own.narrow, own.narrow_win, own.narrow_loss) {
        (Some(margin), Some(win), Some(loss)) => Some(tournament::Narrow { win, loss, margin }),
        _ => None,
    };
    Points { win: own.win, draw: own.draw, loss: own.loss, bye: own.bye, narrow }
}

/// A round of an event as pairing is handed it: who is to be paired in it, and what is known of each.
///
/// # Errors
/// If the round has not begun.
pub fn field(league: &League, word: &str, number: u32, seed: &Salt) -> Result<Field, NoField> {
    let event = league.event(word).map_err(NoField::NoRound)?;
    let round = event.round(number).map_err(NoField::NoRound)?;
    let settings = &event.settings;
    let key = draw_key(league, word, round, seed);
    let (entries, lines) = (entries(league, event), lines(event));
    let active: BTreeSet<Entrant> = event.active(round).into_iter().collect();
    let mut contenders = pairing::contenders(&entries, &active, &lines, &points(settings), number);
    let format = match settings.format {
        settings::Format::Swiss => Format::Swiss { ranks: ranks(settings) },
        settings::Format::RoundRobin => robin(league, word, event, &entries, seed)?,
        settings::Format::Ladder => {
            in_order(&mut contenders, &climb(event, &lines, |climb| climb.before(number)));
            Format::Ladder { again_after: settings.again_after }
        }
        settings::Format::Knockout => {
            let seeds = seeds(&entries);
            contenders.retain(|it| !is_out((event, &seeds), &lines, &it.entrant, number));
            in_order(&mut contenders, &seeds);
            Format::Knockout { bracket: bracket(settings, seeds) }
        }
    };
    Ok(Field {
        round: number,
        is_last: number == settings.rounds,
        contenders,
        forbidden: settings.forbid.clone(),
        are_sides_bid_for: matches!(settings.sides.by, SidesBy::SealedBid | SidesBy::OpenBid),
        unit: if settings.is_whole() { Unit::Whole } else { Unit::Halves },
        key,
        format,
    })
}

fn ranks(settings: &EventSettings) -> pairing::Ranks {
    match settings.ranks {
        settings::Ranks::Slide => pairing::Ranks::Slide,
        settings::Ranks::Fold => pairing::Ranks::Fold,
        settings::Ranks::Adjacent => pairing::Ranks::Adjacent,
    }
}

fn bracket(settings: &EventSettings, seeds: Vec<Entrant>) -> pairing::Bracket {
    match settings.bracket {
        settings::Bracket::Halves => pairing::Bracket::Halves,
        settings::Bracket::Fixed => pairing::Bracket::Fixed { seeds },
    }
}

/// The table of a round robin: those who played its first round, with numbers by its lot.
fn robin(
    league: &League,
    word: &str,
    event: &Event,
    entries: &[Entry],
    seed: &Salt,
) -> Result<Format, NoField> {
    let first = event.round(1).map_err(NoField::NoRound)?;
    let key = draw_key(league, word, first, seed);
    let of_table: Vec<&Entrant> = match first.is_paired {
        true => event.entered.iter().filter(|it| it.from_round == 1).map(|it| &it.entrant).collect(),
        false => event.playing(1).collect(),
    };
    let is_in_time = |it: &&Entry| of_table.contains(&&it.entrant);
    let table = round_robin::numbers(&key, entries.iter().filter(is_in_time).map(|it| &it.entrant));
    let struck = super::table::struck(league, word, event);
    Ok(Format::RoundRobin { table, struck, double: event.settings.double })
}

/// The ladder of an event, worked out by one of its ways.
pub(super) fn climb<T>(event: &Event, lines: &[Line], work: impl FnOnce(Climb<'_>) -> T) -> T {
    let entered: Vec<(Entrant, u32)> =
        event.entered.iter().map(|it| (it.entrant.clone(), it.from_round)).collect();
    let leavers = leavers(event);
    let after_tie = |line: &Line| after_tie(event, line);
    work(Climb { entries: &entered, leavers: &leavers, lines, after_tie: &after_tie })
}

/// Who goes on after a tie, by the event's settings and who had which side.
pub(super) fn after_tie(event: &Event, line: &Line) -> AfterTie {
    let What::Board { first, second, .. } = &line.what else { return AfterTie::Nobody };
    let is_it = |board: &&Board| (&board.first, &board.second) == (first, second);
    let board = event.round(line.round).ok().and_then(|round| round.boards.iter().find(is_it));
    let advanced = event.settings.advances().zip(board).and_then(|(side, board)| seat_of(board, side));
    advanced.map_or(AfterTie::Nobody, AfterTie::Seat)
}

/// The seat of a side at a board.
fn seat_of(board: &Board, side: &str) -> Option<Seat> {
    let who = board.seats.get(side)?;
    Some(if *who == board.first { Seat::First } else { Seat::Second })
}

/// The seeds of a knockout: by rating, those who entered first before others.
fn seeds(entries: &[Entry]) -> Vec<Entrant> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by_key(|it| std::cmp::Reverse(it.rating));
    sorted.into_iter().map(|it| it.entrant.clone()).collect()
}

/// Sorts contenders by their places in a list.
fn in_order(contenders: &mut [Contender], list: &[Entrant]) {
    contenders.sort_by_key(|it| list.iter().position(|other| *other == it.entrant));
}
