//! A match before its rules are laid out, claimed by its umpire.

use super::hand::Host;
use crate::matches::entries::{LayOut, Settings};
use crate::matches::fault::MatchFault;
use crate::matches::replay::{Bookmark, Found};
use crate::matches::store::{Log, Store};
use engine::adjudicator::Adjudicator;
use engine::dice::Seed;
use engine::entry::Kind;

/// A match claimed by its umpire, so that nobody else can go on with it meanwhile.
pub struct Claim {
    store: Box<dyn Store>,
    claimed: Claimed,
}

/// The journal of a claimed match, and where the match stands if that is noted beside it.
pub(in crate::matches) struct Claimed {
    log: Box<dyn Log>,
    bookmark: Option<Box<Bookmark>>,
    notices: Vec<String>,
}

impl Claim {
    /// Claims a match.
    ///
    /// # Errors
    /// If its journal fails a check, or another process holds it.
    pub fn of(store: &dyn Store) -> Result<Claim, MatchFault> {
        let claimed = Claimed::at(store)?;
        Ok(Claim { store: store.handle(), claimed })
    }

    /// The time of the newest entry of a match that is under way; nothing before the first, and once the
    /// match is over.
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
    pub(in crate::matches) fn at(store: &dyn Store) -> Result<Claimed, MatchFault> {
        let (found, notices) = found(store)?;
        let unread = match &found {
            Found::Fits(bookmark) => store.claim_at(bookmark.mark())?,
            _ => None,
        };
        let log = unread.map_or_else(|| store.claim(), Ok)?;
        let bookmark = found.bookmark().filter(|bookmark| log.head() == Some(bookmark.mark().head));
        Ok(Claimed { log, bookmark, notices })
    }

    /// Goes on with the match: from its bookmark if there is one, or else from its journal.
    ///
    /// # Errors
    /// As [`Host::take_up`].
    pub(in crate::matches) fn host(
        self,
        store: &dyn Store,
        rules: impl Fn(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>,
        now: &str,
    ) -> Result<Host, MatchFault> {
        let Claimed { mut log, bookmark, notices } = self;
        if let Some(bookmark) = bookmark {
            let (laid_out, seed) = (rules(bookmark.settings())?, seed_of(store, bookmark.settings())?);
            if let Ok(game) = bookmark.game(laid_out, seed) {
                let mut host = Host::go_on(game, bookmark.trail().clone(), log, now)?;
                host.note_kept(bookmark.mark())?;
                return Ok(host);
            }
            drop(log);
            log = store.claim()?;
        }
        let mut host = Host::take_up(store, log, rules, now)?;
        host.notices.extend(notices);
        Ok(host)
    }
}

/// What became of the bookmark of a match, and what its umpire should know of one that was not kept here.
pub(in crate::matches) fn found(store: &dyn Store) -> Result<(Found, Vec<String>), MatchFault> {
    let found = Bookmark::find(store)?;
    let notices = match found {
        Found::Forged(what) => vec![format!("{what}; it was passed over, and the journal was read")],
        _ => Vec::new(),
    };
    Ok((found, notices))
}

/// The seed that lies beside a match, if one does.
pub(in crate::matches) fn seed_of(
    store: &dyn Store,
    settings: &Settings,
) -> Result<Option<Seed>, MatchFault> {
    let seed = store.seed()?;
    if seed.as_ref().is_some_and(|seed| seed.commitment() != settings.seed_commitment) {
        let what = "secret/seed is not the seed committed to".to_owned();
        return Err(MatchFault::Proof { entry: Some(1), what });
    }
    Ok(seed)
}
