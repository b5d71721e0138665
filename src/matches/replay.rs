//! From the journal to where the match stands.
//!
//! The story that the journal keeps is applied as it was told; the rules run only once, from the last settled position,
//! to find the questions that are open. Whether the story is true is for the audit to say.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::effective::{Step, effective};
use super::header::{self, Standing};
use super::record::{self, Committed, Defaulted, Opened, Revealed, Superseded, Withdrawn};
use super::{MatchFault, Missing, Settings};
use crate::adjudicator::{Adjudicator, Void};
use crate::clock::Clock;
use crate::dice::Seed;
use crate::digest::{Digest, Salt};
use crate::journal::{Entry, Kind};
use crate::orders::OrdersDraft;
use crate::party::Party;
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use crate::seal::exchange::{Gathering, Trust};
use crate::side::Side;
use crate::table::Waiting;

/// What a party reads of an undo stands where the key of a question would.
pub const UNDONE: &str = "all orders since";

/// One exchange, as far as it went.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Its number, never used twice in a match.
    pub number: u32,
    /// What was asked of whom, and by when.
    pub opened: Opened,
    /// Who committed to what and revealed it.
    pub gathering: Gathering,
    /// Answers for parties that sent none, or not all.
    pub defaults: BTreeMap<Party, String>,
    /// When the newest commitment or answer by policy was written down.
    pub promised: Option<String>,
    /// When what counts as a party's orders last changed.
    pub changed: BTreeMap<Party, String>,
    /// How many clock events there were at its opening: extensions among them are of other exchanges.
    pub(super) events: usize,
    /// True if a ruling closed it: what it gathered was written for another position and counts for nothing.
    pub set_aside: bool,
}

/// Where a match stands.
pub struct Game {
    /// The match as its rules see it.
    pub rules: Box<dyn Adjudicator>,
    /// What was fixed at the beginning.
    pub settings: Settings,
    /// The hash of the first entry.
    pub genesis: Digest,
    /// The umpire's seed, if this reader has it.
    pub seed: Option<Seed>,
    /// Early orders that came to nothing in what was told last.
    pub voids: Vec<Void>,
    /// What waits for an answer.
    pub waiting: Vec<Waiting>,
    /// Exchanges in effect, the open one last.
    pub exchanges: Vec<Exchange>,
    /// The number of the newest exchange, superseded ones included.
    pub newest: u32,
    /// True if the last exchange is open.
    pub open: bool,
    /// True when the match is over and its entry written.
    pub ended: bool,
    /// True when the seed was opened.
    pub disclosed: bool,
    /// The clock, in a match with a schedule.
    pub(super) calendar: Option<Clock>,
    /// The hash of the settled position, as the story tells it.
    pub(super) settled_hash: Option<Digest>,
    /// Exchanges up to this one were settled before the step that is being played.
    pub(super) settled: u32,
    /// Accepted files as they were read, by exchange, party, and whether the party wrote it itself.
    pub(super) drafts: RefCell<BTreeMap<(u32, Party, bool), Arc<OrdersDraft>>>,
}

impl Game {
    /// Rebuilds a match. `seed` is the umpire's secret; without it only a disclosed match can go on.
    ///
    /// # Errors
    /// An entry that makes no sense where it stands, by number.
    pub fn replay(
        rules: Box<dyn Adjudicator>,
        entries: &[Entry],
        seed: Option<Seed>,
    ) -> Result<Game, MatchFault> {
        let first = entries.first().ok_or_else(|| MatchFault::Io("the journal is empty".into()))?;
        let settings: Settings = record::body(first)?;
        let calendar = settings.schedule.clone().map(Clock::new);
        let mut game = Game {
            rules,
            settings,
            genesis: first.hash(),
            seed,
            voids: Vec::new(),
            waiting: Vec::new(),
            exchanges: Vec::new(),
            newest: 0,
            open: false,
            ended: false,
            disclosed: false,
            calendar,
            settled_hash: None,
            settled: 0,
            drafts: RefCell::default(),
        };
        for step in effective(entries)? {
            match step {
                Step::Counts(entry) => game.take(entry)?,
                Step::Stands(entry) => game.note_event(entry).map(drop)?,
            }
        }
        let opened = entries.iter().filter(|entry| entry.header().kind == Kind::Opened);
        game.newest = opened.filter_map(|entry| entry.header().exchange).max().unwrap_or(0);
        game.tell_undo(entries)?;
        Ok(game)
    }

