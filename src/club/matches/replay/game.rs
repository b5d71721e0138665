//! From the journal to where the match stands.
//!
//! The story that the journal keeps is applied as it was recorded; the rules run only once, from the last
//! settled position, to find the questions that are open. Whether the story is true is for the audit to say.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::exchange::Exchange;
use super::sent::SentIndex;
use crate::clock::Clock;
use crate::matches::entries::{
    OF_A_CLUB, Opened, Settings, Standing, Step, Superseded, header, in_effect, instant, record,
};
use crate::matches::fault::MatchFault;
use crate::seal::Sealed;
use crate::seal::commitment::Commitment;
use engine::adjudicator::{Adjudicator, Since, Void};
use engine::dice::Seed;
use engine::digest::{Digest, Salt};
use engine::draft::OrdersDraft;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::side::Side;
use engine::table::Waiting;

/// What a party reads of an undo stands where the key of a question would.
pub const UNDONE: &str = "all orders since";

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
    /// Early orders that came to nothing in the part of the story that was recorded last.
    pub voids: Vec<Void>,
    /// What waits for an answer.
    pub waiting: Vec<Waiting>,
    /// Exchanges in effect, the open one last.
    pub exchanges: Vec<Exchange>,
    /// The number of the newest exchange, superseded ones included.
    pub newest: u32,
    /// True if the last exchange is open.
    pub open: bool,
    /// How the match ended, if all agreed on it before its rules ended it.
    pub agreed: Option<record::Agreed>,
    /// The exchange that was open then: it is never resolved.
    pub unresolved: Option<u32>,
    /// True when the match is over and its entry written.
    pub ended: bool,
    /// True when the seed was opened.
    pub disclosed: bool,
    /// The clock, in a match with a schedule.
    pub(in crate::matches) calendar: Option<Clock>,
    /// The hash of the settled position, as the story gives it.
    pub(in crate::matches) settled_hash: Option<Digest>,
    /// Exchanges up to this one were settled before the step that is being played.
    pub(in crate::matches) settled: u32,
    /// Accepted files as they were read.
    pub(in crate::matches) drafts: RefCell<BTreeMap<Whose, Kept>>,
    /// Which of them brought what stands on.
    pub(in crate::matches) sent: RefCell<BTreeMap<Party, SentIndex>>,
}

/// An accepted file as it was read.
pub(in crate::matches) struct Kept {
    /// The digest of what was read.
    pub(in crate::matches) of: Digest,
    /// Whether its exchange is known to be closed since: then no other file takes its place any more. An undo
    /// does not change that, as a match uses no number of an exchange twice.
    pub(in crate::matches) closed: bool,
    pub(in crate::matches) draft: Arc<OrdersDraft>,
}

