//! What each event does to the position.

use super::board::{AreaId, BaseId, Theatre};
use super::combat::Met;
use super::event::{Change, Event, Fate, How, Scene, Why};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::side_by_side::Resolution;
use super::state::{Columns, Ocean, Pacific, Phase, Place, Provoked, Raid, Settlement, Tracks, UnitState};
use super::{AdmiralsWar, warning};
use engine::fortune::Fortune;
use engine::nearest::Nearest;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::system::Events;
use serde_json::Value;

/// How many turns a lost submarine, air unit or amphibious unit is away (AW-12.6, AW-13.51, AW-14.4).
const AWAY: u8 = 2;

impl Events for AdmiralsWar {
    fn apply(&self, ocean: &mut Ocean, event: &Event) {
        self.apply_changes(ocean, event);
        for (unit, _) in self.shown_by(event) {
            let mut state = ocean.unit_mut(unit);
            state.shown = matches!(state.place, Place::Base(_) | Place::Sea(_));
        }
    }

    fn fits(&self, event: &Event) -> Option<String> {
        self.misfit(event)
    }

    fn rule<'e>(&self, event: &'e Event) -> &'e str {
        event.rule()
    }

    fn fortunes(&self, before: &Ocean, event: &Event) -> Vec<Fortune> {
        self.fallen(before, event)
    }

    fn nearest(&self, line: &Value) -> Option<Nearest> {
        self.nearest_to(line)
    }
}

