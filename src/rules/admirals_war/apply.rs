//! What each event does to the position.

use super::AdmiralsWar;
use super::board::{AreaId, Theatre};
use super::event::{Change, Event, Fate, How, Scene, Why};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Columns, Ocean, Pacific, Phase, Place, Provoked, Raid, Tracks, UnitState};
use crate::rules::two_sided::{BySide, Camp};

/// How many turns a lost submarine, air unit or amphibious unit is away (AW-12.6, AW-13.51, AW-14.4).
const AWAY: u8 = 2;

impl AdmiralsWar {
    pub(super) fn apply_event(&self, ocean: &mut Ocean, event: &Event) {
        match event {
            Event::PhaseBegan { turn, phase } => self.begin(ocean, *turn, *phase),
            Event::Arrived { units, .. } => {
                units.iter().for_each(|&(unit, base)| self.arrive(ocean, unit, Place::Base(base)));
            }
            Event::Held { hold, units } => {
                units.iter().for_each(|&unit| self.arrive(ocean, unit, Place::Hold(*hold)));
            }
            Event::ShutOut { units } | Event::Withdrawn { units } => {
                units.iter().for_each(|&unit| put(ocean, unit, Place::Removed));
            }
            Event::RaidForce { joined, left } => {
                if let Some(hold) = self.raid_box() {
                    joined.iter().for_each(|&unit| put_as_is(ocean, unit, Place::Hold(hold)));
                }
                if let Some(port) = self.raid_port() {
                    left.iter().for_each(|&unit| put_as_is(ocean, unit, Place::Base(port)));
                }
            }
            Event::FlagLifted { area } => ocean.flags[area.0 as usize] = None,
            Event::WarDeclared { .. } => ocean.pacific = Pacific::Declared,
            Event::RaidForceSailed { area, ships, guarded } => {
                for &ship in ships {
                    put_as_is(ocean, ship, Place::Sea(*area));
                    unit_of(ocean, ship).raiding = true;
                }
                (ocean.pacific, ocean.manila_open) = (Pacific::Attack, !guarded);
            }
            Event::GroupPlaced { area, units, .. } | Event::Sortied { area, units } => {
                units.iter().for_each(|&unit| put_as_is(ocean, unit, Place::Sea(*area)));
            }
            Event::WarBegan { turn } => {
                (ocean.pacific, ocean.attacked) = (Pacific::War, Some(*turn));
            }
            Event::Provoked { points, .. } => {
                ocean.provoked.now = ocean.provoked.now.saturating_add(*points);
            }
            Event::Occupied { unit, base } => {
                ocean.owners[base.0 as usize] = Some(self.side_of(ocean, *unit));
                put_as_is(ocean, *unit, Place::Base(*base));
                unit_of(ocean, *unit).done = true;
            }
            Event::TurnedOver { base, to } => ocean.owners[base.0 as usize] = to.map(Nation::side),
            Event::AllegianceRolled { unit, fate, .. } => self.change_sides(ocean, *unit, *fate),
            Event::MoveRolled { unit, passed, .. } => unit_of(ocean, *unit).pinned = !passed,
            Event::Sailed { how, units, .. } => {
                for &(unit, area) in units {
                    let state = unit_of(ocean, unit);
                    state.place = Place::Sea(area);
                    state.raiding = *how == How::Raiding;
                    state.based = false;
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
            Event::AirTransferred { unit, .. } => {
                let next = Place::Track(ocean.turn + 1);
                let state = unit_of(ocean, *unit);
                *state = UnitState { damage: state.damage, ..state.moved_to(next) };
            }
            Event::Fined { seat, ships } => {
                let (track, side, points) = (seat.track(), seat.side(), ships.len() as u16);
                columns(ocean, track, side).fines += points;
                self.advance(ocean, track, side.enemy(), points.into());
            }
            Event::Refuelled { ships } => ships.iter().for_each(|&ship| unit_of(ocean, ship).based = true),
            Event::Claimed { unit, base } => {
                ocean.owners[base.0 as usize] = Some(self.side_of(ocean, *unit));
                unit_of(ocean, *unit).claims = Some(*base);
            }
            Event::LeadMoved { track, lead } => ocean.leads.set(*track, *lead),
            Event::AreaSelected { seat, .. } => ocean.selects = seat.next(),
            Event::Hunted { destroyed, .. } => destroyed.iter().for_each(|&unit| self.lose(ocean, unit)),
            Event::ShippingAttacked { area, unit, points, .. } => {
                let side = self.side_of(ocean, *unit);
                ocean.shipping[area.0 as usize][side] += points;
                let track = self.seat_of(ocean, *unit).track();
                columns(ocean, track, side).shipping += u16::from(*points);
                self.advance(ocean, track, side, i32::from(*points));
                if *points > 0 && self.scenario.campaign {
                    unit_of(ocean, *unit).scored = true;
                }
            }
            Event::RaiderScored { area } => {
                columns(ocean, Seat::Germany.track(), Camp::AXIS).shipping += 1;
                self.advance(ocean, Seat::Germany.track(), Camp::AXIS, 1);
                for unit in ocean.at(Place::Sea(*area)) {
                    let raider = self.counter(unit).kind == Kind::Hilfskreuzer;
                    unit_of(ocean, unit).scored |= raider && self.scenario.campaign;
                }
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
                    None => ocean.owners[base.0 as usize] = Some(self.side_of(ocean, *unit)),
                }
            }
            Event::Encircled { base, by } => {
                ocean.owners[base.0 as usize] = Some(*by);
                if self.is_taranto(*base) && *by == Camp::ALLIES {
                    ocean.taranto_fell = ocean.taranto_fell.or(Some(ocean.turn));
                }
            }
            Event::AreaResolved { area } => ocean.resolved[area.0 as usize] = true,
            Event::FlagsPlaced { flags } => {
                ocean.flags.fill(None);
                flags.iter().for_each(|&(area, side)| ocean.flags[area.0 as usize] = Some(side));
                ocean.german_flags = self.german_flags(ocean);
            }
            Event::AreasScored { side, track, points, .. } => columns(ocean, *track, *side).areas += points,
            Event::BasesScored { side, track, points, .. } => columns(ocean, *track, *side).bases += points,
            Event::RaidsScored { side, track, points, .. } => columns(ocean, *track, *side).raids += points,
            Event::MatchEnded { .. } => ocean.phase = Phase::Over,
            Event::Ruled { change, .. } => self.rule(ocean, *change),
            Event::Raided { .. }
            | Event::RoundBegan { .. }
            | Event::Surprised { .. }
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
        if self.scenario.campaign {
            ocean.owners_before.clone_from(&ocean.owners);
            ocean.provoked = Provoked { now: 0, last: ocean.provoked.now };
            ocean.attack_barred = self.is_attack_barred(ocean);
            ocean.manila_open = false;
        }
        for state in &mut ocean.units {
            *state = UnitState { damage: state.damage, based: state.based, ..state.moved_to(state.place) };
        }
    }

    /// A unit comes on, undamaged unless it only changed theatres; an amphibious one that comes back late shows its second
    /// side (AW-13.52).
    fn arrive(&self, ocean: &mut Ocean, unit: UnitId, place: Place) {
        let (counter, turn) = (self.counter(unit), ocean.turn);
        let state = unit_of(ocean, unit);
        let back = counter.entry.is_some_and(|entry| entry < turn);
        let second = state.second || back && counter.second_from.is_some_and(|from| from <= turn);
        let flies = counter.kind == Kind::LandAir && self.scenario.campaign;
        let theatre = place.base().filter(|_| flies).map(|base| self.board.base(base).theatre);
        *state = UnitState { damage: state.damage, theatre, second, ..state.moved_to(place) };
    }

    /// A French or Italian unit goes over, or is gone (AW-18.34, AW-16.44).
    fn change_sides(&self, ocean: &mut Ocean, unit: UnitId, fate: Fate) {
        let own = self.counter(unit).nation;
        let state = unit_of(ocean, unit);
        match (fate, own) {
            (Fate::Scuttled, _) => *state = state.moved_to(Place::Removed),
            (Fate::German, Nation::Fr) => state.nation = Some(Nation::De),
            (Fate::Allied, Nation::It) => state.nation = Some(Nation::Gb),
            (Fate::German | Fate::Allied, _) => {}
        }
    }

    /// Moves the marker of a track of the standard game (AW-2.8-a, AW-2.8-b).
    fn advance(&self, ocean: &mut Ocean, track: Theatre, side: Camp, points: i32) {
        if self.scenario.campaign {
            let sign = if side == Camp::ALLIES { 1 } else { -1 };
            let lead = i32::from(ocean.leads.of(track));
            ocean.leads.set(track, lead + sign * points);
        }
    }

    fn rule(&self, ocean: &mut Ocean, change: Change) {
        match change {
            Change::Unit { unit, to } => {
                let state = unit_of(ocean, unit);
                *state = UnitState { damage: state.damage, ..state.moved_to(to) };
            }
            Change::Damage { unit, points } => unit_of(ocean, unit).damage = points,
            Change::Base { base, to } => ocean.owners[base.0 as usize] = to,
            Change::Flag { area, to } => ocean.flags[area.0 as usize] = to,
            Change::Points { side, track, points } => {
                let columns = columns(ocean, track, side);
                columns.rulings = columns.rulings.saturating_add(points);
                self.advance(ocean, track, side, points);
            }
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
        put(ocean, unit, place);
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

fn put(ocean: &mut Ocean, unit: UnitId, place: Place) {
    let state = unit_of(ocean, unit);
    *state = state.moved_to(place);
}

/// Puts a unit somewhere with its damage, patrolling side up.
fn put_as_is(ocean: &mut Ocean, unit: UnitId, place: Place) {
    let state = unit_of(ocean, unit);
    *state = UnitState { damage: state.damage, ..state.moved_to(place) };
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
    *state = UnitState {
        damage: state.damage,
        done: !matches!(why, Why::EndOfTurn | Why::Recalled),
        retreated,
        ..state.moved_to(place)
    };
}
