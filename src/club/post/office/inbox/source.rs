//! The road by which mail comes in, as the settings name it.

use std::path::Path;

use crate::matches::MatchFault;
use crate::post::office::state::Office;
use crate::post::shelf::Shelf;
use crate::post::wire::config::{Config, Imap, In};
use crate::post::wire::inward::imap::{Inbox, Mark};
use crate::post::wire::inward::of_machine;
use crate::post::wire::{Backlog, Done, Fetched, MessageId, Source, Waiting, WireFault};

/// The name of the mark of an IMAP folder.
const MARK: &str = "imap.json";

impl Office<'_> {
    /// Opens the road in; relative paths are taken from the folder of the settings.
    ///
    /// # Errors
    /// If it cannot be opened, in words.
    pub fn road_in(&self) -> Result<Box<dyn Source>, MatchFault> {
        road(&self.context.settings.mail, &self.context.folder, &*self.context.shelf)
    }
}

/// Opens the road in of an office with this folder and shelf.
///
/// # Errors
/// If it cannot be opened, in words.
pub(crate) fn road(mail: &Config, folder: &Path, shelf: &dyn Shelf) -> Result<Box<dyn Source>, MatchFault> {
    match &mail.inward {
        In::Imap(imap) => Ok(Box::new(Marked::open(imap, folder, shelf.handle(), mail.largest)?)),
        other => Ok(of_machine(other, folder, mail.largest)?),
    }
}

/// An IMAP folder that remembers how far it was read.
struct Marked {
    inbox: Inbox,
    shelf: Box<dyn Shelf>,
    known: Option<Mark>,
}

impl Marked {
    fn open(
        settings: &Imap,
        folder: &Path,
        shelf: Box<dyn Shelf>,
        largest: u64,
    ) -> Result<Marked, MatchFault> {
        let kept = shelf.small(MARK).ok().flatten();
        let known = kept.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let secret = settings.password.fetch(folder).map_err(|fault| MatchFault::Io(fault.to_string()))?;
        let inbox = Inbox::new(settings.clone(), secret, folder, largest, known);
        Ok(Marked { inbox, shelf, known })
    }
}

impl Source for Marked {
    fn waiting(&mut self, limit: usize) -> Result<Vec<Waiting>, WireFault> {
        self.inbox.waiting(limit)
    }

    fn read(&mut self, id: &MessageId) -> Result<Option<Fetched>, WireFault> {
        self.inbox.read(id)
    }

    /// The mark is written after the message is marked: at worst a message comes again, and is known by its
    /// hash.
    fn done(&mut self, id: &MessageId, outcome: Done) -> Result<(), WireFault> {
        self.inbox.done(id, outcome)?;
        let now = self.inbox.mark();
        if now != self.known {
            let bytes = serde_json::to_vec(&now).unwrap_or_default();
            let kept = self.shelf.keep_small(MARK, &bytes);
            kept.map_err(|fault| WireFault::File { why: fault.to_string() })?;
            self.known = now;
        }
        Ok(())
    }

    fn backlog(&mut self) -> Result<Backlog, WireFault> {
        self.inbox.backlog()
    }
}
