//! Addresses and message ids, as they stand in header fields.

use std::fmt;

use mail_parser::parsers::MessageStream;
use mail_parser::{Addr, Address};

use serde::{Deserialize, Serialize};

use crate::post::letters::fields::{Fields, utf8};
use crate::post::letters::plain::one_line;

/// Addresses that are kept of one message.
const MOST_ADDRESSES: usize = 100;
/// Characters that are kept of a display name.
const LONGEST_NAME: usize = 100;

/// One address with the name that stood beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailbox {
    /// `local@domain`, the ASCII letters of the domain in lower case. Never holds white space or control
    /// characters.
    pub address: String,
    /// The display name on one line, without control characters and bidi overrides. Nobody vouches for it.
    pub name: Option<String>,
}

/// Who a message says it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Exactly one address in exactly one From field.
    One(Mailbox),
    /// Several From fields, several addresses, or something that can be read in two ways: nobody's orders.
    Ambiguous {
        /// What is ambiguous, as the end of a sentence that begins with "The message".
        why: &'static str,
    },
    /// No address at all.
    Missing,
}

impl Mailbox {
    /// The part before the last `@`.
    pub fn local(&self) -> &str {
        self.address.rsplit_once('@').map_or("", |(local, _)| local)
    }

    /// The part after the last `@`.
    pub fn domain(&self) -> &str {
        self.address.rsplit_once('@').map_or("", |(_, domain)| domain)
    }

    /// Whether this is the address given, as [`same_address`] says.
    pub fn is(&self, address: &str) -> bool {
        same_address(&self.address, address)
    }

    /// Reads what may be an address, and refuses what could be read in two ways.
    pub fn new(address: &str, name: Option<&str>) -> Option<Mailbox> {
        let address = address.trim();
        let (local, domain) = address.split_once('@')?;
        let odd = |c: char| {
            c.is_whitespace()
                || c.is_control()
                || crate::post::letters::is_bidi(c)
                || "<>()[],;:\"\\".contains(c)
        };
        let bad = local.is_empty() || domain.is_empty() || domain.contains('@') || address.len() > 254;
        if bad || address.contains(odd) || domain.starts_with('.') || domain.contains("..") {
            return None;
        }
        let domain = domain.trim_end_matches('.').to_ascii_lowercase();
        let name = name.map(|name| one_line(name, LONGEST_NAME)).filter(|name| !name.is_empty());
        Some(Mailbox { address: format!("{local}@{domain}"), name })
    }
}

/// Whether two addresses are one, whatever the case of their ASCII letters; a domain is the same with its
/// letters and in the form of the DNS (`bücher.example`, `xn--bcher-kva.example`). Letters of other scripts
/// that look alike are others.
pub fn same_address(one: &str, other: &str) -> bool {
    if one.eq_ignore_ascii_case(other) {
        return true;
    }
    let halves = |address: &'_ str| {
        let (local, domain) = address.rsplit_once('@')?;
        let domain = idna::domain_to_ascii(domain).ok().filter(|domain| !domain.is_empty())?;
        Some((local.to_ascii_lowercase(), domain))
    };
    if one.is_ascii() && other.is_ascii() {
        return false;
    }
    halves(one).is_some_and(|one| Some(one) == halves(other))
}

impl fmt::Display for Mailbox {
    /// The address alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl Sender {
    /// The one address, if there is one.
    pub fn mailbox(&self) -> Option<&Mailbox> {
        match self {
            Sender::One(mailbox) => Some(mailbox),
            _ => None,
        }
    }

    /// Reads the From fields.
    pub(crate) fn read(fields: &Fields<'_>) -> Sender {
        let mut values = fields.raw("from");
        let Some(value) = values.next() else { return Sender::Missing };
        if values.next().is_some() {
            return Sender::Ambiguous { why: "has two From fields" };
        }
        let mut found = addresses(value);
        // `Mueller, Anna <anna@club.example>`, without the quotation marks that such a name needs, is one
        // address.
        if found.iter().filter(|one| one.address.as_deref().is_some_and(|it| it.contains('@'))).count() == 1
            && found.iter().all(|one| one.address.as_deref().is_none_or(|it| is_word(it) || it.contains('@')))
        {
            found.retain(|one| one.address.as_deref().is_some_and(|it| it.contains('@')));
        }
        match found.as_slice() {
            [] => Sender::Missing,
            [one] => match one.address.as_deref() {
                None => Sender::Missing,
                Some(address) => match Mailbox::new(address, one.name.as_deref()) {
                    Some(mailbox) => Sender::One(mailbox),
                    None => Sender::Ambiguous { why: "has a From field that cannot be read in one way" },
                },
            },
            _ => Sender::Ambiguous { why: "is from several addresses" },
        }
    }
}

/// Whether what stands where an address should is part of a name.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || " .'-".contains(c))
}

/// The addresses of all fields of these names that can be read, in order, each once.
pub fn mailboxes(fields: &Fields<'_>, names: &[&'static str]) -> Vec<Mailbox> {
    let mut found: Vec<Mailbox> = Vec::new();
    for value in names.iter().flat_map(|name| fields.raw(name)).take(MOST_ADDRESSES) {
        for addr in addresses(value).iter().take(MOST_ADDRESSES) {
            let Some(address) = addr.address.as_deref() else { continue };
            let Some(mailbox) = Mailbox::new(address, addr.name.as_deref()) else { continue };
            if found.len() < MOST_ADDRESSES && !found.iter().any(|other| other.address == mailbox.address) {
                found.push(mailbox);
            }
        }
    }
    found
}

fn addresses(value: &[u8]) -> Vec<Addr<'static>> {
    let value = utf8(value);
    match MessageStream::new(&value).parse_address().into_owned() {
        mail_parser::HeaderValue::Address(Address::List(list)) => list,
        mail_parser::HeaderValue::Address(Address::Group(groups)) => {
            groups.into_iter().flat_map(|group| group.addresses).collect()
        }
        _ => Vec::new(),
    }
}

/// The message ids of a field, without their angle brackets; odd ones are left out (RFC 5322, section 3.6.4).
pub fn message_ids(value: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(value);
    let mut ids: Vec<String> = Vec::new();
    if !text.contains('<') {
        ids.extend(message_id(text.trim()));
        return ids;
    }
    for piece in text.split('<').skip(1) {
        ids.extend(piece.split_once('>').and_then(|(id, _)| message_id(id)));
    }
    ids
}

/// A message id without brackets: up to 250 printable ASCII characters with one `@` among them.
fn message_id(text: &str) -> Option<String> {
    let good = |c: char| c.is_ascii_graphic() && !"<>()".contains(c);
    let folded: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    let id = folded.trim();
    let halves = id
        .split_once('@')
        .is_some_and(|(left, right)| !left.is_empty() && !right.is_empty() && !right.contains('@'));
    (id.len() <= 250 && halves && id.chars().all(good)).then(|| id.to_owned())
}
