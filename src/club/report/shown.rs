//! Parts of a view as templates see them: the same fields and lists, but units in words, `Rodney (BB 8-9-3)`
//! where the reader knows them and `German 2 ships, 1 LBA` where he can only count. A list of units is one
//! text: most of a report is such lists, and a text costs a template a fraction of a list. Adds no fact.

use std::fmt::Write;

use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use serde_json::{Map, Value};

use super::units::starred;
use engine::problem::count;
use engine::side::Side;
use engine::view::Known;

/// How much is told of a unit that the reader knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Name, class and stat line.
    Full,
    /// The name alone.
    Name,
}

/// A part of a view.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a>(pub(super) &'a Value, pub(super) Detail);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Shown(value, detail) = *self;
        match value {
            Value::Array(list) => serializer.collect_seq(list.iter().map(|item| Shown(item, detail))),
            Value::Object(fields) => match words(fields, detail) {
                Some(words) => serializer.serialize_str(&words),
                None => record(fields, detail, serializer),
            },
            plain => plain.serialize(serializer),
        }
    }
}

/// A line of a story: no unit, so that none is looked for.
#[derive(Clone, Copy)]
pub(super) struct Line<'a>(pub(super) &'a Value, pub(super) Detail);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(fields) => record(fields, self.1, serializer),
            other => Shown(other, self.1).serialize(serializer),
        }
    }
}

/// The fields of a part of a view, without its place at sea: that is the chart's affair.
fn record<S: Serializer>(
    fields: &Map<String, Value>,
    detail: Detail,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "x" | "lat"));
    let known: Option<Vec<(&'static str, &Value)>> =
        fields.clone().map(|(name, value)| Some((known(name)?, value))).collect();
    if let Some(known) = known {
        let mut record = serializer.serialize_struct("", known.len())?;
        for (name, value) in known {
            record.serialize_field(name, &Field(name, value, detail))?;
        }
        return record.end();
    }
    let mut map = serializer.serialize_map(None)?;
    for (name, value) in fields {
        map.serialize_entry(name, &Field(name, value, detail))?;
    }
    map.end()
}

/// A field of a part of a view, which its name shows to be a list of units or not.
pub(super) struct Field<'a>(pub(super) &'a str, pub(super) &'a Value, pub(super) Detail);

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Field(name, Value::Array(units), _) if lists_own(name) => OwnUnits(units).serialize(serializer),
            Field(name, Value::Array(units), detail) if lists_units(name) => {
                serializer.serialize_str(&listed(units, false, *detail))
            }
            Field(_, value, detail) => Shown(value, *detail).serialize(serializer),
        }
    }
}

/// The reader's own units as one text, with a star after each that the enemy knows.
#[derive(Clone, Copy)]
pub(super) struct OwnUnits<'a>(pub(super) &'a [Value]);

impl Serialize for OwnUnits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&listed(self.0, true, Detail::Full))
    }
}

/// One text for a list of units; one that is told by its name alone is that name.
pub(super) fn text_of<'a>(units: impl IntoIterator<Item = &'a Value>) -> String {
    listed(units, false, Detail::Full)
}

/// The names of a list of units of a view, as one text.
pub(super) fn bare_text_of<'a>(units: impl IntoIterator<Item = &'a Value>) -> String {
    listed(units, false, Detail::Name)
}

fn listed<'a>(units: impl IntoIterator<Item = &'a Value>, own: bool, detail: Detail) -> String {
    let mut text = String::with_capacity(64);
    for unit in units {
        if let Some(name) = unit.as_str() {
            text.extend([if text.is_empty() { "" } else { ", " }, name]);
        }
        let Some(fields) = unit.as_object() else { continue };
        if !text.is_empty() {
            text.push_str(if fields.contains_key("lba") { "; " } else { ", " });
        }
        put(&mut text, fields, detail);
        if own {
            starred(&mut text, &Known::deserialize(&unit["known"]).unwrap_or_default());
        }
    }
    text
}

