//! What each event does to the position.

use super::AdmiralsWar;
use super::board::{AreaId, Theatre};
use super::event::{Change, Event, How, Scene, Why};
use super::pieces::{Kind, Seat, UnitId};
use super::state::{Columns, Ocean, Phase, Place, Raid, Tracks, UnitState};
use crate::rules::two_sided::{BySide, Camp};

/// How many turns a lost submarine, air unit or amphibious unit is away (AW-12.6, AW-13.51, AW-14.4).
const AWAY: u8 = 2;

impl AdmiralsWar {
    pub(super) fn apply_event(&self, ocean: &mut Ocean, event: &Event) {
        match event {
            Event::PhaseBegan { turn, phase } => self.begin(ocean, *turn, *phase),
            Event::Sailed { how, units, .. } => {
                for &(unit, area) in units {
                    let state = unit_of(ocean, unit);
                    state.place = Place::Sea(area);
                    state.raiding = *how == How::Raiding;
                }
            }
            Event::Readied { ships, .. } | Event::SubmarinesTurned { submarines: ships, .. } => {
                ships.iter().for_each(|&ship| unit_of(ocean, ship).raiding = true);
            }
            Event::SpeedRolled { unit, passed, .. } => unit_of(ocean, *unit).raiding |= !passed,
            Event::Repaired { ships, .. } => {
                for &(ship, points) in ships {
                    let state = unit_of(ocean, ship);
                    state.damage = state.damage.saturating_sub(points);
                }
            }
            Event::AirPlaced { unit, area, .. } => {
                if let Some(area) = area {
                    unit_of(ocean, *unit).place = Place::Sea(*area);
                }
            }
            Event::AreaSelected { seat, .. } => ocean.selects = seat.next(),
            Event::Hunted { destroyed, .. } => destroyed.iter().for_each(|&unit| self.lose(ocean, unit)),
            Event::ShippingAttacked { area, unit, points, .. } => {
                let side = self.side_of(*unit);
                ocean.shipping[area.0 as usize][side] += points;
                let track = self.seat_of(*unit).track();
                columns(ocean, track, side).shipping += u16::from(*points);
            }
            Event::RaiderScored { .. } => {
                columns(ocean, Seat::Germany.track(), Camp::AXIS).shipping += 1;
            }
            Event::Raided { area, base, by, carriers: true, .. } => {
                ocean.raided.push(Raid { base: *base, area: *area, by: *by });
            }
            Event::Fired { target, damage, disabled, .. } => {
                let state = unit_of(ocean, *target);
                state.hurt = state.hurt.saturating_add(*damage);
                state.disabled |= disabled;
            }
            Event::TookEffect { scene, lost, damaged, .. } => self.take_effect(ocean, *scene, lost, damaged),
            Event::Returned { units, why } => {
                for &(unit, base) in units {
                    come_home(unit_of(ocean, unit), Place::Base(base), *why);
                }
            }
            Event::Stranded { units } | Event::Scuttled { ships: units, .. } => {
                units.iter().for_each(|&unit| self.lose(ocean, unit));
            }
            Event::RetreatDeclared { area, side, retreats: true } => self.turn_away(ocean, *area, *side),
            Event::GroupsFormed { groups, .. } => {
                for (group, units) in groups {
                    units.iter().for_each(|&unit| unit_of(ocean, unit).group = Some(*group));
                }
            }
            Event::Pursued { ships, raids, .. } => {
                for &(ship, group) in ships {
                    let state = unit_of(ocean, ship);
                    (state.chases, state.pursued) = (Some(group), true);
                }
                raids.iter().for_each(|&(ship, base)| unit_of(ocean, ship).raids = Some(base));
            }
            Event::BrokeOff { ships, .. } => {
                ships.iter().for_each(|&ship| unit_of(ocean, ship).chases = None);
            }
            Event::Landed { unit, base } => {
                come_home(unit_of(ocean, *unit), Place::Base(*base), Why::Attacked)
            }
            Event::Invaded { unit, base, defender } => {
                self.lose(ocean, *unit);
                match defender {
                    Some(defender) => self.lose(ocean, *defender),
                    None => ocean.owners[base.0 as usize] = Some(self.side_of(*unit)),
                }
            }
            Event::Encircled { base, by } => ocean.owners[base.0 as usize] = Some(*by),
            Event::AreaResolved { area } => ocean.resolved[area.0 as usize] = true,
            Event::FlagsPlaced { flags } => {
                ocean.flags.fill(None);
                flags.iter().for_each(|&(area, side)| ocean.flags[area.0 as usize] = Some(side));
            }
            Event::AreasScored { side, track, points, .. } => columns(ocean, *track, *side).areas += points,
            Event::BasesScored { side, track, points, .. } => columns(ocean, *track, *side).bases += points,
            Event::RaidsScored { side, track, points, .. } => columns(ocean, *track, *side).raids += points,
            Event::MatchEnded { .. } => ocean.phase = Phase::Over,
            Event::Ruled { change, .. } => rule(ocean, *change),
            Event::Raided { .. }
            | Event::RoundBegan { .. }
            | Event::GunsNamed { .. }
            | Event::RetreatDeclared { .. }
            | Event::TurnEnded { .. } => {}
        }
    }

