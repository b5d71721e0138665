//! Conformance cases of Admirals' War: their positions, their words, and what only this game can judge.

pub mod at;
mod expected;
mod given;
pub mod keys;
pub(super) mod position;
pub mod sight;

use super::item::Item;
use super::state::{Ocean, Phase};
use super::view::View;
use super::{AdmiralsWar, event};
use engine::conformance::{Cases, Findings, Outcome};
use engine::fields::Listed;
use engine::games::Games;
use engine::items::Items;
use engine::party::Party;

impl Cases for AdmiralsWar {
    type Given = given::Given;
    type Expected = expected::Expected;
    type Sight = sight::Sight;
    type Shipped = position::Shipped;
    type At = at::At;

    const EVENTS: Listed<AdmiralsWar> = event::EVENTS;
    const PASSED_OVER: &'static [&'static str] =
        &["phase-began", "area-selected", "area-resolved", "lead-moved"];

    /// Combat is played area by area: `combat/0` is the first of them.
    fn is_phase(word: &str) -> bool {
        let area = word.strip_prefix("combat/").map(|number| number.parse::<u8>().is_ok());
        area.unwrap_or(word != "combat" && Phase::named(word).is_some())
    }

    fn lay_out(
        games: &Games,
        shipped: &mut position::Shipped,
        given: &given::Given,
    ) -> Result<(AdmiralsWar, Ocean), String> {
        position::lay_out(games, shipped, given)
    }

    fn at(&self, ocean: &Ocean, id: &str) -> Result<at::At, String> {
        let unit = position::find_unit(self, id)?;
        Ok(position::at_of(self, ocean.unit(unit).place))
    }

    fn judge(
        &self,
        _: &given::Given,
        expected: &expected::Expected,
        start: &Ocean,
        outcome: &Outcome<AdmiralsWar>,
        found: &mut Findings,
    ) {
        expected::judge(self, expected, start, outcome, found);
    }

    fn look(&self, party: Party, expected: &sight::Sight, view: &View, found: &mut Findings) {
        sight::look(party, expected, view, found);
    }

    fn is_named(&self, name: &str) -> bool {
        let units = self.counters.0.iter().flat_map(|it| [&it.id, &it.name]);
        let bases = self.board.bases.iter().flat_map(|it| [&it.id, &it.name]);
        let areas = self.board.areas.iter().flat_map(|it| [&it.id, &it.name]);
        units.chain(bases).chain(areas).any(|it| it == name)
    }

    fn kind(&self, word: &str) -> Option<&'static str> {
        let number = |prefix: &str| word.strip_prefix(prefix).is_some_and(|rest| rest.parse::<u8>().is_ok());
        if number("group-") {
            return Some("group");
        }
        match self.find(word)? {
            Item::Unit(_) => Some("unit"),
            Item::Area(_) => Some("area"),
            Item::Base(_) => Some("base"),
            Item::Word(_) => Some("word"),
            Item::TaskForce(_) => Some("task force"),
            Item::Group(_) | Item::Point(..) | Item::Face(_) | Item::Rank(_) | Item::Next => None,
        }
    }

    fn could_ask(&self, key: &str) -> Result<(), String> {
        keys::check(self, key)
    }
}
