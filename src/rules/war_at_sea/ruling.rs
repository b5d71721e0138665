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
        Ok(Event::Ruled { reason: reason.to_owned(), what })
    }

    /// What a ruling changes, as an umpire writes it.
    pub(super) fn ruling_words(&self, change: Change) -> String {
        match change {
            Change::Points(side, number) => format!("points {} {number}", side.id()),
            Change::Bank(side, number) => format!("bank {} {number}", side.id()),
            Change::Control(at, side) => {
                let sector = &self.board.sector(at).id;
                format!("control {sector} {}", side.map_or("nobody", |side| side.id()))
            }
        }
    }

    fn side_called(&self, word: &str) -> Result<Side, String> {
        let found = self.sides().iter().copied().find(|side| side.id() == word);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.sides().iter().map(|side| side.id()).collect();
            format!("{} is not a side; write {}", quote(word), list_or(&known))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;
    use crate::rules::{Choices, load};

    #[test]
    fn a_ruling_is_told_in_the_words_that_make_it() {
        let system: WarAtSea = load(&Games::builtin(), None, &Choices::default()).unwrap();
        let [first, second] = [system.sides()[0], system.sides()[1]].map(|side| side.id());
        for change in [
            format!("points {first} 2"),
            format!("bank {second} -3"),
            format!("control sector-1 {first}"),
            "control sector-1 nobody".to_owned(),
        ] {
            let Ok(Event::Ruled { what, .. }) = system.ruling_event("a torn map", &change) else {
                panic!("{change} is a ruling");
            };
            assert_eq!(system.ruling_words(what), change);
        }
    }
}
