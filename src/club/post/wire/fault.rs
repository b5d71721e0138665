//! What can go wrong on the way to a message, in words, each with how to mend it.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a source of mail or a way out cannot be used, or broke off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireFault {
    /// The server's name has no address.
    NotResolved {
        /// The name that was asked for.
        host: String,
        /// What the resolver said.
        why: String,
    },
    /// No connection to the server.
    NotReached {
        /// The server.
        host: String,
        /// Its port.
        port: u16,
        /// What the system said.
        why: String,
    },
    /// The server did not answer in time.
    TimedOut {
        /// The server.
        host: String,
        /// What was being done.
        doing: String,
    },
    /// The server's certificate is not one to trust.
    NotTrusted {
        /// The server.
        host: String,
        /// Whose certificates are trusted.
        trusted: String,
        /// What is wrong with the server's.
        why: String,
    },
    /// TLS could not be agreed on for another reason.
    TlsFailed {
        /// The server.
        host: String,
        /// What the library said.
        why: String,
    },
    /// The server does not offer STARTTLS, and the settings ask for it.
    NoStarttls {
        /// The server.
        host: String,
        /// Its port.
        port: u16,
    },
    /// The settings would carry a password or mail in the open beyond this machine.
    InTheOpen {
        /// The server.
        host: String,
    },
    /// The server refused the user name or the password.
    LoginRefused {
        /// The server.
        host: String,
        /// The user name.
        user: String,
        /// The server's words.
        answer: String,
    },
    /// There is no such folder on the server.
    FolderMissing {
        /// The folder that was asked for.
        folder: String,
        /// The folders that are there, at most a hundred of them.
        there: Vec<String>,
    },
    /// The connection ended where it should not.
    Lost {
        /// The server.
        host: String,
        /// What was being done.
        doing: String,
    },
    /// The server's answer cannot be understood.
    Garbled {
        /// The server.
        host: String,
        /// What was being done.
        doing: String,
        /// What was found.
        found: String,
    },
    /// The server's answer goes on beyond what is accepted.
    TooLong {
        /// The server.
        host: String,
        /// What was being done.
        doing: String,
    },
    /// The server understood, and said no.
    Declined {
        /// The server.
        host: String,
        /// What was being done.
        doing: String,
        /// The reply code of SMTP, if there is one.
        code: Option<u16>,
        /// The server's words.
        answer: String,
    },
    /// The password cannot be had.
    NoSecret {
        /// Where it should come from.
        whence: String,
        /// What is wrong there.
        why: String,
    },
    /// The settings name something that is not what they take it for.
    NotThat {
        /// The file or folder.
        path: PathBuf,
        /// What it should be.
        wanted: &'static str,
    },
    /// A file or folder could not be read or written.
    File {
        /// What was being done, with the path.
        why: String,
    },
    /// The program itself has a defect that shows here.
    Broken {
        /// What was being done.
        doing: String,
        /// What the panic said.
        why: String,
    },
    /// Another program holds the file.
    Busy {
        /// The file.
        path: PathBuf,
        /// The lock file, if that is what stands in the way.
        lock: Option<PathBuf>,
    },
}

impl WireFault {
    /// Wraps an error of the file system; the errors of `fs_err` name the path and what was being done.
    pub fn file(error: &std::io::Error) -> WireFault {
        WireFault::File { why: error.to_string() }
    }

    /// The same for a path that the error does not name.
    pub fn file_at(path: &Path, error: &std::io::Error) -> WireFault {
        WireFault::File { why: format!("{}: {error}", path.display()) }
    }

    /// Whether this may pass by itself, so that trying again later makes sense without anybody mending
    /// anything.
    pub fn may_pass(&self) -> bool {
        use WireFault::*;
        match self {
            NotResolved { .. } | NotReached { .. } | TimedOut { .. } | Lost { .. } | TooLong { .. } => true,
            Garbled { .. } | File { .. } | Busy { .. } | Broken { .. } => true,
            Declined { code, .. } => !matches!(code, Some(500..)),
            NotTrusted { .. } | TlsFailed { .. } | NoStarttls { .. } | InTheOpen { .. } => false,
            LoginRefused { .. } | FolderMissing { .. } | NoSecret { .. } | NotThat { .. } => false,
        }
    }

