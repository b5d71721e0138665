//! The events in the words of a case: units, areas, ports and bases by their ids.

use serde_json::Value;

use super::position::{find_area, find_base, find_unit};
use crate::conformance::story::Field::{self, Face, Flag, Id, Many, Maybe, Number, Own, Rows, Word};
use crate::conformance::story::{Told, is, translate};
use crate::rules::admirals_war::AdmiralsWar;
use crate::rules::admirals_war::board::Theatre;
use crate::rules::admirals_war::event::{Action, How, Why};
use crate::rules::admirals_war::pieces::Seat;
use crate::rules::admirals_war::state::Phase;
use crate::rules::two_sided::Camp;

type Words = Field<AdmiralsWar>;

const SIDE: Words = Word("side", is::<_, Camp>);
const SEAT: Words = Word("nation", is::<_, Seat>);
const PHASE: Words = Word("phase", is::<_, Phase>);
const HOW: Words = Word("way to sail", is::<_, How>);
const ACTION: Words = Word("type of action", is::<_, Action>);
const WHY: Words = Word("reason to return", is::<_, Why>);
const TRACK: Words = Word("track", is::<_, Theatre>);
/// A number of both sides, as `{axis: 3, allies: 4}`.
const BOTH: Words = Word("pair of numbers", |_, value| {
    let number = |side: &str| value.get(side).is_some_and(Value::is_u64);
    number("axis") && number("allies")
});
/// A type of action of both sides.
const CHOICES: Words = Word("pair of actions", |system, value| {
    ["axis", "allies"].iter().all(|side| value.get(side).is_some_and(|it| is::<_, Action>(system, it)))
});

const UNIT: Words = Id(
    |system, at| system.counters.0.get(at).map(|it| it.id.clone()),
    |system, id| find_unit(system, id).map(drop),
);
const AREA: Words = Id(
    |system, at| system.board.areas.get(at).map(|it| it.id.clone()),
    |system, id| find_area(system, id).map(drop),
);
const BASE: Words = Id(
    |system, at| system.board.bases.get(at).map(|it| it.id.clone()),
    |system, id| find_base(system, id).map(drop),
);
/// Where units fire: the id of an area, port or base.
const SCENE: Words = Own(tell_scene, |system, value| match value.as_str() {
    Some(id) => find_area(system, id).map(drop).or_else(|_| find_base(system, id).map(drop)),
    None => Err("write the id of an area, port or base".to_owned()),
});
/// A ruling's change.
const CHANGE: Words = Own(|_, _| {}, |_, _| Err("nobody rules in a case".to_owned()));
const TEXT: Words = Word("text", |_, value| value.is_string());

const UNITS: Words = Many(&UNIT);
const DICE: Words = Many(&Face);
const TO_AREA: Words = Rows(&[UNIT, AREA]);
const TO_BASE: Words = Rows(&[UNIT, BASE]);
const WITH_NUMBER: Words = Rows(&[UNIT, Number]);

/// Every event with its fields.
pub const EVENTS: Told<AdmiralsWar> = &[
    ("phase-began", &[("turn", Number), ("phase", PHASE)]),
    ("sailed", &[("seat", SEAT), ("how", HOW), ("units", TO_AREA)]),
    ("readied", &[("seat", SEAT), ("ships", UNITS)]),
    (
        "speed-rolled",
        &[("unit", UNIT), ("area", AREA), ("speed", Number), ("die", Maybe(&Face)), ("passed", Flag)],
    ),
    ("repaired", &[("base", BASE), ("ships", WITH_NUMBER)]),
    ("air-placed", &[("seat", SEAT), ("unit", UNIT), ("area", Maybe(&AREA))]),
    ("submarines-turned", &[("seat", SEAT), ("submarines", UNITS)]),
    ("area-selected", &[("seat", SEAT), ("area", AREA)]),
    (
        "hunted",
        &[
            ("area", AREA),
            ("by", SIDE),
            ("dice", DICE),
            ("bonus", Number),
            ("destroyed", UNITS),
            ("driven-off", UNITS),
        ],
    ),
    (
        "shipping-attacked",
        &[("area", AREA), ("unit", UNIT), ("dice", DICE), ("bonus", Flag), ("points", Number)],
    ),
    ("raided", &[("area", AREA), ("base", BASE), ("by", SIDE), ("units", UNITS), ("carriers", Flag)]),
    (
        "round-began",
        &[
            ("area", AREA),
            ("group", Maybe(&Number)),
            ("round", Number),
            ("choices", CHOICES),
            ("dice", Maybe(&BOTH)),
            ("modifiers", BOTH),
            ("action", ACTION),
        ],
    ),
    ("guns-named", &[("area", AREA), ("side", SIDE), ("carriers", UNITS)]),
    (
        "fired",
        &[
            ("scene", SCENE),
            ("attacker", UNIT),
            ("target", UNIT),
            ("action", ACTION),
            ("dice", DICE),
            ("bonus", Flag),
            ("hits", Number),
            ("damage-dice", DICE),
            ("damage", Number),
            ("disabled", Flag),
        ],
    ),
    ("took-effect", &[("scene", SCENE), ("lost", UNITS), ("damaged", WITH_NUMBER), ("disabled", UNITS)]),
    ("returned", &[("units", TO_BASE), ("why", WHY)]),
    ("stranded", &[("units", UNITS)]),
    ("retreat-declared", &[("area", AREA), ("side", SIDE), ("retreats", Flag)]),
    ("groups-formed", &[("area", AREA), ("groups", Rows(&[Number, UNITS]))]),
    ("pursued", &[("area", AREA), ("ships", WITH_NUMBER), ("raids", TO_BASE)]),
    ("broke-off", &[("area", AREA), ("ships", UNITS)]),
    ("landed", &[("unit", UNIT), ("base", BASE)]),
    ("invaded", &[("unit", UNIT), ("base", BASE), ("defender", Maybe(&UNIT))]),
    ("encircled", &[("base", BASE), ("by", SIDE)]),
    ("scuttled", &[("base", BASE), ("ships", UNITS)]),
    ("area-resolved", &[("area", AREA)]),
    ("flags-placed", &[("flags", Rows(&[AREA, SIDE]))]),
    ("areas-scored", &[("side", SIDE), ("track", TRACK), ("areas", Many(&AREA)), ("points", Number)]),
    ("bases-scored", &[("side", SIDE), ("track", TRACK), ("bases", Many(&BASE)), ("points", Number)]),
    ("raids-scored", &[("side", SIDE), ("track", TRACK), ("bases", Many(&BASE)), ("points", Number)]),
    ("raider-scored", &[("area", AREA)]),
    ("turn-ended", &[("turn", Number)]),
    ("match-ended", &[("winner", Maybe(&SIDE)), ("axis", Number), ("allies", Number)]),
    ("ruled", &[("reason", TEXT), ("change", CHANGE)]),
];

/// Names the place of fire.
fn tell_scene(system: &AdmiralsWar, scene: &mut Value) {
    let of = |key: &str, field: &Words| {
        let mut id = scene.get(key).cloned()?;
        translate(system, field, &mut id);
        Some(id)
    };
    if let Some(id) = of("sea", &AREA).or_else(|| of("base", &BASE)) {
        *scene = id;
    }
}
