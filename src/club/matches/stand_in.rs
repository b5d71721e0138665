//! The umpire answers for a party that cannot or will not, where the match's policy says so.
//!
//! Under the trust *umpire* he hands in a party's first orders as if they were its own. Where that cannot be (no file that
//! was not promised is taken under commit-reveal, and none that changes a party's mind after the deadline) his orders are
//! recorded as given by policy.

use std::collections::BTreeSet;

use super::Exchange;
use super::book::read_orders;
use super::check::{WithIds, meaning, needs_ids, read_whole, with_ids};
use super::due::names;
use super::host::Host;
use super::opening::instant;
use super::receive::Receipt;
use super::record::{Defaulted, value};
use super::settings::Missing;
use super::{Game, MatchFault};
use crate::journal::Head;
use crate::orders::check::Understood;
use crate::seal::commitment::Commitment;
use engine::entry::Kind;
use engine::party::Party;
use engine::trust::Trust;
use engine::view::packet::UmpiresAnswer;

impl Host {
    /// True if plain orders for a party can only be the umpire's answer in its place.
    pub(super) fn asks_the_umpire(&mut self, party: Party) -> Result<bool, MatchFault> {
        if self.game.settings.missing != Missing::Umpire {
            return Ok(false);
        }
        if self.game.settings.trust == Trust::CommitReveal {
            return Ok(true);
        }
        let now = self.now.clone();
        let exchange = self.game.open_exchange()?;
        let submissions = &exchange.submissions;
        let held = submissions.revealed(party).is_some() || submissions.committed(party).is_some();
        let bound = held && self.game.is_past(&now)? == Some(true);
        Ok(bound && matches!(self.game.default_for(party), Err(MatchFault::Waiting(_))))
    }

    /// Takes plain orders as the umpire's answer for a party that cannot or will not answer itself.
    ///
    /// # Errors
    /// If its own time is not up, or whatever is wrong with the file; the match is as it was.
    pub(super) fn answer_as_umpire(
        &mut self,
        name: &str,
        bytes: &[u8],
        party: Party,
    ) -> Result<Receipt, MatchFault> {
        let with_ids = self.with_ids(party, name, bytes)?;
        let (bytes, spelled) = match &with_ids {
            Some(it) => (&*it.orders, &*it.understood.spelled),
            None => (bytes, &[][..]),
        };
        let commitment = Commitment::of(bytes);
        let exchange = self.game.open_exchange()?;
        let number = exchange.number;
        let again = exchange.defaults.get(&party).is_some_and(|given| given.as_bytes() == bytes);
        if !again {
            self.nothing_is_open(party, number)?;
            self.is_overdue(party)?;
            let head = self.head()?;
            let understood = self.game.umpires_answer(party, name, bytes, head)?;
            let understood = Understood { spelled: spelled.to_vec(), ..understood };
            let orders = String::from_utf8(bytes.to_vec());
            let orders = orders.map_err(|_| MatchFault::Bug("checked orders are not UTF-8".into()))?;
            let body = value(&Defaulted { policy: Missing::Umpire, orders })?;
            let told = meaning(&self.packet(party)?, understood);
            self.append(Kind::Default, Some(number), Some(party), body)?;
            let receipt = self.receipt(party, commitment, false, Some(told))?;
            return Ok(Receipt { by_umpire: true, ..receipt });
        }
        let receipt = self.receipt(party, commitment, true, None)?;
        Ok(Receipt { by_umpire: true, ..receipt })
    }

    /// The umpire's orders with ids for the words that were read for them; nothing if they need none, or are refused.
    fn with_ids(&self, party: Party, name: &str, bytes: &[u8]) -> Result<Option<WithIds>, MatchFault> {
        let packet = self.packet(party)?;
        let read = read_whole(&*self.game.rules, &packet, name, bytes);
        let Ok((_, understood)) = read else { return Ok(None) };
        with_ids(&*self.game.rules, &packet, name, bytes, &understood)
    }

    /// From the first open file on the umpire answers for nobody any more: he would know what he answers.
    fn nothing_is_open(&self, party: Party, exchange: u32) -> Result<(), MatchFault> {
        match self.game.settings.missing == self.game.policy_now() {
            true => Ok(()),
            false => Err(MatchFault::no(
                format!("a file of exchange {exchange} is open, so the umpire answers for nobody any more"),
                format!(
                    "run `sealord resolve` when the time for files is up; what the {party} leave open is then answered \
                     by their doctrine, or else by the defaults"
                ),
            )),
        }
    }

    /// The umpire answers for a party only when its own time is up.
    fn is_overdue(&mut self, party: Party) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?.clone();
        let submissions = &exchange.submissions;
        if submissions.revealed(party).is_some() || self.game.settings.trust == Trust::Umpire {
            return Ok(());
        }
        let promised = submissions.is_unopened(party);
        if promised && self.game.settings.umpire_plays == Some(party) {
            let what = format!("the umpire plays the {party} and has committed to a file");
            return Err(MatchFault::no(what, "open that file with `sealord reveal`"));
        }
        let others = submissions.missing_commitments();
        if promised && !others.is_empty() {
            let what = format!(
                "the {party} cannot open the file they committed to while {} committed to nothing",
                names(&others)
            );
            return Err(MatchFault::no(what, "send orders for the side without a commitment first"));
        }
        if self.game.fixed().is_some_and(|fixed| fixed.paused) {
            let mend = "resume it with `sealord clock` and `resume`";
            return Err(MatchFault::no("the match is paused, so nobody's time runs out", mend));
        }
        let until = match promised {
            true => self.game.files_due(&exchange)?,
            false => self.game.commitments_due(),
        };
        match until {
            Some(until) if instant(&self.now)? < instant(&until)? => {
                let what = format!("the {party} have time until {until}");
                Err(MatchFault::no(what, "wait for their own orders until then"))
            }
            _ => Ok(()),
        }
    }
}

impl Exchange {
    /// True if nobody but the umpire can answer for a party that sent nothing, or left something open: what a policy answers
    /// where nothing is asked is nobody's word.
    pub(crate) fn needs_umpire(&self, party: Party, policy: Missing) -> bool {
        let asked = self.opened.asked.get(&party).is_some_and(|keys| !keys.is_empty());
        let owes = || self.submissions.asked().contains(&party) && self.submissions.revealed(party).is_some();
        policy == Missing::Umpire && (asked || owes())
    }
}

impl Game {
    /// The parties for which the umpire wrote answers in the exchange that was resolved last, with its number. All parties
    /// are told.
    pub(super) fn umpires_answers(&self) -> Vec<UmpiresAnswer> {
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

    /// Checks a file by which the umpire answers for a party that cannot or will not: what the policy asks of him, no more.
    /// `name` and `head` are for messages and for the packet that the file is checked against.
    ///
    /// # Errors
    /// If nothing need be answered for the party, if the file changes what the party said itself or leaves open what
    /// silence cannot answer, or every problem of the file.
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
        let packet = self.packet(party, head)?;
        let (_, understood) = read_whole(&*self.rules, &packet, name, orders)?;
        if !understood.spelled.is_empty() {
            return Err(needs_ids(name, orders, &understood.spelled));
        }
        if understood.plans.is_some() {
            let what = format!("the umpire's answer plans for the {party}");
            return Err(MatchFault::no(what, "take `plans` out: only a side itself plans"));
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
        let silent = |key: &&String| packet.question(key).is_some_and(|question| question.silence_answers());
        if let Some(key) = open.into_iter().find(|key| !silent(key)) {
            return Err(MatchFault::no(format!("there is no default for {key}"), "answer it as well"));
        }
        Ok(understood)
    }
}
