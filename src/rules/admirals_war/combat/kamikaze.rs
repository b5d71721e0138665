//! 21.1 Kamikazes: on turn 11 Japanese aircraft attack to the death.

use super::super::board::AreaId;
use super::super::event::Event;
use super::super::item::Word;
use super::super::key::{Key, Raid, Round};
use super::super::options::Optional;
use super::super::pieces::{Kind, Nation, Seat, UnitId};
use super::super::state::{Ocean, Place};
use super::super::turn_eleven::TURN;
use super::super::{AdmiralsWar, Table};
use super::Battle;
use crate::questions;
use engine::question::Ask;
use engine::table::Step;

/// Japan names its kamikazes as an air action between forces begins.
pub(super) fn name_at_sea(table: &mut Table, battle: Battle, round: Round<'_>) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::Turn11) {
        return Ok(());
    }
    let side = Seat::Japan.side();
    // With task forces only what is sighted can be attacked, and only what searches attacks (AW-29.51).
    let has_targets = battle.force(system, ocean, side.enemy()).iter().any(|&it| ocean.unit(it).is_sighted());
    let own = battle.force(system, ocean, side).into_iter();
    let own = own.filter(|&unit| has_targets && ocean.unit(unit).attacks_by_air()).collect();
    name_among(table, battle, round, own)
}

/// The same where it is known who attacks.
pub(super) fn name_among(
    table: &mut Table,
    battle: Battle,
    round: Round<'_>,
    units: Vec<UnitId>,
) -> Step<()> {
    name(table, battle.area, Key::Kamikaze { round, by: table.system().player(Seat::Japan) }, units)
}

/// The same as an attack on a port or base begins, or one by surprise.
pub(in super::super) fn name_in_raid(
    table: &mut Table,
    raid: Raid<'_>,
    area: AreaId,
    units: &[UnitId],
) -> Step<()> {
    name(table, area, Key::KamikazeRaid { raid, by: table.system().player(Seat::Japan) }, units.to_vec())
}

/// Asks which of some attackers are kamikazes, and says so.
///
/// *Ruling:* silence names none.
fn name(table: &mut Table, area: AreaId, key: Key<'_>, mut units: Vec<UnitId>) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    units.retain(|&unit| system.may_be_kamikaze(ocean, unit));
    if units.is_empty() {
        return Ok(());
    }
    let title = format!("{}: name the kamikazes of this air action", system.board.area(area).name);
    let mut ask: Ask<UnitId, Word> = Ask::new(questions::KAMIKAZE, key.text(), "AW-21.1-a", title);
    ask.about = super::super::text::forces_about(table, area, system.player(Seat::Japan));
    ask.offer(units, [Word::None, Word::Kamikaze], Some(Word::None));
    let answer = table.ask(table.system().party(Seat::Japan), &ask)?.into_iter();
    let named = answer.filter(|(_, word)| *word == Word::Kamikaze).map(|(unit, _)| unit);
    let units = super::super::movement::sorted(named);
    if units.is_empty() { Ok(()) } else { table.record(Event::KamikazesNamed { area, units }) }
}

/// When the action is over its kamikazes are spent: air units are lost, carriers are disabled. Gives them
/// with others that are.
pub(in super::super) fn spend(
    table: &mut Table,
    area: AreaId,
    mut disabled: Vec<UnitId>,
) -> Step<Vec<UnitId>> {
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::Turn11) {
        return Ok(disabled);
    }
    let left = ocean.at(Place::Sea(area)).into_iter().filter(|&unit| ocean.unit(unit).kamikaze);
    let (lost, carriers): (Vec<UnitId>, Vec<UnitId>) =
        left.partition(|&unit| system.counter(unit).kind == Kind::LandAir);
    if !lost.is_empty() || !carriers.is_empty() {
        disabled.extend(&carriers);
        disabled.sort_unstable();
        disabled.dedup();
        table.record(Event::KamikazesSpent { area, lost, disabled: carriers })?;
    }
    Ok(disabled)
}

impl AdmiralsWar {
    /// Whether a unit may attack as a kamikaze: a Japanese air unit or carrier with aircraft, on turn 11
    /// (AW-21.1-a, AW-21.1-b).
    fn may_be_kamikaze(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.plays_by(Optional::Turn11)
            && ocean.turn == TURN
            && self.nation_of(ocean, unit) == Nation::Jp
            && self.airstrike(ocean, unit).dice > 0
    }
}
