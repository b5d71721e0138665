//! What an IMAP server says (RFC 3501, section 7), as far as a source of mail needs it. The grammar is read
//! by the library `imap-proto`; it only gets the lines that matter here, without what servers are known to
//! add to them, for whatever it cannot read would stop the mail of every match.

use imap_proto::{AttributeValue, MailboxDatum, Response, SectionPath};
use jiff::Timestamp;
use jiff::fmt::strtime::BrokenDownTime;

/// Lists within lists. The library goes down into each, and nothing that is asked for has more than three.
const DEEPEST: usize = 32;

/// One thing that a server said without being asked by name ("untagged").
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// How many messages there are.
    Exists(u32),
    /// The folder's UIDVALIDITY.
    Validity(u32),
    /// What the server can do.
    Can(Vec<String>),
    /// A folder.
    Folder(String),
    /// Messages that were looked for.
    Found(Vec<u32>),
    /// A message, or what was asked of it.
    Message(Message),
    /// That the server ends the connection, and its words.
    Bye(String),
    /// Something to read over: remarks, warnings, flags, what others do to the folder.
    Nothing,
}

/// What a server says of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) uid: u32,
    pub(crate) size: Option<u64>,
    pub(crate) arrived: Option<Timestamp>,
    pub(crate) body: Option<Vec<u8>>,
}

/// A line of a server with the literals in it (RFC 3501, section 4.3), in turns: text, literal, text and so
/// on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) pieces: Vec<Vec<u8>>,
}

impl Line {
    /// Its first text, for people.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(self.pieces.first().map_or(&[], Vec::as_slice)).trim_end().to_owned()
    }

    /// What the server says with it; nothing if that cannot be understood.
    pub(crate) fn said(&self) -> Option<Said> {
        let text = self.text();
        let mut words = text.strip_prefix("* ")?.split_ascii_whitespace();
        let (first, second) = (words.next()?.to_ascii_uppercase(), words.next().unwrap_or_default());
        match first.as_str() {
            "OK" => Some(validity(&text).map_or(Said::Nothing, Said::Validity)),
            "BYE" => Some(Said::Bye(text["* BYE".len()..].trim().to_owned())),
            "CAPABILITY" => {
                Some(Said::Can(text.split_ascii_whitespace().skip(2).map(str::to_ascii_uppercase).collect()))
            }
            "LIST" | "SEARCH" => self.parsed(),
            _ if !first.bytes().all(|byte| byte.is_ascii_digit()) => Some(Said::Nothing),
            _ if second.eq_ignore_ascii_case("EXISTS") => self.parsed(),
            // Others may change a message meanwhile; then its flags come, without its number.
            _ if second.eq_ignore_ascii_case("FETCH") && self.names_message() => self.parsed(),
            _ => Some(Said::Nothing),
        }
    }

    fn texts(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.pieces.iter().step_by(2)
    }

    fn names_message(&self) -> bool {
        self.texts().any(|text| text.to_ascii_uppercase().windows(4).any(|word| word == b"UID "))
    }

    fn parsed(&self) -> Option<Said> {
        let depth = self.texts().flatten().filter(|byte| **byte == b'(').count();
        if depth > DEEPEST {
            return None;
        }
        let mut bytes = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            if at % 2 == 0 { bytes.extend(cleaned(piece).into_bytes()) } else { bytes.extend(piece) }
        }
        let (rest, response) = Response::from_bytes(&bytes).ok()?;
        if !rest.is_empty() {
            return None;
        }
        Some(match response {
            Response::MailboxData(MailboxDatum::Exists(count)) => Said::Exists(count),
            Response::MailboxData(MailboxDatum::List { name, .. }) => Said::Folder(name.into_owned()),
            Response::MailboxData(MailboxDatum::Search(found)) => Said::Found(found),
            Response::Fetch(_, values) => Said::Message(message(values)),
            _ => Said::Nothing,
        })
    }
}

/// `[UIDVALIDITY n]` at the beginning of a remark. The rest of it is for people and may be in any language.
fn validity(text: &str) -> Option<u32> {
    let code = text["* OK".len()..].trim_start().strip_prefix('[')?.split(']').next()?;
    let (name, number) = code.split_once(' ')?;
    if name.eq_ignore_ascii_case("UIDVALIDITY") { number.trim().parse().ok() } else { None }
}

fn message(values: Vec<AttributeValue<'_>>) -> Message {
    let mut message = Message::default();
    for value in values {
        match value {
            AttributeValue::Uid(uid) => message.uid = uid,
            AttributeValue::Rfc822Size(size) => message.size = Some(u64::from(size)),
            AttributeValue::InternalDate(date) => message.arrived = arrived(&date),
            AttributeValue::BodySection { section: None | Some(SectionPath::Full(_)), data, .. } => {
                message.body = data.map(std::borrow::Cow::into_owned);
            }
            _ => {}
        }
    }
    message
}

/// ` 6-Dec-2026 20:00:01 +0100`.
fn arrived(date: &str) -> Option<Timestamp> {
    BrokenDownTime::parse("%d-%b-%Y %H:%M:%S %z", date.trim()).ok()?.to_timestamp().ok()
}

/// A text as the library takes it: letters beyond ASCII stand only where nothing here depends on them; flags
/// are not asked for, and some servers put them in quotation marks; a date that is missing is one that cannot
/// be read.
fn cleaned(text: &[u8]) -> String {
    let plain = |byte: &u8| if (1..0x80).contains(byte) { char::from(*byte) } else { '?' };
    let text: String = text.iter().map(plain).collect();
    let text = format!("{}\r\n", text.trim_end()).replace("INTERNALDATE NIL", "INTERNALDATE \"?\"");
    let Some(at) = text.to_ascii_uppercase().find("FLAGS (") else { return text };
    let from = at + "FLAGS (".len();
    let Some(length) = text[from..].find(')') else { return text };
    format!("{}{}", &text[..from], &text[from + length..])
}
