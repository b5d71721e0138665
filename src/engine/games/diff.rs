//! How the data of a system differ from those that are built in, value by value. Two sets of data without a
//! difference have the same content, and so the same fingerprint.

use std::collections::BTreeSet;

use serde_json::Value;

use super::files::{Described, describe};
use super::table::Table;
use super::{Games, GamesFault, place};

/// One value that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The file.
    pub file: String,
    /// What names the row; empty for what stands in no row.
    pub id: String,
    /// The column of the table, or the place in the file.
    pub column: String,
    /// What happened to it.
    pub change: Change,
    /// What is built in; nothing if there is nothing.
    pub shipped: Option<Value>,
    /// Where that comes from, as far as the data say.
    pub provenance: Option<String>,
    /// What is there instead; nothing if there is nothing.
    pub own: Option<Value>,
}

/// What can happen to a value or a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A value is another.
    Value,
    /// A row is new.
    Added,
    /// A row is gone.
    Removed,
    /// Rows stand in another order.
    Order,
}

impl Change {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Change::Value => "value",
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Order => "order",
        }
    }
}

/// Every difference of a system's data from those that are built in, file by file, in the order of the
/// built-in ones.
///
/// # Errors
/// [`GamesFault`] when a file cannot be read.
pub fn differences(games: &Games, system: &str) -> Result<Vec<Difference>, GamesFault> {
    let mut found = Vec::new();
    let shipped = games.built_in();
    let described = describe(&shipped, system)?;
    for name in games.files(system).into_iter().filter(|name| games.own(system, name).is_some()) {
        let described = described.iter().find(|it| it.name == name);
        let (theirs, own): (Value, Value) = (shipped.read(system, name)?, games.read(system, name)?);
        let table = described.and_then(Described::table);
        let mut walk = Walk { file: name, described, table, shipped: &theirs, found: Vec::new() };
        walk.compare(&At::default(), Some(&theirs), Some(&own));
        found.extend(walk.found);
    }
    Ok(found)
}

/// A place in a file.
#[derive(Clone, Default)]
struct At<'v> {
    /// What names the row, once there is one.
    id: Option<String>,
    /// The keys from the file to the row; empty for rows of the list that a table is made of.
    list: Vec<String>,
    /// The keys from the row, or from the file if there is no row.
    keys: Vec<String>,
    /// The built-in row.
    row: Option<&'v Value>,
}

impl At<'_> {
    fn under(&self, key: &str) -> Self {
        let mut at = self.clone();
        at.keys.push(key.to_owned());
        at
    }
}

struct Walk<'v> {
    file: &'v str,
    described: Option<&'v Described>,
    table: Option<Table>,
    shipped: &'v Value,
    found: Vec<Difference>,
}

impl<'v> Walk<'v> {
    fn compare(&mut self, at: &At<'v>, theirs: Option<&'v Value>, own: Option<&Value>) {
        if theirs == own {
            return;
        }
        let before = self.found.len();
        match (theirs, own) {
            (Some(Value::Array(a)), Some(Value::Array(b))) => self.lists(at, a, b),
            (Some(Value::Object(_)), Some(Value::Object(_) | Value::Null) | None)
            | (Some(Value::Null) | None, Some(Value::Object(_))) => {
                for key in keys(theirs).into_iter().chain(keys(own)).collect::<BTreeSet<_>>() {
                    let value = |of: Option<&'v Value>| of.and_then(|it| it.get(key));
                    self.compare(&at.under(key), value(theirs), own.and_then(|it| it.get(key)));
                }
            }
            _ => (),
        }
        if self.found.len() == before {
            self.note(at, Change::Value, theirs, own);
        }
    }

    /// Compares rows by what names them; other lists are one value, unless they hold objects and are equally
    /// long.
    fn lists(&mut self, at: &At<'v>, a: &'v [Value], b: &[Value]) {
        let (Some(theirs), Some(own)) = (names(a), names(b)) else {
            if a.len() == b.len() && a.iter().chain(b).all(Value::is_object) {
                for (number, (a, b)) in a.iter().zip(b).enumerate() {
                    self.compare(&at.under(&number.to_string()), Some(a), Some(b));
                }
            }
            return;
        };
        for (name, row) in theirs.iter().zip(a) {
            let at = self.row(at, name, Some(row));
            match own.iter().position(|it| it == name) {
                Some(number) => self.compare(&at, Some(row), b.get(number)),
                None => self.note(&at, Change::Removed, Some(row), None),
            }
        }
        for (name, row) in own.iter().zip(b).filter(|(name, _)| !theirs.contains(name)) {
            self.note(&self.row(at, name, None), Change::Added, None, Some(row));
        }
        let stay = |names: &[String], in_both: &[String]| {
            names.iter().filter(|name| in_both.contains(name)).cloned().collect::<Vec<_>>()
        };
        let (before, after) = (stay(&theirs, &own), stay(&own, &theirs));
        let appended = own.iter().skip(before.len()).all(|name| !theirs.contains(name));
        if before != after || !appended {
            let order = |names: Vec<String>| Some(Value::from(names));
            let (before, after) = (order(theirs), order(own));
            self.note(at, Change::Order, before.as_ref(), after.as_ref());
        }
    }

