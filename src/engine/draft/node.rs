//! Builds a tree of words, lists and mappings from YAML, each with its position. Nothing here interprets a
//! value: every scalar stays text, no alias is followed, no tag obeyed.

use granit_parser::{Event, Parser, ScalarStyle, ScanError, Span, StructureStyle};

use super::syntax::{self, Around};
use super::{Extract, Spot, Word};
use crate::problem::{Class, Collector, Lines, Problem, count};

/// How deep lists and mappings may stand within each other.
pub(super) const DEPTH: usize = 16;
/// How many words, lists and mappings a file may have.
pub(super) const NODES: usize = 20_000;

/// Longest key, a list of names with commas included, in characters.
pub(super) const LONGEST_KEY: usize = 8192;

/// The file being read, for positions and messages.
pub struct Source<'a> {
    /// Its name, for messages.
    pub file: &'a str,
    /// The block of orders that was cut out of it.
    pub extract: &'a Extract,
    /// Where its lines begin.
    pub lines: Lines<'a>,
}

/// A value of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// One piece of text.
    Scalar(Scalar),
    /// A list.
    List(Spot, Vec<Node>),
    /// Keys with values, in the order of the file, doublets included.
    Map(Spot, Vec<(Node, Node)>),
    /// Something that was already complained about.
    Broken(Spot),
}

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The text, and where it stands.
    pub word: Word,
    /// Whether nothing was written, or `~` or `null` without quotes.
    pub null: bool,
    /// Whether it was written without quotes.
    pub plain: bool,
    /// Where in the extracted text it begins, behind its quote.
    pub start: usize,
    /// Whether it stands there letter by letter.
    pub verbatim: bool,
}

impl Node {
    /// Where the value begins; of a list or mapping in block style, its first part.
    pub fn spot(&self) -> Spot {
        match self {
            Node::Scalar(scalar) => scalar.word.spot,
            Node::List(spot, _) | Node::Map(spot, _) | Node::Broken(spot) => *spot,
        }
    }
}

impl Source<'_> {
    /// The place in the file of a stretch of the extracted text.
    pub fn spot(&self, start: usize, end: usize) -> Spot {
        let range = self.extract.source_range(start, end);
        let (line, column) = self.lines.position(range.start);
        Spot { line, column, start: range.start, end: range.end }
    }

    /// A malformed place.
    pub fn problem(&self, code: &str, what: impl Into<String>, spot: Spot) -> Problem {
        Problem::new(Class::Malformed, code, what).at(spot.in_file(self.file))
    }
}

/// A list or mapping that is still open.
struct Frame {
    open: (usize, usize),
    flow: bool,
    parts: Parts,
}

enum Parts {
    List(Vec<Node>),
    Map { pairs: Vec<(Node, Node)>, key: Option<Node> },
}

struct Reader<'s, 'a> {
    source: &'s Source<'a>,
    problems: &'s mut Collector,
    frames: Vec<Frame>,
    nodes: usize,
    documents: usize,
    root: Option<Node>,
    last: Option<(usize, usize)>,
}

/// Reads the extracted text. Whatever is wrong goes to `problems`; a tree comes back if the text could be
/// read to its end, nothing if it is empty or could not.
pub(super) fn read(source: &Source<'_>, problems: &mut Collector) -> Option<Node> {
    let mut options = granit_parser::options! {
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        disallow_directives: true,
        strict_indentation: true,
        simple_key_max_lookahead: LONGEST_KEY,
        flow_nesting_limit: DEPTH,
        block_nesting_limit: DEPTH,
    };
    options.set_emit_comments(false);
    let mut reader =
        Reader { source, problems, frames: Vec::new(), nodes: 0, documents: 0, root: None, last: None };
    for event in Parser::new_from_str_with_options(&source.extract.text, options) {
        match event {
            Ok((event, span)) => reader.event(event, span)?,
            Err(error) => {
                reader.syntax_error(&error);
                return None;
            }
        }
    }
    reader.root
}

