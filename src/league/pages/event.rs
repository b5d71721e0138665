//! The page of an event: who stands where, who met whom, the rounds.

use serde::Serialize;
use tournament::Entrant;
use tournament::standing::Standing;

use super::Press;
use super::places::Link;
use super::said::{format_name, stands};
use crate::figures::{Table, ladder, table};
use crate::settings::{Format, SidesBy};
use crate::state::Event;
use crate::words::{cross_head, cross_rows, head, kind_name, rows};

/// From the folder of an event to the folder `league`.
pub(super) const UP: &str = "../";

/// What the page of an event can name.
#[derive(Serialize)]
pub(super) struct EventPage<'p> {
    site: &'p str,
    club: &'p str,
    event: &'p str,
    game: String,
    edition: u32,
    format: &'static str,
    stands: String,
    /// How it is played, a name and words each.
    terms: Vec<(&'static str, String)>,
    rounds: Vec<RoundLink>,
    standings: Option<Grid>,
    /// Whether lots are still secret, so that nobody knows how they break ties.
    is_lot_open: bool,
    crosstable: Option<Grid>,
    /// Of a ladder the rungs, the first at the top.
    ladder: Option<Vec<RungRow>>,
    /// Who went out of it, each with how.
    gone: Vec<(Link, String)>,
    /// Who entered, before there is anything to show.
    entered: Vec<Link>,
}

/// A round that is paired.
#[derive(Serialize)]
struct RoundLink {
    number: u32,
    words: String,
}

/// A table: the heads of its columns, and its rows.
#[derive(Serialize)]
struct Grid {
    head: Vec<String>,
    rows: Vec<GridRow>,
}

/// A row of a table: place, who, and the columns behind.
#[derive(Serialize)]
struct GridRow {
    place: String,
    who: Link,
    has_left: bool,
    cells: Vec<String>,
}

/// A rung of a ladder.
#[derive(Serialize)]
struct RungRow {
    place: usize,
    who: Link,
    /// How many places he has climbed in the newest round; fallen, if below nothing.
    climbed: i64,
}

/// Makes the page of an event.
pub(super) fn event<'p>(press: &'p Press<'_>, word: &'p str, event: &Event) -> EventPage<'p> {
    let league = press.league;
    let link = |who: &Entrant| press.places.link(UP, who);
    let paired = event.newest_paired().map(|round| round.number);
    let table = paired.map(|round| table(league, word, event, round, event.disclosed.as_ref()));
    let is_ladder = event.settings.format == Format::Ladder;
    let rungs = paired.filter(|_| is_ladder).map(|round| {
        let rungs = ladder(event, round).into_iter();
        rungs.map(|it| RungRow { place: it.place, who: link(&it.entrant), climbed: it.climbed }).collect()
    });
    let gone = event.entered.iter().filter_map(|it| Some((&it.entrant, it.gone.as_ref()?)));
    EventPage {
        site: press.site,
        club: &league.club,
        event: word,
        game: press.game(&event.settings.system, &event.settings.scenario),
        edition: event.edition,
        format: format_name(event.settings.format),
        stands: stands(event),
        terms: terms(event),
        rounds: event.rounds.iter().filter(|round| round.is_paired).map(round_link).collect(),
        standings: table.as_ref().map(|table| standings(press, table)),
        is_lot_open: table.as_ref().is_some_and(|table| table.is_lot_open),
        crosstable: table.as_ref().filter(|_| !is_ladder).map(|table| crosstable(press, table)),
        ladder: rungs,
        gone: gone.map(|(who, gone)| (link(who), how_gone(gone))).collect(),
        entered: event.entered.iter().map(|it| link(&it.entrant)).collect(),
    }
}

fn round_link(round: &crate::state::Round) -> RoundLink {
    let open = round.boards.iter().filter(|board| board.result.is_none()).count();
    let words = match (round.closed, open) {
        (true, _) => "closed".to_owned(),
        (false, 0) => "all results are in".to_owned(),
        (false, open) => format!("{open} of {} without a result", round.boards.len()),
    };
    RoundLink { number: round.number, words }
}

fn how_gone(gone: &crate::state::Gone) -> String {
    let how = if gone.dropped { "dropped" } else { "left" };
    let why = if gone.why.is_empty() { String::new() } else { format!(": {}", gone.why) };
    format!("{how}, plays no more from round {} on{why}", gone.from_round)
}

fn standings(press: &Press<'_>, table: &Table) -> Grid {
    let head = head(table).into_iter().map(str::to_owned).collect();
    grid(press, head, table.standings.iter(), rows(table, &|_| String::new()))
}

fn crosstable(press: &Press<'_>, table: &Table) -> Grid {
    let of = table.crosstable.rows.iter().map(|row| &row.standing);
    grid(press, cross_head(table), of, cross_rows(table, &|_| String::new()))
}

/// A table whose rows begin with a place and a name; the name becomes a link.
fn grid<'s>(
    press: &Press<'_>,
    head: Vec<String>,
    of: impl Iterator<Item = &'s Standing>,
    rows: Vec<Vec<String>>,
) -> Grid {
    let row = |(standing, cells): (&Standing, Vec<String>)| GridRow {
        place: standing.place.to_string(),
        who: press.places.link(UP, &standing.entrant),
        has_left: standing.has_left,
        cells: cells.into_iter().skip(2).collect(),
    };
    Grid { head: head.into_iter().skip(2).collect(), rows: of.zip(rows).map(row).collect() }
}

/// How an event is played.
fn terms(event: &Event) -> Vec<(&'static str, String)> {
    let settings = &event.settings;
    let points = &settings.points;
    let sides = match settings.sides.by {
        SidesBy::SealedBid => "by sealed bids",
        SidesBy::OpenBid => "by open bids",
        SidesBy::Lot => "by lot",
        SidesBy::Alternate => "in turn",
        SidesBy::Fixed => "the first has the first side",
    };
    let rated: Vec<&str> = settings.rated.iter().map(|kind| kind_name(*kind)).collect();
    let (begins, _) = settings.days(1);
    let (_, ends) = settings.days(settings.rounds);
    let pairs = match settings.matches_of_a_pair() {
        1 => "",
        _ => ", two matches of each pair",
    };
    vec![
        ("Rounds", format!("{}, from {begins} to {ends}{pairs}", settings.rounds)),
        (
            "Points",
            format!("win {}, draw {}, loss {}, bye {}", points.win, points.draw, points.loss, points.bye),
        ),
        ("Sides", sides.to_owned()),
        ("Rated", if rated.is_empty() { "no".to_owned() } else { rated.join(", ") }),
    ]
}
