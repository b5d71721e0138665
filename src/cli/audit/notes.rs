//! Checkpoints that somebody kept, held against the journal that is audited.

use std::path::PathBuf;

use serde_json::Value;

use super::Kept;
use crate::entry::Entry;
use crate::matches::MatchFault;

/// Checkpoints with the keys by which they must be signed.
#[derive(Default)]
pub(super) struct Notes {
    texts: Vec<(String, String)>,
    vkeys: Vec<String>,
}

impl Notes {
    /// Reads them.
    pub(super) fn read(kept: &Kept) -> Result<Notes, MatchFault> {
        let read = |path: &PathBuf| Ok((path.display().to_string(), crate::cli::witness::text(path)?));
        let texts = kept.note.iter().map(read).collect::<Result<_, MatchFault>>()?;
        Ok(Notes { texts, vkeys: kept.vkey.clone() })
    }

    /// Holds each against the journal of a match: a line on it for people, and what it is for programs.
    #[cfg(feature = "signatures")]
    pub(super) fn compared(
        &self,
        entries: &[Entry],
        match_id: &str,
    ) -> Result<Vec<(String, Value)>, MatchFault> {
        use crate::audit::checkpoint;
        use crate::checkpoint::NoteKey;

        let keys: Vec<NoteKey> =
            self.vkeys.iter().map(|key| NoteKey::parse(key)).collect::<Result<_, _>>()?;
        let compare = |(name, text): &(String, String)| {
            let found = checkpoint(entries, match_id, (name, text), &keys)?;
            let mut value = serde_json::to_value(&found).map_err(|it| MatchFault::Bug(it.to_string()))?;
            value["file"] = name.as_str().into();
            Ok((said(name, &found), value))
        };
        self.texts.iter().map(compare).collect()
    }

    /// This build checks no signatures.
    #[cfg(not(feature = "signatures"))]
    pub(super) fn compared(&self, _: &[Entry], _: &str) -> Result<Vec<(String, Value)>, MatchFault> {
        use crate::matches::refused_signature;
        use crate::signature::Unfit;

        match self.texts.is_empty() && self.vkeys.is_empty() {
            true => Ok(Vec::new()),
            false => Err(refused_signature(&Unfit::Unchecked, "")),
        }
    }
}

/// What was found of a checkpoint, in a line.
#[cfg(feature = "signatures")]
fn said(name: &str, found: &crate::audit::Checked) -> String {
    let by: Vec<String> = found
        .signed
        .iter()
        .map(|it| match it.time {
            Some(time) => format!("cosigned by {} at {time}", it.name),
            None => format!("signed by {}", it.name),
        })
        .collect();
    let by = crate::problem::list_and(&by);
    format!("{name} is the checkpoint of {} as of entry {}, {by}", found.origin, found.size)
}
