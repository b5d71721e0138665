//! Events in the words of a case: ids in place of numbers, and patterns that fit an event in part.
//!
//! The table of words names every field of every event; an event or a field it does not know is a fault, so that a
//! case can neither expect nor rule out something that cannot be.

use serde_json::{Map, Value};

use super::expect::Pattern;
use super::position::{find_port, find_token, find_unit};
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::event::Event;

/// What a field of an event holds.
enum Field {
    /// What it says: a zone, a number, a word, dice.
    Plain,
    Unit,
    Token,
    Port,
    Units,
    Tokens,
    /// A list of rows of these.
    Rows(&'static [Field]),
    /// A ruling's change.
    Change,
}

use Field::{Change, Plain, Port, Rows, Token, Tokens, Unit, Units};

const TO_PORT: Field = Rows(&[Unit, Port]);

/// Every event with its fields.
const WORDS: &[(&str, &[(&str, Field)])] = &[
    ("phase-began", &[("turn", Plain), ("phase", Plain)]),
    ("convoys-drawn", &[("by", Plain), ("tokens", Tokens), ("rule", Plain)]),
    ("convoy-placed", &[("by", Plain), ("token", Token), ("zone", Plain)]),
    ("convoy-kept", &[("by", Plain), ("token", Token)]),
    ("deployed", &[("side", Plain), ("ships", TO_PORT)]),
    ("adjusted", &[("side", Plain), ("ships", TO_PORT)]),
    ("reinforced", &[("side", Plain), ("ships", TO_PORT)]),
    ("air-arrived", &[("side", Plain), ("lba", Units), ("rule", Plain)]),
    ("waits", &[("unit", Unit), ("turn", Plain)]),
    ("overstacked", &[("side", Plain), ("port", Port), ("ships", Units)]),
    ("sailed", &[("side", Plain), ("nations", Plain), ("ships", Rows(&[Unit, Plain]))]),
    (
        "mines-passed",
        &[
            ("unit", Unit),
            ("field", Plain),
            ("dice", Plain),
            ("damage", Plain),
            ("repair", Plain),
            ("passed", Plain),
            ("homeward", Plain),
        ],
    ),
    ("air-placed", &[("side", Plain), ("flights", Rows(&[Unit, Port, Plain]))]),
    ("battle-began", &[("zone", Plain)]),
    ("navy-chosen", &[("zone", Plain), ("by", Plain), ("fights", Plain), ("aside", Units)]),
    (
        "mat-revealed",
        &[("zone", Plain), ("side", Plain), ("boxes", Rows(&[Unit, Plain, Plain])), ("aside", Units)],
    ),
    ("air-superiority", &[("zone", Plain), ("axis", Plain), ("allies", Plain)]),
    ("air-spent", &[("zone", Plain), ("unit", Unit), ("points", Plain)]),
    ("intercepted", &[("zone", Plain), ("unit", Unit), ("points", Plain), ("left", Plain)]),
    ("relocated", &[("zone", Plain), ("unit", Unit), ("goes", Plain), ("why", Plain), ("rule", Plain)]),
    ("swept", &[("zone", Plain), ("segment", Plain), ("sweeper", Unit), ("layer", Unit)]),
    (
        "attacked",
        &[
            ("zone", Plain),
            ("segment", Plain),
            ("target", Unit),
            ("by", Units),
            ("aa", Plain),
            ("dice", Plain),
            ("hits", Plain),
            ("damage_dice", Plain),
            ("damage", Plain),
        ],
    ),
    ("sunk", &[("zone", Plain), ("unit", Unit), ("by", Plain), ("segment", Plain)]),
    ("damaged", &[("zone", Plain), ("unit", Unit), ("segment", Plain), ("die", Plain), ("turns", Plain)]),
    (
        "convoy-attacked",
        &[
            ("zone", Plain),
            ("token", Token),
            ("by", Plain),
            ("from", Plain),
            ("units", Units),
            ("dice", Plain),
            ("sunk", Plain),
        ],
    ),
    ("battle-ended", &[("zone", Plain)]),
    ("control-judged", &[("zones", Plain)]),
    ("zones-scored", &[("side", Plain), ("zones", Plain), ("points", Plain)]),
    ("unused-air-scored", &[("side", Plain), ("lba", Units), ("points", Plain)]),
    ("fleets-shown", &[("units", Rows(&[Unit, Plain]))]),
    ("returned", &[("side", Plain), ("ships", TO_PORT), ("rule", Plain)]),
    ("stranded", &[("unit", Unit), ("turn", Plain)]),
    (
        "presence-lacking",
        &[
            ("port", Port),
            ("nation", Plain),
            ("ships", Plain),
            ("minimum", Plain),
            ("to", Plain),
            ("points", Plain),
        ],
    ),
    ("turn-ended", &[("turn", Plain)]),
    ("match-ended", &[("winner", Plain), ("axis", Plain), ("allies", Plain)]),
    ("ruled", &[("reason", Plain), ("change", Change)]),
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
        (Units, Value::Array(list)) => list.iter_mut().for_each(|item| translate(system, &Unit, item)),
        (Tokens, Value::Array(list)) => list.iter_mut().for_each(|item| translate(system, &Token, item)),
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

/// Says what a pattern could never fit: an unknown event, field or id.
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
        check_ids(system, field, value)?;
    }
    Ok(())
}

fn check_ids(system: &SeasOfThunder, field: &Field, value: &Value) -> Result<(), String> {
    match (field, value) {
        (_, Value::Object(parts)) if !matches!(field, Change | Plain) => {
            if let Some(key) = parts.keys().find(|key| !["has", "lacks"].contains(&key.as_str())) {
                return Err(format!("`{key}` is neither `has` nor `lacks`"));
            }
            parts.values().try_for_each(|part| check_ids(system, field, part))
        }
        (Unit, Value::String(id)) => find_unit(system, id).map(drop),
        (Port, Value::String(id)) => find_port(system, id).map(drop),
        (Token, Value::String(id)) => {
            find_token(system, id).map(drop).ok_or_else(|| format!("there is no convoy `{id}`"))
        }
        (Unit | Port | Token, other) => Err(format!("`{other}` is no id")),
        (Units, Value::Array(list)) => list.iter().try_for_each(|item| check_ids(system, &Unit, item)),
        (Tokens, Value::Array(list)) => list.iter().try_for_each(|item| check_ids(system, &Token, item)),
        (Rows(row), Value::Array(list)) => list.iter().try_for_each(|item| {
            let item = item.as_array().filter(|item| item.len() == row.len());
            let item = item.ok_or_else(|| format!("each row is a list of {}", row.len()))?;
            item.iter().zip(*row).try_for_each(|(item, field)| check_ids(system, field, item))
        }),
        (Units | Tokens | Rows(_), other) => Err(format!("`{other}` is no list")),
        (Plain | Change, _) => Ok(()),
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
