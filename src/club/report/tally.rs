//! What a story comes to: how many ships of each side were sunk, what forces met. What is counted stands in
//! the system's `story.yaml`; the words are the templates' affair.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::shown;
use super::sides::Sides;
use super::story_style::Path;
use engine::side::Side;
use engine::view::{Befell, Card};

/// One thing that is counted: lines of a kind, or counters on the cards of combats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Count {
    /// The kind of line that tells it.
    kind: Option<String>,
    /// The gravest that befell the counters of a card which are counted.
    fate: Option<Befell>,
    /// As what it counts: the word under which templates find it.
    #[serde(rename = "as")]
    word: String,
    /// What fields of the line must hold.
    #[serde(default, rename = "where")]
    only: BTreeMap<String, Value>,
    /// The field with the side that it befell.
    side: Option<Path>,
    /// The field with the units that it befell.
    units: Option<Path>,
    /// The field with how many there were, if that is not the number of units, or one.
    number: Option<Path>,
    /// How much it makes a combat worth a mention.
    #[serde(default)]
    weight: usize,
    /// Whether it is counted place by place alone, and not for the whole story.
    #[serde(default)]
    by_place: bool,
}

/// Reads the list of what is counted.
pub(super) fn counts<'de, D: Deserializer<'de>>(data: D) -> Result<Vec<Count>, D::Error> {
    let counts = Vec::<Count>::deserialize(data)?;
    match counts.iter().find(|count| count.kind.is_some() == count.fate.is_some()) {
        Some(Count { word, .. }) => {
            Err(D::Error::custom(format!("`{word}` is counted either by a `kind` of line or by a `fate`")))
        }
        None => Ok(counts),
    }
}

/// What lines of a story come to.
#[derive(Clone, Default)]
pub(super) struct Tally<'a> {
    sums: Vec<Sum<'a>>,
    /// Whose a unit is of which a line says nothing: the reader's own.
    reader: Option<&'a str>,
    /// How much of it is worth a mention.
    pub(super) weight: usize,
}

/// What of one word befell one side.
#[derive(Clone)]
struct Sum<'a> {
    word: &'a str,
    side: Option<&'a str>,
    number: usize,
    units: Vec<Named<'a>>,
}

/// A unit as far as it is counted.
#[derive(Clone, Copy)]
struct Named<'a> {
    id: Option<&'a str>,
    name: &'a str,
    navy: &'a str,
    class: &'a str,
}

impl<'a> Named<'a> {
    /// A unit of a line, which may be its name only.
    fn of(unit: &'a Value) -> Named<'a> {
        let word = |name: &str| unit[name].as_str();
        Named {
            id: word("id"),
            name: word("name").or(unit.as_str()).unwrap_or_default(),
            navy: word("navy").unwrap_or_default(),
            class: word("class").unwrap_or_default(),
        }
    }

    /// Whether two are one: by their ids, or by their names where one has no more of them.
    fn is(&self, other: &Named<'_>) -> bool {
        match (self.id, other.id) {
            (Some(one), Some(other)) => one == other,
            _ => self.name == other.name,
        }
    }
}

/// How many units are named before the others are only counted.
const NAMED: usize = 8;

impl<'a> Tally<'a> {
    /// Nothing so far, as a side reads it.
    pub(super) fn read_by(reader: Side) -> Tally<'a> {
        Tally { reader: Some(reader.id()), ..Tally::default() }
    }

    /// Counts a line of a place.
    pub(super) fn take_here(&mut self, counts: &'a [Count], line: &'a Value) {
        counts.iter().filter(|count| count.is_of(line)).for_each(|count| self.add(count, line, true));
    }

    /// Counts a line for the whole story.
    pub(super) fn take(&mut self, counts: &'a [Count], line: &'a Value) {
        let whole = counts.iter().filter(|count| !count.by_place && count.is_of(line));
        whole.for_each(|count| self.add(count, line, false));
    }

    /// Counts what befell the counters of a combat, here or for the whole story.
    pub(super) fn take_card(&mut self, counts: &'a [Count], card: &'a Card<&'a str>, here: bool) {
        for count in counts.iter().filter(|count| here || !count.by_place) {
            let Some(fate) = count.fate else { continue };
            for row in &card.rows {
                let befell = row
                    .counters
                    .iter()
                    .filter(|it| it.fates.iter().map(|fate| fate.what).min() == Some(fate));
                let units = befell.map(|it| {
                    let unit = &it.unit;
                    Named { id: Some(unit.id), name: unit.name, navy: unit.navy, class: unit.class }
                });
                self.put(count, Some(row.side.id()), units.collect(), None, true);
            }
        }
    }

