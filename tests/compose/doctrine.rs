//! Doctrine at random, with sense and without, in the words of every system: the page and the program say the
//! same of each. Needs `node`.

use std::collections::BTreeMap;
use std::process::Command;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sealord::adjudicator::Adjudicator;
use sealord::draft::{Groups, parse_into};
use sealord::problem::{Collector, Problem};
use serde_json::{Value, json};

use super::spelled::loosened;
use super::{PACKETS, data, page, rules_of};
use crate::skip::skip_without;

/// How much doctrine is judged of each system.
const TEXTS: usize = 300;

/// The words of a page, for doctrine at random.
struct Words<'v> {
    of: &'v Value,
    names: Vec<String>,
}

impl<'v> Words<'v> {
    fn new(of: &'v Value) -> Words<'v> {
        let groups = of["groups"].as_array().unwrap().iter();
        Words { of, names: groups.flat_map(|group| unpacked(group["names"].as_str().unwrap())).collect() }
    }

    fn list(&self, name: &str) -> &'v [Value] {
        self.of[name].as_array().unwrap()
    }

    /// A word for a thing; one time in some a word with a number in it, or one that nobody knows.
    fn thing(&self, chance: &mut ChaCha8Rng) -> String {
        match chance.random_range(0..24) {
            0 => "nobody".to_owned(),
            1 => ["strongest", "ask", "any", "silence"].choose(chance).unwrap().to_string(),
            2 | 3 => self.numbered(chance),
            4..=9 => self.names.choose(chance).unwrap().to_string(),
            10 => loosened(self.names.choose(chance).unwrap(), chance),
            11 => loosened(self.list("called").choose(chance).unwrap().as_str().unwrap(), chance),
            _ => self.list("tags").choose(chance).unwrap().as_str().unwrap().to_owned(),
        }
    }

    fn numbered(&self, chance: &mut ChaCha8Rng) -> String {
        let groups = self.list("groups").iter();
        let all: Vec<&Value> = groups.flat_map(|group| group["numbered"].as_array().unwrap()).collect();
        let Some(it) = all.choose(chance) else { return "7".to_owned() };
        let (least, most) = (it[2].as_u64().unwrap(), it[3].as_u64().unwrap());
        let number = match chance.random_range(0..8) {
            0 => most + 1,
            1 => least.saturating_sub(1),
            _ => chance.random_range(least..=most),
        };
        let number = match (it[4].as_u64().unwrap() as usize, chance.random_range(0..8)) {
            (0, 0) => format!("+{number}"),
            (0, 1) => format!("0{number}"),
            (0, _) => number.to_string(),
            (digits, 0) => format!("{number:0width$}", width = digits - 1),
            (digits, _) => format!("{number:0digits$}"),
        };
        let before = unpacked(it[0].as_str().unwrap());
        format!("{}{number}{}", before.choose(chance).unwrap(), it[1].as_str().unwrap())
    }

    fn kind(&self, chance: &mut ChaCha8Rng) -> String {
        let kind = self.list("kinds").choose(chance).unwrap();
        let word = kind["kind"].as_str().unwrap();
        let places = self.list("places")[kind["places"].as_u64().unwrap() as usize].as_array().unwrap();
        match chance.random_range(0..20) {
            0 => "fires".to_owned(),
            1 => format!("{word}@nowhere"),
            2 => format!("{word}@"),
            3..=7 if !places.is_empty() => {
                format!("{word}@{}", places.choose(chance).unwrap().as_str().unwrap())
            }
            8 if !places.is_empty() => {
                format!("{word}@{}", loosened(places.choose(chance).unwrap().as_str().unwrap(), chance))
            }
            9 => format!(
                "{word}@{}",
                loosened(self.list("called").choose(chance).unwrap().as_str().unwrap(), chance)
            ),
            _ => word.to_owned(),
        }
    }

