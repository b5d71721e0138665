//! The office of an umpire: its folder, open for one run or for a command that only looks.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use fs_err as fs;
use jiff::Timestamp;

use super::context::{OfficeContext, secret};
use super::fence::fenced;
use super::idle::IdleMatches;
use super::office_match::{Listed, OfficeMatch, OpenSeats, check_distinct, read_match};
use super::register::Register;
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::matches::folder::private;
use crate::post::compose::dispatches::Dispatches;
use crate::post::compose::inbox::{Inbox, Received};
use crate::post::compose::outbox::Outbox;
use crate::post::office::settings::{FILE, Played, Settings};

/// The office of an umpire: its folder, open for one run.
pub struct Office<'s> {
    pub(crate) kit: &'s Kit,
    pub(crate) matches: Vec<OfficeMatch>,
    /// Matches that cannot be read, and why.
    pub(crate) closed: Vec<(Played, MatchFault)>,
    /// Matches whose sides do not all have a player yet.
    pub(crate) open_seats: Vec<OpenSeats>,
    pub(crate) context: OfficeContext,
    pub(crate) idle: IdleMatches,
    /// Why letters to the league wait, if they do.
    pub(crate) league_waits: Option<String>,
    /// `None` for a command that only looks.
    _lock: Option<fs::File>,
}

/// What an office remembers.
struct Logs {
    register: Register,
    outbox: Outbox,
    inbox: Inbox,
    desk_secret: [u8; 32],
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
        // A program that this process starts at the same time holds all that is open here until it runs.
        let is_busy = |nth: u64| {
            std::thread::sleep(Duration::from_millis(20 * nth));
            lock.file().try_lock().is_err()
        };
        if (0..4).all(is_busy) {
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

    /// Opens it for a command that only looks: no lock is taken, nothing is written, and a run beside it goes
    /// on. No code word of the desk can be made from it.
    ///
    /// # Errors
    /// If its settings are wrong, or a log is damaged.
    pub(crate) fn look_at(kit: &'s Kit, folder: &Path) -> Result<Office<'s>, MatchFault> {
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
            secretary: kit.secretary(folder),
            ruled_on: OnceCell::new(),
            register,
            desk_secret,
            settings,
            now,
        };
        let league_waits = None;
        Ok(Office { kit, matches, closed, open_seats, context, idle, league_waits, _lock: lock })
    }

    /// Matches that cannot be read, and why.
    pub(crate) fn closed(&self) -> impl Iterator<Item = &(Played, MatchFault)> {
        self.closed.iter()
    }

    /// Data, templates and the time.
    pub(crate) fn kit(&self) -> &Kit {
        self.kit
    }

    pub(crate) fn note(
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
}

fn io(fault: impl std::fmt::Display) -> MatchFault {
    MatchFault::Io(fault.to_string())
}
