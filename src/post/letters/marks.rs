//! Lines that mean something: the markers of the order block, reply marks, hashes, code words, armour.

use std::ops::Range;

pub use crate::orders::{BEGIN, END};

/// The first line of an age file in its text form.
pub const AGE_BEGIN: &str = "-----BEGIN AGE ENCRYPTED FILE-----";
const AGE_END: &str = "-----END AGE ENCRYPTED FILE-----";
/// The first line of a signature by `ssh-keygen -Y sign`.
pub const SSH_BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const SSH_END: &str = "-----END SSH SIGNATURE-----";

/// Whether a line holds the marker and otherwise only decoration.
pub fn is_marker(line: &str, marker: &str) -> bool {
    let decoration = |c: char| c.is_whitespace() || ">|#*/;<!-\u{feff}".contains(c);
    line.trim_matches(decoration) == marker
}

/// Whether a text holds the line before the orders.
pub fn has_block(text: &str) -> bool {
    text.contains(BEGIN) && text.lines().any(|line| is_marker(line, BEGIN))
}

/// Whether a line of the text begins with `match:`, as an order form does.
pub fn has_match_line(text: &str) -> bool {
    text.lines().any(|line| line.trim_start_matches('\u{feff}').starts_with("match:"))
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

/// The promise on a line: 64 hexadecimal digits alone, after `commit` or `commitment` (with or without a colon), or before
/// a file name, as `sha256sum` prints it.
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

/// The code word of a line `code: WORD-WORD`, in capitals: two to six words of letters and digits, joined by hyphens.
pub fn code_word(line: &str) -> Option<String> {
    if line.len() > 400 {
        return None;
    }
    let line = line.trim().trim_matches(|c| "*#_`/;".contains(c) || char::is_whitespace(c));
    let (key, word) = line.split_once(':')?;
    let key = key.trim_end_matches(['*', '_', ' ']);
    if !key.eq_ignore_ascii_case("code") && !key.eq_ignore_ascii_case("code word") {
        return None;
    }
    let word = word.trim().trim_matches(['*', '_', '"', '.']).trim();
    let words: Vec<&str> = word.split('-').collect();
    let good =
        |word: &&str| (1..=20).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_alphanumeric());
    ((2..=6).contains(&words.len()) && words.iter().all(good)).then(|| word.to_ascii_uppercase())
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
