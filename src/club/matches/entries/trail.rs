//! What of the entries themselves a match goes on by, entry by entry: the newest times, how far each party
//! knows the journal, and what somebody did last. So nothing that is done to a match has to look through its
//! journal.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::note::Kept;
use super::record;
use super::record::{Committed, Revealed};
use super::visible_head::VisibleHead;
use crate::journal::Head;
use crate::matches::fault::MatchFault;
use crate::orders::version_of;
use crate::seal::Sealed;
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// What the entries so far have left behind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trail {
    /// How many entries there were.
    entries: u64,
    /// The time of the newest entry.
    time: String,
    /// When the parties could first learn where the match stands.
    told_at: Option<String>,
    /// How far each party knows the journal.
    known: BTreeMap<Party, VisibleHead>,
    /// The newest entry that does not follow from the one before it by itself.
    caused: Option<Caused>,
    /// The kind of each party's newest entry for the open exchange.
    sent: BTreeMap<Party, Kind>,
    /// Each party's newest commitment for the open exchange, also one that was taken back.
    promised: BTreeMap<Party, Committed>,
    /// Every commitment for the open exchange, also those that were replaced or taken back.
    seen: BTreeMap<Party, BTreeSet<Digest>>,
    /// The highest version of each party's files for the open exchange.
    versions: BTreeMap<Party, u32>,
    /// What was said, and done by the umpire in words, with the numbers and times of the entries.
    notes: Vec<Kept>,
}

/// An entry that somebody caused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caused {
    /// Its number.
    pub number: u64,
    /// What it records.
    pub kind: Kind,
    /// The exchange it belongs to.
    pub exchange: Option<u32>,
    /// What it says, if a command that is given twice is known again by it.
    body: Option<Value>,
}

impl Caused {
    /// What it says.
    ///
    /// # Errors
    /// If the body has another shape.
    pub fn says<T: serde::de::DeserializeOwned>(&self) -> Result<T, MatchFault> {
        let body = self.body.as_ref().unwrap_or(&Value::Null);
        let what = |error| format!("its body is not understood: {error}");
        T::deserialize(body)
            .map_err(|error| MatchFault::Proof { entry: Some(self.number), what: what(error) })
    }
}

impl Trail {
    /// The trail of all entries of a match between these parties.
    pub fn of(parties: &[Party], entries: &[Entry]) -> Trail {
        let known = parties.iter().map(|party| (*party, VisibleHead::default())).collect();
        let time = String::new();
        let (sent, promised, seen, versions, notes) = Default::default();
        let mut trail = Trail {
            entries: 0,
            time,
            told_at: None,
            known,
            caused: None,
            sent,
            promised,
            seen,
            versions,
            notes,
        };
        entries.iter().for_each(|entry| trail.take(entry));
        trail
    }

    /// Goes on to the next entry.
    pub fn take(&mut self, entry: &Entry) {
        let header = entry.header();
        self.entries += 1;
        header.time.clone_into(&mut self.time);
        self.known.iter_mut().for_each(|(party, visible)| visible.take(entry, *party));
        match header.kind {
            Kind::Opened => {
                self.sent.clear();
                self.promised.clear();
                self.seen.clear();
                self.versions.clear();
            }
            kind => _ = header.party.map(|party| self.sent.insert(party, kind)),
        }
        if header.kind == Kind::Commitment
            && let (Some(party), Ok(promise)) = (header.party, record::body::<Committed>(entry))
        {
            self.seen.entry(party).or_default().insert(promise.commitment);
            self.promised.insert(party, promise);
        }
        if header.kind == Kind::Reveal
            && let (Some(party), Ok(revealed)) = (header.party, record::body::<Revealed>(entry))
            && let Ok(sealed) = Sealed::parse(revealed.file.as_bytes())
        {
            let version = self.versions.entry(party).or_default();
            *version = version_of(sealed.open()).max(*version);
        }
        if matches!(header.kind, Kind::Opened | Kind::Ended | Kind::Ruling | Kind::Declaration) {
            self.told_at = Some(header.time.clone());
        }
        if header.kind == Kind::Note
            && let Ok(note) = record::body(entry)
        {
            self.notes.push(Kept { entry: header.number, time: header.time.clone(), note });
        }
        // Witnesses and words change nothing.
        if !matches!(header.kind, Kind::Opened | Kind::Witness | Kind::Note | Kind::Disclosed | Kind::Ended) {
            let again =
                matches!(header.kind, Kind::Ruling | Kind::Declaration | Kind::Superseded | Kind::Clock);
            let body = again.then(|| entry.body());
            let (number, kind, exchange) = (header.number, header.kind, header.exchange);
            self.caused = Some(Caused { number, kind, exchange, body });
        }
    }

    /// How many entries there were.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The time of the newest entry; empty before the first.
    pub fn time(&self) -> &str {
        &self.time
    }

    /// When the parties could first learn where the match stands: the time at which the newest exchange was
    /// opened, the umpire ruled, or the match ended.
    pub fn told_at(&self) -> Option<&str> {
        self.told_at.as_deref()
    }

    /// The newest entry that a party may know of, as it counts entries; nothing for a party that does not
    /// play.
    pub fn visible_head(&self, party: Party) -> Option<Head> {
        self.known.get(&party).map(|visible| visible.head)
    }

    /// The newest entry that somebody caused, if it is of this kind.
    pub fn caused(&self, kind: Kind) -> Option<&Caused> {
        self.caused.as_ref().filter(|caused| caused.kind == kind)
    }

    /// A party's newest commitment for the open exchange, also one that was taken back.
    pub fn promised(&self, party: Party) -> Option<&Committed> {
        self.promised.get(&party)
    }

    /// Whether a party sent this for the open exchange before.
    pub fn has_seen(&self, party: Party, commitment: &Digest) -> bool {
        self.seen.get(&party).is_some_and(|seen| seen.contains(commitment))
    }

    /// The highest version of a party's files for the open exchange; 0 if it sent none.
    pub fn version(&self, party: Party) -> u32 {
        self.versions.get(&party).copied().unwrap_or_default()
    }

    /// What was said, and done by the umpire in words.
    pub fn notes(&self) -> &[Kept] {
        &self.notes
    }

    /// The kind of a party's newest entry for the open exchange.
    pub fn sent(&self, party: Party) -> Option<Kind> {
        self.sent.get(&party).copied()
    }
}
