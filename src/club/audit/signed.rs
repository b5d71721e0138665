//! What players and witnesses signed, entry by entry. Where the match fixes the key of a party, nobody else
//! can take back what that party sent, and what it did not sign is listed.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::remark::Matter;
use super::{Auditor, proof};
use crate::matches::MatchFault;
use crate::matches::is_witness_name;
use crate::matches::record::{self, Cosigned, Revealed, Testimony, Witnessed};
use crate::matches::resolve_quote;
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::signature::statement::{Act, Countersigned};
use crate::signature::{Key, NAMESPACE, Signature, Unfit, WITNESS};
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::trust::Trust;

/// A head that somebody countersigned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Countersign {
    /// The entry that keeps the signature.
    pub entry: u64,
    /// The entry that was countersigned, as the journal numbers it.
    pub of: u64,
    /// Who the witness is, in the umpire's words.
    pub name: String,
    /// The witness's key.
    pub key: Key,
}

/// Signatures that came before the entry that is looked at.
#[derive(Default)]
pub(super) struct Seen {
    /// Those of withdrawals, each of which counts once.
    withdrawals: BTreeSet<String>,
    /// The newest commitment of each party that was signed itself.
    promises: BTreeMap<Party, Digest>,
    /// Heads and the keys by which they are countersigned.
    heads: BTreeSet<(Digest, Key)>,
}

impl Auditor {
    /// A commitment or a withdrawal: signed over its statement, or not at all.
    pub(super) fn signed_promise(
        &mut self,
        entry: &Entry,
        act: Act,
        commitment: Commitment,
        signed: Option<&Signature>,
    ) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let party = entry.header().party.ok_or_else(|| proof(number, "it names no side"))?;
        self.seen.promises.remove(&party);
        let Some(signature) = signed else { return self.unsigned_promise(entry, act, party) };
        let statement = self.game.statement(act, party, commitment)?.to_string();
        self.holds(entry, signature, statement.as_bytes(), party)?;
        match act {
            Act::Commit => {
                self.seen.promises.insert(party, commitment.digest());
            }
            Act::Withdraw => {
                if !self.seen.withdrawals.insert(signature.armor.clone()) {
                    let what = format!("it repeats a withdrawal that the {party} signed once");
                    return Err(proof(number, what));
                }
            }
        }
        Ok(())
    }

    fn unsigned_promise(&mut self, entry: &Entry, act: Act, party: Party) -> Result<(), MatchFault> {
        if self.game.key_of(party).is_none() {
            return Ok(());
        }
        match act {
            Act::Withdraw => {
                let what = format!(
                    "it takes back what the {party} sent, and is not signed with their key, which the match fixes"
                );
                Err(proof(entry.header().number, what))
            }
            // Under the trust *umpire* the file comes with its commitment, and is looked at itself.
            Act::Commit if self.game.settings.trust == Trust::CommitReveal => self.unsigned(entry, party),
            Act::Commit => Ok(()),
        }
    }

    /// A file: signed itself, or the orders in it, or the commitment to it.
    pub(super) fn signed_file(
        &mut self,
        entry: &Entry,
        sealed: &Sealed,
        revealed: &Revealed,
    ) -> Result<(), MatchFault> {
        let party = sealed.header().party;
        match (&revealed.signed, &revealed.signed_orders) {
            (Some(_), Some(_)) => Err(proof(entry.header().number, "it is signed twice")),
            (Some(signature), None) => self.holds(entry, signature, sealed.bytes(), party),
            (None, Some(signature)) => self.holds(entry, signature, sealed.open(), party),
            (None, None) => {
                let promised = self.seen.promises.get(&party) == Some(&sealed.commitment().digest());
                if promised || self.game.key_of(party).is_none() {
                    Ok(())
                } else {
                    self.unsigned(entry, party)
                }
            }
        }
    }

    /// Something of a party whose key the match fixes is not signed with it.
    fn unsigned(&mut self, entry: &Entry, party: Party) -> Result<(), MatchFault> {
        let number = entry.header().number;
        if self.game.demands(party) {
            let what = format!("it is not signed, and the match demands the signature of the {party}");
            return Err(proof(number, what));
        }
        let exchange = entry.header().exchange.unwrap_or_default();
        self.findings.remark(number, exchange, party, Matter::Unsigned);
        Ok(())
    }

    /// Checks a player's signature.
    pub(super) fn holds(
        &mut self,
        entry: &Entry,
        signature: &Signature,
        over: &[u8],
        party: Party,
    ) -> Result<(), MatchFault> {
        match signature.check(NAMESPACE, over, self.game.key_of(party)) {
            Ok(()) => self.findings.signatures += 1,
            Err(Unfit::Unchecked) => self.findings.unchecked += 1,
            Err(Unfit::Wrong(what)) => return Err(proof(entry.header().number, what)),
        }
        Ok(())
    }

    /// Checks an entry by which somebody countersigned one of those before it.
    pub(super) fn countersigned(&mut self, entry: &Entry, entries: &[Entry]) -> Result<(), MatchFault> {
        let number = entry.header().number;
        if entry.header().kind != Kind::Witness {
            return Ok(());
        }
        let before =
            usize::try_from(number - 1).ok().and_then(|many| entries.get(..many)).unwrap_or_default();
        let Witnessed { entry: counted, hash, name, signed } = match record::exact(entry)? {
            Testimony::Head(witnessed) => witnessed,
            Testimony::Checkpoint(cosigned) => return self.cosigned(entry, before, cosigned),
        };
        if !is_witness_name(&name) {
            return Err(proof(number, "the name of its witness is none"));
        }
        let of = resolve_quote(before, (counted, hash), None, "what is countersigned");
        let of = of.map_err(|fault| proof(number, format!("it countersigns what is not there: {fault}")))?;
        let statement = Countersigned { of: self.game.as_match(), entry: counted, hash }.to_string();
        if !self.seen.heads.insert((hash, signed.by.clone())) {
            return Err(proof(number, "it repeats what this key has countersigned already"));
        }
        match signed.check(WITNESS, statement.as_bytes(), None) {
            Ok(()) => {
                self.findings.witnesses.push(Countersign { entry: number, of, name, key: signed.by });
            }
            Err(Unfit::Unchecked) => self.findings.unchecked += 1,
            Err(Unfit::Wrong(what)) => return Err(proof(number, what)),
        }
        Ok(())
    }

    /// Checks a checkpoint that somebody cosigned.
    #[cfg(feature = "signatures")]
    fn cosigned(&mut self, entry: &Entry, before: &[Entry], cosigned: Cosigned) -> Result<(), MatchFault> {
        let match_id = &self.game.settings.match_id;
        let (root, countersign) = super::cosigned::kept(entry, before, match_id, cosigned)?;
        if !self.seen.heads.insert((root, countersign.key.clone())) {
            return Err(proof(entry.header().number, "it repeats what this key has cosigned already"));
        }
        self.findings.witnesses.push(countersign);
        Ok(())
    }

    /// This build has no elliptic curves.
    #[cfg(not(feature = "signatures"))]
    fn cosigned(&mut self, _: &Entry, _: &[Entry], _: Cosigned) -> Result<(), MatchFault> {
        self.findings.unchecked += 1;
        Ok(())
    }
}
