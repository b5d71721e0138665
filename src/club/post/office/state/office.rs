//! The office of an umpire, open for one run or for a command that only looks.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use jiff::Timestamp;

use super::context::{OfficeContext, secret};
use super::fence::fenced;
use super::happening::Listener;
use super::idle::Snapshots;
use super::office_match::{Listed, OfficeMatch, OpenSeats, check_distinct, read_match};
use super::premises::Premises;
use super::register::Register;
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::post::compose::inbox::{Inbox, Received};
use crate::post::compose::outbox::Outbox;
use crate::post::office::settings::{Played, Settings, Written};
use crate::post::shelf::Claimed;
use engine::digest::Digest;

/// The office of an umpire, open for one run.
pub struct Office<'s> {
    pub(crate) kit: &'s Kit,
    pub(crate) matches: Vec<OfficeMatch>,
    /// Matches that cannot be read, and why.
    pub(crate) closed: Vec<(Rc<Played>, MatchFault)>,
    /// Matches whose sides do not all have a player yet.
    pub(crate) open_seats: Vec<OpenSeats>,
    pub(crate) context: OfficeContext,
    /// Why letters to the league wait, if they do.
    pub(crate) league_waits: Option<String>,
    /// `None` for a command that only looks.
    _claim: Option<Claimed>,
}

/// What an office remembers.
pub(crate) struct Logs {
    pub(crate) register: Register,
    pub(crate) outbox: Outbox,
    pub(crate) inbox: Inbox,
    pub(crate) desk_secret: [u8; 32],
}

impl<'s> Office<'s> {
    /// Opens an office, so that no other run can.
    ///
    /// # Errors
    /// If its settings are wrong, a log is damaged, or another run is busy.
    pub fn open(kit: &'s Kit, at: impl Into<Premises>) -> Result<Office<'s>, MatchFault> {
        let premises = at.into();
        let written = premises.written()?;
        let mut settings = written.settings().clone();
        settings.read_key(&premises.folder)?;
        premises.fit(&settings)?;
        let shelf = &*premises.shelf;
        let claim = shelf.claim()?;
        let logs = Logs {
            register: Register::open(shelf)?,
            outbox: Outbox::open(shelf).map_err(io)?,
            inbox: Inbox::open(shelf)?,
            desk_secret: secret(shelf)?,
        };
        let office = Office::with(kit, premises, (written, settings), logs, Some(claim))?;
        office.context.tidy()?;
        Ok(office)
    }

    /// Opens it for a command that only looks: nothing is claimed, nothing is written, and a run beside it
    /// goes on. No code word of the desk can be made from it.
    ///
    /// # Errors
    /// If its settings are wrong, or a log is damaged.
    pub(crate) fn look_at(kit: &'s Kit, at: impl Into<Premises>) -> Result<Office<'s>, MatchFault> {
        let premises = at.into();
        let shelf = &*premises.shelf;
        let logs = Logs {
            register: Register::look(shelf)?,
            outbox: Outbox::look(shelf).map_err(io)?,
            inbox: Inbox::look(shelf)?,
            desk_secret: [0; 32],
        };
        let written = premises.written()?;
        let settings = written.settings().clone();
        premises.fit(&settings)?;
        Office::with(kit, premises, (written, settings), logs, None)
    }

    fn with(
        kit: &'s Kit,
        premises: Premises,
        (written, mut settings): (Rc<Written>, Settings),
        logs: Logs,
        claim: Option<Claimed>,
    ) -> Result<Office<'s>, MatchFault> {
        let now: Timestamp = kit.now().parse().map_err(io)?;
        let Premises { folder, shelf, mut yard, .. } = premises;
        yard.under(basis(&written, &logs.register));
        let (mut matches, mut closed) = (Vec::new(), Vec::new());
        let named: BTreeMap<&Path, &Rc<Played>> =
            written.settings().matches.iter().map(|played| (&*played.folder, played)).collect();
        logs.register.seat(&mut settings);
        let mut open_seats = Vec::new();
        let mut snapshots = Snapshots::new(&*yard, &kit.games);
        for played in &settings.matches {
            let written = named.get(&*played.folder).map(|played| Rc::clone(played));
            match fenced(|| read_match(kit, played, &mut snapshots)) {
                Ok(Listed::Match(info)) => matches.push(OfficeMatch { written, ..*info }),
                Ok(Listed::OpenSeats(found)) => open_seats.push(*found),
                Err(fault) => closed.push((Rc::clone(played), fault)),
            }
        }
        check_distinct(&matches)?;
        let context = OfficeContext::new(kit, (folder, shelf, yard), (written, settings), logs, now)?;
        let league_waits = None;
        Ok(Office { kit, matches, closed, open_seats, context, league_waits, _claim: claim })
    }

    /// The same, with somebody who is told what happens in the run.
    pub fn heard_by(mut self, listener: Option<Listener>) -> Office<'s> {
        self.context.listener = listener;
        self
    }

    /// Matches that cannot be read, and why.
    pub(crate) fn closed(&self) -> impl Iterator<Item = &(Rc<Played>, MatchFault)> {
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

/// What decides under which settings something was noted of a match: the bytes of `office.yaml`, and who
/// plays.
pub(crate) fn basis(written: &Written, register: &Register) -> Digest {
    Digest::of_parts(&[written.text().as_bytes(), &register.seats()])
}

fn io(fault: impl std::fmt::Display) -> MatchFault {
    MatchFault::Io(fault.to_string())
}
