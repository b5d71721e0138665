//! Rooms and the arrows between them: the modules at the top of a crate, and which of them names which. No
//! arrow may run back to where one came from, but for those on a list, each with its reason.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{Source, sources};

/// An arrow that may close a circle: from a room, to a room, and why.
pub type Exception = (&'static str, &'static str, &'static str);

/// Which room names which others, and where first.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// The modules in which a file stands, from the top of its crate.
fn modules<'s>(source: &'s Source, folder: &str) -> Vec<&'s str> {
    let below = source.path.strip_prefix(folder).and_then(|it| it.strip_prefix('/')).unwrap();
    let mut modules: Vec<&str> = below.strip_suffix(".rs").unwrap().split('/').collect();
    if ["mod", "lib", "main"].contains(modules.last().unwrap()) {
        modules.pop();
    }
    modules
}

/// The words after each `start` in a line; several if braces follow.
fn after<'l>(line: &'l str, start: &str) -> Vec<&'l str> {
    let word =
        |text: &'l str| text.trim().split(|at: char| !at.is_alphanumeric() && at != '_').next().unwrap();
    let mut found = Vec::new();
    for (at, _) in line.match_indices(start) {
        // `super::x` is no way from the top where it is the end of `super::super::x`; what a macro writes,
        // with `$crate::`, belongs to whoever calls it.
        if line[..at].ends_with([':', '_', '$']) || line[..at].ends_with(char::is_alphanumeric) {
            continue;
        }
        let rest = &line[at + start.len()..];
        match rest.strip_prefix('{') {
            Some(several) => found.extend(several.split(',').map(word)),
            None => found.push(word(rest)),
        }
    }
    found
}

/// The arrows of a crate, those of tests left out.
fn arrows(folder: &str, files: &[Source]) -> Arrows {
    let room = |source: &Source| modules(source, folder).first().map(|it| (*it).to_owned());
    let rooms: BTreeSet<String> = files.iter().filter_map(room).collect();
    let mut arrows = Arrows::new();
    for source in files.iter().filter(|source| !source.is_tests()) {
        let Some(from) = room(source) else { continue };
        let up = "super::".repeat(modules(source, folder).len());
        for (number, line) in source.lines().iter().enumerate().filter(|(_, it)| !it.trim().starts_with("//"))
        {
            for to in ["crate::", &up].iter().flat_map(|start| after(line, start)) {
                if to != from && rooms.contains(to) {
                    let place = || format!("{}:{}", source.path, number + 1);
                    arrows.entry(from.clone()).or_default().entry(to.to_owned()).or_insert_with(place);
                }
            }
        }
    }
    arrows
}

/// The rooms that can be reached from a room.
fn reached<'a>(arrows: &'a Arrows, from: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(room) = open.pop() {
        let next = arrows.get(room).into_iter().flat_map(BTreeMap::keys);
        open.extend(next.filter(|to| found.insert(to.as_str())).map(String::as_str));
    }
    found
}

/// What closes circles between rooms of a crate in spite of the exceptions, and exceptions that close none.
pub fn circles(folder: &str, files: &[Source], exceptions: &[Exception]) -> Vec<String> {
    let all = arrows(folder, files);
    let mut kept = all.clone();
    let mut wrong = Vec::new();
    for (from, to, _) in exceptions {
        let is_there = kept.get_mut(*from).is_some_and(|to_all| to_all.remove(*to).is_some());
        if !is_there || !reached(&all, to).contains(from) {
            wrong.push(format!("{from} -> {to} closes no circle, and can leave the list"));
        }
    }
    for (from, to_all) in &kept {
        for (to, place) in to_all.iter().filter(|(to, _)| reached(&kept, to).contains(from.as_str())) {
            wrong.push(format!("{from} -> {to} is part of a circle ({place})"));
        }
    }
    wrong
}

/// Fails if there is a circle between the rooms of a crate that is not excepted.
pub fn no_circle(folder: &str, exceptions: &[Exception]) {
    let files = sources(folder);
    assert!(!arrows(folder, &files).is_empty(), "no room of {folder} names another: are they seen at all?");
    let wrong = circles(folder, &files, exceptions);
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Arrows of the engine that may close a circle.
const ENGINE: [Exception; 2] = [
    ("fields", "events", "a field of an event is told in its own words where its kind has none"),
    (
        "system",
        "table",
        "a system is played at a table, and a table is laid for a system: one thing in two rooms",
    ),
];

#[test]
fn no_circle_binds_the_rooms_of_the_engine() {
    no_circle("src/engine", &ENGINE);
}

#[test]
fn a_circle_is_found() {
    let file = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let files = [
        file("src/it/one.rs", "use crate::{three, two::Two};\n"),
        file("src/it/two/mod.rs", "//! Not crate::one.\nuse super::three::Three;\n"),
        file("src/it/three/deep.rs", "use super::super::one::One;\nuse super::two;\n"),
        file(
            "src/it/four.rs",
            "use crate::one::One;\n#[cfg(test)]\nmod tests {\n    use crate::two::Two;\n}\n",
        ),
    ];
    let found = circles("src/it", &files, &[]);
    let found: Vec<&str> = found.iter().map(|it| it.split(" is ").next().unwrap()).collect();
    assert_eq!(found, ["one -> three", "one -> two", "three -> one", "two -> three"]);
    let excepted = [("three", "one", "")];
    assert!(circles("src/it", &files, &excepted).is_empty());
    let [idle] = &circles("src/it", &files[..2], &[("one", "two", "")])[..] else { panic!() };
    assert_eq!(idle, "one -> two closes no circle, and can leave the list");
}
