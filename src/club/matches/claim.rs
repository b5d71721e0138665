//! A match before its rules are laid out: claimed by its umpire, or only looked at.

use super::bookmark::{Bookmark, Found};
use super::known::visible_head;
use super::store::{Log, Store};
use super::{Game, Host, LayOut, MatchFault, Settings};
use crate::journal::{Head, Snapshot};
use engine::adjudicator::Adjudicator;
use engine::dice::Seed;
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// A match claimed by its umpire, so that nobody else can go on with it meanwhile.
pub struct Claim {
    store: Box<dyn Store>,
    claimed: Claimed,
}

/// The journal of a claimed match, and where the match stands if that is noted beside it.
pub(super) struct Claimed {
    log: Box<dyn Log>,
    bookmark: Option<Box<Bookmark>>,
    notices: Vec<String>,
}

impl Claim {
    /// Claims a match.
    ///
    /// # Errors
    /// If its journal fails a check, or another process holds it.
    pub fn of(store: impl Store + 'static) -> Result<Claim, MatchFault> {
        let claimed = Claimed::at(&store)?;
        Ok(Claim { store: Box::new(store), claimed })
    }

    /// The time of the newest entry of a match that is under way; nothing before the first, and once the match is over.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn newest(&self) -> Result<Option<String>, MatchFault> {
        if let Some(bookmark) = &self.claimed.bookmark {
            return Ok(Some(bookmark.trail().time().to_owned()));
        }
        let entries = self.claimed.log.all()?;
        let ended = entries.iter().any(|entry| entry.header().kind == Kind::Ended);
        Ok(entries.last().filter(|_| !ended).map(|entry| entry.header().time.clone()))
    }

    /// Goes on with the match as its umpire, at an instant.
    ///
    /// # Errors
    /// As `Host::take_up`, and if the rules cannot be laid out.
    pub fn host(self, rules: &LayOut<'_>, now: &str) -> Result<Host, MatchFault> {
        self.claimed.host(&*self.store, rules, now)
    }
}

impl Claimed {
    /// Claims the match of a store.
    ///
    /// # Errors
    /// As [`Claim::of`].
    pub(super) fn at(store: &dyn Store) -> Result<Claimed, MatchFault> {
        let (bookmark, notices) = found(store)?;
        if let Some(bookmark) = bookmark
            && let Some(log) = store.claim_at(bookmark.mark())?
        {
            return Ok(Claimed { log, bookmark: Some(bookmark), notices });
        }
        Ok(Claimed { log: store.claim()?, bookmark: None, notices })
    }

    /// Goes on with the match: from its bookmark if there is one, or else from its journal.
    ///
    /// # Errors
    /// As [`Host::take_up`].
    pub(super) fn host(
        self,
        store: &dyn Store,
        rules: impl Fn(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>,
        now: &str,
    ) -> Result<Host, MatchFault> {
        let Claimed { mut log, bookmark, notices } = self;
        if let Some(bookmark) = bookmark {
            let (laid_out, seed) = (rules(bookmark.settings())?, seed_of(store, bookmark.settings())?);
            if let Ok(game) = bookmark.game(laid_out, seed) {
                return Host::go_on(game, bookmark.trail().clone(), log, now);
            }
            drop(log);
            log = store.claim()?;
        }
        let mut host = Host::take_up(store, log, rules, now)?;
        host.notices.extend(notices);
        Ok(host)
    }
}

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
    /// Looks at where a match stands without touching it; its journal is read only if that is not noted beside it.
    ///
    /// # Errors
    /// If it fails a check.
    pub fn at(store: impl Store + 'static) -> Result<MatchReader, MatchFault> {
        let (bookmark, notices) = found(&store)?;
        let Some(bookmark) = bookmark else {
            let mut reader = MatchReader::whole(store)?;
            reader.notices.extend(notices);
            return Ok(reader);
        };
        let (settings, head) = (bookmark.settings().clone(), bookmark.mark().head);
        Ok(MatchReader { store: Box::new(store), seen: Seen::Bookmark(bookmark), settings, head, notices })
    }

    /// Reads all of the journal without touching it.
    ///
    /// # Errors
    /// If it fails a check.
    pub fn whole(store: impl Store + 'static) -> Result<MatchReader, MatchFault> {
        let mut snapshot = store.read()?;
        let settings = Settings::of(&snapshot.entries)?;
        let last = snapshot.entries.last().expect("it has a genesis");
        let head = Head { number: last.header().number, hash: last.hash() };
        let notices = std::mem::take(&mut snapshot.notices);
        Ok(MatchReader { store: Box::new(store), seen: Seen::Journal(snapshot), settings, head, notices })
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

/// The bookmark of a match, if it fits the journal, and what its umpire should know of one that was not kept here.
fn found(store: &dyn Store) -> Result<(Option<Box<Bookmark>>, Vec<String>), MatchFault> {
    Ok(match Bookmark::find(store)? {
        Found::Fits(bookmark) => (Some(bookmark), Vec::new()),
        Found::Nothing => (None, Vec::new()),
        Found::Forged(what) => (None, vec![format!("{what}; it was passed over, and the journal was read")]),
    })
}

/// The seed that lies beside a match, if one does.
fn seed_of(store: &dyn Store, settings: &Settings) -> Result<Option<Seed>, MatchFault> {
    let seed = store.seed()?;
    if seed.as_ref().is_some_and(|seed| seed.commitment() != settings.seed_commitment) {
        let what = "secret/seed is not the seed committed to".to_owned();
        return Err(MatchFault::Proof { entry: Some(1), what });
    }
    Ok(seed)
}
