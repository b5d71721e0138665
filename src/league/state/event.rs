//! An event: who plays in it, and its rounds.

use std::collections::{BTreeMap, BTreeSet};

use club::signature::Key;
use engine::digest::{Digest, Salt};
use engine::problem::quote;
use jiff::Timestamp;
use tournament::{DrawSeed, Entrant};

use super::board::{Board, GoneOn};
use super::outcome::fits;
use crate::book::Fact;
use crate::book::fact::{BallotKind, BidMove, LayerCost, Pairer};
use crate::settings::{EventSettings, SidesBy};

/// An event that was opened.
#[derive(Clone, Debug)]
pub struct Event {
    /// The entry with which it was opened.
    pub opened: u64,
    /// When that was.
    pub opened_at: String,
    /// What it is played by, to its end.
    pub settings: EventSettings,
    /// The edition of its system.
    pub edition: u32,
    /// The fingerprint of the system's data.
    pub data: String,
    /// The sides of its scenario, the first side first.
    pub sides: [String; 2],
    /// The commitment to the seed of its draw.
    pub draw: Digest,
    /// The seed, once it is disclosed.
    pub disclosed: Option<Salt>,
    /// Who may sign results.
    pub officials: Vec<Key>,
    /// Who plays in it, in order of entry.
    pub entered: Vec<Entered>,
    /// Its rounds, from the first; the last may not be paired yet.
    pub rounds: Vec<Round>,
}

/// Somebody who plays in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Who.
    pub entrant: Entrant,
    /// The first round in which he can play.
    pub from_round: u32,
    /// From which round on he plays no more, and why.
    pub gone: Option<Gone>,
}

/// How somebody went out of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The first round in which he does not play.
    pub from_round: u32,
    /// True if he was dropped, and did not leave of his own will.
    pub dropped: bool,
    /// The reason.
    pub why: String,
}

/// A round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Who plays it, each with his own part of the draw.
    pub confirmed: BTreeMap<Entrant, Option<Salt>>,
    /// Who asked for no match.
    pub byes_asked: BTreeSet<Entrant>,
    /// True once it is paired.
    pub is_paired: bool,
    /// When it was: RFC 3339; empty before.
    pub paired_at: String,
    /// Its boards.
    pub boards: Vec<Board>,
    /// Who has the bye of an odd field, or nobody to meet.
    pub byes: Vec<Entrant>,
    /// Which rules of pairing gave way, and how often.
    pub relaxed: BTreeMap<String, u32>,
    /// What the pairing costs.
    pub cost: Vec<LayerCost>,
    /// Who made the pairing.
    pub by: Option<Pairer>,
    /// True once it is over.
    pub closed: bool,
}

impl Round {
    pub(super) fn new(number: u32) -> Round {
        Round { number, ..Round::default() }
    }

    /// A board by its number.
    ///
    /// # Errors
    /// If there is none.
    pub fn board(&self, number: u32) -> Result<&Board, String> {
        self.boards.iter().find(|board| board.number == number).ok_or_else(|| self.no_board(number))
    }

    pub(super) fn board_mut(&mut self, number: u32) -> Result<&mut Board, String> {
        let none = self.no_board(number);
        self.boards.iter_mut().find(|board| board.number == number).ok_or(none)
    }

    fn no_board(&self, number: u32) -> String {
        match self.boards.len() {
            0 => format!("round {} is not paired yet", self.number),
            boards => format!("round {} has boards 1 to {boards}, and no board {number}", self.number),
        }
    }

    /// The boards at which somebody sits: more than one where a pair plays two matches.
    pub fn boards_of<'r>(&'r self, entrant: &'r Entrant) -> impl Iterator<Item = &'r Board> {
        self.boards.iter().filter(move |board| board.has(entrant))
    }
}

impl Event {
    /// An event as it opens.
    pub(super) fn open(
        (opened, opened_at): (u64, &str),
        settings: &EventSettings,
        (edition, data): (u32, &str),
        sides: [String; 2],
        draw: Digest,
        officials: &[Key],
    ) -> Event {
        Event {
            opened,
            opened_at: opened_at.to_owned(),
            settings: settings.clone(),
            edition,
            data: data.to_owned(),
            sides,
            draw,
            disclosed: None,
            officials: officials.to_vec(),
            entered: Vec::new(),
            rounds: vec![Round::new(1)],
        }
    }

