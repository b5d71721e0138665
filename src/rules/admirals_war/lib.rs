//! Admirals' War, chapter by chapter. What is here plays the Pacific as far as the scenario Midway meets it,
//! and combat of both theatres.
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
mod files;
pub mod pieces;
pub mod scenario;
mod turn_zero;
mod turn_eleven;
mod rulebook;
pub mod options;
mod sound;
pub mod strength;
mod sequence;
mod turn_chart;
pub mod seats;
mod victory;
mod minor_navies;
mod dilemma;
mod pacific;
mod surprise;
mod off_hawaii;
mod uncertain;
mod warning;
mod movement;
pub mod reach;
mod homecoming;
mod combat;
pub mod side_by_side;
mod raids;
mod basing;
mod repairs;
mod land_based_air;
mod amphibious;
mod submarines;
mod optional;
mod ambushes;
mod hidden;
mod control;

mod conditions;
mod apply;
mod fallen;
mod nearest;
mod battles;
pub mod cases;
mod fields;
pub mod ruling;
pub mod event;
mod key;
pub mod questions;
pub mod item;
pub mod state;
mod ahead;
mod laws;
mod text;
pub mod view;
mod story;
mod officer;
mod card;
mod moves;
pub mod telling;

pub use battles::ARENA;

use board::{AreaId, BaseId, Board};
use engine::conformance::Suite;
use engine::items::Types;
use engine::system::{BattlePlanning, Declarations, StandingOrders};
use engine::systems::Entry;
use event::Event;
use item::Item;
use pieces::{Counter, Counters, Nation, Seat, UnitId};
use scenario::Scenario;
use state::Ocean;

use engine::rulebook::Rulebook;
use engine::rulebook::two_sided::Camp;

/// What each edition changed, as YAML: an answer for clubs, of which no rule knows.
pub const EDITIONS: &str = include_str!("editions.yaml");

/// The game's line in a list of systems. It is a static of this crate so that what the engine does with the
/// game is compiled here, and not by whoever lists it.
pub static ENTRY: Entry = Entry::of::<AdmiralsWar>()
    .with_arena(ARENA)
    .with_cases(Suite::of::<AdmiralsWar>())
    .with_editions(EDITIONS);

/// The table as this system uses it.
type Table<'t> = engine::table::Table<'t, AdmiralsWar>;

/// Both sides, in the order in which most things list them.
const SIDES: [Camp; 2] = [Camp::AXIS, Camp::ALLIES];

/// The rulebook with the map and counters of one scenario.
#[derive(Clone, Debug)]
pub struct AdmiralsWar {
    /// The scenario.
    pub scenario: Scenario,
    /// The map.
    pub board: Board,
    /// The counters.
    pub counters: Counters,
    /// How many areas each area is away from each, over areas that are played.
    distances: Vec<Vec<Option<u8>>>,
    /// Where units may ever return from each area, in the order in which it is offered.
    havens: Vec<Vec<BaseId>>,
    /// The edition by which it is played.
    edition: u32,
}

/// The older editions whose matches still go on.
const OLDER: [u32; 5] = [1, 2, 3, 4, 5];
/// The edition from which a fight goes on as long as one side can hurt the other, and marines land in every
/// round, also while others are chased.
const TO_THE_FINISH: u32 = 2;
/// The edition from which the groups of each area are numbered on their own.
const NUMBERED_BY_AREA: u32 = 3;
/// The edition from which silence brings units on at their own home, peace keeps no ship out of every port
/// once its own has fallen, and what happens names its rule more closely.
const AT_HOME: u32 = 4;
/// The edition from which one answer may place several air units, one in each round, and places to be won or
/// with something to hit stand first among those that are offered.
const BY_LIST: u32 = 5;
/// The edition from which nobody is asked what can change nothing any more, and a player may order landings
/// and raids in one file if nobody else orders anything in between.
const SPARING: u32 = 6;

