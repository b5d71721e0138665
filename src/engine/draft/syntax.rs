//! Says in a player's words why a text is no YAML. Nothing here repeats the parser's own vocabulary.

use granit_parser::{ErrorKind, ScanError};

use super::hints;
use super::node::{DEPTH, LONGEST_KEY, Source};
use crate::problem::{Problem, count, is_hidden, visible};

/// What was read before the text stopped making sense, as bytes of the extracted text.
pub(super) struct Around {
    /// The last word.
    pub last: Option<(usize, usize)>,
    /// The bracket that is still open.
    pub bracket: Option<(usize, usize)>,
}

/// What is wrong, where, and what to do about it.
struct Finding {
    code: &'static str,
    what: String,
    start: usize,
    end: usize,
    mend: String,
}

/// Turns the parser's complaint into a problem.
pub(super) fn explain(source: &Source<'_>, error: &ScanError, around: &Around) -> Problem {
    let text = source.extract.text.as_str();
    let at = floor(text, error.marker().byte_offset().unwrap_or(text.len()));
    if matches!(error.kind(), ErrorKind::RecursionLimitExceeded) {
        return too_deep(source, at);
    }
    let finding = signature(text, at, around).or_else(|| look_alike(text, at, around));
    let finding = finding.unwrap_or_else(|| find(text, error.kind(), at, around));
    source.problem(finding.code, finding.what, source.spot(finding.start, finding.end)).mending(finding.mend)
}

/// Lists or mappings nested beyond the limit.
pub(super) fn too_deep(source: &Source<'_>, at: usize) -> Problem {
    let what = format!("Lists or mappings are more than {} levels deep here.", count(DEPTH, "level"));
    source
        .problem("too-deep", what, source.spot(at, at))
        .mending("Orders need at most five levels; write them flatter.")
}

fn find(text: &str, kind: &ErrorKind, at: usize, around: &Around) -> Finding {
    use ErrorKind as E;
    match kind {
        E::TabNotAllowed
        | E::TabInBlockIndentation
        | E::TabInIndentation
        | E::TabInPlainScalar
        | E::TabAtBlockScalarStart
        | E::InvalidBlockEntryWhitespace
        | E::InvalidMappingValueWhitespace => tab(text, at),
        E::UnclosedQuotedScalar | E::InvalidQuotedScalarIndent | E::DocumentIndicatorInQuotedScalar => {
            let from = around.last.map_or(0, |(_, end)| end).min(at);
            unclosed_quote(text, open_quote(text, from, at + 1).unwrap_or(at))
        }
        E::UnclosedFlowCollection { .. } => unclosed_bracket(text, at),
        E::MismatchedFlowCollectionEnd { open, close } => finding(
            "wrong-bracket",
            format!("`{open}` opens here, but `{close}` closes it."),
            (at, at + 1),
            "Use `[` with `]` and `{` with `}`.",
        ),
        E::MisplacedFlowCollectionEnd => finding(
            "wrong-bracket",
            "A bracket closes here, but none is open.".to_owned(),
            (at, at + 1),
            "Delete the bracket, or put the text it is part of in quotes.",
        ),
        E::UnexpectedCharacter { character } => unexpected(text, at, *character),
        E::InvalidTrailingSingleQuotedScalar | E::InvalidTrailingDoubleQuotedScalar => finding(
            "text-after-quote",
            "Something follows the closing quote.".to_owned(),
            (at, word_end(text, at)),
            "Put the whole text in quotes, or none of it.",
        ),
        E::MappingValueNotAllowed => misplaced_colon(text, at, around),
        E::SimpleKeyExpected | E::InvalidSimpleKey => missing_colon(text, at),
        E::ExpectedBlockMappingKey | E::ExpectedBlockSequenceEntry => bad_indent(text, at),
        E::BlockSequenceEntryNotAllowed | E::BlockEntryInFlowCollection => finding(
            "misplaced-dash",
            "A list entry cannot begin with `-` here.".to_owned(),
            (at, at + 1),
            &format!(
                "Begin each entry on a line of its own, or write the list {}.",
                hints::list_behind(&text[line_start(text, at)..line_end(text, at)])
            ),
        ),
        _ => find_rarer(text, kind, at, around),
    }
}

