//! Axis Empires: Schiffskrieg, chapter by chapter.
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
pub mod calendar;
pub mod faction;
pub mod facts;
mod files;
pub mod pieces;
pub mod scenario;
pub mod tables;
pub mod combat;
mod delay;
pub mod force;
pub mod paths;
pub mod reach;

mod base_attack;
mod building;
mod conditional;
pub mod fortunes;
pub mod luck;
pub mod markers;
mod minors;
pub mod optional;
mod patrol;
mod political;
mod raiders;
mod raids;
mod theatres;
mod speed;
mod special;

pub mod history;
mod naval_war;
pub mod options;
mod battles;
mod set_up;
mod edition;
mod basing;
mod berths;
mod homecoming;
mod rebasing;
mod scoring;
mod air_bases;
mod task_force;
mod placement;
mod sequence;
mod support;
/// What is ready to join Task Forces.
mod ready;

mod apply;
mod fallen;
mod nearest;
mod companion;
mod chapters;
mod cards;
pub mod cases;
pub mod event;
mod fields;
pub mod questions;
pub mod item;
mod ahead;
mod asking;
mod conditions;
mod officer;
mod key;
mod places;
pub mod state;
mod rulebook;
mod system;
pub mod view;
mod observer;
mod counters;
mod forecast;
mod moves;
mod card;
mod cited;
mod story;
mod scenes;

pub use battles::ARENA;

use board::Board;
use facts::Catalogue;
use files::NavyRow;
use history::History;
use optional::Optional;
use options::Chosen;
use pieces::Counters;
use scenario::Scenario;
use tables::Tables;

use engine::conformance::Suite;
use engine::games::{Games, GamesFault};
use engine::rulebook::Rulebook;
use engine::systems::Entry;

/// What each edition changed, as YAML: an answer for clubs, of which no rule knows.
pub const EDITIONS: &str = include_str!("editions.yaml");

/// The game's line in a list of systems. It is a static of this crate so that what the engine does with the
/// game is compiled here, and not by whoever lists it.
pub static ENTRY: Entry = Entry::of::<Schiffskrieg>()
    .with_arena(ARENA)
    .with_cases(Suite::of::<Schiffskrieg>())
    .with_editions(EDITIONS);

/// The table as this system uses it.
type Table<'t> = engine::table::Table<'t, Schiffskrieg>;

/// The word of the system in files.
pub const SYSTEM: &str = "schiffskrieg";

/// All that the files hold.
#[derive(Clone, Debug)]
pub struct Data {
    /// The maps.
    pub board: Board,
    /// Every counter of the game.
    pub counters: Counters,
    /// The tables.
    pub tables: Tables,
    /// What can be declared.
    pub facts: Catalogue,
    /// The scenarios, in the order of their sections.
    pub scenarios: Vec<Scenario>,
    /// What history says.
    pub history: History,
    /// The navies of minor countries.
    pub navies: Vec<NavyRow>,
}

impl Data {
    /// Reads the data.
    ///
    /// # Errors
    /// [`GamesFault`] when a file is missing, does not fit its shape, or contradicts another.
    pub fn load(games: &Games) -> Result<Data, GamesFault> {
        let board = board::build(games.read(SYSTEM, "zones")?, games.read(SYSTEM, "bases")?);
        let board = board.map_err(|what| unsound("bases", what))?;
        let counters = pieces::build(games.read(SYSTEM, "units")?);
        let tables = tables::build(games.read(SYSTEM, "tables")?).map_err(|what| unsound("tables", what))?;
        let facts = facts::build(games.read(SYSTEM, "facts")?).map_err(|what| unsound("facts", what))?;
        let scenarios = scenario::build(games.read(SYSTEM, "scenarios")?, &board, &counters);
        let scenarios = scenarios.map_err(|what| unsound("scenarios", what))?;
        let mut scenarios = scenarios;
        for row in games.read::<files::ParsFile>(SYSTEM, "pars")?.pars {
            let of = scenarios.iter_mut().find(|scenario| scenario.id == row.scenario);
            of.ok_or_else(|| unsound("pars", format!("there is no scenario {}", row.scenario)))?.par =
                row.par;
        }
        let history = history::build(games.read(SYSTEM, "history")?, &board);
        let history = history.map_err(|what| unsound("history", what))?;
        let navies = games.read::<files::MinorsFile>(SYSTEM, "minor_navies")?.minor_navies;
        sound_navies(&navies, &board, &counters).map_err(|what| unsound("minor_navies", what))?;
        Ok(Data { navies, history, board, counters, tables, facts, scenarios })
    }

