//! A Maildir (`new/`, `cur/`, `tmp/`; <https://cr.yp.to/proto/maildir.html>). Messages in `new/`, and those
//! in `cur/` that carry no `S` flag, wait. A done message is moved to `cur/` with the flag `S`, a refused one
//! to the folder `.sealord-refused` beside them. All moves are renames within one file system. A message
//! arrived when its file was written last: who delivers writes it, and moves do not change that.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use fs_err as fs;
use jiff::Timestamp;

use super::{Backlog, Done, Fetched, MessageId, Source, Waiting, body_of};
use crate::fence::plant;
use crate::machine::{is_same_file, name_of};
use crate::post::wire::fault::WireFault;

/// The Maildir++ folder for refused messages.
pub const REFUSED: &str = ".sealord-refused";

/// A Maildir as a source.
#[derive(Debug)]
pub struct Maildir {
    root: PathBuf,
    largest: u64,
    /// Where each message was seen last.
    seen_at: BTreeMap<MessageId, PathBuf>,
}

impl Maildir {
    /// Opens a Maildir; a message of more than `largest` bytes is not read whole.
    ///
    /// # Errors
    /// Fails if `new/` or `cur/` is missing.
    pub fn open(root: &Path, largest: u64) -> Result<Maildir, WireFault> {
        if !root.join("new").is_dir() || !root.join("cur").is_dir() {
            let wanted = "a Maildir: a folder that holds `new` and `cur`";
            return Err(WireFault::NotThat { path: root.to_owned(), wanted });
        }
        Ok(Maildir { root: root.to_owned(), largest, seen_at: BTreeMap::new() })
    }

    fn list(&self) -> io::Result<BTreeMap<MessageId, PathBuf>> {
        let mut found = BTreeMap::new();
        for part in ["new", "cur"] {
            for entry in fs::read_dir(self.root.join(part))? {
                let entry = entry?;
                let name = entry.file_name();
                let name = name.as_encoded_bytes();
                let vanished_or_other = !entry.file_type().is_ok_and(|kind| kind.is_file());
                if name.starts_with(b".") || vanished_or_other || (part == "cur" && is_seen(name)) {
                    continue;
                }
                found.insert(id_of(name), entry.path());
            }
        }
        Ok(found)
    }

    /// Opens a message where it was seen last, or where another program has moved it since.
    fn open_message(&mut self, id: &MessageId) -> io::Result<Option<(fs::File, Metadata)>> {
        for look_again in [false, true] {
            if look_again {
                self.seen_at = self.list()?;
            }
            let Some(path) = self.seen_at.get(id) else { continue };
            match open_plain(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                other => return other,
            }
        }
        Ok(None)
    }

    fn move_aside(&mut self, id: &MessageId, outcome: Done) -> io::Result<()> {
        for look_again in [false, true] {
            if look_again {
                self.seen_at = self.list()?;
            }
            let Some(from) = self.seen_at.get(id) else { continue };
            let Some(name) = from.file_name() else { continue };
            let to = self.folder_for(outcome)?.join(with_seen(name));
            match fs::rename(from, to) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                other => {
                    self.seen_at.remove(id);
                    return other;
                }
            }
        }
        // It is gone or already marked.
        Ok(())
    }

    fn folder_for(&self, outcome: Done) -> io::Result<PathBuf> {
        if outcome != Done::Refused {
            return Ok(self.root.join("cur"));
        }
        let folder = self.root.join(REFUSED);
        if !folder.join("cur").is_dir() {
            for part in ["tmp", "new", "cur"] {
                fs::create_dir_all(folder.join(part))?;
            }
            // The mark of a Maildir++ folder, by which mail programs and servers know it.
            fs::write(folder.join("maildirfolder"), b"")?;
        }
        Ok(folder.join("cur"))
    }
}

