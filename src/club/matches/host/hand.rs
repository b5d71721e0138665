//! The umpire's hand: begins a match, receives files, resolves exchanges, rules, and takes back.
//!
//! Every call either appends to the journal or leaves the match as it was. What a crash cuts short is
//! completed by the next call, for the journal says how far things went.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value;

use super::claim::Claimed;
use crate::clock::{Clock, Event, Fixed, Opening, Schedule};
use crate::fence::plant;
use crate::journal::{Head, Mark};
use crate::matches::entries::{Clocked, Disclosed, Ended, Sealing, Settings, Trail, instant, later, value};
use crate::matches::fault::MatchFault;
use crate::matches::replay::Game;
use crate::matches::store::{Line, Log, Store};
use engine::adjudicator::Adjudicator;
use engine::dice::Seed;
use engine::digest::{Digest, Salt};
use engine::entry::Kind;
use engine::party::Party;
use engine::trust::Trust;
use engine::view::{Packet, UNREAD};

/// A match open for the umpire's hand.
pub struct Host {
    /// Where the match stands.
    pub game: Game,
    pub(in crate::matches) log: Box<dyn Log>,
    /// What its entries have left behind.
    pub(in crate::matches) trail: Trail,
    pub(in crate::matches) now: String,
    /// What was set right when it was opened.
    pub(in crate::matches) notices: Vec<String>,
    /// The newest entry of which the bookmark knows.
    kept: Option<Head>,
}

/// Where the match stands is kept beside its journal for the next command. If that fails, the next one reads
/// the journal.
impl Drop for Host {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = self.keep();
        }
    }
}

impl Host {
    /// Begins a match in an empty folder. `now` is the time in UTC, as RFC 3339.
    ///
    /// # Errors
    /// If the settings contradict each other, or the folder holds a match or cannot be written.
    pub fn create(
        store: &dyn Store,
        mut rules: Box<dyn Adjudicator>,
        settings: Settings,
        seed: Seed,
        now: &str,
    ) -> Result<Host, MatchFault> {
        rules.keep_latest();
        if let Some(hours) = settings.deadline_hours {
            later(now, hours)?;
        }
        if let Some(party) = settings.umpire_plays
            && settings.trust != Trust::CommitReveal
        {
            let what = format!(
                "the umpire cannot play the {party} in a match in which he gets the other side's orders first"
            );
            return Err(MatchFault::usage(what, "add --trust commit-reveal"));
        }
        not_both(&settings, &seed)?;
        if let Some((what, mend)) = settings.officers_amiss(rules.about().parties) {
            return Err(MatchFault::usage(what, mend));
        }
        if let Some(schedule) = settings.schedule.clone() {
            first_deadline(schedule, now)?;
        }
        let mut log = store.begin()?;
        store.keep_seed(&seed)?;
        let salt = body_salt(&seed, 1);
        let kind = Kind::Genesis;
        log.append(Line { kind, exchange: None, party: None, time: now, body: value(&settings)?, salt })?;
        let entries = log.all()?;
        let game = Game::replay(rules, &entries, Some(seed))?;
        let trail = Trail::of(game.parties(), &entries);
        drop(entries);
        let mut host = Host::with(game, trail, log, now);
        host.settle()?;
        Ok(host)
    }

