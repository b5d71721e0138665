//! How the lines of a system's story are gathered, as its file `story.yaml` says it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::outcome::Judged;
use super::tally::{Count, counts};

/// How a system's story is gathered: the file `story.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoryStyle {
    /// The field of a line whose items are listed below its sentence.
    pub(super) below: String,
    #[serde(deserialize_with = "by_kind")]
    pub(super) kinds: Vec<(String, Kind)>,
    /// What is counted, for the outcome of a combat and for the summary.
    #[serde(default, deserialize_with = "counts")]
    pub(super) counts: Vec<Count>,
    /// The line that says who holds the places.
    pub(super) judged: Option<Judged>,
    /// The kind of line that tells who arrives.
    pub(super) arrivals: Option<String>,
    /// Which dice of combats are good, for the picture of luck; nothing where that differs from attack to
    /// attack.
    pub(super) luck: Option<Luck>,
    /// The boxes in which units stand while a combat lasts, in the order in which they are resolved.
    #[serde(default)]
    pub(super) boxes: Vec<CombatBox>,
}

/// A box in which units stand while a combat lasts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CombatBox {
    /// Its name, as views have it.
    pub(super) name: String,
    /// Its name in a list, where it stands many times.
    pub(super) short: String,
}

/// Which of the six faces of a die are good, as the system's `fortunes` counts them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Luck {
    /// How many faces are in an attack; what is added to a die makes it one more each.
    pub(super) faces: u8,
    /// The same against a convoy, if that differs.
    pub(super) convoy: Option<u8>,
    /// The kinds of act in which one face alone is.
    #[serde(default)]
    pub(super) ones: Vec<String>,
}

/// How lines of one kind are told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kind {
    /// Fields in which lines must agree to be told together; none if each is told alone.
    pub(super) together: Option<Vec<Path>>,
    /// Whether several lines stand in a list below their sentence.
    #[serde(default)]
    pub(super) list_lines: bool,
    /// How the list below a sentence is gathered.
    pub(super) gather: Option<Gather>,
    /// Whether it is told for all places at once, at the head of a part.
    #[serde(default)]
    pub(super) head: bool,
    /// Whether a chapter without anything else is left out.
    #[serde(default)]
    pub(super) quiet: bool,
    /// Whether it is left out of a scene with anything else.
    #[serde(default)]
    pub(super) alone: bool,
    /// Whether a table of the report holds what it tells, so that the story need only point there.
    #[serde(default)]
    pub(super) tabled: bool,
    /// The kind of line after which that table no longer holds it.
    pub(super) unless: Option<String>,
    /// What a format without folds leaves of its list to the rest of the report.
    #[serde(rename = "spare")]
    pub(super) abridge: Option<Abridge>,
    /// Whether it shows all units that fight, so that they need no more than their names from there on.
    #[serde(default)]
    pub(super) shows: bool,
    /// Whether units always go by their names alone, because the situation says the rest.
    #[serde(default)]
    pub(super) names: bool,
    /// Whether the card of a combat shows what it tells.
    #[serde(default)]
    pub(super) on_card: bool,
    /// What fields of a line must hold for it to be matter of course in a combat: only the fold of a card has
    /// it.
    pub(super) routine: Option<BTreeMap<String, Value>>,
    /// Whether units go by their names alone in a scene that has shown them.
    #[serde(default)]
    pub(super) brief: bool,
}

/// What a format without folds leaves out of the list below a sentence, since the report has it already.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) enum Abridge {
    /// Places of combats: their cards show who fights and who is left.
    Fought {
        /// The kind of line that ends a turn.
        until: String,
    },
    /// All of it: the ports show it, unless a line of these kinds follows.
    InPort {
        /// The kinds.
        unless: Vec<String>,
    },
    /// Nothing of a list: the sentence itself is shorter, since the sea shows the rest.
    Sea,
}

impl Kind {
    pub(super) fn is_routine(&self, line: &Value) -> bool {
        let fields = self.routine.as_ref();
        fields.is_some_and(|fields| fields.iter().all(|(field, value)| &line[field] == value))
    }
}

/// A list whose items are put together by what they hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gather {
    /// The field of the line that holds the items.
    pub(super) list: String,
    /// The field in which items agree.
    pub(super) by: String,
    /// Its values, in the order in which they are told.
    pub(super) order: Vec<String>,
    /// The field of an item that is told.
    pub(super) keep: String,
}

/// A field, or a field of a field: `unit.navy`.
#[derive(Deserialize)]
#[serde(from = "String")]
pub(super) struct Path(Vec<String>);

impl From<String> for Path {
    fn from(text: String) -> Path {
        Path(text.split('.').map(str::to_owned).collect())
    }
}

impl Path {
    /// What stands in the field.
    pub(super) fn of<'a>(&self, line: &'a Value) -> &'a Value {
        self.0.iter().fold(line, |value, field| &value[field.as_str()])
    }

    /// All that stands in the field, in each item of a list on the way and at its end.
    pub(super) fn all<'a>(&self, line: &'a Value) -> Vec<&'a Value> {
        let mut values = vec![line];
        for field in &self.0 {
            values = values.into_iter().flat_map(|value| items(&value[field.as_str()])).collect();
        }
        values
    }
}

/// The items of a list, or the one thing that is none.
pub(super) fn items(value: &Value) -> impl Iterator<Item = &Value> {
    let (list, one) = match value {
        Value::Array(list) => (list.as_slice(), None),
        Value::Null => (&[][..], None),
        one => (&[][..], Some(one)),
    };
    list.iter().chain(one)
}

/// A list is searched sooner than a map: there are few kinds, and most differ in their length.
fn by_kind<'de, D: Deserializer<'de>>(data: D) -> Result<Vec<(String, Kind)>, D::Error> {
    Ok(BTreeMap::deserialize(data)?.into_iter().collect())
}

impl StoryStyle {
    pub(super) fn of(&self, kind: &str) -> Option<&Kind> {
        self.kinds.iter().find(|(known, _)| known == kind).map(|(_, kind)| kind)
    }

    /// The short name of a box or group, or the name itself.
    pub(super) fn short<'a>(&'a self, of: &'a str) -> &'a str {
        self.boxes.iter().find(|it| it.name == of).map_or(of, |it| it.short.as_str())
    }

    pub(super) fn all(&self, lines: &[Value], are: impl Fn(&Kind) -> bool) -> bool {
        lines.iter().all(|line| line["kind"].as_str().and_then(|kind| self.of(kind)).is_some_and(&are))
    }
}
