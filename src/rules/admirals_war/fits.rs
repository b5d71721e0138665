//! Whether an event read from a file can be one of this match: its things are in play, its numbers are such as the game
//! has. `apply.rs` changes a position only by events that fit.
//!
//! Nothing here asks whether an event is true; that is for the audit to say.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId};
use super::event::{Change, Event, Scene};
use super::pieces::UnitId;
use super::ruling::{MOST_DAMAGE, MOST_POINTS};
use super::state::Place;

/// What does not fit, as a sentence without its full stop.
type Fits = Result<(), String>;

/// More points than one event can bring.
const MOST_SCORED: u16 = 200;
/// More turns than a lost unit can be away.
const TURNS_AWAY: u8 = 4;
/// More groups than a side can form.
const MOST_GROUPS: u8 = 250;

impl AdmiralsWar {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        self.fitting(event).err()
    }

    // Matched without a wildcard: a new event must say here what its numbers may be.
    fn fitting(&self, event: &Event) -> Fits {
        match event {
            Event::PhaseBegan { turn, phase: _ } | Event::TurnEnded { turn } => self.turn(*turn),
            Event::Sailed { seat: _, how: _, units } => {
                each(units, |(unit, area)| self.unit(*unit).and(self.area(*area)))
            }
            Event::Readied { seat: _, ships: units }
            | Event::SubmarinesTurned { seat: _, submarines: units }
            | Event::Stranded { units } => self.units(units),
            Event::SpeedRolled { unit, area, speed: _, die, passed: _ } => {
                self.unit(*unit).and(self.area(*area)).and(die.map_or(Ok(()), face))
            }
            Event::Repaired { base, ships } => {
                self.base(*base)?;
                each(ships, |(unit, points)| self.unit(*unit).and(damage(*points)))
            }
            Event::AirPlaced { seat: _, unit, area } => {
                self.unit(*unit).and(area.map_or(Ok(()), |area| self.area(area)))
            }
            Event::AreaSelected { seat: _, area }
            | Event::AreaResolved { area }
            | Event::RaiderScored { area }
            | Event::RetreatDeclared { area, side: _, retreats: _ } => self.area(*area),
            Event::Hunted { area, by: _, dice, bonus: _, destroyed, driven_off } => {
                self.area(*area).and(faces(dice)).and(self.units(destroyed)).and(self.units(driven_off))
            }
            Event::ShippingAttacked { area, unit, dice, bonus: _, points } => {
                self.area(*area).and(self.unit(*unit)).and(faces(dice)).and(damage(*points))
            }
            Event::Raided { area, base, by: _, units, carriers: _ } => {
                self.area(*area).and(self.base(*base)).and(self.units(units))
            }
            Event::RoundBegan { area, group, round: _, choices: _, dice, modifiers: _, action: _ } => {
                self.area(*area).and(group.map_or(Ok(()), groups))?;
                dice.as_ref().map_or(Ok(()), |dice| face(dice.axis).and(face(dice.allies)))
            }
            Event::GunsNamed { area, side: _, carriers } => self.area(*area).and(self.units(carriers)),
            Event::Fired { .. } | Event::TookEffect { .. } => self.fire(event),
            Event::Returned { units, why: _ } => {
                each(units, |(unit, base)| self.unit(*unit).and(self.base(*base)))
            }
            Event::GroupsFormed { area, groups: formed } => {
                self.area(*area)?;
                each(formed, |(group, units)| groups(*group).and(self.units(units)))
            }
            Event::Pursued { area, ships, raids } => {
                self.area(*area)?;
                each(ships, |(unit, group)| self.unit(*unit).and(groups(*group)))?;
                each(raids, |(unit, base)| self.unit(*unit).and(self.base(*base)))
            }
            Event::BrokeOff { area, ships } => self.area(*area).and(self.units(ships)),
            Event::Landed { unit, base } => self.unit(*unit).and(self.base(*base)),
            Event::Invaded { unit, base, defender } => {
                let defender = defender.map_or(Ok(()), |defender| self.unit(defender));
                self.unit(*unit).and(self.base(*base)).and(defender)
            }
            Event::Encircled { base, by: _ } => self.base(*base),
            Event::Scuttled { base, ships } => self.base(*base).and(self.units(ships)),
            Event::FlagsPlaced { flags } => each(flags, |(area, _)| self.area(*area)),
            Event::AreasScored { side: _, track: _, areas, points } => {
                each(areas, |area| self.area(*area)).and(score(*points))
            }
            Event::BasesScored { side: _, track: _, bases, points }
            | Event::RaidsScored { side: _, track: _, bases, points } => {
                each(bases, |base| self.base(*base)).and(score(*points))
            }
            Event::MatchEnded { winner: _, axis: _, allies: _ } => Ok(()),
            Event::Ruled { reason: _, change } => self.change(change),
        }
    }

    fn fire(&self, event: &Event) -> Fits {
        let scene = |scene: &Scene| match scene {
            Scene::Sea(area) => self.area(*area),
            Scene::Base(base) => self.base(*base),
        };
        match event {
            Event::Fired {
                scene: at,
                attacker,
                target,
                action: _,
                dice,
                bonus: _,
                hits: _,
                damage_dice,
                damage: _,
                disabled: _,
            } => {
                scene(at).and(self.unit(*attacker)).and(self.unit(*target))?;
                faces(dice).and(faces(damage_dice))
            }
            Event::TookEffect { scene: at, lost, damaged, disabled } => {
                scene(at).and(self.units(lost)).and(self.units(disabled))?;
                each(damaged, |(unit, points)| self.unit(*unit).and(damage(*points)))
            }
            // Forgotten above, it fails the first match in which it happens.
            _ => Err("an event of combat that nobody judges".to_owned()),
        }
    }

    fn change(&self, change: &Change) -> Fits {
        match change {
            Change::Unit { unit, to } => {
                self.unit(*unit)?;
                match to {
                    Place::Base(base) => self.base(*base),
                    Place::Sea(area) => self.area(*area),
                    Place::Arrival(at) => below(usize::from(*at), self.scenario.arrivals.len(), "arrival"),
                    Place::Track(turn) => {
                        let last = self.scenario.last_turn.saturating_add(TURNS_AWAY);
                        below(usize::from(*turn), usize::from(last) + 1, "turn on the chart")
                    }
                    Place::Sunk | Place::Removed => Ok(()),
                }
            }
            Change::Damage { unit, points } => {
                self.unit(*unit).and(below(usize::from(*points), usize::from(MOST_DAMAGE) + 1, "damage"))
            }
            Change::Base { base, to: _ } => self.base(*base),
            Change::Flag { area, to: _ } => self.area(*area),
            Change::Points { side: _, track: _, points } => {
                if points.abs() <= MOST_POINTS {
                    Ok(())
                } else {
                    Err(format!("{points} points are ruled"))
                }
            }
        }
    }

    fn turn(&self, turn: u8) -> Fits {
        let played = self.scenario.first_turn..=self.scenario.last_turn;
        if played.contains(&turn) { Ok(()) } else { Err(format!("turn {turn} is not played")) }
    }

    fn unit(&self, unit: UnitId) -> Fits {
        below(usize::from(unit.0), self.counters.0.len(), "unit")
    }

    fn units(&self, units: &[UnitId]) -> Fits {
        each(units, |unit| self.unit(*unit))
    }

    fn area(&self, area: AreaId) -> Fits {
        below(usize::from(area.0), self.board.areas.len(), "sea area")
    }

    fn base(&self, base: BaseId) -> Fits {
        below(usize::from(base.0), self.board.bases.len(), "port or base")
    }
}

fn each<T>(of: &[T], fits: impl FnMut(&T) -> Fits) -> Fits {
    of.iter().try_for_each(fits)
}

fn below(at: usize, count: usize, what: &str) -> Fits {
    if at < count { Ok(()) } else { Err(format!("there is no {what} number {at}")) }
}

fn faces(dice: &[u8]) -> Fits {
    each(dice, |die| face(*die))
}

fn face(die: u8) -> Fits {
    if (1..=6).contains(&die) { Ok(()) } else { Err(format!("a die shows {die}")) }
}

fn groups(group: u8) -> Fits {
    below(usize::from(group), usize::from(MOST_GROUPS) + 1, "group")
}

fn damage(points: u8) -> Fits {
    below(usize::from(points), usize::from(MOST_DAMAGE) + 1, "count of damage points")
}

fn score(points: u16) -> Fits {
    if points <= MOST_SCORED { Ok(()) } else { Err(format!("{points} points are scored at once")) }
}
