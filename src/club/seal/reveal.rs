//! Opening a sealed file against what was promised. Each way to fail has its own name, its own sentence and
//! its own advice, since a mail exchange spent on a misunderstanding costs a day.
//!
//! Nothing here changes anything: a refused file leaves no trace.

use std::fmt;

use super::commitment::Commitment;
use super::{SealFault, Sealed};
use engine::digest::Digest;
use engine::party::Party;

/// What a sealed file must be meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevealContext {
    /// The match.
    pub match_id: String,
    /// The hash of its first journal entry.
    pub genesis: Digest,
    /// The exchange that is open.
    pub exchange: u32,
    /// The party that sends the file, where that is known from elsewhere.
    pub party: Option<Party>,
}

/// Why a reveal is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RevealFault {
    /// The bytes are not a sealed file.
    Malformed(SealFault),
    /// It belongs to another match.
    WrongMatch {
        /// The match the file names.
        found: String,
        /// The match that is played here.
        expected: String,
    },
    /// The match has the right name, but began otherwise.
    WrongGenesis {
        /// The genesis hash the file names.
        found: Digest,
        /// The genesis hash of this match.
        expected: Digest,
    },
    /// The very file was already used in an earlier exchange.
    Replayed {
        /// The exchange in which it was used.
        exchange: u32,
        /// The party that used it.
        party: Party,
    },
    /// It belongs to another exchange.
    WrongExchange {
        /// The exchange the file names.
        found: u32,
        /// The exchange that is open.
        expected: u32,
    },
    /// It was sealed for another party.
    WrongParty {
        /// The party the file names.
        found: Party,
        /// The party it should be for.
        expected: Party,
    },
    /// It is not the file that was committed to.
    NotCommitted {
        /// The hash of the file that came.
        found: Commitment,
        /// The hash that was promised.
        committed: Commitment,
    },
}

/// Opens a sealed file if it is all it must be: well formed, meant for this match, exchange and party, not
/// used before, and, where a commitment is at hand, the very file that was committed to.
///
/// `earlier` lists the commitments of the match so far; entries of the open exchange do no harm.
///
/// # Errors
/// Names the first thing that is wrong, in the order in which [`RevealFault`] lists them.
pub fn verify(
    bytes: &[u8],
    expected: Option<&Commitment>,
    ctx: &RevealContext,
    earlier: &[(u32, Party, Commitment)],
) -> Result<Sealed, RevealFault> {
    let sealed = Sealed::parse(bytes).map_err(RevealFault::Malformed)?;
    let found = sealed.commitment();
    let header = sealed.header();
    if header.match_id != ctx.match_id {
        let (found, expected) = (header.match_id.clone(), ctx.match_id.clone());
        return Err(RevealFault::WrongMatch { found, expected });
    }
    if header.genesis != ctx.genesis {
        return Err(RevealFault::WrongGenesis { found: header.genesis, expected: ctx.genesis });
    }
    let used = earlier.iter().find(|(exchange, _, old)| *exchange != ctx.exchange && old.agrees_with(&found));
    if let Some(&(exchange, party, _)) = used {
        return Err(RevealFault::Replayed { exchange, party });
    }
    if header.exchange != ctx.exchange {
        return Err(RevealFault::WrongExchange { found: header.exchange, expected: ctx.exchange });
    }
    if let Some(expected) = ctx.party.filter(|party| *party != header.party) {
        return Err(RevealFault::WrongParty { found: header.party, expected });
    }
    if let Some(&committed) = expected.filter(|committed| !committed.agrees_with(&found)) {
        return Err(RevealFault::NotCommitted { found, committed });
    }
    Ok(sealed)
}

impl RevealFault {
    /// The smallest thing the sender can do about it.
    pub fn mend(&self) -> &'static str {
        match self {
            RevealFault::Malformed(fault) => fault.mend(),
            RevealFault::WrongMatch { .. } => {
                "Send the file to the match it names, or seal orders for this match."
            }
            RevealFault::WrongGenesis { .. } => {
                "Take the newest packet of this match from the umpire and seal the orders again with it."
            }
            RevealFault::Replayed { .. } => "Send the file that was sealed for the open exchange.",
            RevealFault::WrongExchange { .. } => {
                "Send the file that was sealed for the open exchange, or seal the orders again for it."
            }
            RevealFault::WrongParty { .. } => "Seal the orders for your own side and send that file.",
            RevealFault::NotCommitted { .. } => {
                "Send the file that was committed to, unedited and as an attachment; `sha256sum FILE` must print the \
                 committed hash. While commitments may still be replaced, commit the new file instead."
            }
        }
    }
}

