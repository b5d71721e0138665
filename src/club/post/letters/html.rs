//! Turns HTML mail into lines of text: phones send nothing else. One pass; what is not understood is dropped
//! or shown. The library's own reader runs the lines of a form together (`phone-html-pre.eml`,
//! `samsung-html-only.eml`).

use mail_parser::decoders::html::add_html_token;

use crate::post::letters::plain::is_bidi;
use crate::post::letters::programs::PROGRAMS;

/// Elements that matter and are open, at most; deeper ones are not seen.
const DEEPEST: usize = 256;
/// What a rule across the page becomes.
const RULE: &str = "________________________________";

/// The text of a page, of at most about `most` bytes, and whether it was cut there. Blocks and `<br>` end
/// lines; white space is kept within `<pre>` and what is styled like it; no-break spaces become spaces;
/// `<blockquote>` puts `> ` before its lines; scripts, styles, the title and comments are dropped.
pub fn text(page: &str, most: usize) -> (String, bool) {
    let mut reader = Reader { page, at: 0, honour_quotes: true, seek_tag_end: true, seek_comment_end: true };
    let mut writer = Writer::default();
    while reader.at < page.len() {
        if writer.text.len() + writer.line.len() > most {
            return (writer.finish(), true);
        }
        let rest = &page[reader.at..];
        let plain = rest.find(['<', '&']).unwrap_or(rest.len());
        writer.words(&rest[..plain]);
        reader.at += plain;
        match rest.as_bytes().get(plain) {
            Some(b'<') => reader.markup(&mut writer),
            Some(_) => reader.entity(&mut writer),
            None => {}
        }
    }
    (writer.finish(), false)
}

struct Reader<'p> {
    page: &'p str,
    at: usize,
    /// Off once a quotation mark within a tag was never closed.
    honour_quotes: bool,
    /// Off once no tag is closed any more.
    seek_tag_end: bool,
    /// Off once a comment was never closed.
    seek_comment_end: bool,
}

impl<'p> Reader<'p> {
    fn markup(&mut self, writer: &mut Writer<'p>) {
        let rest = &self.page[self.at..];
        if self.seek_comment_end && rest.starts_with("<!--") {
            match rest[4..].find("-->") {
                Some(end) => self.at += 4 + end + 3,
                None => self.seek_comment_end = false,
            }
            return;
        }
        let next = rest.as_bytes().get(1).copied().unwrap_or_default();
        let is_tag = next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?');
        let length = if is_tag { self.tag_length(rest) } else { None };
        let Some(length) = length else {
            writer.words("<");
            self.at += 1;
            return;
        };
        self.at += length;
        let inside = &rest[1..length - 1];
        let (closing, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(end);
        if closing {
            writer.close(name);
            return;
        }
        if ["script", "style", "title", "template"].iter().any(|drop| drop.eq_ignore_ascii_case(name)) {
            self.skip_element(name);
            return;
        }
        writer.open(name, attributes);
    }

    /// The length of a tag up to its `>`; nothing if it has none. Every search that fails is the last of its
    /// kind, so that the time stays in step with the page.
    fn tag_length(&mut self, rest: &str) -> Option<usize> {
        if self.honour_quotes {
            let mut quote = None;
            for (at, byte) in rest.bytes().enumerate() {
                match (quote, byte) {
                    (None, b'>') => return Some(at + 1),
                    (None, b'"' | b'\'') => quote = Some(byte),
                    (Some(open), byte) if open == byte => quote = None,
                    _ => {}
                }
            }
            self.honour_quotes = false;
        }
        let end = if self.seek_tag_end { rest.find('>') } else { None };
        self.seek_tag_end = end.is_some();
        end.map(|at| at + 1)
    }

    fn skip_element(&mut self, name: &str) {
        let rest = self.page.as_bytes();
        let mut at = self.at;
        while let Some(found) = rest[at..].iter().position(|byte| *byte == b'<') {
            at += found + 1;
            let after = rest.get(at + 1..at + 1 + name.len());
            if rest.get(at) == Some(&b'/')
                && after.is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
            {
                self.at = at - 1;
                return;
            }
        }
        self.at = self.page.len();
    }

    fn entity(&mut self, writer: &mut Writer<'_>) {
        let rest = &self.page[self.at..];
        let end = rest.bytes().take(34).position(|byte| byte == b';');
        let name = end.and_then(|end| rest.get(1..end)).unwrap_or_default();
        let good = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#');
        if !good {
            writer.words("&");
            self.at += 1;
            return;
        }
        let whole = &rest[..name.len() + 2];
        self.at += whole.len();
        let mut shown = String::new();
        add_html_token(&mut shown, whole.as_bytes(), false);
        writer.words(&shown);
    }
}

/// An open element.
struct Element<'p> {
    name: &'p str,
    quote: bool,
    pre: bool,
}

