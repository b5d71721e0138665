//! A match that somebody reads without claiming it.

use super::claim::{found, seed_of};
use crate::journal::{Head, Snapshot};
use crate::matches::entries::{Docket, LayOut, Settings, visible_head};
use crate::matches::fault::MatchFault;
use crate::matches::replay::{Bookmark, Found, Game};
use crate::matches::store::Store;
use engine::dice::Seed;
use engine::entry::Entry;
use engine::party::Party;

/// A match as it was found, without being claimed.
pub struct MatchReader {
    store: Box<dyn Store>,
    seen: Seen,
    settings: Settings,
    head: Head,
    notices: Vec<String>,
}

/// What was looked at.
enum Seen {
    /// Only where the match stands.
    Bookmark(Box<Bookmark>),
    /// All of its journal.
    Journal(Snapshot),
}

impl MatchReader {
    /// Looks at where a match stands without touching it; its journal is read only if that is not noted
    /// beside it.
    ///
    /// # Errors
    /// If it fails a check.
    pub fn at(store: &dyn Store) -> Result<MatchReader, MatchFault> {
        let (found, notices) = found(store)?;
        if let Found::Fits(bookmark) = found {
            let (settings, head) = (bookmark.settings().clone(), bookmark.mark().head);
            let seen = Seen::Bookmark(bookmark);
            return Ok(MatchReader { store: store.handle(), seen, settings, head, notices });
        }
        let mut reader = MatchReader::whole(store)?;
        reader.notices.extend(notices);
        if let Some(bookmark) = found.bookmark().filter(|bookmark| bookmark.mark().head == reader.head) {
            reader.seen = Seen::Bookmark(bookmark);
        }
        Ok(reader)
    }

    /// Reads all of the journal without touching it.
    ///
    /// # Errors
    /// If it fails a check.
    pub fn whole(store: &dyn Store) -> Result<MatchReader, MatchFault> {
        let mut snapshot = store.read()?;
        let settings = Settings::of(&snapshot.entries)?;
        let last = snapshot.entries.last().expect("it has a genesis");
        let head = Head { number: last.header().number, hash: last.hash() };
        let notices = std::mem::take(&mut snapshot.notices);
        Ok(MatchReader { store: store.handle(), seen: Seen::Journal(snapshot), settings, head, notices })
    }

    /// Who is asked in its scenario, with what was chosen when it began.
    ///
    /// # Errors
    /// If the rules cannot be laid out.
    pub fn parties(&self, rules: &LayOut<'_>) -> Result<&'static [Party], MatchFault> {
        Ok(rules(&self.settings)?.about().parties)
    }

    /// Where the match stands.
    ///
    /// # Errors
    /// If its journal makes no sense, or the seed that lies beside it is another match's.
    pub fn game(&self, rules: &LayOut<'_>) -> Result<Game, MatchFault> {
        let rules = || rules(&self.settings);
        let seed = || seed_of(&*self.store, &self.settings);
        let replayed = |entries: &[Entry]| Game::replay(rules()?, entries, seed()?);
        let mut game = match &self.seen {
            Seen::Journal(snapshot) => replayed(&snapshot.entries)?,
            Seen::Bookmark(bookmark) => match bookmark.game(rules()?, seed()?) {
                Ok(game) => game,
                Err(_) => replayed(&self.store.read()?.entries)?,
            },
        };
        game.ask()?;
        Ok(game)
    }

    /// The entries of the journal, if it was read whole.
    ///
    /// # Errors
    /// If it was not.
    pub fn entries(&self) -> Result<&[Entry], MatchFault> {
        match &self.seen {
            Seen::Journal(snapshot) => Ok(&snapshot.entries),
            Seen::Bookmark(_) => Err(MatchFault::Bug("the journal was not read".to_owned())),
        }
    }

    /// The protests of the match, with what came of each.
    pub fn docket(&self) -> Docket {
        match &self.seen {
            Seen::Journal(snapshot) => Docket::of_entries(&snapshot.entries),
            Seen::Bookmark(bookmark) => Docket::of(bookmark.trail().notes()),
        }
    }

    /// The umpire's seed, if it lies here.
    ///
    /// # Errors
    /// If it is another match's.
    pub fn seed(&self) -> Result<Option<Seed>, MatchFault> {
        seed_of(&*self.store, &self.settings)
    }

    /// What a reader should know of the journal, one sentence each.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// What was fixed when the match began.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The newest entry that a party may know of, as it counts entries.
    ///
    /// # Errors
    /// If the party does not play in this match.
    pub fn visible_head(&self, party: Party) -> Result<Head, MatchFault> {
        match &self.seen {
            Seen::Journal(snapshot) => visible_head(&snapshot.entries, party),
            Seen::Bookmark(bookmark) => bookmark
                .trail()
                .visible_head(party)
                .ok_or_else(|| MatchFault::Bug(format!("{party} does not play"))),
        }
    }

    /// The newest entry.
    pub fn head(&self) -> Head {
        self.head
    }
}