/// The fields of views that hold lists of the reader's own units, of which the enemy may know some.
fn lists_own(name: &str) -> bool {
    matches!(name, "own" | "available" | "used")
}

/// The other fields of views that hold lists of units.
fn lists_units(name: &str) -> bool {
    matches!(name, "enemy" | "enemy_known" | "units" | "stacks" | "aside" | "by")
}

/// Field names of views: records of known names are made and searched several times faster than maps. A name
/// that is missing here costs time and nothing else.
macro_rules! known {
    ($($name:ident)*) => {
        fn known(name: &str) -> Option<&'static str> {
            match name {
                $(stringify!($name) => Some(stringify!($name)),)*
                _ => None,
            }
        }
    };
}
known! {
    aa allies aside available axis box boxes by capacity change contested control convoy convoys count
    damage damage_dice dice die duty enemy enemy_available enemy_known enemy_used field fought groups hits
    holder id kind layer left minimum name navies navy number own phase place points port quarter reason
    repair result rule segment ships side stacks sunk sure survivability sweeper target to tokens turn turns
    unit units used value why winner zone zones
}

/// Units in words; nothing for what is neither a unit nor a count of units.
fn words(fields: &Map<String, Value>, detail: Detail) -> Option<String> {
    let mut text = String::new();
    put(&mut text, fields, detail).then_some(text)
}

/// Appends a unit or a count of units; false for anything else. One pass over the few fields costs less than
/// looking each of them up.
fn put(text: &mut String, fields: &Map<String, Value>, detail: Detail) -> bool {
    let (mut name, mut side, mut class, mut line, mut marks) = (None, None, None, None, None);
    let (mut navy, mut ships, mut lba) = (None, None, None);
    for (field, value) in fields {
        match field.as_str() {
            "name" => name = value.as_str(),
            "side" => side = value.as_str(),
            "class" => class = value.as_str(),
            "line" => line = value.as_str(),
            "marks" => marks = value.as_array(),
            "navy" => navy = value.as_str(),
            "ships" => ships = value.as_u64(),
            "lba" => lba = value.as_u64(),
            _ => {}
        }
    }
    if let (Some(name), Some(class), Some(line)) = (name, class, line) {
        if detail == Detail::Name {
            text.push_str(name);
            return true;
        }
        let marks = marks.into_iter().flatten().filter_map(Value::as_str);
        put_unit(text, (name, side.and_then(Side::parse)), class, line, marks);
    } else if let (Some(navy), Some(ships), Some(lba)) = (navy, ships, lba) {
        put_stack(text, navy, (ships as usize, lba as usize), false);
    } else {
        return false;
    }
    true
}

/// Appends a unit: name, whose it is if that is said, class and stat line, and the marks on it.
pub(super) fn put_unit<'a>(
    text: &mut String,
    (name, side): (&str, Option<Side>),
    class: &str,
    line: &str,
    marks: impl Iterator<Item = &'a str>,
) {
    text.extend([name, " ("]);
    if let Some(side) = side {
        text.extend([side.adjective(), " "]);
    }
    text.extend([class, " ", line]);
    for (at, mark) in marks.enumerate() {
        text.extend([if at == 0 { "; " } else { ", " }, mark]);
    }
    text.push(')');
}

/// Appends how many units of a navy there are: ships and land-based air; `at_least` says that there may be
/// more.
pub(super) fn put_stack(text: &mut String, navy: &str, (ships, lba): (usize, usize), at_least: bool) {
    text.push_str(navy);
    text.push(' ');
    if ships > 0 {
        text.push_str(&count(ships, "ship"));
    }
    if ships > 0 && lba > 0 {
        text.push_str(", ");
    }
    if lba > 0 || ships == 0 {
        _ = write!(text, "{lba} LBA");
    }
    if at_least {
        text.push_str(" or more");
    }
}
