//! The rooms of the club. The modules of a folder that is sorted into rooms stand above each other: none of
//! them names one that names it, straight or by way of others. Tests that stand beside the code may look
//! everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The folders that are sorted into rooms, from `src/club` on: each module of such a folder is a room.
const SORTED: [&str; 4] = ["", "matches", "post", "post/office"];

/// An arrow that may stay although it closes a circle: folder, the room that names the other, the other, and
/// why.
type Exception = (&'static str, &'static str, &'static str, &'static str);
const EXCEPTIONS: &[Exception] = &[];

/// The rooms of a folder, each with those that it names, and with the files that name them.
type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<PathBuf>>>;

fn club() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/club")
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().unwrap() != "tests" {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") && path.file_name().unwrap() != "tests.rs" {
            found.push(path);
        }
    }
}

/// What of a line or more is no code: a comment, a text, a quotation mark by itself; nothing if code begins
/// here.
fn no_code(rest: &str) -> Option<usize> {
    let until =
        |end: &str, from: usize| Some(rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len()));
    if rest.starts_with("//") {
        return until("\n", 2);
    }
    if rest.starts_with("r#\"") {
        return until("\"#", 3);
    }
    if rest.starts_with("'\"'") {
        return Some(3);
    }
    let text = rest.strip_prefix('"')?;
    let mut escaped = false;
    let end = text.find(|c| match c {
        _ if std::mem::take(&mut escaped) => false,
        '\\' => {
            escaped = true;
            false
        }
        c => c == '"',
    });
    Some(end.map_or(rest.len(), |at| at + 2))
}

/// Words, `::` and single characters of code, up to the tests below it.
fn tokens(code: &str) -> Vec<String> {
    let mut rest = code.split("#[cfg(test)]\nmod ").next().unwrap();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        if let Some(end) = no_code(rest) {
            rest = &rest[end..];
            continue;
        }
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = if rest.starts_with("::") { 2 } else { word.max(first.len_utf8()) };
        if !first.is_whitespace() {
            tokens.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

/// Takes the rest of a path behind `stem`, every branch of it in braces, and gives what follows.
fn branches<'t>(stem: &[&'t str], mut rest: &'t [String], found: &mut Vec<Vec<&'t str>>) -> &'t [String] {
    let mut path = stem.to_vec();
    loop {
        match rest {
            [colons, brace, inside @ ..] if colons == "::" && brace == "{" => {
                rest = inside;
                while rest.first().is_some_and(|token| token != "}") {
                    let mut branch = path.clone();
                    branch.push(&rest[0]);
                    rest = branches(&branch, &rest[1..], found);
                    // Another name for it, and the comma.
                    while rest.first().is_some_and(|token| token != "}" && token != ",") {
                        rest = &rest[1..];
                    }
                    rest = rest.strip_prefix(&[",".to_owned()]).unwrap_or(rest);
                }
                return rest.get(1..).unwrap_or_default();
            }
            [colons, word, after @ ..] if colons == "::" => {
                path.push(word);
                rest = after;
            }
            _ => {
                found.push(path);
                return rest;
            }
        }
    }
}

/// All that the code of a module names inside its crate, from the root of the crate on.
fn names(module: &[&str], code: &str) -> Vec<Vec<String>> {
    let tokens = tokens(code);
    let (mut rest, mut found, mut last) = (&tokens[..], Vec::new(), "");
    while let [first, after @ ..] = rest {
        if last != "::" && (first == "crate" || first == "super") {
            rest = branches(&[first], after, &mut found);
            last = "";
        } else {
            (rest, last) = (after, first);
        }
    }
    let from_root = |path: &Vec<&str>| -> Vec<String> {
        let up = path.iter().take_while(|word| **word == "super").count();
        let stem = if up == 0 { &[][..] } else { &module[..module.len() - up] };
        let down = &path[up.max(1)..];
        stem.iter().chain(down).map(|word| (*word).to_owned()).collect()
    };
    found.iter().map(from_root).collect()
}

