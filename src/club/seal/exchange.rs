//! The bookkeeping of one exchange: which parties are asked, which have promised, which have revealed.
//!
//! Nothing here touches a file or a clock: deadlines are the caller's, who excuses a party that missed one.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::Sealed;
use super::commitment::Commitment;
use super::reveal::RevealFault;
use engine::party::Party;
use engine::trust::Trust;

/// What became of a commitment that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// It is the party's first.
    Accepted,
    /// It takes the place of this one.
    Replaced(Commitment),
    /// It was already held; nothing changed.
    AlreadyHeld,
}

/// What became of a reveal that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevealOutcome {
    /// The file is now held.
    Accepted,
    /// The very file was already held; nothing changed.
    AlreadyHeld,
}

/// Why a commitment or a reveal is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeFault {
    /// The party has nothing to answer in this exchange.
    NotAsked {
        /// That party.
        party: Party,
    },
    /// The party missed the deadline and its orders were given for it.
    Excused {
        /// That party.
        party: Party,
    },
    /// A file of this exchange is already open, so no commitment can be made or replaced.
    Frozen {
        /// The party that wished to commit.
        party: Party,
    },
    /// The party has not committed to anything.
    NothingCommitted {
        /// That party.
        party: Party,
    },
    /// Commitments are still missing, so no file may be opened yet.
    TooEarly {
        /// The parties that have not committed, in party order.
        missing: Vec<Party>,
    },
    /// The file itself is the trouble.
    Reveal(RevealFault),
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Place {
    committed: Option<Commitment>,
    revealed: Option<Sealed>,
    excused: bool,
    /// Whether the party is not asked, and sent what stands beside answers all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unasked: bool,
}

impl Place {
    fn is_waited_for(&self) -> bool {
        !self.excused && !self.unasked
    }
}

/// One exchange while it is being gathered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Submissions {
    exchange: u32,
    trust: Trust,
    places: BTreeMap<Party, Place>,
}

impl Submissions {
    /// Begins an exchange in which these parties are asked; a party named twice counts once.
    pub fn new(exchange: u32, asked: Vec<Party>, trust: Trust) -> Submissions {
        let places = asked.into_iter().map(|party| (party, Place::default())).collect();
        Submissions { exchange, trust, places }
    }

    /// The same with nothing left of it but who committed to what.
    pub fn promises(&self) -> Submissions {
        let promise =
            |place: &Place| Place { committed: place.committed, unasked: place.unasked, ..Place::default() };
        let places = self.places.iter().map(|(party, place)| (*party, promise(place))).collect();
        Submissions { places, ..*self }
    }

    /// The number of the exchange.
    pub fn exchange(&self) -> u32 {
        self.exchange
    }

    /// The parties that are asked, in party order.
    pub fn asked(&self) -> Vec<Party> {
        self.places.iter().filter(|(_, place)| !place.unasked).map(|(party, _)| *party).collect()
    }

    /// Takes a party's commitment. The latest counts; what the party revealed for an earlier one is held
    /// until the file of this one is in.
    ///
    /// Where the umpire holds the files, a party that is not asked may send one too, for its doctrine and its
    /// plans: nobody waits for it, and its salt does not go into the dice. Under commit-reveal it would be
    /// one more who could commit and keep the file closed.
    ///
    /// # Errors
    /// Refuses parties that were excused and, under commit-reveal, those that are not asked and everything
    /// new after the first reveal.
    pub fn commit(&mut self, party: Party, commitment: Commitment) -> Result<CommitOutcome, ExchangeFault> {
        let is_guest = self.trust == Trust::Umpire && !self.places.contains_key(&party);
        let held = if is_guest { None } else { self.place(party)?.committed };
        if held.is_some_and(|held| held.agrees_with(&commitment)) {
            return Ok(CommitOutcome::AlreadyHeld);
        }
        if self.trust == Trust::CommitReveal && self.is_opening() {
            return Err(ExchangeFault::Frozen { party });
        }
        let guest = || Place { unasked: true, ..Place::default() };
        let place = self.places.entry(party).or_insert_with(guest);
        // The umpire keeps the file he holds until the newer one is in, so that a crash between the two loses
        // neither. Under commit-reveal no file is held here.
        place.committed = Some(commitment);
        Ok(held.map_or(CommitOutcome::Accepted, CommitOutcome::Replaced))
    }

    /// Takes a sealed file that already passed [`super::reveal::verify`] for this match.
    ///
    /// # Errors
    /// Refuses a file of another exchange or of a party that is not asked, one that differs from the party's
    /// commitment, and, under commit-reveal, every file before the last commitment is in.
    pub fn reveal(&mut self, sealed: Sealed) -> Result<RevealOutcome, ExchangeFault> {
        let (party, found) = (sealed.header().party, sealed.header().exchange);
        if found != self.exchange {
            let fault = RevealFault::WrongExchange { found, expected: self.exchange };
            return Err(ExchangeFault::Reveal(fault));
        }
        let committed = self.place(party)?.committed.ok_or(ExchangeFault::NothingCommitted { party })?;
        let missing = self.missing_commitments();
        if self.trust == Trust::CommitReveal && !missing.is_empty() {
            return Err(ExchangeFault::TooEarly { missing });
        }
        let found = sealed.commitment();
        if !committed.agrees_with(&found) {
            return Err(ExchangeFault::Reveal(RevealFault::NotCommitted { found, committed }));
        }
        let place = self.places.get_mut(&party).expect("the side was found above");
        let again = place.revealed.replace(sealed).is_some_and(|held| held.commitment().agrees_with(&found));
        Ok(if again { RevealOutcome::AlreadyHeld } else { RevealOutcome::Accepted })
    }

