//! Chance changes of texts and of JSON.

use serde_json::{Map, Number, Value};

use super::choices::Choices;

/// Bytes that mean something somewhere.
const HOT: &[u8] = b"\r\n\n  --:;=?<>()[]{}\"'\\,@.|%&#/*!\0\xff\xe9\xa0=_+ \t";

/// Words that mean something to a reader of orders, mail, templates or a terminal.
const WORDS: [&str; 40] = [
    "answers:",
    "doctrine:",
    "match:",
    "exchange:",
    "side:",
    "final: true",
    "note:",
    "axis",
    "allies",
    "- ",
    "{}",
    "[]",
    "&a",
    "*a",
    "!!binary",
    "|",
    ">",
    "---",
    "...",
    "# === begin orders ===",
    "# === end orders ===",
    "null",
    "~",
    "yes",
    "0x1f",
    "1e9",
    "-0",
    "99999999999999999999",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "\u{0}",
    "<script>",
    "{{ 7 }}",
    "{% raw %}",
    "Content-Type: multipart/mixed; boundary=x",
    "--x",
    "=?utf-8?b?4oCu?=",
    "code: a-b-c-d",
    "commit",
];

/// A text with one to five changes; pieces may come from another one.
pub fn text(choices: &mut Choices, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=choices.below(5) {
        change(choices, &mut bytes, other);
    }
    bytes
}

fn change(choices: &mut Choices, bytes: &mut Vec<u8>, other: &[u8]) {
    match choices.below(12) {
        0 if !bytes.is_empty() => {
            let at = choices.below(bytes.len());
            bytes[at] ^= 1 << choices.below(8);
        }
        0 | 1 => {
            let at = choices.below(bytes.len() + 1);
            bytes.insert(at, *choices.pick(HOT));
        }
        2 => {
            let (from, to) = range(choices, bytes.len(), 40);
            bytes.drain(from..to);
        }
        3 => {
            let (from, to) = range(choices, bytes.len(), 400);
            let piece = bytes[from..to].to_vec();
            let at = choices.below(bytes.len() + 1);
            bytes.splice(at..at, piece);
        }
        4 => bytes.truncate(choices.below(bytes.len() + 1)),
        5 => {
            let at = choices.below(bytes.len() + 1);
            bytes.splice(at..at, choices.pick(&WORDS).bytes());
        }
        6 => lines(choices, bytes, |lines, at, _| drop(lines.remove(at))),
        7 => lines(choices, bytes, |lines, at, to| lines.insert(to, lines[at].clone())),
        8 => lines(choices, bytes, |lines, at, to| lines.swap(at, to)),
        9 => word_for_word(choices, bytes, &bytes.clone()),
        10 => word_for_word(choices, bytes, other),
        _ => {
            let (from, to) = range(choices, other.len(), 2000);
            let at = choices.below(bytes.len() + 1);
            bytes.splice(at..at, other[from..to].iter().copied());
        }
    }
}

fn range(choices: &mut Choices, length: usize, most: usize) -> (usize, usize) {
    let from = choices.below(length + 1);
    (from, (from + choices.below(most)).min(length))
}

/// Does something with a line and the place of another.
fn lines(choices: &mut Choices, bytes: &mut Vec<u8>, change: impl FnOnce(&mut Vec<Vec<u8>>, usize, usize)) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&it| it == b'\n').map(<[u8]>::to_vec).collect();
    if !lines.is_empty() {
        let (at, to) = (choices.below(lines.len()), choices.below(lines.len()));
        change(&mut lines, at, to);
        *bytes = lines.concat();
    }
}

/// Puts a word of a text in the place of another word.
fn word_for_word(choices: &mut Choices, bytes: &mut Vec<u8>, from: &[u8]) {
    let (theirs, ours) = (words(from), words(bytes));
    if theirs.is_empty() || ours.is_empty() {
        return;
    }
    let ((a, b), (c, d)) = (*choices.pick(&theirs), *choices.pick(&ours));
    bytes.splice(c..d, from[a..b].iter().copied());
}

/// Where the words of a text are.
fn words(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_in = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'/' || byte > 127;
    let mut found = Vec::new();
    let mut start = None;
    for (at, &byte) in bytes.iter().chain(b" ").enumerate() {
        match (is_in(byte), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Changes a value somewhere, into something of the same kind or of any; `other` brings pieces.
pub fn json(choices: &mut Choices, value: &mut Value, other: &Value) {
    let at = choices.below(count(value));
    let place = nth(value, at);
    match choices.below(8) {
        0 => *place = nasty(choices),
        1 => {
            let mut other = other.clone();
            let from = choices.below(count(&other));
            *place = nth(&mut other, from).take();
        }
        _ => near(choices, place),
    }
}

/// How many values there are in one, itself included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// The value of this number in one; 0 is itself.
fn nth(value: &mut Value, number: usize) -> &mut Value {
    if number == 0 {
        return value;
    }
    let inner: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(members) => members.values_mut().collect(),
        _ => unreachable!("nothing is counted in it"),
    };
    let mut number = number - 1;
    for item in inner {
        match count(item) {
            many if number < many => return nth(item, number),
            many => number -= many,
        }
    }
    unreachable!("more were counted")
}

/// Any value that a reader may not expect.
fn nasty(choices: &mut Choices) -> Value {
    match choices.below(10) {
        0 => Value::Null,
        1 => Value::Bool(choices.one_in(2)),
        2 => Value::from(u64::MAX),
        3 => Value::from(i64::MIN),
        4 => Number::from_f64(0.5).map_or(Value::Null, Value::Number),
        5 => Value::from("x".repeat(choices.below(3000))),
        6 => Value::Array(Vec::new()),
        7 => Value::Object(Map::new()),
        _ => Value::from(*choices.pick(&WORDS)),
    }
}

/// A value that differs a little.
fn near(choices: &mut Choices, value: &mut Value) {
    match value {
        Value::Null => *value = Value::from(choices.below(3)),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => {
            let old = number.as_u64().unwrap_or(0);
            let new = [old.wrapping_add(1), old.saturating_sub(1), old.wrapping_mul(2), 0, 65535, 65536];
            *value = Value::from(*choices.pick(&new));
        }
        Value::String(text) => {
            let changed = self::text(choices, text.as_bytes(), b"axis allies 00");
            *text = String::from_utf8_lossy(&changed).into_owned();
        }
        Value::Array(items) => match (items.len(), choices.below(3)) {
            (0, _) => items.push(nasty(choices)),
            (length, 0) => drop(items.remove(choices.below(length))),
            (length, 1) => {
                let twin = items[choices.below(length)].clone();
                items.insert(choices.below(length + 1), twin);
            }
            (length, _) => items.swap(choices.below(length), choices.below(length)),
        },
        Value::Object(members) => {
            let keys: Vec<String> = members.keys().cloned().collect();
            match (keys.is_empty(), choices.below(3)) {
                (false, 0) => drop(members.remove(choices.pick(&keys))),
                (false, 1) => {
                    let (one, two) = (choices.pick(&keys).clone(), choices.pick(&keys).clone());
                    let theirs = members[&two].clone();
                    members.insert(one, theirs);
                }
                _ => drop(members.insert("surplus".to_owned(), nasty(choices))),
            }
        }
    }
}
