//! Where messages go. A message comes ready-made: its bytes are not changed except its line ends, which
//! are those of the way out (CRLF by SMTP, LF by `sendmail`, as they are in a file).

use std::fmt;
use std::path::Path;

use crate::matches::MatchFault;
use crate::matches::folder::{clear, is_half};
use crate::post::wire::address;
use crate::post::wire::config::Out;
use crate::post::wire::fault::WireFault;
use engine::digest::Digest;
use folder::EmlFolder;
use sendmail::SendmailCommand;
use smtp::SmtpServer;

pub mod folder;
pub mod sendmail;
pub mod smtp;

/// Who a message is from and for, as the roads need it; what stands in its headers is another matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The name of the message in the queue: 1 to 120 of `a-z`, `A-Z`, `0-9`, `.`, `_` and `-`, no dot at the
    /// start. The same name always stands for the same bytes.
    pub key: String,
    /// Where bounces go; nothing for mail that must not bounce (RFC 3834, section 3.3).
    pub from: Option<String>,
    /// The recipients. One each is best: if one is refused, the message goes to none of them.
    pub to: Vec<String>,
}

/// A message is on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// What the server, the program or the folder said.
    pub answer: String,
}

/// Why a message did not go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendFault {
    /// For good: trying again leads to the same.
    Refused {
        /// The recipient, if it was refused for one.
        recipient: Option<String>,
        /// The reply code of SMTP (RFC 5321, section 4.2.3) or the exit status of `sendmail`.
        code: Option<u16>,
        /// The words that came with it.
        text: String,
    },
    /// Not now: try again, after a delay.
    Later {
        /// What happened.
        why: String,
        /// Whether the message may have gone all the same: the end of it was sent and the answer did not
        /// come. Trying again may then deliver it twice, with the same bytes and so the same Message-ID.
        perhaps_sent: bool,
    },
    /// No message will go until somebody changes the settings.
    Misconfigured {
        /// What is wrong.
        what: String,
        /// What to do.
        mend: String,
    },
}

impl fmt::Display for SendFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SendFault::Refused { recipient, code, text } => {
                f.write_str("refused")?;
                if let Some(recipient) = recipient {
                    write!(f, " for {recipient}")?;
                }
                if let Some(code) = code {
                    write!(f, " ({code})")?;
                }
                write!(f, ": {text}")
            }
            SendFault::Later { why, perhaps_sent: false } => write!(f, "not sent yet: {why}"),
            SendFault::Later { why, perhaps_sent: true } => write!(f, "perhaps sent, perhaps not: {why}"),
            SendFault::Misconfigured { what, mend } => write!(f, "{what}. {mend}"),
        }
    }
}

impl std::error::Error for SendFault {}

impl SendFault {
    pub(crate) fn later(why: impl Into<String>) -> SendFault {
        SendFault::Later { why: why.into(), perhaps_sent: false }
    }

    pub(crate) fn unfit(text: impl Into<String>) -> SendFault {
        SendFault::Refused { recipient: None, code: None, text: text.into() }
    }
}

impl From<WireFault> for SendFault {
    fn from(fault: WireFault) -> SendFault {
        if fault.may_pass() {
            SendFault::later(fault.what())
        } else {
            SendFault::Misconfigured { what: fault.what(), mend: fault.mend() }
        }
    }
}

/// A way for messages to go.
pub trait Carrier {
    /// Sends one message, to all recipients or to none. `bytes` is the whole message, headers first, with LF
    /// or CRLF at the end of each line.
    ///
    /// # Errors
    /// Says whether it was refused, can be tried again, or waits for better settings.
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<Sent, SendFault>;
}

/// Whether a name can be that of a message in the queue.
pub fn is_key(key: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (1..=120).contains(&key.len()) && !key.starts_with('.') && key.bytes().all(allowed)
}

/// Opens the way out that the settings name; relative paths are taken from the folder of the settings.
///
/// # Errors
/// If its password cannot be had.
pub(crate) fn carrier(settings: &Out, base: &Path) -> Result<Box<dyn Carrier>, WireFault> {
    Ok(match settings {
        Out::Folder(folder) => Box::new(EmlFolder::new(&base.join(&folder.path))),
        Out::Sendmail(sendmail) => {
            Box::new(SendmailCommand::new(&base.join(&sendmail.path), sendmail.patience()))
        }
        Out::Smtp(smtp) => {
            let secret = smtp.password.as_ref().map(|password| password.fetch(base)).transpose()?;
            Box::new(SmtpServer::new(smtp.clone(), secret, base))
        }
    })
}

/// Clears what a program that died has left half written on the way out.
///
/// # Errors
/// If it cannot be removed.
pub(crate) fn tidy(settings: &Out, base: &Path) -> Result<(), MatchFault> {
    match settings {
        Out::Folder(folder) => clear(&base.join(&folder.path), is_half),
        Out::Sendmail(_) | Out::Smtp(_) => Ok(()),
    }
}

/// The key of a mail as a road may use it in a file name.
pub(crate) fn road_key(key: &str) -> String {
    let plain = key.replace('/', ".");
    if is_key(&plain) { plain } else { Digest::of(key.as_bytes()).to_string() }
}

impl Envelope {
    /// Refuses what cannot be a key or an address.
    ///
    /// # Errors
    /// Names the address that is none.
    pub fn check(&self) -> Result<(), SendFault> {
        if !is_key(&self.key) {
            return Err(SendFault::unfit(format!(
                "`{}` cannot be the name of a message",
                self.key.escape_debug()
            )));
        }
        if self.to.is_empty() {
            return Err(SendFault::unfit("there is no recipient"));
        }
        if let Some(from) = &self.from {
            address::check(from).map_err(|fault| SendFault::unfit(format!("the sender: {fault}")))?;
        }
        for to in &self.to {
            address::check(to).map_err(|fault| SendFault::Refused {
                recipient: Some(crate::post::wire::fault::plain(to)),
                code: None,
                text: fault.to_string(),
            })?;
        }
        Ok(())
    }
}

/// The longest line that mail servers must carry, without its end (RFC 5321, section 4.5.3.1.6).
const LONGEST_LINE: usize = 998;

/// Goes through a message line by line, without the line ends, and writes each with `end` behind it.
///
/// A carriage return elsewhere is refused: two servers may disagree about where the line ends, and then about
/// where the message ends. So are lines that some server would break, and with them a signature.
pub(crate) fn with_ends(bytes: &[u8], end: &[u8], dots: bool) -> Result<Vec<u8>, SendFault> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 32 + 16);
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let number = number + 1;
        if line.contains(&b'\r') || line.contains(&0) {
            return Err(SendFault::unfit(format!(
                "line {number} of the message contains a control character"
            )));
        }
        if line.len() > LONGEST_LINE {
            return Err(SendFault::unfit(format!(
                "line {number} of the message has more than {LONGEST_LINE} bytes"
            )));
        }
        if dots && line.starts_with(b".") {
            out.push(b'.');
        }
        out.extend_from_slice(line);
        out.extend_from_slice(end);
    }
    if out.is_empty() { Err(SendFault::unfit("the message is empty")) } else { Ok(out) }
}
