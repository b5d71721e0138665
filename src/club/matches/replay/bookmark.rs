//! BOOKMARK: where a match stands, kept beside its journal, so that going on costs the same however long the
//! match is.
//!
//! It holds nothing that the journal does not lead to, and may be deleted at any time. It is bound to the
//! files of the journal as they were ([`Mark`]) and sealed with the umpire's seed. In a folder that was
//! copied or restored they look otherwise: then the journal is read and checked whole, and not played again
//! if it ends with the same entry. One that is older than the journal, of another program, or that anybody
//! has touched, is passed over. An audit never looks at it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::exchange::Exchange;
use super::game::Game;
use super::sent::Brought;
use crate::clock::{Clock, Recorded, Schedule};
use crate::journal::Mark;
use crate::matches::entries::{Settings, Trail};
use crate::matches::fault::MatchFault;
use crate::matches::store::Store;
use engine::adjudicator::{Adjudicator, Void};
use engine::dice::Seed;
use engine::digest::Digest;

const FORMAT: &str = "sealord bookmark v1 ";
const KEY: &[u8] = b"sealord/bookmark/v1\0";
/// A bookmark means what it meant to the program that wrote it.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A bookmark that the umpire's own program wrote.
pub struct Bookmark {
    page: Page,
    /// What the rules keep, in their own words.
    rules: Vec<u8>,
}

/// All of it but what the rules keep.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    program: String,
    mark: Mark,
    genesis: Digest,
    settings: Settings,
    trail: Trail,
    voids: Vec<Void>,
    exchanges: Vec<Exchange>,
    newest: u32,
    open: bool,
    events: Option<Vec<Recorded>>,
    settled_hash: Option<Digest>,
    settled: u32,
    rules: Digest,
}

/// What became of the bookmark of a match.
pub(in crate::matches) enum Found {
    /// It fits the journal.
    Fits(Box<Bookmark>),
    /// It fits a journal that holds what it should and ends with the same entry; the files look otherwise.
    Ends(Box<Bookmark>),
    /// There is none, or the journal has gone on since.
    Nothing,
    /// It is not what was kept: a sentence without its full stop.
    Forged(&'static str),
}

impl Found {
    /// A bookmark that holds good if the journal ends with its entry.
    pub(in crate::matches) fn bookmark(self) -> Option<Box<Bookmark>> {
        match self {
            Found::Fits(bookmark) | Found::Ends(bookmark) => Some(bookmark),
            Found::Nothing | Found::Forged(_) => None,
        }
    }
}

impl Bookmark {
    /// Looks for the bookmark of a match, if its seed is here.
    ///
    /// # Errors
    /// If the seed or the journal cannot be looked at.
    pub(in crate::matches) fn find(store: &dyn Store) -> Result<Found, MatchFault> {
        let Some(seed) = store.seed()? else { return Ok(Found::Nothing) };
        let Some(bytes) = store.bookmark() else { return Ok(Found::Nothing) };
        let Some((page, rules)) = opened(&bytes, &seed) else {
            return Ok(Found::Forged("the bookmark in `secret` is damaged or not this match's own"));
        };
        let Ok(page) = serde_json::from_slice::<Page>(page) else { return Ok(Found::Nothing) };
        let now = store.mark()?.filter(|now| page.program == PROGRAM && now.head == page.mark.head);
        let Some(now) = now else { return Ok(Found::Nothing) };
        if Digest::of(rules) != page.rules {
            return Ok(Found::Forged("the bookmark in `secret` was changed after it was written"));
        }
        let fits = now == page.mark;
        let bookmark = Box::new(Bookmark { page, rules: rules.to_vec() });
        Ok(if fits { Found::Fits(bookmark) } else { Found::Ends(bookmark) })
    }

    /// How the journal looked.
    pub(in crate::matches) fn mark(&self) -> &Mark {
        &self.page.mark
    }

    /// What was fixed when the match began.
    pub(in crate::matches) fn settings(&self) -> &Settings {
        &self.page.settings
    }

    /// What the entries have left behind.
    pub(in crate::matches) fn trail(&self) -> &Trail {
        &self.page.trail
    }