impl fmt::Display for RevealFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RevealFault::Malformed(fault) => fault.fmt(f),
            RevealFault::WrongMatch { found, expected } => {
                write!(f, "this file is sealed for the match `{found}`, but this is the match `{expected}`")
            }
            RevealFault::WrongGenesis { found, expected } => {
                write!(
                    f,
                    "this file is sealed for a match of the same name that began as {found}; this one began as {expected}"
                )
            }
            RevealFault::Replayed { exchange, party } => {
                write!(f, "this very file of the {party} was already used in exchange {exchange}")
            }
            RevealFault::WrongExchange { found, expected } => {
                write!(f, "this file is sealed for exchange {found}, but exchange {expected} is open")
            }
            RevealFault::WrongParty { found, expected } => {
                write!(f, "this file is sealed for the {found}, but orders of the {expected} were expected")
            }
            RevealFault::NotCommitted { found, committed } => {
                write!(
                    f,
                    "this is not the file that was committed to: its hash is {found}, the committed one is {committed}"
                )
            }
        }
    }
}

impl std::error::Error for RevealFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RevealFault::Malformed(fault) => Some(fault),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SealHeader;
    use super::super::tests::{header, sealed};
    use super::*;
    use engine::rulebook::two_sided::party::{ALLIES, AXIS};

    fn context() -> RevealContext {
        let SealHeader { match_id, genesis, exchange, party, .. } = header(4, AXIS);
        RevealContext { match_id, genesis, exchange, party: Some(party) }
    }

    fn made(change: impl FnOnce(&mut SealHeader)) -> Sealed {
        let mut header = header(4, AXIS);
        change(&mut header);
        Sealed::make(header, b"orders: []\n").expect("small")
    }

    fn refused(
        bytes: &[u8],
        expected: Option<&Commitment>,
        earlier: &[(u32, Party, Commitment)],
    ) -> RevealFault {
        let fault = verify(bytes, expected, &context(), earlier).expect_err("must be refused");
        assert!(!fault.to_string().is_empty() && !fault.mend().is_empty());
        fault
    }

    #[test]
    fn the_promised_file_opens() {
        let file = sealed(4, AXIS, b"orders: []\n");
        let earlier = [(4, AXIS, file.commitment()), (3, AXIS, Commitment::of(b"older"))];
        let opened = verify(file.bytes(), Some(&file.commitment()), &context(), &earlier).expect("opens");
        assert_eq!(opened.open(), b"orders: []\n");
        assert!(verify(file.bytes(), None, &context(), &[]).is_ok());
    }

    #[test]
    fn malformed_when_the_file_was_cut_in_its_header() {
        let file = made(|_| ());
        let fault = refused(&file.bytes()[..90], Some(&file.commitment()), &[]);
        assert_eq!(fault, RevealFault::Malformed(SealFault::Cut { line: 3 }));
    }

    #[test]
    fn not_committed_when_one_byte_was_changed_lost_or_added() {
        let file = made(|_| ());
        let committed = file.commitment();
        let longer = [file.bytes(), b"\n"].concat();
        let mut changed = file.bytes().to_vec();
        *changed.last_mut().expect("not empty") ^= 1;
        for bytes in [&longer[..], &changed, &file.bytes()[..file.bytes().len() - 1]] {
            let found = Commitment::of(bytes);
            assert_eq!(refused(bytes, Some(&committed), &[]), RevealFault::NotCommitted { found, committed });
        }
    }

    #[test]
    fn not_committed_when_only_the_salt_is_another() {
        let committed = made(|_| ()).commitment();
        let other = made(|header| header.salt = engine::digest::Salt::from_bytes([7; 32]));
        let fault = refused(other.bytes(), Some(&committed), &[]);
        assert_eq!(fault, RevealFault::NotCommitted { found: other.commitment(), committed });
    }

    #[test]
    fn wrong_match_and_wrong_genesis() {
        let other = made(|header| header.match_id = "south-sea".to_owned());
        let fault = refused(other.bytes(), Some(&other.commitment()), &[]);
        assert!(matches!(fault, RevealFault::WrongMatch { found, .. } if found == "south-sea"));
        let rewritten = made(|header| header.genesis = Digest::of(b"another beginning"));
        let fault = refused(rewritten.bytes(), Some(&rewritten.commitment()), &[]);
        assert!(matches!(fault, RevealFault::WrongGenesis { .. }));
    }

    #[test]
    fn wrong_exchange_for_a_file_sealed_too_early_or_too_late() {
        for found in [3, 5] {
            let other = sealed(found, AXIS, b"");
            let fault = refused(other.bytes(), None, &[]);
            assert_eq!(fault, RevealFault::WrongExchange { found, expected: 4 });
        }
    }

    #[test]
    fn replayed_when_an_old_file_comes_again_even_if_committed_again() {
        let old = sealed(2, AXIS, b"orders: []\n");
        let earlier = [(2, AXIS, old.commitment())];
        let fault = refused(old.bytes(), Some(&old.commitment()), &earlier);
        assert_eq!(fault, RevealFault::Replayed { exchange: 2, party: AXIS });
    }

    #[test]
    fn wrong_party_when_a_party_copies_the_enemys_commitment_and_then_the_file() {
        let copied = sealed(4, ALLIES, b"orders: []\n");
        let earlier = [(4, ALLIES, copied.commitment())];
        let fault = refused(copied.bytes(), Some(&copied.commitment()), &earlier);
        assert_eq!(fault, RevealFault::WrongParty { found: ALLIES, expected: AXIS });
    }
}
