//! Orders and promises come in by mail: they are taken, refused, made final or withdrawn, and each gets a
//! receipt.

use super::refuse::RefusalReason;
use super::repair::{Repaired, repaired};
use crate::matches::SEALED;
use crate::matches::Submission;
use crate::matches::{MatchFault, Receipt, check_orders, read_orders};
use crate::orders::check::closed;
use crate::post::compose::dispatches::{Dispatch, Fate};
use crate::post::compose::{Kind, dispatches};
use crate::post::keys;
use crate::post::letters::{Candidate, Kind as Found};
use crate::post::office::inbox::{Handled, Incoming};
use crate::post::office::outgoing::{Mail, To, key};
use crate::post::office::routing::field;
use crate::post::office::state::MatchSession;
use crate::post::wire::Done;
use crate::seal::commitment::Commitment;
use crate::seal::{SIZE_LIMIT, Sealed};
use crate::signature::statement::Act;
use engine::draft::{BEGIN, END, extract};
use engine::party::Party;
use engine::problem::Class;
use engine::trust::Trust;

impl MatchSession<'_> {
    pub(crate) fn take_orders(
        &mut self,
        party: Party,
        incoming: &Incoming,
        candidate: &Candidate,
    ) -> Result<Handled, MatchFault> {
        let name = candidate.origin.name.clone().unwrap_or_else(|| "your mail".to_owned());
        if candidate.damaged {
            let what = format!("{name} was damaged on the way: part of it cannot be decoded");
            return self.refuse(
                party,
                incoming,
                RefusalReason::one(&what, "send it again, as an attached file"),
            );
        }
        let bytes = match &candidate.kind {
            Found::Commitment(hex) => return self.commit(party, incoming, &hex.clone()),
            Found::Signature(_) => return Err(MatchFault::Bug("a signature is not orders".into())),
            Found::Orders(text) => text.clone().into_bytes(),
            Found::Sealed(bytes) => bytes.clone(),
            Found::Age(bytes) => match self.out_of_envelope(bytes) {
                Ok(bytes) => bytes,
                Err(reason) => return self.refuse(party, incoming, reason),
            },
        };
        let block = plain(&name, &bytes);
        // What comes too late, or to the wrong match, is told so and nothing else.
        if let Some(no) = block.as_ref().ok().and_then(|block| self.misdirected(party, block)) {
            return self.refuse(party, incoming, no);
        }
        if !self.host.game.open && !self.host.game.is_over() {
            let mend = "keep the file until a report asks for it";
            return self.refuse(
                party,
                incoming,
                RefusalReason::one("no exchange is open now: the match waits for the table", mend),
            );
        }
        if let Some(problem) = closed(&self.host.packet(party)?).filter(|_| !bytes.starts_with(SEALED)) {
            return self.refuse(party, incoming, RefusalReason::Problems(problem.into(), String::new()));
        }
        if let Err(doubt) = self.proven(party, &incoming.letter, Some(&bytes)) {
            return self.refuse(party, incoming, RefusalReason::Doubt(doubt));
        }
        let block = match block {
            Ok(block) => block,
            Err(fault) => return self.refused(party, incoming, fault),
        };
        self.take_block(party, incoming, (&name, &bytes), block)
    }

    /// Takes the orders of a letter that proved itself.
    fn take_block(
        &mut self,
        party: Party,
        incoming: &Incoming,
        (name, bytes): (&str, &[u8]),
        block: Vec<u8>,
    ) -> Result<Handled, MatchFault> {
        let signature = self.signature(party, &incoming.letter);
        let orders = if signature.is_some() && is_bare(bytes, &block) { bytes.to_vec() } else { block };
        let salt = self.salt(party, &orders)?;
        // The journal does not get the text around a form, so nobody could check a signature over it there.
        let kept = signature.filter(|_| orders == bytes);
        match self.host.receive(Submission { name, file: &orders, signature: kept }, Some(party), salt) {
            Ok(mut receipt) => {
                if signature.is_some() && kept.is_none() {
                    let remark = "your signature is valid, but it is over more than the orders, so the journal does not keep \
                                it; sign the sealed file instead";
                    receipt.remarks.push(remark.to_owned());
                }
                self.send_receipt(party, incoming, &receipt, Vec::new())
            }
            Err(fault @ MatchFault::Refused { .. }) if signature.is_none() => {
                self.take_repaired(party, incoming, (name, bytes, &orders), fault)
            }
            Err(fault @ MatchFault::Refused { .. }) => {
                let fault = self.as_it_came(party, name, bytes)?.unwrap_or(fault);
                self.refused(party, incoming, fault)
            }
            Err(fault) => self.refused(party, incoming, fault),
        }
    }

    /// What an envelope holds.
    fn out_of_envelope(&self, bytes: &[u8]) -> Result<Vec<u8>, RefusalReason> {
        keys::open(bytes, std::slice::from_ref(&self.identity), SIZE_LIMIT).map_err(|fault| {
            let mend = format!("seal it with `age -a -r {}`", self.identity.recipient());
            RefusalReason::one(&fault.to_string(), &mend)
        })
    }

    /// Takes orders that were refused as they came once what the mail program did to them is put right; else
    /// refuses them with the shortest list of problems.
    fn take_repaired(
        &mut self,
        party: Party,
        incoming: &Incoming,
        (name, bytes, orders): (&str, &[u8], &[u8]),
        fault: MatchFault,
    ) -> Result<Handled, MatchFault> {
        let fault = self.as_it_came(party, name, bytes)?.unwrap_or(fault);
        let text = String::from_utf8_lossy(orders).into_owned();
        let Repaired { text: mended, was_flat } = repaired(&self.host.packet(party)?, &text);
        if mended == text || orders.starts_with(SEALED) {
            return self.refused(party, incoming, fault);
        }
        let salt = self.salt(party, mended.as_bytes())?;
        match self.host.receive(Submission::unsigned(name, mended.as_bytes()), Some(party), salt) {
            Ok(mut receipt) => {
                let remark = "your mail program had changed the lines of the form; please see whether the orders above are \
                            what you meant";
                receipt.remarks.insert(0, remark.to_owned());
                self.send_receipt(party, incoming, &receipt, Vec::new())
            }
            Err(MatchFault::Refused { .. }) if was_flat => {
                let what = "the blanks at the beginnings of the lines were lost on the way, so nobody can say what belongs to \
                            what";
                self.refuse(
                    party,
                    incoming,
                    RefusalReason::one(what, "fill in the attached form, and send it as an attached file"),
                )
            }
            Err(other @ MatchFault::Refused { .. }) if grave(&other) < grave(&fault) => {
                self.refused(party, incoming, other)
            }
            Err(MatchFault::Refused { .. }) => self.refused(party, incoming, fault),
            Err(other) => self.refused(party, incoming, other),
        }
    }

    /// What is wrong with orders, by the lines of the text in which they came, which the player has before
    /// him.
    fn as_it_came(&self, party: Party, name: &str, bytes: &[u8]) -> Result<Option<MatchFault>, MatchFault> {
        let packet = self.host.packet(party)?;
        let checked = check_orders(&*self.host.game.rules, &packet, name, bytes);
        Ok(checked.err().filter(|fault| matches!(fault, MatchFault::Refused { .. })))
    }

    /// Why orders cannot be for what is open, if they say so themselves: they are of another match, or of an
    /// exchange that was played.
    fn misdirected(&self, party: Party, orders: &[u8]) -> Option<RefusalReason> {
        let (other, number) = match Sealed::parse(orders) {
            Ok(sealed) => (Some(sealed.header().match_id.clone()), Some(sealed.header().exchange)),
            Err(_) => {
                let text = String::from_utf8_lossy(orders);
                (field(&text, "match"), field(&text, "exchange").and_then(|number| number.parse().ok()))
            }
        };
        let own = &self.info.match_id;
        if let Some(other) = other.filter(|other| other != own) {
            let what = format!("these orders are for the match {other}, and this mail was for {own}");
            let mend =
                format!("reply to the newest report of {other} with them; in {own} nothing has changed");
            return Some(RefusalReason::one(&what, &mend));
        }
        let (number, current) = (number?, self.exchange());
        if number == 0 || number >= current {
            return None;
        }
        let next = key(own, party.id(), number + 1, Kind::Report);
        let end = key(own, party.id(), number, Kind::FinalResult);
        let played = self.context.outbox.item(&next).or_else(|| self.context.outbox.item(&end));
        let when =
            played.map(|item| format!(" on {}", self.host.game.in_words(item.queued))).unwrap_or_default();
        let what = format!("too late: exchange {number} was played{when}");
        let mend = match self.host.game.open {
            true => format!("exchange {current} is open now; reply to its report"),
            false => "the match is over".to_owned(),
        };
        Some(RefusalReason::one(&what, &mend))
    }

    pub(crate) fn commit(
        &mut self,
        party: Party,
        incoming: &Incoming,
        hex: &str,
    ) -> Result<Handled, MatchFault> {
        let commitment = match Commitment::parse(hex) {
            Ok(commitment) => commitment,
            Err(fault) => {
                return self.refuse(
                    party,
                    incoming,
                    RefusalReason::one(&fault.to_string(), "copy all 64 digits"),
                );
            }
        };
        let statement = self.host.game.statement(Act::Commit, party, commitment).ok();
        if let Err(doubt) = self.proven_over(party, &incoming.letter, statement.as_ref()) {
            return self.refuse(party, incoming, RefusalReason::Doubt(doubt));
        }
        match self.host.commit(party, commitment, self.signature(party, &incoming.letter)) {
            Ok(receipt) => {
                let next = "Keep the sealed file. You will be asked for it when all commitments are in.";
                self.send_receipt(party, incoming, &receipt, vec![next.to_owned()])
            }
            Err(fault) => self.refused(party, incoming, fault),
        }
    }

    /// Makes the orders that the party has final, or open again.
    pub(crate) fn set_final(
        &mut self,
        party: Party,
        incoming: &Incoming,
        is_final: bool,
    ) -> Result<Handled, MatchFault> {
        if let Err(doubt) = self.proven(party, &incoming.letter, None) {
            return self.refuse(party, incoming, RefusalReason::Doubt(doubt));
        }
        let exchange = self.open();
        let held = exchange.and_then(|exchange| exchange.submissions.revealed(party));
        let Some(held) = held.and_then(|sealed| String::from_utf8(sealed.open().to_vec()).ok()) else {
            let mend = "send your orders first";
            return self.refuse(
                party,
                incoming,
                RefusalReason::one("your side has no orders that could be final", mend),
            );
        };
        // A run that died before it could answer has done it already.
        let orders = match read_orders(held.as_bytes())?.is_final == is_final {
            true => held,
            false => {
                let kept =
                    held.lines().filter(|line| !line.starts_with("final:") && !line.starts_with("version:"));
                let (version, kept) = (self.host.next_version(party), kept.collect::<Vec<_>>().join("\n"));
                format!("version: {version}\nfinal: {is_final}\n{kept}\n")
            }
        };
        let salt = self.salt(party, orders.as_bytes())?;
        match self.host.receive(Submission::unsigned("your orders", orders.as_bytes()), Some(party), salt) {
            Ok(receipt) => self.send_receipt(party, incoming, &receipt, Vec::new()),
            Err(fault) => self.refused(party, incoming, fault),
        }
    }

    pub(crate) fn withdraw(&mut self, party: Party, incoming: &Incoming) -> Result<Handled, MatchFault> {
        let statement = self
            .host
            .promised(party)
            .and_then(|held| self.host.game.statement(Act::Withdraw, party, held).ok());
        if let Err(doubt) = self.proven_over(party, &incoming.letter, statement.as_ref()) {
            return self.refuse(party, incoming, RefusalReason::Doubt(doubt));
        }
        if !self.host.withdrew(party) && self.host.promised(party).is_none() {
            let mend = "you need not do anything; to send orders, reply to the newest report";
            return self.refuse(
                party,
                incoming,
                RefusalReason::one("your side has no orders that could be withdrawn", mend),
            );
        }
        // A run that died before it could answer has done it already.
        let withdrawn = match self.host.withdrew(party) {
            true => Ok(()),
            false => self.host.withdraw(party, self.signature(party, &incoming.letter)),
        };
        match withdrawn {
            Ok(()) => {
                let letter = Dispatch::Receipt(dispatches::Receipt {
                    to: self.addressee(party, self.exchange())?,
                    deadline: self.deadline_and_left(party),
                    ..dispatches::Receipt::default()
                });
                self.answer(party, incoming, Kind::Receipt, letter, Vec::new(), ("withdrawn", Done::Taken))
            }
            Err(fault) => self.refused(party, incoming, fault),
        }
    }

    fn send_receipt(
        &mut self,
        party: Party,
        incoming: &Incoming,
        receipt: &Receipt,
        next: Vec<String>,
    ) -> Result<Handled, MatchFault> {
        let mut remarks = receipt.remarks.clone();
        // What a run that died took without an answer is not here for a second time.
        if receipt.again && self.has_receipt(party, receipt) {
            remarks.insert(0, "this very file was already here; nothing has changed".to_owned());
        }
        remarks.extend(receipt.left_open.iter().map(|key| format!("not answered: {key}")));
        let mut reading = receipt.words.clone().unwrap_or_default();
        if receipt.words.is_some() && self.is_open_answer_to_envelope(party, incoming)? {
            // Whoever sends an envelope would not have everybody on the way read its contents in the receipt.
            reading =
                "(not repeated here: give the umpire your key, and receipts come in envelopes)".to_owned();
            remarks.clear();
        }
        let letter = Dispatch::Receipt(dispatches::Receipt {
            to: self.addressee(party, receipt.exchange)?,
            commitment: Some(receipt.commitment.digest().to_string()),
            reading,
            remarks: remarks.join("\n"),
            deadline: self.deadline_and_left(party),
            has_orders: true,
            is_final: receipt.is_final,
            replaces: receipt.replaces.is_some(),
            fate: self.fate()?,
            version: self.host.next_version(party),
            next,
        });
        let mut mail = Mail::new(To::Party(party), Kind::Receipt, self.exchange(), letter, self.now);
        mail.mark = format!("{}/{}", self.mark(party, incoming, "orders"), receipt_mark(receipt));
        self.answer_by(party, incoming, mail, ("orders", Done::Taken))
    }

    /// Whether a receipt for the same file was written before.
    fn has_receipt(&self, party: Party, receipt: &Receipt) -> bool {
        let start = format!("{}/{}/{}/receipt/", self.info.match_id, party.id(), receipt.exchange);
        self.context.outbox.under(&start).any(|item| item.key.ends_with(&receipt_mark(receipt)))
    }

    /// What may become of orders that came in just now.
    fn fate(&self) -> Result<Fate, MatchFault> {
        let (game, now) = (&self.host.game, self.now.to_string());
        if game.waits_for(&now)?.is_none() {
            return Ok(Fate::Closes);
        }
        let promised =
            |exchange: &crate::matches::Exchange| exchange.submissions.missing_commitments().is_empty();
        let is_fixed = match game.settings.trust {
            Trust::CommitReveal => self.open().is_some_and(promised),
            Trust::Umpire => game.is_past(&now)? == Some(true),
        };
        Ok(if is_fixed { Fate::Stands } else { Fate::Open })
    }
}

