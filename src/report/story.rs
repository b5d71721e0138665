//! The story, gathered so that it reads well: a part for each phase, a scene for each place, one entry for several
//! lines that say the same of different things. Nothing is left out but parts in which nothing happened, and the end of
//! a combat of which more is told.

use serde::Serialize;
use serde_json::Value;

use super::told::Told;

/// A phase.
#[derive(Serialize)]
pub(super) struct Part<'a> {
    title: &'a str,
    scenes: Vec<Scene<'a>>,
}

/// What happened at one place, or everywhere.
#[derive(Serialize)]
struct Scene<'a> {
    place: Option<&'a str>,
    entries: Vec<Entry<'a>>,
}

/// Lines of one kind that are told together, and what to list below them.
#[derive(Serialize)]
pub(super) struct Entry<'a> {
    pub(super) kind: &'a str,
    rule: &'a str,
    pub(super) lines: Vec<Told<'a>>,
    pub(super) details: Vec<Detail<'a>>,
}

impl<'a> Entry<'a> {
    /// An entry for one line alone.
    pub(super) fn of(line: &'a Value) -> Entry<'a> {
        let mut entry = Entry::begin(line);
        entry.details = details(&entry);
        entry
    }

    fn begin(line: &'a Value) -> Entry<'a> {
        let word = |name: &str| line[name].as_str().unwrap_or_default();
        Entry { kind: word("kind"), rule: word("rule"), lines: vec![Told(line)], details: Vec::new() }
    }
}

/// One thing of a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Detail<'a> {
    Thing(Told<'a>),
    Held { control: &'a str, zones: Vec<&'a str> },
}

/// Gathers the chapters of a view.
pub(super) fn parts(chapters: &[Value]) -> Vec<Part<'_>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for chapter in chapters {
        let lines = chapter["lines"].as_array().map_or(&[][..], Vec::as_slice);
        if lines.iter().all(|line| line["kind"] == "phase-began") {
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
        // Many combats begin at once: one entry at the head of the part tells them all.
        let begins = lines.iter().all(|line| line["kind"] == "battle-began");
        gather(&mut scene(scenes, place, begins).entries, lines);
    }
    for scene in parts.iter_mut().flat_map(|part| &mut part.scenes).filter(|scene| scene.entries.len() > 1) {
        scene.entries.retain(|entry| entry.kind != "battle-ended");
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

fn gather<'a>(entries: &mut Vec<Entry<'a>>, lines: &'a [Value]) {
    for line in lines {
        match entries.last_mut().filter(|entry| alike(entry.lines[0].0, line)) {
            Some(entry) => entry.lines.push(Told(line)),
            None => entries.push(Entry::begin(line)),
        }
    }
    for entry in entries.iter_mut().filter(|entry| entry.details.is_empty()) {
        entry.details = details(entry);
    }
}

/// Whether two lines say the same of different things.
fn alike(one: &Value, other: &Value) -> bool {
    let fields: &[&str] = match one["kind"].as_str() {
        Some("battle-began") => &[],
        Some("convoy-placed" | "convoy-kept") => &["by", "convoy"],
        Some("overstacked") => &["side"],
        // A sentence about ships of both sides would not say whose they are.
        Some("relocated") if one["unit"]["navy"] != other["unit"]["navy"] => return false,
        Some("relocated") => &["to", "why", "rule"],
        Some("presence-lacking") => &["to", "navy", "rule"],
        _ => return false,
    };
    one["kind"] == other["kind"] && fields.iter().all(|field| one[field] == other[field])
}

fn details<'a>(entry: &Entry<'a>) -> Vec<Detail<'a>> {
    let first = entry.lines[0].0;
    let field = |name: &str| first[name].as_array().map_or(&[][..], Vec::as_slice);
    match entry.kind {
        "control-judged" => held(field("zones")),
        "overstacked" | "presence-lacking" if entry.lines.len() > 1 => {
            entry.lines.iter().copied().map(Detail::Thing).collect()
        }
        _ => field("groups").iter().map(|group| Detail::Thing(Told(group))).collect(),
    }
}

fn held(zones: &[Value]) -> Vec<Detail<'_>> {
    let of = |control: &'static str| {
        let here = zones.iter().filter(|zone| zone["control"] == control);
        let zones: Vec<&str> = here.filter_map(|zone| zone["zone"].as_str()).collect();
        (!zones.is_empty()).then_some(Detail::Held { control, zones })
    };
    ["axis", "allies", "contested"].into_iter().filter_map(of).collect()
}
