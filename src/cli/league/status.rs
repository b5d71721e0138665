//! `sealord league status`: what waits for the organiser.

use std::path::Path;

use league::book::Book;
use league::state::{Event, Round};
use serde_json::{Value, json};

use super::ClubArgs;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print, print_json};
use crate::kit::open_reader;
use crate::matches::MatchFault;
use crate::matches::folder::is_begun;
use crate::problem::{ExitCode, count};

/// Show what each event waits for
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    club: ClubArgs,
}

/// What a round waits for, in words.
struct Waits {
    what: String,
    words: Vec<String>,
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
        let waits = event.current().map(|round| waits(event, round));
        let protests = protests(shared, &args.club.club, event)?;
        is_waiting |= waits.is_some() || !protests.is_empty();
        text += &line(word, event, waits.as_ref());
        protests.iter().for_each(|it| text += &format!("  {it}\n"));
        let mut shown = value(word, event, waits.as_ref());
        if !protests.is_empty() {
            shown["protests"] = json!(protests);
        }
        events.push(shown);
    }
    match shared.json {
        true => print_json(
            &json!({ "ok": true, "club": league.club, "entry": book.head().number, "events": events }),
        )?,
        false => print(&text)?,
    }
    Ok(if is_waiting { ExitCode::Waiting } else { ExitCode::Done })
}

/// Protests and appeals in matches under way that wait for the umpire or for a panel, as far as the folders of
/// the matches are at hand.
fn protests(shared: &Shared, club: &Path, event: &Event) -> Result<Vec<String>, MatchFault> {
    let mut all = Vec::new();
    for board in event.rounds.iter().flat_map(|round| &round.boards).filter(|board| board.result.is_none()) {
        let Some((match_id, genesis)) = &board.begun else { continue };
        let dir = club.join(super::MATCHES).join(match_id);
        if !is_begun(&dir) {
            continue;
        }
        let reader = open_reader(&dir)?;
        let docket = reader.docket();
        if docket.all().is_empty() {
            continue;
        }
        let game = reader.game(&shared.kit.rules())?;
        if game.genesis == *genesis {
            all.extend(docket.waiting(game.is_over()).into_iter().map(|it| format!("{match_id}: {it}")));
        }
    }
    Ok(all)
}

/// What the round that is not over waits for.
fn waits(event: &Event, round: &Round) -> Waits {
    let boards = |of: &dyn Fn(&&league::state::Board) -> bool| -> Vec<String> {
        round.boards.iter().filter(of).map(|board| format!("{}/{}", round.number, board.number)).collect()
    };
    if !round.is_paired {
        let active = event.active(round).len();
        let open: Vec<String> = event.silent(round).map(|it| it.word().to_owned()).collect();
        let (begins, _) = event.settings.days(round.number);
        let what = format!(
            "round {} begins on {begins}: {active} confirmed, {} asked for a bye; pair it",
            round.number,
            round.byes_asked.len()
        );
        return Waits { what, words: open };
    }
    let seats = boards(&|board| board.seats.is_empty() && board.result.is_none());
    if !seats.is_empty() {
        return Waits { what: format!("round {}: seats to decide", round.number), words: seats };
    }
    let begin = boards(&|board| board.begun.is_none() && board.result.is_none());
    if !begin.is_empty() {
        return Waits { what: format!("round {}: matches to begin", round.number), words: begin };
    }
    let open = boards(&|board| board.result.is_none());
    let (_, ends) = event.settings.days(round.number);
    let what = match open.len() {
        0 => format!("round {}: close it", round.number),
        _ => format!("round {}, to {ends}: results to come", round.number),
    };
    Waits { what, words: open }
}

fn line(word: &str, event: &Event, waits: Option<&Waits>) -> String {
    let of = event.settings.rounds;
    let Some(Waits { what, words }) = waits else { return format!("{word}: over after {of} rounds\n") };
    let list = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
    format!("{word}: {what}{list}\n")
}

fn value(word: &str, event: &Event, waits: Option<&Waits>) -> Value {
    json!({
        "event": word, "rounds": event.settings.rounds, "round": event.current().map(|round| round.number),
        "waits": waits.map(|it| &it.what), "for": waits.map(|it| &it.words),
    })
}
