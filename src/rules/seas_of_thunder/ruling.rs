//! An umpire's ruling in words: what is put where, or who gets points.

use super::SeasOfThunder;
use super::board::ZoneId;
use super::event::{Change, Event};
use super::state::{Place, TokenId};
use crate::problem::{quote, suggest};
use crate::side::Side;

/// What a ruling may change, a line each, as help and refusals list it.
pub const CHANGES: &str =
    "  unit ID to port ID | zone N | repair N | track TURN | available | used | sunk | removed
  convoy ID to N | sunk
  points SIDE N";

impl SeasOfThunder {
    /// Understands what [`CHANGES`] lists.
    pub(super) fn ruling_event(&self, reason: &str, change: &str) -> Result<Event, String> {
        let words: Vec<&str> = change.split_whitespace().collect();
        let change = match words.as_slice() {
            ["unit", unit, "to", place @ ..] => {
                let ids = || self.pieces.counters.0.iter().map(|counter| counter.id.as_str());
                let found = self.pieces.counters.find(unit);
                let unit = found.ok_or_else(|| unknown("unit", unit, ids()))?;
                Change::Unit { unit, to: self.ruled_place(place)? }
            }
            ["convoy", token, "to", place] => {
                let ids = || self.pieces.tokens.iter().map(|it| it.id.as_str());
                let at = self.pieces.tokens.iter().position(|it| it.id == *token);
                let at = at.ok_or_else(|| unknown("convoy", token, ids()))?;
                let to = if *place == "sunk" { None } else { Some(self.ruled_zone(place)?) };
                Change::Convoy { token: TokenId(at as u8), to }
            }
            ["points", side, points] => {
                let side = Side::parse(side).ok_or_else(|| format!("{} is not a side", quote(side)))?;
                Change::Points { side, points: ruled_points(points)? }
            }
            _ => return Err(format!("the ruling {} is not understood", quote(change))),
        };
        Ok(Event::Ruled { reason: reason.to_owned(), change })
    }

    fn ruled_place(&self, words: &[&str]) -> Result<Place, String> {
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("{} is not a number", quote(word)));
        match words {
            ["port", port] => {
                let ids = self.board().ports.iter().map(|it| it.id.as_str());
                let port = self.board().port_named(port).ok_or_else(|| unknown("port", port, ids))?;
                Ok(Place::Port(port))
            }
            ["zone", zone] => self.ruled_zone(zone).map(Place::Sea),
            ["repair", boxes] => number(boxes).map(Place::Repair),
            ["track", turn] => number(turn).map(Place::Track),
            ["available"] => Ok(Place::Available),
            ["used"] => Ok(Place::Used),
            ["sunk"] => Ok(Place::Sunk),
            ["removed"] => Ok(Place::Removed),
            _ => Err(format!("{} is not a place", quote(&words.join(" ")))),
        }
    }

    fn ruled_zone(&self, word: &str) -> Result<ZoneId, String> {
        let number = word.parse().ok().map(ZoneId).filter(|zone| self.board().zones().any(|it| it == *zone));
        number.ok_or_else(|| format!("{} is not a sea zone", quote(word)))
    }
}

/// The most points that one ruling gives or takes.
pub(super) const MOST_POINTS: i32 = 1000;

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
