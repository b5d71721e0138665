//! The kinds of fields that events have: whether an event read from a file can be one of this match, since
//! its things are in play and its numbers are such as the game has; how a case writes a field, and how a
//! reader sees it. `apply.rs` changes a position only by events that fit.
//!
//! Nothing here asks whether an event is true; that is for the audit to say.

use serde_json::Value;

use super::SeasOfThunder;
use super::board::{Minefield, PortId, ZoneId};
use super::cases::position::{find_port, find_token, find_unit};
use super::event::{Change, Event, Goes, Passed, Segment, Why};
use super::pieces::{Nation, UnitId};
use super::ruling::MOST_POINTS;
use super::state::{Control, MatBox, Phase, Place, REPAIR_BOXES, TokenId};
use super::view::Observer;
use engine::fields::{Field, Fits, Kind, Maybe, Named, below, is, kinds, named};

/// Turns on the track beyond the last of the scenario, where units wait that cannot come any more.
const TURNS_BEYOND: u8 = 40;

/// More points than one event can bring.
const MOST_SCORED: u16 = 2000;

impl SeasOfThunder {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        event.validate(self).and_then(|()| self.together(event)).err()
    }

    /// Whether fields fit each other, of which each can be.
    fn together(&self, event: &Event) -> Fits {
        match event {
            Event::AirSpent { unit, points, .. } => self.has_air(*unit, *points),
            Event::Intercepted { unit, points, left, .. } => {
                self.has_air(*unit, *points).and_then(|()| self.has_air(*unit, *left))
            }
            _ => Ok(()),
        }
    }

    fn has_air(&self, unit: UnitId, points: u8) -> Fits {
        let counter = self.counter(unit);
        let enough = points <= counter.air();
        if enough { Ok(()) } else { Err(format!("{} has no {points} Air points", counter.name)) }
    }
}

named! {
    Nation: "nation" told |nation| nation.name(),
    Phase: "phase",
    MatBox: "box",
    Segment: "segment",
    Why: "reason to move",
    Goes: "place to go" told |goes| goes.words(),
    Minefield: "minefield",
    Passed: "end of a passage",
    Control: "state of a zone",
}

kinds! {
    SeasOfThunder, told to Observer<'_>:
    /// A unit of the match, by its id.
    Unit(UnitId) = Field::Id(
        |system, at| system.pieces.counters.0.get(at).map(|it| it.id.clone()),
        |system, id| find_unit(system, id).map(drop),
    ), |system, unit| {
        below(unit.0.into(), system.pieces.counters.0.len(), "unit")
    }, told |observer, unit| observer.open(*unit);

    /// A nation of which readers see its navy.
    Navy(Nation) = Field::Word(Nation::NOUN, is::<_, Nation>), told |_, nation| nation.adjective();

    /// A convoy token of the match, by its id. Readers see whose convoy it is.
    Token(TokenId) = Field::Id(
        |system, at| system.pieces.tokens.get(at).map(|it| it.id.clone()),
        |system, id| find_token(system, id).map(drop).ok_or_else(|| format!("there is no convoy `{id}`")),
    ), |system, token| {
        below(token.0.into(), system.pieces.tokens.len(), "convoy")
    }, told |observer, token| observer.convoy_side(*token);

    /// A port of the map, by its id.
    Port(PortId) = Field::Id(
        |system, at| system.board().ports.get(at).map(|it| it.id.clone()),
        |system, id| find_port(system, id).map(drop),
    ), |system, port| {
        below(port.0.into(), system.board().ports.len(), "port")
    }, told |observer, port| observer.port_name(*port);

    /// A sea zone of the map, by its number.
    Zone(ZoneId) = Field::Word("zone of the map", |system, value| {
        let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
        number.is_some_and(|number| Zone::fits(system, &ZoneId(number)).is_ok())
    }), |system, zone| {
        let known = (1..=system.board().zones.len()).contains(&usize::from(zone.0));
        if known { Ok(()) } else { Err(format!("there is no zone {}", zone.0)) }
    }, told |observer, zone| observer.zone_name(*zone);

    /// A turn of the match.
    Turn(u8) = Field::Number, |system, turn| {
        let (first, last) = (system.game.first_turn, system.game.last_turn);
        if (first..=last).contains(turn) { Ok(()) } else { Err(format!("there is no turn {turn}")) }
    }, told |_, turn| turn;

    /// A turn on the turn track.
    Track(u8) = Field::Number, |system, turn| {
        let last = usize::from(system.game.last_turn.saturating_add(TURNS_BEYOND));
        below(usize::from(*turn), last + 1, "turn on the track")
    }, told |_, turn| turn;

    /// A box of the repair track.
    Boxes(u8) = Field::Number, |_, boxes| {
        let known = (1..=REPAIR_BOXES).contains(boxes);
        if known { Ok(()) } else { Err(format!("the repair track has no box {boxes}")) }
    };

    /// A place in a box of the mat, from left to right.
    Slot(u8) = Field::Number, |system, slot| {
        let most = system.pieces.counters.0.len().min(usize::from(u8::MAX) / 2);
        below(usize::from(*slot), most + 1, "place in a box")
    };

    /// Points that one event brings.
    Score(u16) = Field::Number, |_, points| {
        if *points <= MOST_SCORED { Ok(()) } else { Err(format!("nothing brings {points} points")) }
    }, told |_, points| points;

    /// What a passage of mines did.
    Passage(Passed) = Field::Word(Passed::NOUN, is::<_, Passed>), |system, passed| {
        match passed {
            Passed::Damaged(boxes) => Boxes::fits(system, boxes),
            Passed::Unharmed | Passed::Sunk => Ok(()),
        }
    };

    /// A ruling's change.
    Ruling(Change) = Field::Own(tell_change, |_, _| Err("nobody rules in a case".to_owned())), |system, change| {
        match change {
            Change::Unit { unit, to } => Unit::fits(system, unit).and_then(|()| place(system, *to)),
            Change::Convoy { token, to } => {
                Token::fits(system, token).and_then(|()| Maybe::<Zone>::fits(system, to))
            }
            Change::Points { side: _, points } if points.abs() > MOST_POINTS => {
                Err(format!("no ruling brings {points} points"))
            }
            Change::Points { .. } => Ok(()),
        }
    };
}

fn place(system: &SeasOfThunder, place: Place) -> Fits {
    match place {
        Place::Track(turn) => Track::fits(system, &turn),
        Place::Port(port) => Port::fits(system, &port),
        Place::Sea(zone) => Zone::fits(system, &zone),
        Place::Repair(boxes) => Boxes::fits(system, &boxes),
        Place::Setup | Place::Available | Place::Used | Place::Sunk | Place::Removed => Ok(()),
    }
}

/// Names the unit or convoy that a ruling changes.
fn tell_change(system: &SeasOfThunder, change: &mut Value) {
    let Value::Object(change) = change else { return };
    for inner in change.values_mut().filter_map(Value::as_object_mut) {
        for (key, field) in [("unit", &Unit::FIELD), ("token", &Token::FIELD)] {
            inner.get_mut(key).into_iter().for_each(|item| field.translate(system, item));
        }
    }
}
