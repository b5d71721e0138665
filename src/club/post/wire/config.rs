//! The settings of both roads, as people write them in YAML:
//!
//! ```yaml
//! in:
//!   imap: {host: imap.club.example, port: 993, tls: connect, user: sealord, password: {file: secret},
//!          folder: INBOX}
//! out:
//!   smtp: {host: smtp.club.example, port: 587, tls: starttls, user: sealord,
//!          password: {command: pass show club}}
//! ```
//!
//! Relative paths are taken from the folder of the settings file.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::post::wire::inward::mbox::{Locking, Quoting};
use crate::post::wire::pace::RateLimit;
use crate::post::wire::secret::Password;

mod check;

pub use check::{Flaw, Origin};

/// How mail comes in and goes out.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Where messages come from.
    #[serde(rename = "in")]
    pub inward: In,
    /// Where messages go.
    #[serde(rename = "out")]
    pub outward: Out,
    /// The largest message that is read whole, in bytes.
    #[serde(default = "largest")]
    pub largest: u64,
    /// How many messages may go in a while.
    #[serde(default)]
    pub rate: RateLimit,
}

/// Where messages come from.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum In {
    /// A Maildir.
    Maildir(Folder),
    /// An mbox file.
    Mbox(MboxFile),
    /// One message on standard input.
    Stdin(Nothing),
    /// A folder of an IMAP server.
    Imap(Imap),
}

/// Where messages go.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Out {
    /// A folder of `.eml` files.
    Folder(Folder),
    /// An SMTP server.
    Smtp(Smtp),
    /// The `sendmail` command.
    Sendmail(Sendmail),
}

/// A way that needs no settings; written `{}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A folder on this machine.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folder {
    /// The folder.
    pub path: PathBuf,
}

/// An mbox file on this machine.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MboxFile {
    /// The file.
    pub path: PathBuf,
    /// The file in which read messages are noted.
    pub state: PathBuf,
    /// How `From ` lines are written inside messages.
    #[serde(default)]
    pub quoting: Quoting,
    /// How the file is locked.
    #[serde(default)]
    pub lock: Locking,
}

/// When a connection is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// From the first byte on.
    #[default]
    Connect,
    /// After a word in the open; without it nothing is sent.
    Starttls,
    /// After a word in the open if the server offers it (RFC 7435); no password is ever sent without.
    StarttlsIfOffered,
    /// Never.
    None,
}

/// A folder of an IMAP server.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Imap {
    /// The server's name, as it stands in its certificate.
    pub host: String,
    /// Its port: 993 for `tls: connect`, 143 otherwise.
    #[serde(default)]
    pub port: Option<u16>,
    /// When the connection is encrypted.
    #[serde(default)]
    pub tls: Tls,
    /// A PEM file with the only authorities to trust, instead of the public ones.
    #[serde(default)]
    pub ca: Option<PathBuf>,
    /// The user name.
    pub user: String,
    /// Where the password is kept.
    pub password: Password,
    /// The folder, as the server writes its name.
    #[serde(default = "inbox")]
    pub folder: String,
    /// Which messages wait.
    #[serde(default)]
    pub find: Find,
    /// The folder to which taken and ignored messages are moved; they stay where they are without it.
    #[serde(default)]
    pub taken: Option<String>,
    /// The folder to which refused messages are moved; they stay where they are without it.
    #[serde(default)]
    pub refused: Option<String>,
    /// Seconds to wait for the server.
    #[serde(default = "timeout")]
    pub timeout: u32,
}

/// Which messages of an IMAP folder wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Find {
    /// Those not marked as seen.
    #[default]
    Unseen,
    /// Those that came after the last one done, seen or not; for a folder that people also read.
    Later,
}

/// An SMTP server.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Smtp {
    /// The server's name, as it stands in its certificate.
    pub host: String,
    /// Its port: 465 for `tls: connect`, 587 for `tls: starttls`, 25 otherwise.
    #[serde(default)]
    pub port: Option<u16>,
    /// When the connection is encrypted.
    #[serde(default)]
    pub tls: Tls,
    /// A PEM file with the only authorities to trust, instead of the public ones.
    #[serde(default)]
    pub ca: Option<PathBuf>,
    /// The user name; without it there is no login.
    #[serde(default)]
    pub user: Option<String>,
    /// Where the password is kept.
    #[serde(default)]
    pub password: Option<Password>,
    /// The name by which this machine greets the server; its own by default.
    #[serde(default)]
    pub hello: Option<String>,
    /// Seconds to wait for the server.
    #[serde(default = "timeout")]
    pub timeout: u32,
}

/// The `sendmail` command.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sendmail {
    /// The program.
    #[serde(default = "sendmail")]
    pub path: PathBuf,
    /// Seconds to wait for it.
    #[serde(default = "timeout")]
    pub timeout: u32,
}

fn largest() -> u64 {
    4 * 1024 * 1024
}

fn inbox() -> String {
    "INBOX".into()
}

fn timeout() -> u32 {
    30
}

fn sendmail() -> PathBuf {
    "/usr/sbin/sendmail".into()
}

impl Imap {
    /// The port in force.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(if self.tls == Tls::Connect { 993 } else { 143 })
    }

    /// How long to wait for the server.
    pub fn patience(&self) -> Duration {
        seconds(self.timeout)
    }
}

impl Smtp {
    /// The port in force.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.tls {
            Tls::Connect => 465,
            Tls::Starttls => 587,
            Tls::StarttlsIfOffered | Tls::None => 25,
        })
    }

    /// How long to wait for the server.
    pub fn patience(&self) -> Duration {
        seconds(self.timeout)
    }
}

impl Sendmail {
    /// How long to wait for the program.
    pub fn patience(&self) -> Duration {
        seconds(self.timeout)
    }
}

fn seconds(timeout: u32) -> Duration {
    Duration::from_secs(u64::from(timeout.max(1)))
}

/// Says whether a name is that of this machine, going by the name alone.
pub(crate) fn is_local(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}
