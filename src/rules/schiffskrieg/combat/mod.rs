//! 4 Air & Naval Combat: one or two rounds between the forces in the battle line, and what comes of them.

mod action;
mod fire;
mod outcome;

use super::event::End;
use super::faction::Faction;
use super::key::{Key, Round, Thing};
use super::pieces::UnitId;
use super::state::{Battle, Part, Sea};
use super::{Schiffskrieg, Table, luck};
use engine::question::key::Turn;
use engine::table::Step;

pub use fire::harm;
pub(super) use fire::{air_raid, torpedo};
pub(super) use outcome::{conclude, decide, end, resolved, send_pieces};

/// The pieces of a Task Force.
pub(super) type Force = Vec<UnitId>;

/// SK-4-2 There is never a third round.
pub(super) const MOST_ROUNDS: u8 = 2;

/// 4.1 The Combat Sequence of the battle that is fought. Gives how a contest ends; after a Success the
/// phasing force is still in its line, until [`conclude`] sends it off.
pub(super) fn sequence(table: &mut Table) -> Step<Option<End>> {
    rounds(table)?;
    let fought = battle(table, table.state())?.clone();
    let end = outcome::resolve(table)?;
    luck::award(table, &fought)?;
    Ok(end)
}

/// 4.2 to 4.5 The rounds of the battle that is fought.
pub(super) fn rounds(table: &mut Table) -> Step<()> {
    // A case may begin in round two.
    let first = battle(table, table.state())?.round + 1;
    for round in first..=MOST_ROUNDS {
        let action = action::choose(table, round)?;
        for part in Part::ALL {
            fire::volley(table, round, action, part)?;
        }
        outcome::take_effect(table)?;
        if round == MOST_ROUNDS || outcome::is_decided(table)? || outcome::retires(table, round)? {
            break;
        }
    }
    Ok(())
}

/// The battle that is fought.
fn battle<'s>(table: &Table, sea: &'s Sea) -> Step<&'s Battle> {
    match &sea.battle {
        Some(battle) => Ok(battle),
        None => table.fault("a round without a battle"),
    }
}

/// What the keys of a battle begin with.
#[derive(Clone, Copy)]
struct Name {
    turn: Turn,
    faction: Faction,
    thing: Thing,
    round: Round,
}

impl Name {
    fn of(table: &Table, round: u8) -> Step<Name> {
        let sea = table.state();
        let battle = battle(table, sea)?;
        let faction = battle.side(Part::Phasing);
        let turn = Turn(table.system().turn_number(sea));
        Ok(Name { turn, faction, thing: Thing(battle.number), round: Round(round) })
    }

    fn day_night(self, by: Faction) -> String {
        let Name { turn, faction, thing, round } = self;
        Key::DayNight { turn, faction, thing, round, by }.text()
    }

    fn targets(self, by: Faction) -> String {
        let Name { turn, faction, thing, round } = self;
        Key::Targets { turn, faction, thing, round, by }.text()
    }

    fn retire(self, by: Faction) -> String {
        let Name { turn, faction, thing, round } = self;
        Key::Retire { turn, faction, thing, round, by }.text()
    }

    fn home(self, by: Faction) -> String {
        let Name { turn, faction, thing, .. } = self;
        Key::Home { turn, faction, thing, by }.text()
    }

    /// What labels of dice at a target begin with.
    fn fire(self, by: Faction, unit: &str) -> String {
        let Name { turn, faction, thing, round } = self;
        Key::Fire { turn, faction, thing, round, by, unit }.text()
    }
}

impl Schiffskrieg {
    /// The ships and LBAs of a part that are in the battle line: what can be attacked, and what decides.
    pub(super) fn targets_of(&self, sea: &Sea, part: Part) -> Vec<UnitId> {
        sea.line(part).filter(|unit| !self.counters[*unit].is_boat()).collect()
    }

    /// Whether a part has a carrier or LBA in the battle line; one whose side has no factor left counts as
    /// well.
    fn has_flyers(&self, sea: &Sea, part: Part) -> bool {
        sea.line(part).any(|unit| self.counters[unit].is_flyer())
    }

    /// Whether a part has a surface ship in the battle line.
    fn has_surface(&self, sea: &Sea, part: Part) -> bool {
        sea.line(part).any(|unit| self.counters[unit].is_surface())
    }
}
