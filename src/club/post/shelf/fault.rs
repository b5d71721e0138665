//! Why a log of facts was not read or added to.

use std::io;

use thiserror::Error;

/// Longest line that is written, in bytes.
pub const LONGEST: usize = 64 * 1024;

/// Why a log was not read or added to. Places are named as people call them.
#[derive(Debug, Error)]
pub enum LogFault {
    /// It could not be read or written.
    #[error("{0}. Check the disk and the permissions, then try again.")]
    Io(#[from] io::Error),
    /// A line in the middle is not understood.
    #[error(
        "{place}, line {line} is not understood: {what}. Restore the file from a backup; do not delete it, or mail is sent \
         again."
    )]
    Line {
        /// The log.
        place: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// Something else wrote to it while it was open.
    #[error(
        "something else changed {0} while it was open. Let only one program work on a match, and open it again."
    )]
    Changed(String),
    /// An earlier write failed and could not be taken back.
    #[error("an earlier write to {0} failed. Check the disk, then open the match again.")]
    Broken(String),
    /// The place that keeps it says no, in its own words.
    #[error("{0}")]
    Elsewhere(String),
    /// What was to be written is too long for a line.
    #[error("a line of {bytes} bytes is too long ({LONGEST} are allowed). Send to fewer people at once.")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
    },
}