impl Reader<'_, '_> {
    /// Takes one event; nothing if reading must stop.
    fn event(&mut self, event: Event<'_>, span: Span) -> Option<()> {
        let range = span.byte_range().unwrap_or_default();
        let (start, end) = (range.start, range.end.max(range.start));
        self.refuse_tag(&event, span);
        match event {
            Event::DocumentStart(..) => self.document(start, end)?,
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.refuse(
                    "alias",
                    "A `*` before a name points to another part of the file, which orders may not do.",
                    start,
                    end,
                );
                self.add(Node::Broken(self.source.spot(start, end)), start)?;
            }
            Event::Anchor(..) => {
                self.refuse(
                    "anchor",
                    "An `&` before a name marks a part of the file for reuse, which orders may not do.",
                    start,
                    end,
                );
            }
            Event::Scalar(text, style, ..) => {
                let node = self.scalar(text.into_owned(), style, start, end);
                self.last = Some((start, end));
                self.add(node, start)?;
            }
            Event::SequenceStart(style, ..) => self.open(style, (start, end), Parts::List(Vec::new()))?,
            Event::MappingStart(style, ..) => {
                self.open(style, (start, end), Parts::Map { pairs: Vec::new(), key: None })?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(end)?,
            _ => {}
        }
        Some(())
    }

    fn document(&mut self, start: usize, end: usize) -> Option<()> {
        self.documents += 1;
        if self.documents == 1 {
            return Some(());
        }
        let problem = self
            .source
            .problem("second-document", "A second document begins here.", self.source.spot(start, end))
            .mending("Keep one document: delete this line, or everything from here on.");
        self.problems.push(problem);
        None
    }

    fn refuse(&mut self, code: &str, what: &str, start: usize, end: usize) {
        let problem = self
            .source
            .problem(code, what, self.source.spot(start, end))
            .mending("Write the text out in full; if the character is part of it, put the text in quotes.");
        self.problems.push(problem);
    }

    fn refuse_tag(&mut self, event: &Event<'_>, span: Span) {
        if event.tag().is_none() {
            return;
        }
        let tag = span.tag_span().and_then(|tag| tag.byte_range()).or(span.byte_range()).unwrap_or_default();
        self.refuse(
            "tag",
            "A `!` before a value gives it a type, which orders may not do.",
            tag.start,
            tag.end,
        );
    }

    fn scalar(&self, text: String, style: ScalarStyle, start: usize, end: usize) -> Node {
        let plain = style == ScalarStyle::Plain;
        let null = plain && matches!(text.as_str(), "" | "~" | "null");
        let inside =
            start + usize::from(matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted));
        let written = self.source.extract.text.get(inside..inside + text.len());
        let verbatim = written == Some(text.as_str());
        let word = Word { text, spot: self.source.spot(start, end) };
        Node::Scalar(Scalar { word, null, plain, start: inside, verbatim })
    }

    fn open(&mut self, style: StructureStyle, open: (usize, usize), parts: Parts) -> Option<()> {
        if self.frames.len() >= DEPTH {
            self.problems.push(syntax::too_deep(self.source, open.0));
            return None;
        }
        self.frames.push(Frame { open, flow: style == StructureStyle::Flow, parts });
        Some(())
    }

    fn close(&mut self, end: usize) -> Option<()> {
        let frame = self.frames.pop().expect("every end has its start");
        let (start, bracket_end) = frame.open;
        let own = self.source.spot(start, if frame.flow { end } else { bracket_end });
        let first = |node: Option<&Node>| match node {
            Some(node) if !frame.flow => node.spot(),
            _ => own,
        };
        let node = match frame.parts {
            Parts::List(items) => Node::List(first(items.first()), items),
            Parts::Map { pairs, .. } => Node::Map(first(pairs.first().map(|(key, _)| key)), pairs),
        };
        self.add(node, start)
    }

    /// Puts a finished node where it belongs; nothing if there are too many.
    fn add(&mut self, node: Node, start: usize) -> Option<()> {
        self.nodes += 1;
        if self.nodes > NODES {
            let what = format!("The file has more than {}.", count(NODES, "entry"));
            let problem = self
                .source
                .problem("too-many-entries", what, self.source.spot(start, start))
                .mending("Send only the answers to the questions that are open.");
            self.problems.push(problem);
            return None;
        }
        match self.frames.last_mut().map(|frame| &mut frame.parts) {
            None => self.root = Some(node),
            Some(Parts::List(items)) => items.push(node),
            Some(Parts::Map { pairs, key }) => match key.take() {
                None => *key = Some(node),
                Some(key) => pairs.push((key, node)),
            },
        }
        Some(())
    }

    fn syntax_error(&mut self, error: &ScanError) {
        let bracket = self.frames.iter().rev().find(|frame| frame.flow).map(|frame| frame.open);
        let around = Around { last: self.last, bracket };
        self.problems.push(syntax::explain(self.source, error, &around));
    }
}
