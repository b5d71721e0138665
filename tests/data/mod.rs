//! Soundness of the data of Seas of Thunder: what the rulebook states, what the published totals demand, and
//! what the loaders promise. A test collects everything that fails before it stops.

use std::sync::OnceLock;

use sealord::games::Games;
use sealord::games::print::Fact;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::board::{Board, Mat, Port, PortId, ZoneId};
use sealord::rules::seas_of_thunder::game::load_scenario as load;
use sealord::rules::seas_of_thunder::scenario::{Pieces, Scenario};
use sealord::rules::two_sided::Camp;
use sealord::rules::{Rulebook, ledger::Ledger};
use serde_json::Value;

mod admirals_war;
mod schiffskrieg;
mod loaders;
mod map;
mod ports;
mod published;
mod scenarios;
mod units;
mod values;
mod war_at_sea;

/// A scenario with all that belongs to it.
pub struct Loaded {
    pub scenario: Scenario,
    pub board: Board,
    pub pieces: Pieces,
}

impl Loaded {
    /// Points of a zone, for the Axis and for the Allies.
    pub fn value(&self, zone: u8) -> (u32, u32) {
        let value = self.board.zone(ZoneId(zone)).value;
        (value[Camp::AXIS].into(), value[Camp::ALLIES].into())
    }

    /// A port by its id.
    pub fn port(&self, id: &str) -> &Port {
        self.board.port(self.board.port_by_id(id).unwrap_or_else(|| panic!("no port {id}")))
    }

    /// All ports.
    pub fn ports(&self) -> impl Iterator<Item = &Port> {
        self.board.ports().map(|id: PortId| self.board.port(id))
    }

    /// Entries that a side's ships need from a port to every zone; index 0 is zone 1, 99 is never.
    pub fn entries(&self, start: &[u8], side: Camp) -> Vec<u8> {
        let start = start.iter().copied().map(ZoneId).collect::<Vec<_>>();
        self.board.ways(&start, 98, side).into_iter().map(|way| way.map_or(99, |way| way.entries)).collect()
    }

    /// Entries from a port.
    pub fn entries_from(&self, port: &str, side: Camp) -> Vec<u8> {
        let zones = self.port(port).zones.iter().map(|zone| zone.0).collect::<Vec<_>>();
        self.entries(&zones, side)
    }
}

/// The box of a port until the first Return to Base.
pub fn at_start(port: &Port) -> &Mat {
    port.start.as_ref().unwrap_or(&port.mat)
}

/// Scenario 1 to 7.
pub fn game(number: usize) -> &'static Loaded {
    static ALL: OnceLock<Vec<Loaded>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let one = |number: usize| {
            let (scenario, board, pieces) = load(&sealord::rules::games(), &number.to_string()).unwrap();
            Loaded { scenario, board, pieces }
        };
        (1..=7).map(one).collect()
    });
    &all[number - 1]
}

/// A file as it is, without a shape.
pub fn raw(name: &str) -> Value {
    sealord::rules::games().read("seas-of-thunder", name).unwrap()
}

/// The rows of a list in a file.
pub fn rows(name: &str, list: &str) -> Vec<Value> {
    raw(name)[list].as_array().unwrap_or_else(|| panic!("no list {list} in {name}")).clone()
}

/// What the rulebook publishes about data, as `sealord data --check` judges it.
pub fn facts(games: &Games) -> Vec<Fact> {
    (SeasOfThunder::PRINT.published)(games).unwrap()
}

/// The values of a rule of the ledger.
pub fn ledger(rule: &str) -> Value {
    let ledger = Ledger::load(&sealord::rules::games(), "seas-of-thunder").unwrap();
    ledger.find(rule).and_then(|entry| entry.values.clone()).unwrap_or_else(|| panic!("no values of {rule}"))
}

/// Collects what fails.
#[derive(Default)]
pub struct Checks {
    made: usize,
    failed: Vec<String>,
}

impl Checks {
    /// Notes `what` unless `ok`.
    pub fn that(&mut self, ok: bool, what: impl Into<String>) {
        self.made += 1;
        if !ok {
            self.failed.push(what.into());
        }
    }

    /// Notes where the built-in data say otherwise than the rulebook publishes under a rule.
    pub fn published(&mut self, rule: &str) {
        static ALL: OnceLock<Vec<Fact>> = OnceLock::new();
        let all = ALL.get_or_init(|| facts(&sealord::rules::games()));
        let fact =
            all.iter().find(|fact| fact.rule == rule).unwrap_or_else(|| panic!("{rule} is not judged"));
        self.that(fact.broken.is_empty(), format!("{rule}: {}", fact.broken.join("; ")));
    }

    /// Stops the test if anything failed, or nothing was checked.
    pub fn done(self) {
        assert!(self.made > 0, "nothing was checked");
        assert!(
            self.failed.is_empty(),
            "{} of {} fail:\n  {}",
            self.failed.len(),
            self.made,
            self.failed.join("\n  ")
        );
    }
}
