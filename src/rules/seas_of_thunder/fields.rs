//! The fields of every event: whether an event read from a file can be one of this match, since its things are in play and
//! its numbers are such as the game has; and how a case writes it. `apply.rs` changes a position only by events that fit.
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
use engine::fields::{
    Count, Face, Field, Fits, Flag, Is, Kind, Many, Maybe, Named, Rows, Rule, Text, below, events, is, kinds,
    named,
};
use engine::rulebook::two_sided::Camp;

/// Turns on the track beyond the last of the scenario, where units wait that cannot come any more.
const TURNS_BEYOND: u8 = 40;

/// More points than one event can bring.
const MOST_SCORED: u16 = 2000;

events! {
    SeasOfThunder: Event {
        PhaseBegan = "phase-began" { turn: Turn, phase: Is<Phase> }
        Entered = "entered" { nation: Is<Nation>, side: Is<Camp> }
        ScenarioBegan = "scenario-began" { number: Count<u8>, axis: Count<i16>, allies: Count<i16> }
        MinorsRequested = "minors-requested" { nations: Many<Is<Nation>> }
        MinorSettled = "minor-settled" {
            nation: Is<Nation>,
            offer: Count<u16>,
            to: Is<Camp>,
            points: Score,
            joins: Maybe<Is<Camp>>,
        }
        LeftWar = "left-war" { nation: Is<Nation>, units: Many<Unit>, until: Maybe<Track>, rule: Rule }
        SidesChanged = "sides-changed" {
            nation: Is<Nation>,
            to: Is<Camp>,
            ships: Count<u16>,
            scorer: Maybe<Is<Camp>>,
            points: Score,
            until: Maybe<Track>,
            rule: Rule,
        }
        SurvivorsScored = "survivors-scored" {
            nation: Is<Nation>,
            ships: Count<u16>,
            to: Is<Camp>,
            points: Score,
            rule: Rule,
        }
        NeutralityViolated = "neutrality-violated" { by: Is<Camp>, points: Score }
        StanceDeclared = "stance-declared" { belligerent: Flag }
        StoodOff = "stood-off" { zone: Zone, side: Is<Camp>, units: Many<Unit> }
        SurrenderRolled = "surrender-rolled" { unit: Unit, die: Face, surrenders: Flag }
        ConvoysDrawn = "convoys-drawn" { by: Is<Camp>, tokens: Many<Token>, rule: Rule }
        ConvoyPlaced = "convoy-placed" { by: Is<Camp>, token: Token, zone: Zone }
        ConvoyKept = "convoy-kept" { by: Is<Camp>, token: Token }
        Deployed = "deployed" { side: Is<Camp>, ships: Rows<(Unit, Port)> }
        Adjusted = "adjusted" { side: Is<Camp>, ships: Rows<(Unit, Port)> }
        Reinforced = "reinforced" { side: Is<Camp>, ships: Rows<(Unit, Port)> }
        AirArrived = "air-arrived" { side: Is<Camp>, lba: Many<Unit>, rule: Rule }
        Waits = "waits" { unit: Unit, turn: Track }
        Overstacked = "overstacked" { side: Is<Camp>, port: Port, ships: Many<Unit> }
        Sailed = "sailed" { side: Is<Camp>, nations: Many<Is<Nation>>, ships: Rows<(Unit, Zone)> }
        MinesPassed = "mines-passed" {
            unit: Unit,
            field: Is<Minefield>,
            dice: Many<Face>,
            damage: Many<Face>,
            repair: Maybe<Face>,
            passed: Passage,
            homeward: Flag,
        }
        AirPlaced = "air-placed" { side: Is<Camp>, flights: Rows<(Unit, Port, Zone)> }
        BattleBegan = "battle-began" { zone: Zone }
        NavyChosen = "navy-chosen" { zone: Zone, by: Is<Camp>, fights: Is<Nation>, aside: Many<Unit> }
        MatRevealed = "mat-revealed" {
            zone: Zone,
            side: Is<Camp>,
            boxes: Rows<(Unit, Is<MatBox>, Slot)>,
            aside or nothing: Many<Unit>,
        }
        AirSuperiority = "air-superiority" { zone: Zone, axis: Count<u16>, allies: Count<u16> }
        AirSpent = "air-spent" { zone: Zone, unit: Unit, points: Count<u8> }
        Intercepted = "intercepted" { zone: Zone, unit: Unit, points: Count<u8>, left: Count<u8> }
        Relocated = "relocated" { zone: Zone, unit: Unit, goes: Is<Goes>, why: Is<Why>, rule: Rule }
        Swept = "swept" { zone: Zone, segment: Is<Segment>, sweeper: Unit, layer: Unit }
        Attacked = "attacked" {
            zone: Zone,
            segment: Is<Segment>,
            target: Unit,
            by: Many<Unit>,
            aa: Many<Face>,
            dice: Many<Face>,
            hits: Count<u16>,
            damage_dice: Many<Face>,
            damage: Count<u16>,
        }
        Sunk = "sunk" { zone: Zone, unit: Unit, by: Is<Camp>, segment: Is<Segment> }
        Damaged = "damaged" { zone: Zone, unit: Unit, segment: Is<Segment>, die: Face, turns: Boxes }
        ConvoyAttacked = "convoy-attacked" {
            zone: Zone,
            token: Token,
            by: Is<Camp>,
            from: Is<MatBox>,
            units: Many<Unit>,
            dice: Many<Face>,
            sunk: Flag,
        }
        BattleEnded = "battle-ended" { zone: Zone }
        ControlJudged = "control-judged" { zones: Rows<(Zone, Is<Control>)> }
        ZonesScored = "zones-scored" { side: Is<Camp>, zones: Many<Zone>, points: Score }
        UnusedAirScored = "unused-air-scored" { side: Is<Camp>, lba: Many<Unit>, points: Score }
        FleetsShown = "fleets-shown" { units: Rows<(Unit, Zone)> }
        Returned = "returned" { side: Is<Camp>, ships: Rows<(Unit, Port)>, rule: Rule }
        Stranded = "stranded" { unit: Unit, turn: Track }
        PresenceLacking = "presence-lacking" {
            port: Port,
            nation: Is<Nation>,
            ships: Count<u8>,
            minimum: Count<u8>,
            to: Is<Camp>,
            points: Score,
        }
        TurnEnded = "turn-ended" { turn: Turn }
        MatchEnded = "match-ended" { winner: Maybe<Is<Camp>>, axis: Count<i32>, allies: Count<i32> }
        Ruled = "ruled" { reason: Text, change: Ruling }
    }
}