    /// Adds what a line tells. At one place a unit counts once, however often it is told.
    fn add(&mut self, count: &'a Count, line: &'a Value, once: bool) {
        let side = count.side.as_ref().and_then(|side| side.of(line).as_str().or(self.reader));
        let units = count.units.as_ref().map(|units| units.all(line).into_iter().map(Named::of).collect());
        let number = match (&count.number, &units) {
            (Some(number), _) => Some(number.of(line).as_u64().unwrap_or(0) as usize),
            (None, Some(_)) => None,
            (None, None) => Some(1),
        };
        self.put(count, side, units.unwrap_or_default(), number, once);
    }

    /// Adds units of a side, and as many as they are unless another number is given.
    fn put(
        &mut self,
        count: &'a Count,
        side: Option<&'a str>,
        units: Vec<Named<'a>>,
        number: Option<usize>,
        once: bool,
    ) {
        let at = self.sums.iter().position(|sum| sum.word == count.word && sum.side == side);
        let at = at.unwrap_or_else(|| {
            self.sums.push(Sum { word: &count.word, side, number: 0, units: Vec::new() });
            self.sums.len() - 1
        });
        let sum = &mut self.sums[at];
        let before = sum.units.len();
        for unit in units {
            if !once || !sum.units.iter().any(|known| known.is(&unit)) {
                sum.units.push(unit);
            }
        }
        let more = number.unwrap_or(sum.units.len() - before);
        sum.number += more;
        self.weight += more * count.weight;
    }

    /// Adds what was counted later.
    pub(super) fn join(&mut self, later: Tally<'a>) {
        self.weight += later.weight;
        for of in later.sums {
            match self.sums.iter_mut().find(|sum| sum.word == of.word && sum.side == of.side) {
                Some(sum) => {
                    sum.number += of.number;
                    sum.units.extend(of.units);
                }
                None => self.sums.push(of),
            }
        }
    }

    /// Whether nothing was counted.
    pub(super) fn is_empty(&self) -> bool {
        self.sums.iter().all(|sum| sum.number == 0)
    }

    /// How many units were told of.
    pub(super) fn units(&self) -> usize {
        self.sums.iter().map(|sum| sum.units.len()).sum()
    }

    /// Puts what befell the sides into the order in which the report names them.
    pub(super) fn sort(&mut self, sides: &Sides<'_>) {
        self.sums.sort_by_key(|sum| sides.rank_of(sum.side));
    }

    /// The words under which anything was counted, each with what befell the sides.
    pub(super) fn words(&self) -> Vec<(&'a str, impl Serialize + use<'_, 'a>)> {
        let mut words: Vec<(&'a str, Vec<&Sum<'a>>)> = Vec::new();
        for sum in self.sums.iter().filter(|sum| sum.number > 0) {
            match words.iter_mut().find(|(word, _)| *word == sum.word) {
                Some((_, sums)) => sums.push(sum),
                None => words.push((sum.word, vec![sum])),
            }
        }
        words
    }
}

impl Count {
    fn is_of(&self, line: &Value) -> bool {
        let Some(kind) = self.kind.as_deref() else { return false };
        line["kind"] == kind && self.only.iter().all(|(field, value)| &line[field] == value)
    }
}

/// What was counted, under its words.
pub(super) struct Counted<'a>(pub(super) Tally<'a>);

impl Serialize for Counted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (word, sums) in self.0.words() {
            map.serialize_entry(word, &sums)?;
        }
        map.end()
    }
}

impl Serialize for Sum<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sum = serializer.serialize_struct("Sum", 4)?;
        sum.serialize_field("side", &self.side)?;
        sum.serialize_field("number", &self.number)?;
        sum.serialize_field("names", &some_of(self.units.iter().map(|unit| unit.name)))?;
        sum.serialize_field("navies", &by_navy(&self.units))?;
        sum.end()
    }
}

/// The first of some names with commas, and how many more there are.
pub(super) fn some_of<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let (mut text, mut more) = (String::new(), 0);
    for (at, name) in names.enumerate() {
        if at < NAMED {
            text.extend([if at == 0 { "" } else { ", " }, name]);
        } else {
            more += 1;
        }
    }
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

