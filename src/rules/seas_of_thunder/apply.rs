//! How each event changes the position. Nothing else does.

use super::SeasOfThunder;
use super::board::ZoneId;
use super::event::{Change, Event, Goes, Passed};
use super::pieces::UnitId;
use super::state::{Control, MatBox, Place, Sea, Sighting, TokenPlace, UnitState};
use crate::side::Side;

impl SeasOfThunder {
    pub(super) fn apply_event(&self, sea: &mut Sea, event: &Event) {
        match event {
            Event::PhaseBegan { turn, phase } => {
                sea.turn = *turn;
                sea.phase = *phase;
                let turns = usize::from(turn.saturating_sub(self.scenario.first_turn)) + 1;
                sea.score.resize(turns.max(sea.score.len()), Default::default());
            }
            Event::ConvoysDrawn { by, tokens, .. } => {
                tokens.iter().for_each(|token| sea.convoys[token.0 as usize] = TokenPlace::Held(*by));
            }
            Event::ConvoyPlaced { token, zone, .. } => sea.convoys[token.0 as usize] = TokenPlace::Sea(*zone),
            Event::ConvoyKept { by, token } => sea.convoys[token.0 as usize] = TokenPlace::Held(*by),
            Event::Deployed { ships, .. } | Event::Adjusted { ships, .. } => {
                for (unit, port) in ships {
                    sea.units[unit.0 as usize] =
                        UnitState { place: Place::Port(*port), ..forget(sea, *unit) };
                }
            }
            Event::Reinforced { ships, .. } => {
                // Both sides see who leaves the turn track, but not for which port.
                let sighting = Some(Sighting { turn: sea.turn, place: Place::Track(sea.turn) });
                for (unit, port) in ships {
                    sea.units[unit.0 as usize] = UnitState { sighting, ..UnitState::at(Place::Port(*port)) };
                }
            }
            Event::AirArrived { lba, .. } => lba.iter().for_each(|unit| put(sea, *unit, Place::Available)),
            Event::Waits { unit, turn } => put(sea, *unit, Place::Track(*turn)),
            Event::Overstacked { ships, .. } => {
                ships.iter().for_each(|unit| lose(sea, *unit, Place::Repair(1)))
            }
            Event::Sailed { ships, .. } => self.sail(sea, ships),
            Event::MinesPassed { unit, passed, .. } => match passed {
                Passed::Unharmed => {}
                Passed::Damaged(turns) => lose(sea, *unit, Place::Repair(*turns)),
                Passed::Sunk => {
                    lose(sea, *unit, Place::Sunk);
                    self.score_ship(sea, *unit);
                }
            },
            Event::AirPlaced { flights, .. } => {
                flights.iter().for_each(|(unit, _, zone)| put(sea, *unit, Place::Sea(*zone)));
            }
            Event::BattleBegan { .. } | Event::AirSuperiority { .. } | Event::Swept { .. } => {}
            Event::NavyChosen { aside, .. } => {
                // They stay face down: the mats are not set yet.
                for unit in aside {
                    let state = &mut sea.units[unit.0 as usize];
                    state.mat = Some(MatBox::Convoy);
                    state.aside = true;
                }
            }
            Event::MatRevealed { boxes, aside, .. } => {
                aside.iter().for_each(|unit| show(sea, *unit));
                for (unit, of, slot) in boxes {
                    let state = &mut sea.units[unit.0 as usize];
                    state.mat = Some(*of);
                    state.slot = *slot;
                    show(sea, *unit);
                }
            }
            Event::AirSpent { unit, points, .. } | Event::Intercepted { unit, points, .. } => {
                let state = &mut sea.units[unit.0 as usize];
                state.cut = state.cut.saturating_add(*points);
            }
            Event::Relocated { unit, goes, zone, .. } => self.relocate(sea, *unit, *zone, *goes),
            Event::Attacked { target, damage, .. } => {
                let state = &mut sea.units[target.0 as usize];
                state.damage = state.damage.saturating_add(*damage);
            }
            Event::Sunk { unit, .. } => {
                lose(sea, *unit, Place::Sunk);
                self.score_ship(sea, *unit);
            }
            Event::Damaged { unit, turns, .. } => lose(sea, *unit, Place::Repair(*turns)),
            Event::ConvoyAttacked { token, by, sunk, .. } => {
                if *sunk {
                    sea.convoys[token.0 as usize] = TokenPlace::Sunk;
                    add(&mut self.this_turn(sea, *by).convoys, self.scenario.scoring.convoy.into());
                }
            }
            Event::BattleEnded { zone } => {
                for unit in sea.at(Place::Sea(*zone)) {
                    let state = &mut sea.units[unit.0 as usize];
                    (state.mat, state.slot, state.aside, state.damage, state.cut) = (None, 0, false, 0, 0);
                }
            }
            Event::ControlJudged { zones } => {
                sea.control.fill(Control::Uncontested);
                zones.iter().for_each(|(zone, control)| sea.control[zone.0 as usize - 1] = *control);
            }
            Event::ZonesScored { side, points, .. } => add(&mut self.this_turn(sea, *side).zones, *points),
            Event::UnusedAirScored { side, points, .. } => {
                add(&mut self.this_turn(sea, *side).unused_lba, *points)
            }
            Event::FleetsShown { units } => units.iter().for_each(|(unit, _)| show(sea, *unit)),
            Event::Returned { ships, .. } => {
                for (unit, port) in ships {
                    let state = &mut sea.units[unit.0 as usize];
                    *state = UnitState { face_up: true, ..UnitState::at(Place::Port(*port)) };
                    show(sea, *unit);
                }
            }
            Event::Stranded { unit, turn } => lose(sea, *unit, Place::Track(*turn)),
            Event::PresenceLacking { to, points, .. } => add(&mut self.this_turn(sea, *to).presence, *points),
            Event::TurnEnded { turn } => self.end_turn(sea, *turn),
            Event::MatchEnded { .. } => {}
            Event::Ruled { change, .. } => self.rule(sea, change),
        }
    }

