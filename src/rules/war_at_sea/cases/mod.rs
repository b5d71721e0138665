//! Conformance cases of the campaign: their positions, their words, and what only this game can judge.

pub mod fixture;
mod given;
mod position;

use engine::items::Items;
use engine::system::Rules;
use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use super::item::Item;
use super::key::Key;
use super::state::{Phase, Place, UnitId, War};
use super::view::View;
use super::{WarAtSea, event};
use engine::conformance::{Cases, Findings, Nothing, Outcome};
use engine::fields::Listed;
use engine::games::Games;
use engine::party::Party;
use engine::question::key::{NoKey, Part as _, Turn};

/// A place in words: `sector-13`, `base sector-6`, `deck akagi-1001`, `stocks sector-6`, `transit sector-6`,
/// `idle`, `pool`, `lost`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct At(pub String);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What must come of a case besides what every game judges.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Points in the banks in the end, by side.
    #[serde(default)]
    pub bank: BTreeMap<String, i32>,
    /// Hull points lost in the end, by unit.
    #[serde(default)]
    pub damage: BTreeMap<String, u8>,
    /// Who controls sectors in the end, `nobody` included.
    #[serde(default)]
    pub control: BTreeMap<String, String>,
    /// Points that lie in sectors in the end, with Economy: by side and sector.
    #[serde(default)]
    pub stores: BTreeMap<String, BTreeMap<String, i32>>,
    /// Points aboard ships in the end.
    #[serde(default)]
    pub cargo: BTreeMap<String, u8>,
    /// What must come of a part of a battle.
    #[serde(default, rename = "trial")]
    pub fixture: Option<fixture::Seen>,
}

impl Cases for WarAtSea {
    type Given = given::Given;
    type Expected = Expected;
    type Sight = Nothing;
    type Shipped = position::Shipped;
    type At = At;

    const EVENTS: Listed<WarAtSea> = event::EVENTS;
    const PASSED_OVER: &'static [&'static str] = &["phase-began", "rolled", "met"];

    fn is_phase(word: &str) -> bool {
        Phase::named(word).is_some()
    }

    fn lay_out(
        games: &Games,
        shipped: &mut position::Shipped,
        given: &given::Given,
    ) -> Result<(WarAtSea, War), String> {
        position::lay_out(games, shipped, given)
    }

    fn at(&self, war: &War, id: &str) -> Result<At, String> {
        let unit = self.unit_of(war, id)?;
        Ok(At(self.place_words(war, war.unit(unit).place)))
    }

    fn judge(
        &self,
        given: &given::Given,
        expected: &Expected,
        _: &War,
        outcome: &Outcome<WarAtSea>,
        found: &mut Findings,
    ) {
        let war = &outcome.state;
        self.judge_fixture(given.fixture.as_ref(), expected.fixture.as_ref(), found);
        for (side, stores) in &expected.stores {
            let of = self.sides().iter().find(|it| it.id() == side);
            for (word, points) in stores {
                match self.board.find(word).zip(of) {
                    Some((at, of)) => {
                        found.same(format!("the points of {side} at {word}"), points, &war.store(*of, at));
                    }
                    None => found.slip("a sector", word),
                }
            }
        }
        for (word, points) in &expected.cargo {
            match self.unit_of(war, word) {
                Ok(unit) => found.same(format!("the cargo of {word}"), points, &war.unit(unit).cargo),
                Err(what) => found.slip("a unit", what),
            }
        }
        for (word, points) in &expected.bank {
            match self.sides().iter().find(|side| side.id() == word) {
                Some(side) => {
                    let bank = war.seat(*side).map_or(0, |seat| seat.bank);
                    found.same(format!("the bank of {word}"), points, &bank);
                }
                None => found.slip("a side of the scenario", word),
            }
        }
        for (word, damage) in &expected.damage {
            match self.unit_of(war, word) {
                Ok(unit) => found.same(format!("the damage of {word}"), damage, &war.unit(unit).damage),
                Err(what) => found.slip("a unit", what),
            }
        }
        for (word, control) in &expected.control {
            match self.board.find(word) {
                Some(at) => {
                    let owner = war.owner(at).map_or("nobody", |side| side.id());
                    found.same(format!("who controls {word}"), &control.as_str(), &owner);
                }
                None => found.slip("a sector", word),
            }
        }
    }

    fn look(&self, _: Party, _: &Nothing, _: &View, _: &mut Findings) {}

    fn is_named(&self, name: &str) -> bool {
        let card = |name: &str| self.cards.find(name).is_some();
        let numbered = name.rsplit_once(['-', '(']).is_some_and(|(front, _)| card(front.trim()));
        card(name) || numbered || self.board.find(name).is_some()
    }

    fn kind(&self, word: &str) -> Option<&'static str> {
        let numbered = word.rsplit_once('-').is_some_and(|(front, number)| {
            self.cards.by_id(front).is_some() && number.parse::<u16>().is_ok()
        });
        if numbered {
            return Some("unit");
        }
        Some(match self.find(word) {
            Some(Item::Card(_)) => "card",
            Some(Item::Sector(_)) => "sector",
            Some(_) => "word",
            None if word.starts_with(|letter: char| letter.is_ascii_digit()) => "number",
            None => return None,
        })
    }

    fn could_ask(&self, key: &str) -> Result<(), String> {
        let whole = match Turn::read(key.split('/').next().unwrap_or_default()) {
            Ok(_) => key.to_owned(),
            Err(_) => format!("{}/{key}", Turn(1).text()),
        };
        match Key::parse(&whole) {
            Ok(Key::Side { .. } | Key::Local { .. } | Key::Battle { .. }) => Ok(()),
            Ok(Key::Roll { .. }) | Err(NoKey::Form) => Err(format!("no question has a key such as `{key}`")),
            Err(NoKey::Part(what)) => Err(format!("`{key}`: {what}")),
        }
    }
}

impl WarAtSea {
    /// Plays the part of a battle that a case gives, and notes in what it differs.
    fn judge_fixture(
        &self,
        given: Option<&fixture::Fixture>,
        seen: Option<&fixture::Seen>,
        found: &mut Findings,
    ) {
        let (given, seen) = match (given, seen) {
            (Some(given), Some(seen)) => (given, seen),
            (None, None) => return,
            (Some(_), None) => return found.slip("what must come of the trial", "nothing"),
            (None, Some(_)) => return found.slip("a trial under `given`", "none"),
        };
        match fixture::judge(self, given, seen) {
            Err(what) => found.slip("a trial that makes sense", what),
            Ok(differences) => {
                for [what, expected, seen] in differences {
                    found.same(what, &expected, &seen);
                }
            }
        }
    }

    fn unit_of(&self, war: &War, word: &str) -> Result<UnitId, String> {
        self.unit_of_word(war, word).ok_or_else(|| format!("there is no unit `{word}`"))
    }

    fn place_words(&self, war: &War, place: Place) -> String {
        let sector = |at| self.board.sector(at).id.clone();
        match place {
            Place::Pool => "pool".to_owned(),
            Place::Sector(at) => sector(at),
            Place::Base(at) => format!("base {}", sector(at)),
            Place::Deck(unit) => format!("deck {}", self.unit_word(war, unit)),
            Place::Idle(_) => "idle".to_owned(),
            Place::Stocks(at) => format!("stocks {}", sector(at)),
            Place::Transit(at, _) => format!("transit {}", sector(at)),
            Place::Aboard(unit) => format!("aboard {}", self.unit_word(war, unit)),
            Place::Lost => "lost".to_owned(),
        }
    }
}