impl AdmiralsWar {
    fn apply_changes(&self, ocean: &mut Ocean, event: &Event) {
        let one_by_one = self.scenario.resolution == Resolution::Book;
        match event {
            Event::PhaseBegan { turn, phase } => self.begin(ocean, *turn, *phase),
            Event::Arrived { units, .. } => {
                units.iter().for_each(|&(unit, base)| self.arrive(ocean, unit, Place::Base(base)));
            }
            Event::Held { hold, units } => {
                units.iter().for_each(|&unit| self.arrive(ocean, unit, Place::Hold(*hold)));
            }
            Event::Replaced { unit, by } => {
                let state = *ocean.unit(*unit);
                *ocean.unit_mut(*by) = state;
                *ocean.unit_mut(*unit) = UnitState::at(Place::Removed);
            }
            Event::Scheduled { unit, turn } => put(ocean, *unit, Place::Track(*turn)),
            Event::Scrapped { ships } => self.hasten_type_xxi(ocean, ships.len()),
            Event::CompletionRolled { unit, passed: true, .. } => {
                let turn = ocean.turn;
                put(ocean, *unit, Place::Track(turn));
            }
            Event::Mourned { points, .. } => {
                columns(ocean, Theatre::Atlantic, Camp::AXIS).fines += u16::from(*points);
                self.advance(ocean, Theatre::Atlantic, Camp::ALLIES, i32::from(*points));
            }
            Event::HeartRolled { units, .. } => self.turn_units_away(ocean, units),
            Event::Intercepted { target, damage, disabled, destroyed, .. } => {
                self.take_interception(ocean, *target, (*damage, *disabled, *destroyed));
                if *destroyed {
                    self.lose(ocean, *target);
                }
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
                    ocean.unit_mut(ship).raiding = true;
                }
                (ocean.pacific, ocean.manila_open) = (Pacific::Attack, !guarded);
            }
            Event::ChancesSet { chances } => ocean.uncertain.chances.clone_from(chances),
            Event::GroupsRolled { rolls } => ocean.uncertain.rolled.clone_from(rolls),
            Event::GroupInPort { hold, base, units } => {
                ocean.uncertain.rolled.retain(|it| it.0 != *hold);
                units.iter().for_each(|&unit| put_as_is(ocean, unit, Place::Base(*base)));
            }
            Event::Warned { dice } => ocean.warned = warning::passed(dice),
            Event::ChancesShown { .. } => ocean.uncertain.chances.clear(),
            Event::GroupPlaced { hold, area, units, .. } => {
                ocean.uncertain.rolled.retain(|it| it.0 != *hold);
                units.iter().for_each(|&unit| put_as_is(ocean, unit, Place::Sea(*area)));
            }
            Event::Sortied { area, units } => {
                units.iter().for_each(|&unit| put_as_is(ocean, unit, Place::Sea(*area)));
            }
            Event::WarBegan { turn } => {
                (ocean.pacific, ocean.attacked) = (Pacific::War, Some(*turn));
            }
            Event::Provoked { points, .. } => {
                ocean.provoked.now = ocean.provoked.now.saturating_add(*points);
            }
            Event::Occupied { unit, base } => {
                self.give(ocean, *base, Some(self.side_of(ocean, *unit)));
                put_as_is(ocean, *unit, Place::Base(*base));
                ocean.unit_mut(*unit).done = true;
            }
            Event::ItalyDeclared { .. } => ocean.italy_declared = true,
            Event::TurnedOver { base, to } => self.give(ocean, *base, to.map(Nation::side)),
            Event::AllegianceRolled { unit, fate, .. } => self.change_sides(ocean, *unit, *fate),
            Event::CatapultLaunched { .. } => ocean.dilemma.catapult = true,
            Event::ArmisticeRolled { surrendered, .. } if surrendered.is_empty() => {}
            Event::ArmisticeRolled { surrendered, .. } => {
                ocean.dilemma.settled = Some(Settlement::Surrender);
                surrendered.iter().for_each(|&unit| self.seize(ocean, unit));
            }
            Event::Interned { unit, hold, .. } => {
                put_as_is(ocean, *unit, Place::Hold(*hold));
                ocean.unit_mut(*unit).nation = None;
            }
            Event::LilaDeclared { .. } => ocean.dilemma.settled = Some(Settlement::Lila),
            Event::TorchLit { opposed: false, .. } => ocean.dilemma.settled = Some(Settlement::Torch),
            Event::TorchLit { opposed: true, .. } => ocean.dilemma.opposed = Some(ocean.turn),
            Event::TorchOpposed { area, units } => {
                ocean.dilemma.due = Some(*area);
                for &unit in units {
                    put_as_is(ocean, unit, Place::Sea(*area));
                    ocean.unit_mut(unit).nation = Some(Nation::De);
                }
            }
            Event::MoveRolled { unit, passed, .. } => ocean.unit_mut(*unit).pinned = !passed,
            Event::Sailed { how, units, .. } => {
                for &(unit, area) in units {
                    let mut state = ocean.unit_mut(unit);
                    state.place = Place::Sea(area);
                    state.raiding = *how == How::Raiding;
                    state.based = false;
                }
            }
            Event::Readied { ships, .. } | Event::SubmarinesTurned { submarines: ships, .. } => {
                ships.iter().for_each(|&ship| ocean.unit_mut(ship).raiding = true);
            }
            Event::SpeedRolled { unit, passed, .. } => ocean.unit_mut(*unit).raiding |= !passed,
            Event::Repaired { ships, .. } => {
                for &(ship, points) in ships {
                    let mut state = ocean.unit_mut(ship);
                    // Damage goes first: each of its points costs more than speed.
                    state.overhaul = state.overhaul.saturating_sub(points.saturating_sub(state.damage));
                    state.damage = state.damage.saturating_sub(points);
                }
            }
            Event::AirPlaced { unit, area, .. } => {
                if let Some(area) = area {
                    ocean.unit_mut(*unit).place = Place::Sea(*area);
                }
            }
            Event::AirTransferred { unit, .. } => {
                let next = Place::Track(ocean.turn + 1);
                let mut state = ocean.unit_mut(*unit);
                *state = UnitState { damage: state.damage, ..state.moved_to(next) };
            }
            Event::Fined { seat, ships } => {
                let (track, side, points) = (seat.track(), seat.side(), ships.len() as u16);
                columns(ocean, track, side).fines += points;
                self.advance(ocean, track, side.enemy(), points.into());
            }
            Event::Refuelled { ships } => ships.iter().for_each(|&ship| ocean.unit_mut(ship).based = true),
            Event::Claimed { unit, base } => {
                self.give(ocean, *base, Some(self.side_of(ocean, *unit)));
                ocean.unit_mut(*unit).claims = Some(*base);
            }
            Event::LeadMoved { track, lead } => ocean.leads.set(*track, *lead),
            // By lists nobody's turn comes after another's.
            Event::AreaSelected { seat, .. } => {
                if self.scenario.resolution != Resolution::SideBySide {
                    ocean.selects = seat.next();
                }
            }
            Event::Hunted { destroyed, .. } => destroyed.iter().for_each(|&unit| self.lose(ocean, unit)),
            Event::ShippingAttacked { area, unit, points, .. } => {
                let side = self.side_of(ocean, *unit);
                ocean.shipping[area.0 as usize][side] += points;
                let track = self.seat_of(ocean, *unit).track();
                columns(ocean, track, side).shipping += u16::from(*points);
                if one_by_one {
                    self.advance(ocean, track, side, i32::from(*points));
                }
                let raider = self.counter(*unit).kind == Kind::Hilfskreuzer && self.scenario.campaign;
                ocean.unit_mut(*unit).scored |= *points > 0 && raider;
            }
            Event::RaiderScored { area } => {
                columns(ocean, Seat::Germany.track(), Camp::AXIS).shipping += 1;
                self.advance(ocean, Seat::Germany.track(), Camp::AXIS, 1);
                for unit in ocean.at(Place::Sea(*area)) {
                    let raider = self.counter(unit).kind == Kind::Hilfskreuzer;
                    ocean.unit_mut(unit).scored |= raider && self.scenario.campaign;
                }
            }
            Event::Raided { area, base, by, carriers: true, .. } => {
                ocean.raided.push(Raid { base: *base, area: *area, by: *by });
                if !one_by_one {
                    ocean.raided.sort_unstable();
                }
            }
            Event::ForcesFormed { round, forces, .. } => self.form_forces(ocean, *round, forces),
            Event::IntentStated { area, side, intents } => {
                for &(force, intent) in intents {
                    let met = Met { place: Place::Sea(*area), group: None, side: *side, forces: &[force] };
                    self.change_forces(ocean, &met, |force| force.intent = Some(intent));
                }
            }
            Event::RoundBegan { area, group: Some(group), round, .. } => {
                self.form_pursuit(ocean, Place::Sea(*area), *group, *round);
            }
            Event::Sighted { area, group, by, sighted, .. } => {
                let place = Place::Sea(*area);
                let met = Met { place, group: *group, side: by.enemy(), forces: sighted };
                self.change_forces(ocean, &met, |force| force.sighted = true);
            }
            Event::SurfaceJoined { area, group, side, forces } => {
                let met = Met { place: Place::Sea(*area), group: *group, side: *side, forces };
                self.change_forces(ocean, &met, |force| force.joins = true);
            }
            Event::Fired { target, damage, disabled, .. } => {
                let mut state = ocean.unit_mut(*target);
                state.hurt = state.hurt.saturating_add(*damage);
                state.disabled |= disabled;
            }
            Event::TookEffect { scene, lost, damaged, .. } => self.take_effect(ocean, *scene, lost, damaged),
            Event::KamikazesNamed { units, .. } => {
                units.iter().for_each(|&unit| ocean.unit_mut(unit).kamikaze = true);
            }
            Event::KamikazesSpent { lost, disabled, .. } => {
                lost.iter().for_each(|&unit| self.lose(ocean, unit));
                disabled.iter().for_each(|&unit| ocean.unit_mut(unit).kamikaze = false);
            }
            Event::Transferred { ships, .. } => {
                ships.iter().for_each(|&(ship, base)| put_as_is(ocean, ship, Place::Base(base)));
            }
            Event::Returned { units, why } => {
                for &(unit, base) in units {
                    come_home(&mut ocean.unit_mut(unit), Place::Base(base), *why);
                }
            }
            Event::Stranded { units } | Event::Scuttled { ships: units, .. } => {
                units.iter().for_each(|&unit| self.lose(ocean, unit));
            }
            Event::RetreatDeclared { area, side, retreats: true } => self.turn_away(ocean, *area, *side),
            Event::GroupsFormed { groups, .. } => {
                for (group, units) in groups {
                    units.iter().for_each(|&unit| ocean.unit_mut(unit).group = Some(*group));
                }
            }
            Event::Pursued { ships, raids, .. } => {
                for &(ship, group) in ships {
                    let mut state = ocean.unit_mut(ship);
                    (state.chases, state.pursued) = (Some(group), true);
                    state.task_force = None;
                }
                raids.iter().for_each(|&(ship, base)| ocean.unit_mut(ship).raids = Some(base));
            }
            Event::BrokeOff { ships, .. } => {
                for &ship in ships {
                    let mut state = ocean.unit_mut(ship);
                    (state.chases, state.task_force) = (None, None);
                }
            }
            Event::Landed { unit, base } => {
                come_home(&mut ocean.unit_mut(*unit), Place::Base(*base), Why::Attacked)
            }
            Event::Invaded { unit, base, defender } => {
                self.lose(ocean, *unit);
                match defender {
                    Some(defender) => self.lose(ocean, *defender),
                    None => self.give(ocean, *base, Some(self.side_of(ocean, *unit))),
                }
            }
            Event::Encircled { base, by } => self.give(ocean, *base, Some(*by)),
            Event::AreaResolved { area } => {
                ocean.resolved[area.0 as usize] = true;
                for unit in ocean.at(Place::Sea(*area)) {
                    ocean.unit_mut(unit).task_force = None;
                }
            }
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
            Event::RoundBegan { area, group: None, .. } => {
                ocean.dilemma.due = ocean.dilemma.due.filter(|due| due != area);
            }
            Event::Raided { .. }
            | Event::ItalyWeighed { .. }
            | Event::Surprised { .. }
            | Event::Aimed { .. }
            | Event::SubmarinesShown { .. }
            | Event::GunsNamed { .. }
            | Event::Redirected { .. }
            | Event::RetreatDeclared { .. }
            | Event::CompletionRolled { .. }
            | Event::TurnEnded { .. } => {}
        }
    }

    /// A phase begins; with the first of a later turn all that belonged to the last one ends, and lost units
    /// come back.
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
        for unit in ocean.ids() {
            let mut state = ocean.unit_mut(unit);
            *state = UnitState { damage: state.damage, based: state.based, ..state.moved_to(state.place) };
        }
    }

    /// A unit comes on, undamaged unless it only changed theatres; an amphibious one that comes back late
    /// shows its second side (AW-13.52).
    fn arrive(&self, ocean: &mut Ocean, unit: UnitId, place: Place) {
        let (counter, turn) = (self.counter(unit), ocean.turn);
        let mut state = ocean.unit_mut(unit);
        let back = counter.entry.is_some_and(|entry| entry < turn);
        let second = state.second || back && counter.second_from.is_some_and(|from| from <= turn);
        let flies = counter.kind == Kind::LandAir && self.scenario.campaign;
        let theatre = place.base().filter(|_| flies).map(|base| self.board.base(base).theatre);
        *state = UnitState { damage: state.damage, theatre, second, ..state.moved_to(place) };
    }

    /// A French or Italian unit goes over, or is gone (AW-18.34, AW-16.44); French ships out of a Vichy box
    /// have no crew that could handle them (AW-22.42).
    fn change_sides(&self, ocean: &mut Ocean, unit: UnitId, fate: Fate) {
        let own = self.counter(unit).nation;
        let hasty = matches!(ocean.unit(unit).place, Place::Hold(_));
        match (fate, own) {
            (Fate::Scuttled, _) => {
                let mut state = ocean.unit_mut(unit);
                *state = state.moved_to(Place::Removed);
            }
            (Fate::German, Nation::Fr) if hasty => self.seize(ocean, unit),
            (Fate::German, Nation::Fr) => ocean.unit_mut(unit).nation = Some(Nation::De),
            (Fate::Allied, Nation::It) => ocean.unit_mut(unit).nation = Some(Nation::Gb),
            (Fate::Allied, Nation::Fr) if hasty => self.unman(ocean, unit),
            (Fate::German | Fate::Allied, _) => {}
        }
    }

    /// A French ship fights for Germany, which has no crew for it (AW-22.31).
    fn seize(&self, ocean: &mut Ocean, unit: UnitId) {
        self.unman(ocean, unit);
        ocean.unit_mut(unit).nation = Some(Nation::De);
    }

    /// A ship gets damage equal to its armor (AW-22.31, AW-22.42).
    fn unman(&self, ocean: &mut Ocean, unit: UnitId) {
        ocean.unit_mut(unit).damage = self.counter(unit).front.armor;
    }

    /// A port or base changes hands; with Taranto ends Italy's war (AW-16.41-a).
    fn give(&self, ocean: &mut Ocean, base: BaseId, to: Option<Camp>) {
        ocean.owners[base.0 as usize] = to;
        if self.scenario.campaign && self.is_taranto(base) && to == Some(Camp::ALLIES) {
            ocean.taranto_fell = ocean.taranto_fell.or(Some(ocean.turn));
        }
    }

    /// Moves the marker of a track of the standard game (AW-2.8-a, AW-2.8-b).
    fn advance(&self, ocean: &mut Ocean, track: Theatre, side: Camp, points: i32) {
        if self.scenario.campaign {
            ocean.leads.gain(track, side, points);
        }
    }

    fn rule(&self, ocean: &mut Ocean, change: Change) {
        match change {
            Change::Unit { unit, to } => {
                let mut state = ocean.unit_mut(unit);
                *state = UnitState { damage: state.damage, ..state.moved_to(to) };
            }
            Change::Damage { unit, points } => ocean.unit_mut(unit).damage = points,
            Change::Base { base, to } => self.give(ocean, base, to),
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
        for unit in ocean.at(scene.place()) {
            let mut state = ocean.unit_mut(unit);
            (state.hurt, state.disabled) = (0, false);
        }
        damaged.iter().for_each(|&(unit, total)| ocean.unit_mut(unit).damage = total);
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
        if self.lends_her_name(unit) {
            ocean.unit_mut(unit).lost_on = Some(ocean.turn);
        }
    }

    /// Ships of a side that retreats turn to their raiding side (AW-8.13); its amphibious units land no more
    /// (AW-13.4-b).
    fn turn_away(&self, ocean: &mut Ocean, area: AreaId, side: Camp) {
        let units = self.fighters(ocean, area, side);
        self.turn_units_away(ocean, &units);
    }

    fn turn_units_away(&self, ocean: &mut Ocean, units: &[UnitId]) {
        for &unit in units {
            let ship = self.counter(unit).is_ship();
            let mut state = ocean.unit_mut(unit);
            state.retreated = true;
            state.task_force = None;
            state.raiding |= ship;
        }
    }
}

fn put(ocean: &mut Ocean, unit: UnitId, place: Place) {
    let mut state = ocean.unit_mut(unit);
    *state = state.moved_to(place);
}

/// Puts a unit somewhere with its damage, patrolling side up.
fn put_as_is(ocean: &mut Ocean, unit: UnitId, place: Place) {
    let mut state = ocean.unit_mut(unit);
    *state = UnitState { damage: state.damage, ..state.moved_to(place) };
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
        shown: state.shown,
        ..state.moved_to(place)
    };
}
