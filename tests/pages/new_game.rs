//! The page on a new game shows what is there: the manifest and build script of a game, and all that makes an
//! event.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::page;

/// Files that an event touches beside the rule that records it. It may only shrink.
const TOUCHED: usize = 3;
/// Lines of Trident, without what the laws must know of it. They may only shrink.
const LINES: usize = 1100;
/// Where the example stands.
const TRIDENT: &str = "tests/trident";

/// The text of each block behind a mark `<!-- word -->`, or `<!-- word: file -->`, in a part of the page.
fn blocks<'p>(part: &'p str, word: &str) -> Vec<(&'p str, &'p str)> {
    let start = format!("<!-- {word}");
    let block = |(at, _): (usize, &str)| {
        let (mark, rest) = part[at + start.len()..].split_once(" -->\n```").expect("a mark has a block");
        let (_, code) = rest.split_once('\n').unwrap();
        (mark.trim_start_matches(": "), code.split("\n```").next().unwrap())
    };
    part.match_indices(&start).map(block).collect()
}

/// The files of a folder and those below it, by their paths from there.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match path.is_dir() {
            true => found.extend(files(&path).into_iter().map(|below| format!("{name}/{below}"))),
            false => found.push(name),
        }
    }
    found
}

#[test]
fn the_page_shows_the_manifest_and_the_build_script_of_every_game() {
    let text = page("docs/a-new-game.md");
    let [(_, manifest)] = &blocks(&text, "manifest")[..] else { panic!("one manifest") };
    let theirs = page("src/rules/schiffskrieg/Cargo.toml");
    let ours = manifest.replace("trident", "schiffskrieg").replace("Trident", "Axis Empires: Schiffskrieg");
    assert_eq!(ours.trim(), theirs.trim());
    let [(_, script)] = &blocks(&text, "build script")[..] else { panic!("one build script") };
    for game in ["schiffskrieg", "seas-of-thunder", "admirals-war", "war-at-sea"] {
        let theirs = page(&format!("src/rules/{}/build.rs", game.replace('-', "_")));
        assert_eq!(script.replace("trident", game).trim(), theirs.trim());
    }
}

#[test]
fn the_page_shows_trident_as_it_is() {
    let text = page("docs/a-new-game.md");
    for (file, code) in blocks(&text, "trident") {
        let source = page(&format!("{TRIDENT}/{file}"));
        for line in code.lines() {
            assert!(source.contains(line), "{file} has no line `{line}`");
        }
    }
    let rust = files(Path::new(TRIDENT)).into_iter().filter(|file| file.ends_with(".rs"));
    let lines: usize = rust.map(|file| page(&format!("{TRIDENT}/{file}")).lines().count()).sum();
    assert!(lines <= LINES, "Trident has grown to {lines} lines");
}

/// Takes the event of the page out of Trident, line by line: nothing else may speak of it. So whoever adds
/// one as the page says touches these files and no others.
#[test]
fn the_page_shows_every_place_that_an_event_touches() {
    let text = page("docs/a-new-game.md");
    let (_, part) = text.split_once("\n## An event, from end to end\n").unwrap();
    let part = part.split("\n## ").next().unwrap();
    let mut shown: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, code) in blocks(part, "trident") {
        shown.entry(file).or_default().extend(code.lines().map(str::trim));
    }
    let speaks = |line: &str| line.to_lowercase().replace(['-', '_'], "").contains("turnended");
    for file in files(Path::new(TRIDENT)) {
        let source = page(&format!("{TRIDENT}/{file}"));
        let lines = shown.get(file.as_str());
        for line in source.lines().filter(|line| speaks(line)) {
            assert!(lines.is_some_and(|lines| lines.contains(line.trim())), "{file}: `{}`", line.trim());
        }
    }
    assert!(shown.remove("play.rs").is_some_and(|rule| rule.len() == 1));
    assert_eq!(shown.len(), TOUCHED, "{:?}", shown.keys());
    assert!(part.contains("three files"));
}
