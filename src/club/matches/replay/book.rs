//! What the rules are given: the answers that count, and the keys of the dice.

use std::sync::Arc;

use super::exchange::Exchange;
use super::game::{Game, Kept, Whose, salts};
use super::sent::Brought;
use crate::matches::fault::MatchFault;
use engine::dice::ExchangeKey;
use engine::digest::Digest;
use engine::draft::battle::write_battle_plans;
use engine::draft::{OrdersDraft, parse};
use engine::party::Party;
use engine::table::book::Answers;
use engine::table::rolls::KeyRing;

impl Game {
    /// The keys of the closed exchanges from which dice of the step that is being played can come; empty
    /// without the seed.
    pub fn keys(&self) -> KeyRing {
        self.keys_of(self.closed().iter())
    }

    /// The keys as [`Game::keys`] gives them, with the open exchange as if it were closed.
    pub fn keys_closing(&self) -> KeyRing {
        self.keys_of(self.exchanges.iter())
    }

    /// The keys that count once these exchanges are closed.
    pub(crate) fn keys_of<'e>(&self, closed: impl Iterator<Item = &'e Exchange>) -> KeyRing {
        let mut ring = KeyRing::default();
        if let Some(seed) = &self.seed {
            ring.insert(0, ExchangeKey::derive(seed, &self.genesis, 0, &[]));
            let from = self.rules.consumed();
            for exchange in closed.filter(|exchange| exchange.number >= from) {
                let key = ExchangeKey::derive(seed, &self.genesis, exchange.number, &salts(exchange));
                ring.insert(exchange.number, key);
            }
        }
        ring
    }

    /// The exchanges that are closed.
    pub(in crate::matches) fn closed(&self) -> &[Exchange] {
        let open = usize::from(self.open);
        &self.exchanges[..self.exchanges.len() - open]
    }

    /// The answers that count in the step being played, with the open exchange closed if `closing`.
    ///
    /// # Errors
    /// An accepted file that cannot be read any more.
    pub fn book(&self, closing: bool) -> Result<Answers, MatchFault> {
        let count = if closing { self.exchanges.len() } else { self.closed().len() };
        self.book_of(self.exchanges[..count].iter())
    }

    /// The answers that count once these exchanges are closed: all in effect up to some number, in their
    /// order.
    ///
    /// # Errors
    /// As [`Game::book`].
    pub(crate) fn book_of<'e>(
        &self,
        closed: impl Iterator<Item = &'e Exchange>,
    ) -> Result<Answers, MatchFault> {
        let mut book = Answers::default().by_hand(self.settings.by_hand.clone());
        let from = self.settled.min(self.rules.consumed());
        let mut stood = Vec::new();
        let mut grouped = Vec::new();
        for &party in self.parties() {
            for what in [Brought::Doctrine, Brought::Plans, Brought::BattlePlans] {
                stood.extend(self.stood(party, what, from)?.map(|number| (party, number)));
            }
            grouped.extend(self.brought(party, Brought::Groups)?.into_iter().map(|number| (party, number)));
        }
        let last = self.closed().last().map_or(0, |exchange| exchange.number);
        for exchange in closed {
            for &party in self.parties().iter().filter(|_| !exchange.set_aside) {
                // However long ago a group was named, it stands until it is named again.
                if exchange.number > last || grouped.contains(&(party, exchange.number)) {
                    let file = self.own_file(exchange, party)?.filter(|file| file.groups.is_some());
                    file.iter().for_each(|file| book.enter_groups(exchange.number, party, file));
                }
            }
            let live = exchange.number > self.settled;
            if live && !exchange.set_aside {
                for (party, keys) in &exchange.opened.asked {
                    keys.iter().for_each(|key| book.open(exchange.number, *party, key));
                }
            } else if !exchange.set_aside && self.rules.about().bounds_asking {
                let keys = exchange.opened.asked.values().flatten();
                keys.for_each(|key| book.was_put(exchange.number, key));
            }
            for party in self.parties().iter().filter(|_| !exchange.set_aside) {
                if exchange.number > from || stood.contains(&(*party, exchange.number)) {
                    self.enter(&mut book, exchange, *party, live)?;
                }
            }
            book.close(exchange.number);
        }
        Ok(book)
    }

    /// What a party itself sent in an exchange.
    pub(super) fn own_file(
        &self,
        exchange: &Exchange,
        party: Party,
    ) -> Result<Option<Arc<OrdersDraft>>, MatchFault> {
        let sealed = exchange.submissions.revealed(party);
        sealed.map(|sealed| self.draft((exchange.number, party, true), sealed.open())).transpose()
    }

    /// What counts as a party's orders in an exchange: its own file, for which `true` stands, and what was
    /// answered for it.
    pub(super) fn files(
        &self,
        exchange: &Exchange,
        party: Party,
    ) -> Result<Vec<(Arc<OrdersDraft>, bool)>, MatchFault> {
        let given = exchange.defaults.get(&party);
        let given = given.map(|orders| self.draft((exchange.number, party, false), orders.as_bytes()));
        let own = self.own_file(exchange, party)?.map(|file| (file, true));
        Ok(own.into_iter().chain(given.transpose()?.map(|file| (file, false))).collect())
    }

    fn enter(
        &self,
        book: &mut Answers,
        exchange: &Exchange,
        party: Party,
        live: bool,
    ) -> Result<(), MatchFault> {
        for (file, own) in self.files(exchange, party)? {
            // Nobody plans for another.
            if own {
                book.enter_plans(exchange.number, party, &file);
            }
            if file.doctrine.is_some() {
                book.enter_doctrine(exchange.number, party, Arc::clone(&file));
            }
            // A file of a settled step matters only for its plans of both kinds and its doctrine.
            if live {
                book.enter_file(exchange.number, party, &file);
            }
        }
        Ok(())
    }

    /// Keeps an accepted file as it was read.
    pub(in crate::matches) fn was_read(&mut self, whose: Whose, orders: &[u8], draft: OrdersDraft) {
        let kept = Kept { of: Digest::of(orders), closed: false, draft: Arc::new(draft) };
        self.drafts.get_mut().insert(whose, kept);
    }

    /// An accepted file as it was read, once.
    pub(in crate::matches) fn draft(
        &self,
        whose: Whose,
        orders: &[u8],
    ) -> Result<Arc<OrdersDraft>, MatchFault> {
        let closed = self.closed().last().is_some_and(|last| whose.0 <= last.number);
        let mut drafts = self.drafts.borrow_mut();
        let kept = drafts.get_mut(&whose);
        // What stands in force is looked for in every file of a long match, again and again.
        if let Some(kept) = kept.as_ref().filter(|kept| closed && kept.closed) {
            return Ok(Arc::clone(&kept.draft));
        }
        let of = Digest::of(orders);
        if let Some(kept) = kept.filter(|kept| kept.of == of) {
            kept.closed = closed;
            return Ok(Arc::clone(&kept.draft));
        }
        let draft = Arc::new(read_orders(orders)?);
        drafts.insert(whose, Kept { of, closed, draft: Arc::clone(&draft) });
        Ok(draft)
    }

    /// The doctrine that a party sent last, as YAML to put under `doctrine:`; if it sent none, that with
    /// which it began.
    ///
    /// # Errors
    /// An accepted file that cannot be read any more.
    pub fn doctrine_text(&self, party: Party) -> Result<String, MatchFault> {
        let sent = self.doctrine_sent(party)?;
        let written =
            |(_, draft): (u32, Arc<OrdersDraft>)| Some(self.rules.doctrine_text(draft.doctrine.as_ref()?));
        Ok(sent.and_then(written).unwrap_or_else(|| self.rules.starter()))
    }

    /// The battle plans that a party sent last, as YAML to put under `battle-plans:`; empty for none.
    ///
    /// # Errors
    /// As [`Game::doctrine_text`].
    pub fn battle_plans_text(&self, party: Party) -> Result<String, MatchFault> {
        let sent = self.sent_last(party, Brought::BattlePlans)?;
        let written = sent.and_then(|(_, file)| file.battle_plans.as_ref().map(write_battle_plans));
        Ok(written.filter(|text| text != "[]\n").unwrap_or_default())
    }

    /// The file with the doctrine that a party sent last, and its exchange.
    pub(in crate::matches) fn doctrine_sent(
        &self,
        party: Party,
    ) -> Result<Option<(u32, Arc<OrdersDraft>)>, MatchFault> {
        self.sent_last(party, Brought::OwnDoctrine)
    }

    /// The exchanges of the newest files of a party with what stands on until others come: doctrine and
    /// battle plans.
    pub(in crate::matches) fn standing_sent(&self, party: Party) -> Result<[Option<u32>; 2], MatchFault> {
        let battle = self.sent_last(party, Brought::BattlePlans)?;
        Ok([self.doctrine_sent(party)?, battle].map(|sent| sent.map(|(number, _)| number)))
    }
}

/// Reads an accepted orders file again.
pub fn read_orders(orders: &[u8]) -> Result<OrdersDraft, MatchFault> {
    parse("accepted orders", orders).map_err(|problems| MatchFault::Proof {
        entry: None,
        what: format!("accepted orders are unreadable: {problems:?}"),
    })
}
