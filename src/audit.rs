//! AUDIT: re-adjudicates a match from its genesis and names the first entry that fails.
//!
//! Checks hashes and chain, the edition and the data, the seed against its commitment, every reveal against its
//! commitment, every silent party against the policy, every question, every die, every event and every position.
//!
//! Invariant of absence: the audit believes nothing that it can compute.

mod member;
mod noted;
mod packet;
mod past;
mod quoted;
mod receipt;
mod report;

pub use noted::noted;
pub use packet::{Held, packet};
pub use past::{Load, Past};
pub use receipt::{Receipted, head, receipt};
pub use report::{Rendered, report};

use serde::Serialize;

use crate::adjudicator::{Adjudicator, Position};
use crate::dice::Seed;
use crate::digest::Digest;
use crate::journal::{Entry, Head, Kind};
use crate::matches::host::body_salt;
use crate::matches::moment::Moment;
use crate::matches::opening::instant;
use crate::matches::record::{self, Defaulted, Disclosed, Ended, Opened, Revealed, Superseded};
use crate::matches::{Game, MatchFault, Settings};
use crate::orders::book::Answers;
use crate::seal::reveal::{RevealContext, verify};
use crate::table::DiceSource;

/// What an audit found in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// Journal entries, all chained.
    pub entries: u64,
    /// The hash of the last one.
    pub head: Digest,
    /// Exchanges resolved and in effect; those that an undo took back or a ruling set aside are left out.
    pub exchanges: u32,
    /// Rolls recomputed, also of what was taken back.
    pub rolls: usize,
    /// Events told again, also of what was taken back.
    pub events: usize,
    /// Umpire's rulings.
    pub rulings: usize,
    /// Times the match was taken back.
    pub undone: usize,
    /// Files supplied by policy for parties that sent none, or not all.
    pub defaults: usize,
    /// Files taken after the deadline of their exchange, by the umpire's clock.
    pub late: usize,
    /// Files supplied before the deadline for parties that had sent none.
    pub early: usize,
    /// Events that the clock recorded, also those of exchanges taken back.
    #[serde(skip_serializing_if = "is_zero")]
    pub clock: usize,
    /// True if the dice could be checked: the seed is disclosed or known.
    pub dice_checked: bool,
    /// True if the match is over.
    pub over: bool,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn genesis(entries: &[Entry]) -> Result<&Entry, MatchFault> {
    entries.first().ok_or_else(|| proof(1, "the journal is empty"))
}

