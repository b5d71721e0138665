//! What all parties of a match saw at one moment, put together: the view of nobody, for matches that are
//! over. Generic over systems: where two views say the same thing, the one that says more of it is believed.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::side::Side;

/// Parts of a view, and of its zones and ports, of which [`union`] takes those of the first view alone, and
/// does not look at the others'.
pub const OF_THE_FIRST: [&str; 14] = [
    "area",
    "capacity",
    "control",
    "control_before",
    "duty",
    "enemy",
    "enemy_known",
    "holder",
    "kind",
    "lat",
    "links",
    "score",
    "value",
    "x",
];

/// The view of the first side, with what the others saw of their own in place of what it saw of them: every
/// unit by its name, every move, and of every line of the story all that any party was told.
///
/// Takes the views of one moment, each with the side that its party belongs to; gives `null` if there are
/// none.
pub fn union(mut views: Vec<(Side, Value)>) -> Value {
    if views.is_empty() {
        return Value::Null;
    }
    let mut sides: Vec<Side> = views.iter().map(|(side, _)| *side).collect();
    sides.sort_unstable();
    sides.dedup();
    let moved = moves(&views, &sides);
    let (reader, mut whole) = views.remove(0);
    let others = &mut views[..];
    for name in ["zones", "ports"] {
        places(&mut whole, others, (name, reader), sides.len() > 2);
    }
    if let Some(moved) = moved {
        whole["moves"] = moved;
    }
    for (_, other) in others {
        if let (Some(Value::Array(story)), Some(Value::Array(more))) =
            (whole.get_mut("story"), other.get_mut("story").map(Value::take))
        {
            *story = joined(std::mem::take(story), more, chapter_key, chapter);
        }
    }
    whole
}

/// Puts the units of all sides into the places of one kind.
fn places(whole: &mut Value, others: &mut [(Side, Value)], (name, reader): (&str, Side), several: bool) {
    let Some(Value::Array(places)) = whole.get_mut(name) else { return };
    for (at, place) in places.iter_mut().enumerate() {
        let Value::Object(place) = place else { continue };
        let mut foes: Vec<Value> = Vec::new();
        for (side, other) in others.iter_mut() {
            let there = other.get_mut(name).and_then(|places| places.get_mut(at));
            let Some(there) = there.filter(|there| Some(&there["name"]) == place.get("name")) else {
                continue;
            };
            let own = there.get_mut("own").map(Value::take);
            let own = if let Some(Value::Array(own)) = own { own } else { Vec::new() };
            if *side == reader {
                add(list_mut(place, "own"), own);
            } else {
                let of = |unit: Value| if several { of_side(unit, *side) } else { unit };
                add(&mut foes, own.into_iter().map(of));
            }
            either(place, there, "fought");
            either(place, there, "convoys");
        }
        let seen = std::mem::take(list_mut(place, "enemy_known"));
        add(&mut foes, seen);
        place.insert("enemy_known".to_owned(), Value::Array(foes));
        count_no_more(place);
    }
}

/// Units are counted no longer where all are known.
fn count_no_more(place: &mut Map<String, Value>) {
    let number = |stack: &Value| stack["ships"].as_u64().unwrap_or(0) + stack["lba"].as_u64().unwrap_or(0);
    let counted: u64 =
        place.get("enemy").and_then(Value::as_array).map_or(0, |it| it.iter().map(number).sum());
    let known = place.get("enemy_known").and_then(Value::as_array).map_or(0, Vec::len);
    if counted <= known as u64 {
        place.remove("enemy");
    }
}

fn list_mut<'v>(place: &'v mut Map<String, Value>, name: &str) -> &'v mut Vec<Value> {
    let list = place.entry(name).or_insert_with(|| json!([]));
    if !list.is_array() {
        *list = json!([]);
    }
    list.as_array_mut().expect("it was made one")
}

/// Adds units that are not there yet.
fn add(list: &mut Vec<Value>, more: impl IntoIterator<Item = Value>) {
    let id = |unit: &Value| unit["id"].as_str().map(str::to_owned);
    let mut there: BTreeSet<Option<String>> = list.iter().map(id).collect();
    list.extend(more.into_iter().filter(|unit| there.insert(id(unit))));
}

