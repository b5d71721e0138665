//! One exchange: what was asked, and what came in for it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::matches::entries::{Committed, Defaulted, Missing, Opened, Revealed, Withdrawn, record};
use crate::matches::fault::MatchFault;
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::seal::exchange::Submissions;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::trust::Trust;

/// One exchange, as far as it went.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// Its number, never used twice in a match.
    pub number: u32,
    /// What was asked of whom, and by when.
    pub opened: Opened,
    /// When it was opened.
    pub(in crate::matches) since: Option<Timestamp>,
    /// Who committed to what and revealed it.
    #[serde(rename = "gathering")]
    pub submissions: Submissions,
    /// Answers for parties that sent none, or not all.
    pub defaults: BTreeMap<Party, String>,
    /// The parties among them whose answers the match's policy left to the umpire.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left_to_umpire: BTreeSet<Party>,
    /// The parties whose file the umpire wrote in their place.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub written_by_umpire: BTreeSet<Party>,
    /// When the newest commitment, or answer by policy for a party without one, was written down.
    pub promised: Option<String>,
    /// When what counts as a party's orders last changed.
    pub changed: BTreeMap<Party, String>,
    /// How many clock events there were at its opening: extensions among them are of other exchanges.
    pub(in crate::matches) events: usize,
    /// True if a ruling closed it: what it gathered was written for another position and counts for nothing.
    pub set_aside: bool,
}

impl Exchange {
    /// An exchange at its opening, when the clock had recorded so many events.
    pub(crate) fn opened(number: u32, opened: Opened, trust: Trust, events: usize) -> Exchange {
        Exchange {
            number,
            since: None,
            submissions: Submissions::new(number, opened.sealing.clone(), trust),
            opened,
            defaults: BTreeMap::new(),
            left_to_umpire: BTreeSet::new(),
            written_by_umpire: BTreeSet::new(),
            promised: None,
            changed: BTreeMap::new(),
            events,
            set_aside: false,
        }
    }

    /// Takes an entry by which a commitment, a file, or an answer by policy comes in, or is taken back.
    ///
    /// # Errors
    /// If it cannot stand here, by its number.
    pub(crate) fn gather(&mut self, entry: &Entry, trust: Trust) -> Result<(), MatchFault> {
        let header = entry.header();
        let fault = |what: String| MatchFault::Proof { entry: Some(header.number), what };
        let party = header.party.ok_or_else(|| fault("it does not name a side".into()));
        match header.kind {
            Kind::Commitment => {
                let (body, party): (Committed, Party) = (record::body(entry)?, party?);
                let promise = Commitment::from(body.commitment);
                self.submissions.commit(party, promise).map_err(|it| fault(it.to_string()))?;
                if trust == Trust::CommitReveal {
                    self.changed.insert(party, header.time.clone());
                }
                self.promised = Some(header.time.clone());
            }
            Kind::Withdrawal => {
                record::body::<Withdrawn>(entry)?;
                let party = party?;
                self.submissions.withdraw(party).map_err(|it| fault(it.to_string()))?;
                self.written_by_umpire.remove(&party);
            }
            Kind::Reveal => {
                let body: Revealed = record::body(entry)?;
                let sealed = Sealed::parse(body.file.as_bytes()).map_err(|it| fault(it.to_string()))?;
                let whose = sealed.header().party;
                if header.party != Some(whose) {
                    return Err(fault(format!("its file is from the {whose}")));
                }
                self.submissions.reveal(sealed).map_err(|it| fault(it.to_string()))?;
                match body.by_umpire {
                    true => _ = self.written_by_umpire.insert(whose),
                    false => _ = self.written_by_umpire.remove(&whose),
                }
                // What was promised is fixed; opening it changes nothing.
                if trust == Trust::Umpire {
                    self.changed.insert(whose, header.time.clone());
                }
            }
            Kind::Default => {
                let (body, party): (Defaulted, Party) = (record::body(entry)?, party?);
                // Who promised a file and kept it closed gives the others no more time for theirs.
                if self.submissions.committed(party).is_none() {
                    self.promised = Some(header.time.clone());
                }
                if self.submissions.asked().contains(&party) {
                    self.submissions.excuse(party).map_err(|it| fault(it.to_string()))?;
                }
                self.defaults.insert(party, body.orders);
                // Any other policy answers because nothing came.
                if body.policy == Missing::Umpire {
                    self.left_to_umpire.insert(party);
                    self.changed.entry(party).or_insert_with(|| header.time.clone());
                }
            }
            kind => return Err(fault(format!("an entry of the kind `{kind}` brings nothing in"))),
        }
        Ok(())
    }
}
