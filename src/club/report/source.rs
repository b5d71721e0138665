//! The source of a template taken apart into text, values and tags, each with its line; and put together
//! again so that whatever it writes says from which line it comes.

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// Text that is written as it stands.
    Text(&'t str),
    /// The same between `raw` and `endraw`.
    Raw(&'t str),
    /// A value that is written, with its braces.
    Value(&'t str),
    /// A tag, with its braces.
    Tag(&'t str),
    /// A comment, which is never written.
    Comment(&'t str),
}

impl<'t> Part<'t> {
    /// The part as it stands in the file.
    pub(super) fn source(self) -> &'t str {
        let (Part::Text(it) | Part::Raw(it) | Part::Value(it) | Part::Tag(it) | Part::Comment(it)) = self;
        it
    }
}

/// The parts of a template that compiles, in their order, each with the line on which it begins, from 1.
pub(super) fn parts(source: &str) -> Vec<(usize, Part<'_>)> {
    let mut reader = Reader { source, at: 0, line: 1, parts: Vec::new() };
    while let Some(open) = opening(&source[reader.at..]) {
        reader.take(open, Part::Text);
        let rest = &source[reader.at..];
        match rest.as_bytes()[1] {
            b'#' => reader.take(rest.find("#}").map_or(rest.len(), |at| at + 2), Part::Comment),
            b'{' => reader.take(end(rest, "}}"), Part::Value),
            _ => {
                let tag = &rest[..end(rest, "%}")];
                reader.take(tag.len(), Part::Tag);
                if word(tag) == "raw" {
                    reader.take(until_endraw(&source[reader.at..]), Part::Raw);
                }
            }
        }
    }
    reader.take(source.len() - reader.at, Part::Text);
    reader.parts
}

struct Reader<'t> {
    source: &'t str,
    at: usize,
    line: usize,
    parts: Vec<(usize, Part<'t>)>,
}

impl<'t> Reader<'t> {
    /// Takes so many bytes as a part, if it is any.
    fn take(&mut self, many: usize, part: impl Fn(&'t str) -> Part<'t>) {
        let text = &self.source[self.at..self.at + many];
        if !text.is_empty() {
            self.parts.push((self.line, part(text)));
        }
        self.line += text.matches('\n').count();
        self.at += many;
    }
}

/// Where the next value, tag or comment begins.
fn opening(text: &str) -> Option<usize> {
    let braces = text.match_indices('{').map(|(at, _)| at);
    braces.into_iter().find(|at| matches!(text.as_bytes().get(at + 1), Some(b'{' | b'%' | b'#')))
}

/// How long a value or a tag is that ends so: its end stands in no string and no bracket.
fn end(text: &str, close: &str) -> usize {
    let (bytes, mut at) = (text.as_bytes(), 2);
    let (mut quoted, mut depth) = (None, 0_usize);
    while at < bytes.len() {
        match (quoted, bytes[at]) {
            (Some(_), b'\\') => at += 1,
            (Some(mark), byte) if mark == byte => quoted = None,
            (Some(_), _) => {}
            (None, _) if depth == 0 && bytes[at..].starts_with(close.as_bytes()) => return at + close.len(),
            (None, mark @ (b'"' | b'\'')) => quoted = Some(mark),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
        at += 1;
    }
    text.len()
}

/// What stands between the braces of a tag or a value.
fn within(tag: &str) -> &str {
    let inner = tag.get(2..tag.len().saturating_sub(2)).unwrap_or_default();
    let inner = inner.strip_prefix(['-', '+']).unwrap_or(inner);
    inner.strip_suffix(['-', '+']).unwrap_or(inner)
}

/// The word of a tag that is one word.
fn word(tag: &str) -> &str {
    within(tag).trim()
}

/// How much of a text stands before `endraw`.
fn until_endraw(text: &str) -> usize {
    let mut tags = text.match_indices("{%").map(|(at, _)| at);
    let ends = |at: &usize| {
        let tag = text[*at..].find("%}").map(|end| &text[*at..at + end + 2]);
        tag.is_some_and(|tag| word(tag) == "endraw")
    };
    tags.find(ends).unwrap_or(text.len())
}

/// The functions that a template calls which says from which line it writes: `TEXT(n)` stands before text,
/// and `VALUE(n, …)` around a value.
pub(super) const TEXT: &str = "sealord_text";
pub(super) const VALUE: &str = "sealord_value";

/// The same template, which calls these functions and writes the same bytes. `number` is given the line of
/// each piece, and its text if that is fixed, and gives the number with which the function is called.
///
/// A call stands before the first letter of a line alone, so that it takes part in no trimming.
pub(super) fn marked<'t>(source: &'t str, mut number: impl FnMut(usize, Option<&'t str>) -> usize) -> String {
    let mut marked = String::with_capacity(source.len() * 2);
    for (line, part) in parts(source) {
        match part {
            Part::Text(text) => {
                for (below, piece) in text.split_inclusive('\n').enumerate() {
                    let letters = piece.trim_start();
                    let blank = &piece[..piece.len() - letters.len()];
                    marked.push_str(blank);
                    if !letters.is_empty() {
                        marked +=
                            &format!("{{{{ {TEXT}({}) }}}}{letters}", number(line + below, Some(piece)));
                    }
                }
            }
            Part::Value(value) => {
                let inner = within(value);
                let at = value.find(inner).unwrap_or_default();
                let (open, close) = (&value[..at], &value[at + inner.len()..]);
                marked += &format!("{open} {VALUE}({}, ({inner})) {close}", number(line, None));
            }
            other => marked.push_str(other.source()),
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_taken_apart_by_lines() {
        let source = "a {{ b ~ '}}' }}\n{# c #}{%- if {'x': {}} -%}\nd{% raw %}{{ e }}{% endraw %}\n";
        let found = parts(source);
        assert_eq!(
            found,
            [
                (1, Part::Text("a ")),
                (1, Part::Value("{{ b ~ '}}' }}")),
                (1, Part::Text("\n")),
                (2, Part::Comment("{# c #}")),
                (2, Part::Tag("{%- if {'x': {}} -%}")),
                (2, Part::Text("\nd")),
                (3, Part::Tag("{% raw %}")),
                (3, Part::Raw("{{ e }}")),
                (3, Part::Tag("{% endraw %}")),
                (3, Part::Text("\n")),
            ]
        );
        let whole: String = found.into_iter().map(|(_, part)| part.source()).collect();
        assert_eq!(whole, source);
    }

    #[test]
    fn a_marked_template_calls_before_text_and_around_values() {
        let mut lines = Vec::new();
        let text = marked("  a\n\n{{- b }} c", |line, fixed| {
            lines.push((line, fixed));
            lines.len()
        });
        assert_eq!(text, "  {{ sealord_text(1) }}a\n\n{{- sealord_value(2, ( b )) }} {{ sealord_text(3) }}c");
        assert_eq!(lines, [(1, Some("  a\n")), (3, None), (3, Some(" c"))]);
    }
}
