//! An umpire's ruling in words: what is put where, who holds what, or who gets points.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId, Theatre};
use super::event::{Change, Event};
use super::pieces::UnitId;
use super::state::Place;
use crate::problem::{quote, suggest};
use crate::side::Side;

/// What a ruling may change, a line each, as help and refusals list it.
pub const CHANGES: &str = "  unit ID to base ID | area ID | track TURN | sunk | removed
  damage ID N
  base ID to axis | allies | nobody
  flag ID to axis | allies | nobody
  points SIDE N";

/// The most points that one ruling gives or takes.
pub(super) const MOST_POINTS: i32 = 1000;
/// The most damage points that a ruling may give a unit; the rules bear with less.
pub(super) const MOST_DAMAGE: u8 = 20;

impl AdmiralsWar {
    /// Understands what [`CHANGES`] lists.
    pub(super) fn ruling_event(&self, reason: &str, change: &str) -> Result<Event, String> {
        let words: Vec<&str> = change.split_whitespace().collect();
        let change = match words.as_slice() {
            ["unit", unit, "to", place @ ..] => {
                Change::Unit { unit: self.ruled_unit(unit)?, to: self.ruled_place(place)? }
            }
            ["damage", unit, points] => {
                let points = points.parse().ok().filter(|points| *points <= MOST_DAMAGE);
                let points =
                    points.ok_or_else(|| format!("write a number of damage points up to {MOST_DAMAGE}"))?;
                Change::Damage { unit: self.ruled_unit(unit)?, points }
            }
            ["base", base, "to", owner] => {
                Change::Base { base: self.ruled_base(base)?, to: owner_of(owner)? }
            }
            ["flag", area, "to", owner] => {
                Change::Flag { area: self.ruled_area(area)?, to: owner_of(owner)? }
            }
            ["points", side, points] => {
                let side = Side::parse(side).ok_or_else(|| format!("{} is not a side", quote(side)))?;
                Change::Points { side, track: self.main_track(), points: ruled_points(points)? }
            }
            _ => return Err(format!("the ruling {} is not understood", quote(change))),
        };
        Ok(Event::Ruled { reason: reason.to_owned(), change })
    }

    /// The track on which a ruling counts: that of the first area that is played.
    fn main_track(&self) -> Theatre {
        let first = self.board.areas().find(|&area| self.is_played(area));
        first.map_or(Theatre::Atlantic, |area| self.board.area(area).theatre)
    }

    fn ruled_unit(&self, word: &str) -> Result<UnitId, String> {
        let ids = self.counters.0.iter().map(|counter| counter.id.as_str());
        self.counters.find(word).ok_or_else(|| unknown("unit", word, ids))
    }

    fn ruled_base(&self, word: &str) -> Result<BaseId, String> {
        let ids = self.board.bases.iter().map(|base| base.id.as_str());
        self.board.base_named(word).ok_or_else(|| unknown("port or base", word, ids))
    }

    fn ruled_area(&self, word: &str) -> Result<AreaId, String> {
        let played = self.board.areas().filter(|&area| self.is_played(area));
        let ids = played.map(|area| self.board.area(area).id.as_str());
        let found = self.board.area_named(word).filter(|&area| self.is_played(area));
        found.ok_or_else(|| unknown("sea area", word, ids))
    }

    fn ruled_place(&self, words: &[&str]) -> Result<Place, String> {
        match words {
            ["base", base] => self.ruled_base(base).map(Place::Base),
            ["area", area] => self.ruled_area(area).map(Place::Sea),
            ["track", turn] => {
                let turn = turn.parse().map_err(|_| format!("{} is not a turn", quote(turn)))?;
                Ok(Place::Track(turn))
            }
            ["sunk"] => Ok(Place::Sunk),
            ["removed"] => Ok(Place::Removed),
            _ => Err(format!("{} is not a place", quote(&words.join(" ")))),
        }
    }
}

fn owner_of(word: &str) -> Result<Option<Side>, String> {
    if word == "nobody" {
        return Ok(None);
    }
    Side::parse(word).map(Some).ok_or_else(|| format!("{} is neither a side nor `nobody`", quote(word)))
}

fn ruled_points(word: &str) -> Result<i32, String> {
    let points: i32 = word.parse().map_err(|_| format!("{} is not a number of points", quote(word)))?;
    if (-MOST_POINTS..=MOST_POINTS).contains(&points) {
        Ok(points)
    } else {
        Err(format!("{points} points are too many; a ruling gives or takes up to {MOST_POINTS}"))
    }
}

fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = suggest(word, known).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    format!("there is no {what} {}{near}", quote(word))
}