    /// The place of a row in a list.
    fn row(&self, at: &At<'v>, name: &str, row: Option<&'v Value>) -> At<'v> {
        if at.id.is_some() {
            return at.under(name);
        }
        let main = self.described.and_then(|it| it.rows.as_ref());
        let list = if at.keys.len() == 1 && at.keys.first() == main { Vec::new() } else { at.keys.clone() };
        At { id: Some(name.to_owned()), list, keys: Vec::new(), row }
    }

    fn note(&mut self, at: &At<'v>, change: Change, shipped: Option<&Value>, own: Option<&Value>) {
        let place = at.keys.join(".");
        let table = self.table.as_ref().filter(|_| at.id.is_some() && at.list.is_empty());
        let column =
            table.and_then(|table| table.columns.iter().find(|it| it.at == place && it.parts.is_empty()));
        let name = column.map_or_else(|| [&at.list[..], &at.keys].concat().join("."), |it| it.name.clone());
        let provenance = match (change, column, at.row) {
            (Change::Added | Change::Order, ..) => None,
            (_, Some(column), Some(row)) if !column.from.is_empty() => column
                .from
                .iter()
                .find_map(|from| place::get(row, from))
                .and_then(Value::as_str)
                .map(str::to_owned),
            _ => self.mark(at, table.is_some()),
        };
        self.found.push(Difference {
            file: self.file.to_owned(),
            id: at.id.clone().unwrap_or_default(),
            column: name,
            change,
            shipped: shipped.cloned(),
            provenance,
            own: own.cloned(),
        });
    }

    /// The mark of a value that no column speaks for: the nearest above it, then what holds throughout the
    /// file.
    fn mark(&self, at: &At<'_>, in_table: bool) -> Option<String> {
        let from = at.row.unwrap_or(self.shipped);
        let near = (0..at.keys.len()).rev().find_map(|depth| beside(from, &at.keys, depth));
        let first = at.keys.first().map_or("", String::as_str);
        let throughout = || place::get(self.shipped, &format!("throughout.{first}.provenance"));
        // A mark of a row of a table is that of some of its columns, which say so.
        let marked =
            if in_table && self.described.is_some_and(|it| it.otherwise.is_some()) { None } else { near };
        let marked = marked.or_else(|| throughout().and_then(Value::as_str).map(str::to_owned));
        marked.or_else(|| {
            let described = self.described?;
            let save = described.save.as_ref().and_then(|save| at.row?.get(save)?.as_array());
            let save: Vec<&str> = save.into_iter().flatten().filter_map(Value::as_str).collect();
            let otherwise = described.otherwise.clone()?;
            Some(if save.is_empty() {
                otherwise
            } else {
                format!("{otherwise}, but printed: {}", save.join("; "))
            })
        })
    }
}

/// The mark that stands `depth` keys down on the way to a value: for the value, for all of the object, or in
/// a list of marks (`factors_from` for `factors`).
fn beside(from: &Value, keys: &[String], depth: usize) -> Option<String> {
    let (way, rest) = (keys.get(..depth)?.join("."), keys.get(depth..)?);
    let object = if way.is_empty() { from } else { place::get(from, &way)? };
    let (key, next) = (rest.first()?, rest.get(1));
    let of = |mark: &&Value| match mark.get("of") {
        Some(Value::Array(of)) => next.is_some_and(|next| of.iter().any(|it| it == next)),
        Some(_) => false,
        None => true,
    };
    let marks = match object.get(format!("{key}_from")) {
        Some(Value::Array(list)) => list.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let listed = marks.iter().find(of).and_then(|mark| mark.get("provenance"));
    let mark = listed.or_else(|| match object.get("provenance")? {
        Value::Object(each) => each.get(key),
        one => Some(one),
    });
    mark.and_then(Value::as_str).map(str::to_owned)
}

/// What names the rows of a list, if each has a name of its own.
fn names(list: &[Value]) -> Option<Vec<String>> {
    let name = |row: &Value| match row.get("id").or_else(|| row.get("number"))? {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let names = list.iter().map(name).collect::<Option<Vec<_>>>()?;
    let all: BTreeSet<&String> = names.iter().collect();
    (!names.is_empty() && all.len() == names.len()).then_some(names)
}

fn keys(value: Option<&Value>) -> Vec<&str> {
    let object = value.and_then(Value::as_object);
    object.into_iter().flat_map(|it| it.keys().map(String::as_str)).collect()
}
