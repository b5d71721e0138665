//! `sealord league status`: what waits for the organiser.

use league::book::Book;
use league::state::{Board, Event, Round};
use serde_json::{Value, json};

use super::{ClubArgs, MATCHES};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print, print_json};
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
        let over = event.current().map_or(Vec::new(), |round| over(shared, &args.club, round));
        is_waiting |= waits.is_some();
        text += &line(word, event, waits.as_ref());
        for board in &over {
            text += &format!(
                "{word}: {board} is over and has no result: sealord league result CLUB {word} {board}\n"
            );
        }
        events.push(value(word, event, (waits.as_ref(), &over)));
    }
    match shared.json {
        true => print_json(
            &json!({ "ok": true, "club": league.club, "entry": book.head().number, "events": events }),
        )?,
        false => print(&text)?,
    }
    Ok(if is_waiting { ExitCode::Waiting } else { ExitCode::Done })
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
    let sides = &event.settings.sides;
    let bids: Vec<String> =
        round.boards.iter().filter_map(|board| board.waits_for_bid(round.number, sides)).collect();
    if !bids.is_empty() {
        return Waits { what: format!("round {}: bids to come", round.number), words: bids };
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

/// The boards of a round whose matches are over in the club's own folder, and that have no result.
fn over(shared: &Shared, club: &ClubArgs, round: &Round) -> Vec<String> {
    let is_over = |board: &&Board| {
        let Some((word, _)) = board.begun.as_ref().filter(|_| board.result.is_none()) else { return false };
        let dir = club.club.join(MATCHES).join(word);
        is_begun(&dir) && shared.game(&dir).is_ok_and(|(game, _)| game.is_over())
    };
    round.boards.iter().filter(is_over).map(|board| format!("{}/{}", round.number, board.number)).collect()
}

fn line(word: &str, event: &Event, waits: Option<&Waits>) -> String {
    let of = event.settings.rounds;
    let Some(Waits { what, words }) = waits else { return format!("{word}: over after {of} rounds\n") };
    let list = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
    format!("{word}: {what}{list}\n")
}

fn value(word: &str, event: &Event, (waits, over): (Option<&Waits>, &[String])) -> Value {
    json!({
        "event": word, "rounds": event.settings.rounds, "round": event.current().map(|round| round.number),
        "waits": waits.map(|it| &it.what), "for": waits.map(|it| &it.words), "over": over,
    })
}