    /// Its sides as words.
    pub fn sides(&self) -> [&str; 2] {
        [&self.sides[0], &self.sides[1]]
    }

    /// The round that is not over yet, from 1; after the last, nothing.
    pub fn current(&self) -> Option<&Round> {
        self.rounds.iter().find(|round| !round.closed)
    }

    /// The newest round that is paired.
    pub fn newest_paired(&self) -> Option<&Round> {
        self.rounds.iter().rfind(|round| round.is_paired)
    }

    /// The round that is paired next, and can be confirmed.
    pub fn next_unpaired(&self) -> Option<&Round> {
        self.rounds.iter().find(|round| !round.is_paired)
    }

    /// Who can play a round, and has neither confirmed it nor asked for a bye.
    pub fn silent<'e>(&'e self, round: &'e Round) -> impl Iterator<Item = &'e Entrant> {
        let is_silent = |it: &&Entrant| !round.confirmed.contains_key(*it) && !round.byes_asked.contains(*it);
        self.playing(round.number).filter(is_silent)
    }

    /// A round by its number.
    ///
    /// # Errors
    /// If it has not begun.
    pub fn round(&self, number: u32) -> Result<&Round, String> {
        self.rounds.iter().find(|round| round.number == number).ok_or_else(|| self.no_round(number))
    }

    /// Until when sealed bids can come in a round; nothing if it is not paired, or sides come in another way.
    pub fn sealed_until(&self, round: &Round) -> Option<Timestamp> {
        let sides = &self.settings.sides;
        let paired: Timestamp = round.paired_at.parse().ok()?;
        (sides.by == SidesBy::SealedBid).then(|| sides.within.since(paired))
    }

    pub(super) fn round_mut(&mut self, number: u32) -> Result<&mut Round, String> {
        let none = self.no_round(number);
        self.rounds.iter_mut().find(|round| round.number == number).ok_or(none)
    }

    fn no_round(&self, number: u32) -> String {
        match self.current() {
            Some(round) => format!("round {number} is not open; round {} is", round.number),
            None => format!("there is no round {number}: the event is over"),
        }
    }

    /// True once its last round is closed.
    pub fn is_over(&self) -> bool {
        self.current().is_none()
    }

    /// Somebody who plays in it, or played.
    pub fn entered(&self, entrant: &Entrant) -> Option<&Entered> {
        self.entered.iter().find(|entered| entered.entrant == *entrant)
    }

    /// Who can be paired in a round: entered in time, not gone.
    pub fn playing(&self, round: u32) -> impl Iterator<Item = &Entrant> {
        let plays = move |it: &&Entered| {
            it.from_round <= round && it.gone.as_ref().is_none_or(|gone| gone.from_round > round)
        };
        self.entered.iter().filter(plays).map(|it| &it.entrant)
    }

    /// Who is to be paired in a round: who can be, has confirmed, and asked for no bye; in order of entry.
    pub fn active(&self, round: &Round) -> Vec<Entrant> {
        let plays = |it: &&Entrant| round.confirmed.contains_key(*it) && !round.byes_asked.contains(*it);
        self.playing(round.number).filter(plays).cloned().collect()
    }

