//! AUDIT: re-adjudicates a match from its genesis and names the first entry that fails.
//!
//! Checks hashes and chain, the edition and the data, the seed against its commitment, every reveal against
//! its commitment, every silent party against the policy, every question, every die, every event and every
//! position.
//!
//! Invariant of absence: the audit believes nothing that it can compute.

mod agreed;
mod ahead;
#[cfg(feature = "signatures")]
mod cosigned;
mod findings;
mod gathered;
mod member;
mod noted;
/// What staff officers handed in.
mod officers;
mod packet;
mod past;
mod protested;
mod receipt;
mod remark;
mod report;
mod signed;

use ahead::foresee;
#[cfg(feature = "signatures")]
pub use cosigned::{Checked, SignedBy, checkpoint};
pub use findings::Findings;
pub use noted::noted;
pub use packet::{Agreement, Held, packet};
pub use past::{Load, Past, Shown};
pub use receipt::{Receipted, commitments, head, receipt};
pub use remark::{Matter, Remark};
pub use report::{Rendered, report};
pub use signed::Countersign;

use std::collections::{BTreeMap, BTreeSet};

use crate::journal::{Flaw, Snapshot};
use crate::matches::Moment;
use crate::matches::instant;
use crate::matches::note::Note;
use crate::matches::record::{self, Clocked, Disclosed, Ended, Opened, Superseded};
use crate::matches::{Docket, Game, MatchFault, Settings};
use crate::matches::{OF_A_CLUB, body_salt};
use engine::adjudicator::{Adjudicator, Compared, Position};
use engine::dice::Seed;
use engine::digest::Digest;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::table::DiceSource;
use engine::table::book::Answers;

fn genesis(entries: &[Entry]) -> Result<&Entry, MatchFault> {
    entries.first().ok_or_else(|| proof(1, "the journal is empty"))
}

/// Audits the entries of a journal whose chain holds. `load` gives the rules for a genesis; `seed` is the
/// umpire's secret, if at hand; a disclosed seed is found in the journal.
///
/// # Errors
/// The first entry that fails, and how.
pub fn audit(
    entries: &[Entry],
    seed: Option<Seed>,
    load: impl FnOnce(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>,
) -> Result<Findings, MatchFault> {
    audit_by(Pace::Once, entries, seed, load)
}

/// How often a step of the sequence is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Once, with all answers that its journal has for it; and as [`Pace::Again`] where that does not show
    /// that all is in order.
    Once,
    /// Again for every exchange in it, with no more answers than there were then, as the match was played.
    Again,
}

