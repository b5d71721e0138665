//! Seas of Thunder, chapter by chapter.
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
mod sound;
mod ways;
pub mod pieces;
pub mod scenario;
pub mod game;
mod muster;
pub mod options;
mod now;
mod transitions;
mod variants;
mod neutrality;
mod setup;
mod sequence;
mod reinforcements;
mod convoys;
mod movement;
mod land_based_air;
mod combat;
mod control;
mod scoring;
mod return_to_base;

pub mod cases;
mod conditions;
mod ahead;
mod apply;
mod fallen;
mod nearest;
mod battles;
mod fields;
pub mod ruling;
pub mod event;
pub mod questions;
pub mod item;
mod key;
pub mod state;
mod laws;
mod print;
mod published;
mod cited;
mod text;
pub mod view;
mod story;
mod card;
mod moves;
mod officer;

pub use battles::ARENA;

use board::{Board, ZoneId};
use engine::conformance::Suite;
use engine::items::Types;
use engine::system::{BattlePlanning, Declarations, StandingOrders};
use engine::systems::Entry;
use event::Event;
use game::{Game, Stage};
use item::Item;
use options::Options;
use pieces::{Counter, UnitId};
use scenario::{Pieces, Scenario};
use state::{Sea, TokenId, TokenPlace};

use engine::games::{BuiltIn, Games, GamesFault};
use engine::party::Party;
use engine::question::QuestionKind;
use engine::rulebook::two_sided::Camp;
use engine::rulebook::{Choices, MatchOption, Rulebook, two_sided};
use engine::side::Side;
use engine::tags::Tags;
use engine::{games, rulebook};

/// What each edition changed, as YAML: an answer for clubs, of which no rule knows.
pub const EDITIONS: &str = include_str!("editions.yaml");

/// The game's line in a list of systems. It is a static of this crate so that what the engine does with the
/// game is compiled here, and not by whoever lists it.
pub static ENTRY: Entry = Entry::of::<SeasOfThunder>()
    .with_arena(ARENA)
    .with_cases(Suite::of::<SeasOfThunder>())
    .with_editions(EDITIONS);

/// The table as this system uses it.
type Table<'t> = engine::table::Table<'t, SeasOfThunder>;

/// The rulebook with the map, mats and counters of a match: one scenario, or a run of them.
#[derive(Clone, Debug)]
pub struct SeasOfThunder {
    /// What is played.
    pub game: Game,
    /// Its scenarios in their order, with map and mats.
    pub stages: Vec<Stage>,
    /// The counters and tokens.
    pub pieces: Pieces,
    /// Optional rules and readings.
    pub options: Options,
    /// The edition by which it is played.
    edition: u32,
    unit_tags: Vec<Tags>,
    cut_off: Vec<ZoneId>,
    chart: officer::Chart,
}

impl SeasOfThunder {
    /// Lays out a single scenario, without options.
    pub fn new(scenario: Scenario, board: Board, pieces: Pieces) -> SeasOfThunder {
        let game = Game::of(&scenario);
        SeasOfThunder::chain(game, vec![Stage { scenario, board }], pieces, Options::default())
    }

    /// Lays out a run of scenarios. There must be one.
    pub fn chain(game: Game, stages: Vec<Stage>, pieces: Pieces, options: Options) -> SeasOfThunder {
        let tags = |counter: &Counter| item::unit_tags(counter.class, counter.special, counter.nation);
        let unit_tags = pieces.counters.0.iter().map(tags).collect();
        let cut_off = stages[0].board.behind_bosporus();
        let chart = officer::Chart::default();
        let edition = SeasOfThunder::EDITION;
        SeasOfThunder { game, stages, pieces, options, edition, unit_tags, cut_off, chart }
    }

    /// A unit's counter.
    #[inline]
    pub fn counter(&self, unit: UnitId) -> &Counter {
        &self.pieces.counters.0[unit.0 as usize]
    }

    /// Whose convoy a token is.
    #[inline]
    pub fn token_side(&self, token: TokenId) -> Camp {
        self.pieces.tokens[token.0 as usize].side
    }
}

impl Sea {
    /// The convoy of a side in a zone.
    pub(crate) fn convoy_in(&self, system: &SeasOfThunder, zone: ZoneId, side: Camp) -> Option<TokenId> {
        self.tokens_at(TokenPlace::Sea(zone)).find(|&token| system.token_side(token) == side)
    }
}

/// The older editions whose matches still go on.
const OLDER: [u32; 2] = [2, 3];

impl Types for SeasOfThunder {
    type State = Sea;
    type Event = Event;
    type Item = Item;
}

impl Declarations for SeasOfThunder {}

impl StandingOrders for SeasOfThunder {}

impl BattlePlanning for SeasOfThunder {}

impl Rulebook for SeasOfThunder {
    const ID: &'static str = scenario::SYSTEM;
    const FILES: &'static [BuiltIn] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
    const NAME: &'static str = "Seas of Thunder";
    const SIDES: &'static [Side] = two_sided::SIDES;
    const PARTIES: &'static [Party] = two_sided::PARTIES;
    const EDITION: u32 = 4;
    const PREFIX: &'static str = "SOT-";
    const CHANGES: &'static str = ruling::CHANGES;
    const PRINT: games::print::Print = print::PRINT;

    const OPTIONS: &'static [MatchOption] = options::OPTIONS;

    fn scenarios(games: &Games) -> Result<Vec<rulebook::Scenario>, GamesFault> {
        game::list(games)
    }

    fn load(games: &Games, scenario: &str, choices: &Choices) -> Result<SeasOfThunder, GamesFault> {
        let options = Options::of(choices);
        let (game, stages, pieces) = game::load(games, scenario, &options)?;
        Ok(SeasOfThunder::chain(game, stages, pieces, options))
    }

    /// Edition 2 let ships that leave Convoy Attacks go home by the mats on the table, edition 3 still those
    /// of a nation that changes sides to ports of the set-up (`now.rs`).
    fn of_edition(mut self, edition: u32) -> SeasOfThunder {
        if OLDER.contains(&edition) {
            self.edition = edition;
        }
        self
    }

    fn scenario(&self) -> &str {
        &self.game.id
    }

    fn points(&self, state: &Sea, side: Side) -> i32 {
        state.points(Camp::in_match(side))
    }

    fn winner(&self, state: &Sea) -> Option<Side> {
        scoring::winner(state).map(Camp::side)
    }

    fn by_points(&self, _state: &Sea) -> bool {
        true
    }
}
