//! What a witness is handed: a checkpoint, and what shows that it continues the one before. Source:
//! c2sp.org/tlog-witness, `add-checkpoint`.

use std::fmt;

use engine::digest::Digest;

use super::{CheckpointFault, Note};
use crate::signature::base64::{base64_of, strict_base64};

/// The most hashes of a proof.
const MOST: usize = 63;

/// A checkpoint to be cosigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The size of the checkpoint before, from which the proof leads; 0 where there was none.
    pub old: u64,
    /// What shows that the log only grew since.
    pub proof: Vec<Digest>,
    /// The checkpoint, signed by its log.
    pub note: Note,
}

impl Request {
    /// Reads a request. A note alone is one for the first checkpoint of a log.
    ///
    /// # Errors
    /// What is not as it must be, and in which line.
    pub fn parse(text: &str) -> Result<Request, CheckpointFault> {
        let Some(rest) = text.strip_prefix("old ") else {
            return Ok(Request { old: 0, proof: Vec::new(), note: Note::parse(text)? });
        };
        let no = |line: usize, what: &str| {
            let mend = "`sealord note head --since NUMBER` prints what a witness is handed";
            CheckpointFault::no(format!("line {line}: {what}"), mend)
        };
        let end = || no(1, "no empty line follows with the checkpoint below it");
        let (head, note) = rest.split_once("\n\n").ok_or_else(end)?;
        let mut lines = head.split('\n');
        let size = lines.next().unwrap_or_default();
        let old = size.parse().ok().filter(|number: &u64| number.to_string() == size);
        let old = old.ok_or_else(|| no(1, "`old` and the size of the checkpoint before are wanted"))?;
        let hash = |(at, line): (usize, &str)| {
            let bytes = strict_base64(line).and_then(|bytes| bytes.try_into().ok());
            bytes.map(Digest::from_bytes).ok_or_else(|| no(at + 2, "it is no hash in base64"))
        };
        let proof: Vec<Digest> = lines.enumerate().map(hash).collect::<Result<_, _>>()?;
        if proof.len() > MOST {
            return Err(no(MOST + 2, "a proof has 63 hashes at most"));
        }
        Ok(Request { old, proof, note: Note::parse(note)? })
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "old {}", self.old)?;
        self.proof.iter().try_for_each(|hash| writeln!(f, "{}", base64_of(hash.as_bytes())))?;
        write!(f, "\n{}", self.note)
    }
}
