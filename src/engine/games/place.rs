//! Values in their places inside a row: keys and numbers of a list, joined by dots (`special.kind`,
//! `turns.0`).

use serde_json::{Map, Value};

/// The value in a place, if there is one.
pub(super) fn get<'v>(row: &'v Value, at: &str) -> Option<&'v Value> {
    at.split('.').try_fold(row, |value, key| match value {
        Value::Array(list) => key.parse::<usize>().ok().and_then(|at| list.get(at)),
        other => other.get(key),
    })
}

/// Puts a value into a place, making objects on the way there; with nothing to put it takes the key away.
pub(super) fn set(row: &mut Value, at: &str, value: Option<Value>) {
    let (key, rest) = at.split_once('.').map_or((at, None), |(key, rest)| (key, Some(rest)));
    if let Value::Array(list) = row {
        let item = key.parse::<usize>().ok().and_then(|at| list.get_mut(at));
        return match (item, rest) {
            (Some(item), Some(rest)) => set(item, rest, value),
            (Some(item), None) => *item = value.unwrap_or(Value::Null),
            (None, _) => (),
        };
    }
    if !row.is_object() {
        *row = Value::Object(Map::new());
    }
    let Value::Object(object) = row else { return };
    match (rest, value) {
        (Some(_), None) if !object.contains_key(key) => (),
        (Some(rest), value) => set(object.entry(key).or_insert(Value::Null), rest, value),
        (None, Some(value)) => _ = object.insert(key.to_owned(), value),
        (None, None) => _ = object.remove(key),
    }
}

/// Clears away the objects that hold the place and in which nothing is any more: those listed become null,
/// the others go.
pub(super) fn tidy(row: &mut Value, at: &str, nullable: &[String]) {
    let Some((holder, _)) = at.rsplit_once('.') else { return };
    let is_empty = |value: &Value| value.as_object().is_some_and(|it| it.values().all(Value::is_null));
    if get(row, holder).is_some_and(is_empty) {
        let left = nullable.iter().any(|it| it == holder).then_some(Value::Null);
        set(row, holder, left);
        tidy(row, holder, nullable);
    }
}
