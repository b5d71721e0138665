//! Conformance cases of Schiffskrieg: their positions, their words, and what only this game can judge.

pub mod at;
mod expected;
mod given;
mod position;

use super::event::Event;
use super::faction::Faction;
use super::item::Item;
use super::key::Key;
use super::state::{Due, Sea, Stage};
use super::view::View;
use super::{Schiffskrieg, event};
use engine::conformance::{Cases, Findings, InVain, Nothing, Outcome};
use engine::fields::Listed;
use engine::games::Games;
use engine::items::Items;
use engine::party::Party;
use engine::question::key::{NoKey, Part as _, Turn};
use engine::table::in_order;

/// The event that happens where something comes of what is due; none where a rule may well look and do
/// nothing.
fn shown_by(due: Due) -> Option<&'static str> {
    match due {
        Due::BaseRaid(..) | Due::Strike(..) => Some("base-attacked"),
        Due::Patrol(..) => Some("patrolled"),
        _ => None,
    }
}

impl Cases for Schiffskrieg {
    type Given = given::Given;
    type Expected = expected::Expected;
    type Sight = Nothing;
    type Shipped = position::Shipped;
    type At = at::At;

    const EVENTS: Listed<Schiffskrieg> = event::EVENTS;
    const PASSED_OVER: &'static [&'static str] = &["battle-ended", "done"];

    fn is_phase(word: &str) -> bool {
        let stage = |word: &str| Stage::named(word).is_some();
        // A faction's own stage goes with its word; each thing of a Support Segment is a step of its own.
        let own = word.split_once('/').is_some_and(|(faction, rest)| {
            Faction::named(faction).is_some() && stage(rest.split('/').next().unwrap_or_default())
        });
        Due::WORDS.contains(&word) || stage(word) || own
    }

    fn lay_out(
        games: &Games,
        shipped: &mut position::Shipped,
        given: &given::Given,
    ) -> Result<(Schiffskrieg, Sea), String> {
        position::lay_out(games, shipped, given)
    }

    fn at(&self, sea: &Sea, id: &str) -> Result<at::At, String> {
        if let Some(support) = position::support_named(sea, id) {
            return Ok(at::At(self.post_words(support.post)));
        }
        let unit = engine::conformance::shared::words::unit(&self.counters, id)?;
        Ok(at::At(self.place_words(sea.unit(unit).place)))
    }

    fn judge(
        &self,
        _: &given::Given,
        expected: &expected::Expected,
        _: &Sea,
        outcome: &Outcome<Schiffskrieg>,
        found: &mut Findings,
    ) {
        expected::judge(self, expected, outcome, found);
    }

    fn look(&self, _: Party, _: &Nothing, _: &View, _: &mut Findings) {}

    /// All that is due is done, and what it brings.
    fn goes_on(&self, start: &Sea, now: &Sea) -> bool {
        start.due.len() > 1 && !now.due.is_empty()
    }

    /// What is due is a step each, in its order, and ends with an event that says no more than that.
    fn in_vain(&self, start: &Sea, outcome: &Outcome<Schiffskrieg>) -> Vec<InVain> {
        let told = |step: usize| {
            let events = outcome.steps.get(step).map(|sections| in_order(sections));
            events.map(|events| events.iter().any(|event| **event != Event::Done {}))
        };
        let due = start.due.iter().enumerate().filter(|_| outcome.is_whole());
        let idle = due.filter_map(|(step, due)| {
            let thing = due.id().to_owned();
            match (told(step), shown_by(*due)) {
                (None, _) => Some(InVain::Left { thing }),
                (Some(false), Some(shown_by)) => Some(InVain::Nothing { thing, shown_by }),
                (Some(_), _) => None,
            }
        });
        idle.collect()
    }

    fn is_named(&self, name: &str) -> bool {
        let units = self.counters.0.iter().flat_map(|it| [&it.id, &it.name]);
        let bases = self.board.bases.iter().flat_map(|it| [&it.id, &it.name]);
        let zones = self.board.zones.iter().flat_map(|it| [&it.id, &it.name]);
        units.chain(bases).chain(zones).any(|it| it == name)
    }

    fn kind(&self, word: &str) -> Option<&'static str> {
        Some(match self.find(word)? {
            Item::Unit(_) => "unit",
            Item::Factor(..) => "factor",
            Item::Word(_) => "word",
            Item::Die(_) => "die",
            Item::Group(_) => "group",
            Item::Kind(_) => "kind",
            Item::Support(_) => "support unit",
            Item::Goal(_) => "place",
            Item::Base(_) => "base",
            Item::Box(_) => "box",
            Item::BaseRaid(_) => "raid",
            Item::Scratch(_) => "Scratch Defense Fleet",
        })
    }

    fn could_ask(&self, key: &str) -> Result<(), String> {
        let whole = match Turn::read(key.split('/').next().unwrap_or_default()) {
            Ok(_) => key.to_owned(),
            Err(_) => format!("{}/{key}", Turn(1).text()),
        };
        match Key::parse(&whole) {
            Ok(Key::Fire { .. }) | Err(NoKey::Form) => Err(format!("no question has a key such as `{key}`")),
            Ok(_) => Ok(()),
            Err(NoKey::Part(what)) => Err(format!("`{key}`: {what}")),
        }
    }
}
