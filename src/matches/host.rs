//! The umpire's hand: begins a match, receives files, resolves exchanges, rules, and takes back.
//!
//! Every call either appends to the journal or leaves the match as it was. What a crash cuts short is completed by the
//! next call, for the journal says how far things went.

use super::folder::MatchDir;
use super::opening::{instant, later};
use super::record::{
    self, Committed, Defaulted, Disclosed, Ended, Resolved, Revealed, Ruling, Superseded, value,
};
use super::replay::{Game, read_orders};
use super::{MatchFault, Settings};
use crate::dice::Seed;
use crate::digest::{Digest, Salt};
use crate::doctrine::compile::compile;
use crate::driver::advance;
use crate::journal::{Head, Journal, Kind};
use crate::orders::{check, parse};
use crate::problem::{Class, Problem, Problems};
use crate::seal::commitment::Commitment;
use crate::seal::exchange::{ExchangeFault, Trust};
use crate::seal::reveal::{RevealContext, RevealFault, verify};
use crate::seal::{SealHeader, Sealed};
use crate::side::Side;
use crate::system::System;
use crate::view::Packet;

/// A match open for the umpire's hand.
pub struct Host<S: System> {
    /// Where the match stands.
    pub game: Game<S>,
    journal: Journal,
    now: String,
}

/// What the umpire's tool answers to a file.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Receipt {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The exchange.
    pub exchange: u32,
    /// Who sent it.
    pub side: Side,
    /// The SHA-256 of the sealed file.
    pub commitment: Commitment,
    /// True if this very file was held already.
    pub again: bool,
    /// The orders as they were understood, as YAML; nothing for a bare commitment.
    pub understood: Option<String>,
    /// Open questions that the file does not answer; doctrine or silence will.
    pub left_open: Vec<String>,
    /// True if the side is closed.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// The newest journal entry.
    pub entry: u64,
    /// Its hash.
    pub head: Digest,
}

impl<S: System> Host<S> {
    /// Begins a match in an empty folder. `now` is the time in UTC, as RFC 3339.
    ///
    /// # Errors
    /// If the folder holds a match, or cannot be written.
    pub fn create(
        dir: &MatchDir,
        system: S,
        settings: Settings,
        seed: Seed,
        now: &str,
    ) -> Result<Host<S>, MatchFault> {
        if let Some(hours) = settings.deadline_hours {
            later(now, hours)?;
        }
        let mut journal = Journal::create(dir.root())?;
        dir.keep_seed(&seed)?;
        let salt = body_salt(&seed, 1);
        journal.append(Kind::Genesis, None, None, now, value(&settings)?, salt)?;
        let game = Game::replay(system, journal.entries(), Some(seed))?;
        let mut host = Host { game, journal, now: now.to_owned() };
        host.settle()?;
        Ok(host)
    }

    /// Opens a match to go on with it.
    ///
    /// # Errors
    /// If its journal fails a check, another process holds it, or the seed is missing.
    pub fn open(
        dir: &MatchDir,
        system: impl FnOnce(&Settings) -> Result<S, MatchFault>,
        now: &str,
    ) -> Result<Host<S>, MatchFault> {
        let journal = Journal::open(dir.root())?;
        let first = journal.entries().first().ok_or_else(|| MatchFault::Io("the journal is empty".into()))?;
        let settings: Settings = record::body(first)?;
        let seed = dir.seed()?;
        let seed = seed.ok_or_else(|| {
            MatchFault::Io("this folder has no secret/seed: only its umpire can go on".into())
        })?;
        if seed.commitment() != settings.seed_commitment {
            return Err(MatchFault::Proof {
                entry: Some(1),
                what: "secret/seed is not the seed committed to".into(),
            });
        }
        let mut game = Game::replay(system(&settings)?, journal.entries(), Some(seed))?;
        game.ask()?;
        let mut host = Host { game, journal, now: now.to_owned() };
        host.settle()?;
        Ok(host)
    }

    /// What was set right when the journal was opened.
    pub fn notices(&self) -> &[String] {
        self.journal.notices()
    }

    /// The newest entry.
    ///
    /// # Errors
    /// Never, once a match has begun.
    pub fn head(&self) -> Result<Head, MatchFault> {
        self.journal.head().ok_or_else(|| MatchFault::Bug("a match without entries".into()))
    }

