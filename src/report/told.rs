//! Parts of a view as templates see them: the same fields and lists, but units in words, `Rodney (BB 8-9-3)` where the
//! reader knows them and `German 2 ships, 1 LBA` where he can only count. Adds no fact.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::problem::count;

/// A part of a view.
#[derive(Clone, Copy)]
pub(super) struct Told<'a>(pub(super) &'a Value);

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(list) => serializer.collect_seq(list.iter().map(Told)),
            Value::Object(fields) => {
                if let Some(words) = unit(self.0).or_else(|| stack(self.0)) {
                    return serializer.serialize_str(&words);
                }
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, &Told(value))?;
                }
                map.end()
            }
            plain => plain.serialize(serializer),
        }
    }
}

/// A unit in words; nothing for what is no unit.
fn unit(value: &Value) -> Option<String> {
    let word = |name: &str| value.get(name)?.as_str();
    let (line, class, name) = (word("line")?, word("class")?, word("name")?);
    let mut words = String::with_capacity(name.len() + class.len() + line.len() + 4);
    for part in [name, " (", class, " ", line, ")"] {
        words.push_str(part);
    }
    Some(words)
}

/// Units of a navy in words; nothing for what is no count of units.
fn stack(value: &Value) -> Option<String> {
    let number = |name: &str| Some(value.get(name)?.as_u64()? as usize);
    let (ships, lba, navy) = (number("ships")?, number("lba")?, value.get("navy")?.as_str()?);
    let (of_ships, of_lba) = (count(ships, "ship"), format!("{lba} LBA"));
    Some(match (ships, lba) {
        (0, _) => format!("{navy} {of_lba}"),
        (_, 0) => format!("{navy} {of_ships}"),
        _ => format!("{navy} {of_ships}, {of_lba}"),
    })
}
