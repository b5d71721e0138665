//! The umpire answers for a party that cannot or will not, where the match's policy says so.
//!
//! Under the trust *umpire* he hands in a party's first orders as if they were its own. Where that cannot be
//! (no file that was not promised is taken under commit-reveal, and none that changes a party's mind after
//! the deadline) his orders are recorded as given by policy.

use super::receipt::Receipt;
use super::submission::Submission;
use crate::matches::check::{WithIds, meaning, read_whole, with_ids};
use crate::matches::entries::{Defaulted, Missing, instant, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::matches::replay::names;
use crate::orders::check::Understood;
use crate::seal::commitment::Commitment;
use engine::draft::Groups;
use engine::entry::Kind;
use engine::party::Party;
use engine::trust::Trust;
use engine::view::Packet;

impl Host {
    /// True if plain orders for a party can only be the umpire's answer in its place.
    pub(in crate::matches) fn asks_the_umpire(&mut self, party: Party) -> Result<bool, MatchFault> {
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
    pub(in crate::matches) fn answer_as_umpire(
        &mut self,
        submission: Submission<'_>,
        party: Party,
    ) -> Result<Receipt, MatchFault> {
        let Submission { name, file: bytes, .. } = submission;
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
            self.officers_answer()?;
            let receipt = self.receipt(party, commitment, false, Some(told))?;
            return Ok(Receipt { by_umpire: true, ..receipt });
        }
        let receipt = self.receipt(party, commitment, true, None)?;
        Ok(Receipt { by_umpire: true, ..receipt })
    }

    /// The umpire's orders with ids for the words that were read for them; nothing if they need none, or are
    /// refused.
    fn with_ids(&self, party: Party, name: &str, bytes: &[u8]) -> Result<Option<WithIds>, MatchFault> {
        let packet = Packet { groups: Groups::default(), ..self.packet(party)? };
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
