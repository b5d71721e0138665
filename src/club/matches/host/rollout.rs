//! A match is played on in memory from where it stands, to see how it might end: nothing comes back of it.

use super::hand::Host;
use crate::matches::entries::{Missing, Settings, Trail};
use crate::matches::fault::MatchFault;
use crate::matches::replay::Game;
use crate::matches::store::{InMemory, Store};
use crate::signature::Signing;
use engine::adjudicator::Adjudicator;
use engine::dice::Seed;
use engine::entry::{Entry, Kind};
use engine::team::Teams;
use engine::trust::Trust;

/// The entries up to where all orders are known: without the exchange that is open, or was when the match
/// stopped, and without the end.
pub fn position(entries: &[Entry]) -> &[Entry] {
    let newest = |of: &[Kind]| entries.iter().rposition(|entry| of.contains(&entry.header().kind));
    let told = newest(&[Kind::Resolved, Kind::Ruling, Kind::Declaration, Kind::Superseded]);
    let ended = newest(&[Kind::Agreed]).unwrap_or(entries.len());
    let opened = newest(&[Kind::Opened]).filter(|at| told.is_none_or(|told| told < *at));
    &entries[..opened.unwrap_or(ended).min(ended)]
}

impl Host {
    /// Goes on in memory with a match whose journal has these entries, under the umpire's trust and without
    /// deadlines, signatures, teams and seats of officers, whatever it had. Other salts of its files bring
    /// other dice.
    ///
    /// # Errors
    /// If the journal makes no sense, or the seed is another match's.
    pub fn rollout(rules: Box<dyn Adjudicator>, entries: &[Entry], seed: Seed) -> Result<Host, MatchFault> {
        Host::alone(rules, entries, seed, |settings| Settings {
            trust: Trust::Umpire,
            sealing: None,
            missing: Missing::Staff,
            ..settings
        })
    }

    /// Goes on in memory with a match whose journal has these entries, without what asks for people, clocks
    /// and keys: an umpire who plays, deadlines, teams, signatures, seats of officers; and with settings that
    /// are `changed`.
    ///
    /// # Errors
    /// As [`Host::rollout`].
    pub(in crate::matches) fn alone(
        rules: Box<dyn Adjudicator>,
        entries: &[Entry],
        seed: Seed,
        changed: impl FnOnce(Settings) -> Settings,
    ) -> Result<Host, MatchFault> {
        let log = InMemory::holding(entries).claim()?;
        let mut game = Game::replay(rules, entries, Some(seed))?;
        let trail = Trail::of(game.parties(), entries);
        game.settings = changed(Settings {
            umpire_plays: None,
            deadline_hours: None,
            teams: Teams::default(),
            schedule: None,
            signing: Signing::default(),
            officers: Vec::new(),
            ..game.settings
        });
        game.calendar = None;
        let now = trail.time().to_owned();
        Host::go_on(game, trail, log, &now)
    }
}