    /// A clause of a condition.
    fn clause(&self, chance: &mut ChaCha8Rng) -> String {
        let Some(known) = self.list("conditions").choose(chance) else { return "round 3".to_owned() };
        let slip = |chance: &mut ChaCha8Rng| chance.random_bool(0.06);
        let mut words = Vec::new();
        if chance.random_bool(0.2) {
            words.push(if slip(chance) { "not" } else { "no" }.to_owned());
        }
        words.push(if slip(chance) {
            "outgun".to_owned()
        } else {
            known["word"].as_str().unwrap().to_owned()
        });
        let choices = known["choices"].as_array().unwrap();
        if !choices.is_empty() && !slip(chance) {
            let choice = choices.choose(chance).unwrap().as_str().unwrap().to_owned();
            words.push(if slip(chance) { "both".to_owned() } else { choice });
        }
        if known["what"].as_bool().unwrap() && !slip(chance) {
            words.push(self.thing(chance));
        }
        if !known["ratio"].is_null() && chance.random_bool(0.5) {
            let ratios = ["3:2", "2:1", "99:1", "100:1", "0:1", "3", "3:2:1", "a:b", ":2"];
            let known = if slip(chance) { 9 } else { 3 };
            words.push(ratios[chance.random_range(0..known)].to_owned());
        }
        if !known["number"].is_null() && chance.random_bool(0.8) {
            let number = chance.random_range(0..12_u32).to_string();
            words.push(if slip(chance) { "three".to_owned() } else { number });
        }
        if chance.random_bool(0.35) {
            words.push("at".to_owned());
            if !slip(chance) {
                words.push(self.thing(chance));
            }
        }
        if slip(chance) {
            words.push("now".to_owned());
        }
        words.join(" ")
    }

    fn when(&self, chance: &mut ChaCha8Rng, deep: u32) -> String {
        match chance.random_range(0..12) {
            0 if deep < 3 => format!("{{any: [{}]}}", self.whens(chance, deep)),
            1 | 2 if deep < 3 => format!("[{}]", self.whens(chance, deep)),
            3 if chance.random_bool(0.3) => {
                ["[]", "{}", "{all: [x]}", "{any: x}", "no", "", "~"].choose(chance).unwrap().to_string()
            }
            _ => quoted(&self.clause(chance)),
        }
    }

    fn whens(&self, chance: &mut ChaCha8Rng, deep: u32) -> String {
        let all: Vec<String> = (0..chance.random_range(1..4)).map(|_| self.when(chance, deep + 1)).collect();
        all.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
    }

    fn list_of(&self, chance: &mut ChaCha8Rng, more: &[&str]) -> String {
        let one = |chance: &mut ChaCha8Rng| match chance.random_bool(0.3) {
            true if !more.is_empty() => (*more.choose(chance).unwrap()).to_owned(),
            _ => quoted(&self.thing(chance)),
        };
        match chance.random_range(0..12) {
            0 => one(chance),
            1 if chance.random_bool(0.3) => {
                ["", "{a: b}", "[[a]]", "''", "[\u{201c}BB\u{201d}]"].choose(chance).unwrap().to_string()
            }
            _ => {
                let all: Vec<String> = (0..chance.random_range(0..5)).map(|_| one(chance)).collect();
                format!("[{}]", all.join(", "))
            }
        }
    }

    fn rule(&self, chance: &mut ChaCha8Rng) -> String {
        let mut parts = Vec::new();
        if chance.random_bool(0.4) {
            parts.push(format!("for: {}", self.list_of(chance, &[])));
        }
        if chance.random_bool(0.5) {
            parts.push(format!("when: {}", self.when(chance, 0)));
        }
        parts.push(format!("prefer: {}", self.list_of(chance, &["any", "strongest", "weakest", "ask"])));
        match chance.random_range(0..12) {
            0 | 1 => parts.push("spread: true".to_owned()),
            2 => parts.push("spread: maybe".to_owned()),
            3 => parts.push("sread: true".to_owned()),
            4 => parts.push("prefer: any".to_owned()),
            _ => {}
        }
        format!("{{{}}}", parts.join(", "))
    }

