//! The matches of a round begin.

use std::collections::BTreeMap;

use club::matches::MatchFault;
use engine::digest::Digest;
use tournament::Entrant;

use super::Desk;
use crate::book::Fact;
use crate::book::fact::Handicap;

/// What the match of a board is begun with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlan {
    /// The board.
    pub board: u32,
    /// The match's word.
    pub word: String,
    /// Who plays which side.
    pub seats: BTreeMap<String, Entrant>,
    /// What is taken from a side's score.
    pub handicap: Option<Handicap>,
}

/// The word of the match of a board.
pub fn match_word(event: &str, round: u32, board: u32) -> String {
    format!("{event}-{round}-{board}")
}

/// The matches of the round under way that have not begun and can.
///
/// # Errors
/// If no round is under way.
pub fn plans(desk: &Desk<'_>, event: &str) -> Result<(u32, Vec<MatchPlan>), MatchFault> {
    let round = desk.current(event)?;
    if !round.is_paired {
        let what = format!("round {} is not paired yet", round.number);
        return Err(MatchFault::no(what, format!("pair it first: sealord league pair CLUB {event}")));
    }
    let waiting = round.boards.iter().filter(|board| board.begun.is_none() && board.result.is_none());
    let plan = |board: &crate::state::Board| MatchPlan {
        board: board.number,
        word: match_word(event, round.number, board.number),
        seats: board.seats.clone(),
        handicap: board.handicap.clone(),
    };
    Ok((round.number, waiting.filter(|board| !board.seats.is_empty()).map(plan).collect()))
}

/// Writes down that the match of a board has begun.
///
/// # Errors
/// If it cannot have.
pub fn begun(
    desk: &mut Desk<'_>,
    event: &str,
    (round, board): (u32, u32),
    match_id: &str,
    genesis: Digest,
) -> Result<(), MatchFault> {
    let (event, match_id) = (event.to_owned(), match_id.to_owned());
    desk.write(&[(Some(round), Fact::Begun { event, board, match_id, genesis })])
}
