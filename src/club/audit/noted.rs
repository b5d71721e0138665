//! What a packet quotes of a journal, compared with the journal: a player who kept one packet notices when
//! anything that lay before it was rewritten since, even if every hash was made anew.

use super::proof;
use crate::matches::resolve_quote;
use crate::matches::{MatchFault, Settings, record};
use engine::entry::Entry;
use engine::view::Packet;

/// Checks that a journal still holds what a packet quotes: the genesis, what was fixed in it, and the newest
/// entry of that day. `name` is how a failure calls the packet. Gives the number that this entry has in the
/// journal.
///
/// # Errors
/// The entry that is not what the packet says, and how.
pub fn noted(entries: &[Entry], packet: &Packet, name: &str) -> Result<u64, MatchFault> {
    let first = entries.first().ok_or_else(|| proof(1, "the journal is empty"))?;
    if first.hash() != packet.genesis {
        let what =
            format!("its hash is {}, but the packet {name} is of the match {}", first.hash(), packet.genesis);
        return Err(proof(1, what));
    }
    let settings: Settings = record::body(first)?;
    let verify = &packet.verify;
    if settings.seed_commitment != verify.seed_commitment {
        return Err(proof(1, format!("the packet {name} quotes another commitment to the seed")));
    }
    if (settings.edition, &settings.data) != (packet.edition, &verify.data) {
        return Err(proof(1, format!("the packet {name} quotes another edition or other data")));
    }
    resolve_quote(entries, (verify.entry, verify.head), Some(packet.party), &format!("the packet {name}"))
}
