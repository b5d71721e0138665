//! What comes out of an audit.

use serde::Serialize;

use super::{Countersign, Remark};
use engine::digest::Digest;

/// What an audit found in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// Journal entries, all chained.
    pub entries: u64,
    /// The hash of the last one.
    pub head: Digest,
    /// Exchanges resolved and in effect; those that an undo took back or a ruling set aside are left out.
    pub exchanges: u32,
    /// Rolls recomputed, also of what was taken back.
    pub rolls: usize,
    /// Events played again, also those of what was taken back.
    pub events: usize,
    /// Umpire's rulings.
    pub rulings: usize,
    /// Batches that people at a real table declared.
    #[serde(skip_serializing_if = "is_zero")]
    pub declarations: usize,
    /// Times the match was taken back.
    pub undone: usize,
    /// Files supplied by policy for parties that sent none, or not all.
    pub defaults: usize,
    /// Files and commitments taken after the time for them was up, by the umpire's clock. Under commit-reveal
    /// the deadline is for commitments, and files have theirs after the last commitment.
    pub late: usize,
    /// Files supplied for parties that had sent none, before their time was up.
    pub early: usize,
    /// Times a party took back what it had sent.
    pub withdrawals: usize,
    /// Orders that were not final when their exchange was closed before its deadline.
    pub not_final: usize,
    /// Answers that the umpire wrote for a party.
    pub by_umpire: usize,
    /// Commitments that counted when their exchange was closed, and whose files were never opened.
    pub unopened: usize,
    /// Commitments that came to nothing because an undo or a ruling took their exchange back.
    pub undone_commitments: usize,
    /// Commitments and files of parties whose keys the match fixes, without a signature.
    #[serde(skip_serializing_if = "is_zero")]
    pub unsigned: usize,
    /// Files of staff officers that were worked out anew.
    #[serde(skip_serializing_if = "is_zero")]
    pub officers: usize,
    /// Files of staff officers of other editions, which were not.
    #[serde(skip_serializing_if = "is_zero")]
    pub other_officers: usize,
    /// Each of these and of `lone_salts`, by entry.
    pub remarks: Vec<Remark>,
    /// Signatures of players that hold.
    #[serde(skip_serializing_if = "is_zero")]
    pub signatures: usize,
    /// Signatures that this build could not check.
    #[serde(skip_serializing_if = "is_zero")]
    pub unchecked: usize,
    /// Heads that somebody countersigned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub witnesses: Vec<Countersign>,
    /// Protests.
    #[serde(skip_serializing_if = "is_zero")]
    pub protests: usize,
    /// Those of them that the umpire ruled on.
    #[serde(skip_serializing_if = "is_zero")]
    pub protests_ruled: usize,
    /// Appeals against such rulings.
    #[serde(skip_serializing_if = "is_zero")]
    pub appeals: usize,
    /// Events that the clock recorded, also those of exchanges taken back.
    #[serde(skip_serializing_if = "is_zero")]
    pub clock: usize,
    /// Exchanges under commit-reveal in which one party's salt alone went into the dice.
    pub lone_salts: usize,
    /// The number of which the seed was made, in a match for practice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub practice_seed: Option<u64>,
    /// True if the dice could be checked: the seed is disclosed or known.
    pub dice_checked: bool,
    /// How the match ended, if that was agreed, and on whose word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreed: Option<String>,
    /// How the match ended, if a panel of a league or its clock decided that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    /// True if the match is over.
    pub over: bool,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}
