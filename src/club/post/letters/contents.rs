//! What a message brings: whatever may be orders, in the order in which it should be tried, and what is not
//! taken.

mod attachment;
mod body;

use crate::post::letters::Limits;
use crate::post::letters::banner::banner;
use crate::post::letters::command::{Asked, Command, is_courtesy};
use crate::post::letters::head::Head;
use crate::post::letters::parts::Tree;
use crate::post::letters::tag::{PlusTag, SubjectTag};

/// Code words that are taken from one message.
const MOST_CODES: usize = 20;
/// The types of parts that hold no more than a reaction.
const REACTIONS: [&str; 1] = ["text/vnd.google.email-reaction+json"];
/// Things that are noted as ignored.
const MOST_IGNORED: usize = 50;

/// What a message brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The text of the message as its reader sees it, quotations and all; the HTML's if there is no plain
    /// text.
    pub text: String,
    /// What the writer typed: without quotations, the lines that introduce them, the order block and the
    /// signature.
    pub own_text: String,
    /// Whether the text came from HTML.
    pub from_html: bool,
    /// What may be orders, the likeliest first: sealed files, envelopes, order files, then the body, then the
    /// rest.
    pub candidates: Vec<Candidate>,
    /// What was not taken, and why.
    pub ignored: Vec<Ignored>,
    /// The commands: that of the subject, then that of the first line of `own_text`.
    pub commands: Vec<Asked>,
    /// Code words, those that the writer typed first.
    pub codes: Vec<CodeWord>,
    /// The tag in the subject.
    pub tag: Option<SubjectTag>,
    /// The tags of the office's addresses among those the message was sent to, each once.
    pub plus: Vec<PlusTag>,
    /// Whether it is no more than a sign by which somebody shows that a mail was read.
    pub is_reaction: bool,
}

/// Something that may be orders or belong to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What it is.
    pub kind: Kind,
    /// Where it stood.
    pub origin: Origin,
    /// Whether it came damaged: a broken encoding, a missing end, characters that were lost. Half orders are
    /// worse than none, so it should be refused.
    pub damaged: bool,
}

/// What a candidate is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text with a marked block of orders, or with a `match:` line: for the orders' own parser.
    Orders(String),
    /// What begins, or is named, like a sealed file: byte for byte.
    Sealed(Vec<u8>),
    /// An age file, binary or armoured; armour without reply marks.
    Age(Vec<u8>),
    /// A signature by `ssh-keygen -Y sign`, armoured, without reply marks.
    Signature(String),
    /// A promise: 64 hexadecimal digits in lower case.
    Commitment(String),
}

impl Kind {
    /// What was sent, or promised.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Kind::Orders(text) | Kind::Signature(text) | Kind::Commitment(text) => text.as_bytes(),
            Kind::Sealed(bytes) | Kind::Age(bytes) => bytes,
        }
    }
}

/// Where in the message something stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// In the text, or beside it.
    pub place: Place,
    /// The part, such as `2.1`; `1` in a message of one part.
    pub part: String,
    /// The file name without folders; it may say anything.
    pub name: Option<String>,
}

/// In the text of the message, or beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the text, not quoted.
    Body,
    /// In the quoted part of the text: a form filled in where it stood.
    Quoted,
    /// A file.
    Attachment,
}

/// Something that was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The part, as in [`Origin`].
    pub part: String,
    /// The file name, or the media type where there is none.
    pub name: String,
    /// Why.
    pub why: Why,
}

/// Why something was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// An archive; nothing is unpacked.
    Archive,
    /// A program.
    Program,
    /// A document of a word processor.
    Document,
    /// A PDF.
    Pdf,
    /// Outlook's own packing of attachments.
    WinMail,
    /// A message forwarded as an attachment, which is not obeyed.
    Message,
    /// Encrypted by S/MIME or PGP, which the office cannot open.
    Encrypted,
    /// Text without orders.
    NoOrders,
    /// A picture, a calendar entry, a mail signature and the like.
    Other,
    /// Uuencoded lines in the text.
    Uuencoded,
    /// More candidates than are accepted.
    TooMany,
    /// The whole message has more bytes than are accepted.
    TooLarge,
    /// The whole message has more parts than are accepted, or parts too deep in one another.
    TooTangled,
}

impl Why {
    /// Whether the sender may have meant it as orders, so that the answer should mention it.
    pub fn matters(self) -> bool {
        !matches!(self, Why::Other)
    }

    /// What to say about it, as the end of a sentence that begins with the file's name.
    pub fn words(self) -> &'static str {
        match self {
            Why::Archive => "is an archive and was not unpacked: attach the file itself.",
            Why::Program => "is a program and was not opened.",
            Why::Document => {
                "is a word processor's document and was not read: fill in the form in your reply, or save it as plain text."
            }
            Why::Pdf => {
                "is a PDF and was not read: fill in the form in your reply, or attach it as plain text."
            }
            Why::WinMail => {
                "is in Outlook's own format: send the mail as plain text or HTML, not as Rich Text."
            }
            Why::Message => {
                "is a forwarded message and was not followed: copy the orders into a mail of your own."
            }
            Why::Encrypted => {
                "is encrypted in a way that cannot be opened here: use age, or send it unencrypted."
            }
            Why::NoOrders => "contains no orders.",
            Why::Other => "was not read.",
            Why::Uuencoded => "is uuencoded and was not read: attach the file in the usual way.",
            Why::TooMany => "was one file too many: send fewer.",
            Why::TooLarge => {
                "is too large and was not read: send only the orders, without pictures or other files."
            }
            Why::TooTangled => {
                "has too many parts within parts and was not read: write a new mail, and attach only the orders."
            }
        }
    }
}

