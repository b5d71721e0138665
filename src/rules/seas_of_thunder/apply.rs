//! How each event changes the position. Nothing else does.

use super::SeasOfThunder;
use super::board::ZoneId;
use super::event::{Change, Event, Goes, Passed};
use super::pieces::{Nation, UnitId};
use super::state::{Control, Fight, MatBox, Phase, Place, Sea, Sighting, Stance, TokenPlace, UnitState};
use engine::fortune::Fortune;
use engine::nearest::Nearest;
use engine::rulebook::two_sided::Camp;
use engine::system::Events;
use serde_json::Value;

impl Events for SeasOfThunder {
    fn apply(&self, sea: &mut Sea, event: &Event) {
        match event {
            Event::PhaseBegan { turn, phase } => {
                sea.turn = *turn;
                sea.phase = *phase;
                let turns = usize::from(turn.saturating_sub(self.game.first_turn)) + 1;
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
            Event::BattleBegan { zone } => {
                sea.fight = None;
                sea.fight = Some(Fight { zone: *zone, units: sea.at(Place::Sea(*zone)) });
            }
            Event::AirSuperiority { .. } | Event::Swept { .. } => {}
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
                    let points = self.scenario(sea).scoring.convoy.into();
                    add(&mut self.this_turn(sea, *by).convoys, points);
                }
            }
            Event::BattleEnded { zone } => {
                let fought = |state: &&mut UnitState| state.place == Place::Sea(*zone);
                for state in sea.units.iter_mut().filter(fought) {
                    (state.mat, state.slot, state.aside, state.damage, state.cut) = (None, 0, false, 0, 0);
                }
                sea.fight = None;
            }
            Event::ControlJudged { zones } => {
                sea.control_before.clone_from(&sea.control);
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
            Event::Entered { nation, side } => sea.sides[*nation as usize] = Some(*side),
            Event::ScenarioBegan { axis, allies, .. } => {
                for (side, points) in [(Camp::AXIS, *axis), (Camp::ALLIES, *allies)] {
                    let column = &mut self.this_turn(sea, side).initial;
                    *column = column.saturating_add(points.into());
                }
            }
            Event::MinorsRequested { .. } => {}
            Event::MinorSettled { nation, to, points, joins, .. } => {
                add(&mut self.this_turn(sea, *to).minors, *points);
                sea.settled.push(*nation);
                if let Some(side) = joins {
                    self.join(sea, *nation, *side);
                }
            }
            Event::LeftWar { units, until, .. } => {
                let to = until.map_or(Place::Removed, Place::Track);
                units.iter().for_each(|unit| lose(sea, *unit, to));
            }
            Event::SidesChanged { nation, to, scorer, points, until, .. } => {
                self.change_sides(sea, *nation, *to, *until);
                scorer.iter().for_each(|side| self.score_nation(sea, *nation, *side, *points));
            }
            Event::SurvivorsScored { nation, to, points, .. } => {
                self.score_nation(sea, *nation, *to, *points);
            }
            Event::NeutralityViolated { by, points } => {
                add(&mut self.this_turn(sea, by.enemy()).turkey, *points);
                self.bring_in_turkey(sea, by.enemy());
            }
            Event::StanceDeclared { belligerent } => {
                sea.stance = if *belligerent { Stance::Belligerent } else { Stance::Neutral };
            }
            Event::StoodOff { units, .. } => {
                units.iter().for_each(|unit| sea.units[unit.0 as usize].aside = true);
            }
            Event::SurrenderRolled { unit, surrenders, .. } => {
                if *surrenders {
                    lose(sea, *unit, Place::Removed);
                }
            }
            Event::TurnEnded { turn } => self.end_turn(sea, *turn),
            Event::MatchEnded { .. } => {}
            Event::Ruled { change, .. } => self.rule(sea, change),
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

    fn nearest(&self, line: &Value) -> Option<Nearest> {
        self.nearest_to(line)
    }
}

impl SeasOfThunder {
    fn this_turn<'s>(&self, sea: &'s mut Sea, side: Camp) -> &'s mut super::state::Columns {
        let at = usize::from(sea.turn.saturating_sub(self.game.first_turn));
        &mut sea.score[at][side]
    }

    fn score_ship(&self, sea: &mut Sea, unit: UnitId) {
        let owner = self.side_of(sea, unit);
        let scoring = self.scenario(sea).scoring;
        let points = if owner == Camp::AXIS { scoring.axis_ship } else { scoring.allied_ship };
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

    /// The units of a minor come into play: with the setup, or as reinforcements (SOT-12.0-6, SOT-12.0-7).
    fn join(&self, sea: &mut Sea, nation: Nation, side: Camp) {
        sea.sides[nation as usize] = Some(side);
        let now = if sea.phase < Phase::Reinforcements { Place::Setup } else { Place::Track(sea.turn) };
        for unit in self.units_of(sea, nation) {
            let counter = self.counter(unit);
            // Who would have entered for the Allies later is there at once, also in a match that ends before.
            let at_once = matches!(nation, Nation::Peru | Nation::Chile) || counter.entry <= sea.turn;
            put(sea, unit, if at_once { now } else { Place::Track(counter.entry) });
        }
    }

    /// All Turkish ships appear in Istanbul (SOT-5.3.1-3).
    fn bring_in_turkey(&self, sea: &mut Sea, side: Camp) {
        sea.sides[Nation::Turkey as usize] = Some(side);
        let home = self.board().ports().find(|&port| self.board().port(port).flag == Some(Nation::Turkey));
        for unit in self.units_of(sea, Nation::Turkey) {
            let place = match home {
                _ if !self.counter(unit).class.is_ship() => Place::Available,
                Some(port) => Place::Port(port),
                None => Place::Removed,
            };
            put(sea, unit, place);
        }
    }

    /// The units of a nation that are not sunk.
    fn units_of(&self, sea: &Sea, nation: Nation) -> Vec<UnitId> {
        let units = sea.ids().filter(|&unit| self.counter(unit).nation == nation);
        units.filter(|&unit| sea.unit(unit).place != Place::Sunk).collect()
    }

    /// A nation changes sides. Its old side knows what it hands over; what waits for a turn lies on the
    /// track.
    fn change_sides(&self, sea: &mut Sea, nation: Nation, to: Camp, until: Option<u8>) {
        for unit in self.units_of(sea, nation) {
            if self.counter(unit).free_french {
                continue;
            }
            match (sea.unit(unit).place, until) {
                (Place::Port(_) | Place::Sea(_) | Place::Available | Place::Used, Some(turn)) => {
                    lose(sea, unit, Place::Track(turn));
                }
                (Place::Port(_) | Place::Sea(_), None) => show(sea, unit),
                _ => {}
            }
        }
        sea.sides[nation as usize] = Some(to);
    }

    fn score_nation(&self, sea: &mut Sea, nation: Nation, side: Camp, points: u16) {
        let columns = self.this_turn(sea, side);
        add(if nation == Nation::Norway { &mut columns.norway } else { &mut columns.french }, points);
    }

    fn end_turn(&self, sea: &mut Sea, turn: u8) {
        if sea.stance == Stance::Neutral {
            sea.stance = Stance::Open;
        }
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
            // Elsewhere a counter is put down among others, face down. What the enemy had seen of it before
            // stays in his list, or its vanishing from there would tell which unit was meant.
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
                let side = self.side_of(sea, unit);
                let mates = sea.at(Place::Sea(zone)).into_iter().filter(|&it| self.side_of(sea, it) == side);
                let slots = mates.map(|it| sea.unit(it)).filter(|it| it.mat == Some(of)).map(|it| it.slot);
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