    /// Doctrine, in one of the ways in which it may be written.
    fn doctrine(&self, chance: &mut ChaCha8Rng) -> String {
        let mut text = String::new();
        for _ in 0..chance.random_range(1..5) {
            let kind = quoted(&self.kind(chance));
            let rules: Vec<String> = (0..chance.random_range(1..4)).map(|_| self.rule(chance)).collect();
            text += &match chance.random_range(0..12) {
                0 | 1 => format!("{kind}: {}\n", quoted(&self.thing(chance))),
                2 => format!("{kind}: any  # a remark\n"),
                3 => format!("{kind}: [{}]\n", rules.join(",\n  ")),
                4 if chance.random_bool(0.4) => {
                    let odd = ["", "[x]", "{for: x}", "[]", "x y z"].choose(chance).unwrap();
                    format!("{kind}: {odd}\n")
                }
                _ => {
                    let lines: Vec<String> = rules.iter().map(|rule| format!("  - {rule}\n")).collect();
                    format!("{kind}:\n# by lines\n{}\n", lines.concat())
                }
            };
        }
        match chance.random_range(0..40) {
            0 => "# nothing\n".to_owned(),
            1 => "[a, b]\n".to_owned(),
            2 => text.replacen(": ", ": [", 1),
            3 => text.replacen(": ", ": &x ", 1),
            _ => text,
        }
    }
}

/// The names of a list in which each says with a letter how much it shares with the one before it.
pub(super) fn unpacked(names: &str) -> Vec<String> {
    let mut before = String::new();
    let parts = names.split('|').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let shared = usize::from(part.as_bytes()[0] - b'a');
            before = before.chars().take(shared).chain(part[1..].chars()).collect();
            before.clone()
        })
        .collect()
}

/// A word as YAML takes it back unchanged.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "''"))
}

type Said = (u64, String, String);

