//! What is known of a message.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{LEAGUE_STRANGERS, STRANGERS};

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It is to be sent, perhaps again.
    Waiting,
    /// A server took it; it may have bounced since.
    Sent,
    /// A server refused it for good.
    Refused,
}

/// A message that was queued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its key.
    pub key: String,
    /// Its message id.
    pub message_id: String,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// To whom it goes.
    pub to: Vec<String>,
    /// When it was queued.
    pub queued: Timestamp,
    /// Where it stands.
    pub state: State,
    /// How often it was tried.
    pub attempts: u32,
    /// When it was tried last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_attempt: Option<Timestamp>,
    /// What the server said last, or why it said nothing.
    pub answer: String,
    /// Who did not get it, and what was said about that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounces: Vec<(String, String)>,
    /// How many were queued before.
    pub(super) place: u64,
    /// How many of its bounces were known when it was put by, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) put_by: Option<usize>,
}

/// How soon a message goes out where not all can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// What a match has to say, and receipts.
    News,
    /// Other answers.
    Answer,
    /// Answers to strangers.
    Stranger,
}

impl Item {
    /// Whether it answers somebody who belongs to no match, or whom the league does not know.
    pub fn is_to_stranger(&self) -> bool {
        [STRANGERS, LEAGUE_STRANGERS].iter().any(|start| self.key.starts_with(start))
    }

    /// Whether a person should know of it: a server refused it, or it came back.
    pub fn is_troubled(&self) -> bool {
        self.state == State::Refused || !self.bounces.is_empty()
    }

    pub(super) fn class(&self) -> Class {
        match self.key.split('/').nth(3) {
            _ if self.is_to_stranger() => Class::Stranger,
            Some("refusal" | "status" | "help") => Class::Answer,
            _ => Class::News,
        }
    }

    /// How many messages were queued before it.
    pub fn place(&self) -> u64 {
        self.place
    }

    pub(super) fn queued(
        key: String,
        message_id: String,
        sha256: String,
        to: Vec<String>,
        at: Timestamp,
        place: u64,
    ) -> Item {
        Item {
            key,
            message_id,
            sha256,
            to,
            queued: at,
            state: State::Waiting,
            attempts: 0,
            last_attempt: None,
            answer: String::new(),
            bounces: Vec::new(),
            place,
            put_by: None,
        }
    }
}
