//! The road by which mail comes in, as the settings name it.

use std::path::Path;

use fs_err as fs;

use crate::matches::MatchFault;
use crate::matches::folder::MatchDir;
use crate::post::office::settings::Settings;
use crate::post::wire::config::{Imap, In};
use crate::post::wire::inward::imap::{Inbox, Mark};
use crate::post::wire::inward::maildir::Maildir;
use crate::post::wire::inward::mbox::Mbox;
use crate::post::wire::inward::stdin::Stdin;
use crate::post::wire::{Done, Fetched, MessageId, Source, Waiting, WireFault};

/// Opens the road in; relative paths are taken from the office's folder.
///
/// # Errors
/// If it cannot be opened, in words.
pub fn road_in(settings: &Settings, folder: &Path) -> Result<Box<dyn Source>, MatchFault> {
    let largest = settings.mail.largest;
    Ok(match &settings.mail.inward {
        In::Maildir(maildir) => Box::new(Maildir::open(&folder.join(&maildir.path), largest)?),
        In::Mbox(mbox) => {
            let (path, state) = (folder.join(&mbox.path), folder.join(&mbox.state));
            Box::new(Mbox::open(&path, &state, mbox.quoting, mbox.lock, largest)?)
        }
        In::Stdin(_) => Box::new(Stdin::new(largest)),
        In::Imap(imap) => Box::new(Marked::open(imap, folder, largest)?),
    })
}

/// An IMAP folder that remembers how far it was read.
struct Marked {
    inbox: Inbox,
    folder: MatchDir,
    known: Option<Mark>,
}

impl Marked {
    fn open(settings: &Imap, folder: &Path, largest: u64) -> Result<Marked, MatchFault> {
        let dir = MatchDir::new(folder);
        let known = match fs::read(mark(folder)) {
            Ok(bytes) => serde_json::from_slice(&bytes).ok(),
            Err(_) => None,
        };
        let secret = settings.password.fetch(folder).map_err(|fault| MatchFault::Io(fault.to_string()))?;
        let inbox = Inbox::new(settings.clone(), secret, folder, largest, known);
        Ok(Marked { inbox, folder: dir, known })
    }
}

fn mark(folder: &Path) -> std::path::PathBuf {
    folder.join("post").join("imap.json")
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
            let path = mark(self.folder.root());
            self.folder.write(&path, &bytes).map_err(|fault| WireFault::File { why: fault.to_string() })?;
            self.known = now;
        }
        Ok(())
    }
}
