//! Events in the words of a case: ids in place of numbers, and patterns that fit an event in part.
//!
//! The table of words names every field of every event and what may stand in it; an event, a field or a value it does
//! not know is a fault, so that a case can neither expect nor rule out something that cannot be.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::expect::Pattern;
use super::position::{find_port, find_token, find_unit};
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::board::Minefield;
use crate::rules::seas_of_thunder::event::{Event, Goes, Passed, Segment, Why};
use crate::rules::seas_of_thunder::pieces::Nation;
use crate::rules::seas_of_thunder::state::{Control, MatBox, Phase};
use crate::side::Side;

/// What a field of an event holds.
enum Field {
    /// A whole number.
    Number,
    /// A face of a die.
    Face,
    /// True or false.
    Flag,
    /// A sea zone of the map, by number.
    Zone,
    /// A rule of the ledger.
    Rule,
    /// One of the program's own words: what it is, and whether a value is one.
    Word(&'static str, fn(&Value) -> bool),
    Unit,
    Token,
    Port,
    /// This, or nothing.
    Maybe(&'static Field),
    /// A list of these.
    Many(&'static Field),
    /// A list of rows of these.
    Rows(&'static [Field]),
    /// A ruling's change.
    Change,
}

use Field::{Change, Face, Flag, Many, Maybe, Number, Port, Rows, Rule, Token, Unit, Word, Zone};

/// True if a value is written as the program writes such a thing.
fn is<T: DeserializeOwned + Serialize>(value: &Value) -> bool {
    let read = serde_json::from_value::<T>(value.clone());
    read.is_ok_and(|it| serde_json::to_value(it).is_ok_and(|written| written == *value))
}

const SIDE: Field = Word("side", is::<Side>);
const NATION: Field = Word("nation", is::<Nation>);
const PHASE: Field = Word("phase", is::<Phase>);
const BOX: Field = Word("box", is::<MatBox>);
const SEGMENT: Field = Word("segment", is::<Segment>);
const WHY: Field = Word("reason to move", is::<Why>);
const GOES: Field = Word("place to go", is::<Goes>);
const FIELD: Field = Word("minefield", is::<Minefield>);
const PASSED: Field = Word("end of a passage", is::<Passed>);
const CONTROL: Field = Word("state of a zone", is::<Control>);

const UNITS: Field = Many(&Unit);
const DICE: Field = Many(&Face);
const TO_PORT: Field = Rows(&[Unit, Port]);

/// Every event with its fields.
const WORDS: &[(&str, &[(&str, Field)])] = &[
    ("phase-began", &[("turn", Number), ("phase", PHASE)]),
    ("convoys-drawn", &[("by", SIDE), ("tokens", Many(&Token)), ("rule", Rule)]),
    ("convoy-placed", &[("by", SIDE), ("token", Token), ("zone", Zone)]),
    ("convoy-kept", &[("by", SIDE), ("token", Token)]),
    ("deployed", &[("side", SIDE), ("ships", TO_PORT)]),
    ("adjusted", &[("side", SIDE), ("ships", TO_PORT)]),
    ("reinforced", &[("side", SIDE), ("ships", TO_PORT)]),
    ("air-arrived", &[("side", SIDE), ("lba", UNITS), ("rule", Rule)]),
    ("waits", &[("unit", Unit), ("turn", Number)]),
    ("overstacked", &[("side", SIDE), ("port", Port), ("ships", UNITS)]),
    ("sailed", &[("side", SIDE), ("nations", Many(&NATION)), ("ships", Rows(&[Unit, Zone]))]),
    (
        "mines-passed",
        &[
            ("unit", Unit),
            ("field", FIELD),
            ("dice", DICE),
            ("damage", DICE),
            ("repair", Maybe(&Number)),
            ("passed", PASSED),
            ("homeward", Flag),
        ],
    ),
    ("air-placed", &[("side", SIDE), ("flights", Rows(&[Unit, Port, Zone]))]),
    ("battle-began", &[("zone", Zone)]),
    ("navy-chosen", &[("zone", Zone), ("by", SIDE), ("fights", NATION), ("aside", UNITS)]),
    (
        "mat-revealed",
        &[("zone", Zone), ("side", SIDE), ("boxes", Rows(&[Unit, BOX, Number])), ("aside", UNITS)],
    ),
    ("air-superiority", &[("zone", Zone), ("axis", Number), ("allies", Number)]),
    ("air-spent", &[("zone", Zone), ("unit", Unit), ("points", Number)]),
    ("intercepted", &[("zone", Zone), ("unit", Unit), ("points", Number), ("left", Number)]),
    ("relocated", &[("zone", Zone), ("unit", Unit), ("goes", GOES), ("why", WHY), ("rule", Rule)]),
    ("swept", &[("zone", Zone), ("segment", SEGMENT), ("sweeper", Unit), ("layer", Unit)]),
    (
        "attacked",
        &[
            ("zone", Zone),
            ("segment", SEGMENT),
            ("target", Unit),
            ("by", UNITS),
            ("aa", DICE),
            ("dice", DICE),
            ("hits", Number),
            ("damage_dice", DICE),
            ("damage", Number),
        ],
    ),
    ("sunk", &[("zone", Zone), ("unit", Unit), ("by", SIDE), ("segment", SEGMENT)]),
    ("damaged", &[("zone", Zone), ("unit", Unit), ("segment", SEGMENT), ("die", Face), ("turns", Number)]),
    (
        "convoy-attacked",
        &[
            ("zone", Zone),
            ("token", Token),
            ("by", SIDE),
            ("from", BOX),
            ("units", UNITS),
            ("dice", DICE),
            ("sunk", Flag),
        ],
    ),
    ("battle-ended", &[("zone", Zone)]),
    ("control-judged", &[("zones", Rows(&[Zone, CONTROL]))]),
    ("zones-scored", &[("side", SIDE), ("zones", Many(&Zone)), ("points", Number)]),
    ("unused-air-scored", &[("side", SIDE), ("lba", UNITS), ("points", Number)]),
    ("fleets-shown", &[("units", Rows(&[Unit, Zone]))]),
    ("returned", &[("side", SIDE), ("ships", TO_PORT), ("rule", Rule)]),
    ("stranded", &[("unit", Unit), ("turn", Number)]),
    (
        "presence-lacking",
        &[
            ("port", Port),
            ("nation", NATION),
            ("ships", Number),
            ("minimum", Number),
            ("to", SIDE),
            ("points", Number),
        ],
    ),
    ("turn-ended", &[("turn", Number)]),
    ("match-ended", &[("winner", Maybe(&SIDE)), ("axis", Number), ("allies", Number)]),
    ("ruled", &[("reason", Word("text", Value::is_string)), ("change", Change)]),
];

fn fields(event: &str) -> Option<&'static [(&'static str, Field)]> {
    WORDS.iter().find(|(name, _)| *name == event).map(|(_, fields)| *fields)
}

/// An event as a case writes it.
///
/// # Errors
/// A sentence, when the table of words does not know the event or one of its fields.
pub fn told(system: &SeasOfThunder, event: &Event) -> Result<Map<String, Value>, String> {
    let unknown = |what: &str| format!("the words of cases do not know {what}; mend `conformance::story`");
    let Ok(Value::Object(mut event)) = serde_json::to_value(event) else { return Err(unknown("an event")) };
    let name = event.get("event").and_then(Value::as_str).unwrap_or_default().to_owned();
    let fields = fields(&name).ok_or_else(|| unknown(&name))?;
    for (key, value) in event.iter_mut().filter(|(key, _)| *key != "event") {
        let field = fields.iter().find(|(field, _)| field == key);
        let (_, field) = field.ok_or_else(|| unknown(&format!("`{key}` of {name}")))?;
        translate(system, field, value);
    }
    Ok(event)
}

fn translate(system: &SeasOfThunder, field: &Field, value: &mut Value) {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    let id = match (field, number) {
        (Unit, Some(at)) => system.pieces.counters.0.get(at).map(|it| it.id.clone()),
        (Token, Some(at)) => system.pieces.tokens.get(at).map(|it| it.id.clone()),
        (Port, Some(at)) => system.board.ports.get(at).map(|it| it.id.clone()),
        _ => None,
    };
    match (field, &mut *value) {
        (Many(field), Value::Array(list)) => list.iter_mut().for_each(|item| translate(system, field, item)),
        (Rows(row), Value::Array(list)) => {
            for item in list.iter_mut().filter_map(Value::as_array_mut) {
                item.iter_mut().zip(*row).for_each(|(item, field)| translate(system, field, item));
            }
        }
        (Change, Value::Object(change)) => {
            for inner in change.values_mut().filter_map(Value::as_object_mut) {
                for (key, field) in [("unit", &Unit), ("token", &Token)] {
                    inner.get_mut(key).into_iter().for_each(|item| translate(system, field, item));
                }
            }
        }
        _ => {}
    }
    if let Some(id) = id {
        *value = Value::String(id);
    }
}

/// Says what a pattern could never fit: an unknown event or field, or a value that the field cannot have.
///
/// # Errors
/// A sentence.
pub fn check(system: &SeasOfThunder, pattern: &Pattern) -> Result<(), String> {
    let name = pattern.get("event").and_then(Value::as_str).ok_or("an expected event needs `event:`")?;
    let fields = fields(name).ok_or_else(|| format!("there is no event `{name}`"))?;
    for (key, value) in pattern.iter().filter(|(key, _)| *key != "event") {
        let field = fields.iter().find(|(field, _)| field == key);
        let (_, field) = field.ok_or_else(|| {
            let known = fields.iter().map(|(field, _)| *field).collect::<Vec<_>>().join(", ");
            format!("`{name}` has no `{key}`; it has {known}")
        })?;
        check_value(system, field, value).map_err(|what| format!("`{key}` of `{name}`: {what}"))?;
    }
    Ok(())
}

fn check_value(system: &SeasOfThunder, field: &Field, value: &Value) -> Result<(), String> {
    let zones = system.board.zones.len() as u64;
    let fits = match (field, value) {
        (Many(_) | Rows(_), Value::Object(parts)) => return check_parts(system, field, parts),
        (Many(item), Value::Array(list)) => {
            return list.iter().try_for_each(|value| check_value(system, item, value));
        }
        (Rows(row), Value::Array(list)) => {
            return list.iter().try_for_each(|item| {
                let item = item.as_array().filter(|item| item.len() == row.len());
                let item = item.ok_or_else(|| format!("each row is a list of {}", row.len()))?;
                row.iter().zip(item).try_for_each(|(field, value)| check_value(system, field, value))
            });
        }
        (Maybe(_), Value::Null) => true,
        (Maybe(field), _) => return check_value(system, field, value),
        (Unit, Value::String(id)) => return find_unit(system, id).map(drop),
        (Port, Value::String(id)) => return find_port(system, id).map(drop),
        (Token, Value::String(id)) => {
            return find_token(system, id).map(drop).ok_or_else(|| format!("there is no convoy `{id}`"));
        }
        (Zone, _) => value.as_u64().is_some_and(|number| (1..=zones).contains(&number)),
        (Face, _) => value.as_u64().is_some_and(|face| (1..=6).contains(&face)),
        (Number, _) => value.is_i64() || value.is_u64(),
        (Flag, _) => value.is_boolean(),
        (Rule, Value::String(id)) => id.starts_with("SOT-"),
        (Word(_, is), _) => is(value),
        (Change, _) => return Err("nobody rules in a case".to_owned()),
        (Unit | Port | Token | Rule | Many(_) | Rows(_), _) => false,
    };
    if fits { Ok(()) } else { Err(format!("`{value}` is no {}", noun(field))) }
}

/// A list that is met in part: `{has: [..], lacks: [..]}`, and something in each.
fn check_parts(system: &SeasOfThunder, field: &Field, parts: &Map<String, Value>) -> Result<(), String> {
    if parts.is_empty() {
        return Err("write `has:` or `lacks:`".to_owned());
    }
    parts.iter().try_for_each(|(how, items)| {
        if !["has", "lacks"].contains(&how.as_str()) {
            return Err(format!("`{how}` is neither `has` nor `lacks`"));
        }
        if items.as_array().is_none_or(Vec::is_empty) {
            return Err(format!("`{how}` needs a list with something in it"));
        }
        check_value(system, field, items)
    })
}

fn noun(field: &Field) -> &'static str {
    match field {
        Number => "number",
        Face => "face of a die",
        Flag => "`true` or `false`",
        Zone => "zone of the map",
        Rule => "rule",
        Word(what, _) => what,
        Maybe(field) => noun(field),
        Unit | Token | Port => "id",
        Many(_) | Rows(_) => "list",
        Change => "change",
    }
}

/// True if a pattern fits an event.
pub fn fits(pattern: &Pattern, event: &Map<String, Value>) -> bool {
    pattern.iter().all(|(key, expected)| event.get(key).is_some_and(|found| value_fits(expected, found)))
}

fn value_fits(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(parts), Value::Array(list)) => parts.iter().all(|(how, items)| {
            let there = |item: &Value| list.iter().any(|found| value_fits(item, found));
            let items = items.as_array().map_or(&[][..], Vec::as_slice);
            if how == "has" { items.iter().all(there) } else { !items.iter().any(there) }
        }),
        (Value::Object(parts), Value::Object(found)) => fits(parts, found),
        (Value::Array(items), Value::Array(list)) => {
            items.len() == list.len() && items.iter().zip(list).all(|(item, found)| value_fits(item, found))
        }
        _ => expected == found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patterns_fit_in_part() {
        let event = json!({"event": "attacked", "target": "nagato", "by": ["a", "b"], "dice": [1, 2]});
        let event = event.as_object().unwrap();
        for pattern in [
            json!({"event": "attacked"}),
            json!({"by": ["a", "b"]}),
            json!({"by": {"has": ["b"], "lacks": ["c"]}}),
            json!({"dice": [1, 2], "target": "nagato"}),
        ] {
            assert!(fits(pattern.as_object().unwrap(), event), "{pattern}");
        }
        for pattern in [json!({"by": ["a"]}), json!({"by": {"lacks": ["a"]}}), json!({"aa": []})] {
            assert!(!fits(pattern.as_object().unwrap(), event), "{pattern}");
        }
    }
}
