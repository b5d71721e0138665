//! What the events of a league wait for.

use engine::problem::list_and;
use jiff::civil::Date;

use crate::book::judging::About;
use crate::state::{Board, Event, Round};

/// What a round waits for.
pub struct Waits {
    /// What is to be done, in words.
    pub what: String,
    /// For whom or what it waits: words of entrants, or boards as `3/2`.
    pub words: Vec<String>,
    /// Whether the organiser has something to do now; otherwise players have.
    pub is_for_organiser: bool,
}

impl Waits {
    /// What is to be done and for whom it waits, in a line.
    pub fn line(&self) -> String {
        match self.words.is_empty() {
            true => self.what.clone(),
            false => format!("{} ({})", self.what, self.words.join(", ")),
        }
    }
}

/// What an event waits for on a day; nothing once it is over.
pub fn of_event(event: &Event, today: Date) -> Option<Waits> {
    let round = event.current()?;
    if !round.is_paired {
        return Some(pairing(event, round, today));
    }
    let before = bids(event, round).or_else(|| seats(round)).or_else(|| matches(round));
    Some(before.or_else(|| panels(round)).unwrap_or_else(|| results(event, round, today)))
}

/// A round that is not paired: players confirm it until its first day.
fn pairing(event: &Event, round: &Round, today: Date) -> Waits {
    let (begins, _) = event.settings.days(round.number);
    let what = format!(
        "round {} begins on {begins}: {} confirmed, {} asked for a bye; pair it",
        round.number,
        event.active(round).len(),
        round.byes_asked.len()
    );
    let words = event.silent(round).map(|it| it.word().to_owned()).collect();
    Waits { what, words, is_for_organiser: begins <= today }
}

/// Boards at which players bid in the open.
fn bids(event: &Event, round: &Round) -> Option<Waits> {
    let sides = &event.settings.sides;
    let words: Vec<String> =
        round.boards.iter().filter_map(|board| board.waits_for_bid(round.number, sides)).collect();
    let what = format!("round {}: bids to come", round.number);
    (!words.is_empty()).then_some(Waits { what, words, is_for_organiser: false })
}

/// Boards whose sides are not given out.
fn seats(round: &Round) -> Option<Waits> {
    let words = boards(round, |board| board.seats.is_empty());
    let what = format!("round {}: seats to decide", round.number);
    (!words.is_empty()).then_some(Waits { what, words, is_for_organiser: true })
}

/// Boards whose matches have not begun.
fn matches(round: &Round) -> Option<Waits> {
    let words = boards(round, |board| board.begun.is_none());
    let what = format!("round {}: matches to begin", round.number);
    (!words.is_empty()).then_some(Waits { what, words, is_for_organiser: true })
}

/// Boards that a panel judges.
fn panels(round: &Round) -> Option<Waits> {
    let judged = round.boards.iter().filter_map(|board| Some((place(round, board), judging(board)?)));
    let judged: Vec<(String, (String, bool))> = judged.collect();
    let (at, (what, _)) = judged.first()?;
    let more = match judged.len() - 1 {
        0 => String::new(),
        more => format!("; {more} more are judged"),
    };
    Some(Waits {
        what: format!("round {}, board {at}: {what}{more}", round.number),
        words: judged.iter().map(|(at, _)| at.clone()).collect(),
        is_for_organiser: judged.iter().any(|(_, (_, is_for_organiser))| *is_for_organiser),
    })
}

/// What a board waits for that a panel judges, and whether the organiser has to do it.
fn judging(board: &Board) -> Option<(String, bool)> {
    let panel = board.panels.last()?;
    let is_of_match = panel.about == About::Unfinished;
    if is_of_match && board.result.is_some() || !is_of_match && panel.verdict.is_some() {
        return None;
    }
    let silent: Vec<&str> = panel.silent().into_iter().map(|it| it.word()).collect();
    Some(match (&panel.verdict, &panel.opened) {
        (Some(found), _) => (format!("to end as its panel found: {}", found.finds), true),
        (None, Some(_)) => (format!("the vote of {}, the chair", panel.chair), true),
        (None, None) if silent.is_empty() => ("the verdict of its panel".to_owned(), true),
        (None, None) => (format!("votes of {}", list_and(&silent)), false),
    })
}

/// Matches that are played, and a round that can be closed.
fn results(event: &Event, round: &Round, today: Date) -> Waits {
    let words = boards(round, |_| true);
    let (_, ends) = event.settings.days(round.number);
    let is_late = ends < today;
    let what = match words.len() {
        0 => format!("round {}: close it", round.number),
        _ if is_late => {
            format!(
                "round {} ended on {ends}: results, or panels for matches that are not over",
                round.number
            )
        }
        _ => format!("round {}, to {ends}: results to come", round.number),
    };
    Waits { is_for_organiser: words.is_empty() || is_late, what, words }
}

/// The boards of a round without a result of which something is true, as `3/2`.
fn boards(round: &Round, of: impl Fn(&Board) -> bool) -> Vec<String> {
    let open = round.boards.iter().filter(|board| board.result.is_none() && of(board));
    open.map(|board| place(round, board)).collect()
}

/// A board as it is written.
fn place(round: &Round, board: &Board) -> String {
    format!("{}/{}", round.number, board.number)
}
