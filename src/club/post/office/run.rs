//! One run of the office: what waits is read, dealt with match by match, and what is due is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use fs_err as fs;
use jiff::Timestamp;

use super::aside::Aside;
use super::batch::Batch;
use super::deal::Came;
use super::desk::Desk;
use super::doctor::Finding;
use super::fence::{FencedRoad, fenced};
use super::joining::Gathering;
use super::known::{Known, Post, known, these, told_apart};
use super::quiet::{Noted, Quiet};
use super::register::Register;
use super::rounds::{Account, Rounds, Settled, done_of};
use super::route::{Route, route};
use super::settings::{FILE, Played, Settings};
use super::tell::Bench;
use super::umpire::{Errand, Wanted, secret};
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
pub(super) enum Who {
    /// The player of a party.
    Party(Party),
    /// One of those who act as the umpire, and what he wants.
    Umpire(usize, Wanted),
}

/// Where a letter belongs.
enum Placed {
    /// To a match, by its place in the office's list, from somebody there.
    At(usize, Who),
    /// Perhaps to a match that cannot be read now.
    Held,
    /// To none; it is dealt with.
    Done(Done),
}

/// A message as the office takes it in.
enum Read {
    Letter(Box<Came>),
    /// It came before, or says nothing.
    Settled(Settled),
    /// Reading it shows a defect of the program.
    Aside(Aside),
}

/// The office of an umpire: its folder, open for one run.
pub struct Office<'s> {
    kit: &'s Kit,
    pub(super) posts: Vec<Post>,
    /// Matches that cannot be read, and why.
    closed: Vec<(Played, MatchFault)>,
    /// Matches whose sides do not all have a player yet.
    pub(super) gathering: Vec<Gathering>,
    pub(super) bench: Bench,
    quiet: Quiet,
    /// Nothing for whoever only looks.
    _lock: Option<fs::File>,
}