/// A side's code word, as found in a line `code: WORD-WORD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeWord {
    /// The words in capitals, joined by hyphens.
    pub word: String,
    /// Whether it stood in a quotation: somebody who quotes a packet has seen it, but did not type the word.
    pub quoted: bool,
}

/// What is gathered, with a rank for each candidate.
struct Basket {
    ranked: Vec<(Rank, Candidate)>,
    ignored: Vec<Ignored>,
}

/// The order in which candidates should be tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    SealedFile,
    AgeFile,
    OrdersFile,
    SealedBody,
    AgeBody,
    OrdersBody,
    BareOrders,
    WebPage,
    Signature,
    Commitment,
}

impl Basket {
    fn put(&mut self, rank: Rank, kind: Kind, origin: Origin, damaged: bool) {
        let twice = self.ranked.iter().any(|(_, other)| other.kind == kind && other.damaged == damaged);
        // A bound on what is held until the candidates are in order and the last are dropped.
        if !twice && self.ranked.len() < 100 {
            self.ranked.push((rank, Candidate { kind, origin, damaged }));
        }
    }

    fn ignore(&mut self, part: &str, name: &str, why: Why) {
        if self.ignored.len() < MOST_IGNORED {
            self.ignored.push(Ignored { part: part.to_owned(), name: name.to_owned(), why });
        }
    }

    fn in_order(mut self, most: usize) -> (Vec<Candidate>, Vec<Ignored>) {
        self.ranked.sort_by_key(|(rank, _)| *rank);
        let rest = self.ranked.split_off(most.min(self.ranked.len()));
        for (_, candidate) in rest {
            let name = candidate.origin.name.as_deref().unwrap_or("text");
            let part = candidate.origin.part.clone();
            if self.ignored.len() < MOST_IGNORED {
                self.ignored.push(Ignored { part, name: name.to_owned(), why: Why::TooMany });
            }
        }
        (self.ranked.into_iter().map(|(_, candidate)| candidate).collect(), self.ignored)
    }
}

/// Gathers what the parts of a message bring.
pub fn gather(head: &Head, tree: &Tree<'_>, limits: &Limits) -> Contents {
    let mut basket = Basket { ranked: Vec::new(), ignored: Vec::new() };
    for part in tree.leaves.iter().filter(|part| !part.is_body()) {
        attachment::sort(part, limits, &mut basket);
    }
    let body = body::read(tree, limits, &mut basket);
    let (candidates, ignored) = basket.in_order(limits.candidates);
    let commands = commands(&head.subject, &body.own_text);
    let is_sign = !body.own_text.is_ascii() && !body.own_text.contains(char::is_alphanumeric);
    let is_reaction = tree.leaves.iter().any(|part| REACTIONS.contains(&part.media.as_str())) || is_sign;
    Contents {
        is_reaction: is_reaction && candidates.is_empty() && commands.is_empty(),
        commands,
        codes: body.codes(),
        tag: SubjectTag::parse(&head.subject),
        plus: plus(head, limits),
        text: body.text,
        own_text: body.own_text,
        from_html: body.from_html,
        candidates,
        ignored,
    }
}

/// What can be known of a message of which only the header was read.
pub fn unread(head: &Head, limits: &Limits, why: Why) -> Contents {
    Contents {
        tag: SubjectTag::parse(&head.subject),
        plus: plus(head, limits),
        ignored: vec![Ignored { part: "1".to_owned(), name: "the mail".to_owned(), why }],
        ..Contents::default()
    }
}

fn commands(subject: &str, own_text: &str) -> Vec<Asked> {
    let subject = Command::in_subject(subject).map(|command| Asked { command, in_subject: true });
    let first = first_line(own_text).and_then(Command::parse);
    let first = first.map(|command| Asked { command, in_subject: false });
    let mut asked: Vec<Asked> = subject.into_iter().collect();
    asked.extend(first.filter(|first| asked.iter().all(|other| other.command != first.command)));
    asked
}

/// The line on which a command would stand: the first that is neither blank, nor a greeting, nor a warning
/// that a mail server has put above the text.
pub fn first_line(own_text: &str) -> Option<&str> {
    let lines: Vec<&str> = own_text.lines().collect();
    lines.get(first_at(&lines)).copied()
}

/// Where that line is; behind the last if there is none.
pub fn first_at(lines: &[&str]) -> usize {
    let filled = |from: usize| (from..lines.len()).filter(|at| !lines[*at].trim().is_empty());
    let above = banner(lines);
    let first = filled(above).enumerate().find(|(number, at)| *number >= 3 || !is_courtesy(lines[*at]));
    first.map_or(lines.len(), |(_, at)| at)
}

/// The tags of the office's own addresses; of any address, if the office has not given its own.
fn plus(head: &Head, limits: &Limits) -> Vec<PlusTag> {
    let own = &limits.own_addresses;
    let mut tags: Vec<PlusTag> = Vec::new();
    for tag in head.addressed.iter().filter_map(|mailbox| PlusTag::parse(&mailbox.address)) {
        let known = own.is_empty() || own.iter().any(|own| own.eq_ignore_ascii_case(&tag.base));
        if known && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}
