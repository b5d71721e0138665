//! What came in for an exchange, entry by entry: commitments, withdrawals, files and answers by policy; and
//! what was left of it when the exchange was closed or taken back.

use super::remark::Matter;
use super::{Auditor, proof};
use crate::journal::Head;
use crate::matches::record::{self, Committed, Defaulted, Revealed, Withdrawn};
use crate::matches::salts;
use crate::matches::{Exchange, MatchFault};
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::seal::reveal::{RevealContext, verify};
use crate::signature::statement::Act;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::trust::Trust;

/// The party that an entry names.
fn party_of(entry: &Entry) -> Result<Party, MatchFault> {
    entry.header().party.ok_or_else(|| proof(entry.header().number, "it names no side"))
}

/// Where a file fails that its own party never promised: the entry that promises it for another party, which
/// is the one that says what is not so. A side that is not asked may commit too, so that entry by itself
/// shows nothing.
pub(super) fn promised_for_another(entry: &Entry, before: &[Entry]) -> Option<MatchFault> {
    if entry.header().kind != Kind::Reveal {
        return None;
    }
    let revealed: Revealed = record::body(entry).ok()?;
    let file = Sealed::parse(revealed.file.as_bytes()).ok()?;
    let whose = entry.header().party.filter(|party| *party == file.header().party)?;
    let promises = |entry: &&Entry| {
        let committed = record::body::<Committed>(entry).map(|it| Commitment::from(it.commitment));
        entry.header().kind == Kind::Commitment
            && committed.is_ok_and(|it| it.agrees_with(&file.commitment()))
    };
    let of_exchange = before.iter().rev().take_while(|it| it.header().kind != Kind::Opened);
    let promises: Vec<&Entry> = of_exchange.filter(promises).collect();
    if promises.iter().any(|it| it.header().party == Some(whose)) {
        return None;
    }
    let forged = promises.first()?;
    let other = forged.header().party?;
    let what = format!("it promises for the {other} a file that is from the {whose}");
    Some(proof(forged.header().number, what))
}

impl Auditor {
    /// After the deadline a first commitment is taken, and a change of mind is not.
    pub(super) fn commitment(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let committed: Committed = record::exact(entry)?;
        let (party, promise) = (party_of(entry)?, Commitment::from(committed.commitment));
        let past = self.game.is_past(&entry.header().time)? == Some(true);
        let exchange = self.game.open_exchange()?;
        let revealed = exchange.submissions.revealed(party).map(|file| file.commitment());
        let mut held = revealed.into_iter().chain(exchange.submissions.committed(party)).peekable();
        let first = held.peek().is_none();
        if past && !first && !held.any(|held| held.agrees_with(&promise)) {
            let what = format!("the deadline had passed, and the {party} had sent something else before it");
            return Err(proof(number, what));
        }
        let exchange = exchange.number;
        // Under the trust *umpire* the file comes with its commitment, and is looked at itself.
        if past && first && self.game.settings.trust == Trust::CommitReveal {
            self.findings.remark(number, exchange, party, Matter::Late);
        }
        self.promised.insert(party, number);
        self.signed_promise(entry, Act::Commit, promise, committed.signed.as_ref())
    }

    /// What came before the deadline counts once it has passed.
    pub(super) fn withdrawal(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let withdrawn: Withdrawn = record::exact(entry)?;
        let party = party_of(entry)?;
        self.not_an_officer(entry, party)?;
        if self.game.is_past(&entry.header().time)? == Some(true) {
            return Err(proof(number, "it takes back orders after their deadline"));
        }
        let exchange = self.game.open_exchange()?;
        let (exchange, held) = (exchange.number, exchange.submissions.committed(party));
        self.findings.remark(number, exchange, party, Matter::Withdrawal);
        let held = held.ok_or_else(|| proof(number, format!("the {party} had committed to nothing")))?;
        self.signed_promise(entry, Act::Withdraw, held, withdrawn.signed.as_ref())
    }

    /// A sealed file must be meant for this match and this exchange, by the party that the entry names.
    pub(super) fn reveal(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let revealed: Revealed = record::exact(entry)?;
        let exchange = self.game.open_exchange()?.number;
        let context = RevealContext {
            match_id: self.game.settings.match_id.clone(),
            genesis: self.game.genesis,
            exchange,
            party: entry.header().party,
        };
        let earlier = self.game.used(&Commitment::of(revealed.file.as_bytes()));
        let verified = verify(revealed.file.as_bytes(), None, &context, &earlier);
        let sealed = verified.map_err(|fault| proof(number, fault.to_string()))?;
        let own = self.game.settings.umpire_plays.filter(|own| entry.header().party != Some(*own));
        if let Some(own) = own
            && self.game.open_exchange()?.submissions.is_unopened(own)
        {
            let what = format!("it was opened before the {own}, whom the umpire plays, opened theirs");
            return Err(proof(number, what));
        }
        let party = party_of(entry)?;
        if self.game.is_file_late(&entry.header().time)? == Some(true) {
            self.findings.remark(number, exchange, party, Matter::Late);
        }
        if revealed.by_umpire {
            self.findings.remark(number, exchange, party, Matter::ByUmpire);
        }
        self.by_officer(entry, party, &revealed)?;
        self.signed_file(entry, &sealed, &revealed)
    }

