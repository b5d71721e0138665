//! The story, gathered so that it reads well: a part for each phase, a scene for each place, one entry for several
//! lines that say the same of different things. Which kinds of lines are gathered by which fields stands in the system's
//! `story.yaml`. Nothing is left out but what is said there to be worth no line of its own.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::told::{Line, Told};

/// How a system's story is gathered: the file `story.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manner {
    /// The field of a line whose items are listed below its sentence.
    below: String,
    #[serde(deserialize_with = "by_kind")]
    kinds: Vec<(String, Kind)>,
}

/// How lines of one kind are told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    /// Fields in which lines must agree to be told together; none if each is told alone.
    together: Option<Vec<Path>>,
    /// Whether several lines stand in a list below their sentence.
    #[serde(default)]
    list_lines: bool,
    /// How the list below a sentence is gathered.
    gather: Option<Gather>,
    /// Whether it is told for all places at once, at the head of a part.
    #[serde(default)]
    head: bool,
    /// Whether a chapter without anything else is left out.
    #[serde(default)]
    quiet: bool,
    /// Whether it is left out of a scene with anything else.
    #[serde(default)]
    alone: bool,
}

/// A list whose items are put together by what they hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gather {
    /// The field of the line that holds the items.
    list: String,
    /// The field in which items agree.
    by: String,
    /// Its values, in the order in which they are told.
    order: Vec<String>,
    /// The field of an item that is told.
    keep: String,
}

/// A field, or a field of a field: `unit.navy`.
#[derive(Deserialize)]
#[serde(from = "String")]
struct Path(Vec<String>);

impl From<String> for Path {
    fn from(text: String) -> Path {
        Path(text.split('.').map(str::to_owned).collect())
    }
}

impl Path {
    fn of<'a>(&self, line: &'a Value) -> &'a Value {
        self.0.iter().fold(line, |value, field| &value[field.as_str()])
    }
}

/// A list is searched sooner than a map: there are few kinds, and most differ in their length.
fn by_kind<'de, D: Deserializer<'de>>(data: D) -> Result<Vec<(String, Kind)>, D::Error> {
    Ok(BTreeMap::deserialize(data)?.into_iter().collect())
}

impl Manner {
    fn of(&self, kind: &str) -> Option<&Kind> {
        self.kinds.iter().find(|(known, _)| known == kind).map(|(_, kind)| kind)
    }

    fn all(&self, lines: &[Value], are: impl Fn(&Kind) -> bool) -> bool {
        lines.iter().all(|line| line["kind"].as_str().and_then(|kind| self.of(kind)).is_some_and(&are))
    }
}

/// A phase.
#[derive(serde::Serialize)]
pub(super) struct Part<'a> {
    title: &'a str,
    scenes: Vec<Scene<'a>>,
}

/// What happened at one place, or everywhere.
#[derive(serde::Serialize)]
struct Scene<'a> {
    place: Option<&'a str>,
    entries: Vec<Entry<'a>>,
}

/// Lines of one kind that are told together, and what to list below them.
#[derive(serde::Serialize)]
pub(super) struct Entry<'a> {
    pub(super) kind: &'a str,
    rule: &'a str,
    pub(super) lines: Vec<Line<'a>>,
    pub(super) details: Vec<Detail<'a>>,
    #[serde(skip)]
    manner: Option<&'a Kind>,
}

impl<'a> Entry<'a> {
    /// An entry for one line alone.
    pub(super) fn of(manner: &'a Manner, line: &'a Value) -> Entry<'a> {
        let mut entry = Entry::begin(manner, line);
        entry.details = details(manner, &entry);
        entry
    }

    fn begin(manner: &'a Manner, line: &'a Value) -> Entry<'a> {
        let word = |name: &str| line[name].as_str().unwrap_or_default();
        let kind = word("kind");
        Entry {
            kind,
            rule: word("rule"),
            lines: vec![Line(line)],
            details: Vec::new(),
            manner: manner.of(kind),
        }
    }

    /// Whether another line says the same of a different thing.
    fn takes(&self, line: &Value) -> bool {
        let first = self.lines[0].0;
        let Some(fields) = self.manner.and_then(|manner| manner.together.as_ref()) else { return false };
        line["kind"] == self.kind && fields.iter().all(|field| field.of(first) == field.of(line))
    }
}

