//! One match of a run: its mail is handled, and time is let go on in it.

use super::batch::Batch;
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::post::office::state::{
    MatchSession, MatchSnapshot, OfficeContext, OfficeMatch, RunSummary, fenced,
};

/// What has come of a match in a run.
pub(super) struct Tended {
    /// How it stands, if it was advanced.
    pub(super) snapshot: Option<MatchSnapshot>,
    /// A fault leaves the rest for the next run.
    pub(super) result: Result<(), MatchFault>,
}

/// Handles a match's mail and, if asked to, advances the match.
pub(super) fn tend(
    kit: &Kit,
    info: &OfficeMatch,
    context: &mut OfficeContext,
    batch: &mut Batch,
    (advance, summary): (bool, &mut RunSummary),
) -> Tended {
    let mut snapshot = None;
    let mut result = loop {
        let worked = fenced(|| {
            let host = kit.host(&*info.store)?;
            let notice = |notice: &String| format!("{}: {notice}", info.match_id);
            summary.notices.extend(host.notices().iter().map(notice));
            let mut session = MatchSession::new(host, info, context)?;
            batch.work(&mut session, summary)?;
            if advance {
                session.advance(summary)?;
                session.ask_witnesses()?;
                snapshot = session.snapshot()?;
            }
            Ok(())
        });
        match worked {
            Err(fault) if batch.quarantine(&fault) => {}
            worked => break worked,
        }
    };
    if let Err(fault) = batch.note(context) {
        result = Err(fault);
    }
    Tended { snapshot, result }
}
