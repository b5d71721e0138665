//! Answers of the umpire for a party that cannot or will not answer, and what they may say.

use std::collections::BTreeSet;

use super::book::read_orders;
use super::exchange::Exchange;
use super::game::Game;
use crate::journal::Head;
use crate::matches::check::{needs_ids, read_whole};
use crate::matches::entries::Missing;
use crate::matches::fault::MatchFault;
use crate::orders::check::Understood;
use engine::draft::Groups;
use engine::party::Party;
use engine::view::packet::{Packet, UmpiresAnswer};

impl Exchange {
    /// True if nobody but the umpire can answer for a party that sent nothing, or left something open: what a
    /// policy answers where nothing is asked is nobody's word.
    pub(crate) fn needs_umpire(&self, party: Party, policy: Missing) -> bool {
        let asked = self.opened.asked.get(&party).is_some_and(|keys| !keys.is_empty());
        let owes = || self.submissions.asked().contains(&party) && self.submissions.revealed(party).is_some();
        policy == Missing::Umpire && (asked || owes())
    }
}

impl Game {
    /// The parties for which the umpire wrote answers in the exchange that was resolved last, with its
    /// number. All parties read of it.
    pub(in crate::matches) fn umpires_answers(&self) -> Vec<UmpiresAnswer> {
        let policy = self.settings.missing;
        let last = self.closed().last().filter(|exchange| !exchange.set_aside);
        let of = |exchange: &Exchange| {
            let left = exchange.left_to_umpire.iter().filter(|party| exchange.needs_umpire(**party, policy));
            let answered: BTreeSet<Party> = left.chain(&exchange.written_by_umpire).copied().collect();
            let exchange = exchange.number;
            answered.into_iter().map(|party| UmpiresAnswer { exchange, party }).collect()
        };
        last.map(of).unwrap_or_default()
    }

    /// Checks a file by which the umpire answers for a party that cannot or will not: what the policy asks of
    /// him, no more. `name` and `head` are for messages and for the packet that the file is checked against.
    ///
    /// # Errors
    /// If nothing need be answered for the party, if the file changes what the party said itself or leaves
    /// open what silence cannot answer, or every problem of the file.
    pub(crate) fn umpires_answer(
        &mut self,
        party: Party,
        name: &str,
        orders: &[u8],
        head: Head,
    ) -> Result<Understood, MatchFault> {
        let exchange = self.open_exchange()?;
        let number = exchange.number;
        let given = exchange.defaults.contains_key(&party);
        let own = exchange.submissions.revealed(party).map(|sealed| sealed.open().to_vec());
        if given || !matches!(self.default_for(party), Err(MatchFault::Waiting(_))) {
            let what = format!("there is nothing to answer for the {party} in exchange {number}");
            return Err(MatchFault::no(what, "run `sealord resolve`"));
        }
        // The party's own file of this exchange may change its groups, and the umpire has not read that.
        let packet = Packet { groups: Groups::default(), ..self.packet(party, head)? };
        let (_, understood) = read_whole(&*self.rules, &packet, name, orders)?;
        if !understood.spelled.is_empty() {
            return Err(needs_ids(name, orders, &understood.spelled));
        }
        if understood.plans.is_some() {
            let what = format!("the umpire's answer plans for the {party}");
            return Err(MatchFault::no(what, "take `plans` out: only a side itself plans"));
        }
        if understood.groups_brought.is_some() {
            let what = format!("the umpire's answer names groups for the {party}");
            return Err(MatchFault::no(what, "take `groups` out, and name the units"));
        }
        let said: Vec<String> = match own {
            None => Vec::new(),
            Some(file) => read_orders(&file)?.answers.into_iter().map(|answer| answer.key.text).collect(),
        };
        if let Some((key, _)) = understood.answers.iter().find(|(key, _)| said.contains(key)) {
            let what = format!("the {party} already answered {key} in a file of their own");
            return Err(MatchFault::no(what, "answer only what that file leaves open"));
        }
        let open = understood.left_open.iter().filter(|key| !said.contains(key));
        let silent =
            |key: &&String| packet.question(key).is_some_and(|question| question.has_default_answer());
        if let Some(key) = open.into_iter().find(|key| !silent(key)) {
            return Err(MatchFault::no(format!("there is no default for {key}"), "answer it as well"));
        }
        Ok(understood)
    }
}
