//! Which mails of a match did not arrive, for `sealord status`.

use std::collections::BTreeMap;

use crate::matches::{MatchFault, TROUBLES};
use crate::post::compose::outbox::{Item, State};
use crate::post::office::state::Office;

impl Office<'_> {
    /// Leaves beside each match what of its mail did not arrive, for `sealord status`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn keep_troubles(&self) -> Result<(), MatchFault> {
        let mut all: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for item in self.context.outbox.items().filter(|item| item.is_troubled()) {
            let word = item.key.split('/').next().unwrap_or_default();
            all.entry(word).or_default().extend(undelivered(item));
        }
        // What lies there is looked at once for all matches: mostly there is nothing, and nothing to be done.
        let words: Vec<String> = self.matches.iter().map(|info| info.played.word().into_owned()).collect();
        let kept = self.context.yard.smalls(&words, TROUBLES);
        for (info, word) in self.matches.iter().zip(&words) {
            let lines = all.remove(&*info.match_id).unwrap_or_default();
            let text = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>();
            match kept.get(word) {
                None if text.is_empty() => {}
                Some(_) if text.is_empty() => info.store.drop_small(TROUBLES)?,
                Some(bytes) if *bytes == text.as_bytes() => {}
                _ => info.store.keep_small(TROUBLES, text.as_bytes())?,
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
