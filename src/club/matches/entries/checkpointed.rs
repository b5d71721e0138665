//! The checkpoint of a journal, and whether one that somebody holds is of this journal.

use crate::checkpoint::{Checkpoint, CheckpointFault, Tree, check_name};
use crate::matches::fault::MatchFault;
use engine::entry::Entry;

/// The name under which a club or an office publishes the checkpoints of a match.
fn origin(club: &str, match_id: &str) -> String {
    format!("{club}/{match_id}")
}

impl From<CheckpointFault> for MatchFault {
    fn from(fault: CheckpointFault) -> MatchFault {
        match fault {
            CheckpointFault::No { what, mend } => MatchFault::no(what, mend),
            CheckpointFault::False(what) => MatchFault::Proof { entry: None, what },
        }
    }
}

/// The checkpoint of all entries of a journal, under the name of its club or office; and the tree that it is
/// of.
///
/// # Errors
/// If that name is none.
pub fn checkpoint_of(
    entries: &[Entry],
    club: &str,
    match_id: &str,
) -> Result<(Checkpoint, Tree), MatchFault> {
    check_name(club)?;
    let tree = Tree::of(entries.iter().map(Entry::hash));
    let (origin, size, root) = (origin(club, match_id), tree.size(), tree.root());
    Ok((Checkpoint { origin, size, root, extensions: Vec::new() }, tree))
}

/// Makes sure that a checkpoint is of this journal: of its match, of as many entries as there are or fewer,
/// and of these very entries.
///
/// # Errors
/// What differs, in words.
pub fn is_checkpoint_of(checkpoint: &Checkpoint, entries: &[Entry], match_id: &str) -> Result<(), String> {
    let Checkpoint { origin, size, root, .. } = checkpoint;
    if origin.rsplit_once('/').is_none_or(|(club, of)| club.is_empty() || of != match_id) {
        return Err(format!("it is a checkpoint of {origin}, and the match is {match_id}"));
    }
    let first = usize::try_from(*size).ok().and_then(|size| entries.get(..size)).ok_or_else(|| {
        let here = entries.len();
        format!(
            "it is a checkpoint of {size} entries, and there are {here}: the journal was cut, or is another"
        )
    })?;
    let found = Tree::of(first.iter().map(Entry::hash)).root();
    match found == *root {
        true => Ok(()),
        false => Err(format!(
            "it is a checkpoint of {size} other entries: their root is {root}, and that of the journal is {found}"
        )),
    }
}
