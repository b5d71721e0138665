//! Envelopes: sealed orders, encrypted to the match's public key for the road. Source:
//! <https://c2sp.org/age>.
//!
//! An envelope hides what is in it, and shows if a byte was changed. It does not hide how long the contents
//! are (to the byte), to how many keys it was sealed, when it was sent, and by whom; and it does not say who
//! sealed it, since anybody may who has the public key. There is no padding: what comes out is, byte for
//! byte, what went in, so that the commitment of the sealed file holds and `age -d` gives the same file.

use std::borrow::Cow;
use std::io::{ErrorKind, Read, Write};

use age::armor::{ArmoredReader, ArmoredWriter, Format};
use age::{DecryptError, Decryptor, Encryptor};
use thiserror::Error;

use crate::post::keys::{Identity, Recipient, cut_armor, shown};

/// How every age file begins.
const MAGIC: &[u8] = b"age-encryption.org/";
/// The one version there is.
const VERSION: &str = "age-encryption.org/v1";
/// Most bytes of a header, about five hundred recipients: each costs the opener a multiplication on the
/// curve.
const HEADER_LIMIT: usize = 64 * 1024;
/// Bytes around an envelope that are read beside twice its contents: header, the text around an armor.
const ROOM: usize = 256 * 1024;

/// Why an envelope was not sealed or not opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvelopeFault {
    /// Nobody was named to whom it should be sealed.
    #[error("an envelope must be sealed to at least one public key")]
    NoRecipient,
    /// There is no envelope in what was received.
    #[error(
        "there is no age envelope here; send the whole block from `-----BEGIN AGE ENCRYPTED FILE-----` to \
         `-----END AGE ENCRYPTED FILE-----`, or attach the file that age wrote"
    )]
    NotAnEnvelope,
    /// More than one envelope, and one is wanted.
    #[error("there are {count} envelopes here; send one")]
    Several {
        /// How many.
        count: usize,
    },
    /// More bytes than are accepted, inside or around.
    #[error("the contents of the envelope are too long; at most {limit} bytes are accepted")]
    TooLarge {
        /// Most bytes of contents that are accepted.
        limit: usize,
    },
    /// A header with room for more recipients than anybody has.
    #[error("the envelope is sealed to far too many keys; seal it to the match's key and your own")]
    HeaderTooLong,
    /// A version of the format that is not known here.
    #[error("the envelope says `{found}`, but only `{VERSION}` can be read here")]
    OtherVersion {
        /// What its first line says.
        found: String,
    },
    /// It was sealed with a passphrase.
    #[error("the envelope is sealed with a passphrase; seal it to the match's public key instead (`age -r`)")]
    Passphrase,
    /// It was sealed to other keys.
    #[error(
        "the envelope is encrypted to another key{}. If it was this key, the first lines were changed on the way",
        about_keys(.ours, .foreign)
    )]
    OtherKey {
        /// The public keys that would have opened it.
        ours: Vec<String>,
        /// Kinds of key to which it was sealed, if any kind is not the plain one: such as `ssh-ed25519`.
        foreign: Vec<String>,
    },
    /// Its end is missing.
    #[error("the end of the envelope is missing; send all of it again")]
    CutShort,
    /// Bytes of it were changed.
    #[error("{part}; send it again, as an attachment")]
    Damaged {
        /// Where.
        part: DamagedPart,
    },
}

/// The part of an envelope in which a change was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DamagedPart {
    /// The armor is not Base64.
    #[error("the text of the envelope was changed on the way")]
    Armor,
    /// The lines that say to which keys it was sealed.
    #[error("the envelope's header was changed on the way")]
    Header,
    /// The encrypted contents, in an armor with an end.
    #[error("the envelope's contents were changed on the way")]
    Contents,
    /// The encrypted contents of a file without armor: there a missing end looks like a changed byte.
    #[error("the envelope's contents were changed on the way, or their end is missing")]
    ContentsOrEnd,
}

/// Seals bytes to one or more public keys; each of their secret keys opens the envelope alone. The result is
/// an armor in ASCII, which fits into a mail. It differs from call to call.
///
/// # Errors
/// If there are no recipients.
pub fn seal(contents: &[u8], recipients: &[Recipient]) -> Result<String, EnvelopeFault> {
    let keys = recipients.iter().map(|recipient| &recipient.0 as &dyn age::Recipient);
    let encryptor = Encryptor::with_recipients(keys).map_err(|_| EnvelopeFault::NoRecipient)?;
    let written = write_armor(encryptor, contents).expect("writing to memory does not fail");
    Ok(String::from_utf8(written).expect("an armor is ASCII"))
}

fn write_armor(encryptor: Encryptor, contents: &[u8]) -> std::io::Result<Vec<u8>> {
    let armor = ArmoredWriter::wrap_output(Vec::new(), Format::AsciiArmor)?;
    let mut writer = encryptor.wrap_output(armor)?;
    writer.write_all(contents)?;
    writer.finish()?.finish()
}

