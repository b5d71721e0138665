//! A panic is a fault like any other.

use crate::fence;
use crate::matches::MatchFault;

/// Does something that may fail; a panic is a fault, too.
pub(crate) fn fenced<T>(doing: impl FnOnce() -> Result<T, MatchFault>) -> Result<T, MatchFault> {
    fence::fenced(doing).unwrap_or_else(|why| Err(defect(&why)))
}

/// The fault that a panic is.
pub(crate) fn defect(why: &str) -> MatchFault {
    MatchFault::Bug(format!("it stopped with \"{why}\""))
}
