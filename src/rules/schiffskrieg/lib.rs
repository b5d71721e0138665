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

/// The maps.
pub mod board;
/// Turns.
pub mod calendar;
/// The three factions.
pub mod faction;
/// What players declare.
pub mod facts;
mod files;
/// The counters.
pub mod pieces;
/// Scenarios.
pub mod scenario;
/// Tables.
pub mod tables;
/// 4 Air & Naval Combat.
pub mod combat;
/// 7 Delay.
mod delay;
/// 3.1, 3.2 Task Forces.
pub mod force;
/// Fleet Unit Paths.
pub mod paths;
/// 3.3 Range.
pub mod reach;

/// 5.2 Base Attacks.
mod base_attack;
/// 6.1, 6.2 Construction and reorganization.
mod building;
/// 11 Conditional events.
mod conditional;
/// 12 Fortunes of War cards.
pub mod fortunes;
/// 13 Luck.
pub mod luck;
/// Markers, and whose pieces are.
pub mod markers;
/// 8 Minor navies.
mod minors;
/// Optional rules.
pub mod optional;
/// 5.3 Sub Patrols.
mod patrol;
/// 10 Political events.
mod political;
/// Forces without a support unit.
mod raiders;
/// 5.1 Commerce raids.
mod raids;
/// 6.3 The other theatre.
mod theatres;
/// 3.3.2.1 Speed Checks.
mod speed;
/// 9 Special units and markers.
mod special;

/// What history says.
pub mod history;
/// The naval war.
mod naval_war;
/// What a match may choose.
pub mod options;
/// One battle on its own.
mod battles;
/// Set-up.
mod set_up;
/// What older editions play otherwise.
mod edition;
/// 1.1, 1.2 Bases.
mod basing;
/// 1.3 Homecoming.
mod homecoming;
/// 1.2 Rebasing.
mod rebasing;
/// Points.
mod scoring;
/// Air Bases.
mod air_bases;
/// 3 Task Forces are formed.
mod task_force;
/// 2.1 A support unit is placed.
mod placement;
/// The order of a turn.
mod sequence;
/// 2 Support units.
mod support;
/// What is ready to join Task Forces.
mod ready;

mod apply;
/// A match beside a real table.
mod companion;
/// Single chapters.
mod chapters;
/// 6 Option cards.
mod cards;
/// Conformance cases.
pub mod cases;
/// What can happen.
pub mod event;
/// What events hold.
mod fields;
/// What can be asked.
pub mod questions;
/// What a question can name.
pub mod item;
/// What is to come.
mod ahead;
/// How often factions are asked back.
mod asking;
/// What doctrine may ask of a position.
mod conditions;
/// The staff officer.
mod officer;
/// The keys of questions.
mod key;
/// Places in words.
mod places;
/// The position.
pub mod state;
/// The game as the list of systems has it.
mod rulebook;
mod system;
/// What a faction sees.
pub mod view;
/// How it sees the parts of a position.
mod observer;
/// Counters in words.
mod counters;
/// What history brings.
mod forecast;
/// What went where.
mod moves;
/// Combats as cards.
mod card;
/// Which rules that cites.
mod cited;
/// What a faction is told.
mod story;
/// How the story is cut into chapters.
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

use engine::games::{Games, GamesFault};
use engine::rulebook::Rulebook;

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
