//! A match that is kept in memory alone: for matches that are played by the hundred and looked at once, and
//! for tests of what is above.

use std::borrow::Cow;
use std::cell::{RefCell, RefMut};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use super::keep::Keep;
use super::traits::{Line, Log, Published, Raw, Store, is_small};
use crate::journal::{Head, Mark, Snapshot, StoreFault, head_text, lines};
use crate::matches::fault::MatchFault;
use engine::dice::Seed;
use engine::entry::Entry;
use engine::party::Party;

/// A place in memory for one match. Clones of it are handles of the same place.
#[derive(Clone, Default)]
pub struct InMemory {
    kept: Rc<RefCell<Kept>>,
    keep: Keep,
}

#[derive(Default)]
struct Kept {
    name: String,
    /// Whether what can be made again is kept, as a folder keeps it.
    whole: bool,
    entries: Vec<Entry>,
    seed: Option<Seed>,
    is_claimed: bool,
    bookmark: Option<Vec<u8>>,
    published: BTreeMap<(String, u32, Party, String), Vec<u8>>,
    small: BTreeMap<String, Vec<u8>>,
}

/// Its journal, open for appending.
struct Open {
    entries: Vec<Entry>,
    is_held: bool,
    place: Rc<RefCell<Kept>>,
}

impl InMemory {
    /// A place that holds these entries already. As in the default one, what can be made again is not kept
    /// there, and nothing is to be read there while somebody holds the journal.
    pub fn holding(entries: &[Entry]) -> InMemory {
        let place = InMemory::default();
        place.kept().entries = entries.to_vec();
        place
    }

    /// A place with a name that keeps all that a folder keeps: what was published, and bookmarks.
    pub fn whole(name: impl Into<String>) -> InMemory {
        let place = InMemory::default();
        *place.kept() = Kept { name: name.into(), whole: true, ..Kept::default() };
        place
    }

    /// Whether somebody goes on with the match just now.
    #[cfg(feature = "mail")]
    pub(crate) fn is_held(&self) -> bool {
        self.kept().is_claimed
    }

    fn kept(&self) -> RefMut<'_, Kept> {
        self.kept.borrow_mut()
    }

    /// What a fault calls the place.
    fn called(&self) -> PathBuf {
        PathBuf::from(self.name())
    }

    /// Claims the journal, which holds entries or does not.
    fn open(&self, is_begun: bool) -> Result<Box<dyn Log>, MatchFault> {
        let called = self.called();
        let mut kept = self.kept();
        if std::mem::replace(&mut kept.is_claimed, true) {
            return Err(StoreFault::Busy(called).into());
        }
        if kept.entries.is_empty() == is_begun {
            kept.is_claimed = false;
            return Err(
                if is_begun { StoreFault::Missing(called) } else { StoreFault::Exists(called) }.into()
            );
        }
        // Where many are played and looked at once, none is copied; elsewhere somebody may read meanwhile.
        let entries = if kept.whole { kept.entries.clone() } else { std::mem::take(&mut kept.entries) };
        Ok(Box::new(Open { entries, is_held: false, place: Rc::clone(&self.kept) }))
    }

    /// A name under which something small can be kept.
    fn small_name<'n>(&self, name: &'n str) -> Result<&'n str, MatchFault> {
        match is_small(name) {
            true => Ok(name),
            false => Err(MatchFault::Bug(format!("nothing is kept under the name {name:?}"))),
        }
    }
}

fn key(what: &Published) -> (String, u32, Party, String) {
    (what.kind.to_owned(), what.exchange, what.party, what.extension.to_owned())
}

impl Store for InMemory {
    fn name(&self) -> String {
        let name = self.kept().name.clone();
        if name.is_empty() { "a match in memory".to_owned() } else { name }
    }

    fn handle(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }

    fn limited(&self, keep: Keep) -> Box<dyn Store> {
        Box::new(InMemory { keep, ..self.clone() })
    }

    fn is_begun(&self) -> bool {
        !self.kept().entries.is_empty()
    }

    fn begin(&self) -> Result<Box<dyn Log>, MatchFault> {
        self.open(false)
    }

    fn claim(&self) -> Result<Box<dyn Log>, MatchFault> {
        self.open(true)
    }

