//! One run of the office: what waits is read, dealt with match by match, and what is due is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use fs_err as fs;
use jiff::Timestamp;

use super::aside::Quarantined;
use super::batch::Batch;
use super::deal::Incoming;
use super::desk::MatchSession;
use super::doctor::Finding;
use super::fence::{FencedSource, fenced};
use super::joining::OpenSeats;
use super::known::{Listed, OfficeMatch, check_distinct, parties_in_words, read_match};
use super::quiet::{IdleMatches, MatchSnapshot};
use super::register::Register;
use super::rounds::{Rounds, RunSummary, Settled, done_of};
use super::route::{Route, route};
use super::settings::{FILE, Played, Settings};
use super::tell::OfficeContext;
use super::umpire::{UmpireCommand, UmpireRequest, secret};
use crate::fence;
use crate::kit::Kit;
use crate::matches::folder::{MatchDir, private};
use crate::matches::{MatchFault, Store};
use crate::post::compose::dispatches::Dispatches;
use crate::post::compose::inbox::{Inbox, Received};
use crate::post::compose::outbox::Outbox;
use crate::post::letters::{Letter, Limits, Nature, Why};
use crate::post::wire::inward::Body;
use crate::post::wire::{Done, Fetched, Source, WireFault};
use engine::party::Party;

/// How many messages are held in memory at once.
const BATCH: usize = 200;

/// Whose letter it is in a match.
pub(super) enum Writer {
    /// The player of a party.
    Party(Party),
    /// One of those who act as the umpire, and what he wants.
    Umpire(usize, UmpireCommand),
}

/// Where a letter belongs.
enum Placed {
    /// To a match, by its place in the office's list, from somebody there.
    At(usize, Writer),
    /// Perhaps to a match that cannot be read now.
    Held,
    /// To none; it is dealt with.
    Done(Done),
}

/// A message as the office takes it in.
enum Read {
    Letter(Box<Incoming>),
    /// It came before, or says nothing.
    Settled(Settled),
    /// Reading it shows a defect of the program.
    Quarantined(Quarantined),
}

/// The office of an umpire: its folder, open for one run.
pub struct Office<'s> {
    kit: &'s Kit,
    pub(super) matches: Vec<OfficeMatch>,
    /// Matches that cannot be read, and why.
    closed: Vec<(Played, MatchFault)>,
    /// Matches whose sides do not all have a player yet.
    pub(super) open_seats: Vec<OpenSeats>,
    pub(super) context: OfficeContext,
    idle: IdleMatches,
    /// Nothing for whoever only looks.
    _lock: Option<fs::File>,
}

