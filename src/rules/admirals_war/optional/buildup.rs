//! 38.0 The Italian naval buildup: Aquila and Impero.

use super::super::combat::Battle;
use super::super::event::{Action, Event};
use super::super::item::{Item, Word};
use super::super::key::{Key, Round, Whence};
use super::super::options::Optional;
use super::super::pieces::{Kind, UnitId};
use super::super::state::{Ocean, Place};
use super::super::text::forces_about;
use super::super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::Ask;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

const AQUILA: &str = "it-aquila";
const IMPERO: &str = "it-impero";
/// The first turn in which the dice may complete a ship (38.2).
const FIRST: u8 = 2;

/// Ships that are due while Italy is beaten do not come (AW-38.1); under the conjectural rule a die a turn
/// decides whether each is completed, more easily every turn (AW-38.2).
pub(super) fn complete(table: &mut Table) -> Step<()> {
    let beaten = table.state().taranto_fell.is_some();
    for id in [AQUILA, IMPERO] {
        let (system, ocean) = (table.system(), table.state());
        let Some(unit) = system.unit_by_id(id) else { continue };
        let (place, turn) = (ocean.unit(unit).place, ocean.turn);
        if beaten && place == Place::Track(turn) {
            table.record(Event::Withdrawn { units: vec![unit] })?;
        }
        let waits = system.plays_by(Optional::ConjecturalBuildup) && place == Place::Removed;
        if waits && !beaten && turn >= FIRST {
            let die = table.roll(format!("t{turn}/completion/{id}"), 1)?[0];
            table.record(Event::CompletionRolled { unit, die, passed: die < turn })?;
        }
    }
    Ok(())
}

/// An attacker that Aquila's fighters meet.
pub(in super::super) struct Cover {
    aquila: UnitId,
    /// The attacker.
    pub against: UnitId,
}

/// 38.1 In an air action Aquila's owner names one of the enemies that attack, carrier or air unit, before
/// they do.
pub(in super::super) fn cover(
    table: &mut Table,
    battle: Battle,
    round: Round<'_>,
    attackers: &[UnitId],
    side: Camp,
) -> Step<Option<Cover>> {
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::SemiHistoricalBuildup) {
        return Ok(None);
    }
    let flies = |unit: &UnitId| system.only_defends(*unit) && system.airstrike(ocean, *unit).dice > 0;
    let Some(aquila) = battle.force(system, ocean, side).into_iter().find(flies) else { return Ok(None) };
    let by = system.player_of(ocean, aquila);
    let area = &system.board.area(battle.area).name;
    let title = format!("{area}: name the attacker that Aquila's fighters meet");
    let mut ask: Ask<UnitId, Item> =
        Ask::new(questions::DEFEND, Key::Defend { round, by }.text(), "AW-38.1", title);
    ask.about = forces_about(table, battle.area, by);
    let mut enemies = attackers.to_vec();
    enemies.sort_by_key(|&unit| (std::cmp::Reverse(system.airstrike(ocean, unit).dice), unit));
    let first = enemies.first().map(|&unit| Item::Unit(unit));
    ask.offer([aquila], enemies.into_iter().map(Item::Unit).chain([Item::Word(Word::Hold)]), first);
    let answer = table.ask(by.party(), &ask)?;
    Ok(answer.into_iter().find_map(|(_, item)| match item {
        Item::Unit(against) => Some(Cover { aquila, against }),
        _ => None,
    }))
}

impl Cover {
    /// Aquila's fighters attack before the attacker does; true if that one's attack is off (AW-38.1,
    /// AW-38.11, AW-38.12).
    pub(in super::super) fn meet(&self, table: &mut Table, battle: Battle, round: Round<'_>) -> Step<bool> {
        let Cover { aquila, against } = *self;
        let (system, ocean) = (table.system(), table.state());
        let attack = system.airstrike(ocean, aquila);
        let air = system.counter(against).kind == Kind::LandAir;
        let bonus = u8::from(attack.bonus && !air);
        let armor_bonus = u8::from(system.has_armor_bonus(ocean, against));
        let (strength, bears) = (
            system.airstrike(ocean, against).dice,
            system.face(ocean, against).armor - ocean.unit(against).damage,
        );
        let path = Whence::Fire { round, action: Action::Air }.text();
        let label = |what: &str| format!("{path}/{AQUILA}/{what}");
        let dice = table.roll(label("hit"), usize::from(attack.dice))?;
        let hits = dice.iter().filter(|die| **die + bonus >= 6).count();
        let stopped = dice.iter().any(|die| die + bonus == 5);
        let damage_dice = table.roll(label("damage"), hits)?;
        let damage = damage_dice.iter().map(|die| die - armor_bonus).fold(0_u8, u8::saturating_add);
        let destroyed = air && damage > bears;
        let disabled = !air && hits > 0 && damage >= strength;
        let aborted = stopped || destroyed || disabled;
        table.record(Event::Intercepted {
            area: battle.area,
            unit: aquila,
            target: against,
            dice,
            damage_dice,
            damage,
            disabled,
            destroyed,
            aborted,
        })?;
        Ok(aborted)
    }
}

impl AdmiralsWar {
    /// Whether a carrier's air group may not attack (AW-38.1).
    pub(in super::super) fn only_defends(&self, unit: UnitId) -> bool {
        self.plays_by(Optional::SemiHistoricalBuildup) && self.counter(unit).id == AQUILA
    }

    /// What Aquila's fighters did to an attacker: an air unit is hurt or gone, a carrier is disabled when the
    /// action is over.
    pub(in super::super) fn take_interception(
        &self,
        ocean: &mut Ocean,
        target: UnitId,
        (damage, disabled, destroyed): (u8, bool, bool),
    ) {
        let air = self.counter(target).kind == Kind::LandAir;
        let mut state = ocean.unit_mut(target);
        state.disabled |= disabled;
        if air && !destroyed {
            state.hurt = state.hurt.saturating_add(damage);
        }
    }
}