    fn this_turn<'s>(&self, sea: &'s mut Sea, side: Side) -> &'s mut super::state::Columns {
        let at = usize::from(sea.turn.saturating_sub(self.scenario.first_turn));
        &mut sea.score[at][side]
    }

    fn score_ship(&self, sea: &mut Sea, unit: UnitId) {
        let owner = self.side_of(unit);
        let points = if owner == Side::AXIS {
            self.scenario.scoring.axis_ship
        } else {
            self.scenario.scoring.allied_ship
        };
        add(&mut self.this_turn(sea, owner.enemy()).ships, points.into());
    }

    /// Ships that sail, and those they leave behind, are shuffled in the enemy's eyes.
    fn sail(&self, sea: &mut Sea, ships: &[(UnitId, ZoneId)]) {
        let mut ports = Vec::new();
        for (unit, zone) in ships {
            let state = &mut sea.units[unit.0 as usize];
            if let Place::Port(port) = state.place {
                ports.push(port);
                state.home = Some(port);
            }
            state.place = Place::Sea(*zone);
            state.face_up = false;
        }
        for unit in sea.ids() {
            if let Place::Port(port) = sea.unit(unit).place
                && ports.contains(&port)
            {
                sea.units[unit.0 as usize].face_up = false;
            }
        }
    }

    fn end_turn(&self, sea: &mut Sea, turn: u8) {
        for unit in sea.ids() {
            let state = &mut sea.units[unit.0 as usize];
            state.home = None;
            state.place = match state.place {
                Place::Repair(1) => Place::Track(turn + 1),
                Place::Repair(boxes) => Place::Repair(boxes - 1),
                Place::Used => Place::Available,
                Place::Sea(_) if !self.counter(unit).class.is_ship() => Place::Available,
                other => other,
            };
            if matches!(state.place, Place::Available) {
                *state = UnitState { sighting: state.sighting, ..UnitState::at(Place::Available) };
            }
        }
    }

    fn rule(&self, sea: &mut Sea, change: &Change) {
        match change {
            // Elsewhere a counter is put down among others, face down. What the enemy had seen of it before stays in
            // his list, or its vanishing from there would tell which unit was meant.
            Change::Unit { unit, to } if to.is_open() => lose(sea, *unit, *to),
            Change::Unit { unit, to } => {
                sea.units[unit.0 as usize] = UnitState { place: *to, ..forget(sea, *unit) };
            }
            Change::Convoy { token, to } => {
                sea.convoys[token.0 as usize] = to.map_or(TokenPlace::Sunk, TokenPlace::Sea);
            }
            Change::Points { side, points } => {
                let column = &mut self.this_turn(sea, *side).rulings;
                *column = column.saturating_add(*points);
            }
        }
    }

    fn relocate(&self, sea: &mut Sea, unit: UnitId, zone: ZoneId, goes: Goes) {
        match goes {
            Goes::UsedLba => {
                sea.units[unit.0 as usize] =
                    UnitState { sighting: sea.unit(unit).sighting, ..UnitState::at(Place::Used) };
            }
            Goes::To(of) => {
                let here = |it: &UnitState| it.mat == Some(of) && it.place == Place::Sea(zone);
                let mates = sea.ids().filter(|&it| self.side_of(it) == self.side_of(unit));
                let slots = mates.map(|it| sea.unit(it)).filter(|it| here(it)).map(|it| it.slot);
                let slot = slots.max().unwrap_or(0).saturating_add(1);
                let state = &mut sea.units[unit.0 as usize];
                (state.mat, state.slot) = (Some(of), slot);
            }
        }
    }
}

/// Adds points to a column; a forged story may bring more than it holds.
fn add(column: &mut u16, points: u16) {
    *column = column.saturating_add(points);
}

fn put(sea: &mut Sea, unit: UnitId, place: Place) {
    sea.units[unit.0 as usize].place = place;
}

/// A unit as the enemy knows it once its counter has been taken up and put down among others.
fn forget(sea: &Sea, unit: UnitId) -> UnitState {
    UnitState { sighting: sea.unit(unit).sighting, ..UnitState::at(sea.unit(unit).place) }
}

/// Turns a counter face up and notes where the enemy saw it.
fn show(sea: &mut Sea, unit: UnitId) {
    let turn = sea.turn;
    let state = &mut sea.units[unit.0 as usize];
    state.face_up = true;
    state.sighting = Some(Sighting { turn, place: state.place });
}

/// Takes a unit to an open place, for all to see.
fn lose(sea: &mut Sea, unit: UnitId, place: Place) {
    sea.units[unit.0 as usize] = UnitState::at(place);
    show(sea, unit);
}