/// How many problems of a refusal must be corrected.
fn grave(fault: &MatchFault) -> usize {
    match fault {
        MatchFault::Refused { problems, .. } => {
            [Class::Malformed, Class::Illegal].into_iter().map(|class| problems.of_class(class)).sum()
        }
        _ => 0,
    }
}

/// What in the key of a receipt says which file it is for.
fn receipt_mark(receipt: &Receipt) -> String {
    receipt.commitment.digest().to_string()[..16].to_owned()
}

/// Whether a file has nothing beside the orders but their two marker lines; then it can be kept as it was
/// signed.
fn is_bare(file: &[u8], orders: &[u8]) -> bool {
    let (Ok(file), Ok(orders)) = (std::str::from_utf8(file), std::str::from_utf8(orders)) else {
        return false;
    };
    let marker = |line: &str| {
        let word = line.trim_matches(|it: char| it == '#' || it.is_whitespace());
        word.is_empty() || [BEGIN, END].contains(&word)
    };
    let around = file.split_once(orders).filter(|_| !orders.is_empty());
    around.is_some_and(|(before, after)| before.lines().chain(after.lines()).all(marker))
}

/// The orders of a mail without the mail around them: what a player writes beside them stays out of the
/// journal, which all read in the end. Sealed files stay as they are.
pub(crate) fn plain(name: &str, bytes: &[u8]) -> Result<Vec<u8>, MatchFault> {
    if bytes.starts_with(SEALED) {
        return Ok(bytes.to_vec());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        MatchFault::no(
            format!("{name} is not text in UTF-8"),
            "send the form as it came, changed by a text editor",
        )
    })?;
    match extract(name, text) {
        Ok(block) => Ok(block.text.into_bytes()),
        Err(problems) => Err(MatchFault::Refused { problems, source: text.to_owned() }),
    }
}