impl<'s> Office<'s> {
    /// Opens the office's folder, so that no other run can.
    ///
    /// # Errors
    /// If its settings are wrong, a log is damaged, or another run is busy.
    pub fn open(kit: &'s Kit, folder: &Path) -> Result<Office<'s>, MatchFault> {
        let post = folder.join("post");
        let settings = Settings::read(folder)?;
        // What waits to be sent holds what only one party may know, and code words.
        if !post.is_dir() {
            private(&post)?;
        }
        fs::create_dir_all(post.join("out"))?;
        let lock = fs::File::create(post.join("lock"))?;
        if lock.file().try_lock().is_err() {
            let what = format!("another run is busy in {}", folder.display());
            return Err(MatchFault::Waiting(what));
        }
        let logs = Logs {
            register: Register::open(&post)?,
            outbox: Outbox::open(&post).map_err(io)?,
            inbox: Inbox::open(&post)?,
            desk_secret: secret(folder)?,
        };
        let office = Office::with(kit, folder, settings, logs, Some(lock))?;
        office.bench.tidy()?;
        Ok(office)
    }

    /// Opens it for somebody who looks and changes nothing: no lock is taken, nothing is written, and a run beside it goes
    /// on. No code word of the desk can be made from it.
    ///
    /// # Errors
    /// If its settings are wrong, or a log is damaged.
    pub(super) fn look_at(kit: &'s Kit, folder: &Path) -> Result<Office<'s>, MatchFault> {
        let post = folder.join("post");
        let logs = Logs {
            register: Register::look(&post)?,
            outbox: Outbox::look(&post).map_err(io)?,
            inbox: Inbox::look(&post)?,
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
        let quiet = Quiet::read(folder, &fs::read(folder.join(FILE))?, &register.seats());
        let (mut posts, mut closed) = (Vec::new(), Vec::new());
        let written: BTreeMap<_, _> =
            settings.matches.iter().map(|played| (played.folder.clone(), played.addresses())).collect();
        register.seat(&mut settings);
        let mut gathering = Vec::new();
        for played in &settings.matches {
            let written = written.get(&played.folder).cloned().unwrap_or_default();
            match fenced(|| known(kit, folder, played, &quiet)) {
                Ok(Known::Post(post)) => posts.push(Post { written, ..*post }),
                Ok(Known::Gathering(found)) => gathering.push(*found),
                Err(fault) => closed.push((played.clone(), fault)),
            }
        }
        told_apart(&posts)?;
        let bench = Bench {
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
        Ok(Office { kit, posts, closed, gathering, bench, quiet, _lock: lock })
    }

    /// Reads all that waits, does it, brings every match on, and sends what is due.
    ///
    /// # Errors
    /// If the source cannot be looked at: then nothing is closed, and what was queued before still goes out. Or if nothing
    /// can be written down. What goes wrong in one match, or with one letter, is told in the account and holds up nothing
    /// else; mail that may be for a match that cannot be read waits until it can.
    pub fn run(&mut self, source: Option<&mut dyn Source>) -> Result<Account, MatchFault> {
        let troubles = self.closed.iter().map(|(_, fault)| fault.to_string()).collect();
        let mut account = Account { troubles, ..Account::default() };
        let mut rounds = Rounds::new(self.posts.len());
        if let Some(source) = source
            && let Err(outage) = self.take_all(&mut FencedRoad(source), &mut account, &mut rounds)
        {
            self.bench.send(&mut account)?;
            return Err(outage);
        }
        let untended = rounds.tended.iter().enumerate().filter(|(_, tended)| !**tended).map(|(at, _)| at);
        for at in untended {
            if !self.is_quiet(at) {
                self.at_match(at, Vec::new(), true, &mut account);
            }
        }
        self.quiet.keep(&self.bench.folder)?;
        match fenced(|| self.send_digest()) {
            Err(MatchFault::Bug(why)) => self.is_broken("the digest", &why, &mut account),
            sent => sent?,
        }
        self.bench.send(&mut account)?;
        self.keep_troubles()?;
        account.waiting = self.bench.outbox.status(&self.bench.pace()).waiting.len();
        Ok(account)
    }

    /// Looks at each match without changing it.
    pub(super) fn look(&self) -> Vec<Finding> {
        let look = |post: &Post| {
            let seed = MatchDir::new(&post.folder).seed();
            let (good, words) = match seed {
                Ok(Some(_)) => (true, format!("{}, played by mail", post.title)),
                Ok(None) => {
                    (false, "it has no secret/seed: only the umpire's own folder can go on".to_owned())
                }
                Err(fault) => (false, fault.to_string()),
            };
            Finding { what: format!("match {}", post.match_id), good, words }
        };
        let gathering = self.gathering.iter().map(|it| Finding {
            what: format!("match {}", it.match_id),
            good: true,
            words: format!("{}: it begins when a player has joined for {}", it.title, these(&it.vacant)),
        });
        let closed = self.closed.iter().map(|(played, fault)| Finding {
            what: format!("match {}", played.folder.display()),
            good: false,
            words: fault.to_string(),
        });
        let named = self.posts.iter().map(|post| (&post.match_id, &*post.surplus));
        let named = named.chain(self.gathering.iter().map(|it| (&it.match_id, &*it.surplus)));
        let surplus = named.filter(|(_, surplus)| !surplus.is_empty()).map(|(match_id, surplus)| Finding {
            what: format!("match {match_id}"),
            good: false,
            words: format!(
                "office.yaml names {}, who do not play in its scenario: take them out there",
                these(surplus)
            ),
        });
        self.posts.iter().map(look).chain(gathering).chain(closed).chain(surplus).collect()
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
        self.bench.outbox.status(&self.bench.pace()).to_string()
    }

    fn take_all(
        &mut self,
        source: &mut dyn Source,
        account: &mut Account,
        rounds: &mut Rounds,
    ) -> Result<(), MatchFault> {
        while self.take(source, account, rounds)? == BATCH {}
        Ok(())
    }

    /// Takes in one batch; gives how many there were. What a fault holds up is not looked at again in this run: it would
    /// keep the mail of other matches away. A match is brought on only with the last batch: mail that waits still may have
    /// come in time.
    fn take(
        &mut self,
        source: &mut dyn Source,
        account: &mut Account,
        rounds: &mut Rounds,
    ) -> Result<usize, MatchFault> {
        let mut waiting = source.waiting(BATCH + rounds.held_up.len())?;
        waiting.retain(|one| !rounds.held_up.contains(&one.id));
        let is_last = waiting.len() != BATCH;
        let mut desks: Vec<Vec<(Came, Who)>> = self.posts.iter().map(|_| Vec::new()).collect();
        let (mut settled, mut asides): (Vec<Settled>, Vec<Aside>) = (Vec::new(), Vec::new());
        for one in &waiting {
            let taken = match source.read(&one.id) {
                Ok(Some(taken)) => taken,
                Ok(None) => continue,
                // It waits where it is, and keeps nobody else's mail away.
                Err(fault @ WireFault::Broken { .. }) => {
                    self.is_broken(&format!("a message in the mailbox ({})", one.id), &fault.what(), account);
                    continue;
                }
                Err(fault) => return Err(fault.into()),
            };
            account.received += 1;
            let came = match self.read(taken, &mut rounds.met)? {
                Read::Letter(came) => *came,
                Read::Settled((id, done)) => {
                    account.count(if done == Done::Refused { done } else { Done::Ignored });
                    settled.push((id, done));
                    continue;
                }
                Read::Aside(aside) => {
                    asides.push(aside);
                    continue;
                }
            };
            match fenced(|| self.place(&came)) {
                Ok(Placed::At(at, who)) => desks[at].push((came, who)),
                Ok(Placed::Held) => {}
                Ok(Placed::Done(done)) => {
                    account.count(done);
                    settled.push((came.id, done));
                }
                Err(fault) => asides.push(Aside::of(&came, fault)?),
            }
        }
        for (at, mail) in desks.into_iter().enumerate().filter(|(_, mail)| !mail.is_empty()) {
            rounds.tended[at] |= is_last;
            let (done, aside) = self.at_match(at, mail, is_last, account);
            settled.extend(done);
            asides.extend(aside);
        }
        for aside in asides {
            settled.push(self.put_aside(aside, source, account)?);
        }
        rounds.held_up.extend(waiting.iter().map(|one| one.id.clone()));
        rounds.mark(source, settled, account);
        Ok(waiting.len())
    }

    /// Reads a message; or says what becomes of one that came before, or that nobody can read.
    fn read(&mut self, taken: Fetched, met: &mut BTreeSet<String>) -> Result<Read, MatchFault> {
        let Fetched { id, body, arrived, .. } = taken;
        let limits = Limits {
            own_addresses: vec![self.bench.settings.address.clone()],
            bytes: usize::try_from(self.bench.settings.mail.largest).unwrap_or(usize::MAX),
            ..Limits::default()
        };
        let (Body::Whole(bytes) | Body::TooLarge(bytes)) = &body;
        let sha256 = engine::digest::Digest::of(bytes).to_string();
        // A run may have died before it could mark what it had dealt with.
        if let Some(seen) = self.bench.inbox.seen(&sha256)? {
            return Ok(Read::Settled((id, done_of(&seen.outcome))));
        }
        let letter = match &body {
            Body::Whole(bytes) => match fence::fenced(|| Letter::read(bytes, &limits)) {
                Ok(letter) => letter.map_err(|unreadable| unreadable.why()),
                Err(panic) => {
                    let known = fence::fenced(|| Letter::read_head(bytes, &limits, Why::TooLarge).ok());
                    let head = known.ok().flatten().map(|letter| letter.head);
                    return Ok(Read::Aside(Aside::unread(id, sha256, head.as_ref(), &panic)));
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
        if self.bench.inbox.met(&same)? {
            self.note(&sha256, &same, "again", None)?;
            return Ok(Read::Settled((id, Done::Ignored)));
        }
        // A copy beside it is noted as nothing: if the run died before the first was dealt with, that would speak for both.
        if !met.insert(same.clone()) {
            return Ok(Read::Settled((id, Done::Ignored)));
        }
        let whole = arrived.and_then(|at| Timestamp::from_second(at.as_second()).ok());
        let arrived = whole.filter(|at| *at < self.bench.now).unwrap_or(self.bench.now);
        Ok(Read::Letter(Box::new(Came { id, sha256, same, letter, arrived })))
    }

    /// Finds where a letter belongs; what belongs to no match is dealt with here.
    fn place(&mut self, came: &Came) -> Result<Placed, MatchFault> {
        // The right code word outweighs a doubtful sign; whoever deals with the letter looks for it.
        let is_doubtful = came.letter.nature.is_doubtful();
        match &came.letter.nature {
            Nature::Ordinary => {}
            _ if is_doubtful => {}
            Nature::Bounce(report) => {
                self.bounced(report)?;
                self.note(&came.sha256, &came.same, "bounce", None)?;
                return Ok(Placed::Done(Done::Ignored));
            }
            Nature::Automatic(_) | Nature::List(_) | Nature::Own => {
                self.note(&came.sha256, &came.same, "ignored", None)?;
                return Ok(Placed::Done(Done::Ignored));
            }
        }
        if !is_doubtful && let Some(done) = self.join(came)? {
            return Ok(Placed::Done(done));
        }
        if !is_doubtful && let Some(done) = self.list_matches(came)? {
            return Ok(Placed::Done(done));
        }
        let closed: Vec<Played> = self.closed.iter().map(|(played, _)| played.clone()).collect();
        match route(&self.posts, &closed, &self.bench.settings, &self.bench.outbox, &came.letter) {
            Route::Seat(at, party) => Ok(Placed::At(at, Who::Party(party))),
            Route::Desk(place) => Ok(match self.at_desk(came, place)? {
                Errand::InMatch(at, wanted) => Placed::At(at, Who::Umpire(place, wanted)),
                Errand::Settled(done) => Placed::Done(done),
            }),
            Route::Held => Ok(Placed::Held),
            Route::Unclear | Route::Stranger if is_doubtful => {
                self.note(&came.sha256, &came.same, "ignored", None)?;
                Ok(Placed::Done(Done::Ignored))
            }
            found @ (Route::Unclear | Route::Stranger) => {
                self.strange(came, found == Route::Unclear).map(Placed::Done)
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
            at: self.bench.now,
        };
        Ok(self.bench.inbox.record(received).map(drop)?)
    }

    /// Deals with a match's mail and, if it is to be tended, brings it on; gives which messages are done with, and which
    /// are put aside. A fault of the match leaves the rest for the next run and holds up no other match.
    fn at_match(
        &mut self,
        at: usize,
        mail: Vec<(Came, Who)>,
        tend: bool,
        account: &mut Account,
    ) -> (Vec<Settled>, Vec<Aside>) {
        let (mut batch, mut noted) = (Batch::new(mail), None);
        let post = &self.posts[at];
        let mut result = loop {
            let worked = fenced(|| {
                let host = self.kit.host(&post.folder)?;
                let notice = |notice: &String| format!("{}: {notice}", post.match_id);
                account.notices.extend(host.notices().iter().map(notice));
                let mut desk = Desk::new(host, post, &mut self.bench)?;
                batch.work(&mut desk, account)?;
                if tend {
                    desk.tend(account)?;
                    noted = desk.noted()?;
                }
                Ok(())
            });
            match worked {
                Err(fault) if batch.put_aside(&fault) => {}
                worked => break worked,
            }
        };
        if let Err(fault) = batch.note(&mut self.bench) {
            result = Err(fault);
        }
        let (match_id, folder) = (post.match_id.clone(), post.folder.clone());
        match result {
            Ok(()) => {}
            Err(MatchFault::Bug(why)) => self.is_broken(&format!("the match {match_id}"), &why, account),
            Err(fault) => account.troubles.push(format!("{match_id}: {fault}")),
        }
        // What it waited for before its mail counts no more: a full batch of mail may be the last one.
        self.posts[at].noted = noted.clone().map(|noted| Noted { waits: None, ..noted });
        self.quiet.note(&folder, noted);
        (batch.settled, batch.asides)
    }

    /// Whether a run without mail for a match need not open it.
    fn is_quiet(&self, at: usize) -> bool {
        let waits = self.posts[at].noted.as_ref().and_then(|noted| noted.waits);
        waits
            .filter(|waits| self.bench.now < waits.until)
            .is_some_and(|waits| waits.ever <= self.bench.outbox.ever())
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
