//! Rulings that became cases.

use club::seal::is_match_id;
use engine::digest::Digest;
use engine::problem::quote;

use super::{Board, Event, League};
use crate::book::Fact;

/// A case that the book names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCase {
    /// What the club calls it: the name of the file without its ending.
    pub name: String,
    /// The rule that it is about.
    pub rule: String,
    /// The hash of the file.
    pub sha256: Digest,
    /// The word of the system.
    pub system: String,
    /// The word of the match in which it came up.
    pub match_id: String,
    /// The number of the protest there.
    pub protest: u32,
    /// Whether the program did not do it when it was taken.
    pub is_gap: bool,
    /// The entry.
    pub entry: u64,
}

impl League {
    /// The event and the board of a match, by its word.
    pub fn board_of(&self, match_id: &str) -> Option<(&Event, &Board)> {
        let boards = self.events.values().flat_map(|event| {
            event.rounds.iter().flat_map(|round| &round.boards).map(move |board| (event, board))
        });
        let is_it = |board: &Board| board.begun.as_ref().is_some_and(|(word, _)| word == match_id);
        boards.into_iter().find(|(_, board)| is_it(board))
    }

    /// Takes a case. What it shows of its match is public from then on, so the match must have its result.
    pub(super) fn take_case(&mut self, entry: u64, fact: &Fact) -> Result<(), String> {
        let Fact::Case { case, rule, sha256, system, match_id, protest, gap } = fact else { return Ok(()) };
        if !is_match_id(case) {
            return Err(format!("{} is no name of a case", quote(case)));
        }
        if let Some(known) = self.cases.iter().find(|known| known.name == *case) {
            return Err(format!("the case {} is there since entry {}", quote(case), known.entry));
        }
        if rule.is_empty() || *protest == 0 {
            return Err("it names no rule, or no protest".to_owned());
        }
        let Some((event, board)) = self.board_of(match_id) else {
            return Err(format!("no match {} has begun at a board", quote(match_id)));
        };
        if event.settings.system != *system {
            return Err(format!("{match_id} is a match of {}, and not of {system}", event.settings.system));
        }
        if board.result.is_none() {
            return Err(format!(
                "{match_id} has no result yet, and the case would show what its sides keep secret"
            ));
        }
        self.cases.push(KnownCase {
            name: case.clone(),
            rule: rule.clone(),
            sha256: *sha256,
            system: system.clone(),
            match_id: match_id.clone(),
            protest: *protest,
            is_gap: *gap,
            entry,
        });
        Ok(())
    }
}
