//! The parts of a message (RFC 2046): walked in order, counted, their contents not yet decoded. Messages
//! within the message are leaves: nobody looks into them.
//!
//! The library's own walk takes a boundary for one that only begins like it (`hostile-boundary-prefix.eml`
//! and `hostile-boundary-metacharacters.eml` of the corpus: orders come out empty), and knows no limit of
//! parts or depth.

use mail_parser::ContentType;
use mail_parser::parsers::MessageStream;

use crate::post::letters::fields::{Fields, line_end, trim_end};
use crate::post::letters::plain::one_line;
use crate::post::letters::{Limits, Unreadable};

/// Characters that are kept of a file name.
const LONGEST_NAME: usize = 100;

/// How a part's bytes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As they are, in lines.
    Lines,
    /// As they are, `Content-Transfer-Encoding: binary`.
    Binary,
    /// Quoted-printable.
    Quoted,
    /// Base64.
    Base64,
}

/// A part that is no multipart.
#[derive(Debug)]
pub struct Part<'x> {
    /// Where it stands, such as `2.1`: the first part of the second part.
    pub path: String,
    /// The media type in lower case, such as `text/plain`.
    pub media: String,
    /// The parameters of the type.
    kind: Option<ContentType<'static>>,
    /// The file name, reduced to its last component.
    pub name: Option<String>,
    /// Whether it is marked as an attachment.
    pub attached: bool,
    /// How the bytes are written.
    pub encoding: Encoding,
    /// The bytes as written.
    pub raw: &'x [u8],
    /// Whether it ended without the boundary that should end it.
    pub cut: bool,
}

/// All leaves of a message.
#[derive(Debug)]
pub struct Tree<'x> {
    /// The leaves, in order.
    pub leaves: Vec<Part<'x>>,
}

impl Part<'_> {
    /// A parameter of the content type.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.kind.as_ref()?.attribute(name)
    }

    /// Whether this is a piece of what the reader of the mail sees as its text.
    pub fn is_body(&self) -> bool {
        !self.attached && self.name.is_none() && matches!(self.media.as_str(), "text/plain" | "text/html")
    }
}

struct Walk<'x, 'l> {
    limits: &'l Limits,
    parts: usize,
    leaves: Vec<Part<'x>>,
}

/// Where a part stands.
struct Spot<'s> {
    path: &'s str,
    depth: usize,
    cut: bool,
    in_digest: bool,
}

/// Finds the leaves of a message.
pub fn walk<'x>(fields: &Fields<'x>, body: &'x [u8], limits: &Limits) -> Result<Tree<'x>, Unreadable> {
    let mut walk = Walk { limits, parts: 0, leaves: Vec::new() };
    walk.part(fields, body, &Spot { path: "", depth: 0, cut: false, in_digest: false })?;
    Ok(Tree { leaves: walk.leaves })
}

