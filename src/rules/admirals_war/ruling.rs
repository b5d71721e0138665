//! An umpire's ruling in words: what is put where, who holds what, or who gets points.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId, Theatre};
use super::event::{Change, Event};
use super::state::Place;
use engine::problem::quote;
use engine::rulebook::ruling;
use engine::system::Rulings;

pub(super) use engine::rulebook::ruling::MOST_POINTS;

/// What a ruling may change, a line each, as help and refusals list it.
pub const CHANGES: &str = "  unit ID to base ID | area ID | track TURN | sunk | removed
  damage ID N
  base ID to axis | allies | nobody
  flag ID to axis | allies | nobody
  points SIDE N";

/// The most damage points that a ruling may give a unit; the rules bear with less.
pub(super) const MOST_DAMAGE: u8 = 20;

impl Rulings for AdmiralsWar {
    fn changes(&self) -> &'static str {
        CHANGES
    }

    /// Understands what [`CHANGES`] lists.
    fn ruling(&self, reason: &str, change: &str) -> Result<Event, String> {
        let words: Vec<&str> = change.split_whitespace().collect();
        let change = match words.as_slice() {
            ["unit", unit, "to", place @ ..] => {
                Change::Unit { unit: ruling::unit(&self.counters, unit)?, to: self.ruled_place(place)? }
            }
            ["damage", unit, points] => {
                let points = points.parse().ok().filter(|points| *points <= MOST_DAMAGE);
                let points =
                    points.ok_or_else(|| format!("write a number of damage points up to {MOST_DAMAGE}"))?;
                Change::Damage { unit: ruling::unit(&self.counters, unit)?, points }
            }
            ["base", base, "to", owner] => {
                Change::Base { base: self.ruled_base(base)?, to: ruling::owner(owner)? }
            }
            ["flag", area, "to", owner] => {
                Change::Flag { area: self.ruled_area(area)?, to: ruling::owner(owner)? }
            }
            ["points", side, points] => {
                let (side, points) = (ruling::side(side)?, ruling::points(points)?);
                Change::Points { side, track: self.main_track(), points }
            }
            _ => return Err(ruling::not_understood(change)),
        };
        Ok(Event::Ruled { reason: reason.to_owned(), change })
    }
}

impl AdmiralsWar {
    /// The track on which a ruling counts: that of the first area that is played.
    fn main_track(&self) -> Theatre {
        let first = self.board.areas().find(|&area| self.is_played(area));
        first.map_or(Theatre::Atlantic, |area| self.board.area(area).theatre)
    }

    fn ruled_base(&self, word: &str) -> Result<BaseId, String> {
        let ids = self.board.bases.iter().map(|base| base.id.as_str());
        ruling::known("port or base", word, self.board.base_named(word), ids)
    }

    fn ruled_area(&self, word: &str) -> Result<AreaId, String> {
        let played = self.board.areas().filter(|&area| self.is_played(area));
        let ids = played.map(|area| self.board.area(area).id.as_str());
        let found = self.board.area_named(word).filter(|&area| self.is_played(area));
        ruling::known("sea area", word, found, ids)
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
            _ => Err(ruling::no_place(words)),
        }
    }
}
