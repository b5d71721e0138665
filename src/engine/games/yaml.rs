//! Reads YAML into a typed shape by way of JSON, so that one reader serves for every shape: a file given by
//! hand goes the way of the built-in ones, and the program holds no second reader for each of its shapes.

use std::fmt::Write;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::{Location, Spanned};

use super::convert;
use super::shape::{Misfit, Part};
use super::stream::Streamed;
use crate::problem::suggest;

/// What is wrong with a YAML text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlFault {
    /// The line, from 1; 0 when unknown.
    pub line: u64,
    /// The column, from 1; 0 when unknown.
    pub column: u64,
    /// What, without the place.
    pub what: String,
}

/// Reads a text that keeps to `convert::options`.
///
/// # Errors
/// [`YamlFault`] when it is not YAML, breaks a limit, or does not fit the shape.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, YamlFault> {
    // Most texts are right, and a tree with the place of each part takes many times the memory.
    let streamed = serde_yaml::from_str_with_options(text, convert::options(text)).ok();
    // Read as text, as with places: then the code that reads each type is there once.
    match streamed.and_then(|Streamed(json)| serde_json::from_str(&json).ok()) {
        Some(value) => Ok(value),
        None => read_with_places(text),
    }
}

/// Reads a text by way of a tree that knows where its parts stand.
fn read_with_places<T: DeserializeOwned>(text: &str) -> Result<T, YamlFault> {
    let node: Spanned<Node> = serde_yaml::from_str_with_options(text, convert::options(text))
        .map_err(|error| YamlFault::of_yaml(&error))?;
    let json = Json::of(&node);
    serde_json::from_str(&json.text).map_err(|error| json.fault(&error))
}

/// Reads a text that keeps to `convert::options` without the way over JSON: where a text is wanted, a number
/// that stands unquoted is one, as in `section: 14.10`.
///
/// # Errors
/// As [`read`].
pub fn read_directly<T: DeserializeOwned>(text: &str) -> Result<T, YamlFault> {
    let node: Spanned<Node> = serde_yaml::from_str_with_options(text, convert::options(text))
        .map_err(|error| YamlFault::of_yaml(&error))?;
    T::deserialize(Part { node: &node, text }).map_err(Misfit::fault)
}

/// A text as compact JSON, as [`convert::to_json`] writes it.
///
/// # Errors
/// [`YamlFault`] when it is not YAML or breaks a limit.
pub(crate) fn to_json(text: &str) -> Result<String, YamlFault> {
    convert::to_json(text).map_err(|error| YamlFault::of_yaml(&error))
}

impl YamlFault {
    /// The key or word that was probably meant where an unknown one stands, among those that may stand there.
    pub fn meant(&self) -> Option<&str> {
        let rest = self
            .what
            .strip_prefix("unknown field ")
            .or_else(|| self.what.strip_prefix("unknown variant "))?;
        let (word, known) = rest.split_once(", expected ")?;
        // Each name stands in backquotes, in whatever words between.
        let named = known.split('`').skip(1).step_by(2);
        suggest(word.trim_matches('`'), named)
    }

    fn of_yaml(error: &serde_yaml::Error) -> YamlFault {
        let (line, column) = error.location().map_or((0, 0), |it| (it.line(), it.column()));
        let told = error.render_with_formatter(&serde_yaml::UserMessageFormatter);
        if told.contains("limits breached: Anchors") {
            let what =
                "anchors (`&name`) and aliases (`*name`) are not allowed; write each value out".to_owned();
            return YamlFault { line, column, what };
        }
        let place = format!(" at line {line}, column {column}");
        let told = told.replace("invalid u8", "not a whole number from 0 to 255");
        YamlFault { line, column, what: told.replace(&place, "") }
    }
}

/// A YAML value of any shape.
pub(super) enum Node {
    Scalar(serde_json::Value),
    List(Vec<Spanned<Node>>),
    Map(Vec<(Spanned<String>, Spanned<Node>)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Scalar(serde_json::Value::Null))
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Scalar(serde_json::Value::Null))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        Node::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_string<E>(self, value: String) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Node::Map(entries))
    }
}

/// The same value as JSON on one line, and where its parts stood in the YAML.
struct Json {
    text: String,
    /// For places in the text, in rising order, the place in the YAML.
    places: Vec<(usize, Location)>,
}

impl Json {
    fn of(node: &Spanned<Node>) -> Json {
        let mut json = Json { text: String::new(), places: Vec::new() };
        json.value(node);
        json
    }

