//! Words that no text for people has: they said nothing to a player, or belong to the program alone.

use std::path::{Path, PathBuf};

use sealord::orders::form::form;
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::war_at_sea::WarAtSea;

use super::packets_until;

/// Each of them, in small letters.
const GONE: [&str; 9] = [
    "silence",
    "left open",
    "in vain",
    "neither side alone",
    "moment",
    "moments",
    "not asked anything",
    "1 unit that are",
    "by the limit that",
];

/// Words of this list in a text, each with its line.
fn found(text: &str) -> Vec<String> {
    let is_letter = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '-');
    let mut found = Vec::new();
    for line in text.lines() {
        let lower = line.to_lowercase();
        let stands = |word: &&str| {
            lower.match_indices(*word).any(|(at, _)| {
                !is_letter(lower[..at].chars().next_back())
                    && !is_letter(lower[at + word.len()..].chars().next())
            })
        };
        found.extend(GONE.iter().copied().filter(stands).map(|word| format!("{word}: {line}")));
    }
    found
}

/// A text without all that stands between two marks, which is code.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(begin) {
        left.push_str(&rest[..at]);
        let inside = &rest[at + begin.len()..];
        rest = inside.find(end).map_or("", |at| &inside[at + end.len()..]);
    }
    left + rest
}

fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let fits = path.extension().is_some_and(|it| endings.iter().any(|ending| it == *ending));
        if path.is_dir() {
            files(&path, endings, found);
        } else if fits {
            found.push(path);
        }
    }
}

#[test]
fn words_that_say_nothing_to_a_player_are_gone_from_docs_and_templates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut docs = vec![root.join("README.md")];
    files(&root.join("docs"), &["md"], &mut docs);
    files(&root.join("templates"), &["txt", "md", "html"], &mut docs);
    assert!(docs.len() > 50, "{}", docs.len());
    for path in docs {
        let mut text = std::fs::read_to_string(&path).unwrap();
        // Keys and words of files stay what they are, and so do variables and marks of templates.
        for (begin, end) in [("```", "```"), ("{#", "#}"), ("{%", "%}"), ("{{", "}}"), ("`", "`")] {
            text = without(&text, begin, end);
        }
        if path.extension().is_some_and(|it| it == "html") {
            text = without(&text, "<", ">");
        }
        assert_eq!(found(&text), Vec::<String>::new(), "{}", path.display());
    }
}

#[test]
fn forms_have_none_of_them() {
    let midway = packets_until::<AdmiralsWar>(None, 7, 4);
    let campaign = packets_until::<WarAtSea>(None, 7, 2);
    let mut asked = 0;
    for packet in midway.iter().chain(&campaign).filter(|packet| packet.asked) {
        asked += packet.questions.len();
        let text = without(&form(packet, None), "`", "`");
        assert_eq!(found(&text), Vec::<String>::new(), "{}", packet.system);
    }
    assert!(asked > 4, "{asked}");
}