    /// Opens a match to go on with it.
    ///
    /// # Errors
    /// If its journal fails a check, another process holds it, or the seed is missing.
    pub fn open(
        store: &dyn Store,
        rules: impl Fn(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>,
        now: &str,
    ) -> Result<Host, MatchFault> {
        Claimed::at(store)?.host(store, rules, now)
    }

    /// Goes on with a match whose journal is open already, from its first entry.
    ///
    /// # Errors
    /// As [`Host::open`].
    pub(in crate::matches) fn take_up(
        store: &dyn Store,
        log: Box<dyn Log>,
        rules: impl FnOnce(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>,
        now: &str,
    ) -> Result<Host, MatchFault> {
        let settings = Settings::of(&log.all()?)?;
        let seed = store.seed()?;
        let seed = seed.ok_or_else(|| {
            MatchFault::Io("this folder has no secret/seed: only the umpire's own folder can go on".into())
        })?;
        if seed.commitment() != settings.seed_commitment {
            return Err(MatchFault::Proof {
                entry: Some(1),
                what: "secret/seed is not the seed committed to".into(),
            });
        }
        let entries = log.all()?;
        // Nobody asks a host for the story of before.
        let mut rules = rules(&settings)?;
        rules.keep_latest();
        let game = Game::replay(rules, &entries, Some(seed))?;
        let trail = Trail::of(game.parties(), &entries);
        drop(entries);
        let mut host = Host::with(game, trail, log, now);
        host.game.ask()?;
        host.settle()?;
        Ok(host)
    }

    /// Goes on from a bookmark.
    ///
    /// # Errors
    /// As [`Host::open`].
    pub(in crate::matches) fn go_on(
        game: Game,
        trail: Trail,
        log: Box<dyn Log>,
        now: &str,
    ) -> Result<Host, MatchFault> {
        let mut host = Host::with(game, trail, log, now);
        host.game.ask()?;
        host.settle()?;
        Ok(host)
    }

    fn with(game: Game, trail: Trail, log: Box<dyn Log>, now: &str) -> Host {
        let notices = log.notices().to_vec();
        Host { game, log, trail, now: now.to_owned(), notices, kept: None }
    }

    /// Notes for which journal its bookmark was written: in a folder that was copied it is written anew.
    ///
    /// # Errors
    /// If the journal cannot be looked at.
    pub(in crate::matches) fn note_kept(&mut self, at: &Mark) -> Result<(), MatchFault> {
        self.kept = self.log.mark()?.filter(|now| now == at).map(|now| now.head);
        Ok(())
    }

    /// What its entries have left behind.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// What was set right when the journal was opened.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Keeps where the match stands, if it has gone on since that was kept last.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&mut self) -> Result<(), MatchFault> {
        let Some(mark) = self.log.mark()?.filter(|mark| self.kept != Some(mark.head)) else { return Ok(()) };
        if mark.head.number != self.trail.entries() {
            return Ok(());
        }
        self.kept = Some(mark.head);
        match self.game.bookmark(&self.trail, mark)? {
            Some(bookmark) => self.log.keep(&bookmark),
            None => Ok(()),
        }
    }

    /// The newest entry.
    ///
    /// # Errors
    /// Never, once a match has begun.
    pub fn head(&self) -> Result<Head, MatchFault> {
        self.log.head().ok_or_else(|| MatchFault::Bug("a match without entries".into()))
    }

    /// How its journal looks now; nothing while something in it is not lasting.
    ///
    /// # Errors
    /// If it cannot be looked at.
    pub fn mark(&self) -> Result<Option<Mark>, MatchFault> {
        self.log.mark()
    }

    /// When the parties could first learn where the match stands: the time at which the newest exchange was
    /// opened, or the match ended.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn told_at(&self) -> Result<&str, MatchFault> {
        self.trail.told_at().ok_or_else(|| MatchFault::Bug("nothing is open".into()))
    }

    /// Takes what follows as if it happened at this instant; never before what the journal holds already.
    pub fn at(&mut self, now: Timestamp) {
        self.now = now.to_string();
    }

    /// Records that something happened to the clock. Gives the deadline of the open exchange after it.
    ///
    /// # Errors
    /// If the match has no schedule or is over, or if the clock refuses it: it comes too late, exceeds a
    /// budget, contradicts what was recorded, or leaves no moment for a deadline.
    pub fn clock(&mut self, event: Event) -> Result<Fixed, MatchFault> {
        let fixed = self.game.after(&event, instant(&self.time()?)?)?;
        let exchange = self.game.open_exchange()?.number;
        let body = value(&Clocked { event, fixed: Some(fixed.clone()) })?;
        self.append(Kind::Clock, Some(exchange), None, body)?;
        Ok(fixed)
    }

