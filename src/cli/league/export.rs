//! `sealord league export`: events for other programs.

use std::path::PathBuf;

use league::book::Book;
use league::export::{report_file, results_csv, results_jsonl};

use super::organise::EventArgs;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print, put};
use crate::matches::MatchFault;
use crate::problem::ExitCode;

/// Write an event for other programs
#[derive(Debug, clap::Args)]
#[group(id = "format", required = true, multiple = false, args = ["trf", "csv", "jsonl"])]
pub struct Args {
    #[command(flatten)]
    of: EventArgs,
    /// A report file of FIDE (TRF16), for programs of pairing and rating officers
    #[arg(long)]
    trf: bool,
    /// The results as a table for spreadsheets
    #[arg(long)]
    csv: bool,
    /// The results as lines of JSON, each as it stands in the book
    #[arg(long)]
    jsonl: bool,
    /// Write to this file, and not to stdout
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `sealord league export`.
pub fn run(_: &Shared, args: Args) -> Outcome {
    let EventArgs { club, event: word } = &args.of;
    let book = Book::read(&club.club)?;
    notes(book.notices());
    let no = |what: String| MatchFault::no(what, "`sealord league status` lists the events");
    let event = book.league.event(word).map_err(no)?;
    let text = match () {
        () if args.trf => {
            let organiser = league::settings::of(&club.club)?.organiser.name;
            report_file(&book.league, word, &organiser)
                .map_err(|problems| MatchFault::Refused { problems, source: String::new() })?
        }
        () if args.csv => results_csv(event),
        () => results_jsonl(event),
    };
    match &args.out {
        Some(out) => put(Some(out), &text)?,
        None => print(&text)?,
    }
    Ok(ExitCode::Done)
}