#[derive(Default)]
struct Writer<'p> {
    text: String,
    line: String,
    /// White space that is shown if something follows on the line.
    gap: bool,
    open: Vec<Element<'p>>,
    quotes: usize,
    pre: usize,
}

impl<'p> Writer<'p> {
    fn words(&mut self, text: &str) {
        for character in text.chars().filter(|c| !is_bidi(*c)) {
            match character {
                '\u{a0}' => self.push(' '),
                '\n' if self.pre > 0 => self.end_line(),
                '\t' if self.pre > 0 => self.push('\t'),
                ' ' if self.pre > 0 => self.push(' '),
                '\r' if self.pre > 0 => {}
                c if c.is_ascii_whitespace() => self.gap = true,
                c if c.is_control() => {}
                c => self.push(c),
            }
        }
    }

    fn push(&mut self, character: char) {
        if std::mem::take(&mut self.gap) && !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push(character);
    }

    fn end_line(&mut self) {
        self.gap = false;
        // Deeper quotations than this are nobody's writing, and would let a small page grow large.
        let quotes = self.quotes.min(20);
        self.text.extend(std::iter::repeat_n('>', quotes));
        if quotes > 0 && !self.line.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&self.line);
        self.text.push('\n');
        self.line.clear();
    }

    fn break_line(&mut self) {
        self.gap = false;
        if !self.line.is_empty() {
            self.end_line();
        }
    }

    fn open(&mut self, name: &'p str, attributes: &str) {
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if is("br") {
            return self.end_line();
        }
        if is("hr") {
            self.break_line();
            self.line.push_str(RULE);
            return self.end_line();
        }
        if is("td") || is("th") {
            self.gap = true;
        }
        if is_block(name) {
            self.break_line();
        }
        if is("p") && self.open.last().is_some_and(|last| last.name.eq_ignore_ascii_case("p")) {
            self.close(name);
        }
        let quote = is("blockquote");
        let pre = is("pre") || is("xmp") || is_styled_pre(attributes);
        let within = self.open.iter().any(|other| other.name.eq_ignore_ascii_case(name));
        if (quote || pre || within) && self.open.len() < DEEPEST && !attributes.ends_with('/') {
            self.quotes += usize::from(quote);
            self.pre += usize::from(pre);
            self.open.push(Element { name, quote, pre });
        }
    }

    fn close(&mut self, name: &str) {
        if is_block(name) {
            self.break_line();
        }
        let Some(at) = self.open.iter().rposition(|open| open.name.eq_ignore_ascii_case(name)) else {
            return;
        };
        for element in self.open.drain(at..) {
            self.quotes -= usize::from(element.quote);
            self.pre -= usize::from(element.pre);
        }
    }

    fn finish(mut self) -> String {
        self.break_line();
        self.text
    }
}

fn is_block(name: &str) -> bool {
    PROGRAMS.blocks.iter().any(|block| block.eq_ignore_ascii_case(name))
}

/// Whether the style of an element keeps white space.
fn is_styled_pre(attributes: &str) -> bool {
    let bytes = attributes.as_bytes();
    let wanted = b"white-space";
    // No tag that keeps white space is longer; pictures written into a tag are.
    let found = bytes.windows(wanted.len()).take(4000).position(|window| window.eq_ignore_ascii_case(wanted));
    let Some(after) = found.and_then(|at| attributes.get(at + wanted.len()..)) else { return false };
    let value = after.trim_start().strip_prefix(':').map(str::trim_start).unwrap_or_default();
    let kept = value.as_bytes().get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"pre"));
    kept && !value.as_bytes().get(..8).is_some_and(|word| word.eq_ignore_ascii_case(b"pre-line"))
}
