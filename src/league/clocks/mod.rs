//! CLOCKS of an event's matches: how much of its bank each side has left, who ran out of it first, and what
//! follows from that by the event's settings. All of it is worked out from the journal of the match each
//! time, and from the organiser's word in the book where he lets a match go on.

#[cfg(feature = "mail")]
mod absences;
#[cfg(feature = "mail")]
mod tidings;
mod words;

use std::collections::BTreeSet;
use std::path::Path;

use club::kit::read_whole;
use club::matches::folder::MatchDir;
use club::matches::{MatchFault, Store};
use club::times::{Times, times};
use engine::entry::{Entry, Kind};
use engine::party::Party;
use jiff::{SignedDuration, Timestamp};
use tournament::clock::{Asked, Clock, Granted, Record, Stretch, Terms, clock, first_out};

use crate::acts::MATCHES;
use crate::settings::{ClockSettings, OnEmpty};
use crate::state::{Board, Event, GoneOn};

#[cfg(feature = "mail")]
pub(crate) use absences::left as absence_left;
#[cfg(feature = "mail")]
pub(crate) use tidings::{may_have_clocks, of_match, tidings};
#[cfg(feature = "mail")]
pub(crate) use words::for_player;
pub use words::{for_everybody, for_organiser, long, of_due, of_gone_on};

/// How long the organiser can let a match go on in which somebody ran out of time.
const GRACE: SignedDuration = SignedDuration::from_hours(72);
/// Longer than any match: absences do not count, however long.
pub const NO_LIMIT: SignedDuration = SignedDuration::from_hours(24 * 366 * 1000);

/// The clocks of a match, by the words of its sides, the first side first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks(pub Vec<(String, Clock)>);

/// Who ran out of time first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Out {
    /// The sides: more than one if they did in the same exchange.
    pub sides: Vec<String>,
    /// The exchange after which nothing was left.
    pub exchange: u32,
    /// When that was closed.
    pub closed: Timestamp,
}

/// What follows once somebody has run out of time and the organiser did not let the match go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Both players and the organiser hear of it.
    Report,
    /// A panel judges the match.
    Panel,
    /// This side loses.
    Forfeit(String),
}

impl Out {
    /// Until when the organiser can let the match go on, and from when on something follows.
    pub fn due(&self) -> Timestamp {
        self.closed.saturating_add(GRACE).unwrap_or(Timestamp::MAX)
    }

    /// What follows by the settings of the event. Of two who ran out in the same exchange none loses by it.
    pub fn follows(&self, on_empty: OnEmpty) -> Due {
        match (on_empty, self.sides.as_slice()) {
            (OnEmpty::Report, _) => Due::Report,
            (OnEmpty::Forfeit, [side]) => Due::Forfeit(side.clone()),
            (OnEmpty::Forfeit | OnEmpty::Adjudicate, _) => Due::Panel,
        }
    }
}

impl Clocks {
    /// Works them out from the journal of a match.
    ///
    /// # Errors
    /// If the journal makes no sense.
    pub fn of(entries: &[Entry], event: &Event, settings: &ClockSettings) -> Result<Clocks, MatchFault> {
        let parties: Vec<Party> = event.sides().into_iter().filter_map(Party::parse).collect();
        let times = times(entries, &parties)?;
        Ok(Clocks::by(parties.iter().map(|party| (party.id(), &times[party])), settings))
    }

    /// Works them out from the times that the sides took.
    pub fn by<'t>(times: impl Iterator<Item = (&'t str, &'t Times)>, settings: &ClockSettings) -> Clocks {
        let terms = terms(settings);
        Clocks(times.map(|(side, times)| (side.to_owned(), clock_of(&terms, times))).collect())
    }

    /// Who ran out of time first, of those whom the organiser did not let go on.
    pub fn out(&self, gone_on: &[GoneOn]) -> Option<Out> {
        let excused: BTreeSet<&str> = gone_on.iter().flat_map(|it| &it.sides).map(String::as_str).collect();
        let counted = self.0.iter().filter(|(side, _)| !excused.contains(side.as_str()));
        let (sides, clocks): (Vec<&String>, Vec<Clock>) =
            counted.map(|(side, it)| (side, it.clone())).unzip();
        let first = first_out(&clocks);
        let line = clocks[*first.first()?].ran_out()?;
        Some(Out {
            sides: first.iter().map(|at| sides[*at].clone()).collect(),
            exchange: line.exchange,
            closed: line.closed,
        })
    }

    /// The newest exchange that was closed and asked somebody; nothing before the first.
    pub fn as_of(&self) -> Option<u32> {
        let newest = self.0.iter().filter_map(|(_, clock)| clock.lines.last());
        newest.max_by_key(|line| line.closed).map(|line| line.exchange)
    }
}