    fn value(&mut self, node: &Spanned<Node>) {
        self.place(node.referenced);
        match &node.value {
            Node::Scalar(scalar) => self.scalar(scalar),
            Node::List(items) => self.between('[', ']', node.referenced, items, Json::value),
            Node::Map(entries) => self.between('{', '}', node.referenced, entries, |json, (key, value)| {
                json.place(key.referenced);
                json.scalar(&key.value);
                json.text.push(':');
                json.value(value);
            }),
        }
    }

    /// A list or a map. Whoever finds something missing finds it at the end, and is sent to the beginning.
    fn between<T>(
        &mut self,
        open: char,
        close: char,
        at: Location,
        items: &[T],
        write: impl Fn(&mut Json, &T),
    ) {
        self.text.push(open);
        for (n, item) in items.iter().enumerate() {
            if n > 0 {
                self.text.push(',');
            }
            write(self, item);
        }
        self.place(at);
        self.text.push(close);
    }

    fn place(&mut self, at: Location) {
        self.places.push((self.text.len(), at));
    }

    fn scalar(&mut self, value: &impl serde::Serialize) {
        // Neither a scalar nor a text has anything that JSON cannot say.
        if let Ok(text) = serde_json::to_string(value) {
            let _ = self.text.write_str(&text);
        }
    }

    /// The reader stops behind a scalar that it does not like, and before a list or a map.
    fn fault(&self, error: &serde_json::Error) -> YamlFault {
        let begins = |at: usize| !matches!(self.text.as_bytes().get(at), Some(b']' | b'}'));
        let column = error.column();
        let before = self.places.partition_point(|(at, _)| *at < column || *at == column && begins(*at));
        let at = before.checked_sub(1).map(|at| self.places[at].1);
        let (line, column) = at.map_or((0, 0), |it| (it.line(), it.column()));
        YamlFault { line, column, what: plain(&without_place(error)) }
    }
}

/// What is wrong with JSON that nobody has in a file, so that lines and columns in it mean nothing.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let told = error.to_string();
    told.rsplit_once(" at line ").map_or(told.as_str(), |(told, _)| told).to_owned()
}

