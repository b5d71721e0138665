//! Armors as text: their bytes, and what mail programs do to them.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes of an armor, without its markers.
pub fn decode(armor: &str) -> Vec<u8> {
    let body: String = armor.lines().filter(|line| !line.starts_with('-')).collect();
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for character in body.bytes().filter(|byte| *byte != b'=') {
        let value = ALPHABET.iter().position(|known| *known == character).unwrap() as u32;
        bits = (bits << 6 | value) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// An armor around these bytes, in lines of `columns` characters.
pub fn encode(bytes: &[u8], label: &str, columns: usize) -> String {
    let mut body = Vec::new();
    for chunk in bytes.chunks(3) {
        let mut group = [0; 3];
        group[..chunk.len()].copy_from_slice(chunk);
        let number = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        for place in 0..4 {
            let character = ALPHABET[(number >> (18 - 6 * place)) as usize % 64];
            body.push(if place <= chunk.len() { character } else { b'=' });
        }
    }
    let lines: Vec<&str> = body.chunks(columns).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}

/// Something a mail program does to a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mangling {
    /// Reply marks.
    Quoted,
    /// Reply marks without a blank.
    QuotedTightly,
    /// Reply marks with initials.
    Initials,
    /// Spaces before each line.
    Indented,
    /// Carriage returns.
    Crlf,
    /// Blanks after each line.
    TrailingBlanks,
    /// An empty line after each.
    DoubleSpaced,
    /// Lines wrapped after so many characters.
    Wrapped(usize),
    /// All lines joined into one, with blanks.
    Joined,
    /// No-break spaces before each line.
    NoBreak,
    /// Sentences before and after.
    Surrounded,
}

/// Every mangling.
pub const ALL: [Mangling; 12] = [
    Mangling::Quoted,
    Mangling::QuotedTightly,
    Mangling::Initials,
    Mangling::Indented,
    Mangling::Crlf,
    Mangling::TrailingBlanks,
    Mangling::DoubleSpaced,
    Mangling::Wrapped(41),
    Mangling::Wrapped(72),
    Mangling::Joined,
    Mangling::NoBreak,
    Mangling::Surrounded,
];

impl Mangling {
    /// The text after the mangling.
    pub fn apply(self, text: &str) -> String {
        let each = |before: &str, after: &str| -> String {
            text.lines().map(|line| format!("{before}{line}{after}\n")).collect()
        };
        match self {
            Mangling::Quoted => each("> ", ""),
            Mangling::QuotedTightly => each(">", ""),
            Mangling::Initials => each("AB> ", ""),
            Mangling::Indented => each("    ", ""),
            Mangling::Crlf => each("", "\r"),
            Mangling::TrailingBlanks => each("", "  \t"),
            Mangling::DoubleSpaced => each("", "\n"),
            Mangling::NoBreak => each("\u{a0}\u{a0}", ""),
            Mangling::Joined => text.split_whitespace().collect::<Vec<_>>().join(" "),
            Mangling::Wrapped(width) => text.lines().flat_map(|line| wrap(line, width)).collect(),
            Mangling::Surrounded => {
                format!("Dear Uma,\nhere are my orders (-----BEGIN is below):\n{text}-- \nAnna\n")
            }
        }
    }
}

/// Breaks a line at its last blank that fits, or within the word if there is none, as mail programs do.
fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > width {
        let blank = rest[1..width].iter().rposition(|c| *c == ' ').map_or(width, |at| at + 1);
        let tail = rest.split_off(blank);
        lines.push(rest.iter().collect::<String>() + "\n");
        rest = tail;
    }
    lines.push(rest.iter().collect::<String>() + "\n");
    lines
}
