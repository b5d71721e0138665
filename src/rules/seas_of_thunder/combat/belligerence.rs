//! 5.5.1 Japanese-Soviet non-belligerency.

use super::{SIDES, stacks_at_sea};
use crate::board::ZoneId;
use crate::event::Event;
use crate::item::{Item, Word};
use crate::key::Key;
use crate::pieces::{Nation, UnitId};
use crate::questions;
use crate::scenario::SpecialRule;
use crate::state::{Place, Sea, Stance};
use crate::{SeasOfThunder, Table};
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// At the first meeting of a turn the Soviet player declares whether they are at war (SOT-5.5.1-1,
/// SOT-5.5.1-2).
///
/// *Ruling:* the declaration is asked for before the first combat, as all combats are resolved at once
/// (SOT-5.5-5).
pub(super) fn declare(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    // Most scenarios have no such pair; so this comes before any zone is searched.
    if sea.stance != Stance::Open || !system.are_at_peace(sea) {
        return Ok(());
    }
    let stacks = stacks_at_sea(sea);
    let first = stacks.iter().find(|(_, units)| meet(system, sea, units));
    let Some(&(zone, _)) = first else { return Ok(()) };
    let mut ask = Ask::new(
        questions::DECLARE,
        Key::Declare { turn: Turn(sea.turn) }.text(),
        "SOT-5.5.1-1",
        "Soviets and Japanese meet: stay neutral for this turn, or go to war for the rest of the match"
            .into(),
    );
    ask.about = vec![format!("First meeting in {}", system.zone_words(zone))];
    let [neutral, war] = [Word::Neutral, Word::War].map(Item::Word);
    ask.offer([Nation::Ussr], [neutral, war], Some(neutral));
    let answer = table.ask(Camp::ALLIES, &ask)?;
    let belligerent = answer.iter().any(|(_, word)| *word == war);
    table.record(Event::StanceDeclared { belligerent })
}

/// Who stands off from a combat because the two are not at war (SOT-5.5.1-5, SOT-5.5.1-7, SOT-5.5.1-9).
pub(super) fn stand_off(table: &mut Table, zone: ZoneId) -> Step<()> {
    if !table.system().are_at_peace(table.state()) {
        return Ok(());
    }
    let here = table.state().at(Place::Sea(zone));
    for (side, units) in who_stands_off(table.system(), table.state(), &here) {
        table.record(Event::StoodOff { zone, side, units })?;
    }
    Ok(())
}

fn who_stands_off(system: &SeasOfThunder, sea: &Sea, here: &[UnitId]) -> Vec<(Camp, Vec<UnitId>)> {
    if !system.are_at_peace(sea) || !meet(system, sea, here) {
        return Vec::new();
    }
    let parted = BySide::from_fn(|side| {
        let own = here.iter().copied().filter(|&unit| system.side_of(sea, unit) == side);
        own.partition::<Vec<UnitId>, _>(|&unit| system.counter(unit).nation == peaceful(side))
    });
    let with_others = |side: Camp| !parted[side].1.is_empty();
    let stands = |side: &Camp| match (with_others(*side), with_others(side.enemy())) {
        // Both alone: nobody fights. Both with others: all fight.
        (false, false) => true,
        (true, true) => false,
        // He fights those who come with the one he is at peace with; that one stands off.
        (with, _) => with,
    };
    let off = SIDES.into_iter().filter(stands);
    off.map(|side| (side, parted[side].0.clone())).collect()
}

/// Whether all units fight in a zone of mixed navies, so that non-cooperation is suspended (SOT-5.5.1-9,
/// SOT-5.5.1-10).
pub(super) fn suspends_non_cooperation(system: &SeasOfThunder, sea: &Sea, zone: ZoneId) -> bool {
    if !system.are_at_peace(sea) || system.options.picked_fights {
        return false;
    }
    let here = sea.at(Place::Sea(zone));
    meet(system, sea, &here) && who_stands_off(system, sea, &here).is_empty()
}

/// Whether nothing at all is fought in the zone of these units: only the two are there (SOT-5.5.1-3,
/// SOT-5.5.1-4).
pub(super) fn nobody_fights(system: &SeasOfThunder, sea: &Sea, here: &[UnitId]) -> bool {
    who_stands_off(system, sea, here).len() == SIDES.len()
}

/// Whether units of both are among all those in a zone, LBA too (SOT-5.5.1-11).
fn meet(system: &SeasOfThunder, sea: &Sea, here: &[UnitId]) -> bool {
    if !system.scenario(sea).has(SpecialRule::JapaneseSoviet) {
        return false;
    }
    SIDES.into_iter().all(|side| here.iter().any(|&unit| system.counter(unit).nation == peaceful(side)))
}

/// The navy of each side that is at peace with the other's.
fn peaceful(side: Camp) -> Nation {
    if side == Camp::AXIS { Nation::Japan } else { Nation::Ussr }
}

impl SeasOfThunder {
    /// Whether Japan and the Soviet Union are at peace (SOT-5.5.1-2).
    pub(crate) fn are_at_peace(&self, sea: &Sea) -> bool {
        self.scenario(sea).has(SpecialRule::JapaneseSoviet) && sea.stance != Stance::Belligerent
    }

    /// Who controls a zone in which only Japanese and Soviet ships are left, at peace (SOT-5.5.1-3,
    /// SOT-6.4-1). `ships` are all ships there.
    pub(crate) fn peaceful_holder(&self, sea: &Sea, zone: ZoneId, ships: &[UnitId]) -> Option<Camp> {
        let only = |side: Camp| {
            let mut own = ships.iter().filter(|&&unit| self.side_of(sea, unit) == side).peekable();
            own.peek().is_some() && own.all(|&unit| self.counter(unit).nation == peaceful(side))
        };
        if !self.are_at_peace(sea) || !SIDES.into_iter().all(only) {
            return None;
        }
        Some(if self.stage(sea).board.zone(zone).soviet_flag { Camp::ALLIES } else { Camp::AXIS })
    }
}
