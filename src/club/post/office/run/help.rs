//! A worker that stands by lends a hand: it tends matches for the run that has claimed the office.

use std::collections::BTreeMap;
use std::rc::Rc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::tend::{Tended, tend};
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::post::compose::inbox::Inbox;
use crate::post::compose::outbox::Outbox;
use crate::post::office::settings::Played;
use crate::post::office::state::{
    Chore, Chores, Listed, Listener, Logs, MatchSnapshot, Office, OfficeContext, OfficeMatch, Premises,
    Register, RunSummary, Snapshots, basis, read_match, secret,
};
use crate::post::shelf::{Collected, ShelfApart};

/// What has come of a match that a helper has tended, for the run.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Account {
    /// Lines of the log of what goes out.
    lines: Vec<String>,
    /// Matches that are over, as their numbers are kept.
    pub(super) over: Vec<String>,
    /// Exchanges that were closed.
    pub(super) resolved: usize,
    /// What was set right in the journal.
    pub(super) notices: Vec<String>,
    /// How the match stands.
    pub(super) snapshot: Option<MatchSnapshot>,
    /// Whether something went wrong.
    pub(super) has_failed: bool,
}

/// What a helper hands in: mails by their keys, and its account as bytes.
struct Finished {
    mails: Vec<(String, Vec<u8>)>,
    account: Vec<u8>,
}

/// What a worker did that stands by.
#[derive(Debug, Default)]
pub struct Helped {
    /// The matches that it tended.
    pub tended: usize,
    /// What went wrong in some of them, in words; the run itself tries these once more.
    pub troubles: Vec<String>,
}

impl Account {
    /// The lines as bytes.
    pub(super) fn queued(&self) -> Vec<Vec<u8>> {
        self.lines.iter().map(|line| line.clone().into_bytes()).collect()
    }
}

/// A worker that tends matches of one run.
struct Helper {
    /// With the time of the run, unless this machine's clock is later.
    kit: Kit,
    context: OfficeContext,
    shelf: ShelfApart,
    /// Who plays in which match, by the matches' words; and what the settings themselves say.
    played: BTreeMap<String, (Rc<Played>, Option<Rc<Played>>)>,
}

impl Office<'_> {
    /// Tends matches for the run that has claimed an office, as long as there are some that nobody has.
    /// Where chores may lie, the run counts on the caller for some seconds from now on.
    ///
    /// # Errors
    /// If something cannot be read or written, if the settings here are not those of the run, or if the run
    /// has lost the office. What was not handed in, the next run does.
    pub fn help(
        kit: &Kit,
        at: impl Into<Premises>,
        listener: Option<Listener>,
    ) -> Result<Helped, MatchFault> {
        let mut helped = Helped::default();
        let premises = at.into();
        let Some(table) = premises.yard.chores() else { return Ok(helped) };
        let Some(chores) = table.wanted()? else { return Ok(helped) };
        let mut helper = Helper::new(kit, premises, &chores)?;
        helper.context.listener = listener;
        let _joined = table.join(&chores);
        while let Some(chore) = table.take()? {
            let Finished { mails, account } = helper.tend(&chore, &mut helped.troubles)?;
            table.hand_in(&chore, &mails, &account)?;
            helped.tended += 1;
        }
        Ok(helped)
    }
}

impl Helper {
    fn new(kit: &Kit, premises: Premises, chores: &Chores) -> Result<Helper, MatchFault> {
        let written = premises.written()?;
        let mut settings = written.settings().clone();
        settings.read_key(&premises.folder)?;
        let Premises { folder, shelf, yard, .. } = premises;
        let shelf = ShelfApart::new(shelf);
        let io = |fault: &dyn std::fmt::Display| MatchFault::Io(fault.to_string());
        let logs = Logs {
            register: Register::look(&shelf)?,
            outbox: Outbox::collect(&shelf).map_err(|fault| io(&fault))?,
            inbox: Inbox::look(&shelf)?,
            desk_secret: secret(&shelf)?,
        };
        if basis(&written, &logs.register) != chores.basis {
            let what =
                "office.yaml is another here than where the office is run, so this worker does not help";
            return Err(MatchFault::no(what, "give each worker the same office.yaml"));
        }
        logs.register.seat(&mut settings);
        // Those that were begun from a template stand behind those that the file names.
        let named = written.settings().matches.iter().cloned().map(Some).chain(std::iter::repeat(None));
        let all = settings.matches.iter().cloned().zip(named);
        let played = all.map(|(played, written)| (played.word().into_owned(), (played, written))).collect();
        let now: Timestamp = kit.now().parse().map_err(|error| io(&error))?;
        let kit = kit.at(&now.max(chores.at).to_string());
        let place = (folder, Box::new(shelf.same()) as _, yard);
        let context = OfficeContext::new(&kit, place, (written, settings), logs, chores.at)?;
        Ok(Helper { kit, context, shelf, played })
    }

    /// Tends a match; gives what is to be handed in.
    fn tend(&mut self, chore: &Chore, troubles: &mut Vec<String>) -> Result<Finished, MatchFault> {
        let mut summary = RunSummary::default();
        let tended = match self.info(chore) {
            Ok(info) => {
                let batch = &mut Batch::new(Vec::new());
                tend(&self.kit, &info, &mut self.context, batch, (true, &mut summary))
            }
            Err(fault) => Tended { snapshot: None, result: Err(fault) },
        };
        let Collected { lines, mails, over } = self.shelf.take();
        let bug = |error: &dyn std::fmt::Display| MatchFault::Bug(error.to_string());
        let text = |line| String::from_utf8(line).map_err(|error| bug(&error));
        let account = Account {
            lines: lines.into_iter().map(text).collect::<Result<_, _>>()?,
            over,
            resolved: summary.resolved,
            notices: summary.notices,
            snapshot: tended.snapshot,
            has_failed: tended.result.is_err(),
        };
        troubles.extend(tended.result.err().map(|fault| format!("{}: {fault}", chore.word)));
        let account = serde_json::to_vec(&account).map_err(|error| bug(&error))?;
        Ok(Finished { mails, account })
    }

    /// What is known of a match before it is opened.
    fn info(&mut self, chore: &Chore) -> Result<OfficeMatch, MatchFault> {
        let noted = chore.snapshot.as_ref().and_then(|bytes| serde_json::from_slice(bytes).ok());
        let noted = noted.map(Rc::new);
        self.context.yard.note(&chore.word, noted.as_ref());
        let missing = || MatchFault::Bug(format!("no match is called {}", chore.word));
        let (played, written) = self.played.get(&chore.word).ok_or_else(missing)?;
        let mut snapshots = Snapshots::new(&*self.context.yard, &self.kit.games);
        match read_match(&self.kit, played, &mut snapshots)? {
            Listed::Match(info) => Ok(OfficeMatch { written: written.clone(), ..*info }),
            Listed::OpenSeats(_) => Err(missing()),
        }
    }
}
