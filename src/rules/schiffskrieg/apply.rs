//! How an event changes a position.

use super::Schiffskrieg;
use super::event::Event;
use super::facts::{Declared, Fact, Value};
use super::state::{Battle, Clock, Goal, Harm, Part, Place, Post, Sea, Wounds};
use crate::rules::roster::UnitId;

impl Schiffskrieg {
    pub(super) fn apply_event(&self, sea: &mut Sea, event: &Event) {
        match event {
            Event::Declared { facts } => facts.iter().for_each(|one| sea.facts.take(&self.facts, one)),
            Event::RoundBegan { round, choices: _, dice: _, modified: _, action } => {
                if let Some(battle) = &mut sea.battle {
                    (battle.round, battle.action) = (*round, Some(*action));
                }
            }
            Event::Fired { target, disabled, harm, .. } => {
                let wounds = &mut sea.units[usize::from(target.0)].wounds;
                wounds.disabled |= disabled;
                wounds.harm = wounds.harm.max(*harm);
            }
            Event::Submerged { boats } => {
                if let Some(map) = sea.battle.as_ref().map(|battle| battle.map) {
                    boats.iter().for_each(|boat| leave(sea, *boat, Place::NavalDelay(map)));
                }
            }
            Event::TookEffect { disabled, hurt, sunk, destroyed } => {
                take_effect(sea, disabled, hurt, sunk, destroyed);
            }
            Event::Retirement { part, retires } => {
                if let Some(battle) = sea.battle.as_mut().filter(|_| *retires) {
                    battle.retired = Some(*part);
                }
            }
            Event::Resolved { end: _, victory: _ } => (),
            Event::Left { units } => units.iter().for_each(|(unit, place)| leave(sea, *unit, *place)),
            Event::Posted { support, post } => {
                if let Some(unit) = sea.support.get_mut(usize::from(support.0)) {
                    unit.post = *post;
                    unit.force.clear();
                    // Off the map a CV Strike is a CV Fleet again.
                    unit.strike &= !matches!(post, Post::ForcePool | Post::Away);
                }
            }
            Event::BattleEnded { faction: _ } => sea.battle = None,
            Event::Delayed { unit, dice: _, drm: _, result: _, seasons: _, to } => {
                leave(sea, *unit, *to);
                // A damaged ship comes back on its undamaged side (SK-7.1-2); a reduced LBA stays reduced (SK-4.4-5).
                let state = &mut sea.units[usize::from(unit.0)];
                state.hurt &= self.counters[*unit].is_lba();
            }
            Event::Done {} => {
                if !sea.due.is_empty() {
                    sea.due.remove(0);
                }
            }
            Event::StageBegan { turn, stage, faction, war_turns } => {
                let began = Clock { stage: *stage, faction: *faction, thing: 0, battles: 0, war_turns: *war_turns };
                sea.clock = Some(began);
                let turn = Declared { fact: Fact::Turn, of: Vec::new(), value: Value::Turn(*turn) };
                if sea.facts.get(Fact::Turn, &[]) != Some(&turn.value) {
                    sea.facts.take(&self.facts, &turn);
                }
            }
            Event::Ordered { faction: _, missions } => sea.orders.clone_from(missions),
            Event::ThingBegan { faction: _, thing, void: _ } => {
                if !sea.orders.is_empty() {
                    sea.orders.remove(0);
                }
                if let Some(clock) = &mut sea.clock {
                    clock.thing = *thing;
                }
            }
            Event::Intelligence { .. }
            | Event::Formed { .. }
            | Event::Contested { .. }
            | Event::Outcome { end: _ } => (),
            Event::Checked { faction: _, rolls: _, late } => {
                for unit in late {
                    if let Some(map) = self.map_of(sea, *unit) {
                        leave(sea, *unit, Place::NavalDelay(map));
                    }
                }
            }
            Event::Stood { support, force } => {
                if let Some(unit) = sea.support.get_mut(usize::from(support.0)) {
                    unit.force.clone_from(force);
                }
            }
            Event::Postponed { support, die: _, turn } => {
                if let Some(unit) = sea.support.get_mut(usize::from(support.0)) {
                    unit.post = Post::Track(*turn);
                }
            }
            Event::Turned { support } => {
                if let Some(unit) = sea.support.get_mut(usize::from(support.0)) {
                    unit.strike = true;
                }
            }
            Event::BattleBegan { battle, lines } => {
                if let Some(clock) = &mut sea.clock {
                    clock.battles = clock.battles.saturating_add(1);
                }
                sea.battle = Some(battle.clone());
                for (unit, part) in lines {
                    sea.units[usize::from(unit.0)].line = Some(*part);
                }
            }
            Event::Moved { faction: _, rule: _, units } => {
                units.iter().for_each(|(unit, place)| leave(sea, *unit, *place));
            }
            Event::Scored { faction, map, what: _, points, place } => {
                sea.score.add(*faction, *map, *points);
                if let Some(Goal::Landing(base)) = place {
                    let turn = self.turn(sea);
                    sea.landed.retain(|(of, _)| of != base);
                    sea.landed.push((*base, turn));
                }
            }
            Event::Ruled { reason: _, unit, place } => leave(sea, *unit, *place),
        }
    }
}

/// A piece leaves the battle line for a place.
fn leave(sea: &mut Sea, unit: UnitId, place: Place) {
    let state = &mut sea.units[usize::from(unit.0)];
    let based = |place| matches!(place, Place::Base(_) | Place::Box(_));
    if based(place) {
        state.home = None;
    } else if based(state.place) {
        state.home = Some(state.place);
    }
    (state.place, state.line, state.wounds) = (place, None, Wounds::default());
}

fn take_effect(sea: &mut Sea, disabled: &[UnitId], hurt: &[UnitId], sunk: &[UnitId], destroyed: &[UnitId]) {
    let Some(mut battle) = sea.battle.take() else { return };
    // A Disabled or Sunk ship and a Destroyed LBA count for the side that did it (SK-4.6-2).
    for unit in disabled.iter().chain(sunk).chain(destroyed) {
        inflict(&mut battle, sea.unit(*unit).line);
    }
    let map = battle.map;
    sea.battle = Some(battle);
    hurt.iter().for_each(|unit| sea.units[usize::from(unit.0)].hurt = true);
    disabled.iter().for_each(|unit| leave(sea, *unit, Place::NavalDelay(map)));
    sunk.iter().for_each(|unit| leave(sea, *unit, Place::Sunk));
    // SK-4.4-5 A Destroyed LBA keeps the side that it had.
    destroyed.iter().for_each(|unit| leave(sea, *unit, Place::Delay(map)));
    for state in &mut sea.units {
        state.wounds = Wounds { disabled: false, harm: Harm::None };
    }
}

fn inflict(battle: &mut Battle, on: Option<Part>) {
    if let Some(part) = on {
        *battle.inflicted.of_mut(part.enemy()) = true;
    }
}
