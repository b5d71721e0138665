//! Finds armors in the text of a mail: quoted, indented, wrapped, joined, or in the middle of a sentence.
//! Nothing here decodes: what a cut armor holds is judged by who opens or verifies it.

use std::ops::Range;

/// An armor found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The bytes of the text from the begin marker to the end marker; of an armor without end, to its last
    /// line.
    pub range: Range<usize>,
    /// The armor as its own program would have written it: markers on lines of their own, even lines, no
    /// quoting. Without the end marker if it had none.
    pub armor: String,
    /// Whether there is an end marker; without one the text was cut short.
    pub whole: bool,
}

/// A kind of armor.
struct Kind {
    /// The words of its markers.
    label: &'static str,
    /// How the Base64 of every such thing begins.
    start: &'static str,
    /// Characters in a line, as the kind's own program writes it.
    columns: usize,
}

/// Source: the age format, <https://c2sp.org/age#ascii-armor>. The start is `age-encryption.org`.
#[cfg(feature = "mail")]
const AGE: Kind = Kind { label: "AGE ENCRYPTED FILE", start: "YWdlLWVuY3J5cHRpb24ub3Jn", columns: 64 };

/// Source: OpenSSH, PROTOCOL.sshsig, section 2. The start is `SSHSIG`.
const SIGNATURE: Kind = Kind { label: "SSH SIGNATURE", start: "U1NIU0lH", columns: 70 };

/// Shortest Base64 text between two markers that is taken for an armor although it does not begin like one.
/// Anything shorter is a sentence that speaks of the markers.
const SHORTEST: usize = 32;

/// Longest mark before a quoted line, such as `Anna> `.
const LONGEST_MARK: usize = 24;

/// Finds every age envelope in a text. Reply marks (also nested, also with initials), indentation, carriage
/// returns, trailing blanks, and lines that were wrapped or joined make no difference. Sentences that only
/// name the markers are passed over.
#[cfg(feature = "mail")]
pub fn cut_armor(text: &str) -> Vec<Cut> {
    cut(text, &AGE)
}

/// Finds every SSH signature in a text, as [`cut_armor`] finds envelopes.
pub fn cut_signature(text: &str) -> Vec<Cut> {
    cut(text, &SIGNATURE)
}

fn cut(text: &str, kind: &Kind) -> Vec<Cut> {
    let mut cuts = Vec::new();
    let mut next = find_marker(text, 0..text.len(), "-----BEGIN", kind);
    while let Some(begin) = next {
        next = find_marker(text, begin.end..text.len(), "-----BEGIN", kind);
        let limit = next.as_ref().map_or(text.len(), |marker| marker.start);
        let end = find_marker(text, begin.end..limit, "-----END", kind);
        cuts.extend(judge(text, kind, begin, end, limit));
    }
    cuts
}

/// Decides whether what follows a begin marker is an armor.
fn judge(
    text: &str,
    kind: &Kind,
    begin: Range<usize>,
    end: Option<Range<usize>>,
    limit: usize,
) -> Option<Cut> {
    let mark = mark_before(text, begin.start);
    let whole = end.is_some();
    let (body_end, range_end) = match end {
        Some(end) => (end.start, end.end),
        None => {
            let at = begin.end + torn_length(&text[begin.end..limit], mark);
            (at, at)
        }
    };
    let body = body(&text[begin.end..body_end], mark);
    let prose = !body.starts_with(kind.start) && (!whole || body.len() < SHORTEST);
    (!prose).then(|| Cut { range: begin.start..range_end, armor: write(&body, kind, whole), whole })
}

/// Finds the next marker within a range. Its words may stand on different lines, and be quoted there.
fn find_marker(text: &str, within: Range<usize>, opening: &str, kind: &Kind) -> Option<Range<usize>> {
    let mut at = within.start;
    loop {
        let start = at + text[at..within.end].find(opening)?;
        at = start + opening.len();
        if let Some(length) = label_length(&text[at..within.end], kind.label) {
            return Some(start..at + length);
        }
    }
}

/// The length of the marker's words and closing dashes, if the text begins with them.
fn label_length(text: &str, label: &str) -> Option<usize> {
    let mut rest = text;
    for word in label.split(' ') {
        let trimmed = rest.trim_start_matches(is_filler);
        if trimmed.len() == rest.len() {
            return None;
        }
        rest = trimmed.strip_prefix(word)?;
    }
    rest.strip_prefix("-----").map(|rest| text.len() - rest.len())
}

/// What mail programs put between the characters of an armor.
fn is_filler(character: char) -> bool {
    character.is_whitespace() || matches!(character, '>' | '|' | '\u{200b}' | '\u{feff}' | '\u{ad}')
}

fn is_base64(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '+' | '/' | '=')
}

/// A reply mark with letters, such as `Anna>`, that stands before the begin marker. Marks without letters
/// need no care, since none of their characters is Base64.
fn mark_before(text: &str, at: usize) -> Option<&str> {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mark = text[line..at].trim();
    let fits = mark.ends_with('>') && mark.len() <= LONGEST_MARK && mark.contains(is_base64);
    fits.then_some(mark)
}

fn without_mark<'a>(line: &'a str, mark: Option<&str>) -> &'a str {
    mark.and_then(|mark| line.trim_start().strip_prefix(mark)).unwrap_or(line)
}

/// The Base64 between two markers. Any other character is dropped: whoever opens the armor finds out if one
/// was lost.
fn body(text: &str, mark: Option<&str>) -> String {
    text.split('\n')
        .flat_map(|line| without_mark(line, mark).chars())
        .filter(|character| is_base64(*character))
        .collect()
}

/// How far an armor without end goes: to the first line that is empty or cannot be Base64.
fn torn_length(text: &str, mark: Option<&str>) -> usize {
    let mut length = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let content = without_mark(line, mark).trim_matches(is_filler);
        if number > 0 && (content.is_empty() || !content.chars().all(is_base64)) {
            break;
        }
        length += line.len();
    }
    text[..length].trim_end().len()
}

fn write(body: &str, kind: &Kind, whole: bool) -> String {
    let mut armor = format!("-----BEGIN {}-----\n", kind.label);
    let mut rest = body;
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(kind.columns));
        armor.push_str(line);
        armor.push('\n');
        rest = after;
    }
    if whole {
        armor.push_str(&format!("-----END {}-----\n", kind.label));
    }
    armor
}
