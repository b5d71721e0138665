//! Where everybody stands while a list is worked out.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::Entrant;

use super::result::RatedResult;
use super::settings::Settings;
use super::step::{Rating, Step};

/// Where one player stands.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// The rating now.
    pub rating: Rating,
    /// The highest rating so far.
    pub best: Rating,
    /// How many matches count in it.
    pub matches: u32,
    /// How many matches wait for the end of their period.
    pub waiting: u32,
    /// The day of the last match.
    pub last: Date,
    /// How the rating came about.
    pub steps: Vec<Step>,
}

impl Player {
    /// Takes a step.
    pub fn take(&mut self, step: Step) {
        self.rating = step.after;
        if self.rating.thousandths() > self.best.thousandths() {
            self.best = self.rating;
        }
        self.steps.push(step);
    }
}

/// Where all stand who have played so far.
pub(super) type Sheet = BTreeMap<Entrant, Player>;

/// Enters the players of a result that are not on the sheet yet, and notes for all when they played.
pub(super) fn note(sheet: &mut Sheet, settings: &Settings, result: &RatedResult) {
    for entrant in result.sides().iter().flatten() {
        let start = settings.starts_with(entrant);
        let (rating, last) = (start, result.date());
        let newcomer = Player { rating, best: start, matches: 0, waiting: 0, last, steps: Vec::new() };
        let player = sheet.entry(entrant.clone()).or_insert(newcomer);
        player.last = player.last.max(result.date());
    }
}