    /// Takes a fact about it. `entry`, round and time are those of its entry; the genesis of the book and the
    /// event's word are needed for what was signed.
    pub(super) fn take(
        &mut self,
        (entry, number, time): (u64, u32, &str),
        fact: &Fact,
        (genesis, word): (Digest, &str),
    ) -> Result<(), String> {
        match fact {
            Fact::DrawDisclosed { seed, .. } => self.disclose(*seed),
            Fact::Entered { entrant, from_round, .. } => self.enter(entrant, *from_round),
            Fact::Confirmed { entrant, salt, .. } => self.confirm(number, entrant, *salt),
            Fact::ByeAsked { entrant, .. } => self.ask_for_bye(number, entrant),
            Fact::Left { entrant, why, .. } => {
                self.go(entrant, number, false, why.as_deref().unwrap_or_default())
            }
            Fact::Dropped { entrant, why, .. } => self.go(entrant, number, true, why),
            Fact::Paired { boards, byes, relaxed, cost, by, .. } => {
                self.pair((number, time), (boards, byes))?;
                let round = self.round_mut(number)?;
                (round.relaxed, round.cost, round.by) = (relaxed.clone(), cost.clone(), Some(*by));
                time.clone_into(&mut round.paired_at);
                Ok(())
            }
            Fact::Ballot { board, what: BallotKind::Bid, by, sha256, .. } => {
                self.open_round(number)?.board_mut(*board)?.promise(by, *sha256)
            }
            Fact::Opened { board, what, files, .. } => {
                self.ballots_fit(number, *board, *what, files, (genesis, word))?;
                match what {
                    BallotKind::Bid => self.open_round(number)?.board_mut(*board)?.open(files),
                    BallotKind::Vote | BallotKind::Statement => self.judge(entry, number, time, fact),
                }
            }
            Fact::Ballot { what: BallotKind::Vote | BallotKind::Statement, .. }
            | Fact::Panel { .. }
            | Fact::Declined { .. }
            | Fact::Verdict { .. } => self.judge(entry, number, time, fact),
            Fact::OpenBid { board, by, does, .. } => self.answer((entry, number, time), *board, (by, does)),
            Fact::Seats { board, seats, handicap, how, .. } => {
                self.open_round(number)?.board_mut(*board)?.seat(seats, handicap.as_ref(), how)
            }
            Fact::Begun { board, match_id, genesis, .. } => {
                self.open_round(number)?.board_mut(*board)?.begin(match_id, *genesis)
            }
            Fact::GoneOn { .. } => self.go_on(entry, number, time, fact),
            Fact::Result { result } => self.end(entry, number, result),
            Fact::Corrected { entry: before, result, .. } => self.correct(entry, number, *before, result),
            Fact::RoundClosed { .. } => self.close(number),
            Fact::Ratings { .. }
            | Fact::Entrant { .. }
            | Fact::Renamed { .. }
            | Fact::Case { .. }
            | Fact::Witnessed { .. }
            | Fact::Event { .. } => Err(format!("it is no fact of an event, at {time}")),
        }
    }

    /// The match of a board goes on although somebody ran out of time.
    fn go_on(&mut self, entry: u64, number: u32, time: &str, fact: &Fact) -> Result<(), String> {
        let Fact::GoneOn { board, sides, after, why, .. } = fact else { return Ok(()) };
        if self.settings.clock.is_none() {
            return Err("nobody can run out of time: the event has no clocks".to_owned());
        }
        let (at, sides, why) = (time.to_owned(), sides.clone(), why.clone());
        let it = GoneOn { entry, at, sides, exchange: *after, why };
        self.open_round(number)?.board_mut(*board)?.go_on(it)
    }

    /// A round that is paired and not over.
    fn open_round(&mut self, number: u32) -> Result<&mut Round, String> {
        let round = self.round_mut(number)?;
        match (round.is_paired, round.closed) {
            (true, false) => Ok(round),
            (false, _) => Err(format!("round {number} is not paired yet")),
            (true, true) => Err(format!("round {number} is closed")),
        }
    }

    /// A round that is not paired, for somebody who can play it.
    fn unpaired(&mut self, number: u32, entrant: &Entrant) -> Result<&mut Round, String> {
        if !self.playing(number).any(|it| it == entrant) {
            return Err(match self.entered(entrant) {
                None => format!("{} has not entered", quote(entrant.word())),
                Some(it) if it.gone.is_some() => {
                    format!("{} plays no more in this event", quote(entrant.word()))
                }
                Some(it) => format!("{} plays from round {} on", quote(entrant.word()), it.from_round),
            });
        }
        let round = self.round_mut(number)?;
        if round.is_paired { Err(format!("round {number} is paired already")) } else { Ok(round) }
    }

    fn confirm(&mut self, number: u32, entrant: &Entrant, salt: Option<Salt>) -> Result<(), String> {
        let round = self.unpaired(number, entrant)?;
        round.byes_asked.remove(entrant);
        round.confirmed.insert(entrant.clone(), salt);
        Ok(())
    }

    fn ask_for_bye(&mut self, number: u32, entrant: &Entrant) -> Result<(), String> {
        let round = self.unpaired(number, entrant)?;
        round.confirmed.remove(entrant);
        round.byes_asked.insert(entrant.clone());
        Ok(())
    }

    fn disclose(&mut self, seed: Salt) -> Result<(), String> {
        if commitment(&seed) != self.draw {
            return Err("the seed of the draw is not the one that was committed to".to_owned());
        }
        if self.disclosed.is_some() {
            return Err("the seed of the draw is disclosed already".to_owned());
        }
        if !self.rounds.iter().any(|round| round.number == self.settings.rounds && round.is_paired) {
            return Err("the seed of the draw is disclosed before the last round is paired".to_owned());
        }
        self.disclosed = Some(seed);
        Ok(())
    }