/// One thing of a list.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum Detail<'a> {
    Thing(Told<'a>),
    Line(Line<'a>),
    Gathered(Gathered<'a>),
}

/// Items that agree in a field: `{BY: VALUE, LIST: [..]}`.
pub(super) struct Gathered<'a> {
    gather: &'a Gather,
    value: &'a str,
    items: Vec<&'a str>,
}

impl Serialize for Gathered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(&self.gather.by, self.value)?;
        map.serialize_entry(&self.gather.list, &self.items)?;
        map.end()
    }
}

/// Gathers the chapters of a view.
pub(super) fn parts<'a>(manner: &'a Manner, chapters: &'a [Value]) -> Vec<Part<'a>> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    for chapter in chapters {
        let lines = chapter["lines"].as_array().map_or(&[][..], Vec::as_slice);
        if manner.all(lines, |kind| kind.quiet) {
            continue;
        }
        let title = chapter["title"].as_str().unwrap_or_default();
        let (title, place) = match chapter["zone"].is_null() {
            true => (title, None),
            false => title.rsplit_once(": ").map_or((title, None), |(title, place)| (title, Some(place))),
        };
        if parts.last().is_none_or(|part| part.title != title) {
            parts.push(Part { title, scenes: Vec::new() });
        }
        let scenes = &mut parts.last_mut().expect("just pushed").scenes;
        let of_all = manner.all(lines, |kind| kind.head);
        gather(manner, &mut scene(scenes, place, of_all).entries, lines);
    }
    for scene in parts.iter_mut().flat_map(|part| &mut part.scenes).filter(|scene| scene.entries.len() > 1) {
        scene.entries.retain(|entry| !entry.manner.is_some_and(|kind| kind.alone));
    }
    parts
}

/// The scene into which lines of a place go: the last one, if it is that place's, or a new one. What is told of all
/// places goes to the head.
fn scene<'s, 'a>(scenes: &'s mut Vec<Scene<'a>>, place: Option<&'a str>, of_all: bool) -> &'s mut Scene<'a> {
    let (place, at) = if of_all { (None, 0) } else { (place, scenes.len()) };
    let found = if of_all { scenes.first() } else { scenes.last() };
    if found.is_some_and(|scene| scene.place == place) {
        return &mut scenes[at.saturating_sub(1)];
    }
    scenes.insert(at, Scene { place, entries: Vec::new() });
    &mut scenes[at]
}

fn gather<'a>(manner: &'a Manner, entries: &mut Vec<Entry<'a>>, lines: &'a [Value]) {
    for line in lines {
        match entries.last_mut().filter(|entry| entry.takes(line)) {
            Some(entry) => entry.lines.push(Line(line)),
            None => entries.push(Entry::begin(manner, line)),
        }
    }
    for entry in entries.iter_mut().filter(|entry| entry.details.is_empty()) {
        entry.details = details(manner, entry);
    }
}

/// What is listed below the sentence of an entry.
fn details<'a>(manner: &'a Manner, entry: &Entry<'a>) -> Vec<Detail<'a>> {
    let first = entry.lines[0].0;
    let field = |name: &str| first[name].as_array().map_or(&[][..], Vec::as_slice);
    match entry.manner {
        Some(Kind { gather: Some(gather), .. }) => gathered(gather, field(&gather.list)),
        Some(Kind { list_lines: true, .. }) if entry.lines.len() > 1 => {
            entry.lines.iter().copied().map(Detail::Line).collect()
        }
        _ => field(&manner.below).iter().map(|group| Detail::Thing(Told(group))).collect(),
    }
}

fn gathered<'a>(gather: &'a Gather, items: &'a [Value]) -> Vec<Detail<'a>> {
    let of = |value: &'a String| {
        let those = items.iter().filter(|item| item[gather.by.as_str()] == value.as_str());
        let items: Vec<&str> = those.filter_map(|item| item[gather.keep.as_str()].as_str()).collect();
        (!items.is_empty()).then_some(Detail::Gathered(Gathered { gather, value, items }))
    };
    gather.order.iter().filter_map(of).collect()
}
