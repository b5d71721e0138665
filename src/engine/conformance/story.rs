//! Events in the words of a case: ids in place of numbers, and patterns that fit an event in part.
//!
//! A system's table of words names every field of every event and what may stand in it; an event, a field or
//! a value it does not know is a fault, so that a case can neither expect nor rule out something that cannot
//! be.

use serde_json::{Map, Value};

use super::contract::Cases;
use super::expect::Pattern;
use crate::fields::Field::{self, Face, Flag, Id, Many, Maybe, Number, Own, Rows, Rule, Word};

/// The key under which a pattern has the rule that an event names in reports.
pub const CITES: &str = "cites";

fn fields<S: Cases>(event: &str) -> Option<&'static [(&'static str, Field<S>)]> {
    S::EVENTS.iter().find(|(name, _)| *name == event).map(|(_, fields)| *fields)
}

/// An event as a case writes it.
///
/// # Errors
/// A sentence, when the table of words does not know the event or one of its fields.
pub fn in_words<S: Cases>(system: &S, event: &S::Event) -> Result<Map<String, Value>, String> {
    let unknown =
        |what: &str| format!("the words of cases do not know {what}; mend the system's table of events");
    let Ok(Value::Object(mut event)) = serde_json::to_value(event) else { return Err(unknown("an event")) };
    let name = event.get("event").and_then(Value::as_str).unwrap_or_default().to_owned();
    let fields = fields::<S>(&name).ok_or_else(|| unknown(&name))?;
    for (key, value) in event.iter_mut().filter(|(key, _)| *key != "event") {
        let field = fields.iter().find(|(field, _)| field == key);
        let (_, field) = field.ok_or_else(|| unknown(&format!("`{key}` of {name}")))?;
        field.translate(system, value);
    }
    Ok(event)
}

/// Says what a pattern could never fit: an unknown event or field, or a value that the field cannot have.
///
/// # Errors
/// A sentence.
pub fn check<S: Cases>(system: &S, pattern: &Pattern) -> Result<(), String> {
    let name = pattern.get("event").and_then(Value::as_str).ok_or("an expected event needs `event:`")?;
    let fields = fields::<S>(name).ok_or_else(|| format!("there is no event `{name}`"))?;
    for (key, value) in pattern.iter().filter(|(key, _)| *key != "event") {
        if key == CITES {
            check_cites::<S>(value).map_err(|what| format!("`{CITES}` of `{name}`: {what}"))?;
            continue;
        }
        let field = fields.iter().find(|(field, _)| field == key);
        let (_, field) = field.ok_or_else(|| {
            let known = fields.iter().map(|(field, _)| *field).collect::<Vec<_>>().join(", ");
            format!("`{name}` has no `{key}`; it has {known}")
        })?;
        check_value(system, field, value).map_err(|what| format!("`{key}` of `{name}`: {what}"))?;
    }
    Ok(())
}

/// The rules that a pattern names: one, several or none.
pub fn rules_in(value: &Value) -> impl Iterator<Item = &str> {
    let rules = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    rules.iter().filter_map(Value::as_str).filter(|rule| !rule.is_empty())
}

/// A rule, `''` for none, or a list of several in the order of their ids.
fn check_cites<S: Cases>(value: &Value) -> Result<(), String> {
    let is_rule = |value: &Value| value.as_str().is_some_and(|id| id.starts_with(S::PREFIX));
    match value {
        Value::Array(rules) if rules.len() < 2 => Err("a list has two rules or more".to_owned()),
        Value::Array(rules) if !rules.is_sorted_by(|a, b| a.as_str() < b.as_str()) => {
            Err("rules stand in the order of their ids, each once".to_owned())
        }
        Value::Array(rules) => match rules.iter().find(|rule| !is_rule(rule)) {
            Some(rule) => Err(format!("{rule} is no rule")),
            None => Ok(()),
        },
        _ if is_rule(value) || value == "" => Ok(()),
        _ => Err(format!("{value} is no rule")),
    }
}

fn check_value<S: Cases>(system: &S, field: &Field<S>, value: &Value) -> Result<(), String> {
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
        (Id(_, check), Value::String(id)) => return check(system, id),
        (Own(_, check), _) => return check(system, value),
        (Face, _) => value.as_u64().is_some_and(|face| (1..=6).contains(&face)),
        (Number, _) => value.is_i64() || value.is_u64(),
        (Flag, _) => value.is_boolean(),
        (Rule, Value::String(id)) => id.starts_with(S::PREFIX),
        (Word(_, is), _) => is(system, value),
        (Id(..) | Rule | Many(_) | Rows(_), _) => false,
    };
    if fits { Ok(()) } else { Err(format!("`{value}` is no {}", noun(field))) }
}

/// A list that is met in part: `{has: [..], lacks: [..]}`, and something in each.
fn check_parts<S: Cases>(system: &S, field: &Field<S>, parts: &Map<String, Value>) -> Result<(), String> {
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

fn noun<S>(field: &Field<S>) -> &'static str {
    match field {
        Number => "number",
        Face => "face of a die",
        Flag => "`true` or `false`",
        Rule => "rule",
        Word(what, _) => what,
        Maybe(field) => noun(field),
        Id(..) => "id",
        Many(_) | Rows(_) => "list",
        Own(..) => "value",
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
