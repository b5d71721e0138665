//! `sealord clock`

/// The time that each side has used.
mod used;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Outcome;
use super::calendar;
use super::shared::{Shared, party, print, print_json, tell_recorded};
use crate::clock::{Absence, By, Event, Extension, Fixed, Holiday, Local};
use crate::matches::publish::publish_recorded;
use crate::matches::{Host, MatchFault};
use crate::party::Party;
use crate::problem::{ExitCode, visible};

/// Show the schedule of a match and when its exchange is due, or record what moves the deadline
#[derive(Debug, clap::Args)]
#[command(
    after_help = "On its own it shows them; with --used it shows how much time each side has used; with one of the\n\
                  commands it records in the journal what happened."
)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    #[command(flatten)]
    pub used: used::Flags,
    #[command(subcommand)]
    pub what: Option<What>,
}

/// What happened.
#[derive(Debug, clap::Subcommand)]
pub enum What {
    /// A side, or one of its players, is away: no deadline of an exchange that asks it falls into that time
    Absence {
        /// The side
        #[arg(long = "side", value_name = "SIDE", value_parser = party)]
        party: Party,
        /// The first day, as in 2026-12-20, or an instant, as in 2026-12-20T18:00, by the clocks of the
        /// match's zone
        #[arg(long, value_parser = local)]
        from: Local,
        /// The last day, or an instant
        #[arg(long, value_parser = local)]
        to: Local,
        /// Which player of the side
        #[arg(long)]
        player: Option<String>,
    },
    /// A side gets more time for the open exchange
    Extend {
        /// The side
        #[arg(long = "side", value_name = "SIDE", value_parser = party)]
        party: Party,
        /// How many hours (default: as many as the schedule allows)
        #[arg(long)]
        hours: Option<u32>,
        /// Why
        #[arg(long)]
        reason: String,
        /// Grant it yourself: it is not charged to the side, and may come after the deadline
        #[arg(long)]
        by_umpire: bool,
    },
    /// Stop the clock
    Pause {
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Start the clock again; the time that was left is given again. A match that was stopped, since all
    /// agreed to end it or for a panel, goes on
    Resume,
    /// No deadline falls on these dates
    Holiday {
        /// A date, or a range as in 2026-12-24..2026-12-26
        #[arg(required = true, value_parser = holiday)]
        dates: Vec<Holiday>,
        /// What they are called
        #[arg(long)]
        name: Option<String>,
    },
    /// Change to another schedule, from the next exchange on
    Change {
        /// The file of the new schedule
        #[arg(long, value_name = "FILE")]
        schedule: PathBuf,
        /// Apply it to the open exchange too, as if that were opened now
        #[arg(long)]
        at_once: bool,
    },
}

fn local(word: &str) -> Result<Local, String> {
    Local::parse(word).map_err(|bad| format!("{}; {}", bad.what(), bad.mend()))
}

fn holiday(word: &str) -> Result<Holiday, String> {
    Holiday::parse(word).map_err(|bad| format!("{}; {}", bad.what(), bad.mend()))
}

fn event(what: What) -> Result<Event, MatchFault> {
    Ok(match what {
        What::Absence { party, from, to, player } => {
            let party = party.id().to_owned();
            Event::Absence(Absence { party, player, from, to, moved_by: By::Party })
        }
        What::Extend { party, hours, reason, by_umpire } => {
            let by = if by_umpire { By::Umpire } else { By::Party };
            Event::Extension(Extension { party: party.id().to_owned(), hours, reason, by })
        }
        What::Pause { reason } => Event::Pause { reason },
        What::Resume => Event::Resume,
        What::Holiday { mut dates, name } => {
            dates.iter_mut().for_each(|it| it.name.clone_from(&name));
            Event::Holiday { dates }
        }
        What::Change { schedule, at_once } => {
            Event::ScheduleChanged { schedule: Box::new(calendar::read_schedule(&schedule)?), now: at_once }
        }
    })
}

/// Runs `sealord clock`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    if args.used.used {
        if args.what.is_some() {
            let what = "--used shows the time that was used, and records nothing";
            return Err(MatchFault::no(what, "leave it out, or the command behind it"));
        }
        return used::run(shared, &args.dir, &args.used);
    }
    let Some(what) = args.what else {
        return tell(shared, &args.dir);
    };
    let event = event(what)?;
    let host = shared.host(&args.dir)?;
    match event {
        Event::Resume if host.stopped_at().is_some() => go_on(shared, host, &args.dir),
        event => record(shared, host, &args.dir, event),
    }
}

