//! Composes a message: headers, parts, bytes.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use lettre::address::{Address, Envelope};
use lettre::message::header::{self, ContentDisposition, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, Mailboxes, MultiPart, SinglePart};

use super::outgoing::{Attachment, Outgoing, Recipient};
use super::{ComposeFault, address, clean, encode, id};
use crate::machine::names::unix_lines;
use engine::digest::Digest;

/// Recipients that every server takes in one message (RFC 5321, section 4.5.3.1.8).
const MOST_RECIPIENTS: usize = 100;
/// The first instant, in seconds since 1970, that a Date header here cannot say: the year 9999.
const TOO_LATE: i64 = 253_370_764_800;

/// A message as it goes to a mail server. The same [`Outgoing`] always gives the same message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The message id, in angle brackets.
    pub message_id: String,
    /// The bytes, with lines ended by CRLF, none longer than 998 bytes, all of them ASCII.
    pub bytes: Vec<u8>,
    /// The envelope's sender, to whom bounces go.
    pub from: String,
    /// The envelope's recipients, none twice.
    pub to: Vec<String>,
    /// The subject, before it was encoded.
    pub subject: String,
    /// SHA-256 of the bytes, in hexadecimal digits.
    pub sha256: String,
}

/// Composes a message.
///
/// - One match is one conversation per party: the subject `[sealord MATCH/side] Title` never changes, since
///   Gmail begins a new conversation with a new subject; what is new stands in the first lines of the text.
///   In-Reply-To names the player's message or else the one before, References the first message of the match
///   and the newest twenty (RFC 5322, section 3.6.4; RFC 5256 for clients that sort by them), Thread-Topic
///   repeats the subject for Outlook.
/// - The message id, `<sealord.MATCH.side.exchange.kind.N.HASH@domain>`, and the MIME boundaries come from a
///   hash of all the rest and of the key. A part that is missing in the id is a `-`.
/// - `Auto-Submitted` (RFC 3834) and `X-Auto-Response-Suppress` keep vacation messages away. There is no
///   `Precedence`: `bulk` would say the same to old programs, and spam filters to all others that the mail is
///   of no account.
/// - The parts are `multipart/mixed { multipart/alternative { text, html }, attachments }`; a level with one
///   part only is left out. The text is not `format=flowed`: lines of orders must come back as they are.
///
/// # Errors
/// [`ComposeFault`] for addresses, words, media types and headers that cannot be sent, and for what is too
/// large.
pub fn compose(outgoing: &Outgoing) -> Result<Message, ComposeFault> {
    let draft = Draft::check(outgoing)?;
    let unnamed = draft.build("-", "")?;
    let hash = Digest::of_parts(&[&unnamed, outgoing.key.as_bytes()]).to_string();
    let message_id = draft.message_id(&hash[..12]);
    let bytes = draft.build(&hash[..24], &message_id)?;
    draft.fits(bytes.len())?;
    Ok(Message {
        message_id,
        sha256: Digest::of(&bytes).to_string(),
        bytes,
        from: outgoing.office.address.clone(),
        to: draft.to.iter().map(|mailbox| mailbox.email.to_string()).collect(),
        subject: draft.subject,
    })
}

/// The subject of all messages of a match to a party.
pub(super) fn subject(match_id: Option<&str>, party: Option<&str>, title: &str) -> String {
    let title = clean::header(title, clean::TITLE);
    let tag = match (match_id, party) {
        (Some(word), Some(party)) => format!("[sealord {word}/{party}]"),
        (Some(word), None) => format!("[sealord {word}]"),
        (None, _) => "[sealord]".to_owned(),
    };
    format!("{tag} {title}").trim_end().to_owned()
}

/// A message whose every field has been judged and whose bodies are encoded.
struct Draft<'a> {
    outgoing: &'a Outgoing,
    from: Mailbox,
    to: Vec<Mailbox>,
    reply_to: Option<Mailbox>,
    domain: &'a str,
    date: SystemTime,
    subject: String,
    text: Body,
    html: Option<Body>,
    attachments: Vec<(ContentType, ContentDisposition, Body)>,
}

