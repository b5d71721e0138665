//! A board: who sits where, what is played, how it ended.

use std::collections::BTreeMap;

use engine::digest::Digest;
use engine::problem::quote;
use tournament::Entrant;

use super::bidding::Bidding;
use crate::book::Outcome;
use crate::book::fact::{BallotKind, Handicap, PairedBoard};
use crate::settings::Sides;

/// A board of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its number, from 1.
    pub number: u32,
    /// Who was paired as first.
    pub first: Entrant,
    /// Who was paired as second.
    pub second: Entrant,
    /// What was promised, the newest of each.
    pub promised: Vec<Promise>,
    /// Bids that were opened, by who made them.
    pub bids: Option<BTreeMap<Entrant, String>>,
    /// Where the bidding stands, if the two bid in the open.
    pub bidding: Option<Bidding>,
    /// Who has which side, once that is known.
    pub seats: BTreeMap<String, Entrant>,
    /// What is taken from a side's score.
    pub handicap: Option<Handicap>,
    /// How the seats were decided.
    pub how: String,
    /// The match and the hash of its first entry, once it has begun.
    pub begun: Option<(String, Digest)>,
    /// The result that counts, and the entry in which it stands.
    pub result: Option<(u64, Outcome)>,
}

/// A ballot that somebody promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// What it is.
    pub what: BallotKind,
    /// Who.
    pub by: Entrant,
    /// The hash of the file.
    pub sha256: Digest,
}

impl Board {
    /// A board as it was paired, and when that was.
    pub fn new(paired: &PairedBoard, at: &str) -> Board {
        Board {
            number: paired.board,
            first: paired.first.clone(),
            second: paired.second.clone(),
            promised: Vec::new(),
            bids: None,
            bidding: paired.begins.as_ref().map(|begins| Bidding::begun(paired, begins, at)),
            seats: BTreeMap::new(),
            handicap: None,
            how: String::new(),
            begun: None,
            result: None,
        }
    }

    /// Both who sit at it.
    pub fn both(&self) -> [&Entrant; 2] {
        [&self.first, &self.second]
    }

    /// Whether somebody sits at it.
    pub fn has(&self, entrant: &Entrant) -> bool {
        self.both().contains(&entrant)
    }

    /// The other who sits at it.
    pub fn other(&self, entrant: &Entrant) -> Option<&Entrant> {
        match self.both() {
            [first, second] if first == entrant => Some(second),
            [first, second] if second == entrant => Some(first),
            _ => None,
        }
    }

    /// For whom its open bidding waits, and until when, in words: `1/2 anna until 2027-03-03T12:00:00Z`.
    pub fn waits_for_bid(&self, round: u32, sides: &Sides) -> Option<String> {
        let bidding = self.bidding.as_ref().filter(|_| self.result.is_none())?;
        let (who, until) = (bidding.turn()?, bidding.until(sides)?);
        Some(format!("{round}/{} {who} until {until}", self.number))
    }

    /// Takes a promise; a newer one of the same person and kind takes the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub(super) fn promise(&mut self, what: BallotKind, by: &Entrant, sha256: Digest) -> Result<(), String> {
        if what == BallotKind::Bid && !self.has(by) {
            return Err(format!("{} does not sit at board {}", quote(by.word()), self.number));
        }
        if what == BallotKind::Bid && self.bidding.is_some() {
            return Err(format!("at board {} they bid in the open, and seal nothing", self.number));
        }
        if what == BallotKind::Bid && (self.bids.is_some() || !self.seats.is_empty()) {
            return Err(format!("the bids of board {} are open already", self.number));
        }
        self.promised.retain(|it| (it.what, &it.by) != (what, by));
        self.promised.push(Promise { what, by: by.clone(), sha256 });
        Ok(())
    }

    /// Opens what was promised, and nothing else.
    ///
    /// # Errors
    /// A file that nobody promised, or that is another.
    pub(super) fn open(&mut self, what: BallotKind, files: &BTreeMap<Entrant, String>) -> Result<(), String> {
        let due: Vec<&Promise> = self.promised.iter().filter(|it| it.what == what).collect();
        for promise in &due {
            match files.get(&promise.by) {
                Some(file) if Digest::of(file.as_bytes()) == promise.sha256 => {}
                Some(_) => {
                    return Err(format!("the file of {} is not the promised one", quote(promise.by.word())));
                }
                // A file that never came is no bid; that it was promised stands in the book for everybody to
                // see.
                None => {}
            }
        }
        if let Some(stranger) = files.keys().find(|by| due.iter().all(|it| it.by != **by)) {
            return Err(format!("{} promised nothing", quote(stranger.word())));
        }
        if what == BallotKind::Bid {
            self.bids = Some(files.clone());
        }
        Ok(())
    }

    /// Takes who has which side.
    ///
    /// # Errors
    /// If they are not both who sit at the board, or the match has begun.
    pub(super) fn seat(
        &mut self,
        seats: &BTreeMap<String, Entrant>,
        handicap: Option<&Handicap>,
        how: &str,
    ) -> Result<(), String> {
        if self.begun.is_some() {
            return Err(format!("the match of board {} has begun", self.number));
        }
        if self.bidding.as_ref().is_some_and(|bidding| bidding.turn().is_some()) {
            return Err(format!("the bidding at board {} is not over", self.number));
        }
        let mut seated: Vec<&Entrant> = seats.values().collect();
        seated.sort_unstable();
        let mut both = self.both();
        both.sort_unstable();
        if seated != both {
            return Err(format!("the seats of board {} are not its two players'", self.number));
        }
        if let Some(handicap) = handicap
            && (!seats.contains_key(&handicap.side) || handicap.halves < 1 || handicap.void)
        {
            return Err("its handicap is none".to_owned());
        }
        self.seats.clone_from(seats);
        self.handicap = handicap.cloned();
        how.clone_into(&mut self.how);
        Ok(())
    }

    /// Takes that its match has begun.
    ///
    /// # Errors
    /// If it has begun already, or nobody knows who has which side.
    pub(super) fn begin(&mut self, match_id: &str, genesis: Digest) -> Result<(), String> {
        if let Some((other, _)) = &self.begun {
            return Err(format!("the match of board {} is {} already", self.number, quote(other)));
        }
        if self.seats.is_empty() {
            return Err(format!("nobody knows yet who has which side at board {}", self.number));
        }
        if self.result.is_some() {
            return Err(format!("board {} has a result already", self.number));
        }
        self.begun = Some((match_id.to_owned(), genesis));
        Ok(())
    }
}