fn find_rarer(text: &str, kind: &ErrorKind, at: usize, around: &Around) -> Finding {
    use ErrorKind as E;
    match kind {
        E::InvalidIndentation
        | E::InvalidFlowScalarIndent
        | E::ExpectedFlowMappingSeparator
        | E::ExpectedFlowSequenceSeparator
        | E::UnexpectedEofFlowSequence
        | E::UnexpectedEofFlowMapping
        | E::UnexpectedEofImplicitFlowMapping
            if around.bracket.is_some() =>
        {
            unclosed_bracket(text, around.bracket.map_or(at, |(start, _)| start))
        }
        E::InvalidIndentation | E::InvalidFlowScalarIndent | E::InvalidBlockScalarIndent => {
            bad_indent(text, at)
        }
        E::UnknownQuotedScalarEscape
        | E::InvalidQuotedScalarHexEscape
        | E::InvalidLowSurrogateHexEscape
        | E::InvalidLowSurrogate
        | E::MissingLowSurrogate
        | E::UnpairedLowSurrogate
        | E::InvalidUnicodeEscape => finding(
            "bad-escape",
            "A backslash within double quotes is followed by a character it does not go with.".to_owned(),
            (at, line_end(text, at)),
            "Use single quotes, in which a backslash is only a backslash.",
        ),
        E::DirectiveDisallowed => finding(
            "directive",
            "A line that begins with `%` is an instruction to YAML, which orders may not give.".to_owned(),
            (at, line_end(text, at)),
            "Delete the line.",
        ),
        E::CommentNotSeparated => finding(
            "missing-space",
            "A `#` follows a value without a space.".to_owned(),
            (at, at + 1),
            "Put a space before `#`, or put the value in quotes.",
        ),
        _ => finding(
            "yaml-syntax",
            "The text from here on cannot be read as `key: value` lines.".to_owned(),
            (at, word_end(text, at)),
            "Look for a tab, a missing space after a colon, an unclosed quote or bracket, or a line with the wrong \
             indentation, here or just above.",
        ),
    }
}

fn finding(code: &'static str, what: String, (start, end): (usize, usize), mend: &str) -> Finding {
    Finding { code, what, start, end, mend: mend.to_owned() }
}

/// What a character looks like that is another; nothing if it looks like itself.
pub(super) fn looks_like(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{ff1a}' => "a full-width colon",
        '\u{fe55}' | '\u{fe13}' | '\u{2236}' | '\u{a789}' | '\u{5c3}' | '\u{2d0}' | '\u{2f8}' => {
            "another sign than the colon"
        }
        '\u{ff0c}' | '\u{3001}' => "a full-width comma",
        '\u{ff03}' => "a full-width number sign",
        '\u{ff3b}' | '\u{ff3d}' => "a full-width bracket",
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            "another space than that of the keyboard"
        }
        _ if is_hidden(character) && !character.is_ascii_control() => "an invisible character",
        _ => return None,
    })
}

/// A character in the lines that could not be read which looks like another, or like nothing.
fn look_alike(text: &str, at: usize, around: &Around) -> Option<Finding> {
    let from = around.last.map_or(at, |(start, _)| start.min(at));
    let (from, to) = (line_start(text, from), line_end(text, at));
    let lines = text.get(from..to)?;
    // Remarks may hold what they like.
    let lines = lines.split(" #").next().unwrap_or(lines);
    let mut letters = lines.char_indices();
    let (place, character, alike) = letters.find_map(|(place, it)| Some((place, it, looks_like(it)?)))?;
    let start = from + place;
    Some(alike_finding(start, character, alike))
}

fn alike_finding(start: usize, character: char, alike: &str) -> Finding {
    let what = format!("U+{:04X} stands here, {alike}, and YAML reads it as a letter.", character as u32);
    let mend = "Delete it, and type what you mean on your keyboard.";
    finding("look-alike", what, (start, start + character.len_utf8()), mend)
}

/// A mail's signature below the orders.
fn signature(text: &str, at: usize, around: &Around) -> Option<Finding> {
    let (from, after) = around.last.unwrap_or_default();
    let from = from.saturating_sub(1);
    let lines = ["\n-- \n", "\n-- \r\n", "\n--\n", "\n--\r\n"];
    let start = lines.iter().filter_map(|line| text.get(from..)?.find(line)).min()? + from + 1;
    let outside = start >= after || start <= from + 1;
    (outside && start <= line_end(text, at)).then(|| {
        let what = "A mail's signature begins here.".to_owned();
        finding("mail-signature", what, (start, start + 2), "Delete everything from this line on.")
    })
}

fn tab(text: &str, at: usize) -> Finding {
    let from = line_start(text, at);
    let at = text[from..].find('\t').map_or(at, |tab| from + tab);
    finding(
        "tab",
        "There is a tab where only spaces are allowed.".to_owned(),
        (at, (at + 1).min(text.len())),
        "Replace every tab with spaces, two for each level.",
    )
}

/// The first quote in a stretch that begins a word and does not close on its line.
fn open_quote(text: &str, from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    while let Some(open) = text[at..].find(['"', '\'']).map(|found| at + found).filter(|open| *open < to) {
        let begins = text[..open].chars().next_back().is_none_or(|c| c.is_whitespace() || "[{,:".contains(c));
        at = match closing_quote(&text[open..line_end(text, open)]) {
            _ if !begins => open + 1,
            Some(length) => open + length,
            None => return Some(open),
        };
    }
    None
}

