//! `sealord league check`

use league::acts::same_club;
use league::book::Book;
use serde_json::json;

use super::ClubArgs;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print, print_json};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, count};

/// Say what is wrong with a club's league.yaml and its book, all of it at once
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    club: ClubArgs,
}

/// Runs `sealord league check`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let club = &args.club.club;
    let settings = league::settings::of(club)?;
    for (word, event) in &settings.events {
        let of = |fault: crate::rulebook::RulebookFault| {
            let fault = MatchFault::from(fault);
            MatchFault::no(format!("events.{word}: {fault}"), "`sealord systems` lists systems and scenarios")
        };
        let system = shared.kit.systems.system(&event.system).map_err(of)?;
        system.scenario(&shared.kit.games, Some(&event.scenario)).map_err(of)?;
    }
    let (entrants, events) = (settings.entrants.len(), settings.events.len());
    let mut text = format!(
        "good   club: {}, {}, {}\n",
        settings.club,
        count(entrants, "entrant"),
        count(events, "event")
    );
    let mut warnings = Vec::new();
    for (word, event) in &settings.events {
        let most = if entrants.is_multiple_of(2) { entrants.saturating_sub(1) } else { entrants };
        if event.format == league::settings::Format::Swiss && event.rounds as usize > most.max(1) {
            warnings.push(format!(
                "events.{word}: {} for {}: rematches from round {} on",
                count(event.rounds as usize, "round"),
                count(entrants, "entrant"),
                most + 1
            ));
        }
    }
    warnings.iter().for_each(|warning| text += &format!("note   {warning}\n"));
    let mut head = None;
    match Book::read(club) {
        Ok(book) => {
            notes(book.notices());
            same_club(&settings, &book)?;
            let newest = book.head();
            text += &format!("good   book: {}, head {}\n", count(book.entries().len(), "entry"), newest.hash);
            head = Some(newest);
        }
        Err(MatchFault::No { .. }) => text += "note   book: none yet; `sealord league new` begins it\n",
        Err(fault) => return Err(fault),
    }
    match shared.json {
        true => print_json(&json!({
            "ok": true, "club": settings.club, "entrants": entrants, "events": events, "warnings": warnings,
            "head": head.map(|head| json!({ "number": head.number, "hash": head.hash })),
        }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}
