//! 12 Fortunes of War: an option. What a card says is not in the rulebook; the program counts how many are
//! drawn, and rolls how strong one is that is played.

use serde::{Deserialize, Serialize};

use super::board::SeaMap;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Subject, Value};
use super::luck::{self, Team};
use super::{Schiffskrieg, Table};
use engine::table::Step;
use engine::tags::words;

words! {
    /// How strong a card is that is played (12.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Effect: id {
        /// Its Major Effect.
        Major = "major",
        /// Its Minor Effect.
        Minor = "minor",
        /// None.
        None = "none",
    }
}

/// SK-12.1-1 A War State of a map changed: each side draws, the Allied factions together.
pub(super) fn draw(table: &mut Table, map: SeaMap) -> Step<()> {
    let system = table.system();
    if !system.options.fortunes || !system.scenario.maps.contains(&map) {
        return Ok(());
    }
    let fortunes = &system.tables.fortunes;
    let cards = if system.options.fortunes_alone { fortunes.draws_alone } else { fortunes.draws };
    table.record(Event::CardsDrawn { map, cards })
}

/// SK-12.2-1 A faction plays a card: the die says how strong it is. Its label counts the cards that are left
/// in the hand.
pub(super) fn play(table: &mut Table, faction: Faction, map: SeaMap) -> Step<()> {
    let system = table.system();
    if !system.options.fortunes {
        return Ok(());
    }
    let sea = table.state();
    let left = match sea.facts.get(Fact::FowCards, &[Subject::Faction(faction), Subject::Map(map)]) {
        Some(Value::List(list)) => list.len(),
        _ => 0,
    };
    let turn = system.turn_number(sea);
    let label = format!("t{turn}/{}/fortunes/{}/{left}", faction.id(), map.id());
    let die = luck::roll(table, map, label, 1)?[0];
    table.record(Event::CardPlayed { faction, map, die, effect: system.effect(die) })
}

impl Schiffskrieg {
    /// How strong a card is by its die.
    pub fn effect(&self, die: u8) -> Effect {
        let fortunes = &self.tables.fortunes;
        match die {
            die if die <= fortunes.major_until => Effect::Major,
            die if die <= fortunes.minor_until => Effect::Minor,
            _ => Effect::None,
        }
    }

    /// Cards of the module that a side has at start on a map; none without the option.
    pub fn extra_cards(&self, team: Team, map: SeaMap) -> u8 {
        let fits = |extra: &&super::tables::ExtraCards| {
            extra.map == map && extra.scenarios.contains(&self.scenario.id)
        };
        let extra = self.tables.fortunes.extra.iter().find(fits).filter(|_| self.options.fortunes);
        extra.map_or(0, |extra| if team == Team::Axis { extra.axis } else { extra.allies })
    }
}
