//! The rooms of engine and club. The modules of a folder that is sorted into rooms stand above each other: none of
//! them names one that names it, straight or by way of others. Tests that stand beside the code may look
//! everywhere.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::names;
use super::sources::{Source, sources};

/// The folders that are sorted into rooms, by crate: each module of such a folder is a room.
const SORTED: [(&str, &str); 5] = [
    ("src/engine", ""),
    ("src/club", ""),
    ("src/club", "matches"),
    ("src/club", "post"),
    ("src/club", "post/office"),
];

/// An arrow that may stay although it closes a circle: the crate, the room that names the other, the other, and
/// why.
type Exception = (&'static str, &'static str, &'static str, &'static str);
const EXCEPTIONS: &[Exception] = &[
    (
        "src/engine",
        "fields",
        "events",
        "a field of an event is told in its own words where its kind has none",
    ),
    (
        "src/engine",
        "system",
        "table",
        "a system is played at a table, and a table is laid for a system: one thing in two rooms",
    ),
];

/// The rooms of a folder, each with those that it names, and with the files that name them.
type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The modules in which a file stands, from the top of its crate.
fn modules<'s>(source: &'s Source, krate: &str) -> Vec<&'s str> {
    let below = source.path.strip_prefix(krate).and_then(|it| it.strip_prefix('/')).unwrap();
    let mut modules: Vec<&str> = below.strip_suffix(".rs").unwrap().split('/').collect();
    if ["mod", "lib", "build"].contains(modules.last().unwrap()) {
        modules.pop();
    }
    modules
}

fn arrows(krate: &str, folder: &str) -> Arrows {
    let files = sources(krate);
    let above: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let room_of = |module: &[&str]| module.strip_prefix(&above[..])?.first().map(|room| (*room).to_owned());
    let rooms: BTreeSet<String> = files.iter().filter_map(|file| room_of(&modules(file, krate))).collect();
    let mut arrows = Arrows::new();
    for file in files.iter().filter(|file| !file.is_tests()) {
        let module = modules(file, krate);
        // What holds the rooms is none of them.
        let Some(room) = room_of(&module) else { continue };
        for path in names(&module, &file.text) {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            if let Some(other) = room_of(&path).filter(|other| *other != room && rooms.contains(other)) {
                let of = arrows.entry(room.clone()).or_default();
                of.entry(other).or_default().insert(file.path.clone());
            }
        }
    }
    arrows
}

/// A way along arrows from one room to another.
fn way(arrows: &Arrows, from: &str, to: &str, seen: &mut BTreeSet<String>) -> Option<Vec<String>> {
    for next in arrows.get(from)?.keys() {
        if next == to {
            return Some(vec![next.clone()]);
        }
        if seen.insert(next.clone())
            && let Some(mut rest) = way(arrows, next, to, seen)
        {
            rest.insert(0, next.clone());
            return Some(rest);
        }
    }
    None
}

/// The circles of a folder, each once for every room in it, as words.
fn circles(arrows: &Arrows) -> Vec<String> {
    let circle = |room: &String| {
        let way = way(arrows, room, room, &mut BTreeSet::new())?;
        let mut from = room;
        let mut words = room.clone();
        for to in &way {
            let file = arrows[from][to].first().unwrap();
            words += &format!(" -> {to} ({})", file);
            from = to;
        }
        Some(words)
    };
    arrows.keys().filter_map(circle).collect()
}

#[test]
fn no_two_rooms_name_each_other() {
    for (krate, folder) in SORTED {
        let mut arrows = arrows(krate, folder);
        for (_, from, to, why) in EXCEPTIONS.iter().filter(|(of, ..)| *of == krate && folder.is_empty()) {
            let is_needed = !circles(&arrows).is_empty();
            let removed = arrows.get_mut(*from).and_then(|of| of.remove(*to));
            assert!(
                removed.is_some() && is_needed && !why.is_empty(),
                "{krate}: {from} -> {to} is no exception"
            );
        }
        let circles = circles(&arrows);
        assert!(circles.is_empty(), "circles between the rooms of {krate}/{folder}:\n{}", circles.join("\n"));
    }
}

/// The arrows are seen at all: some that stand for good.
#[test]
fn the_arrows_between_rooms_are_found() {
    for (krate, folder, from, to) in [
        ("src/engine", "", "adjudicator", "table"),
        ("src/club", "", "post", "matches"),
        ("src/club", "", "matches", "journal"),
        ("src/club", "matches", "receive", "host"),
        ("src/club", "post", "office", "compose"),
        ("src/club", "post/office", "run", "inbox"),
        ("src/club", "post/office", "player", "state"),
    ] {
        assert!(arrows(krate, folder)[from].contains_key(to), "{krate}/{folder}: {from} -> {to}");
    }
}

#[test]
fn a_circle_is_named_with_its_files() {
    let arrow = |to: &str| BTreeMap::from([(to.to_owned(), BTreeSet::from([format!("{to}-user")]))]);
    let mut arrows = Arrows::from([("a".to_owned(), arrow("b")), ("b".to_owned(), arrow("c"))]);
    assert!(circles(&arrows).is_empty());
    arrows.insert("c".to_owned(), arrow("b"));
    assert_eq!(circles(&arrows), ["b -> c (c-user) -> b (b-user)", "c -> b (b-user) -> c (c-user)"]);
}