/// Where an accepted file stands: exchange, party, and whether the party wrote it itself.
pub(in crate::matches) type Whose = (u32, Party, bool);

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
        Game::tour(rules, entries, seed, |_, _| Ok(()))
    }

    /// Rebuilds a match with a stop wherever a part of the story is complete: `stop` gets the entries of that
    /// part, more than one where a table declared something and nobody was asked before, and the match as it
    /// then stood.
    ///
    /// # Errors
    /// As [`Game::replay`], and what `stop` gives.
    pub fn tour(
        rules: Box<dyn Adjudicator>,
        entries: &[Entry],
        seed: Option<Seed>,
        stop: impl FnMut(&Game, &[&Entry]) -> Result<(), MatchFault>,
    ) -> Result<Game, MatchFault> {
        Game::retrace(rules, entries, seed, |_, _| Ok(()), stop)
    }

    /// The same with a look at each entry of the story before it is taken: `before` gets the match as it
    /// stood, and the entry.
    ///
    /// # Errors
    /// As [`Game::replay`], and those of `before` and `stop`.
    pub fn retrace(
        rules: Box<dyn Adjudicator>,
        entries: &[Entry],
        seed: Option<Seed>,
        mut before: impl FnMut(&Game, &Entry) -> Result<(), MatchFault>,
        mut stop: impl FnMut(&Game, &[&Entry]) -> Result<(), MatchFault>,
    ) -> Result<Game, MatchFault> {
        let mut game = Game::begun(rules, entries, seed)?;
        let mut told: Vec<&Entry> = Vec::new();
        for step in in_effect(entries)? {
            match step {
                Step::Counts(entry) => {
                    if !told.is_empty() && game.since(entry) == Since::Entry {
                        stop(&game, &std::mem::take(&mut told))?;
                    }
                    let tells =
                        matches!(entry.header().kind, Kind::Resolved | Kind::Ruling | Kind::Declaration);
                    if tells {
                        before(&game, entry)?;
                    }
                    game.take(entry)?;
                    if tells {
                        told.push(entry);
                    }
                }
                Step::Stands(entry) => game.note_event(entry).map(drop)?,
            }
        }
        if !told.is_empty() {
            stop(&game, &told)?;
        }
        let opened = entries.iter().filter(|entry| entry.header().kind == Kind::Opened);
        game.newest = opened.filter_map(|entry| entry.header().exchange).max().unwrap_or(0);
        game.tell_undo(entries)?;
        Ok(game)
    }

    /// A match of which no entry is taken yet.
    fn begun(rules: Box<dyn Adjudicator>, entries: &[Entry], seed: Option<Seed>) -> Result<Game, MatchFault> {
        let first = entries.first().ok_or_else(|| MatchFault::Io("the journal is empty".into()))?;
        let settings: Settings = record::body(first)?;
        // What was recorded of a match without a schedule makes one of its hours, also what was taken back
        // since.
        let is_moved = entries.iter().any(|entry| entry.header().kind == Kind::Clock);
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
            agreed: None,
            unresolved: None,
            ended: false,
            disclosed: false,
            calendar,
            settled_hash: None,
            settled: 0,
            drafts: RefCell::default(),
            sent: RefCell::default(),
        };
        if is_moved && game.calendar.is_none() {
            game.calendar = Some(Clock::new(game.first_schedule()));
        }
        Ok(game)
    }

    /// All parties read why their orders came to nothing, until there is something new.
    fn tell_undo(&mut self, entries: &[Entry]) -> Result<(), MatchFault> {
        let told = |entry: &&Entry| {
            matches!(
                entry.header().kind,
                Kind::Resolved | Kind::Ruling | Kind::Declaration | Kind::Superseded
            )
        };
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
                let mut exchange = Exchange::opened(at, opened, self.settings.trust, self.events());
                exchange.since = Some(instant(&entry.header().time)?);
                self.exchanges.push(exchange);
                self.newest = self.newest.max(at);
                self.open = true;
            }
            Kind::Commitment | Kind::Withdrawal | Kind::Reveal | Kind::Default => {
                let exchange = self.open_exchange().map_err(|it| fault(it.to_string()))?;
                exchange.gather(entry, trust)?;
            }
            Kind::Clock => {
                let body = self.note_event(entry)?;
                self.take_fixed(body).map_err(fault)?;
            }
            Kind::Resolved => self.hear(entry)?,
            Kind::Ruling | Kind::Declaration => {
                if let Ok(exchange) = self.open_exchange() {
                    exchange.set_aside = true;
                }
                self.hear(entry)?;
            }
            Kind::Superseded | Kind::Witness | Kind::Note => {}
            Kind::Agreed => self.agree(entry)?,
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
            Kind::Club => return Err(fault(OF_A_CLUB.to_owned())),
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

    /// Where the part of the story begins that an entry records: where no exchange is open, nobody was asked
    /// about the part before.
    fn since(&self, entry: &Entry) -> Since {
        match entry.header().kind {
            Kind::Ruling | Kind::Declaration if !self.open => Since::Before,
            _ => Since::Entry,
        }
    }

    /// Takes an entry that records a part of the story; no exchange is open then.
    fn hear(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let since = self.since(entry);
        self.open = false;
        let fault = |what| MatchFault::Proof { entry: Some(entry.header().number), what };
        let told = self.rules.take(entry, since).map_err(fault)?;
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

    /// How many exchanges in effect were closed and resolved; one that a ruling set aside was not. One that
    /// was open when the match ended early counts, too: results and proofs have always said so.
    pub fn resolved(&self) -> u32 {
        self.closed().iter().filter(|exchange| !exchange.set_aside).count() as u32
    }

    /// Runs the rules to find what is being asked. Does nothing when the match is over.
    ///
    /// # Errors
    /// If the rules give something else than the journal.
    pub fn ask(&mut self) -> Result<(), MatchFault> {
        if self.is_over() || self.seed.is_none() {
            return Ok(());
        }
        self.waiting = self.rules.waiting(self.book(false)?, &self.keys())?;
        Ok(())
    }

    /// Who committed to a file in exchanges that are closed, to recognise one that is sent again.
    pub fn used(&self, promise: &Commitment) -> Vec<(u32, Party, Commitment)> {
        let of = |exchange: &Exchange| {
            let who = exchange.submissions.who_promised(promise)?;
            Some((exchange.number, who, *promise))
        };
        self.closed().iter().filter_map(of).collect()
    }
}

/// The salts of the parties that revealed.
pub(crate) fn salts(exchange: &Exchange) -> Vec<(Party, Salt)> {
    let parties = exchange.submissions.asked().into_iter();
    let salt =
        |party| exchange.submissions.revealed(party).map(|sealed: &Sealed| (party, sealed.header().salt));
    parties.filter_map(salt).collect()
}
