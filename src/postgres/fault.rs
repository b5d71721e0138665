//! Why the database did not do something.

use std::fmt;

use club::matches::MatchFault;
use postgres::Error;

/// Why the database did not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DbFault {
    /// The server could not be reached, or the connection was lost; what was under way may be done or not.
    Lost(String),
    /// The server rolled it back, and it may succeed when it is tried again.
    Again {
        /// The SQLSTATE.
        code: String,
        /// The server's words.
        what: String,
    },
    /// Somebody else has the match, or had it meanwhile; nothing was written.
    Lease {
        /// The match.
        word: String,
        /// Who, and until when.
        what: String,
    },
    /// The server is not one to which anything may be written: a replica.
    Server(String),
    /// What the database holds is not what it held: a proof failed.
    Proof {
        /// The match, if it is one.
        word: Option<String>,
        /// What is wrong.
        what: String,
    },
    /// The server says no.
    Refused {
        /// The SQLSTATE; nothing if the words are not the server's.
        code: Option<String>,
        /// The words.
        what: String,
    },
}

/// A serialisation fault, a deadlock, a full disk, no memory, no lock: what may have passed a moment later.
const AGAIN: [&str; 5] = ["40001", "40P01", "53100", "53200", "55P03"];
/// A server that stops, starts, or has no room for one more connection; and connections that it ended.
const LOST: [&str; 6] = ["57P01", "57P02", "57P03", "57P05", "53300", "25P03"];
/// A statement that writes was sent to a server on which nobody can write.
const READ_ONLY: &str = "25006";

impl DbFault {
    /// What a fault of the library means.
    pub(crate) fn of(error: &Error) -> DbFault {
        let Some(said) = error.as_db_error() else { return DbFault::Lost(whole(error)) };
        let (code, what) = (said.code().code().to_owned(), said.message().to_owned());
        match code.as_str() {
            READ_ONLY => DbFault::Server(what),
            it if it.starts_with("08") || LOST.contains(&it) => DbFault::Lost(what),
            it if AGAIN.contains(&it) => DbFault::Again { code, what },
            _ => DbFault::Refused { code: Some(code), what },
        }
    }

    /// Whether the server says this SQLSTATE.
    pub(crate) fn says(&self, state: &str) -> bool {
        matches!(self, DbFault::Refused { code: Some(code), .. } if code == state)
    }

    /// A proof about a match that failed.
    pub(crate) fn proof(word: &str, what: impl Into<String>) -> DbFault {
        DbFault::Proof { word: Some(word.to_owned()), what: what.into() }
    }
}

/// A fault with all that caused it: the library's own words often say no more than "error connecting".
fn whole(error: &Error) -> String {
    let mut words = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let more = inner.to_string();
        if !words.contains(&more) {
            words += &format!(": {more}");
        }
        cause = inner.source();
    }
    words
}

impl fmt::Display for DbFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DbFault::Lost(what) => write!(f, "the database cannot be reached: {what}"),
            DbFault::Again { code, what } => write!(f, "the database rolled back: {what} (SQLSTATE {code})"),
            DbFault::Lease { word, what } => write!(f, "{word}: {what}"),
            DbFault::Server(what) => write!(f, "nothing can be written to this server: {what}"),
            DbFault::Proof { word: Some(word), what } => write!(f, "{word}: {what}"),
            DbFault::Proof { word: None, what } | DbFault::Refused { code: None, what } => f.write_str(what),
            DbFault::Refused { code: Some(code), what } => {
                write!(f, "the database says: {what} (SQLSTATE {code})")
            }
        }
    }
}

impl DbFault {
    /// The smallest thing that somebody can do about it.
    fn mend(&self) -> Option<&'static str> {
        Some(match self {
            DbFault::Lost(_) => {
                "see whether the server runs, and whether its address is right; then try again"
            }
            DbFault::Again { .. } => "see to the server's disk and load; what was held was not written",
            DbFault::Lease { .. } => "nothing was written; try again later",
            DbFault::Server(_) => "name the primary: this is a replica",
            DbFault::Proof { .. } | DbFault::Refused { .. } => return None,
        })
    }
}

impl From<DbFault> for MatchFault {
    fn from(fault: DbFault) -> MatchFault {
        let words = match fault.mend() {
            Some(mend) => format!("{fault}\n  help: {mend}"),
            None => fault.to_string(),
        };
        match fault {
            DbFault::Proof { .. } => MatchFault::Proof { entry: None, what: words },
            _ => MatchFault::Io(words),
        }
    }
}
