//! The answer of the umpire's tool to a file.

use crate::seal::commitment::Commitment;
use engine::digest::Digest;
use engine::party::Party;

/// What the umpire's tool answers to a file.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Receipt {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The exchange.
    pub exchange: u32,
    /// Who sent it.
    #[serde(rename = "side")]
    pub party: Party,
    /// The SHA-256 of the sealed file.
    pub commitment: Commitment,
    /// True if this very file was was already here.
    pub again: bool,
    /// The file of the same party whose place it takes.
    pub replaces: Option<Commitment>,
    /// True if it counts as the umpire's answer for a party that sent none, or not all; it is then not
    /// sealed.
    pub by_umpire: bool,
    /// The orders as they were understood, as YAML; nothing for a bare commitment.
    pub understood: Option<String>,
    /// Those orders in words: for each question who takes which choice.
    pub words: Option<String>,
    /// What else is worth saying of the orders, a line each: warnings, what is left to silence, doctrine.
    pub remarks: Vec<String>,
    /// Open questions that the file does not answer; doctrine or silence will.
    pub left_open: Vec<String>,
    /// True if the party does not wait for the deadline.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// True if there is a deadline, until which a party that is not final is waited for.
    #[serde(skip)]
    pub until_deadline: bool,
    /// The newest journal entry that the party may know of, as it counts entries
    /// ([`visible_head`](crate::matches::visible_head)).
    pub entry: u64,
    /// Its hash.
    pub head: Digest,
}