impl<'s> Office<'s> {
    /// Opens the office's folder, so that no other run can.
    ///
    /// # Errors
    /// If its settings are wrong, a log is damaged, or another run is busy.
    pub fn open(kit: &'s Kit, folder: &Path) -> Result<Office<'s>, MatchFault> {
        let mail_dir = folder.join("post");
        let settings = Settings::read(folder)?;
        // What waits to be sent holds what only one party may know, and code words.
        if !mail_dir.is_dir() {
            private(&mail_dir)?;
        }
        fs::create_dir_all(mail_dir.join("out"))?;
        let lock = fs::File::create(mail_dir.join("lock"))?;
        if lock.file().try_lock().is_err() {
            let what = format!("another run is busy in {}", folder.display());
            return Err(MatchFault::Waiting(what));
        }
        let logs = Logs {
            register: Register::open(&mail_dir)?,
            outbox: Outbox::open(&mail_dir).map_err(io)?,
            inbox: Inbox::open(&mail_dir)?,
            desk_secret: secret(folder)?,
        };
        let office = Office::with(kit, folder, settings, logs, Some(lock))?;
        office.context.tidy()?;
        Ok(office)
    }

    /// Opens it for somebody who looks and changes nothing: no lock is taken, nothing is written, and a run beside it goes
    /// on. No code word of the desk can be made from it.
    ///
    /// # Errors
    /// If its settings are wrong, or a log is damaged.
    pub(super) fn look_at(kit: &'s Kit, folder: &Path) -> Result<Office<'s>, MatchFault> {
        let mail_dir = folder.join("post");
        let logs = Logs {
            register: Register::look(&mail_dir)?,
            outbox: Outbox::look(&mail_dir).map_err(io)?,
            inbox: Inbox::look(&mail_dir)?,
            desk_secret: [0; 32],
        };
        Office::with(kit, folder, Settings::read(folder)?, logs, None)
    }

    fn with(
        kit: &'s Kit,
        folder: &Path,
        mut settings: Settings,
        logs: Logs,
        lock: Option<fs::File>,
    ) -> Result<Office<'s>, MatchFault> {
        let Logs { register, outbox, inbox, desk_secret } = logs;
        let now: Timestamp = kit.now().parse().map_err(io)?;
        let idle = IdleMatches::read(folder, &fs::read(folder.join(FILE))?, &register.seats());
        let (mut matches, mut closed) = (Vec::new(), Vec::new());
        let written: BTreeMap<_, _> =
            settings.matches.iter().map(|played| (played.folder.clone(), played.addresses())).collect();
        register.seat(&mut settings);
        let mut open_seats = Vec::new();
        for played in &settings.matches {
            let written = written.get(&played.folder).cloned().unwrap_or_default();
            match fenced(|| read_match(kit, folder, played, &idle)) {
                Ok(Listed::Match(info)) => matches.push(OfficeMatch { written, ..*info }),
                Ok(Listed::OpenSeats(found)) => open_seats.push(*found),
                Err(fault) => closed.push((played.clone(), fault)),
            }
        }
        check_distinct(&matches)?;
        let context = OfficeContext {
            folder: folder.to_owned(),
            outbox,
            inbox,
            letters: Dispatches::with(&kit.own_letters()?).map_err(io)?,
            templates: Rc::clone(&kit.templates),
            games: kit.games.clone(),
            systems: kit.systems,
            keep: kit.given_keep().unwrap_or_default(),
            register,
            desk_secret,
            settings,
            now,
        };
        Ok(Office { kit, matches, closed, open_seats, context, idle, _lock: lock })
    }

    /// Reads all that waits, does it, brings every match on, and sends what is due.
    ///
    /// # Errors
    /// If the source cannot be looked at: then nothing is closed, and what was queued before still goes out. Or if nothing
    /// can be written down. What goes wrong in one match, or with one letter, is told in the account and holds up nothing
    /// else; mail that may be for a match that cannot be read waits until it can.
    pub fn run(&mut self, source: Option<&mut dyn Source>) -> Result<RunSummary, MatchFault> {
        let troubles = self.closed.iter().map(|(_, fault)| fault.to_string()).collect();
        let mut summary = RunSummary { troubles, ..RunSummary::default() };
        let mut rounds = Rounds::new(self.matches.len());
        if let Some(source) = source
            && let Err(outage) = self.take_all(&mut FencedSource(source), &mut summary, &mut rounds)
        {
            self.context.send(&mut summary)?;
            return Err(outage);
        }
        let not_advanced =
            rounds.advanced.iter().enumerate().filter(|(_, advanced)| !**advanced).map(|(at, _)| at);
        for at in not_advanced {
            if !self.is_idle(at) {
                self.work_on(at, Vec::new(), true, &mut summary);
            }
        }
        self.idle.keep(&self.context.folder)?;
        match fenced(|| self.send_digest()) {
            Err(MatchFault::Bug(why)) => self.is_broken("the digest", &why, &mut summary),
            sent => sent?,
        }
        self.context.send(&mut summary)?;
        self.keep_troubles()?;
        summary.waiting = self.context.outbox.status(&self.context.pace()).waiting.len();
        Ok(summary)
    }

    /// Looks at each match without changing it.
    pub(super) fn look(&self) -> Vec<Finding> {
        let look = |info: &OfficeMatch| {
            let seed = MatchDir::new(&info.folder).seed();
            let (good, words) = match seed {
                Ok(Some(_)) => (true, format!("{}, played by mail", info.title)),
                Ok(None) => {
                    (false, "it has no secret/seed: only the umpire's own folder can go on".to_owned())
                }
                Err(fault) => (false, fault.to_string()),
            };
            Finding { what: format!("match {}", info.match_id), good, words }
        };
        let open_seats = self.open_seats.iter().map(|it| Finding {
            what: format!("match {}", it.match_id),
            good: true,
            words: format!(
                "{}: it begins when a player has joined for {}",
                it.title,
                parties_in_words(&it.vacant)
            ),
        });
        let closed = self.closed.iter().map(|(played, fault)| Finding {
            what: format!("match {}", played.folder.display()),
            good: false,
            words: fault.to_string(),
        });
        let named = self.matches.iter().map(|info| (&info.match_id, &*info.surplus));
        let named = named.chain(self.open_seats.iter().map(|it| (&it.match_id, &*it.surplus)));
        let surplus = named.filter(|(_, surplus)| !surplus.is_empty()).map(|(match_id, surplus)| Finding {
            what: format!("match {match_id}"),
            good: false,
            words: format!(
                "office.yaml names {}, who do not play in its scenario: take them out there",
                parties_in_words(surplus)
            ),
        });
        self.matches.iter().map(look).chain(open_seats).chain(closed).chain(surplus).collect()
    }

    /// Matches that cannot be read, and why.
    pub(super) fn closed(&self) -> impl Iterator<Item = &(Played, MatchFault)> {
        self.closed.iter()
    }

    /// Data, templates and the time.
    pub(super) fn kit(&self) -> &Kit {
        self.kit
    }

    /// What is known of the mail that went out, for people.
    pub fn status(&self) -> String {
        self.context.outbox.status(&self.context.pace()).to_string()
    }

    fn take_all(
        &mut self,
        source: &mut dyn Source,
        summary: &mut RunSummary,
        rounds: &mut Rounds,
    ) -> Result<(), MatchFault> {
        while self.take(source, summary, rounds)? == BATCH {}
        Ok(())
    }

    /// Takes in one batch; gives how many there were. What a fault holds up is not looked at again in this run: it would
    /// keep the mail of other matches away. A match is brought on only with the last batch: mail that waits still may have
    /// come in time.
    fn take(
        &mut self,
        source: &mut dyn Source,
        summary: &mut RunSummary,
        rounds: &mut Rounds,
    ) -> Result<usize, MatchFault> {
        let mut waiting = source.waiting(BATCH + rounds.held_up.len())?;
        waiting.retain(|one| !rounds.held_up.contains(&one.id));
        let is_last = waiting.len() != BATCH;
        let mut sorted: Vec<Vec<(Incoming, Writer)>> = self.matches.iter().map(|_| Vec::new()).collect();
        let (mut settled, mut quarantined): (Vec<Settled>, Vec<Quarantined>) = (Vec::new(), Vec::new());
        for one in &waiting {
            let taken = match source.read(&one.id) {
                Ok(Some(taken)) => taken,
                Ok(None) => continue,
                // It waits where it is, and keeps nobody else's mail away.
                Err(fault @ WireFault::Broken { .. }) => {
                    self.is_broken(&format!("a message in the mailbox ({})", one.id), &fault.what(), summary);
                    continue;
                }
                Err(fault) => return Err(fault.into()),
            };
            summary.received += 1;
            let incoming = match self.read(taken, &mut rounds.met)? {
                Read::Letter(incoming) => *incoming,
                Read::Settled((id, done)) => {
                    summary.count(if done == Done::Refused { done } else { Done::Ignored });
                    settled.push((id, done));
                    continue;
                }
                Read::Quarantined(letter) => {
                    quarantined.push(letter);
                    continue;
                }
            };
            match fenced(|| self.place(&incoming)) {
                Ok(Placed::At(at, who)) => sorted[at].push((incoming, who)),
                Ok(Placed::Held) => {}
                Ok(Placed::Done(done)) => {
                    summary.count(done);
                    settled.push((incoming.id, done));
                }
                Err(fault) => quarantined.push(Quarantined::of(&incoming, fault)?),
            }
        }
        for (at, mail) in sorted.into_iter().enumerate().filter(|(_, mail)| !mail.is_empty()) {
            rounds.advanced[at] |= is_last;
            let (done, set_aside) = self.work_on(at, mail, is_last, summary);
            settled.extend(done);
            quarantined.extend(set_aside);
        }
        for letter in quarantined {
            settled.push(self.quarantine(letter, source, summary)?);
        }
        rounds.held_up.extend(waiting.iter().map(|one| one.id.clone()));
        rounds.mark(source, settled, summary);
        Ok(waiting.len())
    }

    /// Reads a message; or says what becomes of one that came before, or that nobody can read.
    fn read(&mut self, taken: Fetched, met: &mut BTreeSet<String>) -> Result<Read, MatchFault> {
        let Fetched { id, body, arrived, .. } = taken;
        let limits = Limits {
            own_addresses: vec![self.context.settings.address.clone()],
            bytes: usize::try_from(self.context.settings.mail.largest).unwrap_or(usize::MAX),
            ..Limits::default()
        };
        let (Body::Whole(bytes) | Body::TooLarge(bytes)) = &body;
        let sha256 = engine::digest::Digest::of(bytes).to_string();
        // A run may have died before it could mark what it had dealt with.
        if let Some(seen) = self.context.inbox.seen(&sha256)? {
            return Ok(Read::Settled((id, done_of(&seen.outcome))));
        }
        let letter = match &body {
            Body::Whole(bytes) => match fence::fenced(|| Letter::read(bytes, &limits)) {
                Ok(letter) => letter.map_err(|unreadable| unreadable.why()),
                Err(panic) => {
                    let known = fence::fenced(|| Letter::read_head(bytes, &limits, Why::TooLarge).ok());
                    let head = known.ok().flatten().map(|letter| letter.head);
                    return Ok(Read::Quarantined(Quarantined::unread(id, sha256, head.as_ref(), &panic)));
                }
            },
            Body::TooLarge(_) => Err(Why::TooLarge),
        };
        // Whoever sends what cannot be read is answered only if the header can be, and is a person's.
        let Ok(letter) = letter.or_else(|why| Letter::read_head(bytes, &limits, why)) else {
            self.note(&sha256, &sha256, "unreadable", None)?;
            return Ok(Read::Settled((id, Done::Refused)));
        };
        let same = letter.identity().unwrap_or_else(|| sha256.clone());
        if self.context.inbox.met(&same)? {
            self.note(&sha256, &same, "again", None)?;
            return Ok(Read::Settled((id, Done::Ignored)));
        }
        // A copy beside it is noted as nothing: if the run died before the first was dealt with, that would speak for both.
        if !met.insert(same.clone()) {
            return Ok(Read::Settled((id, Done::Ignored)));
        }
        let whole = arrived.and_then(|at| Timestamp::from_second(at.as_second()).ok());
        let arrived = whole.filter(|at| *at < self.context.now).unwrap_or(self.context.now);
        Ok(Read::Letter(Box::new(Incoming { id, sha256, same, letter, arrived })))
    }

    /// Finds where a letter belongs; what belongs to no match is dealt with here.
    fn place(&mut self, incoming: &Incoming) -> Result<Placed, MatchFault> {
        // The right code word outweighs a doubtful sign; whoever deals with the letter looks for it.
        let is_doubtful = incoming.letter.nature.is_doubtful();
        match &incoming.letter.nature {
            Nature::Ordinary => {}
            _ if is_doubtful => {}
            Nature::Bounce(report) => {
                self.note_bounce(report)?;
                self.note(&incoming.sha256, &incoming.same, "bounce", None)?;
                return Ok(Placed::Done(Done::Ignored));
            }
            Nature::Automatic(_) | Nature::List(_) | Nature::Own => {
                self.note(&incoming.sha256, &incoming.same, "ignored", None)?;
                return Ok(Placed::Done(Done::Ignored));
            }
        }
        if !is_doubtful && let Some(done) = self.join(incoming)? {
            return Ok(Placed::Done(done));
        }
        if !is_doubtful && let Some(done) = self.list_matches(incoming)? {
            return Ok(Placed::Done(done));
        }
        let closed: Vec<Played> = self.closed.iter().map(|(played, _)| played.clone()).collect();
        match route(&self.matches, &closed, &self.context.settings, &self.context.outbox, &incoming.letter) {
            Route::Seat(at, party) => Ok(Placed::At(at, Writer::Party(party))),
            Route::Desk(place) => Ok(match self.at_desk(incoming, place)? {
                UmpireRequest::InMatch(at, wanted) => Placed::At(at, Writer::Umpire(place, wanted)),
                UmpireRequest::Settled(done) => Placed::Done(done),
            }),
            Route::Held => Ok(Placed::Held),
            Route::Unclear | Route::Stranger if is_doubtful => {
                self.note(&incoming.sha256, &incoming.same, "ignored", None)?;
                Ok(Placed::Done(Done::Ignored))
            }
            found @ (Route::Unclear | Route::Stranger) => {
                self.answer_stranger(incoming, found == Route::Unclear).map(Placed::Done)
            }
        }
    }

    pub(super) fn note(
        &mut self,
        sha256: &str,
        same: &str,
        outcome: &str,
        answer: Option<String>,
    ) -> Result<(), MatchFault> {
        let received = Received {
            sha256: sha256.to_owned(),
            same: (same != sha256).then(|| same.to_owned()),
            outcome: outcome.to_owned(),
            answer,
            at: self.context.now,
        };
        Ok(self.context.inbox.record(received).map(drop)?)
    }

    /// Deals with a match's mail and, if it is to be tended, brings it on; gives which messages are done with, and which
    /// are put aside. A fault of the match leaves the rest for the next run and holds up no other match.
    fn work_on(
        &mut self,
        at: usize,
        mail: Vec<(Incoming, Writer)>,
        advance: bool,
        summary: &mut RunSummary,
    ) -> (Vec<Settled>, Vec<Quarantined>) {
        let (mut batch, mut snapshot) = (Batch::new(mail), None);
        let info = &self.matches[at];
        let mut result = loop {
            let worked = fenced(|| {
                let host = self.kit.host(&info.folder)?;
                let notice = |notice: &String| format!("{}: {notice}", info.match_id);
                summary.notices.extend(host.notices().iter().map(notice));
                let mut session = MatchSession::new(host, info, &mut self.context)?;
                batch.work(&mut session, summary)?;
                if advance {
                    session.advance(summary)?;
                    snapshot = session.snapshot()?;
                }
                Ok(())
            });
            match worked {
                Err(fault) if batch.quarantine(&fault) => {}
                worked => break worked,
            }
        };
        if let Err(fault) = batch.note(&mut self.context) {
            result = Err(fault);
        }
        let (match_id, folder) = (info.match_id.clone(), info.folder.clone());
        match result {
            Ok(()) => {}
            Err(MatchFault::Bug(why)) => self.is_broken(&format!("the match {match_id}"), &why, summary),
            Err(fault) => summary.troubles.push(format!("{match_id}: {fault}")),
        }
        // What it waited for before its mail counts no more: a full batch of mail may be the last one.
        self.matches[at].snapshot =
            snapshot.clone().map(|snapshot| MatchSnapshot { waits: None, ..snapshot });
        self.idle.note(&folder, snapshot);
        (batch.settled, batch.quarantined)
    }

    /// Whether a run without mail for a match need not open it.
    fn is_idle(&self, at: usize) -> bool {
        let waits = self.matches[at].snapshot.as_ref().and_then(|snapshot| snapshot.waits);
        waits
            .filter(|waits| self.context.now < waits.until)
            .is_some_and(|waits| waits.ever <= self.context.outbox.ever())
    }
}

/// What an office remembers.
struct Logs {
    register: Register,
    outbox: Outbox,
    inbox: Inbox,
    desk_secret: [u8; 32],
}

fn io(fault: impl std::fmt::Display) -> MatchFault {
    MatchFault::Io(fault.to_string())
}