/// What an event's settings say, as clocks need it.
fn terms(settings: &ClockSettings) -> Terms {
    let time = |span: club::clock::Span| SignedDuration::from_mins(span.minutes().into());
    Terms {
        bank: time(settings.bank),
        per_exchange: time(settings.per_exchange),
        free: time(settings.free),
        allowance: NO_LIMIT,
    }
}

/// The clock of a side by its times.
pub fn clock_of(terms: &Terms, times: &Times) -> Clock {
    let asked = times.asked.iter().map(|it| Asked {
        exchange: it.exchange,
        opened: it.opened,
        sent: it.sent,
        closed: it.closed,
        undone: it.undone,
    });
    let asked: Vec<Asked> = asked.collect();
    let stretches = |of: &[(Timestamp, Timestamp)]| -> Vec<Stretch> {
        of.iter().map(|&(from, until)| Stretch { from, until }).collect()
    };
    let granted: Vec<Granted> = times.granted.iter().map(|&(at, time)| Granted { at, time }).collect();
    let (paused, away) = (stretches(&times.paused), stretches(&times.away));
    clock(terms, &Record { asked: &asked, paused: &paused, away: &away, granted: &granted })
}

/// The clocks of a board's match, which lies in the folder of matches of an office; nothing if the event has
/// no clocks, or the match is not under way or does not lie there.
///
/// # Errors
/// If its journal cannot be read or makes no sense.
pub fn of_board(office: &Path, event: &Event, board: &Board) -> Result<Option<Clocks>, MatchFault> {
    match &board.begun {
        Some((word, _)) => of_store(&MatchDir::new(office.join(MATCHES).join(word)), event, board),
        None => Ok(None),
    }
}

/// The same of a match that is kept here.
///
/// # Errors
/// As [`of_board`].
pub fn of_store(store: &dyn Store, event: &Event, board: &Board) -> Result<Option<Clocks>, MatchFault> {
    let (Some(settings), Some((_, genesis))) = (&event.settings.clock, &board.begun) else {
        return Ok(None);
    };
    if !store.is_begun() {
        return Ok(None);
    }
    let whole = read_whole(store)?;
    let entries = whole.entries()?;
    let is_over = entries.iter().any(|entry| matches!(entry.header().kind, Kind::Agreed | Kind::Ended));
    if is_over || entries.first().map(Entry::hash) != Some(*genesis) {
        return Ok(None);
    }
    Clocks::of(entries, event, settings).map(Some)
}

/// Whether the organiser could let a match go on when he did, by its clocks.
///
/// # Errors
/// The first entry that does not follow from them, and why.
pub(crate) fn follow(clocks: &Clocks, gone_on: &[GoneOn]) -> Result<(), (u64, String)> {
    for (at, it) in gone_on.iter().enumerate() {
        let wrong = |what: String| (it.entry, format!("the match cannot have gone on so: {what}"));
        let time = instant(&it.at).map_err(wrong)?;
        let Some(out) = clocks.out(&gone_on[..at]) else {
            return Err(wrong("nobody had run out of time".to_owned()));
        };
        if (&out.sides, out.exchange) != (&it.sides, it.exchange) {
            let sides = out.sides.join(" and ");
            return Err(wrong(format!("the {sides} ran out of time, after exchange {}", out.exchange)));
        }
        if time < out.closed || time > out.due() {
            return Err(wrong(format!("it could be written from {} to {}", out.closed, out.due())));
        }
    }
    Ok(())
}

/// Whether a side has lost by the clock when its match ended.
///
/// # Errors
/// Why it has not.
pub(crate) fn lost(
    (event, board): (&Event, &Board),
    clocks: Option<&Clocks>,
    (side, ended): (&str, &str),
) -> Result<(), String> {
    let settings = event.settings.clock.as_ref().zip(clocks);
    let Some((settings, clocks)) = settings else { return Err("its event has no clocks".to_owned()) };
    let Some(out) = clocks.out(&board.gone_on) else {
        return Err("nobody had run out of time with whom the organiser did not go on".to_owned());
    };
    match out.follows(settings.on_empty) {
        Due::Forfeit(loser) if loser == side => {}
        Due::Forfeit(loser) => {
            return Err(format!("the {loser} ran out first, after exchange {}", out.exchange));
        }
        Due::Panel => return Err(format!("the {} ran out, and a panel judges", out.sides.join(" and "))),
        Due::Report => return Err("by the settings of the event nobody loses by the clock".to_owned()),
    }
    let ended = instant(ended)?;
    if ended < out.due() {
        return Err(format!("it could end so from {} on, and ended at {ended}", out.due()));
    }
    Ok(())
}

/// A time as the book and journals have it.
pub(crate) fn instant(time: &str) -> Result<Timestamp, String> {
    time.parse().map_err(|error| format!("{time}: {error}"))
}

#[cfg(test)]
mod tests;
