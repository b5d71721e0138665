//! Why a rulebook could not be laid out.

use std::fmt;

use crate::games::GamesFault;

/// Why there are no rules to play by.
#[derive(Debug)]
pub enum RulebookFault {
    /// The answer is no, for one reason.
    No {
        /// What is wrong.
        what: String,
        /// How to mend it.
        mend: String,
    },
    /// The data cannot be read, or do not fit together.
    Data(String),
}

impl RulebookFault {
    /// A refusal with one reason and its remedy.
    pub fn no(what: impl Into<String>, mend: impl Into<String>) -> RulebookFault {
        RulebookFault::No { what: what.into(), mend: mend.into() }
    }
}

impl From<GamesFault> for RulebookFault {
    fn from(fault: GamesFault) -> RulebookFault {
        match fault {
            GamesFault::NoOption { .. } => {
                RulebookFault::no(fault.to_string(), "choose another scenario, or leave the option out")
            }
            _ => RulebookFault::Data(fault.to_string()),
        }
    }
}

impl fmt::Display for RulebookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulebookFault::No { what, mend } => write!(f, "{what}\n  help: {mend}"),
            RulebookFault::Data(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for RulebookFault {}
