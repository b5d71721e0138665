//! `sealord league status`: what waits for the organiser.

use league::book::Book;
use league::state::Event;
use league::waits::{self, Waits};
use serde_json::{Value, json};

use super::ClubArgs;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print, print_json};
use crate::problem::{ExitCode, count};

/// Show what each event waits for
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    club: ClubArgs,
}

/// Runs `sealord league status`. Something that waits for the organiser is exit code 4.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let book = Book::read(&args.club.club)?;
    notes(book.notices());
    let league = &book.league;
    let mut text = format!(
        "{}: {}, entry {}\n",
        league.club,
        count(league.entrants.len(), "entrant"),
        book.head().number
    );
    let mut events = Vec::new();
    let mut is_waiting = false;
    for (word, event) in &league.events {
        let waits = waits::of_event(event);
        is_waiting |= waits.is_some();
        text += &line(word, event, waits.as_ref());
        events.push(value(word, event, waits.as_ref()));
    }
    match shared.json {
        true => print_json(
            &json!({ "ok": true, "club": league.club, "entry": book.head().number, "events": events }),
        )?,
        false => print(&text)?,
    }
    Ok(if is_waiting { ExitCode::Waiting } else { ExitCode::Done })
}

fn line(word: &str, event: &Event, waits: Option<&Waits>) -> String {
    let of = event.settings.rounds;
    match waits {
        None => format!("{word}: over after {of} rounds\n"),
        Some(waits) => format!("{word}: {}\n", waits.line()),
    }
}

fn value(word: &str, event: &Event, waits: Option<&Waits>) -> Value {
    json!({
        "event": word, "rounds": event.settings.rounds, "round": event.current().map(|round| round.number),
        "waits": waits.map(|it| &it.what), "for": waits.map(|it| &it.words),
    })
}