/// The length of a quoted text, if it is closed; escaped quotes do not close it.
fn closing_quote(text: &str) -> Option<usize> {
    let double = text.starts_with('"');
    let mut rest = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = rest.next() {
        match character {
            '\\' if double => drop(rest.next()),
            '\'' if !double && rest.peek().is_some_and(|(_, next)| *next == '\'') => drop(rest.next()),
            '"' if double => return Some(at + 1),
            '\'' if !double => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn unclosed_quote(text: &str, at: usize) -> Finding {
    finding(
        "unclosed-quote",
        "A quote opens here and is not closed on this line.".to_owned(),
        (at, line_end(text, at)),
        &format!(
            "Close the quote{}; an apostrophe within single quotes is written twice.",
            hints::closed_quote(&text[at..line_end(text, at)])
        ),
    )
}

/// A bracket that nothing closes, perhaps because a quote within it swallows the rest.
fn unclosed_bracket(text: &str, at: usize) -> Finding {
    if let Some(start) = open_quote(text, at, line_end(text, at)) {
        return unclosed_quote(text, start);
    }
    let (bracket, close) = if text[at..].starts_with('{') { ('{', '}') } else { ('[', ']') };
    finding(
        "unclosed-bracket",
        format!("`{bracket}` opens here and is not closed properly."),
        (at, at + 1),
        &format!(
            "Put commas between the entries and `{close}` after the last{}.",
            hints::closed_bracket(&text[at..line_end(text, at)], close)
        ),
    )
}

fn unexpected(text: &str, at: usize, character: char) -> Finding {
    let at = text[at..].find(character).map_or(at, |found| at + found);
    let end = at + character.len_utf8();
    if is_hidden(character) {
        let what =
            format!("The invisible character {} does not belong here.", visible(&character.to_string()));
        return finding("hidden-character", what, (at, end), "Delete the character, or type the word again.");
    }
    let what = format!("A value cannot begin with `{character}`.");
    finding("reserved-character", what, (at, end), "Put the text in quotes.")
}

/// A colon that makes no key: the line above lacks something, or a text holds a colon.
fn misplaced_colon(text: &str, at: usize, around: &Around) -> Finding {
    if at - line_start(text, at) > LONGEST_KEY {
        return long_key(text, line_start(text, at));
    }
    let Some((start, end)) = around.last.filter(|(start, end)| text[*start..*end].contains('\n')) else {
        return finding(
            "second-colon",
            "This line has a second colon, which would make a second key.".to_owned(),
            (at, at + 1),
            "Write each answer on a line of its own; if the colon is part of the text, put the text in quotes.",
        );
    };
    let first_end = line_end(text, start);
    if let Some(colon) = glued_colon(&text[start..first_end]) {
        return glued(text, start + colon);
    }
    let before = text[line_start(text, start)..start].trim_end();
    if before.ends_with(':') {
        let next = start + text[start..end].find('\n').unwrap_or_default() + 1;
        let first_word = next + text[next..].len() - text[next..].trim_start().len();
        return bad_indent(text, first_word);
    }
    missing_colon(text, start)
}

/// The place of a colon that is followed by a letter at once, as in `a:1`.
pub(super) fn glued_colon(line: &str) -> Option<usize> {
    let colon = line.find(':')?;
    line[colon + 1..].starts_with(|c: char| !c.is_whitespace()).then_some(colon)
}

fn glued(text: &str, colon: usize) -> Finding {
    finding(
        "missing-space",
        "A space is missing after this colon.".to_owned(),
        (colon, colon + 1),
        &hints::spaced(&text[line_start(text, colon)..line_end(text, colon)]),
    )
}

fn missing_colon(text: &str, at: usize) -> Finding {
    let end = line_end(text, at);
    if let Some(colon) = glued_colon(&text[at..end]) {
        return glued(text, at + colon);
    }
    if end - at > LONGEST_KEY && text[at..end].contains(": ") {
        return long_key(text, at);
    }
    finding(
        "missing-colon",
        "This line should be a key, but has no colon.".to_owned(),
        (at, end),
        &format!(
            "Put a colon after the key{}; if the line is part of the value above, put that value in quotes.",
            hints::with_colon(&text[at..end])
        ),
    )
}

fn long_key(text: &str, from: usize) -> Finding {
    let start = from + text[from..].len() - text[from..].trim_start().len();
    let what = format!("This key has more than {LONGEST_KEY} characters.");
    finding(
        "name-too-long",
        what,
        (start, line_end(text, start)),
        "Give the same choice to fewer names at once.",
    )
}

fn bad_indent(text: &str, at: usize) -> Finding {
    finding(
        "wrong-indent",
        "This line is indented differently from the lines it belongs with.".to_owned(),
        (at, word_end(text, at)),
        "Begin the lines that belong together in the same column, two spaces further in than the line they belong to.",
    )
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find(['\n', '\r']).map_or(text.len(), |end| at + end)
}

fn word_end(text: &str, at: usize) -> usize {
    text[at..].find(char::is_whitespace).map_or(text.len(), |end| at + end)
}
