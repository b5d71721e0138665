//! The umpire overrides the position, or takes the match back. Both append; nothing is ever cut.

use super::host::Host;
use super::record::{Ruling, Superseded, value};
use super::replay::Game;
use super::{MatchFault, Settings};
use crate::journal::Kind;
use crate::system::System;

impl<S: System> Host<S> {
    /// Overrides the position, with a reason that both sides read; the open exchange is closed unresolved.
    ///
    /// # Errors
    /// If the change cannot be made.
    pub fn rule(&mut self, reason: &str, change: &str) -> Result<(), MatchFault> {
        if self.game.ended {
            return Err(MatchFault::no("the match is over", "take its end back first with `sealord undo`"));
        }
        let event = self.game.system.ruling(reason, change).map_err(|what| {
            MatchFault::no(
                what,
                "write `unit ID to port ID|zone N|repair N|sunk`, `convoy ID to N|sunk` or `points SIDE N`",
            )
        })?;
        let before = self.game.checkpoint.state.clone();
        let told = self.game.checkpoint.told.clone();
        let resolved = match self.game.override_position(&event) {
            Err(what) => Err(MatchFault::no(what, "rule something that the position allows")),
            Ok(()) => self.play_on(false),
        };
        (self.game.checkpoint.state, self.game.checkpoint.told) = (before, told);
        let body = value(&Ruling { reason: reason.to_owned(), event, resolved: resolved? })?;
        self.append(Kind::Ruling, None, None, body)?;
        self.settle()
    }

    /// Takes the match back to the opening of an exchange; nothing is cut from the journal.
    ///
    /// # Errors
    /// If that exchange is not in effect.
    pub fn undo(
        &mut self,
        back_to: u32,
        reason: &str,
        reload: impl FnOnce(&Settings) -> Result<S, MatchFault>,
    ) -> Result<(), MatchFault> {
        if !self.game.exchanges.iter().any(|exchange| exchange.number == back_to) {
            let known: Vec<String> = self.game.exchanges.iter().map(|it| it.number.to_string()).collect();
            let what = format!("exchange {back_to} is not in effect");
            return Err(MatchFault::no(what, format!("choose one of {}", known.join(", "))));
        }
        let body = value(&Superseded { back_to, reason: reason.to_owned() })?;
        self.append(Kind::Superseded, None, None, body)?;
        let seed = self.game.seed.take();
        self.game = Game::replay(reload(&self.game.settings)?, self.journal.entries(), seed)?;
        self.settle()
    }
}
