//! `sealord league standings`, `crosstable`, `ladder` and `ratings`.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use league::book::Book;
use league::figures::{self, Table};
use league::settings::{Format, RatingKind};
use league::state::{Event, League};
use league::words;
use serde_json::{Value, json};

use super::ClubArgs;
use super::organise::EventArgs;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print, print_json};
use crate::matches::MatchFault;
use crate::problem::ExitCode;

/// Print who stands where
#[derive(Debug, clap::Args)]
pub struct TableArgs {
    #[command(flatten)]
    of: EventArgs,
    /// As of the end of this round (default: the newest that is paired)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    round: Option<u32>,
    /// Write a table for spreadsheets
    #[arg(long)]
    csv: bool,
}

/// Print a list of ratings
#[derive(Debug, clap::Args)]
pub struct RatingsArgs {
    #[command(flatten)]
    club: ClubArgs,
    /// The system (default: each that has rated matches)
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// The list: area, elo or glicko2
    #[arg(long, value_name = "LIST", default_value = "area", value_parser = kind)]
    list: RatingKind,
    /// As of this day (default: today)
    #[arg(long, value_name = "DATE")]
    as_of: Option<Date>,
    /// Show each step of this entrant's rating
    #[arg(long, value_name = "ENTRANT", conflicts_with = "changes")]
    explain: Option<String>,
    /// Show whom this entry of the book moved
    #[arg(long, value_name = "ENTRY")]
    changes: Option<u64>,
    /// Write a table for spreadsheets
    #[arg(long, conflicts_with_all = ["explain", "changes"])]
    csv: bool,
}

fn kind(word: &str) -> Result<RatingKind, String> {
    let found = RatingKind::WORDS.iter().find(|(it, _)| *it == word);
    found.map(|(_, kind)| *kind).ok_or_else(|| "write area, elo or glicko2".to_owned())
}

/// A table of an event, with the seed of its draw where that is known.
fn of_event(args: &TableArgs) -> Result<(Book, u32), MatchFault> {
    let book = Book::read(&args.of.club.club)?;
    notes(book.notices());
    let event = event(&book, &args.of.event)?;
    let paired = event.newest_paired().map(|round| round.number);
    let round = args.round.or(paired).unwrap_or(1);
    if paired.is_none_or(|last| round > last) {
        return Err(MatchFault::no(format!("round {round} is not paired yet"), "name an earlier round"));
    }
    Ok((book, round))
}

fn event<'b>(book: &'b Book, word: &str) -> Result<&'b Event, MatchFault> {
    book.league.event(word).map_err(|what| MatchFault::no(what, "`sealord league status` lists the events"))
}

/// Runs `sealord league standings`.
pub fn standings(shared: &Shared, args: TableArgs) -> Outcome {
    shown(shared, &args, ("standings", words::standings_json, words::standings_csv, words::standings))
}

/// Runs `sealord league crosstable`.
pub fn crosstable(shared: &Shared, args: TableArgs) -> Outcome {
    shown(shared, &args, ("rows", words::crosstable_json, words::crosstable_csv, words::crosstable))
}

/// How a table is shown: its name in JSON, and the three ways.
type Ways = (&'static str, fn(&Table) -> Value, fn(&Table) -> String, fn(&League, &Table) -> String);

fn shown(shared: &Shared, args: &TableArgs, (name, as_json, as_csv, as_text): Ways) -> Outcome {
    let (book, round) = of_event(args)?;
    let word = &args.of.event;
    let event = event(&book, word)?;
    let table = figures::table(&book.league, word, event, round, event.disclosed.as_ref());
    match () {
        () if shared.json => {
            print_json(&json!({ "ok": true, "event": word, "round": round, name: as_json(&table) }))?;
        }
        () if args.csv => print(&as_csv(&table))?,
        () => print(&as_text(&book.league, &table))?,
    }
    Ok(ExitCode::Done)
}

/// Runs `sealord league ladder`.
pub fn ladder(shared: &Shared, args: TableArgs) -> Outcome {
    let (book, round) = of_event(&args)?;
    let word = &args.of.event;
    let event = event(&book, word)?;
    if event.settings.format != Format::Ladder {
        let what = format!("{word} is no ladder");
        return Err(MatchFault::no(what, "look at `sealord league standings`"));
    }
    let rungs = figures::ladder(event, round);
    match shared.json {
        true => {
            let rungs = rungs
                .iter()
                .map(|it| json!({ "place": it.place, "entrant": it.entrant, "climbed": it.climbed }));
            print_json(
                &json!({ "ok": true, "event": word, "round": round, "ladder": rungs.collect::<Vec<_>>() }),
            )?;
        }
        false => print(&words::ladder(&book.league, &rungs))?,
    }
    Ok(ExitCode::Done)
}

/// Runs `sealord league ratings`.
pub fn ratings(shared: &Shared, args: RatingsArgs) -> Outcome {
    let book = Book::read(&args.club.club)?;
    notes(book.notices());
    let league = &book.league;
    let as_of = match args.as_of {
        Some(day) => day,
        None => today(&shared.kit.now())?,
    };
    let systems = match &args.system {
        Some(system) => vec![system.clone()],
        None => figures::systems(league),
    };
    let mut text = String::new();
    let mut lists = Vec::new();
    for system in &systems {
        let Some((settings, list)) = figures::list(league, system, args.list, as_of) else {
            let what = format!("the club keeps no list {}", args.list.word());
            return Err(MatchFault::no(what, "add it under `ratings` in league.yaml"));
        };
        match (&args.explain, args.changes) {
            (Some(who), _) => {
                let who = league.known(&tournament::Entrant::new(who)).map(|_| tournament::Entrant::new(who));
                let who = who.map_err(|what| MatchFault::no(what, "name an entrant of the club"))?;
                text += &words::steps(league, (system, args.list), &who, &list);
                lists.push(words::steps_json(system, &who, &list));
            }
            (None, Some(entry)) => {
                let lines = figures::book_lines(league, system, args.list);
                let moved = tournament::rating::changes(&settings, &lines, entry, as_of)
                    .map_err(|fault| MatchFault::Bug(fault.to_string()))?;
                text += &words::moved(league, (system, args.list), entry, &moved);
                lists.push(words::moved_json(system, &moved));
            }
            (None, None) if args.csv => text += &words::ratings_csv(system, args.list, &list),
            (None, None) => {
                text += &words::ratings(league, (system, args.list), &list);
                lists.push(words::ratings_json(system, args.list, &list));
            }
        }
    }
    if systems.is_empty() {
        text = "no rated match has ended yet\n".to_owned();
    }
    match shared.json {
        true => print_json(&json!({ "ok": true, "as_of": as_of.to_string(), "lists": lists }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

/// The day of a time of the command line, in UTC.
pub(super) fn today(now: &str) -> Result<Date, MatchFault> {
    let at: Timestamp = now.parse().map_err(|error| MatchFault::Bug(format!("{now}: {error}")))?;
    Ok(at.to_zoned(TimeZone::UTC).date())
}