    /// The match as it stood. Nothing is asked yet.
    ///
    /// # Errors
    /// A sentence, if this program does not understand what it kept.
    pub(in crate::matches) fn game(
        &self,
        mut rules: Box<dyn Adjudicator>,
        seed: Option<Seed>,
    ) -> Result<Game, String> {
        let page = &self.page;
        rules.take_up(&self.rules).map_err(|amiss| amiss.to_string())?;
        if let Some(claimed) = page.settled_hash
            && rules.position().map_err(|amiss| amiss.to_string())? != claimed
        {
            return Err("it keeps another position than the journal".to_owned());
        }
        let plain = || Schedule::plain(page.settings.deadline_hours);
        let schedule = page.settings.schedule.clone().unwrap_or_else(plain);
        let calendar = page.events.clone().map(|events| (schedule, events));
        let calendar = calendar.map(|(schedule, events)| Clock::replay(schedule, events)).transpose();
        Ok(Game {
            rules,
            settings: page.settings.clone(),
            genesis: page.genesis,
            seed,
            voids: page.voids.clone(),
            waiting: Vec::new(),
            exchanges: page.exchanges.clone(),
            newest: page.newest,
            open: page.open,
            agreed: None,
            unresolved: None,
            ended: false,
            disclosed: false,
            calendar: calendar.map_err(|fault| fault.to_string())?,
            settled_hash: page.settled_hash,
            settled: page.settled,
            drafts: Default::default(),
            sent: Default::default(),
        })
    }
}

impl Game {
    /// The bookmark of where the match stands; nothing once the seed is public, for then anybody could write
    /// one.
    ///
    /// # Errors
    /// Only by a defect.
    pub(in crate::matches) fn bookmark(
        &self,
        trail: &Trail,
        mark: Mark,
    ) -> Result<Option<Vec<u8>>, MatchFault> {
        let Some(seed) =
            self.seed.as_ref().filter(|_| !self.disclosed && !self.ended && self.agreed.is_none())
        else {
            return Ok(None);
        };
        let rules = self.rules.keep()?;
        let page = Page {
            program: PROGRAM.to_owned(),
            mark,
            genesis: self.genesis,
            settings: self.settings.clone(),
            trail: trail.clone(),
            voids: self.voids.clone(),
            exchanges: self.worn()?,
            newest: self.newest,
            open: self.open,
            events: self.calendar.as_ref().map(|clock| clock.recorded().to_vec()),
            settled_hash: self.settled_hash,
            settled: self.settled,
            rules: Digest::of(&rules),
        };
        let page = serde_json::to_vec(&page).map_err(|error| MatchFault::Bug(error.to_string()))?;
        let mut bytes = format!("{FORMAT}{}\n", sealed(&page, seed)).into_bytes();
        bytes.extend(page);
        bytes.push(b'\n');
        bytes.extend(rules);
        Ok(Some(bytes))
    }

    /// The exchanges with no more of each than can still matter. What is settled is past, except plans and
    /// doctrine that stand, commitments by which a file that comes again is known, and the deadline from
    /// which the next is counted.
    fn worn(&self) -> Result<Vec<Exchange>, MatchFault> {
        let from = self.settled.min(self.rules.consumed());
        let mut whole: BTreeSet<u32> = BTreeSet::new();
        for &party in self.parties() {
            for what in [Brought::Doctrine, Brought::Plans, Brought::BattlePlans] {
                whole.extend(self.stood(party, what, from)?);
            }
            whole.extend(self.brought(party, Brought::Groups)?);
            whole.extend(self.standing_sent(party)?.into_iter().flatten());
        }
        let timed = self.exchanges.iter().rev().filter(|exchange| !exchange.set_aside).take(2);
        let timed: Vec<u32> = timed.map(|exchange| exchange.number).collect();
        // The dice of the step that is being played may still come from the exchange that led to it.
        let worn = |exchange: &Exchange| match exchange.number >= from || whole.contains(&exchange.number) {
            true => exchange.clone(),
            false => exchange.worn(timed.contains(&exchange.number), self.rules.about().bounds_asking),
        };
        Ok(self.exchanges.iter().map(worn).collect())
    }
}

impl Exchange {
    /// What is left of an exchange that is settled; its deadline only if it is `timed`, all that it asked if
    /// that is `counted`.
    fn worn(&self, timed: bool, counted: bool) -> Exchange {
        let mut opened = self.opened.clone();
        opened.sealing.clear();
        opened.fixed = opened.fixed.filter(|_| timed);
        if !counted {
            // By the first key it is known in which turn it was asked.
            let first =
                opened.asked.into_iter().find_map(|(party, keys)| Some((party, keys.into_iter().next()?)));
            opened.asked = first.map(|(party, key)| (party, vec![key])).into_iter().collect();
        }
        Exchange {
            number: self.number,
            since: self.since,
            opened,
            submissions: self.submissions.promises(),
            defaults: BTreeMap::new(),
            left_to_umpire: BTreeSet::new(),
            written_by_umpire: BTreeSet::new(),
            promised: None,
            changed: BTreeMap::new(),
            events: self.events,
            set_aside: self.set_aside,
        }
    }
}

/// What nobody without the seed can make.
fn sealed(page: &[u8], seed: &Seed) -> Digest {
    Digest::of_parts(&[KEY, seed.to_hex().as_bytes(), Digest::of(page).as_bytes()])
}

/// The page and what the rules keep, if the seal is right.
fn opened<'b>(bytes: &'b [u8], seed: &Seed) -> Option<(&'b [u8], &'b [u8])> {
    let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
    let (head, page, rules) = (lines.next()?, lines.next()?, lines.next()?);
    let found = Digest::parse(std::str::from_utf8(head).ok()?.strip_prefix(FORMAT)?).ok()?;
    (found == sealed(page, seed)).then_some((page, rules))
}