    /// A phase begins; with the first of a later turn all that belonged to the last one ends, and lost units come back.
    fn begin(&self, ocean: &mut Ocean, turn: u8, phase: Phase) {
        ocean.phase = phase;
        if turn == ocean.turn {
            return;
        }
        ocean.turn = turn;
        ocean.resolved.fill(false);
        ocean.shipping.fill(BySide::default());
        ocean.raided.clear();
        ocean.selects = Seat::Britain;
        ocean.score.push(Tracks::default());
        for state in &mut ocean.units {
            let kept = UnitState::at(state.place);
            *state = UnitState { damage: state.damage, ..kept };
        }
    }

    /// Marks become damage; what bears no more is lost (AW-7.51).
    fn take_effect(&self, ocean: &mut Ocean, scene: Scene, lost: &[UnitId], damaged: &[(UnitId, u8)]) {
        for state in ocean.units.iter_mut().filter(|state| state.place == scene.place()) {
            (state.hurt, state.disabled) = (0, false);
        }
        damaged.iter().for_each(|&(unit, total)| unit_of(ocean, unit).damage = total);
        lost.iter().for_each(|&unit| self.lose(ocean, unit));
    }

    /// A unit is lost: ships, oilers and Hilfskreuzer for good, the others for two turns.
    fn lose(&self, ocean: &mut Ocean, unit: UnitId) {
        let for_good = matches!(
            self.counter(unit).kind,
            Kind::Ship | Kind::Carrier | Kind::Oiler | Kind::Hilfskreuzer | Kind::HunterKiller
        );
        let place = if for_good { Place::Sunk } else { Place::Track(ocean.turn + AWAY) };
        *unit_of(ocean, unit) = UnitState::at(place);
    }

    /// Ships of a side that retreats turn to their raiding side (AW-8.13); its amphibious units land no more (AW-13.4-b).
    fn turn_away(&self, ocean: &mut Ocean, area: AreaId, side: Camp) {
        for unit in self.fighters(ocean, area, side) {
            let ship = self.counter(unit).is_ship();
            let state = unit_of(ocean, unit);
            state.retreated = true;
            state.raiding |= ship;
        }
    }
}

fn unit_of(ocean: &mut Ocean, unit: UnitId) -> &mut UnitState {
    &mut ocean.units[unit.0 as usize]
}

fn columns(ocean: &mut Ocean, track: Theatre, side: Camp) -> &mut Columns {
    let last = ocean.score.len() - 1;
    &mut ocean.score[last].of_mut(track)[side]
}

/// A unit that comes home shows its patrolling side again and takes no more part in this turn.
fn come_home(state: &mut UnitState, place: Place, why: Why) {
    let retreated = state.retreated || matches!(why, Why::Disabled | Why::Escaped | Why::Retreat);
    *state =
        UnitState { damage: state.damage, done: why != Why::EndOfTurn, retreated, ..UnitState::at(place) };
}

fn rule(ocean: &mut Ocean, change: Change) {
    match change {
        Change::Unit { unit, to } => {
            let damage = unit_of(ocean, unit).damage;
            *unit_of(ocean, unit) = UnitState { damage, ..UnitState::at(to) };
        }
        Change::Damage { unit, points } => unit_of(ocean, unit).damage = points,
        Change::Base { base, to } => ocean.owners[base.0 as usize] = to,
        Change::Flag { area, to } => ocean.flags[area.0 as usize] = to,
        Change::Points { side, track, points } => {
            let columns = columns(ocean, track, side);
            columns.rulings = columns.rulings.saturating_add(points);
        }
    }
}
