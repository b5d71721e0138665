//! Whether an event read from a file can be one of this match: its things are in play, its numbers are such as the game
//! has. `apply.rs` changes a position only by events that fit.
//!
//! Nothing here asks whether an event is true; that is for the audit to say.

use super::SeasOfThunder;
use super::board::{PortId, ZoneId};
use super::event::{Change, Event, Passed};
use super::pieces::UnitId;
use super::ruling::MOST_POINTS;
use super::state::{Place, REPAIR_BOXES, TokenId};

/// What does not fit, as a sentence without its full stop.
type Fits = Result<(), String>;

/// Turns on the track beyond the last of the scenario, where units wait that cannot come any more.
const TURNS_BEYOND: u8 = 40;

/// More points than one event can bring.
const MOST_SCORED: u16 = 2000;

impl SeasOfThunder {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        self.fitting(event).err()
    }

    // Matched without a wildcard: a new event must say here what its numbers may be.
    fn fitting(&self, event: &Event) -> Fits {
        match event {
            Event::PhaseBegan { turn, phase: _ } => self.turn(*turn),
            Event::Entered { nation: _, side: _ }
            | Event::ScenarioBegan { number: _, axis: _, allies: _ }
            | Event::MinorsRequested { nations: _ }
            | Event::StanceDeclared { belligerent: _ } => Ok(()),
            Event::MinorSettled { nation: _, offer: _, to: _, points, joins: _ }
            | Event::NeutralityViolated { by: _, points }
            | Event::SurvivorsScored { nation: _, ships: _, to: _, points, rule: _ } => score(*points),
            Event::LeftWar { nation: _, units, until, rule: _ } => {
                self.units(units).and(until.map_or(Ok(()), |turn| self.track(turn)))
            }
            Event::SidesChanged { nation: _, to: _, ships: _, scorer: _, points, until, rule: _ } => {
                score(*points).and(until.map_or(Ok(()), |turn| self.track(turn)))
            }
            Event::SurrenderRolled { unit, die, surrenders: _ } => self.unit(*unit).and(face(*die)),
            Event::ConvoysDrawn { by: _, tokens, rule: _ } => each(tokens, |token| self.token(*token)),
            Event::ConvoyPlaced { by: _, token, zone } => self.token(*token).and(self.zone(*zone)),
            Event::ConvoyKept { by: _, token } => self.token(*token),
            Event::Deployed { side: _, ships }
            | Event::Adjusted { side: _, ships }
            | Event::Reinforced { side: _, ships }
            | Event::Returned { side: _, ships, rule: _ } => self.to_ports(ships),
            Event::AirArrived { side: _, lba, rule: _ } => self.units(lba),
            Event::Waits { unit, turn } | Event::Stranded { unit, turn } => {
                self.unit(*unit).and(self.track(*turn))
            }
            Event::Overstacked { side: _, port, ships } => self.port(*port).and(self.units(ships)),
            Event::Sailed { side: _, nations: _, ships } => self.to_sea(ships),
            Event::MinesPassed { unit, field: _, dice, damage, repair, passed, homeward: _ } => {
                self.unit(*unit)?;
                faces(dice).and(faces(damage)).and(repair.map_or(Ok(()), face))?;
                match passed {
                    Passed::Damaged(boxes) => repair_track(*boxes),
                    Passed::Unharmed | Passed::Sunk => Ok(()),
                }
            }
            Event::AirPlaced { side: _, flights } => each(flights, |(unit, port, zone)| {
                self.unit(*unit).and(self.port(*port)).and(self.zone(*zone))
            }),
            Event::ControlJudged { zones } => each(zones, |(zone, _)| self.zone(*zone)),
            Event::ZonesScored { side: _, zones, points } => {
                each(zones, |zone| self.zone(*zone)).and(score(*points))
            }
            Event::UnusedAirScored { side: _, lba, points } => self.units(lba).and(score(*points)),
            Event::FleetsShown { units } => self.to_sea(units),
            Event::PresenceLacking { port, nation: _, ships: _, minimum: _, to: _, points } => {
                self.port(*port).and(score(*points))
            }
            Event::TurnEnded { turn } => self.turn(*turn),
            Event::MatchEnded { winner: _, axis: _, allies: _ } => Ok(()),
            Event::Ruled { reason: _, change } => self.change(change),
            Event::BattleBegan { .. }
            | Event::NavyChosen { .. }
            | Event::StoodOff { .. }
            | Event::MatRevealed { .. }
            | Event::AirSuperiority { .. }
            | Event::AirSpent { .. }
            | Event::Intercepted { .. }
            | Event::Relocated { .. }
            | Event::Swept { .. }
            | Event::Attacked { .. }
            | Event::Sunk { .. }
            | Event::Damaged { .. }
            | Event::ConvoyAttacked { .. }
            | Event::BattleEnded { .. } => self.combat(event),
        }
    }

    /// The events of chapter 5.5.
    fn combat(&self, event: &Event) -> Fits {
        match event {
            Event::BattleBegan { zone }
            | Event::BattleEnded { zone }
            | Event::AirSuperiority { zone, axis: _, allies: _ } => self.zone(*zone),
            Event::NavyChosen { zone, by: _, fights: _, aside } => self.zone(*zone).and(self.units(aside)),
            Event::StoodOff { zone, side: _, units } => self.zone(*zone).and(self.units(units)),
            Event::MatRevealed { zone, side: _, boxes, aside } => {
                self.zone(*zone).and(self.units(aside))?;
                each(boxes, |(unit, _, slot)| {
                    let units = self.pieces.counters.0.len();
                    let most = units.min(usize::from(u8::MAX) / 2);
                    self.unit(*unit).and(below(usize::from(*slot), most + 1, "place in a box"))
                })
            }
            Event::AirSpent { zone, unit, points } => self.zone(*zone).and(self.air(*unit, *points)),
            Event::Intercepted { zone, unit, points, left } => {
                self.zone(*zone).and(self.air(*unit, *points)).and_then(|()| self.air(*unit, *left))
            }
            Event::Relocated { zone, unit, goes: _, why: _, rule: _ } => {
                self.zone(*zone).and(self.unit(*unit))
            }
            Event::Swept { zone, segment: _, sweeper, layer } => {
                self.zone(*zone).and(self.unit(*sweeper)).and(self.unit(*layer))
            }
            Event::Attacked { zone, segment: _, target, by, aa, dice, hits: _, damage_dice, damage: _ } => {
                self.zone(*zone).and(self.unit(*target)).and(self.units(by))?;
                faces(aa).and(faces(dice)).and(faces(damage_dice))
            }
            Event::Sunk { zone, unit, by: _, segment: _ } => self.zone(*zone).and(self.unit(*unit)),
            Event::Damaged { zone, unit, segment: _, die, turns } => {
                self.zone(*zone).and(self.unit(*unit)).and(face(*die)).and(repair_track(*turns))
            }
            Event::ConvoyAttacked { zone, token, by: _, from: _, units, dice, sunk: _ } => {
                self.zone(*zone).and(self.token(*token)).and(self.units(units)).and(faces(dice))
            }
            // Forgotten above, it fails the first match in which it happens.
            _ => Err("an event of no known combat".to_owned()),
        }
    }

    fn change(&self, change: &Change) -> Fits {
        match change {
            Change::Unit { unit, to } => self.unit(*unit).and(self.place(*to)),
            Change::Convoy { token, to } => self.token(*token).and(to.map_or(Ok(()), |zone| self.zone(zone))),
            Change::Points { side: _, points } if points.abs() > MOST_POINTS => {
                Err(format!("no ruling brings {points} points"))
            }
            Change::Points { .. } => Ok(()),
        }
    }

    fn place(&self, place: Place) -> Fits {
        match place {
            Place::Track(turn) => self.track(turn),
            Place::Port(port) => self.port(port),
            Place::Sea(zone) => self.zone(zone),
            Place::Repair(boxes) => repair_track(boxes),
            Place::Setup | Place::Available | Place::Used | Place::Sunk | Place::Removed => Ok(()),
        }
    }

    fn unit(&self, unit: UnitId) -> Fits {
        below(unit.0.into(), self.pieces.counters.0.len(), "unit")
    }

    fn units(&self, units: &[UnitId]) -> Fits {
        each(units, |unit| self.unit(*unit))
    }

    fn token(&self, token: TokenId) -> Fits {
        below(token.0.into(), self.pieces.tokens.len(), "convoy")
    }

    fn port(&self, port: PortId) -> Fits {
        below(port.0.into(), self.board().ports.len(), "port")
    }

    fn zone(&self, zone: ZoneId) -> Fits {
        let known = (1..=self.board().zones.len()).contains(&usize::from(zone.0));
        if known { Ok(()) } else { Err(format!("there is no zone {}", zone.0)) }
    }

    fn to_ports(&self, ships: &[(UnitId, PortId)]) -> Fits {
        each(ships, |(unit, port)| self.unit(*unit).and(self.port(*port)))
    }

    fn to_sea(&self, ships: &[(UnitId, ZoneId)]) -> Fits {
        each(ships, |(unit, zone)| self.unit(*unit).and(self.zone(*zone)))
    }

    /// A turn of the match.
    fn turn(&self, turn: u8) -> Fits {
        let (first, last) = (self.game.first_turn, self.game.last_turn);
        if (first..=last).contains(&turn) { Ok(()) } else { Err(format!("there is no turn {turn}")) }
    }

    /// A turn on the turn track.
    fn track(&self, turn: u8) -> Fits {
        let last = usize::from(self.game.last_turn.saturating_add(TURNS_BEYOND));
        below(turn.into(), last + 1, "turn on the track")
    }

    /// Air points that a unit can have.
    fn air(&self, unit: UnitId, points: u8) -> Fits {
        self.unit(unit)?;
        let counter = self.counter(unit);
        let enough = points <= counter.air();
        if enough { Ok(()) } else { Err(format!("{} has no {points} Air points", counter.name)) }
    }
}

fn each<T>(things: &[T], fits: impl FnMut(&T) -> Fits) -> Fits {
    things.iter().try_for_each(fits)
}

fn below(number: usize, end: usize, what: &str) -> Fits {
    if number < end { Ok(()) } else { Err(format!("there is no {what} {number}")) }
}

fn face(die: u8) -> Fits {
    if (1..=6).contains(&die) { Ok(()) } else { Err(format!("no die shows {die}")) }
}

fn faces(dice: &[u8]) -> Fits {
    each(dice, |die| face(*die))
}

fn repair_track(boxes: u8) -> Fits {
    let known = (1..=REPAIR_BOXES).contains(&boxes);
    if known { Ok(()) } else { Err(format!("the repair track has no box {boxes}")) }
}

fn score(points: u16) -> Fits {
    if points <= MOST_SCORED { Ok(()) } else { Err(format!("nothing brings {points} points")) }
}