impl SeasOfThunder {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        fields(self, event).and_then(|()| self.together(event)).err()
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
    Nation: "nation",
    Phase: "phase",
    MatBox: "box",
    Segment: "segment",
    Why: "reason to move",
    Goes: "place to go",
    Minefield: "minefield",
    Passed: "end of a passage",
    Control: "state of a zone",
}

kinds! {
    SeasOfThunder:
    /// A unit of the match, by its id.
    Unit(UnitId) = Field::Id(
        |system, at| system.pieces.counters.0.get(at).map(|it| it.id.clone()),
        |system, id| find_unit(system, id).map(drop),
    ), |system, unit| {
        below(unit.0.into(), system.pieces.counters.0.len(), "unit")
    };

    /// A convoy token of the match, by its id.
    Token(TokenId) = Field::Id(
        |system, at| system.pieces.tokens.get(at).map(|it| it.id.clone()),
        |system, id| find_token(system, id).map(drop).ok_or_else(|| format!("there is no convoy `{id}`")),
    ), |system, token| {
        below(token.0.into(), system.pieces.tokens.len(), "convoy")
    };

    /// A port of the map, by its id.
    Port(PortId) = Field::Id(
        |system, at| system.board().ports.get(at).map(|it| it.id.clone()),
        |system, id| find_port(system, id).map(drop),
    ), |system, port| {
        below(port.0.into(), system.board().ports.len(), "port")
    };

    /// A sea zone of the map, by its number.
    Zone(ZoneId) = Field::Word("zone of the map", |system, value| {
        let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
        number.is_some_and(|number| Zone::fits(system, &ZoneId(number)).is_ok())
    }), |system, zone| {
        let known = (1..=system.board().zones.len()).contains(&usize::from(zone.0));
        if known { Ok(()) } else { Err(format!("there is no zone {}", zone.0)) }
    };

    /// A turn of the match.
    Turn(u8) = Field::Number, |system, turn| {
        let (first, last) = (system.game.first_turn, system.game.last_turn);
        if (first..=last).contains(turn) { Ok(()) } else { Err(format!("there is no turn {turn}")) }
    };

    /// A turn on the turn track.
    Track(u8) = Field::Number, |system, turn| {
        let last = usize::from(system.game.last_turn.saturating_add(TURNS_BEYOND));
        below(usize::from(*turn), last + 1, "turn on the track")
    };

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
    };

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