    /// All parties read why their orders came to nothing, until something new is told.
    fn tell_undo(&mut self, entries: &[Entry]) -> Result<(), MatchFault> {
        let told =
            |entry: &&Entry| matches!(entry.header().kind, Kind::Resolved | Kind::Ruling | Kind::Superseded);
        let Some(last) = entries.iter().rev().find(told).filter(|it| it.header().kind == Kind::Superseded)
        else {
            return Ok(());
        };
        let Superseded { back_to, reason } = record::body(last)?;
        let why = format!("the umpire took the match back to exchange {back_to}: {reason}");
        let void = |party: &Party| Void { party: *party, key: UNDONE.to_owned(), why: why.clone() };
        self.voids.extend(self.parties().iter().map(void));
        Ok(())
    }

    /// Takes one entry, in order.
    pub(crate) fn take(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let fault = |what: String| MatchFault::Proof { entry: Some(number), what };
        if let Some(what) = self.misfit(entry) {
            return Err(fault(what));
        }
        let trust = self.settings.trust;
        match entry.header().kind {
            Kind::Genesis => {}
            Kind::Opened => {
                let opened: Opened = record::body(entry)?;
                let at =
                    entry.header().exchange.ok_or_else(|| fault("it does not name an exchange".into()))?;
                if let Some(what) = self.opened_amiss(&opened, at, &entry.header().time)? {
                    return Err(fault(what));
                }
                let gathering = Gathering::new(at, opened.sealing.clone(), self.settings.trust);
                let defaults = BTreeMap::new();
                self.exchanges.push(Exchange {
                    number: at,
                    opened,
                    gathering,
                    defaults,
                    promised: None,
                    changed: BTreeMap::new(),
                    events: self.events(),
                    set_aside: false,
                });
                self.newest = self.newest.max(at);
                self.open = true;
            }
            Kind::Commitment => {
                let body: Committed = record::body(entry)?;
                let party = entry.header().party.ok_or_else(|| fault("it does not name a side".into()))?;
                let promise = Commitment::from(body.commitment);
                let exchange = self.open_exchange().map_err(|it| fault(it.to_string()))?;
                exchange.gathering.commit(party, promise).map_err(|it| fault(it.to_string()))?;
                if trust == Trust::CommitReveal {
                    exchange.changed.insert(party, entry.header().time.clone());
                }
                exchange.promised = Some(entry.header().time.clone());
            }
            Kind::Withdrawal => {
                record::body::<Withdrawn>(entry).map(drop)?;
                let party = entry.header().party.ok_or_else(|| fault("it does not name a side".into()))?;
                let exchange = self.open_exchange().map_err(|it| fault(it.to_string()))?;
                exchange.gathering.withdraw(party).map_err(|it| fault(it.to_string()))?;
            }
            Kind::Reveal => {
                let body: Revealed = record::body(entry)?;
                let sealed = Sealed::parse(body.file.as_bytes()).map_err(|it| fault(it.to_string()))?;
                let exchange = self.open_exchange().map_err(|it| fault(it.to_string()))?;
                let whose = (sealed.header().exchange, sealed.header().party, true);
                if entry.header().party != Some(whose.1) {
                    return Err(fault(format!("its file is from the {}", whose.1)));
                }
                exchange.gathering.reveal(sealed).map_err(|it| fault(it.to_string()))?;
                // What was promised is fixed; opening it changes nothing.
                if trust == Trust::Umpire {
                    exchange.changed.insert(whose.1, entry.header().time.clone());
                }
                self.drafts.borrow_mut().remove(&whose);
            }
            Kind::Default => {
                let body: Defaulted = record::body(entry)?;
                let party = entry.header().party.ok_or_else(|| fault("it does not name a side".into()))?;
                let exchange = self.open_exchange().map_err(|it| fault(it.to_string()))?;
                if exchange.gathering.asked().contains(&party) {
                    exchange.gathering.excuse(party).map_err(|it| fault(it.to_string()))?;
                }
                exchange.defaults.insert(party, body.orders);
                let whose = (exchange.number, party, false);
                // Any other policy answers because nothing came.
                if body.policy == Missing::Umpire {
                    exchange.changed.entry(party).or_insert_with(|| entry.header().time.clone());
                }
                exchange.promised = Some(entry.header().time.clone());
                self.drafts.borrow_mut().remove(&whose);
            }
            Kind::Clock => {
                let body = self.note_event(entry)?;
                self.take_fixed(body).map_err(fault)?;
            }
            Kind::Resolved => {
                self.open = false;
                self.hear(entry)?;
            }
            Kind::Ruling => {
                if let Ok(exchange) = self.open_exchange() {
                    exchange.set_aside = true;
                }
                self.open = false;
                self.hear(entry)?;
            }
            Kind::Superseded | Kind::Witness => {}
            Kind::Disclosed => {
                let body: record::Disclosed = record::body(entry)?;
                let seed = Seed::parse(&body.seed).map_err(|it| fault(it.to_string()))?;
                if seed.commitment() != self.settings.seed_commitment {
                    return Err(fault("the seed is not the one committed to in the genesis".into()));
                }
                self.seed = Some(seed);
                self.disclosed = true;
            }
            Kind::Ended => self.ended = true,
        }
        Ok(())
    }

