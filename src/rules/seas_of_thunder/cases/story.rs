//! The events in the words of a case: units, ports and convoys by their ids, zones by their numbers.

use serde_json::Value;

use super::position::{find_port, find_token, find_unit};
use crate::conformance::story::Field::{self, Face, Flag, Id, Many, Maybe, Number, Own, Rows, Rule, Word};
use crate::conformance::story::{Told, is, translate};
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::board::Minefield;
use crate::rules::seas_of_thunder::event::{Goes, Passed, Segment, Why};
use crate::rules::seas_of_thunder::pieces::Nation;
use crate::rules::seas_of_thunder::state::{Control, MatBox, Phase};
use crate::rules::two_sided::Camp;

type Words = Field<SeasOfThunder>;

const SIDE: Words = Word("side", is::<_, Camp>);
const NATION: Words = Word("nation", is::<_, Nation>);
const PHASE: Words = Word("phase", is::<_, Phase>);
const BOX: Words = Word("box", is::<_, MatBox>);
const SEGMENT: Words = Word("segment", is::<_, Segment>);
const WHY: Words = Word("reason to move", is::<_, Why>);
const GOES: Words = Word("place to go", is::<_, Goes>);
const FIELD: Words = Word("minefield", is::<_, Minefield>);
const PASSED: Words = Word("end of a passage", is::<_, Passed>);
const CONTROL: Words = Word("state of a zone", is::<_, Control>);

const UNIT: Words = Id(
    |system, at| system.pieces.counters.0.get(at).map(|it| it.id.clone()),
    |system, id| find_unit(system, id).map(drop),
);
const TOKEN: Words = Id(
    |system, at| system.pieces.tokens.get(at).map(|it| it.id.clone()),
    |system, id| find_token(system, id).map(drop).ok_or_else(|| format!("there is no convoy `{id}`")),
);
const PORT: Words = Id(
    |system, at| system.board().ports.get(at).map(|it| it.id.clone()),
    |system, id| find_port(system, id).map(drop),
);
/// A sea zone of the map, by number.
const ZONE: Words = Word("zone of the map", |system, value| {
    let zones = system.board().zones.len() as u64;
    value.as_u64().is_some_and(|number| (1..=zones).contains(&number))
});
/// A ruling's change.
const CHANGE: Words = Own(tell_change, |_, _| Err("nobody rules in a case".to_owned()));

const UNITS: Words = Many(&UNIT);
const DICE: Words = Many(&Face);
const TO_PORT: Words = Rows(&[UNIT, PORT]);