/// The same at one of two paces, which always find the same.
///
/// # Errors
/// As [`audit`].
pub fn audit_by(
    pace: Pace,
    entries: &[Entry],
    seed: Option<Seed>,
    load: impl FnOnce(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>,
) -> Result<Findings, MatchFault> {
    let first = genesis(entries)?;
    let settings: Settings = record::exact(first)?;
    let rules = load(&settings)?;
    if rules.about().title.edition != settings.edition {
        let (own, theirs) = (rules.about().title.edition, settings.edition);
        return Err(proof(
            1,
            format!("the match is played by edition {theirs}; this program carries edition {own}"),
        ));
    }
    audited(pace, entries, seed, &settings, rules)
}

/// The same under rules that may be of another edition than those by which the match was played: whether it
/// would have come to the same under them, in every event.
///
/// # Errors
/// The first entry that says otherwise than these rules, or that fails, and how.
pub fn audit_under(
    entries: &[Entry],
    seed: Option<Seed>,
    rules: Box<dyn Adjudicator>,
) -> Result<Findings, MatchFault> {
    audited(Pace::Once, entries, seed, &record::exact(genesis(entries)?)?, rules)
}

fn audited(
    pace: Pace,
    entries: &[Entry],
    seed: Option<Seed>,
    settings: &Settings,
    mut rules: Box<dyn Adjudicator>,
) -> Result<Findings, MatchFault> {
    let first = genesis(entries)?;
    rules.keep_latest();
    let seed = disclosed(entries, settings)?.or(seed);
    is_committed_to(seed.as_ref(), settings)?;
    let findings = Findings {
        match_id: settings.match_id.clone(),
        practice_seed: settings.practice_seed,
        entries: entries.len() as u64,
        head: entries.last().map_or(Digest::ZERO, Entry::hash),
        dice_checked: seed.is_some(),
        ..Findings::default()
    };
    let game = Game::replay(rules, &entries[..1], seed)?;
    let returns = returns(entries);
    let mut auditor = Auditor {
        game,
        moments: Vec::new(),
        returns,
        promised: BTreeMap::new(),
        seen: signed::Seen::default(),
        ballots: Vec::new(),
        docket: Docket::default(),
        findings,
    };
    auditor.salted(first)?;
    for (at, pair) in entries.windows(2).enumerate() {
        let [before, entry] = pair else { continue };
        in_time(before, entry)?;
        auditor.salted(entry)?;
        let rest = (pace == Pace::Once).then(|| &entries[at + 2..]);
        let entered = auditor.entry(entry, rest).map_err(|fault| name(entry, fault));
        entered.map_err(|fault| gathered::promised_for_another(entry, &entries[..=at]).unwrap_or(fault))?;
        auditor.countersigned(entry, entries)?;
        auditor.vote(entry, entries)?;
    }
    auditor.findings.exchanges = auditor.game.resolved();
    Ok(auditor.findings)
}

/// The seed, and the practice seed that the settings name, are those that the first entry commits to.
fn is_committed_to(seed: Option<&Seed>, settings: &Settings) -> Result<(), MatchFault> {
    if let Some(seed) = seed
        && seed.commitment() != settings.seed_commitment
    {
        return Err(proof(1, "the seed is not the one committed to"));
    }
    if let Some(number) = settings.practice_seed
        && Seed::practice(number).commitment() != settings.seed_commitment
    {
        return Err(proof(1, format!("the seed committed to is not the practice seed of {number}")));
    }
    Ok(())
}

/// Checks that the files of a journal are as this program leaves them, to the last byte.
///
/// # Errors
/// The first of them that is not, and how: an end that is no whole entry, or a `head.json` in another
/// spelling.
pub fn files(found: &Snapshot) -> Result<(), MatchFault> {
    match found.flaws.first() {
        None => Ok(()),
        Some(Flaw { entry, what }) => Err(MatchFault::Proof { entry: *entry, what: what.clone() }),
    }
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

/// A ruling or declaration gives its reason twice: for the journal, and in the event that the parties read.
fn reason_agrees(entry: &Entry) -> Result<(), MatchFault> {
    let body = entry.body();
    match body["reason"] == body["event"]["reason"] {
        true => Ok(()),
        false => Err(proof(entry.header().number, "its reason is not the one that its event gives")),
    }
}

/// The seed that the end of a match discloses, if it does: the one that was committed to at its beginning.
pub(crate) fn disclosed(entries: &[Entry], settings: &Settings) -> Result<Option<Seed>, MatchFault> {
    let Some(entry) = entries.iter().rev().find(|entry| entry.header().kind == Kind::Disclosed) else {
        return Ok(None);
    };
    let body: Disclosed = record::body(entry)?;
    let number = entry.header().number;
    let seed = Seed::parse(&body.seed).map_err(|fault| proof(number, fault.to_string()))?;
    if seed.to_hex() != body.seed {
        return Err(proof(
            number,
            "the seed is not written as the umpire's program writes it, in small letters",
        ));
    }
    match seed.commitment() == settings.seed_commitment {
        true => Ok(Some(seed)),
        false => Err(proof(number, "the seed is not the one committed to in the genesis")),
    }
}

/// The exchanges to which the match is taken back somewhere; whether that can be is not looked at.
fn returns(entries: &[Entry]) -> BTreeSet<u32> {
    let undone = entries.iter().filter(|entry| entry.header().kind == Kind::Superseded);
    undone.filter_map(|entry| Some(record::body::<Superseded>(entry).ok()?.back_to)).collect()
}

struct Auditor {
    game: Game,
    /// The match before each exchange to which it is taken back somewhere.
    moments: Vec<(u32, Moment)>,
    returns: BTreeSet<u32>,
    /// The entry of each party's newest commitment for the open exchange.
    promised: BTreeMap<Party, u64>,
    /// Signatures so far.
    seen: signed::Seen,
    /// Votes so far.
    ballots: Vec<Note>,
    /// Protests so far.
    docket: Docket,
    findings: Findings,
}

impl Auditor {
    /// Checks an entry. `rest` are those that follow, if they may be looked at.
    fn entry(&mut self, entry: &Entry, rest: Option<&[Entry]>) -> Result<(), MatchFault> {
        let number = entry.header().number;
        if let Some(what) = self.out_of_place(entry.header().kind) {
            return Err(proof(number, what));
        }
        // What was claimed, and the position that the rules lead to, if they could be run.
        let mut told: Option<(Digest, Option<Position>)> = None;
        match entry.header().kind {
            Kind::Genesis => return Err(proof(number, "a second genesis")),
            Kind::Club => return Err(proof(number, OF_A_CLUB)),
            Kind::Opened => self.opened(entry)?,
            Kind::Resolved => {
                if self.game.open {
                    self.answered_for(number)?;
                    self.closed(entry)?;
                }
                told = Some(self.story(entry, self.game.open, rest)?);
            }
            kind @ (Kind::Ruling | Kind::Declaration) => {
                self.intervened(entry, kind)?;
                told = Some(self.story(entry, false, None)?);
            }
            Kind::Superseded => return self.superseded(entry),
            Kind::Default => self.default(entry)?,
            Kind::Reveal => self.reveal(entry)?,
            // Whether the clock accepts an event, and whose deadline it tells, shows when it is taken.
            Kind::Clock => {
                self.findings.clock += 1;
                record::exact::<Clocked>(entry).map(drop)?;
            }
            // It is looked at beside the entries before it.
            Kind::Witness => {}
            Kind::Note => self.note(entry)?,
            Kind::Agreed => self.agreed(entry)?,
            Kind::Commitment => self.commitment(entry)?,
            Kind::Withdrawal => self.withdrawal(entry)?,
            Kind::Disclosed => record::exact::<Disclosed>(entry).map(drop)?,
            Kind::Ended => {
                let ended: Ended = record::exact(entry)?;
                if !self.game.is_over() || ended.position != self.game.rules.position()? {
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

    /// The umpire rules, or the table declares.
    fn intervened(&mut self, entry: &Entry, kind: Kind) -> Result<(), MatchFault> {
        let counted = match kind {
            Kind::Ruling => &mut self.findings.rulings,
            _ => &mut self.findings.declarations,
        };
        *counted += 1;
        reason_agrees(entry)?;
        if let Some(open) = self.game.open_now().map(|exchange| exchange.number) {
            self.taken_back(entry, open);
        }
        Ok(())
    }

    fn note(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let note: Note = record::exact(entry)?;
        if let Some(what) = note.amiss(self.game.parties()) {
            return Err(proof(entry.header().number, what));
        }
        self.protested(entry, &note)?;
        self.ballots.extend(note.ballot.is_some().then_some(note));
        Ok(())
    }

    /// What is wrong with an entry of a kind, where the match stands, if something is: at its end the seed is
    /// disclosed, then the match has ended, and nothing follows.
    fn out_of_place(&self, kind: Kind) -> Option<&'static str> {
        let (over, disclosed, ended) = (self.game.is_over(), self.game.disclosed, self.game.ended);
        match kind {
            // The last entries of a match are those that are most worth countersigning.
            Kind::Witness => None,
            // People say goodbye after the end.
            Kind::Note => None,
            _ if ended => Some("the match goes on after its end"),
            Kind::Disclosed if !over => Some("it discloses the dice seed before the match is over"),
            Kind::Disclosed if !disclosed => None,
            Kind::Ended if over && !disclosed => Some("the match ended, but its dice seed was not disclosed"),
            Kind::Ended => None,
            _ if disclosed => Some("the match goes on after its dice seed was disclosed"),
            _ if over => Some("the match goes on though it is over"),
            Kind::Agreed if !self.game.open => Some("it ends the match while no exchange is open"),
            _ => None,
        }
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

    /// Who sent nothing, or not enough, was promised an answer by the policy or a wait. Without the seed the
    /// questions are not known, so it can only be said who sent no file and has no answer.
    fn answered_for(&mut self, number: u64) -> Result<(), MatchFault> {
        let exchange = self.game.open_exchange()?.clone();
        let mut open = exchange.submissions.asked();
        open.retain(|party| !exchange.defaults.contains_key(party));
        for party in open {
            let owed = match &self.game.seed {
                None => exchange.submissions.revealed(party).is_none(),
                Some(_) => match self.game.default_for(party) {
                    Err(MatchFault::Waiting(_)) => true,
                    orders => orders?.is_some(),
                },
            };
            if owed {
                let policy = self.game.policy_now().id();
                let what =
                    format!("the {party} left questions open, and no entry answers by the policy `{policy}`");
                return Err(proof(number, what));
            }
        }
        Ok(())
    }

    /// Runs the rules, with the open exchange if it is `closing`, and compares what they record with the
    /// record. Gives the hash of the position to which the record claims to lead, and the one to which they
    /// do; without the seed they cannot be run.
    fn story(
        &mut self,
        entry: &Entry,
        closing: bool,
        rest: Option<&[Entry]>,
    ) -> Result<(Digest, Option<Position>), MatchFault> {
        let followed = rest.filter(|_| self.game.seed.is_some()).and_then(|rest| {
            self.game.rules.follow(entry, self.game.exchange(), &|| foresee(&self.game, rest))
        });
        let compared = match followed {
            Some(compared) => compared,
            None => self.played(entry, closing)?,
        };
        self.findings.rolls += compared.rolls;
        self.findings.events += compared.events;
        let found = compared.found.map(|(position, waiting)| {
            self.game.waiting = waiting;
            position
        });
        Ok((compared.claimed, found))
    }

    /// Plays what an entry records with no more answers than there were, and compares.
    fn played(&self, entry: &Entry, closing: bool) -> Result<Compared, MatchFault> {
        let keys = if closing { self.game.keys_closing() } else { self.game.keys() };
        let with: Option<(Answers, &dyn DiceSource)> = match &self.game.seed {
            None => None,
            Some(_) => Some((self.game.book(closing)?, &keys)),
        };
        Ok(self.game.rules.compare(entry, with)?)
    }

    fn opened(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        let opened: Opened = record::exact(entry)?;
        let exchange = entry.header().exchange.ok_or_else(|| proof(number, "it names no exchange"))?;
        if exchange != self.game.newest + 1 {
            return Err(proof(number, format!("exchange {exchange} does not follow {}", self.game.newest)));
        }
        if self.game.open {
            return Err(proof(number, format!("exchange {} is still open", self.game.newest)));
        }
        if self.game.seed.is_some() {
            if self.game.waiting.is_empty() {
                return Err(proof(number, "it asks, but the match waits for nobody's orders"));
            }
            let due = self.game.asked_now();
            if opened.asked != due.asked {
                return Err(proof(number, "it does not ask what the rules ask"));
            }
            let deadline = match self.game.clock() {
                None => self.game.due_at(&entry.header().time)?,
                // Deadlines of a calendar are believed: the rules of time zones change, and what was told
                // stands.
                Some(_) => opened.deadline.clone(),
            };
            if (&opened.sealing, &opened.deadline) != (&due.sealing, &deadline) {
                return Err(proof(
                    number,
                    "its deadline, or who must seal, is not what the match was begun with",
                ));
            }
        }
        if self.returns.contains(&exchange) {
            self.moments.push((exchange, self.game.moment()));
        }
        self.promised.clear();
        Ok(())
    }

    fn superseded(&mut self, entry: &Entry) -> Result<(), MatchFault> {
        let number = entry.header().number;
        if let Some(what) = self.game.misfit(entry) {
            return Err(proof(number, what));
        }
        let back: Superseded = record::exact(entry)?;
        let at = self.moments.iter().position(|(exchange, _)| *exchange == back.back_to);
        let at = at.ok_or_else(|| proof(number, format!("exchange {} is not in effect", back.back_to)))?;
        self.taken_back(entry, back.back_to);
        let (_, moment) = self.moments.swap_remove(at);
        self.moments.truncate(at);
        self.game.go_back(moment)?;
        self.game.ask()?;
        self.findings.undone += 1;
        self.findings.over = false;
        Ok(())
    }
}
