//! Finds the orders in whatever was sent back: a bare file, a quoted mail, a Markdown or HTML report. Nothing
//! here reads YAML, and no byte outside of the marked block counts.

use crate::problem::{Class, Lines, Problem, Problems, Spot};

/// The text of the line before the orders.
pub const BEGIN: &str = "=== begin orders ===";
/// The text of the line after the orders.
pub const END: &str = "=== end orders ===";

/// Longest HTML tag that is dropped, in bytes; a longer one is left as text.
const LONGEST_TAG: usize = 2000;

/// The orders' text, and from where in the file each byte of it came.
#[derive(Debug)]
pub struct Extract {
    /// The text to be read as YAML.
    pub text: String,
    pieces: Vec<Piece>,
    begin: usize,
}

impl Extract {
    /// No text at all.
    pub(super) const BLANK: Extract = Extract { text: String::new(), pieces: Vec::new(), begin: 0 };
}

/// A run of the text that came from one run of the file; of equal length, or else a single replaced
/// character.
#[derive(Debug)]
struct Piece {
    text_start: u32,
    source_start: u32,
    source_end: u32,
}

/// A character of the text and the bytes of the file that stand for it.
#[derive(Clone, Copy)]
struct Glyph {
    character: char,
    start: u32,
    end: u32,
}

/// Where the orders stand in the file, and how they are wrapped.
struct Block {
    start: usize,
    end: usize,
    quote: Quote,
    html: bool,
}

/// The reply marks before a line: how many, and how many spaces follow the last.
#[derive(Clone, Copy, Default)]
struct Quote {
    marks: usize,
    spaces: usize,
}

/// Cuts the marked block out of a text, or takes the whole text if nothing is marked. A line is a marker if
/// it holds nothing but the marker and decoration (`#`, `>`, `*`, HTML tags). Strips the reply marks that the
/// begin line carries, or, of a text that is not marked, those that all its lines carry, and a Markdown
/// fence; turns no-break spaces into spaces; within `<pre>` drops tags and resolves entities.
///
/// # Errors
/// One problem if there are two blocks, half a block, or a web page without one.
///
/// # Panics
/// If the text has 4 GiB or more; [`parse`](super::parse) refuses long before.
pub fn extract(file: &str, source: &str) -> Result<Extract, Problems> {
    assert!(u32::try_from(source.len()).is_ok(), "offsets are kept in 32 bits");
    let block = find(file, source)?;
    let glyphs = decode(source, block.start, block.end, block.html);
    let mut lines: Vec<&[Glyph]> = glyphs
        .split_inclusive(|glyph| glyph.character == '\n')
        .map(|line| &line[block.quote.length(line)..])
        .collect();
    drop_fence(&mut lines);
    let mut extract = Extract { text: String::new(), pieces: Vec::new(), begin: block.start };
    for glyph in lines.into_iter().flatten() {
        extract.push(*glyph);
    }
    Ok(extract)
}

impl Extract {
    /// The bytes of the file from which a stretch of the text came.
    pub fn source_range(&self, start: usize, end: usize) -> std::ops::Range<usize> {
        let from = self.source_start(start);
        let to = if end > start { self.source_end(end) } else { from };
        from..to.max(from)
    }

    fn source_start(&self, at: usize) -> usize {
        self.piece(at).map_or(self.begin, |piece| {
            (piece.source_start as usize + at - piece.text_start as usize).min(piece.source_end as usize)
        })
    }

    fn source_end(&self, end: usize) -> usize {
        let Some(piece) = self.piece(end - 1) else { return self.begin };
        let next = self.pieces.partition_point(|other| other.text_start <= piece.text_start);
        let text_end = self.pieces.get(next).map_or(self.text.len(), |piece| piece.text_start as usize);
        let whole = end >= text_end;
        if whole {
            piece.source_end as usize
        } else {
            piece.source_start as usize + end - piece.text_start as usize
        }
    }

    fn piece(&self, at: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.text_start as usize <= at);
        self.pieces.get(after.checked_sub(1)?)
    }

    fn push(&mut self, glyph: Glyph) {
        let character = if glyph.character == '\u{a0}' { ' ' } else { glyph.character };
        let at = self.text.len();
        self.text.push(character);
        let same = (glyph.end - glyph.start) as usize == character.len_utf8();
        match self.pieces.last_mut() {
            Some(last) if same && last.source_end == glyph.start && last.is_run(at) => {
                last.source_end = glyph.end;
            }
            _ => self.pieces.push(Piece {
                text_start: at as u32,
                source_start: glyph.start,
                source_end: glyph.end,
            }),
        }
    }
}

