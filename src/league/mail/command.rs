//! What can be asked of a league by mail.

use crate::book::judging::About;

/// Something that is asked of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// What may be written.
    Help,
    /// The events, and where each stands.
    Events,
    /// Who stands where in an event.
    Standings(String),
    /// Who meets whom in an event.
    Pairings(String),
    /// The writer's ratings.
    Rating,
    /// The clocks of the writer's matches.
    Clock,
    /// The writer's code word once more.
    Code,
    /// To play in an event; with what the office asked to be sent back.
    Enter(String, Option<String>),
    /// To play the next round.
    Confirm(String),
    /// To play no match in the next round.
    Bye(String),
    /// To play no more.
    Leave(String),
    /// A bid for a side, in an event if one is named; no side for no bid.
    Bid(Option<String>, Option<String>, String),
    /// What the writer says to the panel of his match, with event and board if they are named.
    Statement(Option<String>, Option<(u32, u32)>),
    /// A vote on a panel, with event and board if they are named.
    Vote(Option<(String, (u32, u32))>, String),
    /// To give a seat on a panel back, with event and board if they are named.
    Decline(Option<(String, (u32, u32))>),
    /// Draws a panel for a board, whose match stops if it is judged; with what it judges, and whom the
    /// organiser names for seats that the lots leave.
    Panel(String, (u32, u32), About, Vec<String>),
    /// Opens the votes of a panel, and writes down what it finds.
    Verdict(String, (u32, u32)),
    /// To take the side that the other did not bid for, in an event if one is named.
    Accept(Option<String>),
    /// Pairs the next round.
    Pair(String),
    /// Opens the bids, and decides who has which side.
    Seats(String),
    /// Begins the matches.
    Begin(String),
    /// A side of a board did not play.
    Forfeit(String, (u32, u32), String),
    /// A match goes on in which somebody ran out of time.
    GoOn(String, (u32, u32)),
    /// Takes the result of a board from the office's own match.
    Result(String, (u32, u32)),
    /// Neither side of a board played; with what the office asked to be sent back.
    DoubleForfeit(String, (u32, u32), Option<String>),
    /// A board does not count; with what the office asked to be sent back.
    Annul(String, (u32, u32), Option<String>),
    /// The result of a board was wrong; with what is right, and what the office asked to be sent back.
    Correct(String, (u32, u32), Right, Option<String>),
    /// An entrant plays no more; with what the office asked to be sent back.
    Drop(String, String, Option<String>),
    /// Closes the round; with what the office asked to be sent back.
    Close(String, Option<String>),
}

/// What a correction puts in the place of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// What the proof of the office's own match says.
    Played,
    /// This side did not play.
    Forfeit(String),
    /// Neither side played.
    DoubleForfeit,
    /// The board does not count.
    Annul,
}

impl Command {
    /// Whether a reason stands below it.
    pub(super) fn has_reason(&self) -> bool {
        matches!(
            self,
            Command::Leave(_)
                | Command::Statement(..)
                | Command::Vote(..)
                | Command::GoOn(..)
                | Command::Panel(..)
                | Command::Forfeit(..)
                | Command::DoubleForfeit(..)
                | Command::Annul(..)
                | Command::Correct(..)
                | Command::Drop(..)
        )
    }
}
