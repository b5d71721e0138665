//! What of an office is watched by machines: how much waits, since when, and who is at work. Only numbers,
//! and the names of workers.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::Serialize;

use super::office::Overview;
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::post::office::inbox::FencedSource;
use crate::post::office::state::{Office, Premises};
use crate::post::wire::config::In;
use crate::post::wire::{Backlog, Source, WireFault};

/// What of an office is watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Metrics {
    /// Its matches.
    pub matches: Matches,
    /// Letters in its mailbox that no run has dealt with; nothing if mail comes in by a pipe, or the mailbox
    /// cannot be looked at.
    pub letters: Option<Queue>,
    /// Why the mailbox cannot be looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mailbox_fault: Option<String>,
    /// Letters that were put aside.
    pub aside: usize,
    /// Mails that are to be sent, answers to strangers among them.
    pub outbox: Queue,
    /// Who runs the office just now.
    pub run: Option<Run>,
}

/// The matches of an office, by where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Matches {
    /// Those under way.
    pub under_way: usize,
    /// Those that are over.
    pub over: usize,
    /// Those that want players before they can begin.
    pub gathering: usize,
    /// Those that cannot be read.
    pub unreadable: usize,
    /// Those that the next run is to look at, even if no mail comes in.
    pub due: usize,
    /// For how many seconds the one has been due that has been longest, as far as its time was known before.
    pub due_oldest_seconds: Option<i64>,
    /// Those that somebody has just now, to go on with them.
    pub held: usize,
}

/// Things that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Queue {
    /// How many.
    pub waiting: usize,
    /// For how many seconds the first has waited; nothing if none waits, or nobody knows since when.
    pub oldest_seconds: Option<i64>,
}

/// A run of the office.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The worker's name, where workers have names.
    pub worker: Option<String>,
    /// Until when the worker has the office, if the lease is not renewed; nothing in a folder, where a run
    /// has it until it ends.
    pub until: Option<Timestamp>,
}

/// How many seconds have gone by since a time; none if it is still to come.
fn seconds(since: Timestamp, now: Timestamp) -> i64 {
    now.duration_since(since).as_secs().max(0)
}

impl Queue {
    fn of(waiting: usize, oldest: Option<Timestamp>, now: Timestamp) -> Queue {
        Queue { waiting, oldest_seconds: oldest.map(|since| seconds(since, now)) }
    }
}

impl Metrics {
    /// An office that somebody looks at, with what is watched of it. The mailbox is counted too, so a server
    /// is asked where it lies on one.
    ///
    /// # Errors
    /// If its settings are wrong, a log is damaged, or its place cannot be reached.
    pub fn at(kit: &Kit, at: impl Into<Premises>) -> Result<(Overview, Metrics), MatchFault> {
        let office = Office::look_at(kit, at)?;
        let overview = Overview::of(&office)?;
        let metrics = Metrics::of(&office, &overview)?;
        Ok((overview, metrics))
    }

    fn of(office: &Office<'_>, overview: &Overview) -> Result<Metrics, MatchFault> {
        let (context, now) = (&office.context, office.context.now);
        let pace = context.pace();
        let waiting = || context.outbox.waiting().filter(|item| !pace.gives_up(item));
        let (backlog, mailbox_fault) = match office.backlog() {
            Ok(backlog) => (backlog, None),
            Err(fault) => (None, Some(fault.to_string())),
        };
        let run = context.shelf.holder()?;
        Ok(Metrics {
            matches: Matches::of(office, overview)?,
            letters: backlog.map(|it| Queue::of(it.count, it.oldest, now)),
            mailbox_fault,
            aside: overview.aside.len(),
            outbox: Queue::of(waiting().count(), waiting().map(|item| item.queued).min(), now),
            run: run.map(|it| Run { worker: it.worker, until: it.until }),
        })
    }
}

impl Matches {
    fn of(office: &Office<'_>, overview: &Overview) -> Result<Matches, MatchFault> {
        let (yard, now) = (&office.context.yard, office.context.now);
        let due: BTreeSet<String> = yard.due(now)?.into_iter().collect();
        let due: Vec<_> = office.matches.iter().filter(|info| !office.is_idle(info, &due)).collect();
        let since = due.iter().filter_map(|info| info.waits).map(|waits| waits.until);
        let oldest = since.filter(|at| *at <= now).min();
        let over = overview.matches.iter().filter(|it| it.over).count();
        let gathering = office.open_seats.len();
        Ok(Matches {
            under_way: overview.matches.len() - over,
            over,
            gathering,
            unreadable: overview.unreadable.len().saturating_sub(gathering),
            due: due.len(),
            due_oldest_seconds: oldest.map(|since| seconds(since, now)),
            held: yard.held()?,
        })
    }
}

impl Office<'_> {
    /// How many letters wait in the mailbox; nothing if there is none, for mail comes in by a pipe.
    fn backlog(&self) -> Result<Option<Backlog>, MatchFault> {
        if let In::Stdin(_) = self.context.settings.mail.inward {
            return Ok(None);
        }
        let mut source = self.road_in()?;
        let counted: Result<Backlog, WireFault> = FencedSource(source.as_mut()).backlog();
        Ok(Some(counted?))
    }
}