    fn read(&self) -> Result<Snapshot, MatchFault> {
        let entries = self.kept().entries.clone();
        if entries.is_empty() {
            return Err(StoreFault::Missing(self.called()).into());
        }
        let head = entries.last().map(head);
        Ok(Snapshot { entries, head, ..Snapshot::default() })
    }

    fn raw(&self) -> Result<Raw, MatchFault> {
        let Snapshot { entries, head, .. } = self.read()?;
        Ok(Raw { journal: lines(&entries), head: head.map(head_text).unwrap_or_default().into_bytes() })
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        let kept = self.kept();
        Ok(kept.entries.last().filter(|_| kept.whole).map(|last| Mark::at(head(last), "")))
    }

    fn claim_at(&self, mark: &Mark) -> Result<Option<Box<dyn Log>>, MatchFault> {
        match self.mark()?.as_ref() == Some(mark) {
            true => self.claim().map(Some),
            false => Ok(None),
        }
    }

    fn bookmark(&self) -> Option<Vec<u8>> {
        self.kept().bookmark.clone()
    }

    fn seed(&self) -> Result<Option<Seed>, MatchFault> {
        Ok(self.kept().seed.clone())
    }

    fn keep_seed(&self, seed: &Seed) -> Result<(), MatchFault> {
        self.kept().seed = Some(seed.clone());
        Ok(())
    }

    fn publish(&self, what: &Published, bytes: &[u8]) -> Result<String, MatchFault> {
        let mut kept = self.kept();
        if kept.whole {
            kept.published.insert(key(what), bytes.to_vec());
        }
        Ok(what.name())
    }

    fn published(&self, what: &Published) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(self.kept().published.get(&key(what)).cloned())
    }

    fn published_size(&self, what: &Published) -> Option<u64> {
        self.kept().published.get(&key(what)).map(|bytes| bytes.len() as u64)
    }

    fn clear_before(&self, kinds: &[(&str, &[&str])], newest: u32) {
        let Some(last) = self.keep.last_gone(newest) else { return };
        let is_made =
            |of: &str, end: &str| kinds.iter().any(|(kind, ends)| *kind == of && ends.contains(&end));
        self.kept().published.retain(|(kind, exchange, _, end), _| *exchange > last || !is_made(kind, end));
    }

    fn small(&self, name: &str) -> Result<Option<Vec<u8>>, MatchFault> {
        Ok(self.kept().small.get(self.small_name(name)?).cloned())
    }

    fn keep_small(&self, name: &str, bytes: &[u8]) -> Result<(), MatchFault> {
        let name = self.small_name(name)?.to_owned();
        self.kept().small.insert(name, bytes.to_vec());
        Ok(())
    }

    fn drop_small(&self, name: &str) -> Result<(), MatchFault> {
        self.kept().small.remove(self.small_name(name)?);
        Ok(())
    }

    fn tidy(&self) -> Result<(), MatchFault> {
        Ok(())
    }
}

impl Log for Open {
    fn all(&self) -> Result<Cow<'_, [Entry]>, MatchFault> {
        Ok(Cow::Borrowed(&self.entries))
    }

    fn head(&self) -> Option<Head> {
        self.entries.last().map(head)
    }

    fn notices(&self) -> &[String] {
        &[]
    }

    fn append(&mut self, line: Line<'_>) -> Result<&Entry, MatchFault> {
        let entry = line.after(self.head())?;
        let mut kept = self.place.borrow_mut();
        if kept.whole {
            kept.entries.push(entry.clone());
        }
        drop(kept);
        self.entries.push(entry);
        Ok(&self.entries[self.entries.len() - 1])
    }

    fn hold(&mut self) {
        self.is_held = true;
    }

    fn release(&mut self) -> Result<(), MatchFault> {
        self.is_held = false;
        Ok(())
    }

    fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        let whole = self.place.borrow_mut().whole && !self.is_held;
        Ok(self.head().filter(|_| whole).map(|head| Mark::at(head, "")))
    }

    fn keep(&self, bookmark: &[u8]) -> Result<(), MatchFault> {
        let mut kept = self.place.borrow_mut();
        if kept.whole {
            kept.bookmark = Some(bookmark.to_vec());
        }
        Ok(())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut kept = self.place.borrow_mut();
        kept.is_claimed = false;
        if !kept.whole {
            kept.entries = std::mem::take(&mut self.entries);
        }
    }
}

fn head(entry: &Entry) -> Head {
    Head { number: entry.header().number, hash: entry.hash() }
}
