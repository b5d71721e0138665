//! Files come in: commitments, sealed files, plain orders; the umpire's tool answers with a receipt.
//!
//! Every file is tried on a copy first; a refused one leaves no trace.

use super::receipt::Receipt;
use super::signed::SignedFile;
use super::submission::{SEALED, Submission};
use crate::matches::check::{Meaning, WithIds, meaning, needs_ids, read_whole, well_ended, with_ids};
use crate::matches::entries::{Committed, Revealed, Withdrawn, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::seal::commitment::Commitment;
use crate::seal::exchange::{CommitOutcome, ExchangeFault, Submissions};
use crate::seal::reveal::{RevealContext, RevealFault, verify};
use crate::seal::{SealHeader, Sealed};
use crate::signature::Signature;
use crate::signature::statement::Act;
use engine::digest::Salt;
use engine::draft::{OrdersDraft, parse_into};
use engine::entry::Kind;
use engine::party::Party;
use engine::problem::{Class, Collector, Problem};
use engine::trust::Trust;

/// How a file is handed in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Handed {
    /// By its party.
    ByParty,
    /// By the umpire, who wrote it in the party's place.
    ByUmpire,
    /// To open what was promised.
    AsPromised,
}

impl Host {
    /// Takes a bare commitment, before the file. `signature` is what the party signed
    /// ([`Promise`](crate::signature::statement::Promise)).
    ///
    /// # Errors
    /// If the party is not asked, reveals have begun, or the deadline has passed and another file was
    /// promised before it; and if the signature is not over the promise, or is missing where the match
    /// demands one.
    pub fn commit(
        &mut self,
        party: Party,
        commitment: Commitment,
        signature: Option<&str>,
    ) -> Result<Receipt, MatchFault> {
        self.not_an_officer(party)?;
        let mut tentative = self.game.open_exchange()?.submissions.clone();
        let outcome = tentative.commit(party, commitment).map_err(exchange_fault)?;
        let again = outcome == CommitOutcome::AlreadyHeld;
        if !again {
            self.not_seen(party, &commitment)?;
            self.in_time(party, &commitment)?;
            let signed = self.signed_promise(Act::Commit, party, commitment, signature)?;
            self.promise(party, commitment, signed)?;
            self.officers_answer()?;
        }
        let replaces = if let CommitOutcome::Replaced(other) = outcome { Some(other) } else { None };
        let receipt = self.receipt(party, commitment, again, None)?;
        Ok(Receipt { replaces, ..receipt })
    }

    /// Takes back what a party sent for the open exchange: its orders, or its commitment. `signature` is what
    /// the party signed ([`Promise`](crate::signature::statement::Promise)).
    ///
    /// # Errors
    /// If it sent nothing, reveals have begun, or the deadline has passed; and if the signature is not over
    /// the promise, or is missing though the match has a key of the party.
    pub fn withdraw(&mut self, party: Party, signature: Option<&str>) -> Result<(), MatchFault> {
        self.not_an_officer(party)?;
        let now = self.time()?;
        let exchange = self.game.open_exchange()?;
        exchange.submissions.clone().withdraw(party).map_err(exchange_fault)?;
        let (number, held) = (exchange.number, exchange.submissions.committed(party));
        if self.game.is_past(&now)? == Some(true) {
            let what = "the deadline has passed; what you sent before it counts";
            return Err(MatchFault::no(what, "write to the umpire if something is wrong"));
        }
        let held = held.ok_or_else(|| MatchFault::Bug("nothing was there to withdraw".into()))?;
        let withdrawn = Withdrawn { signed: self.signed_promise(Act::Withdraw, party, held, signature)? };
        self.is_new(&withdrawn)?;
        self.append(Kind::Withdrawal, Some(number), Some(party), value(&withdrawn)?)
    }

    /// Whether a party took back what it had sent for the open exchange, and has sent nothing since.
    pub fn withdrew(&self, party: Party) -> bool {
        self.game.open && self.trail.sent(party) == Some(Kind::Withdrawal)
    }

