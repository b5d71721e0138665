//! What players sign, and whose signatures a match demands.

use super::game::Game;
use crate::matches::fault::MatchFault;
use crate::seal::commitment::Commitment;
use crate::signature::Key;
use crate::signature::statement::{Act, Match, Promise};
use engine::party::Party;

impl Game {
    /// What a party signs when it promises a file, or takes its promise back.
    ///
    /// # Errors
    /// If no exchange is open.
    pub fn statement(
        &mut self,
        act: Act,
        party: Party,
        commitment: Commitment,
    ) -> Result<Promise, MatchFault> {
        let exchange = self.open_exchange()?.number;
        Ok(Promise { act, of: self.as_match(), exchange, party, commitment })
    }

    /// This match, as statements name it.
    pub fn as_match(&self) -> Match {
        Match { id: self.settings.match_id.clone(), genesis: self.genesis }
    }

    /// The key that the match fixes for a party.
    pub fn key_of(&self, party: Party) -> Option<&Key> {
        self.settings.signing.keys.get(&party)
    }

    /// Whether what a party promises and sends must be signed.
    pub fn demands(&self, party: Party) -> bool {
        self.settings.signing.demanded && self.key_of(party).is_some()
    }
}
