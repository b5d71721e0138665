//! That an office's own things are not where they may be used: they have moved, or are still arriving.

use std::path::Path;

use crate::matches::MatchFault;
use crate::matches::folder::bytes_of;

/// Why nobody may run an office where some of its things lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Away {
    /// They have moved into a database, or from there into a folder.
    Gone,
    /// They are being copied here.
    Arriving,
}

impl Away {
    /// The line of the mark.
    pub(super) fn line(self) -> &'static str {
        match self {
            Away::Gone => "this office has moved into a database\n",
            Away::Arriving => "this office is being copied here\n",
        }
    }

    /// Reads a mark; nothing if there is none. One that is not understood keeps everybody away.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn read(path: &Path) -> Result<Option<Away>, MatchFault> {
        let found = bytes_of(path)?;
        Ok(found
            .map(|bytes| if bytes == Away::Arriving.line().as_bytes() { Away::Arriving } else { Away::Gone }))
    }

    /// Refuses to run an office in a folder of this name.
    pub(super) fn refused(self, folder: &str) -> MatchFault {
        let (what, mend) = match self {
            Away::Gone => (
                "this office has moved into a database",
                "name it with `store` in office.yaml, or bring the office back with `sealord store copy OFFICE --to folder`",
            ),
            Away::Arriving => (
                "this office is still being copied here",
                "give the command `sealord store copy` again: it goes on where it stopped",
            ),
        };
        MatchFault::no(format!("{folder}: {what}"), mend)
    }
}
