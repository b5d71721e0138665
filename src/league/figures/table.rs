//! Standings of an event.

use std::collections::BTreeSet;

use engine::digest::Salt;
use tournament::standing::{self, Crosstable, Rung, Scoring, Standing, TieBreak, crosstable};
use tournament::{Entrant, Line};

use super::field::{climb, draw_key, points};
use super::{entries, leavers, lines};
use crate::settings::{self, Format};
use crate::state::{Event, League};

/// An event's table as of the end of a round.
pub struct Table {
    /// The round.
    pub round: u32,
    /// What breaks ties, in order.
    pub tie_breaks: Vec<settings::TieBreak>,
    /// Who stands where.
    pub standings: Vec<Standing>,
    /// Who met whom.
    pub crosstable: Crosstable,
    /// True if lots are still secret, so that nobody knows how they break ties.
    pub is_lot_open: bool,
}

/// How an event's scores are made and its ties broken. Without the seed of the draw there is no lot.
fn scoring(league: &League, word: &str, event: &Event, round: u32, seed: Option<&Salt>) -> Scoring {
    let zero = Salt::from_bytes([0; 32]);
    let last = event.round(round).or_else(|_| event.round(1)).ok();
    let key = last.map(|last| draw_key(league, word, last, seed.unwrap_or(&zero)));
    let is_known = |it: &&settings::TieBreak| **it != settings::TieBreak::Lot || seed.is_some();
    Scoring {
        points: points(&event.settings),
        tie_breaks: event.settings.tie_breaks.iter().filter(is_known).map(|it| tie_break(*it)).collect(),
        key: key.unwrap_or_else(|| tournament::DrawKey::from_bytes([0; 32])),
        round_robin: (event.settings.format == Format::RoundRobin).then_some(event.settings.double),
    }
}

fn tie_break(of: settings::TieBreak) -> TieBreak {
    match of {
        settings::TieBreak::HeadToHead => TieBreak::HeadToHead,
        settings::TieBreak::SonnebornBerger => TieBreak::SonnebornBerger,
        settings::TieBreak::Strength => TieBreak::Strength,
        settings::TieBreak::Buchholz => TieBreak::Buchholz,
        settings::TieBreak::Wins => TieBreak::Wins,
        settings::TieBreak::Rating => TieBreak::Rating,
        settings::TieBreak::Lot => TieBreak::Lot,
    }
}

/// Who stands where as of the end of a round. `seed` is that of the draw, if it is known.
pub fn standings(
    league: &League,
    word: &str,
    event: &Event,
    round: u32,
    seed: Option<&Salt>,
) -> Vec<Standing> {
    let scoring = scoring(league, word, event, round, seed);
    standing::standings(&entries(league, event), &leavers(event), &lines(event), &scoring, round)
}

/// The whole table as of the end of a round.
pub fn table(league: &League, word: &str, event: &Event, round: u32, seed: Option<&Salt>) -> Table {
    let scoring = scoring(league, word, event, round, seed);
    let lines: Vec<Line> = lines(event);
    let standings = standing::standings(&entries(league, event), &leavers(event), &lines, &scoring, round);
    let wants_lot = event.settings.tie_breaks.contains(&settings::TieBreak::Lot);
    let known = |it: &&settings::TieBreak| **it != settings::TieBreak::Lot || seed.is_some();
    Table {
        round,
        tie_breaks: event.settings.tie_breaks.iter().filter(known).copied().collect(),
        crosstable: crosstable(&standings, &lines, &scoring.points, round),
        standings,
        is_lot_open: wants_lot && seed.is_none(),
    }
}

/// Those who were struck from a round robin by now.
pub(super) fn struck(league: &League, word: &str, event: &Event) -> BTreeSet<Entrant> {
    let last = event.rounds.last().map_or(1, |round| round.number);
    let scoring = scoring(league, word, event, last, None);
    standing::struck(&entries(league, event), &leavers(event), &lines(event), &scoring, last)
}

/// The ladder as of the end of a round.
pub fn ladder(event: &Event, round: u32) -> Vec<Rung> {
    climb(event, &lines(event), |climb| climb.after(round))
}

/// The ladder with which a round begins, the first at the top.
pub fn ladder_before(event: &Event, round: u32) -> Vec<Entrant> {
    climb(event, &lines(event), |climb| climb.before(round))
}