    /// All that a side may know now.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn packet(&self, side: Side) -> Result<Packet, MatchFault> {
        self.game.packet(side, self.head()?)
    }

    /// Brings the journal to rest: the story told up to the next question, and that question open, or the match over.
    fn settle(&mut self) -> Result<(), MatchFault> {
        if self.game.latest.is_empty() {
            let resolved = self.play_on(false)?;
            self.append(Kind::Resolved, Some(0), None, value(&resolved)?)?;
        }
        if self.game.checkpoint.over {
            return self.end();
        }
        if !self.game.open {
            self.game.ask()?;
            let opened = self.game.opening(&self.now)?;
            let exchange = self.game.newest + 1;
            self.append(Kind::Opened, Some(exchange), None, value(&opened)?)?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), MatchFault> {
        if !self.game.disclosed {
            let seed = self.game.seed.as_ref().ok_or_else(|| MatchFault::Bug("no seed".into()))?.to_hex();
            self.append(Kind::Disclosed, None, None, value(&Disclosed { seed: seed.to_string() })?)?;
        }
        if !self.game.ended {
            let position = record::position::<S>(&self.game.checkpoint.state)?;
            self.append(Kind::Ended, None, None, value(&Ended { position })?)?;
        }
        Ok(())
    }

    fn append(
        &mut self,
        kind: Kind,
        exchange: Option<u32>,
        side: Option<Side>,
        body: serde_json::Value,
    ) -> Result<(), MatchFault> {
        let number = self.journal.entries().len() as u64 + 1;
        let seed = self.game.seed.as_ref().ok_or_else(|| MatchFault::Bug("no seed".into()))?;
        let salt = body_salt(seed, number);
        let entry = self.journal.append(kind, exchange, side, &self.now, body, salt)?.clone();
        self.game.take(&entry)
    }

    /// Runs the rules with what is known, the open exchange included if `closing`.
    fn play_on(&mut self, closing: bool) -> Result<Resolved<S::Event>, MatchFault> {
        let book = self.game.book(closing)?;
        let keys = if closing { self.game.keys_closing() } else { self.game.keys() };
        let progress = advance(&self.game.system, &self.game.checkpoint, &book, &keys)?;
        let resolved = Resolved::of(&progress)?;
        self.game.waiting = progress.waiting;
        Ok(resolved)
    }

    /// Takes a bare commitment, before the file.
    ///
    /// # Errors
    /// If the side is not asked, or reveals have begun.
    pub fn commit(&mut self, side: Side, commitment: Commitment) -> Result<Receipt, MatchFault> {
        let mut trial = self.game.open_exchange()?.gathering.clone();
        let outcome = trial.commit(side, commitment).map_err(exchange_fault)?;
        let again = outcome == crate::seal::exchange::CommitOutcome::AlreadyHeld;
        if !again {
            self.promise(side, commitment)?;
        }
        self.receipt(side, commitment, again, None)
    }

    fn promise(&mut self, side: Side, commitment: Commitment) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?.number;
        let body = value(&Committed { commitment: commitment.digest() })?;
        self.append(Kind::Commitment, Some(exchange), Some(side), body)
    }

    /// Receives a file: sealed orders, or plain orders that are sealed here on the side's behalf.
    ///
    /// `from` is the side that sends it, where that is known from elsewhere; plain orders may name it themselves. `salt`
    /// seals plain orders.
    ///
    /// # Errors
    /// Whatever is wrong with the file; the match is as it was.
    pub fn receive(
        &mut self,
        name: &str,
        bytes: &[u8],
        from: Option<Side>,
        salt: Salt,
    ) -> Result<Receipt, MatchFault> {
        let exchange = self.game.open_exchange()?.number;
        let sealed = self.sealed(name, bytes, from, salt, exchange)?;
        let side = sealed.header().side;
        let understood = self.understand(name, &sealed)?;
        let mut trial = self.game.open_exchange()?.gathering.clone();
        let commitment = sealed.commitment();
        let held = trial.revealed(side).is_some_and(|held| held.commitment() == commitment);
        if held {
            return self.receipt(side, commitment, true, Some(understood));
        }
        let mut promise = false;
        if self.game.settings.trust == Trust::Umpire {
            let outcome = trial.commit(side, commitment).map_err(exchange_fault)?;
            promise = outcome != crate::seal::exchange::CommitOutcome::AlreadyHeld;
        }
        trial.reveal(sealed.clone()).map_err(exchange_fault)?;
        if promise {
            self.promise(side, commitment)?;
        }
        let file = String::from_utf8(sealed.bytes().to_vec());
        let file = file.map_err(|_| MatchFault::Bug("checked orders are not UTF-8".into()))?;
        self.append(Kind::Reveal, Some(exchange), Some(side), value(&Revealed { file })?)?;
        self.receipt(side, commitment, false, Some(understood))
    }

    /// Opens a sealed file against what it must be meant for, or seals plain orders.
    fn sealed(
        &mut self,
        name: &str,
        bytes: &[u8],
        from: Option<Side>,
        salt: Salt,
        exchange: u32,
    ) -> Result<Sealed, MatchFault> {
        let settings = &self.game.settings;
        if bytes.starts_with(b"sealord sealed") {
            let context = RevealContext {
                match_id: settings.match_id.clone(),
                genesis: self.game.genesis,
                exchange,
                side: from,
            };
            return verify(bytes, None, &context, &self.game.used()).map_err(|fault| reveal_fault(&fault));
        }
        if settings.trust == Trust::CommitReveal {
            return Err(MatchFault::no(
                "this match takes sealed files only",
                "seal the orders with `sealord seal`, send the commitment, and reveal when all are in",
            ));
        }
        let side = match from {
            Some(side) => side,
            None => self.named_side(name, bytes)?,
        };
        let header = SealHeader {
            match_id: settings.match_id.clone(),
            genesis: self.game.genesis,
            exchange,
            side,
            salt,
        };
        Sealed::make(header, bytes).map_err(|fault| MatchFault::no(fault.to_string(), fault.mend()))
    }

    /// The side that plain orders name.
    fn named_side(&self, name: &str, bytes: &[u8]) -> Result<Side, MatchFault> {
        let source = || String::from_utf8_lossy(bytes).into_owned();
        let draft =
            parse(name, bytes).map_err(|problems| MatchFault::Refused { problems, source: source() })?;
        let word = draft.side.ok_or_else(|| {
            MatchFault::no(
                "the orders name no side",
                "write `side: axis` or `side: allies` on top, or say --side",
            )
        })?;
        let playing = Side::parse(&word.text).filter(|side| self.game.system.sides().contains(side));
        playing.ok_or_else(|| {
            let what = format!("{} is no side of this match", crate::problem::quote(&word.text));
            let problem = Problem::new(Class::Malformed, "unknown-side", what).at(word.spot.in_file(name));
            MatchFault::refused(problem.mending("write `axis` or `allies`"), &source())
        })
    }

    /// Checks the orders in a sealed file, exactly as the player's own tool does.
    fn understand(&self, name: &str, sealed: &Sealed) -> Result<(String, check::Understood), MatchFault> {
        let packet = self.packet(sealed.header().side)?;
        let understood = check_orders(&self.game.system, &packet, name, sealed.open())?;
        let mut text = String::new();
        for (key, picks) in &understood.answers {
            if let Some(question) = packet.question(key) {
                crate::orders::form::write_answer(&mut text, question, picks);
            }
        }
        Ok((text, understood))
    }

    fn receipt(
        &self,
        side: Side,
        commitment: Commitment,
        again: bool,
        understood: Option<(String, check::Understood)>,
    ) -> Result<Receipt, MatchFault> {
        let head = self.head()?;
        let (text, left_open, is_final) = match understood {
            Some((text, it)) => (Some(text), it.left_open, it.is_final),
            None => (None, Vec::new(), false),
        };
        Ok(Receipt {
            match_id: self.game.settings.match_id.clone(),
            exchange: self.game.exchanges.last().map_or(0, |exchange| exchange.number),
            side,
            commitment,
            again,
            understood: text,
            left_open,
            is_final,
            entry: head.number,
            head: head.hash,
        })
    }

    /// Why the open exchange cannot be closed yet, if it cannot: who is waited for, in words.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn waits_for(&self) -> Result<Option<String>, MatchFault> {
        let Some(exchange) = self.game.exchanges.last().filter(|_| self.game.open) else {
            return Ok(None);
        };
        let missing = exchange.gathering.missing_reveals();
        let past = match &exchange.opened.deadline {
            Some(deadline) => instant(&self.now)? >= instant(deadline)?,
            None => false,
        };
        if past {
            return Ok(None);
        }
        if !missing.is_empty() {
            let names: Vec<&str> = missing.iter().map(|side| side.name()).collect();
            return Ok(Some(format!("orders of {} are missing", crate::problem::list_and(&names))));
        }
        if exchange.opened.deadline.is_some() {
            let mut open = Vec::new();
            for side in exchange.gathering.asked() {
                let sealed = exchange.gathering.revealed(side);
                if let Some(sealed) = sealed
                    && !read_orders(sealed.open())?.is_final
                {
                    open.push(side.name());
                }
            }
            if !open.is_empty() {
                let who = crate::problem::list_and(&open);
                return Ok(Some(format!(
                    "{who} may still change orders until the deadline (no `final: true`)"
                )));
            }
        }
        Ok(None)
    }

    /// Closes the open exchange and resolves it. `now` closes it whoever is missing.
    ///
    /// # Errors
    /// If sides are waited for and the deadline has not passed.
    pub fn resolve(&mut self, now: bool) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?.number;
        if !now && let Some(why) = self.waits_for()? {
            return Err(MatchFault::Waiting(why));
        }
        for side in self.game.open_exchange()?.gathering.asked() {
            let known = self.game.open_exchange()?.defaults.contains_key(&side);
            let Some(orders) = (if known { None } else { self.game.default_for(side)? }) else { continue };
            let policy = self.game.settings.missing;
            self.append(Kind::Default, Some(exchange), Some(side), value(&Defaulted { policy, orders })?)?;
        }
        let resolved = self.play_on(true)?;
        self.append(Kind::Resolved, Some(exchange), None, value(&resolved)?)?;
        self.settle()
    }

    /// Overrides the position, with a reason that both sides read; the open exchange is closed unresolved.
    ///
    /// # Errors
    /// If the change cannot be made.
    pub fn rule(&mut self, reason: &str, change: &str) -> Result<(), MatchFault> {
        if self.game.ended {
            return Err(MatchFault::no("the match is over", "take its end back first with `sealord undo`"));
        }
        let event = self.game.system.ruling(reason, change).map_err(|what| {
            MatchFault::no(
                what,
                "write `unit ID to port ID|zone N|repair N|sunk`, `convoy ID to N|sunk` or `points SIDE N`",
            )
        })?;
        let before = self.game.checkpoint.state.clone();
        let told = self.game.checkpoint.told.clone();
        self.game.override_position(&event);
        let unsound = self.game.system.unsound(&self.game.checkpoint.state);
        let resolved = match unsound {
            Some(what) => Err(MatchFault::no(what, "rule something that the position allows")),
            None => self.play_on(false),
        };
        (self.game.checkpoint.state, self.game.checkpoint.told) = (before, told);
        let body = value(&Ruling { reason: reason.to_owned(), event, resolved: resolved? })?;
        self.append(Kind::Ruling, None, None, body)?;
        self.settle()
    }

    /// Takes the match back to the opening of an exchange; nothing is cut from the journal.
    ///
    /// # Errors
    /// If that exchange is not in effect.
    pub fn undo(
        &mut self,
        back_to: u32,
        reason: &str,
        reload: impl FnOnce(&Settings) -> Result<S, MatchFault>,
    ) -> Result<(), MatchFault> {
        if !self.game.exchanges.iter().any(|exchange| exchange.number == back_to) {
            let known: Vec<String> = self.game.exchanges.iter().map(|it| it.number.to_string()).collect();
            let what = format!("exchange {back_to} is not in effect");
            return Err(MatchFault::no(what, format!("choose one of {}", known.join(", "))));
        }
        let body = value(&Superseded { back_to, reason: reason.to_owned() })?;
        self.append(Kind::Superseded, None, None, body)?;
        let seed = self.game.seed.take();
        self.game = Game::replay(reload(&self.game.settings)?, self.journal.entries(), seed)?;
        self.settle()
    }
}

