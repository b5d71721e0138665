//! Parts of a view as templates see them: the same fields and lists, but units in words, `Rodney (BB 8-9-3)` where the
//! reader knows them and `German 2 ships, 1 LBA` where he can only count. Adds no fact.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use serde_json::{Map, Value};

use crate::problem::count;

/// A part of a view.
#[derive(Clone, Copy)]
pub(super) struct Told<'a>(pub(super) &'a Value);

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(list) => serializer.collect_seq(list.iter().map(Told)),
            Value::Object(fields) => {
                if let Some(words) = words(fields) {
                    return serializer.serialize_str(&words);
                }
                // Coordinates are the chart's affair.
                let fields = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "x" | "lat"));
                let known: Option<Vec<(&'static str, &Value)>> =
                    fields.clone().map(|(name, value)| Some((known(name)?, value))).collect();
                if let Some(known) = known {
                    let mut record = serializer.serialize_struct("", known.len())?;
                    for (name, value) in known {
                        record.serialize_field(name, &Told(value))?;
                    }
                    return record.end();
                }
                let mut map = serializer.serialize_map(None)?;
                for (name, value) in fields {
                    map.serialize_entry(name, &Told(value))?;
                }
                map.end()
            }
            plain => plain.serialize(serializer),
        }
    }
}

/// Field names of views: records of known names are made and searched several times faster than maps. A name that is
/// missing here costs time and nothing else.
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

/// Units in words; nothing for what is neither a unit nor a count of units. The first of the sorted fields tells.
fn words(fields: &Map<String, Value>) -> Option<String> {
    match fields.keys().next()?.as_str() {
        "box" => unit(fields),
        "lba" => stack(fields),
        _ => None,
    }
}

fn unit(fields: &Map<String, Value>) -> Option<String> {
    let word = |name: &str| fields.get(name)?.as_str();
    let (line, class, name) = (word("line")?, word("class")?, word("name")?);
    let mut words = String::with_capacity(name.len() + class.len() + line.len() + 4);
    for part in [name, " (", class, " ", line, ")"] {
        words.push_str(part);
    }
    Some(words)
}

fn stack(fields: &Map<String, Value>) -> Option<String> {
    let number = |name: &str| Some(fields.get(name)?.as_u64()? as usize);
    let (ships, lba, navy) = (number("ships")?, number("lba")?, fields.get("navy")?.as_str()?);
    Some(match (ships, lba) {
        (0, _) => format!("{navy} {lba} LBA"),
        (_, 0) => format!("{navy} {}", count(ships, "ship")),
        _ => format!("{navy} {}, {lba} LBA", count(ships, "ship")),
    })
}