fn of_side(mut unit: Value, side: Side) -> Value {
    unit["side"] = json!(side.id());
    unit
}

/// What is true for one is true.
fn either(place: &mut Map<String, Value>, there: &Value, name: &str) {
    match (place.get_mut(name), there.get(name)) {
        (Some(Value::Bool(here)), Some(Value::Bool(there))) => *here |= there,
        (Some(Value::Object(here)), Some(Value::Object(there))) => {
            for (word, value) in here.iter_mut() {
                if there.get(word) == Some(&Value::Bool(true)) {
                    *value = Value::Bool(true);
                }
            }
        }
        _ => {}
    }
}

/// Every side's moves as it saw them itself; those of a side that nobody plays as the first side saw them.
fn moves(views: &[(Side, Value)], sides: &[Side]) -> Option<Value> {
    let (_, whole) = views.first()?;
    whole.get("moves")?;
    let all = |view: &Value| view["moves"].as_array().cloned().unwrap_or_default();
    let is_of = |it: &Value, side: Side| it["side"] == side.id();
    let nobodys = all(whole).into_iter().filter(|it| !sides.iter().any(|side| is_of(it, *side)));
    let own = views.iter().flat_map(|(side, view)| all(view).into_iter().filter(move |it| is_of(it, *side)));
    // Parties of one side saw the same.
    let again = views.len() > sides.len();
    let mut kept: Vec<Value> = Vec::new();
    for it in own.chain(nobodys) {
        if !(again && kept.contains(&it)) {
            kept.push(it);
        }
    }
    Some(Value::Array(kept))
}

/// By what chapters of two stories are the same.
fn chapter_key(chapter: &Value) -> (&Value, &Value) {
    (&chapter["title"], &chapter["zone"])
}

/// By what lines of two chapters are the same.
fn line_key(line: &Value) -> (&Value, &Value) {
    (&line["kind"], &line["rule"])
}

/// A chapter as two parties were told it. Its card names lines by their places, so it is kept only if none
/// came between.
fn chapter(mut one: Value, mut other: Value) -> Value {
    if one == other {
        return one;
    }
    let mut take = |of: &str| (part(&mut one, of), part(&mut other, of));
    let (card, lines) = (take("card"), take("lines"));
    let card = match card {
        (Some(one), Some(other)) => Some(fuller(one, other)),
        (card, None) | (None, card) => card,
    };
    let list = |lines: Option<Value>| if let Some(Value::Array(lines)) = lines { lines } else { Vec::new() };
    let (here, there) = (list(lines.0), list(lines.1));
    let most = here.len().max(there.len());
    let lines = joined(here, there, line_key, fuller);
    let is_fit = lines.len() == most;
    if let Value::Object(whole) = &mut one {
        whole.insert("lines".to_owned(), Value::Array(lines));
        whole.extend(card.filter(|_| is_fit).map(|card| ("card".to_owned(), card)));
    }
    one
}

/// Takes a part out.
fn part(of: &mut Value, name: &str) -> Option<Value> {
    of.as_object_mut()?.remove(name)
}

/// Two lists in one, in the order of both: what is the same by its key is joined, the rest kept.
fn joined(
    one: Vec<Value>,
    other: Vec<Value>,
    key: impl for<'v> Fn(&'v Value) -> (&'v Value, &'v Value),
    join: impl Fn(Value, Value) -> Value,
) -> Vec<Value> {
    let mut all = Vec::with_capacity(one.len());
    let mut rest = other.into_iter();
    for item in one {
        // The same thing lies ahead in the other list: what comes before it there was told to the other
        // alone.
        if let Some(at) = rest.as_slice().iter().position(|it| key(it) == key(&item)) {
            all.extend(rest.by_ref().take(at));
            all.extend(rest.next().map(|it| join(item, it)));
        } else {
            all.push(item);
        }
    }
    all.extend(rest);
    all
}

