//! Which mails of a match did not arrive, for `sealord status`.

use std::collections::BTreeMap;

use fs_err as fs;

use crate::matches::MatchFault;
use crate::matches::folder::MatchDir;
use crate::post::compose::outbox::{Item, State};
use crate::post::office::state::Office;

impl Office<'_> {
    /// Leaves in each match's folder what of its mail did not arrive, for `sealord status`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn keep_troubles(&self) -> Result<(), MatchFault> {
        let mut all: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for item in self.context.outbox.items().filter(|item| item.is_troubled()) {
            let word = item.key.split('/').next().unwrap_or_default();
            all.entry(word).or_default().extend(undelivered(item));
        }
        for info in &self.matches {
            let lines = all.remove(&*info.match_id).unwrap_or_default();
            let dir = MatchDir::new(&info.folder);
            let path = dir.troubles();
            if !lines.is_empty() {
                dir.write(&path, (lines.join("\n") + "\n").as_bytes())?;
            } else if path.exists() {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }
}

/// Why a mail did not reach somebody, a line each.
fn undelivered(item: &Item) -> Vec<String> {
    let bounced = item.bounces.iter().map(|(to, why)| format!("{} bounced from {to}: {why}", item.key));
    let refused = (item.state == State::Refused)
        .then(|| format!("{} was refused for {}: {}", item.key, item.to.join(", "), item.answer));
    bounced.chain(refused).collect()
}
