//! Ratings: the lists of a system, and each step of an entrant.

use club::report::{Levels, Picture};
use serde::Serialize;
use tournament::Entrant;
use tournament::rating::{Duel, List, Rating, Step};

use super::Press;
use super::places::Link;
use crate::figures::list;
use crate::settings::RatingKind;
use crate::words::{change, expected, kind_name, score};

/// From the folder of ratings to the folder `league`.
const UP: &str = "../";

/// What the page of a system's ratings can name.
#[derive(Serialize)]
pub(super) struct SystemPage<'p> {
    site: &'p str,
    club: &'p str,
    system: &'p str,
    as_of: String,
    lists: Vec<ListTable>,
}

/// A list.
#[derive(Serialize)]
struct ListTable {
    word: &'static str,
    name: &'static str,
    rows: Vec<ListRow>,
    any_provisional: bool,
    any_inactive: bool,
}

/// A player on a list.
#[derive(Serialize)]
struct ListRow {
    /// Nothing for a player who is inactive.
    place: Option<u32>,
    who: Link,
    rating: String,
    provisional: bool,
    matches: u32,
    last: String,
}

/// What the page of an entrant can name.
#[derive(Serialize)]
pub(super) struct EntrantPage<'p> {
    site: &'p str,
    club: &'p str,
    word: &'p str,
    name: &'p str,
    has_key: bool,
    as_of: String,
    /// The events that he entered.
    events: Vec<Link>,
    ladders: Vec<Ratings>,
}

/// The steps of an entrant on a list.
#[derive(Serialize)]
struct Ratings {
    id: String,
    list: Link,
    stands: String,
    curve: Picture,
    steps: Vec<StepRow>,
    by_period: bool,
}

/// A step.
#[derive(Serialize)]
struct StepRow {
    when: String,
    duels: Vec<String>,
    after: String,
    change: String,
}

/// Every list of a system that has somebody on it.
fn lists(press: &Press<'_>, system: &str) -> Vec<(RatingKind, List)> {
    let all = RatingKind::WORDS.iter().map(|(_, kind)| *kind);
    let of = |kind| Some((kind, list(press.league, system, kind, press.as_of)?.1));
    all.filter_map(of).filter(|(_, list)| !list.rows.is_empty()).collect()
}

/// Makes the page of a system's ratings.
pub(super) fn system<'p>(press: &'p Press<'_>, system: &'p str) -> SystemPage<'p> {
    let table = |(kind, list): (RatingKind, List)| {
        let row = |it: &tournament::rating::Row| ListRow {
            place: it.rank,
            who: press.places.link(UP, &it.entrant),
            rating: it.rating.to_string(),
            provisional: it.provisional,
            matches: it.matches,
            last: it.last.to_string(),
        };
        ListTable {
            word: kind.word(),
            name: kind_name(kind),
            any_provisional: list.rows.iter().any(|it| it.provisional),
            any_inactive: list.rows.iter().any(|it| it.rank.is_none()),
            rows: list.rows.iter().map(row).collect(),
        }
    };
    SystemPage {
        site: press.site,
        club: &press.league.club,
        system: press.system(system),
        as_of: press.as_of.to_string(),
        lists: lists(press, system).into_iter().map(table).collect(),
    }
}

/// Makes the page of an entrant.
pub(super) fn entrant<'p>(press: &'p Press<'_>, who: &'p Entrant) -> EntrantPage<'p> {
    let league = press.league;
    let entered = league.events.iter().filter(|(_, event)| event.entered(who).is_some());
    let event = |word: &str| Link {
        href: format!("{UP}{}/index.html", press.places.event(word)),
        name: word.to_owned(),
    };
    let of_system = |system: &String| -> Vec<Ratings> {
        let all = lists(press, system).into_iter();
        all.filter_map(|(kind, list)| ratings(press, (system, kind), &list, who)).collect()
    };
    EntrantPage {
        site: press.site,
        club: &league.club,
        word: who.word(),
        name: league.name(who),
        has_key: league.entrants.get(who).is_some_and(|it| it.key.is_some()),
        as_of: press.as_of.to_string(),
        events: entered.map(|(word, _)| event(word)).collect(),
        ladders: press.places.systems.iter().flat_map(of_system).collect(),
    }
}

fn ratings(
    press: &Press<'_>,
    (system, kind): (&str, RatingKind),
    list: &List,
    who: &Entrant,
) -> Option<Ratings> {
    let row = list.row(who)?;
    let steps = list.steps(who);
    let title = format!("{}, {}", kind_name(kind), press.system(system));
    let id = format!("{}-{system}", kind.word());
    let place = row.rank.map_or("inactive".to_owned(), |rank| format!("place {rank}"));
    let provisional = if row.provisional { ", provisional" } else { "" };
    let by_period = steps.iter().any(|step| step.period.is_some());
    let whole = |of: Rating| (of.thousandths() + 500).div_euclid(1000);
    let first = steps.first().map(|step| whole(step.before));
    let values: Vec<i64> = first.into_iter().chain(steps.iter().map(|step| whole(step.after))).collect();
    let curve = Levels {
        id: &id,
        title: &format!("{title}: {}", press.league.name(who)),
        along: if by_period { "Periods" } else { "Matches" },
        name: "Rating",
        labels: (0..values.len()).map(|at| at.to_string()).collect(),
        values,
    };
    Some(Ratings {
        curve: curve.draw(),
        stands: format!("{}, {place}{provisional}", row.rating),
        list: Link { href: format!("{system}.html#{}", kind.word()), name: title },
        steps: steps.iter().map(|it| step(press, it)).collect(),
        by_period,
        id,
    })
}

fn step(press: &Press<'_>, step: &Step) -> StepRow {
    let when = match (step.period, step.duels.first()) {
        (Some((from, to)), _) => format!("{from} to before {to}"),
        (None, Some(duel)) => duel.date.to_string(),
        (None, None) => String::new(),
    };
    StepRow {
        when,
        duels: step.duels.iter().map(|it| duel(press, it)).collect(),
        after: step.after.to_string(),
        change: change(step.change()),
    }
}

fn duel(press: &Press<'_>, it: &Duel) -> String {
    let against: Vec<&str> = it.against.iter().map(|who| press.league.name(who)).collect();
    format!(
        "{} {} ({} against {}{}), entry {}",
        score(it.score),
        against.join(" and "),
        it.own,
        it.theirs,
        expected(it.how),
        it.entry
    )
}
