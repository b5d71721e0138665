//! A board: who sits where, what is played, how it ended.

use std::collections::BTreeMap;

use engine::digest::Digest;
use engine::problem::quote;
use tournament::Entrant;

use super::bidding::Bidding;
use super::panel::{Found, Panel};
use crate::ballot::{Ballot, Says};
use crate::book::Outcome;
use crate::book::fact::{BallotKind, Handicap, PairedBoard};
use crate::book::judging::About;
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
    /// Bids that were promised, the newest of each.
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
    /// Statements to a panel that were promised, the newest of each.
    pub stated: Vec<Promise>,
    /// Statements that were opened, byte for byte, by whose they are.
    pub statements: Option<BTreeMap<Entrant, String>>,
    /// The panels that judged it or judge it, the newest last.
    pub panels: Vec<Panel>,
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
            stated: Vec::new(),
            statements: None,
            panels: Vec::new(),
            gone_on: Vec::new(),
            result: None,
        }
    }

    /// Both who sit at it.
    pub fn both(&self) -> [&Entrant; 2] {
        [&self.first, &self.second]
    }

    /// Who plays which side, as results have it.
    pub fn players(&self) -> BTreeMap<String, Vec<Entrant>> {
        self.seats.iter().map(|(side, who)| (side.clone(), vec![who.clone()])).collect()
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

    /// Takes the promise of a bid; a newer one of the same person takes the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub(super) fn promise(&mut self, by: &Entrant, sha256: Digest) -> Result<(), String> {
        if !self.has(by) {
            return Err(format!("{} does not sit at board {}", quote(by.word()), self.number));
        }
        if self.bidding.is_some() {
            return Err(format!("at board {} they bid in the open, and seal nothing", self.number));
        }
        if self.bids.is_some() || !self.seats.is_empty() {
            return Err(format!("the bids of board {} are open already", self.number));
        }
        self.promised.retain(|it| it.by != *by);
        self.promised.push(Promise { what: BallotKind::Bid, by: by.clone(), sha256 });
        Ok(())
    }

    /// Opens the bids that were promised, and nothing else.
    ///
    /// # Errors
    /// A file that nobody promised, or that is another.
    pub(super) fn open(&mut self, files: &BTreeMap<Entrant, String>) -> Result<(), String> {
        let due: Vec<&Promise> = self.promised.iter().collect();
        opened(&due, files)?;
        self.bids = Some(files.clone());
        Ok(())
    }

    /// Takes the promise of a statement; a newer one of the same player takes the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub(super) fn state(&mut self, by: &Entrant, sha256: Digest) -> Result<(), String> {
        if !self.has(by) {
            return Err(format!("{} does not sit at board {}", quote(by.word()), self.number));
        }
        self.takes_statements()?;
        self.stated.retain(|it| it.by != *by);
        self.stated.push(Promise { what: BallotKind::Statement, by: by.clone(), sha256 });
        Ok(())
    }

    /// Opens the statements that were promised, with the panel that reads them.
    ///
    /// # Errors
    /// A file that nobody promised, or that is another; or that there is no panel.
    pub(super) fn open_statements(&mut self, files: &BTreeMap<Entrant, String>) -> Result<(), String> {
        self.panel()?;
        self.takes_statements()?;
        opened(&self.stated.iter().collect::<Vec<_>>(), files)?;
        self.statements = Some(files.clone());
        Ok(())
    }

    fn takes_statements(&self) -> Result<(), String> {
        match (&self.begun, &self.result, &self.statements) {
            (None, ..) => Err(format!("the match of board {} has not begun", self.number)),
            (_, Some((entry, _)), _) => {
                Err(format!("board {} has its result, in entry {entry}", self.number))
            }
            (_, _, Some(_)) => Err(format!("the statements of board {} are open already", self.number)),
            _ => Ok(()),
        }
    }

    /// What its players say to their panel, once that is open: each with his words.
    pub fn said(&self) -> Vec<(&Entrant, String)> {
        let read = |who: &Entrant| match Ballot::read(self.statements.as_ref()?.get(who)?).ok()?.says {
            Says::Statement { words } => Some(words),
            Says::Bid { .. } | Says::Vote { .. } => None,
        };
        self.both().into_iter().filter_map(|who| Some((who, read(who)?))).collect()
    }

    /// The newest panel.
    ///
    /// # Errors
    /// If none was drawn.
    pub fn panel(&self) -> Result<&Panel, String> {
        self.panels.last().ok_or_else(|| self.no_panel())
    }

    pub(super) fn panel_mut(&mut self) -> Result<&mut Panel, String> {
        let none = self.no_panel();
        self.panels.last_mut().ok_or(none)
    }

    fn no_panel(&self) -> String {
        format!("no panel was drawn for board {}", self.number)
    }

    /// What a panel found of the match of this board where it was not over.
    pub fn verdict(&self) -> Option<&Found> {
        self.panels.iter().find(|panel| panel.about == About::Unfinished)?.verdict.as_ref()
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

/// Looks at ballots that are opened. A file that never came is no ballot; that it was promised stands in the
/// book for everybody to see.
///
/// # Errors
/// A file that nobody promised, or that is another.
pub(super) fn opened(due: &[&Promise], files: &BTreeMap<Entrant, String>) -> Result<(), String> {
    for promise in due {
        if let Some(file) = files.get(&promise.by)
            && Digest::of(file.as_bytes()) != promise.sha256
        {
            return Err(format!("the file of {} is not the promised one", quote(promise.by.word())));
        }
    }
    match files.keys().find(|by| due.iter().all(|it| it.by != **by)) {
        Some(stranger) => Err(format!("{} promised nothing", quote(stranger.word()))),
        None => Ok(()),
    }
}