impl Piece {
    /// Whether the piece, which ends before this byte of the text, is as long in the text as in the file.
    fn is_run(&self, text_end: usize) -> bool {
        (self.source_end - self.source_start) as usize == text_end - self.text_start as usize
    }
}

impl Quote {
    /// The reply marks with which a line begins.
    fn of(line: &[Glyph]) -> Quote {
        let mut quote = Quote::default();
        let mut at = 0;
        while let Some(next) = after_mark(line, at) {
            quote.marks += 1;
            at = next;
        }
        if quote.marks > 0 {
            quote.spaces = spaces(&line[at..]);
        }
        quote
    }

    /// How many characters of a line belong to as many reply marks as these, at most.
    fn length(self, line: &[Glyph]) -> usize {
        let mut at = 0;
        for _ in 0..self.marks {
            match after_mark(line, at) {
                Some(next) => at = next,
                None => break,
            }
        }
        if at == 0 { 0 } else { at + spaces(&line[at..]).min(self.spaces) }
    }
}

fn after_mark(line: &[Glyph], at: usize) -> Option<usize> {
    let mark = at + spaces(&line[at..]);
    matches!(line.get(mark)?.character, '>' | '|').then_some(mark + 1)
}

fn spaces(line: &[Glyph]) -> usize {
    line.iter().take_while(|glyph| matches!(glyph.character, ' ' | '\u{a0}')).count()
}

/// Removes the fence lines of a Markdown code block, if the first or last line with content is one.
fn drop_fence(lines: &mut Vec<&[Glyph]>) {
    let content = |line: &&[Glyph]| line.iter().any(|glyph| !glyph.character.is_whitespace());
    if let Some(first) = lines.iter().position(content).filter(|at| is_fence(lines[*at])) {
        lines.drain(..=first);
    }
    if let Some(last) = lines.iter().rposition(content).filter(|at| is_fence(lines[*at])) {
        lines.truncate(last);
    }
}

fn is_fence(line: &[Glyph]) -> bool {
    let text: String =
        line.iter().map(|glyph| glyph.character).filter(|c| !c.is_whitespace()).take(20).collect();
    ["```", "~~~"].iter().any(|fence| {
        text.strip_prefix(fence)
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_alphanumeric() || "`~".contains(c)))
    })
}

/// Finds the markers and judges them.
fn find(file: &str, source: &str) -> Result<Block, Problems> {
    let (mut begins, mut ends, mut at) = (Vec::new(), Vec::new(), 0);
    for line in source.split_inclusive('\n') {
        let span = (at, at + line.len());
        at = span.1;
        if is_marker(line, BEGIN) {
            begins.push(span);
        } else if is_marker(line, END) {
            ends.push(span);
        }
    }
    let refuse = |code: &str, what: &str, (start, end): (usize, usize), mend: &str| {
        let (line, column) = Lines::new(source).position(start);
        let end = start + source[start..end].trim_end().len();
        let place = Spot { line, column, start, end }.in_file(file);
        Err(Problems::from(Problem::new(Class::Malformed, code, what).at(place).mending(mend)))
    };
    match (begins.as_slice(), ends.as_slice()) {
        ([], []) if is_web_page(source) => refuse(
            "no-orders-block",
            "This is a web page, and it has no marked block of orders.",
            (0, source.find('\n').unwrap_or(source.len())),
            "Send the block with its begin and end lines as plain text.",
        ),
        ([], []) => Ok(Block { start: 0, end: source.len(), quote: quote_of_all(source), html: false }),
        ([_, second, ..], _) => {
            let mend = "Keep one block and delete the others with their begin and end lines.";
            refuse("two-order-blocks", "A second block of orders begins here.", *second, mend)
        }
        ([], [end, ..]) => {
            let mend = format!("Put a line `{BEGIN}` before the orders, or delete this line.");
            refuse("no-begin-line", "Orders end here, but no line says where they begin.", *end, &mend)
        }
        ([begin], ends) => match ends.iter().find(|end| end.0 >= begin.1) {
            None => {
                let mend = format!("Put a line `{END}` after the orders.");
                refuse("no-end-line", "Orders begin here, but no line says where they end.", *begin, &mend)
            }
            Some(end) => {
                let html = is_preformatted(&source[..begin.1]);
                let quote = Quote::of(&decode(source, begin.0, begin.1, html));
                Ok(Block { start: begin.1, end: end.0, quote, html })
            }
        },
    }
}

