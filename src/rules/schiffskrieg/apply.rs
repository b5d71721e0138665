//! How an event changes a position.

use super::Schiffskrieg;
use super::board::SeaMap;
use super::event::{Change, Event, Purpose};
use super::faction::Faction;
use super::facts::{Declared, Fact, Value};
use super::markers::{Lies, MarkerState};
use super::scenario::Marker;
use super::state::{Battle, Clock, Goal, Harm, Part, Place, Placed, Post, Sea, Stage, Wounds};
use engine::fortune::Fortune;
use engine::nearest::Nearest;
use engine::rulebook::roster::UnitId;
use engine::system::Events;

/// A piece leaves the battle line for a place. One that leaves its port holds no Reserve Fleet any more.
fn leave(sea: &mut Sea, unit: UnitId, place: Place) {
    let state = &mut sea.units[usize::from(unit.0)];
    state.status.held &= state.place == place;
    let based = |place| matches!(place, Place::Base(_) | Place::Box(_));
    if based(place) {
        state.home = None;
    } else if based(state.place) {
        state.home = Some(state.place);
    }
    (state.place, state.line, state.wounds) = (place, None, Wounds::default());
}

/// Puts a marker somewhere. A Reserve Fleet that is no more holds nothing.
fn move_marker(sea: &mut Sea, now: MarkerState) {
    let same = |it: &&mut MarkerState| (it.marker, it.nation, it.map) == (now.marker, now.nation, now.map);
    match sea.markers.iter_mut().find(same) {
        Some(before) => {
            if let Lies::Base(base) = before.lies
                && now.marker == Marker::ReserveFleet
            {
                let here = sea.units.iter_mut().filter(|unit| unit.place == Place::Base(base));
                here.for_each(|unit| unit.status.held = false);
            }
            *before = now;
        }
        None => sea.markers.push(now),
    }
}