/// Opens the one envelope in what was received: a binary age file, an armor, or a text with an armor
/// somewhere in it (see [`cut_armor`]). At most `limit` bytes of contents are accepted, and no more are ever
/// held.
///
/// # Errors
/// Tells apart what is no envelope, what was sealed to other keys or with a passphrase, and what was cut or
/// changed on the way. Nothing of a faulty envelope's contents is given out.
pub fn open(received: &[u8], identities: &[Identity], limit: usize) -> Result<Vec<u8>, EnvelopeFault> {
    if received.len() > limit.saturating_mul(2).saturating_add(ROOM) {
        return Err(EnvelopeFault::TooLarge { limit });
    }
    let binary = unwrap_armor(received)?;
    let contents =
        if matches!(binary, Cow::Owned(_)) { DamagedPart::Contents } else { DamagedPart::ContentsOrEnd };
    let stanzas = read_header(&binary)?;
    let decryptor = Decryptor::new_buffered(&binary[..]).map_err(|error| explain(&error))?;
    let keys = identities.iter().map(|identity| &identity.0 as &dyn age::Identity);
    let reader = decryptor.decrypt(keys).map_err(|error| match error {
        DecryptError::NoMatchingKeys => other_key(identities, stanzas),
        error => explain(&error),
    })?;
    read_contents(reader, limit, contents)
}

fn read_contents(reader: impl Read, limit: usize, part: DamagedPart) -> Result<Vec<u8>, EnvelopeFault> {
    let mut contents = Vec::new();
    match reader.take((limit as u64).saturating_add(1)).read_to_end(&mut contents) {
        Ok(length) if length > limit => Err(EnvelopeFault::TooLarge { limit }),
        Ok(_) => Ok(contents),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(EnvelopeFault::CutShort),
        Err(_) => Err(EnvelopeFault::Damaged { part }),
    }
}

/// The binary age file in what was received; borrowed if it came without armor.
fn unwrap_armor(received: &[u8]) -> Result<Cow<'_, [u8]>, EnvelopeFault> {
    if received.starts_with(MAGIC) {
        return Ok(Cow::Borrowed(received));
    }
    let mut cuts = cut_armor(&String::from_utf8_lossy(received));
    let cut = match cuts.len() {
        0 => return Err(EnvelopeFault::NotAnEnvelope),
        1 => cuts.swap_remove(0),
        count => return Err(EnvelopeFault::Several { count }),
    };
    if !cut.whole {
        return Err(EnvelopeFault::CutShort);
    }
    let mut binary = Vec::new();
    ArmoredReader::new(cut.armor.as_bytes())
        .read_to_end(&mut binary)
        .map_err(|_| EnvelopeFault::Damaged { part: DamagedPart::Armor })?;
    Ok(Cow::Owned(binary))
}

/// The kinds of recipient that the header names, in order. Judged before age sees it, so that a stranger
/// cannot make this program work long on keys that are not there.
fn read_header(binary: &[u8]) -> Result<Vec<String>, EnvelopeFault> {
    if !binary.starts_with(MAGIC) {
        return Err(EnvelopeFault::Damaged { part: DamagedPart::Header });
    }
    let first = &binary[..binary.len().min(HEADER_LIMIT)];
    let line = first.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.len() < first.len() && line != VERSION.as_bytes() {
        return Err(EnvelopeFault::OtherVersion { found: shown(&String::from_utf8_lossy(line)) });
    }
    let Some(end) = first.windows(4).position(|window| window == b"\n---") else {
        let whole = binary.len() <= HEADER_LIMIT;
        return Err(if whole { EnvelopeFault::CutShort } else { EnvelopeFault::HeaderTooLong });
    };
    let header = std::str::from_utf8(&first[..end])
        .map_err(|_| EnvelopeFault::Damaged { part: DamagedPart::Header })?;
    let stanzas = header.lines().filter_map(|line| line.strip_prefix("-> "));
    let kinds: Vec<String> =
        stanzas.map(|stanza| stanza.split(' ').next().unwrap_or_default().to_owned()).collect();
    if kinds.iter().any(|kind| kind == "scrypt") {
        return Err(EnvelopeFault::Passphrase);
    }
    Ok(kinds)
}

fn explain(error: &DecryptError) -> EnvelopeFault {
    match error {
        DecryptError::Io(error) if error.kind() == ErrorKind::UnexpectedEof => EnvelopeFault::CutShort,
        _ => EnvelopeFault::Damaged { part: DamagedPart::Header },
    }
}

/// Age adds stanzas that mean nothing, named `…-grease`; they are not told.
fn other_key(identities: &[Identity], stanzas: Vec<String>) -> EnvelopeFault {
    let mut foreign: Vec<String> = stanzas
        .iter()
        .filter(|kind| *kind != "X25519" && !kind.ends_with("-grease"))
        .map(|kind| shown(kind))
        .collect();
    foreign.sort_unstable();
    foreign.dedup();
    foreign.truncate(5);
    let ours = identities.iter().map(|identity| identity.recipient().to_string()).collect();
    EnvelopeFault::OtherKey { ours, foreign }
}

/// To which keys an envelope was sealed, and which there are here.
fn about_keys(ours: &[String], foreign: &[String]) -> String {
    let kind = if foreign.is_empty() { String::new() } else { format!(" (of kind {})", foreign.join(", ")) };
    match ours {
        [] => format!("{kind}; there is no key here to open envelopes"),
        [key] => format!("{kind}; this match's key is {key}"),
        keys => format!("{kind}; this match's keys are {}", keys.join(" and ")),
    }
}