    /// Takes back what a party committed to and revealed; it is then waited for as at the beginning.
    ///
    /// # Errors
    /// Refuses parties that are not asked, were excused or have committed to nothing and, under
    /// commit-reveal, everybody once a file is open.
    pub fn withdraw(&mut self, party: Party) -> Result<(), ExchangeFault> {
        if self.place(party)?.committed.is_none() {
            return Err(ExchangeFault::NothingCommitted { party });
        }
        if self.trust == Trust::CommitReveal && self.is_opening() {
            return Err(ExchangeFault::Frozen { party });
        }
        match self.place(party)?.unasked {
            true => _ = self.places.remove(&party),
            false => _ = self.places.insert(party, Place::default()),
        }
        Ok(())
    }

    /// Stops waiting for a party that missed its deadline; what it may still send is refused. Returns false,
    /// and changes nothing, when the party has already revealed.
    ///
    /// # Errors
    /// Refuses a party that is not asked or was excused before.
    pub fn excuse(&mut self, party: Party) -> Result<bool, ExchangeFault> {
        if self.place(party)?.revealed.is_some() {
            return Ok(false);
        }
        self.places.get_mut(&party).expect("the side was found above").excused = true;
        Ok(true)
    }

    /// The commitment that counts for a party, if there is one.
    pub fn committed(&self, party: Party) -> Option<Commitment> {
        self.places.get(&party)?.committed
    }

    /// The first party that committed to a file, if one did.
    pub fn who_promised(&self, promise: &Commitment) -> Option<Party> {
        self.places
            .iter()
            .find(|(_, place)| place.committed.as_ref() == Some(promise))
            .map(|(party, _)| *party)
    }

    /// The file a party has revealed, if there is one.
    pub fn revealed(&self, party: Party) -> Option<&Sealed> {
        self.places.get(&party)?.revealed.as_ref()
    }

    /// Whether a party has committed to a file that is neither open nor passed over.
    pub fn is_unopened(&self, party: Party) -> bool {
        let waited_for =
            |place: &Place| place.is_waited_for() && place.committed.is_some() && place.revealed.is_none();
        self.places.get(&party).is_some_and(waited_for)
    }

    /// The parties that have yet to commit, in party order.
    pub fn missing_commitments(&self) -> Vec<Party> {
        self.waiting_for(|place| place.committed.is_none())
    }

    /// The parties that have yet to reveal, in party order.
    pub fn missing_reveals(&self) -> Vec<Party> {
        self.waiting_for(|place| place.revealed.is_none())
    }

    /// Whether nobody is waited for any more.
    pub fn all_in(&self) -> bool {
        self.missing_reveals().is_empty()
    }

    /// Whether a file of a party that is asked is open.
    pub fn is_opening(&self) -> bool {
        self.places.values().any(|place| place.revealed.is_some() && !place.unasked)
    }

    fn waiting_for(&self, lacks: impl Fn(&Place) -> bool) -> Vec<Party> {
        let waiting = self.places.iter().filter(|(_, place)| place.is_waited_for() && lacks(place));
        waiting.map(|(&party, _)| party).collect()
    }

    fn place(&self, party: Party) -> Result<&Place, ExchangeFault> {
        match self.places.get(&party) {
            None => Err(ExchangeFault::NotAsked { party }),
            Some(place) if place.excused => Err(ExchangeFault::Excused { party }),
            Some(place) => Ok(place),
        }
    }
}

impl ExchangeFault {
    /// The smallest thing the sender can do about it.
    pub fn mend(&self) -> &'static str {
        match self {
            ExchangeFault::NotAsked { .. } => "You need not send anything until a report asks for it.",
            ExchangeFault::Excused { .. } => "Wait for the next report; it says which orders were used.",
            ExchangeFault::Frozen { .. } => {
                "Send the file you committed to; it is too late to change your mind."
            }
            ExchangeFault::NothingCommitted { .. } => "Send the commitment for the file first.",
            ExchangeFault::TooEarly { .. } => {
                "Keep the file until the umpire asks for it, then send it again."
            }
            ExchangeFault::Reveal(fault) => fault.mend(),
        }
    }
}

impl fmt::Display for ExchangeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExchangeFault::NotAsked { party } => {
                write!(f, "this exchange asks the {party} nothing")
            }
            ExchangeFault::Excused { party } => {
                write!(f, "the deadline has passed, and orders were given on behalf of the {party}")
            }
            ExchangeFault::Frozen { party } => {
                write!(
                    f,
                    "the files of this exchange are being opened, so the {party} cannot commit to another one"
                )
            }
            ExchangeFault::NothingCommitted { party } => {
                write!(f, "the {party} did not commit to any file")
            }
            ExchangeFault::TooEarly { missing } => {
                let names: Vec<&str> = missing.iter().map(|party| party.name()).collect();
                write!(
                    f,
                    "no file is opened until every side has committed; still missing: {}",
                    names.join(", ")
                )
            }
            ExchangeFault::Reveal(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ExchangeFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ExchangeFault::Reveal(fault) => Some(fault),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