    fn promise(
        &mut self,
        party: Party,
        commitment: Commitment,
        signed: Option<Signature>,
    ) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?.number;
        let body = value(&Committed { commitment: commitment.digest(), signed })?;
        self.append(Kind::Commitment, Some(exchange), Some(party), body)
    }

    /// Receives a file: sealed orders, or plain orders that are sealed here on the party's behalf.
    ///
    /// `from` is the party that sends it, where that is known from elsewhere; plain orders may name it
    /// themselves. `salt` seals plain orders.
    ///
    /// # Errors
    /// Whatever is wrong with the file or its signature, and if the match demands a signature and there is
    /// none; the match is as it was.
    pub fn receive(
        &mut self,
        submission: Submission<'_>,
        from: Option<Party>,
        salt: Salt,
    ) -> Result<Receipt, MatchFault> {
        if let Some(party) = from
            && !submission.is_sealed()
            && self.asks_the_umpire(party)?
        {
            return self.answer_as_umpire(submission, party);
        }
        self.take_file(submission, from, salt, Handed::ByParty)
    }

    /// Receives plain orders that the umpire wrote in a party's place. They count as its own, and the
    /// journal, the audit and the reports of all parties say whose they are.
    ///
    /// # Errors
    /// As [`Host::receive`].
    pub fn receive_for(
        &mut self,
        submission: Submission<'_>,
        party: Party,
        salt: Salt,
    ) -> Result<Receipt, MatchFault> {
        if !submission.is_sealed() && self.asks_the_umpire(party)? {
            return self.answer_as_umpire(submission, party);
        }
        let receipt = self.take_file(submission, Some(party), salt, Handed::ByUmpire)?;
        Ok(Receipt { by_umpire: true, ..receipt })
    }

    /// Opens a file that was promised: one that differs from its commitment is refused under every trust.
    ///
    /// # Errors
    /// Whatever is wrong with the file or its signature, and if the match demands a signature and there is
    /// none; the match is as it was.
    pub fn reveal(&mut self, submission: Submission<'_>) -> Result<Receipt, MatchFault> {
        if !submission.is_sealed() {
            return Err(MatchFault::no(
                "this is not a sealed file",
                "use `sealord receive` for plain orders",
            ));
        }
        // Nothing is sealed here, so the salt is never used.
        self.take_file(submission, None, Salt::from_bytes([0; 32]), Handed::AsPromised)
    }

    fn take_file(
        &mut self,
        submission: Submission<'_>,
        from: Option<Party>,
        salt: Salt,
        handed: Handed,
    ) -> Result<Receipt, MatchFault> {
        let Submission { name, file: bytes, signature } = submission;
        let promised = handed == Handed::AsPromised;
        let exchange = self.game.open_exchange()?.number;
        let sealed = self.sealed(name, bytes, from, salt, exchange)?;
        let party = sealed.header().party;
        self.not_an_officer(party)?;
        let (sealed, read) = self.understand(name, sealed, !submission.is_sealed() && signature.is_none());
        self.in_time(party, &sealed.commitment())?;
        let (draft, understood) = read?;
        let mut tentative = self.game.open_exchange()?.submissions.clone();
        let commitment = sealed.commitment();
        let held = tentative.revealed(party).map(Sealed::commitment);
        let due = tentative.committed(party).is_some_and(|due| due.agrees_with(&commitment));
        if held == Some(commitment) && (due || !promised) {
            return self.receipt(party, commitment, true, Some(understood));
        }
        self.is_newer(&draft, &sealed)?;
        let mut promise = false;
        if self.game.settings.trust == Trust::Umpire && !promised {
            let outcome = tentative.commit(party, commitment).map_err(exchange_fault)?;
            promise = outcome != CommitOutcome::AlreadyHeld;
        }
        tentative.reveal(sealed.clone()).map_err(exchange_fault)?;
        self.umpire_goes_first(&tentative, party)?;
        let SignedFile { file: signed, orders: signed_orders } = self.signed_file(&sealed, signature)?;
        let file = String::from_utf8(sealed.bytes().to_vec());
        let file = file.map_err(|_| MatchFault::Bug("checked orders are not UTF-8".into()))?;
        let by_umpire = handed == Handed::ByUmpire;
        let body = value(&Revealed { file, signed, signed_orders, by_umpire, officer: None })?;
        self.together(|host| {
            if promise {
                host.promise(party, commitment, None)?;
            }
            host.append(Kind::Reveal, Some(exchange), Some(party), body)
        })?;
        self.game.was_read((exchange, party, true), sealed.open(), draft);
        self.officers_answer()?;
        let receipt = self.receipt(party, commitment, false, Some(understood))?;
        Ok(Receipt { replaces: held, ..receipt })
    }

    /// What came once and was replaced or taken back since does not count again, nor does a file that was
    /// written before another: mail is late, and anybody can send again what he has seen.
    fn is_newer(&mut self, draft: &OrdersDraft, sealed: &Sealed) -> Result<(), MatchFault> {
        let (party, newest) = (sealed.header().party, self.trail.version(sealed.header().party));
        let version = draft.version.unwrap_or(1);
        if version < newest {
            let what = format!("these orders have version {version}, and version {newest} came before them");
            let problem = Problem::new(Class::Illegal, "older-version", what);
            let problem =
                problem.mending(format!("write `version: {}`, if these are the newer ones", newest + 1));
            let source = String::from_utf8_lossy(sealed.open()).into_owned();
            return Err(MatchFault::refused(problem, &source));
        }
        let due = self.game.open_exchange()?.submissions.committed(party);
        match due.is_some_and(|due| due.agrees_with(&sealed.commitment())) {
            true => Ok(()),
            false => self.not_seen(party, &sealed.commitment()),
        }
    }

    /// A party's commitment that came before, and was replaced or taken back, is no new one.
    fn not_seen(&self, party: Party, commitment: &Commitment) -> Result<(), MatchFault> {
        if !self.trail.has_seen(party, &commitment.digest()) {
            return Ok(());
        }
        let next = self.trail.version(party) + 1;
        let what = "this very file came before, and was replaced or taken back since";
        let mend =
            format!("if it is to count again, write `version: {}` in it and send it anew", next.max(2));
        Err(MatchFault::no(what, mend))
    }

    /// The version that a party's next file for the open exchange has.
    pub fn next_version(&self, party: Party) -> u32 {
        self.trail.version(party) + 1
    }

    /// After the deadline a party's first file or commitment is still taken until the exchange is resolved; a
    /// change of mind is not.
    fn in_time(&mut self, party: Party, commitment: &Commitment) -> Result<(), MatchFault> {
        let now = self.time()?;
        let exchange = self.game.open_exchange()?;
        let revealed = exchange.submissions.revealed(party).map(Sealed::commitment);
        let held: Vec<Commitment> =
            [revealed, exchange.submissions.committed(party)].into_iter().flatten().collect();
        let known = held.is_empty() || held.iter().any(|held| held.agrees_with(commitment));
        if !known && self.game.is_past(&now)? == Some(true) {
            let what =
                format!("the deadline has passed, and the {party} had sent orders or a commitment before it");
            return Err(MatchFault::no(what, "the latest before the deadline counts"));
        }
        Ok(())
    }

    /// Where the umpire plays, another party's file is not opened before his own: he could not unread it.
    fn umpire_goes_first(&self, submissions: &Submissions, party: Party) -> Result<(), MatchFault> {
        let own = self.game.settings.umpire_plays.filter(|own| *own != party);
        match own.filter(|own| submissions.is_unopened(*own)) {
            None => Ok(()),
            Some(own) => Err(MatchFault::no(
                format!("the umpire plays the {own} and has not opened his own file yet"),
                format!("open the file of the {own} first, then this one"),
            )),
        }
    }

    /// Opens a sealed file against what it must be meant for, or seals plain orders.
    fn sealed(
        &mut self,
        name: &str,
        bytes: &[u8],
        from: Option<Party>,
        salt: Salt,
        exchange: u32,
    ) -> Result<Sealed, MatchFault> {
        let settings = &self.game.settings;
        if bytes.starts_with(SEALED) {
            let context = RevealContext {
                match_id: settings.match_id.clone(),
                genesis: self.game.genesis,
                exchange,
                party: from,
            };
            let earlier = self.game.used(&Commitment::of(bytes));
            return verify(bytes, None, &context, &earlier).map_err(|fault| reveal_fault(&fault));
        }
        if settings.trust == Trust::CommitReveal {
            return Err(MatchFault::no(
                "this match accepts only sealed files",
                "seal the orders with `sealord seal`, send the commitment, and reveal when all are in",
            ));
        }
        let party = match from {
            Some(party) => party,
            None => self.named_party(name, bytes)?,
        };
        let header = SealHeader {
            match_id: self.game.settings.match_id.clone(),
            genesis: self.game.genesis,
            exchange,
            party,
            salt,
        };
        self.sealed_here(header, bytes)
    }

    /// The party that plain orders name. Other faults of the file are left to the check, which lists all.
    fn named_party(&self, name: &str, bytes: &[u8]) -> Result<Party, MatchFault> {
        let mut problems = Collector::new();
        let word = parse_into(name, bytes, &mut problems).and_then(|draft| draft.party);
        let party = word.as_ref().and_then(|word| Party::named(&word.text));
        if let Some(party) = party.filter(|party| self.game.parties().contains(party)) {
            return Ok(party);
        }
        if let Some(word) = word {
            let what = format!("{} is not a side of this match", engine::problem::quote(&word.text));
            let problem = Problem::new(Class::Malformed, "unknown-side", what).at(word.spot.in_file(name));
            problems.push(problem.mending("write `axis` or `allies`"));
        }
        if problems.is_empty() {
            return Err(MatchFault::no(
                "the orders do not name a side",
                "write `side: axis` or `side: allies` at the top, or add --side",
            ));
        }
        let source = String::from_utf8_lossy(bytes).into_owned();
        Err(MatchFault::Refused { problems: problems.finish(), source })
    }

    /// Checks the orders in a sealed file, exactly as the player's own tool does. One that was sealed here is
    /// sealed anew with ids for the words that were read for them; nobody may change any other.
    fn understand(
        &self,
        name: &str,
        sealed: Sealed,
        is_ours: bool,
    ) -> (Sealed, Result<(OrdersDraft, Meaning), MatchFault>) {
        let read = |sealed: &Sealed| {
            let packet = self.packet_to_read_by(sealed.header().party)?;
            well_ended(name, sealed.open())?;
            let (draft, understood) = read_whole(&*self.game.rules, &packet, name, sealed.open())?;
            if understood.spelled.is_empty() {
                return Ok((None, (draft, meaning(&packet, understood))));
            }
            if !is_ours {
                return Err(needs_ids(name, sealed.open(), &understood.spelled));
            }
            let with_ids = with_ids(&*self.game.rules, &packet, name, sealed.open(), &understood)?;
            let Some(WithIds { orders, draft, understood }) = with_ids else {
                return Err(MatchFault::Bug("words were read for ids, and none was written".into()));
            };
            let anew = self.sealed_here(sealed.header().clone(), &orders)?;
            Ok((Some(anew), (draft, meaning(&packet, understood))))
        };
        match read(&sealed) {
            Ok((anew, read)) => (anew.unwrap_or(sealed), Ok(read)),
            Err(fault) => (sealed, Err(fault)),
        }
    }

    /// Seals plain orders. What is handed in twice is the same file, whatever salt would be drawn for it now.
    fn sealed_here(&self, header: SealHeader, orders: &[u8]) -> Result<Sealed, MatchFault> {
        let held = self.game.open_now().and_then(|it| it.submissions.revealed(header.party));
        if let Some(held) = held.filter(|held| held.open() == orders) {
            return Ok(held.clone());
        }
        Sealed::make(header, orders).map_err(|fault| MatchFault::no(fault.to_string(), fault.mend()))
    }

    pub(in crate::matches) fn receipt(
        &self,
        party: Party,
        commitment: Commitment,
        again: bool,
        understood: Option<Meaning>,
    ) -> Result<Receipt, MatchFault> {
        let head = self.visible_head(party)?;
        let is_read = understood.is_some();
        let mut meaning = understood.unwrap_or_default();
        let kept = |text: &mut String| is_read.then(|| std::mem::take(text));
        let (text, words) = (kept(&mut meaning.text), kept(&mut meaning.words));
        let mut remarks = meaning.remarks;
        if let Some(words) = self.game.fixed().and_then(|fixed| fixed.words.as_ref())
            && self.game.late()?.contains(&party)
        {
            remarks.insert(0, format!("late: the deadline was {words}"));
        }
        Ok(Receipt {
            match_id: self.game.settings.match_id.clone(),
            exchange: self.game.exchanges.last().map_or(0, |exchange| exchange.number),
            party,
            commitment,
            again,
            replaces: None,
            by_umpire: false,
            understood: text,
            words,
            remarks,
            left_open: meaning.left_open,
            is_final: meaning.is_final,
            until_deadline: meaning.until_deadline,
            entry: head.number,
            head: head.hash,
        })
    }
}

fn reveal_fault(fault: &RevealFault) -> MatchFault {
    match fault {
        RevealFault::NotCommitted { .. } => MatchFault::Proof { entry: None, what: fault.to_string() },
        _ => MatchFault::no(fault.to_string(), fault.mend()),
    }
}

fn exchange_fault(fault: ExchangeFault) -> MatchFault {
    match &fault {
        ExchangeFault::Reveal(reveal) => reveal_fault(reveal),
        _ => MatchFault::no(fault.to_string(), fault.mend()),
    }
}
