//! The umpire overrides the position, or takes the match back. Both append; nothing is ever cut.

use super::MatchFault;
use super::host::Host;
use super::record::{self, Clocked, Superseded, value};
use super::replay::Game;
use crate::adjudicator::record::Ruling;
use crate::clock::Event;
use crate::journal::{Entry, Kind};
use serde_json::Value;

impl Host {
    /// Overrides the position, with a reason that all parties read; the open exchange is closed unresolved.
    ///
    /// # Errors
    /// If the change cannot be made, or the dice are public.
    pub fn rule(&mut self, reason: &str, change: &str) -> Result<(), MatchFault> {
        self.dice_are_secret()?;
        let event = self.ruling(reason, change)?;
        let before = self.game.rules.fork();
        self.game.settled_hash = None;
        let resolved = match self.game.rules.overrule(&event) {
            Err(what) => Err(MatchFault::no(what, "make a ruling that the position allows")),
            Ok(()) => self.play_on(false),
        };
        self.game.rules = before;
        let body = value(&Ruling { reason: reason.to_owned(), event, resolved: resolved? })?;
        self.append(Kind::Ruling, None, None, body)?;
        self.settle()
    }

    fn ruling(&self, reason: &str, change: &str) -> Result<Value, MatchFault> {
        let rules = &self.game.rules;
        let changes = rules.about().title.changes;
        let ruling = rules.ruling(reason, change);
        ruling.map_err(|what| MatchFault::no(what, format!("write one of these\n{changes}")))
    }

    /// The number of the entry that holds this very ruling, if nothing has come in since: then the command is given a
    /// second time, perhaps because the first was cut short.
    ///
    /// # Errors
    /// If the change is not understood.
    pub fn ruled_already(&self, reason: &str, change: &str) -> Result<Option<u64>, MatchFault> {
        let Some(entry) = self.newest(Kind::Ruling) else { return Ok(None) };
        let known: Ruling<Value, Value> = record::body(entry)?;
        let same = known.reason == reason && known.event == self.ruling(reason, change)?;
        Ok(same.then_some(entry.header().number))
    }

    /// Takes the match back to the opening of an exchange; nothing is cut from the journal.
    ///
    /// # Errors
    /// If that exchange is not in effect, or the dice are public.
    pub fn undo(&mut self, back_to: u32, reason: &str) -> Result<(), MatchFault> {
        self.dice_are_secret()?;
        if !self.game.exchanges.iter().any(|exchange| exchange.number == back_to) {
            let known: Vec<String> = self.game.exchanges.iter().map(|it| it.number.to_string()).collect();
            let what = format!("exchange {back_to} is not in effect");
            return Err(MatchFault::no(what, format!("choose one of {}", known.join(", "))));
        }
        let body = value(&Superseded { back_to, reason: reason.to_owned() })?;
        self.append(Kind::Superseded, None, None, body)?;
        let seed = self.game.seed.take();
        self.game = Game::replay(self.game.rules.anew(), self.log.entries(), seed)?;
        self.settle()
    }

    /// The number of the entry that takes back this very exchange for this very reason, if nothing has come in since.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn undone_already(&self, back_to: u32, reason: &str) -> Result<Option<u64>, MatchFault> {
        let Some(entry) = self.newest(Kind::Superseded) else { return Ok(None) };
        let known: Superseded = record::body(entry)?;
        Ok((known.back_to == back_to && known.reason == reason).then_some(entry.header().number))
    }

    /// The number of the entry that records this very event for the open exchange, if nothing has come in since.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn clocked_already(&self, event: &Event) -> Result<Option<u64>, MatchFault> {
        let open = self.game.fixed().map(|fixed| fixed.exchange);
        let newest = self.newest(Kind::Clock).filter(|entry| entry.header().exchange == open);
        let Some(entry) = newest else { return Ok(None) };
        let known: Clocked = record::body(entry)?;
        Ok((known.event == *event).then_some(entry.header().number))
    }

    /// The newest entry that somebody caused, if it is of this kind. Witnesses change nothing.
    fn newest(&self, kind: Kind) -> Option<&Entry> {
        let by_itself = |entry: &&Entry| {
            matches!(entry.header().kind, Kind::Opened | Kind::Witness | Kind::Disclosed | Kind::Ended)
        };
        let newest = self.log.entries().iter().rev().find(|entry| !by_itself(entry));
        newest.filter(|entry| entry.header().kind == kind)
    }

    /// Once the seed is public, whoever chooses orders or salts chooses the dice with them.
    fn dice_are_secret(&self) -> Result<(), MatchFault> {
        if !self.game.disclosed && !self.game.ended {
            return Ok(());
        }
        let what = "the match is over and its dice seed is public: a player who went on from here could choose his dice";
        Err(MatchFault::no(what, "let the result stand, or begin a new match with `sealord new`"))
    }
}