/// The reply marks of a text that was quoted as a whole; none if a line with content has fewer than the
/// first.
fn quote_of_all(source: &str) -> Quote {
    let quote = |line: &str| Quote::of(&decode(line, 0, line.len(), false));
    let mut lines = source.lines().filter(|line| !line.trim().is_empty()).map(quote);
    let Some(first) = lines.next().filter(|first| first.marks > 0) else { return Quote::default() };
    // A quoted line that is empty has no space behind its mark.
    if lines.all(|line| line.marks >= first.marks) { first } else { Quote::default() }
}

/// Whether a line holds the marker and otherwise only decoration; a sentence about the marker is none.
pub fn is_marker(line: &str, marker: &str) -> bool {
    if !line.contains(marker) {
        return false;
    }
    let (before, after) = line.split_once(marker).expect("it holds the marker");
    let before = before.rfind("<pre").map_or(before, |at| &before[at..]);
    let after = after.find("</pre").map_or(after, |at| &after[..at]);
    if format!("{before}{after}").chars().all(is_decoration) {
        return true;
    }
    let plain =
        |text: &str| decode(text, 0, text.len(), true).iter().all(|glyph| is_decoration(glyph.character));
    plain(before) && plain(after)
}

fn is_decoration(character: char) -> bool {
    character.is_whitespace() || ">|#*/;<!-\u{feff}".contains(character)
}

fn is_web_page(source: &str) -> bool {
    let start: String = source.trim_start_matches(['\u{feff}', ' ', '\n', '\r']).chars().take(9).collect();
    let start = start.to_ascii_lowercase();
    start.starts_with("<!doctype") || start.starts_with("<html")
}

/// Whether the text ends within an HTML `<pre>`.
fn is_preformatted(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.rfind("<pre").is_some_and(|open| text.rfind("</pre").is_none_or(|close| close < open))
}

/// The characters of a part of the file; of HTML, without tags and with entities resolved.
fn decode(source: &str, start: usize, end: usize, html: bool) -> Vec<Glyph> {
    let mut glyphs = Vec::with_capacity(end - start);
    let mut at = start;
    while let Some(character) = source[at..end].chars().next() {
        let rest = &source[at..end];
        let (shown, length) = match character {
            '<' if html => tag(rest),
            '&' if html => entity(rest),
            _ => (Some(character), character.len_utf8()),
        };
        if let Some(character) = shown {
            glyphs.push(Glyph { character, start: at as u32, end: (at + length) as u32 });
        }
        at += length;
    }
    glyphs
}

/// What an HTML tag shows, and its length: nothing, but a line end for `<br>`.
fn tag(rest: &str) -> (Option<char>, usize) {
    let literal = (Some('<'), 1);
    let second = rest.as_bytes().get(1).copied().unwrap_or_default();
    if !(second.is_ascii_alphabetic() || second == b'/' || second == b'!') {
        return literal;
    }
    let inside = &rest.as_bytes()[1..rest.len().min(LONGEST_TAG)];
    let length = match inside.iter().position(|byte| matches!(byte, b'<' | b'>')) {
        Some(at) if inside[at] == b'>' => at + 2,
        _ => return literal,
    };
    let is_break = rest[1..length].to_ascii_lowercase().trim_end_matches(['>', '/', ' ']) == "br";
    let alone = is_break && !rest[length..].starts_with(['\n', '\r']);
    (alone.then_some('\n'), length)
}

/// The character an HTML entity stands for, and the entity's length; an unknown one stands for itself.
fn entity(rest: &str) -> (Option<char>, usize) {
    let literal = (Some('&'), 1);
    let Some(end) = rest.bytes().take(12).position(|byte| byte == b';') else { return literal };
    let name = &rest[1..end];
    let number = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
    let character = match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => match name.strip_prefix('#') {
            Some(digits) => match digits.strip_prefix(['x', 'X']) {
                Some(hex) => number(hex, 16),
                None => number(digits, 10),
            },
            None => None,
        },
    };
    match character {
        Some(found) if !found.is_control() => (Some(found), end + 1),
        _ => literal,
    }
}
