//! The paths that code names: `crate::` and `super::`, in braces and over several lines, wherever they stand.

use std::collections::BTreeSet;

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
pub fn names(module: &[&str], code: &str) -> Vec<Vec<String>> {
    let tokens = tokens(code);
    let (mut rest, mut found, mut last) = (&tokens[..], Vec::new(), "");
    while let [first, after @ ..] = rest {
        // What a macro writes with `$crate` belongs to whoever calls it.
        if !["::", "$"].contains(&last) && (first == "crate" || first == "super") {
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

#[test]
fn paths_are_read_in_braces_and_upwards() {
    let code = "use crate::{a::B, c::{D, e as f}, g};\n// crate::no\nlet x = super::h::i(\"\\\"crate::no//\");\nx::crate_no(); $crate::no();\n\
                pub use super::super::j::*;\n#[cfg(test)]\nmod tests { use crate::no; }";
    let found: BTreeSet<String> = names(&["m", "n"], code).iter().map(|path| path.join("::")).collect();
    let wanted = ["a::B", "c::D", "c::e", "g", "j::*", "m::h::i"];
    assert_eq!(found, wanted.iter().map(|it| (*it).to_owned()).collect());
}
