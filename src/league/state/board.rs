//! A board: who sits where, what is played, how it ended.

use std::collections::BTreeMap;

use engine::digest::Digest;
use engine::problem::quote;
use tournament::Entrant;

use crate::book::Outcome;
use crate::book::fact::{BallotKind, Handicap, PairedBoard};

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
    /// Who has which side, once that is known.
    pub seats: BTreeMap<String, Entrant>,
    /// What is taken from a side's score.
    pub handicap: Option<Handicap>,
    /// How the seats were decided.
    pub how: String,
    /// The match and the hash of its first entry, once it has begun.
    pub begun: Option<(String, Digest)>,
    /// Where the organiser let its match go on after somebody ran out of time.
    pub gone_on: Vec<GoneOn>,
    /// The result that counts, and the entry in which it stands.
    pub result: Option<(u64, Outcome)>,
}

/// That a match goes on in which somebody ran out of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoneOn {
    /// The entry in which it stands.
    pub entry: u64,
    /// When it was written.
    pub at: String,
    /// The sides that ran out.
    pub sides: Vec<String>,
    /// The exchange of the match after which nothing was left.
    pub exchange: u32,
    /// The reason.
    pub why: String,
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
    /// A board as it was paired.
    pub fn new(paired: &PairedBoard) -> Board {
        Board {
            number: paired.board,
            first: paired.first.clone(),
            second: paired.second.clone(),
            promised: Vec::new(),
            bids: None,
            seats: BTreeMap::new(),
            handicap: None,
            how: String::new(),
            begun: None,
            gone_on: Vec::new(),
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

    /// Takes a promise; a newer one of the same person and kind takes the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub(super) fn promise(&mut self, what: BallotKind, by: &Entrant, sha256: Digest) -> Result<(), String> {
        if what == BallotKind::Bid && !self.has(by) {
            return Err(format!("{} does not sit at board {}", quote(by.word()), self.number));
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

    /// Takes that its match goes on although sides ran out of time.
    ///
    /// # Errors
    /// If it is not under way, or the sides are not its own, or have gone on already.
    pub(super) fn go_on(&mut self, it: GoneOn) -> Result<(), String> {
        if self.begun.is_none() || self.result.is_some() {
            return Err(format!("the match of board {} is not under way", self.number));
        }
        if it.why.trim().is_empty() {
            return Err("it has no reason".to_owned());
        }
        let is_sorted = it.sides.windows(2).all(|pair| pair[0] != pair[1]);
        if it.sides.is_empty() || !is_sorted || !it.sides.iter().all(|side| self.seats.contains_key(side)) {
            return Err(format!("{} are not sides of board {}", quote(&it.sides.join(", ")), self.number));
        }
        if let Some(side) = it.sides.iter().find(|side| self.gone_on.iter().any(|it| it.sides.contains(side)))
        {
            return Err(format!(
                "the match of board {} goes on without the clock of the {side} already",
                self.number
            ));
        }
        self.gone_on.push(it);
        Ok(())
    }
}
