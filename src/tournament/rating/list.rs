//! A list of ratings as of a day.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::Entrant;

use super::History;
use super::settings::{Kind, Settings};
use super::sheet::Player;
use super::step::{Rating, Step};
use super::{by_period, one_by_one};

/// For so many months after a match a player is active.
const ACTIVE: i32 = 12;
/// With fewer matches a rating is provisional.
const SETTLED: u32 = 5;
/// With a greater deviation a rating of Glicko-2 is provisional, in thousandths of a point.
const UNSURE: i64 = 110_000;

/// A player on a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The player.
    pub entrant: Entrant,
    /// The place among active players, from 1; equal ratings share one. None for a player who is inactive.
    pub rank: Option<u32>,
    /// The rating.
    pub rating: Rating,
    /// How many matches count in it.
    pub matches: u32,
    /// How many matches wait for the end of their period (Glicko-2).
    pub waiting: u32,
    /// The day of the last match.
    pub last: Date,
    /// Whether the rating rests on little: fewer than 5 matches, or a deviation over 110.
    pub provisional: bool,
}

/// A list of ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The day for which it holds.
    pub as_of: Date,
    /// Everybody who has played: first those who did in the last 12 months, the highest rating first, then
    /// in the same order the others, who have lost nothing. Of equals the first in the alphabet comes
    /// first.
    pub rows: Vec<Row>,
    /// Each step of everybody's rating.
    steps: BTreeMap<Entrant, Vec<Step>>,
}

impl List {
    /// The row of an entrant, if he has played.
    pub fn row(&self, entrant: &Entrant) -> Option<&Row> {
        self.rows.iter().find(|row| row.entrant == *entrant)
    }

    /// Each step of an entrant's rating, the first one first; none if he has not played.
    pub fn steps(&self, entrant: &Entrant) -> &[Step] {
        self.steps.get(entrant).map_or(&[], Vec::as_slice)
    }
}

/// The list of a history as of a day: matches that ended later do not count.
pub fn rate(settings: &Settings, history: &History, as_of: Date) -> List {
    let sheet = match settings.kind {
        Kind::Area => one_by_one::count(settings, one_by_one::by_area, history, as_of),
        Kind::Elo => one_by_one::count(settings, one_by_one::by_elo, history, as_of),
        Kind::Glicko2(terms) => by_period::count(settings, terms, history, as_of),
    };
    let since = as_of.saturating_sub(ACTIVE.months());
    let mut steps = BTreeMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for (entrant, player) in sheet {
        rows.push(row(entrant.clone(), &player));
        steps.insert(entrant, player.steps);
    }
    rows.sort_by_key(|row| (row.last < since, Reverse(row.rating.thousandths())));
    let active = rows.partition_point(|row| row.last >= since);
    for at in 0..active {
        let above = at.checked_sub(1).map(|above| (rows[above].rating.thousandths(), rows[above].rank));
        let shared = above.filter(|(rating, _)| *rating == rows[at].rating.thousandths());
        rows[at].rank = shared.map_or(Some(at as u32 + 1), |(_, rank)| rank);
    }
    List { as_of, rows, steps }
}

/// A player's row, without his place.
fn row(entrant: Entrant, player: &Player) -> Row {
    let is_unsure = matches!(player.rating, Rating::Glicko2(glicko) if glicko.deviation > UNSURE);
    Row {
        entrant,
        rank: None,
        rating: player.rating,
        matches: player.matches,
        waiting: player.waiting,
        last: player.last,
        provisional: player.matches < SETTLED || is_unsure,
    }
}
