//! Clears away what a run that died has left behind: bytes of mails that have gone out, with code words in
//! them, and what is half written.

use super::context::OfficeContext;
use crate::matches::MatchFault;
use crate::post::wire::outward;

impl OfficeContext {
    /// Clears the office's own things and its way out. The caller must have claimed the office.
    ///
    /// # Errors
    /// If something cannot be removed.
    pub(crate) fn tidy(&self) -> Result<(), MatchFault> {
        self.shelf.tidy(&self.outbox.waiting().map(|item| item.key.clone()).collect())?;
        outward::tidy(&self.settings.mail.outward, &self.folder)
    }
}
