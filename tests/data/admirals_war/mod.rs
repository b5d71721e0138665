//! Soundness of the data of Admirals' War.

use std::sync::OnceLock;

use sealord::rules::Choices;
use sealord::rules::admirals_war::board::{AreaId, Base, Board};
use sealord::rules::admirals_war::pieces::{Counter, Counters};
use sealord::rules::admirals_war::scenario::{SYSTEM, Scenario, load};
use serde_json::Value;

mod coverage;
mod formulas;
mod loaders;
mod map;
mod provenance;
mod scenarios;
mod units;

/// A scenario with all that belongs to it.
pub struct Loaded {
    pub scenario: Scenario,
    pub board: Board,
    pub counters: Counters,
}

impl Loaded {
    /// An area by its id.
    pub fn area(&self, id: &str) -> AreaId {
        self.board.area_named(id).unwrap_or_else(|| panic!("no area {id}"))
    }

    /// A port or base by its id.
    pub fn base(&self, id: &str) -> &Base {
        self.board.base(self.board.base_named(id).unwrap_or_else(|| panic!("no place {id}")))
    }

    /// A unit by its id.
    pub fn unit(&self, id: &str) -> &Counter {
        &self.counters[self.counters.find(id).unwrap_or_else(|| panic!("no unit {id}"))]
    }

    /// The names of some areas, sorted.
    pub fn names(&self, areas: &[AreaId]) -> Vec<&str> {
        let mut ids = areas.iter().map(|id| self.board.area(*id).id.as_str()).collect::<Vec<_>>();
        ids.sort_unstable();
        ids
    }
}

/// A scenario by its id.
pub fn game(id: &str) -> &'static Loaded {
    static ALL: OnceLock<Vec<Loaded>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        ["standard", "turn-0", "turn-11", "turn-0-to-11", "midway"].map(loaded).into_iter().collect()
    });
    all.iter().find(|game| game.scenario.id == id).unwrap()
}

fn loaded(id: &str) -> Loaded {
    let (scenario, board, counters) =
        load(&sealord::rules::games(), id, &Choices::default()).unwrap_or_else(|fault| panic!("{fault}"));
    Loaded { scenario, board, counters }
}

/// The rows of a list in a file.
pub fn rows(name: &str, list: &str) -> Vec<Value> {
    raw(name)[list].as_array().unwrap_or_else(|| panic!("no list {list} in {name}")).clone()
}

/// A file as it is, without a shape.
pub fn raw(name: &str) -> Value {
    sealord::rules::games().read(SYSTEM, name).unwrap()
}

/// A text in a row.
pub fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_else(|| panic!("no text {key} in {row}"))
}

/// The id of a row.
pub fn id(row: &Value) -> &str {
    text(row, "id")
}