/// Audits the entries of a journal whose chain holds. `load` gives the rules for a genesis; `seed` is the umpire's
/// secret, if at hand; a disclosed seed is found in the journal.
///
/// # Errors
/// The first entry that fails, and how.
pub fn audit(
    entries: &[Entry],
    seed: Option<Seed>,
    load: impl FnOnce(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>,
) -> Result<Findings, MatchFault> {
    let first = genesis(entries)?;
    let settings: Settings = record::body(first)?;
    let rules = load(&settings)?;
    if rules.about().title.edition != settings.edition {
        let (own, theirs) = (rules.about().title.edition, settings.edition);
        return Err(proof(
            1,
            format!("the match is played by edition {theirs}; this program carries edition {own}"),
        ));
    }
    let seed = disclosed(entries, &settings)?.or(seed);
    if let Some(seed) = &seed
        && seed.commitment() != settings.seed_commitment
    {
        return Err(proof(1, "the seed is not the one committed to"));
    }
    let findings = Findings {
        match_id: settings.match_id.clone(),
        entries: entries.len() as u64,
        head: entries.last().map_or(Digest::ZERO, Entry::hash),
        dice_checked: seed.is_some(),
        ..Findings::default()
    };
    let game = Game::replay(rules, &entries[..1], seed)?;
    let mut auditor = Auditor { game, moments: Vec::new(), findings };
    auditor.salted(first)?;
    for pair in entries.windows(2) {
        let [before, entry] = pair else { continue };
        in_time(before, entry)?;
        auditor.salted(entry)?;
        auditor.entry(entry).map_err(|fault| name(entry, fault))?;
    }
    auditor.findings.exchanges = auditor.game.resolved();
    Ok(auditor.findings)
}

/// The umpire's clock may have stood still, but it never went back.
fn in_time(before: &Entry, entry: &Entry) -> Result<(), MatchFault> {
    let (old, new) = (&before.header().time, &entry.header().time);
    if instant(new)? < instant(old)? {
        return Err(proof(entry.header().number, format!("its time, {new}, lies before {old}")));
    }
    Ok(())
}

/// Puts an entry's number on a failure that has none.
fn name(entry: &Entry, fault: MatchFault) -> MatchFault {
    match fault {
        MatchFault::Proof { entry: Some(number), what } => MatchFault::Proof { entry: Some(number), what },
        MatchFault::Proof { entry: None, what } | MatchFault::Bug(what) => proof(entry.header().number, what),
        other => proof(entry.header().number, other.to_string()),
    }
}

fn proof(entry: u64, what: impl Into<String>) -> MatchFault {
    MatchFault::Proof { entry: Some(entry), what: what.into() }
}

fn disclosed(entries: &[Entry], settings: &Settings) -> Result<Option<Seed>, MatchFault> {
    let Some(entry) = entries.iter().rev().find(|entry| entry.header().kind == Kind::Disclosed) else {
        return Ok(None);
    };
    let body: Disclosed = record::body(entry)?;
    let number = entry.header().number;
    let seed = Seed::parse(&body.seed).map_err(|fault| proof(number, fault.to_string()))?;
    match seed.commitment() == settings.seed_commitment {
        true => Ok(Some(seed)),
        false => Err(proof(number, "the seed is not the one committed to in the genesis")),
    }
}

struct Auditor {
    game: Game,
    moments: Vec<(u32, Moment)>,
    findings: Findings,
}

impl Auditor {
    fn entry(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        if self.game.disclosed && entry.header().kind != Kind::Ended {
            return Err(proof(number, "the match goes on after its dice seed was disclosed"));
        }
        // What was claimed, and the position that the rules lead to, if they could be run.
        let mut told: Option<(Digest, Option<Position>)> = None;
        match entry.header().kind {
            Kind::Genesis => return Err(proof(number, "a second genesis")),
            Kind::Opened => self.opened(entry)?,
            Kind::Resolved => {
                if self.game.open {
                    self.answered_for(number)?;
                }
                told = Some(self.story(entry, self.game.open)?);
            }
            Kind::Ruling => {
                self.findings.rulings += 1;
                told = Some(self.story(entry, false)?);
            }
            Kind::Superseded => return self.superseded(entry),
            Kind::Default => self.default(entry)?,
            Kind::Reveal => self.reveal(entry)?,
            // Whether the clock accepts an event, and whose deadline it tells, shows when it is taken.
            Kind::Clock => self.findings.clock += 1,
            Kind::Commitment | Kind::Withdrawal | Kind::Disclosed => {}
            Kind::Ended => {
                let ended: Ended = record::body(entry)?;
                let rules = &self.game.rules;
                if !rules.is_over() || ended.position != rules.position()? {
                    return Err(proof(number, "the match did not end so"));
                }
                self.findings.over = true;
            }
        }
        self.game.take(entry)?;
        let rules = &self.game.rules;
        let follows = match told {
            None => true,
            Some((_, Some(found))) => rules.stands_at(&found),
            Some((claimed, None)) => claimed == rules.position()?,
        };
        if !follows {
            return Err(proof(number, "its story does not lead to its position"));
        }
        Ok(())
    }

    /// The umpire may not choose the salts of bodies: with a seed at hand, they follow from it.
    fn salted(&self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        match &self.game.seed {
            Some(seed) if entry.salt() != body_salt(seed, number) => {
                Err(proof(number, "the salt of its body is not the one that follows from the seed"))
            }
            _ => Ok(()),
        }
    }

    /// Who sent nothing, or not enough, was promised an answer by the policy or a wait. Without the seed the questions
    /// are not known, so it can only be said who sent no file and has no answer.
    fn answered_for(&mut self, number: u64) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?.clone();
        let mut open = exchange.gathering.asked();
        open.retain(|party| !exchange.defaults.contains_key(party));
        for party in open {
            let owed = match &self.game.seed {
                None => exchange.gathering.revealed(party).is_none(),
                Some(_) => match self.game.default_for(party) {
                    Err(MatchFault::Waiting(_)) => true,
                    orders => orders?.is_some(),
                },
            };
            if owed {
                let policy = self.game.settings.missing.id();
                let what =
                    format!("the {party} left questions open, and no entry answers by the policy `{policy}`");
                return Err(proof(number, what));
            }
        }
        Ok(())
    }

    /// Runs the rules, with the open exchange if it is `closing`, and compares what they tell with the record. Gives the
    /// hash of the position to which the record claims to lead, and the one to which they do; without the seed they
    /// cannot be run.
    fn story(&mut self, entry: &Entry, closing: bool) -> Result<(Digest, Option<Position>), MatchFault> {
        let rules = &self.game.rules;
        let keys = if closing { self.game.keys_closing() } else { self.game.keys() };
        let with: Option<(Answers, &dyn DiceSource)> = match &self.game.seed {
            None => None,
            Some(_) => Some((self.game.book(closing)?, &keys)),
        };
        let compared = rules.compare(entry, with)?;
        self.findings.rolls += compared.rolls;
        self.findings.events += compared.events;
        let found = compared.found.map(|(position, waiting)| {
            self.game.waiting = waiting;
            position
        });
        Ok((compared.claimed, found))
    }

    fn opened(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let opened: Opened = record::body(entry)?;
        let exchange = entry.header().exchange.ok_or_else(|| proof(number, "it names no exchange"))?;
        if exchange != self.game.newest + 1 {
            return Err(proof(number, format!("exchange {exchange} does not follow {}", self.game.newest)));
        }
        if self.game.open {
            return Err(proof(number, format!("exchange {} is still open", self.game.newest)));
        }
        if self.game.seed.is_some() {
            let due = self.game.asked_now();
            if opened.asked != due.asked {
                return Err(proof(number, "it does not ask what the rules ask"));
            }
            let deadline = match self.game.clock() {
                None => self.game.due_at(&entry.header().time)?,
                // Deadlines of a calendar are believed: the rules of time zones change, and what was told stands.
                Some(_) => opened.deadline.clone(),
            };
            if (&opened.sealing, &opened.deadline) != (&due.sealing, &deadline) {
                return Err(proof(
                    number,
                    "its deadline, or who must seal, is not what the match was begun with",
                ));
            }
        }
        self.moments.push((exchange, self.game.moment()));
        Ok(())
    }

    /// A sealed file must be meant for this match and this exchange, by the party that the entry names.
    fn reveal(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let revealed: Revealed = record::body(entry)?;
        let context = RevealContext {
            match_id: self.game.settings.match_id.clone(),
            genesis: self.game.genesis,
            exchange: self.game.open_exchange()?.number,
            party: entry.header().party,
        };
        let earlier = self.game.used();
        let verified = verify(revealed.file.as_bytes(), None, &context, &earlier);
        verified.map(drop).map_err(|fault| proof(number, fault.to_string()))?;
        let own = self.game.settings.umpire_plays.filter(|own| entry.header().party != Some(*own));
        if let Some(own) = own
            && self.game.open_exchange()?.gathering.is_unopened(own)
        {
            let what = format!("it was opened before the {own}, whom the umpire plays, opened theirs");
            return Err(proof(number, what));
        }
        self.findings.late += usize::from(self.game.is_past(&entry.header().time)? == Some(true));
        Ok(())
    }

    /// What a policy answers for a party can be computed, so nobody can put words into a silent party's mouth.
    fn default(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let recorded: Defaulted = record::body(entry)?;
        self.findings.defaults += 1;
        if recorded.policy != self.game.settings.missing {
            return Err(proof(number, "this is not the match's policy for missing orders"));
        }
        let party = entry.header().party.ok_or_else(|| proof(number, "it names no side"))?;
        let umpires_own = self.game.settings.umpire_plays == Some(party);
        let exchange = self.game.open_exchange()?;
        if !exchange.gathering.asked().contains(&party) {
            return Err(proof(number, format!("the {party} owe no orders in exchange {}", exchange.number)));
        }
        if exchange.defaults.contains_key(&party) {
            return Err(proof(number, format!("it answers for the {party} a second time")));
        }
        if umpires_own && exchange.gathering.is_unopened(party) {
            return Err(proof(number, "the umpire plays this side and had committed to a file of his own"));
        }
        let silent = exchange.gathering.revealed(party).is_none();
        let past = self.game.is_past(&entry.header().time)?;
        self.findings.early += usize::from(silent && past == Some(false));
        if self.game.seed.is_none() {
            return Ok(());
        }
        match self.game.default_for(party) {
            // Here the policy asks the umpire, and what he may say is checked as any orders are.
            Err(MatchFault::Waiting(_)) => {
                let head = Head { number: number - 1, hash: entry.header().prev };
                let answer =
                    self.game.umpires_answer(party, "the umpire's orders", recorded.orders.as_bytes(), head);
                answer.map(drop)
            }
            found => match found? {
                Some(orders) if orders == recorded.orders => Ok(()),
                _ => Err(proof(number, "the policy for missing orders gives other orders")),
            },
        }
    }

    fn superseded(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        if let Some(what) = self.game.misfit(entry) {
            return Err(proof(number, what));
        }
        let back: Superseded = record::body(entry)?;
        let at = self.moments.iter().position(|(exchange, _)| *exchange == back.back_to);
        let at = at.ok_or_else(|| proof(number, format!("exchange {} is not in effect", back.back_to)))?;
        let (_, moment) = self.moments.swap_remove(at);
        self.moments.truncate(at);
        self.game.go_back(moment)?;
        self.game.ask()?;
        self.findings.undone += 1;
        self.findings.over = false;
        Ok(())
    }
}
