//! Which files of a long match still matter: those with what stands on until other comes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::exchange::Exchange;
use super::game::Game;
use crate::matches::fault::MatchFault;
use engine::draft::{Groups, OrdersDraft};
use engine::party::Party;

/// What stands beyond the exchange for which it was sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matches) enum Brought {
    /// Names for several units.
    Groups,
    /// Doctrine that the party wrote itself.
    OwnDoctrine,
    /// Doctrine, its own or that in what was answered for it.
    Doctrine,
    /// Answers to questions of later steps.
    Plans,
    /// How forces fight.
    BattlePlans,
}

impl Brought {
    const ALL: [Brought; 5] =
        [Brought::Groups, Brought::OwnDoctrine, Brought::Doctrine, Brought::Plans, Brought::BattlePlans];

    /// Whether it is in a file that a party wrote itself, or in one that was written for it.
    fn is_in(self, file: &OrdersDraft, own: bool) -> bool {
        match self {
            Brought::Groups => own && file.groups.is_some(),
            Brought::OwnDoctrine => own && file.doctrine.is_some(),
            Brought::Doctrine => file.doctrine.is_some(),
            Brought::Plans => own && file.plans.is_some(),
            Brought::BattlePlans => own && file.battle_plans.is_some(),
        }
    }
}

/// Where to look for what a party's files brought. It grows as exchanges close, so that no file is asked
/// twice; what an undo took back stays listed, and is passed over, as a match uses no number of an exchange
/// twice.
#[derive(Default)]
pub(in crate::matches) struct SentIndex {
    /// Exchanges up to this one were looked at.
    through: u32,
    numbers: BTreeMap<Brought, Vec<u32>>,
}

impl Game {
    /// The exchanges in effect whose files brought something, the oldest first: closed ones.
    ///
    /// # Errors
    /// An accepted file that cannot be read any more.
    pub(in crate::matches) fn brought(&self, party: Party, what: Brought) -> Result<Vec<u32>, MatchFault> {
        let mut sent = self.sent.borrow_mut();
        let index = sent.entry(party).or_default();
        for exchange in self.closed_after(index.through) {
            for (file, own) in self.files(exchange, party)? {
                for what in Brought::ALL.into_iter().filter(|what| what.is_in(&file, own)) {
                    let numbers = index.numbers.entry(what).or_default();
                    if numbers.last() != Some(&exchange.number) {
                        numbers.push(exchange.number);
                    }
                }
            }
            index.through = exchange.number;
        }
        let numbers = index.numbers.get(&what).into_iter().flatten().copied();
        Ok(numbers.filter(|&number| self.counts(number).is_some()).collect())
    }

    /// The exchange of the newest that a party brought up to some exchange. What is older counts no more,
    /// however long the match is.
    ///
    /// # Errors
    /// As `Game::brought`.
    pub(in crate::matches) fn stood(
        &self,
        party: Party,
        what: Brought,
        through: u32,
    ) -> Result<Option<u32>, MatchFault> {
        Ok(self.brought(party, what)?.into_iter().rev().find(|&number| number <= through))
    }

    /// The newest file in which a party brought something, and its exchange.
    ///
    /// # Errors
    /// As `Game::brought`.
    pub(in crate::matches) fn sent_last(
        &self,
        party: Party,
        what: Brought,
    ) -> Result<Option<(u32, Arc<OrdersDraft>)>, MatchFault> {
        let Some(number) = self.stood(party, what, u32::MAX)? else { return Ok(None) };
        let exchange = self.counts(number).filter(|_| what != Brought::Doctrine);
        let file = exchange.map(|exchange| self.own_file(exchange, party)).transpose()?.flatten();
        Ok(file.map(|file| (number, file)))
    }

    /// A party's groups as they stand, without those that it took back.
    ///
    /// # Errors
    /// As `Game::brought`.
    pub fn groups(&self, party: Party) -> Result<Groups, MatchFault> {
        let mut groups = Groups::default();
        for number in self.brought(party, Brought::Groups)? {
            let Some(exchange) = self.counts(number) else { continue };
            if let Some(file) = self.own_file(exchange, party)? {
                groups = groups.and(file.groups.as_ref());
            }
        }
        Ok(groups.standing())
    }

    /// The closed exchanges after one.
    fn closed_after(&self, number: u32) -> impl Iterator<Item = &Exchange> {
        let closed = self.closed();
        closed[closed.partition_point(|exchange| exchange.number <= number)..].iter()
    }

    /// A closed exchange, if what it gathered counts.
    fn counts(&self, number: u32) -> Option<&Exchange> {
        let closed = self.closed();
        let at = closed.binary_search_by_key(&number, |exchange| exchange.number).ok()?;
        Some(&closed[at]).filter(|exchange| !exchange.set_aside)
    }
}
