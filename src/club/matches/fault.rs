//! Why something was not done, by the exit code that a script gets.

use std::fmt;

use crate::journal::{ChainFault, StoreFault};
use engine::adjudicator::ReplayFault;
use engine::problem::{ExitCode, Problem, Problems};
use engine::team::TeamFault;

/// Why something was not done; the match is as it was.
#[derive(Debug)]
pub enum MatchFault {
    /// Orders are refused: every problem, and the text they stand in.
    Refused {
        /// The problems.
        problems: Problems,
        /// The file as it was read.
        source: String,
    },
    /// Files that belong together are refused: every problem of all of them, and their texts by name.
    RefusedTogether {
        /// The problems, each with the name of its file.
        problems: Problems,
        /// The files as they were read.
        sources: Vec<(String, String)>,
    },
    /// The answer is no, for one reason.
    No {
        /// What is wrong.
        what: String,
        /// How to mend it.
        mend: String,
    },
    /// The command itself is wrong, for one reason.
    Usage {
        /// What is wrong.
        what: String,
        /// How to mend it.
        mend: String,
    },
    /// Orders are still missing.
    Waiting(String),
    /// A file or folder could not be read or written.
    Io(String),
    /// A proof failed.
    Proof {
        /// The journal entry that fails, if it is one.
        entry: Option<u64>,
        /// What is wrong.
        what: String,
    },
    /// A defect of this program.
    Bug(String),
}

impl MatchFault {
    /// A refusal with one reason and its remedy.
    pub fn no(what: impl Into<String>, mend: impl Into<String>) -> MatchFault {
        MatchFault::No { what: what.into(), mend: mend.into() }
    }

    /// A command that was given wrongly, with its remedy.
    pub fn usage(what: impl Into<String>, mend: impl Into<String>) -> MatchFault {
        MatchFault::Usage { what: what.into(), mend: mend.into() }
    }

    /// A refusal for one problem of a file.
    pub fn refused(problem: Problem, source: &str) -> MatchFault {
        MatchFault::Refused { problems: problem.into(), source: source.to_owned() }
    }

    /// The exit code.
    pub fn code(&self) -> ExitCode {
        match self {
            MatchFault::Refused { .. } | MatchFault::RefusedTogether { .. } | MatchFault::No { .. } => {
                ExitCode::No
            }
            MatchFault::Usage { .. } => ExitCode::Usage,
            MatchFault::Waiting(_) => ExitCode::Waiting,
            MatchFault::Io(_) => ExitCode::InputOutput,
            MatchFault::Proof { .. } => ExitCode::Proof,
            MatchFault::Bug(_) => ExitCode::Bug,
        }
    }
}

impl fmt::Display for MatchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchFault::Refused { problems, source } => f.write_str(&problems.render(source, false)),
            MatchFault::RefusedTogether { problems, sources } => {
                f.write_str(&problems.render_together(sources, false))
            }
            MatchFault::No { what, mend } | MatchFault::Usage { what, mend } => {
                write!(f, "{what}\n  help: {mend}")
            }
            MatchFault::Waiting(what) => write!(f, "waiting: {what}"),
            MatchFault::Io(what) => f.write_str(what),
            MatchFault::Proof { entry: Some(entry), what } => write!(f, "journal entry {entry}: {what}"),
            MatchFault::Proof { entry: None, what } => f.write_str(what),
            MatchFault::Bug(what) => write!(f, "a defect of sealord: {what}"),
        }
    }
}

impl From<std::io::Error> for MatchFault {
    fn from(error: std::io::Error) -> MatchFault {
        MatchFault::Io(error.to_string())
    }
}

impl From<ChainFault> for MatchFault {
    fn from(fault: ChainFault) -> MatchFault {
        MatchFault::Proof { entry: Some(fault.entry), what: fault.what }
    }
}

impl From<StoreFault> for MatchFault {
    fn from(fault: StoreFault) -> MatchFault {
        match fault {
            StoreFault::Chain(fault) => fault.into(),
            StoreFault::Missing(_) | StoreFault::Exists(_) | StoreFault::Busy(_) => {
                MatchFault::Io(format!("{fault}\n  help: {}", fault.mend()))
            }
            StoreFault::Head(_) | StoreFault::NoHead { .. } => {
                MatchFault::Proof { entry: None, what: format!("{fault}\n  help: {}", fault.mend()) }
            }
            StoreFault::Changed(_) => MatchFault::Proof { entry: None, what: fault.to_string() },
            StoreFault::Entry(_) => MatchFault::Bug(fault.to_string()),
            StoreFault::HeadBehind(_) | StoreFault::Broken | StoreFault::Io(_) => {
                MatchFault::Io(fault.to_string())
            }
        }
    }
}

impl From<crate::report::ReportFault> for MatchFault {
    fn from(fault: crate::report::ReportFault) -> MatchFault {
        MatchFault::Io(fault.to_string())
    }
}

impl From<TeamFault> for MatchFault {
    fn from(fault: TeamFault) -> MatchFault {
        MatchFault::no(fault.what, fault.mend)
    }
}

impl From<ReplayFault> for MatchFault {
    fn from(amiss: ReplayFault) -> MatchFault {
        match amiss {
            ReplayFault::Bug(what) => MatchFault::Bug(what),
            ReplayFault::Proof(what) => MatchFault::Proof { entry: None, what },
        }
    }
}
