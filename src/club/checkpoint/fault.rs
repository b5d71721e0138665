//! What is wrong with a note, a checkpoint, or a request to cosign one.

use std::fmt;

use engine::problem::ExitCode;

/// Why a note, a checkpoint or a request is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointFault {
    /// It is not what it should be, or not what was asked for: what is wrong, and how to mend it.
    No {
        /// What is wrong.
        what: String,
        /// How to mend it.
        mend: String,
    },
    /// It says something that is not so.
    False(String),
}

impl CheckpointFault {
    pub(super) fn no(what: impl Into<String>, mend: impl Into<String>) -> CheckpointFault {
        CheckpointFault::No { what: what.into(), mend: mend.into() }
    }

    /// The exit code that a script gets.
    pub fn code(&self) -> ExitCode {
        match self {
            CheckpointFault::No { .. } => ExitCode::No,
            CheckpointFault::False(_) => ExitCode::Proof,
        }
    }
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointFault::No { what, mend } => write!(f, "{what}\n  help: {mend}"),
            CheckpointFault::False(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for CheckpointFault {}