    /// All that a party may know now.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn packet(&self, party: Party) -> Result<Packet, MatchFault> {
        self.game.packet(party, self.visible_head(party)?)
    }

    /// The same without its view: enough for whoever answers by what the rules advise.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn asked(&self, party: Party) -> Result<Packet, MatchFault> {
        self.game.packet_with(party, self.visible_head(party)?, Value::Null)
    }

    /// The same without those parts of the view by which no orders are read.
    pub(in crate::matches) fn packet_to_read_by(&self, party: Party) -> Result<Packet, MatchFault> {
        self.game.packet_without(party, self.visible_head(party)?, &UNREAD)
    }

    /// The newest entry that a party may know of, as it counts entries.
    ///
    /// # Errors
    /// If the party does not play in this match.
    pub fn visible_head(&self, party: Party) -> Result<Head, MatchFault> {
        self.trail.visible_head(party).ok_or_else(|| MatchFault::Bug(format!("{party} does not play")))
    }

    /// Brings the journal to rest: the story recorded up to the next question, and that question open, or the
    /// match over.
    pub(in crate::matches) fn settle(&mut self) -> Result<(), MatchFault> {
        if self.game.rules.is_untold() {
            let resolved = self.play_on(false)?;
            self.append(Kind::Resolved, Some(0), None, resolved)?;
        }
        if self.game.is_over() {
            return self.end();
        }
        if !self.game.open {
            // Whoever has just played on knows what waits.
            if self.game.waiting.is_empty() {
                self.game.ask()?;
            }
            // Nobody is asked anything: people at a real table are to declare something first.
            if self.game.waiting.is_empty() {
                return Ok(());
            }
            let opened = self.game.opening(&self.time()?)?;
            let exchange = self.game.newest + 1;
            self.append(Kind::Opened, Some(exchange), None, value(&opened)?)?;
        }
        self.officers_answer()
    }

    fn end(&mut self) -> Result<(), MatchFault> {
        if !self.game.disclosed {
            let seed = self.game.seed.as_ref().ok_or_else(|| MatchFault::Bug("no seed".into()))?.to_hex();
            self.append(Kind::Disclosed, None, None, value(&Disclosed { seed: seed.to_string() })?)?;
        }
        if !self.game.ended {
            let position = self.game.rules.position()?;
            self.append(Kind::Ended, None, None, value(&Ended { position })?)?;
        }
        Ok(())
    }

    pub(in crate::matches) fn append(
        &mut self,
        kind: Kind,
        exchange: Option<u32>,
        party: Option<Party>,
        body: Value,
    ) -> Result<(), MatchFault> {
        let number = self.log.head().map_or(0, |head| head.number) + 1;
        let seed = self.game.seed.as_ref().ok_or_else(|| MatchFault::Bug("no seed".into()))?;
        let salt = body_salt(seed, number);
        let time = self.time()?;
        let entry = self.log.append(Line { kind, exchange, party, time: &time, body, salt })?.clone();
        self.game.take(&entry)?;
        self.trail.take(&entry);
        Ok(())
    }

    /// Does something of which all entries are made lasting at once.
    pub(in crate::matches) fn together<T>(
        &mut self,
        task: impl FnOnce(&mut Self) -> Result<T, MatchFault>,
    ) -> Result<T, MatchFault> {
        self.log.hold();
        let done = task(self);
        self.log.release()?;
        done
    }

    /// The time of the next entry. A clock that was set back does not set the journal back.
    pub(in crate::matches) fn time(&self) -> Result<String, MatchFault> {
        let newest = self.trail.time();
        let is_back = !newest.is_empty() && instant(&self.now)? < instant(newest)?;
        Ok(if is_back { newest.to_owned() } else { self.now.clone() })
    }

    /// Runs the rules with what is known, the open exchange included if `closing`.
    pub(in crate::matches) fn play_on(&mut self, closing: bool) -> Result<Value, MatchFault> {
        let book = self.game.book(closing)?;
        let keys = if closing { self.game.keys_closing() } else { self.game.keys() };
        plant("rules", &self.game.settings.match_id);
        let played = self.game.rules.play(book, &keys, self.game.settled_hash)?;
        self.game.waiting = played.waiting;
        Ok(played.body)
    }
}

/// Refuses settings that contradict each other or the seed.
fn not_both(settings: &Settings, seed: &Seed) -> Result<(), MatchFault> {
    if settings.sealing == Some(Sealing::Asked) && settings.umpire_plays.is_some() {
        let what = "every side must seal every exchange in a match in which the umpire plays";
        return Err(MatchFault::usage(what, "leave out --asked-seal"));
    }
    match settings.practice_seed {
        Some(number) if Seed::practice(number).commitment() != seed.commitment() => {
            Err(MatchFault::Bug(format!("the seed is not made from {number}")))
        }
        _ => Ok(()),
    }
}

/// Makes sure that the schedule has a moment for the first deadline, before anything is written.
fn first_deadline(schedule: Schedule, now: &str) -> Result<(), MatchFault> {
    let (at, asked) = (instant(now)?, BTreeSet::new());
    let opening = Opening { exchange: 1, at, previous: None, asked, closed: None };
    let fixed = Clock::new(schedule).fix(&opening);
    fixed.map(drop).map_err(|fault| MatchFault::no(fault.what(), fault.mend()))
}

/// The salt of a journal body: nobody without the seed can guess it, and a re-run makes the same.
pub fn body_salt(seed: &Seed, number: u64) -> Salt {
    let hex = seed.to_hex();
    let digest = Digest::of_parts(&[b"sealord/journal-salt/v1\0", hex.as_bytes(), &number.to_be_bytes()]);
    Salt::from_bytes(*digest.as_bytes())
}
