//! The matches of a round begin.

use std::collections::BTreeMap;
use std::path::Path;

use club::matches::MatchFault;
use engine::digest::Digest;
use fs_err as fs;
use tournament::Entrant;

use super::Desk;
use crate::book::Fact;
use crate::book::fact::Handicap;
use crate::state::Board;

/// The folder of matches in that of a club.
pub const MATCHES: &str = "matches";

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
    let plans = waiting.filter(|board| !board.seats.is_empty()).map(|board| plan(event, round.number, board));
    Ok((round.number, plans.collect()))
}

/// The matches of the round under way that have begun, as they were planned.
///
/// # Errors
/// If no round is under way.
pub fn begun_plans(desk: &Desk<'_>, event: &str) -> Result<Vec<MatchPlan>, MatchFault> {
    let round = desk.current(event)?;
    let begun = round.boards.iter().filter(|board| board.begun.is_some());
    Ok(begun.map(|board| plan(event, round.number, board)).collect())
}

fn plan(event: &str, round: u32, board: &Board) -> MatchPlan {
    MatchPlan {
        board: board.number,
        word: match_word(event, round, board.number),
        seats: board.seats.clone(),
        handicap: board.handicap.clone(),
    }
}

/// What a league demands of `sealord new` for the match of a board: word, system and scenario. Its players'
/// keys come with [`write_keys`].
///
/// # Errors
/// If there is no such event.
pub fn match_options(desk: &Desk<'_>, event: &str, plan: &MatchPlan) -> Result<Vec<String>, MatchFault> {
    let settings = &desk.event(event)?.settings;
    let options = ["--match", &plan.word, "--system", &settings.system, "--scenario", &settings.scenario];
    Ok(options.map(str::to_owned).into())
}

/// Writes the keys of a board's players into files in the folder of their match, and gives the options of
/// `sealord new` that name them.
///
/// # Errors
/// If a file cannot be written.
pub fn write_keys(desk: &Desk<'_>, plan: &MatchPlan, dir: &Path) -> Result<Vec<String>, MatchFault> {
    let mut options = Vec::new();
    fs::create_dir_all(dir)?;
    for (side, entrant) in &plan.seats {
        if let Some(key) = desk.book.league.entrants.get(entrant).and_then(|known| known.key.as_ref()) {
            let file = dir.join(format!("{side}.pub"));
            fs::write(&file, format!("{}\n", key.line()))?;
            options.extend(["--key".to_owned(), format!("{side}={}", file.display())]);
        }
    }
    Ok(options)
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