/// Reads and checks orders for a packet, doctrine included: the one path of `check`, `seal` and `receive`.
///
/// # Errors
/// Every problem of the file.
pub fn check_orders<S: System>(
    system: &S,
    packet: &Packet,
    name: &str,
    orders: &[u8],
) -> Result<check::Understood, MatchFault> {
    let refused = |problems: Problems| {
        let source = String::from_utf8_lossy(orders).into_owned();
        MatchFault::Refused { problems, source }
    };
    let draft = parse(name, orders).map_err(refused)?;
    let mut problems = Problems::new();
    if let Some(doctrine) = &draft.doctrine
        && let Err(found) = compile(system, doctrine)
    {
        problems.extend(found.into_iter().map(|mut problem| {
            problem.place.iter_mut().for_each(|place| place.file = name.to_owned());
            problem
        }));
    }
    match check::file(packet, name, &draft) {
        Ok(understood) if problems.is_empty() => Ok(understood),
        Ok(_) => Err(refused(problems)),
        Err(found) => {
            problems.extend(found);
            problems.sort();
            Err(refused(problems))
        }
    }
}

/// The salt of a journal body: nobody without the seed can guess it, and a re-run makes the same.
fn body_salt(seed: &Seed, number: u64) -> Salt {
    let hex = seed.to_hex();
    let digest = Digest::of_parts(&[b"sealord/journal-salt/v1\0", hex.as_bytes(), &number.to_be_bytes()]);
    Salt::from_bytes(*digest.as_bytes())
}

fn reveal_fault(fault: &RevealFault) -> MatchFault {
    match fault {
        RevealFault::NotCommitted { .. } => MatchFault::Proof { entry: None, what: fault.to_string() },
        _ => MatchFault::no(fault.to_string(), fault.mend()),
    }
}

fn exchange_fault(fault: ExchangeFault) -> MatchFault {
    match &fault {
        ExchangeFault::Reveal(reveal) => reveal_fault(reveal),
        _ => MatchFault::no(fault.to_string(), fault.mend()),
    }
}
