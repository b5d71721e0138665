//! Lists of ratings: one a system and kind.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tournament::Entrant;
use tournament::rating::glicko::{Periods, Terms};
use tournament::rating::{
    BookLine, Entered, History, Kind, List, Outcome as Rated, RatedResult, Settings, rate,
};

use crate::book::Outcome;
use crate::book::result::DRAW;
use crate::settings::RatingKind;
use crate::state::{Event, League};

/// How a list of a club is rated; nothing if the club keeps none of that kind.
pub fn rating_settings(league: &League, kind: RatingKind) -> Option<Settings> {
    let (way, start) = match kind {
        RatingKind::Area => (Kind::Area, league.ratings.area?),
        RatingKind::Elo => (Kind::Elo, league.ratings.elo?),
        RatingKind::Glicko2 => {
            let it = league.ratings.glicko2?;
            let periods = Periods { months: it.months, first: it.first };
            let terms = Terms { deviation: it.deviation, volatility: it.volatility, tau: it.tau, periods };
            (Kind::Glicko2(terms), it.start)
        }
    };
    let starts = league
        .entrants
        .iter()
        .filter_map(|(entrant, known)| Some((entrant.clone(), *known.start.get(&kind)?)));
    Some(Settings { kind: way, start, starts: starts.collect() })
}

/// What the book says about results of a system that count for a kind of rating, in its order.
pub fn book_lines(league: &League, system: &str, kind: RatingKind) -> Vec<BookLine> {
    let counts = |event: &str| {
        league
            .events
            .get(event)
            .is_some_and(|it| it.settings.system == system && it.settings.rated.contains(&kind))
    };
    let of_list = league.results.iter().filter(|it| counts(&it.result.event));
    let line = |it: &crate::state::Written| {
        let result = rated(&it.result);
        match it.corrects {
            Some(of) => Some(BookLine { entry: it.entry, said: Entered::Correction { of, result } }),
            None => Some(BookLine { entry: it.entry, said: Entered::Result(result?) }),
        }
    };
    of_list.filter_map(line).collect()
}

/// A result as ratings count it; nothing if it is not rated.
pub(super) fn rated(result: &Outcome) -> Option<RatedResult> {
    if !result.rated {
        return None;
    }
    let date = day(&result.ended)?;
    let sides: Vec<Vec<Entrant>> = result.seats.values().cloned().collect();
    let winner = result.seats.keys().position(|side| *side == result.outcome);
    let outcome = match winner {
        Some(side) => Rated::won_by(side),
        None if result.outcome == DRAW => Rated::Draw,
        None => return None,
    };
    RatedResult::new(date, sides, outcome).ok()
}

/// The day of an instant, in UTC.
fn day(instant: &str) -> Option<Date> {
    Some(instant.parse::<Timestamp>().ok()?.to_zoned(TimeZone::UTC).date())
}

/// The list of a system and kind as of a day; nothing if the club keeps none.
pub fn list(league: &League, system: &str, kind: RatingKind, as_of: Date) -> Option<(Settings, List)> {
    let settings = rating_settings(league, kind)?;
    let history = History::of(&book_lines(league, system, kind)).ok()?;
    let list = rate(&settings, &history, as_of);
    Some((settings, list))
}

/// The list as it was when an event opened.
pub(super) fn list_at_opening(league: &League, event: &Event, kind: RatingKind) -> Option<(Settings, List)> {
    let settings = rating_settings(league, kind)?;
    let lines = book_lines(league, &event.settings.system, kind);
    let lines: Vec<BookLine> = lines.into_iter().filter(|line| line.entry < event.opened).collect();
    let list = rate(&settings, &History::of(&lines).ok()?, day(&event.opened_at)?);
    Some((settings, list))
}

/// The systems of which rated results count, by word: one that was corrected away leaves none behind.
pub fn systems(league: &League) -> Vec<String> {
    let is_rated = |event: &&Event| {
        let boards = event.rounds.iter().flat_map(|round| &round.boards);
        boards.filter_map(|board| board.result.as_ref()).any(|(_, result)| result.rated)
    };
    let rated = league.events.values().filter(is_rated).map(|event| event.settings.system.clone());
    rated.collect::<BTreeSet<String>>().into_iter().collect()
}