/// How many units of each navy there are, navies in the order in which they come.
fn by_navy(units: &[Named<'_>]) -> String {
    let mut navies: Vec<(&str, usize, usize)> = Vec::new();
    for unit in units {
        let navy = unit.navy;
        let at = navies.iter().position(|(known, ..)| *known == navy).unwrap_or_else(|| {
            navies.push((navy, 0, 0));
            navies.len() - 1
        });
        if unit.class == "LBA" { navies[at].2 += 1 } else { navies[at].1 += 1 }
    }
    let mut text = String::new();
    for (navy, ships, lba) in navies {
        text.push_str(if text.is_empty() { "" } else { ", " });
        shown::put_stack(&mut text, navy, (ships, lba), false);
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_counted_is_a_line_or_a_counter() {
        let read = |of: Value| counts(json!([of])).map(|counts| counts.len()).map_err(|it| it.to_string());
        assert_eq!(read(json!({"kind": "sunk", "as": "lost"})), Ok(1));
        assert_eq!(read(json!({"fate": "sunk", "as": "lost"})), Ok(1));
        let refused = Err("`lost` is counted either by a `kind` of line or by a `fate`".to_owned());
        assert_eq!(read(json!({"as": "lost"})), refused);
        assert_eq!(read(json!({"kind": "sunk", "fate": "sunk", "as": "lost"})), refused);
    }

    #[test]
    fn counters_that_were_sunk_on_a_card_count_for_their_side() {
        let unit = |id: &str| json!({"id": id, "name": id, "navy": "x", "class": "BB", "line": "1"});
        let counter = |id: &str, fates: &[&str]| json!({"unit": unit(id), "fates": fates.iter().map(|what| json!({"what": what})).collect::<Vec<_>>()});
        engine::rulebook::two_sided::declare();
        let card = json!({"over": true, "acts": [], "rows": [
            {"side": "axis", "counters": [counter("a", &["damaged", "sunk"]), counter("b", &["damaged"])]},
            {"side": "allies", "counters": [counter("c", &[])]},
        ]});
        let card: Card<&str> = Deserialize::deserialize(&card).unwrap();
        let counts: Vec<Count> = serde_json::from_value(
            json!([{"fate": "sunk", "as": "lost", "weight": 4}, {"fate": "damaged", "as": "hurt", "weight": 2}]),
        )
        .unwrap();
        let mut tally = Tally::default();
        // A chapter that tells it again adds nothing.
        tally.take_card(&counts, &card, true);
        tally.take_card(&counts, &card, true);
        let told: Vec<Value> = tally.words().into_iter().map(|(word, sums)| json!({word: sums})).collect();
        assert_eq!(
            (&told[0]["lost"][0]["side"], &told[0]["lost"][0]["names"]),
            (&json!("axis"), &json!("a"))
        );
        assert_eq!((told.len(), &told[1]["hurt"][0]["names"], tally.weight), (2, &json!("b"), 6));
    }

    #[test]
    fn units_that_are_names_only_are_named() {
        let count = json!([{"kind": "took-effect", "as": "hurt", "units": "hurt"}]);
        let counts: Vec<Count> = serde_json::from_value(count).unwrap();
        let line = json!({"kind": "took-effect", "hurt": ["Hood", "Renown"]});
        let mut tally = Tally::default();
        tally.take_here(&counts, &line);
        // Whoever is told of twice at one place counts once.
        tally.take_here(&counts, &line);
        let sums: Vec<Value> = tally.words().into_iter().map(|(word, sums)| json!({word: sums})).collect();
        assert_eq!(sums[0]["hurt"][0]["names"], "Hood, Renown", "{sums:?}");
    }

    #[test]
    fn a_unit_counts_once_at_a_place_and_each_side_apart() {
        let counts: Vec<Count> = serde_json::from_value(json!([
            {"kind": "shown", "as": "forces", "side": "side", "units": "boxes.units", "by_place": true},
            {"kind": "struck", "where": {"result": "sunk"}, "as": "sunk", "side": "side", "units": "unit", "weight": 4},
        ]))
        .unwrap();
        let unit = |name: &str| json!({"id": name, "name": name, "navy": "British", "class": "BB"});
        let shown =
            json!({"kind": "shown", "side": "allies", "boxes": [{"units": [unit("Hood"), unit("Nelson")]}]});
        let struck = |result: &str| json!({"kind": "struck", "side": "allies", "unit": unit("Hood"), "result": result});
        let lines = [shown.clone(), shown, struck("sunk"), struck("unharmed")];
        let (mut here, mut whole) = (Tally::default(), Tally::default());
        for line in &lines {
            here.take_here(&counts, line);
            whole.take(&counts, line);
        }
        let words = |tally: &Tally<'_>| {
            let all = tally.words().into_iter().map(|(word, sums)| json!({word: sums}));
            Value::Array(all.collect())
        };
        let sunk =
            json!({"sunk": [{"side": "allies", "number": 1, "names": "Hood", "navies": "British 1 ship"}]});
        let forces = json!({"forces": [
            {"side": "allies", "number": 2, "names": "Hood, Nelson", "navies": "British 2 ships"}]});
        assert_eq!(words(&here), json!([forces, sunk]));
        assert_eq!(words(&whole), json!([sunk]));
        assert_eq!((here.weight, whole.weight), (4, 4));
    }

    #[test]
    fn many_names_are_cut_short() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        assert_eq!(some_of(names.into_iter()), "a, b, c, d, e, f, g, h and 2 more");
        assert_eq!(some_of(names.into_iter().take(8)), "a, b, c, d, e, f, g, h");
    }
}
