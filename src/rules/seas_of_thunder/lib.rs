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

/// 2.0 Map and port mats.
pub mod board;
mod files;
/// Whether a club's data hang together.
mod sound;
mod ways;
/// 2.0 Counters.
pub mod pieces;
/// 13.0 Scenarios.
pub mod scenario;
/// 13.0 Linked scenarios and the campaign.
pub mod game;
/// 13.0 At-start forces and reinforcements.
mod muster;
/// Optional rules and uncertain readings.
pub mod options;
/// What is in force.
mod now;
/// 13.0 Changes of sides, exits, and what they score.
mod transitions;
/// 12.0 Variants.
mod variants;
/// 5.3.1 Violating neutrality.
mod neutrality;
/// 3.0 Setup.
mod setup;
/// 4.0 Sequence of play.
mod sequence;
/// 5.1 Reinforcements and repaired ships.
mod reinforcements;
/// 5.2 Convoys.
mod convoys;
/// 5.3 Naval movement.
mod movement;
/// 5.4 Land-based air.
mod land_based_air;
/// 5.5 Combat.
mod combat;
/// 6.0 Control of sea zones.
mod control;
/// 8.0 Scoring and 11.0 winning.
mod scoring;
/// 9.0 Return to base.
mod return_to_base;

/// Its conformance cases.
pub mod cases;
/// What doctrine may ask of a position.
mod conditions;
/// What will be asked later in a turn.
mod ahead;
mod apply;
/// One battle on its own.
mod battles;
/// What events hold.
mod fields;
/// The umpire's rulings.
pub mod ruling;
/// What can happen.
pub mod event;
/// What a question can name.
pub mod item;
/// What questions are called.
pub mod key;
/// The position.
pub mod state;
/// What must hold in every position.
mod laws;
/// What a printed set is checked by.
mod print;
/// What the rulebook publishes about the data.
mod published;
/// Rules that the story names by the scenario.
mod cited;
mod text;
/// What a side may know of the position.
pub mod view;
/// What a side may know of what happened.
mod story;
/// Combats as cards.
mod card;
/// What went where.
mod moves;
/// The shapes of what it is told.
pub mod telling;
/// What a staff officer would answer.
mod officer;

pub use battles::ARENA;
use board::{Board, ZoneId};
use event::Event;
use game::{Game, Stage};
use item::Item;
use options::Options;
use pieces::{Counter, Nation, UnitId};
use scenario::{Pieces, Scenario, Token};
use state::{Control, Phase, Place, Sea, Stance, TokenId, TokenPlace, UnitState};

use engine::condition::{Asked, Clause, ConditionWord, Match};
use engine::doctrine::vocabulary::Dictionary;
use engine::games;
use engine::games::{Games, GamesFault};
use engine::party::Party;
use engine::question::QuestionKind;
use engine::question::key::Part;
use engine::question::{AheadQuestion, OpenQuestion, Picks};
use engine::rulebook;
use engine::rulebook::two_sided;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::rulebook::{Choices, MatchOption, Rulebook};
use engine::side::Side;
use engine::staff::Mind;
use engine::system::{Addressed, Flow, News, System, Words};
use engine::table::Step;
use engine::tags::Tags;

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

/// The kinds of question, in the order in which a turn meets them.
const KINDS: &[QuestionKind] = &[
    kind("request-minors", "which neutral minors the Axis asks to join", false),
    kind("bid-for-minors", "points bid for neutral minors", false),
    kind("answer-bids", "whether minors join or the points are taken", false),
    kind("place-convoys", "where convoy tokens go", false),
    kind("deploy", "the ports of the setup", false),
    kind("adjust-setup", "the Axis adjustment of the setup", false),
    kind("reinforce", "the ports of new and repaired ships", false),
    kind("overstack", "which ships of an overfull port lie up", false),
    kind("move-ships", "where ships sail", false),
    kind("place-air", "where LBA fly", false),
    kind("declare", "whether the Soviet Union goes to war with Japan", false),
    kind("choose-navy", "which of several navies that do not cooperate must fight", true),
    kind("mat", "the box of each unit", true),
    kind("intercept", "which of several equal missions surplus Air cancels", true),
    kind("strike-targets", "targets of air strikes", true),
    kind("after-strike", "where SSAV go after an air strike", true),
    kind("asw-targets", "targets of antisubmarine attacks", true),
    kind("asw-sweep", "which minelayer a sweeper stops in ASW", true),
    kind("raider", "raid, line or reserve", true),
    kind("submarine-targets", "targets of submarines", true),
    kind("after-submarine", "where submarines go after their attack", true),
    kind("sweep", "which minelayer a sweeper stops", true),
    kind("swept-layer", "where a stopped minelayer goes", true),
    kind("mine-targets", "targets of mines", true),
    kind("after-mine", "where mine units go after their attack", true),
    kind("fire", "targets of gunfire", true),
    kind("return", "the ports of ships that go home", true),
];

const fn kind(kind: &'static str, about: &'static str, in_combat: bool) -> QuestionKind {
    QuestionKind { kind, about, in_combat }
}

