//! Lines that mean something: the markers of the order block, reply marks, hashes, code words, armour.

use std::ops::Range;

use crate::post::letters::plain::is_invisible;
use engine::draft::KEYS;
pub use engine::draft::{BEGIN, END, is_marker};

/// The first line of an age file in its text form.
pub const AGE_BEGIN: &str = "-----BEGIN AGE ENCRYPTED FILE-----";
const AGE_END: &str = "-----END AGE ENCRYPTED FILE-----";
/// The first line of a signature by `ssh-keygen -Y sign`.
pub const SSH_BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const SSH_END: &str = "-----END SSH SIGNATURE-----";

/// Whether a text holds the line before the orders.
pub fn has_block(text: &str) -> bool {
    text.contains(BEGIN) && text.lines().any(|line| is_marker(line, BEGIN))
}

/// The word at the left edge of a line of orders, in lower case, whatever a phone has made of its first
/// letter. `groups` is also a kind of question, and a word of people: what stands behind it says which.
pub fn key(line: &str) -> Option<&'static str> {
    let (word, rest) = line.trim_start_matches(is_invisible).split_once(':')?;
    let key = KEYS.into_iter().find(|key| key.eq_ignore_ascii_case(word.trim_end()))?;
    let names = rest.trim_start().is_empty() || rest.trim_start().starts_with(['{', '#']);
    (key != "groups" || names).then_some(key)
}

/// Whether a text has a line that begins with `match:`, as an order form does, or with `answers:`.
pub fn has_orders_line(text: &str) -> bool {
    text.lines().any(|line| matches!(key(line), Some("match" | "answers")))
}

/// A line without the reply marks before it, and how many there were.
pub fn unquoted(line: &str) -> (usize, &str) {
    let mut depth = 0;
    let mut rest = line;
    loop {
        let bare = rest.trim_start_matches([' ', '\u{a0}']);
        match bare.strip_prefix(['>', '|']) {
            Some(after) => {
                depth += 1;
                rest = after;
            }
            None => break,
        }
    }
    (depth, rest)
}

/// 64 hexadecimal digits, in lower case.
pub fn hex64(text: &str) -> Option<String> {
    let good = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    good.then(|| text.to_ascii_lowercase())
}

/// The promise on a line: 64 hexadecimal digits alone, after `commit` or `commitment` (with or without a
/// colon), or before a file name, as `sha256sum` prints it.
pub fn commitment(line: &str) -> Option<String> {
    if line.len() > 400 {
        return None;
    }
    let line = line.trim().trim_matches(['*', '`', '.']);
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [hex] => hex64(hex).or_else(|| {
            let (word, hex) = hex.split_once([':', '='])?;
            hex64(hex).filter(|_| is_commitment_word(word))
        }),
        [hex, file] if file.ends_with(".sealed") => hex64(hex),
        [word, hex] | [word, ":" | "=", hex] if is_commitment_word(word.trim_end_matches([':', '='])) => {
            hex64(hex)
        }
        _ => None,
    }
}

fn is_commitment_word(word: &str) -> bool {
    ["commit", "commitment", "sha256", "sha-256"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The code words of a text, in capitals, in their order: behind `code:`, `My code word is:`, `code =` and
/// the like, or on the next line. Two to six words of letters and digits, joined by hyphens or what keyboards
/// make of them.
pub fn code_words<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), None::<String>);
    for line in lines.filter(|line| line.len() <= 400) {
        let line: String = line.chars().filter(|c| !is_invisible(*c)).collect();
        let line = unquoted(&line).1.trim().trim_matches(|c| "*#_`/;".contains(c) || char::is_whitespace(c));
        if let Some(before) = open.take() {
            if line.is_empty() {
                open = Some(before);
                continue;
            }
            if let Some(word) = word(&format!("{before}{line}")) {
                found.push(word);
                continue;
            }
        }
        match after_label(line) {
            Some(rest) if rest.is_empty() || rest.ends_with('-') => open = Some(rest.to_owned()),
            Some(rest) => found.extend(word(rest)),
            None => {}
        }
    }
    found
}

/// What stands behind the label of a code word.
fn after_label(line: &str) -> Option<&str> {
    let (label, rest) = line.split_once([':', '='])?;
    let label = label.trim().trim_matches(['*', '_']).to_ascii_lowercase();
    let words: Vec<&str> =
        label.split([' ', '-']).filter(|word| !["my", "the", "your", "is", ""].contains(word)).collect();
    let is_label = matches!(words.as_slice(), ["code" | "codeword"] | ["code", "word" | "words"]);
    is_label.then(|| rest.trim().trim_matches(['*', '_', '"', '\'', '.']).trim())
}

/// A code word as it is written, in capitals with hyphens.
fn word(text: &str) -> Option<String> {
    let text: String = text.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
    // Without hyphens only four words are taken for one: `code: I forgot` is a sentence.
    let parts: Vec<&str> = match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        [one] | [one, ..] if one.contains('-') && !one.ends_with('-') => {
            one.trim_matches(['.', ',']).split('-').collect()
        }
        words if words.len() == 4 => words.to_vec(),
        words => words.iter().flat_map(|word| word.split('-')).filter(|part| !part.is_empty()).collect(),
    };
    let joined = text.contains('-') || parts.len() == 4;
    let good =
        |word: &&str| (1..=20).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_alphanumeric());
    (joined && (2..=6).contains(&parts.len()) && parts.iter().all(good))
        .then(|| parts.join("-").to_ascii_uppercase())
}

/// Whether a character is a hyphen, or a dash that a program has put in its place.
pub fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Armour found in a text.
pub struct Armour {
    /// The armour without reply marks and indentation, with line feeds.
    pub text: String,
    /// Whether its last line is missing, or a line in it is none of armour.
    pub damaged: bool,
    /// The lines it takes, counted from 0.
    pub lines: Range<usize>,
}

/// The age files in a text.
pub fn age(text: &str, most: usize) -> Vec<Armour> {
    armours(text, AGE_BEGIN, AGE_END, most)
}

/// The SSH signatures in a text.
pub fn ssh(text: &str, most: usize) -> Vec<Armour> {
    armours(text, SSH_BEGIN, SSH_END, most)
}

fn armours(text: &str, begin: &str, end: &str, most: usize) -> Vec<Armour> {
    let mut found: Vec<Armour> = Vec::new();
    if !text.contains(begin) {
        return found;
    }
    let mut open: Option<Armour> = None;
    for (at, line) in text.lines().enumerate() {
        if found.len() >= most {
            return found;
        }
        let bare = unquoted(line).1.trim_matches([' ', '\t', '\u{a0}']);
        if bare == begin {
            found.extend(open.take().map(|cut| Armour { damaged: true, ..cut }));
            open = Some(Armour { text: format!("{begin}\n"), damaged: false, lines: at..at + 1 });
            continue;
        }
        let Some(armour) = open.as_mut() else { continue };
        armour.lines.end = at + 1;
        if bare == end {
            armour.text.push_str(end);
            armour.text.push('\n');
            found.extend(open.take());
        } else if !bare.is_empty() {
            armour.damaged |=
                !bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
            armour.text.push_str(bare);
            armour.text.push('\n');
        }
    }
    found.extend(open.map(|cut| Armour { damaged: true, ..cut }));
    found
}