    /// The exchange that is open.
    ///
    /// # Errors
    /// If none is.
    pub fn open_exchange(&mut self) -> Result<&mut Exchange, MatchFault> {
        match (self.open, self.exchanges.last_mut()) {
            (true, Some(exchange)) => Ok(exchange),
            _ => Err(MatchFault::no(
                "no exchange is open",
                "run `sealord status` to see where the match stands",
            )),
        }
    }

    /// What the header of the next entry says that it cannot, if it does.
    pub(crate) fn misfit(&self, entry: &Entry) -> Option<String> {
        let standing = Standing {
            open: self.exchanges.last().filter(|_| self.open).map(|exchange| exchange.number),
            newest: self.exchanges.last().map_or(0, |exchange| exchange.number),
            untold: self.rules.is_untold(),
            parties: self.parties(),
        };
        header::misfit(entry.header(), &standing)
    }

    /// Takes an entry that tells a story.
    fn hear(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let fault = |what| MatchFault::Proof { entry: Some(entry.header().number), what };
        let told = self.rules.take(entry).map_err(fault)?;
        if told.settled {
            self.settled = self.exchanges.last().map_or(0, |exchange| exchange.number);
        }
        self.settled_hash = Some(told.position);
        self.voids = told.voids;
        Ok(())
    }

    /// The number of the newest exchange in effect; 0 before the first.
    pub fn exchange(&self) -> u32 {
        self.exchanges.last().map_or(0, |exchange| exchange.number)
    }

    /// The exchange that is open, if one is.
    pub fn open_now(&self) -> Option<&Exchange> {
        self.exchanges.last().filter(|_| self.open)
    }

    /// Who fights, in the system's order.
    pub fn sides(&self) -> &'static [Side] {
        self.rules.about().sides
    }

    /// Who is asked, in the system's order.
    pub fn parties(&self) -> &'static [Party] {
        self.rules.about().parties
    }

    /// How many exchanges in effect were closed and resolved; one that a ruling set aside was not.
    pub fn resolved(&self) -> u32 {
        self.closed().iter().filter(|exchange| !exchange.set_aside).count() as u32
    }

    /// Runs the rules to find what is being asked. Does nothing when the match is over.
    ///
    /// # Errors
    /// If the rules tell something else than the journal.
    pub fn ask(&mut self) -> Result<(), MatchFault> {
        if self.rules.is_over() || self.seed.is_none() {
            return Ok(());
        }
        self.waiting = self.rules.waiting(self.book(false)?, &self.keys())?;
        Ok(())
    }

    /// Commitments of exchanges that are closed, to recognise a file that is sent again.
    pub fn used(&self) -> Vec<(u32, Party, Commitment)> {
        let of = |exchange: &Exchange| {
            let number = exchange.number;
            let parties = exchange.gathering.asked().into_iter();
            let used =
                parties.filter_map(|party| Some((number, party, exchange.gathering.committed(party)?)));
            used.collect::<Vec<_>>()
        };
        self.closed().iter().flat_map(of).collect()
    }
}

/// The salts of the parties that revealed.
pub(crate) fn salts(exchange: &Exchange) -> Vec<(Party, Salt)> {
    let parties = exchange.gathering.asked().into_iter();
    let salt =
        |party| exchange.gathering.revealed(party).map(|sealed: &Sealed| (party, sealed.header().salt));
    parties.filter_map(salt).collect()
}
