//! The War at Sea campaign rules, chapter by chapter.
//!
//! Invariant of absence: nothing here reads a clock, a file or a hash map's order.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_macros,
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests may see the machine"
    )
)]

pub mod board;
pub mod bound;
pub mod facilities;
mod files;
pub mod options;
pub mod purchase;
pub mod ranges;
pub mod rarity;
pub mod scenario;
pub mod sides;

mod sequence;
mod set_up;
mod spending;
mod basing;
mod movement;
mod scouting;
mod strikes;
mod intelligence;
mod standing;
mod own_plan;
mod battle_plans;
mod combat;
mod table_top;
pub mod odds;
mod regroup;
mod repair;
mod convoy;
mod economy;
mod troops;
mod production;
mod victory;

mod ahead;
mod apply;
mod nearest;
pub mod cases;
mod officer;
pub mod event;
pub mod fields;
pub mod questions;
pub mod item;
mod key;
mod ruling;
pub mod state;
mod laws;
pub mod view;
mod story;
mod cited;
mod card;

use board::Board;
use engine::condition::Conditions;
use engine::conformance::Suite;
use engine::items::Types;
use engine::system::{BattlePlanning, Declarations, Plans, Rules, StandingOrders};
use engine::systems::Entry;
use event::Event;
use facilities::Facilities;
use item::Item;
pub use odds::ARENA;

use ranges::Ranges;
use rarity::Rarity;
use scenario::Scenario;
use state::{UnitId, War};
use tactical::cards::Cards;

use engine::condition::{Asked, Clause, ConditionWord, Reads};
use engine::draft::BattlePlansDraft;
use engine::draft::battle::{PlanSheet, PlansRead};
use engine::games::{BuiltIn, Games, GamesFault};
use engine::party::Party;
use engine::problem::Collector;
use engine::question::AheadQuestion;
use engine::question::key::Turn;
use engine::rulebook;
use engine::rulebook::{Choices, MatchOption, Rulebook};
use engine::side::Side;
use engine::system::Addressed;

/// What each edition changed, as YAML: an answer for clubs, of which no rule knows.
pub const EDITIONS: &str = include_str!("editions.yaml");

/// The game's line in a list of systems. It is a static of this crate so that what the engine does with the
/// game is compiled here, and not by whoever lists it.
pub static ENTRY: Entry =
    Entry::of::<WarAtSea>().with_arena(ARENA).with_cases(Suite::of::<WarAtSea>()).with_editions(EDITIONS);

/// The table as this system uses it.
type Table<'t> = engine::table::Table<'t, WarAtSea>;
/// A question of this system.
type Ask = engine::question::Ask<Item, Item>;

/// The word of the system in files.
pub const SYSTEM: &str = "war-at-sea";

/// The rulebook with the map of one scenario and all cards.
#[derive(Clone, Debug)]
pub struct WarAtSea {
    /// The scenario.
    pub scenario: Scenario,
    /// The map.
    pub board: Board,
    /// The cards.
    pub cards: Cards,
    /// How rare units are.
    pub rarity: Rarity,
    /// How far aircraft reach.
    pub ranges: Ranges,
    /// Facilities.
    pub facilities: Facilities,
    /// The battle plans that have a name.
    pub plans: tactical::plan::Library,
    /// The edition by which it is played.
    edition: u32,
}

/// The older editions whose matches still go on.
const OLDER: &[u32] = &[1];

impl WarAtSea {
    /// Whether it is played as edition 1 played it: interceptions and rolls for deployment took the best
    /// Flagship alone, a type over its limit could be ordered along with others, and battles were as
    /// [`tactical::effects::Effects::first_edition`] says.
    pub(crate) fn is_first_edition(&self) -> bool {
        self.edition == 1
    }

    /// Whether a unit is crippled: one hull point left of more (WSC-12.3-1).
    pub(crate) fn is_crippled(&self, war: &War, unit: UnitId) -> bool {
        let state = war.unit(unit);
        let card = &self.cards[state.card];
        card.kind.is_afloat() && card.hull > 1 && state.damage + 1 >= card.hull
    }

    /// The sides that still play.
    pub(crate) fn playing<'w>(&'w self, war: &'w War) -> impl Iterator<Item = Side> + 'w {
        self.sides().iter().copied().filter(|side| war.seat(*side).is_some_and(|seat| !seat.out))
    }
}

