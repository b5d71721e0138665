//! What the events of a league wait for.

use jiff::civil::Date;

use crate::state::{Board, Event, Round};

/// What a round waits for.
pub struct Waits {
    /// What is to be done, in words.
    pub what: String,
    /// For whom or what it waits: words of entrants, or boards as `3/2`.
    pub words: Vec<String>,
}

impl Waits {
    /// Both in a line.
    pub fn line(&self) -> String {
        match self.words.is_empty() {
            true => self.what.clone(),
            false => format!("{} ({})", self.what, self.words.join(", ")),
        }
    }
}

/// What an event waits for; nothing once it is over.
pub fn of_event(event: &Event) -> Option<Waits> {
    event.current().map(|round| of_round(event, round))
}

/// What the round that is not over waits for.
fn of_round(event: &Event, round: &Round) -> Waits {
    let boards = |of: &dyn Fn(&&Board) -> bool| -> Vec<String> {
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

/// Whether the organiser has something to do now: a round in which results are to come waits for players, and
/// one that is not paired for its first day.
pub fn is_for_organiser(event: &Event, today: Date) -> bool {
    let Some(round) = event.current() else { return false };
    if !round.is_paired {
        return event.settings.days(round.number).0 <= today;
    }
    let is_open = |board: &Board| board.result.is_none();
    let waits_for_players = round.boards.iter().any(is_open)
        && round.boards.iter().filter(|it| is_open(it)).all(|board| board.begun.is_some());
    !waits_for_players || event.settings.days(round.number).1 < today
}