impl AdmiralsWar {
    /// Lays out a scenario.
    pub fn new(scenario: Scenario, board: Board, counters: Counters) -> AdmiralsWar {
        let edition = <AdmiralsWar as Rulebook>::EDITION;
        let mut system =
            AdmiralsWar { scenario, board, counters, distances: Vec::new(), havens: Vec::new(), edition };
        system.distances = system.board.areas().map(|area| system.distances_from(area)).collect();
        system.havens = system.board.areas().map(|area| system.havens_of(area)).collect();
        system
    }

    /// Whether fights and landings go on as [`TO_THE_FINISH`] says.
    fn is_to_the_finish(&self) -> bool {
        self.edition >= TO_THE_FINISH
    }

    /// Whether groups are numbered as [`NUMBERED_BY_AREA`] says.
    fn numbers_groups_by_area(&self) -> bool {
        self.edition >= NUMBERED_BY_AREA
    }

    /// Whether silence, peace and the rules that are named are as [`AT_HOME`] says.
    fn is_at_home(&self) -> bool {
        self.edition >= AT_HOME
    }

    /// Whether air units are placed and places offered as [`BY_LIST`] says.
    fn goes_by_list(&self) -> bool {
        self.edition >= BY_LIST
    }

    /// Whether questions are spared as [`SPARING`] says.
    fn is_sparing(&self) -> bool {
        self.edition >= SPARING
    }

    /// A unit's counter.
    #[inline]
    pub fn counter(&self, unit: UnitId) -> &Counter {
        &self.counters[unit]
    }

    /// The nation for which a unit fights: that of its counter, unless it has changed sides (AW-18.33,
    /// AW-16.44).
    #[inline]
    pub fn nation_of(&self, ocean: &Ocean, unit: UnitId) -> Nation {
        ocean.unit(unit).nation.unwrap_or(self.counter(unit).nation)
    }

    /// Whose unit it is.
    #[inline]
    pub fn side_of(&self, ocean: &Ocean, unit: UnitId) -> Camp {
        self.nation_of(ocean, unit).side()
    }

    /// Which player moves it (AW-5.1-a to AW-5.1-c).
    #[inline]
    pub fn seat_of(&self, ocean: &Ocean, unit: UnitId) -> Seat {
        self.nation_of(ocean, unit).seat()
    }

    /// Whether the scenario plays in an area (AW-M-0).
    pub fn is_played(&self, area: AreaId) -> bool {
        self.scenario.areas.as_ref().is_none_or(|areas| areas.contains(&area))
    }

    /// Whose flag lies on an area when the match begins (AW-4.3, AW-M-0c).
    fn first_flag(&self, area: AreaId) -> Option<Camp> {
        let own = self.scenario.control.iter().find(|(of, _)| *of == area);
        own.map_or(self.board.area(area).control.filter(|_| self.is_played(area)), |(_, side)| *side)
    }

    /// Whether a port or base is in use: it touches an area that is played, and is open on this turn.
    pub fn is_open(&self, base: BaseId, turn: u8) -> bool {
        let of = self.board.base(base);
        let turn = self.scenario.as_turn.saturating_add(turn).saturating_sub(self.scenario.first_turn);
        of.active_from <= turn && of.areas.iter().any(|&area| self.is_played(area))
    }

    /// Whether a port or base is in use now, those that an event opens included (AW-16.41-a).
    pub(crate) fn is_in_use(&self, ocean: &Ocean, base: BaseId) -> bool {
        let opened = self.board.base(base).opened_by.is_some() && ocean.taranto_fell.is_some();
        opened || self.is_open(base, ocean.turn)
    }

    /// The ports and bases that touch an area and belong to a side (AW-2.35, AW-2.36).
    pub fn held_around(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<BaseId> {
        let bases = self.board.area(area).bases.iter().copied();
        bases.filter(|&base| ocean.owner(base) == Some(side) && self.is_in_use(ocean, base)).collect()
    }
}

impl Types for AdmiralsWar {
    type State = Ocean;
    type Event = Event;
    type Item = Item;
}

impl Declarations for AdmiralsWar {}

impl StandingOrders for AdmiralsWar {}

impl BattlePlanning for AdmiralsWar {}