    fn enter(&mut self, entrant: &Entrant, from_round: u32) -> Result<(), String> {
        let next = self.next_unpaired().map(|round| round.number);
        match (self.entered(entrant), next) {
            (Some(it), _) if it.gone.is_none() => {
                Err(format!("{} has entered already", quote(entrant.word())))
            }
            (Some(_), _) => Err(format!("{} has left this event for good", quote(entrant.word()))),
            (None, None) => Err("the last round is paired".to_owned()),
            (None, Some(next)) if from_round != next => {
                Err(format!("{} can enter from round {next} on", quote(entrant.word())))
            }
            (None, Some(_)) => {
                self.entered.push(Entered { entrant: entrant.clone(), from_round, gone: None });
                Ok(())
            }
        }
    }

    fn go(&mut self, entrant: &Entrant, from_round: u32, dropped: bool, why: &str) -> Result<(), String> {
        let next = self.next_unpaired().map(|round| round.number);
        let next = next.unwrap_or(self.settings.rounds + 1);
        if from_round != next {
            return Err(format!("who goes now goes from round {next} on"));
        }
        let entered = self.entered.iter_mut().find(|it| it.entrant == *entrant);
        let entered = entered.ok_or_else(|| format!("{} has not entered", quote(entrant.word())))?;
        if entered.gone.is_some() {
            return Err(format!("{} plays no more in this event already", quote(entrant.word())));
        }
        entered.gone = Some(Gone { from_round, dropped, why: why.to_owned() });
        Ok(())
    }

    fn ballots_fit(
        &self,
        number: u32,
        board: u32,
        what: BallotKind,
        files: &BTreeMap<Entrant, String>,
        (genesis, word): (Digest, &str),
    ) -> Result<(), String> {
        for (by, file) in files {
            crate::ballot::Ballot::read(file)
                .and_then(|ballot| ballot.fits(what, (genesis, word), (number, board), by))
                .map_err(|fault| format!("the ballot of {}: {fault}", quote(by.word())))?;
        }
        Ok(())
    }

    /// Takes an answer in open bidding.
    fn answer(
        &mut self,
        (entry, number, time): (u64, u32, &str),
        board: u32,
        (by, does): (&Entrant, &BidMove),
    ) -> Result<(), String> {
        let (sides, terms) = (self.sides.clone(), self.settings.sides);
        let board = self.open_round(number)?.board_mut(board)?;
        if board.result.is_some() {
            return Err(format!("board {} has a result already", board.number));
        }
        let none = format!("at board {} nobody bids in the open", board.number);
        board.bidding.as_mut().ok_or(none)?.take((entry, time), &sides, &terms, (by, does))
    }

    fn end(&mut self, entry: u64, number: u32, result: &crate::book::Outcome) -> Result<(), String> {
        fits(self, entry, number, result)?;
        let board = self.open_round(number)?.board_mut(result.board)?;
        if let Some((before, _)) = board.result {
            return Err(format!("board {} has its result already, in entry {before}", board.number));
        }
        board.result = Some((entry, result.clone()));
        Ok(())
    }

    fn correct(
        &mut self,
        entry: u64,
        number: u32,
        before: u64,
        result: &crate::book::Outcome,
    ) -> Result<(), String> {
        fits(self, entry, number, result)?;
        let board = self.round_mut(number)?.board_mut(result.board)?;
        match &board.result {
            Some((counts, _)) if *counts == before => {
                board.result = Some((entry, result.clone()));
                Ok(())
            }
            Some((counts, _)) => Err(format!("the result that counts is in entry {counts}, not in {before}")),
            None => Err(format!("board {} has no result yet", board.number)),
        }
    }

    fn close(&mut self, number: u32) -> Result<(), String> {
        let round = self.open_round(number)?;
        if let Some(board) = round.boards.iter().find(|board| board.result.is_none()) {
            return Err(format!("board {} of round {number} has no result yet", board.number));
        }
        round.closed = true;
        Ok(())
    }
}

/// The commitment to the seed of a draw.
pub fn commitment(seed: &Salt) -> Digest {
    DrawSeed::from_bytes(*seed.as_bytes()).commitment()
}