/// Every event with its fields.
pub const EVENTS: Told<SeasOfThunder> = &[
    ("phase-began", &[("turn", Number), ("phase", PHASE)]),
    ("entered", &[("nation", NATION), ("side", SIDE)]),
    ("scenario-began", &[("number", Number), ("axis", Number), ("allies", Number)]),
    ("minors-requested", &[("nations", Many(&NATION))]),
    (
        "minor-settled",
        &[("nation", NATION), ("offer", Number), ("to", SIDE), ("points", Number), ("joins", Maybe(&SIDE))],
    ),
    ("left-war", &[("nation", NATION), ("units", UNITS), ("until", Maybe(&Number)), ("rule", Rule)]),
    (
        "sides-changed",
        &[
            ("nation", NATION),
            ("to", SIDE),
            ("ships", Number),
            ("scorer", Maybe(&SIDE)),
            ("points", Number),
            ("until", Maybe(&Number)),
            ("rule", Rule),
        ],
    ),
    (
        "survivors-scored",
        &[("nation", NATION), ("ships", Number), ("to", SIDE), ("points", Number), ("rule", Rule)],
    ),
    ("neutrality-violated", &[("by", SIDE), ("points", Number)]),
    ("stance-declared", &[("belligerent", Flag)]),
    ("stood-off", &[("zone", ZONE), ("side", SIDE), ("units", UNITS)]),
    ("surrender-rolled", &[("unit", UNIT), ("die", Face), ("surrenders", Flag)]),
    ("convoys-drawn", &[("by", SIDE), ("tokens", Many(&TOKEN)), ("rule", Rule)]),
    ("convoy-placed", &[("by", SIDE), ("token", TOKEN), ("zone", ZONE)]),
    ("convoy-kept", &[("by", SIDE), ("token", TOKEN)]),
    ("deployed", &[("side", SIDE), ("ships", TO_PORT)]),
    ("adjusted", &[("side", SIDE), ("ships", TO_PORT)]),
    ("reinforced", &[("side", SIDE), ("ships", TO_PORT)]),
    ("air-arrived", &[("side", SIDE), ("lba", UNITS), ("rule", Rule)]),
    ("waits", &[("unit", UNIT), ("turn", Number)]),
    ("overstacked", &[("side", SIDE), ("port", PORT), ("ships", UNITS)]),
    ("sailed", &[("side", SIDE), ("nations", Many(&NATION)), ("ships", Rows(&[UNIT, ZONE]))]),
    (
        "mines-passed",
        &[
            ("unit", UNIT),
            ("field", FIELD),
            ("dice", DICE),
            ("damage", DICE),
            ("repair", Maybe(&Number)),
            ("passed", PASSED),
            ("homeward", Flag),
        ],
    ),
    ("air-placed", &[("side", SIDE), ("flights", Rows(&[UNIT, PORT, ZONE]))]),
    ("battle-began", &[("zone", ZONE)]),
    ("navy-chosen", &[("zone", ZONE), ("by", SIDE), ("fights", NATION), ("aside", UNITS)]),
    (
        "mat-revealed",
        &[("zone", ZONE), ("side", SIDE), ("boxes", Rows(&[UNIT, BOX, Number])), ("aside", UNITS)],
    ),
    ("air-superiority", &[("zone", ZONE), ("axis", Number), ("allies", Number)]),
    ("air-spent", &[("zone", ZONE), ("unit", UNIT), ("points", Number)]),
    ("intercepted", &[("zone", ZONE), ("unit", UNIT), ("points", Number), ("left", Number)]),
    ("relocated", &[("zone", ZONE), ("unit", UNIT), ("goes", GOES), ("why", WHY), ("rule", Rule)]),
    ("swept", &[("zone", ZONE), ("segment", SEGMENT), ("sweeper", UNIT), ("layer", UNIT)]),
    (
        "attacked",
        &[
            ("zone", ZONE),
            ("segment", SEGMENT),
            ("target", UNIT),
            ("by", UNITS),
            ("aa", DICE),
            ("dice", DICE),
            ("hits", Number),
            ("damage_dice", DICE),
            ("damage", Number),
        ],
    ),
    ("sunk", &[("zone", ZONE), ("unit", UNIT), ("by", SIDE), ("segment", SEGMENT)]),
    ("damaged", &[("zone", ZONE), ("unit", UNIT), ("segment", SEGMENT), ("die", Face), ("turns", Number)]),
    (
        "convoy-attacked",
        &[
            ("zone", ZONE),
            ("token", TOKEN),
            ("by", SIDE),
            ("from", BOX),
            ("units", UNITS),
            ("dice", DICE),
            ("sunk", Flag),
        ],
    ),
    ("battle-ended", &[("zone", ZONE)]),
    ("control-judged", &[("zones", Rows(&[ZONE, CONTROL]))]),
    ("zones-scored", &[("side", SIDE), ("zones", Many(&ZONE)), ("points", Number)]),
    ("unused-air-scored", &[("side", SIDE), ("lba", UNITS), ("points", Number)]),
    ("fleets-shown", &[("units", Rows(&[UNIT, ZONE]))]),
    ("returned", &[("side", SIDE), ("ships", TO_PORT), ("rule", Rule)]),
    ("stranded", &[("unit", UNIT), ("turn", Number)]),
    (
        "presence-lacking",
        &[
            ("port", PORT),
            ("nation", NATION),
            ("ships", Number),
            ("minimum", Number),
            ("to", SIDE),
            ("points", Number),
        ],
    ),
    ("turn-ended", &[("turn", Number)]),
    ("match-ended", &[("winner", Maybe(&SIDE)), ("axis", Number), ("allies", Number)]),
    ("ruled", &[("reason", Word("text", |_, value| value.is_string())), ("change", CHANGE)]),
];

/// Names the unit or convoy that a ruling changes.
fn tell_change(system: &SeasOfThunder, change: &mut Value) {
    let Value::Object(change) = change else { return };
    for inner in change.values_mut().filter_map(Value::as_object_mut) {
        for (key, field) in [("unit", &UNIT), ("token", &TOKEN)] {
            inner.get_mut(key).into_iter().for_each(|item| translate(system, field, item));
        }
    }
}
