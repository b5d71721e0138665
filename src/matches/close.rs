//! An exchange is closed and resolved: when all are in, when the deadline has passed, or when the umpire says so.

use super::MatchFault;
use super::host::Host;
use super::opening::instant;
use super::record::{Defaulted, value};
use super::replay::read_orders;
use crate::journal::Kind;
use crate::system::System;

impl<S: System> Host<S> {
    /// Why the open exchange cannot be closed yet, if it cannot: who is waited for, in words.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn waits_for(&self) -> Result<Option<String>, MatchFault> {
        let Some(exchange) = self.game.exchanges.last().filter(|_| self.game.open) else {
            return Ok(None);
        };
        let missing = exchange.gathering.missing_reveals();
        let past = match &exchange.opened.deadline {
            Some(deadline) => instant(&self.now)? >= instant(deadline)?,
            None => false,
        };
        if past {
            return Ok(None);
        }
        if !missing.is_empty() {
            let names: Vec<&str> = missing.iter().map(|side| side.name()).collect();
            return Ok(Some(format!("orders of {} are missing", crate::problem::list_and(&names))));
        }
        if exchange.opened.deadline.is_some() {
            let mut open = Vec::new();
            for side in exchange.gathering.asked() {
                let sealed = exchange.gathering.revealed(side);
                if let Some(sealed) = sealed
                    && !read_orders(sealed.open())?.is_final
                {
                    open.push(side.name());
                }
            }
            if !open.is_empty() {
                let who = crate::problem::list_and(&open);
                return Ok(Some(format!(
                    "{who} may still change orders until the deadline (no `final: true`)"
                )));
            }
        }
        Ok(None)
    }

    /// Closes the open exchange and resolves it. `now` closes it whoever is missing.
    ///
    /// # Errors
    /// If sides are waited for and the deadline has not passed.
    pub fn resolve(&mut self, now: bool) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?.number;
        if !now && let Some(why) = self.waits_for()? {
            return Err(MatchFault::Waiting(why));
        }
        for side in self.game.open_exchange()?.gathering.asked() {
            let known = self.game.open_exchange()?.defaults.contains_key(&side);
            let Some(orders) = (if known { None } else { self.game.default_for(side)? }) else { continue };
            let policy = self.game.settings.missing;
            self.append(Kind::Default, Some(exchange), Some(side), value(&Defaulted { policy, orders })?)?;
        }
        let resolved = self.play_on(true)?;
        self.append(Kind::Resolved, Some(exchange), None, value(&resolved)?)?;
        self.settle()
    }
}