impl System for SeasOfThunder {
    type State = Sea;
    type Event = Event;
    type View = view::View;
    type Item = Item;

    fn id(&self) -> &'static str {
        Self::ID
    }

    fn edition(&self) -> u32 {
        self.edition
    }

    fn sides(&self) -> &'static [Side] {
        two_sided::SIDES
    }

    fn parties(&self) -> &'static [Party] {
        two_sided::PARTIES
    }

    /// Ships of the first turn wait to be deployed, later ones on the turn track (SOT-3.0-4, SOT-3.0-6); tokens of later
    /// turns are set aside (SOT-13.S8-5).
    fn opening(&self) -> Sea {
        let first = self.game.first_turn;
        let place = |counter: &Counter| match counter.arrives {
            Some(turn) if turn <= first => Place::Setup,
            Some(turn) => Place::Track(turn),
            None => Place::Removed,
        };
        let token = |token: &Token| if token.from <= first { TokenPlace::Pool } else { TokenPlace::Later };
        let scenario = &self.stages[0].scenario;
        Sea {
            turn: first,
            phase: Phase::SetupConvoys,
            units: self.pieces.counters.0.iter().map(|counter| UnitState::at(place(counter))).collect(),
            convoys: self.pieces.tokens.iter().map(token).collect(),
            control: vec![Control::Uncontested; self.board().zones.len()],
            control_before: vec![Control::Uncontested; self.board().zones.len()],
            score: vec![BySide::default()],
            sides: Nation::ALL.map(|nation| scenario.side_of(nation)).to_vec(),
            stance: Stance::Open,
            settled: Vec::new(),
            fight: None,
        }
    }

    fn step(&self, table: &mut Table<'_>) -> Step<Flow> {
        sequence::step(table)
    }

    fn apply(&self, state: &mut Sea, event: &Event) {
        self.apply_event(state, event);
    }

    fn fits(&self, event: &Event) -> Option<String> {
        self.misfit(event)
    }

    fn standing(&self, state: &Sea) -> Words {
        self.standing_words(state)
    }

    fn impossible(&self, state: &Sea) -> Option<String> {
        self.impossible_sea(state)
    }

    fn changes(&self) -> &'static str {
        Self::CHANGES
    }

    fn ruling(&self, reason: &str, change: &str) -> Result<Event, String> {
        self.ruling_event(reason, change)
    }

    fn view(&self, state: &Sea, party: Party, news: News<'_, Self>) -> view::View {
        view::View::of(self, state, Camp::in_match(party.side()), news)
    }

    fn words(&self, state: &Sea, item: Item) -> Words {
        self.item_words(state, item)
    }

    fn tags(&self, item: Item) -> Tags {
        self.item_tags(item)
    }

    fn tag_words(&self) -> &'static [&'static str] {
        item::TAGS
    }

    fn find(&self, word: &str) -> Option<Item> {
        self.item_named(word)
    }

    fn dictionary(&self) -> Dictionary {
        self.words_of_items()
    }

    fn covers(&self, named: Item, item: Item) -> bool {
        item::stands_for(named, item)
    }

    /// Questions of a battle are put by sea zone, overfull ports by port; the others for a whole side or navy.
    fn places(&self, kind: &str) -> Vec<String> {
        let in_combat = KINDS.iter().any(|it| it.kind == kind && it.in_combat);
        if in_combat || kind == "return" {
            self.board().zones().map(|zone| zone.text()).collect()
        } else if kind == "overstack" {
            self.board().ports().map(|port| self.board().port(port).id.clone()).collect()
        } else {
            Vec::new()
        }
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        KINDS
    }

    fn conditions(&self) -> &'static [ConditionWord] {
        conditions::Condition::WORDS
    }

    fn is_of_a_fight(&self, kind: &str) -> bool {
        KINDS.iter().any(|it| it.kind == kind && it.in_combat)
    }

    fn is_seen(&self, what: Match<Item>) -> bool {
        self.fits_units(what)
    }

    fn is_place(&self, word: &ConditionWord, at: Item) -> bool {
        conditions::looks_at(word, at)
    }

    fn holds(&self, sea: &Sea, asked: &Asked<'_, Item>, clause: &Clause<Item>) -> bool {
        self.clause_holds(sea, asked, clause)
    }

    fn asked(&self, key: &str) -> Result<Addressed, String> {
        self.asked_by(key)
    }

    fn knows(&self, word: &str) -> bool {
        self.is_word(word)
    }

    fn ahead(&self, state: &Sea, party: Party, open: &[&str]) -> Vec<AheadQuestion> {
        ahead::questions(self, state, Camp::in_match(party.side()), open)
    }

    fn advise(&self, view: &view::View, question: &OpenQuestion, mind: &mut Mind) -> Option<Picks> {
        officer::advise(self, view, question, mind)
    }
}

impl Rulebook for SeasOfThunder {
    const ID: &'static str = scenario::SYSTEM;
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

    /// Edition 2 let ships that leave Convoy Attacks go home by the mats on the table, edition 3 still those of a nation
    /// that changes sides to ports of the set-up (`now.rs`).
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
}