impl<'a> Draft<'a> {
    fn check(outgoing: &'a Outgoing) -> Result<Draft<'a>, ComposeFault> {
        let office = &outgoing.office;
        let raw = outgoing.text.len() + outgoing.html.as_ref().map_or(0, String::len);
        let raw = raw + outgoing.attachments.iter().map(|it| it.bytes.len()).sum::<usize>();
        // Encoding never makes anything shorter; so what is far too large is not encoded at all.
        if raw > office.limit {
            return Err(too_large(outgoing, raw));
        }
        let (match_id, party) = (outgoing.match_id.as_deref(), outgoing.correspondent.id());
        word("match", match_id)?;
        word("side", party)?;
        let from = mailbox("From", &office.name, &office.address)?;
        let reply_to = match (match_id, party) {
            (Some(match_id), Some(party)) if office.plus => address::plus(&office.address, match_id, party),
            _ => None,
        };
        let reply_to = reply_to.map(|address| mailbox("Reply-To", &office.name, &address)).transpose()?;
        for (name, _) in &outgoing.headers {
            extra(name)?;
        }
        let bare = outgoing.html.is_none() && outgoing.attachments.is_empty();
        let text = format!("{}\n", clean::block(&outgoing.text));
        Ok(Draft {
            outgoing,
            from,
            to: recipients(&outgoing.to)?,
            reply_to,
            domain: address::split(&office.address).map_or("", |(_, domain)| domain),
            date: date(outgoing.instant)?,
            subject: subject(match_id, party, &outgoing.title),
            text: encode::text(&text, bare),
            html: outgoing.html.as_deref().map(|html| encode::text(&web_page(html), false)),
            attachments: outgoing.attachments.iter().map(attachment).collect::<Result<_, _>>()?,
        })
    }

    /// `<sealord.MATCH.side.exchange.kind.N.HASH@domain>`.
    fn message_id(&self, hash: &str) -> String {
        let out = self.outgoing;
        let exchange = out.exchange.map_or("-".to_owned(), |number| number.to_string());
        let (match_id, party) =
            (out.match_id.as_deref().unwrap_or("-"), out.correspondent.id().unwrap_or("-"));
        let (kind, number, domain) = (out.kind.id(), out.number, self.domain);
        format!("<sealord.{match_id}.{party}.{exchange}.{kind}.{number}.{hash}@{domain}>")
    }

    /// The bytes, with boundaries of this mark and this message id.
    fn build(&self, mark: &str, message_id: &str) -> Result<Vec<u8>, ComposeFault> {
        let bug = |error: &dyn std::fmt::Display| ComposeFault::Bug(error.to_string());
        let addresses = self.to.iter().map(|mailbox| mailbox.email.clone()).collect();
        let envelope = Envelope::new(Some(self.from.email.clone()), addresses).map_err(|it| bug(&it))?;
        let mut message = lettre::Message::builder().envelope(envelope).date(self.date);
        // The library reads the names it has written once more while it builds; so they are set afterwards.
        message = message.header(header::From::from(Mailboxes::from(nameless(&self.from))));
        message = message.header(header::To::from(self.to.iter().map(nameless).collect::<Mailboxes>()));
        if let Some(reply_to) = &self.reply_to {
            message = message.header(header::ReplyTo::from(Mailboxes::from(nameless(reply_to))));
        }
        for (name, value) in self.headers(message_id) {
            message = message.raw_header(value_of(name, value));
        }
        let mut message = match self.parts(mark) {
            Parts::Single(part) => message.singlepart(part),
            Parts::Multi(part) => message.multipart(part),
        }
        .map_err(|it| bug(&it))?;
        let headers = message.headers_mut();
        headers.set(header::From::from(Mailboxes::from(self.from.clone())));
        headers.set(header::To::from(Mailboxes::from(self.to.clone())));
        if let Some(reply_to) = &self.reply_to {
            headers.set(header::ReplyTo::from(Mailboxes::from(reply_to.clone())));
        }
        Ok(message.formatted())
    }

    /// All headers but those of addresses, date and parts.
    fn headers(&self, message_id: &str) -> Vec<(String, Text)> {
        let out = self.outgoing;
        let mut headers: Vec<(String, Text)> = Vec::new();
        let mut set = |name: &str, value: Text| headers.push((name.to_owned(), value));
        set("Subject", Text::Words(self.subject.clone()));
        set("Message-ID", Text::Ready(message_id.to_owned()));
        let thread = &out.thread;
        let answered = thread.in_reply_to.as_deref();
        let root = thread.root.as_deref();
        let references = id::references(root, &thread.earlier, answered);
        if let Some(before) = answered.and_then(id::sound).or_else(|| references.last().cloned()) {
            set("In-Reply-To", Text::Ready(before));
            set("References", Text::Ready(references.join("\r\n ")));
        }
        set("Thread-Topic", Text::Words(self.subject.clone()));
        if let Some(match_id) = &out.match_id {
            set("List-Id", Text::Ready(format!("<{match_id}.sealord.{}>", self.domain)));
        }
        let answer = out.kind.is_answer() || answered.is_some();
        let auto = if answer { "auto-replied" } else { "auto-generated" };
        set("Auto-Submitted", Text::Ready(auto.to_owned()));
        set("X-Auto-Response-Suppress", Text::Ready("All".to_owned()));
        if let Some(match_id) = &out.match_id {
            set("X-Sealord-Match", Text::Ready(match_id.clone()));
        }
        if let Some(exchange) = out.exchange {
            set("X-Sealord-Exchange", Text::Ready(exchange.to_string()));
        }
        set("X-Sealord-Kind", Text::Ready(out.kind.id().to_owned()));
        for (name, value) in &out.headers {
            set(name, Text::Words(clean::header(value, 500)));
        }
        headers
    }

    fn parts(&self, mark: &str) -> Parts {
        let text = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(self.text.clone());
        let body = match &self.html {
            None => Parts::Single(text),
            Some(html) => {
                let html = SinglePart::builder().header(ContentType::TEXT_HTML).body(html.clone());
                let both = MultiPart::alternative().boundary(format!("=_alternative_{mark}"));
                Parts::Multi(both.singlepart(text).singlepart(html))
            }
        };
        if self.attachments.is_empty() {
            return body;
        }
        let mixed = MultiPart::mixed().boundary(format!("=_mixed_{mark}"));
        let mixed = match body {
            Parts::Single(part) => mixed.singlepart(part),
            Parts::Multi(part) => mixed.multipart(part),
        };
        Parts::Multi(self.attachments.iter().cloned().fold(mixed, |mixed, (kind, disposition, body)| {
            mixed.singlepart(SinglePart::builder().header(kind).header(disposition).body(body))
        }))
    }

    fn fits(&self, whole: usize) -> Result<(), ComposeFault> {
        let limit = self.outgoing.office.limit;
        if whole <= limit {
            return Ok(());
        }
        Err(too_large(self.outgoing, whole))
    }
}

/// What a message is made of: one part or several.
enum Parts {
    Single(SinglePart),
    Multi(MultiPart),
}

/// The value of a header.
enum Text {
    /// Words, to be folded and encoded.
    Words(String),
    /// ASCII that stands as it is.
    Ready(String),
}

fn value_of(name: String, value: Text) -> HeaderValue {
    let name = HeaderName::new_from_ascii(name).expect("the names of headers were judged");
    match value {
        Text::Words(text) => HeaderValue::new(name, text),
        Text::Ready(text) => HeaderValue::dangerous_new_pre_encoded(name, text.clone(), text),
    }
}

/// A mailbox with a name that can do no harm.
fn mailbox(place: &'static str, name: &str, given: &str) -> Result<Mailbox, ComposeFault> {
    let fault = || ComposeFault::Address { place, address: clean::header(given, 80) };
    let (local, domain) = address::split(given).ok_or_else(fault)?;
    let address = Address::new(local, domain).map_err(|_| fault())?;
    let name = clean::header(name, clean::NAME);
    Ok(Mailbox::new((!name.is_empty()).then_some(name), address))
}

fn nameless(mailbox: &Mailbox) -> Mailbox {
    Mailbox::from(mailbox.email.clone())
}

/// The recipients, each address once.
fn recipients(given: &[Recipient]) -> Result<Vec<Mailbox>, ComposeFault> {
    let mut seen = BTreeSet::new();
    let mut mailboxes = Vec::new();
    for recipient in given {
        if seen.insert(recipient.address.to_ascii_lowercase()) {
            mailboxes.push(mailbox("To", &recipient.name, &recipient.address)?);
        }
    }
    match mailboxes.len() {
        0 => Err(ComposeFault::NoRecipient),
        count if count > MOST_RECIPIENTS => {
            Err(ComposeFault::TooManyRecipients { count, most: MOST_RECIPIENTS })
        }
        _ => Ok(mailboxes),
    }
}

fn attachment(file: &Attachment) -> Result<(ContentType, ContentDisposition, Body), ComposeFault> {
    let name = clean::file_name(&file.name);
    let media_type = clean::header(&file.media_type, 100);
    let lower = media_type.to_ascii_lowercase();
    let fault = || ComposeFault::MediaType { name: name.clone(), media_type: media_type.clone() };
    // Neither messages nor multiparts may be base64 (RFC 2046, sections 5.1 and 5.2.1).
    if ["multipart/", "message/"].iter().any(|start| lower.starts_with(start)) || !media_type.is_ascii() {
        return Err(fault());
    }
    let kind = ContentType::parse(&media_type).map_err(|_| fault())?;
    Ok((kind, ContentDisposition::attachment(&name), encode::bytes(file.bytes.clone())))
}

/// The page with line feeds alone, and without control characters.
fn web_page(html: &str) -> String {
    let html = unix_lines(html);
    html.chars().filter(|it| matches!(it, '\n' | '\t') || !it.is_control()).collect()
}

fn date(instant: Timestamp) -> Result<SystemTime, ComposeFault> {
    let seconds = instant.as_second();
    match u64::try_from(seconds) {
        Ok(since) if seconds < TOO_LATE => Ok(SystemTime::UNIX_EPOCH + Duration::from_secs(since)),
        _ => Err(ComposeFault::Instant),
    }
}

/// Judges the word of a match or party.
fn word(place: &'static str, word: Option<&str>) -> Result<(), ComposeFault> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    match word {
        Some(word) if !(1..=64).contains(&word.len()) || !word.bytes().all(letter) => {
            Err(ComposeFault::Word { place, word: clean::header(word, 80) })
        }
        _ => Ok(()),
    }
}

/// Judges the name of a header that the caller wants beside the usual ones.
fn extra(name: &str) -> Result<(), ComposeFault> {
    let lower = name.to_ascii_lowercase();
    let sound = name.len() <= 70 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let own = ["x-sealord-match", "x-sealord-exchange", "x-sealord-kind", "x-sealord-"];
    let free = lower.starts_with("x-sealord-") && !own.contains(&lower.as_str());
    if sound && (free || lower == "list-unsubscribe") {
        return Ok(());
    }
    Err(ComposeFault::Header { name: clean::header(name, 80) })
}

/// The fault that names the largest part.
fn too_large(outgoing: &Outgoing, whole: usize) -> ComposeFault {
    let text = [("text".to_owned(), outgoing.text.len())];
    let html = outgoing.html.iter().map(|html| ("html".to_owned(), html.len()));
    let files = outgoing.attachments.iter().map(|it| (clean::file_name(&it.name), it.bytes.len()));
    let parts = text.into_iter().chain(html).chain(files);
    let (part, bytes) = parts.max_by_key(|(_, bytes)| *bytes).unwrap_or_default();
    ComposeFault::TooLarge { part, bytes, whole, limit: outgoing.office.limit }
}