/// Of two tellings of the same thing all that either says.
fn fuller(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Null, more) | (more, Value::Null) => more,
        (Value::Array(here), Value::Array(there)) if here.len() == there.len() => {
            here.into_iter().zip(there).map(|(one, other)| fuller(one, other)).collect()
        }
        (Value::Object(mut whole), Value::Object(there)) => {
            for (name, more) in there {
                let here = whole.get_mut(&name).map(Value::take);
                whole.insert(name, if let Some(here) = here { fuller(here, more) } else { more });
            }
            Value::Object(whole)
        }
        (Value::Bool(one), Value::Bool(other)) => Value::Bool(one || other),
        (Value::Number(one), Value::Number(_)) => Value::Number(one),
        (one, other) if length(&other) > length(&one) => other,
        (one, _) => one,
    }
}

/// How much is said.
fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(|item| 1 + length(item)).sum(),
        Value::Object(members) => members.iter().map(|(name, value)| name.len() + length(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::{ALLIES, AXIS};

    fn unit(id: &str) -> Value {
        json!({"id": id, "name": id, "navy": "German", "class": "BB", "line": "1"})
    }

    #[test]
    fn every_unit_is_known_and_counted_once() {
        let zone = |own: Value, known: Value, enemy: Value| {
            json!({"zones": [{"name": "Sea", "own": own, "enemy_known": known, "enemy": enemy, "fought": false}],
                "story": [], "moves": []})
        };
        let axis =
            zone(json!([unit("a")]), json!([unit("b")]), json!([{"navy": "British", "ships": 2, "lba": 0}]));
        let allies =
            zone(json!([unit("b"), unit("c")]), json!([]), json!([{"navy": "German", "ships": 1, "lba": 0}]));
        let whole = union(vec![(AXIS, axis), (ALLIES, allies)]);
        let ids = |name: &str| {
            let units = whole["zones"][0][name].as_array().unwrap();
            units.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            (ids("own"), ids("enemy_known")),
            (vec!["a".to_owned()], vec!["b".to_owned(), "c".to_owned()])
        );
        assert_eq!(whole["zones"][0].get("enemy"), None);
    }

    #[test]
    fn a_story_holds_what_either_was_told() {
        let told = |lines: Value, title: &str| {
            json!({"zones": [], "ports": [], "story": [
            {"title": title, "zone": null, "lines": lines}, {"title": "end", "zone": null, "lines": []}]})
        };
        let axis = told(json!([{"kind": "drawn", "rule": "1", "units": ["a"], "of": null}]), "convoys");
        let allies = told(
            json!([{"kind": "drawn", "rule": "1", "units": [], "of": 3}, {"kind": "sailed", "rule": "2"}]),
            "convoys",
        );
        let whole = union(vec![(AXIS, axis.clone()), (ALLIES, allies)]);
        let lines =
            json!([{"kind": "drawn", "rule": "1", "units": ["a"], "of": 3}, {"kind": "sailed", "rule": "2"}]);
        assert_eq!(whole["story"][0]["lines"], lines);
        assert_eq!(whole["story"].as_array().unwrap().len(), 2);
        let alone = union(vec![(AXIS, axis.clone()), (ALLIES, told(json!([]), "secret"))]);
        let titles: Vec<&Value> = alone["story"].as_array().unwrap().iter().map(|it| &it["title"]).collect();
        assert_eq!(titles, ["convoys", "secret", "end"]);
    }

    #[test]
    fn each_side_says_itself_where_it_went() {
        let seen = |from: Value| {
            json!({"zones": [], "ports": [], "story": [],
            "moves": [{"side": "axis", "how": "sailed", "from": from, "to": {"zone": 9}, "units": [], "count": 1}]})
        };
        let whole = union(vec![(ALLIES, seen(Value::Null)), (AXIS, seen(json!({"port": "kiel"})))]);
        assert_eq!(whole["moves"].as_array().unwrap().len(), 1);
        assert_eq!(whole["moves"][0]["from"], json!({"port": "kiel"}));
    }
}
