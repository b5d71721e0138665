//! Conformance cases of Seas of Thunder: their positions, their words, and what only this game can judge.

pub mod at;
mod expected;
mod given;
pub mod keys;
mod map;
mod names;
pub(super) mod position;
pub mod sight;

use super::state::{Phase, Sea};
use super::view::View;
use super::{SeasOfThunder, event};
use engine::conformance::{Cases, Findings, Outcome};
use engine::fields::Listed;
use engine::games::Games;
use engine::party::Party;
use engine::rulebook::two_sided::Camp;

impl Cases for SeasOfThunder {
    type Given = given::Given;
    type Expected = expected::Expected;
    type Sight = sight::Sight;
    type Shipped = position::Shipped;
    type At = at::At;

    const EVENTS: Listed<SeasOfThunder> = event::EVENTS;
    const PASSED_OVER: &'static [&'static str] = &["phase-began", "scenario-began"];

    fn is_phase(word: &str) -> bool {
        Phase::named(word).is_some()
    }

    fn lay_out(
        games: &Games,
        shipped: &mut position::Shipped,
        given: &given::Given,
    ) -> Result<(SeasOfThunder, Sea), String> {
        position::lay_out(games, shipped, given)
    }

    fn at(&self, sea: &Sea, id: &str) -> Result<at::At, String> {
        position::whereabouts(self, sea, id)
    }

    fn judge(
        &self,
        _: &given::Given,
        expected: &expected::Expected,
        start: &Sea,
        outcome: &Outcome<SeasOfThunder>,
        found: &mut Findings,
    ) {
        expected::judge(self, expected, start, outcome, found);
    }

    fn look(&self, party: Party, expected: &sight::Sight, view: &View, found: &mut Findings) {
        sight::look(Camp::in_match(party.side()), expected, view, found);
    }

    fn is_named(&self, name: &str) -> bool {
        names::is_named(self, name)
    }

    fn kind(&self, word: &str) -> Option<&'static str> {
        names::kind(self, word)
    }

    fn could_ask(&self, key: &str) -> Result<(), String> {
        keys::check(self, key)
    }
}
