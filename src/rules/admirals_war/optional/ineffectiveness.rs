//! 37.0 Italian ineffectiveness: before any round Italian ships may lose heart.

use super::super::board::AreaId;
use super::super::combat::{Battle, count_of};
use super::super::event::Event;
use super::super::item::Word;
use super::super::key::Key;
use super::super::options::Optional;
use super::super::pieces::{Nation, Seat, UnitId};
use super::super::state::Ocean;
use super::super::text::forces_about;
use super::super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::Ask;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Who leaves before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Leaving {
    /// Nobody.
    Nobody,
    /// The Italians; the Germans stay.
    Italians,
    /// The Germans with them, or there are none.
    All,
}

/// 37.1 Before a round in which Italian ships fight a die is rolled: with the number of the round or less all
/// Italians leave, and Germans beside them may go too (AW-37.2).
pub(in super::super) fn before_round(table: &mut Table, area: AreaId, number: u8) -> Step<Leaving> {
    let battle = Battle { area, group: None };
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::ItalianIneffectiveness) {
        return Ok(Leaving::Nobody);
    }
    let force = battle.force(system, ocean, Camp::AXIS);
    let (italians, germans): (Vec<UnitId>, Vec<UnitId>) =
        force.into_iter().partition(|&unit| system.is_italian(ocean, unit));
    if !loses_heart(table, battle, number, &italians, count_of(number))? {
        return Ok(Leaving::Nobody);
    }
    if germans.is_empty() {
        return Ok(Leaving::All);
    }
    let of = &table.system().board.area(area).name;
    let title = format!("{of}, before round {number}: the Italians leave; the Germans go with them, or stay");
    let by = system.player(Seat::Germany);
    let key = Key::Follow { round: battle.round(table, number), by };
    let mut ask: Ask<AreaId, Word> = Ask::new(questions::RETREAT, key.text(), "AW-37.2", title);
    ask.about = forces_about(table, area, by);
    ask.offer([area], [Word::Stay, Word::Retreat], Some(Word::Stay));
    let follow = table.ask(by.party(), &ask)?.iter().any(|(_, word)| *word == Word::Retreat);
    Ok(if follow { Leaving::All } else { Leaving::Italians })
}

/// 37.1 The same before a round of a pursuit: Italian pursuers break it off.
///
/// *Ruling:* the rounds of a pursuit are counted on from those before it. Italians that flee already need no
/// die.
pub(in super::super) fn before_pursuit(
    table: &mut Table,
    battle: Battle,
    number: u8,
    fought: u8,
) -> Step<()> {
    if battle.group.is_none_or(|(fleeing, _)| fleeing == Camp::AXIS) {
        return Ok(());
    }
    let (system, ocean) = (table.system(), table.state());
    let force = battle.force(system, ocean, Camp::AXIS).into_iter();
    let ships: Vec<UnitId> = force.filter(|&unit| system.is_italian(ocean, unit)).collect();
    if loses_heart(table, battle, number, &ships, count_of(fought) + count_of(number))? {
        table.record(Event::BrokeOff { area: battle.area, ships })?;
    }
    Ok(())
}

/// Rolls the die, if Italian ships are among the units: whether they leave before the round of that count.
fn loses_heart(table: &mut Table, battle: Battle, number: u8, italians: &[UnitId], count: u8) -> Step<bool> {
    let system = table.system();
    let ships = italians.iter().any(|&unit| system.counter(unit).is_ship());
    if !ships || !system.plays_by(Optional::ItalianIneffectiveness) {
        return Ok(false);
    }
    let label = format!("{}/italy", battle.round(table, number).text());
    let die = table.roll(label, 1)?[0];
    let group = battle.group.map(|(_, group)| group);
    let leaves = die <= count;
    let units = if leaves { italians.to_vec() } else { Vec::new() };
    table.record(Event::HeartRolled { area: battle.area, group, round: count, die, units })?;
    Ok(leaves)
}

impl AdmiralsWar {
    /// Whether a unit fights for Italy: those under the British do not (16.44).
    pub(in super::super) fn is_italian(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.nation_of(ocean, unit) == Nation::It
    }
}
