//! The page with which a league begins, and the same for programs.

use club::matches::MatchFault;
use serde::Serialize;
use serde_json::{Value, json};

use super::panels::{PANELS, panels};
use super::places::{Link, RATINGS};
use super::said::{format_name, stands};
use super::{FOLDER, Press};
use crate::book::Outcome;
use crate::figures::{ladder, list, table};
use crate::settings::{Format, RatingKind};
use crate::state::{Event, League};
use crate::words::{crosstable_json, ratings_json, standings_json};

/// What the first page can name.
#[derive(Serialize)]
pub(super) struct Index<'p> {
    site: &'p str,
    club: &'p str,
    folder: &'static str,
    number: u64,
    hash: String,
    genesis: String,
    events: Vec<EventLine<'p>>,
    lists: Vec<Link>,
    entrants: Vec<Link>,
    /// The page of panels, if there are any.
    panels: Option<&'static str>,
    /// How many rulings became cases.
    cases: usize,
    /// Who countersigned which entries.
    witnesses: Vec<Witness<'p>>,
}

/// A head that somebody countersigned.
#[derive(Serialize)]
struct Witness<'p> {
    of: u64,
    name: &'p str,
    entry: u64,
}

/// An event.
#[derive(Serialize)]
struct EventLine<'p> {
    href: String,
    event: &'p str,
    season: Option<&'p str>,
    game: String,
    format: &'static str,
    stands: String,
    entered: usize,
}

/// Makes the first page.
pub(super) fn index<'p>(press: &'p Press<'_>) -> Index<'p> {
    let league = press.league;
    let line = |(word, event): (&'p String, &'p Event)| EventLine {
        href: format!("{}/index.html", press.places.event(word)),
        event: word,
        season: event.settings.season.as_deref(),
        game: press.game(&event.settings.system, &event.settings.scenario),
        format: format_name(event.settings.format),
        stands: stands(event),
        entered: event.entered.len(),
    };
    let list = |system: &String| Link {
        href: format!("{RATINGS}/{system}.html"),
        name: press.system(system).to_owned(),
    };
    let last = press.entries.last();
    let witnesses = league.witnesses.iter().map(|it| Witness { of: it.of, name: &it.name, entry: it.entry });
    Index {
        site: press.site,
        club: &league.club,
        folder: FOLDER,
        number: last.map_or(0, |entry| entry.header().number),
        hash: last.map_or(String::new(), |entry| entry.hash().to_string()),
        genesis: league.genesis.to_string(),
        events: league.events.iter().map(line).collect(),
        lists: press.places.systems.iter().map(list).collect(),
        entrants: league.entrants.keys().map(|who| press.places.link("", who)).collect(),
        panels: panels(press).map(|_| PANELS),
        cases: league.cases.len(),
        witnesses: witnesses.collect(),
    }
}

/// The tables of all events and all ratings for programs.
///
/// # Errors
/// Never: it holds texts and whole numbers.
pub(super) fn json(press: &Press<'_>) -> Result<String, MatchFault> {
    let league = press.league;
    let events: Vec<Value> =
        league.events.iter().map(|(word, event)| event_json(league, word, event)).collect();
    let kinds = || RatingKind::WORDS.iter().map(|(_, kind)| *kind);
    let of = |system: &String| -> Vec<Value> {
        let lists = kinds().filter_map(|kind| Some((kind, list(league, system, kind, press.as_of)?.1)));
        lists.map(|(kind, list)| ratings_json(system, kind, &list)).collect()
    };
    let entrants = league.entrants.iter().map(|(who, known)| json!({ "entrant": who, "name": known.name }));
    let last = press.entries.last();
    let value = json!({
        "format": "sealord league v1", "club": league.club,
        "head": { "number": last.map(|it| it.header().number), "hash": last.map(|it| it.hash().to_string()) },
        "as_of": press.as_of.to_string(), "entrants": entrants.collect::<Vec<_>>(), "events": events,
        "ratings": press.places.systems.iter().flat_map(of).collect::<Vec<_>>(),
    });
    let text = serde_json::to_string_pretty(&value).map_err(|error| MatchFault::Bug(error.to_string()))?;
    Ok(text + "\n")
}

fn event_json(league: &League, word: &str, event: &Event) -> Value {
    let paired = event.newest_paired().map(|round| round.number);
    let table = paired.map(|round| table(league, word, event, round, event.disclosed.as_ref()));
    let rungs = paired.filter(|_| event.settings.format == Format::Ladder).map(|round| {
        let rungs = ladder(event, round).into_iter();
        rungs
            .map(|it| json!({ "place": it.place, "entrant": it.entrant, "climbed": it.climbed }))
            .collect::<Vec<_>>()
    });
    json!({
        "event": word, "system": event.settings.system, "scenario": event.settings.scenario,
        "season": event.settings.season, "format": event.settings.format.word(),
        "rounds": event.settings.rounds, "paired": paired, "over": event.is_over(),
        "standings": table.as_ref().map(standings_json), "crosstable": table.as_ref().map(crosstable_json),
        "ladder": rungs,
    })
}

/// The results that count, in the order of the book, as lines of canonical JSON.
pub(super) fn results(league: &League) -> String {
    let boards = league.events.values().flat_map(|event| &event.rounds).flat_map(|round| &round.boards);
    let mut results: Vec<&(u64, Outcome)> = boards.filter_map(|board| board.result.as_ref()).collect();
    results.sort_by_key(|(entry, _)| *entry);
    let line = |(_, result): &(u64, Outcome)| String::from_utf8_lossy(&result.line()).into_owned() + "\n";
    results.into_iter().map(line).collect()
}
