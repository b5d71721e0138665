//! `sealord league status`: what waits for the organiser.

use std::path::Path;

use league::book::Book;
use league::clocks::{Clocks, Due, for_organiser, of_board, of_due};
use league::figures::given_up;
use league::state::{Board, Event, Round};
use league::waits::{self, Waits};
use serde_json::{Value, json};

use super::{ClubArgs, MATCHES};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, notes, print, print_json};
use crate::kit::open_reader;
use crate::matches::MatchFault;
use crate::matches::folder::{MatchDir, is_begun};
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
    let today = super::tables::today(&shared.kit.now())?;
    let mut text = format!(
        "{}: {}, entry {}\n",
        league.club,
        count(league.entrants.len(), "entrant"),
        book.head().number
    );
    let mut events = Vec::new();
    let mut is_waiting = false;
    for (word, event) in &league.events {
        let waits = waits::of_event(event, today);
        let over = event.current().map_or(Vec::new(), |round| over(shared, &args.club, round));
        let protests = protests(shared, &args.club.club, event)?;
        is_waiting |= waits.is_some() || !protests.is_empty();
        let clocks = clocks(&args.club.club, word, event)?;
        text += &line(word, event, waits.as_ref());
        clocks.iter().for_each(|it| text += &it.line());
        for board in &over {
            text += &format!(
                "{word}: {board} is over and has no result: sealord league result CLUB {word} {board}\n"
            );
        }
        protests.iter().for_each(|it| text += &format!("  {it}\n"));
        let mut shown = value(word, event, (waits.as_ref(), &over, &clocks));
        if !protests.is_empty() {
            shown["protests"] = json!(protests);
        }
        events.push(shown);
    }
    let given_up = given_up(league);
    given_up.iter().for_each(|it| text += &format!("look at: {}\n", it.in_words()));
    match shared.json {
        true => print_json(&json!({
            "ok": true, "club": league.club, "entry": book.head().number, "events": events,
            "given_up": given_up,
        }))?,
        false => print(&text)?,
    }
    Ok(if is_waiting { ExitCode::Waiting } else { ExitCode::Done })
}

/// The clocks of a match that is under way.
struct Running {
    place: String,
    clocks: Clocks,
    /// What has run out, and what follows, in words; and what to give for it.
    due: Option<(String, String)>,
}

/// The clocks of the matches of the round that is not over, as far as they lie in the club's folder.
fn clocks(club: &Path, word: &str, event: &Event) -> Result<Vec<Running>, MatchFault> {
    let mut found = Vec::new();
    let (Some(round), Some(settings)) = (event.current(), event.settings.clock) else { return Ok(found) };
    for board in round.boards.iter().filter(|board| board.result.is_none()) {
        let Some(clocks) = of_board(club, event, board)? else { continue };
        let place = format!("{}/{}", round.number, board.number);
        let due = clocks.out(&board.gone_on).map(|out| {
            let go_on = format!("sealord league go-on CLUB {word} {place} --reason …");
            let next = match out.follows(settings.on_empty) {
                Due::Report => String::new(),
                Due::Panel => format!("; then sealord league panel CLUB {word} {place}"),
                Due::Forfeit(side) => format!(
                    "; then sealord end MATCH --out-of-time {side} --reason …, sealord prove, sealord league result"
                ),
            };
            (of_due(&out, settings.on_empty), format!("until {}: {go_on}{next}", out.due()))
        });
        found.push(Running { place, clocks, due });
    }
    Ok(found)
}

impl Running {
    fn line(&self) -> String {
        let clocks = for_organiser(&self.clocks).unwrap_or_else(|| "no exchange is closed yet".to_owned());
        let due = self.due.as_ref().map(|(what, next)| format!("    {what}\n    {next}\n"));
        format!("  {} clocks: {clocks}\n{}", self.place, due.unwrap_or_default())
    }

    fn value(&self) -> Value {
        let left = self.clocks.0.iter().map(|(side, clock)| (side.clone(), clock.left.as_secs().into()));
        json!({
            "board": self.place, "left_seconds": Value::Object(left.collect()), "as_of": self.clocks.as_of(),
            "out_of_time": self.due.as_ref().map(|(what, _)| what),
        })
    }
}

/// Protests and appeals in matches under way that wait for the umpire or for a panel, as far as the folders
/// of the matches are at hand.
fn protests(shared: &Shared, club: &Path, event: &Event) -> Result<Vec<String>, MatchFault> {
    let mut all = Vec::new();
    for board in event.rounds.iter().flat_map(|round| &round.boards).filter(|board| board.result.is_none()) {
        let Some((match_id, genesis)) = &board.begun else { continue };
        let dir = club.join(super::MATCHES).join(match_id);
        if !is_begun(&dir) {
            continue;
        }
        let reader = open_reader(&MatchDir::new(&dir))?;
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
    match waits {
        None => format!("{word}: over after {of} rounds\n"),
        Some(waits) => format!("{word}: {}\n", waits.line()),
    }
}

fn value(word: &str, event: &Event, (waits, over, clocks): (Option<&Waits>, &[String], &[Running])) -> Value {
    json!({
        "event": word, "rounds": event.settings.rounds, "round": event.current().map(|round| round.number),
        "waits": waits.map(|it| &it.what), "for": waits.map(|it| &it.words), "over": over,
        "clocks": clocks.iter().map(Running::value).collect::<Vec<_>>(),
    })
}
