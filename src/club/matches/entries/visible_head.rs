//! How far a party knows the journal. What leaves quotes the newest entry that its reader may know of, and a
//! number that counts no more than the reader may know: how often another party changed its mind must not
//! show.

use serde::{Deserialize, Serialize};

use super::note;
use super::record::{self, Opened};
use crate::journal::Head;
use crate::matches::fault::MatchFault;
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// What another party leaves in the journal of an exchange that it is asked in, if it sends one file: the
/// commitment and the file. It counts as so many entries whatever it sent.
const OF_OTHERS: u64 = 2;

/// How far one party knows the journal, entry by entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VisibleHead {
    /// The newest entry that it may know of, as it counts entries.
    pub(crate) head: Head,
    /// How many other parties must send a file for the open exchange.
    others: u64,
}

impl Default for VisibleHead {
    fn default() -> VisibleHead {
        VisibleHead { head: Head { number: 0, hash: Digest::ZERO }, others: 0 }
    }
}

impl VisibleHead {
    /// Goes on to the next entry.
    pub(crate) fn take(&mut self, entry: &Entry, party: Party) {
        let header = entry.header();
        match header.kind {
            Kind::Commitment | Kind::Withdrawal | Kind::Reveal | Kind::Default => {
                if header.party != Some(party) {
                    return;
                }
            }
            Kind::Opened => self.others = asked_beside(entry, party),
            Kind::Resolved | Kind::Ruling | Kind::Declaration | Kind::Superseded => {
                self.head.number += OF_OTHERS * std::mem::take(&mut self.others);
            }
            // What was said between others is counted by them alone.
            Kind::Note if !note::hears(entry, party) => return,
            // That somebody countersigned says nothing of orders, so all may count it.
            Kind::Genesis
            | Kind::Clock
            | Kind::Witness
            | Kind::Note
            | Kind::Agreed
            | Kind::Disclosed
            | Kind::Ended
            | Kind::Club => {}
        }
        self.head = Head { number: self.head.number + 1, hash: entry.hash() };
    }
}

/// The newest entry that a party may know of: one that all may know, or that came from the party itself or
/// was answered for it. Its number counts these entries, and for each exchange that is closed two for every
/// other party that had to send a file. So it is the number in the journal as long as each of the others has
/// sent one file in time.
///
/// # Errors
/// If there are no entries.
pub fn visible_head(entries: &[Entry], party: Party) -> Result<Head, MatchFault> {
    let mut visible = VisibleHead::default();
    entries.iter().for_each(|entry| visible.take(entry, party));
    if entries.is_empty() { Err(MatchFault::Io("the journal is empty".into())) } else { Ok(visible.head) }
}

/// How many other parties must send a file for the exchange that an entry opens.
fn asked_beside(opened: &Entry, party: Party) -> u64 {
    let sealing = record::body::<Opened>(opened).map(|opened| opened.sealing).unwrap_or_default();
    sealing.iter().filter(|other| **other != party).count() as u64
}