impl Events for Schiffskrieg {
    fn apply(&self, sea: &mut Sea, event: &Event) {
        match event {
            Event::Declared { facts } => facts.iter().for_each(|one| sea.facts.take(&self.facts, one)),
            Event::AtTable { reason: _, facts } => self.take_up(sea, facts),
            Event::Wanted { facts } => sea.beside.wanted.clone_from(facts),
            Event::RoundBegan { round, choices: _, dice: _, modified: _, action } => {
                if let Some(battle) = &mut sea.battle {
                    (battle.round, battle.action) = (*round, Some(*action));
                }
            }
            Event::Fired { part, target, dice, disabled, harm, .. } => {
                if let Some(battle) = &mut sea.battle {
                    *battle.tally.fired.of_mut(*part) |= !dice.is_empty();
                }
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
                self.count_luck(sea, sunk, destroyed);
                take_effect(sea, disabled, hurt, sunk, destroyed);
            }
            Event::Retirement { part, retires } => {
                if let Some(battle) = sea.battle.as_mut().filter(|_| *retires) {
                    battle.retired = Some(*part);
                }
            }
            Event::Resolved { end: _, victory: _, rule: _ } => (),
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
                // A damaged ship comes back on its undamaged side (SK-7.1-2); a reduced LBA stays reduced
                // (SK-4.4-5).
                let state = &mut sea.units[usize::from(unit.0)];
                state.hurt &= self.counters[*unit].is_lba();
            }
            Event::Done {} => {
                if !sea.due.is_empty() {
                    sea.due.remove(0);
                }
            }
            Event::StageBegan { turn, stage, faction, war_turns } => {
                // Beside a real table a segment goes on as long as things are declared in it.
                let (thing, battles) = match sea.clock.filter(|_| self.is_companion()) {
                    Some(clock) => (clock.thing, clock.battles),
                    None => (0, 0),
                };
                let (stage, faction, war_turns) = (*stage, *faction, *war_turns);
                sea.clock = Some(Clock { stage, faction, thing, battles, war_turns });
                if !self.is_companion() {
                    sea.raided.clear();
                }
                sea.orders.clear();
                match (stage, faction) {
                    (Stage::Support, Faction::Soviet) => {
                        sea.orders = sea.ally.as_mut().map(std::mem::take).unwrap_or_default();
                    }
                    (Stage::Reorganization, Faction::Soviet) => sea.ally = None,
                    _ => {}
                }
                sea.placed = None;
                let turn = Declared { fact: Fact::Turn, of: Vec::new(), value: Value::Turn(*turn) };
                if sea.facts.get(Fact::Turn, &[]) != Some(&turn.value) {
                    sea.facts.take(&self.facts, &turn);
                }
            }
            Event::Ordered { faction, missions } => {
                let is_turn_of = |faction| sea.clock.is_some_and(|clock| clock.faction == faction);
                if *faction == Faction::Soviet && is_turn_of(Faction::Western) {
                    sea.ally = Some(missions.clone());
                } else {
                    sea.orders.clone_from(missions);
                }
            }
            Event::ThingBegan { faction: _, thing, void: _ } => {
                if !sea.orders.is_empty() {
                    sea.orders.remove(0);
                }
                if let Some(clock) = &mut sea.clock {
                    clock.thing = *thing;
                }
                sea.placed = None;
            }
            Event::Formed { faction: _, support, goal, force } => {
                // Who contests comes to what is placed already; what is placed is made anew for a further
                // contest.
                if sea.placed.as_ref().is_none_or(|placed| placed.support == *support) {
                    sea.placed = Some(Placed { support: *support, goal: *goal, force: force.clone() });
                }
            }
            Event::Intelligence { .. } | Event::Contested { .. } | Event::Outcome { end: _, rule: _ } => (),
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
                sea.engage(battle.clone(), lines);
                self.count_factors(sea);
            }
            Event::Intercepted { units, die: _, drm: _, result: _, to } => {
                if let Some(to) = to {
                    units.iter().for_each(|unit| leave(sea, *unit, *to));
                }
            }
            Event::RaidFormed { faction, purpose, die: _, most: _, units } => {
                let map = units.first().and_then(|unit| self.map_of_place(sea.unit(*unit).place));
                if let Some(map) = map.filter(|_| *purpose == Purpose::BaseRaid) {
                    sea.raided.push((*faction, map));
                }
            }
            Event::Engaged { .. }
            | Event::RaidEnded { .. }
            | Event::BaseAttacked { .. }
            | Event::Patrolled { .. }
            | Event::CardsDrawn { .. }
            | Event::CardPlayed { .. }
            | Event::Funded { .. } => (),
            Event::Begun { unit, to, stripe } => {
                sea.units[usize::from(unit.0)].stripe = stripe.or(sea.unit(*unit).stripe);
                leave(sea, *unit, *to);
            }
            Event::Reorganized { removed, restored } => {
                let map = self.map_of_place(sea.unit(*removed).place).unwrap_or(SeaMap::Tk);
                leave(sea, *removed, Place::Delay(map));
                for unit in [Some(*removed), *restored].into_iter().flatten() {
                    sea.units[usize::from(unit.0)].hurt = false;
                }
            }
            Event::Withdrawn { unit, die: _, drm: _, to } | Event::Fate { unit, rule: _, die: _, to } => {
                leave(sea, *unit, *to);
            }
            Event::Aligned { units, to, vichy } => {
                for unit in units {
                    let status = &mut sea.units[usize::from(unit.0)].status;
                    (status.allegiance, status.vichy) = (*to, *vichy);
                }
            }
            Event::MarkerMoved { marker, nation, map, lies } => {
                move_marker(sea, MarkerState { marker: *marker, nation: *nation, map: *map, lies: *lies });
            }
            Event::Held { base, units } => {
                for at in 0..sea.units.len() {
                    if sea.units[at].place == Place::Base(*base) {
                        sea.units[at].status.held = units.contains(&UnitId(at as u16));
                    }
                }
            }
            Event::LuckAwarded { map, axis: _, allies: _, die: _, holder } => {
                if holder.is_some() {
                    sea.luck.give(*map, *holder);
                }
            }
            Event::LuckSpent { map, die: _ } => sea.luck.give(*map, None),
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
            Event::Ruled { reason: _, what: Change::Unit(unit, place) } => leave(sea, *unit, *place),
            Event::Ruled { reason: _, what: Change::Points(faction, map, points) } => {
                sea.score.correct(*faction, *map, *points);
            }
        }
    }

    fn fits(&self, event: &Event) -> Option<String> {
        self.misfit(event)
    }

    fn rule<'e>(&self, event: &'e Event) -> &'e str {
        event.rule()
    }

    fn fortunes(&self, before: &Sea, event: &Event) -> Vec<Fortune> {
        self.fallen(before, event)
    }

    fn nearest(&self, line: &serde_json::Value) -> Option<Nearest> {
        self.nearest_to(line)
    }
}

impl Schiffskrieg {
    /// What enters a battle, by its Gunnery and Airstrike factors (SK-9.12-2).
    pub(super) fn count_factors(&self, sea: &mut Sea) {
        for part in Part::ALL {
            let factors = |unit: UnitId| {
                let side = self.counters[unit].factors(sea.unit(unit).hurt);
                side.gunnery.saturating_add(side.airstrike)
            };
            let all = sea.line(part).map(factors).fold(0, u8::saturating_add);
            if let Some(battle) = &mut sea.battle {
                *battle.tally.factors.of_mut(part) = all;
            }
        }
    }

    /// Luck Points for what is sunk and destroyed (SK-13-2).
    fn count_luck(&self, sea: &mut Sea, sunk: &[UnitId], destroyed: &[UnitId]) {
        for unit in sunk.iter().chain(destroyed) {
            let (line, points) = (sea.unit(*unit).line, self.luck_points(*unit));
            if let (Some(part), Some(battle)) = (line, &mut sea.battle) {
                let luck = battle.tally.luck.of_mut(part.enemy());
                *luck = luck.saturating_add(points);
            }
        }
    }
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