    /// What to do about it.
    pub fn mend(&self) -> String {
        use WireFault::*;
        match self {
            NotResolved { .. } => "Check the spelling of `host` and that this machine has a network.".into(),
            NotReached { .. } => {
                "Check `host` and `port`, that the server runs, and that no firewall is between.".into()
            }
            TimedOut { .. } => {
                "Check `port` and `tls` (a server that waits for TLS says nothing before it), or raise `timeout`."
                    .into()
            }
            NotTrusted { .. } => "Set `host` to the name in the certificate; if your server has a certificate authority \
                                  of its own, give its certificate as `ca`."
                .into(),
            TlsFailed { .. } => {
                "Check `tls`: `connect` is for ports 993 and 465, `starttls` for ports 143, 587 and 25.".into()
            }
            NoStarttls { .. } => "Set `tls: connect` and the port that belongs to it (993 for IMAP, 465 for SMTP).".into(),
            InTheOpen { .. } => {
                "Set `tls: connect` or `tls: starttls`; `tls: none` is for a server on this machine.".into()
            }
            LoginRefused { .. } => "Check `user` and the password; some providers want a password made for \
                                    programs, or the whole address as the user name."
                .into(),
            FolderMissing { .. } => "Set the folder to one of those, or make it in your mail program.".into(),
            Lost { .. } => "Nothing was lost: it is tried again with the next run.".into(),
            Garbled { .. } => "Check that `host` and `port` are those of the right kind of server.".into(),
            TooLong { .. } => "Check that `host` and `port` are those of the right kind of server.".into(),
            Declined { .. } => "Ask the people who run the server, and quote its words.".into(),
            NoSecret { .. } => {
                "Give the password as `{file: PATH}` (mode 0600), `{env: NAME}` or `{command: LINE}`.".into()
            }
            NotThat { .. } => "Check the path in the settings, or create what should be there.".into(),
            File { .. } => "Check the path and who may read and write there.".into(),
            Busy { lock: Some(lock), .. } => {
                format!("It is tried again; if no program uses the mailbox, remove `{}`.", lock.display())
            }
            Broken { .. } => "It is tried again with the next run; report it to those who mend sealord.".into(),
            Busy { lock: None, .. } => "It is tried again with the next run.".into(),
        }
    }

    /// What happened, without what to do about it.
    pub fn what(&self) -> String {
        use WireFault::*;
        match self {
            NotResolved { host, why } => format!("no address is known for `{host}` ({why})"),
            NotReached { host, port, why } => format!("no connection to {host}, port {port} ({why})"),
            TimedOut { host, doing } => format!("{host} did not answer in time while {doing}"),
            NotTrusted { host, trusted, why } => {
                format!("the certificate of {host} is not trusted: {why} (trusted are {trusted})")
            }
            TlsFailed { host, why } => format!("no TLS with {host} ({why})"),
            NoStarttls { host, port } => format!("{host}, port {port}, does not offer STARTTLS"),
            InTheOpen { host } => {
                format!("{host} is not this machine, and the connection would not be encrypted")
            }
            LoginRefused { host, user, answer } => format!("{host} refused the login of `{user}`: {answer}"),
            FolderMissing { folder, there } if there.is_empty() => {
                format!("there is no folder `{folder}` on the server, nor any other")
            }
            FolderMissing { folder, there } => {
                format!("there is no folder `{folder}` on the server; there are `{}`", there.join("`, `"))
            }
            Lost { host, doing } => format!("{host} ended the connection while {doing}"),
            Garbled { host, doing, found } => {
                format!("the answer of {host} while {doing} makes no sense: {found}")
            }
            TooLong { host, doing } => format!("the answer of {host} while {doing} never ends"),
            Declined { host, doing, answer, .. } => format!("{host} said no while {doing}: {answer}"),
            NoSecret { whence, why } => format!("no password from {whence}: {why}"),
            NotThat { path, wanted } => format!("`{}` is not {wanted}", path.display()),
            File { why } => why.clone(),
            Broken { doing, why } => format!("a defect of sealord while {doing}: {why}"),
            Busy { path, .. } => format!("another program is using `{}`", path.display()),
        }
    }
}

impl fmt::Display for WireFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}", self.what().trim_end_matches('.'), self.mend())
    }
}

impl std::error::Error for WireFault {}

/// Makes foreign text fit for one line of a message: control characters go, and it ends after 300 characters.
pub(crate) fn plain(text: &str) -> String {
    let clean = |character: char| if character.is_control() { ' ' } else { character };
    let mut line: String = text.trim().chars().take(300).map(clean).collect();
    if text.trim().chars().count() > 300 {
        line.push('…');
    }
    line
}
