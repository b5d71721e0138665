//! What a witness remembers: the newest checkpoint of each log that it has cosigned.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::tree::continues;
use super::{Checkpoint, CheckpointFault, Note, NoteKey, Request, Role};

/// The first member of a record as a file.
const FORMAT: &str = "sealord cosigned v1";

/// The newest checkpoint of each log by the log's name, with the signature of the log: should it ever sign
/// another that does not continue this one, the two show it to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: String,
    logs: BTreeMap<String, String>,
}

impl Default for Record {
    fn default() -> Record {
        Record { format: FORMAT.to_owned(), logs: BTreeMap::new() }
    }
}

impl Record {
    /// Reads a record as its file has it.
    ///
    /// # Errors
    /// If it is none. A witness that forgot may cosign what it must not, so nothing is begun anew then.
    pub fn parse(text: &str) -> Result<Record, CheckpointFault> {
        let mend = "put back the last copy that you have; without it nobody knows what was cosigned";
        let no = |what: String| CheckpointFault::no(what, mend);
        let read: Record = serde_json::from_str(text).map_err(|error| {
            no(format!(
                "line {}, column {}: this is no record of a witness: {error}",
                error.line(),
                error.column()
            ))
        })?;
        if read.format != FORMAT {
            return Err(no(format!("this is no record of a witness: its format is not `{FORMAT}`")));
        }
        for (origin, note) in &read.logs {
            let newest = Note::parse(note).and_then(|note| note.checkpoint());
            if newest.is_ok_and(|newest| newest.origin != *origin) {
                return Err(no(format!("the checkpoint that stands for {origin} is of another log")));
            }
        }
        Ok(read)
    }

    /// The size of the newest checkpoint of a log; 0 if it has none here.
    ///
    /// # Errors
    /// If what is kept of it cannot be read.
    pub fn size(&self, origin: &str) -> Result<u64, CheckpointFault> {
        Ok(self.newest(origin)?.map_or(0, |newest| newest.size))
    }

    /// The newest checkpoint of a log that was cosigned, with the signature of the log.
    ///
    /// # Errors
    /// If what is kept of it cannot be read.
    pub fn note(&self, origin: &str) -> Result<Option<Note>, CheckpointFault> {
        self.logs.get(origin).map(|note| Note::parse(note)).transpose()
    }

    fn newest(&self, origin: &str) -> Result<Option<Checkpoint>, CheckpointFault> {
        self.note(origin)?.map(|note| note.checkpoint()).transpose()
    }

    /// Looks at a checkpoint that is to be cosigned, and remembers it. Whoever calls this keeps the record
    /// before the cosignature leaves.
    ///
    /// # Errors
    /// If it is not signed by its log, does not continue the one before, or does not show that it does.
    pub fn take(&mut self, request: &Request, log: &NoteKey) -> Result<Checkpoint, CheckpointFault> {
        let new = request.note.checkpoint()?;
        let origin = new.origin.clone();
        if (log.name(), log.role()) != (origin.as_str(), Role::Log) {
            let mend = "name the key that signs the checkpoints of this very log";
            return Err(CheckpointFault::no(format!("{log} is no key of the log {origin}"), mend));
        }
        request.note.check(std::slice::from_ref(log))?;
        if new.size == 0 {
            let mend = "cosign one of a match that has begun";
            return Err(CheckpointFault::no("the checkpoint is of no entry at all", mend));
        }
        if let Some(old) = self.newest(&origin)? {
            follows(&old, &new, request)?;
        } else if request.old != 0 {
            let what =
                format!("nothing of {origin} was cosigned before, and the proof leads from {}", request.old);
            return Err(CheckpointFault::no(what, "ask for the checkpoint alone, or for one since 0"));
        }
        self.logs.insert(origin, request.note.by(log).to_string());
        Ok(new)
    }
}

/// Makes sure that a checkpoint continues the one that was cosigned before.
fn follows(old: &Checkpoint, new: &Checkpoint, request: &Request) -> Result<(), CheckpointFault> {
    let Checkpoint { origin, size, root, .. } = old;
    let two = "; the log shows two histories, so keep both of its signed checkpoints";
    if new.size == *size {
        return match new.root == *root {
            true => Ok(()),
            false => Err(CheckpointFault::False(format!(
                "another checkpoint of {origin} with {size} entries was cosigned before{two}"
            ))),
        };
    }
    if new.size < *size {
        let mend =
            "ask for the newest checkpoint; if that is it, the log has lost entries that were cosigned";
        let what =
            format!("{origin} had {size} entries when it was cosigned last, and this one has {}", new.size);
        return Err(CheckpointFault::no(what, mend));
    }
    if request.old != *size {
        let what = format!("the newest checkpoint of {origin} that was cosigned has {size} entries");
        let mend = format!("ask for what `sealord note head --since {size}` prints");
        return Err(CheckpointFault::no(what, mend));
    }
    match continues((*size, *root), (new.size, new.root), &request.proof) {
        true => Ok(()),
        false => Err(CheckpointFault::False(format!(
            "nothing shows that {} entries of {origin} continue the {size} that were cosigned before{two}",
            new.size
        ))),
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string_pretty(self).map_err(|_| fmt::Error)?;
        writeln!(f, "{text}")
    }
}
