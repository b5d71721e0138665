//! The bodies of journal entries.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::settings::Missing;
use crate::clock::{Event, Fixed};
use crate::matches::fault::MatchFault;
use crate::signature::{Key, Signature};
use engine::digest::Digest;
use engine::entry::Entry;
use engine::party::Party;

/// An exchange is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// The keys of the questions, by party.
    pub asked: BTreeMap<Party, Vec<String>>,
    /// The parties that must send a file.
    pub sealing: Vec<Party>,
    /// The instant by which files must be in, in UTC; nothing while the match is paused.
    pub deadline: Option<String>,
    /// The deadline as the match's schedule gives it, with all that verdicts need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Fixed>,
}

impl Opened {
    /// The parties that must send a file although nothing is asked of them.
    pub fn idle(&self) -> Vec<Party> {
        let nothing = |party: &&Party| self.asked.get(party).is_none_or(Vec::is_empty);
        self.sealing.iter().filter(nothing).copied().collect()
    }
}

/// Something happened to the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocked {
    /// What.
    pub event: Event,
    /// The deadline of the open exchange after it; nothing while none is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Fixed>,
}

/// A promise came in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Committed {
    /// The hash of the sealed file.
    pub commitment: Digest,
    /// What the party signed when it promised the file without sending it
    /// ([`Promise`](crate::signature::statement::Promise)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signature>,
}

/// A party took back its commitment and its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawn {
    /// What the party signed ([`Promise`](crate::signature::statement::Promise)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signature>,
}

/// A sealed file came in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Revealed {
    /// The sealed file, byte for byte.
    pub file: String,
    /// The party's signature over the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signature>,
    /// The party's signature over the plain orders in it, which were sealed for the party.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_orders: Option<Signature>,
    /// Whether the umpire wrote it in the party's place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_umpire: bool,
    /// The edition of the staff officer who wrote it, where one plays the party.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub officer: Option<u32>,
}

/// Somebody countersigned an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witnessed {
    /// The entry, as the witness counts it.
    pub entry: u64,
    /// Its hash.
    pub hash: Digest,
    /// Who the witness is, in the umpire's words.
    pub name: String,
    /// What the witness signed ([`Countersigned`](crate::signature::statement::Countersigned)).
    pub signed: Signature,
}

/// A witness cosigned a checkpoint of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cosigned {
    /// Who the witness is, in the umpire's words.
    pub name: String,
    /// The key of the witness.
    pub by: Key,
    /// The checkpoint with the one line by which it is cosigned.
    pub note: String,
}

/// What a witness entry holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Testimony {
    /// A countersigned head.
    Head(Witnessed),
    /// A cosigned checkpoint.
    Checkpoint(Cosigned),
}

/// A party sent nothing, or not enough, in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defaulted {
    /// The policy that answers for it.
    pub policy: Missing,
    /// The answers, as an orders file.
    pub orders: String,
}

/// The match goes back to the opening of an exchange.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Superseded {
    /// The exchange; a new one takes its place.
    pub back_to: u32,
    /// Why.
    pub reason: String,
}

/// The match ends here, though its rules would go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreed {
    /// The word of the side that concedes; nobody if it is a draw.
    pub conceded: Option<String>,
    /// Whether the votes of all who must agree stand in the journal; otherwise the umpire says so.
    pub by_votes: bool,
    /// The word of the side whose time ran out, by the clocks of a league; it loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_time: Option<String>,
    /// Why, in the umpire's words.
    pub reason: String,
    /// The word of the side to which a panel awarded the match; nobody if the panel found a draw, or none
    /// judged it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awarded: Option<String>,
    /// Where the verdict of the panel stands that judged the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel: Option<Judged>,
}

/// The entry of a club's book with the verdict by which a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Its number.
    pub entry: u64,
    /// Its hash.
    pub hash: Digest,
}

impl Agreed {
    /// The word of the side that lost by it: that conceded, or ran out of time.
    pub fn loser(&self) -> Option<&str> {
        self.conceded.as_deref().or(self.out_of_time.as_deref())
    }
}

/// The umpire's secret is opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disclosed {
    /// The seed in hex.
    pub seed: String,
}

/// The match is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// The hash of the last position.
    pub position: Digest,
}

/// Reads the body of an entry.
///
/// # Errors
/// If the body has another shape.
pub fn body<T: DeserializeOwned>(entry: &Entry) -> Result<T, MatchFault> {
    let number = entry.header().number;
    entry.read().map_err(|what| MatchFault::Proof { entry: Some(number), what })
}

/// Reads the body of an entry, and believes it only if the program writes the same for what it read: no
/// member that no reader knows, nothing spelt another way.
///
/// # Errors
/// If the body has another shape, or says anything else beside.
pub fn exact<T: DeserializeOwned + Serialize>(entry: &Entry) -> Result<T, MatchFault> {
    let number = entry.header().number;
    entry.exactly().map_err(|what| MatchFault::Proof { entry: Some(number), what })
}

/// Makes the body of an entry.
///
/// # Errors
/// Only by a defect.
pub fn value<T: Serialize>(body: &T) -> Result<Value, MatchFault> {
    serde_json::to_value(body).map_err(|error| MatchFault::Bug(error.to_string()))
}