    /// What a policy answers for a party can be computed, so nobody can put words into a silent party's
    /// mouth.
    pub(super) fn default(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let recorded: Defaulted = record::exact(entry)?;
        self.findings.defaults += 1;
        let policy = self.game.policy_now();
        if recorded.policy != policy {
            let what = match recorded.policy == self.game.settings.missing {
                true => "the umpire answered for a side although a file of the exchange was open",
                false => "this is not the match's policy for missing orders",
            };
            return Err(proof(number, what));
        }
        let party = party_of(entry)?;
        self.not_an_officer(entry, party)?;
        let umpires_own = self.game.settings.umpire_plays == Some(party);
        let exchange = self.game.open_exchange()?;
        if !exchange.submissions.asked().contains(&party) {
            return Err(proof(number, format!("the {party} owe no orders in exchange {}", exchange.number)));
        }
        if exchange.defaults.contains_key(&party) {
            return Err(proof(number, format!("it answers for the {party} a second time")));
        }
        if umpires_own && exchange.submissions.is_unopened(party) {
            return Err(proof(number, "the umpire plays this side and had committed to a file of his own"));
        }
        self.note_answers(entry, party)?;
        if self.game.seed.is_none() {
            return Ok(());
        }
        match self.game.default_for(party) {
            // Here the policy asks the umpire, and what he may say is checked as any orders are.
            Err(MatchFault::Waiting(_)) => {
                let head = Head { number: number - 1, hash: entry.header().prev };
                let answer =
                    self.game.umpires_answer(party, "the umpire's orders", recorded.orders.as_bytes(), head);
                answer.map(drop)
            }
            found => match found? {
                Some(orders) if orders == recorded.orders => Ok(()),
                _ => Err(proof(number, "the policy for missing orders gives other orders")),
            },
        }
    }

    /// Notes answers for a party that came before its time was up, and those that the umpire wrote.
    fn note_answers(&mut self, entry: &Entry, party: Party) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let policy = self.game.policy_now();
        let exchange = self.game.open_exchange()?.clone();
        let silent = exchange.submissions.revealed(party).is_none();
        let promised = exchange.submissions.is_unopened(party);
        let past = match promised {
            true => self.game.is_file_late(&entry.header().time)?,
            false => self.game.is_past(&entry.header().time)?,
        };
        if silent && past == Some(false) {
            self.findings.remark(number, exchange.number, party, Matter::Early);
        }
        if exchange.needs_umpire(party, policy) {
            self.findings.remark(number, exchange.number, party, Matter::ByUmpire);
        }
        Ok(())
    }

    /// Notes what an exchange was closed upon: orders that could still be changed, and commitments that
    /// nobody opened.
    pub(super) fn closed(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let exchange = self.game.open_exchange()?.clone();
        for party in self.game.not_final(&exchange, &entry.header().time)? {
            self.findings.remark(number, exchange.number, party, Matter::NotFinal);
        }
        for (party, promise) in promised(&exchange) {
            let opened = exchange.submissions.revealed(party);
            if !opened.is_some_and(|file| file.commitment().agrees_with(&promise)) {
                let number = self.promised.get(&party).copied().unwrap_or(number);
                self.findings.remark(number, exchange.number, party, Matter::Unopened);
            }
        }
        // What an officer seals follows from the seed: its salt is no chance that the umpire does not know.
        // Where there is one player, nobody is there to be cheated.
        let is_player = |party: &Party| !self.game.settings.is_officer(*party);
        let players = self.game.parties().iter().filter(|party| is_player(party)).count();
        let salts: Vec<Party> =
            salts(&exchange).into_iter().map(|(party, _)| party).filter(is_player).collect();
        if self.game.settings.trust == Trust::CommitReveal
            && players > 1
            && let [party] = salts.as_slice()
        {
            self.findings.remark(number, exchange.number, *party, Matter::LoneSalt);
        }
        Ok(())
    }

    /// Notes the commitments that come to nothing because the exchanges from a place on are taken back. What
    /// a ruling had set aside came to nothing before.
    pub(super) fn taken_back(&mut self, entry: &Entry, from: u32) {
        let exchanges = self.game.exchanges.iter();
        let gone = exchanges.filter(|exchange| exchange.number >= from && !exchange.set_aside);
        let gone: Vec<(u32, Party)> = gone
            .flat_map(|exchange| promised(exchange).into_iter().map(|(party, _)| (exchange.number, party)))
            .collect();
        for (exchange, party) in gone {
            self.findings.remark(entry.header().number, exchange, party, Matter::UndoneCommitment);
        }
    }
}

/// Who committed to what in an exchange.
fn promised(exchange: &Exchange) -> Vec<(Party, Commitment)> {
    let asked = exchange.submissions.asked().into_iter();
    asked.filter_map(|party| Some((party, exchange.submissions.committed(party)?))).collect()
}