    /// A scenario by the number of its section.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }
}

/// The rulebook with the maps and counters, and one scenario.
#[derive(Clone, Debug)]
pub struct Schiffskrieg {
    /// The scenario.
    pub scenario: Scenario,
    /// The maps.
    pub board: Board,
    /// The counters.
    pub counters: Counters,
    /// The tables.
    pub tables: Tables,
    /// What can be declared.
    pub facts: Catalogue,
    /// What history says where nobody declares anything: in the naval war.
    pub history: Option<History>,
    /// What history would say, as a proposal to the people at a real table; nothing elsewhere.
    pub lore: Option<History>,
    /// What the match has chosen.
    pub chosen: Chosen,
    /// The support units of the match, by [`state::SupportId`]; what a case puts beside them has no word.
    pub support: Vec<SupportName>,
    /// What the match has chosen.
    pub options: Optional,
    /// The navies of minor countries.
    pub navies: Vec<NavyRow>,
    /// Which faction sets a piece up, by [`state::UnitId`]: looked up for every piece again and again.
    set_up_by: Vec<Option<faction::Faction>>,
    /// The edition by which the match is played.
    edition: u32,
}

/// What a support unit is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportName {
    /// Its word, such as `german-surface-fleet-hsf`.
    pub word: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: scenario::Support,
}

impl Schiffskrieg {
    /// Lays out a scenario.
    ///
    /// # Errors
    /// [`GamesFault::Unsound`] if there is none of that word.
    pub fn of(data: Data, word: &str) -> Result<Schiffskrieg, GamesFault> {
        let Data { board, counters, tables, facts, scenarios, history: _, navies } = data;
        let found = scenarios.into_iter().find(|scenario| scenario.id == word);
        let scenario = found.ok_or_else(|| unsound("scenarios", format!("there is no scenario {word}")))?;
        let chosen =
            Chosen { companion: true, turns: 0, at_once: false, together: false, asks: None, par: None };
        let history = None;
        let set_up_by = scenario.set_up_by();
        let mut system = Schiffskrieg {
            scenario,
            board,
            counters,
            tables,
            facts,
            history,
            lore: None,
            chosen,
            support: Vec::new(),
            options: Optional::default(),
            navies,
            set_up_by,
            edition: <Schiffskrieg as Rulebook>::EDITION,
        };
        system.support = support::names(&system);
        Ok(system)
    }

    /// Lays out a scenario for a match under what it has chosen.
    ///
    /// # Errors
    /// As [`Schiffskrieg::of`].
    pub fn for_match(data: Data, word: &str, chosen: Chosen) -> Result<Schiffskrieg, GamesFault> {
        let history = data.history.clone();
        let mut system = Schiffskrieg::of(data, word)?;
        system.chosen = chosen;
        system.scenario.par = chosen.par.unwrap_or(system.scenario.par);
        if !chosen.companion {
            system.history = Some(naval_war::history(&system.scenario, history, chosen.at_once));
        } else {
            system.lore = Some(history);
        }
        system.support = support::names(&system);
        Ok(system)
    }
}

/// Whether every country and piece of the minor navies is there.
fn sound_navies(navies: &[NavyRow], board: &Board, counters: &Counters) -> Result<(), String> {
    for row in navies {
        if row.units.is_empty() || board.country_named(&row.country).is_none() {
            return Err(format!("a navy of {} is nobody's, or nothing", row.country));
        }
        if let Some(id) = row.units.iter().chain(&row.gone).find(|id| counters.by_id(id).is_none()) {
            return Err(format!("there is no counter {id}"));
        }
    }
    Ok(())
}

fn unsound(file: &str, what: String) -> GamesFault {
    GamesFault::Unsound { file: format!("{SYSTEM}/{file}"), what }
}