impl Source for Maildir {
    fn waiting(&mut self, limit: usize) -> Result<Vec<Waiting>, WireFault> {
        self.seen_at = self.list().map_err(|error| WireFault::file(&error))?;
        let mut order: Vec<(u64, &MessageId)> = self.seen_at.keys().map(|id| (stamp(id), id)).collect();
        order.sort_unstable();
        let size = |id: &MessageId| std::fs::symlink_metadata(&self.seen_at[id]).ok().map(|data| data.len());
        let waiting = order.into_iter().take(limit);
        Ok(waiting.map(|(_, id)| Waiting { id: id.clone(), size: size(id) }).collect())
    }

    fn read(&mut self, id: &MessageId) -> Result<Option<Fetched>, WireFault> {
        plant("road-in", &id.0);
        let fault = |error: io::Error| WireFault::file(&error);
        let Some((file, data)) = self.open_message(id).map_err(fault)? else { return Ok(None) };
        let size = data.len();
        let arrived = data.modified().ok().and_then(|at| Timestamp::try_from(at).ok());
        let body = body_of(file, size, self.largest).map_err(fault)?;
        Ok(Some(Fetched { id: id.clone(), size, body, arrived }))
    }

    fn done(&mut self, id: &MessageId, outcome: Done) -> Result<(), WireFault> {
        self.move_aside(id, outcome).map_err(|error| WireFault::file(&error))
    }

    fn backlog(&mut self) -> Result<Backlog, WireFault> {
        let waiting = self.list().map_err(|error| WireFault::file(&error))?;
        let delivered = |path: &PathBuf| fs::symlink_metadata(path).ok()?.modified().ok();
        let oldest = waiting.values().filter_map(delivered).min();
        Ok(Backlog { count: waiting.len(), oldest: oldest.and_then(|at| Timestamp::try_from(at).ok()) })
    }
}

/// Opens a plain file, and makes sure that no link was put in its place meanwhile.
fn open_plain(path: &Path) -> io::Result<Option<(fs::File, Metadata)>> {
    let before = fs::symlink_metadata(path)?;
    if !before.is_file() {
        return Ok(None);
    }
    let file = fs::File::open(path)?;
    let opened = file.metadata()?;
    Ok(is_same_file(&before, &opened).then_some((file, opened)))
}

/// The unique part of a file name, before the flags; what is not plain text is escaped.
fn id_of(name: &[u8]) -> MessageId {
    MessageId(unique(name).escape_ascii().to_string())
}

fn unique(name: &[u8]) -> &[u8] {
    name.split(|byte| *byte == b':').next().unwrap_or(name)
}

fn flags(name: &[u8]) -> &[u8] {
    let at = name.windows(3).rposition(|part| part == b":2,");
    at.map_or(&[], |at| &name[at + 3..])
}

fn is_seen(name: &[u8]) -> bool {
    flags(name).contains(&b'S')
}

/// The same name with the flag `S` among the others, in ASCII order as the format wants it.
fn with_seen(name: &std::ffi::OsStr) -> std::ffi::OsString {
    let bytes = name.as_encoded_bytes();
    let mut letters: Vec<u8> = flags(bytes).iter().copied().filter(u8::is_ascii_alphabetic).collect();
    letters.push(b'S');
    letters.sort_unstable();
    letters.dedup();
    let mut seen = match bytes.iter().position(|byte| *byte == b':') {
        None => name.to_owned(),
        Some(_) => name_of(unique(bytes)),
    };
    seen.push(":2,");
    seen.push(String::from_utf8_lossy(&letters).as_ref());
    seen
}

/// The seconds at the beginning of a name; a name without them comes last.
fn stamp(id: &MessageId) -> u64 {
    let digits = id.0.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_kept_and_sorted() {
        let seen = |name: &str| with_seen(name.as_ref()).into_string().expect("ASCII");
        assert_eq!(seen("1700.a.host"), "1700.a.host:2,S");
        assert_eq!(seen("1700.a.host:2,"), "1700.a.host:2,S");
        assert_eq!(seen("1700.a.host,S=12:2,TFR"), "1700.a.host,S=12:2,FRST");
        assert_eq!(seen("1700.a.host:1,x"), "1700.a.host:2,S");
        assert!(is_seen(b"1.a:2,RS") && !is_seen(b"1.S.a:2,R") && !is_seen(b"1.S"));
    }
}