/// What conditions of doctrine may ask.
const CONDITIONS: &[ConditionWord] =
    &[ConditionWord::new("turn", Reads::Turn, "it is turn {number} or later").number(1, 40)];

impl Types for WarAtSea {
    type State = War;
    type Event = Event;
    type Item = Item;
}

impl Conditions for WarAtSea {
    fn conditions(&self) -> &'static [ConditionWord] {
        CONDITIONS
    }

    fn holds(&self, war: &War, _: &Asked<'_, Item>, clause: &Clause<Item>) -> bool {
        u16::from(war.turn) >= clause.number
    }
}

impl Declarations for WarAtSea {
    fn wanted(&self, war: &War) -> Vec<String> {
        table_top::wanted(war)
    }
}

impl StandingOrders for WarAtSea {}

impl Plans for WarAtSea {
    fn asked(&self, key: &str) -> Result<Addressed, String> {
        let (turn, by) = match key::Key::parse(key).map_err(engine::question::key::NoKey::why)? {
            key::Key::Side { turn, by, .. }
            | key::Key::Local { turn, by, .. }
            | key::Key::Battle { turn, by, .. } => (turn, by),
            key::Key::Roll { .. } => return Err("no key has this form".to_owned()),
        };
        if !self.sides().contains(&by.0) {
            return Err(format!("{} does not play here", by.0.name()));
        }
        let Turn(turn) = turn;
        Ok(Addressed { party: Some(by.0.into()), turn: (turn > 0).then_some(turn) })
    }

    fn ahead(&self, war: &War, party: Party, _: &[&str]) -> Vec<AheadQuestion> {
        ahead::questions(self, war, party.side())
    }
}

impl BattlePlanning for WarAtSea {
    fn unit_lists(&self) -> &'static [&'static str] {
        &["members", "seek", "targets"]
    }

    fn battle_plans(&self, draft: &BattlePlansDraft, problems: &mut Collector) -> Option<PlansRead> {
        let (plans, spelled) = self.battle_plans_as_meant(draft, problems);
        Some((plans.iter().map(|plan| format!("for {}", plan.serves)).collect(), spelled))
    }

    fn plan_words(&self) -> Option<serde_json::Value> {
        Some(battle_plans::words(self))
    }

    fn plan_sheet(&self) -> Option<PlanSheet> {
        Some(battle_plans::sheet(self))
    }
}

impl Rulebook for WarAtSea {
    const ID: &'static str = SYSTEM;
    const FILES: &'static [BuiltIn] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
    const NAME: &'static str = "War at Sea campaign";
    const SIDES: &'static [Side] = sides::SIDES;
    const PARTIES: &'static [Party] = sides::PARTIES;
    const EDITION: u32 = 2;
    const PREFIX: &'static str = "WS";
    const CHANGES: &'static str = ruling::CHANGES;
    const OPTIONS: &'static [MatchOption] = options::OPTIONS;

    fn scenarios(games: &Games) -> Result<Vec<rulebook::Scenario>, GamesFault> {
        scenario::list(games)
    }

    fn load(games: &Games, scenario: &str, choices: &Choices) -> Result<WarAtSea, GamesFault> {
        scenario::load(games, scenario, choices)
    }

    fn of_edition(mut self, edition: u32) -> WarAtSea {
        if OLDER.contains(&edition) {
            self.edition = edition;
            self.cards.effects.first_edition = self.is_first_edition();
        }
        self
    }

    fn scenario(&self) -> &str {
        &self.scenario.id
    }

    fn points(&self, war: &War, side: Side) -> i32 {
        self.score(war, side)
    }

    fn winner(&self, war: &War) -> Option<Side> {
        self.verdict(war).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_of_edition_1_are_fought_as_they_were() {
        let new: WarAtSea =
            rulebook::load(&WarAtSea::built_in(), Some("pacific-1942"), &Choices::default()).unwrap();
        let old = new.clone().of_edition(1);
        assert_eq!((new.is_first_edition(), old.is_first_edition()), (false, true));
        assert_eq!((new.cards.effects.first_edition, old.cards.effects.first_edition), (false, true));
    }
}
