//! A match before its rules are laid out: claimed by its umpire, or only looked at.

use super::known::known;
use super::store::{Log, Store};
use super::{Game, Host, MatchFault, Settings};
use crate::games::Games;
use crate::journal::{Head, Snapshot};
use crate::party::Party;
use crate::rules::load_for;

/// A match claimed by its umpire, so that nobody else can go on with it meanwhile.
pub struct Claim {
    store: Box<dyn Store>,
    log: Box<dyn Log>,
}

impl Claim {
    /// Claims a match.
    ///
    /// # Errors
    /// If its journal fails a check, or another process holds it.
    pub fn of(store: impl Store + 'static) -> Result<Claim, MatchFault> {
        let log = store.claim()?;
        Ok(Claim { store: Box::new(store), log })
    }

    /// The time of the newest entry, if there is one.
    pub fn newest(&self) -> Option<&str> {
        self.log.entries().last().map(|entry| entry.header().time.as_str())
    }

    /// Goes on with the match as its umpire, at an instant.
    ///
    /// # Errors
    /// As [`Host::take_up`], and if the rules cannot be laid out.
    pub fn host(self, games: &Games, now: &str) -> Result<Host, MatchFault> {
        Host::take_up(&*self.store, self.log, |settings| load_for(games, settings), now)
    }
}

/// A match as it was found, without being claimed.
pub struct Glance {
    store: Box<dyn Store>,
    snapshot: Snapshot,
    settings: Settings,
    head: Head,
}

impl Glance {
    /// Reads the journal without touching it.
    ///
    /// # Errors
    /// If it fails a check.
    pub fn at(store: impl Store + 'static) -> Result<Glance, MatchFault> {
        let snapshot = store.read()?;
        let settings = Settings::of(&snapshot.entries)?;
        let last = snapshot.entries.last().expect("it has a genesis");
        let head = Head { number: last.header().number, hash: last.hash() };
        Ok(Glance { store: Box::new(store), snapshot, settings, head })
    }

    /// Where the match stands.
    ///
    /// # Errors
    /// If its journal makes no sense, or the seed that lies beside it is another match's.
    pub fn game(&self, games: &Games) -> Result<Game, MatchFault> {
        let rules = load_for(games, &self.settings)?;
        let seed = self.store.seed()?;
        if seed.as_ref().is_some_and(|seed| seed.commitment() != self.settings.seed_commitment) {
            let what = "secret/seed is not the seed committed to".to_owned();
            return Err(MatchFault::Proof { entry: Some(1), what });
        }
        let mut game = Game::replay(rules, &self.snapshot.entries, seed)?;
        game.ask()?;
        Ok(game)
    }

    /// What a reader should know of the journal, one sentence each.
    pub fn notices(&self) -> &[String] {
        &self.snapshot.notices
    }

    /// What was fixed when the match began.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The newest entry that a party may know of, as it counts entries.
    ///
    /// # Errors
    /// Never, since a match has a genesis.
    pub fn known(&self, party: Party) -> Result<Head, MatchFault> {
        known(&self.snapshot.entries, party)
    }

    /// The newest entry.
    pub fn head(&self) -> Head {
        self.head
    }
}