/// Line, code and sentence of what the program finds wrong, and how to mend it.
fn found(rules: &dyn Adjudicator, text: &str) -> Vec<(Said, Option<String>)> {
    let mut file = "doctrine:\n".to_owned();
    text.lines()
        .for_each(|line| file += &if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") });
    let mut problems = Collector::new();
    let draft = parse_into("orders.yaml", file.as_bytes(), &mut problems);
    if let Some(doctrine) = draft.as_ref().and_then(|draft| draft.doctrine.as_ref()) {
        rules.check_doctrine(doctrine, Groups::NONE, &mut problems);
    }
    let told = |it: &Problem| {
        let line = it.place.as_ref().map_or(0, |place| u64::from(place.line));
        ((line, it.code.clone(), it.what.trim_end_matches('.').to_owned()), it.mend.clone())
    };
    problems.finish().iter().map(told).collect()
}

fn said(problem: &Value) -> Said {
    let word = |name: &str| problem[name].as_str().unwrap().to_owned();
    (problem["line"].as_u64().unwrap(), word("code"), word("what"))
}

/// Lets the page judge texts; for each, what is wrong with it. `None` without `node`.
fn judged(vocabulary: &Value, texts: &[String]) -> Option<Vec<Vec<Value>>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("texts.json");
    std::fs::write(&file, json!({ "vocabulary": vocabulary, "texts": texts }).to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/doctrine.mjs");
    let ran = Command::new("node").arg(script).arg(&file).output().ok()?;
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let out = String::from_utf8(ran.stdout).unwrap();
    Some(out.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Holds what the page says of doctrine against what the program says, and counts the codes.
fn compare(rules: &dyn Adjudicator, text: &str, by_page: &[Value], counted: &mut BTreeMap<String, usize>) {
    let ours = found(rules, text);
    // The page reads less of YAML than the program: what it cannot read the program refuses as well.
    if by_page.iter().any(|problem| problem["code"] == "unread") {
        assert!(by_page.len() == 1 && !ours.is_empty(), "{}:\n{text}\n{by_page:?}", rules.about().title.id);
        *counted.entry("unread".to_owned()).or_default() += 1;
        return;
    }
    let mut theirs: Vec<Said> = by_page.iter().map(said).collect();
    let mut all: Vec<Said> = ours.iter().map(|(said, _)| said.clone()).collect();
    theirs.sort();
    all.sort();
    assert_eq!(theirs, all, "{}:\n{text}", rules.about().title.id);
    for (problem, mend) in &ours {
        *counted.entry(problem.1.clone()).or_default() += 1;
        // What somebody else might be meant by is found by the program alone.
        let guessed = mend.as_ref().is_none_or(|it| it.to_lowercase().contains("did you mean"));
        let same = |it: &&Value| said(it) == *problem && it["mend"].as_str() == mend.as_deref();
        let page = by_page.iter().find(same);
        let own = ["unknown-key", "no-value", "wrong-type", "empty-name"];
        assert!(
            guessed || own.contains(&&*problem.1) || page.is_some(),
            "{problem:?}: {mend:?}\n{by_page:?}"
        );
    }
    *counted.entry("good".to_owned()).or_default() += usize::from(ours.is_empty());
}

/// A word with some of its letters in capitals, each time others.
pub(super) fn shouts(word: &str) -> impl Iterator<Item = String> {
    let shout = |nth: usize| {
        let letter = |(at, it): (usize, char)| if nth >> at & 1 == 1 { it.to_ascii_uppercase() } else { it };
        word.chars().enumerate().map(letter).collect()
    };
    (1..1 << word.len()).map(shout)
}

/// More words than are read for what they may mean: both stop at the same one, and say the same of it and of
/// those behind it.
#[test]
fn the_page_reads_as_many_words_of_doctrine_loosely_as_check_does() {
    for packets in PACKETS.iter() {
        let (packet, rules) = (&packets[0], rules_of(&packets[0]));
        let vocabulary = data(&page(packet))["vocabulary"].take();
        let words = Words::new(&vocabulary);
        let kind = words.list("kinds")[0]["kind"].as_str().unwrap();
        let prefers = |some: &[String]| format!("{kind}:\n  - prefer: [{}]\n", some.join(", "));
        let tags = words.list("tags").iter().take(40).map(|it| quoted(it.as_str().unwrap()));
        let tags: Vec<String> = tags.collect();
        let loose = |count: usize| shouts("strongest").take(count).collect::<Vec<_>>();
        let texts = [
            prefers(&loose(300)),
            prefers(&loose(304)),
            // What is written as it is known is not read for anything else.
            prefers(&[tags, loose(300)].concat()),
            // What is no preference is read twice, for one and for a thing.
            prefers(&[vec!["nobody".to_owned(), "no one".to_owned()], loose(297)].concat()),
            format!("{}:\n  - prefer: [{}]\n", kind.to_uppercase(), loose(300).join(", ")),
        ];
        let Some(by_page) = judged(&vocabulary, &texts) else { return skip_without("node") };
        let refused: Vec<usize> = by_page.iter().map(Vec::len).collect();
        assert_eq!(refused, [0, 4, 0, 3, 1], "{}: {by_page:?}", packet.system);
        for (text, by_page) in texts.iter().zip(&by_page) {
            compare(&*rules, text, by_page, &mut BTreeMap::new());
        }
    }
}

#[test]
fn the_page_judges_doctrine_as_check_does() {
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    for packets in PACKETS.iter() {
        let (packet, rules) = (&packets[0], rules_of(&packets[0]));
        let vocabulary = data(&page(packet))["vocabulary"].take();
        let words = Words::new(&vocabulary);
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        let mut texts: Vec<String> = (0..TEXTS).map(|_| words.doctrine(&mut chance)).collect();
        texts.push(rules.starter());
        texts.extend(["staff", "Staff # mine", "stuff", "staff\n# remark\n"].map(str::to_owned));
        // Every word that the page knows, the program knows, one by one.
        texts.extend(
            words.names.iter().map(|name| {
                format!("{}: {}\n", words.list("kinds")[0]["kind"].as_str().unwrap(), quoted(name))
            }),
        );
        let Some(by_page) = judged(&vocabulary, &texts) else { return skip_without("node") };
        for (text, by_page) in texts.iter().zip(&by_page).filter(|(text, _)| !text.is_empty()) {
            compare(&*rules, text, by_page, &mut counted);
        }
    }
    println!("{counted:?}");
    for code in [
        "good",
        "unread",
        "unknown-kind",
        "unknown-place",
        "unknown-word",
        "unknown-condition",
        "bad-condition",
        "no-fight",
        "another-place",
        "no-place",
        "wrong-type",
        "no-value",
        "duplicate-key",
        "unknown-key",
        "no-condition",
        "not-true-or-false",
        "no-staff-doctrine",
    ] {
        assert!(counted.get(code).is_some_and(|number| *number > 0), "no doctrine was {code}: {counted:?}");
    }
}
