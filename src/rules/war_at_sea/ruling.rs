//! What an umpire may rule.

use super::WarAtSea;
use super::event::{Change, Event};
use crate::problem::{list_or, quote};
use crate::rules::ruling::{not_understood, points};
use crate::side::Side;
use crate::system::System;

/// What a ruling may change.
pub(super) const CHANGES: &str = "  points SIDE NUMBER          adds to a side's score\n  \
    bank SIDE NUMBER            adds to a side's bank\n  \
    control SECTOR SIDE|nobody  says who controls a sector";

impl WarAtSea {
    /// The event of a ruling.
    pub(super) fn ruling_event(&self, reason: &str, change: &str) -> Result<Event, String> {
        let words: Vec<&str> = change.split_whitespace().collect();
        let what = match words[..] {
            ["points", side, number] => Change::Points(self.side_called(side)?, points(number)?),
            ["bank", side, number] => Change::Bank(self.side_called(side)?, points(number)?),
            ["control", sector, side] => {
                let at =
                    self.board.find(sector).ok_or_else(|| format!("there is no sector {}", quote(sector)))?;
                let side = (side != "nobody").then(|| self.side_called(side)).transpose()?;
                Change::Control(at, side)
            }
            _ => return Err(not_understood(change)),
        };
        Ok(Event::Ruled { reason: reason.to_owned(), change: change.to_owned(), what })
    }

    fn side_called(&self, word: &str) -> Result<Side, String> {
        let found = self.sides().iter().copied().find(|side| side.id() == word);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.sides().iter().map(|side| side.id()).collect();
            format!("{} is not a side; write {}", quote(word), list_or(&known))
        })
    }
}