fn arrows(folder: &str) -> Arrows {
    let (root, base) = (club(), club().join(folder));
    let depth = folder.split('/').filter(|part| !part.is_empty()).count();
    let is_room = |name: &str| base.join(name).is_dir() || base.join(format!("{name}.rs")).is_file();
    let (mut files, mut arrows) = (Vec::new(), Arrows::new());
    sources(&base, &mut files);
    for file in files {
        let inside = file.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        module.retain(|part| *part != "mod");
        // What holds the rooms is none of them.
        let Some(room) =
            module.get(depth).filter(|room| is_room(room) && **room != "lib" && **room != "build")
        else {
            continue;
        };
        let named = names(&module, &std::fs::read_to_string(&file).unwrap());
        for path in named
            .iter()
            .filter(|path| path.len() > depth && path.iter().zip(&module).take(depth).all(|(a, b)| a == b))
        {
            let other = &path[depth];
            if is_room(other) && other != room {
                let of = arrows.entry((*room).to_owned()).or_default();
                of.entry(other.clone()).or_default().insert(inside.clone());
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
            words += &format!(" -> {to} ({})", file.display());
            from = to;
        }
        Some(words)
    };
    arrows.keys().filter_map(circle).collect()
}

#[test]
fn no_two_rooms_of_the_club_name_each_other() {
    for folder in SORTED {
        let mut arrows = arrows(folder);
        for (_, from, to, why) in EXCEPTIONS.iter().filter(|(of, ..)| *of == folder) {
            let is_needed = !circles(&arrows).is_empty();
            let removed = arrows.get_mut(*from).and_then(|of| of.remove(*to));
            assert!(
                removed.is_some() && is_needed && !why.is_empty(),
                "{folder}: {from} -> {to} is no exception"
            );
        }
        let circles = circles(&arrows);
        assert!(
            circles.is_empty(),
            "circles between the rooms of src/club/{folder}:\n{}",
            circles.join("\n")
        );
    }
    assert!(EXCEPTIONS.iter().all(|(of, ..)| SORTED.contains(of)));
}

/// The arrows are seen at all: some that stand for good.
#[test]
fn the_arrows_between_rooms_are_found() {
    for (folder, from, to) in [
        ("", "post", "matches"),
        ("", "matches", "journal"),
        ("matches", "receive", "host"),
        ("post", "office", "compose"),
        ("post/office", "run", "inbox"),
        ("post/office", "player", "state"),
    ] {
        assert!(arrows(folder)[from].contains_key(to), "{folder}: {from} -> {to}");
    }
}

#[test]
fn paths_are_read_in_braces_and_upwards() {
    let code = "use crate::{a::B, c::{D, e as f}, g};\n// crate::no\nlet x = super::h::i(\"\\\"crate::no//\");\nx::crate_no();\n\
                pub use super::super::j::*;\n#[cfg(test)]\nmod tests { use crate::no; }";
    let found: BTreeSet<String> = names(&["m", "n"], code).iter().map(|path| path.join("::")).collect();
    let wanted = ["a::B", "c::D", "c::e", "g", "j::*", "m::h::i"];
    assert_eq!(found, wanted.iter().map(|it| (*it).to_owned()).collect());
}

#[test]
fn a_circle_is_named_with_its_files() {
    let arrow =
        |to: &str| BTreeMap::from([(to.to_owned(), BTreeSet::from([PathBuf::from(format!("{to}-user"))]))]);
    let mut arrows = Arrows::from([("a".to_owned(), arrow("b")), ("b".to_owned(), arrow("c"))]);
    assert!(circles(&arrows).is_empty());
    arrows.insert("c".to_owned(), arrow("b"));
    assert_eq!(circles(&arrows), ["b -> c (c-user) -> b (b-user)", "c -> b (b-user) -> c (c-user)"]);
}