impl<'x> Walk<'x, '_> {
    fn part(&mut self, fields: &Fields<'x>, body: &'x [u8], spot: &Spot<'_>) -> Result<(), Unreadable> {
        self.parts += 1;
        if self.parts > self.limits.parts {
            return Err(Unreadable::TooManyParts { limit: self.limits.parts });
        }
        let kind = fields.content_type("content-type");
        let media = media(kind.as_ref(), spot.in_digest);
        let boundary = kind.as_ref().and_then(|kind| kind.attribute("boundary")).unwrap_or_default();
        let is_multipart = media.starts_with("multipart/");
        if is_multipart && !boundary.is_empty() {
            let boundary = boundary.as_bytes().to_vec();
            if let Some(first) = next_boundary(body, 0, &boundary) {
                return self.multipart(body, &boundary, first, &media, spot);
            }
        }
        let disposition = fields.content_type("content-disposition");
        let named = disposition.as_ref().and_then(|found| found.attribute("filename"));
        let named = named.or_else(|| kind.as_ref().and_then(|kind| kind.attribute("name")));
        self.leaves.push(Part {
            path: if spot.path.is_empty() { "1".to_owned() } else { spot.path.to_owned() },
            media: if is_multipart { "text/plain".to_owned() } else { media },
            name: named.and_then(file_name),
            attached: disposition.is_some_and(|found| found.c_type.eq_ignore_ascii_case("attachment")),
            encoding: encoding(fields),
            raw: body,
            cut: spot.cut || is_multipart,
            kind,
        });
        Ok(())
    }

    fn multipart(
        &mut self,
        body: &'x [u8],
        boundary: &[u8],
        first: Boundary,
        media: &str,
        spot: &Spot<'_>,
    ) -> Result<(), Unreadable> {
        if spot.depth >= self.limits.nesting {
            return Err(Unreadable::TooDeep { limit: self.limits.nesting });
        }
        let (mut at, mut number, mut last) = (first.after, 1, first.last);
        while !last {
            let next = next_boundary(body, at, boundary);
            let end = next.as_ref().map_or(body.len(), |next| next.start);
            let (fields, inside) = Fields::split(&body[at.min(end)..end]);
            let path =
                if spot.path.is_empty() { number.to_string() } else { format!("{}.{number}", spot.path) };
            let cut = spot.cut || next.is_none();
            let in_digest = media == "multipart/digest";
            self.part(&fields, inside, &Spot { path: &path, depth: spot.depth + 1, cut, in_digest })?;
            let Some(next) = next else { break };
            (at, last) = (next.after, next.last);
            number += 1;
        }
        Ok(())
    }
}

/// A line that divides parts.
struct Boundary {
    /// The byte before the line end that belongs to the boundary.
    start: usize,
    /// The byte after the line.
    after: usize,
    /// Whether it ends the multipart.
    last: bool,
}

/// Finds the next line that is two hyphens, the boundary, perhaps two hyphens more, and white space.
/// Boundaries are compared byte for byte, so nothing in them can mean anything.
fn next_boundary(body: &[u8], from: usize, boundary: &[u8]) -> Option<Boundary> {
    let mut at = from;
    while at < body.len() {
        let after = line_end(body, at);
        let rest = body[at..after].strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary));
        if let Some(rest) = rest.map(trim_end) {
            let last = rest == b"--";
            if last || rest.is_empty() {
                return Some(Boundary { start: before_line_end(body, at, from), after, last });
            }
        }
        at = after;
    }
    None
}

fn before_line_end(body: &[u8], at: usize, from: usize) -> usize {
    let text = &body[from..at];
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    from + text.strip_suffix(b"\r").unwrap_or(text).len()
}

fn media(kind: Option<&ContentType<'_>>, in_digest: bool) -> String {
    let media = kind.and_then(|kind| kind.c_subtype.as_ref().map(|sub| (&kind.c_type, sub)));
    match media {
        Some((main, sub)) => format!("{main}/{sub}").to_ascii_lowercase(),
        None if in_digest => "message/rfc822".to_owned(),
        None => "text/plain".to_owned(),
    }
}

fn encoding(fields: &Fields<'_>) -> Encoding {
    let word = fields.text("content-transfer-encoding").unwrap_or_default().to_ascii_lowercase();
    match word.split([';', ' ']).next().unwrap_or_default() {
        "base64" => Encoding::Base64,
        "quoted-printable" => Encoding::Quoted,
        "binary" => Encoding::Binary,
        _ => Encoding::Lines,
    }
}

/// A file name as the sender's program gives it, without folders, control characters and encoded words.
fn file_name(text: &str) -> Option<String> {
    let line = format!("{}\n", one_line(text, 4 * LONGEST_NAME));
    let decoded = MessageStream::new(line.as_bytes()).parse_unstructured();
    let decoded = one_line(decoded.as_text().unwrap_or_default(), 4 * LONGEST_NAME);
    let last = decoded.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = one_line(last.trim_start_matches(['.', ' ']), LONGEST_NAME);
    (!name.is_empty()).then_some(name)
}