/// The names of Rust's numbers say little to whoever writes a file.
pub(super) fn plain(told: &str) -> String {
    let ranges = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected usize", "expected a whole number, 0 or more"),
        ("expected i16", "expected a whole number"),
        ("expected i32", "expected a whole number"),
        ("expected f32", "expected a number"),
        ("expected f64", "expected a number"),
    ];
    ranges
        .iter()
        .find_map(|(rust, words)| told.strip_suffix(rust).map(|it| format!("{it}{words}")))
        .unwrap_or_else(|| told.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::convert::NODES;
    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Ship {
        name: String,
        guns: u8,
        #[serde(default)]
        speed: Option<f32>,
        #[serde(default)]
        notes: BTreeMap<String, Vec<bool>>,
    }

    #[test]
    fn the_word_that_was_meant_is_found_among_those_that_may_stand_there() {
        let meant = |text: &str| read::<Vec<Ship>>(text).unwrap_err().meant().map(str::to_owned);
        assert_eq!(meant("- {name: Hood, gums: 8}").as_deref(), Some("guns"));
        assert_eq!(meant("- {name: Hood, xyzzy: 8}"), None);
        assert_eq!(meant("- {name: Hood}"), None);
    }

    fn fault(text: &str) -> (u64, u64, String) {
        let YamlFault { line, column, what } = read::<Vec<Ship>>(text).unwrap_err();
        (line, column, what)
    }

    #[test]
    fn what_is_right_is_read() {
        let text = "- name: \"Hood: \\u00fc\"\n  guns: 8\n  speed: 31.5\n  notes: {1: [true], b: []}\n- {name: x, guns: 0, speed: null}\n";
        let ships: Vec<Ship> = read(text).unwrap();
        assert_eq!((ships[0].name.as_str(), ships[0].guns, ships[0].speed), ("Hood: ü", 8, Some(31.5)));
        assert_eq!(ships[0].notes["1"], [true]);
        assert_eq!(ships[1].speed, None);
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    enum Order {
        Hold,
        Sail(String),
        Fire { at: u8 },
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Page {
        section: String,
        orders: Vec<Order>,
        #[serde(default)]
        by_turn: BTreeMap<u8, Option<(u8, bool)>>,
    }

    #[test]
    fn a_number_is_a_text_where_one_is_wanted() {
        let text =
            "section: 14.10\norders: [hold, {sail: 1e3}, fire: {at: 9}]\nby_turn: {1: [2, true], 2: ~}\n";
        let orders = vec![Order::Hold, Order::Sail("1e3".to_owned()), Order::Fire { at: 9 }];
        let by_turn = [(1, Some((2, true))), (2, None)].into();
        assert_eq!(read_directly(text), Ok(Page { section: "14.10".to_owned(), orders, by_turn }));
    }

    #[test]
    fn what_is_wrong_is_found_there_too() {
        let fault = |text: &str| {
            let YamlFault { line, column, what } = read_directly::<Page>(text).unwrap_err();
            (line, column, what)
        };
        assert_eq!(
            fault("section: a\norders:\n  - fire: {at: 300}\n"),
            (3, 16, "invalid value: integer `300`, expected a whole number from 0 to 255".to_owned())
        );
        assert_eq!(
            fault("section: a\norder: []\n"),
            (2, 1, "unknown field `order`, expected one of section, orders, by_turn".to_owned())
        );
        assert_eq!(
            fault("section: a\norders: [sink]\n"),
            (2, 10, "unknown variant `sink`, expected one of hold, sail, fire".to_owned())
        );
        assert_eq!(fault("orders: []\n"), (1, 1, "missing field `section`".to_owned()));
        assert_eq!(fault("section: [a]\norders: []\n").0, 1);
        assert_eq!(
            fault("section: a\norders: []\nby_turn: {x: ~}\n"),
            (3, 11, "invalid type: string \"x\", expected a whole number from 0 to 255".to_owned())
        );
    }

    #[test]
    fn what_is_wrong_is_found() {
        assert_eq!(
            fault("- name: Hood\n  guns: 300\n"),
            (2, 9, "invalid value: integer `300`, expected a whole number from 0 to 255".to_owned())
        );
        assert_eq!(fault("- name: Hood\n  guns: many\n  speed: 1\n").0, 2);
        let (line, column, what) = fault("- name: Hood\n  gums: 8\n  guns: 8\n");
        assert_eq!((line, column), (2, 3));
        assert!(what.starts_with("unknown field `gums`, expected one of"), "{what}");
        assert_eq!(fault("- {name: a, guns: 1}\n- name: Hood\n"), (2, 3, "missing field `guns`".to_owned()));
        assert_eq!(fault("name: Hood\n").0, 1);
        let (line, column, what) = fault("- name: Hood\n  guns:\n    - 1\n");
        assert_eq!((line, column), (3, 5), "{what}");
        assert_eq!(fault("- name: Hood\n  guns: 8\n  guns: 9\n").0, 3);
        assert_eq!(fault("- name: Hood\n  notes: [\n").0, 2);
        let (line, _, what) = fault("- &h {name: Hood, guns: 8}\n- *h\n");
        assert_eq!((line, &what[..7]), (1, "anchors"));
    }

    #[test]
    fn a_text_is_the_same_json_with_places_and_without() {
        let texts = [
            "",
            "~",
            "a: [1, -2, 0x1f, 1.5, 1e3, .nan, .inf, true, yes, ~, '', \"\\u2028\\n\", 18446744073709551615]",
            "b: {}\na: []\n1: {2: [{}, [[], {x: y}]]}\n",
            "text: |\n  one\n  two\nfolded: >-\n  three\n  four\n",
            "- a\n-\n- - b\n  - c: d\n    e:\n",
            "a: 1\na: 2\n",
            "a: 1\n---\nb: 2\n",
            "a: !!binary x\n",
        ];
        for text in texts {
            let options = || convert::options(text);
            let streamed = serde_yaml::from_str_with_options(text, options());
            let tree: Result<Spanned<Node>, _> = serde_yaml::from_str_with_options(text, options());
            let streamed = streamed.ok().map(|Streamed(json)| json);
            assert_eq!(streamed, tree.ok().map(|node| Json::of(&node).text), "{text}");
        }
    }

    #[test]
    fn a_long_text_that_people_may_write_is_read_and_a_bomb_is_not() {
        let read = |text: &str| read::<serde::de::IgnoredAny>(text).map(drop);
        let player = |at| format!("p{at}: {{name: P, address: p{at}@example.org}}");
        let players = (0..6).map(player).collect::<Vec<_>>().join(", ");
        let line = |at| format!("  - {{folder: m{at}, players: {{{players}}}}}\n");
        assert_eq!(read(&format!("matches:\n{}", (0..10_000).map(line).collect::<String>())), Ok(()));
        let dense = format!("[{}]", "[],".repeat(NODES));
        assert!(read(&dense).unwrap_err().what.contains("Nodes"));
        let deep = |depth| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(read(&deep(16)), Ok(()));
        assert!(read(&deep(17)).is_err());
        let laughs = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
        assert!(read(laughs).unwrap_err().what.starts_with("anchors"));
    }
}
