//! 20.0 Turn 0: the first winter of the war. Norway is nobody's, Italy neutral, Japan keeps still, and France
//! falls a turn earlier.

use super::board::{BaseId, BaseKind, Board};
use super::event::Event;
use super::files::UnitRow;
use super::item::Word;
use super::key::Key;
use super::options::Optional;
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table, land_based_air, movement};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// The turn, which only a match with this option has.
pub(super) const TURN: u8 = 0;
const NORWAY: &str = "norway";

/// 20.3 What the calendar asks of French ports and bases happens a turn earlier.
pub(super) fn bring_french_places_forward(board: &mut Board) {
    for base in board.bases.iter_mut().filter(|base| base.nation == Some(Nation::Fr)) {
        base.turns_over.iter_mut().for_each(|it| it.turn -= 1);
    }
}

/// 20.11, 20.12, 20.3 The turn in which a counter enters: what begins on turn 1 begins now, but for what the
/// chart withholds until then; Frenchmen come a turn earlier.
pub(super) fn bring_forward(row: &mut UnitRow) {
    let withheld = row.turn0.as_ref().map(|it| !it.present);
    row.entry.turn = match (withheld, row.entry.turn) {
        (Some(false), _) => Some(TURN),
        (Some(true), turn) => turn,
        (None, Some(1)) => Some(TURN),
        (None, turn) if row.nation == Nation::Fr => turn.map(|turn| turn - 1),
        (None, turn) => turn,
    };
}

/// 20.4 When all air units are placed two dice say whether Italy may declare war. If it does, its patrollers,
/// submarine and air units go to sea after all; its raiders sail with the others. Air units have been placed
/// in so many rounds.
///
/// *Ruling:* silence keeps Italy neutral.
pub(super) fn italy_weighs_war(table: &mut Table, rounds: usize) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if !system.is_italy_neutral(ocean) {
        return Ok(());
    }
    let turn = Turn(ocean.turn);
    let watch = system.mediterranean_watch(ocean);
    let dice = table.roll(format!("t{}/italy-entry", turn.0), 2)?;
    let may = dice.iter().map(|&die| usize::from(die)).sum::<usize>() >= watch;
    table.record(Event::ItalyWeighed { dice, watch: watch as u16, may })?;
    let Some(home) = table.system().board.base_by_id("taranto").filter(|_| may) else { return Ok(()) };
    let key = Key::ItalyEntry { turn, by: Seat::Germany };
    let title = "Italy may declare war: declare it, or stay neutral this turn".to_owned();
    let mut ask: Ask<BaseId, Word> = Ask::new(questions::ITALY_ENTRY, key.text(), "AW-20.4-a", title);
    ask.offer([home], [Word::Stay, Word::Declare], Some(Word::Stay));
    if !table.ask(table.system().party(Seat::Germany), &ask)?.iter().any(|(_, word)| *word == Word::Declare) {
        return Ok(());
    }
    table.record(Event::ItalyDeclared { turn: turn.0 })?;
    movement::late_patrollers(table)?;
    land_based_air::place_late(table, rounds)
}

impl AdmiralsWar {
    /// Who holds a port or base as a match begins: with turn 0 nobody has Norway (AW-20.2).
    pub(super) fn first_owner(&self, base: BaseId) -> Option<Camp> {
        let of = self.board.base(base);
        of.owner.filter(|_| !(self.plays_by(Optional::Turn0) && of.id == NORWAY))
    }

    /// Whether a place is Norway while it is a base of its own: with turn 0, as long as Germany has not taken
    /// it (AW-20.2).
    pub(super) fn stands_alone(&self, ocean: &Ocean, base: BaseId) -> bool {
        self.plays_by(Optional::Turn0)
            && ocean.owner(base) != Some(Camp::AXIS)
            && self.board.base(base).id == NORWAY
    }

    /// What kind of place it is now (AW-2.42-a, AW-20.2).
    pub(super) fn kind_now(&self, ocean: &Ocean, base: BaseId) -> BaseKind {
        if self.stands_alone(ocean, base) { BaseKind::Base } else { self.board.base(base).kind }
    }

    /// Whether a place can be captured now (AW-16.31, AW-20.2).
    pub(super) fn is_capturable(&self, ocean: &Ocean, base: BaseId) -> bool {
        self.board.base(base).capturable || self.stands_alone(ocean, base)
    }

    /// Whether Italy is neutral: on turn 0, unless it has declared war (AW-20.4-a).
    pub(super) fn is_italy_neutral(&self, ocean: &Ocean) -> bool {
        self.plays_by(Optional::Turn0) && ocean.turn == TURN && !ocean.italy_declared
    }

    /// Whether a unit is Italian while Italy is neutral: it stays where it is, and nobody attacks it
    /// (AW-20.4-b).
    pub(super) fn is_neutral_italian(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.is_italy_neutral(ocean) && self.nation_of(ocean, unit) == Nation::It
    }

    /// Whether a place is neutral Italy's and holds nobody whom the Allies fight (AW-20.4-b).
    ///
    /// *Ruling:* such a place is neither attacked nor invaded; one in which Germans lie is.
    pub(super) fn is_neutral_ground(&self, ocean: &Ocean, base: BaseId) -> bool {
        let hostile = |unit: &UnitId| {
            self.side_of(ocean, *unit) == Camp::AXIS && self.nation_of(ocean, *unit) != Nation::It
        };
        self.is_italy_neutral(ocean)
            && self.board.base(base).nation == Some(Nation::It)
            && !ocean.at(Place::Base(base)).iter().any(hostile)
    }

    /// How many patrolling ships and air units the Allies have in both halves of the Mediterranean
    /// (AW-20.4-a).
    fn mediterranean_watch(&self, ocean: &Ocean) -> usize {
        let patrols = |unit: &UnitId| match self.counter(*unit).kind {
            Kind::Ship | Kind::Carrier => !ocean.unit(*unit).raiding,
            kind => kind == Kind::LandAir,
        };
        let areas = self.board.areas().filter(|&area| self.board.is_mediterranean(area));
        areas.flat_map(|area| self.afloat(ocean, area, Camp::ALLIES)).filter(patrols).count()
    }
}