/// Lets a match go on that its sides had agreed to end, or that stopped for a panel.
fn go_on(shared: &Shared, mut host: Host, dir: &Path) -> Outcome {
    let letter = format!("resume-{}", host.head()?.number);
    host.let_go_on("let the match go on".to_owned(), String::new(), letter)?;
    let files = publish_recorded(&*shared.store(dir)?, &mut host, &shared.kit.templates)?;
    let head = host.head()?;
    let text = format!("the match goes on\njournal entry {}, head {}\n", head.number, head.hash);
    let json = json!({ "ok": true, "again": false, "entry": head.number, "head": head.hash, "files": files });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}

fn tell(shared: &Shared, dir: &Path) -> Outcome {
    let (game, head) = shared.game(dir)?;
    let (Some(clock), Some(schedule)) = (game.clock(), game.schedule()) else {
        let what = "this match has no schedule";
        return Err(MatchFault::no(what, "`sealord status` shows its deadline, if it has one"));
    };
    let left = |party: &Party| clock.left(party.id(), jiff::Timestamp::MAX);
    if shared.json {
        let left = game.parties().iter().map(|party| (party.id().to_owned(), left(party).into()));
        print_json(&json!({
            "match": game.settings.match_id, "schedule": schedule, "schedule_words": schedule.in_words(),
            "fixed": game.fixed(), "paused": clock.is_paused(), "extensions_left": Value::Object(left.collect()),
            "recorded": clock.recorded(), "entry": head.number, "head": head.hash,
        }))?;
        return Ok(ExitCode::Done);
    }
    let mut text = format!("{}: {}\n", game.settings.match_id, schedule.in_words());
    match game.fixed() {
        Some(fixed) => text += &calendar::deadline(&game, fixed, ""),
        None => text += "no exchange is open\n",
    }
    if schedule.extensions().is_some() {
        let left = |party: &Party| format!("{party} {}", left(party));
        let left: Vec<String> = game.parties().iter().map(left).collect();
        text += &format!("extensions left: {}\n", left.join(", "));
    }
    for it in clock.recorded() {
        text += &format!("{}: {}\n", game.in_words(it.at), visible(&words(&it.event)));
    }
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    print(&text)?;
    Ok(ExitCode::Done)
}

fn record(shared: &Shared, mut host: Host, dir: &Path, event: Event) -> Outcome {
    let dir = shared.store(dir)?;
    let told = visible(&words(&event));
    let known = host.clocked_already(&event)?;
    let fixed: Option<Fixed> = match known {
        Some(_) => host.game.fixed().cloned(),
        None => Some(host.clock(event)?),
    };
    let files = publish_recorded(&*dir, &mut host, &shared.kit.templates)?;
    let head = host.head()?;
    let mut text = match known {
        Some(entry) => format!("already recorded, as entry {entry}; nothing was added: {told}\n"),
        None => format!("recorded: {told}\n"),
    };
    if let Some(fixed) = &fixed {
        text += &calendar::deadline(&host.game, fixed, "");
    }
    files.iter().for_each(|path| text += &format!("wrote {path}\n"));
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": known.is_some(), "fixed": fixed, "entry": head.number, "head": head.hash,
        "files": files,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}

/// An event in one line of words.
fn words(event: &Event) -> String {
    let name = |word: &str| Party::parse(word).map_or(word.to_owned(), |party| party.name().to_owned());
    match event {
        Event::Absence(it) => {
            let player = it.player.as_ref().map(|player| format!(" ({player})")).unwrap_or_default();
            format!("the {}{player} are away from {} to {}", name(&it.party), it.from, it.to)
        }
        Event::Extension(it) => {
            let hours = it.hours.map_or("more time".to_owned(), |hours| format!("{hours} hours more"));
            let by = if it.by == By::Umpire { " from the umpire" } else { "" };
            format!("the {} get {hours}{by}: {}", name(&it.party), it.reason)
        }
        Event::Pause { reason } => format!("the match is paused: {reason}"),
        Event::Resume => "the match resumes".to_owned(),
        Event::ScheduleChanged { schedule, now } => {
            let when = if *now { "at once" } else { "from the next exchange on" };
            format!("a new schedule applies {when}: {}", schedule.in_words())
        }
        Event::Holiday { dates } => {
            let date = |it: &Holiday| {
                let name = it.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
                let to = if it.to == it.from { String::new() } else { format!("..{}", it.to) };
                format!("{}{to}{name}", it.from)
            };
            format!("no deadline falls on {}", dates.iter().map(date).collect::<Vec<_>>().join(", "))
        }
    }
}
