//! An umpire's ruling in words: what is put where, or who gets points.

use super::SeasOfThunder;
use super::board::ZoneId;
use super::event::{Change, Event};
use super::state::{Place, TokenId};
use engine::problem::quote;
use engine::rulebook::ruling;
use engine::system::Rulings;

pub(super) use engine::rulebook::ruling::MOST_POINTS;

/// What a ruling may change, a line each, as help and refusals list it.
pub const CHANGES: &str =
    "  unit ID to port ID | zone N | repair N | track TURN | available | used | sunk | removed
  convoy ID to N | sunk
  points SIDE N";

impl Rulings for SeasOfThunder {
    fn changes(&self) -> &'static str {
        CHANGES
    }

    /// Understands what [`CHANGES`] lists.
    fn ruling(&self, reason: &str, change: &str) -> Result<Event, String> {
        let words: Vec<&str> = change.split_whitespace().collect();
        let change = match words.as_slice() {
            ["unit", unit, "to", place @ ..] => {
                let unit = ruling::unit(&self.pieces.counters, unit)?;
                Change::Unit { unit, to: self.ruled_place(place)? }
            }
            ["convoy", token, "to", place] => {
                let ids = self.pieces.tokens.iter().map(|it| it.id.as_str());
                let found = self.pieces.tokens.iter().position(|it| it.id == *token);
                let at = ruling::known("convoy", token, found, ids)?;
                let to = if *place == "sunk" { None } else { Some(self.ruled_zone(place)?) };
                Change::Convoy { token: TokenId(at as u8), to }
            }
            ["points", side, points] => {
                Change::Points { side: ruling::side(side)?, points: ruling::points(points)? }
            }
            _ => return Err(ruling::not_understood(change)),
        };
        Ok(Event::Ruled { reason: reason.to_owned(), change })
    }
}

impl SeasOfThunder {
    fn ruled_place(&self, words: &[&str]) -> Result<Place, String> {
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("{} is not a number", quote(word)));
        match words {
            ["port", port] => {
                let ids = self.board().ports.iter().map(|it| it.id.as_str());
                ruling::known("port", port, self.board().port_named(port), ids).map(Place::Port)
            }
            ["zone", zone] => self.ruled_zone(zone).map(Place::Sea),
            ["repair", boxes] => number(boxes).map(Place::Repair),
            ["track", turn] => number(turn).map(Place::Track),
            ["available"] => Ok(Place::Available),
            ["used"] => Ok(Place::Used),
            ["sunk"] => Ok(Place::Sunk),
            ["removed"] => Ok(Place::Removed),
            _ => Err(ruling::no_place(words)),
        }
    }

    fn ruled_zone(&self, word: &str) -> Result<ZoneId, String> {
        let number = word.parse().ok().map(ZoneId).filter(|zone| self.board().zones().any(|it| it == *zone));
        number.ok_or_else(|| format!("{} is not a sea zone", quote(word)))
    }
}
